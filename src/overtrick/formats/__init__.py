"""Bytes in and out: results as the files in real use hold them."""
