//! What happened, what a viewer sees (everything: nothing is hidden, clause RB-1.6), and the board as text.

use crate::play::over;
use crate::rulebook::Rulebook;
use crate::state::board::Board;
use crate::state::{Colour, DARK, Hex, HexName, Hexes, LIGHT, Pile, State, side};
use crate::text::event::Event;
use cardwright_kernel::{Actor, Seat};
use serde::Serialize;
use std::fmt::Write;

/// Columns of text from one column of hexes to the next.
const WIDTH: usize = 7;

/// The event as one sentence.
pub(crate) fn describe_event(event: &Event) -> String {
    match event {
        Event::Began { first } => format!("the game begins, and {} moves first", side(*first)),
        Event::Stood { white, black, red } => {
            format!("white stands on {white}, black on {black}, red on {red}")
        }
        Event::Dealt { hand, reserve } => {
            format!("each player holds {hand}; the reserve holds {reserve}")
        }
        Event::Placed { seat, colour, hex } => format!("{} places {colour} on {hex}", side(*seat)),
        Event::Moved {
            seat,
            robot,
            path,
            burned,
        } => {
            format!(
                "{} moves {robot} {}, burning {burned}",
                side(*seat),
                dashed(path)
            )
        }
        Event::Refilled { seat, take } => format!("{} takes {take} from the reserve", side(*seat)),
        Event::Over {
            winner,
            light,
            dark,
        } => {
            let (more, fewer) = if *winner == LIGHT {
                (light, dark)
            } else {
                (dark, light)
            };
            format!(
                "the game is over: {} wins with {more} robots in its camp to {fewer}",
                side(*winner)
            )
        }
    }
}

/// Hexes as a path is written.
pub(crate) fn dashed(path: &[HexName]) -> String {
    path.iter()
        .map(HexName::to_string)
        .collect::<Vec<_>>()
        .join("-")
}

/// Where the robots stand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RobotsView {
    /// The white robot's hex.
    pub white: HexName,
    /// The black robot's hex.
    pub black: HexName,
    /// The red robot's hex.
    pub red: HexName,
}

/// Where the discs lie.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DiscsView {
    /// Hexes with a white disc.
    pub white: Vec<HexName>,
    /// Hexes with a black disc.
    pub black: Vec<HexName>,
}

/// What everybody sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// Who is asked, or how the game ended.
    pub actor: Actor,
    /// Whose turn it is; when the game is over, whose turn it was.
    pub to_move: Seat,
    /// The number of the turn, from 1.
    pub turn: u16,
    /// Where the robots stand.
    pub robots: RobotsView,
    /// Where the discs lie.
    pub discs: DiscsView,
    /// The supplies of light and dark.
    pub supplies: [Pile; 2],
    /// The discs on the lid of the box.
    pub reserve: Pile,
    /// The discs that were burned.
    pub burned: Pile,
    /// How many robots stand in the camps of light and dark.
    pub camps: [u32; 2],
}

/// What everybody sees of a state.
pub(crate) fn view(rules: &Rulebook, state: &State) -> View {
    let board = rules.board();
    let [white, black, red] = state.robots.map(|hex| board.name(hex));
    let names = |hexes: Hexes| hexes.into_iter().map(|hex| board.name(hex)).collect();
    View {
        actor: over::actor(rules, state),
        to_move: state.to_move,
        turn: state.turn,
        robots: RobotsView { white, black, red },
        discs: DiscsView {
            white: names(state.discs[0]),
            black: names(state.discs[1]),
        },
        supplies: state.hands,
        reserve: state.reserve,
        burned: burned(rules, state),
        camps: [LIGHT, DARK].map(|seat| over::robots_in_camp(rules, state, seat)),
    }
}

/// The discs that are nowhere any more.
pub(crate) fn burned(rules: &Rulebook, state: &State) -> Pile {
    let [light, dark] = state.hands;
    let gone = |colour: Colour| {
        let piles = [light, dark, state.reserve, state.on_board()];
        piles.iter().fold(rules.discs(), |left, pile| {
            left.saturating_sub(pile.of(colour))
        })
    };
    Pile {
        white: gone(Colour::White),
        black: gone(Colour::Black),
    }
}

/// The state that a view shows; a bot, which gets a view, thinks ahead with it.
pub(crate) fn state_of(board: &Board, view: &View) -> State {
    let hex = |name: &HexName| {
        board
            .all()
            .into_iter()
            .find(|hex| board.name(*hex) == *name)
            .unwrap_or(Hex(0))
    };
    let RobotsView { white, black, red } = &view.robots;
    State {
        discs: [&view.discs.white, &view.discs.black].map(|names| names.iter().map(hex).collect()),
        robots: [hex(white), hex(black), hex(red)],
        hands: view.supplies,
        reserve: view.reserve,
        to_move: view.to_move,
        turn: view.turn,
    }
}

/// The table as text: dark's side above, light's below; `(c3)` is a hex of light's camp and `[c4]` one of dark's.
pub(crate) fn draw(rules: &Rulebook, view: &View) -> String {
    let board = rules.board();
    let state = state_of(board, view);
    let mut text = format!("{}\n\n", standing(view));
    let _ = writeln!(text, "{}", supply_line(view, DARK));
    text.push_str(&draw_board(board, &state));
    let _ = writeln!(text, "{}", supply_line(view, LIGHT));
    let _ = writeln!(text, "reserve: {}; burned: {}", view.reserve, view.burned);
    text.push_str("(light's camp) [dark's camp]; o white disc, x black disc; W, B, R robots\n");
    text
}

/// The supplies and the robots in each camp, in one line.
pub(crate) fn stock(view: &View) -> String {
    let told = [LIGHT, DARK].map(|seat| {
        let index = seat.index() & 1;
        format!(
            "{} holds {} ({} in its camp)",
            side(seat),
            view.supplies[index],
            view.camps[index]
        )
    });
    format!("{}; reserve: {}", told.join(", "), view.reserve)
}

pub(crate) fn standing(view: &View) -> String {
    match view.actor {
        Actor::Over(_) => format!("The game is over after {} turns.", view.turn),
        _ => format!("Turn {}: {} moves.", view.turn, side(view.to_move)),
    }
}

fn supply_line(view: &View, seat: Seat) -> String {
    let index = seat.index() & 1;
    format!(
        "{} (seat {seat}) holds {}; robots in its camp: {}",
        side(seat),
        view.supplies[index],
        view.camps[index]
    )
}

fn draw_board(board: &Board, state: &State) -> String {
    let lines = board
        .all()
        .into_iter()
        .map(|hex| board.drawn_at(hex).1 + 1)
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for line in (0..lines).rev() {
        let mut drawn = String::new();
        for hex in board
            .all()
            .into_iter()
            .filter(|hex| board.drawn_at(*hex).1 == line)
        {
            let left = 2 + WIDTH * board.drawn_at(hex).0;
            let _ = write!(
                drawn,
                "{:left$}",
                "",
                left = left.saturating_sub(drawn.chars().count())
            );
            drawn.push_str(&draw_hex(board, state, hex));
        }
        let _ = writeln!(text, "{drawn}");
    }
    text
}

fn draw_hex(board: &Board, state: &State, hex: Hex) -> String {
    let name = board.name(hex);
    let on_it = match (state.robot_on(hex), state.disc_on(hex)) {
        (Some(robot), _) => ['W', 'B', 'R'][robot.index()],
        (None, Some(colour)) => ['o', 'x'][colour.index()],
        (None, None) => '.',
    };
    if board.camp_of(hex) == LIGHT {
        format!("({name}){on_it}")
    } else {
        format!("[{name}]{on_it}")
    }
}
