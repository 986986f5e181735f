"""A new password for who has forgotten theirs: a link that is good once, by mail or from the organiser's hand.

The link is Django's own: signed, made void by a new password or a sign-in, and by time. It lets nobody past a second
factor.
"""

import logging
from datetime import timedelta
from smtplib import SMTPException
from threading import Thread

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import EmailMessage
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from overtrick.web.accounts.log import asked_lately, note
from overtrick.web.accounts.models import What
from overtrick.web.congress.addresses import here
from overtrick.web.telemetry.refusals import Refusal, address_of, note_refusal

HOURS = settings.PASSWORD_RESET_TIMEOUT // 3600
MAILS = 3
"""How many mails an account is sent within an hour, and ten times as many to all that one address asks for."""
_log = logging.getLogger("overtrick.accounts")


def path_of(user: User) -> str:
    """The path of a link with which somebody chooses a new password."""
    number = urlsafe_base64_encode(str(user.pk).encode())
    return reverse("reset", args=[f"{number}.{default_token_generator.make_token(user)}"])


def opened(token: str) -> User | None:
    """Whose password a link may change; nobody's, if it was changed, used, or is out of date."""
    number, _, signed = token.partition(".")
    try:
        key = urlsafe_base64_decode(number).decode("ascii")
    except ValueError:
        return None
    user = User.objects.filter(pk=key, is_active=True).first() if key.isdecimal() and len(key) < 12 else None
    return user if user is not None and default_token_generator.check_token(user, signed) else None


def by_mail() -> bool:
    """Whether links go out by mail: where a mail server is named, and the server knows what it is called.

    Otherwise a stranger could ask in a name of their own, and the mail would lead there.
    """
    return bool(settings.MAIL) and bool(settings.URL or "*" not in settings.ALLOWED_HOSTS)


def send_link(request: HttpRequest, asked: str) -> None:
    """Send a link to the mail address of an account, if there is one; who asked cannot tell."""
    asked, address = asked.strip(), address_of(request)
    lately = timezone.now() - timedelta(hours=1)
    if not asked or asked_lately(lately, address=address) >= 10 * MAILS:
        if asked:
            note_refusal(request, Refusal.THROTTLED, "mails for a new password")
        return
    found = User.objects.filter(Q(username__iexact=asked) | Q(email__iexact=asked), is_active=True).exclude(email="")
    for user in found[:MAILS]:
        if asked_lately(lately, user=user) >= MAILS:
            continue
        note(What.ASKED, request, user=user)
        link = (settings.URL.rstrip("/") or here(request)) + path_of(user)
        mail = EmailMessage("A new password", _TEXT.format(name=user.get_username(), link=link, hours=HOURS))
        mail.to = [user.email]
        Thread(target=_sent, args=(mail,), daemon=True).start()  # as quick whether there is an account or not


_TEXT = """Somebody, probably you, asked for a new password for the account {name}.

This link lets you choose one. It opens once, within {hours} hours:

{link}

If it was not you, do nothing: your password stays as it is.
"""


def _sent(mail: EmailMessage) -> None:
    try:
        mail.send()
    except (OSError, SMTPException) as fault:
        _log.error("a mail could not be sent: %s", fault)
