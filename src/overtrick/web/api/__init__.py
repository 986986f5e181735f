"""The API: for programs, what the pages show to people."""
