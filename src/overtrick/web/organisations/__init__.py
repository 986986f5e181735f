"""Organisations: who owns congresses, people and what is said of them; who works for whom; whose an address is."""
