"""Whether the locked packages exist for this machine, so that no one finds out after minutes."""

from __future__ import annotations

import platform
import sys

from setup_steps.errors import SetupError

# What the wheels of PySide6_Essentials 6.11 and onnxruntime 1.32 in run.lock are built for.
OLDEST_GLIBC = {"x86_64": (2, 34), "aarch64": (2, 39)}
OLDEST_MACOS = 14


def ensure_fits() -> None:
    """Let a machine pass that the packages exist for.

    :raises SetupError: they do not; the message says what is needed.
    """
    libc, version = platform.libc_ver()
    reason = reason_against(
        sys.platform, platform.machine(), libc, version if libc else platform.mac_ver()[0]
    )
    if reason:
        raise SetupError(reason)


def reason_against(system: str, machine: str, libc: str, version: str) -> str:
    """Why Pincite cannot be set up on a machine, or an empty text.

    `system` is `sys.platform`; `version` that of the C library on Linux, of the system on macOS.
    """
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    if system == "linux":
        oldest = OLDEST_GLIBC.get(machine)
        if oldest is None or libc != "glibc" or numbers < oldest:
            return (
                "Pincite needs a Linux for x86-64 with glibc 2.34 or newer (Debian 12, Ubuntu "
                "22.04), or for 64-bit ARM with glibc 2.39 or newer (Debian 13, Ubuntu 24.04)."
            )
    if system == "darwin" and (machine != "arm64" or numbers < (OLDEST_MACOS,)):
        return "Pincite needs a Mac with Apple silicon and macOS 14 or newer."
    if system == "win32" and machine.lower() not in {"amd64", "x86_64"}:
        return "Pincite needs a 64-bit Windows for Intel or AMD processors."
    return ""
