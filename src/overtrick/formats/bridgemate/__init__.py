"""Files of Bridgemates and of what speaks like them: Jet databases, their tables, and what those say of a session."""
