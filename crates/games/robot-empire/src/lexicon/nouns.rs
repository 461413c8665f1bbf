//! The nouns of scripts.

use crate::lexicon::things::*;
use crate::rules::{
    ADDED, ANNOUNCED, ATTACK, BACK, BATTERY_CHOICE, BLOCK, CARD_TEXT, CARDS, CHAINS, CHEST,
    COUNTERS, DESTROYED, DIE_COST, FIRE, FLYING, HIDDEN, INSTALL, LAND, LOOKED_AT, MOON_DRAWN,
    NAMED, NEW, OUT, PLACES, PLAY, REACTS, RECHARGING, REVIVED, SURVIVES, TALLY, TARGETS, TURN,
    TURN_END, WINDOWS,
};
use cardwright_effects::{Noun, Param};
use cardwright_runtime::numbered;

numbered! {
    /// Nouns, numbered as in the lexicon.
    NounId, NOUNS: Noun;
    Opponents = Noun::new("opponents", OF_PLAYER, PLAYERS_SET, "{0}'s opponents",
        "Every other player who is not out.", "each foe in opponents(me) { … }", NAMED);
    PlayersIn = Noun::new("players", &[], PLAYERS_SET, "the players",
        "Every player who is not out.", "each who in players() { … }", OUT);
    Active = Noun::new("active", &[], PLAYER, "the active player",
        "The player whose turn it is.", "when me == active() { … }", TURN);
    Announcer = Noun::new("announced_by", &[], PLAYER, "the player who announced the card before",
        "The player who made the last unresolved announcement. If there is none, the active player.", "drain(announced_by(), 1)", ANNOUNCED);
    ChestCoins = Noun::new("chest", &[], NUMBER, "the number of coins in the War Chest",
        "Coins in the War Chest, or 9999 with an unlimited bank.", "fn can(me) { chest() > 0 }", CHEST).between(0, 9_999);
    Die = Noun::new("die", &[], NUMBER, "the number on the die",
        "The last result of `roll` in this effect, or 0.", "drain(foe, die())", CARD_TEXT).between(0, 6);
    TurnNumber = Noun::new("turn", &[], NUMBER, "the number of the turn",
        "How many turns have begun, including this one.", "when turn() > 6 { … }", TURN).between(0, 9_999);
    Battery = Noun::new("battery", OF_PLAYER, NUMBER, "the number of coins on {0}'s Battery",
        "Coins on the player's Battery.", "when foe.battery < 5 { … }", OUT).of_one().between(0, 80);
    StartCoins = Noun::new("start", OF_PLAYER, NUMBER, "the start value of {0}'s Battery",
        "Coins the player's Battery had at the start.", "fn can(me) { me.battery < me.start }", BATTERY_CHOICE).of_one().between(0, 80);
    Vault = Noun::new("vault", OF_PLAYER, NUMBER, "the number of coins in {0}'s Vault",
        "Coins in the player's Vault.", "when foe.vault > 0 { … }", PLACES).of_one().between(0, 9_999);
    HandSize = Noun::new("hand_size", OF_PLAYER, NUMBER, "the number of cards in {0}'s hand",
        "Cards in the player's hand.", "when foe.hand_size == 0 { … }", HIDDEN).of_one().between(0, 7);
    Discards = Noun::new("discards", OF_PLAYER, DISCARDS, "the different cards on {0}'s discard pile",
        "The different cards on the discard pile that the player's cards go to, without Moons. Equal cards are one member; `discard_size` counts all cards.",
        "choose card in discards(me) { take_back(me, card); }", BACK);
    NextPlayer = Noun::new("next_player", OF_PLAYER, PLAYER, "the next player after {0}",
        "The next player clockwise who is not out; the player itself if all others are out.", "drain(next_player(me), 1)", TURN);
    PreviousPlayer = Noun::new("previous_player", OF_PLAYER, PLAYER, "the player before {0}",
        "The next player counter-clockwise who is not out; the player itself if all others are out.", "drain(previous_player(me), 1)", TURN);
    Tally = Noun::new("tally", &[], NUMBER, "the tally",
        "A number that this effect keeps until it ends. It starts at 0.", "when n > tally() { set_tally(n); pick_only(who); }", TALLY);
    Picked = Noun::new("picked", &[], PLAYERS_SET, "the picked players",
        "The players that this effect has picked so far.", "each winner in picked() { pay(winner, tally()); }", TALLY);
    HandOf = Noun {
        secret: Some(0),
        ..Noun::new("hand", OF_PLAYER, HELD_CARDS, "the different cards in {0}'s hand",
            "The different cards in the player's hand. Equal cards are one member; `hand_size` counts all cards. Only that player may choose from them.",
            "choose card in hand(foe) by foe { discard_from(foe, card); }", LOOKED_AT)
    };
    HandSeenBy = Noun {
        secret: Some(1),
        ..Noun::new("hand_seen_by", &[Param::new("player", PLAYER), Param::new("to", PLAYER)], HELD_CARDS, "the different cards in {0}'s hand, seen by {1}",
            "The different cards in the first player's hand. Equal cards are one member; `hand_size` counts all cards. The second player looks at them. Only the second player may choose from them.",
            "choose card in hand_seen_by(foe, me) { discard_from(foe, card); }", LOOKED_AT)
    };
    Targets = Noun::new("targets", OF_PLAYER, UNITS, "{0}'s fighters in the front line and Equipment",
        "Everything of the player's that can be a target.", "each unit in targets(foe) { damage(unit, 1); }", TARGETS);
    Fighters = Noun::new("fighters", OF_PLAYER, UNITS, "{0}'s fighters in the front line",
        "Fighters and Mega Robots of the player in the front line.", "each unit in fighters(foe) { damage(unit, 2); }", TARGETS);
    Robots = Noun::new("robots", OF_PLAYER, UNITS, "{0}'s robots in the front line",
        "Robots and Mega Robots of the player in the front line.", "choose unit in robots(me) { reactivate(unit); }", TARGETS);
    Monsters = Noun::new("monsters", OF_PLAYER, UNITS, "{0}'s Monsters",
        "Monsters of the player.", "when monsters(me).count > 2 { … }", TARGETS);
    EquipmentOf = Noun::new("equipment", OF_PLAYER, UNITS, "{0}'s Equipment",
        "Equipment of the player.", "choose unit in equipment(foe) { recharge(unit); }", TARGETS);
    ReadyFighters = Noun::new("ready_fighters", OF_PLAYER, UNITS, "{0}'s ready fighters in the front line",
        "Fighters in the front line that are not recharging.", "choose unit in ready_fighters(foe) { recharge(unit); }", RECHARGING);
    ReadyEquipment = Noun::new("ready_equipment", OF_PLAYER, UNITS, "{0}'s ready Equipment",
        "Equipment that is not recharging.", "choose unit in ready_equipment(foe) by foe { recharge(unit); }", RECHARGING);
    RechargingCards = Noun::new("recharging", OF_PLAYER, UNITS, "{0}'s recharging cards",
        "Fighters in the front line and Equipment that are recharging.", "choose unit in recharging(me) { reactivate(unit); }", RECHARGING);
    DamagedCards = Noun::new("damaged", OF_PLAYER, UNITS, "{0}'s damaged cards",
        "Fighters in the front line and Equipment that have taken damage this turn.", "choose unit in damaged(me) { repair(unit, 2); }", TURN_END);
    Attackers = Noun::new("attackers", OF_PLAYER, UNITS, "the fighters that attack {0}",
        "Fighters that attack the player in this combat.", "each unit in attackers(me) { damage(unit, 1); }", ATTACK);
    Blockers = Noun::new("blockers", OF_UNIT, UNITS, "the fighters that block {0}",
        "Fighters that block this attacker, or its chain, in this combat.", "each unit in blockers(this) { damage(unit, 1); }", BLOCK);
    This = Noun::new("this", &[], UNIT, "this card",
        "The card on the table whose script runs.", "recharge(this)", REACTS);
    Owner = Noun::new("owner", OF_UNIT, PLAYER, "the owner of {0}",
        "The player who controls the card.", "drain(named.owner, 1)", TARGETS).of_one();
    AttackOf = Noun::new("attack", OF_UNIT, NUMBER, "the attack of {0}",
        "The card's current attack. A 1d6 counts as what it rolled in this combat.", "damage(named, named.attack)", ADDED).of_one().between(0, 255);
    DefenceOf = Noun::new("defence", OF_UNIT, NUMBER, "the defence of {0}",
        "The card's current defence. A 1d6 counts as what it rolled.", "fn can_on(me, named) { named.defence <= 3 }", ADDED).of_one().between(0, 255);
    DamageOf = Noun::new("taken", OF_UNIT, NUMBER, "the damage {0} [has|have] taken",
        "Damage the card has taken this turn. Damage to a chain counts for none of its members.", "when named.taken > 0 { … }", TURN_END).of_one().between(0, 250);
    LongRangeOf = Noun::new("long_range", OF_UNIT, NUMBER, "the long range of {0}",
        "The damage that the card deals from long range.", "when named.long_range > 0 { … }", FIRE).of_one().between(0, 255);
    CostOf = Noun::new("cost", OF_UNIT, NUMBER, "the cost of {0}",
        "The printed cost; for a Mega Robot, of both halves together. 1d6 counts as 0.", "when named.cost < 3 { … }", PLAY).of_one().between(0, 40);
    CountersOf = Noun::new("counters", OF_UNIT, NUMBER, "the number of counters on {0}",
        "Counters on the card.", "when this.counters >= 3 { … }", COUNTERS).of_one().between(0, 15);
    Ready = Noun::new("ready", OF_UNIT, TRUTH, "{0} [is|are] not recharging",
        "Whether the card is not recharging.", "fn can_on(me, named) { named.ready }", RECHARGING).of_one();
    Flies = Noun::new("flying", OF_UNIT, TRUTH, "{0} [flies|fly]",
        "Whether the card flies now.", "when named.flying { … }", FLYING).of_one();
    IsNew = Noun::new("is_new", OF_UNIT, TRUTH, "{0} [is|are] new",
        "Whether the card entered play in this turn of its owner.", "when named.is_new { … }", NEW).of_one();
    Chains = Noun::new("chaining", OF_UNIT, TRUTH, "{0} may form chains",
        "Whether the card is a Monster that may form chains now.", "when unit.chaining { … }", CHAINS).of_one();
    IsRobot = Noun::new("is_robot", OF_UNIT, TRUTH, "{0} [is|are] a Robot",
        "Whether the card is a Robot or an assembled Mega Robot.", "when named.is_robot { … }", CARDS).of_one();
    IsMega = Noun::new("is_mega", OF_UNIT, TRUTH, "{0} [is|are] a Mega Robot",
        "Whether the card is an assembled Mega Robot.", "when named.is_mega { … }", CARDS).of_one();
    IsMonster = Noun::new("is_monster", OF_UNIT, TRUTH, "{0} [is|are] a Monster",
        "Whether the card is a Monster.", "when named.is_monster { … }", CARDS).of_one();
    IsEquipment = Noun::new("is_equipment", OF_UNIT, TRUTH, "{0} [is|are] Equipment",
        "Whether the card is Equipment.", "when named.is_equipment { … }", CARDS).of_one();
    IsAttacking = Noun::new("attacking", OF_UNIT, TRUTH, "{0} [attacks|attack]",
        "Whether the card attacks in this combat; if it has just been destroyed, whether it was attacking.", "when named.attacking { … }", ATTACK).of_one();
    IsBlocking = Noun::new("blocking", OF_UNIT, TRUTH, "{0} [blocks|block]",
        "Whether the card blocks in this combat; if it has just been destroyed, whether it was blocking.", "when named.blocking { … }", BLOCK).of_one();
    Installed = Noun::new("installed", &[Param::new("unit", UNIT), Param::new("component", COMPONENT)], TRUTH,
        "{0} [has|have] a Component for {1}",
        "Whether a Component of this kind is installed on the card.", "when installed(named, rockets) { … }", INSTALL);
    MoonsThere = Noun::new("moons", &[], MOONS, "the Moons",
        "Every Moon on the table.", "choose moon in moons() { fill(moon, 2); }", MOON_DRAWN);
    MoonCoins = Noun::new("coins", OF_MOON, NUMBER, "the number of coins on {0}",
        "Coins on the Moon.", "when moon.coins > 3 { … }", MOON_DRAWN).of_one().between(0, 80);
    IsFree = Noun::new("free", OF_MOON, TRUTH, "no robot is on {0}",
        "Whether no robot is on the Moon.", "when moon.free { … }", LAND).of_one();
    ShownCard = Noun::new("shown", &[], DISCARDED, "the shown card",
        "The last card of a hand or a deck that this effect has shown or discarded; in `on_shown` and `on_own_shown`, the announced card until then. If there was no card to discard at random or from a deck, it is no card. Without such a card, the cost is 0 and every question about the kind is false.",
        "choose card in hand(me) { discard_from(me, card); bank(me, shown().cost); }", LOOKED_AT);
    DiscardCost = Noun::new("cost", OF_DISCARDED, NUMBER, "the cost of {0}",
        "The printed cost of a card on a discard pile. 1d6 counts as 0.",
        "choose card in discards(me) where card.cost < 4 { take_back(me, card); }", BACK).of_one().between(0, 20);
    DiscardIsRobot = Noun::new("is_robot", OF_DISCARDED, TRUTH, "{0} [is|are] a Robot",
        "Whether a card on a discard pile is a Robot, and no half of a Mega Robot.",
        "choose card in discards(me) where card.is_robot { take_back(me, card); }", BACK).of_one();
    DiscardIsMonster = Noun::new("is_monster", OF_DISCARDED, TRUTH, "{0} [is|are] a Monster",
        "Whether a card on a discard pile is a Monster.",
        "choose card in discards(me) where card.is_monster { take_back(me, card); }", BACK).of_one();
    DiscardIsEquipment = Noun::new("is_equipment", OF_DISCARDED, TRUTH, "{0} [is|are] Equipment",
        "Whether a card on a discard pile is Equipment.",
        "choose card in discards(me) where card.is_equipment { take_back(me, card); }", BACK).of_one();
    DiscardIsComponent = Noun::new("is_component", OF_DISCARDED, TRUTH, "{0} [is|are] a Component",
        "Whether a card on a discard pile is a Component.",
        "choose card in discards(me) where card.is_component { take_back(me, card); }", BACK).of_one();
    DiscardIsAgent = Noun::new("is_agent", OF_DISCARDED, TRUTH, "{0} [is|are] an Agent",
        "Whether a card on a discard pile is an Agent.",
        "choose card in discards(me) where card.is_agent { take_back(me, card); }", BACK).of_one();
    AtTurnStart = Noun::new("at_turn_start", &[], TRUTH, "the turn [|]has just begun",
        "Whether it is the window at the start of a turn. The active player is not asked in it, because the Play phase follows.", "fn can(me) { at_turn_start() }", WINDOWS);
    InPlayPhase = Noun::new("in_play_phase", &[], TRUTH, "it [|]is the Play phase",
        "Whether it is the active player's Play phase.", "fn can(me) { me == active() and in_play_phase() }", WINDOWS);
    BeforeAttackers = Noun::new("before_attackers", &[], TRUTH, "the Combat phase [|]has just begun",
        "Whether the Combat phase has begun and no attacker is declared yet.", "fn can(me) { me == active() and before_attackers() }", WINDOWS);
    AfterAttackers = Noun::new("after_attackers", &[], TRUTH, "attackers [|]have just been declared",
        "Whether it is the window after attackers are declared, before blocks.", "fn can(me) { after_attackers() }", WINDOWS);
    AfterBlocks = Noun::new("after_blocks", &[], TRUTH, "blocks [|]have just been declared",
        "Whether it is the window after blocks are declared, before the damage.", "fn can(me) { after_blocks() }", WINDOWS);
    AtTurnEnd = Noun::new("at_turn_end", &[], TRUTH, "the turn [|]is about to end",
        "Whether it is the window at the end of a turn.", "fn can(me) { at_turn_end() }", WINDOWS);
    Survived = Noun::new("survived", OF_UNIT, TRUTH, "{0} [is|are] marked as having survived",
        "Whether the card has survived instead of being destroyed since it entered play.", "fn survives(me) { not(this.survived) }", SURVIVES).of_one();
    PrintedAttack = Noun::new("printed_attack", OF_UNIT, NUMBER, "the printed attack of {0}",
        "The printed attack; for a Mega Robot, of both halves together. 1d6 counts as 0.", "when named.printed_attack >= 3 { … }", CARDS).of_one().between(0, 40);
    PrintedDefence = Noun::new("printed_defence", OF_UNIT, NUMBER, "the printed defence of {0}",
        "The printed defence; for a Mega Robot, of both halves together. 1d6 counts as 0.", "when named.printed_defence <= 2 { … }", CARDS).of_one().between(0, 60);
    DiscardAttack = Noun::new("printed_attack", OF_DISCARDED, NUMBER, "the printed attack of {0}",
        "The printed attack of a card on a discard pile; for a Component, what it adds. 1d6 counts as 0.",
        "choose card in discards(me) where card.printed_attack >= 3 { take_back(me, card); }", BACK).of_one().between(0, 20);
    DiscardDefence = Noun::new("printed_defence", OF_DISCARDED, NUMBER, "the printed defence of {0}",
        "The printed defence of a card on a discard pile; for a Component, what it adds. 1d6 counts as 0.",
        "choose card in discards(me) where card.printed_defence >= 3 { take_back(me, card); }", BACK).of_one().between(0, 30);
    DiscardIsHalf = Noun::new("is_half", OF_DISCARDED, TRUTH, "{0} [is|are] half of a Mega Robot",
        "Whether a card on a discard pile is half of a Mega Robot.",
        "choose card in discards(me) where card.is_half { take_back(me, card); }", BACK).of_one();
    DiscardIsSuperWeapon = Noun::new("is_super_weapon", OF_DISCARDED, TRUTH, "{0} [is|are] a Super Weapon",
        "Whether a card on a discard pile is a Super Weapon.",
        "choose card in discards(me) where card.is_super_weapon { take_back(me, card); }", BACK).of_one();
    CardOf = Noun::new("card", OF_UNIT, DISCARDED, "{0}",
        "The card as it is on the discard pile after it has been destroyed; of a Mega Robot, the upper half.", "fn on_destroyed(me) { put_into_play(me, this.card); }", BACK).of_one();
    CostIsDie = Noun::new("cost_is_die", OF_UNIT, TRUTH, "the cost of {0} is 1d6",
        "Whether the printed cost is 1d6; for a Mega Robot, of one of its halves.", "when unit.cost_is_die { … }", DIE_COST).of_one();
    DiscardCostIsDie = Noun::new("cost_is_die", OF_DISCARDED, TRUTH, "the cost of {0} is 1d6",
        "Whether the printed cost of a card on a discard pile is 1d6.",
        "choose card in discards(me) where card.cost_is_die { take_back(me, card); }", DIE_COST).of_one();
    DiscardSize = Noun::new("discard_size", OF_PLAYER, NUMBER, "the number of cards on {0}'s discard pile",
        "Cards on the discard pile that the player's cards go to, without Moons.", "when me.discard_size > 9 { … }", BACK).of_one().between(0, 9_999);
    AllFighters = Noun::new("all_fighters", &[], UNITS, "the fighters of all players in the front line",
        "Fighters and Mega Robots of every player in the front line.", "choose unit in all_fighters() { damage(unit, 2); }", TARGETS);
    AllTargets = Noun::new("all_targets", &[], UNITS, "the targets of all players",
        "Everything of any player's that can be a target.", "choose unit in all_targets() { damage(unit, 2); }", TARGETS);
    IsDestroyed = Noun::new("is_destroyed", OF_UNIT, TRUTH, "{0} [is|are] destroyed",
        "Whether the card has been destroyed. It is false for a card that has returned to a hand, has survived or belongs to another player now.",
        "damage(named, 3); when named.is_destroyed { draw(me, 1); }", DESTROYED).of_one();
    Entered = Noun::new("entered", &[], UNIT, "the card that has entered play",
        "The card that `put_into_play` has put into play last in this effect. If it put none into play, it is no card: verbs do nothing with it, and its numbers are 0.",
        "choose card in discards(me) where card.is_robot { put_into_play(me, card); recharge(entered()); }", REVIVED);
    AnnouncedCard = Noun::new("announced", &[], DISCARDED, "the announced card",
        "The Agent or Super Weapon of the last unresolved announcement; `announced_by` is its player. If there is none, or a card fires, it is no card: the cost is 0 and every question about the kind is false.",
        "fn can(me) { announced().is_super_weapon }", ANNOUNCED);
}
