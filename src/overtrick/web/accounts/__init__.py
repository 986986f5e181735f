"""Accounts of officials: signing in and out, and the first run of an installation."""
