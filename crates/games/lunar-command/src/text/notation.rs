//! Actions as text: `straight 12,7 across`, `dome 12,7`, `walk 6,9 to 8,10`, `ufo 7,13 to 9,14`, and as phrases for
//! people. Case does not matter, and neither do additional blanks, even after a cell's comma.

use super::super::events::Placed;
use super::super::play::actions::Action;
use super::super::rulebook::Rulebook;
use super::super::state::{Cell, Face, Kind, State};
use cardwright_kernel::{NotationError, nearest};
use cardwright_runtime::words::Words;

/// The forms of actions, as a hint for somebody who wrote none of them.
const FORMS: &str = "write `straight 12,7 across`, `square 12,7`, `dome 12,7`, `airlock 12,7 up`, `antenna 12,7`, \
                     `walk 6,9 to 8,10`, `ufo 7,13 to 9,14`, `abduct 12,15 to 5,5 with 7,13`, `stop`, `pass`, \
                     `score 12,7` or `roll white-yellow`";

/// The first words of actions.
const VERBS: [&str; 12] = [
    "straight", "square", "dome", "airlock", "antenna", "walk", "ufo", "abduct", "score", "stop",
    "pass", "roll",
];

/// The action in notation.
pub(crate) fn write(action: Action) -> String {
    match action {
        Action::Roll(face) => format!("roll {face}"),
        Action::Build { kind, cell, up } => Placed { kind, cell, up }.to_string(),
        Action::Walk { from, to } => format!("walk {from} to {to}"),
        Action::Ufo { from, to } => format!("ufo {from} to {to}"),
        Action::Abduct { from, to, with } => format!("abduct {from} to {to} with {with}"),
        Action::Score(cell) => format!("score {cell}"),
        Action::Stop => "stop".into(),
        Action::Pass => "pass".into(),
    }
}

/// The action as a phrase for a person.
pub(crate) fn describe(_rules: &Rulebook, state: &State, action: Action) -> String {
    match action {
        Action::Roll(face) => format!("the die shows {face}"),
        Action::Build {
            kind: Kind::Dome,
            cell,
            ..
        } => format!("put a dome on the square wall at {cell}"),
        Action::Build { kind, cell, up } => {
            let article = if matches!(kind, Kind::Airlock | Kind::Antenna) {
                "an"
            } else {
                "a"
            };
            let way = match (kind.is_long(), up) {
                (false, _) => "",
                (true, false) => " to the right",
                (true, true) => " upwards",
            };
            format!("build {article} {} from {cell}{way}", kind.words())
        }
        Action::Walk { from, to } => {
            let figure = state
                .figure_on(from)
                .map_or("figure".into(), |figure| figure.to_string());
            format!("walk the {figure} from {from} to {to}")
        }
        Action::Ufo { from, to } => format!("move the UFO from {from} to {to}"),
        Action::Abduct { from, to, with } => {
            format!("abduct the astronaut on {from} to {to} with the UFO on {with}")
        }
        Action::Score(cell) => format!("score the station around {cell} next"),
        Action::Stop => "end the spacewalk".into(),
        Action::Pass => "do nothing".into(),
    }
}

/// Parses an action. A line that cannot be read is invalid in every position.
pub(crate) fn read(text: &str) -> Result<Action, NotationError> {
    read_line(text).map_err(NotationError::in_any_position)
}

fn read_line(text: &str) -> Result<Action, NotationError> {
    let lower = text.to_ascii_lowercase();
    let mut words = Words::of(&lower);
    let (at, verb) = words.next("an action", FORMS)?;
    let action = match verb {
        "roll" => Action::Roll(read_face(&mut words)?),
        "walk" => {
            let from = read_cell(&mut words)?;
            Action::Walk {
                from,
                to: read_after(&mut words, "to")?,
            }
        }
        "ufo" => {
            let from = read_cell(&mut words)?;
            Action::Ufo {
                from,
                to: read_after(&mut words, "to")?,
            }
        }
        "abduct" => {
            let from = read_cell(&mut words)?;
            Action::Abduct {
                from,
                to: read_after(&mut words, "to")?,
                with: read_after(&mut words, "with")?,
            }
        }
        "score" => Action::Score(read_cell(&mut words)?),
        "stop" => Action::Stop,
        "pass" => Action::Pass,
        other => match Kind::ALL.into_iter().find(|kind| kind.name() == other) {
            Some(kind) => read_piece(kind, &mut words)?,
            None => {
                let help = match nearest(other, &VERBS) {
                    Some(near) => format!("did you mean `{near}`? {FORMS}"),
                    None => FORMS.into(),
                };
                return Err(NotationError::new(
                    at,
                    format!("`{other}` is not an action"),
                    help,
                ));
            }
        },
    };
    words.end()?;
    Ok(action)
}

fn read_face(words: &mut Words<'_>) -> Result<Face, NotationError> {
    let help = "write a face such as white-yellow";
    let (at, word) = words.next("a face", help)?;
    Face::named(word)
        .ok_or_else(|| NotationError::new(at, format!("there is no face `{word}`"), help))
}

fn read_piece(kind: Kind, words: &mut Words<'_>) -> Result<Action, NotationError> {
    let cell = read_cell(words)?;
    if !kind.is_long() {
        return Ok(Action::Build {
            kind,
            cell,
            up: false,
        });
    }
    let help = "write `across` (to the right) or `up` after the cell";
    let (at, word) = words.next("a direction", help)?;
    let up = match word {
        "across" => false,
        "up" => true,
        other => {
            return Err(NotationError::new(
                at,
                format!("`{other}` is not a direction"),
                help,
            ));
        }
    };
    Ok(Action::Build { kind, cell, up })
}

/// Parses a piece as positions write it: a cell, and for a long piece its direction.
pub(crate) fn read_place(kind: Kind, text: &str) -> Option<(Cell, bool)> {
    let lower = text.to_ascii_lowercase();
    let mut words = Words::of(&lower);
    let placed = read_piece(kind, &mut words).ok()?;
    match (placed, words.peek()) {
        (Action::Build { cell, up, .. }, None) => Some((cell, up)),
        _ => None,
    }
}

/// Parses a cell; a blank may follow its comma.
fn read_cell(words: &mut Words<'_>) -> Result<Cell, NotationError> {
    let help = "write column and row, such as 12,7";
    let (at, word) = words.next("a cell", help)?;
    let joined = match word.ends_with(',') {
        true => format!("{word}{}", words.next("a row", help)?.1),
        false => word.to_string(),
    };
    joined
        .parse()
        .map_err(|()| NotationError::new(at, format!("`{joined}` is not a cell"), help))
}

/// Parses a cell after a word such as `to`.
fn read_after(words: &mut Words<'_>, small: &str) -> Result<Cell, NotationError> {
    let help = format!("write `{small}` and a cell");
    let (at, word) = words.next(&format!("`{small}`"), &help)?;
    match word == small {
        true => read_cell(words),
        false => Err(NotationError::new(
            at,
            format!("write `{small}` instead of `{word}`"),
            help,
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let got = match read(text) {
            Ok(action) => write(action),
            Err(error) => error.to_string(),
        };
        assert_eq!(got, expected, "{text}");
    }

    #[test]
    fn lines_are_read_and_written() {
        for line in [
            "roll white-yellow",
            "straight 12,7 across",
            "straight 12,7 up",
            "square 12,7",
            "dome 0,29",
            "airlock 12,7 up",
            "antenna 12,7",
            "walk 6,9 to 8,10",
            "ufo 7,13 to 9,14",
            "abduct 12,15 to 5,5 with 7,13",
            "score 4,4",
            "stop",
            "pass",
            "square 200,200",
        ] {
            check(line, line);
        }
        check("  Walk 6, 9  TO 8,10 ", "walk 6,9 to 8,10");
        check("roll yellow-white", "roll white-yellow");
    }

    #[test]
    fn errors_say_where_and_what() {
        check(
            "straight 12,7",
            "column 14: a direction is missing (write `across` (to the right) or `up` after the cell)",
        );
        check(
            "straight 12,7 down",
            "column 15: `down` is not a direction (write `across` (to the right) or `up` after the cell)",
        );
        check(
            "square 12;7",
            "column 8: `12;7` is not a cell (write column and row, such as 12,7)",
        );
        check(
            "square 12,256",
            "column 8: `12,256` is not a cell (write column and row, such as 12,7)",
        );
        check(
            "square é,7",
            "column 8: `é,7` is not a cell (write column and row, such as 12,7)",
        );
        check(
            "walk 6,9 8,10",
            "column 10: write `to` instead of `8,10` (write `to` and a cell)",
        );
        check(
            "walk 6,9",
            "column 9: `to` is missing (write `to` and a cell)",
        );
        check(
            "roll red",
            "column 6: there is no face `red` (write a face such as white-yellow)",
        );
        check(
            "square 1,2 up",
            "column 12: `up` is one word too many (end the line before it)",
        );
        check("", &format!("column 1: an action is missing ({FORMS})"));
        check(
            "tower 1,2",
            &format!("column 1: `tower` is not an action ({FORMS})"),
        );
    }
}
