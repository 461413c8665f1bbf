//! The market: its cards, its prices, and purchases.

use super::{Answers, FIGHTING, MarketCard, PLACES, Step, Table, Who, Window};
use crate::second_player::cards::find;

impl Table {
    fn price(&self, place: usize) -> i32 {
        let row = place as i32 / 2;
        let extra = matches!(
            self.market[place],
            Some(MarketCard::Open("plus-die" | "re-roll"))
        );
        row + i32::from(extra)
    }

    /// MB-4.9.
    pub(in crate::second_player) fn has_place(&self, robot: usize, card: &str) -> bool {
        let own = &self.robots[robot];
        if let Some(part) = find(card) {
            return !own.parts.contains_key(part.slot);
        }
        let alike = own
            .upgrades
            .iter()
            .filter(|upgrade| **upgrade == card)
            .count();
        let most = if card == "plus-die" { 3 } else { 1 };
        let fighting = self.is_set("attack_upgrades", "one")
            && FIGHTING.contains(&card)
            && FIGHTING.iter().any(|upgrade| self.has(robot, upgrade));
        own.upgrades.len() < 6 && alike < most && !fighting
    }

    /// Places of the market with a card that fits the robot.
    pub(super) fn free_places(&self, robot: usize) -> Vec<usize> {
        let fits = |place: &usize| match &self.market[*place] {
            None => false,
            Some(MarketCard::Weapon) => true,
            Some(MarketCard::Open(card)) => self.has_place(robot, card),
        };
        (0..6).filter(fits).collect()
    }

    pub(super) fn affordable(&self, robot: usize) -> Vec<usize> {
        let least = i32::from(self.is_set("pay_to_zero", "no"));
        let pays = |place: &usize| self.robots[robot].energy - self.price(*place) >= least;
        self.free_places(robot).into_iter().filter(pays).collect()
    }

    pub(super) fn buying(&mut self, by: &mut impl Answers) -> Step {
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

    pub(super) fn buy(&mut self, robot: usize, place: usize, by: &mut impl Answers) -> Step {
        self.robots[robot].energy -= self.price(place);
        if self.robots[robot].energy == 0 {
            self.market[place] = None;
            return self.falls();
        }
        self.take(robot, place, true, by)
    }

    /// A card of the market goes to a robot, bought or taken for nothing.
    pub(super) fn take(
        &mut self,
        robot: usize,
        place: usize,
        bought: bool,
        by: &mut impl Answers,
    ) -> Step {
        match self.market[place].take() {
            Some(MarketCard::Open(card)) => {
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

    pub(in crate::second_player) fn build(&mut self, robot: usize, card: &'static str) {
        match find(card) {
            Some(part) => drop(self.robots[robot].parts.insert(part.slot, card)),
            None => self.robots[robot].upgrades.push(card),
        }
    }

    // B: activating.

    pub(super) fn refill(&mut self, by: &mut impl Answers) {
        self.clear_bottom();
        self.slide();
        self.fill(by);
        if self.is_set("strict_secret_bottom", "yes") {
            self.strictly(by);
        }
    }

    pub(super) fn strictly(&mut self, by: &mut impl Answers) {
        while self.market[..2].contains(&Some(MarketCard::Weapon)) {
            self.clear_bottom();
            self.slide();
            self.fill(by);
        }
    }

    fn clear_bottom(&mut self) {
        for place in &mut self.market[..2] {
            if *place == Some(MarketCard::Weapon) {
                *place = None;
            }
        }
    }

    fn slide(&mut self) {
        for column in [0, 1] {
            let mut rows: Vec<Option<MarketCard>> = (0..3)
                .map(|row| self.market[2 * row + column].take())
                .collect();
            if self.is_set("slide", "one-row") {
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
    pub(super) fn fill(&mut self, by: &mut impl Answers) {
        for place in 0..6 {
            if self.market[place].is_some() {
                continue;
            }
            let mut kinds: Vec<&str> = self
                .open
                .iter()
                .filter(|(_, count)| **count > 0)
                .map(|(card, _)| *card)
                .collect();
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
                    MarketCard::Weapon
                }
                card => {
                    let (card, count) = self
                        .open
                        .iter_mut()
                        .find(|(id, _)| **id == card)
                        .expect("it lies there");
                    *count -= 1;
                    MarketCard::Open(card)
                }
            });
        }
    }

    /// The number of cards in the draw pile.
    pub(in crate::second_player) fn pile(&self) -> usize {
        self.open.values().sum::<usize>() + self.weapons
    }
}
