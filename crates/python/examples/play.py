# A complete game against bots with hidden hands, a custom card, why an action is refused, save and resume.
from typing import Any
from cardwright import Refused, Session, SetupError, texts

head = 'id = "mine"\nversion = "1.0.0"\napi = 1\ngame = "moon-bots"\nname = "Mine"\ncards = ["cards.toml"]\n'
cards = """[[card]]
id = "tin-hat"
kind = "part"
name = "Tin Hat"
slot = "head"
copies = 4
activate = { any = [1, 2] }
effect = [{ energy = 1 }]"""
mine = {"name": "mine", "files": {"pack.toml": head, "cards.toml": cards}}  # or the path of a folder
try:
    Session("moon-bots", packs=[{**mine, "files": {"pack.toml": head, "cards.toml": cards.replace("head", "hed")}}])
except SetupError as error:
    print("a mistake:", [(wrong["file"], wrong["line"], wrong["message"]) for wrong in error.diagnostics])
print(texts("moon-bots", ["mine:tin-hat"], packs=[mine])[0]["text"])

session = Session("moon-bots", ["human", "greedy", "greedy", "random"], packs=[mine], seed=11)
me = session.seat(1)  # only what seat 1 may know: give this to players, and keep the session
try:
    me.play("use head 3")
except Refused as refused:
    print(f"refused: {refused} {refused.refusal['cites']}; {refused.help}")

answers = 0
while me.is_asked:
    choices = me.choices()
    me.play(choices[answers % len(choices)])
    answers += 1
    if answers == 12:
        session = Session.load(session.save())  # the host's text, which contains every hidden card
        me = session.seat(1)
        view: Any = me.view()["view"]
        print("secret weapons, and those I know:", [(robot["weapons"], robot["known_weapons"]) for robot in view["robots"]])
print(f"after {answers} answers: {me.lines()[-1]['text']} Winners: {session.winners}")
