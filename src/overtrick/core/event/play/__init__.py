"""Ways to play a stage: who is drawn against whom, what each brings to the standings, and who goes on."""
