"""The Laws of Duplicate Bridge 2017, as far as they make numbers."""
