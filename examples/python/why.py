"""May I, and why not? python3 why.py [PROGRAM]"""
import sys
from play import Cardwright

call = Cardwright(*sys.argv[1:2])
match = call("match/new", game="moon-bots", seed=7, seats=["human", "greedy", "greedy"])["match"]
for answer in ["buy nothing", "use left-arm 3 4"]:
    why = call("match/why", match=match, seat=1, action=answer)
    print(f"{answer}: {'allowed' if why['legal'] else 'not allowed: ' + why['message']}")
    for cited in why["cited"]:
        print("  rule:", cited["cite"], cited["title"])
    for fact in why["facts"]:
        print("  fact:", fact)
    for line in why["follows"]:
        print("  then:", line["text"])
try:
    call("match/play", match=match, seat=1, action="use left-arm 3 4")
except RuntimeError as error:
    print("refused:", error.args[0], error.args[1]["refusal"]["cites"])
