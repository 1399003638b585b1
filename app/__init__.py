"""Pincite: answers from a person's own PDFs, each sentence proved by a click to the page."""

__version__ = "0.1.0"
