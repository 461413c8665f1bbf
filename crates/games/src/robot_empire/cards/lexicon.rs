//! The words Robot Empire offers to its cards. The module `host` gives each its meaning.

use crate::robot_empire::rules::*;
use cardwright_effects::{CardKind, Fact, FactType, Hook, Lexicon, Noun, Param, Phrases, Thing, Ty, Verb};
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

const OF_PLAYER: &[Param] = &[Param::new("player", PLAYER)];
const OF_UNIT: &[Param] = &[Param::new("unit", UNIT)];

numbered! {
    /// Nouns, by place in the lexicon.
    NounId, NOUNS: Noun;
    Opponents = Noun::new("opponents", OF_PLAYER, PLAYERS, "{0}'s opponents",
        "Every other player who is not out.", "each foe in opponents(me) { … }", NAMED);
    PlayersIn = Noun::new("players", &[], PLAYERS, "the players",
        "Every player who is not out.", "each who in players() { … }", OUT);
    Active = Noun::new("active", &[], PLAYER, "the active player",
        "The player whose turn it is.", "when me == active() { … }", TURN);
    ChestCoins = Noun::new("chest", &[], NUMBER, "the coins in the War Chest",
        "Coins in the War Chest.", "fn can(me) { chest() > 0 }", CHEST).between(0, 80);
    Die = Noun::new("die", &[], NUMBER, "the number on the die",
        "What `roll` showed last in this effect; 0 before.", "drain(foe, die())", CARD_TEXT).between(0, 6);
    Battery = Noun::new("battery", OF_PLAYER, NUMBER, "the coins on {0}'s Battery",
        "Coins on the player's Battery.", "when foe.battery < 5 { … }", OUT).of_one().between(0, 80);
    StartCoins = Noun::new("start", OF_PLAYER, NUMBER, "the start value of {0}'s Battery",
        "Coins the player's Battery had at the start.", "fn can(me) { me.battery < me.start }", BATTERY_CHOICE).of_one().between(0, 80);
    Vault = Noun::new("vault", OF_PLAYER, NUMBER, "the coins in {0}'s Vault",
        "Coins in the player's Vault.", "when foe.vault > 0 { … }", PLACES).of_one().between(0, 80);
    HandSize = Noun::new("hand_size", OF_PLAYER, NUMBER, "the number of cards in {0}'s hand",
        "Cards in the player's hand.", "when foe.hand_size == 0 { … }", HIDDEN).of_one().between(0, 7);
    Fighters = Noun::new("fighters", OF_PLAYER, NUMBER, "the number of {0}'s fighters in the front line",
        "Fighters and Mega Robots of the player in the front line.", "when foe.fighters > 2 { … }", TARGETS).of_one().between(0, 32);
    ReadyFighters = Noun::new("ready_fighters", OF_PLAYER, NUMBER, "the number of {0}'s ready fighters in the front line",
        "Those of the fighters that are not recharging.", "when foe.ready_fighters > 0 { … }", TARGETS).of_one().between(0, 32);
    Owner = Noun::new("owner", OF_UNIT, PLAYER, "the owner of {0}",
        "The player who controls the card.", "drain(named.owner, 1)", TARGETS).of_one();
    AttackOf = Noun::new("attack", OF_UNIT, NUMBER, "the attack of {0}",
        "The card's attack now; of 1d6 only what is added to it.", "damage(named, named.attack)", ADDED).of_one().between(0, 255);
    DefenceOf = Noun::new("defence", OF_UNIT, NUMBER, "the defence of {0}",
        "The card's defence now.", "fn can_on(me, named) { named.defence <= 3 }", ADDED).of_one().between(0, 255);
    DamageOf = Noun::new("taken", OF_UNIT, NUMBER, "the damage {0} [has|have] taken",
        "Damage the card has taken in this turn.", "when named.taken > 0 { … }", TURN_END).of_one().between(0, 255);
    Ready = Noun::new("ready", OF_UNIT, TRUTH, "{0} [is|are] not recharging",
        "Whether the card is not recharging.", "fn can_on(me, named) { named.ready }", RECHARGING).of_one();
    Flies = Noun::new("flying", OF_UNIT, TRUTH, "{0} [flies|fly]",
        "Whether the card flies now.", "when named.flying { … }", FLYING).of_one();
    IsNew = Noun::new("new", OF_UNIT, TRUTH, "{0} [is|are] new",
        "Whether the card came out in this turn of its owner.", "when named.new { … }", NEW).of_one();
    IsRobot = Noun::new("is_robot", OF_UNIT, TRUTH, "{0} [is|are] a Robot",
        "Whether the card is a Robot or an assembled Mega Robot.", "when named.is_robot { … }", CARDS).of_one();
}

const UNIT_NUMBER: &[Param] = &[Param::new("unit", UNIT), Param::new("points", NUMBER)];
const PLAYER_NUMBER: &[Param] = &[Param::new("player", PLAYER), Param::new("number", NUMBER)];

numbered! {
    /// Verbs, by place in the lexicon.
    VerbId, VERBS: Verb;
    Damage = Verb::new("damage", UNIT_NUMBER, "{1} damage to {0}",
        "Deals damage to a card on the table.", "damage(named, 2)", DESTROYED);
    Destroy = Verb::new("destroy", OF_UNIT, "{0} [is|are] destroyed",
        "Destroys a card on the table.", "destroy(named)", DESTROYED);
    Recharge = Verb::new("recharge", OF_UNIT, "{0} [recharges|recharge]",
        "The card recharges.", "recharge(named)", RECHARGING);
    ReactivateCard = Verb::new("reactivate", OF_UNIT, "{0} [is|are] reactivated",
        "The card is ready again.", "reactivate(named)", REACTIVATE);
    Prevent = Verb::new("prevent", UNIT_NUMBER, "the next {1} damage to {0} in this turn is prevented",
        "Lays prevention on a card, or on the Battery that a tap names.", "prevent(named, 2)", PREVENTION);
    Drain = Verb::new("drain", PLAYER_NUMBER, "{1} damage to {0}'s Battery",
        "Deals damage to a Battery.", "drain(foe, die())", BATTERIES);
    Restore = Verb::new("restore", PLAYER_NUMBER, "up to {1} coins go from the War Chest to {0}'s Battery, not above its start value",
        "Moves coins from the War Chest to a Battery, not above its start value.", "restore(me, 2)", BATTERY_CHOICE);
    TakeCoins = Verb::new("take_coins", &[Param::new("from", PLAYER), Param::new("to", PLAYER), Param::new("number", NUMBER)],
        "{1} [takes|take] up to {2} coins from {0}'s Vault",
        "Moves coins from one Vault to another, as far as there are any.", "take_coins(foe, me, 2)", CHEST);
    Bank = Verb::new("bank", PLAYER_NUMBER, "{0} [takes|take] up to {1} coins from the War Chest",
        "Moves coins from the War Chest to a Vault.", "bank(me, 2)", CHEST);
    Pay = Verb::new("pay", PLAYER_NUMBER, "{0} [pays|pay] up to {1} coins",
        "Moves coins from a Vault to the War Chest.", "pay(foe, 1)", CHEST);
    Cancel = Verb::new("cancel", &[], "the Agent or Super Weapon announced before is cancelled",
        "Cancels the Agent or Super Weapon that waits below.", "cancel()", LAST_FIRST);
    Roll = Verb::new("roll", &[], "roll the die",
        "Rolls the die; `die()` says what it shows.", "roll()", CARD_TEXT);
    DamageFighters = Verb::new("damage_fighters", PLAYER_NUMBER, "{1} damage to each of {0}'s fighters in the front line",
        "Deals damage to every fighter of a player in the front line.", "damage_fighters(foe, 2)", DESTROYED);
    RechargeFighters = Verb::new("recharge_fighters", OF_PLAYER, "all of {0}'s fighters in the front line recharge",
        "Every fighter of a player in the front line recharges.", "recharge_fighters(foe)", RECHARGING);
}

const ME: &[Param] = &[Param::new("me", PLAYER)];
const ME_NAMED: &[Param] = &[Param::new("me", PLAYER), Param::new("named", UNIT)];
const ME_FOE: &[Param] = &[Param::new("me", PLAYER), Param::new("foe", PLAYER)];

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
    Fact::new(name, FactType::Number { min: 0, max }, doc, example, rule)
}

const fn flag(name: &'static str, doc: &'static str, rule: RuleId) -> Fact {
    Fact::new(name, FactType::Flag, doc, "true", rule)
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
    number("defence", 30, "Its defence.", "3", DESTROYED).needed(),
    Fact::new(
        "ports",
        FactType::SomeOf(PORT_NAMES),
        "Its ports, for the option `ports`.",
        "[\"jump-jets\", \"rockets\"]",
        PORTS,
    ),
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
    Fact::new("names", FactType::OneOf(NAMES_BY_NAME), "What its tap names.", "\"own-fighter\"", TAP),
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
    COST.needed(),
    Fact::new(
        "names",
        FactType::OneOf(NAMES_BY_NAME),
        "What it names when it is shown; nothing if not said.",
        "\"opponents-fighter\"",
        NAMED,
    ),
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
    COST.needed(),
    Fact::new(
        "port",
        FactType::OneOf(PORT_NAMES),
        "The kind of Component, and the port it needs with the option `ports`.",
        "\"rockets\"",
        INSTALL,
    )
    .needed(),
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
    number("value", 20, "Coins it gets.", "6", MOON_DRAWN).needed(),
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
