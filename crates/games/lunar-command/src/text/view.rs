//! What a viewer sees: everything, since nothing is hidden (clause LC-1.7).

use super::super::events::count;
use super::super::grid::Grid;
use super::super::play::{stations, turn};
use super::super::rulebook::Rulebook;
use super::super::state::{Cell, Colour, Figure, Kind, Mark, Rows, State, Step};
use super::position;
use cardwright_kernel::{Actor, Seat};
use serde::Serialize;

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Piece"))]
#[serde(deny_unknown_fields)]
pub struct PieceView {
    /// The kind of the piece; a square wall with a dome is a `dome`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub kind: Kind,
    /// The lower left cell.
    pub cell: Cell,
    /// Whether a long piece is placed vertically.
    pub up: bool,
    /// The piece's colour; null for white pieces.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub owner: Option<Colour>,
    /// Whether it is a starting corner.
    pub start: bool,
}

/// A UFO.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Ufo"))]
#[serde(deny_unknown_fields)]
pub struct UfoView {
    /// The cell of its centre.
    pub cell: Cell,
    /// The colour that placed it on an astronaut, until it is moved; otherwise null.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub carrier: Option<Colour>,
    /// The cells of the board that it blocks.
    pub covers: Vec<Cell>,
}

/// A station.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Station"))]
#[serde(deny_unknown_fields)]
pub struct StationView {
    /// The station's first cell, row by row from the bottom.
    pub first: Cell,
    /// All cells of the station.
    pub cells: Vec<Cell>,
    /// The number of green and orange coloured pieces in the outer wall.
    pub wall: [u32; 2],
    /// The colour that owns the station; null if none does.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub owner: Option<Colour>,
    /// The colour that has scored the station alone, if the rules keep track of it; otherwise null.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub won: Option<Colour>,
    /// Whether the station waits to be scored this turn.
    pub waiting: bool,
}

/// The pieces that a seat may still build.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Supply"))]
#[serde(deny_unknown_fields)]
pub struct SupplyView {
    /// The name of the seat in sentences.
    pub seat: &'static str,
    /// The number of pieces left, by kind.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<(String, u8)>"))]
    pub left: Vec<(Kind, u8)>,
}

/// A game of Lunar Command. Nothing in it is hidden.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "LunarCommand"))]
#[serde(deny_unknown_fields)]
pub struct View {
    /// Who has to act, or how the game ended.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "cardwright_runtime::shapes::Actor")
    )]
    pub actor: Actor,
    /// The seat whose turn it is, from 1; when the game is over, the seat whose turn it was.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    pub to_move: Seat,
    /// The name of that seat in sentences.
    pub who: &'static str,
    /// The number of the turn, from 1.
    pub turn: u16,
    /// The number of consecutive turns before this one without a new piece or point.
    pub quiet: u8,
    /// The face that the die shows, such as `white-yellow`, while an option of it has to be carried out; otherwise
    /// null.
    pub face: Option<String>,
    /// The remaining steps of a spacewalk after its first figure has walked; otherwise null.
    pub steps: Option<u8>,
    /// The kinds of figures that have walked this turn, or the cells of the figures if the rules need them.
    pub walked: Vec<String>,
    /// Whether this turn has brought a new piece or point.
    pub progress: bool,
    /// The number of columns and rows of the board.
    #[cfg_attr(feature = "schema", schemars(with = "[u8; 2]"))]
    pub size: (u8, u8),
    /// The number of points needed to win.
    pub target: u16,
    /// The points of green and orange.
    pub score: [u16; 2],
    /// The number of coloured pieces that green and orange have built.
    pub built: [u32; 2],
    /// The pieces that each seat may still build.
    pub supplies: Vec<SupplyView>,
    /// The pieces on the board.
    pub pieces: Vec<PieceView>,
    /// The cells of the robots.
    pub robots: Vec<Cell>,
    /// The cells of the astronauts.
    pub astronauts: Vec<Cell>,
    /// The UFOs on the board.
    pub ufos: Vec<UfoView>,
    /// The entrances of airlocks, on which nothing may be built.
    pub entrances: Vec<Cell>,
    /// The stations on the board.
    pub stations: Vec<StationView>,
    /// The state itself, for bots that think ahead.
    #[serde(skip)]
    pub(crate) state: State,
}

/// The view of a state, which is the same for everybody.
pub(crate) fn view(rules: &Rulebook, state: &State) -> View {
    let grid = Grid::of(rules, state);
    let seats = (0..rules.seats()).map(Seat);
    let cells = |rows: Rows| rows.iter().collect::<Vec<_>>();
    View {
        actor: turn::actor(rules, state),
        to_move: state.to_move,
        who: rules.name(state.to_move),
        turn: state.turn,
        quiet: state.quiet,
        face: if let Step::Act(face) = state.step {
            Some(face.to_string())
        } else {
            None
        },
        steps: if let Step::Second(left) = state.step {
            Some(left)
        } else {
            None
        },
        walked: position::walked(rules, state),
        progress: state.progress,
        size: rules.size(),
        target: rules.options().target,
        score: state.score,
        built: Colour::ALL.map(|colour| grid.built_by(colour)),
        supplies: seats.map(|seat| supply(rules, &grid, seat)).collect(),
        pieces: state
            .pieces
            .iter()
            .map(|piece| piece_view(rules, *piece))
            .collect(),
        robots: state.robots.to_vec(),
        astronauts: state.astronauts.to_vec(),
        ufos: state
            .ufos
            .iter()
            .map(|ufo| UfoView {
                cell: ufo.cell,
                carrier: ufo.carrier,
                covers: cells(ufo.cover().and(rules.board())),
            })
            .collect(),
        entrances: cells(grid.entrances),
        stations: stations::all(rules, &grid)
            .map(|rows| station(rules, state, &grid, &rows))
            .collect(),
        state: state.clone(),
    }
}

fn piece_view(rules: &Rulebook, piece: super::super::Piece) -> PieceView {
    PieceView {
        kind: piece.built(),
        cell: piece.cell(),
        up: piece.up(),
        owner: piece.owner(),
        start: rules.is_corner(piece),
    }
}

fn supply(rules: &Rulebook, grid: &Grid, seat: Seat) -> SupplyView {
    let left = Kind::ALL.map(|kind| (kind, grid.left(rules, seat, kind)));
    SupplyView {
        seat: rules.name(seat),
        left: left.to_vec(),
    }
}

fn station(rules: &Rulebook, state: &State, grid: &Grid, rows: &Rows) -> StationView {
    let mark = rows.first().and_then(|first| state.marks.of(first));
    StationView {
        first: rows.first().unwrap_or(Cell::at(0, 0)),
        cells: rows.iter().collect(),
        wall: stations::outer_wall(rules, state, grid, rows),
        owner: stations::owner(rules, state, grid, rows),
        won: if let Some(Mark::Won(colour)) = mark {
            Some(colour)
        } else {
            None
        },
        waiting: mark == Some(Mark::Waiting),
    }
}

/// The standing of the colours, in one line.
pub(crate) fn standing(view: &View) -> String {
    let told = Colour::ALL.map(|colour| {
        let (score, built) = (view.score[colour.index()], view.built[colour.index()]);
        format!(
            "{colour} has {score} of {} points and built {built}",
            view.target
        )
    });
    told.join(", ")
}

/// What is asked, as one sentence; the player `you` needs neither the turn nor a name.
pub(crate) fn question(rules: &Rulebook, state: &State, you: Option<Seat>) -> String {
    let who = rules.name(state.to_move);
    let turn = state.turn;
    let start = |end: &str| match you {
        Some(_) => String::new(),
        None => format!("turn {turn}, {who}{end} "),
    };
    match state.step {
        Step::Roll => format!("turn {turn}: {who} rolls the die"),
        Step::Act(face) => {
            let options = super::super::Face::NAMED
                .iter()
                .filter(|(_, option)| face.has(*option));
            let words = options.map(|(name, _)| match *name {
                "white" => "build a wall",
                "colour" => "build a coloured piece",
                "yellow" => "walk figures, 4 steps in all",
                _ if rules.abducts() => "move a UFO, or abduct an astronaut",
                _ => "move a UFO",
            });
            let words: Vec<_> = words.collect();
            format!("{}{face}: {}", start(","), words.join(", or "))
        }
        Step::Second(left) => {
            let left = count(u32::from(left), "step");
            let figure = match rules.other(super::super::Point::Walkers) {
                true => "another figure".to_string(),
                false => {
                    let walked = Figure::ALL
                        .into_iter()
                        .find(|kind| state.walked >> kind.index() & 1 == 1);
                    let other = walked.map_or("figure", |kind| kind.other().name());
                    if other == "astronaut" {
                        "an astronaut".into()
                    } else {
                        format!("a {other}")
                    }
                }
            };
            format!("{}walk {figure}, {left} left, or stop", start(":"))
        }
        Step::Order => format!("{}which station is scored next?", start(":")),
        Step::Over => "the game is over".into(),
    }
}
