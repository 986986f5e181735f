"""What the tests below `tests` and the examples below `src` have in common; see each module."""

pytest_plugins = ["clause_coverage", "parts", "needs", "tries", "last_lines"]
