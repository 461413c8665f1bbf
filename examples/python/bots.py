"""A game between bots, and what a spectator is told of it: python3 bots.py [PROGRAM]"""
import sys
from play import Cardwright

call = Cardwright(*sys.argv[1:2])
begun = call("match/new", game="moon-bots", seed=7, seats=["greedy", "random", "greedy", "random"])
lines = call("match/lines", match=begun["match"], seat="spectator")["lines"]
for line in lines[-3:]:
    print(line["text"], line["cites"])
print("answers:", begun["actions_played"], "winners:", begun["actor"]["winners"])
