//! Lowers packs to checked cards.

use crate::codes;
use crate::diagnostics::{Diagnostic, Report, Span};
use crate::facts;
use crate::fields::{Fields, in_file, short, translated};
use crate::files::{Files, PackSource};
use crate::pack::{MANIFEST, Manifest, check_id, manifest};
use crate::script::{Scripts, User};
use crate::sense::{self, Moments};
use crate::{limits, near};
use cardwright_effects::{Card, CardKind, CardSet, Deck, FactValue, Handler, Lexicon, Place, fact_text};
use cardwright_kernel::PackUse;
use std::collections::{BTreeMap, BTreeSet};
use toml_span::{ErrorKind, Value};

/// Everything that is built while packs are read.
pub(crate) struct Loader<'l> {
    lexicon: &'l Lexicon,
    scripts: Scripts,
    pub(crate) report: Report,
    pub(crate) set: CardSet,
    packs: BTreeMap<String, Span>,
}

/// The pack being read.
struct Pack<'p> {
    files: &'p Files<'p>,
    /// Its place among the packs.
    place: u16,
    /// What stands before its cards' ids.
    prefix: String,
    /// The place of each card's id.
    ids: BTreeMap<String, (Span, Option<usize>)>,
    scripts_used: BTreeSet<String>,
}

impl<'l> Loader<'l> {
    pub(crate) fn new(lexicon: &'l Lexicon) -> Loader<'l> {
        Loader {
            lexicon,
            scripts: Scripts::new(lexicon),
            report: Report::default(),
            set: CardSet::default(),
            packs: BTreeMap::new(),
        }
    }

    /// Reads one pack behind those before it.
    pub(crate) fn pack(&mut self, source: &PackSource) {
        let files = Files::of(source, &mut self.report);
        self.set.files.extend(files.all().map(|(path, _)| path.to_owned()));
        let Some((number, text)) = files.text(MANIFEST) else {
            let place = if source.name.is_empty() { String::new() } else { format!(" in `{}`", source.name) };
            let missing =
                Diagnostic::error(codes::NO_MANIFEST, None, format!("there is no file `{MANIFEST}`{place}"));
            self.report.add(missing.help("name the pack's folder itself"));
            return;
        };
        let Some(value) = parse(&text, number, &mut self.report) else { return };
        if let Some(manifest) = manifest(&value, number, &files, self.lexicon, &mut self.report) {
            self.known_pack(&manifest, &files, number);
        }
    }

    fn known_pack(&mut self, manifest: &Manifest<'_, '_>, files: &Files<'_>, number: u16) {
        if let Some(first) = self.packs.insert(manifest.id.clone(), manifest.id_span) {
            let message = format!("there are two packs `{}`", short(&manifest.id));
            self.report.add(
                Diagnostic::error(codes::SAME_PACK, manifest.id_span, message).label(first, "the other one"),
            );
            return;
        }
        let official = manifest.id == self.lexicon.game;
        let mut pack = Pack {
            files,
            place: self.set.packs.len() as u16,
            prefix: if official { String::new() } else { format!("{}:", manifest.id) },
            ids: BTreeMap::new(),
            scripts_used: BTreeSet::new(),
        };
        self.set.packs.push(PackUse {
            id: manifest.id.clone(),
            version: manifest.version.clone(),
            digest: files.digest(),
            files: files.contents(),
        });
        for (path, _) in &manifest.cards {
            self.card_file(path, &mut pack);
        }
        if let Some(decks) = manifest.decks {
            self.decks(decks, number, &pack);
        }
        self.leftovers(manifest, &pack);
    }

    /// Files that nothing names.
    fn leftovers(&mut self, manifest: &Manifest<'_, '_>, pack: &Pack<'_>) {
        for (path, file) in pack.files.all() {
            let span = Span { file, start: 0, end: 0 };
            if path.ends_with(".rhai") && !pack.scripts_used.contains(path) {
                let orphan = Diagnostic::error(codes::ORPHAN_SCRIPT, span, "no card names this script");
                self.report
                    .add(orphan.help(format!("write `script = \"{path}\"` in a card, or remove the file")));
            }
            let listed = manifest.cards.iter().any(|(listed, _)| listed == path);
            if path.ends_with(".toml") && path != MANIFEST && !listed {
                let unlisted = Diagnostic::warning(
                    codes::UNLISTED_FILE,
                    span,
                    "this file is not listed in `cards` of pack.toml",
                );
                self.report.add(unlisted.help(format!("add `\"{path}\"` to `cards`, or remove the file")));
            }
        }
    }

    fn card_file(&mut self, path: &str, pack: &mut Pack<'_>) {
        let Some((file, text)) = pack.files.text(path) else { return };
        let Some(value) = parse(&text, file, &mut self.report) else { return };
        let Some(mut fields) = Fields::of(&value, file, path, &mut self.report) else { return };
        fields.span = Span { file, start: 0, end: 0 };
        let cards = fields.get("card");
        let span = fields.span;
        fields.finish(&mut self.report);
        let Some(cards) = cards else {
            let empty = Diagnostic::error(codes::MISSING_KEY, span, "there is no card in this file");
            self.report.add(empty.help("begin each card with a line `[[card]]`"));
            return;
        };
        let Some(list) = cards.as_array() else {
            let span = in_file(file, cards.span);
            self.report.add(
                crate::fields::wrong(span, "card", "a list of tables", cards)
                    .help("begin each card with `[[card]]`, in double brackets"),
            );
            return;
        };
        for value in list {
            if self.report.full() {
                return;
            }
            self.card(value, file, path, pack);
        }
    }

    fn card(&mut self, value: &Value<'_>, file: u16, path: &str, pack: &mut Pack<'_>) {
        let Some(mut fields) = Fields::of(value, file, "card", &mut self.report) else { return };
        if self.set.cards.len() >= limits::CARDS {
            let message = format!("there are more than {} cards", limits::CARDS);
            self.report.add(Diagnostic::error(codes::TOO_BIG, fields.span, message));
            return;
        }
        fields.span = card_head(&self.report, fields.span);
        let id = fields.need_text("id", "\"my-card\"", &mut self.report).unwrap_or_default().to_owned();
        self.card_id(&id, &fields, pack);
        let place = Place { file: path.to_owned(), line: self.report.at(fields.span).line };
        let mut card = self.common(&mut fields);
        card.id = format!("{}{id}", pack.prefix);
        card.place = place;
        card.pack = pack.place;
        let script = fields.get("script");
        let Some(kind) = self.kind(&mut fields, &mut card) else { return };
        self.copies(kind, &mut fields, &mut card);
        let found = facts::facts(kind, &mut fields, true, self.lexicon, &mut self.report);
        let text = crate::facts::Facts { values: Vec::new(), ..found };
        card.facts = found.values;
        let moments = Moments::of(self.lexicon, kind, &card.facts);
        match script {
            Some(script) => {
                let user = User { kind, moments: moments.as_ref(), place: fields.span };
                card.handlers = self.script(script, &fields, &user, pack);
            }
            None => self.missing_script(kind, moments.as_ref(), &fields),
        }
        let lexicon = self.lexicon;
        card.text = card_text(&text.condition, &text.symbols, lexicon, &card);
        fields.finish_with(&mut self.report, |key| other_kinds(lexicon, key));
        if let Some((_, place)) = pack.ids.get_mut(&id) {
            place.get_or_insert(self.set.cards.len());
        }
        self.set.cards.push(card);
    }

    /// Notes the id, and reports a malformed or second one.
    fn card_id(&mut self, id: &str, fields: &Fields<'_, '_>, pack: &mut Pack<'_>) {
        let span = fields.table.get("id").map_or(fields.span, |value| fields.span(value));
        check_id(id, span, &mut self.report);
        if id.is_empty() {
            return;
        }
        if let Some((first, _)) = pack.ids.get(id) {
            let message = format!("there are two cards `{}`", short(id));
            self.report
                .add(Diagnostic::error(codes::SAME_CARD, span, message).label(*first, "the other one"));
        } else {
            pack.ids.insert(id.to_owned(), (span, None));
        }
    }

    /// What cards of every kind say.
    fn common(&mut self, fields: &mut Fields<'_, '_>) -> Card {
        let report = &mut self.report;
        let file = fields.file;
        let name = fields.need("name", "\"My Card\"", report);
        let names = name.map(|name| translated(name, file, "name", report)).unwrap_or_default();
        let texts = fields.get("text").map(|text| translated(text, file, "text", report)).unwrap_or_default();
        let reconstructed = fields.flag("reconstructed", report).unwrap_or(false);
        let cite = fields.text("cite", report).map(str::to_owned);
        Card { names, texts, reconstructed, cite, ..Card::default() }
    }

    fn kind(&mut self, fields: &mut Fields<'_, '_>, card: &mut Card) -> Option<&'l CardKind> {
        let names: Vec<&str> = self.lexicon.kinds.iter().map(|kind| kind.name).collect();
        let example = format!("{:?}", names.first().unwrap_or(&"…"));
        let name = fields.need_text("kind", &example, &mut self.report)?;
        let place = names.iter().position(|known| *known == name);
        if place.is_none() {
            let span = fields.table.get("kind").map_or(fields.span, |value| fields.span(value));
            let message = format!("`{}` is no kind of card", short(name));
            let help = near::meant(name, "kinds are", &names);
            self.report.add(Diagnostic::error(codes::UNKNOWN_KIND, span, message).help(help));
        }
        card.kind = place? as u8;
        self.lexicon.kinds.get(place?)
    }

    fn copies(&mut self, kind: &CardKind, fields: &mut Fields<'_, '_>, card: &mut Card) {
        let copies = fields.number("copies", 0, limits::COPIES, &mut self.report);
        card.copies = copies.unwrap_or(1) as u8;
        if !kind.dealt {
            card.copies = 0;
            if copies.is_some() {
                let message = format!("a card of the kind `{}` has no copies", kind.name);
                let refused = Diagnostic::error(codes::NOT_DEALT, fields.key_span("copies"), message);
                self.report.add(refused.help("leave `copies` out"));
            }
        }
    }

    fn missing_script(&mut self, kind: &CardKind, moments: Option<&Moments>, fields: &Fields<'_, '_>) {
        let span = fields.span;
        if let Some(moments) = moments {
            sense::played(self.lexicon, kind, moments, |_| None, span, &mut self.report);
        }
        let states = kind.facts.iter().any(|fact| fields.table.contains_key(fact.name));
        if !states && kind.needs.is_empty() && !kind.hooks.is_empty() {
            let message = "this card does nothing";
            let idle = Diagnostic::warning(codes::NOTHING_DONE, span, message);
            self.report.add(idle.help("write `script = \"….rhai\"`"));
        }
        for hook in kind.needs.iter().filter_map(|hook| self.lexicon.hooks.get(usize::from(*hook))) {
            let message = format!(
                "a card of the kind `{}` needs a script with the function `{}`",
                kind.name, hook.name
            );
            self.report.add(
                Diagnostic::error(codes::MISSING_HOOK, span, message).help("write `script = \"….rhai\"`"),
            );
        }
    }

    fn script(
        &mut self,
        value: &Value<'_>,
        fields: &Fields<'_, '_>,
        user: &User<'_>,
        pack: &mut Pack<'_>,
    ) -> Vec<Handler> {
        let kind = user.kind;
        let span = fields.span(value);
        let Some(path) = crate::fields::text(value, span, "script", &mut self.report) else {
            return Vec::new();
        };
        if kind.hooks.is_empty() {
            let message = format!("cards of the kind `{}` have no script", kind.name);
            let refused = Diagnostic::error(codes::NO_SCRIPT_HERE, fields.key_span("script"), message);
            self.report.add(refused.help("say everything in the card file, and leave `script` out"));
        }
        if !pack.files.check_path(path, span, &mut self.report) {
            return Vec::new();
        }
        pack.scripts_used.insert(path.to_owned());
        let Some((file, text)) = pack.files.text(path) else { return Vec::new() };
        if kind.hooks.is_empty() {
            return Vec::new();
        }
        self.scripts.handlers(file, &text, user, &mut self.report)
    }

    /// `[decks.NAME]`: other compositions of the deck.
    fn decks(&mut self, value: &Value<'_>, file: u16, pack: &Pack<'_>) {
        let Some(decks) = Fields::of(value, file, "decks", &mut self.report) else { return };
        for (name, value) in decks.table {
            check_id(&name.name, in_file(file, name.span), &mut self.report);
            let Some(fields) = Fields::of(value, file, &name.name, &mut self.report) else { continue };
            let mut changes = Vec::new();
            for (id, value) in fields.table {
                let span = in_file(file, id.span);
                changes.extend(self.deck_change(&id.name, span, value, pack));
            }
            changes.sort_by_key(|(card, ..)| *card);
            self.set.decks.push(Deck { name: name.name.to_string(), changes });
        }
    }

    fn deck_change(
        &mut self,
        id: &str,
        span: Span,
        value: &Value<'_>,
        pack: &Pack<'_>,
    ) -> Option<cardwright_effects::Change> {
        let Some((_, place)) = pack.ids.get(id) else {
            let ids: Vec<&str> = pack.ids.keys().map(String::as_str).collect();
            let message = format!("the pack has no card `{}`", short(id));
            let help = near::meant(id, "its cards are", &ids);
            self.report.add(Diagnostic::error(codes::UNKNOWN_CARD, span, message).help(help));
            return None;
        };
        // A card that was refused has been told of.
        let place = (*place)?;
        let card = self.set.cards.get(place)?.clone();
        let kind = self.lexicon.kinds.get(usize::from(card.kind))?;
        let mut fields = Fields::of(value, span.file, id, &mut self.report)?;
        let copies = fields.number("copies", 0, limits::COPIES, &mut self.report);
        let facts = facts::facts(kind, &mut fields, false, self.lexicon, &mut self.report);
        if copies.is_some() && !kind.dealt {
            let message = format!("a card of the kind `{}` has no copies", kind.name);
            self.report.add(Diagnostic::error(codes::NOT_DEALT, fields.key_span("copies"), message));
        }
        fields.finish(&mut self.report);
        Some((place, copies.map_or(card.copies, |copies| copies as u8), facts.values))
    }
}

/// The kinds whose cards state a fact that others do not know.
fn other_kinds(lexicon: &Lexicon, fact: &str) -> Option<String> {
    let states = |kind: &&CardKind| kind.facts.iter().any(|known| known.name == fact);
    let kinds: Vec<&str> = lexicon.kinds.iter().filter(states).map(|kind| kind.name).collect();
    (!kinds.is_empty()).then(|| format!("only cards of these kinds state it: {}", near::list(&kinds)))
}

/// The first line of a card, which stands for the whole where something is missing.
fn card_head(report: &Report, span: Span) -> Span {
    let text = report.source(span.file).map_or("", |source| &*source.text);
    let line = text.get(span.start..).and_then(|rest| rest.lines().next()).map_or(0, str::len);
    Span { end: span.start + line, ..span }
}

/// What a card does, as one line.
fn card_text(condition: &str, symbols: &str, lexicon: &Lexicon, card: &Card) -> String {
    let mut parts = Vec::new();
    match (condition.is_empty(), symbols.is_empty()) {
        (false, false) => parts.push(format!("With {condition}: {symbols}.")),
        (false, true) => parts.push(format!("With {condition}.")),
        (true, false) => parts.push(format!("{symbols}.")),
        (true, true) => {}
    }
    parts.extend(card.facts.iter().filter_map(|(fact, value)| match value {
        FactValue::Number(number) => fact_text(lexicon, card.kind, *fact, *number),
        _ => None,
    }));
    parts.extend(card.handlers.iter().map(|handler| handler.text.clone()));
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
}

/// Reads TOML; its one mistake is reported.
fn parse<'d>(text: &'d str, file: u16, report: &mut Report) -> Option<Value<'d>> {
    let error = match toml_span::parse(text) {
        Ok(value) => return Some(value),
        Err(error) => error,
    };
    let mut found = Diagnostic::error(codes::SYNTAX, in_file(file, error.span), error.to_string());
    found = match &error.kind {
        ErrorKind::DuplicateKey { first, .. } | ErrorKind::DuplicateTable { first, .. } => {
            found.label(in_file(file, *first), "first here")
        }
        ErrorKind::UnquotedString => found.help("texts stand in quotes: `\"…\"`"),
        _ => found,
    };
    report.add(found);
    None
}
