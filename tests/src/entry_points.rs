//! The functions that accept text from outside. Each accepts any text and must neither panic nor hang. If it succeeds,
//! a law must hold. Fuzz targets and property tests call the same functions.

use cardwright::judge::{Judge, why_for};
use cardwright::{
    Actor, BeginError, DynGame, Match, PackSource, Referee, Seat, SeatCopy, Setup, Viewer, games,
    rulebook,
};
use cardwright_wire::rpc::Service;
use std::sync::{Arc, OnceLock};

/// The manifest of a pack with one card file.
const PACK: &str = "id = \"fuzz\"\nversion = \"1.0.0\"\napi = 1\ngame = \"moon-bots\"\nname = \"Fuzz\"\ncards = [\"cards.toml\"]\n";

/// Every game with its usual number of players, prepared once.
pub fn books() -> &'static [Arc<dyn DynGame>] {
    static BOOKS: OnceLock<Vec<Arc<dyn DynGame>>> = OnceLock::new();
    BOOKS.get_or_init(|| {
        let book = |game: &cardwright::GameInfo| rulebook(game.id, &Setup::players(game.usual));
        games().iter().filter_map(|game| book(game).ok()).collect()
    })
}

/// A line of notation: it is refused, or played and written back unchanged.
///
/// # Panics
/// When the law is broken.
pub fn notation(line: &str) {
    for book in books() {
        let mut play = book.start(Some(1));
        let before = play.fingerprint();
        match play.play(line) {
            Ok(()) => assert!(
                !play.replay(Vec::new()).actions.is_empty(),
                "a taken answer is recorded"
            ),
            Err(_) => assert_eq!(
                play.fingerprint(),
                before,
                "a refused line changes nothing: {line:?}"
            ),
        }
    }
}

/// A written position: it is refused with reasons, or the game continues from it.
///
/// # Panics
/// When the law is broken.
pub fn position(text: &str) {
    for book in books() {
        match book.start_from(text, Some(1)) {
            Err(flaws) => assert!(
                !flaws.is_empty(),
                "a refused position has a reason: {text:?}"
            ),
            Ok(mut play) => play_on(&mut *play),
        }
    }
    table(text);
}

/// The same for a referee, where a position may leave weapons unknown: it is refused with reasons whose places are in
/// the text, or the session starts.
fn table(text: &str) {
    static BOOK: OnceLock<Arc<dyn DynGame>> = OnceLock::new();
    let setup = || Setup::players(3);
    let book = BOOK
        .get_or_init(|| rulebook("moon-bots", &setup()).expect("the official cards make a game"));
    let begun = Referee::new_with(book.clone(), setup(), Some(text.into()));
    if let Err(BeginError::Position(flaws)) = begun {
        assert!(
            !flaws.is_empty(),
            "a refused position has a reason: {text:?}"
        );
        flaws.iter().for_each(|flaw| {
            assert!(
                text.get(flaw.span.clone()).is_some(),
                "{flaw:?} in {text:?}"
            )
        });
    }
}

/// The text of a replay file: it is refused, or the match continues.
///
/// # Panics
/// When the law is broken.
pub fn replay(text: &str) {
    let Ok(mut play) = Match::load(text) else {
        return;
    };
    if let Some(answer) = play.ask_bot("random") {
        assert!(play.play(&answer).is_ok(), "a bot's answer is allowed");
    }
}

/// Lines of a game at a table: each is refused or accepted. The accepted lines load as they were saved.
///
/// # Panics
/// When the law is broken.
pub fn session(text: &str) {
    let count = books().len();
    for (nth, book) in books().iter().enumerate() {
        let begin = || Referee::new_with(book.clone(), Setup::players(book.about().players), None);
        let Ok(mut table) = begin() else { continue };
        let mut before = table.save();
        for line in text.lines().take(40) {
            match table.enter(line) {
                Ok(_) => before = table.save(),
                Err(_) => assert_eq!(
                    table.save(),
                    before,
                    "a refused line changes nothing: {line:?}"
                ),
            }
        }
        // The length of the text decides which game is loaded again. Every eighth time, its rules are created again, as
        // when a file is loaded.
        if text.len() % count == nth {
            let again = match (text.len() / count).is_multiple_of(8) {
                true => Referee::load(&before).map_err(|why| why.to_string()),
                false => begin()
                    .map_err(|why| why.to_string())
                    .and_then(|again| entered(again, &table.lines())),
            };
            assert_eq!(
                again.map(|again| again.save()),
                Ok(before),
                "a saved session loads: {text:?}"
            );
        }
    }
    let _ = Referee::load(text);
}

/// A session after the accepted lines of another one.
fn entered(mut session: Referee, lines: &[&str]) -> Result<Referee, String> {
    for line in lines {
        session
            .enter(line)
            .map_err(|why| format!("{line:?}: {}", why.message))?;
    }
    Ok(session)
}

/// A table of options: it is refused with reasons, or the options make a rulebook or are refused by name.
///
/// # Panics
/// When the law is broken.
pub fn options(text: &str) {
    let inside = |span: &std::ops::Range<usize>| text.get(span.clone()).is_some();
    match cardwright::options_at(text) {
        Err(flaws) => assert!(
            flaws.iter().all(|flaw| inside(&flaw.span)),
            "{flaws:?} in {text:?}"
        ),
        Ok(options) => {
            assert!(
                options.iter().all(|option| inside(&option.span)),
                "{options:?} in {text:?}"
            );
            let options: Vec<_> = options
                .into_iter()
                .map(|option| (option.name, option.value))
                .collect();
            for game in games() {
                let setup = Setup {
                    options: options.clone(),
                    ..Setup::players(game.least)
                };
                if let Ok(book) = rulebook(game.id, &setup) {
                    assert!(
                        !book.about().options.is_empty(),
                        "a rulebook tells its options: {text:?}"
                    );
                }
            }
        }
    }
    let _ = cardwright::position_options(text);
}

/// A ruling: it is refused with reasons and places, or judged. It holds once the actual result is accepted.
///
/// # Panics
/// When the law is broken.
pub fn ruling(text: &str) {
    let mut judge = Judge::new();
    let verdict = judge.judge(text);
    assert!(
        verdict.holds() || !verdict.faults.is_empty() || !verdict.cases.is_empty(),
        "a reason: {text:?}"
    );
    for viewer in [Viewer::Spectator, Viewer::Seat(Seat(1))] {
        let _ = judge.account(text, viewer);
    }
}

/// "May I?", asked by everybody about anything in the middle of a game. Asking changes nothing.
///
/// # Panics
/// When the law is broken.
pub fn why(text: &str) {
    for book in books() {
        let mut play = book.start(Some(3));
        play_on(&mut *play);
        let before = play.fingerprint();
        for line in text.lines().take(8) {
            for viewer in [
                Viewer::Referee,
                Viewer::Spectator,
                Viewer::Seat(Seat(0)),
                Viewer::Seat(Seat(1)),
            ] {
                let _ = why_for(&**book, &*play, line, viewer);
            }
        }
        assert_eq!(
            play.fingerprint(),
            before,
            "asking changes nothing: {text:?}"
        );
    }
}

/// The text of a save and, after a line of three hyphens, the options under which it is played again. It is refused or
/// compared. Under its own options, nothing differs.
///
/// # Panics
/// When the law is broken.
pub fn rejudged(text: &str) {
    let (text, options) = text.split_once("\n---\n").unwrap_or((text, ""));
    let Ok(replay) = cardwright::read_replay(text) else {
        return;
    };
    let given = cardwright::options(options).unwrap_or_default();
    let _ = cardwright::rejudge(
        &replay,
        &Setup {
            options: given,
            ..Setup::of(&replay)
        },
    );
    if Match::resume(&replay).is_ok() {
        let own = cardwright::rejudge(&replay, &Setup::of(&replay));
        assert!(
            own.is_ok_and(|own| own.same),
            "a game is the same under its own options: {text:?}"
        );
    }
}

/// A seat's copy of a match: it is refused, or can be asked about and is written back unchanged.
///
/// # Panics
/// When the law is broken.
pub fn copy(text: &str) {
    let Ok(copy) = SeatCopy::load(text) else {
        return;
    };
    assert!(
        SeatCopy::load(&copy.save()).is_ok_and(|again| again == copy),
        "a copy loads as it was: {text:?}"
    );
    let Ok(viewer) = copy.viewer() else { return };
    if let Ok((book, play)) = copy.reach() {
        let _ = why_for(&*book, &*play, "1: pass", viewer);
    }
}

/// Lines of the protocol: each is a notification or gets JSON as its answer. The service survives any input.
///
/// # Panics
/// When the law is broken.
pub fn protocol(bytes: &[u8]) {
    let mut service = Service::new(7);
    for line in bytes.split(|byte| *byte == b'\n').take(24) {
        let mut answers = service.handle(line);
        // Simulations run in slices. A few slices show that they work.
        for _ in 0..2 {
            if service.is_busy() {
                answers.extend(service.work());
            }
        }
        for answer in answers {
            let read: Result<serde_json::Value, _> = serde_json::from_str(&answer);
            assert!(
                read.is_ok() && !answer.contains('\n'),
                "an answer is a line of JSON: {answer}"
            );
        }
    }
}

/// A pack of one card file and one script: diagnostics, or a game that can be played.
///
/// # Panics
/// When the law is broken.
pub fn pack(cards: &str, script: &str) {
    let file = |path: &str, text: &str| (path.to_string(), text.as_bytes().to_vec());
    let files = vec![
        file("cards.toml", cards),
        file("pack.toml", PACK),
        file("script.rhai", script),
    ];
    let source = PackSource {
        name: "fuzz".into(),
        files,
    };
    let setup = Setup {
        packs: vec![source],
        ..Setup::players(4)
    };
    if let Ok(book) = rulebook("moon-bots", &setup) {
        let mut play = book.start(Some(1));
        (0..8).for_each(|_| play_on(&mut *play));
    }
}

/// A stream of actions: each byte selects one of the allowed actions.
///
/// # Panics
/// When a listed action is refused.
pub fn answers(bytes: &[u8]) {
    for book in books() {
        let mut play = book.start(Some(1));
        for byte in bytes.iter().take(300) {
            let choices = play.question().choices;
            let Some(choice) = choices.get(usize::from(*byte) % choices.len().max(1)) else {
                break;
            };
            assert!(
                play.play(&choice.action).is_ok(),
                "the listed answer {} is refused",
                choice.action
            );
        }
    }
}

fn play_on(play: &mut dyn cardwright::DynMatch) {
    for _ in 0..40 {
        if matches!(play.actor(), Actor::Over(_)) {
            return;
        }
        let answer = play.ask_bot("random").unwrap_or_default();
        assert!(
            play.play(&answer).is_ok(),
            "a bot's answer is allowed: {answer}"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position may have exactly this many bytes.
    const MOST: usize = 32 << 10;

    #[test]
    fn a_position_has_at_most_32_kib() {
        for book in books() {
            let told = |bytes: usize| {
                let text = format!("#{}\n", "x".repeat(bytes - 2));
                assert_eq!(text.len(), bytes);
                let flaws = book.start_from(&text, None).err().unwrap_or_default();
                flaws
                    .into_iter()
                    .map(|flaw| flaw.message)
                    .collect::<Vec<_>>()
            };
            let game = book.about().game;
            assert!(
                told(MOST).iter().all(|message| !message.contains("bytes")),
                "{game}"
            );
            assert_eq!(
                told(MOST + 1),
                ["the text has 32769 bytes; 32768 are allowed"],
                "{game}"
            );
        }
    }

    /// A pack with one weapon and this many copies of it.
    fn armoury(id: &str, copies: u8) -> PackSource {
        let manifest = PACK.replace("\"fuzz\"", &format!("\"{id}\""));
        let card = |nth: u8| {
            format!(
                "[[card]]\nid = \"w{nth}\"\nkind = \"weapon\"\nname = \"W{id}{nth}\"\nplay_in = \"any\"\ncopies = {copies}\nscript = \"w.rhai\"\n"
            )
        };
        let file = |path: &str, text: String| (path.to_string(), text.into_bytes());
        let script = file("w.rhai", "fn play(me) { gain(me, 1); }".into());
        let files = vec![
            file("pack.toml", manifest),
            file("cards.toml", format!("{}{}", card(1), card(2))),
            script,
        ];
        PackSource {
            name: id.into(),
            files,
        }
    }

    #[test]
    fn packs_that_hold_too_many_weapons_together_are_told_so() {
        // 17 official ones and twice 20: 57 of at most 64.
        let one = cardwright::check_packs(&[armoury("one", 20)]).unwrap();
        assert!(one.is_good(), "{:?}", one.unplayable);
        let both = cardwright::check_packs(&[armoury("one", 20), armoury("two", 20)]).unwrap();
        let told = both.found.render();
        assert!(
            told.starts_with("error[CW0605]: too many secret weapons: a deck holds at most 64"),
            "{told}"
        );
        assert!(told.contains("two/pack.toml:6:1"), "{told}");
    }
}
