"""Cutting documents into passages that keep their place on the page."""
