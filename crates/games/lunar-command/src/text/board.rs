//! The board as text: two letters per cell, so that 30 by 30 cells fit a screen of 80 by 40.

use super::super::state::{Cell, Colour, Kind};
use super::view::{PieceView, View, standing};
use cardwright_kernel::{Actor, Shade, Sheet};
use std::fmt::Write;
use std::ops::Range;

/// The legend of the board.
const LEGEND: [&str; 2] = [
    "## straight, [] square wall; G green, O orange: GS start, GD dome, GA airlock,",
    "G= its door, GY antenna; R robot, A astronaut, U UFO, : blocked, , entrance",
];
/// The minimum number of rows and columns of cells that are drawn if space is short.
const MIN_CELLS: usize = 6;
/// The maximum length of the line that says which part of the board is drawn.
const PART: usize = 60;
/// How far from a starting corner a piece counts as built there.
const NEAR: u8 = 10;

/// The table as text; if the whole board does not fit, a part of it.
pub(crate) fn draw(view: &View, sheet: &Sheet<'_>) -> String {
    let head = match view.actor {
        Actor::Over(_) => format!(
            "The game is over after {} turns; {}.",
            view.turn,
            standing(view)
        ),
        _ => {
            let [green, orange] = view.score;
            let built = format!("built: green {}, orange {}", view.built[0], view.built[1]);
            let (turn, who, target) = (view.turn, view.who, view.target);
            format!(
                "Turn {turn}, {who}. Points of {target}: green {green}, orange {orange}; {built}."
            )
        }
    };
    let supplies = supplies(view);
    let high = |line: &str| line.chars().count().div_ceil(sheet.columns.max(1)).max(1);
    let others = supplies
        .iter()
        .map(String::as_str)
        .chain(LEGEND)
        .chain([head.as_str()]);
    // Next to the board, the numbers of the columns.
    let room = sheet
        .lines
        .saturating_sub(others.map(high).sum::<usize>() + 1);
    let window = Window::of(view, sheet, room);
    let mut text = format!("{head}\n");
    text.push_str(&cells(view, &window, sheet));
    if let Some(part) = window.told(view.size) {
        let _ = writeln!(text, "{part}");
    }
    for line in supplies {
        let _ = writeln!(text, "{line}");
    }
    for line in LEGEND {
        let _ = writeln!(text, "{line}");
    }
    text
}

/// The part of the board that is drawn.
struct Window {
    columns: Range<usize>,
    rows: Range<usize>,
}

impl Window {
    /// The part that fits, with at most so many rows of cells, around the most important place.
    fn of(view: &View, sheet: &Sheet<'_>, room: usize) -> Self {
        let (wide, high) = (usize::from(view.size.0), usize::from(view.size.1));
        let focus = sheet.around.parse().unwrap_or_else(|()| focus(view));
        let part = |all: usize, room: usize, at: u8| {
            let shown = if all <= room {
                all
            } else {
                room.max(MIN_CELLS).min(all)
            };
            let first = usize::from(at).saturating_sub(shown / 2).min(all - shown);
            first..first + shown
        };
        // If the board is cut, a line says which part it is; on a narrow screen it may take several.
        let told = PART.div_ceil(sheet.columns.max(1));
        let room = if high <= room {
            high
        } else {
            room.saturating_sub(told)
        };
        let columns = part(wide, sheet.columns.saturating_sub(3) / 2, focus.x);
        Window {
            columns,
            rows: part(high, room, focus.y),
        }
    }

    /// Which part of the board it is; `None` for the whole board.
    fn told(&self, (wide, high): (u8, u8)) -> Option<String> {
        let part = |range: &Range<usize>| format!("{} to {}", range.start, range.end - 1);
        let whole = self.columns.len() == usize::from(wide) && self.rows.len() == usize::from(high);
        let (columns, rows) = (part(&self.columns), part(&self.rows));
        (!whole).then(|| format!("(columns {columns} and rows {rows} of {wide} by {high} cells)"))
    }
}

/// The most important place for the seat whose turn it is: its starting corner with the most pieces built around
/// it.
fn focus(view: &View) -> Cell {
    let own = |piece: &&PieceView| {
        piece.start
            && piece
                .owner
                .is_some_and(|colour| view.who.starts_with(colour.name()))
    };
    let corners = view.pieces.iter().filter(own).map(|piece| piece.cell);
    let near = |corner: Cell| {
        let close = move |cell: &Cell| {
            cell.x.abs_diff(corner.x) <= NEAR && cell.y.abs_diff(corner.y) <= NEAR
        };
        view.pieces
            .iter()
            .filter(|piece| !piece.start)
            .map(|piece| piece.cell)
            .filter(move |cell| close(cell))
    };
    // The second member of a team builds from the second corner.
    let corners: Vec<Cell> = match view.who.ends_with('2') {
        true => corners.skip(1).collect(),
        false => corners.collect(),
    };
    let most = corners
        .into_iter()
        .rev()
        .max_by_key(|corner| near(*corner).count());
    // Every seat has a corner.
    let corner = most.unwrap_or(Cell::at(0, 0));
    let around: Vec<Cell> = near(corner).chain([corner]).collect();
    let middle = |of: fn(&Cell) -> u8| {
        let sum: usize = around.iter().map(|cell| usize::from(of(cell))).sum();
        (sum / around.len()) as u8
    };
    Cell::at(middle(|cell| cell.x), middle(|cell| cell.y))
}

/// The pieces left to build, white ones first; one line per colour, or with four seats per seat.
pub(super) fn supplies(view: &View) -> Vec<String> {
    let words = |left: &[(Kind, u8)], white: bool| {
        let kinds = left.iter().filter(|(kind, _)| kind.is_white() == white);
        kinds
            .map(|(kind, number)| format!("{number} {}", kind.name()))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let white = view
        .supplies
        .first()
        .map(|supply| format!("left: {}", words(&supply.left, true)));
    let own: Vec<_> = view
        .supplies
        .iter()
        .map(|supply| format!("{}: {}", supply.seat, words(&supply.left, false)))
        .collect();
    let own = match own.len() {
        4 => vec![
            format!("{}; {}", own[0], own[1]),
            format!("{}; {}", own[2], own[3]),
        ],
        _ => vec![own.join("; ")],
    };
    white.into_iter().chain(own).collect()
}

/// Two letters and their colour.
type Drawn = (String, Option<Shade>);

/// The cells, top row first, with the numbers of rows and columns.
fn cells(view: &View, window: &Window, sheet: &Sheet<'_>) -> String {
    let drawn = drawn(view);
    let mut text = String::new();
    for y in window.rows.clone().rev() {
        let row = drawn
            .get(y)
            .and_then(|row| row.get(window.columns.clone()))
            .unwrap_or_default();
        let last = row.len().saturating_sub(1);
        let painted = row.iter().enumerate().map(|(at, (letters, tone))| {
            let letters = if at == last {
                letters.trim_end()
            } else {
                letters
            };
            tone.map_or_else(|| letters.to_string(), |tone| (sheet.paint)(tone, letters))
        });
        let _ = writeln!(text, "{y:>2} {}", painted.collect::<String>());
    }
    let numbers: String = window.columns.clone().map(|x| format!("{x:<2}")).collect();
    let _ = writeln!(text, "   {}", numbers.trim_end());
    text
}

/// Every cell, by row and column.
fn drawn(view: &View) -> Vec<Vec<Drawn>> {
    let (wide, high) = view.size;
    let mut drawn = vec![vec![(". ".to_string(), None); usize::from(wide)]; usize::from(high)];
    let mut put = |cell: Cell, text: &str, tone: Option<Shade>| {
        let row = drawn.get_mut(usize::from(cell.y));
        if let Some(place) = row.and_then(|row| row.get_mut(usize::from(cell.x))) {
            *place = (text.to_string(), tone);
        }
    };
    view.entrances
        .iter()
        .for_each(|cell| put(*cell, ", ", None));
    let covers = view.ufos.iter().flat_map(|ufo| &ufo.covers);
    covers.for_each(|cell| put(*cell, ": ", Some(Shade::Purple)));
    for piece in &view.pieces {
        let (width, height) = piece.kind.size(piece.up);
        let long = width.max(height);
        let tone = piece.owner.map(super::scene::tone);
        for (dx, dy) in (0..height).flat_map(|dy| (0..width).map(move |dx| (dx, dy))) {
            let middle = piece.kind == Kind::Airlock && (1..long - 1).contains(&(dx + dy));
            let letters = letters(piece.kind, piece.owner, piece.start, middle);
            put(
                Cell::at(piece.cell.x + dx, piece.cell.y + dy),
                &letters,
                tone,
            );
        }
    }
    view.ufos
        .iter()
        .for_each(|ufo| put(ufo.cell, "U:", Some(Shade::Purple)));
    let covered = |cell: &Cell| view.ufos.iter().any(|ufo| ufo.covers.contains(cell));
    for (letter, tone, figures) in [
        ("R", Shade::Red, &view.robots),
        ("A", Shade::Blue, &view.astronauts),
    ] {
        figures.iter().for_each(|cell| {
            let mark = if covered(cell) { ":" } else { " " };
            put(*cell, &format!("{letter}{mark}"), Some(tone));
        });
    }
    drawn
}

/// The two letters for a cell of a piece.
fn letters(kind: Kind, owner: Option<Colour>, start: bool, door: bool) -> String {
    let own = match owner {
        None => {
            return if kind == Kind::Straight {
                "##".into()
            } else {
                "[]".into()
            };
        }
        Some(Colour::Green) => 'G',
        Some(Colour::Orange) => 'O',
    };
    let what = match kind {
        _ if start => 'S',
        Kind::Airlock if door => '=',
        Kind::Airlock => 'A',
        Kind::Antenna => 'Y',
        _ => 'D',
    };
    format!("{own}{what}")
}
