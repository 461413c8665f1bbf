//! Events, as data and as sentences.

use super::rules;
use super::state::{Cell, Colour, Figure, Kind};
use cardwright_kernel::RuleId;
use serde::Serialize;
use std::fmt;

/// A piece that was built.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Placed {
    /// The kind of the piece.
    pub kind: Kind,
    /// The lower left cell of the piece.
    pub cell: Cell,
    /// Whether a long piece is placed vertically.
    pub up: bool,
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let way = match (self.kind.is_long(), self.up) {
            (false, _) => "",
            (true, false) => " across",
            (true, true) => " up",
        };
        write!(f, "{} {}{way}", self.kind.name(), self.cell)
    }
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A colour has reached the winning number of points.
    Target,
    /// Every white piece is on the board.
    White,
    /// Every coloured piece of this colour is on the board.
    Coloured(Colour),
    /// Too many consecutive turns brought nothing.
    Quiet,
}

impl Reason {
    /// The clause that ends the game for this reason.
    pub(crate) fn rule(self) -> RuleId {
        match self {
            Reason::Target => rules::TARGET,
            Reason::White | Reason::Coloured(_) => rules::EXHAUSTED,
            Reason::Quiet => rules::QUIET,
        }
    }

    fn text(self) -> String {
        match self {
            Reason::Target => "the points are reached".into(),
            Reason::White => "every white piece is on the board".into(),
            Reason::Coloured(colour) => format!("every {colour} piece is on the board"),
            Reason::Quiet => {
                "too many turns in a row had neither a new piece nor a new point".into()
            }
        }
    }
}

/// An event of the game. Seats are named as in sentences: `green`, or with four seats `green 1`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    /// The game begins.
    Began {
        /// The seat that has the first turn.
        first: &'static str,
    },
    /// The die was rolled.
    Rolled {
        /// The seat that rolled.
        who: &'static str,
        /// The face shown by the die.
        face: String,
    },
    /// A piece was built.
    Built {
        /// The seat that built the piece.
        who: &'static str,
        /// The piece and its place.
        placed: Placed,
    },
    /// A station was closed, or is a part of a station that was split.
    Closed {
        /// The station's first cell, row by row from the bottom.
        first: Cell,
        /// The number of cells in the station.
        cells: u32,
    },
    /// A station was scored.
    Scored {
        /// The station's first cell.
        first: Cell,
        /// The colour with the majority; `None` in a tie.
        owner: Option<Colour>,
        /// Whether the figures stay where they are (Q-LC-4).
        stay: bool,
        /// The number of green and orange coloured pieces in the outer wall.
        wall: [u32; 2],
        /// The number of robots inside.
        robots: u32,
        /// The number of astronauts inside.
        astronauts: u32,
        /// The points scored by green and orange.
        points: [u16; 2],
        /// The total scores afterwards.
        score: [u16; 2],
    },
    /// A figure walked.
    Walked {
        /// The seat that walked the figure.
        who: &'static str,
        /// The kind of figure.
        figure: Figure,
        /// The cell where the walk started.
        from: Cell,
        /// The cell where the walk ended.
        to: Cell,
        /// The number of steps.
        steps: u8,
    },
    /// A figure scored by walking into a station of the walking player's colour.
    WalkedIn {
        /// The colour that scores.
        colour: Colour,
        /// The kind of figure.
        figure: Figure,
        /// The points scored.
        points: u16,
        /// The total scores afterwards.
        score: [u16; 2],
    },
    /// A UFO was moved.
    Ufo {
        /// The seat that moved the UFO.
        who: &'static str,
        /// The previous centre.
        from: Cell,
        /// The new centre.
        to: Cell,
    },
    /// An astronaut was abducted.
    Abducted {
        /// The seat that moved the UFO.
        who: &'static str,
        /// The astronaut's previous cell.
        from: Cell,
        /// The astronaut's new cell.
        to: Cell,
        /// The centre of the UFO before the abduction.
        with: Cell,
    },
    /// The abducted astronaut scores, and the UFO moves to the astronaut's previous cell.
    CarriedHome {
        /// The colour that scores.
        colour: Colour,
        /// The points scored.
        points: u16,
        /// The total scores afterwards.
        score: [u16; 2],
        /// The new centre of the UFO.
        ufo: Cell,
    },
    /// The UFO stays on top of the astronaut.
    OnItsHead {
        /// The cell of the UFO and the astronaut.
        cell: Cell,
    },
    /// A seat chose to do nothing, as Q-LC-11 allows.
    Passed {
        /// The seat that passed.
        who: &'static str,
    },
    /// A seat had no possible action.
    NothingToDo {
        /// The seat without an action.
        who: &'static str,
    },
    /// The game is over.
    Over {
        /// The reason for the end.
        reason: Reason,
        /// The names of the winning seats.
        winners: Vec<&'static str>,
        /// The scores of green and orange.
        score: [u16; 2],
        /// The number of coloured pieces that green and orange built.
        built: [u32; 2],
    },
}

/// The event as one sentence.
pub(crate) fn describe_event(event: &Event) -> String {
    match event {
        Event::Began { first } => format!("the game begins; {first} rolls first"),
        Event::Rolled { who, face } => format!("{who} rolls {face}"),
        Event::Built { who, placed } => format!("{who} builds {placed}"),
        Event::Closed { first, cells } => {
            format!(
                "the station around {first} is closed; it has {}",
                count(*cells, "cell")
            )
        }
        Event::Scored {
            first,
            owner,
            stay,
            wall,
            robots,
            astronauts,
            points,
            score,
        } => {
            let text = scored(
                *first,
                *owner,
                *wall,
                [*robots, *astronauts],
                *points,
                *score,
            );
            if *stay {
                text + "; the figures stay"
            } else {
                text
            }
        }
        Event::Walked {
            who,
            figure,
            from,
            to,
            steps,
        } => {
            format!(
                "{who} walks the {figure} on {from} to {to} in {}",
                count(u32::from(*steps), "step")
            )
        }
        Event::WalkedIn {
            colour,
            figure,
            points,
            score,
        } => {
            format!(
                "the {figure} enters a station of {colour}: {colour} scores {points} and has {}",
                score[colour.index()]
            )
        }
        Event::Ufo { who, from, to } => format!("{who} moves the UFO on {from} to {to}"),
        Event::Abducted {
            who,
            from,
            to,
            with,
        } => {
            format!("{who} abducts the astronaut on {from} to {to} with the UFO on {with}")
        }
        Event::CarriedHome {
            colour,
            points,
            score,
            ufo,
        } => format!(
            "the astronaut enters a station of {colour}: {colour} scores {points} and has {}; the UFO goes to {ufo}",
            score[colour.index()]
        ),
        Event::OnItsHead { cell } => {
            format!("the UFO stays above the astronaut on {cell}")
        }
        Event::Passed { who } => format!("{who} passes"),
        Event::NothingToDo { who } => {
            format!("{who} cannot use any face of the die and passes")
        }
        Event::Over {
            reason,
            winners,
            score,
            built,
        } => over(*reason, winners, *score, *built),
    }
}

/// A number of things: `1 robot`, `2 robots`.
pub(crate) fn count(number: u32, thing: &str) -> String {
    if number == 1 {
        format!("1 {thing}")
    } else {
        format!("{number} {thing}s")
    }
}

fn scored(
    first: Cell,
    owner: Option<Colour>,
    wall: [u32; 2],
    inside: [u32; 2],
    points: [u16; 2],
    score: [u16; 2],
) -> String {
    let inside = match inside {
        [0, 0] => "nobody inside".to_string(),
        [robots, 0] => format!("{} inside", count(robots, "robot")),
        [0, astronauts] => format!("{} inside", count(astronauts, "astronaut")),
        [robots, astronauts] => {
            format!(
                "{} and {} inside",
                count(robots, "robot"),
                count(astronauts, "astronaut")
            )
        }
    };
    let wall = format!("{} green and {} orange in its wall", wall[0], wall[1]);
    let gets = match owner {
        Some(colour) => {
            format!(
                "{colour} scores {} and has {}",
                points[colour.index()],
                score[colour.index()]
            )
        }
        None => format!(
            "a tie: each scores {}; green has {}, orange {}",
            points[0], score[0], score[1]
        ),
    };
    format!("the station around {first} is scored, {inside}, {wall}: {gets}")
}

fn over(reason: Reason, winners: &[&str], score: [u16; 2], built: [u32; 2]) -> String {
    let colours = |winner: &&str| *winner == "green" || *winner == "orange";
    let who = match winners {
        [one] => format!("{one} wins"),
        [one, two] if !colours(one) && one.split(' ').next() == two.split(' ').next() => {
            format!("{one} and {two} win together")
        }
        several => format!("{} share the win", several.join(" and ")),
    };
    let green = format!(
        "green has {} and built {}",
        count(u32::from(score[0]), "point"),
        built[0]
    );
    let orange = format!("orange {} and {}", score[1], built[1]);
    format!(
        "the game is over: {}; {who}; {green}, {orange}",
        reason.text()
    )
}
