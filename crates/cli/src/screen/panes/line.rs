//! The input line, with a history.

/// The maximum length of a line; actions are much shorter.
const MAX_LINE: usize = 500;
/// The maximum number of lines in the history.
const MAX_HISTORY: usize = 200;

/// A line being typed.
#[derive(Clone, Default, Debug)]
pub(crate) struct Line {
    text: Vec<char>,
    /// The position of the text cursor, in characters.
    at: usize,
    history: Vec<String>,
    /// The place in the history that is shown, from its end, and the text typed before.
    back: Option<(usize, String)>,
}

impl Line {
    /// The text of the line.
    pub(crate) fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// Whether the line has no text.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The position of the text cursor, in characters.
    pub(crate) fn cursor(&self) -> usize {
        self.at
    }

    /// Inserts text at the cursor, without control characters.
    pub(crate) fn insert(&mut self, text: &str) {
        for c in text
            .chars()
            .filter(|c| !c.is_control())
            .take(MAX_LINE.saturating_sub(self.text.len()))
        {
            self.text.insert(self.at, c);
            self.at += 1;
        }
    }

    /// Deletes the character before the cursor.
    pub(crate) fn backspace(&mut self) {
        if self.at > 0 {
            self.at -= 1;
            self.text.remove(self.at);
        }
    }

    /// Deletes the character at the cursor.
    pub(crate) fn delete(&mut self) {
        if self.at < self.text.len() {
            self.text.remove(self.at);
        }
    }

    /// Deletes the word before the cursor.
    pub(crate) fn delete_word(&mut self) {
        while self.at > 0 && self.text[self.at - 1] == ' ' {
            self.backspace();
        }
        while self.at > 0 && self.text[self.at - 1] != ' ' {
            self.backspace();
        }
    }

    /// Deletes the whole text.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.at = 0;
        self.back = None;
    }

    /// Moves the cursor by a number of characters.
    pub(crate) fn go(&mut self, by: isize) {
        self.at = self.at.saturating_add_signed(by).min(self.text.len());
    }

    /// Moves the cursor to the beginning or the end.
    pub(crate) fn go_to(&mut self, end: bool) {
        self.at = if end { self.text.len() } else { 0 };
    }

    /// Returns and clears the line, and adds it to the history.
    pub(crate) fn take(&mut self) -> String {
        let text = self.text();
        if self.history.last() != Some(&text) && !text.trim().is_empty() {
            self.history.push(text.clone());
            let more = self.history.len().saturating_sub(MAX_HISTORY);
            self.history.drain(..more);
        }
        self.clear();
        text
    }

    /// Shows an earlier line.
    pub(crate) fn earlier(&mut self) {
        let (shown, typed) = self.back.clone().unwrap_or_else(|| (0, self.text()));
        if shown < self.history.len() {
            self.back = Some((shown + 1, typed));
            self.show();
        }
    }

    /// Shows a later line, or finally the text typed before.
    pub(crate) fn later(&mut self) {
        if let Some((shown, typed)) = self.back.clone() {
            self.back = Some((shown.saturating_sub(1), typed));
            self.show();
        }
    }

    /// Whether there are earlier lines.
    pub(crate) fn has_history(&self) -> bool {
        !self.history.is_empty()
    }

    /// Whether an earlier line is shown.
    pub(crate) fn is_back(&self) -> bool {
        self.back.as_ref().is_some_and(|(shown, _)| *shown > 0)
    }

    fn show(&mut self) {
        let Some((shown, typed)) = &self.back else {
            return;
        };
        let text = match shown {
            0 => typed,
            shown => self
                .history
                .get(self.history.len() - shown)
                .unwrap_or(typed),
        };
        self.text = text.chars().collect();
        self.at = self.text.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_edited_and_earlier_ones_come_back() {
        let mut line = Line::default();
        line.insert("card\x1b Claw");
        assert_eq!(line.take(), "card Claw");
        line.insert("passs");
        line.backspace();
        line.go_to(false);
        line.delete();
        assert_eq!((line.text().as_str(), line.cursor()), ("ass", 0));
        line.earlier();
        assert_eq!(line.text(), "card Claw");
        line.earlier();
        assert_eq!(line.text(), "card Claw");
        line.later();
        assert_eq!(line.text(), "ass");
        line.insert(&"x".repeat(2 * MAX_LINE));
        assert_eq!(line.text().len(), MAX_LINE);
        line.delete_word();
        assert!(line.is_empty());
    }
}
