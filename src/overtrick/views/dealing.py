"""The check of an event's deals as a page shows it: what was fixed, when, and whether the boards follow from it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from overtrick.core.dealing.proof import Dealing, DealtSet, all_sets, origins
from overtrick.core.dealing.squaredeal import Plan, board_ranges, read_keys, written_keys
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.cards import Deal
from overtrick.views.slugs import slugify


@dataclass(frozen=True, slots=True)
class PostingTime:
    """The posting from which something is known, and its time."""

    posting: int
    at: str


@dataclass(frozen=True, slots=True)
class PlanShown:
    """A plan of deals: what was published beforehand, the value, and the release of the keys, each with its posting.

    *phases* are their names, the number of sessions in each (0 where unknown) and their boards. A *late* plan was fixed
    after a round was drawn: it proves nothing about boards that someone may have seen by then.
    """

    name: str
    file: str
    delayed: str
    key_hash: str
    phases: tuple[tuple[str, int, str], ...]
    planned: PostingTime
    value: str
    source: str
    valued: PostingTime | None
    released: PostingTime | None
    late: bool


@dataclass(frozen=True, slots=True)
class CheckedBoard:
    """A board that was played, and the set of a plan that it comes from; empty if it is from none.

    It *waits* if its deal may come from a plan whose keys are still secret.
    """

    board: int
    of: str
    waits: bool = False


@dataclass(frozen=True, slots=True)
class CheckedSet:
    """The boards of a stage that were compared together: in a round, or a session."""

    stage: str
    number: int
    boards: tuple[CheckedBoard, ...]

    @property
    def proved(self) -> int:
        """How many of the boards follow from a plan."""
        return sum(bool(each.of) for each in self.boards)

    @property
    def waiting(self) -> int:
        """How many of the boards cannot be checked until another plan's keys are published."""
        return sum(each.waits for each in self.boards)


@dataclass(frozen=True, slots=True)
class DealingPage:
    """The plans of an event, and each board whose hands are in the book, checked once keys are released.

    *boards* are those that were checked, without those *waiting* for the keys of another plan.
    """

    plans: tuple[PlanShown, ...]
    checked: tuple[CheckedSet, ...]
    proved: int
    boards: int
    released: bool
    waiting: int = 0


def dealing_page(event: Tournament) -> DealingPage | None:
    """The check of an event's deals; `None` where no deals were planned."""
    if not event.dealing:
        return None
    out = [dealing for dealing in event.dealing.values() if dealing.released]
    known = [_set_names(dealing.plan, dealing.keys) for dealing in out]
    secret = _boards_of(dealing.plan for dealing in event.dealing.values() if not dealing.released)
    checked: list[CheckedSet] = []
    if known:
        for name, state in event.stages.items():
            scopes: dict[int, list[CheckedBoard]] = {}
            for (scope, board), deal in sorted(state.deals.items(), key=lambda each: each[0]):
                found = [of[board, deal] for of in known if (board, deal) in of]
                checked_board = CheckedBoard(board, found[0] if found else "", waits=not found and board in secret)
                scopes.setdefault(scope, []).append(checked_board)
            checked += [CheckedSet(name, scope, tuple(boards)) for scope, boards in scopes.items()]
    drawn = [each.posting for state in event.stages.values() for each in state.rounds.values()]
    return DealingPage(
        tuple(_show_plan(dealing, min(drawn, default=0)) for dealing in event.dealing.values()),
        tuple(checked),
        sum(each.proved for each in checked),
        sum(len(each.boards) - each.waiting for each in checked),
        bool(out),
        sum(each.waiting for each in checked),
    )


def _boards_of(plans: Iterable[Plan]) -> frozenset[int]:
    """The numbers of all boards that plans deal."""
    ranges = (each for plan in plans for phase in plan.phases for each in board_ranges(phase.boards))
    return frozenset(board for boards in ranges for board in boards)


def plan_called(event: Tournament, file: str) -> Dealing | None:
    """The plan whose files have this name, if there is one."""
    return next((each for each in event.dealing.values() if _file(each.plan) == file), None)


def key_file(dealing: Dealing) -> bytes | None:
    """The file of a plan's keys, once they are released."""
    return written_keys(read_keys(dealing.keys)) if dealing.released else None


@lru_cache(maxsize=16)
def _set_names(plan: Plan, keys: tuple[str, ...]) -> Mapping[tuple[int, Deal], str]:
    """The set of a plan for each board with its deal. It is cached: keys do not change."""
    found: Mapping[tuple[int, Deal], DealtSet] = origins(all_sets(plan, read_keys(keys)))
    return {each: of.name_in(plan) for each, of in found.items()}


def _show_plan(dealing: Dealing, first_draw: int) -> PlanShown:
    """A plan as the page shows it; *first_draw* is the posting of the event's first draw, 0 before there is one."""
    plan = dealing.plan
    return PlanShown(
        plan.name,
        _file(plan),
        plan.delayed,
        plan.key_hash,
        tuple((phase.description, phase.sessions, phase.boards.replace(",", ", ")) for phase in plan.phases),
        PostingTime(*dealing.planned),
        plan.value,
        dealing.source,
        PostingTime(*dealing.valued) if dealing.valued else None,
        PostingTime(*dealing.released) if dealing.released else None,
        0 < first_draw < dealing.planned[0],
    )


def _file(plan: Plan) -> str:
    return slugify(plan.name) or plan.key_hash[:12]
