"""Private (P1 to P3): without a network everything works, no process opens a socket to one, all
files are the user's alone, and no log holds text, a question, or a path outside the library."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.pdfs import PdfPage, make_pdf

REPOSITORY = Path(__file__).resolve().parents[2]
SECONDS = 300

ModelPaths = Callable[[str], tuple[Path, ...]]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it needs Linux's namespaces")

# Each stands in another place, and is a word that nothing else is like.
TEXT, SCANNED, TITLE, FOLDER, NAME, ASKED = (
    "quizzaciously",
    "WOBBLEGONG",
    "vortexing",
    "jambalaya",
    "xylophonist",
    "flumadiddle",
)
QUESTION = f"Who keeps the {ASKED} beacon of the harbour?"

# Where libraries tell nobody of themselves, so that it would not be seen.
BUILD_SERVERS = ("CI", "TF_BUILD", "GITHUB_ACTIONS", "GITLAB_CI", "TRAVIS", "JENKINS_URL")

LOOSE = ("sh", "-c", 'umask 022 && exec "$0" "$@"')
"""Put before a command whose new files others may read, unless it sees to that itself."""

# In every process of Python that is started: notes each socket of the internet, and logs whatever
# anybody logs, each process to a file of its own.
EVERYWHERE = """
import logging, os, sys

notes = os.environ["PINCITE_TEST_NOTES"]

def watch(event, arguments):
    if event == "socket.__new__":
        family = int(arguments[1])
        if family in (2, 10):
            with open(os.path.join(notes, "sockets"), "a") as file:
                file.write(f"{os.getpid()} family {family}\\n")
    elif event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostbyname"):
        address = arguments[-1] if event != "socket.getaddrinfo" else arguments[0]
        if not isinstance(address, (str, bytes)) or event.startswith("socket.get"):
            with open(os.path.join(notes, "sockets"), "a") as file:
                file.write(f"{os.getpid()} {event} {address}\\n")

sys.addaudithook(watch)
handler = logging.FileHandler(os.path.join(notes, f"log-{os.getpid()}"), delay=True)
handler.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))
root = logging.getLogger()
root.addHandler(handler)
root.setLevel(logging.DEBUG)
"""


@dataclass(frozen=True, slots=True)
class Job:
    """A main job that was done: where, and what it said."""

    library: Path
    notes: Path
    config: Path
    said: dict[str, Any]
    trace: str

    @property
    def home(self) -> Path:
        """The user's home."""
        return self.library.with_name("home")

    def logs(self) -> str:
        """All that any process logged, and the library's own log."""
        files = [*self.notes.glob("log-*"), *(self.library / "logs").glob("*")]
        return "\n".join(file.read_text(errors="replace") for file in files)


def _can(*command: str) -> bool:
    try:
        done = subprocess.run(command, capture_output=True, timeout=20, check=False)
    except OSError:
        return False
    return done.returncode == 0


def _no_network() -> Sequence[str]:
    """What is put before a command to take the network away; not even the loopback is up then."""
    for options in (("-n",), ("-r", "-n")):
        if _can("unshare", *options, "true"):
            return ("unshare", *options)
    pytest.skip("this user may not make a network namespace")


@pytest.fixture(scope="module")
def job(tmp_path_factory: pytest.TempPathFactory, models_dir: Path, model_paths: ModelPaths) -> Job:
    """The main job, done once without a network and with everything written down."""
    for model in ("embedder", "tiny", "ocr"):
        model_paths(model)
    folder = tmp_path_factory.mktemp("private")
    pdfs, notes, hook = (folder / name for name in (FOLDER, "notes", "hook"))
    for made in (pdfs, notes, hook):
        made.mkdir()
    make_pdf(
        pdfs / f"{NAME}.pdf",
        [f"The beacon of the harbour is kept {TEXT} by two keepers each night of the year."],
        title=f"The {TITLE} report",
    )
    scan = PdfPage(f"The {SCANNED} swims in the harbour", scanned=True, font_size=16)
    make_pdf(pdfs / f"{NAME}-scan.pdf", [scan], title=f"The {TITLE} scan")
    (hook / "sitecustomize.py").write_text(EVERYWHERE)
    environment = {
        **{name: value for name, value in os.environ.items() if name not in BUILD_SERVERS},
        "HOME": str(folder / "home"),
        "XDG_CACHE_HOME": str(folder / "home" / "cache"),
        "XDG_DATA_HOME": str(folder / "home" / "data"),
        "PYTHONPATH": f"{hook}{os.pathsep}{REPOSITORY}",
        "PINCITE_TEST_NOTES": str(notes),
        "PINCITE_MODELS": str(models_dir),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "QT_QPA_PLATFORM": "offscreen",
    }
    environment.pop("PYTEST_CURRENT_TEST", None)
    trace = folder / "trace"
    command = [sys.executable, "-m", "tests.private_job", str(folder / "library"), str(pdfs)]
    done = subprocess.run(
        [*LOOSE, *_no_network(), *_traced(trace), *command, QUESTION],
        cwd=REPOSITORY,
        env=environment,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    calls = trace.read_text(errors="replace") if trace.exists() else ""
    said = json.loads(done.stdout)
    return Job(folder / "library", notes, folder / "config", said, calls)


def _traced(trace: Path) -> Sequence[str]:
    """What is put before a command to have its calls to the network written down, and those of
    all that it starts; nothing where that cannot be."""
    command = ("strace", "-f", "-qq", "--seccomp-bpf", "-e", "trace=network", "-o", str(trace))
    return command if shutil.which("strace") and _can(*command, "true") else ()


def test_the_main_job_works_without_a_network(job: Job) -> None:
    said = dict(job.said)
    assert said.pop("drawn") > 100
    assert said.pop("reason") != "model_unavailable"
    assert said.pop("answered") in ("answered", "refused")
    assert said == {
        "added": 2,
        "without_meaning": "",
        "kinds": ["ocr"],
        "passages": 2,
        "degraded": [],
        "window": "Pincite",
        "erased": "EraseFinished",
    }


def test_no_process_opens_a_socket_of_the_internet(job: Job) -> None:
    """As Python itself reports it, in every process."""
    assert list(job.notes.glob("log-*"))  # so the watcher was there
    noted = job.notes / "sockets"
    assert not noted.exists(), noted.read_text()


def test_nor_does_any_library_behind_pythons_back(job: Job) -> None:
    """As the system reports it."""
    if not job.trace:
        pytest.skip("strace is not here, or may not watch")
    assert "socketpair(AF_UNIX" in job.trace  # as between our own processes, so it was watched
    calls = set(re.findall(r"\bsocket\((\w+)", job.trace))
    assert calls <= {"AF_UNIX", "AF_LOCAL"}
    assert not re.search(r"AF_INET|AF_NETLINK|AF_PACKET", job.trace)


def test_nothing_is_left_anywhere_else(job: Job) -> None:
    """Such as an id by which a library knows the computer again."""
    left = {path.relative_to(job.home).parts[:3] for path in job.home.rglob("*") if path.is_file()}
    assert {parts for parts in left if "fontconfig" not in parts} == set()


def test_all_files_are_the_users_alone(job: Job) -> None:
    files = list(job.library.rglob("*"))
    names = {path.name for path in files}
    assert {"library.db", "vectors", "chroma.sqlite3", "pincite.log", "logs"} - names <= {
        "pincite.log"
    }
    modes = {
        path.relative_to(job.library.parent): oct(stat.S_IMODE(path.stat().st_mode))
        for path in [job.library, *files]
        if stat.S_IMODE(path.stat().st_mode) != (0o700 if path.is_dir() else 0o600)
    }
    assert modes == {}


def test_settings_are_the_users_alone(job: Job) -> None:
    for path in job.config.rglob("*"):
        if path.is_file():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name


@pytest.mark.parametrize("word", [TEXT, SCANNED, TITLE, FOLDER, NAME, ASKED, "harbour", "beacon"])
def test_no_log_holds_text_questions_or_names(job: Job, word: str) -> None:
    """Not even what is logged for those who look for faults, by any library in any process."""
    lines = [line for line in job.logs().splitlines() if word.lower() in line.lower()]
    assert lines == []
