//! `[decks.NAME]` in `pack.toml`: other compositions of the deck.

use crate::codes;
use crate::diagnostics::{Diagnostic, Span};
use crate::fields::{Fields, in_file, short};
use crate::lower::{Loader, Pack};
use crate::pack::manifest::check_id;
use crate::{facts, limits};
use cardwright_effects::{Change, Deck};
use toml_span::Value;

impl Loader<'_> {
    /// Reads the decks of a pack.
    pub(crate) fn decks(&mut self, value: &Value<'_>, pack: &Pack<'_>) {
        let file = pack.manifest;
        let Some(decks) = Fields::of(value, file, "decks", &mut self.report) else { return };
        for (name, value) in decks.table {
            if self.report.full() || self.set.decks.len() >= limits::DECKS {
                let message = format!("there are more than {} decks", limits::DECKS);
                self.report.add(Diagnostic::error(codes::TOO_BIG, decks.span, message));
                return;
            }
            let span = in_file(file, name.span);
            check_id(&name.name, span, &mut self.report);
            if let Some(first) = self.deck_names.insert(name.name.to_string(), span) {
                let message = format!("there are two decks `{}`", short(&name.name));
                let clash = Diagnostic::error(codes::SAME_DECK, span, message).label(first, "the other one");
                self.report.add(clash.help("give one of them another name"));
                continue;
            }
            let Some(fields) = Fields::of(value, file, &name.name, &mut self.report) else { continue };
            let mut changes = Vec::new();
            for (id, value) in fields.table {
                if self.report.full() {
                    return;
                }
                let span = in_file(file, id.span);
                changes.extend(self.deck_change(&id.name, span, value, pack));
            }
            changes.sort_by_key(|(card, ..)| *card);
            self.set.decks.push(Deck { name: name.name.to_string(), changes });
        }
    }

    fn deck_change(&mut self, id: &str, span: Span, value: &Value<'_>, pack: &Pack<'_>) -> Option<Change> {
        let place = self.card_at(id, span, pack)?;
        let card = self.set.cards.get(place)?.clone();
        let kind = self.lexicon.kinds.get(usize::from(card.kind))?;
        let mut fields = Fields::of(value, span.file, id, &mut self.report)?;
        let copies = fields.number("copies", 0, limits::COPIES, &mut self.report);
        let facts = facts::facts(kind, &mut fields, facts::Needed::None, self.lexicon, &mut self.report);
        if copies.is_some() && !kind.dealt {
            let message = format!("a card of the kind `{}` has no copies", kind.name);
            self.report.add(Diagnostic::error(codes::NOT_DEALT, fields.key_span("copies"), message));
        }
        fields.finish(&mut self.report);
        Some((place, copies.map_or(card.copies, |copies| copies as u8), facts.values))
    }
}
