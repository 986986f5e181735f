"""From the boards of a round to the lines of a ranking: results, and the scores of contestants."""
