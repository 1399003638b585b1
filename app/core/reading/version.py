"""The version of reading."""

READING_VERSION = 3
"""Raised when another text, other places or other chunks would be made of the same file: documents
that an older version read are then read again when their files are added again."""
