"""Players across events: who played in which public event. The data is derived from the books and can be rebuilt."""
