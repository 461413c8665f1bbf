//! The facts at the head of a ruling: `- key: value`.

use super::block::RulingError;
use super::file::{Case, Ruling, RulingStatus};
use cardwright_kernel::{meant, nearest};

const KEYS: [&str; 12] = [
    "id",
    "game",
    "players",
    "status",
    "source",
    "options",
    "questions",
    "clauses",
    "cards",
    "date",
    "author",
    "superseded-by",
];
const REQUIRED: [&str; 5] = ["id", "game", "players", "status", "source"];

/// The facts at the head of a ruling file while they are read.
#[derive(Default)]
pub(crate) struct Facts {
    pub(crate) title: String,
    /// The paragraphs between the title and the facts, each joined to one line.
    prose: Vec<String>,
    /// Whether the next line continues a paragraph.
    inside: bool,
    /// Key, value, line and column of the value.
    given: Vec<(String, String, usize, usize)>,
}

impl Facts {
    /// Reads a line of the head. Lists in prose are ignored: only a known key, or nearly one, makes a fact.
    pub(crate) fn line(&mut self, number: usize, text: &str) {
        let Some((key, value)) = text
            .strip_prefix("- ")
            .and_then(|rest| rest.split_once(':'))
        else {
            return self.prose(text.trim());
        };
        self.inside = false;
        if !key.is_empty()
            && key
                .chars()
                .all(|letter| letter.is_ascii_alphabetic() || letter == '-' || letter == '_')
        {
            let column = 3
                + key.chars().count()
                + 1
                + value.chars().take_while(|c| c.is_whitespace()).count();
            self.given
                .push((key.into(), value.trim().into(), number, column));
        }
    }

    fn prose(&mut self, text: &str) {
        match self.prose.last_mut().filter(|_| self.inside) {
            Some(paragraph) if !text.is_empty() => {
                paragraph.push(' ');
                paragraph.push_str(text);
            }
            _ if !text.is_empty() => self.prose.push(text.into()),
            _ => {}
        }
        self.inside = !text.is_empty();
    }

    /// The situation, which is written in italics, and the answer, which is the rest.
    fn said(&self) -> (String, String) {
        let (situation, answer): (Vec<&str>, Vec<&str>) = self
            .prose
            .iter()
            .map(String::as_str)
            .partition(|paragraph| paragraph.starts_with('*') && !paragraph.starts_with("**"));
        let bare: Vec<&str> = situation
            .iter()
            .map(|text| text.trim_matches('*'))
            .collect();
        (bare.join(" "), answer.join(" "))
    }

    /// The ruling, if its facts are complete; otherwise adds the problems.
    pub(crate) fn finish(self, cases: Vec<Case>, faults: &mut Vec<RulingError>) -> Option<Ruling> {
        self.check_keys(faults);
        let game = self.game(faults);
        let players = self.players(faults);
        let status = self.status(faults);
        let options = self.options(faults);
        let date = self.date(faults);
        let superseded_by = self.superseded_by(faults);
        let (situation, answer) = self.said();
        Some(Ruling {
            id: self.value("id")?.0.into(),
            title: self.title.clone(),
            game: game?,
            players: players?,
            status: status?,
            source: self.value("source")?.0.into(),
            options,
            questions: self.list("questions"),
            clauses: self.list("clauses"),
            cards: self.list("cards"),
            date,
            author: self.value("author").map(|(author, _)| author.into()),
            superseded_by,
            situation,
            answer,
            cases,
        })
    }

    fn check_keys(&self, faults: &mut Vec<RulingError>) {
        for (at, (key, value, line, column)) in self.given.iter().enumerate() {
            let twice = self.given[..at].iter().any(|(earlier, ..)| earlier == key);
            if !KEYS.contains(&key.as_str()) {
                let help = meant(key, &KEYS);
                faults.push(RulingError::new(
                    (*line, 3),
                    format!("no fact is called `{key}`"),
                    help,
                ));
            } else if twice {
                faults.push(RulingError::new(
                    (*line, 3),
                    format!("`{key}` is given twice"),
                    "give it once",
                ));
            } else if value.is_empty() {
                let help = "write the value after the colon, or leave the line out";
                faults.push(RulingError::new(
                    (*line, *column),
                    format!("`{key}` has no value"),
                    help,
                ));
            }
        }
        for key in REQUIRED
            .into_iter()
            .filter(|key| self.value(key).is_none() && !self.nearly(key))
        {
            let help = format!("add a line `- {key}: …` below the title");
            faults.push(RulingError::new(
                (1, 1),
                format!("the ruling does not say `{key}`"),
                help,
            ));
        }
    }

    /// Whether a missing key is present but mistyped, so that its problem was already reported.
    fn nearly(&self, key: &str) -> bool {
        self.given.iter().any(|(given, ..)| {
            !KEYS.contains(&given.as_str()) && nearest(given, &KEYS) == Some(key)
        })
    }

    fn value(&self, key: &str) -> Option<(&str, (usize, usize))> {
        let found = self
            .given
            .iter()
            .find(|(given, value, ..)| given == key && !value.is_empty());
        found.map(|(_, value, line, column)| (value.as_str(), (*line, *column)))
    }

    fn list(&self, key: &str) -> Vec<String> {
        let text = self.value(key).map_or("", |(value, _)| value);
        text.split(',')
            .map(|word| word.trim().to_string())
            .filter(|word| !word.is_empty())
            .collect()
    }

    fn game(&self, faults: &mut Vec<RulingError>) -> Option<String> {
        let (value, at) = self.value("game")?;
        let known: Vec<_> = crate::games().iter().map(|game| game.id).collect();
        if known.contains(&value) {
            return Some(value.into());
        }
        faults.push(RulingError::new(
            at,
            format!("there is no game `{value}`"),
            meant(value, &known),
        ));
        None
    }

    fn players(&self, faults: &mut Vec<RulingError>) -> Option<u8> {
        let (value, at) = self.value("players")?;
        let players = value
            .parse()
            .ok()
            .filter(|players| (1..=8).contains(players));
        if players.is_none() {
            faults.push(RulingError::new(
                at,
                format!("`{value}` is not a number of players"),
                "write a number such as 2",
            ));
        }
        players
    }

    fn status(&self, faults: &mut Vec<RulingError>) -> Option<RulingStatus> {
        let (value, at) = self.value("status")?;
        match value {
            "official" => Some(RulingStatus::Official),
            "house" => Some(RulingStatus::House),
            _ => {
                let help = "write `official` if the rulebook says so, or `house` if it is your own decision";
                faults.push(RulingError::new(
                    at,
                    format!("`{value}` is not a status"),
                    help,
                ));
                None
            }
        }
    }

    fn date(&self, faults: &mut Vec<RulingError>) -> Option<String> {
        let (value, at) = self.value("date")?;
        if is_date(value) {
            return Some(value.into());
        }
        faults.push(RulingError::new(
            at,
            format!("`{value}` is no date"),
            "write year, month and day: 2026-11-25",
        ));
        None
    }

    fn superseded_by(&self, faults: &mut Vec<RulingError>) -> Option<String> {
        let (value, at) = self.value("superseded-by")?;
        let itself = self.value("id").is_some_and(|(id, _)| id == value);
        let message = match value.split_whitespace().count() {
            1 if !itself => return Some(value.into()),
            1 => "a ruling cannot be superseded by itself".into(),
            _ => format!("`{value}` is no id of a ruling"),
        };
        faults.push(RulingError::new(
            at,
            message,
            "write the id of the ruling that replaces this one",
        ));
        None
    }

    fn options(&self, faults: &mut Vec<RulingError>) -> Vec<(String, String)> {
        let Some((value, at)) = self.value("options") else {
            return Vec::new();
        };
        named_pairs(value).unwrap_or_else(|part| {
            let help = "write `name = value`; several with commas";
            faults.push(RulingError::new(
                at,
                format!("`{part}` is not an option with its value"),
                help,
            ));
            Vec::new()
        })
    }
}

/// Whether a text is a date such as `2026-11-25`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: &str, digits: usize| {
        let plain = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| part.parse::<u16>().ok()).flatten()
    };
    let [year, month, day] = parts.as_slice() else {
        return false;
    };
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2))
    else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// Parses `a = b, c = d` into pairs; otherwise returns the part that is not a pair. Backticks are ignored. A part
/// without `=` after a pair belongs to its value, as in lists of numbers.
pub(crate) fn named_pairs(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for part in text
        .replace('`', "")
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        match (part.split_once('='), pairs.last_mut()) {
            (Some((name, value)), _) if !name.trim().is_empty() && !value.trim().is_empty() => {
                pairs.push((name.trim().into(), value.trim().into()));
            }
            (None, Some((_, value))) => {
                value.push(',');
                value.push_str(part);
            }
            _ => return Err(part.into()),
        }
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::super::file::read;

    fn ruling(facts: &str) -> String {
        format!(
            "# R-1: a title\n\n*One\nand two?*\n\nYes: one.\nTwo.\n\n- id: own\n- game: robotory\n- players: 2\n\
             - status: house\n- source: here\n{facts}\n## Play\n```text\n1: place white a1\n```\n"
        )
    }

    #[test]
    fn date_author_cards_and_successor_are_read() {
        let facts =
            "- date: 2024-02-29\n- author: Somebody\n- superseded-by: other\n- cards: spy, dodge\n";
        let read = read(&ruling(facts)).unwrap();
        assert_eq!(read.date.as_deref(), Some("2024-02-29"));
        let in_2000 = facts.replace("2024", "2000");
        assert!(super::super::file::read(&ruling(&in_2000)).is_ok());
        assert_eq!(read.author.as_deref(), Some("Somebody"));
        assert_eq!(read.superseded_by.as_deref(), Some("other"));
        assert_eq!(read.cards, ["spy", "dodge"]);
        assert_eq!(read.situation, "One and two?");
        assert_eq!(read.answer, "Yes: one. Two.");
    }

    #[test]
    fn a_day_that_there_is_not_and_a_ruling_that_replaces_itself_are_refused() {
        for (facts, expected) in [
            ("- date: 2025-02-29\n", "`2025-02-29` is no date"),
            ("- date: 2025-13-01\n", "`2025-13-01` is no date"),
            ("- date: 2025-04-31\n", "`2025-04-31` is no date"),
            ("- date: 1900-02-29\n", "`1900-02-29` is no date"),
            ("- date: yesterday\n", "`yesterday` is no date"),
            (
                "- superseded-by: own\n",
                "a ruling cannot be superseded by itself",
            ),
            (
                "- superseded-by: one two\n",
                "`one two` is no id of a ruling",
            ),
        ] {
            let faults = read(&ruling(facts)).unwrap_err();
            let told: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
            assert_eq!(told, [expected]);
            assert!(
                faults[0].line == 14 && !faults[0].help.is_empty(),
                "{faults:?}"
            );
            // The place is that of the value.
            let value = facts.trim_end().split(": ").nth(1).unwrap();
            assert_eq!(
                facts.get(faults[0].column - 1..),
                Some(&*format!("{value}\n"))
            );
        }
    }
}
