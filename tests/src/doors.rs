//! The doors through which text from outside comes in. Each function takes any text and must neither panic nor hang;
//! where it succeeds, a law must hold. Fuzz targets and property tests call the same functions.

use cardwright::{Actor, BeginError, DynGame, Match, PackSource, Referee, Setup, games, rulebook};
use std::sync::{Arc, OnceLock};

/// The head of a pack with one card file.
const PACK: &str = "id = \"fuzz\"\nversion = \"1.0.0\"\napi = 1\ngame = \"moon-bots\"\nname = \"Fuzz\"\ncards = [\"cards.toml\"]\n";

/// Every game with its usual number of players, made ready once.
pub fn books() -> &'static [Arc<dyn DynGame>] {
    static BOOKS: OnceLock<Vec<Arc<dyn DynGame>>> = OnceLock::new();
    BOOKS.get_or_init(|| {
        let book = |game: &cardwright::GameInfo| rulebook(game.id, &Setup::players(game.usual));
        games().iter().filter_map(|game| book(game).ok()).collect()
    })
}

/// A line of notation: refused, or played and written back the same.
///
/// # Panics
/// When the law is broken.
pub fn notation(line: &str) {
    for book in books() {
        let mut play = book.start(Some(1));
        let before = play.fingerprint();
        match play.play(line) {
            Ok(()) => assert!(!play.replay(Vec::new()).actions.is_empty(), "a taken answer is recorded"),
            Err(_) => assert_eq!(play.fingerprint(), before, "a refused line changes nothing: {line:?}"),
        }
    }
}

/// A written position: refused with reasons, or a state that plays on.
///
/// # Panics
/// When the law is broken.
pub fn position(text: &str) {
    for book in books() {
        match book.start_from(text, Some(1)) {
            Err(flaws) => assert!(!flaws.is_empty(), "a refused position has a reason: {text:?}"),
            Ok(mut play) => play_on(&mut *play),
        }
    }
    table(text);
}

/// The same at a table, where a position may leave weapons open: refused with reasons that stand in the text, or begun.
fn table(text: &str) {
    let begun = Referee::new("moon-bots", Setup::players(3), Some(text.into()));
    if let Err(BeginError::Position(flaws)) = begun {
        assert!(!flaws.is_empty(), "a refused position has a reason: {text:?}");
        flaws.iter().for_each(|flaw| assert!(text.get(flaw.span.clone()).is_some(), "{flaw:?} in {text:?}"));
    }
}

/// The text of a replay file: refused, or a match that plays on.
///
/// # Panics
/// When the law is broken.
pub fn replay(text: &str) {
    let Ok(mut play) = Match::load(text) else { return };
    if let Some(answer) = play.ask_bot("random") {
        assert!(play.play(&answer).is_ok(), "a bot's answer is allowed");
    }
}

/// Lines of a game at a table: each refused, or taken; and what was taken is loaded as it was saved.
///
/// # Panics
/// When the law is broken.
pub fn session(text: &str) {
    for game in games() {
        let Ok(mut table) = Referee::new(game.id, Setup::players(game.least), None) else { continue };
        for line in text.lines().take(40) {
            let before = table.save();
            if table.enter(line).is_err() {
                assert_eq!(table.save(), before, "a refused line changes nothing: {line:?}");
            }
        }
        let saved = table.save();
        let loaded = Referee::load(&saved);
        assert!(loaded.is_ok_and(|loaded| loaded.save() == saved), "a saved session loads: {text:?}");
    }
    let _ = Referee::load(text);
}

/// A pack of one card file and one script: diagnostics, or a game that plays on.
///
/// # Panics
/// When the law is broken.
pub fn pack(cards: &str, script: &str) {
    let file = |path: &str, text: &str| (path.to_string(), text.as_bytes().to_vec());
    let files = vec![file("cards.toml", cards), file("pack.toml", PACK), file("script.rhai", script)];
    let source = PackSource { name: "fuzz".into(), files };
    let setup = Setup { packs: vec![source], ..Setup::players(4) };
    if let Ok(book) = rulebook("moon-bots", &setup) {
        let mut play = book.start(Some(1));
        (0..8).for_each(|_| play_on(&mut *play));
    }
}

/// A stream of answers: each byte picks one of the allowed answers.
///
/// # Panics
/// When a listed answer is refused.
pub fn answers(bytes: &[u8]) {
    for book in books() {
        let mut play = book.start(Some(1));
        for byte in bytes.iter().take(300) {
            let choices = play.question().choices;
            let Some(choice) = choices.get(usize::from(*byte) % choices.len().max(1)) else { break };
            assert!(play.play(&choice.action).is_ok(), "the listed answer {} is refused", choice.action);
        }
    }
}

fn play_on(play: &mut dyn cardwright::DynMatch) {
    for _ in 0..40 {
        if matches!(play.actor(), Actor::Over(_)) {
            return;
        }
        let answer = play.ask_bot("random").unwrap_or_default();
        assert!(play.play(&answer).is_ok(), "a bot's answer is allowed: {answer}");
    }
}
