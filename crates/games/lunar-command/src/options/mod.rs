//! The options of a rulebook: the set-up, the die and the supplies as data, the printed variant with abduction, and the
//! variant for each open question (clauses LC-11.1 to LC-11.3).

mod check;
mod read;

pub(crate) use read::{OptionError, cells_of};

use super::questions::QUESTIONS;
use super::state::{Cell, Colour, Face, Kind};
use cardwright_kernel::OptionUse;

/// The default number of consecutive turns without a new piece or point after which the game ends (clause LC-8.5).
const QUIET_TURNS: u8 = 40;
/// The default number of points that win (clause LC-8.1).
const TARGET: u16 = 11;

/// An option of the rulebook that is not an open question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionKind {
    /// The name of the option.
    pub name: &'static str,
    /// The default value.
    pub default: &'static str,
    /// The meaning of the option and its possible values.
    pub about: &'static str,
}

const fn option(name: &'static str, default: &'static str, about: &'static str) -> OptionKind {
    OptionKind {
        name,
        default,
        about,
    }
}

/// All options that are not open questions, in the order of lists.
pub const OPTIONS: [OptionKind; 15] = [
    option(
        "board",
        "30x30",
        "columns and rows of the board, 6 to 30 each",
    ),
    option(
        "green",
        "3,3 25,25",
        "lower left cells of green's starting corners",
    ),
    option(
        "orange",
        "25,3 3,25",
        "lower left cells of orange's starting corners",
    ),
    option(
        "robots",
        ROBOTS,
        "where robots stand at the start, at most 24",
    ),
    option(
        "astronauts",
        "9,9 20,9 12,15 17,15",
        "where astronauts stand at the start, at most 8",
    ),
    option(
        "ufos",
        "7,13 22,13 12,20 17,20",
        "centres of the UFOs at the start, at most 6",
    ),
    option("straight", "26", "straight walls in the supply"),
    option("square", "26", "square walls in the supply"),
    option("dome", "6", "domes in the supply of each colour"),
    option("airlock", "4", "airlocks in the supply of each colour"),
    option("antenna", "4", "antennae in the supply of each colour"),
    option("target", "11", "points that win at once, 1 to 999"),
    option(
        "quiet_turns",
        "40",
        "turns in a row without a piece or a point that end the game, 2 to 200",
    ),
    option(
        "die",
        DIE,
        "the faces of the die, each made of white, colour, yellow and grey",
    ),
    option(
        "abduction",
        "no",
        "whether UFOs may abduct astronauts: `yes` or `no`",
    ),
];

const ROBOTS: &str = "6,9 23,9 5,16 24,16 8,20 21,20 9,5 20,5 10,13 19,13 11,17 18,17 12,24 17,24 14,9 15,9 13,12 16,12 9,17 20,17 11,22 18,22";
const DIE: &str = "white-colour white-colour white-yellow white-grey colour-yellow yellow-grey";

/// The open questions, in the order of their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Point {
    /// Open question Q-LC-1.
    SameType,
    /// Open question Q-LC-2.
    OuterWall,
    /// Open question Q-LC-3.
    Owner,
    /// Open question Q-LC-4.
    TiedFigures,
    /// Open question Q-LC-5.
    UfoBlocks,
    /// Open question Q-LC-6.
    WalkOut,
    /// Open question Q-LC-7.
    CoversOverlap,
    /// Open question Q-LC-8.
    Walkers,
    /// Open question Q-LC-9.
    StopInDoor,
    /// Open question Q-LC-10.
    ScoreInside,
    /// Open question Q-LC-11.
    MustAct,
    /// Open question Q-LC-12.
    StartingDomes,
    /// Open question Q-LC-13.
    SplitScores,
    /// Open question Q-LC-14.
    LiftUfo,
    /// Open question Q-LC-15.
    AbductionScores,
    /// Open question Q-LC-16.
    TeamPieces,
    /// Open question Q-LC-17.
    PartnerPath,
    /// Open question Q-LC-18.
    SeveralStations,
}

/// The number of open questions.
const POINTS: usize = Point::SeveralStations as usize + 1;

/// The options in force, checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    /// The number of columns and rows of the board.
    pub(crate) size: (u8, u8),
    /// Starting corners of green and orange, by their lower left cells.
    pub(crate) corners: [Vec<Cell>; 2],
    pub(crate) robots: Vec<Cell>,
    pub(crate) astronauts: Vec<Cell>,
    pub(crate) ufos: Vec<Cell>,
    /// The number of pieces of each kind; of coloured kinds, for each colour.
    pub(crate) supplies: [u8; 5],
    pub(crate) target: u16,
    pub(crate) quiet_turns: u8,
    /// The faces of the die.
    pub(crate) die: Vec<Face>,
    pub(crate) abduction: bool,
    /// The number of the variant of each open question, 0 for the default.
    variants: [u8; POINTS],
}

impl Options {
    /// Reads and checks options; those not given have their defaults.
    pub(crate) fn read(players: u8, given: &[(String, String)]) -> Result<Self, Vec<OptionError>> {
        read::Reader::new(given).read(players)
    }

    /// The number of the variant of an open question, 0 for the default.
    #[inline]
    pub(crate) fn variant(&self, point: Point) -> u8 {
        self.variants[point as usize]
    }

    /// The starting corners of a colour.
    pub(crate) fn corners_of(&self, colour: Colour) -> &[Cell] {
        &self.corners[colour.index()]
    }

    /// The number of pieces of a kind in the box; of a coloured kind, for each colour.
    #[inline]
    pub(crate) fn supply(&self, kind: Kind) -> u8 {
        self.supplies[kind.index()]
    }

    /// The number of coloured pieces of each colour.
    pub(crate) fn coloured(&self) -> u32 {
        Kind::ALL
            .iter()
            .filter(|kind| !kind.is_white())
            .map(|kind| u32::from(self.supply(*kind)))
            .sum()
    }

    /// The number of white pieces.
    pub(crate) fn white(&self) -> u32 {
        Kind::ALL
            .iter()
            .filter(|kind| kind.is_white())
            .map(|kind| u32::from(self.supply(*kind)))
            .sum()
    }

    /// The options in force: those of [`OPTIONS`], then the variant of each open question.
    pub(crate) fn list(&self) -> Vec<OptionUse> {
        let supply = |kind: Kind| self.supply(kind).to_string();
        let values = [
            format!("{}x{}", self.size.0, self.size.1),
            blanks(&self.corners[0]),
            blanks(&self.corners[1]),
            blanks(&self.robots),
            blanks(&self.astronauts),
            blanks(&self.ufos),
            supply(Kind::Straight),
            supply(Kind::Square),
            supply(Kind::Dome),
            supply(Kind::Airlock),
            supply(Kind::Antenna),
            self.target.to_string(),
            self.quiet_turns.to_string(),
            blanks(&self.die),
            if self.abduction { "yes" } else { "no" }.into(),
        ];
        let named = OPTIONS.iter().map(|kind| kind.name).zip(values);
        let read = QUESTIONS
            .iter()
            .zip(self.variants)
            .map(|(question, variant)| {
                (
                    question.option,
                    question.variants[usize::from(variant)].value.to_string(),
                )
            });
        named
            .chain(read)
            .map(|(name, value)| OptionUse {
                name: name.into(),
                value,
            })
            .collect()
    }
}

fn blanks<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
