"""Runs the notebook's cells and writes their output into it: `python notebook.py [--check] NOTEBOOK`."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any


def ran(book: dict[str, Any]) -> dict[str, Any]:
    """The notebook after all cells have run in order."""
    names: dict[str, Any] = {"__name__": "__main__"}
    nth = 0
    for cell in book["cells"]:
        if cell["cell_type"] != "code":
            continue
        nth += 1
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile("".join(cell["source"]), f"cell {nth}", "exec"), names)
        cell["execution_count"] = nth
        text = printed.getvalue().splitlines(keepends=True)
        cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": text}] if text else []
    return book


def main() -> int:
    path = Path(sys.argv[-1])
    old = path.read_text(encoding="utf-8")
    new = json.dumps(ran(json.loads(old)), indent=1, ensure_ascii=False) + "\n"
    if "--check" not in sys.argv:
        path.write_text(new, encoding="utf-8")
    elif new != old:
        print(f"error: {path} does not show what its cells print\n  help: run crates/python/tools/notebook.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
