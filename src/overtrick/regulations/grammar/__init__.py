"""The words allowed in rule files and event files, one class for each table."""
