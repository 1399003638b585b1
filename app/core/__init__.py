"""The pure part: values, rules and ports. Standard library, numpy and pydantic only."""
