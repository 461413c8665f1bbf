//! A slow and simple version of Moon-Bots, written from `docs/rules/moon-bots.md` without the engine: cards are names,
//! a turn is straight-line code, and a player who must decide is asked on the spot.

mod attack;
mod dice;
mod falls;
mod market;
mod weapons;

use super::cards::{PARTS, UPGRADES, WEAPONS};
use std::collections::BTreeMap;

/// The game is over: the players who win or share the win, from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct End(pub(super) Vec<usize>);

/// The result of any step.
type Step<T = ()> = Result<T, End>;

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

/// A card in the market.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum MarketCard {
    Open(&'static str),
    Weapon,
}

/// A robot's state in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    Playing,
    Off,
    Out,
}

/// A robot.
#[derive(Clone, Debug)]
pub(super) struct Robot {
    pub(super) status: Status,
    pub(super) energy: i32,
    pub(super) parts: BTreeMap<&'static str, &'static str>,
    pub(super) upgrades: Vec<&'static str>,
    pub(super) hand: Vec<&'static str>,
    /// The energy gained that counts towards the limit.
    gained: i32,
}

/// The windows of MB-7.1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Window {
    TurnStart,
    Bought,
    Rolled,
    Rerolled,
    Damage,
    Energy,
    BeforeRefill,
    TurnEnd,
}

/// An attack in progress: points of one type.
#[derive(Clone, Debug, Default)]
struct Attack {
    attacker: usize,
    fists: bool,
    /// The points about to hit each robot, and those of Stronger.
    pending: [i32; 4],
    unstoppable: [i32; 4],
    /// The robots that were attacked, not only deflected to.
    attacked: [bool; 4],
    /// The robots whose protection has stopped a point.
    protected: [bool; 4],
}

pub(super) const SLOTS: [&str; 6] = [
    "head",
    "torso",
    "left-arm",
    "right-arm",
    "left-leg",
    "right-leg",
];
pub(super) const PLACES: [&str; 6] = [
    "bottom-left",
    "bottom-right",
    "middle-left",
    "middle-right",
    "top-left",
    "top-right",
];
const FIGHTING: [&str; 4] = [
    "strong-fist",
    "strong-missile",
    "fist-protection",
    "missile-protection",
];

/// The whole table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) players: usize,
    options: BTreeMap<String, String>,
    pub(super) robots: Vec<Robot>,
    pub(super) market: [Option<MarketCard>; 6],
    /// The open cards in the draw pile with their numbers, and the number of weapons there.
    open: BTreeMap<&'static str, usize>,
    weapons: usize,
    /// Weapons that nobody has seen.
    unseen: Vec<&'static str>,
    pub(super) active: usize,
    pub(super) dice: Vec<i32>,
    used: Vec<String>,
    attack: Option<Attack>,
    /// Players who may not re-roll, with the player whose turn it applies to.
    tricked: Vec<usize>,
    rested: bool,
    /// The robots that gained energy since the last window closed.
    just_gained: [bool; 4],
    /// Whether the current part changed any energy.
    changed: bool,
    lost: bool,
    pub(super) turns: usize,
    pub(super) rounds: usize,
    quiet: usize,
    /// Set up as if in the middle of a game.
    pub(super) laid: bool,
    last_duel: bool,
    /// The winner of each duel, once decided; `None` if both were eliminated.
    decided: [Option<Option<usize>>; 2],
}

impl Table {
    pub(super) fn new(players: usize, options: BTreeMap<String, String>) -> Self {
        let robot = |energy| Robot {
            status: Status::Playing,
            energy,
            parts: BTreeMap::new(),
            upgrades: Vec::new(),
            hand: Vec::new(),
            gained: 0,
        };
        let energy: &[i32] = if players == 2 {
            &[15, 15, 16, 16]
        } else {
            &[15, 16, 17, 18][..players]
        };
        let three = players == 3;
        let mut open = BTreeMap::new();
        for part in PARTS.iter().filter(|part| !(three && part.marked)) {
            open.insert(part.id, 1);
        }
        for upgrade in UPGRADES {
            open.insert(upgrade, if three { 3 } else { 4 });
        }
        Table {
            players,
            options,
            robots: energy.iter().map(|energy| robot(*energy)).collect(),
            market: Default::default(),
            open,
            weapons: WEAPONS.len() - 5,
            unseen: WEAPONS.to_vec(),
            active: 0,
            dice: Vec::new(),
            used: Vec::new(),
            attack: None,
            tricked: Vec::new(),
            rested: false,
            just_gained: [false; 4],
            changed: false,
            lost: false,
            turns: 0,
            rounds: 0,
            quiet: 0,
            laid: false,
            last_duel: false,
            decided: [None; 2],
        }
    }

    fn is_set(&self, option: &str, value: &str) -> bool {
        self.options.get(option).is_some_and(|given| given == value)
    }

    fn duel(&self) -> bool {
        self.players == 2
    }

    pub(super) fn owner(&self, robot: usize) -> usize {
        if self.duel() { robot / 2 } else { robot }
    }

    fn robots_of(&self, player: usize) -> Vec<usize> {
        (0..self.robots.len())
            .filter(|robot| self.owner(*robot) == player)
            .collect()
    }

    pub(super) fn name(&self, robot: usize) -> String {
        if !self.duel() {
            return (robot + 1).to_string();
        }
        format!(
            "{}{}",
            robot / 2 + 1,
            if robot.is_multiple_of(2) { "L" } else { "R" }
        )
    }

    fn plays(&self, robot: usize) -> bool {
        self.robots[robot].status == Status::Playing
    }

    fn in_play(&self) -> Vec<usize> {
        (0..self.robots.len())
            .filter(|robot| self.plays(*robot))
            .collect()
    }

    fn opponents(&self, robot: usize) -> Vec<usize> {
        self.in_play()
            .into_iter()
            .filter(|other| self.owner(*other) != self.owner(robot))
            .collect()
    }

    fn has(&self, robot: usize, upgrade: &str) -> bool {
        self.robots[robot].upgrades.contains(&upgrade)
    }

    /// Asks, unless there is only one action.
    fn ask(&self, by: &mut impl Answers, who: Who, answers: Vec<String>) -> usize {
        assert!(!answers.is_empty(), "nothing to answer");
        if answers.len() == 1 {
            0
        } else {
            by.answer(self, who, &answers)
        }
    }

    fn ask_robot(&self, by: &mut impl Answers, robot: usize, answers: Vec<String>) -> usize {
        self.ask(by, Who::Player(self.owner(robot)), answers)
    }

    // Sets up the middle of a game.

    pub(super) fn in_pile(&self, card: &str) -> bool {
        self.open.get(card).is_some_and(|count| *count > 0)
    }

    pub(super) fn weapons_in_pile(&self) -> usize {
        self.weapons
    }

    pub(super) fn is_last_duel(&self) -> bool {
        self.last_duel
    }

    /// The card will be somewhere else.
    pub(super) fn out_of_pile(&mut self, card: &str) {
        *self.open.get_mut(card).expect("a card of the game") -= 1;
    }

    pub(super) fn lay_weapon(&mut self, place: usize) {
        if self.weapons > 0 {
            self.weapons -= 1;
            self.market[place] = Some(MarketCard::Weapon);
        }
    }

    pub(super) fn hold(&mut self, robot: usize, weapon: &'static str) {
        if self.weapons > 0 {
            self.weapons -= 1;
            self.unseen.retain(|other| *other != weapon);
            self.robots[robot].hand.push(weapon);
        }
    }

    /// A robot has beaten its opponent and waits.
    pub(super) fn decide(&mut self, fell: usize, waits: usize) {
        self.robots[fell].status = Status::Out;
        self.robots[waits].status = Status::Off;
        self.decided[usize::from(fell != 0 && fell != 3)] = Some(Some(waits));
    }

    /// Two winners are left.
    pub(super) fn last_of(&mut self, conquerors: [usize; 2]) {
        self.last_duel = true;
        for (robot, own) in self.robots.iter_mut().enumerate() {
            own.status = if conquerors.contains(&robot) {
                Status::Playing
            } else {
                Status::Out
            };
        }
        for (duel, pair) in [[0, 3], [1, 2]].into_iter().enumerate() {
            self.decided[duel] = Some(conquerors.into_iter().find(|robot| pair.contains(robot)));
        }
    }

    // Play.

    /// The whole game.
    pub(super) fn play(&mut self, by: &mut impl Answers) -> End {
        match self.play_on(by) {
            Err(end) => end,
            Ok(()) => unreachable!("only an end ends the game"),
        }
    }

    fn play_on(&mut self, by: &mut impl Answers) -> Step {
        // A table that was set up continues from its state.
        let mut next = self.active;
        if !self.laid {
            self.fill(by);
            if self.is_set("strict_secret_bottom", "yes") {
                self.strictly(by);
            }
        }
        loop {
            self.turn(next, by)?;
            next = self.next_robot();
            if next <= self.active {
                self.end_round()?;
            }
        }
    }

    fn next_robot(&self) -> usize {
        let all = self.robots.len();
        let skipped = |robot: usize| {
            self.rested && self.duel() && self.owner(robot) == self.owner(self.active)
        };
        (1..all)
            .map(|step| (self.active + step) % all)
            .find(|robot| self.plays(*robot) && !skipped(*robot))
            .unwrap_or(self.active)
    }

    /// MB-10.6.
    fn end_round(&mut self) -> Step {
        self.rounds += 1;
        self.tricked.clear();
        self.quiet = if self.lost { 0 } else { self.quiet + 1 };
        self.lost = false;
        if self.quiet < 50 && self.rounds < 200 {
            return Ok(());
        }
        let total = |player: &usize| {
            self.robots_of(*player)
                .iter()
                .map(|robot| self.robots[*robot].energy)
                .sum::<i32>()
        };
        let best = (0..self.players).map(|player| total(&player)).max();
        Err(End((0..self.players)
            .filter(|player| Some(total(player)) == best)
            .collect()))
    }

    /// MB-2.1.
    fn turn(&mut self, robot: usize, by: &mut impl Answers) -> Step {
        let new_player =
            self.turns == 0 || self.owner(robot) != self.owner(self.active) || robot <= self.active;
        self.active = robot;
        self.turns += 1;
        if new_player && !self.is_set("trick_lasts", "round") {
            self.tricked.clear();
        }
        (self.dice, self.used, self.rested) = (Vec::new(), Vec::new(), false);
        if self.is_set("energy_limit", "round") {
            self.robots[robot].gained = 0;
        } else {
            self.robots.iter_mut().for_each(|robot| robot.gained = 0);
        }
        self.window(Window::TurnStart, by)?;
        if self.rested && !self.is_set("rest", "keep-refill") {
            return Ok(());
        }
        if !self.rested {
            self.buying(by)?;
            self.activating(by)?;
        }
        self.window(Window::BeforeRefill, by)?;
        self.refill(by);
        self.window(Window::TurnEnd, by)
    }

    // A: buying.
}
