"""Keys that more than one pane shows."""

from __future__ import annotations

import sys

# Where Command stands for Control, Command+H hides the program.
CONVERSATIONS_KEY = "Ctrl+Y" if sys.platform == "darwin" else "Ctrl+H"
INSPECT_KEY = "Ctrl+I"
TABLE_KEY = "Ctrl+Shift+T"
REPORT_KEY = "Ctrl+Shift+R"
