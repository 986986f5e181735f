"""Rules and events in plain English, with their citations."""
