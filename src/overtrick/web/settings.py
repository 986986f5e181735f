"""Django's settings: everything that differs between a laptop and a federation comes from the environment.

`DATABASE_URL` names a PostgreSQL database; without it, the books are in an SQLite file in `OVERTRICK_DATA`.
"""

import os
import secrets
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit
from zoneinfo import available_timezones

from overtrick.core.errors import DirectorError
from overtrick.prints.paper import SIZES
from overtrick.web.database_address import DIRECT, postgres
from overtrick.web.languages import ENGLISH
from overtrick.web.telemetry.logs import logging_settings
from overtrick.web.translation import PSEUDO

HERE = Path(__file__).parent
DATA = Path(os.environ.get("OVERTRICK_DATA", "overtrick-data"))


def database(url: str, *, pooled: bool = False) -> dict[str, object]:
    """The database that a URL names; an empty one means SQLite in the data folder."""
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(DATA / "overtrick.sqlite3"),
            "OPTIONS": {
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=10000;",
                "transaction_mode": "IMMEDIATE",
            },
        }
    return postgres(url, pooled=pooled)


def mail(url: str) -> dict[str, object]:
    """The settings of the mail server that a URL names; empty if there is none.

    >>> mail("smtps://overtrick:secret@mail.example.org")["PORT"]
    465
    """
    if not url:
        return {}
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise DirectorError(
            "OVERTRICK_SMTP is not the address of a mail server",
            remedy="Write the address like smtp://user:password@mail.example.org:587.",
        )
    return {
        "HOST": parts.hostname,
        "PORT": parts.port or (465 if parts.scheme == "smtps" else 587 if parts.username else 25),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "SSL": parts.scheme == "smtps",
        "TLS": parts.scheme == "smtp" and bool(parts.username),  # a password is never sent in the clear
    }


def paper(name: str) -> str:
    """The default paper size; an unknown one is refused at startup."""
    if name not in SIZES:
        raise DirectorError(
            "OVERTRICK_PAPER={name} is not a supported paper size",
            remedy="Use {known:or}.",
            name=name,
            known=tuple(SIZES),
        )
    return name


def language(name: str) -> str:
    """The language of the public and phone pages; one without a catalogue is refused rather than shown in English."""
    there = sorted({ENGLISH, PSEUDO, *(kept.stem for kept in (HERE / "locale").glob("*.po"))})
    if name not in there:
        raise DirectorError(
            "OVERTRICK_LANGUAGE={name} is not an available language",
            remedy="Use {known:or}.",
            name=name,
            known=tuple(there),
        )
    return name


def time_zone(name: str) -> str:
    """The name of the venue's time zone; an unknown one is refused."""
    if name not in available_timezones():
        raise DirectorError(
            "OVERTRICK_TZ={name} is not a time zone", remedy="Write the time zone like Australia/Sydney.", name=name
        )
    return name


def proxies(text: str) -> int:
    """How many trusted proxies are in front of the server."""
    if not text.isdecimal():
        raise DirectorError(
            "OVERTRICK_PROXIES={text} is not a number",
            remedy="Set OVERTRICK_PROXIES to the number of proxies, like 1.",
            text=text,
        )
    return int(text)


def secret_key() -> str:
    """The secret of the installation: from the environment, or from a file beside the books that is created once."""
    if "OVERTRICK_SECRET" in os.environ:
        return os.environ["OVERTRICK_SECRET"]
    kept = DATA / "secret"
    if not kept.exists():
        DATA.mkdir(parents=True, exist_ok=True)
        kept.touch(mode=0o600)
        kept.write_text(secrets.token_urlsafe(50), encoding="utf-8")
    return kept.read_text(encoding="utf-8").strip()


def package_folder(package: str) -> Path:
    """The folder of a package that is not loaded yet."""
    found = find_spec(package)
    return Path(found.origin or "").parent if found else HERE


def digest(*folders: Path) -> str:
    """A fingerprint of all files in some folders."""
    made = sha256()
    for folder in folders:
        for file in sorted(each for each in folder.rglob("*") if each.is_file()):
            made.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes())
    return made.hexdigest()[:12]


SECRET_KEY = secret_key()
SIGNING_KEY = Path(os.environ.get("OVERTRICK_SIGNING_KEY", DATA / "signing-key.pem"))
"""The private key that heads of books and receipts are signed with: a file, never in the database."""
PUSH_KEY = Path(os.environ.get("OVERTRICK_PUSH_KEY", DATA / "push-key.pem"))
"""The private key that identifies this installation to push services: a file, never in the database."""
DESTINATIONS = Path(os.environ.get("OVERTRICK_DESTINATIONS", DATA / "destinations.toml"))
"""The destinations of results, with their passwords: a file, never in the database."""
SITES = DATA / "sites"
"""The folder of site archives that can be downloaded at the desk."""
DEBUG = os.environ.get("OVERTRICK_DEBUG") == "1"
ALLOWED_HOSTS = [*os.environ.get("OVERTRICK_HOSTS", "*").split(","), "localhost", "127.0.0.1", "[::1]"]
"""The host names the server answers to. It always answers on its own machine, as the printed address requires."""
CSRF_TRUSTED_ORIGINS = [origin for origin in os.environ.get("OVERTRICK_ORIGINS", "").split(",") if origin]
URL = os.environ.get("OVERTRICK_URL", "")
"""The address at which others open this server, if its own addresses are not enough: `https://bridge.example.org`."""
PAST_THE_POOL = os.environ.get("OVERTRICK_DATABASE_DIRECT", "")
"""The database without the pool, if `DATABASE_URL` names a transaction pool."""
DATABASES = {"default": database(os.environ.get("DATABASE_URL", ""), pooled=bool(PAST_THE_POOL))}
if PAST_THE_POOL:
    DATABASES[DIRECT] = postgres(PAST_THE_POOL, "OVERTRICK_DATABASE_DIRECT")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "ninja",
    "overtrick.ledger.durable.apps.DurableConfig",
    "overtrick.web.organisations.apps.OrganisationsConfig",
    "overtrick.web.congress.double_dummy.apps.DoubleDummyConfig",
    "overtrick.web.congress.apps.CongressConfig",
    "overtrick.web.accounts.players.apps.PeopleConfig",
    "overtrick.web.exchange.deliveries.apps.DeliveriesConfig",
    "overtrick.web.exchange.lead.apps.LeadConfig",
    "overtrick.web.exchange.push.apps.PushConfig",
    "overtrick.web.table.apps.TableConfig",
    "overtrick.web.api.apps.ApiConfig",
    "overtrick.web.accounts.apps.AccountsConfig",
]
MIDDLEWARE = [
    "overtrick.web.telemetry.logs.Requests",
    "overtrick.web.headers.SafeHeaders",
    "overtrick.web.telemetry.views.Machines",
    "overtrick.web.compression.Compression",
    "overtrick.web.api.application.InOneShape",
    "overtrick.web.no_nul.NoNul",
    "overtrick.web.compression.StaticFiles",
    "overtrick.web.languages.LanguageInAddress",
    "overtrick.web.errors.WayBack",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "overtrick.web.organisations.requests.TenantMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
ROOT_URLCONF = "overtrick.web.urls"
WSGI_APPLICATION = "overtrick.web.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HERE / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "overtrick.web.organisations.look.look",
            ],
            "builtins": [
                "overtrick.web.words",
                "overtrick.web.bundles",
                "overtrick.web.charts",
                "overtrick.web.standings_rows",
            ],
        },
    }
]
STATIC_URL = f"/static/{digest(HERE / 'static', package_folder('ninja') / 'static')}/"
"""It changes when any of the files changes, so each file can be cached for ever."""
STATICFILES_DIRS = [HERE / "static"]
STATIC_ROOT = None  # served from the package itself; nothing is collected
WHITENOISE_USE_FINDERS = True
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/"
WHITENOISE_AUTOREFRESH = DEBUG

PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
if os.environ.get("OVERTRICK_PASSWORDS"):
    AUTH_PASSWORD_VALIDATORS.append(
        {
            "NAME": "django.contrib.auth.password_validation.CommonPasswordValidator",
            "OPTIONS": {"password_list_path": os.environ["OVERTRICK_PASSWORDS"]},
        }
    )
PASSWORD_RESET_TIMEOUT = 24 * 3600  # seconds: a link for a new password
MAIL = mail(os.environ.get("OVERTRICK_SMTP", ""))
"""The mail server, if any; without one, organisers hand links over themselves."""
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if MAIL else 'dummy'}.EmailBackend"
EMAIL_HOST, EMAIL_PORT = str(MAIL.get("HOST", "")), MAIL.get("PORT", 25)
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = str(MAIL.get("USER", "")), str(MAIL.get("PASSWORD", ""))
EMAIL_USE_SSL, EMAIL_USE_TLS = bool(MAIL.get("SSL")), bool(MAIL.get("TLS"))
EMAIL_TIMEOUT = 10  # seconds
DEFAULT_FROM_EMAIL = os.environ.get("OVERTRICK_MAIL_FROM", f"overtrick@{MAIL.get('HOST', 'localhost')}")
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "desk"
SESSION_COOKIE_AGE = 14 * 3600  # seconds: a long day at a congress, as `congress.session_lifetime` has it
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "overtrick.web.errors.form_refused"
HTTPS = os.environ.get("OVERTRICK_HTTPS", "0")
"""Whether it is served over TLS: no (0), yes (1), or with its own certificate, for which HSTS is not set (own)."""
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS in {"1", "own"}
COOKIE_PREFIX = "__Host-" if SESSION_COOKIE_SECURE else ""
"""The prefix of cookies that neither a neighbouring host nor a page without TLS can set."""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid", f"{COOKIE_PREFIX}csrftoken"
CSRF_COOKIE_HTTPONLY = True
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS == "1" else 0
TRUSTED_PROXIES = proxies(os.environ.get("OVERTRICK_PROXIES", "0"))
"""How many trusted proxies are in front, whose headers give the client's address and scheme."""
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
BACKUPS = os.environ.get("OVERTRICK_BACKUPS", "")
"""The folder of backups, for the status page; empty if it cannot be read from this machine."""
METRICS_TOKEN = os.environ.get("OVERTRICK_METRICS", "")
"""The token with which another machine can read the server's metrics."""
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

LANGUAGE_CODE = "en-au"
PAPER = paper(os.environ.get("OVERTRICK_PAPER", "a4"))
"""The default paper size for printing."""
LANGUAGE = language(os.environ.get("OVERTRICK_LANGUAGE", ENGLISH))
"""The language of the public and phone pages: the name of a catalogue in `locale`."""
TIME_ZONE = time_zone(os.environ.get("OVERTRICK_TZ", "Australia/Sydney"))
USE_I18N = False
USE_TZ = True

LOGGING = logging_settings(os.environ.get("OVERTRICK_LOG", "INFO").upper())
