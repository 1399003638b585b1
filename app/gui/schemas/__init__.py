"""The form in which people make schemas: which fields are read out of documents."""
