"""Errors as exceptions with data."""

from __future__ import annotations

import json
from typing import Any


class CardwrightError(Exception):
    """An error from the engine: a code, a sentence, and data.

    The page of the protocol lists the codes and kinds.
    """

    code: int
    """The code of the protocol, such as 1 for a refused action."""
    data: dict[str, Any]
    """The data of the error; `kind` names its type."""

    def __init__(self, message: str, code: int = -32603, data: dict[str, Any] | None = None) -> None:
        super().__init__(message, code, data)
        self.message = message
        self.code = code
        self.data = data or {"kind": "internal"}

    def __str__(self) -> str:
        return self.message

    @property
    def kind(self) -> str:
        """The type of the error, such as `refused`."""
        return str(self.data.get("kind", "internal"))

    @property
    def help(self) -> str | None:
        """What to do instead, if known."""
        found = self.data.get("help")
        return found if isinstance(found, str) and found else None


class Refused(CardwrightError):
    """The rules do not allow the action."""

    @property
    def refusal(self) -> dict[str, Any]:
        """The document `refusal`: `message`, `cites` (clauses and cards), `facts`, `help`."""
        return dict(self.data["refusal"])

    @property
    def help(self) -> str | None:
        """What would make it legal, or what to do instead."""
        return str(self.refusal["help"]) or None


class Unreadable(CardwrightError):
    """The action cannot be read."""

    @property
    def at(self) -> int:
        """The position of the error, in bytes of UTF-8 from 0."""
        return int(self.data["unreadable"]["at"])

    @property
    def help(self) -> str | None:
        """What may be written there."""
        return str(self.data["unreadable"]["help"]) or None


class NotAsked(CardwrightError):
    """Another player is asked; `data["actor"]` says who."""


class SetupError(CardwrightError):
    """The game cannot be set up like this."""

    @property
    def diagnostics(self) -> list[dict[str, Any]]:
        """All errors in packs: code, severity, message, help, file, line, column."""
        return list(self.data.get("diagnostics", []))


class LoadError(CardwrightError):
    """The saved match cannot be loaded."""


_KINDS: dict[str, type[CardwrightError]] = {
    "refused": Refused,
    "unreadable": Unreadable,
    "not-asked": NotAsked,
    "setup": SetupError,
    "load": LoadError,
}


def from_fault(code: int, message: str, data: str) -> CardwrightError:
    """The exception for an error of the protocol; `data` is JSON."""
    read = json.loads(data)
    kind = read.get("kind", "") if isinstance(read, dict) else ""
    return _KINDS.get(kind, CardwrightError)(message, code, read if isinstance(read, dict) else {"kind": "internal"})
