//! Lowers packs to checked cards.

use crate::codes;
use crate::diagnostics::{Diagnostic, Report, Span};
use crate::document::Document;
use crate::facts::{self, Needed};
use crate::fields::{Fields, in_file, short, translated};
use crate::lint::bounds::Held;
use crate::lint::{self, Moments};
use crate::pack::declare::Declarations;
use crate::pack::files::{Files, MANIFEST, PackSource};
use crate::pack::join;
use crate::pack::manifest::{Manifest, check_id, manifest};
use crate::script::{Scripts, User};
use crate::{limits, near};
use cardwright_effects::{Card, CardKind, CardSet, FactValue, Handler, Lexicon, Place, fact_text};
use cardwright_kernel::PackUse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use toml_span::Value;

/// Everything that is built while packs are read.
pub(crate) struct Loader<'l> {
    pub(crate) lexicon: &'l Lexicon,
    scripts: Scripts,
    pub(crate) report: Report,
    pub(crate) set: CardSet,
    declarations: Declarations,
    /// The cards of each pack that was read.
    ids: BTreeMap<String, Ids>,
    /// The names of the decks, with their places.
    pub(crate) deck_names: BTreeMap<String, Span>,
    /// The names of cards in each language, with their places.
    names: BTreeMap<(String, String), Vec<Span>>,
    /// The indices of the cards with errors of their own.
    broken: Vec<usize>,
}

/// The cards of a pack by id: the place of the id, and the card's index unless it was refused.
type Ids = BTreeMap<String, (Span, Option<usize>)>;

/// The pack being read.
pub(crate) struct Pack<'p> {
    pub(crate) files: &'p Files<'p>,
    /// The number of its manifest file.
    pub(crate) manifest: u16,
    id: String,
    /// The index of the pack.
    place: u16,
    /// The prefix of its cards' ids.
    prefix: String,
    /// The packs that it depends on.
    depends: Vec<String>,
    ids: Ids,
    scripts_used: BTreeSet<String>,
    /// Whether one of its files could not be parsed completely, so that files named there may look unused.
    damaged: bool,
}

impl<'l> Loader<'l> {
    pub(crate) fn new(lexicon: &'l Lexicon) -> Loader<'l> {
        Loader {
            lexicon,
            scripts: Scripts::new(lexicon),
            report: Report::default(),
            set: CardSet {
                declared: lexicon.declared.to_vec(),
                ..CardSet::default()
            },
            declarations: Declarations::default(),
            ids: BTreeMap::new(),
            deck_names: BTreeMap::new(),
            names: BTreeMap::new(),
            broken: Vec::new(),
        }
    }

    /// Reads packs: first their manifests and dependencies, then their cards, then what refers to cards.
    pub(crate) fn packs(&mut self, sources: &[PackSource]) {
        let sources = join::in_order(sources, self.lexicon.game, &mut self.report);
        let files: Vec<_> = sources
            .iter()
            .map(|source| Files::of(source, &mut self.report))
            .collect();
        let both = sources.iter().zip(&files);
        let texts: Vec<_> = both
            .map(|(source, files)| self.manifest_text(source, files))
            .collect();
        let mut values: Vec<_> = texts
            .iter()
            .map(|text| text.as_ref().and_then(|(_, document)| document.value()))
            .collect();
        for (text, value) in texts.iter().zip(&mut values) {
            if let (Some((number, _)), Some(value)) = (text, value) {
                crate::aliases::renew_decks(value, *number, self.lexicon, &mut self.report);
            }
        }
        let mut manifests: Vec<Manifest<'_, '_>> = Vec::new();
        let mut packs = Vec::new();
        for ((files, text), value) in files.iter().zip(&texts).zip(&values) {
            let (Some((number, document)), Some(value)) = (text, value) else {
                continue;
            };
            let place = (*number, document.is_whole());
            let manifest = manifest(
                value,
                place,
                files,
                self.lexicon,
                &mut self.declarations,
                &mut self.report,
            );
            let Some(manifest) = manifest.filter(|one| self.is_new(one, &manifests)) else {
                continue;
            };
            packs.push(self.begin(&manifest, files, *number));
            manifests.push(manifest);
        }
        join::check(&manifests, &mut self.report);
        let mut held = Held::default();
        for (pack, manifest) in packs
            .iter_mut()
            .zip(&manifests)
            .filter(|(_, manifest)| manifest.fits)
        {
            self.scripts.of_pack(&manifest.id);
            manifest
                .cards
                .iter()
                .for_each(|(path, _)| self.card_file(path, pack));
            held.of_pack(pack.place.into(), &mut self.report);
            self.ids
                .insert(pack.id.clone(), std::mem::take(&mut pack.ids));
        }
        lint::never_read(self.lexicon, &self.set.cards, &mut self.report);
        held.tell(
            &join::needed(&manifests),
            self.lexicon,
            &self.set,
            &mut self.report,
        );
        for (pack, manifest) in packs
            .iter()
            .zip(&manifests)
            .filter(|(_, manifest)| manifest.fits)
        {
            manifest
                .decks
                .iter()
                .for_each(|decks| self.decks(decks, pack));
            manifest
                .lists
                .iter()
                .for_each(|(path, span)| self.list(path, *span, pack));
            manifest
                .translations
                .iter()
                .for_each(|(path, span)| self.translations(path, *span, pack));
            self.leftovers(manifest, pack);
        }
        same_names(&self.names, &mut self.report);
    }

    /// The number and text of a pack's manifest.
    fn manifest_text(&mut self, source: &PackSource, files: &Files<'_>) -> Option<(u16, Document)> {
        self.set
            .files
            .extend(files.all().map(|(path, _)| path.to_owned()));
        let found = files.text(MANIFEST);
        if !files.all().any(|(path, _)| path == MANIFEST) {
            let place = if source.name.is_empty() {
                String::new()
            } else {
                format!(" in `{}`", source.name)
            };
            let path = match source.name.as_str() {
                "" => MANIFEST.to_owned(),
                name => format!("{name}/{MANIFEST}"),
            };
            let missing = Diagnostic::error(
                codes::NO_MANIFEST,
                self.report.missing_file(path),
                format!("there is no file `{MANIFEST}`{place}"),
            );
            let help = match files.named_like(MANIFEST) {
                Some(other) => format!(
                    "rename `{}` to `{MANIFEST}`; your system may hide the ending of file names",
                    short(other)
                ),
                None => "name the pack's own folder".to_owned(),
            };
            self.report.add(missing.help(help));
        }
        found.map(|(number, text)| (number, Document::of(&text, number, &mut self.report)))
    }

    /// Checks that no earlier pack has the same id, and reports it otherwise.
    fn is_new(&mut self, manifest: &Manifest<'_, '_>, before: &[Manifest<'_, '_>]) -> bool {
        // A missing id has already been reported.
        let same = |one: &&Manifest<'_, '_>| one.id == manifest.id && !one.id.is_empty();
        let Some(first) = before.iter().find(same) else {
            return true;
        };
        let message = format!("two packs have the id `{}`", short(&manifest.id));
        let twice = Diagnostic::error(codes::SAME_PACK, manifest.id_span, message)
            .help("remove one of them, or give one another `id`");
        self.report.add(twice.label(first.id_span, "the other one"));
        false
    }

    fn begin<'p>(
        &mut self,
        manifest: &Manifest<'_, '_>,
        files: &'p Files<'p>,
        number: u16,
    ) -> Pack<'p> {
        let official = manifest.id == self.lexicon.game;
        Arc::make_mut(&mut self.set.packs).push(PackUse {
            id: manifest.id.clone(),
            version: manifest.version.clone(),
            digest: files.digest(),
            files: files.contents(),
        });
        Pack {
            files,
            manifest: number,
            id: manifest.id.clone(),
            place: (self.set.packs.len() - 1) as u16,
            prefix: if official {
                String::new()
            } else {
                format!("{}:", manifest.id)
            },
            depends: manifest
                .depends
                .iter()
                .map(|need| need.id.clone())
                .collect(),
            ids: BTreeMap::new(),
            scripts_used: BTreeSet::new(),
            damaged: !manifest.whole,
        }
    }

    /// The index of a card that a deck or a translation names: `name`, or `pack:name` for a card of a pack that this
    /// one depends on.
    pub(crate) fn card_at(&mut self, id: &str, span: Span, pack: &Pack<'_>) -> Option<usize> {
        let (of, name) = id.split_once(':').unwrap_or((&pack.id, id));
        let needed =
            of == pack.id || of == self.lexicon.game || pack.depends.iter().any(|need| need == of);
        let Some(ids) = self.ids.get(of).filter(|_| needed) else {
            let message = format!("`{}` is not a pack that this one depends on", short(of));
            let help = format!("write `{} = \"^1\"` under `[depends]`", short(of));
            self.report
                .add(Diagnostic::error(codes::UNKNOWN_CARD, span, message).help(help));
            return None;
        };
        let Some((_, place)) = ids.get(name) else {
            // The card may be in a part that could not be read.
            if pack.damaged {
                return None;
            }
            let known: Vec<&str> = ids.keys().map(String::as_str).collect();
            let message = format!("the pack has no card `{}`", short(name));
            let help = near::meant(name, "its cards are", &known);
            self.report
                .add(Diagnostic::error(codes::UNKNOWN_CARD, span, message).help(help));
            return None;
        };
        // A refused card has already been reported.
        *place
    }

    /// Reports files that nothing refers to.
    fn leftovers(&mut self, manifest: &Manifest<'_, '_>, pack: &Pack<'_>) {
        if pack.damaged {
            return;
        }
        // An error in a card, or in the list of files, may be the reason why nothing refers to them.
        let errors = self
            .report
            .found
            .list
            .iter()
            .filter(|one| one.severity == crate::Severity::Error);
        let places: BTreeSet<u16> = errors.filter_map(|one| Some(one.span?.file)).collect();
        let wrong = |path: &str| {
            pack.files
                .all()
                .any(|(own, file)| own == path && places.contains(&file))
        };
        let cards = manifest.cards.iter().any(|(path, _)| wrong(path)) || wrong(MANIFEST);
        let listed: BTreeSet<&str> = manifest
            .cards
            .iter()
            .chain(&manifest.translations)
            .chain(&manifest.lists)
            .map(|(path, _)| path.as_str())
            .collect();
        // A path without a file has its own error, which names the file that was probably meant.
        for (path, file) in pack
            .files
            .all()
            .filter(|(path, _)| !pack.files.is_meant(path))
        {
            let span = Span {
                file,
                start: 0,
                end: 0,
            };
            if path.ends_with(".rhai") && !cards && !pack.scripts_used.contains(path) {
                let orphan =
                    Diagnostic::warning(codes::ORPHAN_SCRIPT, span, "no card uses this script");
                self.report.add(orphan.help(format!(
                    "write `script = \"{path}\"` in a card, or delete the file"
                )));
            }
            if path.ends_with(".toml")
                && path != MANIFEST
                && !wrong(MANIFEST)
                && !listed.contains(path)
            {
                let key = if path.starts_with("lang/") {
                    "translations"
                } else {
                    "cards"
                };
                let message = format!("this file is not listed in `{key}` of pack.toml");
                let unlisted = Diagnostic::warning(codes::UNLISTED_FILE, span, message);
                self.report
                    .add(unlisted.help(format!("add `\"{path}\"` to `{key}`, or delete the file")));
            }
        }
    }

    fn card_file(&mut self, path: &str, pack: &mut Pack<'_>) {
        let Some((file, text)) = pack.files.text(path) else {
            return;
        };
        let document;
        let (mut value, broken) = match toml_span::parse(&text) {
            Ok(value) => (value, None),
            Err(error) => {
                document = Document::mended(&text, file, error, &mut self.report);
                let Some(value) = document.value() else {
                    return;
                };
                (value, Some(&document))
            }
        };
        pack.damaged |= broken.is_some();
        crate::aliases::renew(&mut value, file, self.lexicon, &mut self.report);
        let Some(mut fields) = Fields::of(&value, file, path, &mut self.report) else {
            return;
        };
        fields.span = Span {
            file,
            start: 0,
            end: 0,
        };
        let cards = fields.get("card");
        let span = fields.span;
        let meant = fields
            .table
            .iter()
            .find(|(key, value)| key.name != "card" && is_cards(value));
        if let Some((key, _)) = meant.filter(|_| cards.is_none()) {
            let message = format!("`[[{}]]` does not begin a card", short(&key.name));
            let other = Diagnostic::error(codes::UNKNOWN_KEY, in_file(file, key.span), message);
            self.report.add(
                other.help(
                    "begin each card with a line `[[card]]`, and give its kind with `kind = …`",
                ),
            );
            return;
        }
        fields.finish(&mut self.report);
        let Some(cards) = cards else {
            if broken.is_none() {
                let empty = Diagnostic::error(codes::MISSING_KEY, span, "this file has no cards");
                self.report
                    .add(empty.help("begin each card with a line `[[card]]`"));
            }
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
            let damaged = broken.is_some_and(|document| document.is_damaged(value.span.start));
            self.card(value, (file, damaged), path, pack);
        }
    }

    fn card(
        &mut self,
        value: &Value<'_>,
        (file, damaged): (u16, bool),
        path: &str,
        pack: &mut Pack<'_>,
    ) {
        let errors = self.report.errors;
        let Some(mut fields) = Fields::of(value, file, "card", &mut self.report) else {
            return;
        };
        fields.damaged = damaged;
        if self.set.cards.len() >= limits::CARDS {
            let message = format!("there are more than {} cards", limits::CARDS);
            self.report
                .add(Diagnostic::error(codes::TOO_BIG, fields.span, message));
            return;
        }
        fields.span = card_head(&self.report, fields.span);
        let id = fields
            .need_text("id", "\"my-card\"", &mut self.report)
            .unwrap_or_default()
            .to_owned();
        self.card_id(&id, &fields, pack);
        let place = Place {
            file: path.to_owned(),
            line: self.report.at(fields.span).line,
        };
        let mut card = self.common(&mut fields);
        card.id = format!("{}{id}", pack.prefix);
        card.place = place;
        card.pack = pack.place;
        let script = fields.get("script");
        let Some(kind) = self.kind(&mut fields, &mut card) else {
            let lexicon = self.lexicon;
            fields.stop(&mut self.report, |key| other_kinds(lexicon, key).is_some());
            return;
        };
        self.copies(kind, &mut fields, &mut card);
        let scripted = script.is_some() && !kind.hooks.is_empty();
        let needed = if scripted {
            Needed::Scripted
        } else {
            Needed::Required
        };
        let found = facts::facts(kind, &mut fields, needed, self.lexicon, &mut self.report);
        let text = crate::facts::Facts {
            values: Vec::new(),
            ..found
        };
        card.facts = found.values;
        let moments = Moments::of(self.lexicon, kind, &card.facts).filter(|moments| {
            // Refused windows have already been reported.
            let fact = kind
                .facts
                .get(usize::from(moments.windows.fact))
                .map_or("", |fact| fact.name);
            !(moments.is_empty() && (damaged || fields.table.contains_key(fact)))
        });
        match script {
            Some(script) => {
                let user = User {
                    kind,
                    moments: moments.as_ref(),
                    facts: &card.facts,
                    place: fields.span,
                };
                card.handlers = self.script(script, &fields, &user, pack);
            }
            None if damaged => {}
            None => self.missing_script(kind, moments.as_ref(), &fields),
        }
        if !damaged {
            self.alone(kind, &fields, &card);
            self.of_copies(kind, &fields, &card);
        }
        let lexicon = self.lexicon;
        card.text = card_text(&text, lexicon, &card);
        fields.finish_with(&mut self.report, |key| other_kinds(lexicon, key));
        if let Some((_, place)) = pack.ids.get_mut(&id) {
            place.get_or_insert(self.set.cards.len());
        }
        if damaged || self.report.errors > errors {
            self.broken.push(self.set.cards.len());
        }
        self.set.cards.push(card);
    }

    /// What was read, without the cards that have errors of their own.
    pub(crate) fn sound(self) -> CardSet {
        let mut set = self.set;
        let mut place = 0..;
        let broken = self.broken;
        set.cards
            .retain(|_| !place.next().is_some_and(|place| broken.contains(&place)));
        set
    }

    /// Records the id of a card, and reports a malformed or duplicate id.
    fn card_id(&mut self, id: &str, fields: &Fields<'_, '_>, pack: &mut Pack<'_>) {
        let span = fields
            .table
            .get("id")
            .map_or(fields.span, |value| fields.span(value));
        check_id(id, span, &mut self.report);
        if id.is_empty() {
            return;
        }
        if let Some((first, _)) = pack.ids.get(id) {
            let message = format!("two cards have the id `{}`", short(id));
            self.report.add(
                Diagnostic::error(codes::SAME_CARD, span, message).label(*first, "the other one"),
            );
        } else {
            pack.ids.insert(id.to_owned(), (span, None));
        }
    }

    /// Reads the keys that cards of all kinds have.
    fn common(&mut self, fields: &mut Fields<'_, '_>) -> Card {
        let report = &mut self.report;
        let file = fields.file;
        let name = fields.need("name", "\"My Card\"");
        let names = name
            .map(|name| translated(name, file, "name", report))
            .unwrap_or_default();
        let place = fields
            .table
            .get("name")
            .map_or(fields.span, |value| in_file(file, value.span));
        for (language, name) in &names {
            let key = (language.clone(), name.trim().to_lowercase());
            self.names.entry(key).or_default().push(place);
        }
        let texts = fields
            .get("text")
            .map(|text| translated(text, file, "text", report))
            .unwrap_or_default();
        let reconstructed = fields.flag("reconstructed", report).unwrap_or(false);
        let cite = fields.text("cite", report).map(str::to_owned);
        Card {
            names,
            texts,
            reconstructed,
            cite,
            ..Card::default()
        }
    }

    fn kind(&mut self, fields: &mut Fields<'_, '_>, card: &mut Card) -> Option<&'l CardKind> {
        let names: Vec<&str> = self.lexicon.kinds.iter().map(|kind| kind.name).collect();
        let example = format!("{:?}", names.first().unwrap_or(&"…"));
        let name = fields.need_text("kind", &example, &mut self.report)?;
        let place = names.iter().position(|known| *known == name);
        if place.is_none() {
            let span = fields
                .table
                .get("kind")
                .map_or(fields.span, |value| fields.span(value));
            let message = format!("there is no kind of card `{}`", short(name));
            let help = near::meant(name, "kinds are", &names);
            self.report
                .add(Diagnostic::error(codes::UNKNOWN_KIND, span, message).help(help));
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
                let message = format!("a card of the kind `{}` cannot have `copies`", kind.name);
                let refused =
                    Diagnostic::error(codes::NOT_DEALT, fields.key_span("copies"), message);
                self.report.add(refused.help("remove `copies`"));
            }
        }
    }

    /// Reports facts and functions without meaning, because a fact that they need is missing.
    fn alone(&mut self, kind: &CardKind, fields: &Fields<'_, '_>, card: &Card) {
        let hooks = self.lexicon.hooks;
        let scripted = |name: &str| {
            let mut own = card.handlers.iter();
            own.any(|handler| hooks[usize::from(handler.hook)].name == name)
        };
        let stated = |name: &str| fields.table.contains_key(name) || scripted(name);
        // A function with the same name may calculate what the fact would state.
        let worked_out = |name: &str| {
            fields.table.contains_key("script") && hooks.iter().any(|hook| hook.name == name)
        };
        let beside = self.lexicon.beside.iter();
        for (fact, other) in
            beside.filter(|(fact, other)| stated(fact) && !stated(other) && !worked_out(other))
        {
            let Some(other) = kind.facts.iter().find(|known| known.name == *other) else {
                continue;
            };
            let (key, message) = match scripted(fact) {
                true => (
                    "script",
                    format!(
                        "without `{}`, the card itself never uses `{fact}`",
                        other.name
                    ),
                ),
                false => (
                    *fact,
                    format!("`{fact}` has no effect without `{}`", other.name),
                ),
            };
            let alone = Diagnostic::warning(codes::NOTHING_DONE, fields.key_span(key), message);
            let help = format!(
                "also write `{} = {}`, or remove `{fact}`",
                other.name, other.example
            );
            self.report.add(alone.help(help));
        }
    }

    /// Reports facts whose number exceeds the card's copies.
    fn of_copies(&mut self, kind: &CardKind, fields: &Fields<'_, '_>, card: &Card) {
        for (place, fact) in kind.facts.iter().enumerate() {
            let Some(FactValue::Number(number)) = card.fact(place as u8) else {
                continue;
            };
            let copies = i32::from(card.copies);
            if *number <= copies || !self.lexicon.idle.of_copies.contains(&fact.name) {
                continue;
            }
            let message = format!(
                "`{}` is {number}, but the card has {copies} {}",
                fact.name,
                if copies == 1 { "copy" } else { "copies" }
            );
            let found =
                Diagnostic::warning(codes::OUT_OF_RANGE, fields.key_span(fact.name), message);
            let help = format!(
                "write `{} = {copies}` or less, or increase `copies`",
                fact.name
            );
            self.report.add(found.help(help));
        }
    }

    fn missing_script(
        &mut self,
        kind: &CardKind,
        moments: Option<&Moments>,
        fields: &Fields<'_, '_>,
    ) {
        let span = fields.span;
        if let Some(moments) = moments {
            lint::played(
                self.lexicon,
                kind,
                moments,
                |_| None,
                (span, true),
                &mut self.report,
            );
        }
        let states = kind
            .facts
            .iter()
            .any(|fact| fields.table.contains_key(fact.name));
        if !states && !kind.hooks.is_empty() {
            let message = "this card does nothing";
            let idle = Diagnostic::warning(codes::NOTHING_DONE, span, message);
            self.report.add(idle.help("write `script = \"….rhai\"`"));
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
            let message = format!("cards of the kind `{}` cannot have a script", kind.name);
            let refused =
                Diagnostic::error(codes::NO_SCRIPT_HERE, fields.key_span("script"), message);
            self.report
                .add(refused.help("describe the card in the card file, and remove `script`"));
        }
        if !pack.files.check_path(path, ".rhai", span, &mut self.report) {
            return Vec::new();
        }
        pack.scripts_used.insert(path.to_owned());
        let Some((file, text)) = pack.files.text(path) else {
            return Vec::new();
        };
        if kind.hooks.is_empty() {
            return Vec::new();
        }
        self.scripts.handlers(file, &text, user, &mut self.report)
    }
}

/// Whether a value is a table or a list of tables, as a card is.
fn is_cards(value: &Value<'_>) -> bool {
    let table = |value: &Value<'_>| {
        value
            .as_table()
            .is_some_and(|table| table.contains_key("id") || table.contains_key("kind"))
    };
    table(value) || value.as_array().is_some_and(|list| list.iter().any(table))
}

/// A warning for each name that several cards have.
fn same_names(names: &BTreeMap<(String, String), Vec<Span>>, report: &mut Report) {
    const SHOWN: usize = 4;
    let mut told: BTreeSet<&[Span]> = BTreeSet::new();
    for spans in names.values() {
        let [first, second, more @ ..] = &spans[..] else {
            continue;
        };
        if !told.insert(spans) {
            continue;
        }
        let message = format!("{} cards have the same name", spans.len());
        let same =
            Diagnostic::warning(codes::SAME_NAME, *second, message).label(*first, "the first one");
        let all = more
            .iter()
            .take(SHOWN)
            .fold(same, |same, span| same.label(*span, "and this"));
        report.add(all.help("give each card its own name"));
    }
}

/// The other kinds whose cards can state a fact.
fn other_kinds(lexicon: &Lexicon, fact: &str) -> Option<String> {
    let states = |kind: &&CardKind| kind.facts.iter().any(|known| known.name == fact);
    let kinds: Vec<&str> = lexicon
        .kinds
        .iter()
        .filter(states)
        .map(|kind| kind.name)
        .collect();
    (!kinds.is_empty()).then(|| {
        format!(
            "only these kinds of cards may have it: {}",
            near::list(&kinds)
        )
    })
}

/// The first line of a card, as the place of errors about missing keys.
fn card_head(report: &Report, span: Span) -> Span {
    let text = report.source(span.file).map_or("", |source| &*source.text);
    let line = text
        .get(span.start..)
        .and_then(|rest| rest.lines().next())
        .map_or(0, str::len);
    Span {
        end: span.start + line,
        ..span
    }
}

/// The generated text of a card, as one line.
fn card_text(facts: &facts::Facts, lexicon: &Lexicon, card: &Card) -> String {
    let (condition, symbols) = (&facts.condition, &facts.symbols);
    let mut parts = Vec::new();
    parts.extend((!facts.declared.is_empty()).then(|| format!("{}.", facts.declared)));
    match (condition.is_empty(), symbols.is_empty()) {
        (false, false) => parts.push(format!("With {condition}: {symbols}.")),
        (false, true) => parts.push(format!("With {condition}.")),
        (true, false) => parts.push(format!("{symbols}.")),
        (true, true) => {}
    }
    let told = card
        .facts
        .iter()
        .filter_map(|(fact, value)| fact_text(lexicon, card.kind, *fact, value));
    parts.extend(told);
    parts.extend(card.handlers.iter().map(|handler| handler.text.clone()));
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
}
