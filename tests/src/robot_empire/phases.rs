//! A game from its set-up to its end. A turn is straight-line code, and a player who must decide is asked on the spot.

use super::answers::{Act, At};
use super::cards::{Amount, Kind};
use super::table::{Answers, End, Go, Moon, Named, Table, Unit, Waiting, Who};

/// A table and the source of its decisions.
pub(super) struct Phases<'a> {
    pub(super) table: Table,
    answers: &'a mut dyn Answers,
}

/// The number of cards in a full hand.
const HAND: usize = 7;

impl<'a> Phases<'a> {
    pub(super) fn new(table: Table, answers: &'a mut dyn Answers) -> Self {
        Phases { table, answers }
    }

    /// Asks. A question with one possible action is not asked, unless it must be.
    pub(super) fn ask<T: Copy>(&mut self, who: Who, listed: &[(String, T)], always: bool) -> T {
        if listed.len() == 1 && !always {
            return listed[0].1;
        }
        let words: Vec<String> = listed.iter().map(|(words, _)| words.clone()).collect();
        listed[self.answers.answer(&self.table, who, &words)].1
    }

    pub(super) fn roll(&mut self) -> i32 {
        let faces: Vec<(String, i32)> =
            (1..=6).map(|face| (format!("roll {face}"), face)).collect();
        self.ask(Who::Chance, &faces, false)
    }

    /// Plays to the end from the set-up.
    pub(super) fn play(&mut self) -> End {
        let first = self.set_up();
        self.begin_turn(first);
        self.play_from(0)
    }

    /// Plays to the end from a step of a turn, by its index in [`STEPS`](super::rich::STEPS).
    pub(super) fn play_from(&mut self, step: usize) -> End {
        self.look_at_backs();
        let mut from = step;
        loop {
            let next = self.turn(from).and_then(|()| self.end_of_turn());
            match next {
                Ok(player) => self.begin_turn(player),
                Err(end) => return end,
            }
            from = 0;
        }
    }

    /// Section 2, and the starting player.
    fn set_up(&mut self) -> usize {
        let players = self.table.players.len();
        if self.table.reads("battery", "choose") {
            for player in 0..players {
                let listed: Vec<(String, i32)> = (15..=20)
                    .map(|coins| (format!("battery {coins}"), coins))
                    .collect();
                let coins = self.ask(Who::Player(player), &listed, false);
                let side = &mut self.table.players[player];
                (side.battery, side.start) = (coins, coins);
                side.vault += 20 - coins;
            }
        }
        let mut moons: Vec<(String, (usize, &'static str))> = Vec::new();
        for (at, pile) in self.table.piles.iter().enumerate() {
            let of = if self.table.piles.len() > 1 {
                format!(" of {}", at + 1)
            } else {
                String::new()
            };
            let here = pile
                .deck
                .keys()
                .filter(|id| self.table.kind(id) == Kind::Moon);
            moons.extend(here.map(|id| (format!("moon {id}{of}"), (at, *id))));
        }
        if !moons.is_empty() {
            let (of, moon) = self.ask(Who::Chance, &moons, true);
            self.take_from_deck(of, moon);
            self.lay_moon(of, moon);
        }
        self.look_at_backs();
        for player in 0..players {
            self.fill_hand(player);
        }
        let seats: Vec<(String, usize)> = (0..players)
            .map(|player| (format!("first {}", player + 1), player))
            .collect();
        self.ask(Who::Chance, &seats, false)
    }

    /// RE-3.1, from a step on to the second draw. Before it, upgrades are cleared and cards reactivated.
    fn turn(&mut self, from: usize) -> Go {
        let player = self.table.active;
        let steps = [
            (At::TurnStart, false),
            (At::Play, true),
            (At::BeforeMining, false),
            (At::Mining, true),
            (At::BeforeCombat, false),
            (At::Fire, true),
        ];
        for (at, phase) in steps.into_iter().skip(from) {
            let moons = [At::BeforeMining, At::Mining].contains(&at);
            if moons && self.table.reads("moons", "no") {
                continue;
            }
            if phase {
                self.phase(at)?
            } else {
                self.window(at)?
            }
        }
        self.combat()?;
        self.collect();
        self.fill_hand(player);
        self.discard(player);
        self.fill_hand(player);
        self.window(At::TurnEnd)
    }

    /// RE-3.2, RE-3.3.
    fn begin_turn(&mut self, player: usize) {
        let t = &mut self.table;
        t.turn += 1;
        t.active = player;
        t.tried.clear();
        let everybody = t.reads("reactivate", "everybody");
        let all = t.reads("instants", "all");
        for of in 0..t.players.len() {
            for nth in 0..t.players[of].units.len() {
                if all || of == player {
                    let before = t.coins_on(&t.players[of].units[nth]);
                    t.players[of].units[nth].instant = false;
                    t.chest += before - t.coins_on(&t.players[of].units[nth]);
                }
                let unit = &mut t.players[of].units[nth];
                if everybody || of == player {
                    unit.recharging = false;
                }
                if of == player {
                    (unit.new, unit.landed) = (false, false);
                }
            }
        }
    }

    /// RE-3.11, RE-10.4, and the next player.
    fn end_of_turn(&mut self) -> Go<usize> {
        let t = &mut self.table;
        for side in &mut t.players {
            side.prevented = 0;
            for unit in &mut side.units {
                (unit.damage, unit.prevented) = (0, 0);
            }
        }
        let next = t.clockwise(t.active)[0];
        if next <= t.active {
            t.rounds += 1;
            t.quiet = if t.lost { 0 } else { t.quiet + 1 };
            t.lost = false;
            let bound = |name: &str| t.options[name].parse::<i32>().unwrap();
            if t.quiet >= bound("quiet_rounds") || t.rounds >= bound("max_rounds") {
                let living = t.clockwise(0);
                let most = living.iter().map(|player| t.players[*player].battery).max();
                let mut best: Vec<usize> = living
                    .into_iter()
                    .filter(|player| Some(t.players[*player].battery) == most)
                    .collect();
                best.sort_unstable();
                return Err(End(best));
            }
        }
        Ok(next)
    }

    /// The seats that are asked in a window (RE-6.4, RE-7.1).
    fn asked_in(&self, at: At) -> Vec<usize> {
        let mut seats = self.table.clockwise(self.table.active);
        if [At::TurnStart, At::BeforeMining, At::BeforeCombat].contains(&at) {
            seats.retain(|seat| *seat != self.table.active);
        }
        seats
    }

    /// A window: every player may act. Each action restarts it.
    fn window(&mut self, at: At) -> Go {
        'anew: loop {
            for seat in self.asked_in(at) {
                let acts = self.table.acts(seat, at);
                // The question must not show that a player holds an Agent and the coin for it (RE-6.12).
                let open = acts
                    .iter()
                    .any(|act| matches!(act, Act::Instant(_) | Act::Tap(..)));
                let side = &self.table.players[seat];
                let holds = open || !side.hand.is_empty() && side.vault > 0;
                let always = self.table.reads("ask", "when-holding");
                if if always { !holds } else { acts.is_empty() } {
                    continue;
                }
                let mut listed = self.listed(&acts);
                listed.push(("pass".into(), Act::Done));
                let act = self.ask(Who::Player(seat), &listed, always);
                if act != Act::Done {
                    self.carry_out(seat, act)?;
                    continue 'anew;
                }
            }
            return Ok(());
        }
    }

    fn listed(&self, acts: &[Act]) -> Vec<(String, Act)> {
        acts.iter()
            .map(|act| (self.table.words(*act), *act))
            .collect()
    }

    /// A phase of the active player, until the player is done.
    fn phase(&mut self, at: At) -> Go {
        let player = self.table.active;
        loop {
            let acts = self.table.acts(player, at);
            let mut listed = self.listed(&acts);
            listed.push(("done".into(), Act::Done));
            let holds = !self.table.players[player].hand.is_empty();
            let act = self.ask(
                Who::Player(player),
                &listed,
                holds && self.table.reads("ask", "when-holding"),
            );
            if act == Act::Done {
                return Ok(());
            }
            self.carry_out(player, act)?;
        }
    }

    /// Every announcement takes effect, the last one first. Before each, every player is asked.
    fn answers_and_effects(&mut self) -> Go {
        while !self.table.waiting.is_empty() {
            self.window_of_announcement()?;
            if let Some(top) = self.table.waiting.pop() {
                self.take_effect(&top)?;
            }
        }
        Ok(())
    }

    /// The window for an announcement. An announcement made in it waits on top of it, so the same window continues.
    fn window_of_announcement(&mut self) -> Go {
        self.window(At::Announced)
    }

    fn carry_out(&mut self, player: usize, act: Act) -> Go {
        match act {
            Act::Done => {}
            Act::Play(id) => self.bring_out(player, id),
            Act::Install(id, on) => {
                self.leave_hand(player, id);
                self.pay_for(player, id);
                let of = self.table.pile_of(player);
                let unit = self.table.unit_mut(on);
                unit.parts.push(id);
                unit.parts_of.push(of);
            }
            Act::Permanent(on) => {
                let cost = self.table.permanent_of(self.table.unit(on)).unwrap();
                self.table.players[player].vault -= cost;
                self.table.unit_mut(on).permanent = true;
            }
            Act::Instant(on) => {
                let cost = self.table.instant_of(self.table.unit(on)).unwrap();
                self.table.players[player].vault -= cost;
                self.table.unit_mut(on).instant = true;
            }
            Act::Assemble(top, legs) => {
                let upper = self.table.unit(top).card;
                let lower = self.table.unit(legs).card;
                self.table.players[player]
                    .units
                    .retain(|unit| unit.key != top && unit.key != legs);
                let mut unit = self.fresh(player, upper);
                unit.legs = Some(lower);
                self.table.players[player].units.push(unit);
            }
            Act::Link(one, with) => {
                let chain = self
                    .table
                    .unit(with)
                    .chain
                    .unwrap_or_else(|| self.table.new_key());
                for key in [one, with] {
                    self.table.unit_mut(key).chain = Some(chain);
                }
            }
            Act::Land(robot, moon) => {
                let card = self
                    .table
                    .moons
                    .iter()
                    .find(|other| other.key == moon)
                    .unwrap()
                    .card;
                self.pay(player, self.table.card(card).landing);
                let unit = self.table.unit_mut(robot);
                (unit.moon, unit.landed) = (Some(moon), true);
            }
            Act::Return(robot) => self.come_back(player, robot),
            Act::Show(id, named) => {
                self.leave_hand(player, id);
                self.put_on_discard(self.table.pile_of(player), id);
                self.pay_for(player, id);
                return self.announce(Waiting {
                    card: id,
                    owner: player,
                    named,
                    shot: None,
                });
            }
            Act::Fire(shooter, named) => {
                let unit = self.table.unit(shooter);
                let (card, shot) = (unit.card, Some(self.table.long_range(unit)));
                self.recharge(shooter);
                return self.announce(Waiting {
                    card,
                    owner: player,
                    named,
                    shot,
                });
            }
            Act::Tap(tapped, named) => {
                let card = self.table.unit(tapped).card;
                self.recharge(tapped);
                self.prevent(named, if card == "repair-bay" { 2 } else { 3 });
            }
        }
        Ok(())
    }

    /// RE-6.3. For another announcement, the running loop continues with it.
    fn announce(&mut self, waiting: Waiting) -> Go {
        if self.table.reads("responses", "at-once") {
            return self.take_effect(&waiting);
        }
        self.table.waiting.push(waiting);
        if self.table.waiting.len() == 1 {
            self.answers_and_effects()
        } else {
            Ok(())
        }
    }

    fn fresh(&mut self, player: usize, card: &'static str) -> Unit {
        Unit {
            of: self.table.pile_of(player),
            ..Unit::fresh(self.table.new_key(), card)
        }
    }

    /// RE-3.5, RE-3.6.
    fn bring_out(&mut self, player: usize, id: &'static str) {
        let cost = match self.table.card(id).cost {
            Amount::Number(coins) => coins,
            Amount::Die => self.roll(),
        };
        if cost > self.table.players[player].vault {
            return self.table.tried.push(id);
        }
        self.leave_hand(player, id);
        self.pay(player, cost);
        let unit = self.fresh(player, id);
        self.table.players[player].units.push(unit);
    }

    fn leave_hand(&mut self, player: usize, id: &'static str) {
        let hand = &mut self.table.players[player].hand;
        let at = hand
            .iter()
            .position(|held| *held == id)
            .expect("the card is in the hand");
        hand.remove(at);
    }

    fn pay(&mut self, player: usize, coins: i32) {
        self.table.players[player].vault -= coins;
        self.table.chest += coins;
    }

    fn pay_for(&mut self, player: usize, id: &str) {
        if let Amount::Number(coins) = self.table.card(id).cost {
            self.pay(player, coins);
        }
    }

    /// Coins from the War Chest, as many as it has.
    pub(super) fn taken_of_chest(&mut self, coins: i32) -> i32 {
        let all = self.table.reads("coins", "unlimited");
        let taken = if all {
            coins
        } else {
            coins.min(self.table.chest)
        };
        self.table.chest -= taken;
        taken
    }

    pub(super) fn put_on_discard(&mut self, of: usize, id: &'static str) {
        *self.table.piles[of].discard.entry(id).or_default() += 1;
    }

    /// RE-8.3, RE-8.4, Q-RS-6.
    fn come_back(&mut self, player: usize, robot: u32) {
        let key = self.table.unit(robot).moon.expect("the robot is on a Moon");
        let at = self
            .table
            .moons
            .iter()
            .position(|moon| moon.key == key)
            .unwrap();
        let Moon { card, of, .. } = self.table.moons[at];
        let harvest = self.table.harvest(self.table.unit(robot));
        let more = self.taken_of_chest(harvest);
        self.table.players[player].vault += std::mem::take(&mut self.table.moons[at].coins) + more;
        let unit = self.table.unit_mut(robot);
        (unit.moon, unit.recharging) = (None, true);
        if self.table.reads("emptied_moon", "discarded") {
            self.table.moons.remove(at);
            self.put_on_discard(of, card);
        } else if self.table.reads("emptied_moon", "refilled") {
            self.table.moons[at].coins = self.taken_of_chest(self.table.card(card).value);
        }
    }

    /// RE-3.7.
    fn collect(&mut self) {
        let player = self.table.active;
        let cards = self.table.players[player]
            .units
            .iter()
            .map(|unit| self.table.collects(unit))
            .sum::<i32>();
        let taken = self.taken_of_chest(3 + cards);
        self.table.players[player].vault += taken;
    }

    fn take_from_deck(&mut self, of: usize, id: &'static str) {
        let deck = &mut self.table.piles[of].deck;
        let number = deck.get_mut(id).unwrap();
        *number -= 1;
        if *number == 0 {
            deck.remove(id);
        }
    }

    /// RE-3.10.
    fn lay_moon(&mut self, of: usize, card: &'static str) {
        let coins = self.taken_of_chest(self.table.card(card).value);
        let key = self.table.new_key();
        self.table.moons.push(Moon {
            key,
            card,
            coins,
            of,
        });
    }

    /// RE-3.8, RE-3.9: fills a hand to 7.
    fn fill_hand(&mut self, player: usize) {
        let of = self.table.pile_of(player);
        while self.table.players[player].hand.len() < HAND {
            let pile = &mut self.table.piles[of];
            if pile.deck.is_empty() {
                pile.deck = std::mem::take(&mut pile.discard);
                self.look_at_back(of);
            }
            let pile = &self.table.piles[of];
            if pile.deck.is_empty() {
                return;
            }
            let moon = |id: &str| {
                if self.table.kind(id) == Kind::Moon {
                    "moon "
                } else {
                    ""
                }
            };
            let fits = |id: &str| {
                pile.back
                    .is_none_or(|back| back == (self.table.kind(id) == Kind::Moon))
            };
            let ids = pile.deck.keys().filter(|id| fits(id));
            let listed: Vec<(String, &'static str)> = ids
                .map(|id| (format!("draw {}{id}", moon(id)), *id))
                .collect();
            let id = self.ask(Who::Chance, &listed, true);
            self.take_from_deck(of, id);
            match self.table.kind(id) {
                Kind::Moon => self.lay_moon(of, id),
                _ => self.table.players[player].hand.push(id),
            }
            self.look_at_back(of);
        }
    }

    fn look_at_backs(&mut self) {
        for of in 0..self.table.piles.len() {
            if self.table.piles[of].back.is_none() {
                self.look_at_back(of);
            }
        }
    }

    /// Q-RS-12: what the back of the next card shows.
    fn look_at_back(&mut self, of: usize) {
        let deck = &self.table.piles[of].deck;
        let all = deck.values().sum::<i32>();
        let moons = deck
            .iter()
            .filter(|(id, _)| self.table.kind(id) == Kind::Moon);
        let moons = moons.map(|(_, number)| number).sum::<i32>();
        self.table.piles[of].back = match () {
            () if self.table.reads("moon_backs", "unseen") || all == 0 => None,
            () if moons == 0 || moons == all => Some(moons > 0),
            () => {
                let backs = [
                    ("back moon".to_string(), true),
                    ("back card".to_string(), false),
                ];
                Some(self.ask(Who::Chance, &backs, true))
            }
        };
    }

    /// RE-3.8: the first card is free, others cost a coin each.
    fn discard(&mut self, player: usize) {
        for nth in 0.. {
            let side = &self.table.players[player];
            let mut hand = side.hand.clone();
            hand.sort_unstable();
            hand.dedup();
            if nth > 0 && side.vault == 0 {
                hand.clear();
            }
            let mut listed: Vec<(String, Option<&'static str>)> = hand
                .iter()
                .map(|id| (format!("discard {id}"), Some(*id)))
                .collect();
            listed.push(("done".into(), None));
            let always = self.table.reads("ask", "when-holding") && !side.hand.is_empty();
            let Some(id) = self.ask(Who::Player(player), &listed, always) else {
                return;
            };
            self.leave_hand(player, id);
            self.put_on_discard(self.table.pile_of(player), id);
            if nth > 0 {
                self.pay(player, 1);
            }
        }
    }

    pub(super) fn prevent(&mut self, named: Named, points: i32) {
        match named {
            Named::Unit(key) => self.table.unit_mut(key).prevented += points,
            Named::Battery(player) => self.table.players[player].prevented += points,
            _ => {}
        }
    }

    pub(super) fn ask_window(&mut self, at: At) -> Go {
        self.window(at)
    }
}
