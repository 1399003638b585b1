"""The level of a processor decides which instructions the language engine may use."""

from __future__ import annotations

import pytest

from setup_steps.cpu import AVX2_FLAGS, AVX512_FLAGS, Level, flags_in_cpuinfo, level_for, switches


@pytest.mark.parametrize(
    ("flags", "level"),
    [
        (AVX512_FLAGS, Level.AVX512),
        (AVX512_FLAGS | {"sse4_2", "amx_tile"}, Level.AVX512),
        (AVX512_FLAGS - {"avx512_vnni"}, Level.AVX2),
        (AVX2_FLAGS, Level.AVX2),
        (AVX2_FLAGS - {"bmi2"}, Level.BASELINE),
        ({"avx", "sse4_2"}, Level.BASELINE),
        (set(), Level.BASELINE),
        ({"AVX1.0", "AVX2", "FMA", "F16C", "BMI2"}, Level.AVX2),
    ],
)
def test_level(flags: set[str], level: Level) -> None:
    assert level_for(flags) is level


def test_only_what_all_processors_can_do_counts() -> None:
    text = "processor\t: 0\nflags\t\t: avx avx2 fma\n\nprocessor\t: 1\nflags\t\t: avx fma\n"
    assert flags_in_cpuinfo(text) == {"avx", "fma"}


def test_cpuinfo_without_flags() -> None:
    assert flags_in_cpuinfo("Features\t: fp asimd\nvmx flags\t: vnmi\n") == set()


@pytest.mark.parametrize("level", list(Level))
def test_never_compiled_for_this_machine_only(level: Level) -> None:
    assert switches(level)["GGML_NATIVE"] == "OFF"
    assert switches(level)["GGML_OPENMP"] == "OFF"


@pytest.mark.parametrize(
    ("level", "avx2", "avx512"),
    [
        (Level.AVX512, "ON", "ON"),
        (Level.AVX2, "ON", None),
        (Level.BASELINE, "OFF", None),
        (Level.OTHER, None, None),
    ],
)
def test_switches(level: Level, avx2: str | None, avx512: str | None) -> None:
    chosen = switches(level)
    for name in ("GGML_AVX", "GGML_AVX2", "GGML_FMA", "GGML_F16C", "GGML_BMI2"):
        assert chosen.get(name) == avx2
    for name in ("GGML_AVX512", "GGML_AVX512_VBMI", "GGML_AVX512_VNNI"):
        assert chosen.get(name) == avx512
