"""A machine that the locked packages do not exist for is told so at once."""

from __future__ import annotations

import pytest

from setup_steps.machine import ensure_fits, reason_against


@pytest.mark.parametrize(
    ("machine", "needs"),
    [
        (("linux", "x86_64", "glibc", "2.36"), ""),
        (("linux", "x86_64", "glibc", "2.34"), ""),
        (("linux", "x86_64", "glibc", "2.31"), "glibc 2.34"),
        (("linux", "x86_64", "", ""), "glibc 2.34"),
        (("linux", "aarch64", "glibc", "2.36"), "glibc 2.39"),
        (("linux", "aarch64", "glibc", "2.41"), ""),
        (("linux", "riscv64", "glibc", "2.41"), "x86-64"),
        (("darwin", "arm64", "", "14.0"), ""),
        (("darwin", "arm64", "", "13.6.1"), "macOS 14"),
        (("darwin", "x86_64", "", "15.1"), "Apple silicon"),
        (("win32", "AMD64", "", ""), ""),
        (("win32", "ARM64", "", ""), "Windows"),
    ],
)
def test_reason_against(machine: tuple[str, str, str, str], needs: str) -> None:
    reason = reason_against(*machine)
    assert (needs in reason) if needs else (reason == "")


def test_a_machine_that_runs_the_tests_fits() -> None:
    ensure_fits()
