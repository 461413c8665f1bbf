"""A player of one's own that tries its answers in worlds it cannot tell from the real one: python3 search.py [PROGRAM]"""
import sys
from play import Cardwright

WORLDS, ME = 2, 1
call = Cardwright(*sys.argv[1:2])


def wins(match, action, luck):
    """Whether I win a sampled world after this answer, when greedy bots play it to its end."""
    bots = ["greedy", "greedy"]
    world = call("match/world", match=match, seat=ME, luck=luck, action=action, seats=bots)
    call("match/close", match=world["match"])
    return ME in world["actor"]["winners"]


match = call("match/new", game="moon-bots", seed=7, seats=["human", "random"])["match"]
while True:
    question = call("match/question", match=match, seat=ME)
    if question["actor"]["kind"] == "over":
        break
    actions = [choice["action"] for choice in question["choices"]]
    best = max(actions, key=lambda action: sum(wins(match, action, luck) for luck in range(WORLDS)))
    call("match/play", match=match, seat=ME, action=best)
print("winners:", question["actor"]["winners"], "after", question["actions_played"], "answers")
