"""The organisations of an installation, at the prompt: list them, make another, name an owner."""

import click

from overtrick.cli.options import as_json
from overtrick.cli.server_books import ready
from overtrick.cli.show import show_json, show_lines, show_table


@click.group()
def organisation() -> None:
    """The organisations in the database that `overtrick serve` uses; a server has one until another is made.

    \b
    Example: overtrick organisation list
    """


@organisation.command("list", short_help="Every organisation, with its owners.")
@as_json
def list_organisations(as_json: bool) -> None:
    """Every organisation: its short name, its name, and who owns it.

    \b
    Example: overtrick organisation list
    """
    ready()
    from overtrick.web.organisations.creation import known

    found = list(known())
    if as_json:
        show_json({"organisations": [{"slug": o.slug, "name": o.name, "owners": list(o.owners)} for o in found]})
    else:
        show_table(("organisation", "name", "owners"), [(o.slug, o.name, ", ".join(o.owners)) for o in found])


@organisation.command("new", short_help="Make an organisation, with its first owner.")
@click.argument("slug")
@click.argument("name")
@click.option("--owner", required=True, help="The sign-in name of its first owner, who has an account.")
def new_organisation(slug: str, name: str, owner: str) -> None:
    """Make the organisation NAME; its addresses begin with SLUG, like nsw.spring.

    \b
    Example: overtrick organisation new nsw "Bridge NSW" --owner alex
    """
    ready()
    from overtrick.web.organisations.creation import make

    made = make(slug, name, owner)
    show_lines(f"{made.name} is made; {owner} owns it. Its pages are at /o/{made.slug}/")


@organisation.command("own", short_help="Name an owner of an organisation.")
@click.argument("slug")
@click.argument("owner")
def own(slug: str, owner: str) -> None:
    """Make OWNER, who has an account, an owner of the organisation SLUG, whatever they were there before.

    \b
    Example: overtrick organisation own nsw alex
    """
    ready()
    from overtrick.web.organisations.creation import name_owner

    name_owner(slug, owner)
    show_lines(f"{owner} owns {slug}")
