//! Moon-Bots played slowly and obviously, by the words of `docs/rules/moon-bots.md` and nothing of the engine: cards
//! are names, a turn is a page of sentences one after the other, and whoever must decide is asked on the spot.

use super::cards::{BASE, PARTS, Part, UPGRADES, WEAPONS, Works, find};
use std::collections::BTreeMap;

/// The game is over: the players who won or share it, from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct End(pub(super) Vec<usize>);

/// What may happen at any step.
type Step<T = ()> = Result<T, End>;

/// Who is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Who {
    Player(usize),
    Chance,
}

/// Somebody who answers: given who is asked and what may be answered, which of it.
pub(super) trait Answers {
    fn answer(&mut self, table: &Table, who: Who, answers: &[String]) -> usize;
}

/// A card that lies in the market.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Lies {
    Open(&'static str),
    Weapon,
}

/// Where a robot is in the game.
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
    /// Energy gained that counts towards its limit.
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

/// An attack under way: points of one type.
#[derive(Clone, Debug, Default)]
struct Attack {
    attacker: usize,
    fists: bool,
    /// Points about to hit each robot; those of Stronger.
    pending: [i32; 4],
    unstoppable: [i32; 4],
    /// Who was attacked, not only deflected to.
    attacked: [bool; 4],
    /// Whose protection has stopped a point.
    protected: [bool; 4],
}

pub(super) const SLOTS: [&str; 6] = ["head", "torso", "left-arm", "right-arm", "left-leg", "right-leg"];
const PLACES: [&str; 6] =
    ["bottom-left", "bottom-right", "middle-left", "middle-right", "top-left", "top-right"];
const FIGHTING: [&str; 4] = ["strong-fist", "strong-missile", "fist-protection", "missile-protection"];

/// The whole table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) players: usize,
    options: BTreeMap<String, String>,
    pub(super) robots: Vec<Robot>,
    pub(super) market: [Option<Lies>; 6],
    /// Open cards in the pile and how many; how many weapons lie there.
    open: BTreeMap<&'static str, usize>,
    weapons: usize,
    /// Weapons nobody has looked at.
    unseen: Vec<&'static str>,
    pub(super) active: usize,
    pub(super) dice: Vec<i32>,
    used: Vec<String>,
    attack: Option<Attack>,
    /// Players who may not roll again, and for which player's turn.
    tricked: Vec<usize>,
    rested: bool,
    /// Robots that gained energy since the last window closed.
    just_gained: [bool; 4],
    /// Whether the part in use changed any energy.
    changed: bool,
    lost: bool,
    pub(super) turns: usize,
    pub(super) rounds: usize,
    quiet: usize,
    last_duel: bool,
    /// For each duel: the conqueror, once decided; none if both fell.
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
        let energy: &[i32] = if players == 2 { &[15, 15, 16, 16] } else { &[15, 16, 17, 18][..players] };
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
            last_duel: false,
            decided: [None; 2],
        }
    }

    fn reads(&self, option: &str, value: &str) -> bool {
        self.options.get(option).is_some_and(|given| given == value)
    }

    fn duel(&self) -> bool {
        self.players == 2
    }

    pub(super) fn owner(&self, robot: usize) -> usize {
        if self.duel() { robot / 2 } else { robot }
    }

    fn robots_of(&self, player: usize) -> Vec<usize> {
        (0..self.robots.len()).filter(|robot| self.owner(*robot) == player).collect()
    }

    pub(super) fn name(&self, robot: usize) -> String {
        if !self.duel() {
            return (robot + 1).to_string();
        }
        format!("{}{}", robot / 2 + 1, if robot.is_multiple_of(2) { "L" } else { "R" })
    }

    fn plays(&self, robot: usize) -> bool {
        self.robots[robot].status == Status::Playing
    }

    fn in_play(&self) -> Vec<usize> {
        (0..self.robots.len()).filter(|robot| self.plays(*robot)).collect()
    }

    fn opponents(&self, robot: usize) -> Vec<usize> {
        self.in_play().into_iter().filter(|other| self.owner(*other) != self.owner(robot)).collect()
    }

    fn has(&self, robot: usize, upgrade: &str) -> bool {
        self.robots[robot].upgrades.contains(&upgrade)
    }

    /// Asks, unless there is one answer only.
    fn ask(&self, by: &mut impl Answers, who: Who, answers: Vec<String>) -> usize {
        assert!(!answers.is_empty(), "nothing to answer");
        if answers.len() == 1 { 0 } else { by.answer(self, who, &answers) }
    }

    fn ask_robot(&self, by: &mut impl Answers, robot: usize, answers: Vec<String>) -> usize {
        self.ask(by, Who::Player(self.owner(robot)), answers)
    }

    // Playing.

    /// The whole game.
    pub(super) fn play(&mut self, by: &mut impl Answers) -> End {
        match self.play_on(by) {
            Err(end) => end,
            Ok(()) => unreachable!("only an end ends the game"),
        }
    }

    fn play_on(&mut self, by: &mut impl Answers) -> Step {
        self.fill(by);
        if self.reads("strict_secret_bottom", "yes") {
            self.strictly(by);
        }
        let mut next = 0;
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
        let skipped =
            |robot: usize| self.rested && self.duel() && self.owner(robot) == self.owner(self.active);
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
            self.robots_of(*player).iter().map(|robot| self.robots[*robot].energy).sum::<i32>()
        };
        let best = (0..self.players).map(|player| total(&player)).max();
        Err(End((0..self.players).filter(|player| Some(total(player)) == best).collect()))
    }

    /// MB-2.1.
    fn turn(&mut self, robot: usize, by: &mut impl Answers) -> Step {
        let new_player =
            self.turns == 0 || self.owner(robot) != self.owner(self.active) || robot <= self.active;
        self.active = robot;
        self.turns += 1;
        if new_player && !self.reads("trick_lasts", "round") {
            self.tricked.clear();
        }
        (self.dice, self.used, self.rested) = (Vec::new(), Vec::new(), false);
        if self.reads("energy_limit", "round") {
            self.robots[robot].gained = 0;
        } else {
            self.robots.iter_mut().for_each(|robot| robot.gained = 0);
        }
        self.window(Window::TurnStart, by)?;
        if self.rested && !self.reads("rest", "keep-refill") {
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

    fn price(&self, place: usize) -> i32 {
        let row = place as i32 / 2;
        let extra = matches!(self.market[place], Some(Lies::Open("plus-die" | "re-roll")));
        row + i32::from(extra)
    }

    /// MB-4.9.
    fn has_place(&self, robot: usize, card: &str) -> bool {
        let own = &self.robots[robot];
        if let Some(part) = find(card) {
            return !own.parts.contains_key(part.slot);
        }
        let alike = own.upgrades.iter().filter(|upgrade| **upgrade == card).count();
        let most = if card == "plus-die" { 3 } else { 1 };
        let fighting = self.reads("attack_upgrades", "one")
            && FIGHTING.contains(&card)
            && FIGHTING.iter().any(|upgrade| self.has(robot, upgrade));
        own.upgrades.len() < 6 && alike < most && !fighting
    }

    /// Places of the market whose card has a place on the robot.
    fn free_places(&self, robot: usize) -> Vec<usize> {
        let fits = |place: &usize| match &self.market[*place] {
            None => false,
            Some(Lies::Weapon) => true,
            Some(Lies::Open(card)) => self.has_place(robot, card),
        };
        (0..6).filter(fits).collect()
    }

    fn affordable(&self, robot: usize) -> Vec<usize> {
        let least = i32::from(self.reads("pay_to_zero", "no"));
        let pays = |place: &usize| self.robots[robot].energy - self.price(*place) >= least;
        self.free_places(robot).into_iter().filter(pays).collect()
    }

    fn buying(&mut self, by: &mut impl Answers) -> Step {
        let robot = self.active;
        if !self.plays(robot) {
            return Ok(());
        }
        let places = self.affordable(robot);
        if places.is_empty() {
            return Ok(());
        }
        let mut answers = vec!["buy nothing".to_owned()];
        answers.extend(places.iter().map(|place| format!("buy {}", PLACES[*place])));
        match self.ask_robot(by, robot, answers) {
            0 => Ok(()),
            nth => {
                self.buy(robot, places[nth - 1], by)?;
                self.window(Window::Bought, by)
            }
        }
    }

    fn buy(&mut self, robot: usize, place: usize, by: &mut impl Answers) -> Step {
        self.robots[robot].energy -= self.price(place);
        if self.robots[robot].energy == 0 {
            self.market[place] = None;
            return self.falls();
        }
        self.take(robot, place, true, by)
    }

    /// A card of the market comes to a robot; bought or taken for nothing.
    fn take(&mut self, robot: usize, place: usize, bought: bool, by: &mut impl Answers) -> Step {
        match self.market[place].take() {
            Some(Lies::Open(card)) => {
                self.build(robot, card);
                Ok(())
            }
            _ => {
                let mut kinds = self.unseen.clone();
                kinds.sort_unstable();
                let answers = kinds.iter().map(|weapon| format!("get {weapon}")).collect();
                let weapon = kinds[self.ask(by, Who::Chance, answers)];
                self.unseen.retain(|other| *other != weapon);
                if weapon == "bad-luck" && bought {
                    self.lose(robot, 2);
                    return self.falls();
                }
                self.robots[robot].hand.push(weapon);
                Ok(())
            }
        }
    }

    fn build(&mut self, robot: usize, card: &'static str) {
        match find(card) {
            Some(part) => drop(self.robots[robot].parts.insert(part.slot, card)),
            None => self.robots[robot].upgrades.push(card),
        }
    }

    // B: activating.

    fn activating(&mut self, by: &mut impl Answers) -> Step {
        let robot = self.active;
        if !self.plays(robot) || self.ask_robot(by, robot, vec!["activate".into(), "skip".into()]) == 1 {
            return Ok(());
        }
        let dice = 1 + self.robots[robot].upgrades.iter().filter(|upgrade| **upgrade == "plus-die").count();
        self.roll(dice, by);
        self.window(Window::Rolled, by)?;
        self.rolling_again(by)?;
        while self.plays(robot) {
            let ways = self.ways(robot);
            if ways.is_empty() {
                return Ok(());
            }
            let mut answers: Vec<String> =
                ways.iter().map(|(at, faces)| format!("use {at} {}", shown(faces))).collect();
            answers.push("stop".into());
            let nth = self.ask_robot(by, robot, answers);
            let Some((at, faces)) = ways.get(nth) else { return Ok(()) };
            self.use_part(at, faces, by)?;
        }
        Ok(())
    }

    fn roll(&mut self, dice: usize, by: &mut impl Answers) {
        for _ in 0..dice {
            let face = 1 + self.ask(by, Who::Chance, (1..=6).map(|face| format!("roll {face}")).collect());
            self.dice.push(face as i32);
        }
        self.dice.sort_unstable();
    }

    fn rolling_again(&mut self, by: &mut impl Answers) -> Step {
        let robot = self.active;
        let least = if self.reads("reroll_dice", "two") { 2 } else { 1 };
        let may =
            self.plays(robot) && self.has(robot, "re-roll") && !self.tricked.contains(&self.owner(robot));
        if !may || self.dice.len() < least {
            return Ok(());
        }
        let some: Vec<Vec<i32>> =
            subsets(&self.dice).into_iter().filter(|some| (least..=2).contains(&some.len())).collect();
        let mut answers = vec!["keep".to_owned()];
        answers.extend(some.iter().map(|some| format!("re-roll {}", shown(some))));
        let nth = self.ask_robot(by, robot, answers);
        if nth == 0 {
            return Ok(());
        }
        self.lift(&some[nth - 1]);
        self.roll(some[nth - 1].len(), by);
        self.window(Window::Rerolled, by)
    }

    fn lift(&mut self, faces: &[i32]) {
        for face in faces {
            let at = self.dice.iter().position(|die| die == face).expect("the die lies there");
            self.dice.remove(at);
        }
    }

    /// Whether dice make a part work (MB-5.5).
    fn works(&self, part: &Part, faces: &[i32]) -> bool {
        let sum: i32 = faces.iter().sum();
        let two = faces.len() == 2;
        let several = faces.len() >= 2;
        let exact_many = self.reads("sum_dice", "exact") || self.reads("sum_dice", "exact-and-above");
        match part.works {
            Works::Any(wanted) => faces.len() == 1 && wanted.contains(&faces[0]),
            Works::Pair => two && faces[0] == faces[1],
            Works::Sum(wanted) => (two || several && exact_many) && sum == wanted,
            Works::SumBelow(limit) if self.reads("sum_below", "difference") => {
                two && (faces[0] - faces[1]).abs() < limit
            }
            Works::SumBelow(limit) => two && sum < limit,
            Works::SumAbove(limit) => {
                (two || several && self.reads("sum_dice", "exact-and-above")) && sum > limit
            }
        }
    }

    /// What the robot's unplaced dice make work, and with which dice.
    fn ways(&self, robot: usize) -> Vec<(String, Vec<i32>)> {
        let own = &self.robots[robot].parts;
        let slots =
            SLOTS.iter().filter_map(|slot| own.get(slot).map(|id| (*slot, find(id).expect("a part"))));
        let base = BASE.iter().map(|part| (part.id, part));
        let all: Vec<_> =
            slots.chain(base).filter(|(at, _)| !self.used.iter().any(|used| used == at)).collect();
        let mut ways = Vec::new();
        for (at, part) in all {
            for faces in subsets(&self.dice) {
                if self.works(part, &faces) {
                    ways.push((at.to_owned(), faces));
                }
            }
        }
        ways
    }

    fn use_part(&mut self, at: &str, faces: &[i32], by: &mut impl Answers) -> Step {
        let robot = self.active;
        let part = match self.robots[robot].parts.get(at) {
            Some(id) => find(id),
            None => find(at),
        };
        let part = part.expect("the part is there");
        self.lift(faces);
        self.used.push(at.to_owned());
        self.changed = false;
        let mut hit = false;
        if part.fist + part.missile > 0 {
            hit = self.attack(robot, part, by)?;
        }
        // What a robot gone by now would lose or gain lapses (MB-6.9, MB-11.4).
        if self.plays(robot) && part.loss > 0 {
            self.changed |= self.lose(robot, part.loss) > 0;
            self.falls()?;
        }
        let reward = !self.reads("energy_symbol", "after-hit") || part.fist + part.missile == 0 || hit;
        if self.plays(robot) && part.gain > 0 && reward {
            self.changed |= self.gain(robot, part.gain) > 0;
        }
        if std::mem::take(&mut self.changed) || self.plays(robot) && self.reads("between_parts", "always") {
            self.window(Window::Energy, by)?;
        }
        Ok(())
    }

    // Attacking.

    /// Who can be hit: left neighbour first (MB-6.1, MB-10.3, MB-11.2).
    fn targets(&self, robot: usize) -> Vec<usize> {
        if self.duel() {
            let foes = self.opponents(robot);
            if self.last_duel {
                return foes;
            }
            if self.reads("duel_targets", "any") {
                return self.around(robot).into_iter().filter(|other| foes.contains(other)).collect();
            }
            return foes.into_iter().filter(|foe| *foe == 3 - robot).collect();
        }
        let others = self.around(robot);
        match (others.first(), others.last()) {
            (Some(left), Some(right)) if left != right => vec![*left, *right],
            (Some(only), _) => vec![*only],
            _ => Vec::new(),
        }
    }

    /// The other robots in play, clockwise from the left.
    fn around(&self, robot: usize) -> Vec<usize> {
        let all = self.robots.len();
        (1..all).map(|step| (robot + step) % all).filter(|other| self.plays(*other)).collect()
    }

    /// One attack; says whether it took energy from a robot.
    fn attack(&mut self, robot: usize, part: &Part, by: &mut impl Answers) -> Step<bool> {
        let points = part.fist + part.missile;
        let mut attack = Attack { attacker: robot, fists: part.fist > 0, ..Attack::default() };
        let targets = self.targets(robot);
        if let [left, right] = targets[..] {
            let answers = (0..=points).map(|left| format!("left {left} right {}", points - left)).collect();
            let to_left = self.ask_robot(by, robot, answers) as i32;
            attack.pending[left] = to_left;
            attack.pending[right] = points - to_left;
        } else if let [only] = targets[..] {
            attack.pending[only] = points;
        }
        for other in 0..4 {
            attack.attacked[other] = attack.pending[other] > 0;
        }
        self.boost(&mut attack, &targets, by);
        for other in 0..self.robots.len() {
            self.protect(&mut attack, other);
        }
        self.attack = Some(attack);
        self.window(Window::Damage, by)?;
        self.commit()
    }

    /// MB-6.4.
    fn boost(&mut self, attack: &mut Attack, targets: &[usize], by: &mut impl Answers) {
        let robot = attack.attacker;
        let hit: Vec<usize> = targets.iter().copied().filter(|other| attack.attacked[*other]).collect();
        let name = |other: &usize| format!("choose robot {}", self.name(*other));
        if attack.fists && self.has(robot, "strong-fist") {
            let among = if self.reads("fist_boost", "attacked") || self.reads("fist_boost", "forced") {
                hit.clone()
            } else {
                targets.to_vec()
            };
            let mut answers: Vec<String> = among.iter().map(name).collect();
            if !self.reads("fist_boost", "forced") {
                answers.push("choose none".into());
            }
            let nth = if answers.is_empty() { 0 } else { self.ask_robot(by, robot, answers) };
            if let Some(other) = among.get(nth) {
                attack.pending[*other] += 1;
                attack.attacked[*other] = true;
            }
        }
        if !attack.fists && self.has(robot, "strong-missile") && !hit.is_empty() {
            let mut answers: Vec<String> = hit.iter().map(name).collect();
            if self.reads("missile_point", "may") {
                answers.push("choose none".into());
            }
            if let Some(other) = hit.get(self.ask_robot(by, robot, answers)) {
                let double = self.reads("missile_boost", "double");
                attack.pending[*other] += if double { attack.pending[*other] } else { 1 };
            }
        }
    }

    /// MB-6.5.
    fn protect(&self, attack: &mut Attack, robot: usize) {
        let card = if attack.fists { "fist-protection" } else { "missile-protection" };
        if self.has(robot, card) && !attack.protected[robot] && attack.pending[robot] > 0 {
            attack.pending[robot] -= 1;
            attack.protected[robot] = true;
        }
    }

    /// MB-6.6: all lose at once.
    fn commit(&mut self) -> Step<bool> {
        let attack = self.attack.take().expect("an attack is under way");
        let mut taken = 0;
        for robot in self.in_play() {
            taken += self.lose(robot, attack.pending[robot] + attack.unstoppable[robot]);
        }
        self.changed |= taken > 0;
        self.falls()?;
        Ok(taken > 0)
    }

    // Energy.

    /// Energy lost; how much there was to lose.
    fn lose(&mut self, robot: usize, points: i32) -> i32 {
        let lost = points.min(self.robots[robot].energy);
        self.robots[robot].energy -= lost;
        self.lost |= lost > 0;
        lost
    }

    /// Energy gained under the limits of section 3.
    fn gain(&mut self, robot: usize, points: i32) -> i32 {
        let limited = robot == self.active || self.reads("energy_limit", "round");
        let own = &mut self.robots[robot];
        let mut gained = points.min(18 - own.energy);
        if limited {
            gained = gained.min(2 - own.gained).max(0);
            own.gained += gained;
        }
        own.energy += gained;
        self.just_gained[robot] |= gained > 0;
        gained
    }

    /// Energy Stock: the 18 alone holds.
    fn gain_beyond(&mut self, robot: usize, points: i32) {
        let own = &mut self.robots[robot];
        let gained = points.min(18 - own.energy);
        own.energy += gained;
        self.just_gained[robot] |= gained > 0;
    }

    // Falling.

    /// Robots without energy are out (section 10, two players section 11).
    fn falls(&mut self) -> Step {
        let fallen: Vec<usize> =
            self.in_play().into_iter().filter(|robot| self.robots[*robot].energy == 0).collect();
        if fallen.is_empty() {
            return Ok(());
        }
        for robot in &fallen {
            self.goes(*robot, Status::Out);
            let own = &mut self.robots[*robot];
            own.parts.clear();
            own.upgrades.clear();
            own.hand.clear();
        }
        if self.duel() {
            return self.duels(&fallen);
        }
        match self.in_play()[..] {
            [] => Err(End(fallen)),
            [last] => Err(End(vec![last])),
            _ => Ok(()),
        }
    }

    /// A robot goes out of play; points about to hit it are void.
    fn goes(&mut self, robot: usize, status: Status) {
        self.robots[robot].status = status;
        if let Some(attack) = &mut self.attack {
            (attack.pending[robot], attack.unstoppable[robot]) = (0, 0);
        }
    }

    fn duels(&mut self, fallen: &[usize]) -> Step {
        if self.last_duel {
            return Err(End(match self.in_play()[..] {
                [] => vec![0, 1],
                _ => self.in_play().iter().map(|robot| self.owner(*robot)).collect(),
            }));
        }
        for (duel, pair) in [[0, 3], [1, 2]].into_iter().enumerate() {
            if self.decided[duel].is_none() && pair.iter().any(|robot| fallen.contains(robot)) {
                self.decided[duel] = Some(pair.into_iter().find(|robot| !fallen.contains(robot)));
            }
        }
        match self.decided {
            [Some(one), Some(other)] => match (one, other) {
                (None, None) => Err(End(vec![0, 1])),
                (Some(robot), None) | (None, Some(robot)) => Err(End(vec![self.owner(robot)])),
                (Some(one), Some(other)) if self.owner(one) == self.owner(other) => {
                    Err(End(vec![self.owner(one)]))
                }
                (Some(one), Some(other)) => {
                    self.robots[one].status = Status::Playing;
                    self.robots[other].status = Status::Playing;
                    self.last_duel = true;
                    Ok(())
                }
            },
            [Some(Some(robot)), None] | [None, Some(Some(robot))] => {
                self.goes(robot, Status::Off);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    // Windows and weapons.

    /// MB-7.1 to MB-7.3.
    fn window(&mut self, window: Window, by: &mut impl Answers) -> Step {
        let mut passed = vec![false; self.players];
        while let Some(player) = self
            .order(window)
            .into_iter()
            .find(|player| !passed[*player] && !self.playable(*player, window).is_empty())
        {
            let plays = self.playable(player, window);
            let mut answers = vec!["pass".to_owned()];
            answers.extend(plays.iter().map(|(robot, weapon)| {
                if self.duel() {
                    format!("play {weapon} {}", self.name(*robot))
                } else {
                    format!("play {weapon}")
                }
            }));
            match self.ask(by, Who::Player(player), answers) {
                0 => passed[player] = true,
                nth => {
                    let (robot, weapon) = plays[nth - 1];
                    self.robots[robot].hand.retain(|other| *other != weapon);
                    self.weapon(robot, weapon, by)?;
                    self.falls()?;
                    passed = vec![false; self.players];
                    if self.rested && window == Window::TurnStart {
                        break;
                    }
                }
            }
        }
        self.just_gained = [false; 4];
        Ok(())
    }

    /// MB-7.2: in which order players are asked.
    fn order(&self, window: Window) -> Vec<usize> {
        let first = self.owner(self.active) + 1;
        let players: Vec<usize> = (0..self.players).map(|step| (first + step) % self.players).collect();
        let Some(attack) = self.attack.as_ref().filter(|_| window == Window::Damage) else { return players };
        let victim = |player: &usize| {
            self.robots_of(*player)
                .iter()
                .any(|robot| attack.pending[*robot] + attack.unstoppable[*robot] > 0)
        };
        let (mut order, rest): (Vec<usize>, Vec<usize>) = players.into_iter().partition(victim);
        order.extend(rest);
        order
    }

    /// The weapons a player may play now.
    fn playable(&self, player: usize, window: Window) -> Vec<(usize, &'static str)> {
        let own = self.robots_of(player).into_iter().filter(|robot| self.plays(*robot));
        own.flat_map(|robot| self.robots[robot].hand.iter().map(move |weapon| (robot, *weapon)))
            .filter(|(robot, weapon)| self.fits(*robot, weapon, window))
            .collect()
    }

    /// MB-7.4 and the conditions of section 8.
    fn fits(&self, robot: usize, weapon: &str, window: Window) -> bool {
        use Window::*;
        let pending = self.attack.as_ref().map_or(0, |attack| attack.pending[robot]);
        let active = robot == self.active;
        match weapon {
            "energy-stock" | "computer-virus" | "look-closer" | "technological-advance" | "extra-upgrade" => {
                true
            }
            "spy" => !self.opponents(robot).is_empty(),
            "energy-pump" => self.opponents(robot).iter().any(|foe| self.just_gained[*foe]),
            "black-market" => !self.free_places(robot).is_empty(),
            "rest" => window == TurnStart && self.plays(self.active),
            "trick" => matches!(window, TurnStart | Bought | Rolled),
            "adjustment" => {
                let whose = active || self.reads("adjustment", "any");
                let between = window == Energy && self.reads("between_parts", "always");
                (matches!(window, Rolled | Rerolled) || between) && whose && !self.dice.is_empty()
            }
            "dodge" | "shock-absorber" => window == Damage && pending > 0,
            "deflection" => window == Damage && pending > 0 && !self.around(robot).is_empty(),
            "stronger" => {
                window == Damage
                    && self.attack.as_ref().is_some_and(|attack| attack.attacker == robot)
                    && !self.stronger_at(robot).is_empty()
            }
            "supermarket" => {
                let when = window == BeforeRefill
                    || window == Bought && !self.reads("supermarket_when", "before-refill");
                let whose = active || self.reads("supermarket", "any-turn");
                when && whose && !self.affordable(robot).is_empty()
            }
            _ => false,
        }
    }

    fn stronger_at(&self, robot: usize) -> Vec<usize> {
        if self.reads("stronger", "any") {
            return self.targets(robot);
        }
        let attack = self.attack.as_ref().expect("an attack is under way");
        self.in_play().into_iter().filter(|other| attack.attacked[*other]).collect()
    }

    fn choose_robot(&self, robot: usize, among: &[usize], by: &mut impl Answers) -> usize {
        among[self.ask_robot(
            by,
            robot,
            among.iter().map(|other| format!("choose robot {}", self.name(*other))).collect(),
        )]
    }

    /// What a weapon does.
    fn weapon(&mut self, robot: usize, weapon: &str, by: &mut impl Answers) -> Step {
        match weapon {
            "energy-stock" => self.gain_beyond(robot, 4),
            "energy-pump" => drop(self.gain(robot, 2)),
            "dodge" => self.stop(robot, i32::MAX),
            "shock-absorber" => {
                self.stop(robot, if self.reads("shock_absorber", "all") { i32::MAX } else { 2 });
            }
            "deflection" => self.deflect(robot, by),
            "stronger" => {
                let foe = self.choose_robot(robot, &self.stronger_at(robot), by);
                self.attack.as_mut().expect("an attack is under way").unstoppable[foe] += 2;
            }
            "adjustment" => self.adjust(robot, by),
            "rest" => self.rested = true,
            "black-market" | "supermarket" => {
                let free = weapon == "black-market";
                let places = if free { self.free_places(robot) } else { self.affordable(robot) };
                let answers = places.iter().map(|place| format!("choose {}", PLACES[*place])).collect();
                let place = places[self.ask_robot(by, robot, answers)];
                if !free {
                    return self.buy(robot, place, by);
                }
                let bought = !self.reads("black_market", "taken");
                return self.take(robot, place, bought, by);
            }
            "computer-virus" => {
                for other in self.in_play() {
                    self.lose(other, self.robots[other].hand.len() as i32);
                }
            }
            "technological-advance" => {
                for foe in self.opponents(robot) {
                    if self.robots[foe].hand.is_empty() {
                        self.lose(foe, 2);
                    }
                }
            }
            "look-closer" => self.search(robot, true, by),
            "extra-upgrade" => self.search(robot, false, by),
            "spy" => drop(self.choose_robot(robot, &self.opponents(robot), by)),
            _ => self.trick(robot, by),
        }
        Ok(())
    }

    fn stop(&mut self, robot: usize, points: i32) {
        let attack = self.attack.as_mut().expect("an attack is under way");
        attack.pending[robot] = (attack.pending[robot] - points).max(0);
    }

    fn deflect(&mut self, robot: usize, by: &mut impl Answers) {
        let most = self.attack.as_ref().expect("an attack is under way").pending[robot].min(2);
        let points =
            1 + self.ask_robot(by, robot, (1..=most).map(|n| format!("choose {n}")).collect()) as i32;
        let mut others = self.around(robot);
        others.sort_unstable();
        let ways = vec!["choose deflect".into(), "choose stop".into()];
        if self.reads("deflection", "optional") && self.ask_robot(by, robot, ways) == 1 {
            return self.stop(robot, points);
        }
        let other = self.choose_robot(robot, &others, by);
        let mut attack = self.attack.take().expect("an attack is under way");
        attack.pending[robot] -= points;
        attack.pending[other] += points;
        self.protect(&mut attack, other);
        self.attack = Some(attack);
    }

    fn adjust(&mut self, robot: usize, by: &mut impl Answers) {
        let mut faces = self.dice.clone();
        faces.dedup();
        let die =
            faces[self.ask_robot(by, robot, faces.iter().map(|face| format!("choose die {face}")).collect())];
        let beside: Vec<i32> = [die - 1, die + 1].into_iter().filter(|face| (1..=6).contains(face)).collect();
        let face = beside
            [self.ask_robot(by, robot, beside.iter().map(|face| format!("choose die {face}")).collect())];
        self.lift(&[die]);
        self.dice.push(face);
        self.dice.sort_unstable();
    }

    fn search(&mut self, robot: usize, parts: bool, by: &mut impl Answers) {
        let found: Vec<&'static str> = self
            .open
            .iter()
            .filter(|(card, count)| {
                **count > 0 && find(card).is_some() == parts && self.has_place(robot, card)
            })
            .map(|(card, _)| *card)
            .collect();
        if found.is_empty() {
            return;
        }
        let card =
            found[self.ask_robot(by, robot, found.iter().map(|card| format!("choose {card}")).collect())];
        *self.open.get_mut(card).expect("it lies there") -= 1;
        self.build(robot, card);
    }

    fn trick(&mut self, robot: usize, by: &mut impl Answers) {
        if self.reads("trick", "opponents") {
            let foe = self.choose_robot(robot, &self.opponents(robot), by);
            self.tricked.push(self.owner(foe));
            return;
        }
        let mut players: Vec<usize> = self.in_play().iter().map(|robot| self.owner(*robot)).collect();
        players.dedup();
        let answers = players.iter().map(|player| format!("choose player {}", player + 1)).collect();
        self.tricked.push(players[self.ask_robot(by, robot, answers)]);
    }

    // C: the refill.

    fn refill(&mut self, by: &mut impl Answers) {
        self.clear_bottom();
        self.slide();
        self.fill(by);
        if self.reads("strict_secret_bottom", "yes") {
            self.strictly(by);
        }
    }

    fn strictly(&mut self, by: &mut impl Answers) {
        while self.market[..2].contains(&Some(Lies::Weapon)) {
            self.clear_bottom();
            self.slide();
            self.fill(by);
        }
    }

    fn clear_bottom(&mut self) {
        for place in &mut self.market[..2] {
            if *place == Some(Lies::Weapon) {
                *place = None;
            }
        }
    }

    fn slide(&mut self) {
        for column in [0, 1] {
            let mut rows: Vec<Option<Lies>> =
                (0..3).map(|row| self.market[2 * row + column].take()).collect();
            if self.reads("slide", "one-row") {
                for row in 1..3 {
                    if rows[row - 1].is_none() {
                        rows.swap(row - 1, row);
                    }
                }
            } else {
                rows.sort_by_key(Option::is_none);
            }
            for (row, card) in rows.into_iter().enumerate() {
                self.market[2 * row + column] = card;
            }
        }
    }

    /// MB-9.3: the lowest empty place first.
    fn fill(&mut self, by: &mut impl Answers) {
        for place in 0..6 {
            if self.market[place].is_some() {
                continue;
            }
            let mut kinds: Vec<&str> =
                self.open.iter().filter(|(_, count)| **count > 0).map(|(card, _)| *card).collect();
            if self.weapons > 0 {
                kinds.push("weapon");
            }
            if kinds.is_empty() {
                return;
            }
            let answers = kinds.iter().map(|card| format!("draw {card}")).collect();
            let card = kinds[self.ask(by, Who::Chance, answers)];
            self.market[place] = Some(match card {
                "weapon" => {
                    self.weapons -= 1;
                    Lies::Weapon
                }
                card => {
                    let (card, count) =
                        self.open.iter_mut().find(|(id, _)| **id == card).expect("it lies there");
                    *count -= 1;
                    Lies::Open(card)
                }
            });
        }
    }

    /// Cards in the pile.
    pub(super) fn pile(&self) -> usize {
        self.open.values().sum::<usize>() + self.weapons
    }
}

/// Faces as they are written.
fn shown(faces: &[i32]) -> String {
    faces.iter().map(i32::to_string).collect::<Vec<_>>().join(" ")
}

/// Every choice of some of these dice, sorted, each once.
fn subsets(dice: &[i32]) -> Vec<Vec<i32>> {
    let mut all: Vec<Vec<i32>> = (1..1u32 << dice.len())
        .map(|mask| (0..dice.len()).filter(|at| mask & (1 << at) != 0).map(|at| dice[at]).collect())
        .collect();
    all.sort();
    all.dedup();
    all
}
