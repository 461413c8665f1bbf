//! Odds and reports of simulations.

use crate::format::{Broken, Version};
use crate::wired::{Wired, fields, words};
use cardwright::odds;
use cardwright::{DynGame, OptionUse, Seat, Tally};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Exact chances: of cards, of a robot's turn, or of an attack.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Odds {
    /// The format.
    pub version: Version,
    /// How often cards work.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<CardOdds>,
    /// What a robot is to be expected to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub robot: Option<RobotOdds>,
    /// What an attack is to be expected to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<AttackOdds>,
}

/// A fraction in lowest terms.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Fraction {
    /// The numerator.
    pub num: Number,
    /// The denominator.
    pub den: Number,
    /// The nearest decimal, for reading.
    pub decimal: f64,
}

/// A whole number; as text from 2^53 on, where many programs would round it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(untagged)]
pub enum Number {
    /// As a number.
    Small(i64),
    /// As decimal digits.
    Large(String),
}

impl From<u64> for Number {
    fn from(number: u64) -> Self {
        match i64::try_from(number).ok().filter(|small| *small < 1 << 53) {
            Some(small) => Number::Small(small),
            None => Number::Large(number.to_string()),
        }
    }
}

/// How many lines of play there are.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Perft {
    /// The format.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// One entry a depth, from 1.
    pub depths: Vec<Depth>,
}

/// How many lines of play there are of one length.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Depth {
    /// How many answers, of players and of chance, make a line.
    pub depth: u32,
    /// How many lines.
    pub nodes: Number,
    /// How long counting took, in seconds.
    pub seconds: f64,
    /// Lines in a second.
    pub nodes_per_second: f64,
}

/// How likely one card works.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CardOdds {
    /// The card's id.
    pub card: String,
    /// Its English name.
    pub name: String,
    /// For each number of dice.
    pub dice: Vec<DiceOdds>,
}

/// The chance with so many dice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct DiceOdds {
    /// Dice that are rolled.
    pub dice: u8,
    /// The most dice that may be rolled again.
    pub reroll: u8,
    /// The chance.
    pub chance: Fraction,
}

/// What a player wants most of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    /// Energy that opponents lose.
    Damage,
    /// Energy gained less energy lost.
    Energy,
    /// Both added up.
    Both,
}

/// What a robot does in a turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RobotOdds {
    /// Its parts and upgrades.
    pub robot: Vec<String>,
    /// Dice it rolls.
    pub dice: u8,
    /// What its player wants most of.
    pub value: Wanted,
    /// Without rolling again, and with.
    pub turns: Vec<TurnOdds>,
}

/// What is to be expected of one turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct TurnOdds {
    /// The most dice that may be rolled again.
    pub reroll: u8,
    /// What the turn is worth to somebody who wants that value.
    pub worth: Fraction,
    /// Fist points that reach opponents.
    pub fist: Fraction,
    /// Missile points that reach opponents.
    pub missile: Fraction,
    /// Energy that opponents lose otherwise, less what they gain.
    pub other: Fraction,
    /// Energy gained.
    pub gained: Fraction,
    /// Energy lost.
    pub lost: Fraction,
    /// How many states were looked at.
    pub states: usize,
}

/// What both sides of an attack want: the attacker the most of it, the others the least.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Coins that opponents' Batteries lose.
    Battery,
    /// The cost of opponents' cards that are destroyed, less that of one's own.
    Cards,
    /// Both added up.
    Both,
}

/// How the opponents block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Blocks {
    /// As is best for them.
    Best,
    /// Everybody who can, as is best for them.
    All,
    /// Nobody.
    None,
}

/// What is to be expected of an attack.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct AttackOdds {
    /// The cards of the player who attacks.
    pub attackers: Vec<String>,
    /// The cards of the opponents.
    pub against: Vec<String>,
    /// What both sides want.
    pub goal: Goal,
    /// For each way to block.
    pub ways: Vec<WayOdds>,
}

/// What is to be expected where opponents block in one way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct WayOdds {
    /// How they block.
    pub blocks: Blocks,
    /// What the attack is worth to somebody who wants that goal.
    pub worth: Fraction,
    /// Coins that opponents' Batteries lose.
    pub battery: Fraction,
    /// Points of damage that opponents' cards take.
    pub dealt: Fraction,
    /// Points of damage that one's own cards take.
    pub taken: Fraction,
    /// The cost of opponents' cards that are destroyed, in coins; 1d6 counts as 4.
    pub destroyed: Fraction,
    /// The same of one's own cards.
    pub lost: Fraction,
    /// How many states of the game were looked at.
    pub states: usize,
}

/// How cards work, for the wire.
///
/// # Errors
/// Never, unless this library is at fault.
pub fn card_odds(cards: &[cardwright::odds::CardOdds]) -> Result<Odds, Broken> {
    Ok(Odds {
        version: Version,
        cards: cards.iter().map(Wired::wired).collect(),
        robot: None,
        attack: None,
    })
}

/// What a robot does, for the wire.
///
/// # Errors
/// Never, unless this library is at fault.
pub fn robot_odds(robot: &cardwright::odds::RobotOdds) -> Result<Odds, Broken> {
    Ok(Odds {
        version: Version,
        cards: Vec::new(),
        robot: Some(robot.wired()),
        attack: None,
    })
}

/// What an attack does, for the wire.
///
/// # Errors
/// Never, unless this library is at fault.
pub fn attack_odds(attack: &cardwright::odds::AttackOdds) -> Result<Odds, Broken> {
    Ok(Odds {
        version: Version,
        cards: Vec::new(),
        robot: None,
        attack: Some(attack.wired()),
    })
}

/// Many games in numbers. Equal seeds give equal sums and an equal digest, on any machine and in any order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The format.
    #[serde(default)]
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// How many seats.
    pub players: u8,
    /// How many games.
    pub games: u64,
    /// The first seed.
    pub seed: u64,
    /// The seeds, as ranges `A..B` from A to below B, in rising order.
    pub seeds: Vec<String>,
    /// The bot in every seat.
    pub bot: String,
    /// The options in force, as `name=value`.
    pub options: Vec<String>,
    /// The packs in play, as `id version digest`.
    pub packs: Vec<String>,
    /// The position that every game began from, as written; left out for the game's own start.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub position: String,
    /// Questions answered, by seats and by chance.
    pub decisions: u64,
    /// Turns begun.
    pub turns: u64,
    /// Games that a seat's side won alone, by seat.
    pub wins: Vec<u64>,
    /// The side of each seat, where some seats are one side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<u8>,
    /// Games won by nobody or by several.
    pub draws: u64,
    /// For each seat, the ends of the interval in which its true share of wins lies with 95 % confidence (Wilson), from 0
    /// to 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub intervals: Vec<[f64; 2]>,
    /// Of all final states, in hexadecimal.
    pub digest: String,
    /// How many threads worked at a time, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// How long it took, in seconds, where somebody had a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Games in a second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games_per_second: Option<f64>,
    /// Nanoseconds for a decision, by the clock on the wall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ns_per_decision: Option<f64>,
}

impl Report {
    /// The report of the games of some seeds, from the first to below the second, without a clock.
    pub fn of(book: &dyn DynGame, bot: &str, seeds: (u64, u64), tally: &Tally) -> Self {
        let about = book.about();
        let sides: Vec<u8> = (0..about.players)
            .map(|seat| book.side(Seat(seat)))
            .collect();
        let alone = sides
            .iter()
            .enumerate()
            .all(|(at, side)| !sides[..at].contains(side));
        let option = |option: &OptionUse| format!("{}={}", option.name, option.value);
        Report {
            version: Version,
            players: about.players,
            games: tally.games,
            seed: seeds.0,
            seeds: vec![format!("{}..{}", seeds.0, seeds.1)],
            bot: bot.into(),
            options: about.options.iter().map(option).collect(),
            packs: about
                .packs
                .iter()
                .map(|p| format!("{} {} {}", p.id, p.version, p.digest))
                .collect(),
            position: String::new(),
            decisions: tally.decisions,
            turns: tally.turns,
            wins: tally.wins.clone(),
            sides: if alone { Vec::new() } else { sides },
            draws: tally.draws,
            intervals: Vec::new(),
            digest: format!("{:016x}", tally.digest),
            threads: None,
            seconds: None,
            games_per_second: None,
            ns_per_decision: None,
            game: about.game,
        }
    }
}

/// Which bots are stronger, and by how much. The same seeds give the same numbers on any machine and for any number of
/// threads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Arena {
    /// The format.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// How many seats.
    pub players: u8,
    /// How many sides: teams, or players who play alone.
    pub sides: u8,
    /// The bots.
    pub bots: Vec<String>,
    /// The first seed. A seed is played once for each side that a bot can have, by each pair of bots.
    pub seed: u64,
    /// How many seeds.
    pub seeds: u64,
    /// The options in force, as `name=value`.
    pub options: Vec<String>,
    /// The packs in play, as `id version digest`.
    pub packs: Vec<String>,
    /// The results of each bot against each other one.
    pub pairings: Vec<Pairing>,
    /// The strength of each bot, best first, where there are more than two.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<Rating>,
    /// The sequential test, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<StrengthTest>,
    /// Of all final states, in hexadecimal.
    pub digest: String,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// A bot on one side against another bot on every other side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// The bot of one side.
    pub bot: String,
    /// The bot of all other sides.
    pub against: String,
    /// How many games.
    pub games: u64,
    /// Games that the bot's side won alone.
    pub wins: u64,
    /// Games won by nobody or by several sides; each counts as an even share of a win for every side.
    pub draws: u64,
    /// The sum over seeds of the square of (`sides` times the wins, and the draws): what the interval is computed from.
    pub squares: u64,
    /// The bot's share of wins, from 0 to 1.
    pub share: f64,
    /// The ends of the interval in which its true share lies with 95 % confidence (Wilson).
    pub interval: [f64; 2],
    /// How many Elo points the bot is stronger, and the ends of the interval; left out where a share is 0 or 1.
    pub elo: [Option<f64>; 3],
}

/// The strength of a bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rating {
    /// The bot.
    pub bot: String,
    /// Its Elo points; the mean of all bots is 0.
    pub elo: f64,
    /// The ends of the interval in which its true rating lies with 95 % confidence.
    pub interval: [f64; 2],
}

/// A generalised sequential probability ratio test: whether the first bot is stronger than the second by at least `high`
/// Elo points, or by at most `low`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StrengthTest {
    /// The Elo points of the weaker hypothesis.
    pub low: f64,
    /// The Elo points of the stronger one.
    pub high: f64,
    /// How often either hypothesis is accepted although the other one is true, at most.
    pub error: f64,
    /// The logarithm of the likelihood ratio: above 0 where the stronger hypothesis fits better.
    pub ratio: f64,
    /// The test ends when the ratio is this, or minus this.
    pub bound: f64,
    /// The hypothesis that was accepted: `high`, `low`, or none yet.
    pub accepted: Option<String>,
}

fields! {
    odds::CardOdds => CardOdds { card, name, dice };
    odds::DiceOdds => DiceOdds { dice, reroll, chance };
    odds::RobotOdds => RobotOdds { robot, dice, value, turns };
    odds::TurnOdds => TurnOdds { reroll, worth, fist, missile, other, gained, lost, states };
    odds::AttackOdds => AttackOdds { attackers, against, goal, ways };
    odds::WayOdds => WayOdds { blocks, worth, battery, dealt, taken, destroyed, lost, states };
}

words! {
    odds::Value => Wanted { Damage, Energy, Both };
    odds::Goal => Goal { Battery, Cards, Both };
    odds::Blocks => Blocks { Best, All, None };
}

impl Wired<Fraction> for odds::Fraction {
    fn wired(&self) -> Fraction {
        Fraction {
            num: number(self.num()),
            den: number(self.den()),
            decimal: self.decimal(),
        }
    }
}

/// A number that JSON readers would round is a text.
pub(crate) fn number(number: i128) -> Number {
    match i64::try_from(number)
        .ok()
        .filter(|small| small.abs() < 1 << 53)
    {
        Some(small) => Number::Small(small),
        None => Number::Large(number.to_string()),
    }
}
