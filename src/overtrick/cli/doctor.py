"""The doctor at the prompt."""

from pathlib import Path

import click

from overtrick.cli.options import as_json
from overtrick.cli.serving import missing
from overtrick.cli.show import show_json, show_lines
from overtrick.core.provenance import Json


@click.command
@click.option("--url", default="", help="The public address, to look at its certificate.")
@click.option(
    "--backups",
    type=click.Path(path_type=Path),
    envvar="OVERTRICK_BACKUPS",
    help="The folder that copies are put in; else what OVERTRICK_BACKUPS says.",
)
@click.option("--every-book", is_flag=True, help="Prove the chain of every book, not only of those that grew last.")
@as_json
def doctor(url: str, backups: Path | None, every_book: bool, as_json: bool) -> None:
    """Look at everything the server leans on, and say what to do about what is not well.

    Database and its schema, clocks, disk, the archive of PostgreSQL, a certificate, the age of copies, and the chains
    of books. It changes nothing, so that it may be run on a standby too. Exit code 1 if anything is ill.

    \b
    Example: overtrick doctor
             overtrick doctor --url https://bridge.example.org --backups /var/backups/overtrick
    """
    try:
        from overtrick.web.serving.run import django_ready

        django_ready()
        from overtrick.web.serving.doctor import examine
        from overtrick.web.telemetry.checks import State
    except ImportError as fault:
        raise missing(fault) from fault
    from overtrick.ledger.durable.tenancy import EVERYBODY, within

    with within(EVERYBODY):
        found = list(examine(url, backups, every_book=every_book))
    ill = any(each.state is State.ILL for each in found)
    if as_json:
        rows: list[Json] = [
            {"what": each.what, "state": each.state.value, "seen": each.seen, "remedy": each.remedy} for each in found
        ]
        show_json({"well": not ill, "findings": rows})
    else:
        wide = max(len(each.what) for each in found)
        for each in found:
            show_lines(f"{each.state.value:6} {each.what:{wide}}  {each.seen}")
            if each.remedy:
                show_lines(f"{'':6} {'':{wide}}  → {each.remedy}")
    if ill:
        raise SystemExit(1)
