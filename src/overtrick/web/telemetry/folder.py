"""The folder in which the processes of one server count their figures."""

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""What it is called in the environment; prometheus_client looks for it once, when it is imported."""
