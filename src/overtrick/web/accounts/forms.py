"""The forms of accounts."""

from typing import Any

from django import forms
from django.conf import settings

from overtrick.web.accounts import first_run, people

_AS_TYPED = {"autocapitalize": "none", "autocorrect": "off", "spellcheck": "false"}
"""What keeps a phone from changing a name for signing in."""


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
        label="Mail address, for a forgotten password (may stay empty)",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class MailForm(forms.Form):
    """The mail address of an account, with its password."""

    mail = _mail_field()
    old = _password_field("Your password", "current-password")


class SignInForm(forms.Form):
    """Name and password."""

    name = _name_field("Name")
    password = _password_field("Password", "current-password")


class NewPasswordForm(forms.Form):
    """A password, twice; *whose* it will be, where the form does not ask for a name."""

    password = _password_field("Password, ten characters or more")
    again = _password_field("The same password again")

    def __init__(self, *args: Any, whose: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.whose = whose

    def clean_password(self) -> str:
        """Refuse a weak password."""
        return people.checked_password(
            str(self.cleaned_data["password"]), str(self.cleaned_data.get("name", self.whose))
        )

    def clean(self) -> dict[str, Any]:
        """Refuse two passwords."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("password") and cleaned.get("password") != cleaned.get("again"):
            self.add_error("again", "The two passwords differ.")
        return cleaned


class ChangePasswordForm(NewPasswordForm):
    """The old password and the new one."""

    old = _password_field("Your password now", "current-password")
    password = _password_field("New password, ten characters or more")
    again = _password_field("The new password again")
    field_order = ("old", "password", "again")


class JoinForm(NewPasswordForm):
    """Who was invited: their name, and how they will sign in."""

    full_name = forms.CharField(
        max_length=150,
        label="Your name, as it will stand beside what you post",
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    name = _name_field("A short name for signing in")
    mail = _mail_field()
    field_order = ("full_name", "name", "mail", "password", "again")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not settings.MAIL:
            del self.fields["mail"]

    def clean_name(self) -> str:
        """Refuse a name that somebody has."""
        return people.free_name(str(self.cleaned_data["name"]))


class FirstRunForm(NewPasswordForm):
    """The chief director's account and the first congress."""

    key = forms.CharField(max_length=40, label="Key that the server printed")
    name = _name_field("Your name for signing in")
    congress = forms.CharField(max_length=200, label="Name of the congress")
    venue = forms.CharField(max_length=200, required=False, label="Venue (may stay empty)")
    starts = forms.DateField(
        required=False, label="First day (may stay empty)", widget=forms.DateInput(attrs={"type": "date"})
    )
    field_order = ("key", "name", "password", "again", "congress", "venue", "starts")

    def clean_key(self) -> str:
        """Refuse a stranger."""
        given = str(self.cleaned_data["key"])
        if not first_run.opens(given):
            raise forms.ValidationError("This is not the key. It is in what “overtrick serve” printed when it started.")
        return given

    def clean_name(self) -> str:
        """Refuse a name that cannot be signed in under."""
        return people.free_name(str(self.cleaned_data["name"]))
