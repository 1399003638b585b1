"""Joining the ranked lists of both arms."""
