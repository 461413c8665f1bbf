"""Writes python/cardwright/wire.py: the types of the protocol's documents, from its schemas. `--check` only
compares.
"""

from __future__ import annotations

import json
import keyword
import sys
import textwrap
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SCHEMAS = HERE.parents[2] / "docs" / "schema"
PAGE = HERE.parent / "python" / "cardwright" / "wire.py"
HEAD = '''"""The documents of the protocol as types; `docs/reference/wire.md` explains them. Written by tools/wire_types.py."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Tuple, TypedDict, Union

'''
WORDS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def schemas() -> dict[str, Any]:
    """Every named schema: those of the protocol, and those of documents in errors."""
    found: dict[str, Any] = json.loads((SCHEMAS / "openrpc.json").read_text())["components"]["schemas"]
    for path in sorted((SCHEMAS / "wire").glob("*.json")):
        document = json.loads(path.read_text())
        for name, schema in document.pop("$defs", {}).items():
            found.setdefault(name, schema)
        found.setdefault(document["title"], document)
    return found


class Writer:
    """Sorted types without duplicates."""

    def __init__(self) -> None:
        self.classes: list[str] = []
        self.unions: list[str] = []

    def name(self, name: str, schema: dict[str, Any]) -> None:
        """A named schema."""
        if is_object(schema):
            self.object(name, schema)
        else:
            about = schema.get("description")
            self.unions.append(f"{name} = {self.type(schema, name)}" + (f"\n{quoted(about)}" if about else ""))

    def type(self, schema: dict[str, Any], at: str) -> str:
        """The type of a value; `at` is the name for an unnamed type."""
        if "$ref" in schema:
            return f'"{schema["$ref"].rsplit("/", 1)[-1]}"'
        if "allOf" in schema:
            return self.type(schema["allOf"][0], at)
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return f"Literal[{', '.join(repr(one) for one in schema['enum'])}]"
        for key in ("oneOf", "anyOf"):
            if key in schema:
                return union([self.type(one, at + variant(one, nth)) for nth, one in enumerate(schema[key], 1)])
        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        return union([self.of_kind(kind, schema, at) for kind in kinds]) if kinds else "Any"

    def of_kind(self, kind: str, schema: dict[str, Any], at: str) -> str:
        if kind == "array":
            items = schema.get("items", schema.get("prefixItems", {}))
            if isinstance(items, list):
                return f"Tuple[{', '.join(self.type(one, at) for one in items)}]"
            return f"List[{self.type(items, at)}]"
        if kind == "object":
            if is_object(schema):
                self.object(at, schema)
                return f'"{at}"'
            more = schema.get("additionalProperties")
            return f"Dict[str, {self.type(more, at) if isinstance(more, dict) else 'Any'}]"
        return WORDS[kind]

    def object(self, name: str, schema: dict[str, Any]) -> None:
        """An object with known keys; optional ones are in a separate class."""
        required = set(schema.get("required", []))
        keys = {key: (self.type(one, name + camel(key)), one.get("description")) for key, one in schema["properties"].items()}
        must = {key: value for key, value in keys.items() if key in required}
        may = {key: value for key, value in keys.items() if key not in required}
        about = schema.get("description", "")
        bases = []
        for part, some in (("Must", must), ("May", may)):
            words = {key: value for key, value in some.items() if keyword.iskeyword(key)}
            if words:
                # Such a key cannot be in a class.
                self.part_by_call(f"_{name}{part}Words", words, total=part == "Must")
                bases.append(f"_{name}{part}Words")
        must, may = ({key: value for key, value in some.items() if not keyword.iskeyword(key)} for some in (must, may))
        if may and (must or bases):
            self.part(f"_{name}", ["TypedDict"], "", must)
            bases.append(f"_{name}")
            self.part(name, bases, about, may, total=False)
        else:
            self.part(name, bases or ["TypedDict"], about, must or may, total=not may)

    def part(
        self, name: str, bases: list[str], about: str, keys: dict[str, tuple[str, Any]], total: bool = True
    ) -> None:
        lines = [f"class {name}({', '.join(bases)}{'' if total else ', total=False'}):"]
        lines += [quoted(about, "    "), ""] if about else []
        for key, (kind, says) in keys.items():
            lines.append(f"    {key}: {kind.replace(chr(34), '')}")
            lines += [quoted(says, "    ")] if says else []
        self.classes.append("\n".join(lines if len(lines) > 1 else [*lines, "    pass"]))

    def part_by_call(self, name: str, keys: dict[str, tuple[str, Any]], total: bool) -> None:
        said = ", ".join(f'"{key}": {kind}' for key, (kind, _) in keys.items())
        self.classes.append(f'{name} = TypedDict("{name}", {{{said}}}{"" if total else ", total=False"})')


def is_object(schema: dict[str, Any]) -> bool:
    return schema.get("type") == "object" and bool(schema.get("properties")) and "oneOf" not in schema


def union(types: list[str]) -> str:
    several = list(dict.fromkeys(types))
    return several[0] if len(several) == 1 else f"Union[{', '.join(several)}]"


def variant(schema: dict[str, Any], nth: int) -> str:
    """The name of a variant: the word that identifies it."""
    for one in schema.get("properties", {}).values():
        if isinstance(one.get("const"), str):
            return camel(one["const"])
    return str(nth)


def camel(word: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in word.replace("-", "_").split("_"))


def quoted(text: Any, before: str = "") -> str:
    flat = " ".join(str(text).split()).replace("\\", "\\\\").replace('"""', "'''")
    if flat.endswith('"'):
        flat += " "
    return textwrap.fill(f'"""{flat}"""', 124, initial_indent=before, subsequent_indent=before, break_long_words=False)


def written() -> str:
    """The whole module."""
    writer = Writer()
    for name, schema in sorted(schemas().items()):
        writer.name(name, schema)
    return HEAD + "\n\n\n".join(writer.classes) + "\n\n\n" + "\n\n".join(writer.unions) + "\n"


def main() -> int:
    text = written()
    if sys.argv[1:] == ["--check"]:
        if PAGE.read_text() == text:
            return 0
        print(f"error: {PAGE} is not current\n  help: run crates/python/tools/wire_types.py", file=sys.stderr)
        return 1
    PAGE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
