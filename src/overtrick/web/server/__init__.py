"""Serving: every process answers with pages and the live stream on one origin."""
