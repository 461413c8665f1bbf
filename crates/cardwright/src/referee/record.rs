//! A saved session: the lines as they were entered. Loading enters them again.

use super::events::Correction;
use super::keeping::{BeginError, Referee};
use crate::Setup;
use crate::packs::{source, text_of};
use cardwright_kernel::PackUse;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

/// The version of the file format that this library writes and reads.
pub const RECORD_FORMAT: u32 = 2;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    /// The format version, [`RECORD_FORMAT`]. The key also marks the file as a session.
    referee: u32,
    written_by: String,
    game: String,
    players: u8,
    /// The requested options, by name and value.
    options: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// The entered lines.
    lines: Vec<String>,
    /// The corrected lines with their original texts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    corrections: Vec<Correction>,
    /// The packs in play; the library's own packs are listed without their files.
    packs: Vec<PackUse>,
}

/// Why a session cannot be resumed.
#[derive(Clone, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RecordError {
    /// The text is not a session; the error gives line and column.
    #[error("this is not a referee session: {}", crate::shown::json_fault(.0))]
    Text(#[serde(serialize_with = "crate::shown::shown")] Arc<serde_json::Error>),
    /// The file has an unsupported format version.
    #[error("the session has format {found}; this version reads format {RECORD_FORMAT}")]
    Format {
        /// The format version in the file.
        found: u32,
    },
    /// The session cannot be started here.
    #[error(transparent)]
    Begin(#[from] BeginError),
    /// The library's official cards have changed since the session was saved.
    #[error("the session was played with other cards of the pack `{pack}`")]
    OtherCards {
        /// The pack's id.
        pack: String,
    },
    /// A line of the session is rejected.
    #[error("line {number} of the session, `{line}`, is not accepted: {why}")]
    Line {
        /// The line number, from 1.
        number: usize,
        /// The text of the line.
        line: String,
        /// Why the line was rejected.
        why: String,
    },
}

impl Referee {
    /// Writes the session as text, for [`Referee::load`]: the lines as they were entered.
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
            .to_vec()
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
            corrections: self.corrections.clone(),
            packs: packs.collect(),
        };
        // A record has only numbers, texts and lists, which JSON can always express.
        serde_json::to_string_pretty(&record).unwrap_or_default() + "\n"
    }

    /// Resumes a session from the text that [`Referee::save`] wrote.
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
            if let Err(why) = session.enter_kept(&line) {
                return Err(RecordError::Line {
                    number: at + 1,
                    line,
                    why: why.message,
                });
            }
            session.news();
        }
        session.corrections = record.corrections;
        Ok(session)
    }
}

/// Whether a text is a saved session in any format version, so that it is safe to overwrite it with another session.
pub fn is_session(text: &str) -> bool {
    matches!(read(text), Ok(_) | Err(RecordError::Format { .. }))
}

/// Reads a record. Another format version is reported as such, even if its fields differ.
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
