"""Which instructions llama.cpp may use on this machine, as a level with its compiler switches.

The compiler's own "native" is not used: a wheel would then work on no other machine of its cache.
"""

from __future__ import annotations

import ctypes
import platform
import sys
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path

from setup_steps.processes import output_of


class Level(StrEnum):
    """From the most to the least that a processor can do. `OTHER` is not x86."""

    AVX512 = "avx512"
    AVX2 = "avx2"
    BASELINE = "baseline"
    OTHER = "other"


# Names of /proc/cpuinfo.
AVX2_FLAGS = frozenset({"avx", "avx2", "fma", "f16c", "bmi2"})
AVX512_FLAGS = AVX2_FLAGS | {
    "avx512f",
    "avx512cd",
    "avx512bw",
    "avx512dq",
    "avx512vl",
    "avx512vbmi",
    "avx512_vnni",
}

# macOS has its own names for the same flags.
MAC_NAMES = {"avx1.0": "avx", "avx512vnni": "avx512_vnni"}

# IsProcessorFeaturePresent of Windows tells only this much.
WINDOWS_AVX2 = 40

# Without these, CMake would decide by the machine, or link libraries that users may not have.
ALWAYS = {
    "GGML_NATIVE": "OFF",
    "GGML_OPENMP": "OFF",
    "GGML_CCACHE": "OFF",
    "LLAVA_BUILD": "OFF",
}

AVX2_SWITCHES = ("GGML_AVX", "GGML_AVX2", "GGML_FMA", "GGML_F16C", "GGML_BMI2")
AVX512_SWITCHES = ("GGML_AVX512", "GGML_AVX512_VBMI", "GGML_AVX512_VNNI")


def level_for(flags: Iterable[str]) -> Level:
    """The best level of an x86 processor with these flags."""
    names = {MAC_NAMES.get(flag.lower(), flag.lower()) for flag in flags}
    if names >= AVX512_FLAGS:
        return Level.AVX512
    if names >= AVX2_FLAGS:
        return Level.AVX2
    return Level.BASELINE


def switches(level: Level) -> dict[str, str]:
    """CMake definitions for a level."""
    if level is Level.OTHER:
        return dict(ALWAYS)
    avx2 = "OFF" if level is Level.BASELINE else "ON"
    chosen = {**ALWAYS, "GGML_SSE42": "ON", **dict.fromkeys(AVX2_SWITCHES, avx2)}
    if level is Level.AVX512:
        chosen.update(dict.fromkeys(AVX512_SWITCHES, "ON"))
    return chosen


def flags_in_cpuinfo(text: str) -> set[str]:
    """The flags that all processors of a /proc/cpuinfo have."""
    lines = [
        set(line.partition(":")[2].split())
        for line in text.splitlines()
        if line.partition(":")[0].strip() == "flags"
    ]
    return set.intersection(*lines) if lines else set()


def this_level() -> Level:
    """The level of this machine."""
    if platform.machine().lower() not in {"x86_64", "amd64", "i686", "x86"}:
        return Level.OTHER
    return level_for(_flags_of_this_machine())


def _flags_of_this_machine() -> set[str]:
    if sys.platform == "win32":
        avx2 = ctypes.windll.kernel32.IsProcessorFeaturePresent(WINDOWS_AVX2)
        return set(AVX2_FLAGS) if avx2 else set()
    if sys.platform == "darwin":
        names = ("machdep.cpu.features", "machdep.cpu.leaf7_features")
        return {
            flag for name in names for flag in (output_of(["sysctl", "-n", name]) or "").split()
        }
    try:
        return flags_in_cpuinfo(Path("/proc/cpuinfo").read_text())
    except OSError:
        return set()
