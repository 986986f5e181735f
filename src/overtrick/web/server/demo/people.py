"""Names for the demo, combined from two lists of words so that no real person is meant."""

from collections.abc import Iterator
from random import Random
from secrets import choice, randbelow


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_FIRST = _words(
    "Alan Amy Anne Arun Barbara Brian Bruno Carla Catherine Chen Colin Dalia David Deepa Diane Edith Elena Eric Fay "
    "Felix Fiona Frank George Grace Greta Hana Harold Helen Hugo Ian Irene Ivan Jack Jane Joan Kamal Karen Keiko Keith "
    "Laura Leon Lily Linda Lorna Magda Malcolm Mario Mei Nadia Neil Nora Omar Oscar Pam Paula Peter Priya Ralph Rita "
    "Rosa Ruth Samir Stella Sylvia Tariq Tess Tom Ursula Vera Victor Wanda Wes Yusuf Zoe"
)
_LAST = _words(
    "Alder Ashgrove Banksia Barley Beech Birchwood Bracken Brindle Brook Cedar Clover Coombe Coppice Coral Cypress "
    "Dale Dunes Elmwood Fairlea Fernley Fieldgate Flint Foxglove Gable Garnet Glade Gorse Greywater Harbourne Hawthorn "
    "Hazelmere Heathcote Hollow Ironbark Jasper Juniper Kingfisher Larkspur Laurel Linden Lowfield Mallow Maplewood "
    "Marigold Marlow Meadows Merle Millbank Moorland Mulberry Myrtle Oakley Orchard Pebble Pemberley Pinegrove Quarry "
    "Quill Redfern Ridgeway Rookwood Rosewater Rowanlea Saltbush Sandbar Sedgeley Silverton Sorrel Sparrow Stillwell "
    "Sycamore Tamarind Tarn Thistle Thornbury Tidewell Vale Wattle Westerly Whitebeam Willows Windmere Wren Yarrow"
)
_THINGS = _words(
    "anchor apple badge basket beacon button candle castle copper cotton feather garden hammer harbour island jacket "
    "kettle ladder lantern lemon magnet marble mirror needle orange paddle pepper pillow pocket ribbon river saddle "
    "silver spiral sunset timber tunnel velvet violet walnut window winter"
)


def pairs(count: int, seed: str) -> tuple[tuple[str, ...], ...]:
    """The players of this many pairs, all with different names."""
    names = _names(Random(seed))  # noqa: S311 - names, not secrets
    return tuple((next(names), next(names)) for _ in range(count))


def teams(count: int, seed: str, size: int = 6) -> tuple[tuple[str, ...], ...]:
    """The players of this many teams, captain first; no two captains share a last name."""
    names = _names(Random(seed))  # noqa: S311 - names, not secrets
    taken: set[str] = set()
    made = []
    for _ in range(count):
        team = [next(names) for _ in range(size)]
        team.sort(key=lambda name: last_name(name) in taken)
        taken.add(last_name(team[0]))
        made.append(tuple(team))
    return tuple(made)


def last_name(name: str) -> str:
    """The last word of a name; teams are called by their captain's."""
    return name.rsplit(maxsplit=1)[-1]


def number_of(name: str) -> str:
    """A federation number for a name from the lists, the same in every event; no real one begins like this.

    >>> number_of("Alan Alder"), number_of("Zoe Yarrow")
    ('0000101', '0007484')
    """
    first, last = name.split()
    return f"000{1 + _FIRST.index(first):02}{1 + _LAST.index(last):02}"


def _names(dice: Random) -> Iterator[str]:
    """An endless sequence of names; a last name is repeated only after all have been used."""
    taken: set[str] = set()
    while True:
        for last in dice.sample(_LAST, len(_LAST)):
            name = f"{dice.choice(_FIRST)} {last}"
            if name not in taken:
                taken.add(name)
                yield name


def password() -> str:
    """A new password that can be read aloud: three words and a number."""
    return "-".join([choice(_THINGS), choice(_THINGS), choice(_THINGS), str(100 + randbelow(900))])
