//! Converts written positions (TOML) to states and back, with every reason why one is impossible. The keys are
//! those of [`State`] in `forms.rs`.
//!
//! ```toml
//! to_move = "light"                                     # or "dark"
//! turn = 1                                              # the number of the turn
//! robots = { white = "b3", black = "c4", red = "d3" }
//! discs = { white = ["a1", "d4"], black = [] }          # on the board
//! light = { white = 2, black = 2 }                      # light's supply; a colour that is left out has no discs
//! dark = { white = 2, black = 2 }
//! reserve = { white = 8, black = 10 }                   # if left out: that of the start, without discs elsewhere
//! ```
//!
//! Discs that are in none of these places have been burned. A table `[options]` may name the options of the
//! position.

use crate::messages::{self, Message};
use crate::play::{opening, settle};
use crate::rulebook::Rulebook;
use crate::rules;
use crate::state::{Colour, Pile, State};
use cardwright_kernel::{NoLog, RuleId, Rules, TextError};
use cardwright_runtime::form::{Fields, Json, Map, Value, read_position};
use cardwright_runtime::position::{TextErrors, get};
use cardwright_runtime::toml;

/// Parses a written position; the state is at its first question.
pub(crate) fn read(rules: &Rulebook, text: &str) -> Result<State, Vec<TextError>> {
    let root = toml::parse(text)?;
    let (mut state, mut errors) = (opening(rules), TextErrors::default());
    let options = |value: &Value<'_>, errors: &mut TextErrors| options(rules, value, errors);
    read_position(&mut state, rules.board(), &root, &mut errors, options);
    if get(&root, "reserve").is_none() {
        state.reserve = left_over(rules, &state);
    }
    // Values in place of those that could not be read would cause further, misleading errors.
    if errors.list.is_empty() {
        for (key, message, help) in faults(rules, &state) {
            let place = get(&root, key).map_or(0..0, |value| value.span.into());
            errors.add(place, message, help);
        }
    }
    if !errors.list.is_empty() {
        return Err(errors.list);
    }
    settle(rules, &mut state, &mut NoLog);
    Ok(state)
}

/// Checks that the options named in a position are those in force.
fn options(rules: &Rulebook, value: &Value<'_>, errors: &mut TextErrors) {
    let mut theirs = rules.options.clone();
    match toml::texts(value) {
        Err(flaws) => errors.list.extend(flaws),
        Ok(texts) => match theirs.take(&texts.given) {
            Ok(()) => errors.in_force(&texts, &theirs.list(), &rules.options.list()),
            Err(faults) => {
                let help = "name the options that the game is played with, or leave them out";
                faults
                    .into_iter()
                    .for_each(|fault| errors.wrong(value, fault, help));
            }
        },
    }
}

/// The reserve of a position that leaves it out: that of the start, without the discs that are elsewhere.
fn left_over(rules: &Rulebook, state: &State) -> Pile {
    let begins = state.reserve;
    Pile::by(|colour| {
        let elsewhere = state.left(colour) - u32::from(begins.of(colour));
        let rest = u32::from(rules.discs()).saturating_sub(elsewhere);
        begins.of(colour).min(rest as u8)
    })
}

/// Every key of a written position with its value.
pub(crate) fn facts(rules: &Rulebook, state: &State) -> Map<String, Json> {
    let options = rules.about().options.into_iter();
    let options: Map<String, Json> = options
        .map(|option| (option.name, option.value.into()))
        .collect();
    let mut facts = Map::from_iter([("options".to_string(), options.into())]);
    facts.extend(state.table(rules.board()));
    facts
}

/// An impossible value in a state: the key under which it is written, a sentence with its clause, and what to write
/// instead.
type Impossible = (&'static str, String, String);

/// Everything impossible in a state.
pub(crate) fn faults(rules: &Rulebook, state: &State) -> Vec<Impossible> {
    let (board, mut faults) = (rules.board(), Vec::new());
    let mut cannot = |is_so: bool, key, rule: RuleId, message: Message| {
        let fault = || (key, format!("{} ({rule})", message.text), message.help);
        faults.extend(is_so.then(fault));
    };
    let seats = state.to_move.index() > 1;
    cannot(seats, "to_move", rules::PLAYERS, messages::two_seats());
    // Every action lowers the measure by at least one, so the measure limits how many actions there can have been.
    let latest = (rules.max_game_length() + 1)
        .saturating_sub(state.measure())
        .max(1);
    let late = !(1..=latest).contains(&u32::from(state.turn));
    cannot(
        late,
        "turn",
        rules::MEASURE,
        messages::late_turn(state.turn),
    );

    let (discs, robots) = (state.discs(), state.robots());
    if !((discs | robots) - board.all()).is_empty() {
        cannot(true, "robots", rules::BOARD, messages::off_board());
    } else {
        cannot(
            robots.len() < 3,
            "robots",
            rules::WRITTEN,
            messages::two_robots(),
        );
        let both = state.discs[0] & state.discs[1];
        let message = messages::two_discs(board.list(both));
        cannot(!both.is_empty(), "discs", rules::FREE_HEX, message);
        let under = discs & robots;
        let message = messages::robot_on_disc(board.list(under));
        cannot(!under.is_empty(), "discs", rules::BURNED, message);
    }

    let supply = rules.supply();
    for (key, hand) in [("light", state.hands[0]), ("dark", state.hands[1])] {
        let message = messages::large_supply(key, hand, supply);
        cannot(hand.total() > supply, key, rules::EXACTLY, message);
    }
    let begins = opening(rules).reserve;
    for colour in Colour::ALL {
        let (holds, began) = (state.reserve.of(colour), begins.of(colour));
        let message = messages::large_reserve(holds, colour, began);
        cannot(holds > began, "reserve", rules::RESERVE, message);
    }
    for colour in Colour::ALL {
        let (discs, most) = (state.left(colour), u32::from(rules.discs()));
        let message = messages::many_discs(discs, colour, most);
        cannot(discs > most, "discs", rules::PIECES, message);
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_runtime::form::write_position;

    fn check(text: &str, expected: &[&str]) {
        let rules = Rulebook::official();
        let found: Vec<String> = match read(&rules, text) {
            Ok(state) => write_position(&state, rules.board())
                .lines()
                .map(String::from)
                .collect(),
            Err(flaws) => {
                let told =
                    |flaw: &TextError| format!("{} @ {}", flaw.message, &text[flaw.span.clone()]);
                flaws.iter().map(told).collect()
            }
        };
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn what_is_not_written_is_as_at_the_start() {
        check(
            "discs = { white = ['a1'] }\nturn = 2\nto_move = 'dark'",
            &[
                "to_move = \"dark\"",
                "turn = 2",
                "robots = { white = \"b3\", black = \"c4\", red = \"d3\" }",
                "discs = { white = [\"a1\"], black = [] }",
                "light = { white = 2, black = 2 }",
                "dark = { white = 2, black = 2 }",
                "reserve = { white = 9, black = 10 }",
            ],
        );
    }

    #[test]
    fn every_reason_is_named() {
        check(
            "to_move = 'white'\nturn = -1\nrobots = { blue = 'a1', red = 'f1' }\ndiscs = { white = ['a1', 'a1', 3], red = [] }\nlight = 4\nhand = 2",
            &[
                "there is no player `white` @ white",
                "this is not a possible number @ -1",
                "there is no key `blue` here @ blue",
                "the board has no hex `f1` @ f1",
                "this is in the list twice @ a1",
                "this is not a text @ 3",
                "there is no key `red` here @ red",
                "this is not a table @ 4",
                "there is no key `hand` here @ hand",
            ],
        );
        check(
            "turn = 77\nrobots = { white = 'c4' }\ndiscs = { white = ['a1', 'd3'], black = ['a1'] }\nlight = { white = 5 }\nreserve = { white = 11, black = 12 }",
            &[
                "with so many discs left it cannot be turn 77 (RB-7.5) @ 77",
                "two robots are on one hex (RB-8.5) @ { white = 'c4' }",
                "two discs are on a1 (RB-4.2) @ { white = ['a1', 'd3'], black = ['a1'] }",
                "a robot and a disc are on d3 (RB-5.5) @ { white = ['a1', 'd3'], black = ['a1'] }",
                "light holds 5 white, but a full supply is 4 (RB-6.2) @ { white = 5 }",
                "the reserve holds 11 white discs; it begins with 10 and never grows (RB-2.4) @ { white = 11, black = 12 }",
                "the reserve holds 12 black discs; it begins with 10 and never grows (RB-2.4) @ { white = 11, black = 12 }",
                "there are 20 white discs, but the game has 14 (RB-1.5) @ { white = ['a1', 'd3'], black = ['a1'] }",
                "there are 15 black discs, but the game has 14 (RB-1.5) @ { white = ['a1', 'd3'], black = ['a1'] }",
            ],
        );
        check(
            "options = { end_rule = 'any_colour', columns = '4 5 6 5 4' }",
            &[
                "the position is for `end_rule` = any_colour, but the game has another value @ any_colour",
            ],
        );
        check(
            "options = { supply = 3 }",
            &[
                "option `supply`: it is odd (RB-8.2); a full supply begins with as many white discs as black ones @ { supply = 3 }",
            ],
        );
        check(
            "turn = [",
            &["the text is not TOML: unexpected eof encountered @ "],
        );
    }
}
