//! Near misses: each lint and each phrase of a generated text has a card that triggers it, and a card that differs in
//! one detail and does not.

use crate::packs::folder;
use cardwright_cards::{PackSource, check};
use cardwright_games::{moon_bots, robot_empire};
use std::collections::BTreeSet;
use toml_span::value::Table;

const MANIFEST: &str =
    "id = \"t\"\nversion = \"0.1.0\"\napi = 1\nname = \"T\"\ncards = [\"t.toml\"]\n";

/// Where the two cards of a pair differ.
const HOLE: &str = "…";

/// The codes of lints: the card can be read but makes no sense.
const LINTS: [&str; 19] = [
    "CW0305", "CW0310", "CW0312", "CW0409", "CW0415", "CW0508", "CW0512", "CW0513", "CW0514",
    "CW0515", "CW0516", "CW0517", "CW0518", "CW0519", "CW0520", "CW0530", "CW0531", "CW0532",
    "CW0533",
];

/// A code and the start of its message.
type Told = (String, String);

/// A message without names and numbers: `_` for quoted text, N for a number.
fn kind(message: &str) -> String {
    let mut kind = String::new();
    let mut rest = message.chars().peekable();
    while let Some(sign) = rest.next() {
        match sign {
            '`' | '"' => {
                rest.by_ref().find(|other| *other == sign);
                kind.push('_');
            }
            '0'..='9' => {
                while rest.next_if(char::is_ascii_digit).is_some() {}
                kind.push('N');
            }
            sign => kind.push(sign),
        }
    }
    kind
}

struct Pair {
    told: Told,
    game: String,
    card: String,
    script: String,
    earns: String,
    beside: String,
}

fn text(table: &Table<'_>, key: &str) -> Option<String> {
    table.get(key)?.as_str().map(str::to_owned)
}

fn pairs() -> Vec<Pair> {
    let data = std::fs::read_to_string(folder("tests/cards/lints.toml")).unwrap();
    let root = toml_span::parse(&data).unwrap();
    let root = root.as_table().unwrap();
    let card_of = |name: &str| {
        let kind = root.get(name).and_then(|kind| kind.as_table());
        text(kind.unwrap(), "card").unwrap()
    };
    let pair = |table: &Table<'_>| {
        let of = text(table, "of").unwrap_or("weapon".into());
        let card = text(table, "card").unwrap_or_else(|| card_of(&of));
        Pair {
            told: (text(table, "code").unwrap(), text(table, "says").unwrap()),
            game: text(table, "game").unwrap_or("moon-bots".into()),
            script: text(table, "script").unwrap_or_default(),
            card,
            earns: text(table, "earns").unwrap(),
            beside: text(table, "beside").unwrap(),
        }
    };
    let all = root.get("pair").and_then(|all| all.as_array()).unwrap();
    all.iter()
        .map(|one| pair(one.as_table().unwrap()))
        .collect()
}

/// The diagnostics for a pair's card with this text in its place.
fn told(pair: &Pair, with: &str) -> Vec<Told> {
    let [card, script] = [&pair.card, &pair.script].map(|text| text.replace(HOLE, with));
    let lexicon = match &*pair.game {
        "moon-bots" => &moon_bots::lexicon::LEXICON,
        _ => &robot_empire::lexicon::LEXICON,
    };
    let manifest = format!("{MANIFEST}game = {:?}\n", pair.game);
    let mut files = vec![("pack.toml", &*manifest), ("t.toml", &*card)];
    if card.contains("t.rhai") {
        files.push(("t.rhai", &*script));
    }
    let (_, found) = check(&[PackSource::from_texts("", files)], lexicon);
    let all = found.list.iter();
    all.map(|one| (one.code.to_owned(), kind(&one.message)))
        .collect()
}

#[test]
fn each_lint_has_a_card_just_beside_it_that_does_not_earn_it() {
    for pair in pairs() {
        let earned = told(&pair, &pair.earns);
        assert!(
            earned.contains(&pair.told),
            "{:?} is not told of `{}`, but {earned:?}",
            pair.told,
            pair.earns
        );
        // The other card triggers no other lint instead.
        let beside = told(&pair, &pair.beside);
        assert!(
            beside.is_empty(),
            "{:?} with `{}`: {beside:?}",
            pair.told,
            pair.beside
        );
    }
}

/// Every lint that some bad pack triggers has a pair.
#[test]
fn no_lint_is_without_such_a_pair() {
    let paired: BTreeSet<Told> = pairs().into_iter().map(|pair| pair.told).collect();
    let mut bare = BTreeSet::new();
    for entry in std::fs::read_dir(folder("tests/bad_cards")).unwrap() {
        let shown = entry.unwrap().path().join("diagnostics.snap");
        let shown = std::fs::read_to_string(shown).unwrap_or_default();
        for line in shown.lines() {
            let of = line
                .strip_prefix("warning[")
                .or(line.strip_prefix("error["));
            let Some((code, message)) = of.and_then(|of| of.split_once("]: ")) else {
                continue;
            };
            let told = (code.to_owned(), kind(message));
            if LINTS.contains(&code) && !paired.contains(&told) {
                bare.insert(told);
            }
        }
    }
    assert!(
        bare.is_empty(),
        "write a pair into tests/cards/lints.toml for {bare:#?}"
    );
    for (code, _) in &paired {
        assert!(LINTS.contains(&&**code), "{code} is no lint");
    }
    for code in LINTS {
        assert!(paired.iter().any(|(of, _)| of == code), "{code}");
    }
}
