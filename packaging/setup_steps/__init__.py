"""The steps of the set-up, each of which can be interrupted and run again."""
