//! Actions as text: `place white c3`, `move red d3-d4-c4`, `refill 2 white 1 black`, and as phrases for a person.
//!
//! A path is written with hyphens from the hex where the robot stands. A refill names each colour it takes, white
//! first when written; when read, either first. Letters may be large or small, and blanks may be doubled.

use crate::play::actions::{Action, MAX_PATH, Path};
use crate::play::apply;
use crate::rulebook::Rulebook;
use crate::state::board::Board;
use crate::state::{Colour, Hex, HexName, Pile, Robot, State};
use crate::text::view::dashed;
use cardwright_kernel::{NotationError, nearest};
use cardwright_runtime::words::Words;
use serde_json::{Map, Value, json};

/// The three forms, for a reader who wrote none of them.
const FORMS: &str = "write `place white c3`, `move red d3-d4-c4` or `refill 2 white 1 black`";

/// The action in notation.
pub(crate) fn write(board: &Board, action: Action) -> String {
    match action {
        Action::Place { colour, hex } => format!("place {colour} {}", board.name(hex)),
        Action::Move { robot, path } => format!("move {robot} {}", dashed(&names(board, path))),
        Action::Refill { take } => {
            let taken = Colour::ALL
                .into_iter()
                .filter(|colour| take.of(*colour) > 0);
            let parts: Vec<_> = taken
                .map(|colour| format!(" {} {colour}", take.of(colour)))
                .collect();
            format!("refill{}", parts.concat())
        }
    }
}

/// The action as data.
pub(crate) fn data(board: &Board, action: Action) -> Map<String, Value> {
    let data = match action {
        Action::Place { colour, hex } => {
            json!({ "kind": "place", "colour": colour, "hex": board.name(hex) })
        }
        Action::Move { robot, path } => {
            json!({ "kind": "move", "robot": robot, "path": names(board, path) })
        }
        Action::Refill { take } => json!({ "kind": "refill", "take": take }),
    };
    if let Value::Object(map) = data {
        map
    } else {
        Map::new()
    }
}

/// The first step of an action: of a move, its robot and where it ends; any other action whole.
pub(crate) fn first_step(board: &Board, action: Action) -> String {
    match action {
        Action::Move { robot, path } => format!("move {robot} to {}", board.name(path.end())),
        action => write(board, action),
    }
}

/// Every first step, in a fixed order.
pub(crate) fn first_steps(rules: &Rulebook) -> Vec<String> {
    let board = rules.board();
    let hexes = || board.all().into_iter().map(|hex| board.name(hex));
    let mut list = Vec::new();
    for colour in Colour::ALL {
        list.extend(hexes().map(|hex| format!("place {colour} {hex}")));
    }
    for robot in Robot::ALL {
        list.extend(hexes().map(|hex| format!("move {robot} to {hex}")));
    }
    let supply = rules.supply();
    let takes =
        (0..=supply).flat_map(|white| (0..=supply - white).map(move |black| Pile { white, black }));
    list.extend(
        takes
            .filter(|take| take.total() > 0)
            .map(|take| write(board, Action::Refill { take })),
    );
    list
}

/// The action as a phrase for a person.
pub(crate) fn describe(board: &Board, state: &State, action: Action) -> String {
    match action {
        Action::Place { colour, hex } => format!("place a {colour} disc on {}", board.name(hex)),
        Action::Move { robot, path } => {
            let burned = apply::burned(state, path);
            format!(
                "move the {robot} robot {}, burning {burned}",
                dashed(&names(board, path))
            )
        }
        Action::Refill { take } => format!("take {take} from the reserve"),
    }
}

fn names(board: &Board, path: Path) -> Vec<HexName> {
    path.iter().map(|hex| board.name(hex)).collect()
}

/// The action that a line of notation names. What cannot be read can be read in no position: a board does not change.
pub(crate) fn read(board: &Board, text: &str) -> Result<Action, NotationError> {
    read_line(board, text).map_err(NotationError::in_any_position)
}

/// What to write instead of a word that is no action.
fn instead_of(word: &str) -> String {
    match (word, nearest(word, &["place", "move", "refill"])) {
        ("pass" | "skip" | "stop", _) => format!("nobody passes (RB-3.3): {FORMS}"),
        (_, Some(near)) => format!("did you mean `{near}`? {FORMS}"),
        (_, None) => FORMS.into(),
    }
}

fn read_line(board: &Board, text: &str) -> Result<Action, NotationError> {
    let text = text.to_ascii_lowercase();
    let mut words = Words::of(&text);
    let (at, verb) = words.next("an action", FORMS)?;
    let action = match verb {
        "place" => read_place(board, &mut words)?,
        "move" => read_move(board, &mut words)?,
        "refill" => read_refill(&mut words)?,
        other => {
            return Err(NotationError::new(
                at,
                format!("`{other}` is no action"),
                instead_of(other),
            ));
        }
    };
    words.end()?;
    Ok(action)
}

fn read_place(board: &Board, words: &mut Words<'_>) -> Result<Action, NotationError> {
    let colour = read_colour(words.next("a colour", "write white or black")?)?;
    let (at, name) = words.next("a hex", "write a hex such as c3")?;
    Ok(Action::Place {
        colour,
        hex: read_hex(board, at, name)?,
    })
}

fn read_move(board: &Board, words: &mut Words<'_>) -> Result<Action, NotationError> {
    let help = "write white, black or red";
    let (at, name) = words.next("a robot", help)?;
    let robot = Robot::ALL.into_iter().find(|robot| robot.name() == name);
    let robot =
        robot.ok_or_else(|| NotationError::new(at, format!("there is no robot `{name}`"), help))?;
    let (at, way) = words.next("a path", "write a path such as d3-d4-c4")?;
    Ok(Action::Move {
        robot,
        path: read_path(board, at, way)?,
    })
}

fn read_path(board: &Board, mut at: usize, way: &str) -> Result<Path, NotationError> {
    let mut path: Option<Path> = None;
    for name in way.split('-') {
        let hex = read_hex(board, at, name)?;
        if path.is_some_and(|path| path.hexes() == MAX_PATH) {
            let help = format!("no board has more than {MAX_PATH}, and a path enters none twice");
            return Err(NotationError::new(at, "the path has too many hexes", help));
        }
        path = Some(path.map_or(Path::from(hex), |path| path.then(hex)));
        at += name.len() + 1;
    }
    // Splitting gives at least one part, and a part without a name was refused above.
    path.ok_or_else(|| {
        NotationError::new(at, "the path has no hex", "write a path such as d3-d4-c4")
    })
}

fn read_refill(words: &mut Words<'_>) -> Result<Action, NotationError> {
    let mut take = Pile::default();
    let mut named: Vec<Colour> = Vec::new();
    while named.is_empty() || words.peek().is_some() {
        let (at, number) = words.next("a number", "write for example `refill 2 white 1 black`")?;
        let number = read_number(at, number)?;
        let (at, word) = words.next("a colour", "write white or black after the number")?;
        let colour = read_colour((at, word))?;
        if named.contains(&colour) {
            return Err(NotationError::new(
                at,
                format!("{colour} is named twice"),
                "name each colour once",
            ));
        }
        *take.of_mut(colour) = number;
        named.push(colour);
    }
    Ok(Action::Refill { take })
}

fn read_number(at: usize, word: &str) -> Result<u8, NotationError> {
    let number = word.parse().ok().filter(|number| *number <= 99);
    number.ok_or_else(|| {
        NotationError::new(
            at,
            format!("`{word}` is not a number of discs"),
            "write a whole number up to 99",
        )
    })
}

fn read_colour((at, word): (usize, &str)) -> Result<Colour, NotationError> {
    let colour = Colour::ALL.into_iter().find(|colour| colour.name() == word);
    colour.ok_or_else(|| {
        NotationError::new(
            at,
            format!("there is no disc colour `{word}`"),
            "write white or black",
        )
    })
}

fn read_hex(board: &Board, at: usize, name: &str) -> Result<Hex, NotationError> {
    let hex = board.find(name);
    hex.ok_or_else(|| {
        let help = format!("the hexes are {}", board.ranges());
        NotationError::new(at, format!("the board has no hex `{name}`"), help)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::Rulebook;

    fn check(text: &str, expected: &str) {
        let rules = Rulebook::official();
        let read = read(rules.board(), text);
        let got = match read {
            Ok(action) => write(rules.board(), action),
            Err(error) => error.to_string(),
        };
        assert_eq!(got, expected, "{text}");
    }

    #[test]
    fn lines_are_read_and_written() {
        check("place white c3", "place white c3");
        check("  Place  WHITE C3 ", "place white c3");
        check("move red d3-d4-c4", "move red d3-d4-c4");
        check("move red d3", "move red d3");
        check("refill 2 white 1 black", "refill 2 white 1 black");
        check("refill 1 black 2 white", "refill 2 white 1 black");
        check("refill 3 black", "refill 3 black");
        check("refill 0 white 3 black", "refill 3 black");
    }

    #[test]
    fn errors_say_where_and_what() {
        check(
            "",
            "column 1: an action is missing (write `place white c3`, `move red d3-d4-c4` or `refill 2 white 1 black`)",
        );
        check(
            "pass",
            "column 1: `pass` is no action (nobody passes (RB-3.3): write `place white c3`, `move red d3-d4-c4` or `refill 2 white 1 black`)",
        );
        check(
            "palce white c3",
            "column 1: `palce` is no action (did you mean `place`? write `place white c3`, `move red d3-d4-c4` or `refill 2 white 1 black`)",
        );
        check(
            "place red c3",
            "column 7: there is no disc colour `red` (write white or black)",
        );
        check(
            "place white",
            "column 12: a hex is missing (write a hex such as c3)",
        );
        check(
            "place white é3",
            "column 13: the board has no hex `é3` (the hexes are a1 to a4, b1 to b5, c1 to c6, d1 to d5, e1 to e4)",
        );
        check(
            "move red d3-d9",
            "column 13: the board has no hex `d9` (the hexes are a1 to a4, b1 to b5, c1 to c6, d1 to d5, e1 to e4)",
        );
        check(
            "move red d3--d4",
            "column 13: the board has no hex `` (the hexes are a1 to a4, b1 to b5, c1 to c6, d1 to d5, e1 to e4)",
        );
        check(
            "move green d3-d4",
            "column 6: there is no robot `green` (write white, black or red)",
        );
        check(
            "refill 2",
            "column 9: a colour is missing (write white or black after the number)",
        );
        check(
            "refill 2 white 1 white",
            "column 18: white is named twice (name each colour once)",
        );
        check(
            "refill many white",
            "column 8: `many` is not a number of discs (write a whole number up to 99)",
        );
        check(
            "place white c3 c4",
            "column 16: `c4` is too much (end the line before it)",
        );
    }

    #[test]
    fn a_path_longer_than_any_board_is_refused() {
        let long = format!("move red {}d3", "d3-".repeat(24));
        check(
            &long,
            "column 82: the path has too many hexes (no board has more than 24, and a path enters none twice)",
        );
    }
}
