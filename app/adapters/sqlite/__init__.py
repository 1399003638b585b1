"""The library in SQLite: the truth about documents, pages and chunks, and full-text search."""
