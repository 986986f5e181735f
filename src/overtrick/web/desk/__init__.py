"""The desk: where officials run a congress."""
