//! What happened, as data and as sentences.

use super::super::rules;
use super::super::state::{Cell, Colour, Figure, Kind};
use cardwright_kernel::RuleId;
use serde::Serialize;
use std::fmt;

/// A piece as it was placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Placed {
    /// Its kind.
    pub kind: Kind,
    /// Its lower left cell.
    pub cell: Cell,
    /// Whether a long piece lies up.
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
    /// A colour has the points that win.
    Target,
    /// Every white piece is on the board.
    White,
    /// Every coloured piece of a colour is on the board.
    Coloured(Colour),
    /// Too many turns in a row brought nothing.
    Quiet,
}

impl Reason {
    /// The clause that says so.
    pub(crate) fn rule(self) -> RuleId {
        match self {
            Reason::Target => rules::TARGET,
            Reason::White | Reason::Coloured(_) => rules::EXHAUSTED,
            Reason::Quiet => rules::QUIET,
        }
    }

    fn text(self) -> String {
        match self {
            Reason::Target => "there are points enough".into(),
            Reason::White => "every white piece is on the board".into(),
            Reason::Coloured(colour) => format!("every {colour} piece is on the board"),
            Reason::Quiet => "too many turns in a row brought neither a piece nor a point".into(),
        }
    }
}

/// Something that happened. Seats are named as people call them: `green`, with four seats `green 1`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    /// The game begins.
    Began {
        /// Who has the first turn.
        first: &'static str,
    },
    /// The die was rolled.
    Rolled {
        /// By whom.
        who: &'static str,
        /// The face it shows.
        face: String,
    },
    /// A piece was built.
    Built {
        /// By whom.
        who: &'static str,
        /// What and where.
        placed: Placed,
    },
    /// A station has closed, or is a part of one that was split.
    Closed {
        /// Its first cell, row by row from the bottom.
        first: Cell,
        /// How many cells it has.
        cells: u32,
    },
    /// A station was scored.
    Scored {
        /// Its first cell.
        first: Cell,
        /// Who has the majority; nobody in a tie.
        owner: Option<Colour>,
        /// Whether the figures stay where they are (Q-LC-4).
        stay: bool,
        /// Coloured pieces of green and orange in its outer wall.
        wall: [u32; 2],
        /// Robots inside.
        robots: u32,
        /// Astronauts inside.
        astronauts: u32,
        /// Points for green and orange.
        points: [u16; 2],
        /// The scores then.
        score: [u16; 2],
    },
    /// A figure was walked.
    Walked {
        /// By whom.
        who: &'static str,
        /// Which kind.
        figure: Figure,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
        /// How many steps it took.
        steps: u8,
    },
    /// The figure scores, because it came into a station of its walker's.
    WalkedIn {
        /// For whom.
        colour: Colour,
        /// Which kind.
        figure: Figure,
        /// How many points.
        points: u16,
        /// The scores then.
        score: [u16; 2],
    },
    /// A UFO was moved.
    Ufo {
        /// By whom.
        who: &'static str,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// An astronaut was abducted.
    Abducted {
        /// By whom.
        who: &'static str,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
        /// Where the UFO was that carried it.
        with: Cell,
    },
    /// It scores there, and the UFO goes where it stood.
    CarriedHome {
        /// For whom.
        colour: Colour,
        /// How many points.
        points: u16,
        /// The scores then.
        score: [u16; 2],
        /// Where the UFO is now.
        ufo: Cell,
    },
    /// The UFO stays on its head.
    OnItsHead {
        /// Where.
        cell: Cell,
    },
    /// A seat did nothing, as it may under Q-LC-11.
    Passed {
        /// Who.
        who: &'static str,
    },
    /// A seat could do nothing.
    NothingToDo {
        /// Who.
        who: &'static str,
    },
    /// The game is over.
    Over {
        /// Why.
        reason: Reason,
        /// Who has won.
        winners: Vec<&'static str>,
        /// The scores of green and orange.
        score: [u16; 2],
        /// The coloured pieces that green and orange built.
        built: [u32; 2],
    },
}

/// The event as one sentence.
pub(crate) fn describe_event(event: &Event) -> String {
    match event {
        Event::Began { first } => format!("the game begins; {first} is the first to roll"),
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
                "the {figure} comes home: {colour} scores {points} and has {}",
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
            format!("{who} carries the astronaut on {from} to {to} with the UFO on {with}")
        }
        Event::CarriedHome {
            colour,
            points,
            score,
            ufo,
        } => format!(
            "the astronaut comes home: {colour} scores {points} and has {}; the UFO goes to {ufo}",
            score[colour.index()]
        ),
        Event::OnItsHead { cell } => {
            format!("the UFO stays on the head of the astronaut on {cell}")
        }
        Event::Passed { who } => format!("{who} passes"),
        Event::NothingToDo { who } => {
            format!("{who} can do nothing of what the die shows and passes")
        }
        Event::Over {
            reason,
            winners,
            score,
            built,
        } => over(*reason, winners, *score, *built),
    }
}

/// So many things: `1 robot`, `2 robots`.
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
