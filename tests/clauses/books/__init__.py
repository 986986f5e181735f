"""A second layer of vectors, on books: what an event feeds its rules, worked out again from the postings alone."""
