"""Reads and draws PDFs with MuPDF. Runs in child processes only: MuPDF is not thread-safe, holds
the interpreter while it works, and may hang or crash on a hostile file."""
