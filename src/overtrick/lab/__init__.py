"""Whole events played by the rules, for rehearsals and for checking the program."""
