//! A whole server in memory, and what it says at every place of a pack.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on panics"
)]
#![allow(
    clippy::mutable_key_type,
    reason = "the protocol's own map: an address does not change while it is a key"
)]

use crate::{Connection, Files, go, names, packs::Packs, serve, text, words};
use cardwright::PackSource;
use lsp_server::{Message, Notification, Request, RequestId};
use lsp_types::{CompletionTextEdit, Location, Range};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

const MANIFEST: &str = "id = \"p\" # of the pack
version = \"1.0.0\"
api = 1
game = \"moon-bots\"
name = { en = \"P\" }
cards = [\"c.toml\"]

[[damage]]
id = \"laser\"
name = \"Laser\"
";
const CARDS: &str = "[[card]]
id = \"hat\"
kind = \"part\"
name = \"hat\"
slot = \"head\" # or \"torso\"
activate = { any = [1, 6] }
effect = [
  { laser = 1 },
]

[[card]]
id = \"tug\"
kind = \"weapon\"
name = { en = \"Tug\" }
play_in = [\"turn-start\"]
script = \"s.rhai\"
";
const SCRIPT: &str = "// gain
fn play(me) {
    helper(me);
    when me.energy > 1 { lose(me, 1); } // laser
}
fn helper(one) { gain(one, 2); aim(laser, 1); strike_at(one); }
fn can(me) { opponents(me).count > 0 }
";
const RULING: &str = "`p:hat`: the hat of p:tug.\n";
const FILES: [(&str, &str); 4] = [
    ("c.toml", CARDS),
    ("pack.toml", MANIFEST),
    ("r.md", RULING),
    ("s.rhai", SCRIPT),
];

/// Packs in memory.
#[derive(Clone, Default)]
struct Shelf(Arc<Mutex<BTreeMap<PathBuf, PackSource>>>);

impl Shelf {
    fn put(&self, folder: &str, files: &[(&str, &str)]) {
        let source = PackSource::from_texts("p", files.iter().copied());
        self.0.lock().unwrap().insert(folder.into(), source);
    }
}

impl Files for Shelf {
    fn pack(&self, folder: &Path) -> Result<PackSource, String> {
        self.0
            .lock()
            .unwrap()
            .get(folder)
            .cloned()
            .ok_or_else(|| "gone".into())
    }
    fn is_pack(&self, folder: &Path) -> bool {
        self.0.lock().unwrap().contains_key(folder)
    }
    fn packs_in(&self, root: &Path) -> Vec<PathBuf> {
        let all = self.0.lock().unwrap();
        all.keys()
            .filter(|folder| folder.starts_with(root))
            .cloned()
            .collect()
    }
}

fn shelf() -> Shelf {
    let shelf = Shelf::default();
    shelf.put("/p", &FILES);
    shelf
}

fn packs() -> Packs {
    let mut packs = Packs::default();
    packs.touch("/p".into());
    packs.refresh(&shelf());
    packs
}

/// A place as `line:column`.
fn spot(range: Range) -> String {
    let (start, end) = (range.start, range.end);
    assert_eq!(start.line, end.line);
    format!("{}:{}-{}", start.line, start.character, end.character)
}

fn spots(found: &[Location]) -> String {
    let spot = |one: &Location| {
        let path = one.uri.as_str().strip_prefix("file:///p/").unwrap();
        format!("{path} {}", spot(one.range))
    };
    found.iter().map(spot).collect::<Vec<_>>().join(", ")
}

/// Labels whose presence tells which words are offered; more words of a game change nothing here.
const TELLING: [&str; 20] = [
    "id",
    "gain",
    "each",
    "energy",
    "count",
    "play",
    "me",
    "laser",
    "missile",
    "head",
    "torso",
    "slot",
    "kind",
    "weapon",
    "any",
    "c.toml",
    "s.rhai",
    "turn-start",
    "authors",
    "true",
];

/// What is said at a byte: the word that is explained, the words that are offered, where the place leads, and where its
/// name occurs.
fn said(packs: &Packs, file: &Path, at: usize, snippets: bool) -> String {
    let mut said = String::new();
    if let Some(hover) = words::hover(packs, file, at) {
        let lsp_types::HoverContents::Markup(told) = hover.contents else {
            panic!("{hover:?}")
        };
        let plain = told.value.replace("```rhai", "").replace(['`', '\n'], " ");
        let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        let short: String = plain.chars().take(30).collect();
        let parts = [
            "For example:",
            "Rule:",
            "Values:",
            "Functions:",
            "What it does:",
        ];
        let parts = parts.into_iter().filter(|part| told.value.contains(part));
        let parts: String = parts.map(|part| format!(" {part}")).collect();
        let _ = write!(said, " | {} `{short}`{parts}", spot(hover.range.unwrap()));
    }
    let offers = words::complete(packs, file, at, snippets);
    if !offers.is_empty() {
        let mut told: Vec<String> = Vec::new();
        let mut range = None;
        for one in &offers {
            let Some(CompletionTextEdit::Edit(edit)) = &one.text_edit else {
                panic!("{one:?}")
            };
            assert!(range.is_none_or(|range| range == edit.range));
            range = Some(edit.range);
            if TELLING.contains(&one.label.as_str()) {
                let sign = if one.insert_text_format.is_some() {
                    "$"
                } else {
                    ""
                };
                told.push(format!("{sign}{}", edit.new_text));
            }
        }
        told.sort();
        told.dedup();
        let _ = write!(
            said,
            " | {} offers {}",
            spot(range.unwrap()),
            told.join(", ")
        );
    }
    let led = go::definition(packs, file, at);
    if !led.is_empty() {
        let _ = write!(said, " | leads to {}", spots(&led));
    }
    let found = names::references(packs, file, at);
    let renamed = names::rename(packs, file, at, "cap");
    assert_eq!(
        found.is_empty(),
        renamed.is_err(),
        "each name can be renamed"
    );
    if let Ok(edit) = renamed {
        let edits = edit.changes.unwrap();
        assert_eq!(edits.values().flatten().count(), found.len());
        for one in &found {
            let there = edits.get(&one.uri).unwrap();
            assert!(
                there
                    .iter()
                    .any(|edit| edit.range == one.range && edit.new_text == "cap")
            );
        }
        let _ = write!(said, " | is at {}", spots(&found));
    }
    said
}

/// What is said in some lines of a file: before, inside and behind each word, and where something opens or ends.
fn told(file: &str, lines: std::ops::Range<usize>, snippets: bool) -> String {
    let packs = packs();
    let path = Path::new("/p").join(file);
    let (_, whole) = FILES.iter().find(|(name, _)| *name == file).unwrap();
    let mut out = String::new();
    for (number, line) in whole.lines().enumerate().take(lines.end).skip(lines.start) {
        let _ = writeln!(out, "{number}: {line}");
        let mut before = String::new();
        let is_part = |at: usize| line[at..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
        for column in 0..=line.len() {
            let behind = |signs: &[char]| line[..column].ends_with(signs);
            let inside =
                column > 1 && is_part(column - 1) && is_part(column) && is_part(column - 2);
            let alone =
                column > 0 && column < line.len() && !is_part(column - 1) && !is_part(column);
            if inside || (alone && !behind(&['"', '{', '[', '.'])) {
                continue;
            }
            let at = text::byte(
                whole,
                lsp_types::Position::new(number as u32, column as u32),
            );
            let now = said(&packs, &path, at, snippets);
            if now != before {
                let _ = writeln!(out, "   {column}{now}");
            }
            before = now;
        }
    }
    out
}

#[test]
fn every_place_of_a_card_is_explained() {
    insta::assert_snapshot!(told("c.toml", 0..10, false));
}

#[test]
fn every_place_of_another_card_is_explained() {
    insta::assert_snapshot!(told("c.toml", 10..99, false));
}

#[test]
fn every_place_of_a_manifest_is_explained() {
    insta::assert_snapshot!(told("pack.toml", 0..99, false));
}

#[test]
fn every_place_of_a_script_is_explained() {
    insta::assert_snapshot!(told("s.rhai", 0..99, true));
}

#[test]
fn every_place_of_a_ruling_is_explained() {
    insta::assert_snapshot!(told("r.md", 0..9, false));
}

/// A key has its meaning wherever its line begins, and a value has its meaning only under its key.
#[test]
fn a_word_means_something_under_its_key_alone() {
    let cards = CARDS
        .replace("script = ", "    script = ")
        .replace("\"turn-start\"", "\"weapon\"");
    let shelf = Shelf::default();
    shelf.put("/p", &[("c.toml", &cards), FILES[1], FILES[2], FILES[3]]);
    let mut packs = Packs::default();
    packs.touch("/p".into());
    packs.refresh(&shelf);
    let script = Path::new("/p/s.rhai");
    let led = go::definition(&packs, script, SCRIPT.find("play").unwrap());
    assert_eq!(spots(&led), "c.toml 15:14-20");
    let file = Path::new("/p/c.toml");
    for (key, explained) in [("kind", true), ("play_in", false)] {
        let line = cards.rfind(&format!("\n{key} = ")).unwrap();
        let at = line + cards[line..].find("weapon").unwrap();
        let hover = words::hover(&packs, file, at);
        assert_eq!(hover.is_some(), explained, "{key}: {hover:?}");
    }
}

/// How long a server may take to answer.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(10);

/// An editor with a server on another thread.
struct Editor {
    client: Connection,
    server: Option<std::thread::JoinHandle<bool>>,
    asked: i32,
    /// What the server has sent besides answers: methods and parameters.
    heard: Vec<(String, Value)>,
}

impl Editor {
    fn of(shelf: &Shelf, params: Value) -> (Editor, Value) {
        let (server, client) = Connection::memory();
        let shelf = shelf.clone();
        let server = std::thread::spawn(move || serve(&server, &shelf).is_ok());
        let mut editor = Editor {
            client,
            server: Some(server),
            asked: 0,
            heard: Vec::new(),
        };
        let about = editor.ask("initialize", params).unwrap();
        editor.tell("initialized", json!({}));
        (editor, about)
    }

    fn tell(&self, method: &str, params: Value) {
        let note = Notification::new(method.into(), params);
        self.client.sender.send(note.into()).unwrap();
    }

    /// The result of a request, or the code of its error with the message.
    fn ask(&mut self, method: &str, params: Value) -> Result<Value, (i32, String)> {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        let request = Request::new(id.clone(), method.into(), params);
        self.client.sender.send(request.into()).unwrap();
        loop {
            match self.client.receiver.recv_timeout(PATIENCE).unwrap() {
                Message::Response(reply) if reply.id == id => {
                    return reply
                        .response_result
                        .map_err(|error| (error.code, error.message));
                }
                Message::Notification(note) => self.heard.push((note.method, note.params)),
                Message::Request(request) => self.heard.push((request.method, request.params)),
                Message::Response(reply) => panic!("{reply:?}"),
            }
        }
    }

    /// The number of problems that a file shows now; `None` if nothing was ever said of it.
    fn problems(&mut self, file: &str) -> Option<usize> {
        // Everything sent so far is checked before this is answered.
        self.ask("textDocument/hover", place(file, 0, 0)).unwrap();
        let uri = uri(file);
        let shown = self.heard.iter().rev().find(|(method, params)| {
            method == "textDocument/publishDiagnostics" && params["uri"] == uri
        });
        shown.map(|(_, params)| params["diagnostics"].as_array().unwrap().len())
    }

    fn open(&self, file: &str, text: &str) {
        let document = json!({ "uri": uri(file), "languageId": "x", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn replace(&self, file: &str, text: &str) {
        let document = json!({ "uri": uri(file), "version": 2 });
        let changes = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.tell("textDocument/didChange", changes);
    }

    fn watched(&self, file: &str, kind: u8) {
        let changes = json!({ "changes": [{ "uri": uri(file), "type": kind }] });
        self.tell("workspace/didChangeWatchedFiles", changes);
    }

    fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Ok(Value::Null));
        self.tell("exit", Value::Null);
        assert!(self.server.take().unwrap().join().unwrap());
    }
}

fn uri(file: &str) -> String {
    format!("file:///{file}")
}

fn place(file: &str, line: u32, column: u32) -> Value {
    json!({ "textDocument": { "uri": uri(file) }, "position": { "line": line, "character": column } })
}

fn roots(folders: &[&str]) -> Value {
    let folders: Vec<Value> = folders
        .iter()
        .map(|folder| json!({ "uri": uri(folder), "name": folder }))
        .collect();
    json!({ "processId": null, "capabilities": {}, "workspaceFolders": folders })
}

/// Each request gets its own answer, and each wrong one its error.
#[test]
fn every_request_is_answered() {
    let (mut editor, about) = Editor::of(&shelf(), roots(&["p"]));
    let can = &about["capabilities"];
    for part in [
        "hover",
        "definition",
        "documentSymbol",
        "references",
        "rename",
        "documentFormatting",
    ] {
        assert_eq!(can[format!("{part}Provider")], true, "{part}");
    }
    assert_eq!(can["textDocumentSync"], 2);
    assert_eq!(
        can["completionProvider"]["triggerCharacters"],
        json!([".", "\"", "{", " "])
    );
    assert_eq!(
        can["codeActionProvider"]["codeActionKinds"],
        json!(["quickfix"])
    );
    let folders = json!({ "supported": true, "changeNotifications": true });
    assert_eq!(can["workspace"]["workspaceFolders"], folders);
    assert_eq!(
        about["serverInfo"],
        json!({ "name": "cardwright", "version": env!("CARGO_PKG_VERSION") })
    );
    assert_eq!(
        editor.problems("p/c.toml"),
        None,
        "a client that cannot watch is not asked to"
    );
    assert_eq!(editor.heard, []);

    let at_hat = place("p/c.toml", 1, 6);
    let hover = editor.ask("textDocument/hover", at_hat.clone()).unwrap();
    assert!(
        hover["contents"]["value"]
            .as_str()
            .unwrap()
            .starts_with("`p:hat`, "),
        "{hover}"
    );
    let words = editor
        .ask("textDocument/completion", place("p/c.toml", 4, 8))
        .unwrap();
    assert_eq!(words[0]["label"], "head");
    let led = editor
        .ask("textDocument/definition", place("p/c.toml", 15, 11))
        .unwrap();
    assert_eq!(led[0]["uri"], uri("p/s.rhai"));
    let mut occurrences = at_hat.clone();
    occurrences["context"] = json!({ "includeDeclaration": true });
    let found = editor.ask("textDocument/references", occurrences).unwrap();
    assert_eq!(found.as_array().unwrap().len(), 2);
    let of = |file: &str| json!({ "textDocument": { "uri": uri(file) } });
    let outline = |found: &Value| -> Vec<String> {
        let all = found.as_array().unwrap().iter();
        all.map(|one| {
            format!(
                "{} {} {}",
                one["name"], one["range"]["start"]["line"], one["range"]["end"]["line"]
            )
        })
        .collect()
    };
    for (file, expected) in [
        ("p/c.toml", vec!["\"hat\" 0 10", "\"tug\" 10 16"]),
        ("p/pack.toml", vec!["\"laser\" 7 10"]),
        (
            "p/s.rhai",
            vec!["\"play\" 1 4", "\"helper\" 5 5", "\"can\" 6 6"],
        ),
        ("p/r.md", vec![]),
        ("nowhere.toml", vec![]),
    ] {
        let found = editor.ask("textDocument/documentSymbol", of(file)).unwrap();
        assert_eq!(outline(&found), expected, "{file}");
    }
    let mut format = of("p/c.toml");
    format["options"] = json!({ "tabSize": 2, "insertSpaces": true });
    assert_eq!(
        editor.ask("textDocument/formatting", format.clone()),
        Ok(json!([])),
        "it is tidy"
    );
    format["textDocument"]["uri"] = uri("p/s.rhai").into();
    assert_eq!(
        editor.ask("textDocument/formatting", format),
        Ok(Value::Null)
    );
    let mut rename = at_hat;
    rename["newName"] = "cap".into();
    let edits = editor.ask("textDocument/rename", rename.clone()).unwrap();
    assert_eq!(edits["changes"][uri("p/r.md")][0]["newText"], "cap");
    rename["newName"] = "Cap".into();
    let (code, why) = editor
        .ask("textDocument/rename", rename.clone())
        .unwrap_err();
    assert!(
        code == -32803 && why.contains("cannot be a name"),
        "{code} {why}"
    );
    rename["textDocument"]["uri"] = uri("nowhere.toml").into();
    assert_eq!(editor.ask("textDocument/rename", rename), Ok(Value::Null));

    for method in [
        "hover",
        "completion",
        "definition",
        "codeAction",
        "documentSymbol",
        "references",
        "formatting",
        "rename",
    ] {
        let wrong = editor.ask(&format!("textDocument/{method}"), json!({ "x": 1 }));
        assert_eq!(wrong.unwrap_err().0, -32602, "{method}");
    }
    let (code, why) = editor.ask("no/method", json!({})).unwrap_err();
    assert_eq!(
        (code, why.as_str()),
        (-32601, "there is no method `no/method` here")
    );
    editor.end();
}

/// A file that can be read is formatted, even if its card has other mistakes; any other file stays as it is.
#[test]
fn untidy_files_are_formatted_unless_they_are_broken() {
    let shelf = shelf();
    let (mut editor, _) = Editor::of(&shelf, roots(&["p"]));
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let asked = json!({ "textDocument": { "uri": uri("p/c.toml") }, "options": options });
    editor.open("p/c.toml", CARDS);
    for (text, edits) in [
        (CARDS.to_owned(), Some(0)),
        (CARDS.replace("kind = \"part\"", "kind=\"part\""), Some(1)),
        (CARDS.replace("slot = \"head\"", "slot=\"hed\""), Some(1)),
        (CARDS.replace("slot = \"head\"", "slot=\"head"), None),
    ] {
        editor.replace("p/c.toml", &text);
        let found = editor
            .ask("textDocument/formatting", asked.clone())
            .unwrap();
        assert_eq!(found.as_array().map(Vec::len), edits, "{text}");
        if edits == Some(1) {
            let tidy = text.replace("kind=", "kind = ").replace("slot=", "slot = ");
            assert_eq!(found[0]["newText"], tidy);
            let end = json!({ "line": CARDS.lines().count(), "character": 0 });
            assert_eq!(
                found[0]["range"],
                json!({ "start": { "line": 0, "character": 0 }, "end": end })
            );
        }
    }
    editor.end();
}

/// What an editor tells changes what is shown: opened, edited, closed, saved, created and deleted files, and folders.
#[test]
fn what_an_editor_tells_is_taken_up() {
    let shelf = shelf();
    shelf.put("/q", &[("pack.toml", "id = \"")]);
    let (mut editor, _) = Editor::of(&shelf, roots(&["p"]));
    let wrong = CARDS.replace("head", "hed");
    editor.open("p/c.toml", CARDS);
    assert_eq!(editor.problems("p/c.toml"), None);
    editor.replace("p/c.toml", &wrong);
    assert_eq!(editor.problems("p/c.toml"), Some(1));
    let shown = editor.heard.last().unwrap().1["diagnostics"][0].clone();
    assert_eq!(
        (&shown["severity"], &shown["source"]),
        (&json!(1), &json!("cardwright"))
    );
    assert!(shown["code"].as_str().unwrap().starts_with("CW"));
    assert!(
        shown["message"]
            .as_str()
            .unwrap()
            .ends_with("\ndid you mean `head`?"),
        "{shown}"
    );
    assert_eq!(
        shown["range"]["start"],
        json!({ "line": 4, "character": 8 })
    );
    // A quick fix is offered where it touches the problem, and nowhere else.
    let fixes = |editor: &mut Editor, line: u32, from: u32, to: u32| {
        let range = json!({ "start": { "line": line, "character": from }, "end": { "line": line, "character": to } });
        let asked = json!({ "textDocument": { "uri": uri("p/c.toml") }, "range": range, "context": { "diagnostics": [] } });
        editor
            .ask("textDocument/codeAction", asked)
            .unwrap()
            .as_array()
            .unwrap()
            .clone()
    };
    let (start, end) = (
        8,
        shown["range"]["end"]["character"].as_u64().unwrap() as u32,
    );
    for (from, to, many) in [
        (0, start - 1, 0),
        (0, start, 1),
        (end, end, 1),
        (end + 1, end + 2, 0),
    ] {
        assert_eq!(fixes(&mut editor, 4, from, to).len(), many, "{from}-{to}");
    }
    let fix = fixes(&mut editor, 4, start, end)[0].clone();
    assert_eq!(
        (&fix["title"], &fix["kind"]),
        (&json!("Change to `head`"), &json!("quickfix"))
    );
    assert_eq!(
        (&fix["isPreferred"], &fix["diagnostics"][0]),
        (&json!(true), &shown)
    );
    assert!(
        fix["edit"]["changes"][uri("p/c.toml")][0]["newText"]
            .as_str()
            .unwrap()
            .contains("head")
    );
    // Closed, its saved text counts.
    let document = json!({ "textDocument": { "uri": uri("p/c.toml") } });
    editor.tell("textDocument/didClose", document.clone());
    assert_eq!(editor.problems("p/c.toml"), Some(0));
    editor.replace("p/c.toml", &wrong);
    assert_eq!(editor.problems("p/c.toml"), Some(0), "it is not open");
    // Files that change on the disk are looked at when the editor says so.
    let files = |cards| [("c.toml", cards), FILES[1], FILES[2], FILES[3]];
    shelf.put("/p", &files(&wrong));
    assert_eq!(editor.problems("p/c.toml"), Some(0));
    editor.tell("textDocument/didSave", document);
    assert_eq!(editor.problems("p/c.toml"), Some(1));
    shelf.put("/p", &files(CARDS));
    editor.watched("p/c.toml", 2);
    assert_eq!(editor.problems("p/c.toml"), Some(0));
    // A folder that is created, and one that joins the workspace and leaves it.
    editor.watched("q", 2);
    assert_eq!(editor.problems("q/pack.toml"), None);
    editor.watched("q", 1);
    assert!(editor.problems("q/pack.toml") > Some(0));
    let folders = |editor: &Editor, added: Value, removed: Value| {
        let event = json!({ "added": added, "removed": removed });
        editor.tell(
            "workspace/didChangeWorkspaceFolders",
            json!({ "event": event }),
        );
    };
    let q = json!([{ "uri": uri("q"), "name": "q" }]);
    folders(&editor, json!([]), q.clone());
    assert_eq!(editor.problems("q/pack.toml"), Some(0));
    folders(&editor, q, json!([]));
    assert!(editor.problems("q/pack.toml") > Some(0));
    // A pack whose folder is gone.
    shelf.0.lock().unwrap().remove(Path::new("/q"));
    editor.watched("q/pack.toml", 3);
    assert_eq!(editor.problems("q/pack.toml"), Some(0));
    // A manifest that is not yet saved makes a pack.
    editor.open("new/pack.toml", "id = \"");
    assert!(editor.problems("new/pack.toml") > Some(0));
    editor.end();
}

/// A client that can watch files is asked to, once, and a root takes the place of workspace folders.
#[test]
fn what_a_client_can_do_is_used() {
    let capabilities = json!({
        "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } },
        "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } },
    });
    let shelf = shelf();
    shelf.put("/p", &[("c.toml", "["), FILES[1]]);
    let params = json!({ "processId": null, "capabilities": capabilities, "rootUri": uri("p") });
    let (mut editor, _) = Editor::of(&shelf, params);
    assert!(editor.problems("p/c.toml") > Some(0));
    let (method, asked) = &editor.heard[0];
    assert_eq!(method, "client/registerCapability");
    let one = &asked["registrations"][0];
    assert_eq!(one["method"], "workspace/didChangeWatchedFiles");
    let watchers = one["registerOptions"]["watchers"].as_array().unwrap();
    assert_eq!((watchers.len(), &watchers[1]["kind"]), (2, &json!(5)));
    let calls = |editor: &mut Editor| {
        editor.open("p/s.rhai", "fn play(me) {  }");
        let found = editor
            .ask("textDocument/completion", place("p/s.rhai", 0, 14))
            .unwrap();
        let gain = found
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["label"] == "gain")
            .unwrap();
        gain["textEdit"]["newText"].as_str().unwrap().to_owned()
    };
    let with = calls(&mut editor);
    editor.end();
    let (mut editor, _) = Editor::of(&shelf, roots(&["p"]));
    let without = calls(&mut editor);
    assert!(
        with.starts_with("gain(${1:") && with.contains(", ${2:"),
        "{with}"
    );
    assert!(
        without.starts_with("gain(") && !without.contains('$') && without.contains(", "),
        "{without}"
    );
    // A connection that is closed ends the server too.
    drop(editor.client);
    assert!(editor.server.unwrap().join().unwrap());
}
