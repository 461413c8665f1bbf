//! What card files state: kinds of cards with their facts, and effect symbols.

use super::custom::{CustomNoun, CustomVerb};
use super::facts::{CAP_FACT, LIMIT_FACT};
use super::functions;
use super::things::ThingId;
use super::verbs::VerbId;
use crate::rules::{
    ATTACK, COMPONENTS, CONDITION, DICE, EXTRA_COST, FITS, LIMIT, MARKED_OUT, OWN_LOSS, REROLL,
    SLOT, STANDING, SYMBOLS, UPGRADES,
};
use crate::sizes::{OWN_TYPES, TYPES};
use cardwright_effects::{CardKind, Fact, FactType, Stays, Symbol, SymbolArg};

/// The symbols of types of damage that packs declare.
pub(super) const MORE_DAMAGE: &[Symbol<'static>] = &[
    more_damage(&[SymbolArg::Fixed(2), SymbolArg::Amount]),
    more_damage(&[SymbolArg::Fixed(3), SymbolArg::Amount]),
];

const fn more_damage(args: &'static [SymbolArg]) -> Symbol<'static> {
    Symbol {
        name: "",
        verb: VerbId::Aim.n(),
        args,
        then: Some(VerbId::Strike.n()),
        order: 0,
        doc: "",
        rule: ATTACK,
    }
}

pub(super) const SYMBOL_TABLE: &[Symbol<'static>] = &[
    Symbol {
        name: "fist",
        verb: VerbId::Aim.n(),
        args: &[SymbolArg::Fixed(0), SymbolArg::Amount],
        then: Some(VerbId::Strike.n()),
        order: 0,
        doc: "Points of fist damage.",
        rule: ATTACK,
    },
    Symbol {
        name: "missile",
        verb: VerbId::Aim.n(),
        args: &[SymbolArg::Fixed(1), SymbolArg::Amount],
        then: Some(VerbId::Strike.n()),
        order: 0,
        doc: "Points of missile damage.",
        rule: ATTACK,
    },
    Symbol {
        name: "lose",
        verb: VerbId::Lose.n(),
        args: &[SymbolArg::Me, SymbolArg::Amount],
        then: None,
        order: 1,
        doc: "Energy the robot loses.",
        rule: OWN_LOSS,
    },
    Symbol {
        name: "energy",
        verb: VerbId::Gain.n(),
        args: &[SymbolArg::Me, SymbolArg::Amount],
        then: None,
        order: 2,
        doc: "Energy the robot gains.",
        rule: LIMIT,
    },
];

/// The slots of a robot, in order.
pub const SLOTS: &[&str] = &[
    "head",
    "torso",
    "left-arm",
    "right-arm",
    "left-leg",
    "right-leg",
];

/// The windows in which weapons are played, in the order of a turn, then the one while a weapon is being played; `any`
/// stands for all windows of a turn.
pub const WINDOWS_BY_NAME: &[&str] = &[
    "turn-start",
    "bought",
    "rolled",
    "re-rolled",
    "damage",
    "energy",
    "before-refill",
    "turn-end",
    "weapon-played",
    "any",
];

/// Windows that allow a weapon only under one variant of a rule, as named by the fact `play_if`; the options determine
/// which variant is used.
pub const PLAY_IF: &[&str] = &[
    "energy: between_parts = always",
    "bought: supermarket_when = own-turn",
];

pub(super) const ACTIVATE: Fact = Fact::new(
    "activate",
    FactType::Dice,
    "The dice that activate it.",
    "{ any = [2, 4, 6] }",
    CONDITION,
)
.needed();

const EFFECT: Fact = Fact::new(
    "effect",
    FactType::Symbols,
    "What it does: damage first, then loss, then gain.",
    "[{ fist = 1 }, { energy = 1 }]",
    SYMBOLS,
)
.needed();

const EXTRA: Fact = Fact::new(
    "extra_cost",
    FactType::Number { min: 0, max: 18 },
    "Energy it costs in addition to the price of its row.",
    "1",
    EXTRA_COST,
);

pub(super) const MARKED: Fact = Fact::new(
    "removed_with_three",
    FactType::Number { min: 0, max: 20 },
    "How many of its copies are removed in a three-player game.",
    "1",
    MARKED_OUT,
);

pub(super) const DISCOUNT: Fact = Fact::new(
    "discount",
    FactType::Number { min: 0, max: 18 },
    "By how much energy market cards are cheaper for its robot. A price never goes below 0.",
    "1",
    STANDING,
);

pub(super) const DISCOUNT_ON: Fact = Fact::new(
    "discount_on",
    FactType::SomeOf(SORTS_BY_NAME),
    "The sorts of cards that the discount applies to. Default: all.",
    "[\"part\", \"weapon\"]",
    STANDING,
);

/// The kinds of cards in the market, as facts name them.
pub const SORTS_BY_NAME: &[&str] = &["part", "upgrade", "weapon"];

const KEYWORDS: Fact = Fact::new(
    "keywords",
    FactType::Declared(ThingId::Keyword.n()),
    "Keywords that a pack declares; scripts read them with `keyword_count`.",
    "[\"armoured\"]",
    COMPONENTS,
);

/// The facts of parts, by index.
#[allow(missing_docs, reason = "each is described in the table")]
pub mod part {
    pub const SLOT: u8 = 0;
    pub const ACTIVATE: u8 = 1;
    pub const EFFECT: u8 = 2;
    pub const EXTRA_COST: u8 = 3;
    pub const MARKED: u8 = 4;
    pub const KEYWORDS: u8 = 5;
    pub const CAP: u8 = 6;
    pub const LIMIT: u8 = 7;
    pub const DISCOUNT: u8 = 8;
    pub const DISCOUNT_ON: u8 = 9;
}

/// The facts of upgrades, by index.
#[allow(missing_docs, reason = "each is described in the table")]
pub mod upgrade {
    pub const DICE: u8 = 0;
    pub const REROLL: u8 = 1;
    pub const MOST: u8 = 2;
    pub const EXTRA_COST: u8 = 3;
    pub const MARKED: u8 = 4;
    pub const KEYWORDS: u8 = 5;
    pub const CAP: u8 = 6;
    pub const LIMIT: u8 = 7;
    pub const DISCOUNT: u8 = 8;
    pub const DISCOUNT_ON: u8 = 9;
}

/// The facts of weapons, by index.
#[allow(missing_docs, reason = "each is described in the table")]
pub mod weapon {
    pub const PLAY: u8 = 0;
    pub const PLAY_IF: u8 = 1;
}

/// The facts of built-in abilities, by index.
#[allow(missing_docs, reason = "each is described in the table")]
pub mod base {
    pub const ACTIVATE: u8 = 0;
    pub const EFFECT: u8 = 1;
}

/// The kinds of cards, by index.
#[allow(missing_docs, reason = "each is described in the table")]
pub mod kind {
    pub const PART: u8 = 0;
    pub const UPGRADE: u8 = 1;
    pub const WEAPON: u8 = 2;
    pub const BASE: u8 = 3;
}

pub(super) const KINDS: &[CardKind] = &[
    CardKind {
        name: "part",
        doc: "A robot part, activated by dice.",
        dealt: true,
        facts: &[
            Fact::new(
                "slot",
                FactType::OneOf(SLOTS),
                "The slot of the robot that it fills.",
                "\"left-arm\"",
                SLOT,
            )
            .needed(),
            ACTIVATE,
            EFFECT,
            EXTRA,
            MARKED,
            KEYWORDS,
            CAP_FACT,
            LIMIT_FACT,
            DISCOUNT,
            DISCOUNT_ON,
        ],
        hooks: functions::OF_PARTS,
        this: Some(CustomNoun::ThisPart.n()),
        stays: None,
    },
    CardKind {
        name: "upgrade",
        doc: "An upgrade: always active.",
        dealt: true,
        facts: &[
            Fact::new(
                "dice",
                FactType::Number { min: 0, max: 3 },
                "How many dice it adds to the robot.",
                "1",
                DICE,
            ),
            Fact::new(
                "reroll",
                FactType::Number { min: 0, max: 4 },
                "How many dice may be rolled again, once a turn.",
                "2",
                REROLL,
            ),
            Fact::new(
                "max_copies",
                FactType::Number { min: 1, max: 6 },
                "How many copies one robot may have. Default: 1.",
                "3",
                UPGRADES,
            ),
            EXTRA,
            MARKED,
            KEYWORDS,
            CAP_FACT,
            LIMIT_FACT,
            DISCOUNT,
            DISCOUNT_ON,
        ],
        hooks: functions::OF_UPGRADES,
        this: Some(CustomNoun::ThisUpgrade.n()),
        stays: None,
    },
    CardKind {
        name: "weapon",
        doc: "A secret weapon: bought unseen, used once.",
        dealt: true,
        facts: &[
            Fact::new(
                "play_in",
                FactType::SomeOf(WINDOWS_BY_NAME),
                "The windows in which it may be played; `any` means all of them but `weapon-played`.",
                "\"damage\"",
                FITS,
            ),
            Fact::new(
                "play_if",
                FactType::SomeOf(PLAY_IF),
                "Further windows, each under one variant of a rule.",
                "\"energy: between_parts = always\"",
                FITS,
            ),
        ],
        hooks: functions::OF_WEAPONS,
        this: Some(CustomNoun::ThisWeapon.n()),
        stays: Some(Stays {
            own_turn: &[],
            verbs: &[
                VerbId::StayOn.n(),
                VerbId::StayUntilTurn.n(),
                VerbId::StayUntilTurnEnd.n(),
                CustomVerb::StayBefore.n(),
            ],
            without: functions::UNSTAYING,
            laid: &[
                VerbId::PutCounters.n(),
                VerbId::TakeCounters.n(),
                VerbId::Leave.n(),
                CustomVerb::HandOn.n(),
            ],
        }),
    },
    CardKind {
        name: "base",
        doc: "What every robot can do from the start.",
        dealt: false,
        facts: &[ACTIVATE, EFFECT],
        hooks: functions::OF_BASE,
        this: None,
        stays: None,
    },
];

const _: () = assert!(MORE_DAMAGE.len() == TYPES - OWN_TYPES);
