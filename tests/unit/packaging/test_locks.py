"""The locks pin and hash everything, fit the project file, and name no address."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from setup_steps.places import here

LOCKS = ("run", "build", "dev", "llama")

PROJECT = tomllib.loads((here().checkout / "pyproject.toml").read_text(encoding="utf-8"))


def _lock(name: str) -> str:
    return here().lock(name).read_text(encoding="utf-8")


def _direct(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith(("#", "-"))]


@pytest.mark.parametrize("name", LOCKS)
def test_only_names_versions_and_hashes(name: str) -> None:
    pin = re.compile(r"[a-z0-9._-]+==[\w.+]+( ; [^\\]+)? \\")
    digest = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")
    lines = _lock(name).splitlines()
    assert lines
    assert [x for x in lines if not pin.fullmatch(x) and not digest.fullmatch(x)] == []


@pytest.mark.parametrize("requirement", PROJECT["project"]["dependencies"])
def test_each_dependency_is_bounded_and_locked(requirement: str) -> None:
    name = re.split(r"[<>=]", requirement, maxsplit=1)[0]
    assert "==" in requirement or "<" in requirement
    locked = _lock("run") + _lock("llama")
    assert re.search(rf"^{re.escape(name.lower().replace('_', '-'))}==", locked, re.MULTILINE)


@pytest.mark.parametrize("name", ["build", "dev", "llama"])
def test_each_tool_is_bounded(name: str) -> None:
    inputs = _direct(here().lock(name).with_suffix(".in"))
    assert inputs
    assert [line for line in inputs if "<" not in line and "==" not in line] == []


def test_the_language_engine_has_one_version() -> None:
    pins = [x for x in PROJECT["project"]["dependencies"] if x.startswith("llama-cpp-python")]
    assert pins == _direct(here().lock("llama").with_suffix(".in"))


def test_tools_and_program_agree_on_shared_packages() -> None:
    versions = re.compile(r"^([a-z0-9._-]+)==(\S+)", re.MULTILINE)
    run, dev = dict(versions.findall(_lock("run"))), dict(versions.findall(_lock("dev")))
    assert {name: dev[name] for name in dev.keys() & run.keys()} == {
        name: run[name] for name in dev.keys() & run.keys()
    }
