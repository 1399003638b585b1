"""A small set of families and controls, made up for tests."""

from __future__ import annotations

import json
from pathlib import Path

FAMILY = {
    "id": "wards",
    "slot": "unit_location",
    "passages": [
        {"pid": "p1", "heading_path": ["House rules", "Ward 9"], "text": "Lights go out at ten."},
        {"pid": "p2", "heading_path": ["House rules", "Ward 4"], "text": "Lights go out at eight."},
        {"pid": "p3", "heading_path": ["House rules", "Shoes"], "text": "Bring warm shoes."},
    ],
    "questions": [
        {
            "q": letter,
            "text": f"When do lights go out on Ward {ward}?",
            "applicable": [mine],
            "inapplicable": [other],
            "neutral": ["p3"],
            "answer_pids": [mine],
            "must_contain": [[hour]],
            "wrong_contain": [wrong],
        }
        for letter, ward, mine, other, hour, wrong in (
            ("A", 9, "p1", "p2", "ten", "eight"),
            ("B", 4, "p2", "p1", "eight", "ten"),
        )
    ],
}
CONTROL = {
    "id": "c-all",
    "type": "no_qualifier",
    "passages": FAMILY["passages"],
    "question": {"text": "When do lights go out?", "applicable": ["p1", "p2"]},
    "expect": {"must_keep": ["p1", "p2", "p3"], "should_remove": [], "answer": "answer"},
    "pdf_set": None,
}


def write_scope_set(folder: Path) -> Path:
    """Write both files into a folder, and give it back."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, line in (("families.jsonl", FAMILY), ("controls.jsonl", CONTROL)):
        (folder / name).write_text(json.dumps(line) + "\n", encoding="utf-8")
    return folder
