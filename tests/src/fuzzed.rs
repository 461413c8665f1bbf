//! Applies the laws of the fuzz targets to random text, so that they are tested with a stable compiler too.

use crate::packs::folder;
use cardwright_tests::entry_points;
use proptest::prelude::*;

/// Words of notation in any order and number: closer to real lines than random letters.
fn line() -> impl Strategy<Value = String> {
    let words = "pass play buy nothing activate skip keep re-roll use stop left right choose robot player die roll white-grey straight square dome airlock walk ufo to up across 5,3 6,9 99,7 draw \
                 weapon get dodge left-claw middle-left head 0 1 2 3 7 -1 99999999999 place move refill white c3 d3-d4 é";
    let words: Vec<&'static str> = words.split_whitespace().collect();
    prop::collection::vec(prop::sample::select(words), 0..6).prop_map(|words| words.join(" "))
}

/// Lines of position files, in any order and number.
fn position() -> impl Strategy<Value = String> {
    let lines = vec![
        "active = 2",
        "active = \"9\"",
        "step = \"buy\"",
        "step = 5",
        "dice = [1, 6]",
        "dice = [9]",
        "used = [\"head\"]",
        "gained = 300",
        "market = { top-left = \"weapon\" }",
        "market = 1",
        "pile = { left-claw = 9 }",
        "pile_weapons = 99",
        "round = -1",
        "[[robot]]",
        "energy = 0",
        "energy = 19",
        "energy = 1",
        "parts = [\"left-claw\", \"left-hammer\"]",
        "upgrades = [\"plus-die\", \"plus-die\", \"plus-die\"]",
        "weapons = [\"dodge\"]",
        "weapons = [\"?\", 7, \"spi\", \"?\"]",
        "weapons = [\"\\u003f\", \"?\"]",
        "status = \"out\"",
        "status = 3",
        "to_move = \"dark\"",
        "reserve = { white = 0, black = 0 }",
        "robots = { red = \"a1\" }",
        "face = \"white-colour\"",
        "steps = 3",
        "walked = [\"robot\", \"6,9\"]",
        "straight = [\"5,3 across\", \"29,29 up\"]",
        "square = [\"5,3\", \"28,28\"]",
        "dome = { green = [\"9,3\"] }",
        "airlock = { orange = [\"0,5 up\", \"24,5 up\"] }",
        "robots = [\"6,9\", \"6,9\"]",
        "astronauts = []",
        "ufos = [\"7,13\", \"7,14 green\", \"0,0\", \"29,29\"]",
        "quiet = 39",
        "turn = 60",
        "won = { green = [\"5,5\"] }",
        "waiting = [\"5,5\"]",
        "= =",
        "last_duel = true",
    ];
    prop::collection::vec(prop::sample::select(lines), 0..14).prop_map(|lines| lines.join("\n"))
}

/// Lines that a person at a table would type, most of them allowed.
fn table_line() -> impl Strategy<Value = String> {
    let lines = "draw weapon;draw weapon weapon weapon left-claw plus-die right-claw;get ?;get dodge;get bad-luck;activate;\
                 buy top-left;buy bottom-left;buy nothing;roll 1;roll 1 2 3;roll 6;use base-punch 1;stop;pass;skip;\
                 1: play dodge;2: play energy-stock;1: play spy 1L;choose robot 2;left 1 right 0;keep;1: activate;3: pass;?:x";
    let lines: Vec<&'static str> = lines.split(';').collect();
    prop::collection::vec(prop::sample::select(lines), 1..3).prop_map(|lines| lines.join("; "))
}

/// A statement of a script: verbs, or blocks around statements. Senseless ones are refused, and the rest plays.
fn statement() -> impl Strategy<Value = String> {
    let verbs = vec![
        "gain(me, 2);",
        "gain_beyond_limit(me, 4);",
        "lose(me, 1);",
        "lose(active(), 2);",
        "prevent(me, me.pending);",
        "reduce(me, fist, 1);",
        "skip_turn();",
        "aim(fist, 2); strike();",
        "choose card in free_cards(me) { take(me, card); }",
        "choose card in affordable(me) or none { buy(me, card); }",
        "choose card in pile(me, part) { build(me, card); }",
        "choose foe in opponents(me) { look(me, foe); }",
        "choose foe in targets(me) { add(foe, fist, 1); }",
        "choose foe in others(me) { deflect(me, foe, 2); }",
        "choose foe in attacked() { add_unstoppable(foe, 2); }",
        "choose die in dice() { choose face in adjacent_faces(die) { turn_die(die, face); } }",
        "choose who in players() { forbid_reroll(who); }",
        "aim(missile, 3); strike_all();",
        "choose foe in others(me) { aim(fist, 2); strike_at(foe); }",
        "choose foe in opponents(me) { steal(me, foe); }",
        "choose foe in opponents(me) { swap_hands(me, foe); }",
        "draw_weapon(me);",
        "refill_market();",
        "roll_more(2);",
        "extra_turn();",
        "end_turn();",
        "choose foe in opponents(me) { transfer(foe, me, 3); }",
        "convert(me, fist, missile);",
        "convert(me, missile, fist);",
        "choose foe in others(me) { deflect(me, foe, me.pending); swap_parts(me, foe, head); }",
        "choose card in upgrades(me) { choose foe in others(me) { steal_upgrade(foe, me, card); } }",
        "choose card in upgrades(me) { choose foe in others(me) { steal_upgrade(foe, me, card); steal_upgrade(me, foe, card); } }",
        "each die in dice() { reroll_die(die); }",
        "put_counters(me.energy * 30000);",
        "leave();",
        "let x = me.energy; lose(me, x / 2); gain(me, x);",
    ];
    let blocks = vec![
        "each foe in opponents(me)",
        "each robot in robots()",
        "when me.energy > 3",
        "when me == active()",
        "choose n from 0 to me.energy",
        "choose n from 1 to me.energy * 30000",
        "choose foe in others(me) or none",
        "choose either \"yes\"",
    ];
    let verb = prop::sample::select(verbs).prop_map(str::to_owned);
    verb.prop_recursive(3, 8, 3, move |inner| {
        let body = prop::collection::vec(inner, 1..3).prop_map(|body| body.join(" "));
        (prop::sample::select(blocks.clone()), body)
            .prop_map(|(block, body)| format!("{block} {{ {body} }}"))
    })
}

/// A pack of a weapon and an upgrade with many copies and a script.
fn endless_effects() -> impl Strategy<Value = (String, String)> {
    let windows = vec![
        "any",
        "damage",
        "turn-start",
        "rolled",
        "bought",
        "energy",
        "turn-end",
    ];
    let body = prop::collection::vec(statement(), 1..4).prop_map(|body| body.join(" "));
    let hooks = prop::sample::select(vec![
        "play",
        "play",
        "on_bought",
        "on_attack",
        "before_damage",
    ]);
    let kinds = prop::sample::select(vec!["upgrade", "part", "stays"]);
    (hooks, kinds, prop::sample::select(windows), body).prop_map(|(hook, fights_as, window, body)| {
        let part = "slot = \"head\"\nactivate = { any = [1, 2, 3] }\neffect = [{ fist = 1 }]\n";
        let (kind, fact) = match (hook, fights_as) {
            ("play", _) => ("weapon", format!("play_in = \"{window}\"\n")),
            ("on_bought", _) => ("weapon", String::new()),
            (_, "part") => ("part", part.into()),
            (_, "stays") => ("weapon", format!("play_in = \"{window}\"\n")),
            _ => ("upgrade", "max_copies = 6\n".into()),
        };
        let stays = if kind == "weapon" && hook.starts_with("on_") && hook != "on_bought" {
            "fn play(me) { stay(); }\n"
        } else {
            ""
        };
        let card = format!(
            "[[card]]\nid = \"a\"\nkind = \"{kind}\"\nname = \"A\"\ncopies = 20\n{fact}script = \"script.rhai\"\n"
        );
        (card, format!("{stays}fn {hook}(me) {{ {body} }}\n"))
    })
}

/// Packs that once broke a law. Each folder of `tests/endless-effects/` is one card file and one script.
#[test]
fn what_was_found_plays_on() {
    let folders: Vec<_> = std::fs::read_dir(folder("tests/endless-effects"))
        .unwrap()
        .map(|one| one.unwrap())
        .collect();
    assert!(!folders.is_empty());
    for path in folders.iter().map(std::fs::DirEntry::path) {
        let text = |name: &str| std::fs::read_to_string(path.join(name)).unwrap();
        entry_points::pack(&text("cards.toml"), &text("script.rhai"));
    }
}

/// Targets with entry points of the program or the server. Their crates run the seeds
/// (`crates/cli/src/entry_points.rs`, `crates/server/src/entry_points.rs`).
const OF_THE_PROGRAM: [&str; 3] = ["command_line", "http", "merge"];

/// The entry point of a fuzz target.
fn endpoint(target: &str) -> fn(&[u8]) {
    match target {
        "answers" => |bytes| entry_points::answers(bytes),
        "protocol" => |bytes| entry_points::protocol(bytes),
        "notation" => |bytes| text_of(bytes, entry_points::notation),
        "position" => |bytes| text_of(bytes, entry_points::position),
        "options" => |bytes| text_of(bytes, entry_points::options),
        "ruling" => |bytes| text_of(bytes, entry_points::ruling),
        "session" => |bytes| text_of(bytes, entry_points::session),
        "why" => |bytes| text_of(bytes, entry_points::why),
        "replay" => |bytes| text_of(bytes, entry_points::replay),
        "rejudge" => |bytes| text_of(bytes, entry_points::rejudged),
        "copy" => |bytes| text_of(bytes, entry_points::copy),
        "pack" => |bytes| text_of(bytes, |text| entry_points::pack(text, text)),
        other => panic!("`{other}` is no fuzz target"),
    }
}

fn text_of(bytes: &[u8], endpoint: impl Fn(&str)) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        endpoint(text);
    }
}

/// Runs the seeds of the fuzz targets through their entry points: whole, truncated, or mixed with each other.
#[test]
fn seeds_of_the_fuzz_targets_go_through_their_entry_points() {
    let mut tried = 0;
    for target in std::fs::read_dir(folder("fuzz/seeds")).unwrap() {
        let target = target.unwrap().path();
        let name = target.file_name().unwrap().to_string_lossy().into_owned();
        if OF_THE_PROGRAM.contains(&&*name) {
            continue;
        }
        let mut files: Vec<_> = std::fs::read_dir(&target)
            .unwrap()
            .map(|file| file.unwrap().path())
            .collect();
        files.sort();
        let mut last = Vec::new();
        for file in files {
            let bytes = std::fs::read(&file).unwrap();
            let cut = bytes[..bytes.len() * 2 / 3].to_vec();
            let mixed = [&cut[..], &last[last.len() / 2..]].concat();
            // Each is tried whole, truncated or mixed, in turn, because trying all three takes long.
            endpoint(&name)([&bytes, &cut, &mixed][tried % 3]);
            tried += 1;
            last = bytes;
        }
    }
    assert!(tried > 150, "{tried}");
}

/// A benchmark, not a test: how many inputs per minute the entry points handle that were slow before rulebooks were
/// kept.
#[test]
#[ignore = "measures, and asserts nothing about time"]
fn inputs_a_minute() {
    for target in ["position", "session"] {
        let mut files: Vec<_> = std::fs::read_dir(folder("fuzz/seeds").join(target))
            .unwrap()
            .map(|file| std::fs::read(file.unwrap().path()).unwrap())
            .collect();
        files.sort();
        let (begun, mut tried) = (std::time::Instant::now(), 0usize);
        while begun.elapsed().as_secs() < 20 {
            let (one, other) = (&files[tried % files.len()], &files[tried * 7 % files.len()]);
            // Whole, or the start of one and the end of another, cut at a different place each time.
            let cut = |text: &[u8]| tried / files.len() * 13 % text.len().max(1);
            let mixed = [
                &one[..one.len() - cut(one)],
                &other[other.len() - cut(other)..],
            ]
            .concat();
            endpoint(target)(&mixed);
            tried += 1;
        }
        println!("{target}: {} inputs a minute", tried * 3);
    }
}

/// Every target has its file and its entry point here, and is built.
#[test]
fn every_fuzz_target_is_listed() {
    let manifest = std::fs::read_to_string(folder("fuzz/Cargo.toml")).unwrap();
    let mut targets = 0;
    for file in std::fs::read_dir(folder("fuzz/fuzz_targets")).unwrap() {
        let name = file
            .unwrap()
            .path()
            .file_stem()
            .unwrap()
            .to_string_lossy()
            .into_owned();
        if !OF_THE_PROGRAM.contains(&&*name) {
            let _ = endpoint(&name);
        }
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
        targets += 1;
    }
    assert_eq!(targets, manifest.matches("[[bin]]").count());
    assert!(targets >= 14, "{targets}");
}

/// A save of a match with some actions, for the entry points that read one.
#[test]
fn real_saves_and_copies_go_through_their_entry_points() {
    for book in entry_points::books() {
        let mut play = book.start(Some(4));
        for _ in 0..15 {
            let Some(answer) = play.ask_bot("random") else {
                break;
            };
            play.play(&answer).unwrap();
        }
        let text = cardwright::write_replay(&play.replay(Vec::new()));
        entry_points::replay(&text);
        entry_points::rejudged(&text);
        entry_points::rejudged(&format!("{text}\n---\nedition = \"de\"\n"));
        for viewer in [
            cardwright::Viewer::Spectator,
            cardwright::Viewer::Seat(cardwright::Seat(1)),
        ] {
            let copy = cardwright::SeatCopy::of(&**book, &*play, viewer).save();
            assert!(cardwright::SeatCopy::load(&copy).is_ok());
            entry_points::copy(&copy);
            entry_points::copy(&copy.replace("position", "positoin"));
        }
    }
}

proptest! {
    #![proptest_config(crate::cases(64))]

    #[test]
    fn notation_is_refused_or_played(line in line(), wild in any::<String>()) {
        entry_points::notation(&line);
        entry_points::notation(&wild);
    }

    #[test]
    fn positions_are_refused_or_play_on(text in position(), wild in any::<String>()) {
        entry_points::position(&text);
        entry_points::position(&wild);
    }

    #[test]
    fn lines_at_a_table_are_refused_or_taken(lines in prop::collection::vec(table_line(), 0..30), wild in any::<String>()) {
        entry_points::session(&lines.join("\n"));
        entry_points::session(&wild);
    }

    #[test]
    fn any_answers_lead_somewhere(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        entry_points::answers(&bytes);
    }

    #[test]
    fn a_mutated_replay_is_refused_or_plays_on(at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<prop::sample::Index>()) {
        let robotory = entry_points::books().iter().find(|book| book.about().game == "robotory").unwrap();
        let mut play = robotory.start(Some(4));
        for _ in 0..6 {
            let answer = play.ask_bot("random").unwrap();
            play.play(&answer).unwrap();
        }
        let mut bytes = cardwright::write_replay(&play.replay(Vec::new())).into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        entry_points::replay(&String::from_utf8_lossy(&bytes));
        bytes.truncate(cut.index(bytes.len()));
        entry_points::replay(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn endless_effects_are_refused_or_play_on((cards, script) in endless_effects()) {
        entry_points::pack(&cards, &script);
    }

    #[test]
    fn cards_and_scripts_are_refused_or_play_on(cards in any::<String>(), script in any::<String>()) {
        entry_points::pack(&cards, &script);
    }
}
