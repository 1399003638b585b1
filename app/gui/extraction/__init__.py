"""The table pane: fields out of documents, with the way to the words and to a correction."""
