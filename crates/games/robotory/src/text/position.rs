//! Written positions (TOML) to states and back. What is not written is as at the start of a game.
//!
//! ```toml
//! to_move = "light"                                     # or "dark"
//! turn = 1                                              # its number
//! robots = { white = "b3", black = "c4", red = "d3" }
//! discs = { white = ["a1", "d4"], black = [] }          # on the board
//! light = { white = 2, black = 2 }                      # light's supply; a colour not written is none
//! dark = { white = 2, black = 2 }
//! reserve = { white = 8, black = 10 }                   # not written: the start's, less if they lie elsewhere
//! ```
//!
//! Discs that are nowhere have been burned. A table `[options]` may say which rules the position is for.

use crate::play::setup;
use crate::play::turn;
use crate::rulebook::Rulebook;
use crate::rules;
use crate::state::board::Board;
use crate::state::{Colour, DARK, Hex, Hexes, LIGHT, Pile, Robot, State, side};
use cardwright_kernel::{NoLog, RuleId, Rules, Seat, TextError};
use cardwright_runtime::position::TextErrors;
use cardwright_runtime::toml;
use std::fmt::Display;
use toml_span::value::Value;

/// The keys of a position.
const KEYS: [&str; 8] = [
    "options", "to_move", "turn", "robots", "discs", "light", "dark", "reserve",
];

/// Something about a state that cannot be: the key it is written under, a sentence, its clause, what to write.
struct Impossible {
    key: &'static str,
    message: String,
    help: &'static str,
}

impl Impossible {
    fn new(key: &'static str, rule: RuleId, message: impl Display, help: &'static str) -> Self {
        Impossible {
            key,
            message: format!("{message} ({rule})"),
            help,
        }
    }
}

/// The state of a written position, brought to its first question.
pub(crate) fn read(rules: &Rulebook, text: &str) -> Result<State, Vec<TextError>> {
    let root = toml::parse(text)?;
    let mut reader = Reader {
        rules,
        flaws: TextErrors::default(),
    };
    let mut state = reader.state(&root);
    // What a wrong value was replaced with would only make further, false reasons.
    if reader.flaws.list.is_empty() {
        let place = |key: &str| {
            root.as_table()
                .and_then(|top| top.get(key))
                .map_or(0..0, |value| value.span.into())
        };
        let flaw = |fault: Impossible| TextError::new(place(fault.key), fault.message, fault.help);
        reader.flaws.list = faults(rules, &state).into_iter().map(flaw).collect();
    }
    if !reader.flaws.list.is_empty() {
        return Err(reader.flaws.list);
    }
    turn::settle(rules, &mut state, &mut NoLog);
    Ok(state)
}

/// Everything about a state that cannot be.
pub(crate) fn check_invariants(rules: &Rulebook, state: &State) -> Vec<String> {
    faults(rules, state)
        .into_iter()
        .map(|fault| format!("{}: {}", fault.key, fault.message))
        .collect()
}

fn faults(rules: &Rulebook, state: &State) -> Vec<Impossible> {
    let mut faults = turn_faults(rules, state);
    faults.extend(board_faults(rules.board(), state));
    faults.extend(supply_faults(rules, state));
    faults.extend(
        Colour::ALL
            .into_iter()
            .filter_map(|colour| too_many(rules, state, colour)),
    );
    faults
}

fn turn_faults(rules: &Rulebook, state: &State) -> Vec<Impossible> {
    let mut faults = Vec::new();
    if state.to_move.index() > 1 {
        faults.push(Impossible::new(
            "to_move",
            rules::PLAYERS,
            "there are two seats",
            "write light or dark",
        ));
    }
    // Every action lowers the measure by one at least, so it tells how many there can have been.
    let latest = (rules.max_game_length() + 1)
        .saturating_sub(state.measure())
        .max(1);
    if !(1..=latest).contains(&u32::from(state.turn)) {
        let message = format!("with so many discs left it cannot be turn {}", state.turn);
        let help = "write the number of the turn, from 1; every turn before it lowered the measure";
        faults.push(Impossible::new("turn", rules::MEASURE, message, help));
    }
    faults
}

fn board_faults(board: &Board, state: &State) -> Vec<Impossible> {
    let outside = state.robots.iter().any(|hex| hex.index() >= board.len());
    if outside || !state.discs().without(board.all()).is_empty() {
        return vec![Impossible::new(
            "robots",
            rules::BOARD,
            "something is off the board",
            "write hexes of the board",
        )];
    }
    let mut faults = Vec::new();
    if state.robots().len() < 3 {
        let help = "give every robot a hex of its own";
        faults.push(Impossible::new(
            "robots",
            rules::WRITTEN,
            "two robots are on one hex",
            help,
        ));
    }
    let both = state.discs[0].and(state.discs[1]);
    if !both.is_empty() {
        let message = format!("two discs are on {}", board.list(both));
        faults.push(Impossible::new(
            "discs",
            rules::FREE_HEX,
            message,
            "a hex carries one disc at most",
        ));
    }
    let under = state.discs().and(state.robots());
    if !under.is_empty() {
        let message = format!("a robot and a disc are on {}", board.list(under));
        let help = "a robot burns the disc it enters: take one of them away";
        faults.push(Impossible::new("discs", rules::BURNED, message, help));
    }
    faults
}

fn supply_faults(rules: &Rulebook, state: &State) -> Vec<Impossible> {
    let mut faults = Vec::new();
    for (key, hand) in [("light", state.hands[0]), ("dark", state.hands[1])] {
        if hand.total() > rules.supply() {
            let message = format!(
                "{key} holds {hand}, and a full supply is {}",
                rules.supply()
            );
            faults.push(Impossible::new(
                key,
                rules::EXACTLY,
                message,
                "write fewer discs",
            ));
        }
    }
    let begins = setup::opening(rules).reserve;
    for colour in Colour::ALL {
        let (holds, began) = (state.reserve.of(colour), begins.of(colour));
        if holds > began {
            let message = format!(
                "the reserve holds {holds} {colour} discs; it begins with {began} and never grows"
            );
            faults.push(Impossible::new(
                "reserve",
                rules::RESERVE,
                message,
                "write fewer discs",
            ));
        }
    }
    faults
}

/// More discs of a colour than there are; the rest of them have been burned.
fn too_many(rules: &Rulebook, state: &State, colour: Colour) -> Option<Impossible> {
    let piles = [
        state.hands[0],
        state.hands[1],
        state.reserve,
        state.on_board(),
    ];
    let discs: u32 = piles.iter().map(|pile| u32::from(pile.of(colour))).sum();
    if discs <= u32::from(rules.discs()) {
        return None;
    }
    let message = format!(
        "there are {discs} {colour} discs and the game has {}",
        rules.discs()
    );
    let help = "count board, supplies and reserve together; burned discs are gone";
    Some(Impossible::new("discs", rules::PIECES, message, help))
}

/// A position being read, with everything found wrong so far.
struct Reader<'a> {
    rules: &'a Rulebook,
    flaws: TextErrors,
}

impl Reader<'_> {
    fn state(&mut self, root: &Value<'_>) -> State {
        let mut state = setup::opening(self.rules);
        let mut reserve = None;
        for (key, value) in toml::in_order(root) {
            match &*key.name {
                "options" => self.options(value),
                "to_move" => state.to_move = self.seat(value),
                "turn" => state.turn = self.flaws.whole(value).unwrap_or(1),
                "robots" => self.robots(value, &mut state),
                "discs" => self.discs(value, &mut state),
                "light" => state.hands[LIGHT.index()] = self.pile(value),
                "dark" => state.hands[DARK.index()] = self.pile(value),
                "reserve" => reserve = Some(self.pile(value)),
                _ => self.flaws.unknown(key, &KEYS),
            }
        }
        state.reserve = reserve.unwrap_or_else(|| left_over(self.rules, &state));
        state
    }

    /// The options that a position names must be those in force.
    fn options(&mut self, value: &Value<'_>) {
        let texts = match toml::texts(value) {
            Ok(texts) => texts,
            Err(flaws) => return self.flaws.list.extend(flaws),
        };
        let ours = self.rules.about().options;
        for ((name, theirs), span) in texts.given.into_iter().zip(texts.spans) {
            let theirs = theirs
                .split([',', ' '])
                .filter(|word| !word.is_empty())
                .collect::<Vec<_>>()
                .join(",");
            if !ours
                .iter()
                .any(|option| option.name == name && option.value == theirs)
            {
                let message = format!(
                    "the position is for `{name}` = {theirs}, and the rules in force are not"
                );
                self.flaws.add(
                    span,
                    message,
                    "start the game with that option, or take the line away",
                );
            }
        }
    }

    fn seat(&mut self, value: &Value<'_>) -> Seat {
        let seat = [LIGHT, DARK]
            .into_iter()
            .find(|seat| value.as_str() == Some(side(*seat)));
        if seat.is_none() {
            self.flaws
                .wrong(value, "this is no player", "write \"light\" or \"dark\"");
        }
        seat.unwrap_or(LIGHT)
    }

    fn robots(&mut self, value: &Value<'_>, state: &mut State) {
        self.flaws.is_table(value, "robots = { red = \"d3\" }");
        for (key, place) in toml::in_order(value) {
            match Robot::ALL
                .into_iter()
                .find(|robot| robot.name() == key.name)
            {
                Some(robot) => {
                    state.robots[robot.index()] =
                        self.hex(place).unwrap_or(state.robots[robot.index()])
                }
                None => self.flaws.unknown(key, &Robot::ALL.map(Robot::name)),
            }
        }
    }

    fn discs(&mut self, value: &Value<'_>, state: &mut State) {
        self.flaws.is_table(value, "discs = { white = [\"a1\"] }");
        for (key, places) in toml::in_order(value) {
            match Colour::ALL
                .into_iter()
                .find(|colour| colour.name() == key.name)
            {
                Some(colour) => state.discs[colour.index()] = self.hexes(places),
                None => self.flaws.unknown(key, &Colour::ALL.map(Colour::name)),
            }
        }
    }

    fn pile(&mut self, value: &Value<'_>) -> Pile {
        self.flaws.is_table(value, "{ white = 2, black = 1 }");
        let mut pile = Pile::default();
        for (key, number) in toml::in_order(value) {
            match Colour::ALL
                .into_iter()
                .find(|colour| colour.name() == key.name)
            {
                Some(colour) => *pile.of_mut(colour) = self.flaws.whole(number).unwrap_or(0),
                None => self.flaws.unknown(key, &Colour::ALL.map(Colour::name)),
            }
        }
        pile
    }

    fn hex(&mut self, value: &Value<'_>) -> Option<Hex> {
        let hex = value
            .as_str()
            .and_then(|name| self.rules.board().find(name));
        if hex.is_none() {
            let help = format!("write one of {}, in quotes", self.rules.board().ranges());
            self.flaws.wrong(value, "the board has no such hex", help);
        }
        hex
    }

    fn hexes(&mut self, value: &Value<'_>) -> Hexes {
        let Some(items) = value.as_array() else {
            self.flaws.wrong(
                value,
                "this is no list",
                "write a list of hexes, such as [\"a1\", \"d4\"]",
            );
            return Hexes::default();
        };
        let mut hexes = Hexes::default();
        for item in items {
            let Some(hex) = self.hex(item) else { continue };
            if hexes.has(hex) {
                self.flaws.wrong(
                    item,
                    "this hex is in the list twice",
                    "a hex carries one disc at most",
                );
            }
            hexes = hexes.or(Hexes::one(hex));
        }
        hexes
    }
}

/// The reserve of a position that does not say: the start's, without discs that lie elsewhere.
fn left_over(rules: &Rulebook, state: &State) -> Pile {
    let begins = setup::opening(rules).reserve;
    let left = |colour: Colour| {
        let piles = [state.hands[0], state.hands[1], state.on_board()];
        let rest = piles.iter().fold(rules.discs(), |left, pile| {
            left.saturating_sub(pile.of(colour))
        });
        rest.min(begins.of(colour))
    };
    Pile {
        white: left(Colour::White),
        black: left(Colour::Black),
    }
}

/// The state as a written position.
pub(crate) fn write(rules: &Rulebook, state: &State) -> String {
    let board = rules.board();
    let [white, black, red] = state.robots.map(|hex| board.name(hex));
    let discs = state.discs.map(|hexes| {
        hexes
            .into_iter()
            .map(|hex| format!("\"{}\"", board.name(hex)))
            .collect::<Vec<_>>()
            .join(", ")
    });
    let pile = |pile: Pile| format!("{{ white = {}, black = {} }}", pile.white, pile.black);
    let lines = [
        format!("to_move = \"{}\"", side(state.to_move)),
        format!("turn = {}", state.turn),
        format!("robots = {{ white = \"{white}\", black = \"{black}\", red = \"{red}\" }}"),
        format!(
            "discs = {{ white = [{}], black = [{}] }}",
            discs[0], discs[1]
        ),
        format!("light = {}", pile(state.hands[0])),
        format!("dark = {}", pile(state.hands[1])),
        format!("reserve = {}", pile(state.reserve)),
    ];
    lines.join("\n") + "\n"
}

/// Every key of a written position with its value.
pub(crate) fn facts(rules: &Rulebook, state: &State) -> serde_json::Value {
    let board = rules.board();
    let [white, black, red] = state.robots.map(|hex| board.name(hex));
    let discs = state.discs.map(|hexes| {
        hexes
            .into_iter()
            .map(|hex| board.name(hex))
            .collect::<Vec<_>>()
    });
    let options = rules.about().options.into_iter();
    let options: serde_json::Map<_, _> = options
        .map(|option| (option.name, serde_json::Value::from(option.value)))
        .collect();
    serde_json::json!({
        "options": options,
        "to_move": side(state.to_move),
        "turn": state.turn,
        "robots": { "white": white, "black": black, "red": red },
        "discs": { "white": discs[0], "black": discs[1] },
        "light": state.hands[LIGHT.index()],
        "dark": state.hands[DARK.index()],
        "reserve": state.reserve,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found = match read(&Rulebook::official(), text) {
            Ok(state) => write(&Rulebook::official(), &state)
                .lines()
                .map(str::to_string)
                .collect(),
            Err(flaws) => flaws
                .iter()
                .map(|flaw| format!("{} @ {}", flaw.message, &text[flaw.span.clone()]))
                .collect::<Vec<_>>(),
        };
        assert_eq!(found, expected, "{text}");
    }

    const REST: [&str; 2] = [
        "dark = { white = 2, black = 2 }",
        "reserve = { white = 9, black = 10 }",
    ];

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
                REST[0],
                REST[1],
            ],
        );
    }

    #[test]
    fn every_reason_is_named() {
        check(
            "to_move = 'white'\nturn = -1\nrobots = { blue = 'a1', red = 'f1' }\ndiscs = { white = ['a1', 'a1', 3], red = [] }\nlight = 4\nhand = 2",
            &[
                "this is no player @ white",
                "this is no possible number @ -1",
                "there is no key `blue` here @ blue",
                "the board has no such hex @ f1",
                "this hex is in the list twice @ a1",
                "the board has no such hex @ 3",
                "there is no key `red` here @ red",
                "this is no table @ 4",
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
                "light holds 5 white, and a full supply is 4 (RB-6.2) @ { white = 5 }",
                "the reserve holds 11 white discs; it begins with 10 and never grows (RB-2.4) @ { white = 11, black = 12 }",
                "the reserve holds 12 black discs; it begins with 10 and never grows (RB-2.4) @ { white = 11, black = 12 }",
                "there are 20 white discs and the game has 14 (RB-1.5) @ { white = ['a1', 'd3'], black = ['a1'] }",
                "there are 15 black discs and the game has 14 (RB-1.5) @ { white = ['a1', 'd3'], black = ['a1'] }",
            ],
        );
        check(
            "options = { end_rule = 'any_colour', columns = '4 5 6 5 4' }",
            &[
                "the position is for `end_rule` = any_colour, and the rules in force are not @ any_colour",
            ],
        );
        check(
            "turn = [",
            &["the text is not TOML: unexpected eof encountered @ "],
        );
    }
}
