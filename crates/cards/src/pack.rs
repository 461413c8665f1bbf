//! The manifest of a pack: `pack.toml`.

use crate::codes;
use crate::diagnostics::{Diagnostic, Report, Span};
use crate::fields::{Fields, in_file, short, text, translated, wrong};
use crate::files::Files;
use crate::limits;
use cardwright_effects::Lexicon;
use toml_span::Value;

/// The name of the manifest.
pub(crate) const MANIFEST: &str = "pack.toml";

/// What the manifest says.
#[derive(Debug)]
pub(crate) struct Manifest<'v, 'd> {
    pub(crate) id: String,
    pub(crate) id_span: Span,
    pub(crate) version: String,
    /// The card files, with the places where they are named.
    pub(crate) cards: Vec<(String, Span)>,
    /// Other compositions of the deck, read when the cards are known.
    pub(crate) decks: Option<&'v Value<'d>>,
}

/// Reads the manifest. What is missing is reported and left empty.
pub(crate) fn manifest<'v, 'd>(
    value: &'v Value<'d>,
    file: u16,
    files: &Files<'_>,
    lexicon: &Lexicon,
    report: &mut Report,
) -> Option<Manifest<'v, 'd>> {
    let mut fields = Fields::of(value, file, "pack.toml", report)?;
    let whole = fields.span;
    fields.span = Span { file, start: 0, end: 0 };
    let id = fields.need_text("id", "\"my-pack\"", report).unwrap_or_default().to_owned();
    let id_span = fields.table.get("id").map_or(whole, |value| in_file(file, value.span));
    check_id(&id, id_span, report);
    let version = fields.need_text("version", "\"1.0.0\"", report).unwrap_or_default().to_owned();
    check_version(&version, &fields, report);
    let fits = api(&mut fields, lexicon, report) & game(&mut fields, lexicon, report);
    if let Some(name) = fields.need("name", "\"My Pack\"", report) {
        translated(name, file, "name", report);
    }
    texts(&mut fields, "authors", report);
    fields.text("license", report);
    let cards = card_files(&mut fields, files, report);
    let decks = fields.get("decks");
    fields.finish(report);
    fits.then_some(Manifest { id, id_span, version, cards, decks })
}

/// Whether a text may be the id of a pack or card: small letters, digits and single hyphens, a letter first.
pub fn is_id(id: &str) -> bool {
    let letters = id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    let form = id.starts_with(|c: char| c.is_ascii_lowercase()) && !id.ends_with('-') && !id.contains("--");
    letters && form && id.len() <= limits::ID_CHARS
}

/// Reports a malformed id; an empty one has been reported as missing.
pub(crate) fn check_id(id: &str, span: Span, report: &mut Report) {
    if id.is_empty() || is_id(id) {
        return;
    }
    let good: String = id.to_lowercase().replace([' ', '_'], "-").chars().take(limits::ID_CHARS).collect();
    let message = format!("`{}` is no id", short(id));
    let help = match good.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
        true if good != id && !good.contains("--") => format!("write `{good}`"),
        _ => "use lower-case letters, digits and single hyphens, and begin with a letter".into(),
    };
    report.add(Diagnostic::error(codes::BAD_ID, span, message).help(help));
}

fn check_version(version: &str, fields: &Fields<'_, '_>, report: &mut Report) {
    let parts: Vec<&str> = version.split('.').collect();
    let good = parts.len() == 3 && parts.iter().all(|part| part.parse::<u16>().is_ok());
    if let Some(value) = fields.table.get("version")
        && !good
        && value.as_str().is_some()
    {
        let message = format!("`{}` is no version", short(version));
        let help = "write three numbers with dots, such as `1.0.0`";
        report.add(Diagnostic::error(codes::BAD_VERSION, fields.span(value), message).help(help));
    }
}

fn api(fields: &mut Fields<'_, '_>, lexicon: &Lexicon, report: &mut Report) -> bool {
    let example = lexicon.api.to_string();
    let Some(value) = fields.need("api", &example, report) else { return true };
    let span = fields.span(value);
    let Some(api) = crate::fields::number(value, span, "api", (1, i64::from(u32::MAX)), report) else {
        return true;
    };
    if api <= i64::from(lexicon.api) {
        return true;
    }
    let message =
        format!("the pack needs version {api} of the game's vocabulary; this Cardwright has {}", lexicon.api);
    let help =
        format!("use a newer Cardwright, or write `api = {}` if the pack needs nothing new", lexicon.api);
    report.add(Diagnostic::error(codes::NEWER_API, span, message).help(help));
    false
}

fn game(fields: &mut Fields<'_, '_>, lexicon: &Lexicon, report: &mut Report) -> bool {
    let Some(game) = fields.need_text("game", &format!("{:?}", lexicon.game), report) else { return true };
    if game == lexicon.game {
        return true;
    }
    let span = fields.table.get("game").map_or(fields.span, |value| fields.span(value));
    let message =
        format!("the pack is for the game `{}`, and the game here is `{}`", short(game), lexicon.game);
    report.add(
        Diagnostic::error(codes::OTHER_GAME, span, message)
            .help(format!("write `game = {:?}`", lexicon.game)),
    );
    false
}

/// A list of texts, with their places.
fn texts(fields: &mut Fields<'_, '_>, key: &'static str, report: &mut Report) -> Vec<(String, Span)> {
    let Some(value) = fields.get(key) else { return Vec::new() };
    let Some(list) = value.as_array() else {
        report.add(wrong(fields.span(value), key, "a list of texts", value));
        return Vec::new();
    };
    let one = |value: &Value<'_>, report: &mut Report| {
        let span = fields.span(value);
        Some((text(value, span, key, report)?.to_owned(), span))
    };
    list.iter().filter_map(|value| one(value, report)).collect()
}

fn card_files(fields: &mut Fields<'_, '_>, files: &Files<'_>, report: &mut Report) -> Vec<(String, Span)> {
    if !fields.table.contains_key("cards") {
        fields.need("cards", "[\"cards.toml\"]", report);
    }
    let mut listed: Vec<(String, Span)> = Vec::new();
    for (path, span) in texts(fields, "cards", report) {
        if let Some((_, first)) = listed.iter().find(|(known, _)| *known == path) {
            let message = format!("`{}` is listed twice", short(&path));
            report.add(Diagnostic::error(codes::SAME_PACK, span, message).label(*first, "first here"));
        } else if files.check_path(&path, span, report) {
            listed.push((path, span));
        }
    }
    listed
}
