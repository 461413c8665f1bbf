//! Words of Moon-Bots that have no effect, or always the same value, in some hooks or windows.

use super::kinds::MARKED;
use super::{CustomNoun, CustomVerb, HookId, NounId, VerbId};
use cardwright_effects::Idle;

const STRIKES: &[u8] = &[
    VerbId::Strike.n(),
    CustomVerb::StrikeAt.n(),
    CustomVerb::StrikeAll.n(),
    CustomVerb::StrikeEach.n(),
];

const AIMS: &[u8] = &[VerbId::Aim.n()];

const FALLING: &str = "a robot that falls gains and loses no energy any more";

const NO_DAMAGE: &str = "no damage is about to hit anybody";

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
        (NounId::DiceShown.n(), &["turn-start"], NOT_ROLLED),
        (CustomNoun::DiceCount.n(), &["turn-start"], NOT_ROLLED),
        (CustomNoun::DiceSum.n(), &["turn-start"], NOT_ROLLED),
        (CustomNoun::Showing.n(), &["turn-start"], NOT_ROLLED),
    ],
    in_hooks: &[
        (NounId::Pending.n(), BETWEEN_ATTACKS, NO_DAMAGE),
        (NounId::PendingOf.n(), BETWEEN_ATTACKS, NO_DAMAGE),
        (NounId::DiceShown.n(), TURN_STARTS, NOT_ROLLED),
        (CustomNoun::DiceCount.n(), TURN_STARTS, NOT_ROLLED),
        (CustomNoun::DiceSum.n(), TURN_STARTS, NOT_ROLLED),
        (CustomNoun::Showing.n(), TURN_STARTS, NOT_ROLLED),
    ],
    of_copies: &[MARKED.name],
    reads: &[
        ("counters", NounId::CountersOn.n()),
        ("a number", NounId::Remembers.n()),
        ("a robot", NounId::Remembers.n()),
        ("a slot", NounId::Remembers.n()),
    ],
};
