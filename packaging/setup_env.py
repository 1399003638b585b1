"""Sets Pincite up on this machine, then starts it or runs its checks.

`python3 packaging/setup_env.py run` is what `make run` calls, and works where there is no make.
Needs nothing but Python itself. The steps are in setup_steps; this file only makes sure that
they can be read, so it keeps to what an old Python understands.
"""

import sys

OLDEST = (3, 11)
NEWEST = (3, 13)


def refusal(version: "tuple[int, int]") -> str:
    """The sentence for a Python that does not fit, or an empty text. `version`: (major, minor)."""
    if OLDEST <= tuple(version) <= NEWEST:
        return ""
    return (
        "Pincite needs Python 3.11, 3.12 or 3.13, and this is Python {}.{}. "
        "Install one of them (on Debian and Ubuntu: sudo apt-get install python3.11 "
        "python3.11-venv; on macOS and Windows: from python.org), then run the command again, "
        "if need be as: make run PYTHON=python3.11".format(*version)
    )


if __name__ == "__main__":
    sentence = refusal(sys.version_info[:2])
    if sentence:
        sys.exit(sentence)

    from setup_steps.commands import main

    sys.exit(main(sys.argv[1:]))
