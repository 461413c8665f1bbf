//! The board for a screen, on which every cell can be picked. A cell has one symbol on a narrow screen, two on a
//! wide one.

use super::super::rulebook::Rulebook;
use super::super::state::{Cell, Colour, Kind};
use super::view::View;
use cardwright_kernel::{Picture, Seat, SeatLine, Tone};

/// The columns for the number of a row.
const MARGIN: usize = 3;

/// The table, with two columns per cell if the screen is wide enough.
pub(crate) fn picture(rules: &Rulebook, view: &View, columns: usize) -> Picture {
    let (wide, high) = view.size;
    let each = if columns >= MARGIN + 2 * usize::from(wide) {
        2
    } else {
        1
    };
    let mut picture = Picture {
        seats: seats(rules, view),
        legend: legend(),
        ..Picture::new()
    };
    let cells = Cells::of(view);
    for y in (0..high).rev() {
        picture.row().put(format!("{y:>2} "), Tone::Faint);
        for x in 0..wide {
            let cell = Cell::at(x, y);
            let (sign, tone) = cells.at(cell);
            let sign = if each == 2 {
                pair(sign)
            } else {
                sign.to_string()
            };
            picture.spot(&sign, tone, &cell.to_string(), None);
        }
    }
    picture.ruler = Some(picture.rows.len());
    picture.row().pad(MARGIN);
    for x in 0..wide {
        let label = if each == 2 {
            format!("{x:<2}")
        } else {
            (x % 10).to_string()
        };
        picture.put(
            label,
            if x >= 10 && x % 20 >= 10 {
                Tone::Strong
            } else {
                Tone::Faint
            },
        );
    }
    supplies(&mut picture, view);
    picture
}

fn seats(rules: &Rulebook, view: &View) -> Vec<SeatLine> {
    let seat = |seat: Seat| {
        let colour = rules.colour(seat).index();
        let score = view.score[colour];
        (
            vec![rules.name(seat).to_string()],
            format!("{score} of {} points", view.target),
            Some(i64::from(score)),
        )
    };
    let mut lines = SeatLine::of((0..rules.seats()).map(Seat).map(seat));
    for (line, seat) in lines.iter_mut().zip((0..).map(Seat)) {
        line.tone = Some(tone(rules.colour(seat)));
    }
    lines
}

/// Green and orange have the tones of the third and second seat at a table of four, which look like these colours.
fn tone(colour: Colour) -> Tone {
    match colour {
        Colour::Green => Tone::Seat(Seat(2)),
        Colour::Orange => Tone::Seat(Seat(1)),
    }
}

fn legend() -> Vec<String> {
    let lines = [
        "# straight wall    ▒ square wall    · empty",
        "GREEN in large, orange in small letters:",
        "S start  D dome  A airlock  = door (~ orange's)  Y antenna",
        "◉ robot  ☺ astronaut  U UFO  : blocked by a UFO",
        ", entrance of an airlock: you cannot build there",
        "A cell is its column and row: 9,5 is column 9, row 5.",
    ];
    lines.map(String::from).to_vec()
}

/// What is on every cell.
struct Cells(Vec<Vec<(char, Tone)>>);

impl Cells {
    fn of(view: &View) -> Self {
        let (wide, high) = view.size;
        let mut cells = Cells(vec![
            vec![('·', Tone::Faint); usize::from(wide)];
            usize::from(high)
        ]);
        view.entrances
            .iter()
            .for_each(|cell| cells.put(*cell, ',', Tone::Faint));
        view.ufos
            .iter()
            .flat_map(|ufo| &ufo.covers)
            .for_each(|cell| cells.put(*cell, ':', Tone::Bad));
        for piece in &view.pieces {
            let (width, height) = piece.kind.size(piece.up);
            let long = width.max(height);
            for (dx, dy) in (0..height).flat_map(|dy| (0..width).map(move |dx| (dx, dy))) {
                let door = piece.kind == Kind::Airlock && (1..long - 1).contains(&(dx + dy));
                let (sign, tone) = sign(piece.kind, piece.owner, piece.start, door);
                cells.put(Cell::at(piece.cell.x + dx, piece.cell.y + dy), sign, tone);
            }
        }
        view.ufos
            .iter()
            .for_each(|ufo| cells.put(ufo.cell, 'U', Tone::Bad));
        view.robots
            .iter()
            .for_each(|cell| cells.put(*cell, '◉', Tone::Strong));
        view.astronauts
            .iter()
            .for_each(|cell| cells.put(*cell, '☺', Tone::Good));
        cells
    }

    fn put(&mut self, cell: Cell, sign: char, tone: Tone) {
        if let Some(place) = self
            .0
            .get_mut(usize::from(cell.y))
            .and_then(|row| row.get_mut(usize::from(cell.x)))
        {
            *place = (sign, tone);
        }
    }

    fn at(&self, cell: Cell) -> (char, Tone) {
        let row = self.0.get(usize::from(cell.y));
        row.and_then(|row| row.get(usize::from(cell.x)))
            .copied()
            .unwrap_or((' ', Tone::Plain))
    }
}

/// The symbol for a cell of a piece.
fn sign(kind: Kind, owner: Option<Colour>, start: bool, door: bool) -> (char, Tone) {
    let Some(owner) = owner else {
        return (if kind == Kind::Straight { '#' } else { '▒' }, Tone::Plain);
    };
    let green = match kind {
        _ if start => 'S',
        Kind::Airlock if door => '=',
        Kind::Airlock => 'A',
        Kind::Antenna => 'Y',
        _ => 'D',
    };
    let sign = match (owner, green) {
        (Colour::Green, sign) => sign,
        (Colour::Orange, '=') => '~',
        (Colour::Orange, sign) => sign.to_ascii_lowercase(),
    };
    (sign, tone(owner))
}

/// A symbol over two columns: walls and other pieces fill their cell, figures are at its left.
fn pair(sign: char) -> String {
    match sign {
        '·' | ',' | ':' | '◉' | '☺' | 'U' => format!("{sign} "),
        _ => format!("{sign}{sign}"),
    }
}

/// The pieces left to build: white ones for all, then the coloured ones of each seat.
fn supplies(picture: &mut Picture, view: &View) {
    let words = |left: &[(Kind, u8)], white: bool| {
        let kinds = left.iter().filter(|(kind, _)| kind.is_white() == white);
        kinds
            .map(|(kind, number)| format!("{number} {}", kind.name()))
            .collect::<Vec<_>>()
            .join(", ")
    };
    if let Some(first) = view.supplies.first() {
        picture
            .row()
            .put("white ", Tone::Faint)
            .put(words(&first.left, true), Tone::Plain);
    }
    for supply in &view.supplies {
        let colour = if supply.seat.starts_with("orange") {
            Colour::Orange
        } else {
            Colour::Green
        };
        picture.row().put(format!("{} ", supply.seat), tone(colour));
        picture.put(words(&supply.left, false), Tone::Plain);
    }
}
