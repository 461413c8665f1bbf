"""Cardwright: a rules engine for robot tabletop games whose cards are files.

    from cardwright import Session

    session = Session("moon-bots", ["human", "greedy", "random"], seed=7)
    me = session.seat(1)
    while me.is_asked:
        me.play(me.choices()[0])
    print(session.winners)

Documents are dictionaries, described in `docs/reference/wire.md`; their types are in `cardwright.wire`. Seats and
players count from 1. Environments for machine learning are in `cardwright.env`, and the same measurements on clusters in
`cardwright.distributed`.
"""

from ._native import __version__
from .service import Service
from .errors import CardwrightError, LoadError, NotAsked, Refused, SetupError, Unreadable
from .matches import Match, Seat, Session, Viewer
from .packs import Pack, read_pack
from .measure import arena, balance, learn
from .tools import all_actions, check, games, judge, merge, new_pack, odds, simulate, texts

__all__ = [
    "CardwrightError", "Service", "LoadError", "Match", "NotAsked", "Pack", "Refused", "Seat", "Session", "SetupError",
    "Unreadable", "Viewer", "__version__", "all_actions", "arena", "balance", "check", "games", "judge", "learn", "merge",
    "new_pack", "odds", "read_pack", "simulate", "texts",
]
