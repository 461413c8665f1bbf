"""Functions without a match: games, packs, rulings, odds, simulations."""

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
    """The available games: players, bots, editions, options."""
    return shared().call("initialize")["games"]  # type: ignore[no-any-return]


def check(packs: Iterable[_packs.Pack] | _packs.Pack) -> wire.Checked:
    """All errors in packs, which are checked together: `good`, `diagnostics`."""
    return shared().call("pack/check", packs=_packs.given(packs))  # type: ignore[no-any-return]


def new_pack(game: str, name: str, *, editor: bool = False) -> dict[str, str]:
    """The files of a starter pack: path and text. `editor` adds files for editors."""
    return shared().call("pack/new", game=game, name=name, editor=editor)["files"]  # type: ignore[no-any-return]


def texts(
    game: str,
    cards: Sequence[str] | None = None,
    *,
    packs: Iterable[_packs.Pack] | _packs.Pack = (),
    options: Options | None = None,
) -> list[wire.CardText]:
    """Cards with their generated texts; by default, all cards of the game."""
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
    """Exact odds of `cards`, of a `robot` with some cards, of the active robot in a `position`, or of an `attack`
    against cards (Robot Empire). The parameters are those of `pack/odds`.
    """
    packs = _packs.given(params.pop("packs", ()))
    return shared().call("pack/odds", game=game, packs=packs, **params)  # type: ignore[no-any-return]


def all_actions(
    game: str,
    players: int | None = None,
    *,
    options: Options | None = None,
    packs: Iterable[_packs.Pack] | _packs.Pack = (),
) -> wire.Actions:
    """Every possible action of seats in any match under these rules, numbered by its index in `steps`. If `whole` is
    false, an action needs two numbers: a step, and a rank among the allowed actions with that step.
    """
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
    """Plays games between bots, one for each seed from `seed` on, and counts wins. Other Python threads run meanwhile.

    The results, including the digest, equal those of `cardwright simulate`, for any number of threads.

    Args:
        bot: the bot in every seat; `seats` names one for each seat instead.
        threads: the number of threads; by default, one for each processor.
        progress: is called about twice a second with the games done and all games. An exception in it ends the
            simulation.

    Raises `SetupError` if the game cannot be set up like this.
    """
    if games < 0 or seed < 0:
        raise ValueError("`games` and `seed` are 0 or more")
    params = begin(game, players=players, seats=seats, options=options, packs=packs) | {"seed": seed, "position": position}
    given = {name: value for name, value in params.items() if value is not None}
    return json.loads(_native.simulate(json.dumps(given), bot, games, threads, progress))  # type: ignore[no-any-return]


def merge(reports: Iterable[Mapping[str, Any]]) -> wire.Report:
    """Merges reports of parts of one run. The totals, including the digest, equal those of one run over all their
    seeds.

    Raises `ValueError` if two are of different runs, or a seed was played twice.
    """
    return json.loads(_native.merge([json.dumps(report) for report in reports]))  # type: ignore[no-any-return]
