"""Markers, quotes and the validation that stands between a model and the page."""
