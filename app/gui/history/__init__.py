"""Earlier conversations: listed, found, opened again, renamed, deleted."""
