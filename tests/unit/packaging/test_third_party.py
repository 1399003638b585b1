"""The list of third-party licences covers exactly what is locked."""

from __future__ import annotations

from email.message import Message

import pytest

import third_party
from third_party import Pinned, licence_of, pinned, table


def test_pinned_leaves_out_what_no_machine_installs() -> None:
    lock = (
        "numpy==2.4.6 ; python_full_version < '3.12' \\\n    --hash=sha256:00\n"
        "jsfetch==1.0 ; sys_platform == 'emscripten' \\\n    --hash=sha256:00\n"
        "colorama==0.4.6 ; sys_platform == 'win32' \\\n    --hash=sha256:00\n"
        "certifi==2026.1.post1 \\\n    --hash=sha256:00\n"
    )
    assert pinned(lock) == [
        Pinned("numpy", "2.4.6"),
        Pinned("colorama", "0.4.6"),
        Pinned("certifi", "2026.1.post1"),
    ]


@pytest.mark.parametrize(
    ("fields", "licence"),
    [
        ([("License-Expression", "MIT"), ("License", "no")], "MIT"),
        ([("Classifier", "License :: OSI Approved :: MIT License")], "MIT License"),
        (
            [("Classifier", "License :: OSI Approved"), ("License", "Apache 2.0\nVersion 2.0")],
            "Apache 2.0",
        ),
        ([("License", "Permission is hereby granted, " * 9)], ""),
        ([("Name", "x")], ""),
    ],
)
def test_licence_of(fields: list[tuple[str, str]], licence: str) -> None:
    message = Message()
    for name, value in fields:
        message[name] = value
    assert licence_of(message) == licence


def test_the_list_in_the_repository_is_up_to_date() -> None:
    """After `make lock`, `make licences` is due."""
    text = third_party.TARGET.read_text(encoding="utf-8")
    listed = {
        Pinned(*line.strip("| ").split(" | ")[:2])
        for line in text.splitlines()
        if line.startswith("| ") and not line.startswith("| package ")
    }
    folder = third_party.CHECKOUT / "packaging" / "locks"
    locked = {
        package
        for name in third_party.LOCKS
        for package in pinned((folder / f"{name}.lock").read_text())
    }
    assert listed == locked


def test_table() -> None:
    assert table([(Pinned("x", "1"), "MIT")]).splitlines()[-1] == "| x | 1 | MIT |"
