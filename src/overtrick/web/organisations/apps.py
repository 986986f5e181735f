"""The Django app of organisations."""

from django.apps import AppConfig


class OrganisationsConfig(AppConfig):
    """Organisations, who works for them, and the people they know."""

    name = "overtrick.web.organisations"
    label = "organisations"
    verbose_name = "Organisations"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Addresses may have names with an organisation before them; every connection says whose rows it asks for."""
        from django.urls import register_converter

        from overtrick.ledger.durable.tenant_setting import set_tenant_on_every_connection
        from overtrick.web.organisations.names import Named

        register_converter(Named, "named")
        set_tenant_on_every_connection()
