"""From the boards of a round to the lines of a ranking: what was played, and what each contestant made of it."""
