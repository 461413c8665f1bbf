//! The manifest of a pack: `pack.toml`.

use crate::codes;
use crate::diagnostics::{Diagnostic, Report, Span};
use crate::fields::{Fields, in_file, short, text, translated, wrong, wrong_member};
use crate::limits;
use crate::pack::declare::Declarations;
use crate::pack::files::{Files, MANIFEST};
use cardwright_effects::Lexicon;
use std::collections::BTreeMap;
use toml_span::Value;

/// The content of a pack's manifest.
#[derive(Debug)]
pub(crate) struct Manifest<'v, 'd> {
    /// Whether the pack is for this game and this version of its vocabulary; otherwise its cards are not read.
    pub(crate) fits: bool,
    /// Whether the manifest could be parsed completely.
    pub(crate) whole: bool,
    pub(crate) id: String,
    pub(crate) id_span: Span,
    pub(crate) version: String,
    pub(crate) version_span: Span,
    /// The packs that this one depends on.
    pub(crate) depends: Vec<Need>,
    /// The translation files, with the places that name them.
    pub(crate) translations: Vec<(String, Span)>,
    /// The card files, with the places that name them.
    pub(crate) cards: Vec<(String, Span)>,
    /// The files with players' decks, with the places that name them.
    pub(crate) lists: Vec<(String, Span)>,
    /// Alternative compositions of the deck, read after the cards.
    pub(crate) decks: Option<&'v Value<'d>>,
}

/// A dependency on another pack.
#[derive(Debug)]
pub(crate) struct Need {
    pub(crate) id: String,
    pub(crate) span: Span,
    /// The compatible versions; `None` if they cannot be read.
    pub(crate) version: Option<semver::VersionReq>,
}

/// Reads the manifest. Missing values are reported and left empty.
pub(crate) fn manifest<'v, 'd>(
    value: &'v Value<'d>,
    (file, whole): (u16, bool),
    files: &Files<'_>,
    lexicon: &Lexicon,
    declarations: &mut Declarations,
    report: &mut Report,
) -> Option<Manifest<'v, 'd>> {
    let mut fields = Fields::of(value, file, "pack.toml", report)?;
    fields.damaged = !whole;
    let all = fields.span;
    fields.span = Span {
        file,
        start: 0,
        end: 0,
    };
    let id = fields
        .need_text("id", "\"my-pack\"", report)
        .unwrap_or_default()
        .to_owned();
    let id_span = fields
        .table
        .get("id")
        .map_or(all, |value| in_file(file, value.span));
    check_id(&id, id_span, report);
    let version = fields
        .need_text("version", "\"1.0.0\"", report)
        .unwrap_or_default()
        .to_owned();
    let version_span = fields
        .table
        .get("version")
        .map_or(all, |value| in_file(file, value.span));
    check_version(&version, version_span, report);
    let fits = api(&mut fields, lexicon, report) & game(&mut fields, lexicon, report);
    if let Some(name) = fields.need("name", "\"My Pack\"") {
        translated(name, file, "name", report);
    }
    texts(&mut fields, "authors", report);
    fields.text("license", report);
    let lists = if lexicon.lists {
        listed_files(&mut fields, "lists", files, report)
    } else {
        Vec::new()
    };
    let says = |key| fields.table.contains_key(key);
    if !says("cards") && !says("translations") && (lists.is_empty() || !lexicon.lists) {
        fields.need("cards", "[\"cards.toml\"]");
    }
    let mut cards = listed_files(&mut fields, "cards", files, report);
    if !whole && !fields.table.contains_key("cards") {
        // The list of files is unknown, so every file that may contain cards is read.
        let may = |path: &&str| {
            path.ends_with(".toml") && *path != MANIFEST && !path.starts_with("lang/")
        };
        let span = fields.span;
        cards = files
            .all()
            .map(|(path, _)| path)
            .filter(may)
            .map(|path| (path.to_owned(), span))
            .collect();
    }
    let translations = listed_files(&mut fields, "translations", files, report);
    let depends = depends(&mut fields, report);
    let decks = fields.get("decks");
    declarations.read(&mut fields, lexicon, report);
    fields.finish(report);
    Some(Manifest {
        fits,
        whole,
        id,
        id_span,
        version,
        version_span,
        depends,
        translations,
        cards,
        lists,
        decks,
    })
}

/// Whether a text is a valid id of a pack or card: lower-case letters, digits and single hyphens, starting with a
/// letter.
pub fn is_id(id: &str) -> bool {
    let letters = id
        .chars()
        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    let form = id.starts_with(|c: char| c.is_ascii_lowercase())
        && !id.ends_with('-')
        && !id.contains("--");
    letters && form && id.len() <= limits::ID_CHARS
}

/// Reports a malformed id; an empty one was already reported as missing.
pub(crate) fn check_id(id: &str, span: Span, report: &mut Report) {
    if id.is_empty() || is_id(id) {
        return;
    }
    let good: String = id
        .trim()
        .to_lowercase()
        .replace([' ', '_', '–', '—', '−', '.'], "-")
        .chars()
        .take(limits::ID_CHARS)
        .collect();
    let message = format!("`{}` is not a valid id", short(id));
    let help = match good
        .chars()
        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    {
        true if good != id && !good.contains("--") => format!("write `{good}`"),
        _ => "use lower-case letters, digits and single hyphens, and begin with a letter".into(),
    };
    report.add(Diagnostic::error(codes::BAD_ID, span, message).help(help));
}

/// Reports a malformed version; an empty one was already reported as missing.
fn check_version(version: &str, span: Span, report: &mut Report) {
    if version.is_empty()
        || version.len() <= limits::ID_CHARS && semver::Version::parse(version).is_ok()
    {
        return;
    }
    let message = format!("`{}` is not a version", short(version));
    let numbers = version
        .split(['.', ','])
        .all(|part| part.parse::<u32>().is_ok_and(|part| part < 10_000));
    let parts = version.split(['.', ',']).filter(|_| numbers).take(3);
    let mut parts: Vec<String> = parts
        .map(|part| part.trim_start_matches('0').to_owned())
        .collect();
    parts
        .iter_mut()
        .filter(|part| part.is_empty())
        .for_each(|part| part.push('0'));
    parts.resize(3, "0".into());
    let help = format!(
        "write three numbers with dots, such as `{}`",
        if numbers {
            parts.join(".")
        } else {
            "1.0.0".into()
        }
    );
    report.add(Diagnostic::error(codes::BAD_VERSION, span, message).help(help));
}

/// Reads `[depends]`: other packs and their compatible versions.
fn depends(fields: &mut Fields<'_, '_>, report: &mut Report) -> Vec<Need> {
    let Some(value) = fields.get("depends") else {
        return Vec::new();
    };
    let Some(table) = Fields::of(value, fields.file, "depends", report) else {
        return Vec::new();
    };
    let mut needs = Vec::new();
    for (id, value) in table.table {
        if report.full() || needs.len() > limits::PACKS {
            let message = format!("a pack may depend on at most {} others", limits::PACKS);
            report.add(Diagnostic::error(codes::TOO_BIG, table.span, message));
            break;
        }
        let span = in_file(fields.file, id.span);
        check_id(&id.name, span, report);
        let Some(wanted) = text(value, fields.span(value), &id.name, report) else {
            continue;
        };
        let version = Some(wanted)
            .filter(|text| text.len() <= limits::ID_CHARS)
            .and_then(|text| text.parse().ok());
        if version.is_none() {
            let message = format!("`{}` is not a version requirement", short(wanted));
            let help = "write `\"^1.2\"` for 1.2.0 or newer but below 2.0.0, `\"*\"` for any";
            report
                .add(Diagnostic::error(codes::BAD_VERSION, fields.span(value), message).help(help));
        }
        needs.push(Need {
            id: id.name.to_string(),
            span,
            version,
        });
    }
    needs
}

fn api(fields: &mut Fields<'_, '_>, lexicon: &Lexicon, report: &mut Report) -> bool {
    let example = lexicon.api.to_string();
    let Some(value) = fields.need("api", &example) else {
        return true;
    };
    let span = fields.span(value);
    let Some(api) = crate::fields::number(value, span, "api", (1, i64::from(u32::MAX)), report)
    else {
        return true;
    };
    if api <= i64::from(lexicon.api) {
        return true;
    }
    let message = format!(
        "the pack needs version {api} of the game's vocabulary, but this Cardwright has version {}",
        lexicon.api
    );
    let help = format!(
        "use a newer Cardwright, or write `api = {}` if the pack uses nothing new",
        lexicon.api
    );
    report.add(Diagnostic::error(codes::NEWER_API, span, message).help(help));
    false
}

fn game(fields: &mut Fields<'_, '_>, lexicon: &Lexicon, report: &mut Report) -> bool {
    let Some(game) = fields.need_text("game", &format!("{:?}", lexicon.game), report) else {
        return true;
    };
    if game == lexicon.game {
        return true;
    }
    let span = fields
        .table
        .get("game")
        .map_or(fields.span, |value| fields.span(value));
    let message = format!(
        "the pack is for the game `{}`, but this game is `{}`",
        short(game),
        lexicon.game
    );
    report.add(
        Diagnostic::error(codes::OTHER_GAME, span, message)
            .help(format!("write `game = {:?}`", lexicon.game)),
    );
    false
}

/// Reads a list of strings, with their places.
fn texts(
    fields: &mut Fields<'_, '_>,
    key: &'static str,
    report: &mut Report,
) -> Vec<(String, Span)> {
    let Some(value) = fields.get(key) else {
        return Vec::new();
    };
    let Some(list) = value.as_array() else {
        report.add(wrong(fields.span(value), key, "a list of texts", value));
        return Vec::new();
    };
    let one = |value: &Value<'_>, report: &mut Report| {
        let span = fields.span(value);
        match value.as_str() {
            Some(text) => Some((text.to_owned(), span)),
            None => {
                report.add(wrong_member(span, key, value));
                None
            }
        }
    };
    list.iter().filter_map(|value| one(value, report)).collect()
}

/// Reads the list of files under a key, each once, with the places that name them.
fn listed_files(
    fields: &mut Fields<'_, '_>,
    key: &'static str,
    files: &Files<'_>,
    report: &mut Report,
) -> Vec<(String, Span)> {
    let mut listed: Vec<(String, Span)> = Vec::new();
    let mut known: BTreeMap<String, Span> = BTreeMap::new();
    for (path, span) in texts(fields, key, report) {
        if report.full() {
            break;
        }
        if let Some(first) = known.get(&path) {
            let message = format!("`{}` is listed twice", short(&path));
            report.add(
                Diagnostic::error(codes::SAME_PACK, span, message).label(*first, "first here"),
            );
        } else if files.check_path(&path, ".toml", span, report) {
            known.insert(path.clone(), span);
            listed.push((path, span));
        }
    }
    listed
}
