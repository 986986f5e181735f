"""The game and its tournaments: pure, standard library only, no clock, no dice, no files."""
