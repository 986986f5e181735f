"""Monitoring of the server: logs, health checks, metrics and traces."""
