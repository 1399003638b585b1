"""What cited passages say for a claim."""
