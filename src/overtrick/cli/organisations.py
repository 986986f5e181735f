"""Organisations on the command line: list them, create one, name an owner, upload regulations."""

from pathlib import Path

import click

from overtrick.cli.options import as_json, data_folder
from overtrick.cli.server_books import at_the_prompt, ready
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Json
from overtrick.core.wording import count_of


@click.group()
def organisation() -> None:
    """Manage the organisations in the database that `overtrick serve` uses. A server starts with one organisation.

    \b
    Example: overtrick organisation list
    """


@organisation.command("list", short_help="List every organisation with its owners.")
@as_json
def list_organisations(as_json: bool) -> None:
    """List every organisation: its short name, name and owners.

    \b
    Example: overtrick organisation list
    """
    ready()
    from overtrick.web.organisations.creation import all_organisations

    found = list(all_organisations())
    if as_json:
        show_json({"organisations": [{"slug": o.slug, "name": o.name, "owners": list(o.owners)} for o in found]})
    else:
        show_table(("organisation", "name", "owners"), [(o.slug, o.name, ", ".join(o.owners)) for o in found])


@organisation.command("new", short_help="Create an organisation with its first owner.")
@click.argument("slug")
@click.argument("name")
@click.option("--owner", required=True, help="Sign-in name of the first owner, who must have an account.")
def new_organisation(slug: str, name: str, owner: str) -> None:
    """Create the organisation NAME; its addresses begin with SLUG, like nsw.spring.

    \b
    Example: overtrick organisation new nsw "Bridge NSW" --owner alex
    """
    ready(creates=True)
    from overtrick.web.organisations.creation import make

    made = make(slug, name, owner)
    show_lines(f"{made.name} created, owned by {owner}. Its pages are at /o/{made.slug}/")


@organisation.command("own", short_help="Add an owner to an organisation.")
@click.argument("slug")
@click.argument("owner")
def add_owner(slug: str, owner: str) -> None:
    """Make OWNER, who must have an account, an owner of the organisation SLUG. An earlier role there is replaced.

    \b
    Example: overtrick organisation own nsw alex
    """
    ready()
    from overtrick.web.organisations.creation import name_owner

    name_owner(slug, owner)
    show_lines(f"{owner} is now an owner of {slug}")


@organisation.command("set", short_help="Set an organisation's host name or quota.")
@click.argument("slug")
@click.option("--host", help='Additional host name for its pages; pass "" to remove it.')
@click.option("--events", type=click.IntRange(min=0), help="Maximum number of events.")
@click.option("--postings", type=click.IntRange(min=0), help="Maximum number of postings per day.")
@click.option("--no-quota", is_flag=True, help="Remove all limits on events and postings.")
def set_organisation(slug: str, host: str | None, events: int | None, postings: int | None, no_quota: bool) -> None:
    """Set the host name or quota of the organisation SLUG; options that are left out change nothing.

    \b
    Example: overtrick organisation set nsw --host bridge.example.org --events 500 --postings 20000
    """
    ready()
    from overtrick.web.organisations.creation import Terms, set_terms

    found = set_terms(slug, Terms(host, events, postings, no_quota))
    shown = (found.host or "none", *(_quota(each) for each in (found.most_events, found.most_postings)))
    show_table(("organisation", "host name", "events", "postings per day"), [(found.slug, *shown)])


def _quota(most: int | None) -> str:
    return "no limit" if most is None else str(most)


@organisation.command("export", short_help="Export an organisation to a zip file.")
@click.argument("slug")
@click.argument("archive", type=click.Path(path_type=Path))
def export_organisation(slug: str, archive: Path) -> None:
    """Export the organisation SLUG to the zip file ARCHIVE: books, players and other data.

    Each book is written as `overtrick book export` writes it, with its signed heads.

    \b
    Example: overtrick organisation export nsw nsw.zip
    """
    ready()
    from overtrick.web.organisations.creation import find_organisation
    from overtrick.web.server.departure import write_archive

    written = write_archive(find_organisation(slug), archive)
    books, postings = count_of(written.books, "book"), count_of(written.postings, "posting")
    show_lines(f"{archive}: {books} with {postings}, {count_of(written.rows, 'other row')}")


@organisation.command("erase", short_help="Permanently delete an organisation and its books.")
@click.argument("slug")
@click.option("--confirm", help="The short name again, to skip the confirmation prompt.")
def erase_organisation(slug: str, confirm: str | None) -> None:
    """Permanently delete the organisation SLUG and its data, after listing what is deleted and what is kept.

    Export first. Accounts stay, because people may work for other organisations. Database backups are not changed.

    \b
    Example: overtrick organisation erase nsw
    """
    ready()
    from overtrick.web.organisations.creation import find_organisation
    from overtrick.web.server.departure import erase, foresee

    found = find_organisation(slug)
    foreseen = foresee(found)
    show_table(("will be deleted", ""), [(what, str(count)) for what, count in foreseen.goes])
    show_table(("will be kept", ""), [(what, str(count)) for what, count in foreseen.stays])
    if (confirm or click.prompt("Type the short name again to erase the organisation", default="")) != slug:
        raise DirectorError("Nothing was erased", remedy="Type the short name of the organisation to erase it.")
    erase(found)
    show_lines(f"{slug} has been erased")


@organisation.command("folder", short_help="Upload regulations for an organisation.")
@click.argument("slug")
@click.argument("source", type=click.Path(exists=True, path_type=Path))
def take_folder(slug: str, source: Path) -> None:
    """Check SOURCE, a rulebook folder or its zip file, and save it for the organisation SLUG.

    A folder with the name of an existing one becomes its new edition; open books keep the edition they have.

    \b
    Example: overtrick organisation folder nsw rulebooks/crockfords
    """
    from overtrick.regulations.read.zipped_folder import read_folder

    folder = read_folder(source)
    ready()
    from overtrick.web.organisations.creation import find_organisation
    from overtrick.web.organisations.rule_folders import keep_folder

    kept = keep_folder(find_organisation(slug).number, folder, at_the_prompt()).row
    show_lines(f"{kept.title} is saved for {slug}: {kept.name}, edition {kept.fingerprint[:12]}")


@organisation.command("folders", short_help="List an organisation's regulations.")
@click.argument("slug")
@click.option("--retire", metavar="NAME", help="Retire this folder.")
@as_json
def list_folders(slug: str, retire: str | None, as_json: bool) -> None:
    """List the regulations folders of the organisation SLUG, with their editions.

    \b
    Example: overtrick organisation folders nsw
    """
    ready()
    from overtrick.web.organisations.creation import find_organisation
    from overtrick.web.organisations.rule_folders import current_folders, retire_folder

    number = find_organisation(slug).number
    if retire is not None:
        retire_folder(number, retire)
    found = list(current_folders(number))
    if as_json:
        rows: list[Json] = [{"name": f.name, "title": f.title, "cite": f.cite, "edition": f.fingerprint} for f in found]
        show_json({"folders": rows})
    else:
        show_table(
            ("folder", "title", "citation", "edition"), [(f.name, f.title, f.cite, f.fingerprint[:12]) for f in found]
        )


for each in organisation.commands.values():
    data_folder(each)
