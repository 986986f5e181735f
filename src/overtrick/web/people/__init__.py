"""Persons over events: who played in which shown event as whom, kept beside the books and made again from them."""
