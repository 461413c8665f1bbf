//! Verbs that official cards use.

use super::facts::{CAP_FACT, LIMIT_FACT};
use super::functions::{self, ATTACKING, DAMAGE_WINDOW, HookId, NO_ATTACK_YET};
use super::things::*;
use crate::rules::*;
use cardwright_effects::{Param, Verb};
use cardwright_runtime::numbered;

/// The noun that lists which damage `deflect` can move, as numbers of [`crate::play::ways`]. Scripts cannot use it.
pub(crate) const WAYS: u8 = u8::MAX;

numbered! {
    /// Verbs, numbered as in the lexicon.
    VerbId, VERBS: Verb;
    Aim = Verb::new("aim", &[Param::new("damage", DAMAGE_TYPE), Param::new("points", NUMBER)], "{1} {0} damage",
        "Puts points of a type into the attack that `strike` makes; it shows at most 60 in all.", "aim(fist, 2); strike();", ATTACK)
        .in_hooks(ATTACKING)
        .in_windows(NO_ATTACK_YET);
    Strike = Verb::new("strike", &[], "attack with that damage",
        "Makes the attack that was aimed: the owner shares its points among the robots it may hit.",
        "aim(missile, 1); strike();", ATTACK)
        .in_hooks(ATTACKING)
        .in_windows(NO_ATTACK_YET);
    Gain = Verb::new("gain", &[Param::new("robot", ROBOT), Param::new("points", NUMBER)], "{0} [gains|gain] {1} energy",
        "The robot gains energy, within 2 a turn of its own and 18 in all.", "gain(me, 2)", LIMIT)
        .counting(1, FULL, HOLDS).raised_by(CAP_FACT.name)
        .counting_in(&[HookId::OnAttack.n()], 2, "a robot gains at most 2 energy in a turn of its own")
        .raised_by(LIMIT_FACT.name);
    GainBeyond = Verb::new("gain_beyond_limit", &[Param::new("robot", ROBOT), Param::new("points", NUMBER)],
        "{0} [gains|gain] {1} energy beyond the limit of [0:its|your] turn",
        "The robot gains energy that the limit of 2 a turn does not count; 18 still binds.",
        "gain_beyond_limit(me, 4)", ENERGY_STOCK)
        .counting(1, FULL, HOLDS).raised_by(CAP_FACT.name);
    Lose = Verb::new("lose", &[Param::new("robot", ROBOT), Param::new("points", NUMBER)], "{0} [loses|lose] {1} energy",
        "The robot loses energy; this is no attack. At 0 it is out when the effect has ended.",
        "lose(foe, 2)", OUT)
        .counting(1, FULL, HOLDS).raised_by(CAP_FACT.name);
    Add = Verb::new("add", &[Param::new("robot", ROBOT), Param::new("damage", DAMAGE_TYPE), Param::new("points", NUMBER)], "{2} more {1} [2:point hits|points hit] {0}",
        "Adds points to the attack that is being declared.", "add(foe, fist, 1)", BOOST)
        .in_hooks(&[HookId::OnAttack.n()])
        .counting(2, i16::MAX, "");
    Reduce = Verb::new("reduce", &[Param::new("robot", ROBOT), Param::new("damage", DAMAGE_TYPE), Param::new("points", NUMBER)],
        "{2} {1} [2:point|points] less [2:hits|hit] {0}",
        "Takes points of a type off what is about to hit the robot; this card does so once an attack.",
        "reduce(me, fist, 1)", PROTECTION)
        .in_hooks(&[HookId::OnAttack.n(), HookId::OnStruck.n()])
        .counting(2, i16::MAX, "");
    Prevent = Verb::new("prevent", &[Param::new("robot", ROBOT), Param::new("points", NUMBER)], "{1} [point|points] of the damage about to hit {0} [1:is|are] prevented",
        "Takes points of any type off what is about to hit the robot.", "prevent(me, 2)", SHOCK_ABSORBER)
        .in_windows(DAMAGE_WINDOW)
        .counting(1, i16::MAX, "");
    Deflect = Verb::new("deflect", &[Param::new("from", ROBOT), Param::new("to", ROBOT), Param::new("points", NUMBER)],
        "{2} [point|points] of the damage about to hit {0} [2:hits|hit] {1} instead",
        "Moves points that are about to hit one robot to another; they keep their type. If they can be of several types, the card's owner chooses.",
        "deflect(me, other, n)", DEFLECTION)
        .in_windows(DAMAGE_WINDOW)
        .counting(2, i16::MAX, "")
        .asking(WAYS, [0, 2]);
    AddUnstoppable = Verb::new("add_unstoppable", &[Param::new("robot", ROBOT), Param::new("points", NUMBER)],
        "{1} more [point hits|points hit] {0}, and no protection stops [1:it|them]",
        "Adds points to the present attack that nothing stops.", "add_unstoppable(foe, 2)", STRONGER)
        .in_windows(DAMAGE_WINDOW)
        .counting(1, i16::MAX, "");
    TurnDie = Verb::new("turn_die", &[Param::new("from", FACE), Param::new("to", FACE)], "a die that shows {0} now shows {1}",
        "Turns one unplaced die of the active robot to another face.", "turn_die(die, face)", ADJUSTMENT)
        .in_windows(&["rolled", "re-rolled", "damage", "energy"]);
    SkipTurn = Verb::new("skip_turn", &[], "the active player's turn is skipped",
        "Ends the present turn before it began.", "skip_turn()", REST)
        .in_hooks(&[HookId::Play.n(), HookId::OnTurnStart.n(), HookId::OnAnyTurnStart.n()])
        .in_windows(&["turn-start"]);
    Take = Verb::new("take", &[Param::new("robot", ROBOT), Param::new("card", PLACE)], "{0} [takes|take] {1} without paying",
        "The robot takes a card of the market without paying; it counts as bought.", "take(me, card)", BLACK_MARKET);
    Buy = Verb::new("buy", &[Param::new("robot", ROBOT), Param::new("card", PLACE)], "{0} [buys|buy] {1}",
        "The robot buys a card of the market at its price.", "buy(me, card)", SUPERMARKET);
    Build = Verb::new("build", &[Param::new("robot", ROBOT), Param::new("card", CARD)], "{0} [builds|build] {1}",
        "The robot takes a card out of the draw pile and builds it; the pile is shuffled.",
        "build(me, card)", LOOK_CLOSER);
    Look = Verb::new("look", &[Param::new("robot", ROBOT), Param::new("at", ROBOT)], "{0} [looks|look] at {1}'s secret weapons",
        "The player of the first robot sees the secret weapons of the second.", "look(me, foe)", SPY);
    ForbidReroll = Verb::new("forbid_reroll", &[Param::new("player", PLAYER)], "{0} may not reroll dice this turn",
        "The player may not roll dice again in this turn.", "forbid_reroll(who)", TRICK)
        .in_windows(&["turn-start", "bought", "rolled"]);
    StayOn = Verb::new("stay", &[], "this card stays on the table",
        "The secret weapon stays face up in front of its owner, and its other functions work, until it leaves.",
        "fn play(me) { stay(); }", STAY)
        .in_hooks(functions::PLAYED);
    StayUntilTurn = Verb::new("stay_until_turn", &[], "this card stays on the table until your next turn begins",
        "As `stay`; it leaves when the owner's next turn begins.", "fn play(me) { stay_until_turn(); }", STAY)
        .in_hooks(functions::PLAYED);
    StayUntilTurnEnd = Verb::new("stay_until_turn_end", &[], "this card stays on the table until this turn ends",
        "As `stay`; it leaves when the present turn ends.", "fn play(me) { stay_until_turn_end(); }", STAY)
        .in_hooks(functions::PLAYED);
    Leave = Verb::new("leave", &[], "this card goes to the box",
        "This part, upgrade or staying weapon goes to the box.", "leave()", LEAVING);
    PutCounters = Verb::new("put_counters", &[Param::new("number", NUMBER)], "put {0} [counter|counters] on this card",
        "Puts counters on this part, upgrade or staying weapon; a card holds at most 15.", "put_counters(1)", COUNTER)
        .counting(0, crate::state::sizes::COUNTERS as i16, "a card holds at most 15 counters");
    TakeCounters = Verb::new("take_counters", &[Param::new("number", NUMBER)], "take {0} [counter|counters] off this card",
        "Takes counters off this card, as many as there are.", "take_counters(3)", COUNTER)
        .counting(0, crate::state::sizes::COUNTERS as i16, "a card holds at most 15 counters");
    Remember = Verb::new("remember", &[Param::new("number", NUMBER)], "this card remembers the number {0}",
        "This part, upgrade or staying weapon remembers a number from 0 to 14, instead of what it remembered before; it is then no card for counters.",
        "remember(dice_sum())", MEMORY_OF_CARD);
    RememberRobot = Verb::new("remember_robot", OF_ROBOT, "this card remembers {0}",
        "This part, upgrade or staying weapon remembers a robot, instead of the one it remembered before; it is then no card for counters or numbers.",
        "choose foe in opponents(me) { remember_robot(foe) }", MEMORY_OF_CARD);
    RememberSlot = Verb::new("remember_slot", &[Param::new("slot", SLOT_TY)], "this card remembers the slot {0}",
        "This part, upgrade or staying weapon remembers a slot, instead of the one it remembered before; it is then no card for counters, numbers or robots.",
        "choose slot in parts(foe) { remember_slot(slot) }", MEMORY_OF_CARD);
    Forget = Verb::new("forget", &[], "this card remembers nothing any more",
        "This card remembers nothing any more.", "forget()", MEMORY_OF_CARD);
}
