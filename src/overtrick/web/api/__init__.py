"""The API: what the pages show, for programs."""
