"""The durable book: the ledger on PostgreSQL and on SQLite, through one Django app."""
