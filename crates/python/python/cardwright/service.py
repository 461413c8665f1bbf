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

    Matches create one automatically. Create one yourself to call the protocol, or to fix the seeds of matches without a
    seed. A service holds 64 matches and keeps recent rulebooks. Threads may share it; it serves one at a time.

    Args:
        seed: the source of seeds for matches without one, from 0 to 2**64 - 1; unpredictable by default.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._raw = _native.Service(secrets.randbits(64) if seed is None else seed)
        self._held: set[str] = set()
        self._forgotten: list[str] = []
        self.retired = False
        """Whether new matches must use another service, because bots may still be acting in an unreferenced match."""

    def call(self, method: str, /, **params: Any) -> Any:
        """Calls a method of the protocol; parameters that are `None` are left out.

        Raises `CardwrightError` if the protocol answers with an error.
        """
        if self._forgotten:
            self._close_forgotten()
        given = {name: value for name, value in params.items() if value is not None}
        return json.loads(self._raw.call(method, json.dumps(given)))

    def handle(self, line: str) -> list[str]:
        """Handles a line (one JSON-RPC message) and returns the lines to send back, including errors."""
        return self._raw.handle(line)

    def work(self) -> list[str]:
        """While simulations that `handle` started are in progress: plays some games and returns the lines to send."""
        return self._raw.work()

    @property
    def busy(self) -> bool:
        """Whether simulations that `handle` started are in progress."""
        return self._raw.busy

    def hold(self, name: str) -> None:
        """Records that a match is in use here."""
        self._held.add(name)

    def forget(self, name: str) -> None:
        """Closes a match before the next call. Safe at any time, even during garbage collection."""
        self._forgotten.append(name)

    def _close_forgotten(self) -> None:
        while True:
            try:
                name = self._forgotten.pop()
            except IndexError:
                # Another thread may have removed the last one.
                return
            self._held.discard(name)
            try:
                self._raw.call("match/close", json.dumps({"match": name}))
            except CardwrightError:
                # The user has closed it already.
                pass

    @property
    def in_use(self) -> int:
        """The number of matches held through this package."""
        return len(self._held.difference(self._forgotten))


def shared() -> Service:
    """A service of this thread with room for another match."""
    services: list[Service] = _HERE.__dict__.setdefault("services", [])
    for service in services:
        if not service.retired and service.in_use < _MATCHES_OF_A_SHARED_SERVICE:
            return service
    services.append(Service())
    return services[-1]
