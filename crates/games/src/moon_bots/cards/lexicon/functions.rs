//! The functions of scripts that the game calls, and which kinds of cards may define them.

use super::{NUMBER, ROBOT, p};
use crate::moon_bots::rules::*;
use cardwright_effects::{Hook, Param};
use cardwright_kernel::RuleId;

const ME: &[Param] = &[p("me", ROBOT)];
const ME_POINTS: &[Param] = &[p("me", ROBOT), p("points", NUMBER)];
const ME_ROBOT: &[Param] = &[p("me", ROBOT), p("robot", ROBOT)];
const ME_FOE_POINTS: &[Param] = &[p("me", ROBOT), p("foe", ROBOT), p("points", NUMBER)];

const fn hook(
    name: &'static str,
    params: &'static [Param],
    say: &'static str,
    doc: &'static str,
    rule: RuleId,
) -> Hook {
    Hook { name, params, answers: false, number: false, doc, say, rule }
}

const fn question(name: &'static str, say: &'static str, doc: &'static str, rule: RuleId) -> Hook {
    Hook { name, params: ME, answers: true, number: false, doc, say, rule }
}

numbered! {
    /// Hooks, by place in the lexicon.
    hooks, HOOKS: Hook;
    CAN = question("can", "Only if",
        "Whether the weapon may be played now, in a window that its `play` names. Without it: always.", FITS);
    PLAY = hook("play", ME, "", "What the weapon does when it is played.", ONCE);
    ON_BOUGHT = hook("on_bought", ME, "As soon as it is bought:",
        "The weapon is shown at once when it is bought, and this happens.", BAD_LUCK);
    ON_ATTACK = hook("on_attack", ME, "When you attack:",
        "The owner has declared an attack and shared out its points.", BOOST);
    ON_STRUCK = hook("on_struck", ME, "When you are hit:",
        "Points of damage are about to hit the owner.", PROTECTION);
    ON_USE = hook("on_use", ME, "When you use it:",
        "What the part does beside its effect symbols, or instead of them; the symbols come first.", PART_SCRIPTS);
    ON_TURN_START = hook("on_turn_start", ME, "When your turn begins:",
        "The owner's turn has begun; this comes before the window.", REACTIONS);
    ON_TURN_END = hook("on_turn_end", ME, "When your turn ends:",
        "The owner's turn ends and the market is full; this comes before the window.", REACTIONS);
    ON_ANY_TURN_START = hook("on_any_turn_start", ME_ROBOT, "When a turn begins:",
        "A robot's turn has begun, the owner's too.", REACTIONS);
    ON_ROLLED = hook("on_rolled", ME, "When you have rolled:",
        "The owner's dice have been rolled, or rolled again; this comes before the window.", REACTIONS);
    ON_PART_USED = hook("on_part_used", ME, "When you have used a part:",
        "The owner has used a part or built-in ability, and its effect has ended.", REACTIONS);
    ON_HIT = hook("on_hit", ME_FOE_POINTS, "When your attack has done damage:",
        "The owner's attack has done damage to the robot `foe`; once for each robot.", REACTIONS);
    ON_DAMAGED = hook("on_damaged", ME_FOE_POINTS, "When an attack has damaged you:",
        "The owner has lost energy to the attack of the robot `foe`.", REACTIONS);
    ON_LOST = hook("on_lost", ME_POINTS, "When you have lost energy:",
        "The owner has lost energy to anything; a price is no loss.", REACTIONS);
    ON_GAINED = hook("on_gained", ME_POINTS, "When you have gained energy:",
        "The owner has gained energy; what was cut off does not count.", REACTIONS);
    ON_FOE_LOST = hook("on_foe_lost", ME_FOE_POINTS, "When an opponent has lost energy:",
        "The opponent `foe` has lost energy to anything.", REACTIONS);
    ON_FOE_GAINED = hook("on_foe_gained", ME_FOE_POINTS, "When an opponent has gained energy:",
        "The opponent `foe` has gained energy.", REACTIONS);
    ON_BUILT = hook("on_built", ME, "When you get it:",
        "This part or upgrade has just been bought, taken or built.", REACTIONS);
    ON_PURCHASE = hook("on_purchase", ME_ROBOT, "When a robot has got a card of the market:",
        "A robot has bought or taken a card of the market and kept it, the owner too.", REACTIONS);
    ON_WEAPON_PLAYED = hook("on_weapon_played", ME_ROBOT, "When a secret weapon has been played:",
        "A robot has played a secret weapon, the owner too, and its effect has ended.", REACTIONS);
    ON_FALLEN = hook("on_fallen", ME_ROBOT, "When another robot falls:",
        "Another robot is out.", REACTIONS);
    ON_ANY_ROLLED = hook("on_any_rolled", ME_ROBOT, "When a robot has rolled:",
        "A robot's dice have been rolled, or rolled again, the owner's too; this comes before the window.", REACTIONS);
    ON_FALL = hook("on_fall", ME, "When you are about to fall:",
        "The owner has lost its last energy; this happens before it is out and its cards go to the box. It cannot gain energy any more, and not attack.",
        LAST_WORDS);
    ON_PLAY = hook("on_play", ME_ROBOT, "When a secret weapon is played, before it does anything:",
        "A robot plays a secret weapon, the owner too; this happens before the weapon does anything, and cannot attack.", ANSWERED);
    DISCOUNT = Hook {
        number: true,
        ..question("discount", "The cards you buy cost less energy by",
            "What cards of the market cost the owner less, worked out whenever a price is asked; below 0 counts as 0. The fact `discount_on` says which sorts of cards it is for.",
            COMPUTED_PRICE)
    };
}

macro_rules! and_reactions {
    ($($own:ident)*) => {
        &[
            $(hooks::$own,)*
            hooks::ON_TURN_START,
            hooks::ON_TURN_END,
            hooks::ON_ANY_TURN_START,
            hooks::ON_ROLLED,
            hooks::ON_PART_USED,
            hooks::ON_HIT,
            hooks::ON_DAMAGED,
            hooks::ON_LOST,
            hooks::ON_GAINED,
            hooks::ON_FOE_LOST,
            hooks::ON_FOE_GAINED,
            hooks::ON_PURCHASE,
            hooks::ON_WEAPON_PLAYED,
            hooks::ON_FALLEN,
            hooks::ON_ANY_ROLLED,
        ]
    };
}

/// What parts may define.
pub(super) const OF_PARTS: &[u8] =
    and_reactions!(ON_ATTACK ON_STRUCK ON_USE ON_BUILT ON_FALL ON_PLAY DISCOUNT);
/// What upgrades may define.
pub(super) const OF_UPGRADES: &[u8] = and_reactions!(ON_ATTACK ON_STRUCK ON_BUILT ON_FALL ON_PLAY DISCOUNT);
/// What weapons may define: from `on_attack` on while they stay.
pub(super) const OF_WEAPONS: &[u8] = and_reactions!(CAN PLAY ON_BOUGHT ON_ATTACK ON_STRUCK ON_FALL ON_PLAY);
/// The hooks in which a weapon may begin to stay.
pub(super) const PLAYED: &[u8] = &[hooks::PLAY, hooks::ON_BOUGHT];
/// The hooks of a weapon that run whether it stays or not.
pub(super) const UNSTAYING: &[u8] = &[hooks::CAN, hooks::PLAY, hooks::ON_BOUGHT];
/// The hooks that run only while their owner is in play.
pub(super) const OF_THE_LIVING: &[u8] = &[
    hooks::ON_TURN_START,
    hooks::ON_TURN_END,
    hooks::ON_ROLLED,
    hooks::ON_DAMAGED,
    hooks::ON_LOST,
    hooks::ON_GAINED,
];
/// The hooks in which an attack may be made (MB-13.12): all but those of an attack, of a fall, and of a weapon being played.
pub(super) const OUTSIDE_ATTACKS: &[u8] = and_reactions!(PLAY ON_BOUGHT ON_USE ON_BUILT);
/// What built-in abilities may define.
pub(super) const OF_BASE: &[u8] = &[hooks::ON_USE];

const _: () = assert!(HOOKS.len() <= 32, "hooks are bits of a mask, and five bits of a trigger");
