//! The board as a drawing: every hex, disc and robot an item with its name and its hex.

use super::view::{View, standing, state_of, stock};
use crate::rulebook::Rulebook;
use crate::state::{Colour, DARK, Hex, LIGHT, Pile, Robot, State, side};
use cardwright_kernel::{Anchor, Coord, Item, Mark, Scene, Seat, Shade};

/// From a hex's middle to its left and right corners.
const RADIUS: i32 = 36;
/// From a hex's middle to its upper and lower edges.
const HALF: i32 = 31;
/// From one column of hexes to the next.
const STEP: i32 = 54;
/// Room above and below the board, for the turn and the supplies.
const ROOM: i32 = 76;
/// Room at the left and at the right.
const SIDE: i32 = 32;
/// The least width: that of the text.
const WIDTH: i32 = 420;

/// The table of a view.
pub(crate) fn scene(rules: &Rulebook, view: &View) -> Scene {
    let (board, state) = (rules.board(), state_of(rules.board(), view));
    let columns = board.columns().len() as i32;
    let lines = board
        .all()
        .into_iter()
        .map(|hex| board.drawn_at(hex).1 as i32)
        .max()
        .unwrap_or(0);
    let wide = (columns - 1) * STEP + 2 * RADIUS;
    let width = (wide + 2 * SIDE).max(WIDTH);
    let high = lines * HALF + 2 * HALF;
    let about = format!("Robots stand on {}. {}.", robots_on(view), stock(view));
    let mut scene = Scene::new(
        format!("Robotory: {}", standing(view)),
        about,
        (width, high + 2 * ROOM + 40),
    );
    let middle = |hex: Hex| -> Coord {
        let (column, line) = board.drawn_at(hex);
        let left = (width - wide) / 2 + RADIUS;
        (
            left + column as i32 * STEP,
            ROOM + HALF + (lines - line as i32) * HALF,
        )
    };
    let head = Mark::text((SIDE, 30), 20, Anchor::Start, standing(view))
        .fill(Shade::Ink)
        .bold();
    scene.put(Item::plain().with(head));
    scene.put(supply(view, DARK, (SIDE, 56)));
    for hex in board.all() {
        scene.put(ground(rules, hex, middle(hex)));
    }
    for hex in board.all() {
        if let Some(item) = on_it(rules, &state, hex, middle(hex)) {
            scene.put(item);
        }
    }
    let below = ROOM + high;
    scene.put(supply(view, LIGHT, (SIDE, below + 34)));
    scene.put(pile("reserve", view.reserve, (SIDE, below + 62)));
    scene.put(pile("burned", view.burned, (SIDE, below + 90)));
    scene
}

/// The robots and their hexes in words.
fn robots_on(view: &View) -> String {
    let at = &view.robots;
    format!(
        "{} (white), {} (black) and {} (red)",
        at.white, at.black, at.red
    )
}

/// A hex: light's camp on light ground, dark's on dark ground and hatched.
fn ground(rules: &Rulebook, hex: Hex, (x, y): Coord) -> Item {
    let board = rules.board();
    let (owner, name) = (board.camp_of(hex), board.name(hex));
    let corners = [
        (x + RADIUS, y),
        (x + RADIUS / 2, y + HALF),
        (x - RADIUS / 2, y + HALF),
        (x - RADIUS, y),
        (x - RADIUS / 2, y - HALF),
        (x + RADIUS / 2, y - HALF),
    ];
    let (fill, ink) = if owner == LIGHT {
        (Shade::Panel, Shade::Muted)
    } else {
        (Shade::Muted, Shade::Panel)
    };
    let area = Mark::polygon(corners).fill(fill).line(Shade::Ink, 2);
    let label = Mark::text((x, y + HALF - 6), 11, Anchor::Middle, name.to_string()).fill(ink);
    Item::new(format!("{name}, camp of {}", side(owner)), name)
        .with(area)
        .with(label)
}

/// The robot or the disc on a hex.
fn on_it(rules: &Rulebook, state: &State, hex: Hex, (x, y): Coord) -> Option<Item> {
    let name = rules.board().name(hex);
    let at = (x, y - 5);
    match (state.robot_on(hex), state.disc_on(hex)) {
        (Some(robot), _) => Some(robot_at(
            Item::new(format!("{robot} robot"), name),
            robot,
            at,
        )),
        (None, Some(colour)) => {
            Some(Item::new(format!("{colour} disc"), name).with(disc(colour, at, 13)))
        }
        (None, None) => None,
    }
}

/// A disc; a black one has a ring, so that it is told from a white one without colours too.
fn disc(colour: Colour, at: Coord, radius: i32) -> Mark {
    let (fill, line) = disc_tones(colour);
    Mark::circle(at, radius).fill(fill).line(line, 3)
}

fn disc_tones(colour: Colour) -> (Shade, Shade) {
    match colour {
        Colour::White => (Shade::White, Shade::Black),
        Colour::Black => (Shade::Black, Shade::White),
    }
}

/// A robot: a head with two eyes and the letter of its colour.
fn robot_at(item: Item, robot: Robot, (x, y): Coord) -> Item {
    let (letter, fill, ink) = [
        ("W", Shade::White, Shade::Black),
        ("B", Shade::Black, Shade::White),
        ("R", Shade::Red, Shade::White),
    ][robot.index()];
    let edge = if fill == Shade::Black {
        Shade::White
    } else {
        Shade::Black
    };
    let mast = Mark::lines([((x, y - 15), (x, y - 20))]).line(Shade::Ink, 2);
    let ball = Mark::circle((x, y - 21), 2).fill(Shade::Ink);
    let body = Mark::rect((x - 17, y - 16), (34, 32), 7)
        .fill(fill)
        .line(edge, 2);
    let eyes = [x - 7, x + 7].map(|x| Mark::circle((x, y - 6), 4).fill(ink));
    let word = Mark::text((x, y + 12), 13, Anchor::Middle, letter)
        .fill(ink)
        .bold();
    let [left, right] = eyes;
    item.with(mast)
        .with(ball)
        .with(body)
        .with(left)
        .with(right)
        .with(word)
}

/// What a seat holds, and how many robots stand in its camp.
fn supply(view: &View, seat: Seat, at: Coord) -> Item {
    let index = seat.index() & 1;
    let item = pile(&format!("{} holds", side(seat)), view.supplies[index], at);
    let robots = view.camps[index];
    let said = format!("robots in its camp: {robots}");
    item.with(Mark::text((at.0 + 250, at.1), 12, Anchor::Start, said).fill(Shade::Muted))
}

/// Discs that lie together, by colour and number.
fn pile(name: &str, pile: Pile, (x, y): Coord) -> Item {
    let words = Mark::text((x, y), 14, Anchor::Start, name)
        .fill(Shade::Ink)
        .bold();
    let mut item = Item::new(format!("{name} {pile}"), "").with(words);
    for (nth, colour) in (0..).zip([Colour::White, Colour::Black]) {
        let left = x + 112 + nth * 64;
        let number = Mark::text(
            (left + 18, y),
            14,
            Anchor::Start,
            pile.of(colour).to_string(),
        );
        item = item
            .with(disc(colour, (left, y - 5), 8))
            .with(number.fill(Shade::Ink));
    }
    item
}
