"""The addresses of the PostgreSQL database: several hosts, and a second address if the first is a pool.

A pool such as PgBouncer, which gives a connection to another client after each transaction, keeps no session state: no
LISTEN, no lock that outlasts a transaction, no prepared statement. Whatever needs these uses the direct address.
"""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from overtrick.core.errors import DirectorError

DIRECT = "direct"
"""Django's alias for the database without the pool; it exists only if `OVERTRICK_DATABASE_DIRECT` is set."""
_PORT = "5432"
_HOST = re.compile(r"(\[[^\]]*\]|[^:\[\]]*)(?::(\d*))?")
_NOT_LIBPQ = frozenset({"prepare_threshold", "isolation_level", "server_side_binding", "assume_role", "pool"})
"""Options of Django and psycopg that libpq does not know."""


def postgres(url: str, setting: str = "DATABASE_URL", *, pooled: bool = False) -> dict[str, object]:
    """Django's settings for the database that a URL names; several hosts are written as for libpq.

    Of several hosts, the one that accepts writes is used, unless the address says otherwise. *pooled* means that it is
    behind a transaction pool.

    >>> found = postgres("postgresql://overtrick@one,two:5433/overtrick")
    >>> found["HOST"], found["PORT"], found["OPTIONS"]["target_session_attrs"]
    ('one,two', '5432,5433', 'read-write')
    """
    try:
        parts = urlsplit(url)
        options: dict[str, Any] = dict(parse_qsl(parts.query))
        hosts, ports = _hosts(parts.netloc.rpartition("@")[2], options)
        threshold = options.pop("prepare_threshold", None)
        prepare = int(threshold) if threshold is not None else None if pooled else 5
    except ValueError as fault:
        raise _not_an_address(setting) from fault
    if parts.scheme not in {"postgres", "postgresql"} or not (parts.path.lstrip("/") or "service" in options):
        raise _not_an_address(setting)
    if "," in hosts:
        options.setdefault("target_session_attrs", "read-write")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.path.lstrip("/"),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": hosts,
        "PORT": ports,
        "OPTIONS": {
            # A database that silently disappeared is noticed within seconds.
            "connect_timeout": "5",
            "tcp_user_timeout": "10000",
            "prepare_threshold": prepare,  # Django's default is None, with which psycopg prepares nothing
            **options,
        },
        "CONN_MAX_AGE": 300,
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": pooled,
        "POOLED": pooled,  # read by `ledger.durable.tenant_setting`
    }


def _hosts(named: str, options: dict[str, Any]) -> tuple[str, str]:
    """The hosts and their ports, separated by commas; those in the URL take precedence over the options."""
    if not named:
        return options.pop("host", ""), options.pop("port", "")
    found = [_HOST.fullmatch(each) for each in named.split(",")]
    pairs = [(each[1].strip("[]"), each[2] or "") for each in found if each]
    if len(pairs) < len(found):
        raise ValueError(named)
    if len(pairs) == 1:
        return unquote(pairs[0][0]), pairs[0][1]
    return ",".join(host for host, _ in pairs), ",".join(port or _PORT for _, port in pairs)


def _not_an_address(setting: str) -> DirectorError:
    return DirectorError(
        "{setting} is not the address of a PostgreSQL database",
        remedy="Write the address like postgresql://user:password@127.0.0.1:5432/overtrick, or leave the setting out "
        "for SQLite.",
        setting=setting,
    )


def listening(database: Mapping[str, Any]) -> str:
    """The libpq connection string for the connection that listens for as long as the server runs."""
    from psycopg.conninfo import make_conninfo

    named = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    given = {word: database[key] for word, key in named.items() if database.get(key)}
    options = {word: said for word, said in database["OPTIONS"].items() if word not in _NOT_LIBPQ}
    return make_conninfo(**{**options, **given})


def direct_connection() -> BaseDatabaseWrapper:
    """The connection for anything that outlasts a transaction; it bypasses the pool, if there is one."""
    return connections[DIRECT if DIRECT in connections.settings else "default"]
