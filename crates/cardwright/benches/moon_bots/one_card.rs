//! The smallest packs: each holds one card of the official pack.

use cardwright::official_packs;
use cardwright_cards::PackSource;

/// A card without a script, to compare with.
const UNSCRIPTED: &str = "plus-die";

const MANIFEST: &str = "id = \"one\"\nversion = \"1.0.0\"\napi = 1\ngame = \"moon-bots\"\nname = \"One\"\n\
                        authors = [\"nobody\"]\nlicense = \"MIT\"\ncards = [\"card.toml\"]\n";

/// The ids of the official cards with a script, behind one without.
pub(crate) fn ids() -> Vec<String> {
    let (official, mut ids) = (official(), vec![UNSCRIPTED.to_owned()]);
    ids.extend(
        tables(&official)
            .filter(|table| value(table, "script").is_some())
            .filter_map(id),
    );
    ids
}

/// The pack that holds only this card.
pub(crate) fn pack(wanted: &str) -> PackSource {
    let official = official();
    let table = tables(&official)
        .find(|table| id(table).as_deref() == Some(wanted))
        .expect("there is the card");
    let mut files = vec![
        ("pack.toml".to_owned(), MANIFEST.into()),
        (
            "card.toml".to_owned(),
            format!("[[card]]{table}").into_bytes(),
        ),
    ];
    if let Some(script) = value(table, "script") {
        files.extend(
            official
                .files
                .iter()
                .find(|(path, _)| path == script)
                .cloned(),
        );
    }
    PackSource {
        name: "one".into(),
        files,
    }
}

fn official() -> PackSource {
    official_packs("moon-bots").remove(0)
}

/// The text of every card's table.
fn tables(pack: &PackSource) -> impl Iterator<Item = &str> {
    let cards = pack
        .files
        .iter()
        .filter(|(path, _)| path.ends_with(".toml"));
    let texts = cards.filter_map(|(_, bytes)| std::str::from_utf8(bytes).ok());
    texts.flat_map(|text| text.split("[[card]]").skip(1))
}

fn id(table: &str) -> Option<String> {
    value(table, "id").map(str::to_owned)
}

/// The text that a line of a table gives to a key.
fn value<'t>(table: &'t str, key: &str) -> Option<&'t str> {
    let values = table.lines().filter_map(|line| {
        line.strip_prefix(key)?
            .strip_prefix(" = \"")?
            .strip_suffix('"')
    });
    { values }.next()
}
