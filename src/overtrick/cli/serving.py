"""Serving the faces in a browser."""

import click

from overtrick.core.errors import DirectorError


@click.command(short_help="Serve the desk, the tables and the players' pages.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 for all.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="The port to listen on.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1), help="Processes; needs PostgreSQL.")
@click.option("--threads", default=8, show_default=True, type=click.IntRange(1), help="Threads for pages, a process.")
def serve(host: str, port: int, workers: int, threads: int) -> None:
    """Serve pages and live stream on one port, until interrupted.

    The books are kept in the folder OVERTRICK_DATA (default: overtrick-data, here), or in the PostgreSQL database
    that DATABASE_URL names. The database is brought up to date first.

    \b
    Example: overtrick serve
             overtrick serve --host 0.0.0.0 --workers 4
    """
    try:
        from overtrick.web.serving import run
    except ImportError as fault:
        raise missing(fault) from fault
    run.check_workers(workers)
    try:
        key = run.prepare()
    except ImportError as fault:
        raise missing(fault) from fault
    shown = "localhost" if host in ("0.0.0.0", "127.0.0.1", "::") else host  # noqa: S104 - shown, not bound
    click.echo(f"Overtrick is at http://{shown}:{port}/")
    if key:
        click.echo(f"First run: make the chief director's account at http://{shown}:{port}/first-run/?key={key}")
    run.serve(run.Where(host, port, workers, threads))


def missing(fault: ImportError) -> DirectorError:
    """What to do when the browser's part is not installed."""
    return DirectorError(
        f"The part for browsers is not installed ({fault.name} is missing)",
        remedy="Install it with: pip install 'overtrick[web]'",
    )
