"""What stands in the middle until there is something to ask."""
