//! The facts at the head of a ruling: `- key: value`.

use super::block::RulingError;
use super::file::{Case, Ruling, RulingStatus};
use cardwright_kernel::{meant, nearest};

const KEYS: [&str; 8] = [
    "id",
    "game",
    "players",
    "status",
    "source",
    "options",
    "questions",
    "clauses",
];
const REQUIRED: [&str; 5] = ["id", "game", "players", "status", "source"];

/// The facts while they are read.
#[derive(Default)]
pub(crate) struct Facts {
    pub(crate) title: String,
    /// Key, value, line and column of the value.
    given: Vec<(String, String, usize, usize)>,
}

impl Facts {
    /// A line of the head. Lists of prose are left alone: only a known key, or nearly one, makes a fact.
    pub(crate) fn line(&mut self, number: usize, text: &str) {
        let Some((key, value)) = text
            .strip_prefix("- ")
            .and_then(|rest| rest.split_once(':'))
        else {
            return;
        };
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

    /// The ruling, if its facts are whole; what is wrong with them otherwise.
    pub(crate) fn finish(self, cases: Vec<Case>, faults: &mut Vec<RulingError>) -> Option<Ruling> {
        self.check_keys(faults);
        let game = self.game(faults);
        let players = self.players(faults);
        let status = self.status(faults);
        let options = self.options(faults);
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

    /// Whether a missing key is there, mistyped: its fault has been told.
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
                format!("`{value}` is no number of players"),
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
                let help = "write `official` where the rulebook says it in words, `house` where the ruling is ours";
                faults.push(RulingError::new(
                    at,
                    format!("`{value}` is no status"),
                    help,
                ));
                None
            }
        }
    }

    fn options(&self, faults: &mut Vec<RulingError>) -> Vec<(String, String)> {
        let Some((value, at)) = self.value("options") else {
            return Vec::new();
        };
        named_pairs(value).unwrap_or_else(|part| {
            let help = "write `name = value`; several with commas";
            faults.push(RulingError::new(
                at,
                format!("`{part}` is no option with its value"),
                help,
            ));
            Vec::new()
        })
    }
}

/// `a = b, c = d` as pairs; the part that is none otherwise. Backticks are left out. A part without `=` after a pair
/// belongs to its value, as lists of numbers do.
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
