"""Duplicate-bridge events run to the letter of their written regulations."""
