//! The words Moon-Bots offers to its cards. The module `host` gives each its meaning.

mod phrases;

use crate::moon_bots::rules::*;
use crate::moon_bots::state::{OWN_TYPES, TYPES};
use cardwright_effects::{
    Declarable, Keeps, Lexicon, Noun, Param, Secrecy, Stays, Thing, Ty, Verb, Windows, Word,
};
use cardwright_runtime::numbered;
use std::borrow::Cow;

const NUMBER: Ty = Ty::Number;
const TRUTH: Ty = Ty::Truth;
const ROBOT: Ty = Ty::One(ThingId::Robot.n());
const ROBOTS: Ty = Ty::Many(ThingId::Robot.n());
const FACE: Ty = Ty::One(ThingId::Face.n());
const FACES: Ty = Ty::Many(ThingId::Face.n());
const PLACE: Ty = Ty::One(ThingId::Place.n());
const PLACES: Ty = Ty::Many(ThingId::Place.n());
const CARD: Ty = Ty::One(ThingId::Card.n());
const CARDS: Ty = Ty::Many(ThingId::Card.n());
const DAMAGE_TYPE: Ty = Ty::One(ThingId::Damage.n());
const PLAYER: Ty = Ty::One(ThingId::Player.n());
const PLAYERS: Ty = Ty::Many(ThingId::Player.n());
const SORT: Ty = Ty::One(ThingId::Sort.n());
const READING: Ty = Ty::One(ThingId::Reading.n());
const KEYWORD: Ty = Ty::One(ThingId::Keyword.n());

mod functions;
mod kinds;

use functions::HOOKS;
pub use functions::HookId;
use kinds::{CAP_FACT, DISCOUNT, DISCOUNT_ON, KINDS, LIMIT_FACT, MORE_DAMAGE, SYMBOL_TABLE};
pub use kinds::{PLAY_IF, SLOTS, SORTS_BY_NAME, WINDOWS_BY_NAME, base, kind, part, upgrade, weapon};

mod house;

pub use house::{HouseNoun, HouseVerb};

const OF_ROBOT: &[Param] = &[Param::new("robot", ROBOT)];

numbered! {
    /// Nouns, by place in the lexicon.
    NounId, NOUNS: Noun;
    Energy = Noun::new("energy", OF_ROBOT, NUMBER, "{0}'s energy",
        "The robot's energy: 0 to 18, or to what its cards let it hold.", "when foe.energy < 5 { … }", CAP).of_one().between(0, ALL_CAPS)
        .usually(FULL, HOLDS, CAP_FACT.name);
    Weapons = Noun::new("weapons", OF_ROBOT, NUMBER, "the number of {0}'s secret weapons",
        "How many secret weapons the robot holds; a weapon being played is no longer held.",
        "when foe.weapons == 0 { … }", HIDDEN).of_one().between(0, crate::moon_bots::cards::book::WEAPON_COPIES as i16);
    InPlayNow = Noun::new("in_play", OF_ROBOT, TRUTH, "{0} [is|are] in play",
        "Whether the robot is neither out nor switched off.", "when active().in_play { … }", OUT).of_one()
        .holding_in(functions::OF_THE_LIVING);
    Pending = Noun::new("pending", OF_ROBOT, NUMBER, "the damage about to hit {0}",
        "Points of damage about to hit the robot that may still be stopped.", "prevent(me, me.pending)", DAMAGE).of_one().between(0, i16::MAX);
    PendingOf = Noun::new("pending_of", &[Param::new("robot", ROBOT), Param::new("damage", DAMAGE_TYPE)], NUMBER, "the {1} damage about to hit {0}",
        "Points of one type of damage about to hit the robot that may still be stopped.",
        "when pending_of(me, fist) > 0 { … }", DAMAGE).between(0, i16::MAX);
    Opponents = Noun::new("opponents", OF_ROBOT, ROBOTS, "{0}'s opponents",
        "Every robot in play that belongs to another player.", "each foe in opponents(me) { … }", IN_PLAY);
    RobotsInPlay = Noun::new("robots", &[], ROBOTS, "the robots in play",
        "Every robot in play.", "each robot in robots() { … }", IN_PLAY);
    Others = Noun::new("others", OF_ROBOT, ROBOTS, "the robots other than {0}",
        "Every robot in play except this one.", "choose other in others(me) { … }", DEFLECTION);
    TargetsOf = Noun::new("targets", OF_ROBOT, ROBOTS, "the robots {0} may hit",
        "Every robot that this robot may attack: its neighbours, or the robot it faces.",
        "choose foe in targets(me) { … }", TARGETS);
    Attacked = Noun::new("attacked", &[], ROBOTS, "the attacked robots",
        "Every robot in play that the present attack was aimed at.", "choose foe in attacked() { … }", STRONGER);
    AttackedWith = Noun::new("attacked_with", &[Param::new("damage", DAMAGE_TYPE)], ROBOTS, "the robots attacked with {0}",
        "Every robot in play that the present attack hits with this type of damage.",
        "choose foe in attacked_with(missile) { … }", BOOST);
    Aimed = Noun::new("aimed", &[Param::new("damage", DAMAGE_TYPE)], NUMBER, "the number of {0} symbols in the attack",
        "How many points of this type the present attack shows, before upgrades.", "when aimed(fist) > 0 { … }", BOOST).between(0, i16::MAX);
    Active = Noun::new("active", &[], ROBOT, "the active robot",
        "The robot whose turn it is.", "when me == active() { … }", TURN);
    Attacker = Noun::new("attacker", &[], ROBOT, "the attacker",
        "The robot that makes the present attack.", "when me == attacker() { … }", ATTACK);
    OpponentGained = Noun::new("opponent_gained", OF_ROBOT, TRUTH, "one of {0}'s opponents has just gained energy",
        "Whether an opponent gained 1 or more energy since the window opened or in the step just before it.",
        "fn can(me) { opponent_gained(me) }", ENERGY_PUMP);
    FreeCards = Noun::new("free_cards", OF_ROBOT, PLACES, "the market cards that {0} [has|have] a place for",
        "The places of the market whose card the robot could take without paying.",
        "choose card in free_cards(me) { … }", NO_PLACE);
    Affordable = Noun::new("affordable", OF_ROBOT, PLACES, "the market cards that {0} can pay for",
        "The places of the market whose card the robot could buy.", "choose card in affordable(me) { … }", PAY)
        .asking(&[HookId::Discount.n()]);
    Pile = Noun::new("pile", &[Param::new("robot", ROBOT), Param::new("sort", SORT)], CARDS, "the {1}s in the pile that {0} [has|have] a place for",
        "The cards of one sort in the draw pile that the robot could build.",
        "choose card in pile(me, part) { … }", LOOK_CLOSER);
    DiceShown = Noun::new("dice", &[], FACES, "the unplaced dice",
        "The faces shown by the active robot's dice that are rolled and not yet placed.",
        "choose die in dice() { … }", ROLL);
    Beside = Noun::new("beside", &[Param::new("face", FACE)], FACES, "the faces next to {0}",
        "The faces one below and one above; 1 has nothing below, 6 nothing above.",
        "choose face in beside(die) { … }", ADJUSTMENT);
    PlayersIn = Noun::new("players", &[], PLAYERS, "the players",
        "Every player with a robot in play.", "choose who in players() { … }", TRICK);
    Rule = Noun::new("rule", &[Param::new("reading", READING)], TRUTH, "the table plays by the reading “{0}”",
        "Whether the table plays by a reading of an open question; the docs list the questions.",
        "when rule(absorber_all) { … }", COMPONENTS);
    Owner = Noun::new("player", OF_ROBOT, PLAYER, "{0}'s player",
        "The player of the robot.", "forbid_reroll(foe.player)", TURN).of_one();
    Bearing = Noun::new("bearing", &[Param::new("robot", ROBOT), Param::new("keyword", KEYWORD)], NUMBER, "the number of {0}'s {1} parts and upgrades",
        "How many of the robot's parts and upgrades bear a keyword that a pack declares.",
        "when bearing(foe, armoured) > 0 { … }", COMPONENTS).between(0, 12);
    Turns = Noun::new("turn", &[], NUMBER, "the number of this turn",
        "How many turns have begun, this one too.", "when turn() > 8 { … }", TURN).between(1, i16::MAX);
    Round = Noun::new("round", &[], NUMBER, "the number of this round",
        "Which round this is, from 1.", "when round() == 1 { … }", STALEMATE).between(1, i16::MAX);
    DiceOf = Noun::new("dice", OF_ROBOT, NUMBER, "the number of {0}'s dice",
        "How many dice the robot rolls.", "when foe.dice > 2 { … }", DICE).of_one();
    Gained = Noun::new("gained", OF_ROBOT, NUMBER, "the energy that {0} [has|have] gained towards the limit",
        "Energy that the robot has gained towards its limit of 2.", "when me.gained == 0 { … }", LIMIT_COUNTS).of_one();
    Staying = Noun::new("staying", OF_ROBOT, NUMBER, "the number of secret weapons that stay with {0}",
        "How many secret weapons stay on the table in front of the robot.", "when me.staying == 0 { … }", STAY).of_one().between(0, crate::moon_bots::state::PERMANENTS as i16);
    Counters = Noun::new("counters", &[], NUMBER, "the number of counters on this card",
        "How many counters lie on this card.", "when counters() >= 3 { … }", COUNTER).between(0, crate::moon_bots::state::COUNTERS as i16);
    CountersOn = Noun::new("counters", OF_ROBOT, NUMBER, "the number of counters on {0}'s cards",
        "How many counters lie on the robot's parts, upgrades and staying weapons together.",
        "when foe.counters > 0 { … }", COUNTER).of_one();
    FelledBy = Noun::new("felled_by", OF_ROBOT, ROBOTS, "the robots whose attack felled {0}",
        "The robot in play whose attack took the robot's last energy; empty if no attack did, and when the robot does not fall.",
        "fn on_fall(me) { each foe in felled_by(me) { lose(foe, 2) } }", LAST_WORDS);
    Memory = Noun::new("memory", &[], NUMBER, "the number this card remembers",
        "The number that this card remembers; 0 if it remembers none.", "when memory() > turn() - 2 { … }", MEMORY_OF_CARD)
        .between(0, crate::moon_bots::cards::words::memory::MAX_REMEMBERED as i16);
    Remembers = Noun::new("remembers", &[], TRUTH, "this card remembers something",
        "Whether this card remembers a number or a robot, also one that is out.", "when not(remembers()) { … }", MEMORY_OF_CARD);
    Remembered = Noun::new("remembered", &[], ROBOTS, "the robots this card remembers",
        "The robot in play that this card remembers; empty if it remembers none.",
        "each foe in remembered() { lose(foe, 1) }", MEMORY_OF_CARD);
}

numbered! {
    /// Sorts of things, by place in the lexicon.
    ThingId, THINGS: Thing;
    Robot = Thing::new("robot", "A robot.", true).in_turn(&[NounId::Active.n()]);
    Face = Thing::new("face", "The face of a die.", true).numbered(1, 6);
    Place = Thing::new("place", "A place of the market with its card.", true);
    Card = Thing::new("card", "A part or upgrade, in the pile or on a robot.", false);
    Damage = Thing::new("damage", "A type of damage.", true);
    Player = Thing::new("player", "A player.", true).in_turn(&[NounId::Active.n(), NounId::Owner.n()]);
    Sort = Thing::new("sort", "A sort of card.", true);
    Reading = Thing::new("reading", "A reading of an open question.", true);
    Keyword = Thing::new("keyword", "A keyword of parts and upgrades.", false);
    Weapon = Thing::new("weapon", "A secret weapon in a hand.", false);
    Slot = Thing::new("slot", "A slot of a robot, or the part in it.", true);
}

/// Damage is about to hit somebody in this window alone.
const DAMAGE_WINDOW: &[&str] = &["damage"];
/// No attack is under way in these windows, so that a card may make one.
const NO_ATTACK_YET: &[&str] =
    &["turn-start", "bought", "rolled", "re-rolled", "energy", "before-refill", "turn-end"];
/// The hooks in which an attack may begin.
const ATTACKING: &[u8] = functions::OUTSIDE_ATTACKS;
/// All the energy a robot can have with a cap on each of its cards.
const ALL_CAPS: i16 = FULL * (1 + crate::moon_bots::state::SLOTS + crate::moon_bots::state::UPGRADES) as i16;
/// All the energy a robot can have without the help of cards.
const FULL: i16 = crate::moon_bots::state::CAP as i16;
const HOLDS: &str = "a robot has at most 18 energy";

numbered! {
    /// Verbs, by place in the lexicon.
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
        "Moves points that are about to hit one robot to another; they keep their type.",
        "deflect(me, other, n)", DEFLECTION)
        .in_windows(DAMAGE_WINDOW)
        .counting(2, i16::MAX, "");
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
    ForbidReroll = Verb::new("forbid_reroll", &[Param::new("player", PLAYER)], "{0} may not roll dice again this turn",
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
        .counting(0, crate::moon_bots::state::COUNTERS as i16, "a card holds at most 15 counters");
    TakeCounters = Verb::new("take_counters", &[Param::new("number", NUMBER)], "take {0} [counter|counters] off this card",
        "Takes counters off this card, as many as there are.", "take_counters(3)", COUNTER)
        .counting(0, crate::moon_bots::state::COUNTERS as i16, "a card holds at most 15 counters");
    Remember = Verb::new("remember", &[Param::new("number", NUMBER)], "this card remembers the number {0}",
        "This part, upgrade or staying weapon remembers a number from 0 to 14, instead of what it remembered before; it is then no card for counters.",
        "remember(dice_sum())", MEMORY_OF_CARD);
    RememberRobot = Verb::new("remember_robot", OF_ROBOT, "this card remembers {0}",
        "This part, upgrade or staying weapon remembers a robot, instead of the one it remembered before; it is then no card for counters or numbers.",
        "choose foe in opponents(me) { remember_robot(foe) }", MEMORY_OF_CARD);
    Forget = Verb::new("forget", &[], "this card remembers nothing any more",
        "This card remembers nothing any more.", "forget()", MEMORY_OF_CARD);
}

/// Readings of open questions that cards ask for.
#[allow(missing_docs, reason = "each is described in the table")]
pub mod readings {
    pub const FIST_BOOST_ANY: i16 = 0;
    pub const FIST_BOOST_ATTACKED: i16 = 1;
    pub const FIST_BOOST_FORCED: i16 = 2;
    pub const MISSILE_BOOST_DOUBLE: i16 = 3;
    pub const STRONGER_ANY: i16 = 4;
    pub const ABSORBER_ALL: i16 = 5;
    pub const ADJUSTMENT_ANY: i16 = 6;
    pub const SUPERMARKET_ANY_TURN: i16 = 7;
    pub const TRICK_OPPONENTS: i16 = 8;
    pub const DEFLECTION_OPTIONAL: i16 = 9;
    pub const MISSILE_POINT_OPTIONAL: i16 = 10;
}

/// How players write numbers in secret (MB-13.22).
pub(crate) const SECRECY: Secrecy = Secrecy { begins: HouseVerb::InSecret.n(), ends: HouseVerb::Show.n() };

/// Keywords that all packs of a match may declare together: a card's are bits of 16.
const MAX_KEYWORDS: u8 = 16;

/// The words Moon-Bots offers to its cards.
pub const LEXICON: Lexicon = Lexicon {
    game: "moon-bots",
    api: 1,
    things: THINGS,
    words: &[
        Word { name: "fist", thing: ThingId::Damage.n(), value: 0, doc: "Damage by fists." },
        Word { name: "missile", thing: ThingId::Damage.n(), value: 1, doc: "Damage by missiles." },
        Word { name: "part", thing: ThingId::Sort.n(), value: 0, doc: "Robot parts." },
        Word { name: "upgrade", thing: ThingId::Sort.n(), value: 1, doc: "Upgrades." },
        Word {
            name: "fist_boost_any",
            thing: ThingId::Reading.n(),
            value: readings::FIST_BOOST_ANY,
            doc: "Q-MB-9: the fist upgrade's point may go to any robot one may hit.",
        },
        Word {
            name: "fist_boost_attacked",
            thing: ThingId::Reading.n(),
            value: readings::FIST_BOOST_ATTACKED,
            doc: "Q-MB-9: it may go to a robot that the attack's fists hit.",
        },
        Word {
            name: "fist_boost_forced",
            thing: ThingId::Reading.n(),
            value: readings::FIST_BOOST_FORCED,
            doc: "Q-MB-9: it must go to a robot that the attack's fists hit.",
        },
        Word {
            name: "missile_boost_double",
            thing: ThingId::Reading.n(),
            value: readings::MISSILE_BOOST_DOUBLE,
            doc: "Q-MB-10: the missile upgrade doubles the points.",
        },
        Word {
            name: "stronger_any",
            thing: ThingId::Reading.n(),
            value: readings::STRONGER_ANY,
            doc: "Q-MB-12: Stronger may hit any robot the attacker may hit.",
        },
        Word {
            name: "absorber_all",
            thing: ThingId::Reading.n(),
            value: readings::ABSORBER_ALL,
            doc: "Q-MB-13: Shock Absorber stops all points.",
        },
        Word {
            name: "adjustment_any",
            thing: ThingId::Reading.n(),
            value: readings::ADJUSTMENT_ANY,
            doc: "Q-MB-14: Adjustment may turn the active robot's dice, whoever plays it.",
        },
        Word {
            name: "supermarket_any_turn",
            thing: ThingId::Reading.n(),
            value: readings::SUPERMARKET_ANY_TURN,
            doc: "Q-MB-16: Supermarket may be played in anybody's turn.",
        },
        Word {
            name: "trick_opponents",
            thing: ThingId::Reading.n(),
            value: readings::TRICK_OPPONENTS,
            doc: "Q-MB-17: Trick may name opponents only.",
        },
        Word {
            name: "deflection_optional",
            thing: ThingId::Reading.n(),
            value: readings::DEFLECTION_OPTIONAL,
            doc: "Q-MB-21: points that Deflection stops need not hit anybody else.",
        },
        Word {
            name: "missile_point_optional",
            thing: ThingId::Reading.n(),
            value: readings::MISSILE_POINT_OPTIONAL,
            doc: "Q-MB-24: what the missile upgrade adds may be left out.",
        },
        house::slot("head", 0),
        house::slot("torso", 1),
        house::slot("left_arm", 2),
        house::slot("right_arm", 3),
        house::slot("left_leg", 4),
        house::slot("right_leg", 5),
    ],
    nouns: &house::ALL_NOUNS,
    verbs: &house::ALL_VERBS,
    hooks: HOOKS,
    symbols: SYMBOL_TABLE,
    kinds: KINDS,
    phrases: phrases::PHRASES,
    beside: &[(DISCOUNT_ON.name, DISCOUNT.name)],
    keeps: &[
        Keeps {
            what: "counters",
            verbs: &[VerbId::PutCounters.n(), VerbId::TakeCounters.n()],
            nouns: &[NounId::Counters.n()],
        },
        Keeps { what: "a number", verbs: &[VerbId::Remember.n()], nouns: &[NounId::Memory.n()] },
        Keeps { what: "a robot", verbs: &[VerbId::RememberRobot.n()], nouns: &[NounId::Remembered.n()] },
    ],
    secrecy: Some(SECRECY),
    windows: &[Windows {
        kind: kind::WEAPON,
        fact: weapon::PLAY,
        hook: HookId::Play.n(),
        can: Some(HookId::Can.n()),
        any: "any",
        stays: Some(Stays {
            verbs: &[VerbId::StayOn.n(), VerbId::StayUntilTurn.n(), VerbId::StayUntilTurnEnd.n()],
            without: functions::UNSTAYING,
            laid: &[VerbId::PutCounters.n(), VerbId::TakeCounters.n(), VerbId::Leave.n()],
        }),
    }],
    declarable: &[
        Declarable {
            table: "damage",
            thing: ThingId::Damage.n(),
            first: OWN_TYPES as i16,
            most: (TYPES - OWN_TYPES) as u8,
            symbols: MORE_DAMAGE,
            doc: "A new type of damage: a word beside `fist` and `missile`, and an effect symbol.",
            example: "laser",
        },
        Declarable {
            table: "keyword",
            thing: ThingId::Keyword.n(),
            first: 0,
            most: MAX_KEYWORDS,
            symbols: &[],
            doc: "A keyword: parts and upgrades bear it with `keywords = [\"…\"]`, scripts ask with `bearing`.",
            example: "armoured",
        },
    ],
    declared: Cow::Borrowed(&[]),
    lists: false,
};
