"""The web interfaces: the desk, the table, the public pages, and the API."""
