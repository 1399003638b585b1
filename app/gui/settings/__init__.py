"""The settings dialog, and the list of keys."""
