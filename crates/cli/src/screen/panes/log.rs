//! What has happened, for the screen: turns of others in a paragraph each, one's own and the last one line by line.

use super::super::wrap::CITES;
use cardwright::{Line, Seat, SeatLine};

/// Lines of a turn that are few enough to stand in a row each.
const FEW: usize = 2;
/// What the line ends with that begins a turn.
const TURN: &str = " turn.";

/// The log.
#[derive(Clone, Default)]
pub(crate) struct Log {
    /// Everything.
    pub(crate) lines: Vec<Line>,
    /// The lines before the person was asked last.
    pub(crate) before: usize,
    /// How many rows are scrolled up.
    pub(crate) scroll: usize,
}

/// A paragraph of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Paragraph {
    /// Its text, with citations after [`CITES`].
    pub(crate) text: String,
    /// Whether it is news.
    pub(crate) new: bool,
}

impl Log {
    /// The lines as they are now; those that were not there before are news.
    pub(crate) fn set(&mut self, lines: Vec<Line>) {
        if lines.len() != self.lines.len() {
            self.before = self.lines.len().min(lines.len());
            self.scroll = 0;
        }
        self.lines = lines;
    }

    /// The paragraphs of a table with these seats; `own` is the viewer's.
    pub(crate) fn paragraphs(&self, seats: &[SeatLine], own: Option<Seat>) -> Vec<Paragraph> {
        let mut turns: Vec<(usize, Vec<&Line>)> = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            match turns.last_mut() {
                Some((_, turn)) if !line.text.ends_with(TURN) => turn.push(line),
                _ => turns.push((at, vec![line])),
            }
        }
        let names = |seat: &SeatLine| {
            seat.names
                .iter()
                .map(|name| name.to_lowercase())
                .collect::<Vec<_>>()
        };
        let own = own
            .and_then(|own| seats.get(own.index()))
            .map(names)
            .unwrap_or_default();
        let all: Vec<String> = seats.iter().flat_map(names).collect();
        let last = turns.len().saturating_sub(1);
        let paragraphs = turns.iter().enumerate().map(|(place, (at, turn))| {
            let begins = turn.first().is_some_and(|line| line.text.ends_with(TURN));
            let mine = turn
                .first()
                .is_some_and(|line| own.iter().any(|name| stands_in(&line.text, name)));
            let apart = !begins || mine || place == last || turn.len() <= FEW;
            if apart {
                self.each(*at, turn)
            } else {
                vec![self.summary(*at, turn, &all)]
            }
        });
        paragraphs.flatten().collect()
    }

    fn each(&self, at: usize, turn: &[&Line]) -> Vec<Paragraph> {
        let one = |(line, at): (&&Line, usize)| Paragraph {
            text: cited(line),
            new: at >= self.before,
        };
        turn.iter().zip(at..).map(one).collect()
    }

    /// A turn in one sentence: what is about somebody at the table, without whose turn it is in front of it.
    fn summary(&self, at: usize, turn: &[&Line], names: &[String]) -> Paragraph {
        let whose = turn
            .first()
            .and_then(|line| line.text.rsplit_once("'s turn"))
            .map_or("", |(who, _)| who);
        let about = |line: &&&Line| names.iter().any(|name| stands_in(&line.text, name));
        let short = |line: &&Line| {
            let text = line.text.trim_end_matches('.');
            text.strip_prefix(whose)
                .and_then(|rest| rest.strip_prefix(' '))
                .unwrap_or(text)
                .to_string()
        };
        let done: Vec<String> = turn.iter().skip(1).filter(about).map(short).collect();
        let done = if done.is_empty() {
            "does nothing".to_string()
        } else {
            done.join("; ")
        };
        Paragraph {
            text: format!("{whose}: {done}."),
            new: at + turn.len() > self.before,
        }
    }
}

/// Whether a sentence holds a name, given in small letters, and not as a piece of another one.
fn stands_in(text: &str, name: &str) -> bool {
    let text = text.to_lowercase();
    text.match_indices(name).any(|(at, _)| {
        let after = text
            .get(at + name.len()..)
            .and_then(|rest| rest.chars().next());
        let before = text.get(..at).and_then(|rest| rest.chars().next_back());
        !after.is_some_and(char::is_alphanumeric) && !before.is_some_and(char::is_alphanumeric)
    })
}

/// A line with its citations.
pub(crate) fn cited(line: &Line) -> String {
    match line.cites.is_empty() {
        true => line.text.clone(),
        false => format!("{} {CITES}[{}]", line.text, line.cites.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line {
        Line {
            text: text.into(),
            cites: vec!["X-1".into()],
            event: serde_json::Value::Null,
        }
    }

    #[test]
    fn turns_of_others_are_paragraphs() {
        let texts = [
            "It begins.",
            "Robot 1's turn.",
            "Robot 1 waits.",
            "A card slides.",
            "Robot 2's turn.",
            "Robot 2 buys.",
            "A card slides.",
            "Robot 1 takes 2 damage.",
            "Robot 1's turn.",
        ];
        let mut log = Log::default();
        log.set(texts[..4].iter().map(|text| line(text)).collect());
        log.set(texts.iter().map(|text| line(text)).collect());
        let seat = |name: &str| SeatLine {
            names: vec![name.into()],
            ..SeatLine::default()
        };
        let found = log.paragraphs(&[seat("robot 1"), seat("robot 2")], Some(Seat(0)));
        let found: Vec<_> = found
            .iter()
            .map(|p| (p.text.replace(CITES, ""), p.new))
            .collect();
        let expected = [
            ("It begins. [X-1]", false),
            ("Robot 1's turn. [X-1]", false),
            ("Robot 1 waits. [X-1]", false),
            ("A card slides. [X-1]", false),
            ("Robot 2: buys; Robot 1 takes 2 damage.", true),
            ("Robot 1's turn. [X-1]", true),
        ];
        assert_eq!(found, expected.map(|(text, new)| (text.to_string(), new)));
    }
}
