//! Words of Moon-Bots that have no effect, or always the same value, in some hooks or windows.

use super::kinds::MARKED;
use super::{CustomNoun, CustomVerb, HookId, NounId, VerbId};
use cardwright_effects::{Gone, GoneOf, Idle};

const STRIKES: &[u8] = &[
    VerbId::Strike.n(),
    CustomVerb::StrikeAt.n(),
    CustomVerb::StrikeAll.n(),
    CustomVerb::StrikeEach.n(),
];

const AIMS: &[u8] = &[VerbId::Aim.n()];

const FALLING: &str = "a robot that falls gains and loses no energy any more";

const NO_DAMAGE: &str = "no damage is about to hit anybody";

const NO_ATTACK: &str = "no robot is attacking";

const ATTACK_OVER: &str =
    "cards react after the attack; read it in `on_attack` or `before_damage`, and `remember` it";

const NOT_DAMAGED: &str = "the function does not react to damage; read it in `on_damage_taken` or `on_damage_dealt`, or write `pending_of(me, fist)` before the damage";

const NO_PART: &str = "no part is being used; a part reads it in `on_use`";

const ALL_WEAPONS: &str = "write `weapons`, such as `me.weapons`, to count all of them; for the number of different weapons, write `sum _weapon in hand(me) of 1`";
const NOT_REROLLED: &str = "no dice have just been rerolled; read it in `on_rolled`";

const NOT_ROLLED: &str = "no dice have been rolled yet";

/// All windows except the one for damage.
const WITHOUT_DAMAGE: &[&str] = &[
    "turn-start",
    "bought",
    "rolled",
    "re-rolled",
    "energy",
    "before-refill",
    "turn-end",
];

/// The hooks that run between attacks.
const BETWEEN_ATTACKS: &[u8] = &[
    HookId::OnTurnStart.n(),
    HookId::OnTurnEnd.n(),
    HookId::OnAnyTurnEnd.n(),
    HookId::OnAnyTurnStart.n(),
    HookId::OnRolled.n(),
    HookId::OnAnyRolled.n(),
    HookId::OnPurchase.n(),
    HookId::OnBuilt.n(),
];

/// The hooks of reactions that an attack may cause. They run when the attack is over (MB-12.1).
const AFTER_ATTACKS: &[u8] = &[
    HookId::OnHit.n(),
    HookId::OnDamaged.n(),
    HookId::OnOtherDamaged.n(),
    HookId::OnAnyHit.n(),
    HookId::OnLost.n(),
    HookId::OnFoeLost.n(),
    HookId::OnGained.n(),
    HookId::OnFoeGained.n(),
    HookId::OnPartUsed.n(),
    HookId::OnFoePartUsed.n(),
    HookId::OnFallen.n(),
    HookId::OnPieceLost.n(),
    HookId::OnWeaponPlayed.n(),
];

/// The other hooks, except those that react to the damage of an attack.
const NOT_TO_DAMAGE: &[u8] = &[
    HookId::Play.n(),
    HookId::OnBought.n(),
    HookId::OnUse.n(),
    HookId::OnUseWith.n(),
    HookId::OnAttack.n(),
    HookId::OnFoeAttack.n(),
    HookId::OnStruck.n(),
    HookId::OnFinal.n(),
    HookId::OnLost.n(),
    HookId::OnFoeLost.n(),
    HookId::OnGained.n(),
    HookId::OnFoeGained.n(),
    HookId::OnPartUsed.n(),
    HookId::OnFoePartUsed.n(),
    HookId::OnFallen.n(),
    HookId::OnFall.n(),
    HookId::OnVictim.n(),
    HookId::OnPieceLost.n(),
    HookId::OnWeaponPlayed.n(),
    HookId::OnPlay.n(),
];

/// The hooks that run when no part is being used.
const WITHOUT_PART: &[u8] = &[
    HookId::OnPartUsed.n(),
    HookId::OnFoePartUsed.n(),
    HookId::OnTurnStart.n(),
    HookId::OnAnyTurnStart.n(),
    HookId::OnTurnEnd.n(),
    HookId::OnAnyTurnEnd.n(),
];

const TURN_STARTS: &[u8] = &[HookId::OnTurnStart.n(), HookId::OnAnyTurnStart.n()];

/// The words without effect.
pub(super) const IDLE: Idle = Idle {
    halves: &[
        (VerbId::Aim.n(), STRIKES),
        (VerbId::Strike.n(), AIMS),
        (CustomVerb::StrikeAt.n(), AIMS),
        (CustomVerb::StrikeAll.n(), AIMS),
        (CustomVerb::StrikeEach.n(), AIMS),
    ],
    for_owner: &[
        (VerbId::Gain.n(), 0, HookId::OnFall.n(), FALLING),
        (VerbId::GainBeyond.n(), 0, HookId::OnFall.n(), FALLING),
        (VerbId::Lose.n(), 0, HookId::OnFall.n(), FALLING),
        (CustomVerb::Transfer.n(), 0, HookId::OnFall.n(), FALLING),
        (CustomVerb::Transfer.n(), 1, HookId::OnFall.n(), FALLING),
        (CustomVerb::Pay.n(), 0, HookId::OnFall.n(), FALLING),
    ],
    without: &[
        (NounId::Opponents.n(), 0),
        (NounId::Others.n(), 0),
        (NounId::TargetsOf.n(), 0),
        (CustomNoun::Neighbours.n(), 0),
        (CustomNoun::OutOfReach.n(), 0),
    ],
    others: &[
        HookId::OnFoeLost.n(),
        HookId::OnFoeGained.n(),
        HookId::OnFallen.n(),
        HookId::OnFoePartUsed.n(),
        HookId::OnOtherDamaged.n(),
    ],
    in_windows: &[
        (NounId::Pending.n(), WITHOUT_DAMAGE, NO_DAMAGE),
        (NounId::PendingOf.n(), WITHOUT_DAMAGE, NO_DAMAGE),
        (NounId::Aimed.n(), WITHOUT_DAMAGE, NO_ATTACK),
        (NounId::Attacked.n(), WITHOUT_DAMAGE, NO_ATTACK),
        (NounId::AttackedWith.n(), WITHOUT_DAMAGE, NO_ATTACK),
        (NounId::DiceShown.n(), &["turn-start"], NOT_ROLLED),
        (CustomNoun::DiceCount.n(), &["turn-start"], NOT_ROLLED),
        (CustomNoun::DiceSum.n(), &["turn-start"], NOT_ROLLED),
        (CustomNoun::Showing.n(), &["turn-start"], NOT_ROLLED),
    ],
    in_hooks: &[
        (NounId::Pending.n(), BETWEEN_ATTACKS, NO_DAMAGE),
        (NounId::PendingOf.n(), BETWEEN_ATTACKS, NO_DAMAGE),
        (NounId::Aimed.n(), BETWEEN_ATTACKS, NO_ATTACK),
        (NounId::Attacked.n(), BETWEEN_ATTACKS, NO_ATTACK),
        (NounId::AttackedWith.n(), BETWEEN_ATTACKS, NO_ATTACK),
        (NounId::Pending.n(), AFTER_ATTACKS, ATTACK_OVER),
        (NounId::PendingOf.n(), AFTER_ATTACKS, ATTACK_OVER),
        (NounId::Aimed.n(), AFTER_ATTACKS, ATTACK_OVER),
        (NounId::Attacked.n(), AFTER_ATTACKS, ATTACK_OVER),
        (NounId::AttackedWith.n(), AFTER_ATTACKS, ATTACK_OVER),
        (CustomNoun::TakenWith.n(), BETWEEN_ATTACKS, NOT_DAMAGED),
        (CustomNoun::TakenWith.n(), NOT_TO_DAMAGE, NOT_DAMAGED),
        (CustomNoun::Missed.n(), WITHOUT_PART, NO_PART),
        (CustomNoun::Dealt.n(), WITHOUT_PART, NO_PART),
        (CustomNoun::IsReroll.n(), WITHOUT_PART, NOT_REROLLED),
        (NounId::DiceShown.n(), TURN_STARTS, NOT_ROLLED),
        (CustomNoun::DiceCount.n(), TURN_STARTS, NOT_ROLLED),
        (CustomNoun::DiceSum.n(), TURN_STARTS, NOT_ROLLED),
        (CustomNoun::Showing.n(), TURN_STARTS, NOT_ROLLED),
    ],
    by_verbs: &[
        (CustomNoun::Tally.n(), "this function sets no tally"),
        (CustomNoun::Picked.n(), "this function picks no robot"),
    ],
    gone: &[Gone {
        hook: HookId::OnFallen.n(),
        of: GoneOf::Param(1),
        verbs: &[
            (VerbId::Lose.n(), 0),
            (VerbId::Gain.n(), 0),
            (VerbId::GainBeyond.n(), 0),
            (VerbId::Look.n(), 1),
            (CustomVerb::Transfer.n(), 0),
            (CustomVerb::Transfer.n(), 1),
            (CustomVerb::Pay.n(), 0),
            (CustomVerb::Win.n(), 0),
            (CustomVerb::DiscardRandom.n(), 0),
            (CustomVerb::RevealHand.n(), 0),
            (CustomVerb::Steal.n(), 1),
            (CustomVerb::SwapHands.n(), 0),
            (CustomVerb::SwapHands.n(), 1),
            (CustomVerb::StealPart.n(), 1),
            (CustomVerb::DestroyPart.n(), 0),
        ],
        nouns: &[
            NounId::Energy.n(),
            NounId::Weapons.n(),
            CustomNoun::Hand.n(),
            CustomNoun::PartsOf.n(),
            CustomNoun::UpgradesOf.n(),
            CustomNoun::UpgradeCount.n(),
            NounId::FelledBy.n(),
        ],
        why: "the robot is eliminated, and its cards are in the box",
        help: "write it in `fn before_foe_elimination(me, foe) { … }`, which runs before your attack eliminates a robot",
    }],
    of_copies: &[MARKED.name],
    once: &[
        (CustomNoun::Hand.n(), ALL_WEAPONS),
        (CustomNoun::Known.n(), ALL_WEAPONS),
    ],
    reads: &[
        ("counters", NounId::CountersOn.n()),
        ("a number", NounId::Remembers.n()),
        ("a robot", NounId::Remembers.n()),
        ("a slot", NounId::Remembers.n()),
    ],
};
