"""Implementations of the ports: the only code that touches engines, file formats and the disk."""
