//! Translation files: names and texts of cards in another language.

use crate::codes;
use crate::diagnostics::{Diagnostic, Span};
use crate::document::Document;
use crate::fields::{Fields, check_code, check_shown, in_file};
use crate::lower::{Loader, Pack};

/// The language of a translation file: `lang/fr.toml` is French.
fn language(path: &str) -> &str {
    path.rsplit('/')
        .next()
        .unwrap_or(path)
        .trim_end_matches(".toml")
}

impl Loader<'_> {
    /// Adds the names and texts of a translation file to the cards it names.
    pub(crate) fn translations(&mut self, path: &str, listed: Span, pack: &Pack<'_>) {
        let code = language(path);
        if !check_code(code, listed, &mut self.report) {
            return;
        }
        let Some((file, text)) = pack.files.text(path) else {
            return;
        };
        let document = Document::of(&text, file, &mut self.report);
        let Some(value) = document.value() else {
            return;
        };
        let Some(fields) = Fields::of(&value, file, path, &mut self.report) else {
            return;
        };
        for (id, value) in fields.table {
            if self.report.full() {
                return;
            }
            let span = in_file(file, id.span);
            let Some(place) = self.card_at(&id.name, span, pack) else {
                continue;
            };
            let Some(mut fields) = Fields::of(value, file, &id.name, &mut self.report) else {
                continue;
            };
            let name = fields.text("name", &mut self.report).map(str::to_owned);
            let text = fields.text("text", &mut self.report).map(str::to_owned);
            fields.finish(&mut self.report);
            let Some(card) = self.set.cards.get_mut(place) else {
                continue;
            };
            let told = [
                ("name", name, &mut card.names),
                ("text", text, &mut card.texts),
            ];
            for (key, said, all) in told {
                let Some(said) = said else { continue };
                check_shown(&said, key, span, &mut self.report);
                if all.iter().any(|(known, _)| known == code) {
                    let message =
                        format!("the card already has a `{key}` in the language `{code}`");
                    let twice = Diagnostic::error(codes::SAME_TEXT, span, message);
                    self.report.add(twice.help("remove one of them"));
                } else {
                    all.push((code.to_owned(), said));
                    all.sort_by_key(|(language, _)| (language != "en", language.clone()));
                }
            }
        }
    }
}
