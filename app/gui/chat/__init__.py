"""The conversation: questions, the passages found for them, answers with citations, refusals."""
