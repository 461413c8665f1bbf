"""Plays a whole game over lines, with Python's standard library only: python3 play.py [PROGRAM] [GAME]"""
import itertools, json, subprocess, sys


class Cardwright:
    def __init__(self, program="cardwright"):
        self.process = subprocess.Popen([program, "serve", "--stdio"], text=True, encoding="utf-8",
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.ids = itertools.count(1)

    def __call__(self, method, **params):
        request = {"jsonrpc": "2.0", "id": next(self.ids), "method": method, "params": params}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        if "error" in reply:
            raise RuntimeError(reply["error"]["message"], reply["error"]["data"])
        return reply["result"]


def main(program="cardwright", game="moon-bots"):
    call = Cardwright(program)
    me = 1
    players = next(info["usual"] for info in call("initialize")["games"] if info["id"] == game)
    match = call("match/new", game=game, seed=7, seats=["human"] + ["greedy"] * (players - 1))["match"]
    while True:
        question = call("match/question", match=match, seat=me)
        if question["actor"]["kind"] == "over":
            print("winners:", question["actor"]["winners"])
            break
        action = question["choices"][-1]["action"]  # your idea of a good answer goes here
        for line in call("match/play", match=match, seat=me, action=action)["lines"]:
            print(line["text"])
    call("shutdown")


if __name__ == "__main__":
    main(*sys.argv[1:])
