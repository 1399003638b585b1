"""Makes text from documents and models safe to show; under the name that the panels know."""

from app.core.text.safe_text import one_line, reads_right_to_left, safe_lines

__all__ = ["one_line", "reads_right_to_left", "safe_lines"]
