"""Use cases over ports. Each is a synchronous generator of typed, frozen events."""
