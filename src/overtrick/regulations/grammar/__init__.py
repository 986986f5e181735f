"""The words that may stand in rule files and event files, one class a table."""
