"""The folder in which the processes of one server store their metrics."""

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable that names it; prometheus_client reads it once, when it is imported."""
