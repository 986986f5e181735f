"""One server leads a book and others follow: a hall's laptop leads, the organisation's server shows it to the world."""
