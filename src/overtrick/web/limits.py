"""How long anything may take at the server, and how much may wait: the one table, beside that of what may be read.

Times are in seconds. `docs/reference/limits.md` says what each is for, and what happens past it.
"""

HEADER = 10
"""For the head of a request to come, and between two requests of one connection."""
BODY_PAUSE = 10
"""Between two pieces of a body."""
BODY = 60
"""For a whole body to come."""
REQUEST = 30
"""For a page to be made, its wait for a thread included; then the asker is told to come again."""
CAME = "overtrick.came"
"""Where a request says when it came, by the process's own clock: before it waited for a thread."""
ENDING = 1
"""For what is being made when the process is told to stop; then the asker is told to come again."""
TAKE = 60
"""For a reader to take a piece of an answer."""

STATEMENT = 10
"""For one question to PostgreSQL."""
LOCK = 3
"""For a lock: of the head of a book in PostgreSQL, and of an event between those who post to it in one process."""
MIGRATION = 1
"""For a lock of a table that a migration changes: whoever uses the table waits behind it for so long."""
IDLE = 15
"""For a transaction in which nothing is asked."""
SLOW = 1
"""After which a posting that is being kept counts as held up; then only a few wait behind it."""
BEHIND = 2
"""How many wait behind a posting that is held up."""

BODY_BYTES = 10 * 1024 * 1024
"""The largest body."""
BODIES_BYTES = 64 * 1024 * 1024
"""All bodies together that a process holds at a moment."""
WATCHERS = 20
"""Questions of machines that may wait in a process: is it well, how much does it do."""
WORKERS = 2_000
"""Requests of phones and desks that may wait in a process."""
READERS = 400
"""Requests of readers that may wait in a process."""

BEAT = 1
"""Between two signs of life of a process."""
SILENT = 20
"""Signs of life that a process may leave out before it is ended, and another takes its place."""
STUCK = 90
"""After which a page that is still being made counts as one that will never end: the process gives no sign of life."""
RISE = 90
"""For a process to begin to give signs of life."""
PAUSE = 30
"""The longest pause before a process that dies again and again is started once more."""

KEPT_POSTINGS = 200_000
"""Postings of all the events that a process keeps folded; those longest not asked for go first."""
KEPT_FOR = 900
"""For which an event that nobody asks about stays folded: it is quickly folded again from its snapshot."""
