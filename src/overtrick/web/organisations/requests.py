"""The organisation of a request: the address names it, and no other organisation's data is visible during the request.

Under an organisation's own host name, its pages have the same addresses; the home page and the search are its own, and
nothing of other organisations is there.
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
"""The number for names that belong to no organisation, under which there is no data."""
NAMES = ("event", "year", "congress")
"""The parameters of addresses whose values are names with an organisation."""
FRESH = 5.0
"""Seconds for which a process caches an organisation's row."""

HOST_FRESH = 30.0
"""Seconds for which a process caches the organisation of a host name."""
MOST = 1000
"""The most host names that a process caches, since requests may name any."""
FIRST = ("/", "/find/")
"""Addresses without an organisation that each organisation also has under `/o/`."""

_read: dict[str, tuple[float, Organisation]] = {}
_hosts: dict[str, tuple[float, str]] = {}


def organisation_called(slug: str) -> Organisation | None:
    """The organisation with a short name; an empty one means the installation's own."""
    slug = slug or HOME
    until, found = _read.get(slug, (0.0, None))
    if found is None or monotonic() > until:
        found = Organisation.objects.filter(slug=slug).first()
        if found is not None:
            _read[slug] = (monotonic() + FRESH, found)
    return found


def current_organisation() -> Organisation | None:
    """The organisation that the request is answered for, as it was last read."""
    number = tenancy.current()
    now = monotonic()
    known = next((each for until, each in list(_read.values()) if each.number == number and until > now), None)
    if known is not None or not number or number == NOBODY:
        return known
    found = Organisation.objects.filter(number=number).first()
    return organisation_called(found.slug) if found is not None else None


def organisation_at(host: str) -> str:
    """The short name of the organisation with this host name of its own; empty if there is none."""
    name = host.partition(":")[0].lower().rstrip(".")
    until, slug = _hosts.get(name, (0.0, ""))
    if monotonic() > until:
        slug = Organisation.objects.filter(host=name).values_list("slug", flat=True).first() or "" if name else ""
        if len(_hosts) >= MOST:
            _hosts.clear()
        _hosts[name] = (monotonic() + HOST_FRESH, slug)
    return slug


def forget_organisations() -> None:
    """Clear the cache of organisations."""
    _read.clear()
    _hosts.clear()


def number_of(name: str) -> int:
    """The number of the organisation that a name belongs to."""
    return _number(owner_of(name))


def _number(slug: str) -> int:
    if slug in {"", HOME}:
        return tenancy.DEFAULT
    found = organisation_called(slug)
    return found.number if found is not None else NOBODY


def answer_for(name: str) -> None:
    """Answer the rest of the request for the organisation that a name belongs to, in its time zone."""
    _answer_for(owner_of(name))


def _answer_for(slug: str) -> None:
    found = organisation_called(slug)
    tenancy.begin(_number(slug))
    if found is not None and found.time_zone:
        timezone.activate(found.time_zone)
    else:
        timezone.deactivate()


class TenantMiddleware:
    """Middleware: answers each request for the organisation in its address and for no other."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Start without access to any rows, and leave no state behind for the next request of this thread."""
        before = tenancy.begin(None)
        if request.path_info in FIRST and (own := organisation_at(request.get_host())):
            request.path_info = f"/o/{own}{request.path_info}"
        try:
            return self.answer(request)
        finally:
            tenancy.end(before)
            timezone.deactivate()

    def process_view(self, request: HttpRequest, view: object, given: object, where: dict[str, Any]) -> None:  # noqa: ARG002 - Django's own signature
        """Set the organisation from the address; one without a name belongs to the installation's own organisation."""
        named = next((str(where[name]) for name in NAMES if name in where), None)
        whose = where["organisation"] if "organisation" in where else None if named is None else owner_of(named) or HOME
        if whose is not None and (own := organisation_at(request.get_host())) not in {"", whose}:
            raise Http404(f"This is {own}'s.")
        if "organisation" in where:
            _answer_for(where["organisation"])
        elif named is not None:
            answer_for(named)
        else:  # this includes health checks of the database
            tenancy.begin(tenancy.DEFAULT)
