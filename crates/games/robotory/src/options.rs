//! The options of a rulebook: the end rule, and house rules for the board, the starting hexes and the discs
//! (clauses RB-8.1 to RB-8.5).

use crate::board::Board;
use crate::hex::{Hex, Hexes, MAX_HEXES};
use crate::messages::{self, Message};
use crate::rules;
use crate::state::{DARK, LIGHT, Robot, side};
use cardwright_runtime::form::joined;
use cardwright_runtime::options::set_all;
use cardwright_runtime::{options, values};
use std::fmt;

/// The maximum number of columns of a board: each has a letter, and the drawing must fit a screen.
const MAX_COLUMNS: usize = 9;
/// The maximum number of hexes in a column: their names have one digit.
const MAX_ROWS: u8 = 9;
/// The minimum number of neighbours of a hex: robots can block two of them, and the red robot must be able to leave
/// it when every hex has a disc (clause RB-3.5).
const FEWEST_NEIGHBOURS: usize = 3;
/// The maximum number of discs of one colour: enough to fill a board twice; a game then ends within 300 actions.
const MAX_DISCS: u8 = 50;
/// The maximum number of discs in a full supply; with more, one refill would have hundreds of useless mixtures.
const MAX_SUPPLY: u8 = 20;

values! {
    /// The rule that determines when the game ends.
    EndRule {
        /// The last disc in the reserve was taken (clause RB-7.1).
        Empty = "empty",
        /// The reserve has no discs left of one of its colours (clause RB-7.4).
        AnyColour = "any_colour"
    }
}

options! {
    no_value, no_option;
    /// The rule that determines when the game ends.
    end_rule: EndRule,
    ; settings
    /// The number of discs in a full supply; it must be even.
    supply: u8 = 4u8, supply;
    /// The number of discs of each colour; it must be larger than a full supply.
    discs: u8 = 14u8, discs;
    /// The number of hexes in each column of the board, from the left.
    columns: Rows = [4, 5, 6, 5, 4], rows;
    /// The number of hexes in each column, from the bottom, that belong to light's camp.
    light: Rows = [1, 2, 3, 3, 3], rows;
    /// The starting hex of the white robot.
    white: String = "b3", start;
    /// The starting hex of the black robot.
    black: String = "c4", start;
    /// The starting hex of the red robot.
    red: String = "d3", start;
}

/// A number for each column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rows(pub(crate) Vec<u8>);

impl From<[u8; 5]> for Rows {
    fn from(rows: [u8; 5]) -> Self {
        Rows(rows.into())
    }
}

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<_> = self.0.iter().map(u8::to_string).collect();
        f.write_str(&rows.join(","))
    }
}

/// The message about an option, with its clause.
fn wrong(name: &str, message: Message) -> String {
    let clause = match name {
        "supply" | "discs" => rules::HOUSE_PIECES,
        "columns" | "light" => rules::HOUSE_BOARD,
        "white" | "black" | "red" => rules::HOUSE_STARTS,
        _ => rules::HOUSE,
    };
    let Message { text, help } = message;
    format!("option `{name}`: {text} ({clause}); {help}")
}

fn no_value(name: &str, value: &str, values: &[&str]) -> String {
    wrong(name, messages::no_value(value, joined(values, "or")))
}

fn no_option(name: &str) -> String {
    let known: Vec<_> = KNOWN.iter().map(|(name, _)| *name).collect();
    wrong(name, messages::no_option(known.join(", ")))
}

fn number(name: &str, text: &str, least: u8, most: u8) -> Result<u8, String> {
    let number = text.parse().ok().filter(|n| (least..=most).contains(n));
    number.ok_or_else(|| wrong(name, messages::not_possible(text, least, most)))
}

fn supply(name: &str, text: &str) -> Result<u8, String> {
    match number(name, text, 2, MAX_SUPPLY)? {
        odd if odd % 2 == 1 => Err(wrong(name, messages::odd_supply())),
        even => Ok(even),
    }
}

fn discs(name: &str, text: &str) -> Result<u8, String> {
    number(name, text, 3, MAX_DISCS)
}

fn rows(name: &str, text: &str) -> Result<Rows, String> {
    let least = u8::from(name == "columns");
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    let read = |word: &str| word.parse().ok().filter(|n| (least..=MAX_ROWS).contains(n));
    let rows: Option<_> = words.map(read).collect();
    let none = || wrong(name, messages::no_rows(text, least, MAX_ROWS));
    rows.map(Rows).ok_or_else(none)
}

/// Accepts any text; [`Check::starts`] checks that the board has such a hex.
fn start(_: &str, text: &str) -> Result<String, String> {
    Ok(text.into())
}

impl Options {
    /// Reads and checks options; those not given have their official values.
    pub(crate) fn read(given: &[(String, String)]) -> Result<Self, Vec<String>> {
        let mut given = given.to_vec();
        given.sort_by_key(|(name, _)| KNOWN.iter().position(|(known, _)| known == name));
        let (mut options, mut check) = (Options::default(), Check::default());
        let set = |name: &str, value: &str| {
            let set = options.set(name, value);
            set.inspect_err(|_| check.unread.push(name.to_string()))
        };
        check.faults = set_all(&given, set).err().unwrap_or_default();
        check.discs(&options);
        if let Some(board) = check.board(&options) {
            check.starts(&options, &board);
        }
        let sound = check.faults.is_empty();
        if sound {
            Ok(options)
        } else {
            Err(check.faults)
        }
    }

    /// Reads some options, and reports those that are wrong.
    pub(crate) fn take(&mut self, given: &[(String, String)]) -> Result<(), Vec<String>> {
        set_all(given, |name, value| self.set(name, value))
    }

    /// The names of the robots' starting hexes.
    pub(crate) fn starts(&self) -> [&str; 3] {
        [&self.white, &self.black, &self.red]
    }
}

/// Checks options against each other, and collects the errors. Options that could not be read are not checked,
/// because they would cause further, misleading errors.
#[derive(Default)]
struct Check {
    unread: Vec<String>,
    faults: Vec<String>,
}

impl Check {
    /// Records the error of an option if there is one; returns whether there is none.
    fn unless(&mut self, is_wrong: bool, name: &str, message: Message) -> bool {
        self.faults.extend(is_wrong.then(|| wrong(name, message)));
        !is_wrong
    }

    fn read(&self, name: &str) -> bool {
        !self.unread.iter().any(|unread| unread == name)
    }

    /// The reserve must hold at least one disc of each colour when the game begins.
    fn discs(&mut self, options: &Options) {
        let (discs, supply) = (options.discs, options.supply);
        let few = self.read("discs") && self.read("supply") && discs <= supply;
        let message = messages::not_possible(discs, supply + 1, MAX_DISCS);
        self.unless(few, "discs", message);
    }

    /// The board, if the columns make one.
    fn board(&mut self, options: &Options) -> Option<Board> {
        let (columns, light) = (&options.columns.0, &options.light.0);
        if !self.read("columns") || !self.columns_fit(columns) {
            return None;
        }
        let fits = self.read("light") && self.light_fits(columns, light);
        // Even if a camp is wrong, the board shows whether hexes are locked in and whether the starting hexes
        // exist.
        let board = Board::new(columns, if fits { light } else { &[0; MAX_COLUMNS] });
        let few = |hex: &Hex| board.near(*hex).len() < FEWEST_NEIGHBOURS;
        let poor: Hexes = board.all().iter().filter(few).collect();
        let message = messages::locked_in(board.list(poor));
        self.unless(!poor.is_empty(), "columns", message);
        for seat in [LIGHT, DARK] {
            let none = fits && board.camp(seat).is_empty();
            self.unless(none, "light", messages::no_camp(side(seat)));
        }
        Some(board)
    }

    fn columns_fit(&mut self, columns: &[u8]) -> bool {
        let (number, hexes) = (
            columns.len(),
            columns.iter().copied().map(usize::from).sum::<usize>(),
        );
        let message = messages::columns(number, MAX_COLUMNS);
        let some = self.unless(!(2..=MAX_COLUMNS).contains(&number), "columns", message);
        let message = messages::many_hexes(hexes, MAX_HEXES);
        let few = self.unless(hexes > MAX_HEXES, "columns", message);
        let alike = columns.windows(2).any(|pair| pair[0] % 2 == pair[1] % 2);
        self.unless(alike, "columns", messages::parity()) && some && few
    }

    fn light_fits(&mut self, columns: &[u8], light: &[u8]) -> bool {
        let (named, has) = (light.len(), columns.len());
        let too_many = columns.iter().zip(light).any(|(rows, light)| light > rows);
        self.unless(named != has, "light", messages::light_columns(named, has))
            && self.unless(too_many, "light", messages::light_rows())
    }

    fn starts(&mut self, options: &Options, board: &Board) {
        let starts = options.starts();
        let unknown = starts.map(|start| board.find(start).is_none());
        for (at, robot) in Robot::ALL.into_iter().enumerate() {
            let (name, start) = (robot.name(), starts[at]);
            let message = messages::no_start(start, board.ranges());
            self.unless(unknown[at], name, message);
            let again = unknown == [false; 3] && starts[..at].contains(&start);
            self.unless(again, name, messages::same_start(start));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rulebook::{Rulebook, tests::given};
    use cardwright_kernel::Rules;

    /// Reads options and compares the errors, without the hints.
    fn check(options: &str, expected: &[&str]) {
        let faults = Rulebook::new(&given(options)).err().unwrap_or_default();
        let told: Vec<_> = faults
            .iter()
            .map(|fault| fault.split("; ").next().unwrap())
            .collect();
        assert_eq!(told, expected, "{options}");
    }

    #[test]
    fn options_in_force_make_the_same_rulebook_again() {
        for text in [
            "",
            "end_rule=any_colour; columns=3 4 3; light=1,2,2; white=a2; black=b3; red=c1",
        ] {
            let rules = Rulebook::new(&given(text)).unwrap();
            let listed = rules.about().options.into_iter();
            let listed: Vec<_> = listed.map(|option| (option.name, option.value)).collect();
            assert_eq!(Rulebook::new(&listed), Ok(rules));
        }
    }

    #[test]
    fn nonsense_is_refused_with_every_reason() {
        check(
            "end_rule=never; supply=3; discs=2",
            &[
                "option `end_rule`: `never` is not an end rule (RB-8.1)",
                "option `supply`: it is odd (RB-8.2)",
                "option `discs`: `2` is not possible (RB-8.2)",
            ],
        );
        check(
            "colour=red; supply=4; discs=4; red=b3; black=z9",
            &[
                "option `colour`: there is no option of that name (RB-8.1)",
                "option `discs`: `4` is not possible (RB-8.2)",
                "option `black`: the board has no hex `z9` (RB-8.4)",
            ],
        );
        check(
            "red=b3",
            &["option `red`: another robot starts on b3 too (RB-8.4)"],
        );
        check(
            "columns=4,6,20",
            &["option `columns`: `4,6,20` is not a list of such numbers (RB-8.3)"],
        );
        check(
            "columns=9,9,9; light=5,5",
            &[
                "option `columns`: there are 27 hexes (RB-8.3)",
                "option `columns`: two neighbouring columns are both even or both odd (RB-8.3)",
            ],
        );
        check(
            "columns=1,2,1; light=1,2,1; white=a1; black=b1; red=c1",
            &[
                "option `columns`: too few hexes touch a1 and c1 (RB-8.3)",
                "option `light`: dark has no hex (RB-8.3)",
            ],
        );
        check(
            "light=5,0,0,0,0",
            &["option `light`: a column has fewer hexes than that (RB-8.3)"],
        );
        check(
            "light=x; white=z9",
            &[
                "option `light`: `x` is not a list of such numbers (RB-8.3)",
                "option `white`: the board has no hex `z9` (RB-8.4)",
            ],
        );
        check(
            "supply=4; supply=6",
            &["option `supply` is given twice: give it once"],
        );
    }
}
