"""Double-dummy analysis on the server: each deal is solved once, in the background, and stored in the database."""
