"""Where pairs sit and which boards they play: movements made, read, proved and printed."""
