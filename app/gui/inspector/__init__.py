"""How an answer came about: what the model saw and wrote, what was checked, and why it ended."""
