"""What all panels share: tokens, theme, icons, widgets, announcements and number formats."""
