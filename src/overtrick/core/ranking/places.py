"""The unit of figures that are places."""

from overtrick.core.provenance import Unit

PLACES = Unit("from the top", "from the top")
