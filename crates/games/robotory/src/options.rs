//! The options of a rulebook: the end rule, and house rules for board, starts and discs, as text or TOML
//! (clauses RB-8.1 to RB-8.5).

use crate::rules;
use crate::state::board::{Board, MAX_HEXES};
use crate::state::{DARK, Hex, Hexes, LIGHT, Robot};

use cardwright_kernel::{OptionUse, RuleId, TextError};
use std::ops::Range;

/// The most columns a board may have: a letter each, and a drawing that fits a screen.
const MAX_COLUMNS: usize = 9;
/// The most hexes a column may have: one digit in their names.
const MAX_ROWS: u8 = 9;
/// The fewest neighbours a hex may have: two robots can stand on two of them, and the red robot must not be locked
/// in when every hex carries a disc (clause RB-3.5).
const FEWEST_NEIGHBOURS: u32 = 3;
/// The most discs of one colour: enough to fill a board twice; a game then ends within 300 actions.
const MAX_DISCS: u8 = 50;
/// The most discs a full supply may have; with more, one refill is hundreds of mixtures for nothing.
const MAX_SUPPLY: u8 = 20;

/// What ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndRule {
    /// The last disc of the reserve is taken (clause RB-7.1).
    Empty,
    /// The reserve has lost one of its colours (clause RB-7.4).
    AnyColour,
}

/// An option of the rulebook: its name, what it is without being named, and what it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionKind {
    /// Its name.
    pub name: &'static str,
    /// Its value in the official game.
    pub default: &'static str,
    /// What it says and which values it takes.
    pub about: &'static str,
}

/// Every option, in the order they are listed.
pub const OPTIONS: [OptionKind; 8] = [
    OptionKind {
        name: "end_rule",
        default: "empty",
        about: "what ends the game: `empty` (the reserve is) or `any_colour` (one colour of it is)",
    },
    OptionKind {
        name: "supply",
        default: "4",
        about: "discs of a full supply, an even number from 2 to 20",
    },
    OptionKind {
        name: "discs",
        default: "14",
        about: "discs of each colour, more than a full supply, at most 50",
    },
    OptionKind {
        name: "columns",
        default: "4,5,6,5,4",
        about: "hexes in each column of the board, from the left",
    },
    OptionKind {
        name: "light",
        default: "1,2,3,3,3",
        about: "how many hexes of each column, from the bottom, are light's camp",
    },
    OptionKind {
        name: "white",
        default: "b3",
        about: "where the white robot starts",
    },
    OptionKind {
        name: "black",
        default: "c4",
        about: "where the black robot starts",
    },
    OptionKind {
        name: "red",
        default: "d3",
        about: "where the red robot starts",
    },
];

/// The options in force, checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    pub(crate) end_rule: EndRule,
    pub(crate) supply: u8,
    pub(crate) discs: u8,
    pub(crate) board: Board,
    pub(crate) starts: [Hex; 3],
}

/// One thing that is wrong with one option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OptionError {
    /// The option's place in the list of those given; `None` when a value that was not given is at fault.
    given: Option<usize>,
    name: String,
    message: String,
    help: String,
}

impl OptionError {
    /// The fault as one sentence, for a reader without the text before them.
    pub(crate) fn sentence(&self) -> String {
        format!("{}; {}", self.what(), self.help)
    }

    fn what(&self) -> String {
        format!(
            "option `{}`: {} ({})",
            self.name,
            self.message,
            clause_of(&self.name)
        )
    }

    /// The fault with the place of the option it is about; `spans` are those of the options given.
    pub(crate) fn flaw(&self, spans: &[Range<usize>]) -> TextError {
        let span = self
            .given
            .and_then(|at| spans.get(at).cloned())
            .unwrap_or(0..0);
        TextError::new(span, self.what(), self.help.clone())
    }
}

/// The clause about an option.
fn clause_of(name: &str) -> RuleId {
    match name {
        "supply" | "discs" => rules::HOUSE_PIECES,
        "columns" | "light" => rules::HOUSE_BOARD,
        "white" | "black" | "red" => rules::HOUSE_STARTS,
        _ => rules::HOUSE,
    }
}

impl Options {
    /// The options of the official game (clauses RB-1.2 to RB-2.4).
    pub(crate) fn official() -> Self {
        Options {
            end_rule: EndRule::Empty,
            supply: 4,
            discs: 14,
            board: Board::new(vec![4, 5, 6, 5, 4], vec![1, 2, 3, 3, 3]),
            // b3, c4 and d3.
            starts: [Hex(6), Hex(12), Hex(17)],
        }
    }

    /// Reads and checks options; what is not named is official.
    pub(crate) fn read(given: &[(String, String)]) -> Result<Self, Vec<OptionError>> {
        Reader {
            given,
            faults: Vec::new(),
        }
        .read()
    }

    /// The options in force, in the order of [`OPTIONS`].
    pub(crate) fn list(&self) -> Vec<OptionUse> {
        let values = [
            match self.end_rule {
                EndRule::Empty => "empty".into(),
                EndRule::AnyColour => "any_colour".into(),
            },
            self.supply.to_string(),
            self.discs.to_string(),
            commas(self.board.columns()),
            commas(self.board.light_rows()),
            self.board.name(self.starts[0]).to_string(),
            self.board.name(self.starts[1]).to_string(),
            self.board.name(self.starts[2]).to_string(),
        ];
        let named = OPTIONS.iter().zip(values);
        named
            .map(|(kind, value)| OptionUse {
                name: kind.name.into(),
                value,
            })
            .collect()
    }
}

fn commas(numbers: &[u8]) -> String {
    numbers
        .iter()
        .map(u8::to_string)
        .collect::<Vec<_>>()
        .join(",")
}

/// Options being read, with everything found wrong so far.
struct Reader<'a> {
    given: &'a [(String, String)],
    faults: Vec<OptionError>,
}

impl Reader<'_> {
    fn read(mut self) -> Result<Options, Vec<OptionError>> {
        self.names();
        let end_rule = self.end_rule();
        let (supply, discs) = self.pieces();
        let board = self.board();
        let starts = board.as_ref().and_then(|board| self.starts(board));
        match (end_rule, supply, discs, board, starts) {
            (Some(end_rule), Some(supply), Some(discs), Some(board), Some(starts))
                if self.faults.is_empty() =>
            {
                Ok(Options {
                    end_rule,
                    supply,
                    discs,
                    board,
                    starts,
                })
            }
            _ => Err(self.faults),
        }
    }

    /// Every name is an option's, and none is named twice.
    fn names(&mut self) {
        for (at, (name, _)) in self.given.iter().enumerate() {
            if !OPTIONS.iter().any(|kind| kind.name == name) {
                let known: Vec<_> = OPTIONS.iter().map(|kind| kind.name).collect();
                self.blame(
                    at,
                    "there is no option of that name",
                    format!("write one of {}", known.join(", ")),
                );
            } else if self.given[..at].iter().any(|(earlier, _)| earlier == name) {
                self.blame(at, "it is given twice", "give it once");
            }
        }
    }

    fn blame(&mut self, at: usize, message: impl Into<String>, help: impl Into<String>) {
        let name = self.given[at].0.clone();
        self.faults.push(OptionError {
            given: Some(at),
            name,
            message: message.into(),
            help: help.into(),
        });
    }

    fn wrong(&mut self, name: &str, message: impl Into<String>, help: impl Into<String>) {
        let given = self.given.iter().position(|(given, _)| given == name);
        self.faults.push(OptionError {
            given,
            name: name.into(),
            message: message.into(),
            help: help.into(),
        });
    }

    fn value(&self, name: &str) -> String {
        let given = self
            .given
            .iter()
            .find(|(given, _)| given == name)
            .map(|(_, value)| value.trim());
        let kind = OPTIONS.iter().find(|kind| kind.name == name);
        given
            .or(kind.map(|kind| kind.default))
            .unwrap_or_default()
            .into()
    }

    fn end_rule(&mut self) -> Option<EndRule> {
        match self.value("end_rule").as_str() {
            "empty" => Some(EndRule::Empty),
            "any_colour" => Some(EndRule::AnyColour),
            other => {
                self.wrong(
                    "end_rule",
                    format!("`{other}` is no end rule"),
                    "write empty or any_colour",
                );
                None
            }
        }
    }

    /// Supply and discs; the reserve must hold at least one disc of each colour when the game begins.
    fn pieces(&mut self) -> (Option<u8>, Option<u8>) {
        let supply = self.number("supply", 2, MAX_SUPPLY);
        if supply.is_some_and(|n| n % 2 == 1) {
            self.wrong(
                "supply",
                "it is odd",
                "a full supply begins with as many white discs as black ones",
            );
        }
        let least = supply.map_or(1, |n| n + 1);
        (supply, self.number("discs", least, MAX_DISCS))
    }

    fn number(&mut self, name: &str, least: u8, most: u8) -> Option<u8> {
        let value = self.value(name);
        let number = value.parse().ok().filter(|n| (least..=most).contains(n));
        if number.is_none() {
            let help = format!("write a whole number from {least} to {most}");
            self.wrong(name, format!("`{value}` is not possible"), help);
        }
        number
    }

    fn numbers(&mut self, name: &str, least: u8, most: u8) -> Option<Vec<u8>> {
        let value = self.value(name);
        let words = value.split([',', ' ']).filter(|word| !word.is_empty());
        let read = |word: &str| word.parse().ok().filter(|n| (least..=most).contains(n));
        let numbers: Option<Vec<u8>> = words.map(read).collect();
        if numbers.is_none() {
            let help =
                format!("write numbers from {least} to {most} with commas, such as 4,5,6,5,4");
            self.wrong(
                name,
                format!("`{value}` is not a list of such numbers"),
                help,
            );
        }
        numbers
    }

    fn board(&mut self) -> Option<Board> {
        let columns = self.numbers("columns", 1, MAX_ROWS);
        let light = self.numbers("light", 0, MAX_ROWS);
        let columns = columns.filter(|columns| self.columns_fit(columns))?;
        let light = light.filter(|light| self.light_fits(&columns, light));
        // A board with a wrong camp still shows whether hexes are locked in and the starts exist.
        let rows = light.clone().unwrap_or_else(|| vec![0; columns.len()]);
        let board = Board::new(columns, rows);
        self.nobody_locked_in(&board);
        if light.is_some() {
            self.both_have_a_camp(&board);
        }
        Some(board)
    }

    fn columns_fit(&mut self, columns: &[u8]) -> bool {
        let before = self.faults.len();
        let hexes: usize = columns.iter().copied().map(usize::from).sum();
        if !(2..=MAX_COLUMNS).contains(&columns.len()) {
            let help = format!("write 2 to {MAX_COLUMNS} columns");
            self.wrong(
                "columns",
                format!("there are {} columns", columns.len()),
                help,
            );
        }
        if hexes > MAX_HEXES {
            self.wrong(
                "columns",
                format!("there are {hexes} hexes"),
                format!("use at most {MAX_HEXES}"),
            );
        }
        if columns.windows(2).any(|pair| pair[0] % 2 == pair[1] % 2) {
            let help = "hexes of neighbouring columns interlock: let their numbers differ by one";
            self.wrong(
                "columns",
                "two neighbouring columns are both even or both odd",
                help,
            );
        }
        self.faults.len() == before
    }

    fn light_fits(&mut self, columns: &[u8], light: &[u8]) -> bool {
        if light.len() != columns.len() {
            let message = format!(
                "it names {} columns and the board has {}",
                light.len(),
                columns.len()
            );
            self.wrong("light", message, "write one number for each column");
            return false;
        }
        let fits = columns.iter().zip(light).all(|(rows, light)| light <= rows);
        if !fits {
            self.wrong(
                "light",
                "a column has fewer hexes than that",
                "write at most the number in `columns`",
            );
        }
        fits
    }

    fn nobody_locked_in(&mut self, board: &Board) {
        let poor: Hexes = board
            .all()
            .into_iter()
            .filter(|hex| board.near(*hex).len() < FEWEST_NEIGHBOURS)
            .collect();
        if !poor.is_empty() {
            let message = format!("too few hexes touch {}", board.list(poor));
            let help = "every hex needs three neighbours, or the red robot could be locked in: make the columns longer";
            self.wrong("columns", message, help);
        }
    }

    fn both_have_a_camp(&mut self, board: &Board) {
        for seat in [LIGHT, DARK] {
            if board.camp(seat).is_empty() {
                let message = format!("{} has no hex", crate::state::side(seat));
                self.wrong("light", message, "leave both players at least one hex");
            }
        }
    }

    fn starts(&mut self, board: &Board) -> Option<[Hex; 3]> {
        let [white, black, red] = Robot::ALL.map(|robot| self.start(board, robot));
        let starts = [white?, black?, red?];
        for (at, robot) in Robot::ALL.into_iter().enumerate() {
            if starts[..at].contains(&starts[at]) {
                let message = format!("another robot starts on {} too", board.name(starts[at]));
                self.wrong(robot.name(), message, "give every robot a hex of its own");
            }
        }
        Some(starts)
    }

    fn start(&mut self, board: &Board, robot: Robot) -> Option<Hex> {
        let value = self.value(robot.name());
        let hex = board.find(&value);
        if hex.is_none() {
            let help = format!("write one of {}", board.ranges());
            self.wrong(
                robot.name(),
                format!("the board has no hex `{value}`"),
                help,
            );
        }
        hex
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::Rulebook;
    use cardwright_kernel::Rules;

    fn check(text: &str, expected: &[&str]) {
        let faults = match Rulebook::from_toml(text) {
            Ok(_) => Vec::new(),
            Err(flaws) => flaws
                .iter()
                .map(|flaw| format!("{} @ {}", flaw.message, &text[flaw.span.clone()]))
                .collect(),
        };
        assert_eq!(faults, expected, "{text}");
    }

    #[test]
    fn nothing_named_is_official() {
        assert_eq!(Options::read(&[]), Ok(Options::official()));
        let listed = Options::official().list();
        let defaults = OPTIONS.map(|kind| (kind.name.to_string(), kind.default.to_string()));
        assert_eq!(
            listed
                .iter()
                .map(|o| (o.name.clone(), o.value.clone()))
                .collect::<Vec<_>>(),
            defaults
        );
    }

    #[test]
    fn options_in_force_make_the_same_rulebook_again() {
        let text = "[options]\nend_rule = 'any_colour'\ncolumns = [3, 4, 3]\nlight = '1 2 2'\nwhite = 'a2'\nblack = 'b3'\nred = 'c1'";
        let rules = Rulebook::from_toml(text).unwrap();
        let listed: Vec<_> = rules
            .about()
            .options
            .into_iter()
            .map(|o| (o.name, o.value))
            .collect();
        assert_eq!(Rulebook::new(&listed), Ok(rules));
    }

    #[test]
    fn nonsense_is_refused_with_every_reason() {
        check(
            "end_rule = 'never'\nsupply = 3\ndiscs = 3",
            &[
                "option `end_rule`: `never` is no end rule (RB-8.1) @ never",
                "option `supply`: it is odd (RB-8.2) @ 3",
                "option `discs`: `3` is not possible (RB-8.2) @ 3",
            ],
        );
        check(
            "[options]\ncolour = 'red'\nsupply = 4\nred = 'b3'\nblack = 'z9'",
            &[
                "option `colour`: there is no option of that name (RB-8.1) @ red",
                "option `black`: the board has no hex `z9` (RB-8.4) @ z9",
            ],
        );
        check(
            "red = 'b3'",
            &["option `red`: another robot starts on b3 too (RB-8.4) @ b3"],
        );
        check(
            "columns = [4, 6, 20]",
            &["option `columns`: `4,6,20` is not a list of such numbers (RB-8.3) @ [4, 6, 20]"],
        );
        check(
            "columns = [9, 9, 9]\nlight = [5, 5]",
            &[
                "option `columns`: there are 27 hexes (RB-8.3) @ [9, 9, 9]",
                "option `columns`: two neighbouring columns are both even or both odd (RB-8.3) @ [9, 9, 9]",
            ],
        );
        check(
            "columns = [1, 2, 1]\nlight = [1, 2, 1]\nwhite = 'a1'\nblack = 'b1'\nred = 'c1'",
            &[
                "option `columns`: too few hexes touch a1 and c1 (RB-8.3) @ [1, 2, 1]",
                "option `light`: dark has no hex (RB-8.3) @ [1, 2, 1]",
            ],
        );
        check(
            "light = [5, 0, 0, 0, 0]",
            &["option `light`: a column has fewer hexes than that (RB-8.3) @ [5, 0, 0, 0, 0]"],
        );
        check(
            "supply = { white = 2 }",
            &["`supply` is a table @ { white = 2 }"],
        );
        check(
            "supply = ",
            &["the text is not TOML: unexpected eof encountered @ "],
        );
    }

    #[test]
    fn an_option_given_twice_is_refused() {
        let twice = ["4", "6"].map(|value| ("supply".to_string(), value.to_string()));
        assert_eq!(
            Rulebook::new(&twice),
            Err(vec![
                "option `supply`: it is given twice (RB-8.2); give it once".into()
            ])
        );
    }
}
