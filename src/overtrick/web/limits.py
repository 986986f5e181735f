"""The server's limits on time and on queues, in one table; the limits on input are in another.

Times are in seconds. `docs/reference/limits.md` says what each limit is for, and what happens beyond it.
"""

HEADER = 10
"""The time for the head of a request to arrive, and between two requests on one connection."""
BODY_PAUSE = 10
"""The time between two pieces of a body."""
BODY = 60
"""The time for a whole body to arrive."""
REQUEST = 30
"""The time for making a page, including the wait for a thread; then the client is told to try again."""
CAME = "overtrick.came"
"""The key under which a request has its time of arrival, by the process's own clock, before it waited for a thread."""
ENDING = 1
"""The time for pages in progress when the process is told to stop; then the client is told to try again."""
TAKE = 60
"""The time for a client to receive a piece of an answer."""

STATEMENT = 10
"""The time for one statement on PostgreSQL."""
LOCK = 3
"""The wait for a lock: of a book's head in PostgreSQL, and of an event among those who post to it in one process."""
MIGRATION = 1
"""The wait for a lock on a table that a migration changes; everything else that uses the table waits behind it."""
IDLE = 15
"""The time for an idle transaction."""
SLOW = 1
"""The time after which a posting that is being stored counts as held up; then only a few wait behind it."""
BEHIND = 2
"""How many postings wait behind one that is held up."""

BODY_BYTES = 10 * 1024 * 1024
"""The most bytes of a body."""
BODIES_BYTES = 64 * 1024 * 1024
"""The most bytes of all bodies that a process holds at a time."""
WATCHERS = 20
"""How many health checks and requests for metrics may wait in a process."""
WORKERS = 2_000
"""How many requests of phones and desks may wait in a process."""
READERS = 400
"""How many requests of readers may wait in a process."""

BEAT = 1
"""The time between two signs of life of a process."""
SILENT = 20
"""How many signs of life a process may miss before it is killed and replaced."""
STUCK = 90
"""The time after which a page in progress counts as stuck, and its process stops giving signs of life."""
RISE = 90
"""The time for a process to start giving signs of life."""
PAUSE = 30
"""The longest pause before a process that keeps dying is restarted."""

KEPT_POSTINGS = 200_000
"""The most postings in all folded events of a process; the events requested least recently are dropped first."""
KEPT_FOR = 900
"""How long an event stays folded without a request; it is quickly folded again from its snapshot."""
