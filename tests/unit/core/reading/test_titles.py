from __future__ import annotations

import pytest

from app.core.reading.titles import choose_title


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("Employee Handbook 2026", "Employee Handbook 2026"),
        ("  Annual\n Report ", "Annual Report"),
        ("Microsoft Word - Annual Report", "Annual Report"),
        ("日本語の本", "日本語の本"),
        ("R for .NET developers", "R for .NET developers"),
        ("AC/DC power supplies", "AC/DC power supplies"),
        ("Oﬃce rules", "Office rules"),
    ],
)
def test_titles_are_taken(written: str, title: str) -> None:
    assert choose_title(written, "file") == title


@pytest.mark.parametrize(
    "written",
    [
        "",
        "   ",
        "untitled",
        "Untitled-1",
        "Microsoft Word - Document1",
        "Microsoft Word - report_v3.doc",
        "report_v3.indd",
        "zen_of_python.txt",
        "Adobe Photoshop PDF",
        "12-345",
        "II",
        "\ufffd\ufffd\ufffd\ufffdabc",
        "\x01\x02\x03abc",
        "C:\\Users\\me\\report",
        "file:///home/me/report",
        "word " * 60,
    ],
)
def test_what_is_no_title_gives_way_to_the_file_name(written: str) -> None:
    assert choose_title(written, "Lease 2026") == "Lease 2026"


def test_a_file_name_of_spaces_is_kept() -> None:
    assert choose_title("", "  ") == "  "
