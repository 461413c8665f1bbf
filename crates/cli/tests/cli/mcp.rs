//! `cardwright serve --mcp` as an assistant's program uses it. `.ci/steps/mcp` sends the same requests with the
//! protocol's own client, which checks every answer against the protocol's schema.

use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::LazyLock;

/// The schema of each tool's answers.
static SCHEMAS: LazyLock<BTreeMap<String, Validator>> = LazyLock::new(|| {
    let mut assistant = Assistant::new();
    let tools = assistant.ask("tools/list", json!({}))["result"]["tools"].clone();
    let one = |tool: &Value| {
        let schema = jsonschema::validator_for(&tool["outputSchema"]).unwrap();
        (tool["name"].as_str().unwrap().to_string(), schema)
    };
    tools.as_array().unwrap().iter().map(one).collect()
});

struct Assistant {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Assistant {
    fn new() -> Assistant {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(["serve", "--mcp"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (
            child.stdin.take().unwrap(),
            BufReader::new(child.stdout.take().unwrap()),
        );
        Assistant {
            child,
            input,
            output,
        }
    }

    fn line(&mut self, line: &[u8]) -> Value {
        self.input.write_all(line).unwrap();
        self.input.write_all(b"\n").unwrap();
        self.input.flush().unwrap();
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        serde_json::from_str(&answer).unwrap_or_else(|_| panic!("{answer}"))
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let answer = self.line(
            json!({ "jsonrpc": "2.0", "id": "q", "method": method, "params": params })
                .to_string()
                .as_bytes(),
        );
        assert_eq!(answer["id"], "q");
        answer
    }

    /// A tool's data and text; if the tool refuses, an error.
    fn tool(&mut self, name: &str, arguments: Value) -> Result<(Value, String), String> {
        let answer = self.ask(
            "tools/call",
            json!({ "name": name, "arguments": arguments }),
        );
        let result = &answer["result"];
        let text = result["content"][0]["text"]
            .as_str()
            .unwrap_or_else(|| panic!("{answer}"))
            .to_string();
        if result["isError"] == true {
            assert_eq!(result["structuredContent"], Value::Null);
            Err(text)
        } else {
            let data = result["structuredContent"].clone();
            if let Err(error) = SCHEMAS[name].validate(&data) {
                panic!("{name}: {error} at {}", error.instance_path);
            }
            Ok((data, text))
        }
    }

    fn end(mut self) -> Option<i32> {
        drop(self.input);
        self.child.wait().unwrap().code()
    }
}

#[test]
fn an_assistant_is_greeted_and_told_what_there_is() {
    let mut assistant = Assistant::new();
    let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    let about = assistant.ask("initialize", hello)["result"].clone();
    assert_eq!(
        (&about["protocolVersion"], &about["serverInfo"]["name"]),
        (&json!("2025-06-18"), &json!("cardwright"))
    );
    let newest =
        assistant.ask("initialize", json!({ "protocolVersion": "1999-01-01" }))["result"].clone();
    assert_eq!(newest["protocolVersion"], "2025-11-25");
    let tools = assistant.ask("tools/list", json!({}))["result"]["tools"].clone();
    let names: Vec<&str> = tools
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "ask",
            "explain",
            "why",
            "play_start",
            "play_state",
            "play_act",
            "play_undo",
            "judge",
            "check_pack",
            "odds",
            "new_card"
        ]
    );
    let resources = assistant.ask("resources/list", json!({}))["result"]["resources"].clone();
    for resource in resources.as_array().unwrap() {
        let read = assistant.ask("resources/read", json!({ "uri": resource["uri"] }));
        let text = read["result"]["contents"][0]["text"]
            .as_str()
            .unwrap_or_else(|| panic!("{read}"));
        assert_eq!(resource["size"], text.len());
        assert!(!resource["description"].as_str().unwrap().is_empty());
    }
    let uris: Vec<&str> = resources
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["uri"].as_str().unwrap())
        .collect();
    for expected in [
        "grammar/rulings",
        "grammar/moon-bots",
        "grammar/robotory",
        "grammar/lunar-command",
        "grammar/robot-empire",
        "rules/moon-bots",
        "rules/robot-empire-questions",
        "reference/moon-bots-cards",
        "reference/command-line",
    ] {
        assert!(uris.iter().any(|uri| uri.ends_with(expected)), "{expected}");
    }
    let clause = assistant.ask(
        "resources/read",
        json!({ "uri": "cardwright://clause/Q-MB-2" }),
    );
    assert!(
        clause["result"]["contents"][0]["text"]
            .as_str()
            .unwrap()
            .contains("energy_limit")
    );
    assert_eq!(assistant.end(), Some(0));
}

#[test]
fn rules_are_quoted_with_their_numbers() {
    let mut assistant = Assistant::new();
    let (found, text) = assistant
        .tool(
            "ask",
            json!({ "question": "how much enregy can I gain in my own turn", "game": "moon-bots" }),
        )
        .unwrap();
    let entries = found["found"].as_array().unwrap();
    let limit = entries
        .iter()
        .find(|one| one["entry"]["id"] == "MB-3.2")
        .unwrap_or_else(|| panic!("{found}"));
    assert!(limit["entry"]["origin"].is_string(), "{limit}");
    assert!(text.contains("at most 2 energy"), "{text}");
    let wrong = assistant
        .tool("ask", json!({ "question": "energy", "game": "chess" }))
        .unwrap_err();
    assert!(wrong.contains("chess"), "{wrong}");
    let (found, text) = assistant
        .tool("explain", json!({ "name": "rb-3.3" }))
        .unwrap();
    assert_eq!(
        (&found["entry"]["id"], &found["entry"]["kind"]),
        (&json!("RB-3.3"), &json!("clause"))
    );
    assert!(
        text.contains("You may not pass") && text.contains("Source"),
        "{text}"
    );
    let (found, text) = assistant
        .tool("explain", json!({ "name": "left claw" }))
        .unwrap();
    assert_eq!(found["entry"]["kind"], "card");
    assert!(text.contains("left-claw"), "{text}");
    let wrong = assistant
        .tool("explain", json!({ "name": "RB-3.33" }))
        .unwrap_err();
    assert!(
        wrong.contains("no clause, ruling, question or card `RB-3.33`; did you mean `RB-3.3`?"),
        "{wrong}"
    );
}

#[test]
fn may_i_is_answered_with_clauses_and_facts() {
    let mut assistant = Assistant::new();
    let (asked, _) = assistant
        .tool("why", json!({ "game": "robotory", "action": "?" }))
        .unwrap();
    assert_eq!(asked["question"]["choices"][0]["action"], "place white a1");
    let (found, _) = assistant
        .tool(
            "why",
            json!({ "game": "robotory", "action": "place white b3" }),
        )
        .unwrap();
    assert_eq!(found["why"]["legal"], false);
    assert!(!found["why"]["facts"].as_array().unwrap().is_empty());
    let clauses = found["clauses"].as_array().unwrap();
    assert!(
        clauses
            .iter()
            .any(|clause| clause["id"] == "RB-4.2" && !clause["text"].as_str().unwrap().is_empty()),
        "{found}"
    );
    let wrong = assistant
        .tool("why", json!({ "game": "robotory", "action": "dance" }))
        .unwrap_err();
    assert!(wrong.contains("unreadable"), "{wrong}");
    let wrong = assistant
        .tool(
            "why",
            json!({ "game": "robotory", "action": "?", "position": "turn = 99" }),
        )
        .unwrap_err();
    assert!(wrong.contains("position"), "{wrong}");
}

/// A position with a secret: player 2 holds Dodge.
const DODGE: &str = "active = '1'\nstep = 'parts'\ndice = [3, 4]\n[[robot]]\nparts = ['battering-chest']\nupgrades = ['plus-die']\n[[robot]]\n\
                     weapons = ['dodge']\n[[robot]]\n[[robot]]\n";

#[test]
fn a_match_is_played_from_a_position_and_asked_about() {
    let mut assistant = Assistant::new();
    let (begun, text) = assistant
        .tool(
            "play_start",
            json!({ "game": "moon-bots", "position": DODGE }),
        )
        .unwrap();
    assert_eq!(
        (&begun["match"], &begun["seat"]),
        (&json!("m1"), &Value::Null)
    );
    assert!(text.contains("- `use torso 3 4`: "), "{text}");
    let mut act = |action: &str| {
        let arguments = json!({ "match": "m1", "action": action });
        assistant.tool("play_act", arguments)
    };
    act("use torso 3 4").unwrap();
    let (asked, _) = act("left 2 right 1").unwrap();
    assert_eq!(
        asked["question"]["actor"],
        json!({ "kind": "seat", "seat": 2 }),
        "{asked}"
    );
    let refused = act("play shock-absorber").unwrap_err();
    assert!(
        refused.contains("robot 2 does not hold Shock Absorber") && refused.contains("\"MB-7.5\""),
        "{refused}"
    );
    let (why, _) = assistant
        .tool("why", json!({ "match": "m1", "action": "play dodge" }))
        .unwrap();
    assert_eq!(why["why"]["legal"], true);
    assert!(why["clauses"][0]["origin"].is_string(), "{why}");
    let (state, _) = assistant
        .tool("play_state", json!({ "match": "m1" }))
        .unwrap();
    assert!(
        state["table"].as_str().unwrap().contains("(dodge)"),
        "{state}"
    );
    let (state, text) = assistant
        .tool("play_state", json!({ "match": "m1", "seat": 4 }))
        .unwrap();
    assert!(
        !state.to_string().to_lowercase().contains("dodge") && !text.contains("Dodge"),
        "{state}"
    );
    let (played, text) = assistant
        .tool("play_act", json!({ "match": "m1", "action": "play dodge" }))
        .unwrap();
    assert!(
        played["lines"][0]["cites"]
            .as_array()
            .unwrap()
            .contains(&json!("MB-8.2"))
            && text.starts_with("Robot 2 plays Dodge."),
        "{played}"
    );
    // An action that revealed a secret cannot be undone; a public one can.
    let (undone, _) = assistant
        .tool("play_undo", json!({ "match": "m1" }))
        .unwrap();
    assert_eq!(undone["undone"], 0);
    let start = json!({ "game": "robotory" });
    let (begun, _) = assistant.tool("play_start", start).unwrap();
    let first = json!({ "match": "m2", "action": "1" });
    let (played, _) = assistant.tool("play_act", first).unwrap();
    assert_ne!(played["question"], begun["question"]);
    let (undone, _) = assistant
        .tool("play_undo", json!({ "match": "m2" }))
        .unwrap();
    assert_eq!(undone["undone"], 1);
    assert_eq!(undone["question"], begun["question"]);
    assert_eq!(assistant.end(), Some(0));
}

#[test]
fn against_bots_only_the_own_seat_is_seen() {
    let mut assistant = Assistant::new();
    let seats = json!(["random", "human", "random", "random"]);
    let start = json!({ "game": "moon-bots", "seats": seats, "position": DODGE, "seed": 3 });
    let (begun, _) = assistant.tool("play_start", start).unwrap();
    assert_eq!(begun["seat"], 2);
    for (tool, more) in [
        ("play_state", json!({ "seat": 1 })),
        ("play_act", json!({ "seat": 1, "action": "pass" })),
        ("why", json!({ "seat": 1, "action": "play spy" })),
        ("play_undo", json!({})),
    ] {
        let mut arguments = more;
        arguments["match"] = "m1".into();
        let wrong = assistant.tool(tool, arguments).unwrap_err();
        assert!(wrong.contains("you play seat 2"), "{tool}: {wrong}");
    }
    let (state, _) = assistant
        .tool("play_state", json!({ "match": "m1" }))
        .unwrap();
    assert_eq!(state["question"]["viewer"], 2, "{state}");
    // One person against bots plays from a seat, however many bots there are.
    for game in cardwright::games() {
        for players in game.players() {
            let mut seats = vec!["random"; usize::from(players)];
            seats[0] = "human";
            let start = json!({ "game": game.id, "seats": seats, "seed": 1 });
            let (begun, _) = assistant.tool("play_start", start).unwrap();
            assert_eq!(begun["seat"], 1, "{} with {players} players", game.id);
        }
    }
    assert_eq!(assistant.end(), Some(0));
}

#[test]
fn the_last_matches_are_kept() {
    let mut assistant = Assistant::new();
    for nth in 1..=9 {
        let (begun, _) = assistant
            .tool("play_start", json!({ "game": "robotory" }))
            .unwrap();
        let closed = if nth == 9 { json!("m1") } else { Value::Null };
        assert_eq!(begun["closed"], closed);
    }
    let gone = assistant
        .tool("play_state", json!({ "match": "m1" }))
        .unwrap_err();
    assert!(
        gone.contains("there is no match `m1`; the last 8 are kept: m2, m3"),
        "{gone}"
    );
    let both = json!({ "match": "m2", "game": "robotory", "action": "?" });
    let wrong = assistant.tool("why", both).unwrap_err();
    assert!(wrong.contains("a match has its own `game`"), "{wrong}");
    let wrong = assistant.tool("why", json!({ "action": "?" })).unwrap_err();
    assert_eq!(wrong, "name a `game` or a `match`");
}

#[test]
fn prompts_are_filled_in() {
    let mut assistant = Assistant::new();
    let prompts = assistant.ask("prompts/list", json!({}))["result"]["prompts"].clone();
    for prompt in prompts.as_array().unwrap() {
        let names = prompt["arguments"].as_array().unwrap().iter();
        let given: serde_json::Map<String, Value> = names
            .map(|one| match one["name"].as_str().unwrap() {
                "game" => ("game".into(), "moon-bots".into()),
                other => (other.to_string(), format!("about {other}").into()),
            })
            .collect();
        let arguments = Value::from(given.clone());
        let got = assistant.ask(
            "prompts/get",
            json!({ "name": prompt["name"], "arguments": arguments }),
        );
        let text = got["result"]["messages"][0]["content"]["text"]
            .as_str()
            .unwrap_or_else(|| panic!("{got}"));
        for (name, value) in &given {
            assert!(text.contains(value.as_str().unwrap()), "{name}");
            let mut without = given.clone();
            without.remove(name);
            let wrong = assistant.ask(
                "prompts/get",
                json!({ "name": prompt["name"], "arguments": without }),
            );
            let error = &wrong["error"];
            assert_eq!(error["code"], -32602);
            assert_eq!(
                error["message"],
                format!("the argument `{name}` is missing")
            );
            let help = error["data"]["help"].as_str().unwrap();
            assert!(help.contains(&format!("`{name}`: ")), "{help}");
        }
    }
    let wrong = assistant.ask("prompts/get", json!({ "name": "make_a_cart" }));
    assert_eq!(
        wrong["error"]["message"],
        "there is no prompt `make_a_cart`"
    );
    assert_eq!(
        wrong["error"]["data"]["help"],
        "did you mean `make_a_card`?"
    );
    let chess = json!({ "name": "make_a_card", "arguments": { "game": "chess", "idea": "mate" } });
    let wrong = assistant.ask("prompts/get", chess);
    let help = wrong["error"]["data"]["help"].as_str().unwrap();
    assert!(help.contains("moon-bots"), "{wrong}");
}

#[test]
fn what_an_author_writes_is_checked() {
    let mut assistant = Assistant::new();
    let (new, _) = assistant
        .tool("new_card", json!({ "game": "moon-bots", "kind": "weapon" }))
        .unwrap();
    let example = &new["examples"][0];
    assert!(
        example["card"]
            .as_str()
            .unwrap()
            .contains("kind = \"weapon\"")
    );
    assert!(
        example["script"]["text"]
            .as_str()
            .unwrap()
            .contains("fn play")
    );
    let mut files = new["pack"].clone();
    let (checked, _) = assistant
        .tool("check_pack", json!({ "packs": [{ "files": files }] }))
        .unwrap();
    assert_eq!(checked["checked"]["good"], true);
    assert_eq!(
        checked["cards"].as_array().unwrap().len(),
        4,
        "its own cards, and what they do"
    );
    let ruling = files["rulings/tug-of-war.md"].clone();
    let packs = json!([{ "files": files }]);
    let (judged, _) = assistant
        .tool("judge", json!({ "ruling": ruling, "packs": packs }))
        .unwrap();
    assert_eq!(judged["verdicts"]["good"], true);
    assert!(
        judged["clauses"]
            .as_array()
            .unwrap()
            .iter()
            .any(|clause| clause["id"].as_str().unwrap().starts_with("MB-"))
    );
    let cards = files["cards.toml"]
        .as_str()
        .unwrap()
        .replace("\"head\"", "\"hed\"");
    files["cards.toml"] = cards.into();
    let (checked, text) = assistant
        .tool("check_pack", json!({ "packs": [{ "files": files }] }))
        .unwrap();
    assert!(
        checked["checked"]["good"] == false && text.contains("did you mean `head`?"),
        "{text}"
    );
    let (odds, _) = assistant
        .tool(
            "odds",
            json!({ "game": "moon-bots", "cards": ["solar-visor"] }),
        )
        .unwrap();
    assert!(odds["odds"]["version"] == 2, "{odds}");
}

#[test]
fn hostile_lines_are_answered_and_do_not_stop_it() {
    let mut assistant = Assistant::new();
    let deep = "[".repeat(1 << 20);
    for (line, code) in [
        (&b"\xff\xfe"[..], -32700),
        (b"{", -32700),
        (deep.as_bytes(), -32700),
        (b"[]", -32600),
        (b"3", -32600),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1}", -32600),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"no/such\"}", -32601),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":3}", -32602),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"cardwright://rules/../x\"}}", -32002),
    ] {
        let answer = assistant.line(line);
        assert_eq!(answer["error"]["code"], code, "{:.60}", String::from_utf8_lossy(line));
    }
    assert_eq!(
        assistant.line(&vec![b'x'; 9 << 20])["error"]["code"],
        -32600
    );
    for arguments in [
        json!({}),
        json!({ "name": 3 }),
        json!({ "name": "MB-1.1", "more": 1 }),
        json!([]),
    ] {
        assert!(assistant.tool("explain", arguments).is_err());
    }
    // A notification has no answer, but the next line has.
    assistant
        .input
        .write_all(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n")
        .unwrap();
    assert_eq!(assistant.ask("ping", json!({}))["result"], json!({}));
    assert_eq!(assistant.end(), Some(0));
}

/// Calls in which an optional argument matters.
fn calls() -> Vec<(&'static str, Value)> {
    let missiles =
        include_str!("../../../../tests/rulings/moon-bots/upgrades/strong-missile-with-four.md");
    let packs = json!([{ "name": "small", "files": {
        "pack.toml": "id = 'small'\nversion = '1.0.0'\napi = 1\ngame = 'moon-bots'\nname = 'Small'\ncards = ['c.toml']\n",
        "c.toml": "[[card]]\nid = 'hat'\nkind = 'part'\nname = 'Hat'\nslot = 'head'\nactivate = { any = [1] }\n\
                   effect = [{ energy = 1 }]\ncopies = 1\n",
    } }]);
    let parts = "step = 'parts'\ndice = [1]\n[[robot]]\nparts = ['small:hat']\n[[robot]]\n[[robot]]\n[[robot]]\n";
    let hat = format!(
        "# Hat\n\n- id: hat\n- game: moon-bots\n- players: 4\n- status: house\n- source: the card\n\n## Position\n\n\
         ```toml\n{parts}```\n\n## Play\n\n```text\n1: use head 1\n```\n\n## Outcome\n\n```text\n```\n"
    );
    let attack = json!({ "game": "robot-empire", "attack": ["dice-drive"], "against": ["acid-slug"], "goal": "battery" });
    vec![
        ("ask", json!({ "question": "energy", "game": "robotory" })),
        ("ask", json!({ "question": "energy", "limit": 1 })),
        ("explain", json!({ "name": "small:hat", "packs": packs })),
        (
            "why",
            json!({ "game": "moon-bots", "action": "?", "position": "step = \"parts\"\ndice = [3]\n" }),
        ),
        (
            "why",
            json!({ "game": "moon-bots", "action": "skip", "players": 9 }),
        ),
        (
            "why",
            json!({ "game": "robotory", "action": "place white a1", "seat": 2 }),
        ),
        (
            "why",
            json!({ "game": "robotory", "action": "place white d2", "options": { "red": "d2" } }),
        ),
        (
            "why",
            json!({ "game": "moon-bots", "action": "?", "position": parts, "packs": packs }),
        ),
        ("why", json!({ "match": "m1", "action": "?" })),
        ("why", json!({ "game": "moon-bots", "action": "?" })),
        (
            "play_start",
            json!({ "game": "moon-bots", "seed": 1, "players": 2 }),
        ),
        (
            "play_start",
            json!({ "game": "robotory", "seed": 1, "seats": ["human", "random"] }),
        ),
        (
            "play_start",
            json!({ "game": "robotory", "seed": 1, "options": { "red": "d2" } }),
        ),
        (
            "play_start",
            json!({ "game": "moon-bots", "position": parts, "packs": packs, "seed": 1 }),
        ),
        ("play_start", json!({ "game": "moon-bots", "seed": 1 })),
        ("play_state", json!({ "match": "m1", "seat": 2 })),
        ("play_state", json!({ "match": "m1", "from": 1 })),
        (
            "play_act",
            json!({ "match": "m1", "action": "1", "seat": 3 }),
        ),
        ("play_undo", json!({ "match": "m2", "count": 2 })),
        (
            "judge",
            json!({ "ruling": missiles, "options": { "missile_boost": "double" } }),
        ),
        ("judge", json!({ "ruling": hat, "packs": packs })),
        (
            "odds",
            json!({ "game": "moon-bots", "cards": ["small:hat"], "packs": packs }),
        ),
        (
            "odds",
            json!({ "game": "moon-bots", "cards": ["right-siege-cannon"], "options": { "sum_below": "difference" } }),
        ),
        (
            "odds",
            json!({ "game": "moon-bots", "robot": ["left-claw"], "players": 9 }),
        ),
        (
            "odds",
            json!({ "game": "moon-bots", "robot": ["left-claw"] }),
        ),
        (
            "odds",
            json!({ "game": "moon-bots", "position": "step = \"parts\"\ndice = [3]\n" }),
        ),
        ("odds", attack),
        ("new_card", json!({ "game": "moon-bots", "kind": "part" })),
    ]
}

/// The answer to a new assistant after a match has started, without the match's name.
fn told(name: &str, given: Value) -> Result<Value, String> {
    let mut assistant = Assistant::new();
    for (of, game) in [("m1", "moon-bots"), ("m2", "robotory")] {
        let begin = json!({ "game": game, "seed": 1 });
        assistant.tool("play_start", begin).unwrap();
        for _ in 0..2 {
            let first = json!({ "match": of, "action": "1" });
            assistant.tool("play_act", first).unwrap();
        }
    }
    let mut data = assistant.tool(name, given)?.0;
    data.as_object_mut().unwrap().remove("match");
    assert_eq!(assistant.end(), Some(0));
    Ok(data)
}

#[test]
fn every_argument_that_may_be_left_out_changes_an_answer() {
    let mut assistant = Assistant::new();
    let tools = assistant.ask("tools/list", json!({}))["result"]["tools"].clone();
    let calls = calls();
    let mut ignored = Vec::new();
    for tool in tools.as_array().unwrap() {
        let (name, schema) = (tool["name"].as_str().unwrap(), &tool["inputSchema"]);
        let required = schema["required"].as_array().unwrap();
        for argument in schema["properties"].as_object().unwrap().keys() {
            let mut own = calls
                .iter()
                .filter(|(tool, given)| *tool == name && given.get(argument).is_some());
            let optional = !required.contains(&json!(argument));
            let matters = own.any(|(_, given)| {
                let mut without = given.clone();
                without.as_object_mut().unwrap().remove(argument);
                told(name, given.clone()) != told(name, without)
            });
            if optional && !matters {
                ignored.push(format!("{name}: {argument}"));
            }
        }
    }
    assert!(ignored.is_empty(), "no answer hangs on {ignored:#?}");
    assert_eq!(assistant.end(), Some(0));
}
