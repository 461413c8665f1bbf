//! Words that packs declare in `pack.toml`: `[[damage]]`, `[[keyword]]` …
//!
//! They are collected from every manifest before any script is read, so that each pack knows the words of all others.
//! Errors are reported later, when the manifest that contains them is read.

use crate::codes;
use crate::diagnostics::{Diagnostic, Report, Span};
use crate::fields::{Fields, in_file, short, translated, wrong};
use crate::pack::files::{MANIFEST, PackSource};
use crate::{limits, script};
use cardwright_effects::{Declarable, Declared, Lexicon};
use std::collections::BTreeMap;
use toml_span::Value;

/// All well-formed words that packs declare. Nothing is reported here.
pub(crate) fn gather(packs: &[PackSource], lexicon: &Lexicon) -> Vec<Declared> {
    packs
        .iter()
        .flat_map(|pack| of_pack(pack, lexicon))
        .collect()
}

fn of_pack(pack: &PackSource, lexicon: &Lexicon) -> Vec<Declared> {
    let file = pack.files.iter().find(|(path, _)| path == MANIFEST);
    let text = file
        .filter(|(_, bytes)| bytes.len() <= limits::MANIFEST_BYTES)
        .and_then(|(_, bytes)| std::str::from_utf8(bytes).ok());
    let Some(Ok(value)) = text.map(toml_span::parse) else {
        return Vec::new();
    };
    let Some(table) = value.as_table() else {
        return Vec::new();
    };
    let id = table
        .get("id")
        .and_then(|id| id.as_str())
        .unwrap_or_default();
    let word = |sort: &Declarable, value: &Value<'_>| {
        let name = value.as_table()?.get("id")?.as_str()?;
        let text = |key| value.as_table()?.get(key)?.as_str().map(str::to_owned);
        let names = value.as_table()?.get("name");
        good(name, lexicon).then(|| Declared {
            name: name.to_owned(),
            thing: sort.thing,
            value: 0,
            names: names
                .map(|names| translated(names, 0, "name", &mut Report::default()))
                .unwrap_or_default(),
            doc: text("doc").unwrap_or_default(),
            pack: id.to_owned(),
        })
    };
    let words = |sort: &'static Declarable| {
        let list = table.get(sort.table).and_then(|list| list.as_array());
        list.into_iter()
            .flatten()
            .take(limits::DECLARED)
            .filter_map(move |value| word(sort, value))
            .collect()
    };
    lexicon
        .declarable
        .iter()
        .flat_map(|sort| -> Vec<Declared> { words(sort) })
        .collect()
}

fn good(name: &str, lexicon: &Lexicon) -> bool {
    well_formed(name) && taken(name, lexicon).is_none()
}

fn well_formed(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && name.len() <= limits::ID_CHARS
}

/// The meaning of a name without any packs.
fn taken(name: &str, lexicon: &Lexicon) -> Option<&'static str> {
    let any = |mut names: Box<dyn Iterator<Item = &str> + '_>| names.any(|known| known == name);
    if any(Box::new(lexicon.words.iter().map(|word| word.name))) {
        return Some("a word of the game");
    }
    if any(Box::new(lexicon.symbols.iter().map(|symbol| symbol.name))) {
        return Some("an effect symbol of the game");
    }
    if any(Box::new(lexicon.nouns.iter().map(|noun| noun.name))) {
        return Some("a noun of the game");
    }
    if any(Box::new(lexicon.verbs.iter().map(|verb| verb.name))) {
        return Some("a verb of the game");
    }
    script::reserved(name).then_some("a word of scripts")
}

/// The declarations of the manifests read so far, with their places.
#[derive(Default)]
pub(crate) struct Declarations {
    places: BTreeMap<String, Span>,
    /// The places by kind, in the order of reading.
    counted: BTreeMap<&'static str, Vec<Span>>,
}

impl Declarations {
    /// Reads the declarations of a manifest and reports their errors.
    pub(crate) fn read(
        &mut self,
        fields: &mut Fields<'_, '_>,
        lexicon: &Lexicon,
        report: &mut Report,
    ) {
        for sort in lexicon.declarable {
            let Some(value) = fields.get(sort.table) else {
                continue;
            };
            let Some(list) = value.as_array() else {
                let help = format!("begin each with `[[{}]]`, in double brackets", sort.table);
                report.add(
                    wrong(fields.span(value), sort.table, "a list of tables", value).help(help),
                );
                continue;
            };
            for value in list.iter().take(limits::DECLARED) {
                self.word(value, fields.file, sort, lexicon, report);
            }
        }
    }

    fn word(
        &mut self,
        value: &Value<'_>,
        file: u16,
        sort: &'static Declarable,
        lexicon: &Lexicon,
        report: &mut Report,
    ) {
        let Some(mut fields) = Fields::of(value, file, sort.table, report) else {
            return;
        };
        let example = format!("{:?}", sort.example);
        let name = fields
            .need_text("id", &example, report)
            .unwrap_or_default()
            .to_owned();
        let span = fields
            .table
            .get("id")
            .map_or(fields.span, |id| in_file(file, id.span));
        if let Some(names) = fields.get("name") {
            translated(names, file, "name", report);
        }
        fields.text("doc", report);
        fields.finish(report);
        if self.free(&name, span, lexicon, report) {
            self.count(span, sort, report);
        }
    }

    /// Checks that a name is well formed and unused, and reports the reason otherwise.
    fn free(&mut self, name: &str, span: Span, lexicon: &Lexicon, report: &mut Report) -> bool {
        // A missing name has already been reported.
        if name.is_empty() {
            return false;
        }
        if !well_formed(name) {
            report.add(malformed(name, span));
            return false;
        }
        if let Some(what) = taken(name, lexicon) {
            let message = format!("`{}` is already {what}", short(name));
            report.add(
                Diagnostic::error(codes::TAKEN_WORD, span, message).help("declare another word"),
            );
            return false;
        }
        if let Some(first) = self.places.get(name) {
            let message = format!("the word `{}` is declared twice", short(name));
            let help = "rename one of them, or play with only one of the packs";
            report.add(
                Diagnostic::error(codes::TAKEN_WORD, span, message)
                    .label(*first, "the other one")
                    .help(help),
            );
            return false;
        }
        self.places.insert(name.to_owned(), span);
        true
    }

    /// Counts a word of a kind; the first one above the limit is reported with the places of those before.
    fn count(&mut self, span: Span, sort: &'static Declarable, report: &mut Report) {
        let before = self.counted.entry(sort.table).or_default();
        if before.len() == usize::from(sort.most) {
            let message = format!(
                "the packs declare more than {} words of the sort `{}`",
                sort.most, sort.table
            );
            let mut found = Diagnostic::error(codes::TOO_MANY_WORDS, span, message);
            for place in before.iter() {
                found = found.label(*place, "one of them");
            }
            report.add(found.help(format!(
                "all packs together may declare {}: remove some",
                sort.most
            )));
        }
        before.push(span);
    }
}

fn malformed(name: &str, span: Span) -> Diagnostic {
    let message = format!("`{}` is not a valid word", short(name));
    let good = name.to_lowercase().replace([' ', '-'], "_");
    let help = match well_formed(&good) {
        true => format!("write `{good}`"),
        false => "use lower-case letters, digits and `_`, and begin with a letter".into(),
    };
    Diagnostic::error(codes::BAD_WORD, span, message).help(help)
}
