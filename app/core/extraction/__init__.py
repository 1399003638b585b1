"""Fields out of documents: schemas, a model's output, and where the values stand."""
