//! Collects what bots did while the only person at a terminal did not have to act: one paragraph per turn instead
//! of one line per event.

use crate::output::Out;
use crate::stop::CommandError;
use cardwright::Line;

/// The maximum number of lines in a turn for them to be printed on separate lines.
const FEW: usize = 2;

/// The ending of the line that begins a turn.
const TURN: &str = " turn.";

/// The collected events, one paragraph per turn.
#[derive(Default)]
pub(crate) struct Heard(Vec<Vec<Line>>);

impl Heard {
    /// Adds events.
    pub(crate) fn add(&mut self, lines: Vec<Line>) {
        for line in lines {
            match self.0.last_mut() {
                Some(known) if !line.text.ends_with(TURN) => known.push(line),
                _ => self.0.push(vec![line]),
            }
        }
    }

    /// Prints the events and forgets them.
    ///
    /// # Errors
    /// When the output cannot be written.
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

/// Joins lines into one paragraph of sentences.
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
