"""What the product answers to each kind of vector: one module a document and subject."""
