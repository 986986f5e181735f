"""Accounts themselves: made, found, and called by their owners' names."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError

from overtrick.core.errors import DirectorError
from overtrick.ledger.durable.tenancy import EVERYBODY, within
from overtrick.web.congress.models import Congress
from overtrick.web.organisations.models import Organisation


@dataclass(frozen=True, slots=True)
class NewAccount:
    """What an account is made from: the name for signing in, the password, the name that postings bear."""

    name: str
    password: str
    full_name: str = ""
    mail: str = ""
    owner: bool = False


def make(new: NewAccount) -> User:
    """Make an account. Only an owner's may do everything; all others may what their roles allow."""
    first, _, last = new.full_name.strip().rpartition(" ")
    user = User(username=new.name, first_name=first[:150], last_name=last[:150], email=new.mail)
    user.is_staff = user.is_superuser = new.owner
    user.set_password(new.password)
    user.save()
    return user


def free_name(name: str) -> str:
    """A name for signing in that nobody has, in large letters or small; otherwise refused."""
    name = User.normalize_username(name.strip())
    UnicodeUsernameValidator()(name)
    if User.objects.filter(username__iexact=name).exists():
        raise ValidationError("Somebody signs in under this name already. Choose another.")
    return name


GUESSED_FIRST = (
    "overtrick", "bridge", "congress", "club", "duplicate", "director", "organiser", "scorer", "captain", "admin",
    "password", "secret", "welcome", "letmein", "qwerty", "notrump", "spades", "hearts", "diamonds", "clubs",
)  # fmt: skip
"""What whoever knows this place tries first, beside the names of its congresses and organisations and the account's."""
OF_ITS_OWN = 6
"""Letters and figures that a password has beside such words."""


def checked_password(password: str, name: str = "") -> str:
    """A password that is not weak, for the account of a name; otherwise refused."""
    validate_password(password)
    if len(_beside(password, name)) < OF_ITS_OWN:
        raise ValidationError("Whoever knows this place would try this first. Add some words that are yours.")
    return password


def _beside(password: str, name: str) -> str:
    """What is left of a password without the words that are tried first here."""
    with within(EVERYBODY):
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
    """The account of a name, in large letters or small."""
    found = User.objects.filter(username=name.strip()).first() or User.objects.filter(username__iexact=name).first()
    if found is None:
        raise DirectorError(
            "Nobody signs in as “{name}”", remedy="`overtrick account list` has all accounts.", name=name
        )
    return found
