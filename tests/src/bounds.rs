//! Every number and every list of a written position has a smallest and a largest value, found by trial. The game
//! continues from the last valid value, and the next one is refused at its place with help. The bounds are pinned, and
//! so are the numbers that options accept.

use crate::laws::board;
use cardwright::{DynGame, DynMatch, Setup, games, rulebook};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use toml_span::Value;
use toml_span::value::ValueInner;

/// The number of positions of a random game to try, and the number of actions between them.
const TRIED: [usize; 4] = [0, 25, 60, 110];

/// No position accepts a larger number.
const FAR: i64 = 1 << 33;

/// Longer lists are not tried.
const LONG: i64 = 400;

/// What can be made larger or smaller: its place and its current number.
struct Leaf {
    key: String,
    at: Range<usize>,
    now: i64,
    /// The text of a list's last entry.
    entry: Option<String>,
}

impl Leaf {
    /// The position with another number there, or with this many entries in the list.
    fn with(&self, text: &str, number: i64) -> String {
        let put = match &self.entry {
            None => number.to_string(),
            Some(entry) => format!(", {entry}").repeat((number - self.now) as usize),
        };
        format!("{}{put}{}", &text[..self.at.start], &text[self.at.end..])
    }
}

fn leaves(text: &str, value: &Value<'_>, key: &str, found: &mut Vec<Leaf>) {
    let at = value.span.start..value.span.end;
    let leaf = |now, at, entry| Leaf {
        key: key.into(),
        at,
        now,
        entry,
    };
    match value.as_ref() {
        ValueInner::Integer(now) => found.push(leaf(*now, at, None)),
        ValueInner::Array(entries) => {
            for entry in entries {
                leaves(text, entry, &format!("{key}[]"), found);
            }
            // Separate tables, such as `[[robot]]`, have no comma between them.
            if let Some(last) = entries.last().filter(|last| last.as_table().is_none()) {
                let entry = text[last.span.start..last.span.end].to_string();
                let quoted = text[..last.span.start].ends_with('"');
                let entry = if quoted {
                    format!("\"{entry}\"")
                } else {
                    entry
                };
                let end = last.span.end + usize::from(quoted);
                found.push(leaf(entries.len() as i64, end..end, Some(entry)));
            }
        }
        ValueInner::Table(table) => {
            for (name, value) in table {
                let key = match key {
                    "" => name.name.to_string(),
                    _ => format!("{key}.{}", name.name),
                };
                leaves(text, value, &key, found);
            }
        }
        _ => {}
    }
}

/// The last valid number on the way from `inside` towards `far`; `None` if all of them are valid.
fn last(inside: i64, far: i64, holds: impl Fn(i64) -> bool) -> Option<i64> {
    let (way, mut step, mut inside) = ((far - inside).signum(), 1, inside);
    if way == 0 {
        return None;
    }
    let mut outside = loop {
        let next = inside + way * step;
        if (far - next) * way < 0 {
            return None;
        }
        if !holds(next) {
            break next;
        }
        (inside, step) = (next, step * 2);
    };
    while (outside - inside).abs() > 1 {
        let middle = inside + (outside - inside) / 2;
        *(if holds(middle) {
            &mut inside
        } else {
            &mut outside
        }) = middle;
    }
    Some(inside)
}

/// Plays a few actions, the last listed ones.
fn play_on(mut play: Box<dyn DynMatch>, from: &str) {
    for _ in 0..6 {
        let Some(choice) = play.question().choices.pop() else {
            break;
        };
        let taken = play.play(&choice.action);
        assert!(taken.is_ok(), "`{}`: {taken:?}\n{from}", choice.action);
    }
}

/// The bounds at one place of a position.
fn tried(book: &dyn DynGame, text: &str, leaf: &Leaf) -> String {
    let refused = |number| book.start_from(&leaf.with(text, number), None).err();
    let holds = |number| refused(number).is_none();
    let least = if leaf.entry.is_some() { leaf.now } else { -FAR };
    let most = if leaf.entry.is_some() { LONG } else { FAR };
    let ends = [least, most].map(|far| last(leaf.now, far, holds));
    for (end, outwards) in ends.iter().zip([-1, 1]) {
        let Some(end) = *end else { continue };
        let outside = leaf.with(text, end + outwards);
        for flaw in refused(end + outwards).unwrap() {
            let (message, place) = (&flaw.message, &flaw.span);
            assert!(
                outside.get(place.clone()).is_some(),
                "{message}: {place:?}\n{outside}"
            );
            assert!(!flaw.help.is_empty(), "{message}\n{outside}");
        }
        let inside = leaf.with(text, end);
        play_on(book.start_from(&inside, Some(1)).unwrap(), &inside);
    }
    let [least, most] = ends.map(|end| end.map_or("…".into(), |end| end.to_string()));
    match leaf.entry {
        None => format!("{least} to {most}"),
        Some(_) => format!("up to {most} entries"),
    }
}

/// A game on its usual board, or its small one, with an option.
fn setup(game: &str, players: u8, option: Option<(&str, i64)>) -> Setup {
    let usual = board(game).iter();
    let options = usual
        .filter(|(name, _)| option.is_none_or(|(own, _)| own != *name))
        .map(|(name, value)| ((*name).into(), (*value).into()));
    let option = option.map(|(name, value)| (name.into(), value.to_string()));
    Setup {
        options: options.chain(option).collect(),
        ..Setup::players(players)
    }
}

fn positions_of(book: &dyn DynGame) -> Vec<String> {
    let (mut play, mut written) = (book.start(Some(7)), Vec::new());
    for actions in 0..=TRIED[TRIED.len() - 1] {
        if TRIED.contains(&actions) {
            written.extend(play.position());
        }
        let Some(action) = play.ask_bot("random") else {
            break;
        };
        play.play(&action).unwrap();
    }
    written
}

#[test]
fn numbers_of_positions_have_these_bounds() {
    for game in games() {
        let book = rulebook(game.id, &setup(game.id, game.usual, None)).unwrap();
        let mut bounds: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for text in positions_of(&*book) {
            let (root, mut found) = (toml_span::parse(&text).unwrap(), Vec::new());
            leaves(&text, &root, "", &mut found);
            for leaf in &found {
                let is = tried(&*book, &text, leaf);
                bounds.entry(leaf.key.clone()).or_default().insert(is);
            }
        }
        let lines = bounds.iter().map(|(key, all)| {
            let all: Vec<_> = all.iter().map(String::as_str).collect();
            format!("{key}: {}", all.join(" | "))
        });
        let list: Vec<_> = lines.collect();
        assert!(list.len() >= 4, "{list:?}");
        insta::assert_snapshot!(format!("positions-{}", game.id), list.join("\n"));
    }
}

#[test]
fn numbers_of_setups_have_these_bounds() {
    let mut list = Vec::new();
    for game in games() {
        let book = |players, option: Option<(&str, i64)>| {
            rulebook(game.id, &setup(game.id, players, option))
        };
        let taken = (0..=u8::MAX).filter(|players| book(*players, None).is_ok());
        assert!(taken.eq(game.players()), "{}", game.id);
        for option in book(game.usual, None).unwrap().about().options {
            let Ok(now) = option.value.parse::<i64>() else {
                continue;
            };
            let tried = |number| book(game.usual, Some((&option.name, number)));
            let ends = [-FAR, FAR].map(|far| last(now, far, |number| tried(number).is_ok()));
            for (end, outwards) in ends.iter().zip([-1, 1]) {
                let Some(end) = *end else { continue };
                let refused = tried(end + outwards).err().unwrap().to_string();
                assert!(refused.contains(&option.name), "{}: {refused}", option.name);
                play_on(tried(end).unwrap().start(Some(1)), &option.name);
            }
            let [least, most] = ends.map(|end| end.map_or("…".into(), |end| end.to_string()));
            list.push(format!("{} {}: {least} to {most}", game.id, option.name));
        }
    }
    insta::assert_snapshot!("setups", list.join("\n"));
}
