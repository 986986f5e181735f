"""The request for a page that is saved to a folder rather than sent to a reader."""

from urllib.parse import unquote, urlsplit

from django.http import HttpRequest, QueryDict


class KeptRequest(HttpRequest):
    """An anonymous request for a page that is saved.

    *signed* says whether a server has signed the book; *pending* says afterwards whether something on the page is still
    being computed.
    """

    def __init__(self, address: str, *, signed: bool = True) -> None:
        super().__init__()
        parts = urlsplit(address)
        self.method = "GET"
        self.path = self.path_info = unquote(parts.path)
        self.META = {"QUERY_STRING": parts.query, "SERVER_NAME": "localhost", "SERVER_PORT": "80"}
        self.GET = QueryDict(parts.query)
        self.signed = signed
        self.pending = False
