"""The one table of bounds: how long, how large and how deep a thing may be that somebody hands in.

Every reader of what people, files and programs hand in refuses what goes past its bound, in words, before it works on
it. The bounds are wide of anything that happens at a congress. `docs/reference/limits.md` prints the table.
"""

NUMBER = 400
"""Characters of an exact number: the sum of many per cents over unlike tops has dozens of digits over its stroke."""
DIGITS = 9
"""Digits of a whole number: a table, a board, a round, a posting."""
LARGEST = 10**9
"""The size of a number in a book, over and under its stroke."""
RESULT = 400
"""Characters of a result; a weighted one has a few parts."""
NAME = 300
"""Characters of a text that names something: a contestant, a stage, a clause, a player."""
PROSE = 20_000
"""Characters of a text that tells something: a reason, a note."""
PARTS = 10_000
"""Members of a list in a posting: entries, tables, boards."""
ACCOUNT = 200 * PARTS
"""Characters of a text that has something to tell of every table: why a draw is what it is."""

LINE = 500
"""Characters of the line that is typed at the desk."""
WORD = 200
"""Characters of one answer of a phone."""
MESSAGE = 4_096
"""Bytes of a phone's message."""
ACT = 2_500_000
"""Bytes of an act that a program posts."""
DEPTH = 32
"""How deep lists and objects may stand in one another in JSON."""
KEY = 300
"""Points before the `=` of a line in TOML: a key has two or three parts, a line of prose may have more."""

FILE = 2_000_000
"""Characters of a file that is handed in: deals, entries, results, a draw, an event's rules."""
SESSION = 8_000_000
"""Bytes of a file in which another program keeps a session: some hold every card that was played."""
FOLDER = 2_000_000
"""Bytes of a folder of rules that is handed in: of its archive, and of all its texts together."""
FOLDER_FILES = 200
"""Files of a folder of rules."""
WORKBOOK = 20_000_000
"""Bytes of all parts of a spreadsheet that are read, unpacked."""
ELEMENTS = 300_000
"""Elements of an XML file, or of a spreadsheet: one of four hundred kilobytes has some twenty thousand."""
TAG = 100_000
"""Bytes of one tag or comment in XML."""
CELL = 20_000
"""Characters of one cell of a table in a file."""
COLUMNS = 300
"""Cells of one line of a table in a file."""
LINES = 100_000
"""Lines of a table in a file."""
FAULTS = 50
"""Faults of a file that are told one by one; of more the number is told."""

ROUNDS = 1_000
"""Matches, rounds or sessions of a stage in an event's rules."""
BOARDS = 1_000
"""Boards of a match or a session in an event's rules."""
ENTRIES = 100_000
"""Contestants or tables of an event in its rules: what the draws are measured to."""
