//! The board as a drawing: every piece, figure and UFO is an item with its name and its cell.

use super::super::state::{Cell, Colour, Kind};
use super::view::{PieceView, StationView, UfoView, View, standing};
use cardwright_kernel::{Actor, Anchor, Coord, Item, Mark, Scene, Shade};

/// The width and height of a cell.
const CELL: i32 = 20;
/// The space above the board, for the turn and the two score tracks.
const TOP: i32 = 84;
/// The space at the left of the board for the row numbers, and the same at the right.
const SIDE: i32 = 32;
/// The space below the board, for the column numbers, the supplies and the legend.
const FOOT: i32 = 142;
/// The minimum width, which the text above and below needs.
const WIDTH: i32 = 654;
/// The maximum number of points for which the track has separate squares.
const TRACK: u16 = 20;

/// The table of a view.
pub(crate) fn scene(view: &View) -> Scene {
    let frame = Frame::of(view);
    let title = match view.actor {
        Actor::Over(_) => format!("The game is over after {} turns", view.turn),
        _ => match &view.face {
            Some(face) => format!("Turn {}, {}: {face}", view.turn, view.who),
            None => format!("Turn {}, {}", view.turn, view.who),
        },
    };
    let mut scene = Scene::new(format!("Lunar Command: {title}"), about(view), frame.size);
    head(&mut scene, view, &frame, title);
    ground(&mut scene, &frame);
    view.stations
        .iter()
        .for_each(|station| scene.put(station_item(station, &frame)));
    let entrance = |cell: &Cell| {
        let (x, y) = frame.corner(*cell, (1, 1));
        let dot = Mark::rect((x + 7, y + 7), (6, 6), 3).fill(Shade::Line);
        Item::new("entrance of an airlock: you cannot build here", cell).with(dot)
    };
    view.entrances
        .iter()
        .for_each(|cell| scene.put(entrance(cell)));
    view.pieces
        .iter()
        .for_each(|piece| scene.put(piece_item(piece, &frame)));
    view.ufos
        .iter()
        .for_each(|ufo| scene.put(cover(ufo, &frame)));
    for (name, cells) in [("robot", &view.robots), ("astronaut", &view.astronauts)] {
        cells
            .iter()
            .for_each(|cell| scene.put(figure(view, name, *cell, &frame)));
    }
    view.ufos
        .iter()
        .for_each(|ufo| scene.put(saucer(ufo, &frame)));
    foot(&mut scene, view, &frame);
    scene
}

/// A description for people who cannot see the drawing.
fn about(view: &View) -> String {
    let number = |what: &str, number: usize| {
        format!("{number} {what}{}", if number == 1 { "" } else { "s" })
    };
    let said = [
        number("piece", view.pieces.len()),
        number("robot", view.robots.len()),
        number("astronaut", view.astronauts.len()),
        number("UFO", view.ufos.len()),
        number("station", view.stations.len()),
    ];
    let (wide, high) = view.size;
    format!(
        "A board of {wide} by {high} cells with {}. {}.",
        said.join(", "),
        standing(view)
    )
}

/// The position of the board in the drawing.
struct Frame {
    size: Coord,
    /// The left edge of the cells.
    left: i32,
    columns: i32,
    rows: i32,
}

impl Frame {
    fn of(view: &View) -> Self {
        let (columns, rows) = (i32::from(view.size.0), i32::from(view.size.1));
        let width = (columns * CELL + 2 * SIDE).max(WIDTH);
        let left = (width - columns * CELL) / 2;
        Frame {
            size: (width, TOP + rows * CELL + FOOT),
            left,
            columns,
            rows,
        }
    }

    /// The upper left corner of a rectangle of cells, given its lower left cell and its columns and rows.
    fn corner(&self, cell: Cell, (_, high): (u8, u8)) -> Coord {
        let (x, y) = (i32::from(cell.x), i32::from(cell.y));
        (
            self.left + x * CELL,
            TOP + (self.rows - y - i32::from(high)) * CELL,
        )
    }

    /// The y coordinate below the board.
    fn below(&self) -> i32 {
        TOP + self.rows * CELL
    }
}

/// The colour of a side.
pub(super) fn tone(colour: Colour) -> Shade {
    match colour {
        Colour::Green => Shade::Green,
        Colour::Orange => Shade::Orange,
    }
}

/// The shape for a colour, so that it can be recognised without colours: a square for green, a triangle for orange.
fn sign(colour: Colour, (x, y): Coord, radius: i32) -> Mark {
    match colour {
        Colour::Green => Mark::rect((x - radius, y - radius), (2 * radius, 2 * radius), 0),
        Colour::Orange => {
            let foot = y + radius;
            Mark::polygon([
                (x, y - radius - 1),
                (x + radius + 1, foot),
                (x - radius - 1, foot),
            ])
        }
    }
}

/// Draws the turn, and a track for each colour.
fn head(scene: &mut Scene, view: &View, frame: &Frame, title: String) {
    let left = frame.left.min(SIDE);
    scene.put(
        Item::plain().with(
            Mark::text((left, 28), 20, Anchor::Start, title)
                .fill(Shade::Ink)
                .bold(),
        ),
    );
    for (colour, y) in Colour::ALL.into_iter().zip([48, 70]) {
        let (score, built) = (view.score[colour.index()], view.built[colour.index()]);
        let label = format!(
            "{colour} has {score} of {} points and built {built} pieces",
            view.target
        );
        let mut item =
            Item::new(label, "").with(sign(colour, (left + 6, y - 4), 5).fill(tone(colour)));
        item = item.with(
            Mark::text(
                (left + 18, y),
                14,
                Anchor::Start,
                format!("{colour} {score}"),
            )
            .fill(Shade::Ink)
            .bold(),
        );
        let squares = if view.target <= TRACK { view.target } else { 0 };
        for point in 0..squares {
            let at = (left + 110 + i32::from(point) * 16, y - 11);
            let square = Mark::rect(at, (13, 13), 3).line(Shade::Muted, 1);
            let reached = point < score;
            item = item.with(square.fill(if reached { tone(colour) } else { Shade::Panel }));
        }
        let after = left + 118 + i32::from(squares) * 16;
        let said = format!("of {}, built {built}", view.target);
        scene.put(item.with(Mark::text((after, y), 12, Anchor::Start, said).fill(Shade::Muted)));
    }
}

/// Draws the board's cells, and the numbers of its columns and rows.
fn ground(scene: &mut Scene, frame: &Frame) {
    let (left, right) = (frame.left, frame.left + frame.columns * CELL);
    let size = (frame.columns * CELL, frame.rows * CELL);
    let columns =
        (1..frame.columns).map(|x| ((left + x * CELL, TOP), (left + x * CELL, frame.below())));
    let rows = (1..frame.rows).map(|y| ((left, TOP + y * CELL), (right, TOP + y * CELL)));
    let board = Mark::rect((left, TOP), size, 0).fill(Shade::Panel);
    let grid = Mark::lines(columns.chain(rows)).line(Shade::Line, 1);
    let border = Mark::rect((left, TOP), size, 0).line(Shade::Muted, 2);
    let mut item = Item::plain().with(board).with(grid).with(border);
    let number = |at, anchor, n: i32| Mark::text(at, 10, anchor, n.to_string()).fill(Shade::Muted);
    for y in 0..frame.rows {
        let base = TOP + (frame.rows - y) * CELL - 6;
        item = item.with(number((left - 6, base), Anchor::End, y));
    }
    for x in 0..frame.columns {
        let at = (left + x * CELL + CELL / 2, frame.below() + 14);
        item = item.with(number(at, Anchor::Middle, x));
    }
    scene.put(item);
}

/// The cells of a station in the colour of its owner.
fn station_item(station: &StationView, frame: &Frame) -> Item {
    let [green, orange] = station.wall;
    let whose = station
        .owner
        .map_or("nobody's station".to_string(), |owner| {
            format!("station of {owner}")
        });
    let label = format!("{whose}; its wall has {green} green and {orange} orange pieces");
    let fill = station.owner.map_or(Shade::Line, tone);
    let cell = |cell: &Cell| {
        Mark::rect(frame.corner(*cell, (1, 1)), (CELL, CELL), 0)
            .fill(fill)
            .faint()
    };
    station
        .cells
        .iter()
        .map(cell)
        .fold(Item::new(label, station.first), Item::with)
}

/// A piece on the board.
fn piece_item(piece: &PieceView, frame: &Frame) -> Item {
    let way = match (piece.kind.is_long(), piece.up) {
        (false, _) => "",
        (true, false) => " across",
        (true, true) => " up",
    };
    let name = if piece.start {
        "starting corner"
    } else {
        piece.kind.words()
    };
    let whose = piece
        .owner
        .map_or(String::new(), |owner| format!(" of {owner}"));
    let item = Item::new(format!("{name}{whose} {}{way}", piece.cell), piece.cell);
    let (wide, high) = piece.kind.size(piece.up);
    let at = frame.corner(piece.cell, (wide, high));
    let size = (i32::from(wide) * CELL, i32::from(high) * CELL);
    shapes(piece.kind, piece.owner, piece.start, at, size)
        .into_iter()
        .fold(item, Item::with)
}

/// The shapes of a piece in a rectangle.
fn shapes(
    kind: Kind,
    owner: Option<Colour>,
    start: bool,
    (x, y): Coord,
    (wide, high): Coord,
) -> Vec<Mark> {
    let fill = owner.map_or(Shade::White, tone);
    let body = Mark::rect((x + 2, y + 2), (wide - 4, high - 4), 3).line(Shade::Black, 2);
    let middle = (x + wide / 2, y + high / 2);
    let white_sign = |at, radius| owner.map(|owner| sign(owner, at, radius).fill(Shade::White));
    match kind {
        Kind::Straight => vec![body.fill(Shade::White), grille((x, y), (wide, high))],
        Kind::Square => {
            let inner = Mark::rect((x + 8, y + 8), (wide - 16, high - 16), 2).line(Shade::Muted, 1);
            vec![body.fill(Shade::White), inner]
        }
        Kind::Dome => {
            let base = if start { fill } else { Shade::White };
            let dome = Mark::circle(middle, 15).fill(fill).line(Shade::Black, 2);
            let ring = start.then(|| Mark::circle(middle, 12).line(Shade::White, 2));
            [body.fill(base), dome]
                .into_iter()
                .chain(ring)
                .chain(white_sign(middle, 5))
                .collect()
        }
        Kind::Airlock => {
            // The two middle cells are the door.
            let along = wide > high;
            let (door, leaf) = match along {
                true => (
                    ((x + CELL, y + 4), (2 * CELL, high - 8)),
                    (middle, (0, high / 2 - 4)),
                ),
                false => (
                    ((x + 4, y + CELL), (wide - 8, 2 * CELL)),
                    (middle, (wide / 2 - 4, 0)),
                ),
            };
            let ((cx, cy), (dx, dy)) = leaf;
            let slit =
                Mark::lines([((cx - dx, cy - dy), (cx + dx, cy + dy))]).line(Shade::Black, 2);
            let ends = match along {
                true => [(x + CELL / 2, middle.1), (x + wide - CELL / 2, middle.1)],
                false => [(middle.0, y + CELL / 2), (middle.0, y + high - CELL / 2)],
            };
            let door = Mark::rect(door.0, door.1, 2)
                .fill(Shade::White)
                .line(Shade::Black, 1);
            let signs = ends.into_iter().filter_map(|end| white_sign(end, 3));
            [body.fill(fill), door, slit]
                .into_iter()
                .chain(signs)
                .collect()
        }
        Kind::Antenna => {
            let mast = Mark::lines([((x + 20, y + 33), (x + 20, y + 17))]).line(Shade::White, 3);
            let dish = Mark::polygon([(x + 10, y + 8), (x + 32, y + 14), (x + 18, y + 22)]);
            let dish = dish.fill(Shade::White).line(Shade::Black, 1);
            let sign = white_sign((x + 31, y + 31), 3);
            [body.fill(fill), mast, dish]
                .into_iter()
                .chain(sign)
                .collect()
        }
    }
}

/// The grille on a straight wall.
fn grille((x, y): Coord, (wide, high): Coord) -> Mark {
    let tick = |step: i32| match wide > high {
        true => ((x + step, y + 7), (x + step, y + high - 7)),
        false => ((x + 7, y + step), (x + wide - 7, y + step)),
    };
    Mark::lines((1..wide.max(high) / 8).map(|nth| tick(nth * 8))).line(Shade::Muted, 2)
}

/// The cells that a UFO blocks.
fn cover(ufo: &UfoView, frame: &Frame) -> Item {
    let cell = |cell: &Cell| Mark::rect(frame.corner(*cell, (1, 1)), (CELL, CELL), 0);
    let cells = ufo
        .covers
        .iter()
        .map(|at| cell(at).fill(Shade::Purple).faint());
    cells.fold(Item::new("cells that a UFO blocks", ufo.cell), Item::with)
}

/// A UFO over its centre; it is drawn smaller on an astronaut's head.
fn saucer(ufo: &UfoView, frame: &Frame) -> Item {
    let (label, low, wide) = match ufo.carrier {
        None => ("UFO", 8, 32),
        Some(_) => ("UFO above an astronaut", 0, 22),
    };
    let (top, body) = saucer_at(frame.corner(ufo.cell, (1, 1)), low, wide);
    Item::new(label, ufo.cell).with(top).with(body)
}

/// The dome and the body of a UFO in a cell, at a distance from its upper edge and with a width.
fn saucer_at((x, y): Coord, low: i32, wide: i32) -> (Mark, Mark) {
    let (middle, low) = (x + CELL / 2, y + low);
    let top = Mark::circle((middle, low), wide / 4)
        .fill(Shade::White)
        .line(Shade::Black, 1);
    let body = Mark::rect((middle - wide / 2, low), (wide, 9), 4)
        .fill(Shade::Purple)
        .line(Shade::Black, 1);
    (top, body)
}

/// A robot or an astronaut.
fn figure(view: &View, name: &str, cell: Cell, frame: &Frame) -> Item {
    let covered = view.ufos.iter().any(|ufo| ufo.covers.contains(&cell));
    let label = if covered {
        format!("{name} under a UFO")
    } else {
        name.to_string()
    };
    let item = Item::new(label, cell);
    let at = frame.corner(cell, (1, 1));
    if name == "robot" {
        robot(item, at)
    } else {
        astronaut(item, at)
    }
}

fn robot(item: Item, (x, y): Coord) -> Item {
    let cone = Mark::polygon([
        (x + 3, y + 18),
        (x + 17, y + 18),
        (x + 13, y + 8),
        (x + 7, y + 8),
    ]);
    let head = Mark::circle((x + 10, y + 6), 4)
        .fill(Shade::White)
        .line(Shade::Black, 1);
    let eye = Mark::circle((x + 10, y + 6), 1).fill(Shade::Red);
    item.with(cone.fill(Shade::Muted).line(Shade::Black, 1))
        .with(head)
        .with(eye)
}

fn astronaut(item: Item, (x, y): Coord) -> Item {
    let helmet = Mark::circle((x + 10, y + 10), 8)
        .fill(Shade::White)
        .line(Shade::Black, 2);
    let visor = Mark::rect((x + 5, y + 6), (10, 7), 3).fill(Shade::Blue);
    item.with(helmet).with(visor)
}

/// Draws the pieces left to build, and the legend.
fn foot(scene: &mut Scene, view: &View, frame: &Frame) {
    let left = frame.left.min(SIDE);
    let mut y = frame.below() + 34;
    for line in super::board::supplies(view) {
        scene.put(
            Item::plain().with(Mark::text((left, y), 12, Anchor::Start, line).fill(Shade::Ink)),
        );
        y += 16;
    }
    y += 2;
    let long = (4 * CELL, CELL);
    let big = (2 * CELL, 2 * CELL);
    let samples = [
        (Kind::Straight, long, "straight"),
        (Kind::Airlock, long, "airlock"),
    ];
    for (row, (kind, size, name)) in (0..).zip(samples) {
        let owner = (!kind.is_white()).then_some(Colour::Green);
        let at = (left, y + row * 22);
        scene.put(sample(
            shapes(kind, owner, false, at, size),
            name,
            (at.0 + 88, at.1 + 15),
        ));
    }
    let squares = [
        (Kind::Square, None, false, "square"),
        (Kind::Dome, Some(Colour::Green), false, "dome"),
        (Kind::Dome, Some(Colour::Orange), true, "start"),
        (Kind::Antenna, Some(Colour::Orange), false, "antenna"),
    ];
    for (nth, (kind, owner, start, name)) in (0..).zip(squares) {
        let at = (left + 148 + nth * 94, y);
        scene.put(sample(
            shapes(kind, owner, start, at, big),
            name,
            (at.0 + 44, at.1 + 25),
        ));
    }
    let note = |text: &str, (x, y): Coord| {
        Mark::text((x + 24, y + 14), 11, Anchor::Start, text).fill(Shade::Muted)
    };
    let (at, below) = ((left + 148 + 4 * 94 + 8, y - 6), |rows: i32| {
        (left + 148 + 4 * 94 + 8, y - 6 + rows * 21)
    });
    scene.put(robot(Item::plain(), at).with(note("1", at)));
    scene.put(astronaut(Item::plain(), below(1)).with(note("2", below(1))));
    let (top, body) = saucer_at(below(2), 8, 26);
    scene.put(
        Item::plain()
            .with(top)
            .with(body)
            .with(note("UFO", (at.0 + 2, below(2).1))),
    );
}

/// A shape with its name, for the legend.
fn sample(marks: Vec<Mark>, name: &str, at: Coord) -> Item {
    let item = marks.into_iter().fold(Item::plain(), Item::with);
    item.with(Mark::text(at, 11, Anchor::Start, name).fill(Shade::Muted))
}
