//! The example packs: each is a small, complete expansion without errors, and together they use every word of the card
//! language.

use crate::packs::{folder, pack};
use cardwright::PackSource;
use cardwright::judge::Judge;
use cardwright_cards::check;
use cardwright_effects::{
    Arg, BinOp, Card, CardSet, ChoiceSource, FactValue, Lexicon, Note, Op, Program, Reg,
};
use cardwright_games::moon_bots::lexicon::LEXICON;
use cardwright_games::robot_empire;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// The minimum number of cards in an example.
const CARDS: usize = 12;

/// The examples of a game.
fn examples(game: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder("cards/examples"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let of_game = |path: &PathBuf| {
        let text = fs::read_to_string(path.join("pack.toml")).unwrap_or_default();
        text.lines().any(|line| line == format!("game = {game:?}"))
    };
    let mut found: Vec<_> = entries.filter(of_game).collect();
    found.sort();
    found
}

/// The games that have examples, with their words.
const GAMES: [(&str, &Lexicon); 2] = [
    ("moon-bots", &LEXICON),
    ("robot-empire", &robot_empire::lexicon::LEXICON),
];

/// The official cards of a game and the cards of an example.
fn set(game: &str, example: PackSource) -> CardSet {
    let lexicon = GAMES.iter().find(|(id, _)| *id == game).unwrap().1;
    let (set, found) = check(&[pack(&folder(&format!("cards/{game}"))), example], lexicon);
    assert!(found.list.is_empty(), "{}", found.render());
    set.unwrap()
}

fn own(set: &CardSet) -> impl Iterator<Item = &Card> {
    set.cards.iter().filter(|card| card.id.contains(':'))
}

#[test]
fn every_example_is_a_small_expansion_without_a_fault() {
    for (game, least, of_each) in [("moon-bots", 3, CARDS), ("robot-empire", 1, 15)] {
        let examples = examples(game);
        assert!(examples.len() >= least, "{examples:?}");
        for path in examples {
            let cards = own(&set(game, pack(&path))).count();
            assert!(cards >= of_each, "{}: {cards} cards", path.display());
        }
    }
}

#[test]
fn every_scripted_card_of_an_example_has_a_ruling_that_holds() {
    for (game, path) in GAMES
        .iter()
        .flat_map(|(game, _)| examples(game).into_iter().map(move |path| (game, path)))
    {
        let mut judge = Judge::new();
        judge.set_packs(vec![pack(&path)]);
        let mut rulings = String::new();
        for file in fs::read_dir(path.join("rulings")).unwrap() {
            let file = file.unwrap().path();
            let text = fs::read_to_string(&file).unwrap();
            assert!(judge.judge(&text).holds(), "{}", file.display());
            rulings += &text;
        }
        let set = set(game, pack(&path));
        let scripted = own(&set).filter(|card| !card.handlers.is_empty());
        let unnamed: Vec<_> = scripted
            .map(|card| &card.id)
            .filter(|id| !rulings.contains(id.as_str()))
            .collect();
        assert!(unnamed.is_empty(), "no ruling names {unnamed:?}");
    }
}

/// The nouns, verbs and hooks that cards use, by their indices in the lexicon.
#[derive(Default)]
struct Used<'n> {
    /// What each verb of the game changes that effects themselves keep.
    notes: &'n [Option<Note>],
    nouns: BTreeSet<u8>,
    verbs: BTreeSet<u8>,
    hooks: BTreeSet<u8>,
}

impl Used<'_> {
    fn card(&mut self, card: &Card) {
        for handler in &card.handlers {
            self.hooks.insert(handler.hook);
            self.program(&handler.program);
        }
        for (_, fact) in &card.facts {
            if let FactValue::Symbols(program) = fact {
                self.program(program);
            }
        }
    }

    /// What an effect itself keeps is read and changed by arithmetic alone.
    fn note(&mut self, to: Reg, math: BinOp, a: Arg) {
        for (verb, note) in (0..).zip(self.notes) {
            let Some(note) = note else { continue };
            let own = Arg::reg(note.reg());
            let from = if note.anew { Arg::ZERO } else { own };
            if to == note.reg() && (math, a) == (note.how, from) {
                self.verbs.insert(verb);
            } else if to != note.reg() && a == own {
                self.nouns.insert(note.noun);
            }
        }
    }

    fn program(&mut self, program: &Program) {
        for op in &program.ops {
            match *op {
                Op::Read { noun, .. }
                | Op::NextListed { noun, .. }
                | Op::Choose {
                    from: ChoiceSource::Listed(noun, ..),
                    ..
                } => {
                    self.nouns.insert(noun);
                }
                Op::Do { verb, .. } => {
                    self.verbs.insert(verb);
                }
                Op::BinOp { to, math, a, .. } => self.note(to, math, a),
                _ => {}
            }
        }
    }
}

/// The names whose indices are missing.
fn missing<'a>(names: impl Iterator<Item = &'a str>, used: &BTreeSet<u8>) -> Vec<&'a str> {
    names
        .enumerate()
        .filter(|(place, _)| !used.contains(&(*place as u8)))
        .map(|(_, name)| name)
        .collect()
}

/// The words of a game that no card uses, in its own cards, examples, and packs with rulings.
fn unused(game: &str, rulings: &[&str]) -> [Vec<&'static str>; 3] {
    let lexicon = GAMES.iter().find(|(id, _)| *id == game).unwrap().1;
    let notes: Vec<_> = lexicon.verbs.iter().map(|verb| verb.sense.note).collect();
    let mut used = Used {
        notes: &notes,
        ..Used::default()
    };
    let packs = rulings
        .iter()
        .map(|pack| folder(&format!("tests/rulings/{game}/{pack}")));
    for path in examples(game).into_iter().chain(packs) {
        set(game, pack(&path))
            .cards
            .iter()
            .for_each(|card| used.card(card));
    }
    [
        missing(lexicon.nouns.iter().map(|noun| noun.name), &used.nouns),
        missing(lexicon.verbs.iter().map(|verb| verb.name), &used.verbs),
        missing(lexicon.hooks.iter().map(|hook| hook.name), &used.hooks),
    ]
}

#[test]
fn every_word_is_used_by_a_card_with_a_ruling() {
    // Few cards of Moon-Bots need `this`, the card itself. The pack for the words of sets uses it.
    assert_eq!(
        unused("moon-bots", &["homebrew-1", "pacts", "words"]),
        [[""; 0]; 3]
    );
    assert_eq!(unused("robot-empire", &["words", "ours"]), [[""; 0]; 3]);
}
