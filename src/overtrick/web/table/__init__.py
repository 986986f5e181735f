"""The table: the page a player's phone opens from the table's code."""
