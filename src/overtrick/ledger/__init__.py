"""The book of an event: an append-only list of postings, in memory or on disk."""
