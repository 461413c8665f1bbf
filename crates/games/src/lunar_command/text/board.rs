//! The board as text: two letters a cell, so that 30 by 30 cells fit a screen of 80 by 40.

use super::super::state::{Cell, Colour, Kind};
use super::view::{View, standing};
use cardwright_kernel::Actor;
use std::fmt::Write;

/// The table as text.
pub(crate) fn draw(view: &View) -> String {
    let mut text = match view.actor {
        Actor::Over(_) => format!("The game is over after {} turns; {}.\n", view.turn, standing(view)),
        _ => format!("Turn {}, {}; {}.\n", view.turn, view.who, standing(view)),
    };
    text.push_str(&cells(view));
    for line in supplies(view) {
        let _ = writeln!(text, "{line}");
    }
    text.push_str(
        "## straight, [] square wall; G green, O orange: GS start, GD dome, GA airlock, G= door,\n\
         GY antenna; R robot, A astronaut, U UFO, : blocked by it; , entrance\n",
    );
    text
}

/// What is left to build, white pieces first; one line a colour, or with four seats a seat.
pub(super) fn supplies(view: &View) -> Vec<String> {
    let words = |left: &[(Kind, u8)], white: bool| {
        let kinds = left.iter().filter(|(kind, _)| kind.is_white() == white);
        kinds.map(|(kind, number)| format!("{number} {}", kind.name())).collect::<Vec<_>>().join(", ")
    };
    let white = view.supplies.first().map(|supply| format!("left: {}", words(&supply.left, true)));
    let own: Vec<_> = view
        .supplies
        .iter()
        .map(|supply| format!("{}: {}", supply.seat, words(&supply.left, false)))
        .collect();
    let own = match own.len() {
        4 => vec![format!("{}; {}", own[0], own[1]), format!("{}; {}", own[2], own[3])],
        _ => vec![own.join("; ")],
    };
    white.into_iter().chain(own).collect()
}

/// The cells, the top row first, with the numbers of rows and columns.
fn cells(view: &View) -> String {
    let (wide, high) = view.size;
    let mut drawn = vec![vec!["  ".to_string(); usize::from(wide)]; usize::from(high)];
    let mut put = |cell: Cell, text: &str| {
        if let Some(place) =
            drawn.get_mut(usize::from(cell.y)).and_then(|row| row.get_mut(usize::from(cell.x)))
        {
            *place = text.to_string();
        }
    };
    for y in 0..high {
        (0..wide).for_each(|x| put(Cell::at(x, y), ". "));
    }
    view.entrances.iter().for_each(|cell| put(*cell, ", "));
    view.ufos.iter().flat_map(|ufo| &ufo.covers).for_each(|cell| put(*cell, ": "));
    for piece in &view.pieces {
        let (width, height) = piece.kind.size(piece.up);
        let long = width.max(height);
        for (dx, dy) in (0..height).flat_map(|dy| (0..width).map(move |dx| (dx, dy))) {
            let middle = piece.kind == Kind::Airlock && (1..long - 1).contains(&(dx + dy));
            let letters = letters(piece.kind, piece.owner, piece.start, middle);
            put(Cell::at(piece.cell.x + dx, piece.cell.y + dy), &letters);
        }
    }
    view.ufos.iter().for_each(|ufo| put(ufo.cell, "U:"));
    let covered = |cell: &Cell| view.ufos.iter().any(|ufo| ufo.covers.contains(cell));
    for (letter, figures) in [("R", &view.robots), ("A", &view.astronauts)] {
        figures.iter().for_each(|cell| {
            let mark = if covered(cell) { ":" } else { " " };
            put(*cell, &format!("{letter}{mark}"));
        });
    }
    let mut text = String::new();
    for (y, row) in drawn.iter().enumerate().rev() {
        let _ = writeln!(text, "{y:>2} {}", row.concat().trim_end());
    }
    let _ = writeln!(text, "   {}", (0..wide).map(|x| format!("{x:<2}")).collect::<String>().trim_end());
    text
}

/// The two letters of a cell of a piece.
fn letters(kind: Kind, owner: Option<Colour>, start: bool, door: bool) -> String {
    let own = match owner {
        None => return if kind == Kind::Straight { "##".into() } else { "[]".into() },
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
