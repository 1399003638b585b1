"""What the system has to bring is installed where it may be, and told exactly where not."""

from __future__ import annotations

import re
import struct
import subprocess
import sys
from pathlib import Path

import PySide6
import pytest

from setup_steps.system_packages import (
    QT_LIBRARIES,
    TRY_TO_LOAD,
    Need,
    Rights,
    compiler_needs,
    install_command,
    library_needs,
    what_to_do,
)

NEEDS = [
    Need("library libxcb-cursor.so.0", "libxcb-cursor0"),
    Need("a C++ compiler", "g++"),
    Need("library libgthread-2.0.so.0", "libglib2.0-0"),
    Need("library libglib-2.0.so.0", "libglib2.0-0"),
]


def test_each_library_has_its_package() -> None:
    assert library_needs(["libxcb-cursor.so.0"]) == NEEDS[:1]


@pytest.mark.skipif(sys.platform != "linux", reason="names of Linux libraries")
def test_only_what_cannot_be_loaded_is_missing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", TRY_TO_LOAD, "libc.so.6", "libnothing-of-that-name.so.9"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "libnothing-of-that-name.so.9\n"


@pytest.mark.parametrize(
    ("present", "packages"),
    [
        ({"cc", "c++"}, []),
        ({"clang", "clang++"}, []),
        ({"gcc"}, ["g++"]),
        (set(), ["gcc", "g++"]),
    ],
)
def test_compilers(present: set[str], packages: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.delenv("CXX", raising=False)
    needs = compiler_needs(lambda name: name if name in present else None)
    assert [need.package for need in needs] == packages


@pytest.mark.parametrize(
    ("rights", "prefix"),
    [
        (Rights(has_apt=True, is_root=True, sudo=None), []),
        (Rights(has_apt=True, is_root=False, sudo="/usr/bin/sudo"), ["/usr/bin/sudo", "-n"]),
        (Rights(has_apt=True, is_root=False, sudo=None), None),
    ],
)
def test_installing_never_asks_for_a_password(rights: Rights, prefix: list[str] | None) -> None:
    assert rights.prefix() == prefix


def test_install_command_asks_nothing() -> None:
    command = install_command(["libegl1"], ["sudo", "-n"])
    assert command[:2] == ["sudo", "-n"]
    assert "DEBIAN_FRONTEND=noninteractive" in command
    assert "-y" in command
    assert command[-1] == "libegl1"


def test_a_person_is_given_the_exact_command() -> None:
    text = what_to_do(NEEDS, Rights(has_apt=True, is_root=False, sudo=None))
    assert text.splitlines()[-1] == (
        "  sudo apt-get update && sudo apt-get install --no-install-recommends "
        "g++ libglib2.0-0 libxcb-cursor0"
    )
    assert "a C++ compiler" in text


def test_without_apt_the_libraries_are_named() -> None:
    text = what_to_do(NEEDS, Rights(has_apt=False, is_root=True, sudo=None))
    assert "libxcb-cursor.so.0" in text
    assert "apt-get" not in text


@pytest.mark.skipif(sys.platform != "linux", reason="names of Linux libraries")
def test_the_list_covers_what_qt_names_as_needed() -> None:
    qt = Path(PySide6.__path__[0]) / "Qt"
    names = ("qxcb", "qwayland", "qoffscreen")
    plugins = [qt / f"plugins/platforms/lib{name}.so" for name in names]
    modules = [
        qt / f"lib/libQt6{name}.so.6"
        for name in ("Core", "Gui", "Widgets", "DBus", "Network", "Svg", "XcbQpa", "WaylandClient")
    ]
    needed = {name for file in plugins + modules for name in needed_libraries(file)}
    brought = {path.name for path in (qt / "lib").iterdir()}
    of_the_c_compiler = re.compile(r"lib(c|m|gcc_s|resolv|pthread|dl)\.so\.\d|ld-linux.*")
    left = {name for name in needed - brought if not of_the_c_compiler.fullmatch(name)}
    assert left - QT_LIBRARIES.keys() == set()
    assert "libxcb-cursor.so.0" in left


def needed_libraries(file: Path) -> list[str]:
    """The names in the NEEDED entries of a 64-bit little-endian ELF file."""
    data = file.read_bytes()
    (table,) = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    # (type, flags, offset, address, -, length) of each segment
    segments = [struct.unpack_from("<IIQQQQ", data, table + size * n) for n in range(count)]
    loads = [(address, offset) for kind, _, offset, address, _, _ in segments if kind == 1]
    start, length = next((s[2], s[5]) for s in segments if s[0] == 2)
    entries = list(struct.iter_unpack("<qQ", data[start : start + length]))
    entries = entries[: next(n for n, (tag, _) in enumerate(entries) if tag == 0)]
    strings_at = next(value for tag, value in entries if tag == 5)
    address, offset = max(load for load in loads if load[0] <= strings_at)
    strings = strings_at - address + offset
    starts = [strings + value for tag, value in entries if tag == 1]
    return [data[begin : data.index(b"\0", begin)].decode() for begin in starts]
