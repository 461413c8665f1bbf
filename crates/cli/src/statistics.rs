//! The results of the user's own matches: `statistics.json` in the folder `cardwright` of the user's state
//! directory.

use crate::files;
use crate::output::Out;
use crate::stop::CommandError;
use cardwright::game;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// The results of the matches of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The number of matches played to the end.
    pub(crate) played: u64,
    /// The number of matches that the user won, alone or with others.
    pub(crate) won: u64,
}

/// The results by game. A missing or unreadable file counts as empty.
pub(crate) fn records() -> BTreeMap<String, Record> {
    let text = file().and_then(|path| fs::read_to_string(path).ok());
    text.and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

/// Counts a match, and returns the results of its game so far. If the file cannot be written, the match is not
/// counted.
pub(crate) fn count(game: &str, won: bool) -> Record {
    let mut records = records();
    let record = records.entry(game.to_string()).or_default();
    record.played += 1;
    record.won += u64::from(won);
    let record = *record;
    if let (Some(path), Ok(text)) = (file(), serde_json::to_string_pretty(&records)) {
        let folder = path.parent().map(fs::create_dir_all);
        if matches!(folder, Some(Ok(()))) {
            let _ = files::replace(&path, &format!("{text}\n"));
        }
    }
    record
}

/// The results as a sentence.
pub(crate) fn sentence(id: &str, record: Record) -> String {
    let title = game(id).map_or(id, |game| game.title);
    let matches = if record.played == 1 {
        "match"
    } else {
        "matches"
    };
    format!(
        "You have won {} of {} {matches} of {title}",
        record.won, record.played
    )
}

/// Prints all results.
///
/// # Errors
/// When the output cannot be written.
pub(crate) fn print(out: &mut Out) -> Result<(), CommandError> {
    let records = records();
    if out.is_json() {
        return out.json_line(&serde_json::json!({ "statistics": records }));
    }
    if records.is_empty() {
        return out.line("You have not finished a match at a terminal yet.");
    }
    records
        .iter()
        .try_for_each(|(game, record)| out.line(format!("{}.", sentence(game, *record))))
}

fn file() -> Option<PathBuf> {
    let state = dirs::state_dir().or_else(dirs::data_local_dir)?;
    Some(state.join("cardwright").join("statistics.json"))
}
