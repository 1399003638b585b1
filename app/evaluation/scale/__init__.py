"""Libraries of any size, made up without PDFs and without a model, to measure search on."""
