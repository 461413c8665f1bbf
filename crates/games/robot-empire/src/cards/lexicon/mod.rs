//! The words that Robot Empire offers to its cards. The module `host` implements their meaning; a word without an
//! implementation does not compile.

mod hooks;
mod kinds;
mod meant;
mod verbs;

use crate::rules::*;
use cardwright_effects::{Alias, AliasUse, Lexicon, Noun, Param, Phrases, Thing, Ty, Word};
use cardwright_runtime::numbered;
pub(crate) use hooks::*;
pub(crate) use kinds::*;
use std::borrow::Cow;
pub(crate) use verbs::*;

numbered! {
    /// Kinds of things, numbered as in the lexicon.
    ThingId, THINGS: Thing;
    Player = Thing::new("player", "A player.", true);
    Unit = Thing::new("unit", "A card on the table, or the Battery that a tap targets.", false);
    Moon = Thing::new("moon", "A Moon on the table.", false);
    Component = Thing::new("component", "A kind of Component.", true);
    Discarded = Thing::new("discarded", "A card on a discard pile.", false);
    Held = Thing::new("held", "A card in a hand.", false);
}

const NUMBER: Ty = Ty::Number;
const TRUTH: Ty = Ty::Truth;
const PLAYER: Ty = Ty::One(ThingId::Player.n());
const PLAYERS_SET: Ty = Ty::Many(ThingId::Player.n());
const UNIT: Ty = Ty::One(ThingId::Unit.n());
const UNITS: Ty = Ty::Many(ThingId::Unit.n());
const MOON: Ty = Ty::One(ThingId::Moon.n());
const MOONS: Ty = Ty::Many(ThingId::Moon.n());
const DISCARDED: Ty = Ty::One(ThingId::Discarded.n());
const DISCARDS: Ty = Ty::Many(ThingId::Discarded.n());
const HELD: Ty = Ty::One(ThingId::Held.n());
const HELD_CARDS: Ty = Ty::Many(ThingId::Held.n());
const COMPONENT: Ty = Ty::One(ThingId::Component.n());

const OF_PLAYER: &[Param] = &[Param::new("player", PLAYER)];
const OF_UNIT: &[Param] = &[Param::new("unit", UNIT)];
const OF_MOON: &[Param] = &[Param::new("moon", MOON)];

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
    Discards = Noun::new("discards", OF_PLAYER, DISCARDS, "the cards on {0}'s discard pile",
        "The cards on the discard pile that the player's cards go to, each once, without Moons.",
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
        ..Noun::new("hand", OF_PLAYER, HELD_CARDS, "the cards in {0}'s hand",
            "The cards in the player's hand. Only that player may choose from them.",
            "choose card in hand(foe) by foe { discard_from(foe, card); }", LOOKED_AT)
    };
    HandSeenBy = Noun {
        secret: Some(1),
        ..Noun::new("hand_seen_by", &[Param::new("player", PLAYER), Param::new("to", PLAYER)], HELD_CARDS, "the cards in {0}'s hand, seen by {1}",
            "The cards in the first player's hand. The second player looks at them. Only the second player may choose from them.",
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
        "Damage the card has taken this turn.", "when named.taken > 0 { … }", TURN_END).of_one().between(0, 250);
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
    IsRobot = Noun::new("is_robot", OF_UNIT, TRUTH, "{0} [is|are] a Robot",
        "Whether the card is a Robot or an assembled Mega Robot.", "when named.is_robot { … }", CARDS).of_one();
    IsMonster = Noun::new("is_monster", OF_UNIT, TRUTH, "{0} [is|are] a Monster",
        "Whether the card is a Monster.", "when named.is_monster { … }", CARDS).of_one();
    IsEquipment = Noun::new("is_equipment", OF_UNIT, TRUTH, "{0} [is|are] Equipment",
        "Whether the card is Equipment.", "when named.is_equipment { … }", CARDS).of_one();
    IsAttacking = Noun::new("attacking", OF_UNIT, TRUTH, "{0} [attacks|attack]",
        "Whether the card attacks in this combat.", "when named.attacking { … }", ATTACK).of_one();
    IsBlocking = Noun::new("blocking", OF_UNIT, TRUTH, "{0} [blocks|block]",
        "Whether the card blocks in this combat.", "when named.blocking { … }", BLOCK).of_one();
    Installed = Noun::new("installed", &[Param::new("unit", UNIT), Param::new("component", COMPONENT)], TRUTH,
        "{0} [has|have] a Component for {1}",
        "Whether a Component of this kind is installed on the card.", "when installed(named, rockets) { … }", INSTALL);
    MoonsThere = Noun::new("moons", &[], MOONS, "the Moons",
        "Every Moon on the table.", "choose moon in moons() { fill(moon, 2); }", MOON_DRAWN);
    MoonCoins = Noun::new("coins", OF_MOON, NUMBER, "the number of coins on {0}",
        "Coins on the Moon.", "when moon.coins > 3 { … }", MOON_DRAWN).of_one().between(0, 80);
    IsFree = Noun::new("free", OF_MOON, TRUTH, "no robot is on {0}",
        "Whether no robot is on the Moon.", "when moon.free { … }", LAND).of_one();
}

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
            (KindId::Component.n(), ComponentFact::Flying.n(), "the robot flies"),
            (KindId::Component.n(), ComponentFact::LongRange.n(), "long range {0}"),
            (KindId::Component.n(), ComponentFact::Defence.n(), "{0} more defence"),
            (KindId::Component.n(), ComponentFact::Attack.n(), "{0} more attack"),
            (KindId::Moon.n(), MoonFact::Landing.n(), "landing costs {0}"),
            (KindId::Moon.n(), MoonFact::Value.n(), "it gets {0} [coin|coins]"),
        ]
    };
}

const FACTS_SAID: &[(u8, u8, &str)] = said!(Robot MegaTop MegaLegs Monster Equipment);

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
    idle: cardwright_effects::Idle::NONE,
    secrecy: None,
    phrases: Phrases {
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
