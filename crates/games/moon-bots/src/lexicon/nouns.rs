//! Nouns that official cards use.

use super::facts::CAP_FACT;
use super::functions;
use super::things::*;
use crate::rules::{
    ADJUSTMENT, ATTACK, BOOST, CAP, COMPONENTS, COUNTER, DAMAGE, DEFLECTION, DICE, ENERGY_PUMP,
    HIDDEN, IN_PLAY, LAST_WORDS, LIMIT_COUNTS, LOOK_CLOSER, MEMORY_OF_CARD, NO_PLACE, OUT, PAY,
    ROLL, STALEMATE, STAY, STRONGER, TARGETS, TRICK, TURN,
};
use cardwright_effects::{Noun, Param};
use cardwright_runtime::numbered;

numbered! {
    /// Nouns, numbered as in the lexicon.
    NounId, NOUNS: Noun;
    Energy = Noun::new("energy", OF_ROBOT, NUMBER, "{0}'s energy",
        "The robot's energy: 0 to 18, or more if its cards raise the limit.", "when foe.energy < 5 { … }", CAP).of_one().between(0, ALL_CAPS)
        .usually(FULL, HOLDS, CAP_FACT.name);
    Weapons = Noun::new("weapons", OF_ROBOT, NUMBER, "the number of {0}'s secret weapons",
        "How many secret weapons the robot holds; a weapon being played is no longer held.",
        "when foe.weapons == 0 { … }", HIDDEN).of_one().between(0, crate::sizes::WEAPON_COPIES as i16);
    InPlayNow = Noun::new("in_play", OF_ROBOT, TRUTH, "{0} [is|are] in play",
        "Whether the robot is neither eliminated nor switched off.", "when active().in_play { … }", OUT).of_one()
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
        "choose foe in targets(me) { … }", TARGETS)
        .asking(functions::AIMING);
    Attacked = Noun::new("attacked", &[], ROBOTS, "the attacked robots",
        "Every robot in play that the current attack was aimed at.", "choose foe in attacked() { … }", STRONGER);
    AttackedWith = Noun::new("attacked_with", &[Param::new("damage", DAMAGE_TYPE)], ROBOTS, "the robots attacked with {0}",
        "Every robot in play that the current attack hits with this type of damage.",
        "choose foe in attacked_with(missile) { … }", BOOST);
    Aimed = Noun::new("aimed", &[Param::new("damage", DAMAGE_TYPE)], NUMBER, "the number of {0} symbols in the attack",
        "How many points of this type the current attack has, before upgrades.", "when aimed(fist) > 0 { … }", BOOST).between(0, i16::MAX);
    Active = Noun::new("active", &[], ROBOT, "the active robot",
        "The robot whose turn it is.", "when me == active() { … }", TURN);
    Attacker = Noun::new("attacker", &[], ROBOT, "the attacker",
        "The robot that makes the current attack, or that made the attack whose damage this function reacts to.", "when me == attacker() { … }", ATTACK);
    OpponentGained = Noun::new("opponent_gained", OF_ROBOT, TRUTH, "one of {0}'s opponents has just gained energy",
        "Whether an opponent gained 1 or more energy since the window opened or in the step just before it.",
        "fn can(me) { opponent_gained(me) }", ENERGY_PUMP);
    FreeCards = Noun::new("free_cards", OF_ROBOT, PLACES, "the market cards that {0} [has|have] a place for",
        "The places of the market whose card the robot could take without paying.",
        "choose card in free_cards(me) { … }", NO_PLACE);
    Affordable = Noun::new("affordable", OF_ROBOT, PLACES, "the market cards that {0} can pay for",
        "The places of the market whose card the robot could buy.", "choose card in affordable(me) { … }", PAY)
        .asking(functions::PRICING);
    Pile = Noun::new("pile", &[Param::new("robot", ROBOT), Param::new("sort", SORT)], CARDS, "the {1}s in the pile that {0} [has|have] a place for",
        "The cards of one sort in the draw pile that the robot could build.",
        "choose card in pile(me, part) { … }", LOOK_CLOSER);
    DiceShown = Noun::new("dice", &[], FACES, "the faces that unplaced dice show",
        "The faces shown by the active robot's dice that are rolled and not yet placed. A face that several dice show is one member; `dice_count` and `dice_showing` count the dice.",
        "choose die in dice() { … }", ROLL);
    Beside = Noun::new("adjacent_faces", &[Param::new("face", FACE)], FACES, "the faces next to {0}",
        "The faces one lower and one higher. Nothing is lower than 1 or higher than 6.",
        "choose face in adjacent_faces(die) { … }", ADJUSTMENT);
    PlayersIn = Noun::new("players", &[], PLAYERS, "the players",
        "Every player with a robot in play.", "choose who in players() { … }", TRICK);
    Rivals = Noun::new("rivals", OF_ROBOT, ROBOTS, "one robot of each of {0}'s opponents",
        "One robot in play of each other player: with two players the left one, or the right one if the left one is out or switched off.",
        "choose foe in rivals(me) { forbid_reroll(foe.player) }", TRICK);
    Rule = Noun::new("rule", &[Param::new("variant", VARIANT)], TRUTH, "the table plays by the variant “{0}”",
        "Whether this game uses a variant of a rule. The documentation lists the open questions.",
        "when rule(absorber_all) { … }", COMPONENTS);
    Owner = Noun::new("player", OF_ROBOT, PLAYER, "{0}'s player",
        "The player of the robot.", "forbid_reroll(foe.player)", TURN).of_one();
    Bearing = Noun::new("keyword_count", &[Param::new("robot", ROBOT), Param::new("keyword", KEYWORD)], NUMBER, "the number of {0}'s {1} parts and upgrades",
        "How many of the robot's parts and upgrades have a keyword that a pack declares.",
        "when keyword_count(foe, armoured) > 0 { … }", COMPONENTS).between(0, 12);
    Turns = Noun::new("turn", &[], NUMBER, "the number of this turn",
        "How many turns have begun, including this one.", "when turn() > 8 { … }", TURN).between(1, i16::MAX);
    Round = Noun::new("round", &[], NUMBER, "the number of this round",
        "Which round this is, from 1.", "when round() == 1 { … }", STALEMATE).between(1, i16::MAX);
    DiceOf = Noun::new("dice", OF_ROBOT, NUMBER, "the number of {0}'s dice",
        "How many dice the robot rolls.", "when foe.dice > 2 { … }", DICE).of_one().between(1, i16::MAX);
    Gained = Noun::new("gained", OF_ROBOT, NUMBER, "the energy that {0} [has|have] gained towards the limit",
        "Energy gained this turn that counts towards the robot's limit of 2.", "when me.gained == 0 { … }", LIMIT_COUNTS).of_one().between(0, i16::MAX);
    Permanents = Noun::new("staying", OF_ROBOT, NUMBER, "the number of secret weapons that stay with {0}",
        "How many secret weapons stay on the table in front of the robot.", "when me.staying == 0 { … }", STAY).of_one().between(0, crate::sizes::PERMANENTS as i16);
    Counters = Noun::new("counters", &[], NUMBER, "the number of counters on this card",
        "How many counters are on this card.", "when counters() >= 3 { … }", COUNTER).between(0, crate::sizes::COUNTERS as i16);
    CountersOn = Noun::new("counters", OF_ROBOT, NUMBER, "the number of counters on {0}'s cards",
        "How many counters are on the robot's parts, upgrades and staying weapons together.",
        "when foe.counters > 0 { … }", COUNTER).of_one().between(0, i16::MAX);
    FelledBy = Noun::new("felled_by", OF_ROBOT, ROBOTS, "the robot whose attack felled {0}",
        "The robot in play whose attack took the robot's last energy. Empty if no attack did, if the robot is not about to be eliminated, and in `on_foe_eliminated`.",
        "fn before_elimination(me) { each foe in felled_by(me) { lose(foe, 2) } }", LAST_WORDS);
    Memory = Noun::new("memory", &[], NUMBER, "the number this card remembers",
        "The number that this card remembers, or 0.", "when memory() > turn() - 2 { … }", MEMORY_OF_CARD)
        .between(0, crate::sizes::MAX_REMEMBERED as i16);
    Remembers = Noun::new("remembers", &[], TRUTH, "this card remembers something",
        "Whether this card remembers a number, a slot or a robot, even an eliminated one.", "when not(remembers()) { … }", MEMORY_OF_CARD);
    Remembered = Noun::new("remembered", &[], ROBOTS, "the robots this card remembers",
        "The robots in play that this card remembers; empty if it remembers none.",
        "each foe in remembered() { lose(foe, 1) }", MEMORY_OF_CARD);
    RememberedSlot = Noun::new("remembered_slot", &[], SLOTS_TY, "the slot this card remembers",
        "The slot that this card remembers; empty if it remembers none.",
        "each slot in remembered_slot() { jam_part(slot) }", MEMORY_OF_CARD);
}
