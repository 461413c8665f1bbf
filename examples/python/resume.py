"""Saves a match in the middle and goes on from the file, in another session: python3 resume.py [PROGRAM]"""
import json, os, sys, tempfile
from play import Cardwright


def answer(call, match, times):
    for _ in range(times):
        question = call("match/question", match=match, seat=1)
        call("match/play", match=match, seat=1, action=question["choices"][0]["action"])


first = Cardwright(*sys.argv[1:2])
match = first("match/new", game="moon-bots", seed=7, seats=["human", "greedy", "random"])["match"]
answer(first, match, 5)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "match.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(first("match/save", match=match)["save"], file)  # the host's file: it holds everything
    first("shutdown")
    with open(path, encoding="utf-8") as file:
        save = json.load(file)
second = Cardwright(*sys.argv[1:2])
begun = second("match/load", save=save)
print("taken up after", begun["actions_played"], "answers; asked:", begun["actor"])
answer(second, begun["match"], 3)
print(second("match/view", match=begun["match"], seat=1)["standing"])
