//! What the rulings and some games exercise: every operation of every official card, every window of a turn, and every
//! kind of question. The test fails for anything that is not exercised. (`rulings.rs` counts clauses and variants of
//! open questions, `examples.rs` the words of the lexicon.)

use crate::packs::{folder, pack};
use cardwright::judge::{Judge, read};
use cardwright::{Actor, DynMatch, Setup, Viewer, rulebook};
use cardwright_cards::load;
use cardwright_effects::{CardSet, FactValue, Lexicon, Op, Program};
use cardwright_games::{moon_bots, robot_empire};
use std::collections::BTreeSet;
use std::path::Path;

/// What was seen in one game.
#[derive(Default)]
struct Seen {
    /// Everything that was cited, including operations of cards.
    cites: BTreeSet<String>,
    /// Kinds of questions, with the step of the turn if the game states it.
    asked: BTreeSet<String>,
}

impl Seen {
    fn look(&mut self, play: &dyn DynMatch) {
        let asking = play.asking();
        let step = play
            .view(Viewer::Referee)
            .get("step")
            .and_then(|step| step.as_str())
            .unwrap_or("")
            .to_owned();
        self.asked.insert(asking.kind.to_string());
        self.asked.insert(format!("{} {step}", asking.kind));
    }

    fn listen(&mut self, play: &dyn DynMatch) {
        let lines = play.lines(Viewer::Referee, 0).into_iter();
        self.cites.extend(lines.flat_map(|line| line.cites));
    }
}

fn rulings(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.join("pack.toml").is_file() {
            rulings(&path, found);
        } else if path.extension().is_some_and(|end| end == "md") {
            found.extend(std::fs::read_to_string(&path).ok());
        }
    }
}

/// Plays every ruling of a game with the official cards, and some random games.
fn seen(game: &str) -> Seen {
    let (mut seen, mut texts, mut judge) = (Seen::default(), Vec::new(), Judge::new());
    rulings(&folder(&format!("tests/rulings/{game}")), &mut texts);
    for ruling in texts.iter().filter_map(|text| read(text).ok()) {
        // Under every variant for which the ruling has a case.
        let verdict = judge.check(&ruling);
        let said = verdict.cases.iter().flat_map(|case| &case.transcript);
        seen.cites
            .extend(said.flat_map(|said| said.cites.iter().cloned()));
        let Ok((book, play)) = judge.reach(&ruling) else {
            continue;
        };
        // Every question on the way.
        let record = play.replay(Vec::new());
        let begun = match &record.position {
            Some(position) => book.start_from(position, None).ok(),
            None => Some(book.start(None)),
        };
        let Some(mut again) = begun else { continue };
        for action in &record.actions {
            seen.look(&*again);
            again.play(action).unwrap();
        }
        seen.look(&*again);
    }
    for players in cardwright::game(game).unwrap().players() {
        let options = crate::laws::board(game)
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()));
        let book = rulebook(
            game,
            &Setup {
                players,
                options: options.collect(),
                packs: Vec::new(),
            },
        )
        .unwrap();
        for seed in 0..6 {
            let mut play = book.start(Some(seed));
            while !matches!(play.actor(), Actor::Over(_)) && play.actions_played() < 400 {
                seen.look(&*play);
                let answer = play.ask_bot("random").unwrap();
                play.play(&answer).unwrap();
            }
            seen.listen(&*play);
        }
    }
    seen
}

/// The operations of a program that have an effect, with their places: `file:line:column`.
fn operations(
    program: &Program,
    set: &CardSet,
    lexicon: &Lexicon,
    out: &mut BTreeSet<(String, String)>,
) {
    for (op, at) in program.ops.iter().zip(&program.places) {
        if let Op::Do { verb, .. } = op
            && at.line > 0
        {
            let name = lexicon.verbs[usize::from(*verb)].name;
            out.insert((set.show(*at), name.to_owned()));
        }
    }
}

/// Operations that show only in their consequences: aimed points when they are shared out, a strike in its damage.
const QUIET: &[&str] = &["aim", "strike"];

/// `least` is the minimum number of operations of the official cards. Fewer would mean that the test overlooks some.
fn check_operations(game: &str, lexicon: &'static Lexicon, least: usize) {
    let seen = seen(game);
    let set = load(&[pack(&folder(&format!("cards/{game}")))], lexicon)
        .unwrap_or_else(|found| panic!("{found}"));
    let mut all = BTreeSet::new();
    for card in &set.cards {
        for handler in &card.handlers {
            operations(&handler.program, &set, lexicon, &mut all);
        }
        for (_, fact) in &card.facts {
            if let FactValue::Symbols(program) = fact {
                operations(program, &set, lexicon, &mut all);
            }
        }
    }
    assert!(all.len() >= least, "{game}: {}", all.len());
    let untried: Vec<_> = all
        .iter()
        .filter(|(place, verb)| !QUIET.contains(&verb.as_str()) && !seen.cites.contains(place))
        .collect();
    assert!(
        untried.is_empty(),
        "{game}: no ruling and no game carries out {untried:#?}"
    );
}

#[test]
fn every_operation_of_an_official_card_is_carried_out_somewhere() {
    check_operations("moon-bots", &moon_bots::lexicon::LEXICON, 20);
    // Its fourteen scripts have fifteen operations: Core Overload rolls and drains.
    check_operations("robot-empire", &robot_empire::lexicon::LEXICON, 15);
}

/// The windows of a turn of Moon-Bots (MB-7.1), by the step in which a window's question is asked.
const WINDOWS: [&str; 8] = [
    "turn-start",
    "bought",
    "rolled",
    "re-rolled",
    "damage",
    "energy",
    "before-refill",
    "turn-end",
];

/// The windows of Robot Empire (RE-7.1 and RE-6.3), which are separate kinds of questions.
const EMPIRE_WINDOWS: [&str; 7] = [
    "turn-start",
    "before-mining",
    "before-combat",
    "attackers",
    "blocks",
    "turn-end",
    "announced",
];

#[test]
fn every_window_of_a_turn_asks_somebody_somewhere() {
    let seen_of = [
        ("moon-bots", &WINDOWS[..]),
        ("robot-empire", &EMPIRE_WINDOWS[..]),
    ];
    for (game, windows) in seen_of {
        let seen = seen(game);
        let asks = |window: &str| match game {
            "moon-bots" => seen
                .asked
                .iter()
                .any(|asked| asked.ends_with(&format!(" {window}"))),
            _ => seen.asked.contains(window),
        };
        let missing: Vec<_> = windows.iter().filter(|window| !asks(window)).collect();
        assert!(
            missing.is_empty(),
            "{game}: {missing:?} among {:?}",
            seen.asked
        );
    }
}
