//! A slow and simple table of Robot Empire, written from `docs/rules/robot-empire.md` without the engine: cards have a
//! number that never changes, lists are lists, and no value is cached.

use super::cards::{self, Amount, Card, Kind};
use std::collections::BTreeMap;

/// The game is over: the players who win or share the win, from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct End(pub(super) Vec<usize>);

/// The result of any step.
pub(super) type Go<T = ()> = Result<T, End>;

/// The number that a card on the table or a Moon keeps while it is there.
pub(super) type Key = u32;

/// The player who is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Who {
    Player(usize),
    Chance,
}

/// Makes the decisions: given the player and the possible actions, it returns the index of one.
pub(super) trait Answers {
    fn answer(&mut self, table: &Table, who: Who, answers: &[String]) -> usize;
}

/// The target of an announcement or a tap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Named {
    Nothing,
    Unit(Key),
    Player(usize),
    Battery(usize),
}

/// A card on the table.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub(super) key: Key,
    pub(super) card: &'static str,
    /// The legs of a Mega Robot.
    pub(super) legs: Option<&'static str>,
    pub(super) parts: Vec<&'static str>,
    /// The owner of the piles that the card and its legs came from, and each of the Components (RE-12.3).
    pub(super) of: usize,
    pub(super) parts_of: Vec<usize>,
    pub(super) permanent: bool,
    pub(super) instant: bool,
    pub(super) damage: i32,
    pub(super) prevented: i32,
    pub(super) recharging: bool,
    pub(super) new: bool,
    pub(super) moon: Option<Key>,
    /// Whether it has landed since its owner's last turn began.
    pub(super) landed: bool,
    /// The lasting chain that contains it (Q-RS-9).
    pub(super) chain: Option<Key>,
}

/// The maximum number of cards of a side (RE-1.8).
const MAX_CARDS: usize = 32;

impl Player {
    /// RE-1.8: whether there is room for this many more cards on the side.
    pub(super) fn has_room(&self, more: usize) -> bool {
        self.units.iter().map(Unit::cards).sum::<usize>() + more <= MAX_CARDS
    }
}

impl Unit {
    /// RE-1.8: a Mega Robot is two cards.
    pub(super) fn cards(&self) -> usize {
        if self.legs.is_some() { 2 } else { 1 }
    }

    /// A card that enters play: ready and new.
    pub(super) fn fresh(key: Key, card: &'static str) -> Unit {
        Unit {
            key,
            card,
            legs: None,
            parts: Vec::new(),
            of: 0,
            parts_of: Vec::new(),
            permanent: false,
            instant: false,
            damage: 0,
            prevented: 0,
            recharging: false,
            new: true,
            moon: None,
            landed: false,
            chain: None,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) battery: i32,
    pub(super) start: i32,
    pub(super) vault: i32,
    pub(super) out: bool,
    /// The damage to the Battery that will be prevented.
    pub(super) prevented: i32,
    pub(super) hand: Vec<&'static str>,
    pub(super) units: Vec<Unit>,
}

#[derive(Clone, Debug)]
pub(super) struct Moon {
    pub(super) key: Key,
    pub(super) card: &'static str,
    pub(super) coins: i32,
    /// The player whose deck it came from.
    pub(super) of: usize,
}

/// A Depot Deck and its discard pile.
#[derive(Clone, Debug, Default)]
pub(super) struct Pile {
    pub(super) deck: BTreeMap<&'static str, i32>,
    pub(super) discard: BTreeMap<&'static str, i32>,
    /// Whether the next card of the deck is a Moon, if a player has seen its back (Q-RS-12).
    pub(super) back: Option<bool>,
}

/// Something that waits to take effect.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub(super) card: &'static str,
    pub(super) owner: usize,
    pub(super) named: Named,
    /// The points of a shot.
    pub(super) shot: Option<i32>,
}

/// One attacker: a fighter or a chain, with the first declared member first.
#[derive(Clone, Debug)]
pub(super) struct Attacker {
    pub(super) members: Vec<Key>,
    pub(super) chain: bool,
    pub(super) against: usize,
    /// The Equipment that it attacks (Q-RS-8); `None` if it attacks the player.
    pub(super) equipment: Option<Key>,
    pub(super) blocked: bool,
}

/// One blocker: a fighter or a chain.
#[derive(Clone, Debug)]
pub(super) struct Blocker {
    pub(super) members: Vec<Key>,
    pub(super) chain: bool,
    /// The attacker that it blocks.
    pub(super) attacker: usize,
}

/// A combat in progress.
#[derive(Clone, Debug, Default)]
pub(super) struct Combat {
    pub(super) attackers: Vec<Attacker>,
    pub(super) blockers: Vec<Blocker>,
    pub(super) dice: BTreeMap<Key, i32>,
    /// Chains that were hit but not destroyed, with the points that stay on them (Q-RS-10).
    pub(super) hit_chains: Vec<(Vec<Key>, i32)>,
}

/// The whole table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) options: BTreeMap<String, String>,
    cards: BTreeMap<&'static str, Card>,
    pub(super) players: Vec<Player>,
    pub(super) moons: Vec<Moon>,
    pub(super) chest: i32,
    /// The common Depot Deck and discard pile, or those of each player (RE-12.3).
    pub(super) piles: Vec<Pile>,
    pub(super) waiting: Vec<Waiting>,
    pub(super) combat: Combat,
    pub(super) active: usize,
    pub(super) turn: i32,
    /// Cards with a cost of 1d6 that could not be paid this turn.
    pub(super) tried: Vec<&'static str>,
    pub(super) rounds: i32,
    pub(super) quiet: i32,
    /// Whether a Battery has lost a coin this round.
    pub(super) lost: bool,
    keys: Key,
}

impl Table {
    /// The table before any card is drawn.
    pub(super) fn new(players: usize, options: BTreeMap<String, String>) -> Table {
        let said = |name: &str, value: &str| options[name] == value;
        let mut all = cards::all();
        if said("mega", "no") {
            all.retain(|card| !matches!(card.kind, Kind::Top | Kind::Legs));
        }
        if said("moons", "no") {
            all.retain(|card| card.kind != Kind::Moon);
        }
        let vault = options["vault"].parse().unwrap();
        let player = Player {
            battery: 20,
            start: 20,
            vault,
            out: false,
            prevented: 0,
            hand: Vec::new(),
            units: Vec::new(),
        };
        let common = || all.iter().map(|card| (card.id, card.copies)).collect();
        let decks: Vec<BTreeMap<_, _>> = match options["decks"].as_str() {
            "shared" => vec![common()],
            names => {
                let names: Vec<&str> = names.split(',').collect();
                (0..players)
                    .map(|player| brought(names[player % names.len()], &all))
                    .collect()
            }
        };
        let piles = decks
            .into_iter()
            .map(|deck| Pile {
                deck,
                ..Pile::default()
            })
            .collect();
        Table {
            piles,
            cards: all.into_iter().map(|card| (card.id, card)).collect(),
            players: vec![player; players],
            moons: Vec::new(),
            chest: 80 - (20 + vault) * players as i32,
            waiting: Vec::new(),
            combat: Combat::default(),
            active: 0,
            turn: 0,
            tried: Vec::new(),
            rounds: 0,
            quiet: 0,
            lost: false,
            keys: 0,
            options,
        }
    }

    /// Whether an option or an open question has this variant.
    pub(super) fn reads(&self, name: &str, value: &str) -> bool {
        self.options.get(name).is_some_and(|said| said == value)
    }

    /// The player whose piles a player draws from and discards to.
    pub(super) fn pile_of(&self, player: usize) -> usize {
        if self.piles.len() > 1 { player } else { 0 }
    }

    pub(super) fn card(&self, id: &str) -> Card {
        self.cards[id]
    }

    pub(super) fn kind(&self, id: &str) -> Kind {
        self.cards[id].kind
    }

    pub(super) fn new_key(&mut self) -> Key {
        self.keys += 1;
        self.keys
    }

    /// The remaining players, clockwise from the left of one, who comes last.
    pub(super) fn clockwise(&self, from: usize) -> Vec<usize> {
        let number = self.players.len();
        let all = (1..=number).map(|step| (from + step) % number);
        all.filter(|player| !self.players[*player].out).collect()
    }

    /// The remaining opponents of a player, by number.
    pub(super) fn opponents(&self, of: usize) -> Vec<usize> {
        (0..self.players.len())
            .filter(|player| *player != of && !self.players[*player].out)
            .collect()
    }

    pub(super) fn find(&self, key: Key) -> Option<&Unit> {
        self.players
            .iter()
            .flat_map(|player| &player.units)
            .find(|unit| unit.key == key)
    }

    pub(super) fn unit(&self, key: Key) -> &Unit {
        self.find(key).expect("the card lies on the table")
    }

    pub(super) fn unit_mut(&mut self, key: Key) -> &mut Unit {
        let mut units = self.players.iter_mut().flat_map(|player| &mut player.units);
        units
            .find(|unit| unit.key == key)
            .expect("the card lies on the table")
    }

    pub(super) fn owner(&self, key: Key) -> usize {
        let has = |player: &Player| player.units.iter().any(|unit| unit.key == key);
        self.players
            .iter()
            .position(has)
            .expect("the card lies on the table")
    }

    /// A card on the table in notation.
    pub(super) fn name(&self, key: Key) -> String {
        let owner = self.owner(key);
        let card = self.unit(key).card;
        let mut alike = self.players[owner]
            .units
            .iter()
            .filter(|unit| unit.card == card);
        match alike.position(|unit| unit.key == key) {
            Some(nth) if nth > 0 => format!("{}:{card}.{}", owner + 1, nth + 1),
            _ => format!("{}:{card}", owner + 1),
        }
    }

    pub(super) fn moon_name(&self, key: Key) -> String {
        let card = self
            .moons
            .iter()
            .find(|moon| moon.key == key)
            .expect("the Moon lies there")
            .card;
        let mut alike = self.moons.iter().filter(|moon| moon.card == card);
        match alike.position(|moon| moon.key == key) {
            Some(nth) if nth > 0 => format!("{card}.{}", nth + 1),
            _ => card.to_string(),
        }
    }

    // Properties of a card on the table.

    pub(super) fn is_mega(unit: &Unit) -> bool {
        unit.legs.is_some()
    }

    pub(super) fn is_half(&self, unit: &Unit) -> bool {
        matches!(self.kind(unit.card), Kind::Top | Kind::Legs) && !Self::is_mega(unit)
    }

    pub(super) fn is_robot(&self, unit: &Unit) -> bool {
        self.kind(unit.card) == Kind::Robot || Self::is_mega(unit)
    }

    /// A Robot, Mega Robot or Monster in the front line.
    pub(super) fn is_front(&self, unit: &Unit) -> bool {
        unit.moon.is_none() && (self.is_robot(unit) || self.kind(unit.card) == Kind::Monster)
    }

    pub(super) fn is_equipment(&self, unit: &Unit) -> bool {
        self.kind(unit.card) == Kind::Equipment
    }

    /// RE-1.6.
    pub(super) fn is_target(&self, unit: &Unit) -> bool {
        self.is_front(unit) || self.is_equipment(unit)
    }

    /// The printed text; for a Mega Robot, that of both halves.
    fn printed(&self, unit: &Unit) -> Vec<Card> {
        std::iter::once(unit.card)
            .chain(unit.legs)
            .map(|id| self.card(id))
            .collect()
    }

    /// Whether printed abilities and Components count: Q-RS-5.
    fn abilities_count(&self, unit: &Unit) -> bool {
        !(unit.recharging && self.reads("recharging", "all"))
    }

    fn components(&self, unit: &Unit) -> Vec<Card> {
        let parts = if self.abilities_count(unit) {
            &unit.parts[..]
        } else {
            &[]
        };
        parts.iter().map(|id| self.card(id)).collect()
    }

    /// The paid upgrades that currently work.
    fn upgrades(&self, unit: &Unit) -> Vec<cards::Upgrade> {
        let mut upgrades = Vec::new();
        for card in self.printed(unit).iter().filter(|_| !unit.recharging) {
            upgrades.extend(card.permanent.filter(|_| unit.permanent));
            upgrades.extend(card.instant.filter(|_| unit.instant));
        }
        upgrades
    }

    /// The attack without dice.
    pub(super) fn attack(&self, unit: &Unit) -> i32 {
        let printed = self
            .printed(unit)
            .into_iter()
            .map(|card| match card.attack {
                Amount::Number(number) => number,
                Amount::Die => 0,
            });
        printed.sum::<i32>()
            + self
                .upgrades(unit)
                .iter()
                .map(|upgrade| upgrade.attack)
                .sum::<i32>()
    }

    /// Whether a die is rolled for its attack.
    pub(super) fn rolls(&self, unit: &Unit) -> bool {
        self.printed(unit)
            .iter()
            .any(|card| card.attack == Amount::Die)
    }

    pub(super) fn defence(&self, unit: &Unit) -> i32 {
        let printed = self
            .printed(unit)
            .iter()
            .map(|card| card.defence)
            .sum::<i32>();
        let parts = self
            .components(unit)
            .iter()
            .map(|card| card.defence)
            .sum::<i32>();
        printed
            + parts
            + self
                .upgrades(unit)
                .iter()
                .map(|upgrade| upgrade.defence)
                .sum::<i32>()
    }

    pub(super) fn flies(&self, unit: &Unit) -> bool {
        let printed =
            self.abilities_count(unit) && self.printed(unit).iter().any(|card| card.flying);
        printed
            || self.components(unit).iter().any(|card| card.flying)
            || self.upgrades(unit).iter().any(|upgrade| upgrade.flying)
    }

    pub(super) fn chains(&self, unit: &Unit) -> bool {
        self.reads("chaining", "yes")
            && self.kind(unit.card) == Kind::Monster
            && self.abilities_count(unit)
            && self.card(unit.card).chaining
    }

    pub(super) fn single_blocker(&self, unit: &Unit) -> bool {
        self.printed(unit).iter().any(|card| card.single_blocker)
    }

    /// The points of its shot (RE-4.7, Q-RS-16).
    pub(super) fn long_range(&self, unit: &Unit) -> i32 {
        if self.is_half(unit) {
            return 0;
        }
        let values = self
            .printed(unit)
            .into_iter()
            .chain(self.components(unit))
            .map(|card| card.long_range);
        if self.reads("several_long_range", "sum") {
            values.sum()
        } else {
            values.max().unwrap_or(0)
        }
    }

    /// The coins that it brings in Collect: ready Equipment and ready Mega Robots in the front line (RE-3.7).
    pub(super) fn collects(&self, unit: &Unit) -> i32 {
        let counts = self.is_equipment(unit) || Self::is_mega(unit) && unit.moon.is_none();
        if !counts || unit.recharging {
            return 0;
        }
        self.printed(unit).iter().map(|card| card.collect).sum()
    }

    pub(super) fn harvest(&self, unit: &Unit) -> i32 {
        self.printed(unit).iter().map(|card| card.harvest).sum()
    }

    pub(super) fn permanent_of(&self, unit: &Unit) -> Option<i32> {
        self.printed(unit)
            .iter()
            .find_map(|card| card.permanent)
            .map(|upgrade| upgrade.cost)
    }

    pub(super) fn instant_of(&self, unit: &Unit) -> Option<i32> {
        self.printed(unit)
            .iter()
            .find_map(|card| card.instant)
            .map(|upgrade| upgrade.cost)
    }

    /// The coins on its circles.
    pub(super) fn coins_on(&self, unit: &Unit) -> i32 {
        let permanent = self
            .permanent_of(unit)
            .filter(|_| unit.permanent)
            .unwrap_or(0);
        permanent + self.instant_of(unit).filter(|_| unit.instant).unwrap_or(0)
    }

    /// The number of all coins (RE-1.3).
    pub(super) fn coins(&self) -> i32 {
        let moons = self.moons.iter().map(|moon| moon.coins).sum::<i32>();
        let side = |player: &Player| {
            player.battery
                + player.vault
                + player
                    .units
                    .iter()
                    .map(|unit| self.coins_on(unit))
                    .sum::<i32>()
        };
        self.chest + moons + self.players.iter().map(side).sum::<i32>()
    }

    /// The number of all cards.
    pub(super) fn number_of_cards(&self) -> i32 {
        let piles = self
            .piles
            .iter()
            .flat_map(|pile| pile.deck.values().chain(pile.discard.values()))
            .sum::<i32>();
        let unit = |unit: &Unit| 1 + unit.legs.iter().count() + unit.parts.len();
        let side =
            |player: &Player| player.hand.len() + player.units.iter().map(unit).sum::<usize>();
        piles + (self.moons.len() + self.players.iter().map(side).sum::<usize>()) as i32
    }
}

/// RE-12.1: the cards of a player's own deck that are in the game.
fn brought(name: &str, all: &[Card]) -> BTreeMap<&'static str, i32> {
    let text = std::fs::read_to_string(crate::packs::folder(&format!(
        "cards/robot-empire/decks/{name}.toml"
    )))
    .unwrap();
    let (_, cards) = text.split_once("[cards]").unwrap();
    let lines = cards.lines().filter_map(|line| line.split_once(" = "));
    let number = |(id, number): (&str, &str)| {
        let card = all.iter().find(|card| card.id == id)?;
        Some((card.id, number.parse::<i32>().unwrap()))
    };
    lines.filter_map(number).collect()
}
