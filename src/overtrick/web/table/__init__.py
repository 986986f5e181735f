"""The table: the page that a player's phone opens from the table's code."""
