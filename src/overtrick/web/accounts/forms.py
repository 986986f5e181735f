"""The forms of accounts."""

from typing import Any

from django import forms
from django.conf import settings

from overtrick.core.wording import phrase
from overtrick.web.accounts import first_run, people
from overtrick.web.form_words import translate_fields
from overtrick.web.translation import plain

_AS_TYPED = {"autocapitalize": "none", "autocorrect": "off", "spellcheck": "false"}
"""Attributes that keep a phone from correcting a sign-in name."""


def _name_field(label: str) -> forms.CharField:
    return forms.CharField(
        max_length=150, label=label, widget=forms.TextInput(attrs={"autocomplete": "username", **_AS_TYPED})
    )


def _password_field(label: str, autocomplete: str = "new-password") -> forms.CharField:
    return forms.CharField(
        max_length=200, strip=False, label=label, widget=forms.PasswordInput(attrs={"autocomplete": autocomplete})
    )


def _mail_field() -> forms.EmailField:
    return forms.EmailField(
        required=False,
        label="Email address for resetting your password (optional)",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class AccountForm(forms.Form):
    """A form translated into the language of the pages."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        translate_fields(self)


class MailForm(AccountForm):
    """An account's email address, and its password to confirm the change."""

    mail = _mail_field()
    old = _password_field("Your password", "current-password")


class SignInForm(AccountForm):
    """Name and password."""

    name = _name_field("Sign-in name")
    password = _password_field("Password", "current-password")


class NewPasswordForm(AccountForm):
    """A new password, typed twice. *whose* is the account's name, where the form does not ask for one."""

    password = _password_field("Password, ten characters or more")
    again = _password_field("Repeat the password")

    def __init__(self, *args: Any, whose: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.whose = whose

    def clean_password(self) -> str:
        """Refuse a weak password."""
        return people.checked_password(
            str(self.cleaned_data["password"]), str(self.cleaned_data.get("name", self.whose))
        )

    def clean(self) -> dict[str, Any]:
        """Refuse two passwords that differ."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("password") and cleaned.get("password") != cleaned.get("again"):
            self.add_error("again", plain(phrase("The passwords do not match.")))
        return cleaned


class ChangePasswordForm(NewPasswordForm):
    """The old password and the new one."""

    old = _password_field("Current password", "current-password")
    password = _password_field("New password, ten characters or more")
    again = _password_field("Repeat the new password")
    field_order = ("old", "password", "again")


class JoinForm(NewPasswordForm):
    """The account of someone who accepts an invitation: their name, sign-in name and password."""

    full_name = forms.CharField(
        max_length=150,
        label="Your name (shown beside what you post)",
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    name = _name_field("Sign-in name")
    mail = _mail_field()
    field_order = ("full_name", "name", "mail", "password", "again")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not settings.MAIL:
            del self.fields["mail"]

    def clean_name(self) -> str:
        """Refuse a name that is taken."""
        return people.free_name(str(self.cleaned_data["name"]))


class FirstRunForm(NewPasswordForm):
    """The chief director's account and the first congress."""

    key = forms.CharField(max_length=40, label="Setup key printed by the server")
    name = _name_field("Sign-in name")
    congress = forms.CharField(max_length=200, label="Name of the congress")
    venue = forms.CharField(max_length=200, required=False, label="Venue (optional)")
    starts = forms.DateField(
        required=False, label="First day (optional)", widget=forms.DateInput(attrs={"type": "date"})
    )
    field_order = ("key", "name", "password", "again", "congress", "venue", "starts")

    def clean_key(self) -> str:
        """Refuse a wrong setup key."""
        given = str(self.cleaned_data["key"])
        if not first_run.opens(given):
            wrong = phrase("This key is wrong. “overtrick serve” printed the setup key when it started.")
            raise forms.ValidationError(plain(wrong))
        return given

    def clean_name(self) -> str:
        """Refuse a name that is not a valid sign-in name."""
        return people.free_name(str(self.cleaned_data["name"]))
