"""Double dummy: the tricks each seat can take in each strain when everybody sees all cards, once for each deal."""
