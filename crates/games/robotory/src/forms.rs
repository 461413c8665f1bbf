//! The notation, phrases and JSON of this game's values: hexes as names, paths with hyphens, discs by colour.

use crate::board::Board;
use crate::hex::{Hex, Hexes, MAX_PATH, Path, dashed};
use crate::messages;
use crate::state::{Colour, DARK, LIGHT, Pile, Side, State};
use cardwright_kernel::{NotationError, Seat};
use cardwright_runtime::fields;
use cardwright_runtime::form::{Form, Json, Value, Via, Word, read_word};
use cardwright_runtime::position::TextErrors;
use cardwright_runtime::words::Words;

fields! {
    /// A written position. Keys that are left out have their value at the start of a game.
    State as "State", in Board {
        /// The player whose turn it is; when the game is over, the player whose turn it was.
        to_move: to_move as Side,
        /// The number of the turn, from 1.
        turn: turn,
        /// The hexes of the robots.
        robots: robots,
        /// The hexes of the discs.
        discs: discs,
        /// Light's supply.
        light: hands[0],
        /// Dark's supply.
        dark: hands[1],
        /// The discs on the lid of the box.
        reserve: reserve,
    }

    /// The hex of each robot.
    [Hex; 3] as "Robots", in Board {
        /// The white robot.
        white: [0],
        /// The black robot.
        black: [1],
        /// The red robot.
        red: [2],
    }

    /// The hexes with discs, by colour.
    [Hexes; 2] as "Discs", in Board {
        /// Hexes with a white disc.
        white: [0],
        /// Hexes with a black disc.
        black: [1],
    }

    /// The number of discs of each colour.
    Pile as "Pile" = Pile::default(), in Board {
        /// White discs.
        white: white,
        /// Black discs.
        black: black,
    }
}

impl Via<Seat> for Side {
    fn of(seat: &Seat) -> Self {
        Side::ALL[seat.index() & 1]
    }

    fn value(self) -> Seat {
        [LIGHT, DARK][self.index()]
    }
}

impl Form<Board> for Hex {
    fn read(board: &Board, value: &Value<'_>, errors: &mut TextErrors) -> Option<Self> {
        read_word(board, value, errors)
    }

    fn show(&self, board: &Board) -> Json {
        board.name(*self).to_string().into()
    }
}

impl Word<Board> for Hex {
    fn parse(board: &Board, words: &mut Words<'_>) -> Result<Self, NotationError> {
        let (at, name) = words.next("a hex", "write a hex such as c3")?;
        hex_at(board, at, name)
    }

    fn all(board: &Board) -> Vec<Self> {
        board.all().iter().collect()
    }
}

fn hex_at(board: &Board, at: usize, name: &str) -> Result<Hex, NotationError> {
    let unknown = || messages::unknown_hex(name, board.ranges()).at(at);
    board.find(name).ok_or_else(unknown)
}

/// A path is a list of hexes in data, and is written with hyphens in notation.
impl Form<Board> for Path {
    fn show(&self, board: &Board) -> Json {
        self.iter().map(|hex| hex.show(board)).collect()
    }

    cardwright_runtime::schema_like!(Vec<String>);
}

impl Word<Board> for Path {
    fn parse(board: &Board, words: &mut Words<'_>) -> Result<Self, NotationError> {
        let (mut at, way) = words.next("a path", "write a path such as d3-d4-c4")?;
        let mut path: Option<Path> = None;
        for name in way.split('-') {
            let hex = hex_at(board, at, name)?;
            if path.is_some_and(|path| path.hexes() == MAX_PATH) {
                return Err(messages::long_path(MAX_PATH).at(at));
            }
            path = Some(path.map_or(Path::from(hex), |path| path.then(hex)));
            at += name.len() + 1;
        }
        // Splitting gives at least one part, and a part that is not a hex was refused above.
        path.ok_or_else(|| messages::unknown_hex(way, board.ranges()).at(at))
    }

    fn write(&self, board: &Board) -> String {
        dashed(&self.iter().map(|hex| board.name(hex)).collect::<Vec<_>>())
    }

    /// One path for each destination, which is enough for the list of first steps.
    fn all(board: &Board) -> Vec<Self> {
        board.all().iter().map(Path::from).collect()
    }
}

/// Each colour is named with its number: `2 white 1 black`. White is written first, but either may come first when
/// read.
impl Word<Board> for Pile {
    fn parse(board: &Board, words: &mut Words<'_>) -> Result<Self, NotationError> {
        let (mut take, mut named) = (Pile::default(), Vec::new());
        while named.is_empty() || words.peek().is_some() {
            let example = "write for example `refill 2 white 1 black`";
            let (at, number) = words.next("a number", example)?;
            let discs = number.parse().ok().filter(|discs| *discs <= 99);
            let discs = discs.ok_or_else(|| messages::no_number(number).at(at))?;
            let at = words.peek().map_or(at, |(at, _)| at);
            let colour = <Colour as Word<Board>>::parse(board, words)?;
            if named.contains(&colour) {
                return Err(messages::colour_twice(colour).at(at));
            }
            *take.of_mut(colour) = discs;
            named.push(colour);
        }
        Ok(take)
    }

    fn write(&self, _: &Board) -> String {
        let part = |colour| match self.of(colour) {
            0 => None,
            number => Some(format!("{number} {colour}")),
        };
        let parts: Vec<_> = Colour::ALL.into_iter().filter_map(part).collect();
        parts.join(" ")
    }

    fn phrase(&self, _: &Board) -> String {
        self.to_string()
    }
}
