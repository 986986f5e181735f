"""The pages of the desk. What they show is arranged in pure modules beside them."""
