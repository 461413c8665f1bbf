"""A whole game in two seats of a room: `cardwright serve --http 127.0.0.1:8080`, then `python3 rooms.py http://127.0.0.1:8080`."""
import json, random, sys, time, urllib.error, urllib.request

SERVER = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
GAME = sys.argv[2] if len(sys.argv) > 2 else "moon-bots"


def ask(path, body, token=None):
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(SERVER + path, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code != 429:
            sys.exit(f"{path}: {error.read().decode()}")
        time.sleep(int(error.headers["Retry-After"]))  # too many requests: the server says how long to wait
        return ask(path, body, token)


room = ask("/api/rooms", {"game": GAME, "players": 2})
tokens = [seat["token"] for seat in room["seats"]]


def call(seat, method, **params):
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return ask(f"/api/rooms/{room['room']}/rpc", message, tokens[seat - 1])


actor, answers = room["actor"], 0
while actor["kind"] == "seat":
    seat = actor["seat"]
    choices = call(seat, "match/question")["result"]["choices"]
    played = call(seat, "match/play", action=random.choice(choices)["action"])["result"]
    actor, answers = played["actor"], answers + 1
    print(*(f"  {seat}: {line['text']}" for line in played["lines"]), sep="\n")
refused = call(1, "match/play", action=choices[0]["action"])["error"]
print(f"{answers} answers, then {json.dumps(actor)}; one more: {refused['message']}")
