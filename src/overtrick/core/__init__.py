"""The game and its tournaments as pure functions: standard library only, no clock, no randomness, no files."""
