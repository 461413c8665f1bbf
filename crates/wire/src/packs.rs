//! Packs: their files, what is wrong with them, their cards.

use crate::format::{Broken, Version};
use crate::wired::{Wired, fields, words};
use cardwright::{CardInfo, PackSource};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A pack as somebody gives it: the texts of its files.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PackFiles {
    /// How its place is shown in messages, such as a folder.
    #[serde(default)]
    pub name: String,
    /// Text of each file by its path from the pack's folder, with `/`.
    pub files: BTreeMap<String, String>,
}

impl From<PackFiles> for PackSource {
    fn from(pack: PackFiles) -> Self {
        PackSource::from_texts(pack.name, pack.files)
    }
}

/// What was found in packs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Checked {
    /// The format.
    pub version: Version,
    /// The game they are for.
    pub game: String,
    /// Whether the game can be played with them.
    pub good: bool,
    /// How many cards the game has with them; null where there is an error.
    pub cards: Option<usize>,
    /// The digest of the official packs and these together; null where there is an error.
    pub digest: Option<String>,
    /// How many errors.
    pub errors: usize,
    /// How many warnings.
    pub warnings: usize,
    /// Every error and every warning.
    pub diagnostics: Vec<Diagnostic>,
    /// Why no game can be made of them although they have no error.
    pub unplayable: Vec<String>,
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The pack cannot be loaded.
    Error,
    /// It can, but this is probably not meant.
    Warning,
}

/// An error in a pack. Lines and columns count from 1, columns in characters.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Its stable code.
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// What to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line where it begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column where it begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The line where it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    /// The column behind its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_column: Option<u32>,
    /// Other places it has to do with.
    pub labels: Vec<Label>,
}

/// Another place that an error has to do with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Label {
    /// What is there.
    pub text: String,
    /// The file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line where it begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column where it begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The line where it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    /// The column behind its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_column: Option<u32>,
}

/// Cards of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Texts {
    /// The format.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// The cards.
    pub cards: Vec<CardText>,
}

/// A card, for people and programs to read.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CardText {
    /// Its id.
    pub id: String,
    /// Its kind.
    pub kind: String,
    /// How many copies there are.
    pub copies: u8,
    /// Its name in each language.
    pub names: BTreeMap<String, String>,
    /// Whether a figure of it is a reconstruction.
    pub reconstructed: bool,
    /// What its file states.
    pub facts: Map<String, Value>,
    /// What it does, as one generated line.
    pub text: String,
    /// What its author says it does, in each language.
    pub texts: BTreeMap<String, String>,
    /// The id of its pack.
    pub pack: String,
    /// Its file in that pack.
    pub file: String,
    /// Its line in that file.
    pub line: u32,
}

/// What was found in packs, for the wire.
///
/// # Errors
/// Never, unless this library is at fault.
pub fn checked(checked: &cardwright::Checked) -> Result<Checked, Broken> {
    let diagnostics: Vec<Diagnostic> = checked.found.wired();
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

/// Cards for the wire.
///
/// # Errors
/// Never, unless this library is at fault.
pub fn texts(game: &str, cards: &[CardInfo]) -> Result<Texts, Broken> {
    Ok(Texts {
        version: Version,
        game: game.into(),
        cards: cards.iter().map(Wired::wired).collect(),
    })
}

fields! {
    CardInfo => CardText {
        id, kind, copies, names, reconstructed, facts, text, texts, pack, file, line
    };
}

words! {
    cardwright::Severity => Severity { Error, Warning };
}

/// A place in a file: its path, line and column, end line and end column; nothing where there is none.
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

impl Wired<Vec<Diagnostic>> for cardwright::Diagnostics {
    fn wired(&self) -> Vec<Diagnostic> {
        let label = |one: &cardwright::Label| {
            let (file, [line, column, end_line, end_column]) = place(self, Some(one.span));
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
            let (file, [line, column, end_line, end_column]) = place(self, one.span);
            Diagnostic {
                code: one.code.into(),
                severity: one.severity.wired(),
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
        self.list.iter().map(diagnostic).collect()
    }
}
