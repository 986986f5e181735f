"""The rulebook: regulations as data, one folder a document. TOML only."""
