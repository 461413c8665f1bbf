"""Replays the conformance kit: the same lines must give the same bytes as with the program."""

from pathlib import Path

import pytest

from cardwright import Service

KIT = Path(__file__).resolve().parents[3] / "conformance"
NAMES = sorted(path.name for path in KIT.glob("*.txt"))


def test_the_kit_is_there() -> None:
    assert len(NAMES) > 50


@pytest.mark.parametrize("name", NAMES)
def test_a_recording(name: str) -> None:
    service = Service(seed=1)
    due: list[str] = []
    # Only a line feed ends a line; `splitlines` splits at other characters too.
    for number, line in enumerate((KIT / name).read_bytes().decode("utf-8").split("\n"), 1):
        if line.startswith("> "):
            assert due == [], f"{name}:{number}: more came than was recorded"
            due = service.handle(line[2:])
            while service.busy:
                due += service.work()
        elif line.startswith("< "):
            assert due and due.pop(0) == line[2:], f"{name}:{number}"
    assert due == [], f"{name}: more came than was recorded"
