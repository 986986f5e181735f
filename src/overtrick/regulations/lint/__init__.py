"""What is wrong or silent in the regulations themselves, what is proved, and how a text may be read otherwise."""
