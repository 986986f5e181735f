"""Double dummy: the tricks that each seat can take in each strain with all four hands in view, solved once per deal."""
