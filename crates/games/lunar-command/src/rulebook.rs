//! The rules for a number of players under a set of options, and the values that the game derives from them.

use super::options::{OptionError, Options, Point};
use super::rules;
use super::state::{Cell, Colour, Face, Kind, Piece, Rows, colour_of};
use cardwright_kernel::{Seat, TextError};

/// The rules of Lunar Command for a number of players under a set of options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rulebook {
    pub(super) players: u8,
    pub(super) options: Options,
    /// The cells of the board.
    board: Rows,
}

impl Rulebook {
    /// Makes the rules for two or four players with options given as name and value; the others keep their defaults.
    /// [`super::OPTIONS`] lists the options, and [`super::questions::QUESTIONS`] those that choose variants of the
    /// rules.
    ///
    /// # Errors
    /// A sentence for every reason why the options are invalid.
    pub fn new(players: u8, options: &[(String, String)]) -> Result<Self, Vec<String>> {
        if ![2, 4].contains(&players) {
            let message =
                format!("lunar-command is for 2 players, or for 4 in teams of two, not {players}");
            return Err(vec![format!("{message} ({})", rules::TEAMS)]);
        }
        match Options::read(players, options) {
            Ok(options) => Ok(Rulebook::under(players, options)),
            Err(faults) => Err(faults.iter().map(OptionError::sentence).collect()),
        }
    }

    /// Makes the rules for house rules written as TOML: options as keys of a table `[options]` (or at the top level),
    /// cells as strings or arrays. `players` must be 2 or 4.
    ///
    /// # Errors
    /// Every problem in the text, each with its place.
    pub fn from_toml(players: u8, text: &str) -> Result<Self, Vec<TextError>> {
        let texts = cardwright_runtime::toml::options(text)?;
        match Options::read(players, &texts.given) {
            Ok(options) => Ok(Rulebook::under(players, options)),
            Err(faults) => Err(faults
                .iter()
                .map(|fault| fault.flaw(&texts.spans))
                .collect()),
        }
    }

    fn under(players: u8, options: Options) -> Self {
        let board = Rows::block(Cell::at(0, 0), options.size.0, options.size.1);
        Rulebook {
            players,
            options,
            board,
        }
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// The cells of the board.
    #[inline]
    pub(crate) fn board(&self) -> &Rows {
        &self.board
    }

    /// The number of columns and rows of the board.
    pub fn size(&self) -> (u8, u8) {
        self.options.size
    }

    /// The number of seats.
    #[inline]
    pub(crate) fn seats(&self) -> u8 {
        self.players
    }

    /// The colour of a seat.
    #[inline]
    pub fn colour(&self, seat: Seat) -> Colour {
        colour_of(self.players, seat)
    }

    /// Whether a seat is the second member of its team.
    #[inline]
    pub(crate) fn is_second(&self, seat: Seat) -> bool {
        self.players > 2 && seat.0 % 2 == 1
    }

    /// The name of a seat in sentences.
    pub(crate) fn name(&self, seat: Seat) -> &'static str {
        let colour = self.colour(seat).index();
        match self.players {
            2 => ["green", "orange"][colour],
            _ => {
                [["green 1", "green 2"], ["orange 1", "orange 2"]][colour][usize::from(seat.0 % 2)]
            }
        }
    }

    /// The starting corners from which a seat builds (clauses LC-4.9, LC-9.2).
    pub(crate) fn roots(&self, seat: Seat) -> impl Iterator<Item = Cell> + '_ {
        let corners = self
            .options
            .corners_of(self.colour(seat))
            .iter()
            .enumerate();
        let own = move |member: usize| self.players == 2 || (member == 1) == self.is_second(seat);
        corners
            .filter(move |(member, _)| own(*member))
            .map(|(_, cell)| *cell)
    }

    /// Whether a piece is a starting corner.
    pub(crate) fn is_corner(&self, piece: Piece) -> bool {
        piece.kind() == Kind::Square
            && piece
                .owner()
                .is_some_and(|colour| self.options.corners_of(colour).contains(&piece.cell()))
    }

    /// The number of pieces of a kind in the box; of a coloured kind, for each colour.
    #[inline]
    pub(crate) fn supply(&self, kind: Kind) -> u8 {
        self.options.supply(kind)
    }

    /// The number of the variant of an open question, 0 for the default.
    #[inline]
    pub(crate) fn variant(&self, point: Point) -> u8 {
        self.options.variant(point)
    }

    /// Whether a variant other than the default of an open question is in force.
    #[inline]
    pub(crate) fn other(&self, point: Point) -> bool {
        self.variant(point) != 0
    }

    /// Whether each member of a team has half of its pieces (Q-LC-16).
    pub(crate) fn halves(&self) -> bool {
        self.players > 2 && self.other(Point::TeamPieces)
    }

    /// Whether a partner's pieces interrupt a connection (Q-LC-17).
    pub(crate) fn parts_partners(&self) -> bool {
        self.players > 2 && self.other(Point::PartnerPath)
    }

    /// Whether it matters which member of a team built a piece.
    pub(crate) fn tells_members(&self) -> bool {
        self.halves() || self.parts_partners()
    }

    /// Whether it matters who has scored a station (Q-LC-3, Q-LC-15).
    pub(crate) fn marks_stations(&self) -> bool {
        self.other(Point::Owner) || (self.abducts() && self.other(Point::AbductionScores))
    }

    /// Whether astronauts may be abducted (clause LC-10.1).
    #[inline]
    pub(crate) fn abducts(&self) -> bool {
        self.options.abduction
    }

    /// Whether a player may pass although an option is possible (Q-LC-11).
    #[inline]
    pub(crate) fn may_pass(&self) -> bool {
        self.other(Point::MustAct)
    }

    /// The only face of the die, if it has one face (clause LC-11.3).
    #[inline]
    pub(crate) fn only_face(&self) -> Option<Face> {
        let first = *self.options.die.first()?;
        self.options
            .die
            .iter()
            .all(|face| *face == first)
            .then_some(first)
    }

    /// The faces of the die, for a hint.
    pub(crate) fn faces(&self) -> String {
        let mut names: Vec<String> = self.options.die.iter().map(Face::to_string).collect();
        names.dedup();
        format!("the faces are {}", names.join(", "))
    }

    /// The number of pieces (including domes) and figures in the set-up, which limits how often the game can
    /// progress (clause LC-8.6).
    fn events(&self) -> u32 {
        let built = self.options.white() + 2 * self.options.coloured();
        built + self.options.robots.len() as u32 + self.options.astronauts.len() as u32
    }

    /// The maximum number of turns in a game (clause LC-8.6).
    pub(crate) fn longest_turns(&self) -> u32 {
        (self.events() + 1) * u32::from(self.options.quiet_turns)
    }
}
