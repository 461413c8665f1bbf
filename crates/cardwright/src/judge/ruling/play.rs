//! The lines of a play: `2: play dodge`, `! 1: buy top-left`, `chance: roll 3`.

use super::block::{Block, RulingError};
use cardwright_kernel::{Actor, Seat};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who takes an action: `{"seat": 2}` or `"chance"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// A seat, from 1.
    Seat(#[cfg_attr(feature = "schema", schemars(with = "u8"))] Seat),
    /// Dice or a draw.
    Chance,
}

impl Who {
    /// The seat; `None` for chance.
    pub(crate) fn seat(self) -> Option<Seat> {
        match self {
            Who::Seat(seat) => Some(seat),
            Who::Chance => None,
        }
    }

    /// Whether this is the player to decide.
    pub(crate) fn is(self, actor: Actor) -> bool {
        match (self, actor) {
            (Who::Seat(seat), Actor::Seat(asked)) => seat == asked,
            (Who::Chance, Actor::Chance) => true,
            _ => false,
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Seat(seat) => write!(f, "player {seat}"),
            Who::Chance => f.write_str("chance"),
        }
    }
}

/// One line of a play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayedAction {
    /// Who takes the action.
    pub who: Who,
    /// The action in the game's notation.
    pub action: String,
    /// Whether it must be refused.
    pub refused: bool,
    /// Its line in the file, from 1.
    pub line: usize,
    /// The column of the action, from 1.
    pub column: usize,
}

/// Reads the lines of a block; blank lines and lines starting with `#` are ignored.
pub(crate) fn read_play(block: &Block, faults: &mut Vec<RulingError>) -> Vec<PlayedAction> {
    let mut played = Vec::new();
    for (number, text) in block.text.lines().enumerate() {
        if text.trim().is_empty() || text.trim_start().starts_with('#') {
            continue;
        }
        match read_line(text) {
            Ok(one) => played.push(PlayedAction {
                line: block.line + number,
                ..one
            }),
            Err((column, message, help)) => faults.push(RulingError::new(
                (block.line + number, column),
                message,
                help,
            )),
        }
    }
    played
}

type Wrong = (usize, String, &'static str);

const FORM: &str =
    "write who answers, a colon and the answer, such as `2: play dodge` or `chance: roll 3`";

/// Reads a line as an action; its line number has to be set afterwards.
pub(crate) fn read_line(text: &str) -> Result<PlayedAction, Wrong> {
    let column = |rest: &str| text[..text.len() - rest.len()].chars().count() + 1;
    let rest = text.trim_start();
    let (refused, rest) = match rest.strip_prefix('!') {
        Some(after) => (true, after.trim_start()),
        None => (false, rest),
    };
    let Some((who, action)) = rest.split_once(':') else {
        return Err((
            column(rest),
            "this line does not say who answers".into(),
            FORM,
        ));
    };
    let who = match read_who(who.trim()) {
        Some(who) => who,
        None => {
            return Err((
                column(rest),
                format!("there is no player `{}`", who.trim()),
                FORM,
            ));
        }
    };
    let action = action.trim_start();
    let column = column(action);
    match action.trim_end() {
        "" => Err((column, "there is no action after the colon".into(), FORM)),
        action => Ok(PlayedAction {
            who,
            action: action.into(),
            refused,
            line: 0,
            column,
        }),
    }
}

/// Splits a line into the player, if named, and the action. A colon inside a later word belongs to the action: `2:mint`
/// in `show sniper at 2:mint`, `fair:oil-can` in `play fair:oil-can`.
pub(crate) fn split_who(text: &str) -> Result<(Option<Who>, &str), (String, &'static str)> {
    let Some((who, action)) = text.split_once(':') else {
        return Ok((None, text.trim()));
    };
    match (read_who(who.trim()), action.trim()) {
        (None, _)
            if who.trim().contains(' ')
                && action.starts_with(|next: char| !next.is_whitespace()) =>
        {
            Ok((None, text.trim()))
        }
        (None, _) => Err((format!("there is no player `{}`", who.trim()), FORM)),
        (_, "") => Err(("there is no action after the colon".into(), FORM)),
        (who, action) => Ok((who, action)),
    }
}

fn read_who(text: &str) -> Option<Who> {
    if text == "chance" {
        return Some(Who::Chance);
    }
    let number = text.strip_prefix("player ").unwrap_or(text).trim_start();
    let number: u8 = number.parse().ok()?;
    (1..=8)
        .contains(&number)
        .then(|| Who::Seat(Seat(number - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_may_be_indented_and_faults_have_their_place() {
        let text = "  # a note\n\n  2: play dodge  \n\t! player 1 :stop\n chance:roll 3\n  9: pass\n1:  \nplay";
        let block = Block {
            text: text.into(),
            line: 5,
            span: 0..0,
        };
        let mut faults = Vec::new();
        let played = read_play(&block, &mut faults);
        let read: Vec<_> = played
            .iter()
            .map(|one| (one.who, &*one.action, one.refused, one.line, one.column))
            .collect();
        assert_eq!(
            read,
            [
                (Who::Seat(Seat(1)), "play dodge", false, 7, 6),
                (Who::Seat(Seat(0)), "stop", true, 8, 14),
                (Who::Chance, "roll 3", false, 9, 9),
            ]
        );
        let places: Vec<_> = faults.iter().map(|one| (one.line, one.column)).collect();
        assert_eq!(places, [(10, 3), (11, 5), (12, 1)]);
    }
}
