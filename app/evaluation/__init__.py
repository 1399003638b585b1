"""Measures what Pincite promises, with documents that it makes itself. No Qt."""
