//! The pages of the book about the wire format: one real example of every document, and the methods of the protocol.

use cardwright::judge::Judge;
use cardwright::mutate::Mutants;
use cardwright::{Match, Seat, Setup, Viewer, explain, official_packs, rejudge};
use cardwright_wire::rpc::{Service, errors_page, openrpc};
use serde_json::{Value, json};
use std::fmt::Write;

/// A page of the book: every document with its description and a freshly generated example.
pub(crate) fn documents() -> String {
    let mut service = Service::new(1);
    let mut call = |method: &str, params: Value| -> Value {
        let line =
            json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
        let mut replies = service.handle(line.as_bytes());
        while service.is_busy() {
            replies.extend(service.work());
        }
        let last: Value = replies
            .last()
            .and_then(|reply| serde_json::from_str(reply).ok())
            .unwrap_or_default();
        last.get("result")
            .or(last.get("error"))
            .cloned()
            .unwrap_or_default()
    };
    let robots = call(
        "match/new",
        json!({ "game": "moon-bots", "players": 3, "seed": 7 }),
    )["match"]
        .clone();
    let played = call(
        "match/play",
        json!({ "match": robots, "seat": 1, "action": "buy bottom-left" }),
    );
    let discs = call("match/new", json!({ "game": "robotory", "seed": 7 }))["match"].clone();
    let mine = |of: &Value| json!({ "match": of, "seat": 1 });
    let answer = |of: &Value, action: &str| json!({ "match": of, "seat": 1, "action": action });
    let refused = call("match/play", answer(&robots, "buy nothing"));
    let unread = call("match/play", answer(&robots, "bye nothing"));
    let pack = json!({ "name": "mine", "files": { "pack.toml": "id = \"mine\"\nversion = \"1.0.0\"\napi = 1\ngame = \"moon-bots\"\nname = \"Mine\"\ncards = [\"c.toml\"]\n", "c.toml": "[[card]]\nid = \"tin-hat\"\nkind = \"part\"\nname = \"Tin Hat\"\nslot = \"hed\"\nactivate = { any = [1] }\neffect = [{ energy = 1 }]\n" } });
    let ruling = "# R-1: nobody is asked twice\n\n- id: example\n- game: robotory\n- players: 2\n- status: house\n- source: an example\n\n## Play\n```text\n! 2: place white c1\n```\n\n## Outcome\n```text\n\
the game begins, and light moves first [RB-2.1, RB-3.1]\n\
white stands on b3, black on c4, red on d3 [RB-2.2]\n\
each player holds 2 white and 2 black; the reserve holds 10 white and 10 black [RB-2.3, RB-2.4]\n\
refused: player 2 is not asked now: player 1 is [RB-3.1]\n```\n";
    let games = call("initialize", json!({}));
    let examples = [
        ("question", call("match/question", mine(&robots))),
        ("played", played),
        (
            "lines",
            call(
                "match/lines",
                json!({ "match": robots, "seat": 1, "from": 9 }),
            ),
        ),
        ("table", call("match/view", mine(&discs))),
        ("refusal", refused["data"]["refusal"].clone()),
        ("unreadable", unread["data"]["unreadable"].clone()),
        ("why", call("match/why", answer(&robots, "activate"))),
        // How often an action won is a fraction, and its last digits may differ between machines. This bot counts no games.
        ("hint", call("match/hint", json!({ "match": discs }))),
        ("position", call("match/position", mine(&discs))),
        ("saved", call("match/save", json!({ "match": discs }))),
        (
            "actions",
            trimmed(call("match/actions", json!({ "match": discs })), "steps"),
        ),
        (
            "games",
            json!({ "version": cardwright_wire::VERSION, "games": [games["games"][2]] }),
        ),
        ("checked", call("pack/check", json!({ "packs": [pack] }))),
        ("scene", trimmed_scene(call("match/scene", mine(&discs)))),
        (
            "starter",
            trimmed_files(call(
                "pack/new",
                json!({ "game": "moon-bots", "name": "Space Junk" }),
            )),
        ),
        (
            "texts",
            call(
                "pack/text",
                json!({ "game": "moon-bots", "cards": ["left-claw"] }),
            ),
        ),
        (
            "odds",
            trimmed_odds(call(
                "pack/odds",
                json!({ "game": "moon-bots", "cards": ["base-punch"] }),
            )),
        ),
        (
            "verdicts",
            call(
                "judge/run",
                json!({ "rulings": [{ "name": "R-1", "text": ruling }] }),
            ),
        ),
        (
            "written",
            call(
                "judge/write",
                json!({ "rulings": [{ "name": "R-1", "text": ruling }] }),
            ),
        ),
        (
            "perft",
            json!({ "version": cardwright_wire::VERSION, "game": "robotory", "depths": [
            { "depth": 1, "nodes": 48, "seconds": 0.001, "nodes_per_second": 48000.0 },
        ] }),
        ),
        ("analysis", json!(analysis())),
        ("arena", arena()),
        ("balance", balance()),
        (
            "learned",
            json!({ "version": cardwright_wire::VERSION, "game": "moon-bots", "games": 20000, "seed": 0,
                "weights": [0.5, -0.25], "curve": [[2000, 1.25], [4000, 1.0]] }),
        ),
        (
            "explained",
            json!(
                rules()
                    .explain("RB-3.3")
                    .map(|found| cardwright_wire::explained(&found))
            ),
        ),
        ("found", found()),
        ("readings", readings()),
        ("ruling-readings", ruling_readings(ruling)),
        ("costs", costs()),
        ("standings", standings()),
        ("codes", json!(cardwright_wire::codes(explain("CW0102")))),
        ("mutations", mutations()),
        ("accounts", accounts(ruling)),
        ("rejudged", rejudged()),
        ("shown", shown()),
        (
            "report",
            call(
                "simulate/run",
                json!({ "game": "robotory", "games": 100, "bot": "greedy" }),
            ),
        ),
    ];
    let mut text = String::from(HEAD);
    for (name, schema) in cardwright_wire::schemas() {
        let about = schema["description"].as_str().unwrap_or_default();
        let example = examples
            .iter()
            .find(|(of, _)| *of == name)
            .map(|(_, example)| example);
        let example = example.cloned().unwrap_or_default();
        let _ = write!(
            text,
            "\n## `{name}`\n\n{about} [Schema](../schema/wire/{name}.json).\n\n```json\n{example:#}\n```\n"
        );
    }
    text
}

fn rules() -> &'static cardwright::rules::Library {
    cardwright::rules::library()
}

fn found() -> Value {
    let question = "may I pass?";
    let found = cardwright::rules::ask(question, Some("robotory"), 1);
    json!(cardwright_wire::found(question, &found))
}

/// "May I?" under the current rules, and under an edition in which the answer is the same.
fn readings() -> Value {
    let made = || {
        let play = Match::new("robotory", &Setup::players(2), 7).ok()?;
        let seat = Viewer::Seat(Seat(0));
        let why = cardwright::judge::why_for(&**play.rulebook(), &*play, "1: place white a1", seat)
            .ok()?;
        let ours = cardwright_wire::reading(None, Ok(&why), Vec::new()).ok()?;
        let under = Some(("end_rule".to_string(), "any_colour".to_string()));
        let other = cardwright_wire::reading(under, Ok(&why), Vec::new()).ok()?;
        Some(json!(cardwright_wire::readings(vec![ours, other])))
    };
    json!(made())
}

/// A ruling under the usual rules and under one variant.
fn ruling_readings(ruling: &str) -> Value {
    let verdict = Judge::new().judge(ruling);
    let under = Some(("end_rule".to_string(), "any_colour".to_string()));
    let read = |under| cardwright_wire::ruling_reading(under, Ok(&verdict), Vec::new()).ok();
    let all = [None, under].into_iter().filter_map(read).collect();
    json!(cardwright_wire::ruling_readings(vec![(
        "R-1.md".into(),
        all
    )]))
}

/// The first cards of `cardwright cost cards/examples/overclock --games 20 --format json`.
fn costs() -> Value {
    json!({
        "version": cardwright_wire::VERSION,
        "game": "moon-bots",
        "players": 4,
        "packs": ["moon-bots", "overclock"],
        "bot": "random",
        "seed": 0,
        "games": 20,
        "steps": 7564,
        "cards": [
            {
                "card": "overclock:doomsday-clock",
                "name": "Doomsday Clock",
                "steps": 1503,
                "share": 0.1987,
                "steps_per_game": 75.15
            },
            {
                "card": "overclock:geiger-counter",
                "name": "Geiger Counter",
                "steps": 1286,
                "share": 0.17,
                "steps_per_game": 64.3
            }
        ]
    })
}

/// The output of `cardwright standings` for a tournament of one game.
fn standings() -> Value {
    let place = |place: u8, player: &str, points: u8| {
        json!({
            "place": place,
            "player": player,
            "points": points,
            "opponents": 3 - points,
            "direct": 0,
            "games": 1,
            "won": points / 3,
            "shared": 0,
            "lot": false
        })
    };
    let players = [place(1, "Ada", 3), place(2, "Ben", 0)];
    json!({ "version": cardwright_wire::VERSION, "games": 1, "players": players })
}

/// A custom card after a few games: too few for a verdict.
fn balance() -> Value {
    json!({
        "version": cardwright_wire::VERSION,
        "game": "moon-bots",
        "players": 4,
        "seed": 0,
        "options": ["ask=when-playable"],
        "packs": ["junk 0.1.0 339adff1020fa9ea7a097200d63fbe7e504d95ecd627e516301118d715468d7b"],
        "cards": [
            {
                "card": "junk:tin-hat",
                "verdict": "undecided",
                "reason": "search:40 was seldom offered it: play more games"
            }
        ],
        "panel": [],
        "seconds": 0.1
    })
}

/// The first turns and the costliest action of a game between greedy bots.
fn analysis() -> Option<cardwright_wire::Analysis> {
    let mut play = Match::new("robotory", &Setup::players(2), 7).ok()?;
    while let Some(action) = play.ask_bot("greedy") {
        play.play(&action).ok()?;
    }
    let analyst = cardwright::Analyst {
        adviser: "search:2",
        player: "greedy",
        games: 100,
    };
    let all = cardwright::decisions(&play);
    let found: Vec<_> = (0..all.len())
        .map(|nth| analyst.analyse(&all, nth))
        .collect();
    let mut analysis = cardwright_wire::Analysis::new(&play, &analyst, &found);
    analysis.turns.truncate(2);
    analysis.missed.truncate(1);
    Some(analysis)
}

/// The output of `cardwright arena robotory --bots search:2,search:1 --games 100 --format json`.
fn arena() -> Value {
    json!({
        "version": cardwright_wire::VERSION,
        "game": "robotory",
        "players": 2,
        "sides": 2,
        "bots": [
            "search:2",
            "search:1"
        ],
        "seed": 0,
        "seeds": 50,
        "options": [
            "end_rule=empty",
            "supply=4",
            "discs=14",
            "columns=4,5,6,5,4",
            "light=1,2,3,3,3",
            "white=b3",
            "black=c4",
            "red=d3"
        ],
        "packs": [],
        "pairings": [
            {
                "bot": "search:2",
                "against": "search:1",
                "games": 100,
                "wins": 66,
                "draws": 0,
                "squares": 416,
                "share": 0.66,
                "interval": [
                    0.562777,
                    0.745385
                ],
                "elo": [
                    115.226007,
                    43.853336,
                    186.598665
                ]
            }
        ],
        "digest": "6088f8d320ee71be",
        "seconds": 0.762904
    })
}

/// A change of an official card that some ruling should notice.
fn mutations() -> Value {
    let cards = Mutants::new("moon-bots", &official_packs("moon-bots"), &[]);
    let all = cards.iter().flat_map(Mutants::all);
    json!(cardwright_wire::mutations(
        all.take(1).map(|mutant| (mutant, None))
    ))
}

/// A ruling as one player may see it.
fn accounts(ruling: &str) -> Value {
    let account = Judge::new().account(ruling, Viewer::Seat(Seat(1)));
    cardwright_wire::accounts(&[("R-1".into(), account)])
        .map_or(Value::Null, |accounts| json!(accounts))
}

/// A saved game under another option.
fn rejudged() -> Value {
    let found = || {
        let mut play = Match::new("robotory", &Setup::players(2), 7).ok()?;
        play.play("place white a1").ok()?;
        let replay = play.replay(Vec::new());
        rejudge(&replay, &Setup::players(0).option("discs", "13")).ok()
    };
    let games =
        found().and_then(|found| cardwright_wire::rejudged([("game.json".into(), &found)]).ok());
    json!(games)
}

const BOARD: &str = "\
to_move = \"dark\"
turn = 2
discs = { white = [\"a1\"], black = [] }
light = { white = 1, black = 2 }
dark = { white = 2, black = 2 }
reserve = { white = 10, black = 10 }
";

/// The final table of a position.
fn shown() -> Value {
    let play = Match::from_position("robotory", &Setup::players(2), BOARD, None).ok();
    let shown = play.and_then(|play| cardwright_wire::shown(&play, Viewer::Referee).ok());
    let mut shown = trimmed_scene(json!(shown));
    if let Some(choices) = shown["question"]["choices"].as_array_mut() {
        choices.truncate(2);
    }
    shown
}

/// A list truncated after its first entries, so that a page stays readable.
fn trimmed(mut value: Value, key: &str) -> Value {
    if let Some(list) = value[key].as_array_mut() {
        list.truncate(8);
    }
    value
}

fn trimmed_odds(mut value: Value) -> Value {
    if let Some(list) = value["cards"][0]["dice"].as_array_mut() {
        list.truncate(3);
    }
    value
}

fn trimmed_scene(mut value: Value) -> Value {
    if let Some(list) = value["drawing"]["items"].as_array_mut() {
        list.truncate(4);
    }
    value
}

/// The first lines of each file.
fn trimmed_files(mut value: Value) -> Value {
    for (_, file) in value["files"].as_object_mut().into_iter().flatten() {
        let lines = file.as_str().unwrap_or_default().lines().take(3);
        *file = lines
            .fold(String::new(), |text, line| text + line + "\n")
            .into();
    }
    value
}

const HEAD: &str = "\
# What crosses a border

Everything that a program outside gets from Cardwright is one of these documents, whether it comes from `cardwright serve`,
from the crate `cardwright-wire`, or from a host in another language. Keys are `snake_case`, words with a fixed meaning are
`kebab-case`; seats and players count from 1; cards, places and robots go by their ids and names, never by a number that has
to be looked up. Every document says its `version`; it changes when a document does.

Answers are played in notation: the `action` of a choice. `answer` is the same answer as data.

**Numbers for learning machines.** `step` is the place of a choice in the list `steps` of the document `actions`. That list
is the same for every match under one rulebook (game, players, options, packs). Where `whole` is true (Moon-Bots), a step is
an answer, and a mask over the steps is a mask over the answers.

Where `whole` is false, an answer takes two numbers, because boards of 900 cells and paths would make the list too long:

- `step`: what is done. In Robotory it says which robot goes to which hex. In Lunar Command it says which piece is built
  where and how, or which kind of figure goes to which cell. In Robot Empire it says which card of the hand is used; cards on
  the table have no fixed number.
- `rank`: the place among the allowed answers with that step, in the order of the list. It is left out where it is 0.

This page is generated: each example is what the library gives. Long lists (`steps`, the odds, a scene, a pack) are cut.
";

/// A page of the book: the methods of the protocol.
pub(crate) fn methods() -> String {
    let document = openrpc();
    let mut text = String::from(METHODS_HEAD);
    for method in document["methods"].as_array().into_iter().flatten() {
        let name = method["name"].as_str().unwrap_or_default();
        let _ = writeln!(
            text,
            "\n### `{name}`\n\n{}\n",
            method["summary"].as_str().unwrap_or_default()
        );
        for param in method["params"].as_array().into_iter().flatten() {
            let schema = &param["schema"];
            let about = schema["description"].as_str().unwrap_or_default();
            let needed = if param["required"] == true {
                ""
            } else {
                " (may be left out)"
            };
            let _ = writeln!(
                text,
                "- `{}`{needed}: {about}",
                param["name"].as_str().unwrap_or_default()
            );
        }
        let result = method["result"]["schema"]["$ref"]
            .as_str()
            .and_then(|path| path.rsplit('/').next());
        if let Some(result) = result {
            let page = result.to_lowercase();
            let _ = writeln!(text, "\nGives a document [`{page}`](wire.md#{page}).");
        }
    }
    let _ = write!(text, "\n## Errors\n\n{}", errors_page());
    text
}

const METHODS_HEAD: &str = "\
# The protocol

`cardwright serve --stdio` speaks JSON-RPC 2.0, one message a line: a program writes requests to its standard input and reads
answers from its standard output. [Play from another language](../guide/serve.md) begins with an example. This page is
generated, and so is the OpenRPC document, `docs/schema/openrpc.json`.

Parameters are given by name. A request with an `id` is answered once, with that id; a simulation or a `pack/mutate` is
answered when it is over, other requests before it. Where bots have to answer first, so does the request: what is asked
about the same match meanwhile waits its turn, other requests do not, and `match/cancel` stops the bots. Batches are taken,
but no simulation and no `pack/mutate` in one; bots answer at once there. Where `seat` is left out, the caller is the host,
who sees everything and may answer for any player who is asked; where it is named, nothing in the answer says more than that seat
may know.

## Notifications

`simulate/progress`: how many `games` of the simulation with that `id` are `done`. `pack/progress`: how many `changes` of the
`pack/mutate` with that `id` are `done`.

## Methods
";
