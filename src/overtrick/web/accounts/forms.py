"""The forms of accounts."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator

from overtrick.web.accounts import first_run


class SignInForm(forms.Form):
    """Name and password."""

    name = forms.CharField(max_length=150, widget=forms.TextInput(attrs={"autocomplete": "username"}))
    password = forms.CharField(
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class FirstRunForm(forms.Form):
    """The chief director's account and the first congress."""

    key = forms.CharField(max_length=40, label="Key that the server printed")
    name = forms.CharField(
        max_length=150,
        label="Your name for signing in",
        validators=[UnicodeUsernameValidator()],
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    password = forms.CharField(
        label="Password, ten characters or more",
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label="The same password again",
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    congress = forms.CharField(max_length=200, label="Name of the congress")
    venue = forms.CharField(max_length=200, required=False, label="Venue (may stay empty)")
    starts = forms.DateField(
        required=False, label="First day (may stay empty)", widget=forms.DateInput(attrs={"type": "date"})
    )

    def clean_key(self) -> str:
        """Refuse a stranger."""
        given = str(self.cleaned_data["key"])
        if not first_run.opens(given):
            raise forms.ValidationError("This is not the key. It is in what `overtrick serve` printed when it started.")
        return given

    def clean_password(self) -> str:
        """Refuse a weak password."""
        password = str(self.cleaned_data["password"])
        validate_password(password)
        return password

    def clean(self) -> dict[str, Any]:
        """Refuse two passwords."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("password") and cleaned.get("password") != cleaned.get("again"):
            self.add_error("again", "The two passwords differ.")
        return cleaned
