"""Holding something at a congress from the desk: what is refused is told on the page."""

from collections.abc import Iterable

from django.http import HttpRequest

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import Act
from overtrick.regulations.read.editions import Edition
from overtrick.web.congress import holding
from overtrick.web.congress.access import called
from overtrick.web.congress.models import Held
from overtrick.web.desk.views.shared import key_of, show_refusal


def hold(request: HttpRequest, held: Held, acts: Iterable[Act], edition: Edition | None = None) -> Held | None:
    """Hold it and open its book; nothing is kept of one that is refused."""
    try:
        return holding.hold(held, acts, called(request.user), key_of(request), edition)
    except OvertrickError as refused:
        show_refusal(request, refused)
    return None
