"""Words and sentences of plain text, for every part that compares texts."""
