//! Every action of the form that a question asks for, but that is not offered, is refused with a reason: a sentence
//! that says why, the clause or the line of a card that decides it, and what is allowed instead.

use super::{rulings, seat};
use cardwright::judge::{Judge, Ruling, why_for};
use cardwright::{Actor, DynGame, DynMatch, Viewer, games};
use std::collections::{BTreeMap, BTreeSet};

/// Sentences that say that an action is not offered, but not why.
const NO_REASON: &[&str] = &[
    "this is not among the choices",
    "is not among what can be chosen",
    "this does not answer the present question",
    "this is not what is drawn or rolled now",
    "you are not asked about this weapon now",
    "the card does not ask for that",
];

/// The maximum number of actions of one form to try at a question.
const TRIED: usize = 24;

/// What may follow `choose` in each game with cards.
fn choices(book: &dyn DynGame) -> Vec<String> {
    let mut all: Vec<String> = vec!["choose none".into()];
    all.extend((0..8).map(|number| format!("choose {number}")));
    let numbered = ["robot", "player", "die"];
    all.extend(
        numbered
            .iter()
            .flat_map(|kind| (1..=6).map(move |n| format!("choose {kind} {n}"))),
    );
    all.extend(["1L", "1R", "2L", "2R"].map(|robot| format!("choose robot {robot}")));
    let places = [
        "bottom-left",
        "bottom-right",
        "middle-left",
        "middle-right",
        "top-left",
        "top-right",
    ];
    let slots = [
        "head",
        "torso",
        "left-arm",
        "right-arm",
        "left-leg",
        "right-leg",
    ];
    all.extend(
        places
            .iter()
            .chain(&slots)
            .map(|word| format!("choose {word}")),
    );
    let names = cardwright::CardNames::of(book);
    all.extend(names.ids().map(|id| format!("choose {id}")));
    all
}

/// The first word of an action, which determines its form.
fn shape(action: &str) -> &str {
    action.split(' ').next().unwrap_or(action)
}

/// The matches that a ruling goes through, one before each line of its play.
fn states(ruling: &Ruling, book: &dyn DynGame) -> Vec<Box<dyn DynMatch>> {
    let Some(case) = ruling.cases.first() else {
        return Vec::new();
    };
    let begun = match &case.position {
        None => Ok(book.start(None)),
        Some(position) => book.start_from(&position.text, None),
    };
    let Ok(mut play) = begun else {
        return Vec::new();
    };
    let mut all = vec![play.clone()];
    for answer in case.played.iter().filter(|answer| !answer.refused) {
        if play.play(&answer.action).is_err() {
            break;
        }
        all.push(play.clone());
    }
    all
}

/// Why a refusal gives no reason, if it does not.
fn wanting(
    book: &dyn DynGame,
    play: &dyn DynMatch,
    clauses: &BTreeSet<String>,
    line: &str,
) -> Option<String> {
    // An unreadable line is reported with its place. Another test checks that.
    let (_, action) = line.split_once(": ")?;
    play.why_not(action).ok()?;
    let why = why_for(book, play, line, Viewer::Referee).ok()?;
    if why.legal {
        return None;
    }
    let cited = why.cited.iter().any(|cited| clauses.contains(&cited.cite));
    let said = !NO_REASON.iter().any(|said| why.message.contains(said));
    (!cited || !said || why.help.is_empty()).then(|| {
        let cites: Vec<_> = why.cited.iter().map(|cited| cited.cite.as_str()).collect();
        format!("{} [{}] ({})", why.message, cites.join(", "), why.help)
    })
}

#[test]
fn what_is_not_offered_is_refused_with_a_reason_and_a_clause() {
    let rulings = rulings();
    let mut tried = 0;
    let mut faults: BTreeMap<String, String> = BTreeMap::new();
    for game in games() {
        let mut judge = Judge::new();
        let mut all = Vec::new();
        let mut pool: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (file, ruling) in rulings.iter().filter(|(_, ruling)| ruling.game == game.id) {
            let Ok((book, _)) = seat(&mut judge, file).reach(ruling) else {
                continue;
            };
            for play in states(ruling, &*book) {
                let choices = play.question().choices.into_iter();
                let offered: BTreeSet<String> = choices.map(|choice| choice.action).collect();
                for action in &offered {
                    let pool = pool.entry(shape(action).into()).or_default();
                    if !pool.contains(action) {
                        pool.insert(action.clone());
                    }
                }
                all.push((file, book.clone(), play, offered));
            }
        }
        let Some((_, first, ..)) = all.first() else {
            continue;
        };
        let ids = first.clauses().iter().map(|clause| clause.id.to_string());
        let clauses: BTreeSet<String> = ids.collect();
        // All rulings of a game use the same names, except those of packs.
        let things = choices(&**first);
        for (at, (file, book, play, offered)) in all.iter().enumerate() {
            let Actor::Seat(asked) = play.actor() else {
                continue;
            };
            let shapes: BTreeSet<&str> = offered.iter().map(|action| shape(action)).collect();
            let mut others: Vec<String> = Vec::new();
            for shape in &shapes {
                let list: Vec<&String> = match *shape {
                    "choose" => things.iter().collect(),
                    shape => pool[shape].iter().collect(),
                };
                // Different ones at each state.
                let step = 1 + list.len() / TRIED;
                others.extend(list.into_iter().skip(at % step).step_by(step).cloned());
            }
            for action in others.iter().filter(|action| !offered.contains(*action)) {
                let line = format!("{asked}: {action}");
                tried += 1;
                if let Some(fault) = wanting(&**book, &**play, &clauses, &line) {
                    faults
                        .entry(fault)
                        .or_insert_with(|| format!("{file}: {line}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(tried > 5_000, "{tried}");
}
