//! What an assistant sends, and what it gets. The program's own tests send the same over its input and output.

use super::*;
use cardwright::rules::{Entry, library};
use cardwright_wire::rpc::Service;
use std::collections::BTreeSet;

fn server() -> Server {
    Server::new(7)
}

/// The reply to a request.
fn ask(server: &mut Server, method: &str, params: Value) -> Value {
    let line = json!({ "jsonrpc": "2.0", "id": "q", "method": method, "params": params });
    let reply = server.handle(line.to_string().as_bytes()).unwrap();
    let reply: Value = serde_json::from_str(&reply).unwrap();
    assert_eq!(
        (&reply["jsonrpc"], &reply["id"]),
        (&json!("2.0"), &json!("q"))
    );
    reply
}

/// The data and the text of a tool's result; the text of its refusal.
fn tool(server: &mut Server, name: &str, given: Value) -> Result<(Value, String), String> {
    let reply = ask(
        server,
        "tools/call",
        json!({ "name": name, "arguments": given }),
    );
    let result = &reply["result"];
    let text = match result["content"].as_array().map(Vec::as_slice) {
        Some([one]) if one["type"] == "text" => one["text"].as_str().unwrap().to_owned(),
        _ => panic!("{reply}"),
    };
    match result["isError"].as_bool().unwrap() {
        true => {
            assert!(result.get("structuredContent").is_none(), "{reply}");
            Err(text)
        }
        false => Ok((result["structuredContent"].clone(), text)),
    }
}

/// The code, message and help of a request that fails.
fn error(reply: &Value) -> (i64, &str, &str) {
    let error = &reply["error"];
    assert!(reply.get("result").is_none(), "{reply}");
    assert_eq!(error["data"].is_null(), error.get("data").is_none());
    let help = error["data"]["help"].as_str().unwrap_or_default();
    (
        error["code"].as_i64().unwrap(),
        error["message"].as_str().unwrap(),
        help,
    )
}

/// Each line with the code and message of its error; none for a line that has no answer.
#[test]
fn every_line_has_its_answer_or_none() {
    let mut server = server();
    let no_request = Some((-32600, "this is not a JSON-RPC 2.0 request"));
    for (line, id, expected) in [
        ("", Value::Null, None),
        (" \t\r ", Value::Null, None),
        (
            "[]",
            Value::Null,
            Some((-32600, "the protocol no longer has batches")),
        ),
        ("3", Value::Null, no_request),
        (r#"{"jsonrpc": "2.0", "id": 4}"#, json!(4), no_request),
        (
            r#"{"jsonrpc": "1.0", "id": "a", "method": "ping"}"#,
            json!("a"),
            no_request,
        ),
        (r#"{"id": 4, "method": "ping"}"#, json!(4), no_request),
        (
            r#"{"jsonrpc": "2.0", "id": 4, "result": {}}"#,
            Value::Null,
            None,
        ),
        (
            r#"{"jsonrpc": "2.0", "id": 4, "error": {}}"#,
            Value::Null,
            None,
        ),
        (r#"{"jsonrpc": "2.0", "method": "ping"}"#, Value::Null, None),
        (
            r#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#,
            Value::Null,
            None,
        ),
        (
            r#"{"jsonrpc": "2.0", "id": {}, "method": "ping"}"#,
            Value::Null,
            None,
        ),
    ] {
        let reply = server.handle(line.as_bytes());
        assert_eq!(reply.is_some(), expected.is_some(), "{line}");
        if let (Some(reply), Some(expected)) = (reply, expected) {
            let reply: Value = serde_json::from_str(&reply).unwrap();
            let (code, message, help) = error(&reply);
            assert_eq!(
                ((code, message), help, &reply["id"]),
                (expected, "", &id),
                "{line}"
            );
        }
    }
    let broken: Value = serde_json::from_str(&server.handle(b"{").unwrap()).unwrap();
    assert_eq!((error(&broken).0, &broken["id"]), (-32700, &Value::Null));
    for id in [json!(1), json!("x"), json!(1.5)] {
        let line = json!({ "jsonrpc": "2.0", "id": id, "method": "ping" });
        let reply = server.handle(line.to_string().as_bytes()).unwrap();
        let reply: Value = serde_json::from_str(&reply).unwrap();
        assert_eq!(reply, json!({ "jsonrpc": "2.0", "id": id, "result": {} }));
    }
    let mut line = br#"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#.to_vec();
    line.resize(LINE_BYTES, b' ');
    assert!(server.handle(&line).unwrap().contains("\"result\":{}"));
    line.push(b' ');
    let long: Value = serde_json::from_str(&server.handle(&line).unwrap()).unwrap();
    assert_eq!(
        error(&long),
        (-32600, "a line has at most 8388608 bytes", "")
    );
}

#[test]
fn what_does_not_exist_is_named() {
    let mut server = server();
    let long = "é".repeat(81);
    let cut = format!("{}…", "é".repeat(80));
    for (name, told) in [
        ("no/such", "no/such"),
        (&long[2..], &long[2..]),
        (&*long, &*cut),
    ] {
        for (method, params, code, what) in [
            (name, json!({}), -32601, "method"),
            ("tools/call", json!({ "name": name }), -32602, "tool"),
            ("resources/read", json!({ "uri": name }), -32002, "resource"),
            ("prompts/get", json!({ "name": name }), -32602, "prompt"),
        ] {
            let reply = ask(&mut server, method, params);
            let (found, message, help) = error(&reply);
            assert_eq!(
                (found, message),
                (code, &*format!("there is no {what} `{told}`"))
            );
            assert_eq!(help.is_empty(), what != "prompt", "{help}");
        }
    }
    for params in [json!({}), json!([]), json!({ "name": 3, "uri": 3 })] {
        for (method, code) in [
            ("tools/call", -32602),
            ("resources/read", -32002),
            ("prompts/get", -32602),
        ] {
            assert_eq!(
                error(&ask(&mut server, method, params.clone())).0,
                code,
                "{method}"
            );
        }
    }
}

#[test]
fn an_assistant_is_greeted_in_its_version() {
    let mut server = server();
    for (wanted, given) in VERSIONS
        .map(|version| (version, version))
        .into_iter()
        .chain([("1999-01-01", VERSIONS[0]), ("", VERSIONS[0])])
    {
        let about = &ask(
            &mut server,
            "initialize",
            json!({ "protocolVersion": wanted }),
        )["result"];
        assert_eq!(about["protocolVersion"], given);
        assert_eq!(about["serverInfo"]["name"], "cardwright");
        assert_eq!(about["instructions"], INSTRUCTIONS);
        assert!(
            ["tools", "resources", "prompts"]
                .iter()
                .all(|one| about["capabilities"][*one].is_object())
        );
    }
}

/// Calls `work` with every object in a document, and its key.
fn each(value: &Value, key: &str, work: &mut impl FnMut(&str, &Map<String, Value>)) {
    match value {
        Value::Array(list) => list.iter().for_each(|one| each(one, key, work)),
        Value::Object(map) => {
            work(key, map);
            map.iter().for_each(|(key, one)| each(one, key, work));
        }
        _ => {}
    }
}

/// Every argument has a type and a description. Every schema has the types that it refers to, and no others, and uses no
/// number formats.
#[test]
fn every_tool_describes_its_arguments_and_results() {
    let tools = ask(&mut server(), "tools/list", json!({}))["result"]["tools"].clone();
    let games: Vec<&str> = cardwright::games().iter().map(|game| game.id).collect();
    let mut large = 0;
    for tool in tools.as_array().unwrap() {
        let name = tool["name"].as_str().unwrap();
        assert!(
            ["title", "description"]
                .iter()
                .all(|key| !tool[*key].as_str().unwrap().is_empty()),
            "{name}"
        );
        let same = !["play_start", "play_act", "play_undo"].contains(&name);
        let hints = json!({ "readOnlyHint": same, "destructiveHint": false, "idempotentHint": same, "openWorldHint": false });
        assert_eq!(tool["annotations"], hints, "{name}");
        let input = &tool["inputSchema"];
        assert_eq!(
            (&input["type"], &input["additionalProperties"]),
            (&json!("object"), &json!(false))
        );
        let arguments = input["properties"].as_object().unwrap();
        for (key, argument) in arguments {
            assert!(argument["type"].is_string(), "{name} {key}");
            assert!(
                argument["description"]
                    .as_str()
                    .is_some_and(|text| text.ends_with('.')),
                "{name} {key}"
            );
            match key.as_str() {
                "game" => assert_eq!(argument["enum"], json!(games)),
                "options" => assert_eq!(
                    argument["additionalProperties"],
                    json!({ "type": "string" })
                ),
                "packs" => assert_eq!(argument["items"]["required"], json!(["files"])),
                _ => {}
            }
        }
        let needed = input["required"].as_array().unwrap();
        assert!(
            !needed.is_empty()
                && needed
                    .iter()
                    .all(|key| arguments.contains_key(key.as_str().unwrap()))
        );
        let output = &tool["outputSchema"];
        assert!(
            output["properties"]
                .as_object()
                .is_some_and(|all| !all.is_empty()),
            "{name}"
        );
        let (mut referred, mut wrong) = (BTreeSet::new(), Vec::new());
        each(output, "", &mut |key, map| {
            if let Some(at) = map.get("$ref") {
                referred.insert(
                    at.as_str()
                        .unwrap()
                        .strip_prefix("#/$defs/")
                        .unwrap()
                        .to_owned(),
                );
            }
            let formats = key != "properties" && map.get("format").is_some_and(Value::is_string);
            if formats || map.contains_key("$schema") {
                wrong.push(key.to_owned());
            }
        });
        assert!(wrong.is_empty(), "{name}: {wrong:?}");
        let types: BTreeSet<String> = match output.get("$defs") {
            Some(types) => types.as_object().unwrap().keys().cloned().collect(),
            None => BTreeSet::new(),
        };
        assert_eq!(referred, types, "{name}");
        assert_eq!(output.get("$defs").is_some(), !types.is_empty());
        for (of, schema) in output["$defs"].as_object().into_iter().flatten() {
            assert!(
                schema.as_object().is_some_and(|schema| schema.len() > 1)
                    || schema["type"] == "object",
                "{of}"
            );
            assert!(schema.get("$defs").is_none(), "{of}");
            large += usize::from(schema["properties"].is_object());
        }
        for key in ["ActionData", "View"] {
            if types.contains(key) {
                assert_eq!(output["$defs"][key], json!({ "type": "object" }));
            }
        }
        for (key, of) in [
            ("question", "Question"),
            ("why", "Why"),
            ("checked", "Checked"),
            ("odds", "Odds"),
        ] {
            let shown = &output["properties"][key];
            assert!(
                name == "ask" || shown.is_null() || shown["$ref"] == format!("#/$defs/{of}"),
                "{name} {key}"
            );
        }
        let clauses = json!({ "type": "array", "items": { "$ref": "#/$defs/RuleEntry" } });
        if name == "why" || name == "judge" || name.starts_with("play_") {
            assert_eq!(output["properties"]["clauses"], clauses, "{name}");
        }
    }
    assert!(large > 30, "{large}");
    let told = json!({ "list": [{ "format": "uint8", "format2": "x" }], "format": { "format": "a", "type": "b" } });
    let mut plain = told;
    schemas::without_formats(&mut plain);
    assert_eq!(
        plain,
        json!({ "list": [{ "format2": "x" }], "format": { "type": "b" } })
    );
}

/// The arguments of each tool are read by name, and what is wrong with them is said.
#[test]
fn wrong_arguments_are_explained() {
    let mut server = server();
    for (given, why) in [
        (json!([]), "arguments must be given by name, in an object"),
        (json!({}), "the argument `name` is missing"),
        (Value::Null, "the argument `name` is missing"),
        (json!({ "name": 3 }), "`name` must be a text"),
        (
            json!({ "name": "MB-1.1", "nmae": 1 }),
            "there is no argument `nmae`; did you mean `name`?",
        ),
    ] {
        assert_eq!(tool(&mut server, "explain", given).unwrap_err(), why);
    }
    let without = ask(&mut server, "tools/call", json!({ "name": "explain" }));
    assert_eq!(
        without["result"]["content"][0]["text"],
        "the argument `name` is missing"
    );
}

/// An entry as an assistant reads it.
fn written(entry: &Entry) -> String {
    let game = if entry.game.is_empty() {
        "every game"
    } else {
        &*entry.game
    };
    let origin = entry
        .origin
        .map(|origin| format!(", {origin}"))
        .unwrap_or_default();
    let more = match entry.reconstructed {
        true => "\n\nIts figures are reconstructed: no source states them.",
        false => "",
    };
    format!(
        "**{} {}** ({game}{origin})\n\n{}{more}",
        entry.id,
        entry.title,
        entry.markdown()
    )
}

/// Some entries of each kind, game and form.
fn some_entries() -> Vec<&'static Entry> {
    let mut seen = BTreeSet::new();
    let form = |entry: &Entry| {
        let found = library().explain(&entry.id).unwrap();
        (
            entry.kind,
            entry.game.clone(),
            entry.reconstructed,
            found.rulings.len().min(21) / 7,
        )
    };
    let all = library().entries().iter().step_by(7);
    let known = all.filter(|entry| library().find(&entry.id) == Some(entry));
    known.filter(|entry| seen.insert(form(entry))).collect()
}

#[test]
fn an_entry_is_explained_with_what_belongs_to_it() {
    let mut server = server();
    let entries = some_entries();
    assert!(
        entries.iter().any(|entry| entry.reconstructed)
            && entries.iter().any(|entry| entry.game.is_empty())
    );
    let (mut cut, mut whole) = (0, 0);
    for entry in entries {
        let (data, text) = tool(&mut server, "explain", json!({ "name": entry.id })).unwrap();
        let found = library().explain(&entry.id).unwrap();
        let mut expected = written(entry);
        for (head, list) in [
            ("Clauses", &found.clauses),
            ("Rulings", &found.rulings),
            ("Open questions", &found.questions),
            ("Cards", &found.cards),
        ] {
            if list.is_empty() {
                continue;
            }
            expected += &format!("\n\n{head}:\n");
            for one in list.iter().take(20) {
                expected += &format!("\n- {} {}", one.id, one.title);
                if one.answer != one.title && !one.answer.is_empty() {
                    expected += &format!(": {}", one.answer);
                }
            }
            match list.len() {
                many @ 21.. => {
                    expected += &format!("\n- and {} more", many - 20);
                    cut += 1;
                }
                _ => whole += 1,
            }
        }
        assert_eq!(text, expected);
        assert_eq!(
            data,
            json!(cardwright_wire::explained(&found)),
            "{}",
            entry.id
        );
    }
    assert!(cut > 0 && whole > 0);
    let said =
        |name: &str| tool(&mut self::server(), "explain", json!({ "name": name })).unwrap_err();
    assert_eq!(
        said("RB-3.33"),
        "there is no clause, ruling, question or card `RB-3.33`; did you mean `RB-3.3`?"
    );
    let far = "Does anybody know?";
    assert_eq!(
        said(far),
        format!("there is no clause, ruling, question or card `{far}`; search with `ask`")
    );
}

#[test]
fn questions_are_answered_with_entries() {
    let mut server = server();
    let mut by_ruling = 0;
    for (given, game, limit) in [
        (json!({ "question": "may I pass" }), None, 5),
        (
            json!({ "question": "how much energy can I gain", "game": "moon-bots", "limit": 3 }),
            Some("moon-bots"),
            3,
        ),
        (
            json!({ "question": "may I dodge a missile", "limit": 9 }),
            None,
            9,
        ),
        (json!({ "question": "xyzzy" }), None, 5),
    ] {
        let question = given["question"].as_str().unwrap().to_owned();
        let found = cardwright::rules::ask(&question, game, limit);
        let (data, text) = tool(&mut server, "ask", given).unwrap();
        assert_eq!(data, json!(cardwright_wire::found(&question, &found)));
        let told: Vec<String> = found
            .iter()
            .map(|one| match one.by {
                Some(by) => {
                    by_ruling += 1;
                    format!(
                        "**{}** (ruling {})\n\n{}",
                        one.answer,
                        by.id,
                        written(one.entry)
                    )
                }
                None => written(one.entry),
            })
            .collect();
        match told.is_empty() {
            true => assert!(
                question == "xyzzy" && text.starts_with("No clause has a word of this question."),
                "{text}"
            ),
            false => assert_eq!(text, told.join("\n\n---\n\n")),
        }
    }
    assert!(by_ruling > 0);
    let wrong = |given: Value| tool(&mut self::server(), "ask", given).unwrap_err();
    assert!(wrong(json!({ "question": "energy", "game": "chess" })).contains("chess"));
    assert_eq!(
        wrong(json!({ "question": "energy", "game": 3 })),
        "`game` must be a text"
    );
    assert_eq!(wrong(json!({ "question": 3 })), "`question` must be a text");
}

/// Each page can be read under its URI, and the list describes it.
#[test]
fn every_page_is_listed_and_read() {
    let mut server = server();
    let list = ask(&mut server, "resources/list", json!({}))["result"]["resources"].clone();
    let mut seen = BTreeSet::new();
    for one in list.as_array().unwrap() {
        let uri = one["uri"].as_str().unwrap();
        let reply = ask(&mut server, "resources/read", json!({ "uri": uri }));
        let contents = &reply["result"]["contents"];
        assert_eq!(contents.as_array().map(Vec::len), Some(1));
        assert_eq!(
            (&contents[0]["uri"], &contents[0]["mimeType"]),
            (&json!(uri), &json!("text/markdown"))
        );
        let text = contents[0]["text"].as_str().unwrap();
        let title = text.lines().next().unwrap().trim_start_matches('#').trim();
        assert_eq!(
            (&one["size"], &one["title"]),
            (&json!(text.len()), &json!(title)),
            "{uri}"
        );
        let name = uri.strip_prefix("cardwright://").unwrap();
        assert_eq!(
            (&one["name"], &one["mimeType"]),
            (&json!(name), &json!("text/markdown"))
        );
        let about = match name.split_once('/').unwrap() {
            ("grammar", "rulings") => "How to write a ruling:",
            ("grammar", _) => "How to write the actions and the positions",
            ("rules", name) if name.ends_with("-questions") => "Open questions:",
            ("rules", _) => "Rules by clause",
            ("reference", name) if name.ends_with("-cards") => "Keys, symbols and script words",
            ("reference", _) => "Reference.",
            other => panic!("{other:?}"),
        };
        assert!(
            one["description"].as_str().unwrap().starts_with(about),
            "{uri}: {one}"
        );
        assert!(seen.insert(uri.to_owned()));
        if let Some(game) = cardwright::games()
            .iter()
            .find(|game| name == format!("grammar/{}", game.id))
        {
            assert!(
                text.starts_with(&format!("## {}: ", game.title)) && text.ends_with('\n'),
                "{text:.80}"
            );
            for head in text.lines().filter(|line| line.starts_with("## ")) {
                assert!(head.starts_with(&format!("## {}: ", game.title)), "{head}");
            }
        }
    }
    for name in [
        "grammar/rulings",
        "rules/moon-bots",
        "rules/moon-bots-questions",
        "reference/wire",
    ] {
        assert!(seen.contains(&format!("cardwright://{name}")), "{name}");
    }
    let grammar = |name: &str| {
        let params = json!({ "uri": format!("cardwright://grammar/{name}") });
        let reply = ask(&mut self::server(), "resources/read", params);
        reply["result"]["contents"][0]["text"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let general = grammar("rulings");
    assert!(general.starts_with("# Write a ruling\n") && general.contains("\n## The head\n"));
    assert!(
        cardwright::games()
            .iter()
            .all(|game| !general.contains(&format!("\n## {}: ", game.title)))
    );
    assert!(grammar("moon-bots").contains("\n## Moon-Bots: positions\n"));
    for uri in [
        "cardwright://grammar/chess",
        "cardwright://rules/chess",
        "cardwright://reference/chess",
        "cardwright://clause/chess",
        "cardwright://chess/rulings",
        "cardwright://rulings",
        "rules/moon-bots",
    ] {
        let reply = ask(&mut server, "resources/read", json!({ "uri": uri }));
        assert_eq!(
            error(&reply),
            (-32002, &*format!("there is no resource `{uri}`"), "")
        );
    }
    let entry = library().find("Q-MB-2").unwrap();
    let reply = ask(
        &mut server,
        "resources/read",
        json!({ "uri": "cardwright://clause/q-mb-2" }),
    );
    let text = format!("# {} {}\n\n{}\n", entry.id, entry.title, entry.markdown());
    assert_eq!(reply["result"]["contents"][0]["text"], text);
    let templates =
        &ask(&mut server, "resources/templates/list", json!({}))["result"]["resourceTemplates"];
    assert_eq!(templates[0]["uriTemplate"], "cardwright://clause/{id}");
}

#[test]
fn prompts_are_listed_and_filled_in() {
    let mut server = server();
    let prompts = ask(&mut server, "prompts/list", json!({}))["result"]["prompts"].clone();
    let ids: Vec<&str> = cardwright::games().iter().map(|game| game.id).collect();
    for (prompt, (name, second, begin)) in prompts.as_array().unwrap().iter().zip([
        (
            "settle_a_dispute",
            "dispute",
            "Settle this dispute about robotory: TOLD\n",
        ),
        ("make_a_card", "idea", "Make a card for robotory: TOLD\n"),
    ]) {
        assert_eq!(prompt["name"], name);
        let [game, other] = [0, 1].map(|nth| &prompt["arguments"][nth]);
        assert_eq!(
            (&game["name"], &other["name"]),
            (&json!("game"), &json!(second))
        );
        assert_eq!(
            game["description"],
            format!("The game: {}.", ids.join(", "))
        );
        assert_eq!(
            (&game["required"], &other["required"]),
            (&json!(true), &json!(true))
        );
        assert!(other["description"].as_str().unwrap().starts_with("What "));
        let mut get = |game: Value, what: Value| {
            ask(
                &mut server,
                "prompts/get",
                json!({ "name": name, "arguments": { "game": game, second: what } }),
            )
        };
        let got = get(json!("robotory"), json!("TOLD"));
        assert_eq!(got["result"]["description"], prompt["description"]);
        let message = &got["result"]["messages"][0];
        assert_eq!(
            (&message["role"], &message["content"]["type"]),
            (&json!("user"), &json!("text"))
        );
        let text = message["content"]["text"].as_str().unwrap();
        assert!(
            text.starts_with(begin) && text.contains("cardwright://grammar/robotory"),
            "{text}"
        );
        for (game, what, missing, about) in [
            (json!(null), json!("TOLD"), "game", game),
            (json!("robotory"), json!(" "), second, other),
            (json!("robotory"), json!(3), second, other),
        ] {
            let reply = get(game, what);
            let help = format!(
                "give `arguments` with the text `{missing}`: {}",
                about["description"].as_str().unwrap()
            );
            assert_eq!(
                error(&reply),
                (
                    -32602,
                    &*format!("the argument `{missing}` is missing"),
                    &*help
                )
            );
        }
        let reply = get(json!("robotary"), json!("TOLD"));
        let (code, message, help) = error(&reply);
        assert!(code == -32602 && message.contains("robotary"), "{message}");
        assert_eq!(help, "did you mean `robotory`?");
    }
    let reply = ask(&mut server, "prompts/get", json!({ "name": "make_a_cart" }));
    assert_eq!(error(&reply).2, "did you mean `make_a_card`?");
}

/// An answer with a question says the same as text.
#[test]
fn questions_are_written_out() {
    let question = json!({
        "text": "What do you do?", "choices": [{ "action": "go", "text": "Go." }, { "action": "stay", "text": "Stay." }],
        "next": 200, "others": true, "cite": "RB-3.3",
    });
    let found = matches::with_question(json!({ "clause": "RB-4.2" }), &question, "Told.".into());
    let text = "Told.\n\nWhat do you do?\n- `go`: Go.\n- `stay`: Stay.\n- more: `play_state` with `from` 200\n\
                - others may be allowed that this player may not know";
    assert_eq!(found["text"], text);
    assert_eq!(found["question"], question);
    let clauses = |found: &Value| {
        let all = found["clauses"].as_array().unwrap();
        all.iter().map(|one| one["id"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(clauses(&found), ["RB-3.3", "RB-4.2"]);
    let question = json!({ "text": "You won.", "choices": [], "others": false });
    let found = matches::with_question(json!({}), &question, String::new());
    assert_eq!(
        (&found["text"], clauses(&found)),
        (&json!("You won."), vec![])
    );
}

/// A match answers as a match of the protocol does.
#[test]
fn a_match_is_played() {
    let mut server = server();
    let mut service = Service::new(7);
    let mut direct =
        |method: &str, params: Value| asking::ask(&mut service, method, &params).unwrap();
    let given = json!({ "game": "robotory", "seed": 3 });
    let begun = direct("match/new", given.clone());
    let (found, text) = tool(&mut server, "play_start", given).unwrap();
    assert_eq!(
        (&found["match"], &found["seats"], &found["players"]),
        (&begun["match"], &begun["seats"], &begun["players"])
    );
    assert!(
        found.get("seat").is_none() && found.get("closed").is_none() && found.get("text").is_none()
    );
    assert!(text.starts_with("Match m1: human, human.\n\n"), "{text}");
    assert_eq!(
        found["question"],
        direct("match/question", json!({ "match": "m1", "limit": 200 }))
    );
    let (seen, text) = tool(&mut server, "play_state", json!({ "match": "m1" })).unwrap();
    let view = direct("match/view", json!({ "match": "m1" }));
    assert_eq!(
        (&seen["standing"], &seen["table"]),
        (&view["standing"], &view["text"])
    );
    assert_eq!(
        seen["position"],
        direct("match/position", json!({ "match": "m1" }))["position"]
    );
    let begin = format!(
        "{}\n{}\n\n",
        view["standing"].as_str().unwrap(),
        view["text"].as_str().unwrap()
    );
    assert!(text.starts_with(begin.trim_start()), "{text}");
    let (other, _) = tool(
        &mut server,
        "play_state",
        json!({ "match": "m1", "seat": 2 }),
    )
    .unwrap();
    assert_eq!(other["question"]["viewer"], 2);
    let (played, text) = tool(
        &mut server,
        "play_act",
        json!({ "match": "m1", "action": "1" }),
    )
    .unwrap();
    let lines = direct("match/play", json!({ "match": "m1", "action": "1" }))["lines"].clone();
    assert_eq!(played["lines"], lines);
    assert!(
        text.starts_with(lines[0]["text"].as_str().unwrap()),
        "{text}"
    );
    assert_eq!(
        played["question"],
        direct("match/question", json!({ "match": "m1", "limit": 200 }))
    );
    let refused = tool(
        &mut server,
        "play_act",
        json!({ "match": "m1", "action": "place white a1" }),
    )
    .unwrap_err();
    let refused: Value = serde_json::from_str(&refused).unwrap();
    assert!(
        refused["clauses"]
            .as_array()
            .is_some_and(|all| all[0]["text"].is_string()),
        "{refused}"
    );
    let why = json!({ "match": "m1", "action": "place white a1" });
    let (found, _) = tool(&mut server, "why", why.clone()).unwrap();
    assert_eq!(found["why"], direct("match/why", why));
    assert!(
        found.get("question").is_none()
            && found["clauses"]
                .as_array()
                .is_some_and(|all| !all.is_empty())
    );
    let (found, _) = tool(&mut server, "why", json!({ "match": "m1", "action": "?" })).unwrap();
    assert_eq!(found["question"], played["question"]);
    let (undone, text) = tool(&mut server, "play_undo", json!({ "match": "m1" })).unwrap();
    assert_eq!(undone["undone"], 1);
    assert!(text.starts_with("Undone: 1.\n\n"), "{text}");
    for (given, why) in [
        (
            json!({ "match": "m9" }),
            "there is no match `m9`; the last 8 are kept: m1",
        ),
        (json!({ "match": 3 }), "`match` must be a text"),
    ] {
        for name in ["play_state", "play_undo"] {
            assert_eq!(tool(&mut server, name, given.clone()).unwrap_err(), why);
        }
    }
}

/// One person against bots sees only what this player may know, whichever seat it is.
#[test]
fn against_bots_a_seat_is_played() {
    for (seats, own) in [
        (json!(["human", "random"]), Some(1)),
        (json!(["random", "human"]), Some(2)),
        (json!(["random", "random"]), None),
        (json!(["human", "human"]), None),
    ] {
        let mut server = server();
        let given = json!({ "game": "robotory", "seats": seats, "seed": 1 });
        let (found, text) = tool(&mut server, "play_start", given).unwrap();
        assert_eq!(found.get("seat").and_then(Value::as_u64), own);
        assert_eq!(found["question"]["viewer"].as_u64(), own, "{found}");
        let told =
            own.map(|own| format!(" You play seat {own}, and see what this player may know."));
        let names: Vec<&str> = seats
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let begin = format!(
            "Match m1: {}.{}\n",
            names.join(", "),
            told.unwrap_or_default()
        );
        assert!(text.starts_with(&begin), "{text}");
        let (state, _) = tool(&mut server, "play_state", json!({ "match": "m1" })).unwrap();
        assert_eq!(state["question"]["viewer"].as_u64(), own);
        let undone = tool(&mut server, "play_undo", json!({ "match": "m1" }));
        let Some(own) = own else {
            assert!(undone.is_ok());
            continue;
        };
        assert_eq!(
            undone.unwrap_err(),
            format!("you play seat {own} against bots, so you cannot undo")
        );
        for (seat, allowed) in [(own, true), (3 - own, false)] {
            let state = tool(
                &mut server,
                "play_state",
                json!({ "match": "m1", "seat": seat }),
            );
            assert_eq!(state.is_ok(), allowed);
            if let Err(why) = state {
                assert_eq!(
                    why,
                    format!("you play seat {own} in this match, and see what this player may know")
                );
            }
        }
    }
}

/// The oldest match is closed for a new one, so an assistant can start any number of them.
#[test]
fn any_number_of_matches_is_started() {
    let mut server = server();
    for nth in 1..=70 {
        let (found, _) = tool(&mut server, "play_start", json!({ "game": "robotory" })).unwrap();
        assert_eq!(found["match"], format!("m{nth}"));
        let closed = (nth > 8).then(|| format!("m{}", nth - 8));
        assert_eq!(
            found.get("closed").and_then(Value::as_str),
            closed.as_deref()
        );
    }
    assert!(tool(&mut server, "play_state", json!({ "match": "m62" })).is_err());
    assert!(tool(&mut server, "play_state", json!({ "match": "m63" })).is_ok());
}

#[test]
fn long_lists_come_in_pages() {
    let mut server = server();
    let long = (1..99).find_map(|seed| {
        let given = json!({ "game": "lunar-command", "seed": seed });
        let (found, text) = tool(&mut server, "play_start", given).unwrap();
        found["question"]["next"]
            .is_number()
            .then_some((found, text))
    });
    let (found, text) = long.expect("many openings have many answers");
    assert_eq!(
        found["question"]["choices"].as_array().map(Vec::len),
        Some(200)
    );
    assert!(text.contains("\n- more: `play_state` with `from` 200"));
    let (rest, _) = tool(
        &mut server,
        "play_state",
        json!({ "match": found["match"], "from": 200 }),
    )
    .unwrap();
    assert_eq!(rest["question"]["from"], 200);
    assert!(
        rest["question"]["choices"]
            .as_array()
            .is_some_and(|more| !more.is_empty())
    );
}

/// A question without a match is answered in a new one, which is always the same.
#[test]
fn may_i_is_asked_of_a_game_too() {
    let mut server = server();
    for game in cardwright::games() {
        let mut service = Service::new(9);
        let begun = asking::ask(
            &mut service,
            "match/new",
            &json!({ "game": game.id, "seed": 1 }),
        )
        .unwrap();
        let expected = asking::ask(
            &mut service,
            "match/question",
            &json!({ "match": begun["match"] }),
        )
        .unwrap();
        let (found, text) = tool(
            &mut server,
            "why",
            json!({ "game": game.id, "action": "?" }),
        )
        .unwrap();
        assert_eq!(found["question"], expected);
        assert_eq!(found["clauses"], json!(rules::cited(&expected)));
        assert_eq!(
            serde_json::from_str::<Value>(&text).unwrap(),
            found,
            "the text is the data"
        );
        assert!(text.contains("\n  \""), "for people");
        let action = expected["choices"][0]["action"].clone();
        let given = json!({ "match": begun["match"], "action": action });
        let expected = asking::ask(&mut service, "match/why", &given).unwrap();
        let (found, _) = tool(
            &mut server,
            "why",
            json!({ "game": game.id, "action": action }),
        )
        .unwrap();
        assert_eq!(
            (&found["why"], &found["why"]["legal"]),
            (&expected, &json!(true))
        );
    }
    for (given, why) in [
        (json!({ "action": "?" }), "name a `game` or a `match`"),
        (
            json!({ "match": "m1", "game": "robotory", "action": "?" }),
            "a match has its own `game`: leave it out",
        ),
        (
            json!({ "match": "m1", "players": 2, "action": "?" }),
            "a match has its own `players`: leave it out",
        ),
    ] {
        assert_eq!(tool(&mut server, "why", given).unwrap_err(), why);
    }
}

/// Each kind of card has examples, which are whole and come with their scripts; the pack passes every check.
#[test]
fn cards_to_start_from_are_whole() {
    let mut server = server();
    for game in cardwright::games().iter().filter(|game| game.cards) {
        let (all, _) = tool(&mut server, "new_card", json!({ "game": game.id })).unwrap();
        let kinds: Vec<&str> = all["kinds"]
            .as_array()
            .unwrap()
            .iter()
            .map(|kind| kind["name"].as_str().unwrap())
            .collect();
        let mut examples = Vec::new();
        for kind in &kinds {
            let (found, _) = tool(
                &mut server,
                "new_card",
                json!({ "game": game.id, "kind": kind }),
            )
            .unwrap();
            assert_eq!(found["kinds"].as_array().map(Vec::len), Some(1));
            assert_eq!(found["kinds"][0]["name"], *kind);
            let own = found["examples"].as_array().unwrap().clone();
            assert!(
                !own.is_empty() && own.iter().all(|example| example["kind"] == *kind),
                "{kind}"
            );
            examples.extend(own);
        }
        let of_all = all["examples"].as_array().unwrap();
        assert_eq!(of_all.len(), examples.len());
        assert!(of_all.iter().all(|example| examples.contains(example)));
        let pack = all["pack"].as_object().unwrap();
        assert!(pack.contains_key("pack.toml") && pack.contains_key("README.md"));
        assert!(
            pack.keys()
                .all(|path| !path.starts_with('.') && !path.starts_with("editor")),
            "{:?}",
            pack.keys()
        );
        let file = pack["cards.toml"].as_str().unwrap();
        for example in of_all {
            let card = example["card"].as_str().unwrap();
            assert!(
                card.starts_with("[[card]]\n") && card.ends_with('\n') && file.contains(card),
                "{card}"
            );
            let last = card.lines().last().unwrap();
            assert!(!last.starts_with('#') && !last.is_empty(), "{card}");
            assert_eq!(card.matches("[[card]]").count(), 1);
            let line = card
                .lines()
                .find_map(|line| line.strip_prefix("script = \"")?.strip_suffix('"'));
            assert_eq!(example["script"]["path"].as_str(), line);
            if let Some(path) = line {
                assert_eq!(example["script"]["text"], pack[path]);
            }
        }
        assert_eq!(file.matches("[[card]]").count(), of_all.len());
        assert!(
            of_all.iter().any(|one| one["script"].is_object())
                && of_all.iter().any(|one| one["script"].is_null())
        );
        let next = all["next"].as_str().unwrap();
        assert!(
            next.contains("check_pack") && all["symbols"].is_array() || all["symbols"].is_object()
        );
        let (checked, _) = tool(
            &mut server,
            "check_pack",
            json!({ "packs": [{ "files": pack }] }),
        )
        .unwrap();
        assert_eq!(checked["checked"]["good"], true);
        let own = checked["cards"].as_array().unwrap();
        assert_eq!(own.len(), of_all.len(), "its own cards alone");
        assert!(
            own.iter()
                .all(|card| card["id"].as_str().unwrap().starts_with("my-pack:"))
        );
        let wrong = tool(
            &mut server,
            "new_card",
            json!({ "game": game.id, "kind": "nosuch" }),
        )
        .unwrap_err();
        let expected = format!(
            "there is no kind `nosuch`; {}",
            cardwright::meant("nosuch", &kinds)
        );
        assert_eq!(wrong, expected);
    }
    let without = tool(&mut server, "new_card", json!({ "game": "robotory" })).unwrap_err();
    assert!(without.contains("without cards"), "{without}");
    let bad = json!({ "packs": [{ "files": { "pack.toml": "x" } }] });
    let (checked, _) = tool(&mut server, "check_pack", bad).unwrap();
    assert!(checked["checked"]["good"] == false && checked.get("cards").is_none());
}

#[test]
fn rulings_and_odds_are_those_of_the_protocol() {
    let mut server = server();
    let ruling =
        include_str!("../../../tests/rulings/moon-bots/upgrades/strong-missile-with-four.md");
    for options in [json!({}), json!({ "missile_boost": "double" })] {
        let (found, _) = tool(
            &mut server,
            "judge",
            json!({ "ruling": ruling, "options": options }),
        )
        .unwrap();
        let params =
            json!({ "options": options, "rulings": [{ "name": "ruling", "text": ruling }] });
        let expected = asking::ask(&mut Service::new(1), "judge/run", &params).unwrap();
        assert_eq!(found["verdicts"], expected);
        assert_eq!(found["clauses"], json!(rules::cited(&expected)));
        assert!(!found["clauses"].as_array().unwrap().is_empty());
    }
    let given = json!({ "game": "moon-bots", "robot": ["left-claw"] });
    let (found, _) = tool(&mut server, "odds", given.clone()).unwrap();
    let expected = asking::ask(&mut Service::new(1), "pack/odds", &given).unwrap();
    assert_eq!(found, json!({ "odds": expected }));
}
