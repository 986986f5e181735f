"""The check that anybody can make: the keys are those of the plan, and the deals follow from them."""

from collections.abc import Mapping
from dataclasses import dataclass

from overtrick.core.dealing.squaredeal import Keys, Plan, generate_deals, hash_of
from overtrick.core.model.cards import Deal
from overtrick.core.wording import Phrase, phrase

OPEN = 50
"""How many sessions of a phase are tried of which the plan does not say how many there are."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """A plan in an event's book: what is known of it, and by which posting and since when it is known.

    *source* says where the value was read; *keys* are as their file writes them, and none until play is over.
    """

    plan: Plan
    planned: tuple[int, str]
    valued: tuple[int, str] | None = None
    source: str = ""
    keys: tuple[str, ...] = ()
    released: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True, order=True)
class DealtSet:
    """A set that the plan gives: the numbers of the phase and the session, and whether it is the reserve."""

    phase: int
    session: int
    reserve: bool = False

    def name_in(self, plan: Plan) -> str:
        """What it is called in its plan."""
        name = plan.phases[self.phase - 1].name_of(self.session)
        return f"{name}, reserve" if self.reserve else name

    def file(self, plan: Plan) -> str:
        """What its file is called, without the ending."""
        return plan.phases[self.phase - 1].file_of(self.session) + ("reserve" if self.reserve else "")


def key_faults(plan: Plan, keys: Keys) -> tuple[Phrase, ...]:
    """What is wrong with keys that should be a plan's; nothing if they are the ones it was published with."""
    faults = []
    if not plan.key_hash:
        faults.append(
            phrase("The plan has no hash of its keys (KH), so it does not prove that the keys were made in advance")
        )
    elif hash_of(keys) != plan.key_hash:
        faults.append(
            phrase(
                "The keys have the hash {found}, but the plan was published with the hash {published}",
                found=hash_of(keys), published=plan.key_hash,
            )
        )  # fmt: skip
    missing = [f"{phase},{session}" for phase, session in plan.wanted_keys() if (phase, session) not in keys]
    if missing:
        faults.append(
            phrase("There are no keys for these sessions, written phase,session: {missing}", missing=" ".join(missing))
        )
    if not plan.value:
        faults.append(
            phrase("The plan has no value for “{delayed}” (DV), so there are no deals yet", delayed=plan.delayed)
        )
    return tuple(faults)


def all_sets(plan: Plan, keys: Keys) -> Mapping[DealtSet, Mapping[int, Deal]]:
    """Every set that a plan gives with its keys, by board, and the reserve of each."""
    found: dict[DealtSet, Mapping[int, Deal]] = {}
    for number, phase in enumerate(plan.phases, start=1):
        for session in range(1, (phase.sessions or OPEN) + 1):
            for spare in (False, True):
                found[DealtSet(number, session, spare)] = generate_deals(plan, keys, number, session, reserve=spare)
    return found


def origins(sets: Mapping[DealtSet, Mapping[int, Deal]]) -> Mapping[tuple[int, Deal], DealtSet]:
    """Which set each board with its deal is of; the original before a reserve."""
    found: dict[tuple[int, Deal], DealtSet] = {}
    for each in sorted(sets, key=lambda one: (one.reserve, one)):
        for board, deal in sets[each].items():
            found.setdefault((board, deal), each)
    return found
