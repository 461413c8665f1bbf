//! The functions of scripts that the game calls, and which kinds of cards may define them.

use super::things::{NUMBER, ROBOT};
use crate::rules::*;
use cardwright_effects::{Hook, Param};
use cardwright_kernel::RuleId;
use cardwright_runtime::numbered;

const ME: &[Param] = &[Param::new("me", ROBOT)];
const ME_POINTS: &[Param] = &[Param::new("me", ROBOT), Param::new("points", NUMBER)];
const ME_ROBOT: &[Param] = &[Param::new("me", ROBOT), Param::new("robot", ROBOT)];
const ME_FOE_POINTS: &[Param] = &[
    Param::new("me", ROBOT),
    Param::new("foe", ROBOT),
    Param::new("points", NUMBER),
];

const fn hook(
    name: &'static str,
    params: &'static [Param],
    say: &'static str,
    doc: &'static str,
    rule: RuleId,
) -> Hook {
    Hook {
        name,
        params,
        answers: false,
        number: false,
        doc,
        say,
        rule,
    }
}

const fn question(name: &'static str, say: &'static str, doc: &'static str, rule: RuleId) -> Hook {
    Hook {
        name,
        params: ME,
        answers: true,
        number: false,
        doc,
        say,
        rule,
    }
}

numbered! {
    /// Hooks, by place in the lexicon.
    HookId, HOOKS: Hook;
    Can = question("can", "Only if",
        "Whether the weapon may be played now, in a window that its `play` names. Without it: always.", FITS);
    Play = hook("play", ME, "", "What the weapon does when it is played.", ONCE);
    OnBought = hook("on_bought", ME, "As soon as it is bought:",
        "The weapon is shown at once when it is bought, and this happens.", BAD_LUCK);
    OnAttack = hook("on_attack", ME, "When you attack:",
        "The owner has declared an attack and shared out its points.", BOOST);
    OnStruck = hook("on_struck", ME, "When you are hit:",
        "Points of damage are about to hit the owner.", PROTECTION);
    OnUse = hook("on_use", ME, "When you use it:",
        "What the part does beside its effect symbols, or instead of them; the symbols come first.", PART_SCRIPTS);
    OnTurnStart = hook("on_turn_start", ME, "When your turn begins:",
        "The owner's turn has begun; this comes before the window.", REACTIONS);
    OnTurnEnd = hook("on_turn_end", ME, "When your turn ends:",
        "The owner's turn ends and the market is full; this comes before the window.", REACTIONS);
    OnAnyTurnStart = hook("on_any_turn_start", ME_ROBOT, "When a turn begins:",
        "A robot's turn has begun, the owner's too.", REACTIONS);
    OnRolled = hook("on_rolled", ME, "When you have rolled:",
        "The owner's dice have been rolled, or rolled again; this comes before the window.", REACTIONS);
    OnPartUsed = hook("on_part_used", ME, "When you have used a part:",
        "The owner has used a part or built-in ability, and its effect has ended.", REACTIONS);
    OnHit = hook("on_hit", ME_FOE_POINTS, "When your attack has done damage:",
        "The owner's attack has done damage to the robot `foe`; once for each robot.", REACTIONS);
    OnDamaged = hook("on_damaged", ME_FOE_POINTS, "When an attack has damaged you:",
        "The owner has lost energy to the attack of the robot `foe`.", REACTIONS);
    OnLost = hook("on_lost", ME_POINTS, "When you have lost energy:",
        "The owner has lost energy to anything; a price is no loss.", REACTIONS);
    OnGained = hook("on_gained", ME_POINTS, "When you have gained energy:",
        "The owner has gained energy; what was cut off does not count.", REACTIONS);
    OnFoeLost = hook("on_foe_lost", ME_FOE_POINTS, "When an opponent has lost energy:",
        "The opponent `foe` has lost energy to anything.", REACTIONS);
    OnFoeGained = hook("on_foe_gained", ME_FOE_POINTS, "When an opponent has gained energy:",
        "The opponent `foe` has gained energy.", REACTIONS);
    OnBuilt = hook("on_built", ME, "When you get it:",
        "This part or upgrade has just been bought, taken or built.", REACTIONS);
    OnPurchase = hook("on_purchase", ME_ROBOT, "When a robot has got a card of the market:",
        "A robot has bought or taken a card of the market and kept it, the owner too.", REACTIONS);
    OnWeaponPlayed = hook("on_weapon_played", ME_ROBOT, "When a secret weapon has been played:",
        "A robot has played a secret weapon, the owner too, and its effect has ended.", REACTIONS);
    OnFallen = hook("on_fallen", ME_ROBOT, "When another robot falls:",
        "Another robot is out.", REACTIONS);
    OnAnyRolled = hook("on_any_rolled", ME_ROBOT, "When a robot has rolled:",
        "A robot's dice have been rolled, or rolled again, the owner's too; this comes before the window.", REACTIONS);
    OnFall = hook("on_fall", ME, "When you are about to fall:",
        "The owner has lost its last energy; this happens before it is out and its cards go to the box. It cannot gain energy any more, and not attack.",
        LAST_WORDS);
    OnPlay = hook("on_play", ME_ROBOT, "When a secret weapon is played, before it does anything:",
        "A robot plays a secret weapon, the owner too; this happens before the weapon does anything, and cannot attack.", ANSWERED);
    Discount = Hook {
        number: true,
        ..question("discount", "The cards you buy cost less energy by",
            "What cards of the market cost the owner less, worked out whenever a price is asked; below 0 counts as 0. The fact `discount_on` says which sorts of cards it is for.",
            COMPUTED_PRICE)
    };
}

macro_rules! and_reactions {
    ($($own:ident)*) => {
        &[
            $(HookId::$own.n(),)*
            HookId::OnTurnStart.n(),
            HookId::OnTurnEnd.n(),
            HookId::OnAnyTurnStart.n(),
            HookId::OnRolled.n(),
            HookId::OnPartUsed.n(),
            HookId::OnHit.n(),
            HookId::OnDamaged.n(),
            HookId::OnLost.n(),
            HookId::OnGained.n(),
            HookId::OnFoeLost.n(),
            HookId::OnFoeGained.n(),
            HookId::OnPurchase.n(),
            HookId::OnWeaponPlayed.n(),
            HookId::OnFallen.n(),
            HookId::OnAnyRolled.n(),
        ]
    };
}

/// What parts may define.
pub(super) const OF_PARTS: &[u8] =
    and_reactions!(OnAttack OnStruck OnUse OnBuilt OnFall OnPlay Discount);
/// What upgrades may define.
pub(super) const OF_UPGRADES: &[u8] =
    and_reactions!(OnAttack OnStruck OnBuilt OnFall OnPlay Discount);
/// What weapons may define: from `on_attack` on while they stay.
pub(super) const OF_WEAPONS: &[u8] =
    and_reactions!(Can Play OnBought OnAttack OnStruck OnFall OnPlay);
/// The hooks in which a weapon may begin to stay.
pub(super) const PLAYED: &[u8] = &[HookId::Play.n(), HookId::OnBought.n()];
/// The hooks of a weapon that run whether it stays or not.
pub(super) const UNSTAYING: &[u8] = &[HookId::Can.n(), HookId::Play.n(), HookId::OnBought.n()];
/// The hooks that run only while their owner is in play.
pub(super) const OF_THE_LIVING: &[u8] = &[
    HookId::OnTurnStart.n(),
    HookId::OnTurnEnd.n(),
    HookId::OnRolled.n(),
    HookId::OnDamaged.n(),
    HookId::OnLost.n(),
    HookId::OnGained.n(),
];
/// The hooks in which an attack may be made (MB-13.12): all but those of an attack, of a fall, and of a weapon being played.
pub(super) const OUTSIDE_ATTACKS: &[u8] = and_reactions!(Play OnBought OnUse OnBuilt);
/// What built-in abilities may define.
pub(super) const OF_BASE: &[u8] = &[HookId::OnUse.n()];

const _: () = assert!(
    HOOKS.len() <= 32,
    "hooks are bits of a mask, and five bits of a trigger"
);

/// Damage is about to hit somebody in this window alone.
pub(super) const DAMAGE_WINDOW: &[&str] = &["damage"];
/// No attack is under way in these windows, so that a card may make one.
pub(super) const NO_ATTACK_YET: &[&str] = &[
    "turn-start",
    "bought",
    "rolled",
    "re-rolled",
    "energy",
    "before-refill",
    "turn-end",
];
/// The hooks in which an attack may begin.
pub(super) const ATTACKING: &[u8] = OUTSIDE_ATTACKS;
