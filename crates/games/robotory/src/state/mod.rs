//! One game in progress: discs as bit sets of hexes, three robots, three piles of discs, the turn.

pub(crate) mod board;

use cardwright_kernel::Seat;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// The first player, who sits at the bottom of the board (clause RB-2.1).
pub const LIGHT: Seat = Seat(0);
/// The second player, who sits at the top of the board (clause RB-2.1).
pub const DARK: Seat = Seat(1);

/// The colour of a disc.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// White energy.
    White,
    /// Black energy.
    Black,
}

impl Colour {
    /// Both colours, in the order lists use.
    pub const ALL: [Colour; 2] = [Colour::White, Colour::Black];

    /// The colour as an index into tables of two.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Its name in notation and positions.
    pub fn name(self) -> &'static str {
        ["white", "black"][self.index()]
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One of the three robots. They belong to nobody (clause RB-5.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Robot {
    /// Burns white discs.
    White,
    /// Burns black discs.
    Black,
    /// Burns discs of both colours.
    Red,
}

impl Robot {
    /// All robots, in the order lists use.
    pub const ALL: [Robot; 3] = [Robot::White, Robot::Black, Robot::Red];

    /// The robot as an index into tables of three.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Its name in notation and positions.
    pub fn name(self) -> &'static str {
        ["white", "black", "red"][self.index()]
    }

    /// Whether it can burn a disc of the colour (clause RB-5.4).
    pub fn burns(self, colour: Colour) -> bool {
        match self {
            Robot::White => colour == Colour::White,
            Robot::Black => colour == Colour::Black,
            Robot::Red => true,
        }
    }
}

impl fmt::Display for Robot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A hex of the board in play, counted from 0 column by column from the left, each from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Hex(pub u8);

impl Hex {
    /// The hex as an index into tables of hexes.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The name of a hex, such as `c4`: the column's letter from the left, the number from the bottom, as light sees
/// the board (clause RB-1.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HexName {
    /// The column, from 0.
    pub column: u8,
    /// The number in the column, from 1.
    pub number: u8,
}

impl fmt::Display for HexName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.number)
    }
}

impl Serialize for HexName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A set of hexes, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Hexes(pub u32);

impl Hexes {
    /// The set of one hex.
    #[inline]
    pub fn one(hex: Hex) -> Self {
        Hexes(1 << hex.0)
    }

    /// Whether the hex is in the set.
    #[inline]
    pub fn has(self, hex: Hex) -> bool {
        self.0 & (1 << hex.0) != 0
    }

    /// How many hexes the set holds.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// What is in either set.
    #[inline]
    #[must_use]
    pub fn or(self, other: Hexes) -> Hexes {
        Hexes(self.0 | other.0)
    }

    /// What is in both sets.
    #[inline]
    #[must_use]
    pub fn and(self, other: Hexes) -> Hexes {
        Hexes(self.0 & other.0)
    }

    /// What is in this set and not in the other.
    #[inline]
    #[must_use]
    pub fn without(self, other: Hexes) -> Hexes {
        Hexes(self.0 & !other.0)
    }
}

impl IntoIterator for Hexes {
    type Item = Hex;
    type IntoIter = HexIter;

    #[inline]
    fn into_iter(self) -> HexIter {
        HexIter(self.0)
    }
}

/// The hexes of a set, in order.
#[derive(Clone, Debug)]
pub struct HexIter(u32);

impl Iterator for HexIter {
    type Item = Hex;

    #[inline]
    fn next(&mut self) -> Option<Hex> {
        if self.0 == 0 {
            return None;
        }
        let hex = Hex(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(hex)
    }
}

impl FromIterator<Hex> for Hexes {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> Self {
        hexes
            .into_iter()
            .fold(Hexes::default(), |set, hex| set.or(Hexes::one(hex)))
    }
}

/// A number of discs of each colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pile {
    /// White discs.
    pub white: u8,
    /// Black discs.
    pub black: u8,
}

impl Pile {
    /// So many discs of each colour.
    pub fn both(n: u8) -> Self {
        Pile { white: n, black: n }
    }

    /// The number of discs of one colour.
    #[inline]
    pub fn of(self, colour: Colour) -> u8 {
        match colour {
            Colour::White => self.white,
            Colour::Black => self.black,
        }
    }

    /// The number of discs of one colour, to change it.
    #[inline]
    pub fn of_mut(&mut self, colour: Colour) -> &mut u8 {
        match colour {
            Colour::White => &mut self.white,
            Colour::Black => &mut self.black,
        }
    }

    /// The number of discs. Saturates at 255, which only a pile nobody could hold reaches.
    #[inline]
    pub fn total(self) -> u8 {
        self.white.saturating_add(self.black)
    }

    /// How many colours it holds: 0, 1 or 2.
    #[inline]
    pub fn colours(self) -> u32 {
        u32::from(self.white > 0) + u32::from(self.black > 0)
    }
}

impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.white, self.black) {
            (0, 0) => f.write_str("no disc"),
            (white, 0) => write!(f, "{white} white"),
            (0, black) => write!(f, "{black} black"),
            (white, black) => write!(f, "{white} white and {black} black"),
        }
    }
}

/// One game in progress. Discs that are in none of these places have been burned (clause RB-5.5).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// The hexes that carry a disc, by colour.
    pub discs: [Hexes; 2],
    /// Where the robots stand.
    pub robots: [Hex; 3],
    /// The discs before light and dark.
    pub hands: [Pile; 2],
    /// The discs on the lid of the box.
    pub reserve: Pile,
    /// Whose turn it is; when the game is over, whose turn it was.
    pub to_move: Seat,
    /// The number of the turn, from 1.
    pub turn: u16,
}

impl State {
    /// The supply of the player whose turn it is.
    #[inline]
    pub fn hand(&self) -> Pile {
        self.hands[self.to_move.index() & 1]
    }

    /// The hexes with a disc of either colour.
    #[inline]
    pub fn discs(&self) -> Hexes {
        self.discs[0].or(self.discs[1])
    }

    /// The hexes with a disc that the robot can burn (clause RB-5.4).
    #[inline]
    pub fn fuel(&self, robot: Robot) -> Hexes {
        match robot {
            Robot::White => self.discs[0],
            Robot::Black => self.discs[1],
            Robot::Red => self.discs(),
        }
    }

    /// The hexes on which a robot stands.
    #[inline]
    pub fn robots(&self) -> Hexes {
        Hexes::one(self.robots[0])
            .or(Hexes::one(self.robots[1]))
            .or(Hexes::one(self.robots[2]))
    }

    /// The robot on a hex.
    pub fn robot_on(&self, hex: Hex) -> Option<Robot> {
        Robot::ALL
            .into_iter()
            .find(|robot| self.robots[robot.index()] == hex)
    }

    /// The colour of the disc on a hex.
    pub fn disc_on(&self, hex: Hex) -> Option<Colour> {
        Colour::ALL
            .into_iter()
            .find(|colour| self.discs[colour.index()].has(hex))
    }

    /// The discs on the board.
    pub fn on_board(&self) -> Pile {
        Pile {
            white: self.discs[0].len() as u8,
            black: self.discs[1].len() as u8,
        }
    }

    /// The measure that falls with every action, so that every game ends: three for a disc in the reserve, two for
    /// one in a supply, one for one on the board (clause RB-7.5).
    pub fn measure(&self) -> u32 {
        let total = |pile: Pile| u32::from(pile.white) + u32::from(pile.black);
        3 * total(self.reserve)
            + 2 * (total(self.hands[0]) + total(self.hands[1]))
            + self.discs().len()
    }
}

/// The name of a seat as the board names it.
pub(crate) fn side(seat: Seat) -> &'static str {
    if seat == LIGHT { "light" } else { "dark" }
}
