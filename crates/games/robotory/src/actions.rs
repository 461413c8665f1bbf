//! The three actions, defined once: their names in notation, in phrases and in data.

use crate::board::Board;
use crate::hex::{Hex, Path};
use crate::state::{Colour, Pile, Robot};
use cardwright_kernel::NotationError;
use cardwright_runtime::actions;
use cardwright_runtime::form::{Actions, forms, read_action};

actions! {
    /// An action of Robotory.
    Action as "RobotoryAction" in Board {
        /// Place a disc.
        Place {
            /// The disc's colour: `white` or `black`.
            colour: Colour,
            /// The hex for the disc.
            hex: Hex,
        } = "place", "place white c3", "place a {colour} disc on {hex}";
        /// Move a robot.
        Move {
            /// The robot: `white`, `black` or `red`.
            robot: Robot,
            /// The robot's path, beginning with its current hex.
            path: Path,
        } = "move", "move red d3-d4-c4", "move the {robot} robot {path}";
        /// Take discs from the reserve.
        Refill {
            /// The number of discs of each colour.
            take: Pile,
        } = "refill", "refill 2 white 1 black", "take {take} from the reserve";
    }
}

/// Parses an action. The board never changes, so a line that cannot be read is invalid in every position.
pub(crate) fn read(board: &Board, line: &str) -> Result<Action, NotationError> {
    read_action(board, line).map_err(|error: NotationError| {
        let mut error = error.in_any_position();
        if ["`pass`", "`skip`", "`stop`"]
            .iter()
            .any(|word| error.message.starts_with(word))
        {
            error.help = format!("you cannot pass (RB-3.3): {}", forms::<Board, Action>());
        }
        error
    })
}

/// The first step of an action: the robot and the destination of a move, or the whole of any other action.
pub(crate) fn first_step(board: &Board, action: Action) -> String {
    match action {
        Action::Move { robot, path } => format!("move {robot} to {}", board.name(path.end())),
        action => action.write(board),
    }
}

/// Every first step, in a fixed order.
pub(crate) fn action_space(board: &Board, supply: u8) -> Vec<String> {
    let takes =
        (0..=supply).flat_map(|white| (0..=supply - white).map(move |black| Pile { white, black }));
    let refills = takes.skip(1).map(|take| Action::Refill { take });
    let all = Action::all(board).into_iter().chain(refills);
    all.map(|action| first_step(board, action)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::Rulebook;

    fn check(text: &str, expected: &str) {
        let rules = Rulebook::official();
        let got = match read(rules.board(), text) {
            Ok(action) => action.write(rules.board()),
            Err(error) => error.to_string(),
        };
        assert_eq!(got, expected, "{text}");
    }

    #[test]
    fn lines_are_read_and_written() {
        for (line, written) in [
            ("place white c3", "place white c3"),
            ("  Place  WHITE C3 ", "place white c3"),
            ("move red d3-d4-c4", "move red d3-d4-c4"),
            ("move red d3", "move red d3"),
            ("refill 2 white 1 black", "refill 2 white 1 black"),
            ("refill 1 black 2 white", "refill 2 white 1 black"),
            ("refill 3 black", "refill 3 black"),
            ("refill 0 white 3 black", "refill 3 black"),
        ] {
            check(line, written);
        }
    }

    const FORMS: &str = "write `place white c3`, `move red d3-d4-c4` or `refill 2 white 1 black`";
    const HEXES: &str = "(the hexes are a1 to a4, b1 to b5, c1 to c6, d1 to d5, e1 to e4)";

    #[test]
    fn errors_say_where_and_what() {
        check("", &format!("column 1: an action is missing ({FORMS})"));
        check(
            "pass",
            &format!("column 1: `pass` is not an action (you cannot pass (RB-3.3): {FORMS})"),
        );
        check(
            "palce white c3",
            &format!("column 1: `palce` is not an action (did you mean `place`? {FORMS})"),
        );
        check(
            "place white é3",
            &format!("column 13: the board has no hex `é3` {HEXES}"),
        );
        check(
            "move red d3-d9",
            &format!("column 13: the board has no hex `d9` {HEXES}"),
        );
        check(
            "move red d3--d4",
            &format!("column 13: the board has no hex `` {HEXES}"),
        );
        let long = format!("move red {}d3", "d3-".repeat(24));
        for (line, error) in [
            (
                "place red c3",
                "column 7: there is no disc colour `red` (write white or black)",
            ),
            (
                "place white",
                "column 12: a hex is missing (write a hex such as c3)",
            ),
            (
                "move green d3-d4",
                "column 6: there is no robot `green` (write white, black or red)",
            ),
            (
                "refill 2",
                "column 9: a disc colour is missing (write white or black)",
            ),
            (
                "refill 2 white 1 white",
                "column 18: white is named twice (name each colour once)",
            ),
            (
                "refill many white",
                "column 8: `many` is not a number of discs (write a whole number up to 99)",
            ),
            (
                "place white c3 c4",
                "column 16: `c4` is one word too many (end the line before it)",
            ),
            (
                &long,
                "column 82: the path has too many hexes (no board has more than 24, and a path enters none twice)",
            ),
        ] {
            check(line, error);
        }
    }
}
