"""Ways to play a stage: the draws, each contestant's record for the standings, and who goes on."""
