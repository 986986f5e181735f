"""The faces people touch in a browser: the desk, the table, the room, and the API beside them."""
