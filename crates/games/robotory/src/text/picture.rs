//! The board for a screen: hexes to point at, discs and robots in them, both sides with what they hold.

use crate::rulebook::Rulebook;
use crate::state::{Colour, DARK, Hex, LIGHT, Pile, State, side};
use crate::text::view::{View, state_of};
use cardwright_kernel::{Picture, Seat, SeatLine, Tone};

/// Columns from one column of hexes to the next.
const WIDTH: usize = 7;
/// Columns of a hex with its brackets and what lies on it.
const HEX: usize = 5;

/// The table: dark's side above, light's below.
pub(crate) fn picture(rules: &Rulebook, view: &View) -> Picture {
    let board = rules.board();
    let state = state_of(board, view);
    let mut picture = Picture {
        seats: seats(view),
        legend: legend(),
        ..Picture::new()
    };
    side_row(&mut picture, view, DARK);
    let lines = board
        .all()
        .into_iter()
        .map(|hex| board.drawn_at(hex).1 + 1)
        .max()
        .unwrap_or(0);
    for line in (0..lines).rev() {
        picture.row();
        for hex in board
            .all()
            .into_iter()
            .filter(|hex| board.drawn_at(*hex).1 == line)
        {
            picture.pad(2 + WIDTH * board.drawn_at(hex).0);
            put_hex(&mut picture, rules, &state, hex);
        }
    }
    side_row(&mut picture, view, LIGHT);
    let (reserve, burned) = (discs(view.reserve), discs(view.burned));
    picture
        .row()
        .put("reserve ", Tone::Faint)
        .put(reserve, Tone::Plain);
    picture
        .put("   burned ", Tone::Faint)
        .put(burned, Tone::Plain);
    picture
}

fn seats(view: &View) -> Vec<SeatLine> {
    let seat = |seat: Seat| {
        let camp = view.camps[seat.index() & 1];
        let robots = if camp == 1 { "robot" } else { "robots" };
        (
            vec![side(seat).to_string()],
            format!("{camp} {robots} in camp"),
            Some(i64::from(camp)),
        )
    };
    SeatLine::of([LIGHT, DARK].map(seat))
}

fn legend() -> Vec<String> {
    let lines = [
        "( ) light's camp    [ ] dark's camp",
        "○ white disc    ● black disc",
        "W B R  the white, black and red robot",
        "A robot moves over discs of its colour (red: of both) and burns them.",
    ];
    lines.map(String::from).to_vec()
}

/// A side with the discs in its hand.
fn side_row(picture: &mut Picture, view: &View, seat: Seat) {
    let turn = if view.to_move == seat { "▸ " } else { "  " };
    picture
        .row()
        .put(turn, Tone::Strong)
        .put(side(seat), Tone::Seat(seat));
    picture
        .put(" holds ", Tone::Faint)
        .put(discs(view.supplies[seat.index() & 1]), Tone::Plain);
}

fn discs(pile: Pile) -> String {
    match (pile.white, pile.black) {
        (0, 0) => "nothing".into(),
        (white, black) => format!("{white}○ {black}●"),
    }
}

fn put_hex(picture: &mut Picture, rules: &Rulebook, state: &State, hex: Hex) {
    let board = rules.board();
    let (name, camp) = (board.name(hex).to_string(), board.camp_of(hex));
    let brackets = if camp == LIGHT {
        ["(", ")"]
    } else {
        ["[", "]"]
    };
    let from = (picture.rows.len() - 1, picture.column());
    picture.put(brackets[0], Tone::Seat(camp));
    picture.put(name.clone(), Tone::Faint);
    match (state.robot_on(hex), state.disc_on(hex)) {
        (Some(robot), _) => picture.put(["W", "B", "R"][robot.index()], Tone::Strong),
        (None, Some(Colour::White)) => picture.put("○", Tone::Plain),
        (None, Some(Colour::Black)) => picture.put("●", Tone::Plain),
        (None, None) => picture.put(" ", Tone::Plain),
    };
    picture.put(brackets[1], Tone::Seat(camp));
    picture.spots.push(cardwright_kernel::Spot {
        row: from.0,
        column: from.1,
        width: HEX,
        word: name,
        card: None,
    });
}
