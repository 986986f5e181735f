"""Word to a player's browser: the draw is out, the match is in."""
