"""A program that owns a library until its standard input ends; see test_library_folder.py."""

from __future__ import annotations

import sys
from pathlib import Path

from app.adapters.library_folder import LibraryFolder

with LibraryFolder(Path(sys.argv[1])).lock():
    sys.stdout.write("owned\n")
    sys.stdout.flush()
    sys.stdin.read()
