"""The addresses of accounts."""

from django.urls import path

from overtrick.web.accounts import my_account, second_factor_settings, views

urlpatterns = [
    path("sign-in/", views.sign_in, name="sign-in"),
    path("sign-in/second/", views.sign_in_second, name="sign-in-second"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("first-run/", views.begin, name="first-run"),
    path("invited/<str:token>/", views.accept_invitation, name="invited"),
    path("forgot/", views.forgot, name="forgot"),
    path("reset/<str:token>/", views.new_password, name="reset"),
    path("account/", my_account.account, name="account"),
    path("account/password/", my_account.password, name="account-password"),
    path("account/second/", second_factor_settings.second_factor_page, name="account-second"),
    path("account/passkey/", second_factor_settings.add_passkey, name="account-passkey"),
    path("account/mail/", my_account.mail, name="account-mail"),
    path("account/sessions/", my_account.own_sessions, name="account-sessions"),
]
