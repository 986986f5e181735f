"""From the rulebook's texts to rules: editions, readers, and the library that has every rule by name."""
