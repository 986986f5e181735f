"""An event: its plan, the acts in its book, and the state and results that follow from them."""
