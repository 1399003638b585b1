"""The only threads of the window: lanes that run services and re-emit their events as signals."""
