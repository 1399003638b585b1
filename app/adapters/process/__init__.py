"""Child processes that may crash or hang without harm to the program, and how to talk to them."""
