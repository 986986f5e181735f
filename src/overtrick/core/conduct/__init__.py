"""How an event is conducted: who may play, with what, by when, and what follows if not."""
