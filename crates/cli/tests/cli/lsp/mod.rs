//! `cardwright lsp` with a client of this test over standard input and output.

mod files;

use crate::bench::Bench;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// An editor with a server.
struct Editor {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: i64,
    /// The latest diagnostics of the server, by URI.
    shown: std::collections::BTreeMap<String, Vec<Value>>,
    folder: PathBuf,
}

impl Editor {
    /// An editor that opens a folder as its workspace.
    fn of(folder: &Path) -> Editor {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (
            child.stdin.take().unwrap(),
            BufReader::new(child.stdout.take().unwrap()),
        );
        let folder = folder.canonicalize().unwrap();
        let mut editor = Editor {
            child,
            input,
            output,
            asked: 0,
            shown: Default::default(),
            folder,
        };
        let root = editor.uri("");
        let item = json!({ "completionItem": { "snippetSupport": true } });
        let capabilities = json!({ "textDocument": { "completion": item },
            "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
        let folders = json!([{ "uri": root, "name": "packs" }]);
        let about = editor.ask(
            "initialize",
            json!({ "processId": null, "rootUri": root, "capabilities": capabilities, "workspaceFolders": folders }),
        );
        assert_eq!(about["serverInfo"]["name"], "cardwright");
        editor.tell("initialized", json!({}));
        editor
    }

    fn uri(&self, path: &str) -> String {
        let address = format!("file://{}/{path}", self.folder.display()).replace(' ', "%20");
        address.trim_end_matches('/').to_string()
    }

    fn write(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request; diagnostics that arrive meanwhile are kept.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.read();
            if message["id"] == id && message.get("method").is_none() {
                assert!(message.get("error").is_none(), "{message}");
                return message["result"].clone();
            }
        }
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert_ne!(
                self.output.read_line(&mut line).unwrap(),
                0,
                "the server has gone away"
            );
            match line.trim().split_once(": ") {
                Some(("Content-Length", bytes)) => length = bytes.parse().unwrap(),
                _ if line.trim().is_empty() => break,
                _ => {}
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).unwrap();
        let message: Value = serde_json::from_slice(&bytes).unwrap();
        if message["method"] == "textDocument/publishDiagnostics" {
            let uri = message["params"]["uri"].as_str().unwrap().to_string();
            self.shown.insert(
                uri,
                message["params"]["diagnostics"].as_array().unwrap().clone(),
            );
        }
        message
    }

    fn open(&mut self, path: &str) {
        let text = std::fs::read_to_string(self.folder.join(path)).unwrap();
        let document =
            json!({ "uri": self.uri(path), "languageId": "x", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces a range: line, column, line, column.
    fn type_over(&mut self, path: &str, at: [u32; 4], text: &str) {
        let [line, column, end_line, end] = at;
        let range = json!({ "start": { "line": line, "character": column }, "end": { "line": end_line, "character": end } });
        let document = json!({ "uri": self.uri(path), "version": 2 });
        let changes = json!([{ "range": range, "text": text }]);
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        );
    }

    /// The errors in a file, after everything sent so far is checked.
    fn mistakes(&mut self, path: &str) -> Vec<Value> {
        self.hover(path, 0, 0);
        let uri = self.uri(path);
        self.shown.get(&uri).cloned().unwrap_or_default()
    }

    fn place(&self, path: &str, line: u32, column: u32) -> Value {
        json!({ "textDocument": { "uri": self.uri(path) }, "position": { "line": line, "character": column } })
    }

    fn hover(&mut self, path: &str, line: u32, column: u32) -> String {
        let place = self.place(path, line, column);
        let told = self.ask("textDocument/hover", place);
        told["contents"]["value"]
            .as_str()
            .unwrap_or_default()
            .to_string()
    }

    fn labels(&mut self, path: &str, line: u32, column: u32) -> Vec<String> {
        let place = self.place(path, line, column);
        let found = self.ask("textDocument/completion", place);
        found
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["label"].as_str().unwrap().to_string())
            .collect()
    }

    fn fixes(&mut self, path: &str, mistake: &Value) -> Vec<Value> {
        let params = json!({ "textDocument": { "uri": self.uri(path) }, "range": mistake["range"],
            "context": { "diagnostics": [mistake] } });
        self.ask("textDocument/codeAction", params)
            .as_array()
            .unwrap()
            .clone()
    }

    /// Ends the session like an editor. Returns the exit code.
    fn end(mut self) -> Option<i32> {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        self.close()
    }

    /// Closes the connection. Returns the exit code.
    fn close(mut self) -> Option<i32> {
        drop(self.input);
        self.child.wait().unwrap().code()
    }
}

/// The line and column of the first byte of a part of a text. Columns are UTF-16 units.
fn at(text: &str, part: &str) -> (u32, u32) {
    let byte = text.find(part).unwrap_or_else(|| panic!("{part}"));
    let before = &text[..byte];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (
        before.matches('\n').count() as u32,
        before[start..].encode_utf16().count() as u32,
    )
}

/// A new pack and its card file.
fn first_pack(name: &str) -> (Bench, PathBuf, String) {
    let bench = Bench::new(name);
    bench.run(&["new", "my pack", "--game", "moon-bots"], "");
    let folder = bench.path("my pack");
    let cards = std::fs::read_to_string(folder.join("cards.toml")).unwrap();
    (bench, folder, cards)
}

#[test]
fn a_message_that_cannot_be_read_is_reported_and_the_next_one_answered() {
    let (_bench, folder, _) = first_pack("lsp-malformed");
    let mut editor = Editor::of(&folder);
    for bad in ["{\"jsonrpc\": \"2.0\", nonsense", "[]", ""] {
        write!(editor.input, "Content-Length: {}\r\n\r\n{bad}", bad.len()).unwrap();
    }
    editor.input.flush().unwrap();
    assert_eq!(editor.ask("shutdown", Value::Null), Value::Null);
}

#[test]
fn an_editor_may_close_the_connection_after_shutdown() {
    let (_bench, folder, _) = first_pack("lsp-closed");
    let mut editor = Editor::of(&folder);
    editor.ask("shutdown", Value::Null);
    assert_eq!(editor.close(), Some(0));
}

#[test]
fn mistakes_are_shown_as_one_types_in_utf_16_columns_and_go_again() {
    let (_bench, folder, cards) = first_pack("lsp-typing");
    let mut editor = Editor::of(&folder);
    editor.open("cards.toml");
    assert_eq!(editor.mistakes("cards.toml"), [] as [Value; 0]);
    let (line, column) = at(&cards, "slot = \"head\"");
    // A character of two UTF-16 units is before the error, on the same line.
    editor.type_over(
        "cards.toml",
        [line, column, line, column + 13],
        "\"𝄞\" = 1\nslot = \"hed\"",
    );
    let found = editor.mistakes("cards.toml");
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(
        found[0]["range"]["start"],
        json!({ "line": line, "character": column + 1 })
    );
    assert_eq!(
        found[0]["range"]["end"],
        json!({ "line": line, "character": column + 3 })
    );
    assert_eq!(found[1]["range"]["start"]["line"], line + 1);
    assert!(
        found[1]["message"]
            .as_str()
            .unwrap()
            .ends_with("did you mean `head`?"),
        "{found:?}"
    );
    assert_eq!(found[1]["severity"], 1);
    editor.type_over(
        "cards.toml",
        [line, column, line + 1, 12],
        "slot = \"head\"",
    );
    assert_eq!(editor.mistakes("cards.toml"), [] as [Value; 0]);
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn mistakes_of_files_that_are_removed_or_closed_go() {
    let (_bench, folder, cards) = first_pack("lsp-removed");
    std::fs::write(
        folder.join("cards.toml"),
        cards.replace("\"head\"", "\"hed\""),
    )
    .unwrap();
    std::fs::write(
        folder.join("scripts/snack.rhai"),
        "fn play(me) { gian(me, 2); }",
    )
    .unwrap();
    let mut editor = Editor::of(&folder);
    let files = ["cards.toml", "scripts/snack.rhai"];
    let counts = |editor: &mut Editor| files.map(|file| editor.mistakes(file).len());
    assert_eq!(counts(&mut editor), [1, 1], "nothing need be open");
    let changed = |editor: &mut Editor, path: &str, kind: u8| {
        let changes = json!([{ "uri": editor.uri(path), "type": kind }]);
        editor.tell(
            "workspace/didChangeWatchedFiles",
            json!({ "changes": changes }),
        );
    };
    std::fs::write(folder.join("cards.toml"), &cards).unwrap();
    changed(&mut editor, "cards.toml", 2);
    assert_eq!(counts(&mut editor), [0, 1]);
    // An open file's edited text takes precedence over the saved file until it is closed.
    editor.open("scripts/snack.rhai");
    editor.type_over("scripts/snack.rhai", [0, 14, 0, 18], "gain");
    assert_eq!(counts(&mut editor), [0, 0]);
    let document = json!({ "uri": editor.uri("scripts/snack.rhai") });
    editor.tell("textDocument/didClose", json!({ "textDocument": document }));
    assert_eq!(counts(&mut editor), [0, 1]);
    std::fs::remove_file(folder.join("scripts/snack.rhai")).unwrap();
    changed(&mut editor, "scripts/snack.rhai", 3);
    assert_eq!(
        counts(&mut editor),
        [1, 0],
        "the card misses its script now"
    );
    std::fs::remove_file(folder.join("pack.toml")).unwrap();
    changed(&mut editor, "pack.toml", 3);
    assert_eq!(counts(&mut editor), [0, 0], "it is no pack any more");
    assert_eq!(editor.end(), Some(0));
}

/// Typing errors whose help names the intended word: file, original text, error.
const SLIPS: [(&str, &str, &str); 11] = [
    ("cards.toml", "slot = \"head\"", "slot = \"hed\""),
    ("cards.toml", "slot = \"head\"", "slto = \"head\""),
    ("cards.toml", "{ energy = 1 }", "{ enegry = 1 }"),
    ("cards.toml", "{ any = [1, 6] }", "{ ayn = [1, 6] }"),
    ("cards.toml", "kind = \"part\"", "kind = \"prat\""),
    ("cards.toml", "scripts/snack.rhai", "scripts/snak.rhai"),
    (
        "pack.toml",
        "cards = [\"cards.toml\"]",
        "cards = [\"card.toml\"]",
    ),
    ("pack.toml", "authors =", "athors ="),
    ("scripts/tug-of-war.rhai", "lose(foe, 1)", "loose(foe, 1)"),
    (
        "scripts/tug-of-war.rhai",
        "opponents(me).count",
        "oponents(me).count",
    ),
    ("scripts/tug-of-war.rhai", "fn can(me)", "fn cna(me)"),
];

#[test]
fn quick_fixes_repair_what_they_are_for() {
    for (number, (file, good, slip)) in SLIPS.iter().enumerate() {
        let (_bench, folder, _) = first_pack(&format!("lsp-fix-{number}"));
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let mut editor = Editor::of(&folder);
        editor.open(file);
        assert_eq!(editor.mistakes(file), [] as [Value; 0]);
        let (line, column) = at(&text, good);
        editor.type_over(file, [line, column, line, column + good.len() as u32], slip);
        let found = editor.mistakes(file);
        let meant = |one: &&Value| one["message"].as_str().unwrap().contains("did you mean");
        let one = found
            .iter()
            .find(meant)
            .unwrap_or_else(|| panic!("{slip}: {found:?}"));
        let fixes = editor.fixes(file, one);
        assert_eq!(fixes.len(), 1, "{slip}: {one}");
        let edit = fixes[0]["edit"]["changes"][editor.uri(file)][0].clone();
        let place = |end: &str| {
            let at = &edit["range"][end];
            [
                at["line"].as_u64().unwrap() as u32,
                at["character"].as_u64().unwrap() as u32,
            ]
        };
        let ([line, column], [end_line, end]) = (place("start"), place("end"));
        editor.type_over(
            file,
            [line, column, end_line, end],
            edit["newText"].as_str().unwrap(),
        );
        assert_eq!(
            editor.mistakes(file),
            [] as [Value; 0],
            "{slip}: {}",
            fixes[0]
        );
        assert_eq!(editor.end(), Some(0));
    }
}

#[test]
fn words_are_explained_and_offered_where_they_fit() {
    let (_bench, folder, cards) = first_pack("lsp-words");
    let mut editor = Editor::of(&folder);
    for file in ["cards.toml", "pack.toml", "scripts/tug-of-war.rhai"] {
        editor.open(file);
    }
    let script = std::fs::read_to_string(folder.join("scripts/tug-of-war.rhai")).unwrap();
    let mut told = |file: &str, text: &str, part: &str| {
        let (line, column) = at(text, part);
        editor.hover(file, line, column + 1)
    };
    let lose = told("scripts/tug-of-war.rhai", &script, "lose(foe");
    assert!(
        lose.contains("lose(robot: a robot, points: a number)") && lose.contains("Rule: MB-"),
        "{lose}"
    );
    assert!(
        told("scripts/tug-of-war.rhai", &script, "choose foe")
            .contains("the owner chooses a member")
    );
    assert_eq!(
        told("scripts/tug-of-war.rhai", &script, "choose` asks"),
        "",
        "a remark is no script"
    );
    let slot = told("cards.toml", &cards, "slot =");
    assert!(
        slot.contains("Values: `head`") && slot.contains("Rule: MB-"),
        "{slot}"
    );
    assert!(told("cards.toml", &cards, "energy = 1 }]").contains("Rule: MB-"));
    let card = told("cards.toml", &cards, "tin-hat");
    assert!(
        card.contains("`my-pack:tin-hat`") && card.contains("What it does:"),
        "{card}"
    );

    let (line, column) = at(&cards, "slot = \"head\"");
    assert_eq!(
        editor.labels("cards.toml", line, column + 9)[..2],
        ["head", "torso"]
    );
    let keys = editor.labels("cards.toml", line + 3, 0);
    assert!(
        keys.contains(&"reconstructed".into()) && !keys.contains(&"kind".into()),
        "{keys:?}"
    );
    let (line, column) = at(&cards, "energy = 1 }]");
    assert!(
        editor
            .labels("cards.toml", line, column)
            .contains(&"missile".into())
    );
    let (line, column) = at(&cards, "\"weapon\"");
    assert_eq!(
        editor.labels("cards.toml", line, column + 1),
        ["part", "upgrade", "weapon", "base"]
    );
    let (line, column) = at(&script, "lose(foe");
    let words = editor.labels("scripts/tug-of-war.rhai", line, column);
    assert!(
        words.contains(&"gain".into())
            && words.contains(&"each".into())
            && !words.contains(&"energy".into())
    );
    let (line, column) = at(&script, "count > 0");
    let words = editor.labels("scripts/tug-of-war.rhai", line, column);
    assert!(
        words.contains(&"energy".into())
            && words.contains(&"count".into())
            && !words.contains(&"gain".into())
    );
    let (line, column) = at(&script, "can(me)");
    let words = editor.labels("scripts/tug-of-war.rhai", line, column);
    assert!(
        words.contains(&"play".into()) && !words.contains(&"gain".into()),
        "{words:?}"
    );
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn a_card_leads_to_its_script_and_back() {
    let (_bench, folder, cards) = first_pack("lsp-go");
    let mut editor = Editor::of(&folder);
    editor.open("cards.toml");
    let (line, column) = at(&cards, "scripts/tug-of-war.rhai");
    let place = editor.place("cards.toml", line, column + 3);
    let led = editor.ask("textDocument/definition", place);
    let script = "scripts/tug-of-war.rhai";
    assert_eq!(led[0]["uri"], editor.uri(script));
    let text = std::fs::read_to_string(folder.join(script)).unwrap();
    let (line_of_play, column_of_play) = at(&text, "play(me)");
    let place = editor.place(script, line_of_play, column_of_play + 1);
    let led = editor.ask("textDocument/definition", place);
    assert_eq!(led[0]["uri"], editor.uri("cards.toml"));
    assert_eq!(
        led[0]["range"]["start"],
        json!({ "line": line, "character": column })
    );
    let place = editor.place("cards.toml", 0, 0);
    assert_eq!(editor.ask("textDocument/definition", place), json!([]));
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn what_no_editor_says_does_not_stop_it() {
    let (_bench, folder, _) = first_pack("lsp-hostile");
    let mut editor = Editor::of(&folder);
    editor.open("cards.toml");
    editor.type_over("cards.toml", [999, 9, 3, 999_999], "[[card]]\nid = \"");
    editor.type_over("not-open.toml", [0, 0, 0, 0], "x");
    editor.tell("textDocument/didChange", json!({ "textDocument": 3 }));
    editor.tell(
        "textDocument/didOpen",
        json!({ "textDocument": { "uri": "untitled:1", "languageId": "x", "version": 1, "text": "" } }),
    );
    editor.tell(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": [{ "uri": "file:///nowhere/at/all.toml", "type": 3 }] }),
    );
    editor
        .write(&json!({ "jsonrpc": "2.0", "id": 900, "method": "textDocument/hover", "params": { "x": 1 } }));
    editor.write(&json!({ "jsonrpc": "2.0", "id": 901, "method": "no/method", "params": {} }));
    let mut errors = 0;
    while errors < 2 {
        errors += i32::from(editor.read().get("error").is_some());
    }
    assert_eq!(editor.hover("nowhere.toml", 0, 0), "");
    assert!(!editor.mistakes("cards.toml").is_empty());
    assert_eq!(editor.end(), Some(0));
}
