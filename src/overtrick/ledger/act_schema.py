"""The written form of acts as JSON Schema: one schema for each act, chosen by the value of `act`.

It is made from the same type hints that `codec` uses to read acts, so that the two cannot differ.
"""

from dataclasses import MISSING, Field, fields, is_dataclass
from inspect import getdoc
from types import NoneType, UnionType
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

from overtrick.core.event.acts import ACTS, KnownAct
from overtrick.core.model.results import Result

Schema: TypeAlias = dict[str, Any]

_PLAIN: dict[type[Any], str] = {str: "string", int: "integer", bool: "boolean"}
_RESULT = "A result as it is written: `4S S +1`, `3NTX W -2`, `PASS`."
_EXACT = "A number: whole, or written as text where it is not, `2.5` or `7/3`."


def act_schema(where: str) -> tuple[Schema, dict[str, Schema]]:
    """The schema of any act, and the schemas it refers to, which are placed at *where* (`#/components/schemas/`)."""
    named: dict[str, Schema] = {}
    mapping = {act.called: where + _schema_name(act) for act in ACTS}
    for act in ACTS:
        own = _of_dataclass(act, where, named)
        own["properties"] = {"act": {"const": act.called, "type": "string"}, **own["properties"]}
        own["required"] = ["act", *own["required"]]
        named[_schema_name(act)] = own
    one = [{"$ref": each} for each in mapping.values()]
    return {"oneOf": one, "discriminator": {"propertyName": "act", "mapping": mapping}}, named


def _schema_name(act: type[KnownAct]) -> str:
    """The name of an act's schema, made from the act's permanent name: `line-up posted` becomes `LineUpPosted`."""
    return "".join(word.capitalize() for word in act.called.replace("-", " ").split())


def _of_dataclass(kind: Any, where: str, named: dict[str, Schema]) -> Schema:
    hints = get_type_hints(kind)
    own: tuple[Field[Any], ...] = fields(kind)
    return {
        "type": "object",
        "description": " ".join((getdoc(kind) or "").split()),
        "properties": {each.name: _add_default(each, _field_schema(hints[each.name], where, named)) for each in own},
        "required": [each.name for each in own if each.default is MISSING],
        "additionalProperties": False,
    }


def _add_default(field: Field[Any], schema: Schema) -> Schema:
    """The schema of an optional field, with its default."""
    default = list(field.default) if isinstance(field.default, tuple) else field.default
    return schema if default is MISSING or "$ref" in schema else {**schema, "default": default}


def _field_schema(hint: Any, where: str, named: dict[str, Schema]) -> Schema:
    """The schema of a field of this type; schemas of classes it contains are added to *named*."""
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    if hint in (Result, Result | None):
        return _or_none({"type": "string", "description": _RESULT}, hint)
    if isinstance(hint, UnionType):
        return _or_none({"type": ["integer", "string"], "description": _EXACT}, hint)
    if get_origin(hint) is tuple:
        inner = get_args(hint)
        if inner[-1] is Ellipsis:
            return {"type": "array", "items": _field_schema(inner[0], where, named)}
        return {
            "type": "array",
            "items": _field_schema(inner[0], where, named),
            "minItems": len(inner),
            "maxItems": len(inner),
        }
    if isinstance(hint, type) and is_dataclass(hint):
        part = f"Written{hint.__name__}"
        named.setdefault(part, _of_dataclass(hint, where, named))
        return {"$ref": where + part}
    raise TypeError(f"no act is written with {hint}")


def _or_none(schema: Schema, hint: Any) -> Schema:
    if NoneType not in get_args(hint):
        return schema
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return {**schema, "type": [*kinds, "null"]}
