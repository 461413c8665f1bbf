//! Decks: `[decks.NAME]` in `pack.toml` for alternative compositions of the deck, and the files of `lists` for decks
//! that a player brings.

use crate::codes;
use crate::diagnostics::{Diagnostic, Span};
use crate::document::Document;
use crate::fields::{self, Fields, in_file, short, translated};
use crate::lower::{Loader, Pack};
use crate::pack::manifest::check_id;
use crate::{facts, limits};
use cardwright_effects::{Change, Deck, DeckList, Place};
use toml_span::Value;

impl Loader<'_> {
    /// Reads the deck compositions of a pack.
    pub(crate) fn decks(&mut self, value: &Value<'_>, pack: &Pack<'_>) {
        let file = pack.manifest;
        let Some(decks) = Fields::of(value, file, "decks", &mut self.report) else {
            return;
        };
        for (name, value) in decks.table {
            if self.report.full() || self.set.decks.len() >= limits::DECKS {
                let message = format!("there are more than {} decks", limits::DECKS);
                self.report
                    .add(Diagnostic::error(codes::TOO_BIG, decks.span, message));
                return;
            }
            let span = in_file(file, name.span);
            check_id(&name.name, span, &mut self.report);
            if !self.is_new_deck(&name.name, span) {
                continue;
            }
            let Some(fields) = Fields::of(value, file, &name.name, &mut self.report) else {
                continue;
            };
            let mut changes = Vec::new();
            for (id, value) in fields.table {
                if self.report.full() {
                    return;
                }
                let span = in_file(file, id.span);
                changes.extend(self.deck_change(&id.name, span, value, pack));
            }
            changes.sort_by_key(|(card, ..)| *card);
            self.set.decks.push(Deck {
                name: name.name.to_string(),
                changes,
            });
        }
    }

    /// Checks that no earlier deck has the same name, and reports it otherwise.
    fn is_new_deck(&mut self, name: &str, span: Span) -> bool {
        let Some(first) = self.deck_names.insert(name.to_string(), span) else {
            return true;
        };
        let message = format!("two decks have the name `{}`", short(name));
        let clash =
            Diagnostic::error(codes::SAME_DECK, span, message).label(first, "the other one");
        self.report.add(clash.help("give one of them another name"));
        false
    }

    /// Reads the file of a player's deck: `id` and a table `[cards]` with numbers of copies.
    pub(crate) fn list(&mut self, path: &str, named: Span, pack: &Pack<'_>) {
        let Some((file, text)) = pack.files.text(path) else {
            return;
        };
        let document = Document::of(&text, file, &mut self.report);
        let Some(value) = document.value() else {
            return;
        };
        let Some(mut fields) = Fields::of(&value, file, path, &mut self.report) else {
            return;
        };
        fields.damaged = !document.is_whole();
        fields.span = Span {
            file,
            start: 0,
            end: 0,
        };
        let name = fields
            .need_text("id", "\"raiders\"", &mut self.report)
            .unwrap_or_default()
            .to_owned();
        if let Some(shown) = fields.get("name") {
            translated(shown, file, "name", &mut self.report);
        }
        let cards = fields.need("cards", "{ gearhound = 4 }");
        let span = fields
            .table
            .get("id")
            .map_or(fields.span, |value| fields.span(value));
        fields.finish(&mut self.report);
        if name.is_empty() {
            return;
        }
        check_id(&name, span, &mut self.report);
        if self.set.lists.len() >= limits::DECKS {
            let message = format!("there are more than {} decks", limits::DECKS);
            self.report
                .add(Diagnostic::error(codes::TOO_BIG, named, message));
        } else if self.is_new_deck(&name, span) {
            let cards = cards.map_or_else(Vec::new, |cards| self.list_cards(cards, file, pack));
            let place = Place {
                file: path.to_owned(),
                line: self.report.at(span).line,
            };
            self.set.lists.push(DeckList { name, cards, place });
        }
    }

    fn list_cards(&mut self, value: &Value<'_>, file: u16, pack: &Pack<'_>) -> Vec<(usize, u8)> {
        let Some(fields) = Fields::of(value, file, "cards", &mut self.report) else {
            return Vec::new();
        };
        let mut cards: Vec<(usize, u8)> = Vec::new();
        for (id, value) in fields.table {
            if self.report.full() {
                break;
            }
            let copies = fields::number(
                value,
                in_file(file, value.span),
                &id.name,
                (1, limits::COPIES),
                &mut self.report,
            );
            let Some(place) = self.card_at(&id.name, in_file(file, id.span), pack) else {
                continue;
            };
            match cards.iter().any(|(known, _)| *known == place) {
                true => {
                    let message = format!(
                        "`{}` is listed twice, with and without its pack",
                        short(&id.name)
                    );
                    let twice =
                        Diagnostic::error(codes::SAME_CARD, in_file(file, id.span), message);
                    self.report
                        .add(twice.help("list it once, with all its copies"));
                }
                false => cards.extend(copies.map(|copies| (place, copies as u8))),
            }
        }
        cards.sort_unstable();
        cards
    }

    fn deck_change(
        &mut self,
        id: &str,
        span: Span,
        value: &Value<'_>,
        pack: &Pack<'_>,
    ) -> Option<Change> {
        let place = self.card_at(id, span, pack)?;
        let card = self.set.cards.get(place)?.clone();
        let kind = self.lexicon.kinds.get(usize::from(card.kind))?;
        let mut fields = Fields::of(value, span.file, id, &mut self.report)?;
        let copies = fields.number("copies", 0, limits::COPIES, &mut self.report);
        let facts = facts::facts(
            kind,
            &mut fields,
            facts::Needed::None,
            self.lexicon,
            &mut self.report,
        );
        if copies.is_some() && !kind.dealt {
            let message = format!("a card of the kind `{}` cannot have copies", kind.name);
            self.report.add(Diagnostic::error(
                codes::NOT_DEALT,
                fields.key_span("copies"),
                message,
            ));
        }
        fields.finish(&mut self.report);
        Some((
            place,
            copies.map_or(card.copies, |copies| copies as u8),
            facts.values,
        ))
    }
}
