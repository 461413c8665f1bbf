//! The market: what can be taken, buying, and the refill.

use super::book::{Open, Rulebook, Sort, ones};
use super::events::Event;
use super::options::{AttackUpgrades, BlackMarket, PayToZero, SlideTo, StrictSecretBottom};
use super::rules::*;
use super::state::{Asked, Lies, PLACES, Robot, State, Status, Step, UPGRADES};
use super::table::{Flow, Table};
use cardwright_kernel::Log;

impl Rulebook {
    /// Whether the robot has a place for the card (MB-4.4, MB-4.5, MB-4.9).
    #[inline]
    pub(super) fn has_place(&self, robot: &Robot, card: u8) -> bool {
        match self.open[usize::from(card)].sort {
            Sort::Part { slot } => robot.parts[usize::from(slot)] == 0,
            Sort::Upgrade { most, .. } => {
                let same = robot.upgrades.iter().filter(|own| **own == card + 1).count();
                let room = robot.upgrades[UPGRADES - 1] == 0 && same < usize::from(most);
                room && (self.options.attack_upgrades == AttackUpgrades::Each
                    || self.first_of_four(robot, card))
            }
        }
    }

    /// Q-MB-8: whether the robot has no upgrade of the four kinds yet, or the card is none of them.
    fn first_of_four(&self, robot: &Robot, card: u8) -> bool {
        robot.hooks == 0 || self.open[usize::from(card)].hooks.is_empty()
    }

    /// What the card on a place costs (MB-4.1, MB-4.2).
    #[inline]
    pub(super) fn price(&self, lies: Lies, place: u8) -> u8 {
        let extra = match lies {
            Lies::Open(card) => self.open[usize::from(card)].extra,
            _ => 0,
        };
        place / 2 + extra
    }

    /// The places whose card the robot could take without paying: a bit each.
    #[inline]
    pub(super) fn free_cards(&self, state: &State, robot: u8) -> u8 {
        let own = &state.robots[usize::from(robot)];
        if own.status != Status::InPlay {
            return 0;
        }
        let mut places = 0;
        for (place, lies) in state.market.iter().enumerate() {
            places |= u8::from(self.takes(own, *lies)) << place;
        }
        places
    }

    /// Whether the robot has a place for what lies there.
    #[inline]
    fn takes(&self, own: &Robot, lies: Lies) -> bool {
        match lies {
            Lies::Nothing => false,
            Lies::FaceDown => true,
            Lies::Open(card) => own.closed[usize::from(card) / 64 % 2] & (1 << (card % 64)) == 0,
        }
    }

    /// The places whose card the robot could buy: a bit each.
    #[inline]
    pub(super) fn affordable(&self, state: &State, robot: u8) -> u8 {
        let (own, free) = (&state.robots[usize::from(robot)], self.free_cards(state, robot));
        (0..PLACES as u8)
            .filter(|place| free & (1 << place) != 0 && self.pays(own, state, *place))
            .fold(0, |mask, place| mask | 1 << place)
    }

    /// Whether the robot could buy any card.
    #[inline]
    pub(super) fn can_buy_any(&self, state: &State, robot: u8) -> bool {
        let own = &state.robots[usize::from(robot)];
        (0..PLACES as u8)
            .any(|place| self.takes(own, state.market[usize::from(place)]) && self.pays(own, state, place))
    }

    /// Whether the robot has the energy for the card on a place (MB-4.3; Q-MB-19: some tables forbid to pay down to
    /// nothing).
    #[inline]
    fn pays(&self, own: &Robot, state: &State, place: u8) -> bool {
        let price = self.price(state.market[usize::from(place)], place);
        let keep = u8::from(self.options.pay_to_zero == PayToZero::No);
        price == 0 || price + keep <= own.energy
    }

    /// Marks the cards that the robot has no place for, after it got one.
    pub(super) fn close(&self, robot: &mut Robot) {
        let mut closed = [0u64; 2];
        for card in 0..self.open.len() as u8 {
            closed[usize::from(card) / 64] |= u64::from(!self.has_place(robot, card)) << (card % 64);
        }
        robot.closed = closed;
    }

    /// The cards of the pile, of parts or of upgrades, that the robot has a place for, in order.
    pub(super) fn pile_cards(&self, state: &State, robot: u8, upgrades: bool) -> impl Iterator<Item = u8> {
        let own = state.robots[usize::from(robot)];
        let pile = state.pile;
        self.open.iter().enumerate().filter_map(move |(number, open)| {
            let wanted = matches!(open.sort, Sort::Upgrade { .. }) == upgrades;
            let lies = open.in_pile(pile);
            (wanted && lies && self.has_place(&own, number as u8)).then_some(number as u8)
        })
    }
}

impl Open {
    /// Whether a copy lies in the pile.
    #[inline]
    pub(super) fn in_pile(&self, pile: [u64; 2]) -> bool {
        ones(self.left(pile)) > 0
    }

    /// Its copies in the pile.
    #[inline]
    pub(super) fn left(&self, pile: [u64; 2]) -> [u64; 2] {
        [self.copies[0] & pile[0], self.copies[1] & pile[1]]
    }
}

impl<L: Log<Event>> Table<'_, L> {
    /// Buys the card on a place (MB-4.1 to MB-4.6).
    pub(super) fn buy(&mut self, robot: u8, place: u8) {
        let lies = self.s.market[usize::from(place)];
        let price = self.book.price(lies, place);
        let own = &mut self.s.robots[usize::from(robot)];
        own.energy -= price.min(own.energy);
        let broke = own.energy == 0;
        let card = open_card(lies);
        let rule = match lies {
            Lies::FaceDown => UNSEEN,
            _ => PRICE,
        };
        self.tell(rule, || Event::Bought { robot, place, card, price });
        if broke {
            self.s.market[usize::from(place)] = Lies::Nothing;
            self.tell(PAY, || Event::PaidWithItsLast { robot, card });
            self.settle();
        } else {
            self.receive(robot, place);
        }
    }

    /// Takes the card on a place without paying.
    pub(super) fn take(&mut self, robot: u8, place: u8) {
        let lies = self.s.market[usize::from(place)];
        let card = open_card(lies);
        self.tell(BLACK_MARKET, || Event::Took { robot, place, card });
        self.s.taken = lies == Lies::FaceDown && self.book.options.black_market == BlackMarket::Taken;
        self.receive(robot, place);
    }

    fn receive(&mut self, robot: u8, place: u8) {
        match std::mem::take(&mut self.s.market[usize::from(place)]) {
            Lies::Nothing => {}
            Lies::Open(card) => self.place(robot, card),
            Lies::FaceDown => self.s.looks = robot + 1,
        }
    }

    /// Puts a part or upgrade on a robot; it works at once (MB-4.8).
    pub(super) fn place(&mut self, robot: u8, card: u8) {
        let open = &self.book.open[usize::from(card)];
        let own = &mut self.s.robots[usize::from(robot)];
        match open.sort {
            Sort::Part { slot } => own.parts[usize::from(slot)] = card + 1,
            Sort::Upgrade { dice, reroll, .. } => {
                if let Some(free) = own.upgrades.iter_mut().find(|place| **place == 0) {
                    *free = card + 1;
                }
                own.dice += dice;
                own.reroll = own.reroll.max(reroll);
                for (hook, _) in &open.hooks {
                    own.hooks |= 1 << hook;
                }
            }
        }
        self.book.close(own);
    }

    /// Takes a card out of the pile and builds it.
    pub(super) fn build(&mut self, robot: u8, card: u8) {
        self.draw(card);
        let rule = match self.book.open[usize::from(card)].sort {
            Sort::Part { .. } => LOOK_CLOSER,
            Sort::Upgrade { .. } => EXTRA_UPGRADE,
        };
        self.tell(rule, || Event::Built { robot, card });
        self.place(robot, card);
    }

    /// Takes the lowest copy of a card out of the pile.
    pub(super) fn draw(&mut self, card: u8) {
        let left = self.book.open[usize::from(card)].left(self.s.pile);
        match left[0] {
            0 => self.s.pile[1] &= !(left[1] & left[1].wrapping_neg()),
            low => self.s.pile[0] &= !(low & low.wrapping_neg()),
        }
    }

    /// The robot sees which weapon it got: chance says which, unless only one is left.
    pub(super) fn look_at_new(&mut self) -> Flow {
        let mut kinds = self.book.unseen_kinds(self.s);
        match (kinds.next(), kinds.next()) {
            (Some(only), None) => {
                self.got(only);
                Flow::On
            }
            (Some(_), Some(_)) => {
                self.s.asked = Asked::Chance;
                Flow::Stop
            }
            // More weapons lie face down than are unseen only in a position that could not arise.
            (None, _) => {
                self.s.looks = 0;
                Flow::On
            }
        }
    }

    /// The robot that looks got this weapon.
    pub(super) fn got(&mut self, weapon: u8) {
        let robot = self.s.looks - 1;
        self.s.looks = 0;
        let taken = std::mem::take(&mut self.s.taken);
        let facts = &self.book.weapons[usize::from(weapon)];
        let left = self.s.unseen & facts.copies;
        let copy = left & left.wrapping_neg();
        self.s.unseen &= !copy;
        let player = self.book.owner(robot);
        self.whisper(player, UNSEEN, || Event::Got { robot, weapon });
        match facts.on_bought.filter(|_| !taken) {
            None => self.s.robots[usize::from(robot)].hand |= copy,
            Some(program) => {
                self.s.shown |= copy;
                self.tell_weapon(weapon, BAD_LUCK, || Event::Shown { robot, weapon });
                self.push(program, robot, weapon);
            }
        }
    }

    /// MB-9.1 and MB-9.2: weapons of the bottom row leave, then cards slide down, column by column.
    pub(super) fn clear_market(&mut self) {
        for place in 0..2u8 {
            if self.s.market[usize::from(place)] == Lies::FaceDown {
                self.s.market[usize::from(place)] = Lies::Nothing;
                self.tell(DISCARD, || Event::Discarded { place });
            }
        }
        for column in 0..2u8 {
            let mut free = column;
            for from in [column, column + 2, column + 4] {
                if self.s.market[usize::from(from)] == Lies::Nothing {
                    continue;
                }
                let to = match self.book.options.slide {
                    SlideTo::Bottom => free,
                    SlideTo::OneRow => free.max(from.saturating_sub(2)),
                };
                if from != to {
                    self.s.market[usize::from(to)] = std::mem::take(&mut self.s.market[usize::from(from)]);
                    self.tell(SLIDE, || Event::Slid { from, to });
                }
                free = to + 2;
            }
        }
    }

    /// MB-9.3: chance draws for the lowest empty place, left before right; `next` follows when all are full or the
    /// pile is empty.
    pub(super) fn fill_market(&mut self, next: Step) -> Flow {
        loop {
            let empty = self.s.market.iter().position(|lies| *lies == Lies::Nothing);
            let open = ones(self.s.pile);
            if empty.is_none() || open + u32::from(self.s.pile_weapons) == 0 {
                if self.book.options.strict_secret_bottom == StrictSecretBottom::Yes && self.bottom_weapon() {
                    self.clear_market();
                    continue;
                }
                self.s.step = next;
                return Flow::On;
            }
            match self.only_draw(open) {
                Some(lies) => self.dealt(lies),
                None => {
                    self.s.asked = Asked::Chance;
                    return Flow::Stop;
                }
            }
        }
    }

    /// Whether a secret weapon lies in the bottom row.
    fn bottom_weapon(&self) -> bool {
        self.s.market[..2].contains(&Lies::FaceDown)
    }

    /// The draw, when only one is possible.
    fn only_draw(&self, open: u32) -> Option<Lies> {
        if open == 0 {
            return Some(Lies::FaceDown);
        }
        if self.s.pile_weapons > 0 {
            return None;
        }
        let first = self.book.open_of[first_bit(self.s.pile)];
        (ones(self.book.open[usize::from(first)].left(self.s.pile)) == open).then_some(Lies::Open(first))
    }

    /// Puts the drawn card on the lowest empty place.
    pub(super) fn dealt(&mut self, lies: Lies) {
        let Some(place) = self.s.market.iter().position(|old| *old == Lies::Nothing) else { return };
        match lies {
            Lies::Open(card) => self.draw(card),
            _ => self.s.pile_weapons -= 1,
        }
        self.s.market[place] = lies;
        let card = open_card(lies);
        let rule = if self.s.step == Step::LayOut { LAY_OUT } else { FILL };
        self.tell(rule, || Event::Dealt { place: place as u8, card });
    }
}

impl Rulebook {
    /// The kinds of weapons nobody has seen, in order.
    pub(super) fn unseen_kinds<'a>(&'a self, state: &State) -> impl Iterator<Item = u8> + 'a {
        let unseen = state.unseen;
        (0..self.weapons.len() as u8)
            .filter(move |weapon| self.weapons[usize::from(*weapon)].copies & unseen != 0)
    }
}

fn open_card(lies: Lies) -> Option<u8> {
    match lies {
        Lies::Open(card) => Some(card),
        _ => None,
    }
}

fn first_bit(mask: [u64; 2]) -> usize {
    match mask[0] {
        0 => 64 + mask[1].trailing_zeros() as usize % 64,
        low => low.trailing_zeros() as usize,
    }
}
