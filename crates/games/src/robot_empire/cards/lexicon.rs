//! The words Robot Empire offers to its cards. The module `host` gives each its meaning.

use crate::robot_empire::rules::*;
use cardwright_effects::{
    CardKind, Fact, FactType, Hook, Lexicon, Noun, Param, Phrases, Sense, Thing, Ty, Verb,
};
use cardwright_kernel::RuleId;
use cardwright_runtime::numbered;
use std::borrow::Cow;

/// Sorts of things, by place in [`LEXICON`]`.things`.
#[allow(missing_docs, reason = "each is described in the table")]
pub mod thing {
    pub const PLAYER: u8 = 0;
    pub const UNIT: u8 = 1;
}

const NUMBER: Ty = Ty::Number;
const TRUTH: Ty = Ty::Truth;
const PLAYER: Ty = Ty::One(thing::PLAYER);
const PLAYERS: Ty = Ty::Many(thing::PLAYER);
const UNIT: Ty = Ty::One(thing::UNIT);

const fn p(name: &'static str, ty: Ty) -> Param {
    Param { name, ty }
}

const OF_PLAYER: &[Param] = &[p("player", PLAYER)];
const OF_UNIT: &[Param] = &[p("unit", UNIT)];

const fn noun(
    name: &'static str,
    params: &'static [Param],
    gives: Ty,
    say: &'static str,
    doc: &'static str,
    example: &'static str,
    rule: RuleId,
) -> Noun {
    Noun {
        name,
        property: false,
        params,
        gives,
        secret: None,
        doc,
        example,
        say,
        rule,
        range: None,
        bound: None,
        holds_in: &[],
        asks: &[],
    }
}

const fn of(
    name: &'static str,
    params: &'static [Param],
    gives: Ty,
    say: &'static str,
    doc: &'static str,
    example: &'static str,
    rule: RuleId,
) -> Noun {
    Noun { property: true, ..noun(name, params, gives, say, doc, example, rule) }
}

numbered! {
    /// Nouns, by place in the lexicon.
    NounId, NOUNS: Noun;
    Opponents = noun("opponents", OF_PLAYER, PLAYERS, "{0}'s opponents",
        "Every other player who is not out.", "each foe in opponents(me) { … }", NAMED);
    PlayersIn = noun("players", &[], PLAYERS, "the players",
        "Every player who is not out.", "each who in players() { … }", OUT);
    Active = noun("active", &[], PLAYER, "the active player",
        "The player whose turn it is.", "when me == active() { … }", TURN);
    ChestCoins = noun("chest", &[], NUMBER, "the coins in the War Chest",
        "Coins in the War Chest.", "fn can(me) { chest() > 0 }", CHEST).between(0, 80);
    Die = noun("die", &[], NUMBER, "the number on the die",
        "What `roll` showed last in this effect; 0 before.", "drain(foe, die())", CARD_TEXT).between(0, 6);
    Battery = of("battery", OF_PLAYER, NUMBER, "the coins on {0}'s Battery",
        "Coins on the player's Battery.", "when foe.battery < 5 { … }", OUT).between(0, 80);
    StartCoins = of("start", OF_PLAYER, NUMBER, "the start value of {0}'s Battery",
        "Coins the player's Battery had at the start.", "fn can(me) { me.battery < me.start }", BATTERY_CHOICE).between(0, 80);
    Vault = of("vault", OF_PLAYER, NUMBER, "the coins in {0}'s Vault",
        "Coins in the player's Vault.", "when foe.vault > 0 { … }", PLACES).between(0, 80);
    HandSize = of("hand_size", OF_PLAYER, NUMBER, "the number of cards in {0}'s hand",
        "Cards in the player's hand.", "when foe.hand_size == 0 { … }", HIDDEN).between(0, 7);
    Fighters = of("fighters", OF_PLAYER, NUMBER, "the number of {0}'s fighters in the front line",
        "Fighters and Mega Robots of the player in the front line.", "when foe.fighters > 2 { … }", TARGETS).between(0, 32);
    ReadyFighters = of("ready_fighters", OF_PLAYER, NUMBER, "the number of {0}'s ready fighters in the front line",
        "Those of the fighters that are not recharging.", "when foe.ready_fighters > 0 { … }", TARGETS).between(0, 32);
    Owner = of("owner", OF_UNIT, PLAYER, "the owner of {0}",
        "The player who controls the card.", "drain(named.owner, 1)", TARGETS);
    AttackOf = of("attack", OF_UNIT, NUMBER, "the attack of {0}",
        "The card's attack now; of 1d6 only what is added to it.", "damage(named, named.attack)", ADDED).between(0, 255);
    DefenceOf = of("defence", OF_UNIT, NUMBER, "the defence of {0}",
        "The card's defence now.", "fn can_on(me, named) { named.defence <= 3 }", ADDED).between(0, 255);
    DamageOf = of("taken", OF_UNIT, NUMBER, "the damage {0} [has|have] taken",
        "Damage the card has taken in this turn.", "when named.taken > 0 { … }", TURN_END).between(0, 255);
    Ready = of("ready", OF_UNIT, TRUTH, "{0} [is|are] not recharging",
        "Whether the card is not recharging.", "fn can_on(me, named) { named.ready }", RECHARGING);
    Flies = of("flying", OF_UNIT, TRUTH, "{0} [flies|fly]",
        "Whether the card flies now.", "when named.flying { … }", FLYING);
    IsNew = of("new", OF_UNIT, TRUTH, "{0} [is|are] new",
        "Whether the card came out in this turn of its owner.", "when named.new { … }", NEW);
    IsRobot = of("is_robot", OF_UNIT, TRUTH, "{0} [is|are] a Robot",
        "Whether the card is a Robot or an assembled Mega Robot.", "when named.is_robot { … }", CARDS);
}

const fn verb(
    name: &'static str,
    params: &'static [Param],
    say: &'static str,
    doc: &'static str,
    example: &'static str,
    rule: RuleId,
) -> Verb {
    Verb { name, params, doc, example, say, rule, sense: Sense::ALWAYS }
}

const UNIT_NUMBER: &[Param] = &[p("unit", UNIT), p("points", NUMBER)];
const PLAYER_NUMBER: &[Param] = &[p("player", PLAYER), p("number", NUMBER)];

numbered! {
    /// Verbs, by place in the lexicon.
    VerbId, VERBS: Verb;
    Damage = verb("damage", UNIT_NUMBER, "{1} damage to {0}",
        "Deals damage to a card on the table.", "damage(named, 2)", DESTROYED);
    Destroy = verb("destroy", OF_UNIT, "{0} [is|are] destroyed",
        "Destroys a card on the table.", "destroy(named)", DESTROYED);
    Recharge = verb("recharge", OF_UNIT, "{0} [recharges|recharge]",
        "The card recharges.", "recharge(named)", RECHARGING);
    ReactivateCard = verb("reactivate", OF_UNIT, "{0} [is|are] reactivated",
        "The card is ready again.", "reactivate(named)", REACTIVATE);
    Prevent = verb("prevent", UNIT_NUMBER, "the next {1} damage to {0} in this turn is prevented",
        "Lays prevention on a card, or on the Battery that a tap names.", "prevent(named, 2)", PREVENTION);
    Drain = verb("drain", PLAYER_NUMBER, "{1} damage to {0}'s Battery",
        "Deals damage to a Battery.", "drain(foe, die())", BATTERIES);
    Restore = verb("restore", PLAYER_NUMBER, "up to {1} coins go from the War Chest to {0}'s Battery, not above its start value",
        "Moves coins from the War Chest to a Battery, not above its start value.", "restore(me, 2)", BATTERY_CHOICE);
    TakeCoins = verb("take_coins", &[p("from", PLAYER), p("to", PLAYER), p("number", NUMBER)],
        "{1} [takes|take] up to {2} coins from {0}'s Vault",
        "Moves coins from one Vault to another, as far as there are any.", "take_coins(foe, me, 2)", CHEST);
    Bank = verb("bank", PLAYER_NUMBER, "{0} [takes|take] up to {1} coins from the War Chest",
        "Moves coins from the War Chest to a Vault.", "bank(me, 2)", CHEST);
    Pay = verb("pay", PLAYER_NUMBER, "{0} [pays|pay] up to {1} coins",
        "Moves coins from a Vault to the War Chest.", "pay(foe, 1)", CHEST);
    Cancel = verb("cancel", &[], "the Agent or Super Weapon announced before is cancelled",
        "Cancels the Agent or Super Weapon that waits below.", "cancel()", LAST_FIRST);
    Roll = verb("roll", &[], "roll the die",
        "Rolls the die; `die()` says what it shows.", "roll()", CARD_TEXT);
    DamageFighters = verb("damage_fighters", PLAYER_NUMBER, "{1} damage to each of {0}'s fighters in the front line",
        "Deals damage to every fighter of a player in the front line.", "damage_fighters(foe, 2)", DESTROYED);
    RechargeFighters = verb("recharge_fighters", OF_PLAYER, "all of {0}'s fighters in the front line recharge",
        "Every fighter of a player in the front line recharges.", "recharge_fighters(foe)", RECHARGING);
}

const ME: &[Param] = &[p("me", PLAYER)];
const ME_NAMED: &[Param] = &[p("me", PLAYER), p("named", UNIT)];
const ME_FOE: &[Param] = &[p("me", PLAYER), p("foe", PLAYER)];

const fn hook(
    name: &'static str,
    params: &'static [Param],
    say: &'static str,
    doc: &'static str,
    rule: RuleId,
) -> Hook {
    Hook { name, params, answers: false, number: false, doc, say, rule }
}

const fn question(name: &'static str, params: &'static [Param], doc: &'static str) -> Hook {
    Hook { name, params, answers: true, number: false, doc, say: "Only if", rule: NAMED }
}

numbered! {
    /// Hooks, by place in the lexicon.
    HookId, HOOKS: Hook;
    Can = question("can", ME, "Whether the card may be shown now, where it names nothing.");
    CanOn = question("can_on", ME_NAMED, "Whether it may name this card on the table.");
    CanAgainst = question("can_against", ME_FOE, "Whether it may name this opponent.");
    Play = hook("play", ME, "", "What it does, where it names nothing.", CARD_TEXT);
    PlayOn = hook("play_on", ME_NAMED, "", "What it does to the card on the table that it named.", CARD_TEXT);
    PlayAgainst = hook("play_against", ME_FOE, "", "What it does to the opponent that it named.", CARD_TEXT);
    Tap = hook("tap", ME_NAMED, "Tap:", "What the Equipment does when it is tapped for what it named.", crate::robot_empire::rules::TAP);
}

const SHOWN: &[u8] = &[
    HookId::Can.n(),
    HookId::CanOn.n(),
    HookId::CanAgainst.n(),
    HookId::Play.n(),
    HookId::PlayOn.n(),
    HookId::PlayAgainst.n(),
];

/// What an Agent, Super Weapon or tap may name, in the order of [`names`].
const NAMES_BY_NAME: &[&str] = &[
    "nothing",
    "own-target",
    "own-fighter",
    "own-equipment-or-battery",
    "opponents-target",
    "opponents-fighter",
    "opponents-equipment",
    "opponent",
    "announced",
];

/// The places of those words.
#[allow(missing_docs, reason = "each is a word of the table above")]
pub mod names {
    pub const NOTHING: u8 = 0;
    pub const OWN_TARGET: u8 = 1;
    pub const OWN_FIGHTER: u8 = 2;
    pub const OWN_EQUIPMENT_OR_BATTERY: u8 = 3;
    pub const OPPONENTS_TARGET: u8 = 4;
    pub const OPPONENTS_FIGHTER: u8 = 5;
    pub const OPPONENTS_EQUIPMENT: u8 = 6;
    pub const OPPONENT: u8 = 7;
    pub const ANNOUNCED: u8 = 8;
}

/// The ports of Robots and the kinds of Components.
pub(crate) const PORT_NAMES: &[&str] = &["jump-jets", "rockets", "force-field"];

const fn number(
    name: &'static str,
    max: i32,
    doc: &'static str,
    example: &'static str,
    rule: RuleId,
) -> Fact {
    Fact { name, ty: FactType::Number { min: 0, max }, required: false, doc, example, rule }
}

const fn flag(name: &'static str, doc: &'static str, rule: RuleId) -> Fact {
    Fact { name, ty: FactType::Flag, required: false, doc, example: "true", rule }
}

const fn needed(fact: Fact) -> Fact {
    Fact { required: true, ..fact }
}

const CARD_NUMBER: Fact =
    number("number", 999, "The number printed on the card; 0 if it has none.", "29", CARDS);
const COST: Fact = number("cost", 20, "Coins it costs.", "3", PLAY);

/// Facts of cards that come out on the table, by place.
#[allow(missing_docs, reason = "each is described in the table")]
pub mod unit {
    pub const NUMBER: u8 = 0;
    pub const COST: u8 = 1;
    pub const COST_DIE: u8 = 2;
    pub const ATTACK: u8 = 3;
    pub const ATTACK_DIE: u8 = 4;
    pub const DEFENCE: u8 = 5;
    pub const PORTS: u8 = 6;
    pub const FLYING: u8 = 7;
    pub const CHAINING: u8 = 8;
    pub const LONG_RANGE: u8 = 9;
    pub const COLLECT: u8 = 10;
    pub const HARVEST: u8 = 11;
    pub const SINGLE_BLOCKER: u8 = 12;
    pub const PERMANENT_COST: u8 = 13;
    pub const PERMANENT_ATTACK: u8 = 14;
    pub const PERMANENT_DEFENCE: u8 = 15;
    pub const PERMANENT_FLYING: u8 = 16;
    pub const INSTANT_COST: u8 = 17;
    pub const INSTANT_ATTACK: u8 = 18;
    pub const INSTANT_DEFENCE: u8 = 19;
    pub const INSTANT_FLYING: u8 = 20;
    pub const NAMES: u8 = 21;
}

const UNIT_FACTS: &[Fact] = &[
    CARD_NUMBER,
    COST,
    flag("cost_die", "Whether its cost is 1d6.", DIE_COST),
    number("attack", 20, "Its attack; 0 if not said.", "3", crate::robot_empire::rules::DAMAGE),
    flag("attack_die", "Whether 1d6 is added to its attack.", ATTACK_DIE),
    needed(number("defence", 30, "Its defence.", "3", DESTROYED)),
    Fact {
        name: "ports",
        ty: FactType::SomeOf(PORT_NAMES),
        required: false,
        doc: "Its ports, for the option `ports`.",
        example: "[\"jump-jets\", \"rockets\"]",
        rule: PORTS,
    },
    flag("flying", "Whether it flies.", FLYING),
    flag("chaining", "Whether it is a Monster that may form chains.", CHAINS),
    number("long_range", 20, "The damage of its shots.", "2", FIRE),
    number("collect", 10, "Coins it brings in Collect.", "1", COLLECT),
    number("harvest", 10, "Coins it brings more from a Moon, from the War Chest.", "2", RETURN),
    flag("single_blocker", "Whether it may be blocked by one blocker only.", SEVERAL),
    number("permanent_cost", 20, "What its Permanent costs; without it there is none.", "2", PERMANENT),
    number("permanent_attack", 20, "Attack its Permanent adds.", "1", PERMANENT),
    number("permanent_defence", 20, "Defence its Permanent adds.", "1", PERMANENT),
    flag("permanent_flying", "Whether it flies with its Permanent.", PERMANENT),
    number("instant_cost", 20, "What its Instant costs; without it there is none.", "1", INSTANT),
    number("instant_attack", 20, "Attack its Instant adds.", "1", INSTANT),
    number("instant_defence", 20, "Defence its Instant adds.", "3", INSTANT),
    flag("instant_flying", "Whether it flies with its Instant.", INSTANT),
    Fact {
        name: "names",
        ty: FactType::OneOf(NAMES_BY_NAME),
        required: false,
        doc: "What its tap names.",
        example: "\"own-fighter\"",
        rule: TAP,
    },
];

/// Facts of Agents and Super Weapons, by place.
#[allow(missing_docs, reason = "each is described in the table")]
pub mod shown {
    pub const NUMBER: u8 = 0;
    pub const COST: u8 = 1;
    pub const NAMES: u8 = 2;
}

const SHOWN_FACTS: &[Fact] = &[
    CARD_NUMBER,
    needed(COST),
    Fact {
        name: "names",
        ty: FactType::OneOf(NAMES_BY_NAME),
        required: false,
        doc: "What it names when it is shown; nothing if not said.",
        example: "\"opponents-fighter\"",
        rule: NAMED,
    },
];

/// Facts of Components, by place.
#[allow(missing_docs, reason = "each is described in the table")]
pub mod component {
    pub const NUMBER: u8 = 0;
    pub const COST: u8 = 1;
    pub const PORT: u8 = 2;
    pub const FLYING: u8 = 3;
    pub const LONG_RANGE: u8 = 4;
    pub const DEFENCE: u8 = 5;
    pub const ATTACK: u8 = 6;
}

const COMPONENT_FACTS: &[Fact] = &[
    CARD_NUMBER,
    needed(COST),
    Fact {
        name: "port",
        ty: FactType::OneOf(PORT_NAMES),
        required: true,
        doc: "The kind of Component, and the port it needs with the option `ports`.",
        example: "\"rockets\"",
        rule: INSTALL,
    },
    flag("flying", "Whether its robot flies.", FLYING),
    number("long_range", 20, "Long range of its robot.", "2", FIRE),
    number("defence", 20, "Defence it adds.", "2", ADDED),
    number("attack", 20, "Attack it adds.", "1", ADDED),
];

/// Facts of Moons, by place.
#[allow(missing_docs, reason = "each is described in the table")]
pub mod moon {
    pub const NUMBER: u8 = 0;
    pub const LANDING: u8 = 1;
    pub const VALUE: u8 = 2;
}

const MOON_FACTS: &[Fact] = &[
    CARD_NUMBER,
    number("landing", 20, "Coins that landing costs; 0 if not said.", "2", LAND),
    needed(number("value", 20, "Coins it gets.", "6", MOON_DRAWN)),
];

/// Kinds of cards, by place.
#[allow(missing_docs, reason = "each is described in the table")]
pub mod kind {
    pub const ROBOT: u8 = 0;
    pub const MEGA_TOP: u8 = 1;
    pub const MEGA_LEGS: u8 = 2;
    pub const MONSTER: u8 = 3;
    pub const EQUIPMENT: u8 = 4;
    pub const COMPONENT: u8 = 5;
    pub const AGENT: u8 = 6;
    pub const SUPER_WEAPON: u8 = 7;
    pub const MOON: u8 = 8;
    pub const SETUP: u8 = 9;
}

const fn card_kind(
    name: &'static str,
    doc: &'static str,
    facts: &'static [Fact],
    hooks: &'static [u8],
) -> CardKind {
    CardKind { name, doc, dealt: true, facts, hooks, needs: &[], this: None }
}

const TAPS: &[u8] = &[HookId::Tap.n()];

const KINDS: &[CardKind] = &[
    card_kind("robot", "A Robot: a fighter that takes upgrades and Components.", UNIT_FACTS, &[]),
    card_kind("mega-top", "The upper half of a Mega Robot.", UNIT_FACTS, &[]),
    card_kind("mega-legs", "The lower half of a Mega Robot.", UNIT_FACTS, &[]),
    card_kind("monster", "A Monster: a fighter.", UNIT_FACTS, &[]),
    card_kind("equipment", "Equipment: it stands in the base.", UNIT_FACTS, TAPS),
    card_kind("component", "A Component that is installed on a robot.", COMPONENT_FACTS, &[]),
    card_kind("agent", "An Agent: shown at any time, used once.", SHOWN_FACTS, SHOWN),
    card_kind("super-weapon", "A Super Weapon: shown in the own Play phase, used once.", SHOWN_FACTS, SHOWN),
    card_kind("moon", "A Moon: it lies between the players.", MOON_FACTS, &[]),
    CardKind {
        name: "setup",
        doc: "A card of the set-up, which is not dealt.",
        dealt: false,
        facts: &[CARD_NUMBER, number("pieces", 9, "How many there are.", "3", START)],
        hooks: &[],
        needs: &[],
        this: None,
    },
];

/// All words that cards of Robot Empire may use.
pub static LEXICON: Lexicon = Lexicon {
    game: "robot-empire",
    api: 1,
    things: &[
        Thing::new("player", "A player.", true),
        Thing::new("unit", "A card on the table, or the Battery that a tap names.", false),
    ],
    words: &[],
    nouns: NOUNS,
    verbs: VERBS,
    hooks: HOOKS,
    symbols: &[],
    kinds: KINDS,
    windows: &[],
    beside: &[],
    keeps: &[],
    secrecy: None,
    phrases: Phrases::NONE,
    declarable: &[],
    declared: Cow::Borrowed(&[]),
};
