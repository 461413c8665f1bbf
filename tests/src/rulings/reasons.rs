//! The reasons for refusing lines and positions. Other lines are tried in the rulings, and their positions are changed.
//! Every resulting reason is pinned with its count, so that no condition and no wording changes unnoticed.

use super::{root, rulings, seat};
use crate::changed::Told;
use cardwright::judge::{Judge, why_for};
use cardwright::{Actor, DynGame, DynMatch, Viewer, games};
use std::collections::BTreeSet;

/// The number of lines tried at each point of a ruling.
const LINES: usize = 16;
/// Which line is tried next: a prime above the number of lines, so that in time every line is tried.
const STRIDE: usize = 10_007;
/// One in this many changes of a position is tried.
const EVERY: usize = 2;

/// A ruling in which nothing else is tried, because it lists very many paths each time.
const LONG: &str = "robotory/path-the-longest.md";

/// Other values for a line `key = value`, and the line removed or doubled.
fn changed(line: &str) -> Vec<String> {
    let Some((key, value)) = line.split_once(" = ") else {
        return vec![format!("{line}\n{line}")];
    };
    let others = [
        "-1",
        "0",
        "1",
        "7",
        "99",
        "100000",
        "\"nonsense\"",
        "[]",
        "[\"nonsense\"]",
        "[3, 3, 3]",
        "true",
        "{}",
    ];
    let mut all: Vec<String> = others
        .iter()
        .map(|other| format!("{key} = {other}"))
        .collect();
    all.extend([String::new(), format!("{key}x = {value}")]);
    // Other numbers of the same form: beyond a board, a price or a hand.
    for to in ["0", "99", "200"] {
        all.extend(numbers_as(value, to).map(|value| format!("{key} = {value}")));
    }
    if let Some(list) = value
        .strip_prefix('[')
        .and_then(|list| list.strip_suffix(']'))
        .filter(|list| !list.is_empty())
    {
        all.push(format!("{key} = [{list}, {list}]"));
        all.push(format!(
            "{key} = [{list}, {list}, {list}, {list}, {list}, {list}, {list}, {list}]"
        ));
    }
    all
}

/// The text with each number replaced by another one; `None` if it has no number.
fn numbers_as(text: &str, to: &str) -> Option<String> {
    let mut out = String::new();
    for letter in text.chars() {
        match letter.is_ascii_digit() {
            true if out.ends_with('\u{1}') => {}
            true => out.push('\u{1}'),
            false => out.push(letter),
        }
    }
    out.contains('\u{1}').then(|| out.replace('\u{1}', to))
}

/// The results for positions with one changed line.
fn of_positions(book: &dyn DynGame, position: &str, turn: &mut usize, reasons: &mut Told) {
    for (at, line) in position
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        for change in changed(line) {
            *turn += 1;
            if !turn.is_multiple_of(EVERY) {
                continue;
            }
            let lines = position
                .lines()
                .enumerate()
                .map(|(place, line)| if place == at { &change } else { line });
            match book.start_from(&lines.collect::<Vec<_>>().join("\n"), None) {
                Ok(_) => reasons.add("position", "taken"),
                Err(flaws) => {
                    flaws.iter().for_each(|flaw| {
                        reasons.add("position", &format!("{} / {}", flaw.message, flaw.help))
                    });
                }
            }
        }
    }
}

/// The results for lines of other rulings, at the end of a ruling and one action before.
fn of_lines(
    book: &dyn DynGame,
    play: &dyn DynMatch,
    pool: &[String],
    turn: &mut usize,
    reasons: &mut Told,
) {
    for _ in 0..LINES {
        *turn += 1;
        let line = &pool[*turn * STRIDE % pool.len()];
        // Mostly as the player who is asked, because other players are refused for that reason alone.
        let asked = match play.actor() {
            Actor::Seat(seat) if !turn.is_multiple_of(4) => format!("{seat}: "),
            Actor::Chance if !turn.is_multiple_of(4) => "chance: ".into(),
            _ => String::new(),
        };
        let line = match line.split_once(": ") {
            Some((_, action)) if !asked.is_empty() => format!("{asked}{action}"),
            _ => line.clone(),
        };
        match why_for(book, play, &line, Viewer::Referee) {
            Ok(why) if why.legal => reasons.add("line", "allowed"),
            Ok(why) => {
                reasons.add("line", &format!("{} / {}", why.message, why.help));
                why.facts.iter().for_each(|fact| reasons.add("fact", fact));
            }
            Err(error) => reasons.add("line", &format!("{} / {}", error.message, error.help)),
        }
    }
}

#[test]
fn the_reasons_of_refusals_are_pinned() {
    let rulings = rulings();
    let beside = root().join("tests/rulings");
    for game in games() {
        let own = || rulings.iter().filter(|(_, ruling)| ruling.game == game.id);
        let answers =
            own().flat_map(|(_, ruling)| ruling.cases.iter().flat_map(|case| &case.played));
        let lines = answers.map(|answer| format!("{}: {}", answer.who, answer.action));
        let pool: Vec<String> = lines.collect::<BTreeSet<_>>().into_iter().collect();
        let (mut reasons, mut turn, mut judge) = (Told::default(), 0, Judge::new());
        for (file, ruling) in own().filter(|(file, _)| file != LONG) {
            let Ok((book, mut play)) = seat(&mut judge, file).reach(ruling) else {
                continue;
            };
            if let Some(position) = &ruling.cases[0].position {
                of_positions(&*book, &position.text, &mut turn, &mut reasons);
            }
            of_lines(&*book, &*play, &pool, &mut turn, &mut reasons);
            if play.undo() {
                of_lines(&*book, &*play, &pool, &mut turn, &mut reasons);
            }
        }
        insta::with_settings!({ snapshot_path => &beside, prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("reasons-{}", game.id), reasons.list());
        });
    }
}
