"""An event as its regulation plans it: stages, how each is played, scored and ranked, and what binds it."""
