"""The checks of `overtrick doctor`, on the command line."""

from pathlib import Path

import click

from overtrick.cli.options import as_json, data_folder
from overtrick.cli.server_books import refuse_no_folder
from overtrick.cli.serving import missing
from overtrick.cli.show import show_json, show_lines
from overtrick.core.provenance import Json


@data_folder
@click.command
@click.option("--url", default="", help="Public address, to check its certificate.")
@click.option(
    "--backups",
    type=click.Path(path_type=Path),
    envvar="OVERTRICK_BACKUPS",
    help="Backup folder (default: OVERTRICK_BACKUPS).",
)
@click.option("--every-book", is_flag=True, help="Verify every book, not only those changed most recently.")
@as_json
def doctor(url: str, backups: Path | None, every_book: bool, as_json: bool) -> None:
    """Check everything the server depends on and say how to fix any problem.

    Checks the database and its schema, clocks, disk, PostgreSQL archive, certificate, age of backups, and the books'
    hash chains. It changes nothing, so you can run it on a standby. Exit code 1 if anything is wrong.

    \b
    Example: overtrick doctor
             overtrick doctor --url https://bridge.example.org --backups /var/backups/overtrick
    """
    refuse_no_folder()
    try:
        from overtrick.web.server.run import django_ready

        django_ready()
        from overtrick.web.server.doctor import examine
        from overtrick.web.telemetry.checks import State
    except ImportError as fault:
        raise missing(fault) from fault
    from overtrick.ledger.durable.tenancy import EVERYBODY, use_organisation

    with use_organisation(EVERYBODY):
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
