"""A room of `cardwright serve --http` from end to end: python3 table.py http://127.0.0.1:8080"""
import json, sys, urllib.error, urllib.request

SERVER = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
MANIFEST = 'id = "garage"\nversion = "1.0.0"\napi = 1\ngame = "moon-bots"\nname = "Garage"\ncards = ["parts.toml"]\n'
PART = ('[[card]]\nid = "long-claw"\nkind = "part"\nname = "Long Claw"\nslot = "left-arm"\nactivate = { any = [1, 2] }\n'
        'effect = [{ fist = 2 }]\ncopies = 4\n')
PACK = {"name": "garage", "files": {"pack.toml": MANIFEST, "parts.toml": PART}}

def ask(path, body=None, token=None):
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(SERVER + path, json.dumps(body).encode() if body else None, headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        sys.exit(f"{path}: {error.read().decode()}")  # for a pack: every mistake, with file and line


room = ask("/api/rooms", {"game": "moon-bots", "seats": ["human", "greedy", "random"], "packs": [PACK]})
path, token = f"/api/rooms/{room['room']}", room["seats"][0]["token"]  # keep both: who has them can come back


def call(method, **params):
    return ask(path + "/rpc", {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, token)


refused = call("match/play", action="use head 3")["error"]
print("refused:", refused["message"], refused["data"]["refusal"]["cites"])
print("may I?", call("match/why", action="use head 3")["result"]["help"])
for answers in range(10_000):
    now = ask(path)  # the room is on the server's disk: this is all there is to resuming
    if now["actor"]["kind"] == "over":
        break
    choices = call("match/question")["result"]["choices"]
    call("match/play", action=choices[answers % len(choices)]["action"])
view = call("match/view")["result"]["view"]
print("weapons, and those I know:", [(robot["weapons"], robot["known_weapons"]) for robot in view["robots"]])
print(call("match/lines")["result"]["lines"][-1]["text"], "Winners:", now["actor"]["winners"])
