"""The directions of imports, as DESIGN draws them and pyproject.toml states them."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
CORE = REPOSITORY / "app" / "core"

# The core is pure: it may use the standard library where that touches nothing, and these.
CORE_MAY_IMPORT = sys.stdlib_module_names | {"app", "numpy", "pydantic"}
IMPURE = {"asyncio", "http", "multiprocessing", "os", "shutil", "socket", "sqlite3", "subprocess"}

ENGINES = ("chromadb", "llama_cpp", "onnxruntime", "pymupdf", "tokenizers", "xlsxwriter")

RUN_CONTRACTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def _python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)


def test_contracts() -> None:
    done = _python(RUN_CONTRACTS, "--no-cache")
    assert done.returncode == 0, done.stdout + done.stderr


def _loaded_by(module: str) -> set[str]:
    """The top-level names of the modules that are loaded once `module` is imported."""
    done = _python(f"import sys, {module}; print(*{{m.partition('.')[0] for m in sys.modules}})")
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


@pytest.mark.parametrize("module", ["app.bootstrap", "app.cli", "app.__main__"])
def test_the_command_line_loads_no_qt(module: str) -> None:
    assert _loaded_by(module) & {"PySide6", "shiboken6"} == set()


@pytest.mark.parametrize("module", ["app.bootstrap", "app.cli", "app.__main__"])
def test_engines_are_loaded_where_they_are_used(module: str) -> None:
    assert _loaded_by(module) & set(ENGINES) == set()


def _imported_names(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module.partition(".")[0])
    return found


@pytest.mark.parametrize("file", sorted(CORE.rglob("*.py")), ids=lambda f: str(f.relative_to(CORE)))
def test_the_core_is_pure(file: Path) -> None:
    assert _imported_names(file) - (CORE_MAY_IMPORT - IMPURE) == set()
