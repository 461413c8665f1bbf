//! Finds the place of a card's fact. A checked card knows only its line, so its file is read again.

use cardwright_effects::{Card, CardSet};
use toml_span::Value;

/// The line and column of a fact's value; those of the card if a script made it or its file has changed.
pub(super) fn fact_place(cards: &CardSet, card: &Card, fact: &str) -> (u32, u32) {
    find(cards, card, fact).unwrap_or((card.place.line, 1))
}

fn find(cards: &CardSet, card: &Card, fact: &str) -> Option<(u32, u32)> {
    let pack = cards.packs.get(usize::from(card.pack))?;
    let (_, text) = pack
        .files
        .iter()
        .find(|(path, _)| *path == card.place.file)?;
    let file = toml_span::parse(text).ok()?;
    let list = file.as_table()?.get("card")?.as_array()?;
    let own = list.iter().find(|value| is(value, card))?;
    let start = own.as_table()?.get(fact)?.span.start;
    let before = text.get(..start)?;
    let column = before.rsplit('\n').next()?.chars().count() + 1;
    Some((before.matches('\n').count() as u32 + 1, column as u32))
}

/// Whether a table defines the card; ids in files have no pack prefix.
fn is(value: &Value<'_>, card: &Card) -> bool {
    let id = value
        .as_table()
        .and_then(|table| table.get("id"))
        .and_then(Value::as_str);
    id.is_some_and(|id| id == card.id || card.id.rsplit(':').next() == Some(id))
}
