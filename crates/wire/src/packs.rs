//! Packs: their files, errors and cards.

use crate::format::{Broken, Version};
pub use cardwright::CardInfo as CardText;
use cardwright::{CardInfo, PackSource};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A pack from a client: the texts of its files.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PackFiles {
    /// The name of the pack in messages, such as a folder.
    #[serde(default)]
    pub name: String,
    /// The text of each file, by its path in the pack's folder, with `/`.
    pub files: BTreeMap<String, String>,
}

impl From<PackFiles> for PackSource {
    fn from(pack: PackFiles) -> Self {
        PackSource::from_texts(pack.name, pack.files)
    }
}

/// The result of checking packs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Checked {
    /// The version of the format.
    pub version: Version,
    /// The id of the packs' game.
    pub game: String,
    /// Whether the game can be played with these packs.
    pub good: bool,
    /// The number of cards in the game with these packs; null if there is an error.
    pub cards: Option<usize>,
    /// The digest of the official packs and these packs together; null if there is an error.
    pub digest: Option<String>,
    /// The number of errors.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
    /// All errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// Reasons why the game cannot be played with these packs, although they have no errors.
    pub unplayable: Vec<String>,
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The pack cannot be loaded.
    Error,
    /// The pack can be loaded, but it probably contains a mistake.
    Warning,
}

/// An error or a warning in a pack. Lines and columns count from 1, columns in characters.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The stable code, such as `CW0102`.
    pub code: String,
    /// The severity.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The first line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The first column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The last line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    /// The column after the last character.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_column: Option<u32>,
    /// Related places.
    pub labels: Vec<Label>,
}

/// A place related to an error.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Label {
    /// How the place is related.
    pub text: String,
    /// The file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The first line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The first column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The last line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    /// The column after the last character.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_column: Option<u32>,
}

/// The cards of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Texts {
    /// The version of the format.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// The cards.
    pub cards: Vec<CardText>,
}

/// Converts the result of checking packs to its document.
///
/// # Errors
/// Only if this library has a bug.
pub fn checked(checked: &cardwright::Checked) -> Result<Checked, Broken> {
    let diagnostics: Vec<Diagnostic> = diagnostics(&checked.found);
    let errors = diagnostics
        .iter()
        .filter(|one| one.severity == Severity::Error)
        .count();
    Ok(Checked {
        version: Version,
        game: checked.game.into(),
        good: checked.is_good(),
        cards: checked.cards,
        digest: checked.digest.clone(),
        errors,
        warnings: diagnostics.len() - errors,
        diagnostics,
        unplayable: checked.unplayable.clone(),
    })
}

/// Converts the texts of cards to their document.
///
/// # Errors
/// Only if this library has a bug.
pub fn texts(game: &str, cards: &[CardInfo]) -> Result<Texts, Broken> {
    Ok(Texts {
        version: Version,
        game: game.into(),
        cards: cards.to_vec(),
    })
}

impl From<cardwright::Severity> for Severity {
    fn from(severity: cardwright::Severity) -> Self {
        match severity {
            cardwright::Severity::Error => Severity::Error,
            cardwright::Severity::Warning => Severity::Warning,
        }
    }
}

/// A place in a file: its path, line and column, end line and end column; `None` for unknown parts.
type Place = (Option<String>, [Option<u32>; 4]);

fn place(found: &cardwright::Diagnostics, span: Option<cardwright::Span>) -> Place {
    let source = |span: cardwright::Span| Some((found.sources.get(usize::from(span.file))?, span));
    let Some((source, span)) = span.and_then(source) else {
        return Place::default();
    };
    let ((line, column), (end_line, end_column)) =
        (source.line_column(span.start), source.line_column(span.end));
    (
        Some(source.path.clone()),
        [line, column, end_line, end_column].map(Some),
    )
}

/// Converts what was found in packs.
pub(crate) fn diagnostics(found: &cardwright::Diagnostics) -> Vec<Diagnostic> {
    let label = |one: &cardwright::Label| {
        let (file, [line, column, end_line, end_column]) = place(found, Some(one.span));
        Label {
            text: one.text.clone(),
            file,
            line,
            column,
            end_line,
            end_column,
        }
    };
    let diagnostic = |one: &cardwright::Diagnostic| {
        let (file, [line, column, end_line, end_column]) = place(found, one.span);
        Diagnostic {
            code: one.code.into(),
            severity: one.severity.into(),
            message: one.message.clone(),
            help: one.help.clone(),
            file,
            line,
            column,
            end_line,
            end_column,
            labels: one.labels.iter().map(label).collect(),
        }
    };
    found.list.iter().map(diagnostic).collect()
}
