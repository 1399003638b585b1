"""The machine that was measured on, for the report."""

from __future__ import annotations

import hashlib
import os
import platform
import re
from importlib import metadata
from pathlib import Path

from app import __version__

PACKAGE = Path(__file__).resolve().parent.parent
"""The folder of Pincite's own source."""

# What decides how fast Pincite is.
PACKAGES = (
    "PySide6_Essentials",
    "chromadb",
    "llama-cpp-python",
    "numpy",
    "onnxruntime",
    "pymupdf",
    "tokenizers",
)


def machine_record() -> dict[str, object]:
    """Processor, cores, memory, system, and versions."""
    return {
        "processor": _processor(),
        "cores": _cores(),
        "memory_gb": _memory_gb(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "pincite": __version__,
        "versions": {name: version for name in PACKAGES if (version := _version(name))},
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        found = re.search(r"^model name\s*:\s*(.+)$", info.read_text(), re.MULTILINE)
        if found:
            return found[1]
    return platform.processor() or platform.machine()


def _cores() -> int:
    """Logical processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _memory_gb() -> float | None:
    if not hasattr(os, "sysconf"):
        return None
    return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9, 1)


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def program_fingerprint(package: Path = PACKAGE) -> str:
    """Version, and a hash of the source that decides what is found and answered, where the source
    is there: rows of a run are joined only if one program made them."""
    sources = sorted(
        path
        for name in ("core", "services", "adapters")
        for path in package.glob(f"{name}/**/*.py")
    )
    digest = hashlib.sha256()
    for path in sources:
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return f"{__version__} {digest.hexdigest()[:12]}"
