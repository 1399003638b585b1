"""Writes resources/licences/THIRD-PARTY.md: what the program is built on, and under which licence.

Reads the lock files for names and versions, and the metadata of the packages installed in .venv
for their licences. Run it with `make licences` after `make lock`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from email.message import Message
from importlib import metadata
from pathlib import Path

from packaging.markers import Marker

CHECKOUT = Path(__file__).resolve().parent.parent
LOCKS = ("run", "llama")
TARGET = CHECKOUT / "resources" / "licences" / "THIRD-PARTY.md"

# The systems and Pythons that the program runs on.
MACHINES = [
    {"sys_platform": platform, "os_name": "nt" if platform == "win32" else "posix",
     "python_version": version, "python_full_version": f"{version}.0",
     "platform_machine": "x86_64", "platform_python_implementation": "CPython"}
    for platform in ("linux", "darwin", "win32")
    for version in ("3.11", "3.12", "3.13")
]  # fmt: skip

# Packages that are not installed on every system, by what their own pages say.
KNOWN = {"colorama": "BSD-3-Clause"}

# What packages carry inside, by the licence files that they bring.
INSIDE = """\
- PySide6_Essentials and shiboken6 carry the Qt libraries, which may be replaced by the user's own
  build of the same version, as the LGPL-3.0 asks for.
- pymupdf carries MuPDF (AGPL-3.0), which makes Pincite as a whole AGPL-3.0-or-later.
- llama-cpp-python carries llama.cpp and ggml (MIT).
- onnxruntime, numpy, grpcio and chromadb carry further parts, listed in the licence files that
  each installs beside its metadata.
- Models are fetched by the user and are not part of Pincite; `models/manifest.json` names the
  licence of each, and the program shows it before a download."""

INTRODUCTION = """\
# Third-party software

Pincite itself is under the AGPL-3.0-or-later (see LICENSE). It is built on the packages below,
each under its own licence. Their licence texts are installed with them, in the `.dist-info`
folder of each.

This list is made from `packaging/locks` by `make licences`.
"""

_PIN = re.compile(r"^([\w.-]+)==([\w.+]+)(?: ; (.*?))?(?: \\)?$", re.MULTILINE)

# A licence text in the field for its name says nothing shorter in its first line.
LONGEST_NAME = 80


@dataclass(frozen=True, slots=True, order=True)
class Pinned:
    """A package of a lock file."""

    name: str
    version: str


def pinned(lock: str) -> list[Pinned]:
    """The packages of a lock file that are installed on any of the machines."""
    return [
        Pinned(name, version)
        for name, version, marker in _PIN.findall(lock)
        if not marker or any(Marker(marker).evaluate(machine) for machine in MACHINES)
    ]


def licence_of(fields: Message) -> str:
    """The licence that the metadata of a package states: an SPDX expression, else a classifier,
    else the first line of the free text. Empty when it states none."""
    expression = fields.get("License-Expression")
    if expression:
        return str(expression)
    classifiers = [
        str(text).rpartition(" :: ")[2]
        for text in fields.get_all("Classifier", [])
        if str(text).startswith("License ::") and " :: " in str(text)
    ]
    classifiers = [text for text in classifiers if text != "OSI Approved"]
    if classifiers:
        return " / ".join(classifiers)
    first_line = str(fields.get("License", "")).strip().partition("\n")[0]
    return first_line if len(first_line) <= LONGEST_NAME else ""


def table(rows: Iterable[tuple[Pinned, str]]) -> str:
    """The list as Markdown."""
    lines = [f"| {package.name} | {package.version} | {licence} |" for package, licence in rows]
    return "\n".join(["| package | version | licence |", "|---|---|---|", *lines])


def main() -> int:
    """Write the list; 1 when the licence of a package is not known."""
    packages = sorted(
        {
            package
            for name in LOCKS
            for package in pinned((CHECKOUT / f"packaging/locks/{name}.lock").read_text())
        }
    )
    rows = [(package, _licence(package.name)) for package in packages]
    unknown = [package.name for package, licence in rows if not licence]
    if unknown:
        print(f"No licence is known for: {', '.join(unknown)}.", file=sys.stderr)
        return 1
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    text = f"{INTRODUCTION}\n{table(rows)}\n\n## What packages carry inside\n\n{INSIDE}\n"
    TARGET.write_text(text, encoding="utf-8")
    return 0


def _licence(name: str) -> str:
    try:
        # The standard library calls it PackageMessage and gives a Message.
        fields = metadata.distribution(name).metadata
    except metadata.PackageNotFoundError:
        return KNOWN.get(name, "")
    return licence_of(fields)  # type: ignore[arg-type]


if __name__ == "__main__":
    sys.exit(main())
