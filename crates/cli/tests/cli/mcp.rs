//! `cardwright serve --mcp`, as an assistant's program has it. `.ci/steps/mcp` asks the same with the protocol's own client,
//! which checks every answer against the protocol's schema.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

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

    /// A tool's data and text; a `no` of the tool as an error.
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
            Err(text)
        } else {
            Ok((result["structuredContent"].clone(), text))
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
            "rules_search",
            "clause",
            "why",
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
    }
    let uris: Vec<&str> = resources
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["uri"].as_str().unwrap())
        .collect();
    for expected in [
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
            "rules_search",
            json!({ "query": "energy limit in one's own turn", "game": "moon-bots" }),
        )
        .unwrap();
    assert!(
        found["clauses"]
            .as_array()
            .unwrap()
            .iter()
            .any(|clause| clause["id"] == "MB-3.2")
    );
    assert!(text.contains("at most 2 energy"), "{text}");
    let (_, text) = assistant.tool("clause", json!({ "id": "rb-3.3" })).unwrap();
    assert!(text.contains("You may not pass"), "{text}");
    let wrong = assistant
        .tool("clause", json!({ "id": "RB-3.33" }))
        .unwrap_err();
    assert!(wrong.contains("there is no clause `RB-3.33`"), "{wrong}");
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
    assert!(odds["odds"]["version"] == 1, "{odds}");
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
        json!({ "id": 3 }),
        json!({ "id": "MB-1.1", "more": 1 }),
        json!([]),
    ] {
        assert!(assistant.tool("clause", arguments).is_err());
    }
    // A notification has no answer; the next line has.
    assistant
        .input
        .write_all(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n")
        .unwrap();
    assert_eq!(assistant.ask("ping", json!({}))["result"], json!({}));
    assert_eq!(assistant.end(), Some(0));
}

/// Calls in which an argument that may be left out matters.
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
        (
            "rules_search",
            json!({ "query": "energy", "game": "robotory" }),
        ),
        ("rules_search", json!({ "query": "energy", "limit": 1 })),
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
                assistant.tool(name, given.clone()) != assistant.tool(name, without)
            });
            if optional && !matters {
                ignored.push(format!("{name}: {argument}"));
            }
        }
    }
    assert!(ignored.is_empty(), "no answer hangs on {ignored:#?}");
    assert_eq!(assistant.end(), Some(0));
}
