"""Every act can be made at the desk or at a table, with what they show, or it is said here what makes it instead."""

import ast
from pathlib import Path

from overtrick.core.event.acts import ACTS
from overtrick.web.desk.forms.registry import FORMS, YEAR_FORMS

SOURCE = Path(__file__).parents[2] / "src" / "overtrick"
FACES = ("web/desk", "web/table", "web/congress", "views")

MADE_ELSEWHERE = {
    "DrawPublished": ("draft", "the director drafts a draw by its rule; the desk's page publishes it, changed or not"),
    "LatePairSeated": (
        "late_pair",
        "where a late pair sits is the movement's to say; the form names the pair and the round",
    ),
    "DrawChanged": ("late_pair", "who comes late or leaves changes the draws; the director says which tables"),
    "SidesSwitched": (
        "put_round",
        "whether sides are switched or results put right follows from how the match is played",
    ),
    "PostingsUndone": ("taking_back", "what rests on a posting is the director's to say; the form names the posting"),
    "SanctionGiven": ("penalty_for", "what an offence brings is the rule's to say; the form names the offence"),
    "FieldClosed": ("propose_field", "who is in a field is the rule's to say; the form closes it"),
}
"""Acts that no face makes from answers alone: what makes each, and why."""


def called(folder: str) -> set[str]:
    """Every name that is called in a folder of the source."""
    return {
        node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        for path in (SOURCE / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute)
    }


def test_every_act_is_made_by_a_face_or_says_what_makes_it() -> None:
    asked = {form.makes.__name__ for form in (*FORMS, *YEAR_FORMS) if hasattr(form, "makes")}
    made = asked.union(*(called(face) for face in FACES))
    acts = {act.__name__ for act in ACTS}
    assert acts - made == MADE_ELSEWHERE.keys(), "give the act a form, or say what makes it"
    for name, (maker, why) in MADE_ELSEWHERE.items():
        assert maker in made, f"{name}: {maker} is called nowhere"
        assert len(why.split()) > 5
