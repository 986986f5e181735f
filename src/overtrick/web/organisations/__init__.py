"""Organisations: the owners of congresses and lists of people, their staff, and the addresses that belong to them."""
