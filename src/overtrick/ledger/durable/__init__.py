"""The durable book: the ledger's port on PostgreSQL and on SQLite, through one Django app."""
