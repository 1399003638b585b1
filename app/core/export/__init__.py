"""Answers and conversations as text that leaves the program: Markdown, plain text, file names."""
