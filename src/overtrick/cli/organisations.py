"""The organisations of an installation, at the prompt: list them, make another, name an owner, take in its rules."""

from pathlib import Path

import click

from overtrick.cli.options import as_json
from overtrick.cli.server_books import at_the_prompt, ready
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Json


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


@organisation.command("set", short_help="Give an organisation a host name of its own, or a quota.")
@click.argument("slug")
@click.option("--host", help="Its pages are read under this name too; nothing between quotes takes it away.")
@click.option("--events", type=click.IntRange(min=0), help="How many events it may hold.")
@click.option("--postings", type=click.IntRange(min=0), help="How many postings a day it may make.")
@click.option("--no-quota", is_flag=True, help="As many events and postings as it likes.")
def set_organisation(slug: str, host: str | None, events: int | None, postings: int | None, no_quota: bool) -> None:
    """Give the organisation SLUG a host name of its own, or a quota; what is not named stays as it is.

    \b
    Example: overtrick organisation set nsw --host bridge.example.org --events 500 --postings 20000
    """
    ready()
    from overtrick.web.organisations.creation import Terms, set_terms

    found = set_terms(slug, Terms(host, events, postings, no_quota))
    shown = (found.host or "none of its own", *(_quota(each) for each in (found.most_events, found.most_postings)))
    show_table(("organisation", "host name", "events", "postings a day"), [(found.slug, *shown)])


def _quota(most: int | None) -> str:
    return "no limit" if most is None else str(most)


@organisation.command("export", short_help="All that is an organisation's, in one archive.")
@click.argument("slug")
@click.argument("archive", type=click.Path(path_type=Path))
def export_organisation(slug: str, archive: Path) -> None:
    """Write all that is the organisation SLUG's to ARCHIVE, a zip archive: its books, its people and its other rows.

    Each book is as `overtrick book export` writes it, with what was signed of it.

    \b
    Example: overtrick organisation export nsw nsw.zip
    """
    ready()
    from overtrick.web.departure.archive import write_archive
    from overtrick.web.organisations.creation import called

    written = write_archive(called(slug), archive)
    show_lines(f"{written.books} books with {written.postings} postings and {written.rows} other rows are in {archive}")


@organisation.command("erase", short_help="Take an organisation off the server, with its books.")
@click.argument("slug")
@click.option("--confirm", help="Its short name once more; without this you are asked for it.")
def erase_organisation(slug: str, confirm: str | None) -> None:
    """Take all that is the organisation SLUG's off the server, for good, after saying what goes and what stays.

    Export it first. Accounts stay: their owners may work for others too. Copies of the database have what they have.

    \b
    Example: overtrick organisation erase nsw
    """
    ready()
    from overtrick.web.departure.erasure import erase, foresee
    from overtrick.web.organisations.creation import called

    found = called(slug)
    foreseen = foresee(found)
    show_table(("goes", ""), [(what, str(count)) for what, count in foreseen.goes])
    show_table(("stays", ""), [(what, str(count)) for what, count in foreseen.stays])
    if (confirm or click.prompt("Its short name once more, to erase it", default="")) != slug:
        raise DirectorError("Nothing was erased", remedy="Write its short name to erase it.")
    erase(found)
    show_lines(f"{slug} is erased")


@organisation.command("folder", short_help="Take in a folder of rules for an organisation.")
@click.argument("slug")
@click.argument("source", type=click.Path(exists=True, path_type=Path))
def take_folder(slug: str, source: Path) -> None:
    """Keep SOURCE, a folder of rules or the zip archive of one, for the organisation SLUG, if nothing is wrong with it.

    A folder of the same name is a new edition of it; books that are open keep theirs.

    \b
    Example: overtrick organisation folder nsw rulebooks/crockfords
    """
    from overtrick.regulations.read.zipped_folder import read_folder

    folder = read_folder(source)
    ready()
    from overtrick.web.organisations.creation import called
    from overtrick.web.organisations.own_folders import keep_folder

    kept = keep_folder(called(slug).number, folder, at_the_prompt()).row
    show_lines(f"{kept.title} is kept for {slug}: {kept.name}, edition {kept.fingerprint[:12]}")


@organisation.command("folders", short_help="The folders of rules of an organisation.")
@click.argument("slug")
@click.option("--retire", metavar="NAME", help="Offer this one no more.")
@as_json
def list_folders(slug: str, retire: str | None, as_json: bool) -> None:
    """The folders of rules that the organisation SLUG is offered, with their editions.

    \b
    Example: overtrick organisation folders nsw
    """
    ready()
    from overtrick.web.organisations.creation import called
    from overtrick.web.organisations.own_folders import current_folders, retire_folder

    number = called(slug).number
    if retire is not None:
        retire_folder(number, retire)
    found = list(current_folders(number))
    if as_json:
        rows: list[Json] = [{"name": f.name, "title": f.title, "cite": f.cite, "edition": f.fingerprint} for f in found]
        show_json({"folders": rows})
    else:
        show_table(
            ("folder", "title", "cited as", "edition"), [(f.name, f.title, f.cite, f.fingerprint[:12]) for f in found]
        )
