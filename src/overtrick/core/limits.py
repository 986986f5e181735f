"""The limits on input: how long, how large and how deeply nested it may be.

Every reader of input from people, files and programs refuses anything beyond its limit, with a message, before it
processes it. The limits are far beyond anything that happens at a congress. `docs/reference/limits.md` lists them.
"""

NUMBER = 400
"""Characters of an exact number: a sum of many percentages over different tops has a numerator of dozens of digits."""
DIGITS = 9
"""Digits of a whole number: a table, a board, a round, a posting."""
LARGEST = 10**9
"""The largest number in a book, as a numerator or a denominator."""
RESULT = 400
"""Characters of a result; a weighted one has a few parts."""
NAME = 300
"""Characters of a name: of a contestant, a stage, a clause, a player."""
PROSE = 20_000
"""Characters of a longer text: a reason, a note."""
PARTS = 10_000
"""Members of a list in a posting: entries, tables, boards."""
ACCOUNT = 200 * PARTS
"""Characters of a text that covers every table: the reasons for a draw."""

LINE = 500
"""Characters of a line typed at the desk."""
WORD = 200
"""Characters of one answer from a phone."""
MESSAGE = 4_096
"""Bytes of a phone's message."""
ACT = 2_500_000
"""Bytes of an act that a program posts."""
DEPTH = 32
"""How deeply lists and objects may be nested in JSON."""
KEY = 300
"""Points before the `=` of a line in TOML: a key has two or three parts, a line of prose may have more."""

FILE = 2_000_000
"""Characters of an uploaded file: deals, entries, results, a draw, an event's rules."""
SESSION = 8_000_000
"""Bytes of a session file from another program: some hold every card that was played."""
FOLDER = 2_000_000
"""Bytes of an uploaded folder of rules: of its archive, and of all its texts together."""
FOLDER_FILES = 200
"""Files of a folder of rules."""
WORKBOOK = 20_000_000
"""Bytes of all parts of a spreadsheet that are read, unpacked."""
ELEMENTS = 300_000
"""Elements of an XML file, or of a spreadsheet: a file of 400 kB has about 20,000."""
TAG = 100_000
"""Bytes of one tag or comment in XML."""
CELL = 20_000
"""Characters of one cell of a table in a file."""
COLUMNS = 300
"""Cells of one line of a table in a file."""
LINES = 100_000
"""Lines of a table in a file."""
FAULTS = 50
"""Faults of a file that are listed one by one; of the rest only the number is given."""

ROUNDS = 1_000
"""Matches, rounds or sessions of a stage in an event's rules."""
BOARDS = 1_000
"""Boards of a match or a session in an event's rules."""
ENTRIES = 100_000
"""Contestants or tables of an event in its rules: the largest field for which draws were measured."""
