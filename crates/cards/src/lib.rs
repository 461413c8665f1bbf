//! Loads card packs and checks their cards. A card states its facts in TOML; anything else it does is a Rhai script.
//! All errors of all files are reported at once, each with its place and what to do.
//!
//! Data flow: [`PackSource`] (bytes) -> TOML with spans, lowered by hand -> facts. Scripts run once on play-time values
//! -> [`cardwright_effects::tree`] -> [`cardwright_effects::Program`] -> [`CardSet`]. Errors on the way are collected
//! in [`Diagnostics`].
//!
//! ```
//! use cardwright_cards::{PackSource, load};
//! use cardwright_effects::{CardKind, Fact, FactType, Lexicon, Phrases};
//! use cardwright_kernel::RuleId;
//!
//! // A game tells which words its cards may use; this one knows a single fact.
//! const SIZE: Fact = Fact {
//!     name: "size",
//!     ty: FactType::Number { min: 1, max: 9 },
//!     required: true,
//!     doc: "How big it is.",
//!     example: "3",
//!     rule: RuleId("X-1"),
//! };
//! const KIND: CardKind =
//!     CardKind { name: "rock", doc: "A rock.", dealt: true, facts: &[SIZE], hooks: &[], this: None, stays: None };
//! const LEXICON: Lexicon = Lexicon {
//!     game: "rocks",
//!     api: 1,
//!     things: &[],
//!     words: &[],
//!     nouns: &[],
//!     verbs: &[],
//!     hooks: &[],
//!     symbols: &[],
//!     kinds: &[KIND],
//!     lists: false,
//!     aliases: &[],
//!     windows: &[],
//!     beside: &[],
//!     keeps: &[],
//!     idle: cardwright_effects::Idle::NONE,
//!     secrecy: None,
//!     phrases: Phrases::NONE,
//!     declarable: &[],
//!     declared: std::borrow::Cow::Borrowed(&[]),
//! };
//!
//! let manifest = "id = 'my-rocks'\nversion = '1.0.0'\napi = 1\ngame = 'rocks'\nname = 'Rocks'\ncards = ['rocks.toml']";
//! let rocks = "[[card]]\nid = 'pebble'\nkind = 'rock'\nname = 'Pebble'\nsize = 12";
//! let files = [("pack.toml", manifest), ("rocks.toml", rocks)];
//! let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).to_vec();
//! let pack = PackSource { name: String::new(), files };
//!
//! let errors = load(std::slice::from_ref(&pack), &LEXICON).expect_err("the pebble is too big");
//! assert_eq!(errors.list[0].message, "`size` is 12, but must be from 1 to 9");
//! assert!(errors.render().contains("rocks.toml:5:8"));
//! ```
//!
//! Without the feature `scripts` (and Rhai), cards can only have facts: a card with a script is an error, reported with
//! its place.
//!
//! This crate reads no files, and scripts can use only the game's words. It contains no game and no card.

// Most checks of `lint` are about scripts.
#![cfg_attr(not(feature = "scripts"), allow(dead_code, unused_imports))]

mod aliases;
mod codes;
mod definitions;
mod diagnostics;
mod dice_fact;
mod document;
mod facts;
mod fields;
mod limits;
mod lint;
mod lower;
mod near;
mod pack;
mod reference;
mod schema;
#[cfg(feature = "scripts")]
mod script;
#[cfg(not(feature = "scripts"))]
#[path = "no_script.rs"]
mod script;
mod toml_hints;

use cardwright_effects::{CardSet, Lexicon};
pub use codes::{CODES, Code, explain};
pub use definitions::definitions;
pub use diagnostics::{Diagnostic, Diagnostics, Fix, Label, Severity, Source, Span};
pub use pack::files::PackSource;
pub use pack::manifest::is_id;
pub use reference::{play_time, reference};
pub use schema::{pack_schema, pack_schemas, schema};

/// Loads packs in any order. If there is an error, no cards are returned, and all errors are reported.
pub fn load(packs: &[PackSource], lexicon: &Lexicon) -> Result<CardSet, Diagnostics> {
    let (set, found) = check(packs, lexicon);
    set.ok_or(found)
}

/// The game's words together with those declared by packs, for tools that list words. Errors are not reported.
#[must_use]
pub fn declared(packs: &[PackSource], lexicon: &Lexicon) -> Lexicon {
    lexicon.with(pack::declare::gather(packs, lexicon))
}

/// The digest of a set of packs. The order of packs and files does not affect it.
pub fn digest(set: &CardSet) -> String {
    let mut hasher = blake3::Hasher::new();
    for pack in set.packs.iter() {
        for part in [&pack.id, &pack.version, &pack.digest] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
    }
    hasher.finalize().to_hex().to_string()
}

/// Loads packs. Returns the warnings too, and the cards if there are no errors.
pub fn check(packs: &[PackSource], lexicon: &Lexicon) -> (Option<CardSet>, Diagnostics) {
    let (set, found) = sound(packs, lexicon);
    (Some(set).filter(|_| !found.has_errors()), found)
}

/// Loads packs. Returns all errors and warnings, and the cards without errors of their own. They are for display only:
/// packs with an error are not played.
pub fn sound(packs: &[PackSource], lexicon: &Lexicon) -> (CardSet, Diagnostics) {
    let lexicon = &lexicon.with(pack::declare::gather(packs, lexicon));
    let mut loader = lower::Loader::new(lexicon);
    loader.packs(packs);
    let found = std::mem::take(&mut loader.report).finish();
    (loader.sound(), found)
}
