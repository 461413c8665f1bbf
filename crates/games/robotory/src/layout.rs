//! The table as text, for a screen, and as a drawing. Dark's side is at the top, light's at the bottom.

use crate::board::Board;
use crate::hex::Hex;
use crate::rulebook::Rulebook;
use crate::state::{Colour, DARK, LIGHT, Pile, Robot, State, side};
use crate::view::View;
use cardwright_kernel::{
    Anchor, Coord, Item, Mark, Picture, Scene, Seat, SeatLine, Shade, Spot, Tone,
};
use std::fmt::Write;

/// The width of a column of hexes in the text.
const WIDTH: usize = 7;
/// The width of a hex on a screen: its brackets and its content.
const HEX: usize = 5;

/// The content of a hex.
enum On {
    Robot(Robot),
    Disc(Colour),
    Nothing,
}

fn on(state: &State, hex: Hex) -> On {
    match (state.robot_on(hex), state.disc_on(hex)) {
        (Some(robot), _) => On::Robot(robot),
        (None, Some(colour)) => On::Disc(colour),
        (None, None) => On::Nothing,
    }
}

/// The letter of a robot.
fn letter(robot: Robot) -> &'static str {
    ["W", "B", "R"][robot.index()]
}

/// A hex's name in the brackets of its camp: `(c3)` is in light's camp and `[c4]` in dark's.
fn brackets(board: &Board, hex: Hex) -> [&'static str; 2] {
    if board.camp_of(hex) == LIGHT {
        ["(", ")"]
    } else {
        ["[", "]"]
    }
}

/// The table as text.
pub(crate) fn draw(rules: &Rulebook, view: &View) -> String {
    let board = rules.board();
    let supply = |seat: Seat| {
        let (supply, camp) = (view.supply(seat), view.camp(seat));
        format!(
            "{} (seat {seat}) holds {supply}; robots in its camp: {camp}\n",
            side(seat)
        )
    };
    let mut text = format!("{}\n\n{}", view.heading(), supply(DARK));
    for line in board.lines() {
        let mut drawn = String::new();
        for hex in line {
            let on_it = match on(&view.state, hex) {
                On::Robot(robot) => letter(robot),
                On::Disc(colour) => ["o", "x"][colour.index()],
                On::Nothing => ".",
            };
            let [open, close] = brackets(board, hex);
            let left = 2 + WIDTH * board.drawn_at(hex).0;
            let _ = write!(
                drawn,
                "{:left$}",
                "",
                left = left.saturating_sub(drawn.len())
            );
            let _ = write!(drawn, "{open}{}{close}{on_it}", board.name(hex));
        }
        let _ = writeln!(text, "{drawn}");
    }
    text += &supply(LIGHT);
    let _ = writeln!(
        text,
        "reserve: {}; burned: {}",
        view.state.reserve, view.burned
    );
    text + "(light's camp) [dark's camp]; o white disc, x black disc; W, B, R robots\n"
}

/// The table for a screen, on which hexes can be picked.
pub(crate) fn picture(rules: &Rulebook, view: &View) -> Picture {
    let board = rules.board();
    let seat = |seat: Seat| {
        let camp = view.camp(seat);
        let robots = if camp == 1 { "robot" } else { "robots" };
        let told = format!("{camp} {robots} in camp");
        (vec![side(seat).to_string()], told, Some(i64::from(camp)))
    };
    let legend = [
        "( ) light's camp    [ ] dark's camp",
        "○ white disc    ● black disc",
        "W B R  the white, black and red robot",
        "A robot moves over discs of its colour (red: of both) and burns them.",
    ];
    let mut picture = Picture {
        seats: SeatLine::of([LIGHT, DARK].map(seat)),
        legend: legend.map(String::from).to_vec(),
        ..Picture::new()
    };
    side_row(&mut picture, view, DARK);
    for line in board.lines() {
        picture.row();
        for hex in line {
            picture.pad(2 + WIDTH * board.drawn_at(hex).0);
            put_hex(&mut picture, board, &view.state, hex);
        }
    }
    side_row(&mut picture, view, LIGHT);
    let (reserve, burned) = (discs(view.state.reserve), discs(view.burned));
    picture
        .row()
        .put("reserve ", Tone::Faint)
        .put(reserve, Tone::Plain);
    picture
        .put("   burned ", Tone::Faint)
        .put(burned, Tone::Plain);
    picture
}

/// Adds a row for a side, with the discs in its hand.
fn side_row(picture: &mut Picture, view: &View, seat: Seat) {
    let turn = if view.state.to_move == seat {
        "▸ "
    } else {
        "  "
    };
    picture
        .row()
        .put(turn, Tone::Strong)
        .put(side(seat), Tone::Seat(seat));
    picture
        .put(" holds ", Tone::Faint)
        .put(discs(view.supply(seat)), Tone::Plain);
}

fn discs(pile: Pile) -> String {
    match (pile.white, pile.black) {
        (0, 0) => "nothing".into(),
        (white, black) => format!("{white}○ {black}●"),
    }
}

fn put_hex(picture: &mut Picture, board: &Board, state: &State, hex: Hex) {
    let (word, camp) = (board.name(hex).to_string(), Tone::Seat(board.camp_of(hex)));
    let [open, close] = brackets(board, hex);
    let (row, column) = (picture.rows.len() - 1, picture.column());
    picture.put(open, camp).put(word.clone(), Tone::Faint);
    match on(state, hex) {
        On::Robot(robot) => picture.put(letter(robot), Tone::Strong),
        On::Disc(colour) => picture.put(["○", "●"][colour.index()], Tone::Plain),
        On::Nothing => picture.put(" ", Tone::Plain),
    };
    picture.put(close, camp);
    picture.spots.push(Spot {
        row,
        column,
        width: HEX,
        word,
        card: None,
    });
}

/// The distances from the centre of a hex to its left and right corners, and to its upper and lower edges.
const RADIUS: i32 = 36;
const HALF: i32 = 31;
/// The distance from one column of hexes to the next.
const STEP: i32 = 54;
/// The space above and below the board, for the turn and the supplies.
const ROOM: i32 = 76;
/// The space at the left and at the right of the board.
const SIDE: i32 = 32;
/// The minimum width, which the text needs.
const LEAST: i32 = 420;

/// The table as a drawing: every hex, disc and robot is an item with its name and its hex.
pub(crate) fn scene(rules: &Rulebook, view: &View) -> Scene {
    let (board, state) = (rules.board(), &view.state);
    let lines = board.lines().count() as i32 - 1;
    let wide = (board.columns().len() as i32 - 1) * STEP + 2 * RADIUS;
    let width = (wide + 2 * SIDE).max(LEAST);
    let below = ROOM + lines * HALF + 2 * HALF;
    let [white, black, red] = state.robots.map(|hex| board.name(hex));
    let robots = format!("{white} (white), {black} (black) and {red} (red)");
    let about = format!("Robots stand on {robots}. {}.", view.stock());
    let size = (width, below + ROOM + 40);
    let mut scene = Scene::new(format!("Robotory: {}", view.heading()), about, size);
    let middle = |hex: Hex| -> Coord {
        let (column, line) = board.drawn_at(hex);
        let left = (width - wide) / 2 + RADIUS;
        (
            left + column as i32 * STEP,
            ROOM + HALF + (lines - line as i32) * HALF,
        )
    };
    let head = Mark::text((SIDE, 30), 20, Anchor::Start, view.heading());
    scene.put(Item::plain().with(head.fill(Shade::Ink).bold()));
    scene.put(supply(view, DARK, (SIDE, 56)));
    for hex in board.all().iter() {
        scene.put(ground(board, hex, middle(hex)));
    }
    for hex in board.all().iter() {
        let (name, (x, y)) = (board.name(hex), middle(hex));
        match on(state, hex) {
            On::Robot(robot) => {
                let item = Item::new(format!("{robot} robot"), name);
                scene.put(robot_at(item, robot, (x, y - 5)));
            }
            On::Disc(colour) => {
                let item = Item::new(format!("{colour} disc"), name);
                scene.put(item.with(disc(colour, (x, y - 5), 13)));
            }
            On::Nothing => {}
        }
    }
    scene.put(supply(view, LIGHT, (SIDE, below + 34)));
    scene.put(pile("reserve", state.reserve, (SIDE, below + 62)));
    scene.put(pile("burned", view.burned, (SIDE, below + 90)));
    scene
}

/// A hex: light's camp has a light background, dark's a dark and hatched one.
fn ground(board: &Board, hex: Hex, (x, y): Coord) -> Item {
    let (owner, name) = (board.camp_of(hex), board.name(hex));
    let across = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)];
    let corners = across.map(|(right, down)| (x + right * RADIUS / 2, y + down * HALF));
    let (fill, ink) = if owner == LIGHT {
        (Shade::Panel, Shade::Muted)
    } else {
        (Shade::Muted, Shade::Panel)
    };
    let area = Mark::polygon(corners).fill(fill).line(Shade::Ink, 2);
    let label = Mark::text((x, y + HALF - 6), 11, Anchor::Middle, name.to_string());
    let item = Item::new(format!("{name}, camp of {}", side(owner)), name);
    item.with(area).with(label.fill(ink))
}

/// A disc. A black one has a ring, so that it differs from a white one even without colours.
fn disc(colour: Colour, at: Coord, radius: i32) -> Mark {
    let (fill, line) = match colour {
        Colour::White => (Shade::White, Shade::Black),
        Colour::Black => (Shade::Black, Shade::White),
    };
    Mark::circle(at, radius).fill(fill).line(line, 3)
}

/// A robot: a head with two eyes and the letter of its colour.
fn robot_at(item: Item, robot: Robot, (x, y): Coord) -> Item {
    let (fill, ink, edge) = match robot {
        Robot::White => (Shade::White, Shade::Black, Shade::Black),
        Robot::Black => (Shade::Black, Shade::White, Shade::White),
        Robot::Red => (Shade::Red, Shade::White, Shade::Black),
    };
    let word = Mark::text((x, y + 12), 13, Anchor::Middle, letter(robot));
    item.with(Mark::lines([((x, y - 15), (x, y - 20))]).line(Shade::Ink, 2))
        .with(Mark::circle((x, y - 21), 2).fill(Shade::Ink))
        .with(
            Mark::rect((x - 17, y - 16), (34, 32), 7)
                .fill(fill)
                .line(edge, 2),
        )
        .with(Mark::circle((x - 7, y - 6), 4).fill(ink))
        .with(Mark::circle((x + 7, y - 6), 4).fill(ink))
        .with(word.fill(ink).bold())
}

/// The supply of a seat, and the number of robots in its camp.
fn supply(view: &View, seat: Seat, at: Coord) -> Item {
    let item = pile(&format!("{} holds", side(seat)), view.supply(seat), at);
    let said = format!("robots in its camp: {}", view.camp(seat));
    item.with(Mark::text((at.0 + 250, at.1), 12, Anchor::Start, said).fill(Shade::Muted))
}

/// A pile of discs, by colour and number.
fn pile(name: &str, pile: Pile, (x, y): Coord) -> Item {
    let words = Mark::text((x, y), 14, Anchor::Start, name)
        .fill(Shade::Ink)
        .bold();
    let mut item = Item::new(format!("{name} {pile}"), "").with(words);
    for (left, colour) in [x + 112, x + 176].into_iter().zip(Colour::ALL) {
        let number = pile.of(colour).to_string();
        let number = Mark::text((left + 18, y), 14, Anchor::Start, number);
        item = item
            .with(disc(colour, (left, y - 5), 8))
            .with(number.fill(Shade::Ink));
    }
    item
}
