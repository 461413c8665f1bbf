//! A session written down: the lines as they were entered. Loading enters them again.

use super::keeping::{BeginError, Referee};
use crate::Setup;
use crate::packs::{source, text_of};
use cardwright_kernel::PackUse;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

/// The version of the format this library writes and reads.
pub const RECORD_FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    /// [`RECORD_FORMAT`]; the key says what the file is.
    referee: u32,
    written_by: String,
    game: String,
    players: u8,
    /// Options that were asked for, by name and value.
    options: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// What was entered, line by line.
    lines: Vec<String>,
    /// The packs in play; those of the library without their files.
    packs: Vec<PackUse>,
}

/// Why a session cannot be taken up again.
#[derive(Clone, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RecordError {
    /// The text is not a session; the reason names line and column.
    #[error("this is not a whole referee session: {0}")]
    Text(#[serde(serialize_with = "crate::shown::shown")] Arc<serde_json::Error>),
    /// It is of another format.
    #[error("the session has format {found}; this version reads format {RECORD_FORMAT}")]
    Format {
        /// What the file says.
        found: u32,
    },
    /// No such session can begin here.
    #[error(transparent)]
    Begin(#[from] BeginError),
    /// The library's own cards have changed since.
    #[error("the session was played with other cards of the pack `{pack}`")]
    OtherCards {
        /// The pack's id.
        pack: String,
    },
    /// A line is not taken.
    #[error("line {number} of the session, `{line}`, is not taken: {why}")]
    Line {
        /// Its number, from 1.
        number: usize,
        /// Its text.
        line: String,
        /// Why.
        why: String,
    },
}

impl Referee {
    /// The session as text, to be kept and loaded again: the lines as they were entered.
    pub fn save(&self) -> String {
        let own = |id: &str| {
            self.setup
                .packs
                .iter()
                .any(|pack| text_of(pack, "id").as_deref() == Some(id))
        };
        let packs = self
            .table
            .about()
            .packs
            .into_iter()
            .map(|pack| match own(&pack.id) {
                true => pack,
                false => PackUse {
                    files: Vec::new(),
                    ..pack
                },
            });
        let record = Record {
            referee: RECORD_FORMAT,
            written_by: env!("CARGO_PKG_VERSION").into(),
            game: self.game.clone(),
            players: self.setup.players,
            options: self.setup.options.clone(),
            position: self.position.clone(),
            lines: self.lines.iter().map(|line| line.text.clone()).collect(),
            packs: packs.collect(),
        };
        // Numbers, text and lists: there is nothing in a record that JSON cannot say.
        serde_json::to_string_pretty(&record).unwrap_or_default() + "\n"
    }

    /// A session continued from the text that [`Referee::save`] wrote.
    ///
    /// # Errors
    /// See [`RecordError`].
    pub fn load(text: &str) -> Result<Self, RecordError> {
        let record = read(text)?;
        let carried = record
            .packs
            .iter()
            .filter(|pack| !pack.files.is_empty())
            .map(source)
            .collect();
        let setup = Setup {
            players: record.players,
            options: record.options,
            packs: carried,
        };
        let mut session = Referee::new(&record.game, setup, record.position)?;
        let here = session.table.about().packs;
        let changed = record
            .packs
            .iter()
            .find(|pack| !here.iter().any(|own| own.digest == pack.digest));
        if let Some(pack) = changed {
            return Err(RecordError::OtherCards {
                pack: pack.id.clone(),
            });
        }
        for (at, line) in record.lines.into_iter().enumerate() {
            if let Err(why) = session.enter(&line) {
                return Err(RecordError::Line {
                    number: at + 1,
                    line,
                    why: why.message,
                });
            }
        }
        Ok(session)
    }
}

/// Whether a text is a saved session, of any format: to be written over by another.
pub fn is_session(text: &str) -> bool {
    matches!(read(text), Ok(_) | Err(RecordError::Format { .. }))
}

/// A record of another format says so, even where that format has other fields.
fn read(text: &str) -> Result<Record, RecordError> {
    #[derive(Deserialize)]
    struct Head {
        referee: u32,
    }
    let format = |found| Err(RecordError::Format { found });
    match (
        serde_json::from_str::<Record>(text),
        serde_json::from_str::<Head>(text),
    ) {
        (_, Ok(head)) if head.referee != RECORD_FORMAT => format(head.referee),
        (Ok(record), _) => Ok(record),
        (Err(error), _) => Err(RecordError::Text(Arc::new(error))),
    }
}
