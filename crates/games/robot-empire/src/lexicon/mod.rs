//! The words that Robot Empire offers to its cards. `facts::nouns` and `cards::verbs` implement their
//! meaning; a word without an implementation does not compile.

mod hooks;
mod idle;
mod kinds;
mod meant;
mod nouns;
mod things;
mod verbs;

pub(crate) use crate::lexicon::hooks::*;
pub(crate) use crate::lexicon::kinds::*;
pub(crate) use crate::lexicon::nouns::*;
pub(crate) use crate::lexicon::things::*;
pub(crate) use crate::lexicon::verbs::*;

use cardwright_effects::{Alias, AliasUse, Examples, Lexicon, Phrases, Secrecy, Word};
use std::borrow::Cow;

/// The kinds of Components as words of scripts, in the order of the ports.
const WORDS: &[Word<'static>] = &[
    Word {
        name: "jump_jets",
        thing: ThingId::Component.n(),
        value: 0,
        doc: "Jump Jets.",
    },
    Word {
        name: "rockets",
        thing: ThingId::Component.n(),
        value: 1,
        doc: "Rockets.",
    },
    Word {
        name: "force_field",
        thing: ThingId::Component.n(),
        value: 2,
        doc: "A Force Field.",
    },
];

/// Declares sentences for the facts of one kind of card on the table.
macro_rules! said {
    ($($kind:ident)*) => {
        &[$(
            (KindId::$kind.n(), UnitFact::Cost.n(), "it costs {0}"),
            (KindId::$kind.n(), UnitFact::Attack.n(), "attack {0}"),
            (KindId::$kind.n(), UnitFact::Defence.n(), "defence {0}"),
            (KindId::$kind.n(), UnitFact::CostDie.n(), "it costs 1d6"),
            (KindId::$kind.n(), UnitFact::AttackDie.n(), "1d6 is added to its attack"),
            (KindId::$kind.n(), UnitFact::DefenceDie.n(), "1d6 is added to its defence"),
            (KindId::$kind.n(), UnitFact::Flying.n(), "it flies"),
            (KindId::$kind.n(), UnitFact::Chaining.n(), "it may form chains"),
            (KindId::$kind.n(), UnitFact::SingleBlocker.n(), "it may be blocked by one blocker only"),
            (KindId::$kind.n(), UnitFact::TwoBlockers.n(), "one blocker alone cannot block it"),
            (KindId::$kind.n(), UnitFact::BlocksFlyers.n(), "it may block flyers"),
            (KindId::$kind.n(), UnitFact::Tramples.n(), "damage beyond what destroys its blockers hits the Battery"),
            (KindId::$kind.n(), UnitFact::Names.n(), "the target of its tap is {0}"),
            (KindId::$kind.n(), UnitFact::TapInPlay.n(), "its tap is used in your Play phase"),
            (KindId::$kind.n(), UnitFact::PermanentFlying.n(), "with the Permanent it flies"),
            (KindId::$kind.n(), UnitFact::InstantFlying.n(), "with the Instant it flies"),
            (KindId::$kind.n(), UnitFact::LongRange.n(), "long range {0}"),
            (KindId::$kind.n(), UnitFact::Collect.n(), "you collect {0} more"),
            (KindId::$kind.n(), UnitFact::Harvest.n(), "it brings {0} more from a Moon"),
            (KindId::$kind.n(), UnitFact::Discount.n(), "cards cost you {0} less"),
            (KindId::$kind.n(), UnitFact::DiscountOn.n(), "its discount or surcharge is for {0}"),
            (KindId::$kind.n(), UnitFact::PermanentCost.n(), "Permanent for {0}"),
            (KindId::$kind.n(), UnitFact::PermanentAttack.n(), "the Permanent adds {0} attack"),
            (KindId::$kind.n(), UnitFact::PermanentDefence.n(), "the Permanent adds {0} defence"),
            (KindId::$kind.n(), UnitFact::InstantCost.n(), "Instant for {0}"),
            (KindId::$kind.n(), UnitFact::InstantAttack.n(), "the Instant adds {0} attack"),
            (KindId::$kind.n(), UnitFact::InstantDefence.n(), "the Instant adds {0} defence"),
        )*
            (KindId::Component.n(), ComponentFact::Cost.n(), "it costs {0}"),
            (KindId::Agent.n(), ShownFact::Cost.n(), "it costs {0}"),
            (KindId::SuperWeapon.n(), ShownFact::Cost.n(), "it costs {0}"),
            (KindId::Agent.n(), ShownFact::Names.n(), "its target is {0}"),
            (KindId::SuperWeapon.n(), ShownFact::Names.n(), "its target is {0}"),
            (KindId::Agent.n(), ShownFact::DiscountOn.n(), "its discount or surcharge is for {0}"),
            (KindId::SuperWeapon.n(), ShownFact::DiscountOn.n(), "its discount or surcharge is for {0}"),
            (KindId::Component.n(), ComponentFact::Port.n(), "a robot can have one such Component: {0}"),
            (KindId::Component.n(), ComponentFact::Flying.n(), "the robot flies"),
            (KindId::Component.n(), ComponentFact::LongRange.n(), "long range {0}"),
            (KindId::Component.n(), ComponentFact::Defence.n(), "{0} more defence"),
            (KindId::Component.n(), ComponentFact::Attack.n(), "{0} more attack"),
            (KindId::Moon.n(), MoonFact::Landing.n(), "landing costs {0}"),
            (KindId::Moon.n(), MoonFact::Value.n(), "it gets {0} [coin|coins]"),
        ]
    };
}

/// The kinds of cards that may be tapped.
const ON_TABLE: &[u8] = &[
    KindId::Robot.n(),
    KindId::MegaTop.n(),
    KindId::MegaLegs.n(),
    KindId::Monster.n(),
    KindId::Equipment.n(),
];

const TAPPED_IF: &str = "It may be tapped only if";

const FACTS_SAID: &[(u8, u8, &str)] = said!(Robot MegaTop MegaLegs Monster Equipment);

/// How players choose numbers in secret (clause RE-6.28).
pub(crate) const SECRECY: Secrecy = Secrecy {
    begins: VerbId::InSecret.n(),
    ends: VerbId::Show.n(),
};

/// The words for cards of Robot Empire.
pub static LEXICON: Lexicon = Lexicon {
    game: "robot-empire",
    api: 1,
    things: THINGS,
    words: WORDS,
    nouns: NOUNS,
    verbs: VERBS,
    hooks: HOOKS,
    symbols: &[],
    kinds: KINDS,
    windows: &[],
    beside: &[],
    keeps: &[],
    idle: idle::IDLE,
    secrecy: Some(SECRECY),
    phrases: Phrases {
        params: &[
            ("named", "target"),
            ("named=own-target", "the target card"),
            ("named=own-fighter", "the target fighter"),
            ("named=opponents-target", "the target card"),
            ("named=opponents-fighter", "the target fighter"),
            ("named=opponents-equipment", "the target Equipment"),
            ("named=any-target", "the target card"),
            ("named=any-fighter", "the target fighter"),
            ("foe", "opponent"),
        ],
        some: &[
            (
                NounId::Fighters.n(),
                "{0} [has|have] a fighter in the front line",
                "{0} [has|have] no fighter in the front line",
            ),
            (
                NounId::Robots.n(),
                "{0} [has|have] a robot in the front line",
                "{0} [has|have] no robot in the front line",
            ),
            (
                NounId::EquipmentOf.n(),
                "{0} [has|have] Equipment",
                "{0} [has|have] no Equipment",
            ),
            (
                NounId::Opponents.n(),
                "{0} [has|have] an opponent",
                "{0} [has|have] no opponent",
            ),
            (
                NounId::CountersOf.n(),
                "there is a counter on {0}",
                "there is no counter on {0}",
            ),
            (
                NounId::ChestCoins.n(),
                "there is a coin in the War Chest",
                "there is no coin in the War Chest",
            ),
            (
                NounId::Flies.n(),
                "{0} [flies|fly]",
                "{0} [does|do] not fly",
            ),
            (
                NounId::IsAttacking.n(),
                "{0} [attacks|attack]",
                "{0} [does|do] not attack",
            ),
            (
                NounId::IsBlocking.n(),
                "{0} [blocks|block]",
                "{0} [does|do] not block",
            ),
            (
                NounId::Chains.n(),
                "{0} may form chains",
                "{0} may not form chains",
            ),
            (
                NounId::Vault.n(),
                "{0} [has|have] a coin in the Vault",
                "{0} [has|have] no coin in the Vault",
            ),
        ],
        things: &[
            (ThingId::Unit.n(), "card on the table", "cards on the table"),
            (ThingId::Moon.n(), "Moon", "Moons"),
            (
                ThingId::Discarded.n(),
                "card on the discard pile",
                "cards on the discard pile",
            ),
            (ThingId::Held.n(), "card in the hand", "cards in the hand"),
        ],
        called: &[
            (ThingId::Unit.n(), "card"),
            (ThingId::Moon.n(), "Moon"),
            (ThingId::Discarded.n(), "card"),
            (ThingId::Held.n(), "card"),
        ],
        facts: FACTS_SAID,
        own_turn: &[],
        own_place: &[],
        meant: meant::MEANT,
        examples: Examples {
            number: "battery",
            verb: "bank(me, 1)",
        },
        single: &[],
        members: &[],
        words: &[
            ("robot", "Robots"),
            ("mega-top", "upper halves of Mega Robots"),
            ("mega-legs", "lower halves of Mega Robots"),
            ("monster", "Monsters"),
            ("equipment", "Equipment"),
            ("component", "Components"),
            ("agent", "Agents"),
            ("super-weapon", "Super Weapons"),
            ("nothing", ""),
            ("own-target", "one of your cards"),
            ("own-fighter", "one of your fighters"),
            (
                "own-equipment-or-battery",
                "Equipment of yours or your Battery",
            ),
            ("opponents-target", "an opponent's card"),
            ("opponents-fighter", "an opponent's fighter"),
            ("opponents-equipment", "an opponent's Equipment"),
            ("opponent", "an opponent"),
            ("announced", "the card announced before"),
            ("any-target", "a card on the table"),
            ("any-fighter", "a fighter"),
        ],
        choices: &[],
        limits: &[(VerbId::Draw.n(), "a hand has at most 7 cards")],
        placing: &[],
        bearers: &[
            (KindId::Component.n(), "the robot", &[HookId::ExtraCost.n()]),
            (KindId::Moon.n(), "the robot", &[]),
        ],
        openings: &[
            (HookId::Can.n(), ON_TABLE, TAPPED_IF),
            (HookId::CanOn.n(), ON_TABLE, TAPPED_IF),
            (HookId::CanAgainst.n(), ON_TABLE, TAPPED_IF),
            (
                HookId::OnInstalled.n(),
                &[KindId::Component.n()],
                "When this Component is installed:",
            ),
        ],
        ownerless: &[KindId::Moon.n()],
        changing: &[NounId::ShownCard.n(), NounId::Entered.n()],
        all: &[(
            VerbId::RemoveCounters.n(),
            NounId::CountersOf.n(),
            "all counters are taken off {0}",
        )],
        grouped: &[
            (
                HookId::AttackBonus.n(),
                "{0} has {1} more attack",
                "{0} have {1} more attack",
            ),
            (
                HookId::DefenceBonus.n(),
                "{0} has {1} more defence",
                "{0} have {1} more defence",
            ),
            (
                HookId::LongRangeBonus.n(),
                "{0} has {1} more long range",
                "{0} have {1} more long range",
            ),
            (HookId::Flies.n(), "{0} flies", "{0} fly"),
            (
                HookId::BlocksFlyers.n(),
                "{0} may block flyers",
                "{0} may block flyers",
            ),
            (HookId::Tramples.n(), "{0} tramples", "{0} trample"),
            (HookId::CanBeNamed.n(), "", "only you may name it"),
            (
                HookId::CanBeRechargedBy.n(),
                "",
                "only your own cards may make it recharge",
            ),
            (
                HookId::CanBeDestroyedBy.n(),
                "",
                "only your own cards may destroy it",
            ),
            (
                HookId::CanBeDamagedBy.n(),
                "",
                "only your own cards may damage it",
            ),
            (
                HookId::Protects.n(),
                "{2} cannot name {0}",
                "{2} cannot name {0}",
            ),
        ],
        groups: &[
            ("the owner of that card is you", "your", false),
            (
                "the owner of that card is not you",
                "your opponents'",
                false,
            ),
            ("that card is not this card", "other", false),
            ("that card is this card", "this card", true),
            ("that card is a Robot", "Robots", true),
            ("that card is a Mega Robot", "Mega Robots", true),
            ("that card is a Monster", "Monsters", true),
            ("that card is Equipment", "Equipment", true),
            ("that card is not Equipment", "fighters", true),
            ("the player is you", "you", true),
        ],
        unread: &[(
            ThingId::Held.n(),
            "a card in the hand has no kind and no cost in scripts; ask the card that was shown: `show_card(me, card); when shown().is_agent { … }`",
        )],
        variants: None,
    },
    declarable: &[],
    declared: Cow::Borrowed(&[]),
    lists: true,
    aliases: &[Alias::new(
        AliasUse::Function,
        "on_damaged",
        "on_damage_taken",
    )],
};
