//! The words that Moon-Bots offers to its cards. `facts::nouns` and `cards` implement their meaning.

mod aliases;
mod custom;
mod facts;
mod functions;
mod idle;
mod kinds;
mod meant;
mod nouns;
mod phrases;
mod things;
mod verbs;

pub use custom::{CustomNoun, CustomVerb};
pub use functions::HookId;
pub use kinds::{
    PLAY_IF, SLOTS, SORTS_BY_NAME, WINDOWS_BY_NAME, base, kind, part, upgrade, weapon,
};
pub use nouns::NounId;
pub use things::ThingId;
pub use verbs::VerbId;

pub(crate) use verbs::WAYS;

use crate::sizes::{OWN_TYPES, TYPES};
use cardwright_effects::{Declarable, Keeps, Lexicon, Secrecy, Thing, Windows, Word};
use functions::HOOKS;
use kinds::{ACTIVATE, DISCOUNT, DISCOUNT_ON, KINDS, MORE_DAMAGE, SYMBOL_TABLE};
use std::borrow::Cow;

/// The kinds of things, with the nouns that lead to the player whose turn it is.
const THINGS: [Thing; things::THINGS.len()] = {
    let mut all = [things::THINGS[0]; things::THINGS.len()];
    let mut place = 0;
    while place < all.len() {
        all[place] = things::THINGS[place];
        place += 1;
    }
    let (robot, player) = (ThingId::Robot.n() as usize, ThingId::Player.n() as usize);
    all[robot] = all[robot].in_turn(const { &[NounId::Active.n()] });
    all[player] = all[player].in_turn(const { &[NounId::Active.n(), NounId::Owner.n()] });
    all
};

/// The rule variants that cards can check.
#[allow(missing_docs, reason = "each is described in the table")]
pub mod variants {
    pub const FIST_BOOST_ANY: i16 = 0;
    pub const FIST_BOOST_ATTACKED: i16 = 1;
    pub const FIST_BOOST_FORCED: i16 = 2;
    pub const MISSILE_BOOST_DOUBLE: i16 = 3;
    pub const STRONGER_ANY: i16 = 4;
    pub const ABSORBER_ALL: i16 = 5;
    pub const ADJUSTMENT_ANY: i16 = 6;
    pub const SUPERMARKET_ANY_TURN: i16 = 7;
    pub const TRICK_OPPONENTS: i16 = 8;
    pub const DEFLECTION_OPTIONAL: i16 = 9;
    pub const MISSILE_POINT_OPTIONAL: i16 = 10;
    pub const STRONGER_SPLIT: i16 = 11;
}

/// How players write numbers in secret (MB-13.22).
pub(crate) const SECRECY: Secrecy = Secrecy {
    begins: CustomVerb::InSecret.n(),
    ends: CustomVerb::Show.n(),
};

/// The maximum number of keywords that all packs of a match may declare together: a card stores them in 16 bits.
const MAX_KEYWORDS: u8 = 16;

/// The words for cards of Moon-Bots.
pub const LEXICON: Lexicon = Lexicon {
    game: "moon-bots",
    api: 1,
    things: &THINGS,
    words: &[
        Word {
            name: "fist",
            thing: ThingId::Damage.n(),
            value: 0,
            doc: "Damage by fists.",
        },
        Word {
            name: "missile",
            thing: ThingId::Damage.n(),
            value: 1,
            doc: "Damage by missiles.",
        },
        Word {
            name: "part",
            thing: ThingId::Sort.n(),
            value: 0,
            doc: "Robot parts.",
        },
        Word {
            name: "upgrade",
            thing: ThingId::Sort.n(),
            value: 1,
            doc: "Upgrades.",
        },
        Word {
            name: "fist_boost_any",
            thing: ThingId::Variant.n(),
            value: variants::FIST_BOOST_ANY,
            doc: "Q-MB-9: the fist upgrade's point may go to any robot one may hit.",
        },
        Word {
            name: "fist_boost_attacked",
            thing: ThingId::Variant.n(),
            value: variants::FIST_BOOST_ATTACKED,
            doc: "Q-MB-9: it may go to a robot that the attack's fists hit.",
        },
        Word {
            name: "fist_boost_forced",
            thing: ThingId::Variant.n(),
            value: variants::FIST_BOOST_FORCED,
            doc: "Q-MB-9: it must go to a robot that the attack's fists hit.",
        },
        Word {
            name: "missile_boost_double",
            thing: ThingId::Variant.n(),
            value: variants::MISSILE_BOOST_DOUBLE,
            doc: "Q-MB-10: the missile upgrade doubles the points.",
        },
        Word {
            name: "stronger_any",
            thing: ThingId::Variant.n(),
            value: variants::STRONGER_ANY,
            doc: "Q-MB-12: Stronger may hit any robot the attacker may hit.",
        },
        Word {
            name: "absorber_all",
            thing: ThingId::Variant.n(),
            value: variants::ABSORBER_ALL,
            doc: "Q-MB-13: Shock Absorber stops all points.",
        },
        Word {
            name: "adjustment_any",
            thing: ThingId::Variant.n(),
            value: variants::ADJUSTMENT_ANY,
            doc: "Q-MB-14: any player of Adjustment may turn the active robot's dice.",
        },
        Word {
            name: "supermarket_any_turn",
            thing: ThingId::Variant.n(),
            value: variants::SUPERMARKET_ANY_TURN,
            doc: "Q-MB-16: Supermarket may be played in anybody's turn.",
        },
        Word {
            name: "trick_opponents",
            thing: ThingId::Variant.n(),
            value: variants::TRICK_OPPONENTS,
            doc: "Q-MB-17: Trick may name opponents only.",
        },
        Word {
            name: "deflection_optional",
            thing: ThingId::Variant.n(),
            value: variants::DEFLECTION_OPTIONAL,
            doc: "Q-MB-21: points that Deflection stops need not hit anybody else.",
        },
        Word {
            name: "missile_point_optional",
            thing: ThingId::Variant.n(),
            value: variants::MISSILE_POINT_OPTIONAL,
            doc: "Q-MB-24: what the missile upgrade adds may be left out.",
        },
        Word {
            name: "stronger_split",
            thing: ThingId::Variant.n(),
            value: variants::STRONGER_SPLIT,
            doc: "Q-MB-26: each point of Stronger may hit a robot of its own.",
        },
        custom::slot("head", 0),
        custom::slot("torso", 1),
        custom::slot("left_arm", 2),
        custom::slot("right_arm", 3),
        custom::slot("left_leg", 4),
        custom::slot("right_leg", 5),
    ],
    nouns: &custom::ALL_NOUNS,
    verbs: &custom::ALL_VERBS,
    hooks: HOOKS,
    symbols: SYMBOL_TABLE,
    kinds: KINDS,
    phrases: phrases::PHRASES,
    beside: &[
        (DISCOUNT_ON.name, DISCOUNT.name),
        ("on_use", ACTIVATE.name),
        ("on_use_with_dice", ACTIVATE.name),
    ],
    keeps: &[
        Keeps {
            what: "counters",
            verbs: &[VerbId::PutCounters.n(), VerbId::TakeCounters.n()],
            nouns: &[NounId::Counters.n()],
        },
        Keeps {
            what: "a number",
            verbs: &[VerbId::Remember.n()],
            nouns: &[NounId::Memory.n()],
        },
        Keeps {
            what: "a robot",
            verbs: &[VerbId::RememberRobot.n(), CustomVerb::RememberAlso.n()],
            nouns: &[NounId::Remembered.n()],
        },
        Keeps {
            what: "a slot",
            verbs: &[VerbId::RememberSlot.n()],
            nouns: &[NounId::RememberedSlot.n()],
        },
    ],
    idle: idle::IDLE,
    secrecy: Some(SECRECY),
    windows: &[Windows {
        kind: kind::WEAPON,
        fact: weapon::PLAY,
        hook: HookId::Play.n(),
        can: Some(HookId::Can.n()),
        any: "any",
    }],
    declarable: &[
        Declarable {
            table: "damage",
            thing: ThingId::Damage.n(),
            first: OWN_TYPES as i16,
            most: (TYPES - OWN_TYPES) as u8,
            symbols: MORE_DAMAGE,
            doc: "A new type of damage: a word beside `fist` and `missile`, and an effect symbol.",
            example: "laser",
        },
        Declarable {
            table: "keyword",
            thing: ThingId::Keyword.n(),
            first: 0,
            most: MAX_KEYWORDS,
            symbols: &[],
            doc: "A keyword: parts and upgrades bear it with `keywords = [\"…\"]`, scripts ask with `keyword_count`.",
            example: "armoured",
        },
    ],
    declared: Cow::Borrowed(&[]),
    lists: false,
    aliases: aliases::ALIASES,
};
