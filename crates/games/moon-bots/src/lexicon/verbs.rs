//! Verbs that official cards use.

use super::facts::{CAP_FACT, LIMIT_FACT};
use super::functions::{self, ATTACKING, DAMAGE_WINDOW, DAMAGING, HookId, NO_ATTACK_YET, STOPPING};
use super::things::*;
use crate::rules::{
    ADJUSTMENT, ATTACK, BLACK_MARKET, BOOST, COUNTER, DEFLECTION, ENERGY_STOCK, LEAVING, LIMIT,
    LOOK_CLOSER, MEMORY_OF_CARD, OUT, PROTECTION, REST, SHOCK_ABSORBER, SPY, STAY, STRONGER,
    SUPERMARKET, TRICK,
};
use cardwright_effects::{Param, Verb};
use cardwright_runtime::numbered;

/// The noun that lists which damage `deflect` can move, as numbers of [`crate::facts::ways`]. Scripts cannot use it.
pub(crate) const WAYS: u8 = u8::MAX;

numbered! {
    /// Verbs, numbered as in the lexicon.
    VerbId, VERBS: Verb;
    Aim = Verb::new("aim", &[Param::new("damage", DAMAGE_TYPE), Param::new("points", NUMBER)], "{1} {0} damage",
        "Adds points of a type to the attack that `strike` makes, up to 60 in all.", "aim(fist, 2); strike();", ATTACK)
        .in_hooks(ATTACKING)
        .in_windows(NO_ATTACK_YET);
    Strike = Verb::new("strike", &[], "attack with that damage",
        "Makes the attack built with `aim`. The owner assigns its points to the robots it may hit.",
        "aim(missile, 1); strike();", ATTACK)
        .in_hooks(ATTACKING)
        .in_windows(NO_ATTACK_YET);
    Gain = Verb::new("gain", &[Param::new("robot", ROBOT), Param::new("points", NUMBER)], "{0} [gains|gain] {1} energy",
        "The robot gains energy, up to 2 on its own turn and 18 in all.", "gain(me, 2)", LIMIT)
        .counting(1, FULL, HOLDS).raised_by(CAP_FACT.name)
        .counting_in(&[HookId::OnAttack.n()], 2, "a robot gains at most 2 energy in a turn of its own")
        .raised_by(LIMIT_FACT.name);
    GainBeyond = Verb::new("gain_beyond_limit", &[Param::new("robot", ROBOT), Param::new("points", NUMBER)],
        "{0} [gains|gain] {1} energy beyond the limit of [0:its|your] turn",
        "The robot gains energy that does not count towards the limit of 2 a turn. The limit of 18 still applies.",
        "gain_beyond_limit(me, 4)", ENERGY_STOCK)
        .counting(1, FULL, HOLDS).raised_by(CAP_FACT.name);
    Lose = Verb::new("lose", &[Param::new("robot", ROBOT), Param::new("points", NUMBER)], "{0} [loses|lose] {1} energy",
        "The robot loses energy. This is not an attack. At 0, the robot is eliminated when the effect has ended.",
        "lose(foe, 2)", OUT)
        .counting(1, FULL, HOLDS).raised_by(CAP_FACT.name);
    Add = Verb::new("add", &[Param::new("robot", ROBOT), Param::new("damage", DAMAGE_TYPE), Param::new("points", NUMBER)], "{2} more {1} [2:point hits|points hit] {0}",
        "Adds points to the attack that is being declared.", "add(foe, fist, 1)", BOOST)
        .in_hooks(&[HookId::OnAttack.n(), HookId::OnFoeAttack.n()])
        .counting(2, i16::MAX, "");
    Reduce = Verb::new("reduce", &[Param::new("robot", ROBOT), Param::new("damage", DAMAGE_TYPE), Param::new("points", NUMBER)],
        "{2} {1} [2:point|points] less [2:hits|hit] {0}",
        "Reduces the damage of this type that is about to hit the robot. After that, `before_damage` of this card does not run again in this attack.",
        "reduce(me, fist, 1)", PROTECTION)
        .in_hooks(&[
            HookId::OnAttack.n(),
            HookId::OnFoeAttack.n(),
            HookId::OnStruck.n(),
        ])
        .counting(2, i16::MAX, "");
    Prevent = Verb::new("prevent", &[Param::new("robot", ROBOT), Param::new("points", NUMBER)], "{1} [point|points] of the damage about to hit {0} [1:is|are] prevented",
        "Reduces the damage of any type that is about to hit the robot.", "prevent(me, 2)", SHOCK_ABSORBER)
        .in_hooks(STOPPING)
        .in_windows(DAMAGE_WINDOW)
        .counting(1, i16::MAX, "");
    Deflect = Verb::new("deflect", &[Param::new("from", ROBOT), Param::new("to", ROBOT), Param::new("points", NUMBER)],
        "{2} [point|points] of the damage about to hit {0} [2:hits|hit] {1} instead",
        "Moves damage that is about to hit one robot to another robot. It keeps its type. If several types are possible, the card's owner chooses.",
        "deflect(me, other, n)", DEFLECTION)
        .in_hooks(DAMAGING)
        .in_windows(DAMAGE_WINDOW)
        .counting(2, i16::MAX, "")
        .asking(WAYS, [0, 2]);
    AddUnstoppable = Verb::new("add_unstoppable", &[Param::new("robot", ROBOT), Param::new("points", NUMBER)],
        "{1} more [point hits|points hit] {0}, and no protection stops [1:it|them]",
        "Adds points to the current attack that nothing can stop.", "add_unstoppable(foe, 2)", STRONGER)
        .in_hooks(DAMAGING)
        .in_windows(DAMAGE_WINDOW)
        .counting(1, i16::MAX, "");
    TurnDie = Verb::new("turn_die", &[Param::new("from", FACE), Param::new("to", FACE)], "a die that shows {0} now shows {1}",
        "Turns one unplaced die of the active robot to another face.", "turn_die(die, face)", ADJUSTMENT)
        .in_windows(&["rolled", "re-rolled", "damage", "energy"]);
    SkipTurn = Verb::new("skip_turn", &[], "the active player's turn is skipped",
        "Skips the current turn before it begins.", "skip_turn()", REST)
        .in_hooks(&[HookId::Play.n(), HookId::OnTurnStart.n(), HookId::OnAnyTurnStart.n()])
        .in_windows(&["turn-start"]);
    Take = Verb::new("take", &[Param::new("robot", ROBOT), Param::new("card", PLACE)], "{0} [takes|take] {1} without paying",
        "The robot takes a market card without paying. It counts as bought.", "take(me, card)", BLACK_MARKET);
    Buy = Verb::new("buy", &[Param::new("robot", ROBOT), Param::new("card", PLACE)], "{0} [buys|buy] {1}",
        "The robot buys a market card at its price.", "buy(me, card)", SUPERMARKET);
    Build = Verb::new("build", &[Param::new("robot", ROBOT), Param::new("card", CARD)], "{0} [builds|build] {1}",
        "The robot takes a card from the draw pile and builds it. The pile is shuffled.",
        "build(me, card)", LOOK_CLOSER);
    Look = Verb::new("look", &[Param::new("robot", ROBOT), Param::new("at", ROBOT)], "{0} [looks|look] at {1}'s secret weapons",
        "The first robot's player sees the second robot's secret weapons.", "look(me, foe)", SPY);
    ForbidReroll = Verb::new("forbid_reroll", &[Param::new("player", PLAYER)], "{0} may not reroll dice this turn",
        "The player may not reroll dice this turn.", "forbid_reroll(who)", TRICK)
        .in_windows(&["turn-start", "bought", "rolled"]);
    StayOn = Verb::new("stay", &[], "this card stays on the table",
        "The secret weapon stays face up in front of its owner until it leaves. Until then, its other functions work.",
        "fn play(me) { stay(); }", STAY)
        .in_hooks(functions::PLAYED);
    StayUntilTurn = Verb::new("stay_until_turn", &[], "this card stays on the table until your next turn begins",
        "Like `stay`, but the weapon leaves when the owner's next turn begins.", "fn play(me) { stay_until_turn(); }", STAY)
        .in_hooks(functions::PLAYED);
    StayUntilTurnEnd = Verb::new("stay_until_turn_end", &[], "this card stays on the table until this turn ends",
        "Like `stay`, but the weapon leaves at the end of the current turn.", "fn play(me) { stay_until_turn_end(); }", STAY)
        .in_hooks(functions::PLAYED);
    Leave = Verb::new("leave", &[], "this card goes to the box",
        "This part, upgrade or staying weapon goes to the box.", "leave()", LEAVING);
    PutCounters = Verb::new("put_counters", &[Param::new("number", NUMBER)], "put {0} [counter|counters] on this card",
        "Puts counters on this part, upgrade or staying weapon, up to 15.", "put_counters(1)", COUNTER)
        .counting(0, crate::sizes::COUNTERS as i16, "a card holds at most 15 counters");
    TakeCounters = Verb::new("take_counters", &[Param::new("number", NUMBER)], "take {0} [counter|counters] off this card",
        "Removes counters from this card. If there are fewer, removes all of them.", "take_counters(3)", COUNTER)
        .counting(0, crate::sizes::COUNTERS as i16, "a card holds at most 15 counters");
    Remember = Verb::new("remember", &[Param::new("number", NUMBER)], "this card remembers the number {0}",
        "This part, upgrade or staying weapon remembers a number from 0 to 14, instead of what it remembered before. It cannot have counters as well.",
        "remember(dice_sum())", MEMORY_OF_CARD);
    RememberRobot = Verb::new("remember_robot", OF_ROBOT, "this card remembers {0}",
        "This part, upgrade or staying weapon remembers a robot, instead of the one it remembered before. It cannot have counters or remember a number as well.",
        "choose foe in opponents(me) { remember_robot(foe) }", MEMORY_OF_CARD);
    RememberSlot = Verb::new("remember_slot", &[Param::new("slot", SLOT_TY)], "this card remembers {0}",
        "This part, upgrade or staying weapon remembers a slot, instead of the one it remembered before. It cannot have counters or remember a number or a robot as well.",
        "choose slot in parts(foe) { remember_slot(slot) }", MEMORY_OF_CARD);
    Forget = Verb::new("forget", &[], "this card remembers nothing any more",
        "This card forgets what it remembers.", "forget()", MEMORY_OF_CARD);
}
