"""What the operating system has to bring: libraries for Qt, a font, a compiler, certificates.

Only what is missing is installed, and only where that may be done without a password. Otherwise
the user is told the exact command.
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import ssl
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from setup_steps.errors import SetupError
from setup_steps.processes import output_of, run, status_of

# What the xcb and wayland platform plugins of PySide6_Essentials 6.11 and the Qt modules in use
# name as NEEDED (readelf -d) and do not bring themselves, with the Debian package that has it.
QT_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libbrotlicommon.so.1": "libbrotli1",
    "libbrotlidec.so.1": "libbrotli1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libstdc++.so.6": "libstdc++6",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}

FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")
FONT_ENDINGS = {".ttf", ".otf", ".ttc", ".pfb"}

# Prints those of its arguments that cannot be loaded. A fresh process sees what was just installed.
TRY_TO_LOAD = """
import ctypes, sys
for name in sys.argv[1:]:
    try:
        ctypes.CDLL(name)
    except OSError:
        print(name)
"""


@dataclass(frozen=True, slots=True)
class Need:
    """Something missing: what it is in words, and the Debian package that has it."""

    what: str
    package: str


@dataclass(frozen=True, slots=True)
class Rights:
    """How packages can be installed here. `sudo` is None without it."""

    has_apt: bool
    is_root: bool
    sudo: str | None

    def prefix(self) -> list[str] | None:
        """What goes before a command that needs rights, or None when a person has to act."""
        if self.is_root:
            return []
        return [self.sudo, "-n"] if self.sudo else None


def library_needs(missing: Sequence[str]) -> list[Need]:
    """Needs for libraries that cannot be loaded."""
    return [Need(f"library {name}", QT_LIBRARIES[name]) for name in missing]


def compiler_needs(which: Callable[[str], str | None]) -> list[Need]:
    """Needs for a C and a C++ compiler."""
    needs = []
    if not (os.environ.get("CC") or any(map(which, ("cc", "gcc", "clang")))):
        needs.append(Need("a C compiler", "gcc"))
    if not (os.environ.get("CXX") or any(map(which, ("c++", "g++", "clang++")))):
        needs.append(Need("a C++ compiler", "g++"))
    return needs


def install_command(packages: Sequence[str], prefix: Sequence[str]) -> list[str]:
    """The command that installs Debian packages."""
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive"]
    options = ["-y", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=300"]
    return [*prefix, *quiet, "apt-get", "install", *options, *packages]


def what_to_do(needs: Sequence[Need], rights: Rights) -> str:
    """The message for a person who has to install packages."""
    things = "\n".join(f"  {need.what}" for need in needs)
    if not rights.has_apt:
        return (
            f"Pincite needs these on this machine:\n{things}\n"
            "Install them with the package manager of your system, then run the command again."
        )
    packages = shlex.join(sorted({need.package for need in needs}))
    sudo = "" if rights.is_root else "sudo "
    return (
        f"Pincite needs these on this machine, and may not install them itself:\n{things}\n"
        f"Run this, then run the command again:\n"
        f"  {sudo}apt-get update && {sudo}apt-get install --no-install-recommends {packages}"
    )


def ensure(with_compiler: bool) -> None:
    """Install what is missing, where that may be done.

    :raises SetupError: something is missing and a person has to install it.
    """
    if sys.platform != "linux":
        _ensure_compiler_elsewhere(with_compiler)
        return
    needs = _missing(with_compiler)
    if not needs:
        return
    rights = _rights()
    prefix = rights.prefix()
    if not rights.has_apt or prefix is None:
        raise SetupError(what_to_do(needs, rights))
    _install(sorted({need.package for need in needs}), prefix)
    remaining = _missing(with_compiler)
    if remaining:
        raise SetupError(what_to_do(remaining, rights))


def _missing(with_compiler: bool) -> list[Need]:
    needs = _python_needs()
    listed = output_of([sys.executable, "-c", TRY_TO_LOAD, *QT_LIBRARIES])
    needs += library_needs((listed or "").split())
    if not _has_fonts():
        needs.append(Need("a font", "fonts-dejavu-core"))
    if not _has_certificates():
        needs.append(Need("certificates for downloads", "ca-certificates"))
    if with_compiler:
        needs += compiler_needs(shutil.which)
    return needs


def _python_needs() -> list[Need]:
    # Debian's Python comes without the part that fills a virtual environment. A fresh process
    # is asked, since this one keeps what it once looked up.
    importlib.invalidate_caches()
    if importlib.util.find_spec("ensurepip") and importlib.util.find_spec("venv"):
        return []
    major, minor = sys.version_info[:2]
    return [Need("Python's module for virtual environments", f"python{major}.{minor}-venv")]


def _has_fonts() -> bool:
    folders = (Path(folder).expanduser() for folder in FONT_FOLDERS)
    return any(
        path.suffix.lower() in FONT_ENDINGS for folder in folders for path in folder.rglob("*.*")
    )


def _has_certificates() -> bool:
    paths = ssl.get_default_verify_paths()
    return bool(paths.cafile or (paths.capath and any(Path(paths.capath).iterdir())))


def _rights() -> Rights:
    sudo = shutil.which("sudo")
    passwordless = sudo is not None and output_of([sudo, "-n", "true"]) is not None
    return Rights(
        has_apt=shutil.which("apt-get") is not None,
        is_root=sys.platform != "win32" and os.geteuid() == 0,
        sudo=sudo if passwordless else None,
    )


def _install(packages: Sequence[str], prefix: Sequence[str]) -> None:
    print(f"Installing from your system's packages: {' '.join(packages)}", flush=True)
    command = install_command(packages, prefix)
    if status_of(command) == 0:
        return
    # A fresh machine has no package lists, and an old one has lists of what is gone.
    otherwise = "The packages above could not be installed. Look at the lines before this one."
    run([*prefix, "apt-get", "update"], otherwise)
    run(command, otherwise)


def _ensure_compiler_elsewhere(with_compiler: bool) -> None:
    if not with_compiler:
        return
    if sys.platform == "darwin" and compiler_needs(shutil.which):
        raise SetupError(
            "Pincite needs Apple's command line tools to compile its language engine. "
            "Run this, then run the command again:\n  xcode-select --install"
        )
