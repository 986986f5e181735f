"""Accounts: creating and finding them, and checking names and passwords."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError

from overtrick.core.errors import DirectorError
from overtrick.core.wording import Phrase, phrase
from overtrick.ledger.durable.tenancy import EVERYBODY, use_organisation
from overtrick.web.congress.models import Congress
from overtrick.web.organisations.models import Organisation
from overtrick.web.translation import plain

TAKEN = phrase("This sign-in name is taken. Choose another.")
WEAK = {
    "password_too_short": phrase("This password is too short. It must contain at least {min_length:#character}."),
    "password_too_common": phrase("This password is too common. Choose another."),
}
"""The messages of Django's password validators, by error code."""


@dataclass(frozen=True, slots=True)
class NewAccount:
    """The data of a new account: the sign-in name, the password, and the name that postings bear."""

    name: str
    password: str
    full_name: str = ""
    mail: str = ""
    owner: bool = False


def make(new: NewAccount) -> User:
    """Create an account. An owner's may do everything, any other only what its roles allow."""
    first, _, last = new.full_name.strip().rpartition(" ")
    user = User(username=new.name, first_name=first[:150], last_name=last[:150], email=new.mail)
    user.is_staff = user.is_superuser = new.owner
    user.set_password(new.password)
    user.save()
    return user


def free_name(name: str) -> str:
    """The sign-in name, normalised; refused if it is invalid or taken, ignoring case."""
    name = User.normalize_username(name.strip())
    try:
        UnicodeUsernameValidator()(name)
    except ValidationError as fault:
        raise ValidationError(
            plain(phrase("Enter a sign-in name of letters, digits and the characters @ . + - _ only."))
        ) from fault
    if User.objects.filter(username__iexact=name).exists():
        raise ValidationError(plain(TAKEN))
    return name


GUESSED_FIRST = (
    "overtrick", "bridge", "congress", "club", "duplicate", "director", "organiser", "scorer", "captain", "admin",
    "password", "secret", "welcome", "letmein", "qwerty", "notrump", "spades", "hearts", "diamonds", "clubs",
)  # fmt: skip
"""The words that someone who knows the club would guess first, besides the names of its congresses, its organisations
and the account.
"""
OF_ITS_OWN = 6
"""How many letters and digits a password must have beside such words."""


def checked_password(password: str, name: str = "") -> str:
    """The password for the account called *name*; refused if it is weak."""
    try:
        validate_password(password)
    except ValidationError as fault:
        raise ValidationError([_weak(each) for each in fault.error_list]) from fault
    if len(_remove_guessable(password, name)) < OF_ITS_OWN:
        guessed = phrase("This password is easy to guess for anyone who knows your club. Add some words of your own.")
        raise ValidationError(plain(guessed))
    return password


def _weak(fault: ValidationError) -> str:
    """The objection of one of Django's validators, in the language of the pages."""
    known = WEAK.get(fault.code or "")
    values = tuple((fault.params or {}).items())
    return plain(Phrase(known.template, values)) if known is not None else " ".join(fault.messages)


def _remove_guessable(password: str, name: str) -> str:
    """What is left of a password when the words that are easy to guess here are removed."""
    with use_organisation(EVERYBODY):
        names = [*Congress.objects.values_list("name", "slug"), *Organisation.objects.values_list("name", "slug")]
    texts = [name, *(each for pair in names for each in pair)]
    words = {*GUESSED_FIRST, *(_plain(part) for text in texts for part in (text, *text.replace("-", " ").split()))}
    left = _plain(password)
    for word in sorted((each for each in words if len(each) > 3), key=len, reverse=True):
        left = left.replace(word, "")
    return left


def _plain(text: str) -> str:
    return "".join(each for each in text.casefold() if each.isalnum())


def account(name: str) -> User:
    """The account with a sign-in name, ignoring case if there is no exact match."""
    found = User.objects.filter(username=name.strip()).first() or User.objects.filter(username__iexact=name).first()
    if found is None:
        raise DirectorError(
            "There is no account “{name}”", remedy="Choose an account from `overtrick account list`.", name=name
        )
    return found
