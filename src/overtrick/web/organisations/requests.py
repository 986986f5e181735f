"""Whose a request is: the address says it, and nothing of another organisation is seen while it is answered.

Under a host name of its own an organisation's pages are at the same addresses; the first page and the search are its
own, and nothing of another organisation is there.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from overtrick.ledger.durable import tenancy
from overtrick.web.organisations.models import HOME, Organisation
from overtrick.web.organisations.names import owner_of

NOBODY = -1
"""Whose names are that no organisation has: nothing is there."""
NAMES = ("event", "year", "congress")
"""What addresses call that which has a name with its organisation before it."""
FRESH = 5.0
"""Seconds for which a process answers from what it last read of an organisation."""

HOST_FRESH = 30.0
"""Seconds for which it remembers whose a host name is."""
MOST = 1000
"""Host names that a process remembers: who asks may name any."""
FIRST = ("/", "/find/")
"""Addresses that name no organisation, and which each has of its own under `/o/`."""

_read: dict[str, tuple[float, Organisation]] = {}
_hosts: dict[str, tuple[float, str]] = {}


def organisation_called(slug: str) -> Organisation | None:
    """The organisation of a short name; nothing means the installation's own."""
    slug = slug or HOME
    until, found = _read.get(slug, (0.0, None))
    if found is None or monotonic() > until:
        found = Organisation.objects.filter(slug=slug).first()
        if found is not None:
            _read[slug] = (monotonic() + FRESH, found)
    return found


def current_organisation() -> Organisation | None:
    """The organisation that is answered for, as it was read last."""
    number = tenancy.current()
    now = monotonic()
    known = next((each for until, each in list(_read.values()) if each.number == number and until > now), None)
    if known is not None or not number or number == NOBODY:
        return known
    found = Organisation.objects.filter(number=number).first()
    return organisation_called(found.slug) if found is not None else None


def organisation_at(host: str) -> str:
    """The short name of the organisation whose own host name this is; nothing where it is nobody's."""
    name = host.partition(":")[0].lower().rstrip(".")
    until, slug = _hosts.get(name, (0.0, ""))
    if monotonic() > until:
        slug = Organisation.objects.filter(host=name).values_list("slug", flat=True).first() or "" if name else ""
        if len(_hosts) >= MOST:
            _hosts.clear()
        _hosts[name] = (monotonic() + HOST_FRESH, slug)
    return slug


def forget_organisations() -> None:
    """Read every organisation anew."""
    _read.clear()
    _hosts.clear()


def number_of(name: str) -> int:
    """The number of the organisation whose name this is."""
    return _number(owner_of(name))


def _number(slug: str) -> int:
    if slug in {"", HOME}:
        return tenancy.DEFAULT
    found = organisation_called(slug)
    return found.number if found is not None else NOBODY


def answer_for(name: str) -> None:
    """Answer the rest of a request for the organisation whose name this is, and at its time of day."""
    _answer_for(owner_of(name))


def _answer_for(slug: str) -> None:
    found = organisation_called(slug)
    tenancy.begin(_number(slug))
    if found is not None and found.time_zone:
        timezone.activate(found.time_zone)
    else:
        timezone.deactivate()


class TenantMiddleware:
    """Middleware: each request is answered for the organisation in its address, and for no other."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Begin with nobody's rows, and leave nothing behind for the next request of this thread."""
        before = tenancy.begin(None)
        if request.path_info in FIRST and (own := organisation_at(request.get_host())):
            request.path_info = f"/o/{own}{request.path_info}"
        try:
            return self.answer(request)
        finally:
            tenancy.end(before)
            timezone.deactivate()

    def process_view(self, request: HttpRequest, view: object, given: object, where: dict[str, Any]) -> None:  # noqa: ARG002 - Django's own signature
        """The address says whose it is; one that names nothing is the installation's own, at its own time."""
        named = next((str(where[name]) for name in NAMES if name in where), None)
        whose = where["organisation"] if "organisation" in where else None if named is None else owner_of(named) or HOME
        if whose is not None and (own := organisation_at(request.get_host())) not in {"", whose}:
            raise Http404(f"This is {own}'s.")
        if "organisation" in where:
            _answer_for(where["organisation"])
        elif named is not None:
            answer_for(named)
        else:  # also where the database is asked whether it answers
            tenancy.begin(tenancy.DEFAULT)
