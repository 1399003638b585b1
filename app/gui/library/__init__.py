"""The left pane: what is in the library, and how reading goes."""
