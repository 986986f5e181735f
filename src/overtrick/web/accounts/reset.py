"""Resetting a forgotten password: by a link that works once, sent by email or handed over by an organiser.

The link is Django's own: it is signed, and a new password, a sign-in or time makes it void. It does not replace the
second factor.
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

from overtrick.core.wording import phrase
from overtrick.web.accounts.log import asked_lately, note
from overtrick.web.accounts.models import What
from overtrick.web.congress.addresses import request_address
from overtrick.web.telemetry.refusals import Refusal, address_of, note_refusal
from overtrick.web.translation import plain

HOURS = settings.PASSWORD_RESET_TIMEOUT // 3600
MAILS = 3
"""The most emails to one account within an hour; requests from one address may cause ten times as many."""
_log = logging.getLogger("overtrick.accounts")


def path_of(user: User) -> str:
    """The path of a link for choosing a new password."""
    number = urlsafe_base64_encode(str(user.pk).encode())
    return reverse("reset", args=[f"{number}.{default_token_generator.make_token(user)}"])


def open_link(token: str) -> User | None:
    """The user whose password a link may change; none if the link was altered, used, or has expired."""
    number, _, signed = token.partition(".")
    try:
        key = urlsafe_base64_decode(number).decode("ascii")
    except ValueError:
        return None
    user = User.objects.filter(pk=key, is_active=True).first() if key.isdecimal() and len(key) < 12 else None
    return user if user is not None and default_token_generator.check_token(user, signed) else None


def by_mail() -> bool:
    """Whether links go out by email: a mail server must be configured, and the server must know its own host name.

    Otherwise a stranger could send the request with a host name of their own, and the link would lead there.
    """
    return bool(settings.MAIL) and bool(settings.URL or "*" not in settings.ALLOWED_HOSTS)


def send_link(request: HttpRequest, asked: str) -> None:
    """Send a link to an account's email address, if it has one. The requester cannot tell whether it does."""
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
        link = (settings.URL.rstrip("/") or request_address(request)) + path_of(user)
        mail = EmailMessage(plain(phrase("Reset your Overtrick password")), _text(user.get_username(), link))
        mail.to = [user.email]
        Thread(target=_send, args=(mail,), daemon=True).start()  # so that the answer takes the same time either way


def _text(name: str, link: str) -> str:
    """The text of the email."""
    paragraphs = (
        phrase("Someone, probably you, asked to reset the password of the account {name}.", name=name),
        phrase("Use this link to choose a new password. It works once and expires after {hours:#hour}:", hours=HOURS),
        link,
        phrase("If you did not ask for this, ignore this email. Your password will not change."),
    )
    return "\n\n".join(plain(each) for each in paragraphs) + "\n"


def _send(mail: EmailMessage) -> None:
    try:
        mail.send()
    except (OSError, SMTPException) as fault:
        _log.error("a mail could not be sent: %s", fault)
