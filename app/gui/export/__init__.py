"""Reports as PDF, and asking where an export is to be saved."""
