"""Who meets whom: every draw carries its reasons."""
