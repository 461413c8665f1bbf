//! Records the conformance kit: conversations that every host must repeat byte for byte.
//!
//! Each scenario lists what a client sends (`> `) and receives (`< `). A host's runner sends the first, reads the
//! second, and compares. `conformance/README.md` describes the format for other languages.

use cardwright_wire::rpc::Service;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A longer question is answered but not recorded: a board of 900 cells lists thousands of actions.
const LONGEST_QUESTION: usize = 12_000;
/// The seed of the service. Runners start theirs with the same.
const SERVICE_SEED: u64 = 1;

/// A conversation being recorded.
struct Tape {
    service: Service,
    text: String,
    id: u64,
    /// The random number generator that chooses actions.
    luck: u64,
}

impl Tape {
    fn new(about: &str) -> Self {
        Tape {
            service: Service::new(SERVICE_SEED),
            text: format!("# {about}\n"),
            id: 0,
            luck: about.len() as u64 + 11,
        }
    }

    /// Sends a line and records the answers.
    fn send(&mut self, line: &str) -> Vec<Value> {
        let replies = self.answers(line);
        self.text += &format!("> {line}\n");
        replies
            .iter()
            .for_each(|reply| self.text += &format!("< {reply}\n"));
        replies
            .iter()
            .filter_map(|reply| serde_json::from_str(reply).ok())
            .collect()
    }

    fn answers(&mut self, line: &str) -> Vec<String> {
        let mut replies = self.service.handle(line.as_bytes());
        while self.service.is_busy() {
            replies.extend(self.service.work());
        }
        replies
    }

    fn request(&mut self, method: &str, params: &Value) -> String {
        self.id += 1;
        json!({ "jsonrpc": "2.0", "id": self.id, "method": method, "params": params }).to_string()
    }

    /// Calls a method. Returns its result or its error.
    fn call(&mut self, method: &str, params: Value) -> Value {
        let line = self.request(method, &params);
        let reply = self.send(&line).pop().unwrap_or_default();
        reply
            .get("result")
            .or(reply.get("error"))
            .cloned()
            .unwrap_or_default()
    }

    /// Requests the question without recording it, unless it is short.
    fn question(&mut self, of: &Value) -> Value {
        let params = json!({ "match": of });
        let line = self.request("match/question", &params);
        let reply = self.answers(&line).pop().unwrap_or_default();
        if reply.len() < LONGEST_QUESTION {
            self.text += &format!("> {line}\n< {reply}\n");
        } else {
            self.id -= 1;
        }
        let reply: Value = serde_json::from_str(&reply).unwrap_or_default();
        reply["result"].clone()
    }

    fn pick(&mut self, many: usize) -> usize {
        self.luck = self
            .luck
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.luck >> 33) as usize) % many.max(1)
    }

    /// Plays this many actions, as the seat that is asked if `seated`, otherwise as the host.
    fn play(&mut self, of: &Value, answers: usize, seated: bool) {
        for _ in 0..answers {
            let question = self.question(of);
            let choices = question["choices"].as_array().cloned().unwrap_or_default();
            if choices.is_empty() {
                return;
            }
            let nth = self.pick(choices.len());
            let mut params = json!({ "match": of, "action": choices[nth]["action"] });
            if seated && question["actor"]["seat"].is_number() {
                params["seat"] = question["actor"]["seat"].clone();
            }
            self.call("match/play", params);
        }
    }

    /// Every viewer requests its view.
    fn look(&mut self, of: &Value, players: u8) {
        for seat in (1..=players)
            .map(Value::from)
            .chain([json!("spectator"), json!("host")])
        {
            self.call("match/view", json!({ "match": of, "seat": seat }));
        }
    }

    fn begin_world(&mut self, params: Value) -> Value {
        self.call("match/world", params)["match"].clone()
    }

    fn begin(&mut self, params: Value) -> Value {
        self.call("match/new", params)["match"].clone()
    }
}

/// Every recording: its name and its text.
pub(crate) fn recordings(root: &Path) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let mut add = |name: String, tape: Tape| all.insert(format!("{name}.txt"), tape.text);
    for (game, players) in [
        ("moon-bots", 2),
        ("moon-bots", 3),
        ("moon-bots", 4),
        ("robotory", 2),
        ("lunar-command", 2),
        ("lunar-command", 4),
        ("robot-empire", 2),
        ("robot-empire", 3),
    ] {
        for (name, record) in TABLES {
            let mut tape = Tape::new(&format!("{game} for {players}: {name}"));
            record(&mut tape, game, players);
            add(format!("{game}-{players}-{name}"), tape);
        }
    }
    for (name, game, options) in OPTIONS {
        let options: Value = options
            .iter()
            .map(|(name, value)| ((*name).to_string(), json!(value)))
            .collect::<serde_json::Map<_, _>>()
            .into();
        let mut tape = Tape::new(&format!("{game} under options: {name}"));
        let of = tape.begin(json!({ "game": game, "seed": 5, "options": options }));
        tape.play(&of, 12, true);
        tape.call("match/view", json!({ "match": of, "seat": 2 }));
        tape.call(
            "match/lines",
            json!({ "match": of, "seat": "spectator", "from": 4 }),
        );
        add(format!("options-{name}"), tape);
    }
    for name in ["salvage-yard", "stormfront", "overclock", "old-grudges"] {
        add(format!("pack-{name}"), with_pack(root, name));
    }
    for (name, record) in ALONE {
        let mut tape = Tape::new(name);
        record(&mut tape);
        add((*name).to_string(), tape);
    }
    all
}

type OfTable = fn(&mut Tape, &str, u8);

/// The recordings of every game for every number of players.
const TABLES: [(&str, OfTable); 8] = [
    ("hot-seat", hot_seat),
    ("against-bots", against_bots),
    ("refusals", refusals),
    ("dice-by-hand", by_hand),
    ("save-and-resume", save_and_resume),
    ("bots-to-the-end", bots),
    ("from-a-position", from_a_position),
    ("by-numbers", by_numbers),
];

fn hot_seat(tape: &mut Tape, game: &str, players: u8) {
    let of = tape.begin(json!({ "game": game, "players": players, "seed": 3 }));
    for _ in 0..3 {
        tape.play(&of, 8, true);
        tape.look(&of, players);
    }
    tape.call("match/lines", json!({ "match": of, "seat": 2 }));
    tape.call("match/scene", json!({ "match": of, "seat": 1 }));
}

fn against_bots(tape: &mut Tape, game: &str, players: u8) {
    let mut seats = vec!["greedy"; usize::from(players)];
    seats[1] = "human";
    let of = tape.begin(json!({ "game": game, "seats": seats, "seed": 8 }));
    tape.play(&of, 10, true);
    tape.call("match/view", json!({ "match": of, "seat": 2 }));
    tape.call(
        "match/why",
        json!({ "match": of, "seat": 2, "action": "1" }),
    );
    tape.call("match/position", json!({ "match": of, "seat": 2 }));
    tape.call("match/save", json!({ "match": of, "seat": 2 }));
}

fn refusals(tape: &mut Tape, game: &str, players: u8) {
    let of = tape.begin(json!({ "game": game, "players": players, "seed": 21 }));
    tape.play(&of, 3, false);
    let wrong = [
        "",
        "fly to the moon",
        "99",
        "pass",
        "stop",
        "buy top-left",
        "use left-arm 3",
        "choose robot 9",
        "place white a1",
        "move red d3-d4",
        "walk 1,1 to 2,2",
        "roll 3",
        "attack 2",
        "block 1:gearhound",
    ];
    for action in wrong {
        tape.call(
            "match/why",
            json!({ "match": of, "seat": 1, "action": action }),
        );
        tape.call(
            "match/why",
            json!({ "match": of, "seat": 2, "action": action }),
        );
    }
    for seat in [
        json!(1),
        json!(2),
        json!("spectator"),
        json!(8),
        json!(9),
        json!("me"),
    ] {
        tape.call(
            "match/play",
            json!({ "match": of, "seat": seat, "action": "fly" }),
        );
        tape.call(
            "match/play",
            json!({ "match": of, "seat": seat, "action": "pass" }),
        );
    }
    tape.call("match/play", json!({ "match": "m9", "action": "pass" }));
    tape.call("match/play", json!({ "match": of }));
    tape.call("match/play", json!({ "match": of, "action": 3 }));
}

fn by_hand(tape: &mut Tape, game: &str, players: u8) {
    let of = tape.begin(json!({ "game": game, "players": players, "by_hand": true }));
    tape.play(&of, 18, false);
    tape.look(&of, 1);
    tape.call("match/undo", json!({ "match": of, "count": 3 }));
    tape.play(&of, 3, false);
}

fn save_and_resume(tape: &mut Tape, game: &str, players: u8) {
    let mut seats = vec!["random"; usize::from(players)];
    seats[0] = "human";
    let of = tape.begin(json!({ "game": game, "seats": seats, "seed": 13 }));
    tape.play(&of, 5, true);
    let saved = tape.call("match/save", json!({ "match": of }));
    let again = tape.call("match/load", json!({ "save": saved["save"] }))["match"].clone();
    tape.call("match/undo", json!({ "match": of, "count": 2 }));
    tape.play(&again, 3, true);
    tape.look(&of, 1);
    tape.look(&again, 1);
    let mut cut = saved["save"].clone();
    if let Some(actions) = cut["actions"].as_array_mut() {
        actions.pop();
    }
    tape.call("match/load", json!({ "save": cut }));
    tape.call("match/load", json!({ "save": "no save" }));
    tape.call("match/close", json!({ "match": of }));
    tape.call("match/view", json!({ "match": of }));
}

fn bots(tape: &mut Tape, game: &str, players: u8) {
    let seats = vec!["greedy"; usize::from(players)];
    let of = tape.begin(json!({ "game": game, "seats": seats, "seed": 34 }));
    tape.call("match/question", json!({ "match": of, "seat": 1 }));
    tape.look(&of, 1);
    let all = tape.answers(
        &json!({ "jsonrpc": "2.0", "id": 0, "method": "match/lines", "params": { "match": of } })
            .to_string(),
    );
    let lines: Value = all
        .first()
        .and_then(|all| serde_json::from_str(all).ok())
        .unwrap_or_default();
    let many = lines["result"]["lines"].as_array().map_or(0, Vec::len);
    tape.call(
        "match/lines",
        json!({ "match": of, "seat": "spectator", "from": many.saturating_sub(30) }),
    );
    tape.call("match/play", json!({ "match": of, "action": "pass" }));
}

fn from_a_position(tape: &mut Tape, game: &str, players: u8) {
    let of = tape.begin(json!({ "game": game, "players": players, "seed": 55 }));
    tape.play(&of, 9, false);
    let here = tape.call("match/position", json!({ "match": of }));
    let there = tape.begin(
        json!({ "game": game, "players": players, "seed": 56, "position": here["position"] }),
    );
    tape.play(&there, 4, true);
    tape.look(&there, 1);
    tape.begin(json!({ "game": game, "players": players, "seed": 56, "position": "nonsense = 1" }));
    tape.begin(json!({ "game": game, "players": players, "seed": 56, "position": "=" }));
}

fn by_numbers(tape: &mut Tape, game: &str, players: u8) {
    let of = tape.begin(json!({ "game": game, "players": players, "seed": 89 }));
    for number in [1, 2, 1, 3, 2, 99, 1] {
        tape.call(
            "match/play",
            json!({ "match": of, "action": number.to_string() }),
        );
    }
    tape.call("match/undo", json!({ "match": of, "count": 99 }));
    tape.call("match/lines", json!({ "match": of, "seat": 1 }));
}

/// Editions and house rules.
type Given = [(&'static str, &'static str)];

const OPTIONS: [(&str, &str, &Given); 12] = [
    ("moon-bots-edition-en", "moon-bots", &[("edition", "en")]),
    ("moon-bots-edition-de", "moon-bots", &[("edition", "de")]),
    ("moon-bots-edition-fr", "moon-bots", &[("edition", "fr")]),
    (
        "moon-bots-edition-unknown",
        "moon-bots",
        &[("edition", "la")],
    ),
    (
        "moon-bots-ask-every-holder",
        "moon-bots",
        &[("ask", "when-holding")],
    ),
    (
        "moon-bots-short",
        "moon-bots",
        &[("max_rounds", "2"), ("deck", "more-dice")],
    ),
    (
        "lunar-command-edition",
        "lunar-command",
        &[("edition", "en")],
    ),
    (
        "lunar-command-abduction",
        "lunar-command",
        &[("abduction", "yes")],
    ),
    ("robotory-unknown", "robotory", &[("supply", "none")]),
    (
        "robot-empire-no-chains",
        "robot-empire",
        &[("chaining", "no"), ("mega", "no")],
    ),
    ("robot-empire-ports", "robot-empire", &[("ports", "yes")]),
    (
        "robot-empire-unknown",
        "robot-empire",
        &[("ports", "perhaps"), ("port", "yes")],
    ),
];

/// One of the example packs, as a client sends it.
fn pack(root: &Path, name: &str) -> Value {
    fn gather(folder: &Path, below: &str, files: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = format!("{below}{}", entry.file_name().to_string_lossy());
            match fs::read_to_string(entry.path()) {
                Ok(text) => drop(files.insert(name, text)),
                Err(_) => gather(&entry.path(), &format!("{name}/"), files),
            }
        }
    }
    let mut files = BTreeMap::new();
    gather(&root.join("cards/examples").join(name), "", &mut files);
    files.retain(|path, _| !path.starts_with("rulings/") || path.as_str() < "rulings/c");
    json!({ "name": name, "files": files })
}

fn with_pack(root: &Path, name: &str) -> Tape {
    let pack = pack(root, name);
    let mut tape = Tape::new(&format!("the pack {name}"));
    tape.call("pack/check", json!({ "packs": [pack] }));
    let of = tape.begin(json!({ "game": "moon-bots", "players": 3, "seed": 4, "packs": [pack] }));
    tape.play(&of, 15, true);
    tape.look(&of, 3);
    tape.call("match/actions", json!({ "match": of }));
    if name == "overclock" {
        tape.call("pack/test", json!({ "packs": [pack] }));
        tape.call(
            "pack/text",
            json!({ "game": "moon-bots", "packs": [pack], "options": { "edition": "en" } }),
        );
    }
    tape
}

type Alone = fn(&mut Tape);

/// The recordings without a specific game.
const ALONE: [(&str, Alone); 9] = [
    ("initialize", |tape| {
        tape.call(
            "initialize",
            json!({ "client": "conformance", "protocol": 2 }),
        );
        tape.call("initialize", json!({ "protocol": 99 }));
        tape.call(
            "pack/new",
            json!({ "game": "moon-bots", "name": "Space Junk" }),
        );
        tape.call("pack/new", json!({ "game": "moon-bots", "name": "4" }));
        tape.call(
            "pack/new",
            json!({ "game": "robotory", "name": "Space Junk" }),
        );
        tape.call("shutdwn", json!({}));
        tape.call("shutdown", json!({}));
    }),
    ("messages", messages),
    ("packs-with-mistakes", errors),
    ("worlds", worlds),
    ("odds", odds),
    ("changes-of-cards", changes),
    ("rulings", rulings),
    ("rules", rules),
    ("simulations", |tape| {
        for (game, players, bot) in [
            ("moon-bots", 3, "random"),
            ("robotory", 2, "greedy"),
            ("lunar-command", 4, "random"),
            ("robot-empire", 2, "greedy"),
        ] {
            tape.call(
                "simulate/run",
                json!({ "game": game, "players": players, "bot": bot, "games": 50, "seed": 9 }),
            );
        }
        tape.call(
            "simulate/run",
            json!({ "game": "moon-bots", "bot": "gredy", "games": 1 }),
        );
        tape.call(
            "simulate/run",
            json!({ "game": "moon-bots", "games": 99_999_999_999_u64 }),
        );
        tape.call("simulate/run", json!({ "game": "chess", "games": 1 }));
        tape.call("simulate/cancel", json!({ "id": 1 }));
    }),
];

/// A pack whose rulings notice only some changes of its cards, and packs that cannot be mutated.
fn changes(tape: &mut Tape) {
    let mut params = json!({ "game": "moon-bots", "name": "Space Junk" });
    let starter = tape.call("pack/new", params.clone());
    let mut pack = json!({ "name": "space-junk", "files": starter["files"] });
    tape.call("pack/mutate", json!({ "packs": [pack] }));
    tape.call("pack/cancel", json!({ "id": 1 }));
    params = json!({ "packs": [pack], "rulings": [{ "name": "torn.md", "text": "# no ruling" }] });
    tape.call("pack/mutate", params);
    if let Some(files) = pack["files"].as_object_mut() {
        files.retain(|path, _| !path.starts_with("rulings/"));
    }
    tape.call("pack/mutate", json!({ "packs": [pack] }));
    let false_ruling = json!({ "name": "false.md", "text": FALSE_RULING });
    tape.call(
        "pack/mutate",
        json!({ "packs": [pack], "rulings": [false_ruling] }),
    );
    tape.call("pack/mutate", json!({ "packs": [] }));
}

/// A ruling without its outcome.
const UNWRITTEN_RULING: &str = "# R-1: a disc is placed\n\n- id: a-disc\n- game: robotory\n- players: 2\n- status: house\n\
- source: an example\n\n## Play\n```text\n1: place white a1\n```\n\n## Outcome\n```text\n```\n";

/// A ruling that does not hold.
const FALSE_RULING: &str = "# R-1: nobody pays\n\n- id: nobody-pays\n- game: moon-bots\n- players: 4\n- status: house\n\
- source: an example\n\n## Play\n```text\n1: buy nothing\n```\n\n## Outcome\n```text\nnothing happens\n```\n";

fn messages(tape: &mut Tape) {
    for line in [
        "{",
        "[]",
        "[1,2]",
        "null",
        "true",
        "\"x\"",
        "NaN",
        "{\"a\":1e999}",
        "{}",
        r#"{"jsonrpc":"1.0","id":1,"method":"initialize"}"#,
        r#"{"jsonrpc":"2.0","id":{},"method":"initialize"}"#,
        r#"{"jsonrpc":"2.0","id":18446744073709551617,"method":"initialize"}"#,
        r#"{"jsonrpc":"2.0","id":1}"#,
        r#"{"jsonrpc":"2.0","id":"a","method":"match/close","params":[1]}"#,
        r#"{"jsonrpc":"2.0","id":null,"method":"match/close","params":{"match":"m1","more":1}}"#,
        r#"{"jsonrpc":"2.0","method":"match/new","params":{"game":"robotory","seed":1}}"#,
        r#"[{"jsonrpc":"2.0","id":1,"method":"match/new","params":{"game":"robotory","seed":1}},{"jsonrpc":"2.0","method":"shutdown","params":{"no":1}},{"jsonrpc":"2.0","id":2,"method":"match/play","params":{"match":"m2","action":"place white a1"}},7]"#,
        r#"[{"jsonrpc":"2.0","id":1,"method":"simulate/run","params":{"game":"robotory","games":1}}]"#,
        r#"{"jsonrpc":"2.0","method":"simulate/run","params":{"game":"robotory","games":1}}"#,
        "   ",
    ] {
        tape.send(line);
    }
    tape.call("match/new", json!({ "game": "chess" }));
    tape.call("match/new", json!({ "game": "robotory", "players": 3 }));
    tape.call(
        "match/new",
        json!({ "game": "robotory", "seats": ["human", "gredy"] }),
    );
    tape.call(
        "match/new",
        json!({ "game": "robotory", "by_hand": true, "seed": 3 }),
    );
    tape.call("match/new", json!({ "game": "moon-bots" }));
}

/// Sampled worlds of every game with hidden information, and bots in them.
fn worlds(tape: &mut Tape) {
    for (game, players) in [("moon-bots", 2), ("robot-empire", 2)] {
        let of = tape.begin(json!({ "game": game, "players": players, "seed": 17 }));
        let question = tape.call("match/question", json!({ "match": of, "seat": 1 }));
        let action = question["choices"][0]["action"].clone();
        for luck in 0..2 {
            let world = tape.begin_world(json!({ "match": of, "seat": 1, "luck": luck }));
            tape.call("match/view", json!({ "match": world, "seat": "host" }));
            tape.call("match/save", json!({ "match": world }));
            tape.call("match/close", json!({ "match": world }));
        }
        let bots = ["greedy", "greedy"];
        let end =
            tape.begin_world(json!({ "match": of, "seat": 1, "action": action, "seats": bots }));
        tape.call("match/bots", json!({ "match": end }));
        tape.call("match/cancel", json!({ "match": end }));
        tape.begin_world(json!({ "match": of, "seat": 9 }));
        tape.begin_world(json!({ "match": of, "seat": "host" }));
        tape.begin_world(json!({ "match": of, "seat": 1, "action": "fly" }));
        tape.call("match/bots", json!({ "match": of }));
    }
    tape.call("match/bots", json!({ "match": "m99" }));
    tape.call("match/cancel", json!({ "match": "m99" }));
    // This game's bot counts no games: the last digits of a share of wins may differ between machines.
    let of = tape.begin(json!({ "game": "robotory", "seed": 17 }));
    tape.call("match/hint", json!({ "match": of }));
    tape.call("match/hint", json!({ "match": of, "seat": 1 }));
}

fn errors(tape: &mut Tape) {
    let head = "id = \"mine\"\nversion = \"1.0.0\"\napi = 1\ngame = \"moon-bots\"\nname = \"Mine\"\ncards = [\"c.toml\"]\n";
    for text in [
        "[[card]]\nid = \"a\"\nkind = \"part\"\nname = \"A\"\nslot = \"hed\"\nactivate = { any = [1] }\neffect = [{ fist = 2 }]\n",
        "[[card]]\nid = \"a\"\nkind = \"weapon\"\nname = \"A\"\nplay = \"any\"\nscript = \"none.rhai\"\n",
        "[[card]\n",
        "",
    ] {
        let pack = json!({ "name": "mine", "files": { "pack.toml": head, "c.toml": text } });
        tape.call("pack/check", json!({ "packs": [pack] }));
        tape.begin(json!({ "game": "moon-bots", "seed": 1, "packs": [pack] }));
    }
    tape.call(
        "pack/check",
        json!({ "packs": [{ "files": { "pack.toml": 3 } }] }),
    );
    tape.begin(json!({ "game": "robotory", "seed": 1, "packs": [{ "files": {} }] }));
}

fn odds(tape: &mut Tape) {
    let of = |more: Value| {
        let mut params = json!({ "game": "moon-bots" });
        if let (Value::Object(params), Value::Object(more)) = (&mut params, more) {
            params.extend(more);
        }
        params
    };
    tape.call(
        "pack/odds",
        of(json!({ "cards": ["base-punch", "left-claw"] })),
    );
    tape.call(
        "pack/odds",
        of(json!({ "robot": ["left-claw", "plus-die"], "value": "damage" })),
    );
    tape.call("pack/odds", of(json!({ "cards": ["dodge"] })));
    tape.call("pack/odds", of(json!({ "cards": ["dogde"] })));
    tape.call("pack/odds", of(json!({ "robot": [], "position": "" })));
    tape.call("pack/odds", of(json!({ "position": "active = 7" })));
    tape.call("pack/odds", json!({ "game": "robotory", "cards": ["x"] }));
    let empire = |more: Value| {
        let mut params = json!({ "game": "robot-empire" });
        if let (Value::Object(params), Value::Object(more)) = (&mut params, more) {
            params.extend(more);
        }
        params
    };
    tape.call(
        "pack/odds",
        empire(json!({ "attack": ["dice-drive"], "against": ["acid-slug"], "goal": "battery" })),
    );
    let position = "step = \"attack\"\n[[player]]\nunits = [\"boulder-ape\"]\n[[player]]\n";
    tape.call(
        "pack/odds",
        empire(json!({ "position": position, "goal": "both" })),
    );
    tape.call(
        "pack/odds",
        empire(json!({ "attack": ["dice-drive"], "cards": ["dice-drive"] })),
    );
    tape.call("pack/odds", empire(json!({ "against": ["acid-slug"] })));
    tape.call("pack/odds", empire(json!({ "goal": "cards" })));
    tape.call(
        "pack/odds",
        empire(json!({ "attack": ["mint"], "against": [] })),
    );
    tape.call(
        "pack/text",
        json!({ "game": "moon-bots", "cards": ["dodge", "left-claw"] }),
    );
    tape.call(
        "pack/text",
        json!({ "game": "moon-bots", "cards": ["nothing"] }),
    );
    tape.call("pack/text", json!({ "game": "robotory" }));
}

fn rulings(tape: &mut Tape) {
    let ruling = |outcome: &str| {
        format!(
            "## R-1: nobody is asked twice\n\n- id: example\n- game: robotory\n- players: 2\n- status: house\n- source: an \
             example\n\n### Play\n```text\n1: place white a1\n! 1: place white c1\n```\n\n### Outcome\n```text\n{outcome}```\n"
        )
    };
    tape.call(
        "judge/run",
        json!({ "rulings": [{ "name": "one", "text": ruling("") }, { "text": "nonsense" }] }),
    );
    tape.call("judge/run", json!({ "rulings": [] }));
    tape.call("judge/run", json!({ "rulings": "x" }));
    tape.call(
        "judge/write",
        json!({ "rulings": [
            { "name": "one", "text": UNWRITTEN_RULING },
            { "name": "as it was", "text": ruling("") },
            { "text": "nonsense" },
        ] }),
    );
}

fn rules(tape: &mut Tape) {
    let ask =
        |question: &str, game: &str| json!({ "question": question, "game": game, "limit": 1 });
    tape.call("rules/ask", ask("may I pas my turn", "robotory"));
    tape.call("rules/ask", ask("xyzzy", "robotory"));
    tape.call("rules/ask", ask("may I pass", "chess"));
    tape.call("rules/explain", json!({ "name": "RB-3.4" }));
    tape.call("rules/explain", json!({ "name": "RB-3.33" }));
    tape.call("rules/texts", json!({ "files": {} }));
    tape.call("rules/texts", json!({ "files": "x" }));
    let head = "id = \"p\"\nversion = \"0.1.0\"\napi = 1\ngame = \"moon-bots\"\ncards = []\n";
    let pack = |files: Value| json!({ "pack": { "name": "p", "files": files } });
    tape.call("pack/archive", pack(json!({ "pack.toml": head })));
    tape.call("pack/archive", pack(json!({})));
}

/// Writes the kit and deletes old recordings.
pub(crate) fn record(root: &Path) -> std::io::Result<usize> {
    let folder = root.join("conformance");
    fs::create_dir_all(&folder)?;
    let all = recordings(root);
    for entry in fs::read_dir(&folder)?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".txt") && !all.contains_key(&name) {
            fs::remove_file(entry.path())?;
        }
    }
    for (name, text) in &all {
        fs::write(folder.join(name), text)?;
    }
    Ok(all.len())
}
