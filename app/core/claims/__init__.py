"""The claim filter: which passages are of another scope than the question."""
