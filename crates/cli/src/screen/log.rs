//! What has happened, for the screen: turns of others in a paragraph each, one's own and the last one line by line.

use super::wrap::CITES;
use cardwright::Line;

/// Lines of a turn that are few enough to stand in a row each.
const FEW: usize = 2;
/// What the line ends with that begins a turn.
const TURN: &str = " turn.";

/// The log.
#[derive(Clone, Default)]
pub(super) struct Log {
    /// Everything.
    pub(super) lines: Vec<Line>,
    /// The lines before the person was asked last.
    pub(super) before: usize,
    /// How many rows are scrolled up.
    pub(super) scroll: usize,
}

/// A paragraph of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Paragraph {
    /// Its text, with citations after [`CITES`].
    pub(super) text: String,
    /// Whether it is news.
    pub(super) new: bool,
}

impl Log {
    /// The lines as they are now; those that were not there before are news.
    pub(super) fn set(&mut self, lines: Vec<Line>) {
        if lines.len() != self.lines.len() {
            self.before = self.lines.len().min(lines.len());
            self.scroll = 0;
        }
        self.lines = lines;
    }

    /// The paragraphs; `own` are the words that sentences call the viewer, in small letters.
    pub(super) fn paragraphs(&self, own: &[String]) -> Vec<Paragraph> {
        let mut turns: Vec<(usize, Vec<&Line>)> = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            match turns.last_mut() {
                Some((_, turn)) if !line.text.ends_with(TURN) => turn.push(line),
                _ => turns.push((at, vec![line])),
            }
        }
        let last = turns.len().saturating_sub(1);
        let paragraphs = turns.iter().enumerate().map(|(place, (at, turn))| {
            let begins = turn.first().is_some_and(|line| line.text.ends_with(TURN));
            let mine = turn.first().is_some_and(|line| is_of(&line.text, own));
            let apart = !begins || mine || place == last || turn.len() <= FEW;
            if apart { self.each(*at, turn) } else { vec![self.joined(*at, turn)] }
        });
        paragraphs.flatten().collect()
    }

    fn each(&self, at: usize, turn: &[&Line]) -> Vec<Paragraph> {
        let one = |(line, at): (&&Line, usize)| Paragraph { text: cited(line), new: at >= self.before };
        turn.iter().zip(at..).map(one).collect()
    }

    fn joined(&self, at: usize, turn: &[&Line]) -> Paragraph {
        let texts: Vec<&str> = turn.iter().map(|line| line.text.as_str()).collect();
        Paragraph { text: texts.join(" "), new: at + turn.len() > self.before }
    }
}

/// Whether a sentence begins with one of these names.
fn is_of(text: &str, own: &[String]) -> bool {
    let text = text.to_lowercase();
    own.iter().any(|name| {
        text.strip_prefix(name.as_str()).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
    })
}

/// A line with its citations.
pub(super) fn cited(line: &Line) -> String {
    match line.cites.is_empty() {
        true => line.text.clone(),
        false => format!("{} {CITES}[{}]", line.text, line.cites.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line {
        Line { text: text.into(), cites: vec!["X-1".into()], event: serde_json::Value::Null }
    }

    #[test]
    fn turns_of_others_are_paragraphs() {
        let texts = [
            "It begins.",
            "Robot 1's turn.",
            "Robot 1 waits.",
            "It rolls.",
            "Robot 2's turn.",
            "It buys.",
            "It rolls.",
            "Robot 1's turn.",
        ];
        let mut log = Log::default();
        log.set(texts[..4].iter().map(|text| line(text)).collect());
        log.set(texts.iter().map(|text| line(text)).collect());
        let found = log.paragraphs(&["robot 1".into()]);
        let found: Vec<_> = found.iter().map(|p| (p.text.replace(CITES, ""), p.new)).collect();
        let expected = [
            ("It begins. [X-1]", false),
            ("Robot 1's turn. [X-1]", false),
            ("Robot 1 waits. [X-1]", false),
            ("It rolls. [X-1]", false),
            ("Robot 2's turn. It buys. It rolls.", true),
            ("Robot 1's turn. [X-1]", true),
        ];
        assert_eq!(found, expected.map(|(text, new)| (text.to_string(), new)));
    }
}
