"""The page viewer: a document's pages, with the cited words marked on them."""
