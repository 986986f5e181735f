"""The Django app of organisations."""

from django.apps import AppConfig


class OrganisationsConfig(AppConfig):
    """Organisations, their staff, and their lists of people."""

    name = "overtrick.web.organisations"
    label = "organisations"
    verbose_name = "Organisations"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register names with an organisation in addresses, and the current organisation on every connection."""
        from django.urls import register_converter

        from overtrick.ledger.durable.tenant_setting import set_tenant_on_every_connection
        from overtrick.web.organisations.names import NameConverter

        register_converter(NameConverter, "named")
        set_tenant_on_every_connection()
