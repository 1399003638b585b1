"""The words Pincite thinks in: documents, pages, chunks, evidence, answers."""
