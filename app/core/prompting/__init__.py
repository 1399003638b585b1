"""What the model is told, and the form that its answer must have."""
