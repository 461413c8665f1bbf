"""A pack of one's own, checked, read and played with: python3 pack.py [PROGRAM]"""
import sys
from play import Cardwright

MANIFEST = """id = "garage"
version = "1.0.0"
api = 1
game = "moon-bots"
name = "Garage"
cards = ["parts.toml"]
"""
PART = """[[card]]
id = "long-claw"
kind = "part"
name = "Long Claw"
slot = "%s"
activate = { any = [1, 2] }
effect = [{ fist = 2 }]
copies = 4
"""


def pack(slot):
    return {"name": "garage", "files": {"pack.toml": MANIFEST, "parts.toml": PART % slot}}


call = Cardwright(*sys.argv[1:2])
for found in call("pack/check", packs=[pack("left-am")])["diagnostics"]:
    print(f"{found['file']}:{found['line']}:{found['column']}: {found['message']} ({found['help']})")
mine = pack("left-arm")
assert call("pack/check", packs=[mine])["good"]
card = call("pack/text", game="moon-bots", packs=[mine], cards=["garage:long-claw"])["cards"][0]
print(card["names"]["en"], "does:", card["text"])
match = call("match/new", game="moon-bots", seed=7, seats=["human", "greedy"], packs=[mine])["match"]
print(call("match/question", match=match, seat=1)["text"])
