"""Masterpoints on the command line: a list of awards as a file for the ABF Masterpoint Centre."""

from fractions import Fraction
from pathlib import Path

import click

from overtrick.cli.entries import read_file
from overtrick.cli.options import as_json
from overtrick.cli.show import show_json, show_lines
from overtrick.core.errors import DirectorError
from overtrick.core.exact import decimal_text
from overtrick.core.wording import count_of
from overtrick.formats.masterpoints import COLOURS, ENDINGS, award_file, read_awards


@click.command("masterpoints")
@click.argument("file")
@click.option("--colour", required=True, type=click.Choice(tuple(COLOURS)), help="Colour of the masterpoints.")
@click.option("--output", "-o", "--out", required=True, help="The file to write; it must not exist yet.")
@as_json
def masterpoints(*, file: str, colour: str, output: str, as_json: bool) -> None:
    """Write a list of awards as a file for the ABF Masterpoint Centre.

    The list has the columns number, name and points, or red and green for red-and-green. The name of the output must
    end in .grn, .red, .gld or .rag, according to the colour.

    \b
    Example: overtrick masterpoints examples/awards.csv --colour green -o night.grn
    """
    path = Path(output)
    if path.suffix.lower() != ENDINGS[colour]:
        raise DirectorError(
            "The name of a {colour} file must end in {ending}, but {output} does not",
            remedy="Change the ending of the name.",
            colour=colour,
            ending=ENDINGS[colour],
            output=path.name,
        )
    if path.exists():
        raise DirectorError(
            "{output} already exists",
            remedy="Existing files are never overwritten: choose another name.",
            output=output,
        )
    text, name = read_file(file)
    made = award_file(read_awards(text, name, colour))
    path.write_bytes(made.data)
    shades = ("red", "green") if len(made.totals) == 2 else (colour,)
    totals = {shade: decimal_text(Fraction(total, 100), 2) for shade, total in zip(shades, made.totals, strict=True)}
    if as_json:
        show_json({"players": made.players, "totals": dict(totals), "file": output})
        return
    told = ", ".join(f"{total} {shade}" for shade, total in totals.items())
    show_lines(f"{count_of(made.players, 'player')} in {output}. For the check sheet: {told}")
