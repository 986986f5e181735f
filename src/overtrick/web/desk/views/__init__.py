"""The views of the desk. Pure modules beside this package arrange what they show."""
