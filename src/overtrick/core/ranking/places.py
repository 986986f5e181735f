"""The unit of figures that are places."""

from overtrick.core.provenance import Unit

PLACES = Unit("in the ranking", "in the ranking")
