"""Double dummy at the server: each deal solved once, in the background, and kept in the database."""
