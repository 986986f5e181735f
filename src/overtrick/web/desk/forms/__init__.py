"""The forms of the desk: each asks for what one act needs, and makes the act."""
