"""The plan of an event from its regulations: how each stage is played, scored and ranked, and its other rules."""
