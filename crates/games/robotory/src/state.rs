//! The state of a game: discs as bit sets of hexes, three robots, three piles of discs, and the turn.

use crate::hex::{Hex, Hexes};
use cardwright_kernel::Seat;
use cardwright_runtime::ids::Id;
use cardwright_runtime::words;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The first player, who sits at the bottom of the board (clause RB-2.1).
pub const LIGHT: Seat = Seat(0);
/// The second player, who sits at the top of the board (clause RB-2.1).
pub const DARK: Seat = Seat(1);

words! {
    /// The colour of a disc, white or black.
    Colour, "a disc colour" { White = "white", Black = "black" }
    /// One of the three robots. They belong to nobody (clause RB-5.1).
    Robot, "a robot" { White = "white", Black = "black", Red = "red" }
    /// A seat, named by its side of the board.
    Side, "a player" { Light = "light", Dark = "dark" }
}

impl Robot {
    /// Whether the robot can burn a disc of the colour (clause RB-5.4).
    pub fn burns(self, colour: Colour) -> bool {
        self == Robot::Red || self.index() == colour.index()
    }
}

/// The name of a seat's side of the board.
pub(crate) fn side(seat: Seat) -> &'static str {
    Side::ALL[seat.index() & 1].name()
}

/// The number of discs of each colour in one place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pile {
    /// The number of white discs.
    pub white: u8,
    /// The number of black discs.
    pub black: u8,
}

impl Pile {
    /// A pile with the number of discs that `number` returns for each colour.
    pub fn by(number: impl Fn(Colour) -> u8) -> Self {
        let [white, black] = Colour::ALL.map(number);
        Pile { white, black }
    }

    /// The number of discs of one colour.
    #[inline]
    pub fn of(self, colour: Colour) -> u8 {
        match colour {
            Colour::White => self.white,
            Colour::Black => self.black,
        }
    }

    /// Mutable access to the number of discs of one colour.
    #[inline]
    pub fn of_mut(&mut self, colour: Colour) -> &mut u8 {
        match colour {
            Colour::White => &mut self.white,
            Colour::Black => &mut self.black,
        }
    }

    /// The total number of discs. It saturates at 255, which no real pile reaches.
    #[inline]
    pub fn total(self) -> u8 {
        self.white.saturating_add(self.black)
    }

    /// The number of colours in the pile: 0, 1 or 2.
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

/// The state of a game in progress. Discs in none of these places have been burned (clause RB-5.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// The hexes with a disc, by colour.
    pub discs: [Hexes; 2],
    /// The hexes of the robots.
    pub robots: [Hex; 3],
    /// The supplies of light and dark.
    pub hands: [Pile; 2],
    /// The discs on the lid of the box.
    pub reserve: Pile,
    /// The seat whose turn it is, or was when the game ended.
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
        self.discs[0] | self.discs[1]
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

    /// The hexes with a robot.
    #[inline]
    pub fn robots(&self) -> Hexes {
        let [white, black, red] = self.robots;
        white.only() | black.only() | red.only()
    }

    /// The robot on a hex.
    pub fn robot_on(&self, hex: Hex) -> Option<Robot> {
        let mut robots = Robot::ALL.into_iter();
        robots.find(|robot| self.robots[robot.index()] == hex)
    }

    /// The colour of the disc on a hex.
    pub fn disc_on(&self, hex: Hex) -> Option<Colour> {
        let mut colours = Colour::ALL.into_iter();
        colours.find(|colour| self.discs[colour.index()].contains(hex))
    }

    /// The number of discs of one colour in both supplies, the reserve and the board.
    pub fn left(&self, colour: Colour) -> u32 {
        let piles = [self.hands[0], self.hands[1], self.reserve];
        let held: u32 = piles.iter().map(|pile| u32::from(pile.of(colour))).sum();
        held + self.discs[colour.index()].len() as u32
    }

    /// A number that decreases with every action, which proves that every game ends: three for a disc in the reserve,
    /// two for one in a supply, one for one on the board (clause RB-7.5).
    pub fn measure(&self) -> u32 {
        let total = |pile: Pile| u32::from(pile.white) + u32::from(pile.black);
        let held = total(self.hands[0]) + total(self.hands[1]);
        3 * total(self.reserve) + 2 * held + self.discs().len() as u32
    }
}
