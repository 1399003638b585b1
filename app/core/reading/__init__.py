"""Turns the words that an engine found on a page into text that can be searched and drawn."""
