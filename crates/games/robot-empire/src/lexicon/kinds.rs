//! The kinds of cards and their facts.

use crate::lexicon::hooks::{
    HookId, OF_COMPONENTS, OF_EQUIPMENT, OF_FIGHTERS, OF_MOONS, SHOWN, SHOWN_AT_ONCE,
};
use crate::lexicon::nouns::NounId;
use crate::lexicon::verbs::VerbId;
use crate::rules::{
    ADDED, ATTACK_DIE, CARDS, CHAINS, COLLECT, COSTS, DAMAGE, DEFENCE_DIE, DESTROYED, DIE_COST,
    FIRE, FLYING, INSTALL, INSTANT, LAND, MOON_DRAWN, NAMED, PERMANENT, PLAY, PORTS, RETURN,
    SEVERAL, START, TAP, TRAMPLES,
};
use cardwright_effects::{CardKind, Fact, FactType, OwnTurn, Stays};
use cardwright_kernel::RuleId;
use cardwright_runtime::numbered;

numbered! {
    /// The kinds of targets that an Agent, Super Weapon or tap may name.
    NamesId, NAMES: &str;
    Nothing = "nothing";
    OwnTarget = "own-target";
    OwnFighter = "own-fighter";
    OwnEquipmentOrBattery = "own-equipment-or-battery";
    OpponentsTarget = "opponents-target";
    OpponentsFighter = "opponents-fighter";
    OpponentsEquipment = "opponents-equipment";
    Opponent = "opponent";
    Announced = "announced";
    AnyTarget = "any-target";
    AnyFighter = "any-fighter";
}

/// The ports of Robots and the kinds of Components.
pub(crate) const PORT_NAMES: &[&str] = &["jump-jets", "rockets", "force-field"];

/// The kinds of cards that have a cost, in the order of [`KindId`].
const HAND_KINDS: &[&str] = &[
    "robot",
    "mega-top",
    "mega-legs",
    "monster",
    "equipment",
    "component",
    "agent",
    "super-weapon",
];
const _: () =
    assert!(KindId::Robot.n() == 0 && KindId::SuperWeapon.n() as usize + 1 == HAND_KINDS.len());

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

const CARD_NUMBER: Fact = number(
    "number",
    999,
    "The number printed on the card; 0 if it has none.",
    "29",
    CARDS,
);

/// A fact for an amount that may be a die.
const fn quantity(
    name: &'static str,
    max: i32,
    plus: bool,
    doc: &'static str,
    rule: RuleId,
) -> Fact {
    Fact::new(
        name,
        FactType::Quantity { min: 0, max, plus },
        doc,
        "3",
        rule,
    )
}

const COST: Fact = number("cost", 20, "Coins it costs.", "3", PLAY);

numbered! {
    /// The facts of cards that enter play.
    UnitFact, UNIT_FACTS: Fact;
    Number = CARD_NUMBER;
    Cost = quantity("cost", 20, false, "Its cost in coins: a number, or 1d6.", PLAY);
    CostDie = flag("cost_die", "Whether its cost is 1d6; `cost = \"1d6\"` says the same.", DIE_COST);
    Attack = quantity("attack", 20, true, "Its attack. Default: 0. It may include 1d6.", DAMAGE);
    AttackDie = flag("attack_die", "Whether 1d6 is added to its attack; `attack = \"1d6+3\"` says the same.", ATTACK_DIE);
    Defence = quantity("defence", 30, true, "Its defence. It may include 1d6.", DESTROYED).needed();
    DefenceDie = flag("defence_die", "Whether 1d6 is added to its defence; `defence = \"1d6+3\"` says the same.", DEFENCE_DIE);
    Ports = Fact::new("ports", FactType::SomeOf(PORT_NAMES), "Its ports, for the option `ports`.",
        "[\"jump-jets\", \"rockets\"]", PORTS);
    Flying = flag("flying", "Whether it flies.", FLYING);
    Chaining = flag("chaining", "Whether it is a Monster that may form chains.", CHAINS);
    LongRange = number("long_range", 20, "The damage that it deals from long range.", "2", FIRE);
    Collect = number("collect", 10, "Coins that it collects in the Collect phase.", "1", COLLECT);
    Harvest = number("harvest", 10, "Extra coins from the War Chest that it brings back from a Moon.", "2", RETURN);
    SingleBlocker = flag("single_blocker", "Whether at most one blocker may block it.", SEVERAL);
    PermanentCost = number("permanent_cost", 20, "The cost of its Permanent. Without it, the card has no Permanent.", "2", PERMANENT);
    PermanentAttack = number("permanent_attack", 20, "Attack its Permanent adds.", "1", PERMANENT);
    PermanentDefence = number("permanent_defence", 20, "Defence its Permanent adds.", "1", PERMANENT);
    PermanentFlying = flag("permanent_flying", "Whether it flies with its Permanent.", PERMANENT);
    InstantCost = number("instant_cost", 20, "The cost of its Instant. Without it, the card has no Instant.", "1", INSTANT);
    InstantAttack = number("instant_attack", 20, "Attack its Instant adds.", "1", INSTANT);
    InstantDefence = number("instant_defence", 20, "Defence its Instant adds.", "3", INSTANT);
    InstantFlying = flag("instant_flying", "Whether it flies with its Instant.", INSTANT);
    Names = Fact::new("names", FactType::OneOf(NAMES), "What its tap targets.", "\"own-fighter\"", TAP);
    Discount = number("discount", 20, "How many coins fewer cards cost its player. A cost never goes below 0.", "1", COSTS);
    TwoBlockers = flag("two_blockers", "Whether one blocker alone cannot block it.", SEVERAL);
    TapInPlay = flag("tap_in_play", "Whether its tap is used in its player's own Play phase instead of in the windows for taps.", TAP);
    BlocksFlyers = flag("blocks_flyers", "Whether it may block flying attackers although it does not fly.", FLYING);
    Tramples = flag("tramples", "Whether attack that is left after its blockers are destroyed hits the Battery of the attacked player.", TRAMPLES);
    DiscountOn = Fact::new("discount_on", FactType::SomeOf(HAND_KINDS),
        "The kinds of cards that its discount or surcharge applies to. Default: all.", "[\"robot\", \"monster\"]", COSTS);
}

numbered! {
    /// The facts of Agents and Super Weapons.
    ShownFact, SHOWN_FACTS: Fact;
    Number = CARD_NUMBER;
    Cost = COST.needed();
    Names = Fact::new("names", FactType::OneOf(NAMES), "What it names when it is shown; nothing if not said.",
        "\"opponents-fighter\"", NAMED);
    DiscountOn = Fact::new("discount_on", FactType::SomeOf(HAND_KINDS),
        "The kinds of cards that its discount or surcharge applies to while it lasts. Default: all.", "[\"robot\", \"monster\"]", COSTS);
}

numbered! {
    /// The facts of Components.
    ComponentFact, COMPONENT_FACTS: Fact;
    Number = CARD_NUMBER;
    Cost = COST.needed();
    Port = Fact::new("port", FactType::OneOf(PORT_NAMES),
        "The kind of Component, and the port it needs with the option `ports`. Default: it is of another kind and needs no port.", "\"rockets\"", INSTALL);
    Flying = flag("flying", "Whether its robot flies.", FLYING);
    LongRange = number("long_range", 20, "Long range of its robot.", "2", FIRE);
    Defence = number("defence", 20, "Defence it adds.", "2", ADDED);
    Attack = number("attack", 20, "Attack it adds.", "1", ADDED);
}

numbered! {
    /// The facts of Moons.
    MoonFact, MOON_FACTS: Fact;
    Number = CARD_NUMBER;
    Landing = number("landing", 20, "Coins that landing costs; 0 if not said.", "2", LAND);
    Value = number("value", 20, "Coins it gets.", "6", MOON_DRAWN).needed();
}

numbered! {
    /// The facts of setup cards.
    SetupFact, SETUP_FACTS: Fact;
    Number = CARD_NUMBER;
    Pieces = number("pieces", 9, "How many there are.", "3", START);
}

const fn kind(
    name: &'static str,
    doc: &'static str,
    facts: &'static [Fact],
    hooks: &'static [u8],
) -> CardKind {
    CardKind {
        name,
        doc,
        dealt: true,
        facts,
        hooks,
        this: None,
        stays: None,
    }
}

const LASTING: &[u8] = &[VerbId::StayUntilTurnEnd.n(), VerbId::StayUntilTurn.n()];

/// What an Agent misses that is shown in another player's turn.
const IN_OWN_TURN: &[OwnTurn] = &[OwnTurn {
    hook: HookId::OnTurnEnd.n(),
    any: HookId::OnAnyTurnEnd.n(),
    active: NounId::Active.n(),
}];

/// A kind of card that is shown and discarded.
const fn shown(name: &'static str, doc: &'static str, own_turn: &'static [OwnTurn]) -> CardKind {
    CardKind {
        stays: Some(Stays {
            verbs: LASTING,
            without: SHOWN_AT_ONCE,
            laid: &[],
            own_turn,
        }),
        ..kind(name, doc, SHOWN_FACTS, SHOWN)
    }
}

/// A kind of card that enters play, so that scripts may use `this`.
const fn on_table(name: &'static str, doc: &'static str, hooks: &'static [u8]) -> CardKind {
    CardKind {
        this: Some(NounId::This.n()),
        ..kind(name, doc, UNIT_FACTS, hooks)
    }
}

numbered! {
    /// Kinds of cards, numbered as in the lexicon.
    KindId, KINDS: CardKind;
    Robot = on_table("robot", "A Robot: a fighter that can have upgrades and Components.", OF_FIGHTERS);
    MegaTop = on_table("mega-top", "The upper half of a Mega Robot.", OF_FIGHTERS);
    MegaLegs = on_table("mega-legs", "The lower half of a Mega Robot.", OF_FIGHTERS);
    Monster = on_table("monster", "A Monster: a fighter.", OF_FIGHTERS);
    Equipment = on_table("equipment", "Equipment, which is in the base.", OF_EQUIPMENT);
    Component = CardKind {
        this: Some(NounId::This.n()),
        ..kind("component", "A Component that is installed on a robot. In its script, `this` is the robot.", COMPONENT_FACTS, OF_COMPONENTS)
    };
    Agent = shown("agent", "An Agent: shown at any time, used once.", IN_OWN_TURN);
    SuperWeapon = shown("super-weapon", "A Super Weapon: shown in your own Play phase, used once.", &[]);
    Moon = CardKind {
        this: Some(NounId::This.n()),
        ..kind("moon", "A Moon, which belongs to no player. In its script, `this` is the robot that has landed or returned.", MOON_FACTS, OF_MOONS)
    };
    Setup = CardKind { dealt: false, ..kind("setup", "A card of the set-up, which is not dealt.", SETUP_FACTS, &[]) };
}

impl KindId {
    /// Whether it is half of a Mega Robot.
    pub(crate) fn is_half(self) -> bool {
        matches!(self, KindId::MegaTop | KindId::MegaLegs)
    }

    /// Whether its cards enter play.
    pub(crate) fn comes_out(self) -> bool {
        matches!(
            self,
            KindId::Robot
                | KindId::MegaTop
                | KindId::MegaLegs
                | KindId::Monster
                | KindId::Equipment
        )
    }
}

impl NamesId {
    /// The hooks for this kind of target: whether a card may have it, and the effect on it.
    pub(crate) fn hooks(self) -> (HookId, HookId) {
        match self {
            NamesId::Nothing | NamesId::Announced => (HookId::Can, HookId::Play),
            NamesId::Opponent => (HookId::CanAgainst, HookId::PlayAgainst),
            NamesId::OwnTarget
            | NamesId::OwnFighter
            | NamesId::OwnEquipmentOrBattery
            | NamesId::OpponentsTarget
            | NamesId::OpponentsFighter
            | NamesId::OpponentsEquipment
            | NamesId::AnyTarget
            | NamesId::AnyFighter => (HookId::CanOn, HookId::PlayOn),
        }
    }

    /// The kind of target as a phrase.
    pub(crate) fn phrase(self) -> &'static str {
        match self {
            NamesId::Nothing => "nothing is named",
            NamesId::OwnTarget => "your own fighter in the front line, or your own Equipment",
            NamesId::OwnFighter => "your own fighter in the front line",
            NamesId::OwnEquipmentOrBattery => "your own Equipment or Battery",
            NamesId::OpponentsTarget => "an opponent's fighter in the front line or Equipment",
            NamesId::OpponentsFighter => "an opponent's fighter in the front line",
            NamesId::OpponentsEquipment => "an opponent's Equipment",
            NamesId::AnyTarget => "any fighter in the front line or Equipment",
            NamesId::AnyFighter => "any fighter in the front line",
            NamesId::Opponent => "an opponent who is not out",
            NamesId::Announced => "the Agent or Super Weapon that another player announced last",
        }
    }
}
