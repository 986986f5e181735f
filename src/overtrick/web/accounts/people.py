"""Accounts themselves: made, found, and called by their owners' names."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError

from overtrick.core.errors import DirectorError


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


def checked_password(password: str) -> str:
    """A password that is not weak; otherwise refused."""
    validate_password(password)
    return password


def account(name: str) -> User:
    """The account of a name, in large letters or small."""
    found = User.objects.filter(username=name.strip()).first() or User.objects.filter(username__iexact=name).first()
    if found is None:
        raise DirectorError(f"Nobody signs in as “{name}”", remedy="`overtrick account list` has all accounts.")
    return found
