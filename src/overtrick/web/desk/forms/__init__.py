"""Forms of the desk: each asks for what one act needs, and makes it."""
