"""The example, the notebook, and the pages' code, run in an empty folder like a user would."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[1]
ROOT = HERE.parents[1]


def test_the_users_task_in_an_empty_folder(tmp_path: Path) -> None:
    example = HERE / "examples" / "play.py"
    assert len(example.read_text().splitlines()) < 40
    done = subprocess.run([sys.executable, example], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for says in ("a mistake: [('mine/cards.toml', 5,", "gain 1 energy", "refused: ", "MB-2.1", "those I know", "Winners: ["):
        assert says in done.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("example", "library"), [("learn", "numpy"), ("learn_jax", "optax")])
def test_a_policy_learns(example: str, library: str, tmp_path: Path) -> None:
    pytest.importorskip(library, reason=f"pip install jax {library}")
    line = [sys.executable, HERE / "examples" / f"{example}.py", "12"]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    before, after = (int(share) for share in re.findall(r"(\d+)% against random", done.stdout))
    assert before < 60 and after > 80, done.stdout


def test_the_notebook_runs_and_shows_what_it_prints(tmp_path: Path) -> None:
    pytest.importorskip("pettingzoo", reason="pip install pettingzoo gymnasium")
    page = ROOT / "examples" / "cardwright.ipynb"
    book = json.loads(page.read_text())
    assert book["nbformat"] == 4 and len({cell["id"] for cell in book["cells"]}) == len(book["cells"])
    assert sum(cell["cell_type"] == "code" for cell in book["cells"]) > 8
    done = subprocess.run([sys.executable, HERE / "tools" / "notebook.py", "--check", page], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", ["python", "cluster"])
def test_the_pages_show_what_works(page: str, tmp_path: Path) -> None:
    text = (ROOT / "docs" / "guide" / f"{page}.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert blocks
    if page == "cluster":
        pytest.importorskip("ray", reason="pip install ray")
    (tmp_path / "page.py").write_text("\n".join(blocks))
    done = subprocess.run([sys.executable, "page.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
