"""Model files from the network: sources that deliver bytes, and the part file they fill.

In order of work: `file_download` asks the sources of a file one after another; `hub` and
`packages` deliver bytes; `assembling` keeps them in `<file>.part` until they are all there and
their hash is right. Nothing here runs unless the user started a download.
"""
