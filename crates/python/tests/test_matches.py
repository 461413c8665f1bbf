"""Matches and sessions."""

import gc
import json
import pickle
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cardwright import (
    CardwrightError, Service, LoadError, Match, NotAsked, Refused, Session, SetupError, Unreadable, check, games, judge,
    new_pack, odds, read_pack, texts,
)


def play_out(session: Session, seat: int = 1) -> list[str]:
    """Continues with the last action of every list. Returns the actions."""
    me, played = session.seat(seat), []
    while me.is_asked:
        played.append(me.choices()[-1])
        me.play(played[-1])
    return played


def test_a_whole_game_against_bots(game: str) -> None:
    players = next(one["usual"] for one in games() if one["id"] == game)
    session = Session(game, ["human"] + ["greedy"] * (players - 1), seed=7)
    assert session.seats[0] == "human" and session.players == players and session.winners is None
    played = play_out(session)
    assert session.is_over and played and session.winners is not None
    assert all(1 <= seat <= players for seat in session.winners)
    # The same actions from the same seed lead to the same end.
    again = Session(game, session.seats, seed=7)
    assert play_out(again) == played and again.save() == session.save()


def test_what_a_seat_sees_hides_other_hands() -> None:
    session = Session("moon-bots", ["human", "human", "human"], seed=3)
    # After some actions, so that players hold secret weapons.
    for answer in range(60):
        choices = session.choices()
        session.play(choices[answer % len(choices)])
    one, two, watcher = session.seat(1), session.seat(2), session.spectator()
    known = [seat.view()["view"]["robots"][1]["known_weapons"] for seat in (one, two, watcher)]
    assert known[1] and known[0] != known[1] and known[2] != known[1]
    assert one.copy() != two.copy() and watcher.view()["viewer"] == "spectator"
    # A world that seat 1 cannot tell from the match looks the same to it, but not to everybody.
    worlds = [one.world(luck) for luck in range(8)]
    assert all(world.seat(1).view()["view"] == one.view()["view"] for world in worlds)
    assert any(world.seat(2).view()["view"] != two.view()["view"] for world in worlds)


def test_a_world_to_try_an_answer_in() -> None:
    session = Session("moon-bots", ["human", "random"], seed=7)
    tried = session.seat(1).world(3, action="buy nothing", seats=["greedy", "greedy"])
    assert tried.winners in ([1], [2]) and not session.is_over and session.seat(1).is_asked
    with pytest.raises(Refused):
        session.seat(1).world(3, action="use head 3")
    with pytest.raises(CardwrightError):
        tried.save()


def test_errors_have_data() -> None:
    session = Session("moon-bots", ["human", "greedy"], seed=11)
    me = session.seat(1)
    before = session.save()
    with pytest.raises(Refused) as refused:
        me.play("use head 3")
    assert refused.value.code == 1 and refused.value.kind == "refused"
    assert refused.value.refusal["cites"] == ["MB-2.1"] and refused.value.refusal["facts"]
    assert str(refused.value) == refused.value.refusal["message"] and refused.value.help == refused.value.refusal["help"]
    with pytest.raises(Unreadable) as unreadable:
        me.play("choose robot 9")
    assert unreadable.value.at == 13 and unreadable.value.help
    with pytest.raises(NotAsked) as not_asked:
        session.seat(2).play("pass")
    assert not_asked.value.data["actor"] == {"kind": "seat", "seat": 1}
    with pytest.raises(CardwrightError) as no_seat:
        session.seat(3)
    assert no_seat.value.code == 10
    assert session.save() == before
    why = me.why("use head 3")
    assert not why["legal"] and why["cited"][0]["cite"] == "MB-2.1"


def test_setups_that_cannot_be() -> None:
    with pytest.raises(SetupError) as game:
        Match("moonbots")
    assert game.value.help == "did you mean `moon-bots`?"
    with pytest.raises(SetupError, match="no bot `gredy`"):
        Session("moon-bots", ["human", "gredy"])
    with pytest.raises(SetupError):
        Match("moon-bots", options={"ask-every-holder": "perhaps"})
    with pytest.raises(TypeError, match="list of names"):
        Session("moon-bots", "greedy")
    with pytest.raises(SetupError) as packs:
        Match("moon-bots", packs=[{"name": "mine", "files": {"pack.toml": "id = 3"}}])
    assert packs.value.diagnostics[0]["file"] == "mine/pack.toml" and packs.value.diagnostics[0]["line"] == 1
    with pytest.raises(OverflowError):
        Match("moon-bots", service=Service(seed=-1))


def test_save_and_resume() -> None:
    session = Session("robot-empire", ["human", "greedy"], seed=5)
    session.seat(1).play(1)
    text = session.save()
    for again in (Session.load(text), Session.load(json.loads(text)), pickle.loads(pickle.dumps(session))):
        assert isinstance(again, Session) and again.seats == session.seats
        assert again.save() == text and again.question() == session.question() | {"viewer": "host"}
    with pytest.raises(LoadError):
        Session.load(text[:-20])
    with pytest.raises(LoadError):
        Session.load(json.loads(text) | {"actions": ["fly to the moon"]})


def test_undo_positions_and_dice_by_hand() -> None:
    match = Match("robotory", seed=1)
    match.play("place white a1")
    assert match.actions_played == 1 and match.undo() == 1 and match.actions_played == 0 and match.actor["kind"] == "seat"
    position = match.position()
    assert position and Match("robotory", seed=1, position=position).position() == position
    with pytest.raises(CardwrightError) as impossible:
        Match("robotory", position="turn = 0")
    assert impossible.value.code == 7 and impossible.value.data["errors"]
    by_hand = Match("moon-bots", 2, by_hand=True)
    assert by_hand.actor["kind"] == "chance" and by_hand.choices()


def test_matches_are_closed_when_nobody_has_them() -> None:
    service = Service(seed=1)
    for seed in range(200):
        Match("robotory", seed=seed, service=service)
    kept = [Match("robotory", seed=seed, service=service) for seed in range(60)]
    gc.collect()
    assert service.in_use == 60
    seat = kept[0].seat(1)
    kept.clear()
    assert seat.question()["game"] == "robotory" and service.in_use == 1


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Presses Ctrl-C after a while, and expects a quick reaction."""
    timer = threading.Timer(seconds, signal.raise_signal, [signal.SIGINT])
    timer.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        yield
    timer.join()
    assert time.monotonic() - begun < seconds + 20


def test_bots_can_be_interrupted() -> None:
    with interrupted_after(1.0):
        for seed in range(10**6):
            Session("robotory", ["search", "search"], seed=seed)
    assert Session("robotory", ["human", "greedy"], seed=1).seat(1).is_asked


def test_a_match_goes_on_after_an_interruption() -> None:
    session = Session("robotory", ["human", "search"], seed=0)
    with interrupted_after(1.0):
        for seed in range(10**6):
            session = Session("robotory", ["human", "search"], seed=seed)
            while session.seat(1).is_asked:
                session.seat(1).play(1)
    assert session.actions_played == session.question()["actions_played"] and session.actor == session.question()["actor"]
    if session.actor["kind"] == "seat" and session.actor["seat"] == 2:
        session.play_bots()
    assert session.is_over or session.seat(1).is_asked
    assert Session.load(session.save()).actions_played == session.actions_played


def test_threads_may_share_a_service() -> None:
    service, ends = Service(seed=1), {}

    def play(seed: int) -> None:
        session = Session("moon-bots", ["human", "greedy"], seed=seed, service=service)
        play_out(session)
        ends[seed] = session.save()

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed, end in ends.items():
        alone = Session("moon-bots", ["human", "greedy"], seed=seed)
        play_out(alone)
        assert alone.save() == end
    assert len(ends) == 4


def test_a_service_is_not_called_from_within_its_own_call() -> None:
    """A signal handler that calls the service while bots act on it gets an error instead of a deadlock."""
    service, heard, end = Service(seed=1), [], time.monotonic() + 20

    def ask(*_: object) -> None:
        try:
            assert not service.busy
        except RuntimeError as error:
            heard.append(str(error))

    before = signal.signal(signal.SIGALRM, ask)
    signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
    try:
        while not heard and time.monotonic() < end:
            Session("robotory", ["search", "search"], seed=1, service=service)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert heard and "use another service" in heard[0]
    assert Match("robotory", seed=1, service=service).question()["kind"]


def test_calls_and_lines_share_a_service() -> None:
    service = Service(seed=1)
    begun = '{"jsonrpc":"2.0","id":9,"method":"simulate/run","params":{"game":"robotory","games":100}}'
    assert service.handle(begun) == [] and service.busy
    assert Match("robotory", seed=1, service=service).question()["kind"]
    came: list[str] = []
    while service.busy:
        came += service.work()
    assert json.loads(came[-1])["id"] == 9 and json.loads(came[-1])["result"]["games"] == 100
    with pytest.raises(CardwrightError) as unknown:
        service.call("match/veiw")
    assert unknown.value.code == -32601


def test_packs_from_folders_and_texts(root: Path, tmp_path: Path) -> None:
    files = new_pack("moon-bots", "Rust and Dust")
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "notes.bin").write_bytes(b"\xff")
    assert read_pack(tmp_path)["files"].keys() <= files.keys()
    assert check(tmp_path)["good"] and check([tmp_path])["good"] and check({"name": "x", "files": files})["good"]
    official = len(texts("moon-bots"))
    assert len(texts("moon-bots", packs=tmp_path)) > official
    mine = root / "cards" / "examples" / "overclock"
    assert check(mine)["good"] and Match("moon-bots", packs=[mine], seed=1).question()["choices"]


def test_packs_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not a folder"):
        read_pack(tmp_path / "nothing")
    (tmp_path / "pack.toml").write_bytes(b'id = "\xff"')
    with pytest.raises(ValueError, match="UTF-8"):
        read_pack(tmp_path)
    (tmp_path / "pack.toml").unlink()
    (tmp_path / "pack.toml").symlink_to("/etc/hostname")
    with pytest.raises(ValueError, match="leads outside"):
        read_pack(tmp_path)
    (tmp_path / "pack.toml").unlink()
    with (tmp_path / "large.toml").open("wb") as large:
        large.truncate(9 << 20)
    with pytest.raises(ValueError, match="larger"):
        read_pack(tmp_path)


def test_rulings_and_odds(root: Path) -> None:
    ruling = sorted((root / "tests" / "rulings" / "moon-bots").rglob("*.md"))[0]
    found = judge(ruling)
    assert found["good"] and found["verdicts"][0]["name"] == str(ruling)
    assert judge([ruling.read_text()])["verdicts"][0]["cases"] == found["verdicts"][0]["cases"]
    none = judge("no ruling at all")
    assert not none["good"] and none["verdicts"][0]["faults"]
    assert judge([ruling, "none"], options={"short": "yes"})["verdicts"][1]["finding"] == "faulty"
    assert odds("moon-bots", cards=["base-punch"])["cards"][0]["dice"][0]["chance"]["den"] == 6
