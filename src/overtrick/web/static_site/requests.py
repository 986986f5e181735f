"""The question that a page is made for when nobody asks: it is put into a folder, for everybody and for ever."""

from urllib.parse import unquote, urlsplit

from django.http import HttpRequest, QueryDict


class KeptRequest(HttpRequest):
    """A reader without a name asks for an address, to keep the page.

    *signed* says whether a server vouches for the book; *pending*, afterwards, that something on the page is still
    being worked out.
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
