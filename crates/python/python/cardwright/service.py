"""A service: the matches of one caller, and the protocol."""

from __future__ import annotations

import json
import secrets
import threading
from typing import Any

from . import _native
from .errors import CardwrightError

_MATCHES_OF_A_SHARED_SERVICE = 8
_HERE = threading.local()


class Service:
    """The protocol of `cardwright serve --stdio` without a process around it: its methods and its lines.

    Matches make one of their own accord; take one yourself to call the protocol, or to fix the seeds that matches without a
    seed get. A service holds 64 matches and keeps the rulebooks made last. Threads may share one, and are served one at a time.

    Args:
        seed: what the seeds follow from that are left open, from 0 to 2**64 - 1; something that nobody can guess where it is
            left out.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._raw = _native.Service(secrets.randbits(64) if seed is None else seed)
        self._held: set[str] = set()
        self._forgotten: list[str] = []
        self.retired = False
        """Whether matches take another service of their own accord: bots may still be answering in a match nobody has."""

    def call(self, method: str, /, **params: Any) -> Any:
        """Calls a method of the protocol; parameters that are `None` are left out.

        Raises `CardwrightError` where the protocol answers with an error.
        """
        if self._forgotten:
            self._close_forgotten()
        given = {name: value for name, value in params.items() if value is not None}
        return json.loads(self._raw.call(method, json.dumps(given)))

    def handle(self, line: str) -> list[str]:
        """Takes a line (one JSON-RPC message) and gives the lines that come back. What is wrong is said in them."""
        return self._raw.handle(line)

    def work(self) -> list[str]:
        """While simulations are under way that `handle` began: plays some games and gives the lines that are due."""
        return self._raw.work()

    @property
    def busy(self) -> bool:
        """Whether simulations are under way that `handle` began."""
        return self._raw.busy

    def hold(self, name: str) -> None:
        """Remembers that a match is in use here."""
        self._held.add(name)

    def forget(self, name: str) -> None:
        """Closes a match before the next call. It may be said at any moment, also while rubbish is collected."""
        self._forgotten.append(name)

    def _close_forgotten(self) -> None:
        while True:
            try:
                name = self._forgotten.pop()
            except IndexError:
                # Another thread may have taken the last one.
                return
            self._held.discard(name)
            try:
                self._raw.call("match/close", json.dumps({"match": name}))
            except CardwrightError:
                # Its user has closed it already.
                pass

    @property
    def in_use(self) -> int:
        """How many matches are held through this package."""
        return len(self._held.difference(self._forgotten))


def shared() -> Service:
    """A service of this thread with room for a match more."""
    services: list[Service] = _HERE.__dict__.setdefault("services", [])
    for service in services:
        if not service.retired and service.in_use < _MATCHES_OF_A_SHARED_SERVICE:
            return service
    services.append(Service())
    return services[-1]
