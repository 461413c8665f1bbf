//! What bots did while the one person at a terminal was not asked: a paragraph for each turn, not a line for each event.

use crate::output::Out;
use crate::stop::CommandError;
use cardwright::Line;

/// The lines of a turn that are few enough to stand on a line each.
const FEW: usize = 2;

/// What the line that begins a turn ends with.
const TURN: &str = " turn.";

/// What was heard, a paragraph for each turn.
#[derive(Default)]
pub(crate) struct Heard(Vec<Vec<Line>>);

impl Heard {
    /// Adds what happened.
    pub(crate) fn add(&mut self, lines: Vec<Line>) {
        for line in lines {
            match self.0.last_mut() {
                Some(known) if !line.text.ends_with(TURN) => known.push(line),
                _ => self.0.push(vec![line]),
            }
        }
    }

    /// Tells it, once.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn tell(&mut self, out: &mut Out) -> Result<(), CommandError> {
        for lines in std::mem::take(&mut self.0) {
            let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
            match texts.len() > FEW && !out.is_json() {
                true => out.prose(&sentences(&texts))?,
                false => texts.iter().try_for_each(|text| out.prose(text))?,
            }
        }
        Ok(())
    }
}

/// Lines one after the other, each a sentence.
fn sentences(lines: &[&str]) -> String {
    let ended = |line: &&str| {
        if line.ends_with(['.', '!', '?']) {
            (*line).into()
        } else {
            format!("{line};")
        }
    };
    let text = lines.iter().map(ended).collect::<Vec<_>>().join(" ");
    text.strip_suffix(';').map_or(text.clone(), str::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_a_paragraph() {
        assert_eq!(
            sentences(&["Robot 2's turn.", "It rolls 3."]),
            "Robot 2's turn. It rolls 3."
        );
        assert_eq!(
            sentences(&["light moves", "dark wins"]),
            "light moves; dark wins"
        );
    }
}
