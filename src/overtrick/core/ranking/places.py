"""The unit that places are told in."""

from overtrick.core.provenance import Unit

PLACES = Unit("from the top", "from the top")
