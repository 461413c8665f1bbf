//! Special wordings for generated card texts, for words whose plain template would read badly.

use super::{
    CustomNoun, CustomVerb, HookId, NounId, ThingId, VerbId, kind, part, upgrade, variants,
};
use cardwright_effects::{Examples, Phrases};

/// The wordings, and the variants of the default game.
pub(super) const PHRASES: Phrases = Phrases {
    params: &[
        ("on_use_with_dice.total", "the sum of those dice"),
        ("on_use_with_dice.highest_die", "the highest of those dice"),
        ("on_damage_taken.foe", "the attacker"),
        ("on_foe_attack.foe", "the attacker"),
        ("on_any_damage_dealt.robot", "the attacker"),
        ("on_damage_dealt.foe", "the damaged robot"),
        ("on_foe_lost.foe", "that opponent"),
        ("on_foe_gained.foe", "that opponent"),
        ("on_foe_part_used.foe", "that opponent"),
        ("before_foe_elimination.foe", "that robot"),
        ("on_foe_eliminated.robot", "that robot"),
        ("on_other_damaged.robot", "that robot"),
        ("on_play.robot", "that robot"),
        ("on_weapon_played.robot", "that robot"),
        ("surcharge.robot", "that robot"),
        ("can_attack.foe", "it"),
        ("can_be_attacked_by.foe", "it"),
        ("on_any_turn_start.robot", "the active robot"),
        ("on_any_turn_end.robot", "the active robot"),
        ("on_any_rolled.robot", "the active robot"),
        ("on_purchase.robot", "the buyer"),
        ("on_damage_taken.points", "that damage"),
        ("on_damage_dealt.points", "that damage"),
        ("on_other_damaged.points", "that damage"),
        ("on_any_damage_dealt.points", "that damage"),
        ("on_lost.points", "that loss"),
        ("on_foe_lost.points", "that loss"),
        ("on_gained.points", "that gain"),
        ("on_foe_gained.points", "that gain"),
    ],
    some: &[
        (
            NounId::Weapons.n(),
            "{0} [has|have] secret weapons",
            "{0} [has|have] no secret weapon",
        ),
        (
            CustomNoun::UpgradeCount.n(),
            "{0} [has|have] an upgrade",
            "{0} [has|have] no upgrade",
        ),
        (
            CustomNoun::UpgradesOf.n(),
            "{0} [has|have] an upgrade",
            "{0} [has|have] no upgrade",
        ),
        (
            NounId::Pending.n(),
            "damage is about to hit {0}",
            "no damage is about to hit {0}",
        ),
        (
            NounId::PendingOf.n(),
            "{1} damage is about to hit {0}",
            "no {1} damage is about to hit {0}",
        ),
        (
            NounId::Aimed.n(),
            "the attack shows {0}",
            "the attack shows no {0}",
        ),
        (
            NounId::Opponents.n(),
            "{0} [has|have] an opponent in play",
            "{0} [has|have] no opponent in play",
        ),
        (
            NounId::Others.n(),
            "there is another robot in play",
            "there is no other robot in play",
        ),
        (
            NounId::TargetsOf.n(),
            "there is a robot {0} may hit",
            "there is no robot {0} may hit",
        ),
        (
            NounId::Attacked.n(),
            "a robot is attacked",
            "no robot is attacked",
        ),
        (
            NounId::AttackedWith.n(),
            "a robot is attacked with {0}",
            "no robot is attacked with {0}",
        ),
        (
            NounId::DiceShown.n(),
            "there is an unplaced die",
            "there is no unplaced die",
        ),
        (
            NounId::FreeCards.n(),
            "{0} [has|have] a place for a card of the market",
            "{0} [has|have] no place for a card of the market",
        ),
        (
            NounId::Counters.n(),
            "there is a counter on this card",
            "there is no counter on this card",
        ),
        (
            NounId::FelledBy.n(),
            "a robot in play has felled {0} by an attack",
            "no robot in play has felled {0} by an attack",
        ),
        (
            NounId::Remembered.n(),
            "this card remembers a robot in play",
            "this card remembers no robot in play",
        ),
        (
            NounId::RememberedSlot.n(),
            "this card remembers a slot",
            "this card remembers no slot",
        ),
        (
            CustomNoun::PartsOf.n(),
            "{0} [has|have] a part",
            "{0} [has|have] no part",
        ),
        (
            CustomNoun::FreeSlots.n(),
            "{0} [has|have] a free slot",
            "{0} [has|have] no free slot",
        ),
        (
            CustomNoun::Dealt.n(),
            "this attack has taken energy",
            "this attack has taken no energy",
        ),
        (
            CustomNoun::TopKnown.n(),
            "everybody knows the top card of the pile",
            "nobody knows the top card of the pile",
        ),
        (
            CustomNoun::Buyer.n(),
            "a robot in play bought last",
            "no robot in play bought last",
        ),
        (
            CustomNoun::BoughtPart.n(),
            "the card bought last is a part",
            "the card bought last is not a part",
        ),
        (
            CustomNoun::BoughtUpgrade.n(),
            "the card bought last is an upgrade",
            "the card bought last is not an upgrade",
        ),
        (
            CustomNoun::PartAt.n(),
            "{0} [is|are] a part",
            "{0} [is|are] not a part",
        ),
        (
            CustomNoun::SlotOf.n(),
            "{0} [is|are] a part",
            "{0} [is|are] not a part",
        ),
        (
            CustomNoun::HasPlace.n(),
            "{0} [has|have] a place for {1}",
            "{0} [has|have] no place for {1}",
        ),
        (
            NounId::OpponentGained.n(),
            "one of {0}'s opponents has just gained energy",
            "none of {0}'s opponents has just gained energy",
        ),
        (
            NounId::Rule.n(),
            "the table plays by the variant “{0}”",
            "the table does not play by the variant “{0}”",
        ),
        (
            NounId::Remembers.n(),
            "this card remembers something",
            "this card remembers nothing",
        ),
        (
            NounId::Affordable.n(),
            "{0} can pay for a card of the market",
            "{0} can pay for no card of the market",
        ),
    ],
    things: &[(ThingId::Damage.n(), "type of damage", "types of damage")],
    called: &[(ThingId::Place.n(), "card")],
    facts: &[
        (
            kind::UPGRADE,
            upgrade::DICE,
            "you roll {0} more [0:die|dice]",
        ),
        (kind::UPGRADE, upgrade::CAP, "you can hold {0} more energy"),
        (
            kind::UPGRADE,
            upgrade::LIMIT,
            "you may gain {0} more energy in your turn",
        ),
        (
            kind::UPGRADE,
            upgrade::DISCOUNT,
            "what you buy costs {0} energy less",
        ),
        (
            kind::UPGRADE,
            upgrade::DISCOUNT_ON,
            "your discount is for {0}",
        ),
        (
            kind::PART,
            part::DISCOUNT,
            "what you buy costs {0} energy less",
        ),
        (
            kind::UPGRADE,
            upgrade::EXTRA_COST,
            "it costs {0} more energy than its row's price",
        ),
        (
            kind::UPGRADE,
            upgrade::MOST,
            "a robot may have up to {0} of it",
        ),
        (
            kind::PART,
            part::EXTRA_COST,
            "it costs {0} more energy than its row's price",
        ),
        (kind::PART, part::DISCOUNT_ON, "your discount is for {0}"),
        (kind::PART, part::CAP, "you can hold {0} more energy"),
        (
            kind::PART,
            part::LIMIT,
            "you may gain {0} more energy in your turn",
        ),
        (
            kind::UPGRADE,
            upgrade::REROLL,
            "once a turn, you may reroll up to {0} of your dice",
        ),
    ],
    own_turn: &[
        HookId::OnUse.n(),
        HookId::OnUseWith.n(),
        HookId::OnTurnStart.n(),
        HookId::OnTurnEnd.n(),
        HookId::OnRolled.n(),
        HookId::OnPartUsed.n(),
    ],
    own_place: &[("<the active robot's", "<your", true)],
    meant: super::meant::MEANT,
    examples: Examples {
        number: "energy",
        verb: "gain(me, 1)",
    },
    single: &[
        NounId::FelledBy.n(),
        NounId::RememberedSlot.n(),
        CustomNoun::Buyer.n(),
        CustomNoun::BoughtPart.n(),
        CustomNoun::BoughtUpgrade.n(),
        CustomNoun::PartAt.n(),
        CustomNoun::SlotOf.n(),
    ],
    members: &[
        (CustomNoun::PartsOf.n(), "part", ""),
        (CustomNoun::ThisPart.n(), "part", "your"),
        (CustomNoun::UsedParts.n(), "part", "the active robot's"),
    ],
    choices: &[(NounId::DiceShown.n(), "the unplaced dice")],
    limits: &[],
    all: &[(
        VerbId::TakeCounters.n(),
        NounId::Counters.n(),
        "take all counters off this card",
    )],
    placing: &[(CustomVerb::StayBefore.n(), super::functions::UNSTAYING)],
    bearers: &[],
    unread: &[],
    variants: Some((NounId::Rule.n(), 1 << variants::FIST_BOOST_ANY)),
    ..Phrases::NONE
};

#[cfg(test)]
mod tests {
    use super::super::LEXICON;
    use super::*;
    use crate::options::Options;

    #[test]
    fn the_usual_variants_are_those_of_the_options_when_nobody_chooses() {
        assert_eq!(
            PHRASES.variants,
            Some((NounId::Rule.n(), Options::default().variants()))
        );
        assert_eq!(LEXICON.phrases.variants, PHRASES.variants);
    }
}
