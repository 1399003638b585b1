"""What can go wrong while setting up, told to the user."""

from __future__ import annotations


class SetupError(Exception):
    """A step cannot be done. The message is what the user reads: what happened, what to do."""
