"""Movements: where pairs sit and which boards they play. Make, read, check and print them."""
