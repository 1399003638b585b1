"""The repository holds what belongs to everyone: no one's folders, no index, no weights."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]

# A folder of the machine that something was written on, at the start of an absolute path.
MACHINE_PATH = re.compile(r"(?<![\w.~$}\-/])/(?:work|root|tmp|home|Users|mnt|opt|var/folders)/\w")

# The address of a package index, or an option that names one. Locks must work with any index.
INDEX_ADDRESS = re.compile(
    r"pypi\.org|pythonhosted\.org|(?<!emit)-(?:extra-)?index-url|/simple\b", re.IGNORECASE
)

# Larger things than a drawing or a picture of the window do not belong into git.
MOST_BYTES = 2_000_000
WEIGHTS = {".gguf", ".onnx", ".safetensors", ".bin", ".pdf"}


# What tools make in a checkout; .gitignore names them too.
MADE_BY_TOOLS = {"build", "dist", "__pycache__"}


def _tracked() -> list[Path]:
    """The files of the repository: those that git knows, or, where there is no git, all that no
    tool has made."""
    if shutil.which("git") and (REPOSITORY / ".git").exists():
        # A checkout that belongs to someone else, as in a container, is read all the same.
        command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
        done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, check=True)
        paths = [REPOSITORY / name for name in done.stdout.decode().split("\0") if name]
    else:
        paths = [path for path in REPOSITORY.rglob("*") if not _made(path)]
    found = [path for path in paths if path.is_file()]
    assert found
    return found


def _made(path: Path) -> bool:
    parts = path.relative_to(REPOSITORY).parts
    return any(part in MADE_BY_TOOLS or part.startswith(".") for part in parts)


def _lines(pattern: re.Pattern[str]) -> list[str]:
    """Places in tracked text files where a pattern occurs, this file left out."""
    found = []
    for path in _tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if path != Path(__file__):
            found += [
                f"{path.relative_to(REPOSITORY)}:{number}: {line.strip()}"
                for number, line in enumerate(text.splitlines(), start=1)
                if pattern.search(line)
            ]
    return found


def test_no_machine_path() -> None:
    assert _lines(MACHINE_PATH) == []


def test_no_index_address() -> None:
    assert _lines(INDEX_ADDRESS) == []


def test_no_weights_and_no_documents_of_others() -> None:
    assert [str(path) for path in _tracked() if path.suffix in WEIGHTS] == []
    assert [str(path) for path in _tracked() if path.stat().st_size > MOST_BYTES] == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("open('/tmp/x')", True),
        ("see /home/ada/notes", True),
        ("PATH=/root/bin", True),
        ("https://example.org/home/x", False),
        ("$HOME/tmp/x", False),
        ("a/work/b", False),
        ("~/.cache/opt/x", False),
    ],
)
def test_what_counts_as_a_machine_path(line: str, found: bool) -> None:
    assert bool(MACHINE_PATH.search(line)) is found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("https://pypi.org/simple", True),
        ("--index-url http://x", True),
        ("--extra-index-url=x", True),
        ("uv pip compile --no-emit-index-url", False),
        ("pypika==0.51.1", False),
    ],
)
def test_what_counts_as_an_index_address(line: str, found: bool) -> None:
    assert bool(INDEX_ADDRESS.search(line)) is found
