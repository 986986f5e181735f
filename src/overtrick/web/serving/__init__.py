"""Serving: pages and the live stream on one origin, out of each process."""
