"""What leaves the program: answers and conversations as text, extracted fields as tables."""
