"""The report on what was read: of each document and in all, and what needs the user."""
