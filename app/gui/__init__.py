"""The window: main window and panels. It draws and reacts to gestures; it holds no logic."""
