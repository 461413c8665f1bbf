"""What needs no match: games, packs, rulings, odds, simulations."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from . import _native, packs as _packs
from .service import shared
from .matches import Match, Options, begin

if TYPE_CHECKING:
    from . import wire

Ruling = Union[str, "os.PathLike[str]", Mapping[str, str]]
"""A ruling: its text (Markdown), the path of its file, or `{"name": …, "text": …}`."""


def games() -> list[wire.Game]:
    """Which games there are: players, bots, editions, options."""
    return shared().call("initialize")["games"]  # type: ignore[no-any-return]


def check(packs: Iterable[_packs.Pack] | _packs.Pack) -> wire.Checked:
    """Everything that is wrong with packs, which are checked as they would be played together: `good`, `diagnostics`."""
    return shared().call("pack/check", packs=_packs.given(packs))  # type: ignore[no-any-return]


def new_pack(game: str, name: str, *, editor: bool = False) -> dict[str, str]:
    """The files of a first pack: path and text. `editor` adds what editors want."""
    return shared().call("pack/new", game=game, name=name, editor=editor)["files"]  # type: ignore[no-any-return]


def texts(
    game: str,
    cards: Sequence[str] | None = None,
    *,
    packs: Iterable[_packs.Pack] | _packs.Pack = (),
    options: Options | None = None,
) -> list[wire.CardText]:
    """Cards, with what they do as text; all of the game where none is named."""
    params = begin(game, packs=packs, options=options)
    params = {name: params[name] for name in ("game", "packs", "options")}
    return shared().call("pack/text", **params, cards=cards)["cards"]  # type: ignore[no-any-return]


def judge(
    rulings: Ruling | Iterable[Ruling],
    *,
    packs: Iterable[_packs.Pack] | _packs.Pack = (),
    options: Options | None = None,
) -> wire.Verdicts:
    """Checks rulings: a text, a path, or several of them."""
    several = [rulings] if isinstance(rulings, (str, os.PathLike, Mapping)) else rulings
    chosen = {name: str(value) for name, value in (options or {}).items()}
    params: dict[str, Any] = {"rulings": [_ruling(one) for one in several], "packs": _packs.given(packs), "options": chosen}
    return shared().call("judge/run", **params)  # type: ignore[no-any-return]


def _ruling(one: Ruling) -> dict[str, str]:
    if isinstance(one, Mapping):
        return dict(one)
    if isinstance(one, str):
        return {"text": one}
    return {"name": os.fspath(one), "text": Path(one).read_text(encoding="utf-8")}


def odds(game: str, **params: Any) -> wire.Odds:
    """Exact chances of `cards`, of a `robot` of some cards, of the robot on turn of a `position`, or of an `attack` against
    cards (Robot Empire); parameters as those of `pack/odds`."""
    packs = _packs.given(params.pop("packs", ()))
    return shared().call("pack/odds", game=game, packs=packs, **params)  # type: ignore[no-any-return]


def all_actions(
    game: str,
    players: int | None = None,
    *,
    options: Options | None = None,
    packs: Iterable[_packs.Pack] | _packs.Pack = (),
) -> wire.Actions:
    """Every answer that seats can give in any match under these rules, numbered by its place in `steps`. Where `whole` is
    false, an answer takes two numbers: a step, and a rank among the allowed answers with that step."""
    return Match(game, players, options=options, packs=packs, seed=0).all_actions()


def simulate(
    game: str,
    games: int = 1000,
    *,
    seed: int = 0,
    players: int | None = None,
    bot: str = "random",
    seats: Sequence[str] | None = None,
    threads: int | None = None,
    options: Options | None = None,
    packs: Iterable[_packs.Pack] | _packs.Pack = (),
    position: str | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> wire.Report:
    """Plays games between bots, one for each seed from `seed` on, and counts who wins. Python is not held meanwhile.

    The numbers, the digest included, are those of `cardwright simulate`, for any number of threads.

    Args:
        bot: the bot in every seat; `seats` names one for each seat in its place.
        threads: how many threads; one for each processor where it is left out.
        progress: is called with how many games are done, and how many there are, about twice a second. What it raises ends
            the simulation.

    Raises `SetupError` where the game cannot be set up so.
    """
    if games < 0 or seed < 0:
        raise ValueError("`games` and `seed` are 0 or more")
    params = begin(game, players=players, seats=seats, options=options, packs=packs) | {"seed": seed, "position": position}
    given = {name: value for name, value in params.items() if value is not None}
    return json.loads(_native.simulate(json.dumps(given), bot, games, threads, progress))  # type: ignore[no-any-return]


def merge(reports: Iterable[Mapping[str, Any]]) -> wire.Report:
    """Adds up reports of shares of one run. The sums, the digest included, are those of one run over all their seeds.

    Raises `ValueError` where two are of different runs, or a seed was played twice.
    """
    return json.loads(_native.merge([json.dumps(report) for report in reports]))  # type: ignore[no-any-return]
