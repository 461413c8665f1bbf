//! Verbs of Robot Empire cards.

use crate::lexicon::hooks::{HookId, REACTING};
use crate::lexicon::nouns::NounId;
use crate::lexicon::things::{
    COMPONENT, DISCARDED, HELD, MOON, NUMBER, OF_PLAYER, OF_UNIT, PLAYER, UNIT,
};
use crate::rules::{
    BACK, BATTERIES, BATTERY_CHOICE, BLOCK, CAPTURE, CARD_TEXT, CHANGED, CHEST, CLEAR, COUNTERS,
    DESTROYED, DRAW, IN_WRITING, LAST_FIRST, LASTS, LEAVES, LENT, LOOKED_AT, LOST_BY_CHANCE,
    MILLED, MOON_LOST, MORE_TURNS, NEW, NO_COLLECT, PARTS_MOVED, PILE, PREVENTION, REACTIVATE,
    RECHARGING, REVIVED, TALLY, TURN_END,
};
use cardwright_effects::{BinOp, Note, Param, Verb};
use cardwright_runtime::numbered;

const UNIT_NUMBER: &[Param] = &[Param::new("unit", UNIT), Param::new("points", NUMBER)];

const UNIT_COUNTERS: &[Param] = &[Param::new("unit", UNIT), Param::new("counters", NUMBER)];

const PLAYER_NUMBER: &[Param] = &[Param::new("player", PLAYER), Param::new("coins", NUMBER)];

const PLAYER_POINTS: &[Param] = &[Param::new("player", PLAYER), Param::new("points", NUMBER)];

const MOON_NUMBER: &[Param] = &[Param::new("moon", MOON), Param::new("coins", NUMBER)];

numbered! {
    /// Verbs, numbered as in the lexicon.
    VerbId, VERBS: Verb;
    Damage = Verb::new("damage", UNIT_NUMBER, "{1} damage to {0}",
        "Deals damage to a card on the table.", "damage(named, 2)", DESTROYED);
    Destroy = Verb::new("destroy", OF_UNIT, "{0} [is|are] destroyed",
        "Destroys a card on the table.", "destroy(named)", DESTROYED);
    Repair = Verb::new("repair", UNIT_NUMBER, "up to {1} damage of {0} is taken off",
        "Removes damage from a card on the table.", "repair(this, 1)", TURN_END);
    Recharge = Verb::new("recharge", OF_UNIT, "{0} [recharges|recharge]",
        "The card recharges.", "recharge(named)", RECHARGING);
    ReactivateCard = Verb::new("reactivate", OF_UNIT, "{0} [is|are] reactivated",
        "The card is ready again.", "reactivate(named)", REACTIVATE);
    Rush = Verb::new("rush", OF_UNIT, "{0} [is|are] no longer new",
        "The card is no longer new, so a fighter may attack in this turn.", "rush(named)", NEW);
    SwapBlockers = Verb::new("swap_blockers", &[Param::new("one", UNIT), Param::new("other", UNIT)],
        "{0} and {1} change places as blockers",
        "Two blockers that block different attackers change places. The rules for declaring blocks do not apply. Nothing happens if one of them is in a chain.",
        "swap_blockers(named, unit)", BLOCK);
    Withdraw = Verb::new("withdraw", OF_UNIT, "{0} [leaves|leave] the combat",
        "The card leaves the combat and deals and takes no damage in it.", "withdraw(named)", LEAVES);
    Prevent = Verb::new("prevent", UNIT_NUMBER, "the next {1} damage to {0} in this turn is prevented",
        "Prevents damage to a card, or to the Battery that a tap targets.", "prevent(named, 2)", PREVENTION);
    PreventBattery = Verb::new("prevent_battery", PLAYER_POINTS,
        "the next {1} damage to {0}'s Battery in this turn is prevented",
        "Prevents damage to a Battery.", "prevent_battery(me, 2)", PREVENTION);
    Drain = Verb::new("drain", PLAYER_POINTS, "{1} damage to {0}'s Battery",
        "Deals damage to a Battery. Players whose Batteries this effect empties, without a choice, a roll or a draw in between, are eliminated together.", "drain(foe, die())", BATTERIES);
    Restore = Verb::new("restore", PLAYER_NUMBER, "up to {1} [1:coin goes|coins go] from the War Chest to {0}'s Battery, not above its start value",
        "Moves coins from the War Chest to a Battery, up to its start value.", "restore(me, 2)", BATTERY_CHOICE);
    TakeCoins = Verb::new("take_coins", &[Param::new("from", PLAYER), Param::new("to", PLAYER), Param::new("coins", NUMBER)],
        "{1} [takes|take] up to {2} [2:coin|coins] from {0}'s Vault",
        "Moves coins from one Vault to another. If there are fewer, moves all of them.", "take_coins(foe, me, 2)", CHEST);
    Bank = Verb::new("bank", PLAYER_NUMBER, "{0} [takes|take] up to {1} [1:coin|coins] from the War Chest",
        "Moves coins from the War Chest to a Vault.", "bank(me, 2)", CHEST);
    Pay = Verb::new("pay", PLAYER_NUMBER, "{0} [pays|pay] up to {1} [1:coin|coins]",
        "Moves coins from a Vault to the War Chest.", "pay(foe, 1)", CHEST);
    Fill = Verb::new("fill", MOON_NUMBER, "up to {1} [1:coin goes|coins go] from the War Chest to {0}",
        "Moves coins from the War Chest to a Moon.", "fill(moon, 2)", CHEST);
    Draw = Verb::new("draw", &[Param::new("player", PLAYER), Param::new("cards", NUMBER)], "{0} [draws|draw] up to {1} [1:card|cards]",
        "The player draws cards, up to a hand of 7.", "draw(me, 1)", DRAW);
    Capture = Verb::new("capture", &[Param::new("unit", UNIT), Param::new("player", PLAYER)], "{0} [goes|go] to {1}",
        "The player gains control of the card, which counts as having just entered play. Nothing happens if that player has 32 cards, or if the card has been destroyed.", "capture(named, me)", CAPTURE);
    Borrow = Verb::new("borrow", &[Param::new("unit", UNIT), Param::new("player", PLAYER)], "{1} [controls|control] {0} until the turn ends",
        "The player controls the card until the turn ends, and it may attack in this turn. Then it goes back. Nothing happens if that player has 32 cards.", "borrow(named, me)", LENT);
    AddCounters = Verb::new("add_counters", UNIT_COUNTERS, "{1} [1:counter is|counters are] laid on {0}",
        "Puts counters on a card on the table, up to 15.", "add_counters(this, 1)", COUNTERS);
    RemoveCounters = Verb::new("remove_counters", UNIT_COUNTERS, "up to {1} [1:counter is|counters are] taken off {0}",
        "Removes counters from a card on the table.", "remove_counters(this, this.counters)", COUNTERS);
    AddAttack = Verb::new("add_attack", UNIT_NUMBER, "{1} is added to the attack of {0} until the turn ends",
        "Adds to a card's attack until the turn ends, up to 20 in all.", "add_attack(named, 2)", CHANGED);
    AddDefence = Verb::new("add_defence", UNIT_NUMBER, "{1} is added to the defence of {0} until the turn ends",
        "Adds to a card's defence until the turn ends, up to 20 in all.", "add_defence(named, 2)", CHANGED);
    ReduceAttack = Verb::new("reduce_attack", UNIT_NUMBER, "{1} is taken off the attack of {0} until the turn ends",
        "Reduces a card's attack until the turn ends, but not below 0.", "reduce_attack(named, 2)", CHANGED);
    ReduceDefence = Verb::new("reduce_defence", UNIT_NUMBER, "{1} is taken off the defence of {0} until the turn ends",
        "Reduces a card's defence until the turn ends, but not below 0.", "reduce_defence(named, 2)", CHANGED);
    Lift = Verb::new("give_flying", OF_UNIT, "{0} [flies|fly] until the turn ends",
        "The card flies until the turn ends.", "give_flying(named)", CHANGED);
    Ground = Verb::new("stop_flying", OF_UNIT, "{0} cannot fly until the turn ends",
        "The card cannot fly until the turn ends.", "each unit in fighters(foe) { stop_flying(unit); }", CHANGED);
    ReturnToHand = Verb::new("return_to_hand", OF_UNIT, "{0} [returns|return] to the hand",
        "The card returns to the hand of the player who controls it; a borrowed card, to the hand of the player who lent it. If the hand is full, or the card is from another player's deck, it goes to the discard pile. A card that has just been destroyed returns from the discard pile.", "fn on_destroyed(me) { return_to_hand(this); }", BACK);
    TakeBack = Verb::new("take_back", &[Param::new("player", PLAYER), Param::new("card", DISCARDED)],
        "{0} [takes|take] {1} from the discard pile into the hand",
        "A card from the discard pile goes to the player's hand. Nothing happens if the hand is full.",
        "choose card in discards(me) { take_back(me, card); }", BACK);
    Cancel = Verb::new("cancel", &[], "the Agent or Super Weapon announced before is cancelled",
        "Cancels the Agent or Super Weapon announced just before this one.", "cancel()", LAST_FIRST);
    Roll = Verb::new("roll", &[], "roll the die",
        "Rolls the die; `die()` is the result.", "roll()", CARD_TEXT);
    Cleared = Verb::new("clear_instant", OF_UNIT, "the Instant of {0} ends",
        "The card's Instant ends. Its coins go to the War Chest.", "clear_instant(named)", CLEAR);
    DiscardRandom = Verb::new("discard_random", OF_PLAYER, "{0} [discards|discard] a card at random",
        "The player discards a random card from the hand. Everybody sees it.", "discard_random(foe)", LOST_BY_CHANCE);
    DiscardFrom = Verb::new("discard_from", &[Param::new("player", PLAYER), Param::new("card", HELD)],
        "{0} [discards|discard] {1}",
        "The player discards a card from the hand. Everybody sees it.",
        "choose card in hand_seen_by(foe, me) { discard_from(foe, card); }", LOOKED_AT);
    TakeFromHand = Verb::new("take_from_hand", &[Param::new("from", PLAYER), Param::new("to", PLAYER), Param::new("card", HELD)],
        "{1} [takes|take] {2} from {0}",
        "A card moves from the first player's hand to the second player's. Only these two see it. Nothing happens if the hand is full or the card belongs to another deck.",
        "choose card in hand_seen_by(foe, me) { take_from_hand(foe, me, card); }", LOOKED_AT);
    ExtraTurn = Verb::new("extra_turn", &[], "the active player has another turn after this one",
        "The active player takes an extra turn after this one. An extra turn cannot lead to another.",
        "extra_turn()", MORE_TURNS);
    SkipTurn = Verb::new("skip_turn", OF_PLAYER, "{0} [skips|skip] the next turn",
        "The player's next turn is skipped. A player skips at most one turn at a time.", "skip_turn(foe)", MORE_TURNS);
    SetTally = Verb::new("set_tally", &[Param::new("number", NUMBER)], "the tally becomes {0}",
        "Sets the number that this effect keeps.", "set_tally(n)", TALLY)
        .noting(Note { place: 0, noun: NounId::Tally.n(), how: BinOp::Add, anew: true });
    AddToTally = Verb::new("add_to_tally", &[Param::new("number", NUMBER)], "{0} is added to the tally",
        "Adds to the number that this effect keeps. A number below 0 subtracts.", "add_to_tally(1)", TALLY)
        .noting(Note { place: 0, noun: NounId::Tally.n(), how: BinOp::Add, anew: false });
    Pick = Verb::new("pick_also", OF_PLAYER, "{0} [is|are] picked",
        "Picks one more player.", "pick_also(who)", TALLY)
        .noting(Note { place: 1, noun: NounId::Picked.n(), how: BinOp::With, anew: false });
    PickOnly = Verb::new("pick_only", OF_PLAYER, "only {0} [is|are] picked",
        "Picks this player only; players picked before no longer count.", "pick_only(who)", TALLY)
        .noting(Note { place: 1, noun: NounId::Picked.n(), how: BinOp::With, anew: true });
    DiscardHand = Verb::new("discard_hand", OF_PLAYER, "{0} [discards|discard] the whole hand",
        "The player discards the whole hand.", "discard_hand(foe)", PILE);
    ShowCard = Verb::new("show_card", &[Param::new("player", PLAYER), Param::new("card", HELD)], "{0} [shows|show] everybody {1}",
        "The player shows a card of the hand to everybody and keeps it. `shown()` is this card from then on.",
        "choose card in hand(me) { show_card(me, card); when shown().is_agent { draw(me, 1); } }", LOOKED_AT);
    PutBack = Verb::new("put_back", &[Param::new("player", PLAYER), Param::new("card", HELD)], "{0} [puts|put] {1} back into the Depot Deck",
        "A card from the player's hand goes back into the Depot Deck without being shown. The deck is shuffled.",
        "draw(me, 2); choose card in hand(me) { put_back(me, card); }", LOOKED_AT);
    StayUntilTurnEnd = Verb::new("stay_until_turn_end", &[], "this card's effect lasts until the turn ends",
        "Until the turn ends, the other functions of this Agent or Super Weapon run as those of a card in play. A player has one such card at most; the next one ends it.",
        "fn play(me) { stay_until_turn_end(); }", LASTS)
        .in_hooks(&[HookId::Play.n(), HookId::PlayOn.n(), HookId::PlayAgainst.n()]);
    DiscardComponent = Verb::new("discard_component", &[Param::new("unit", UNIT), Param::new("component", COMPONENT)],
        "{1} of {0} [1:goes|go] to the discard pile",
        "The Component of this kind on the card goes to the discard pile. Nothing happens if the card has none.",
        "when installed(named, rockets) { discard_component(named, rockets) }", PARTS_MOVED);
    MoveComponent = Verb::new("move_component", &[Param::new("from", UNIT), Param::new("to", UNIT), Param::new("component", COMPONENT)],
        "{2} of {0} [2:goes|go] to {1}",
        "The Component of this kind moves from one card to another. Nothing happens if the first card has none, or if it could not be installed on the second card.",
        "choose unit in robots(me) { move_component(named, unit, rockets) }", PARTS_MOVED);
    DiscardMoon = Verb::new("discard_moon", &[Param::new("moon", MOON)], "{0} and its coins are lost",
        "The Moon goes to the discard pile, and its coins to the War Chest. A robot on it is destroyed.",
        "choose moon in moons() { discard_moon(moon) }", MOON_LOST);
    InSecret = Verb::new("in_secret", &[], "what is chosen now stays secret until it is shown",
        "From here to the first `show`, only the player who chooses a number sees it. In between, a card may only ask for numbers between two fixed ones.",
        "in_secret(); choose a from 0 to 3 { choose b from 0 to 3 by foe { show(me, a); show(foe, b); … } }", IN_WRITING);
    Show = Verb::new("show", &[Param::new("player", PLAYER), Param::new("number", NUMBER)], "{0} [shows|show] the number {1}",
        "Everybody sees the number that the player has chosen.",
        "show(me, a); show(foe, b);", IN_WRITING);
    DiscardTop = Verb::new("discard_top", OF_PLAYER, "the top card of {0}'s deck goes to the discard pile",
        "The top card of the deck that the player draws from goes to the discard pile. Everybody sees it, and `shown()` is this card from then on. Nothing happens if the deck is empty; then `shown()` is no card.",
        "discard_top(me); when shown().is_monster { take_back(me, shown()); }", MILLED);
    StayUntilTurn = Verb::new("stay_until_turn", &[], "this card's effect lasts until your next turn begins",
        "Until the player's next turn begins, the other functions of this Agent or Super Weapon run as those of a card in play. A player has one such card at most; the next one ends it.",
        "fn play(me) { stay_until_turn(); }", LASTS)
        .in_hooks(&[HookId::Play.n(), HookId::PlayOn.n(), HookId::PlayAgainst.n()]);
    PutIntoPlay = Verb::new("put_into_play", &[Param::new("player", PLAYER), Param::new("card", DISCARDED)],
        "{0} [puts|put] {1} from the discard pile into play",
        "A Robot, Monster, Equipment or half of a Mega Robot from the discard pile enters play for the player, without its cost and as if it had been played. Other cards cannot enter play in this way. Nothing happens if the player has 32 cards, or the card is not on the pile.",
        "choose card in discards(me) where card.is_monster { put_into_play(me, card); }", REVIVED);
    SkipCollect = Verb::new("skip_collect", OF_PLAYER, "{0} [does|do] not collect in the next turn",
        "The player collects no coins in the Collect phase of their next turn; nothing reacts to it. The turn that runs now is not meant.", "extra_turn(); skip_collect(me);", NO_COLLECT);
    StopStaying = Verb::new("stop_staying", &[], "this card's effect ends",
        "The effect of this Agent or Super Weapon, which lasted, ends now. Only in functions that run while it lasts.",
        "fn on_own_out(me, unit) { when unit.is_monster { stop_staying(); } }", LASTS)
        .in_hooks(REACTING);
}
