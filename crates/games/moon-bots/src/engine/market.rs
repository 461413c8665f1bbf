//! The market: buying, clearing and filling.

use crate::book::rulebook::CardKind;
use crate::engine::context::{Engine, Flow};
use crate::events::Event;
use crate::facts::market::{self, open_card};
use crate::facts::{derived, places, prices};
use crate::lexicon::HookId;
use crate::options::{BlackMarket, StrictSecretBottom};
use crate::rules::{
    AT_ONCE, BLACK_MARKET, DISCARD, EMPTY_PILE, EXTRA_UPGRADE, LOOK_CLOSER, PAY, SLIDE,
};
use crate::state::ids::{CardId, PlaceId, RobotId};
use crate::state::{Asked, MarketCard, MarketSlot, PLACES, Purchase, SLOTS, Step, TOP_CARDS};
use cardwright_kernel::{Log, RuleId};
use cardwright_runtime::ids::Id;

/// The places in the order in which cards slide: column by column, each from the bottom up.
const BY_COLUMN: [PlaceId; PLACES] = [
    PlaceId::BottomLeft,
    PlaceId::MiddleLeft,
    PlaceId::TopLeft,
    PlaceId::BottomRight,
    PlaceId::MiddleRight,
    PlaceId::TopRight,
];

impl<L: Log<Event>> Engine<'_, L> {
    /// Buys the card on a place (MB-4.1 to MB-4.6).
    pub(crate) fn buy(&mut self, robot: RobotId, place: PlaceId) {
        let slot = self.s.market[usize::from(place)];
        let price = prices::price(self.book, self.s, robot, slot, place);
        let rules = match L::READ {
            true => prices::price_clauses(self.book, self.s, robot, slot, place, self.op.is_some()),
            false => Vec::new(),
        };
        let own = &mut self.s.robots[usize::from(robot)];
        own.energy -= price.min(own.energy);
        let broke = own.energy == 0;
        let card = open_card(slot);
        self.emit_under(&rules, || Event::Bought {
            robot,
            place,
            card,
            price,
        });
        if broke {
            self.s.derived.spent.insert(robot);
            self.clear(place);
            self.emit(PAY, || Event::PaidWithItsLast { robot, card });
            self.settle();
        } else {
            self.receive(robot, place, price);
        }
    }

    /// Takes the card on a place without paying.
    pub(crate) fn take(&mut self, robot: RobotId, place: PlaceId) {
        let slot = self.s.market[usize::from(place)];
        let card = open_card(slot);
        let rules: &[RuleId] = if card.is_some() {
            &[BLACK_MARKET, AT_ONCE]
        } else {
            &[BLACK_MARKET]
        };
        self.emit_under(rules, || Event::Took { robot, place, card });
        let stolen =
            slot == MarketSlot::FACE_DOWN && self.book.options.black_market == BlackMarket::Taken;
        self.s.passing.set_stolen(stolen);
        self.receive(robot, place, 0);
    }

    fn receive(&mut self, robot: RobotId, place: PlaceId, price: u8) {
        if self.book.purchases {
            let card = open_card(self.s.market[place.index()]);
            self.s.purchase = Purchase::new(robot, card.map_or(0, CardId::number), price);
        }
        match self.clear(place).card() {
            MarketCard::Nothing => return,
            MarketCard::Open(card) => self.place(robot, card),
            MarketCard::FaceDown => self.s.pending_reveal = Some(robot),
        }
        self.raise(HookId::OnPurchase, robot, robot, place.row());
    }

    /// Removes the card on a place from the market.
    #[inline]
    pub(crate) fn clear(&mut self, place: PlaceId) -> MarketSlot {
        self.s.derived.gaps.insert(place);
        std::mem::replace(&mut self.s.market[usize::from(place)], MarketSlot::NOTHING)
    }

    /// Puts a part or upgrade on a robot; it takes effect at once (MB-4.8).
    pub(crate) fn place(&mut self, robot: RobotId, card: CardId) {
        let open = &self.book.open[usize::from(card)];
        let own = &mut self.s.robots[usize::from(robot)];
        let spot = match open.kind {
            CardKind::Part { slot } => slot.into(),
            CardKind::Upgrade { .. } => {
                SLOTS
                    + own
                        .upgrades
                        .iter()
                        .position(|place| *place == 0)
                        .unwrap_or(0)
            }
        };
        let closed = match spot {
            slot if slot < SLOTS => {
                own.parts[slot] = card.number();
                1 << slot
            }
            upgrade => {
                own.upgrades[upgrade - SLOTS] = card.number();
                places::closed_by(self.book, own, card)
            }
        };
        derived::count_in(self.book, own, card);
        let derived = &mut self.s.derived;
        derived.closed[usize::from(robot)] |= closed;
        let [boosts, shields] = self.book.fights[usize::from(card)];
        derived.boosts[usize::from(robot)] |= u16::from(boosts.is_some()) << spot;
        derived.shields[usize::from(robot)] |= u16::from(shields.is_some()) << spot;
        self.raise(HookId::OnBuilt, robot, RobotId::First, spot as u8);
    }

    /// Takes a card from the pile and builds it.
    pub(crate) fn build(&mut self, robot: RobotId, card: CardId) {
        self.draw(card);
        self.shuffle();
        let rule = match self.book.open[usize::from(card)].kind {
            CardKind::Part { .. } => LOOK_CLOSER,
            CardKind::Upgrade { .. } => EXTRA_UPGRADE,
        };
        self.emit_under(&[rule, AT_ONCE], || Event::Built { robot, card });
        self.place(robot, card);
    }

    /// Removes the lowest copy of a card from the pile.
    pub(crate) fn draw(&mut self, card: CardId) {
        let left = self.book.open[usize::from(card)].left(self.s.pile);
        match left[0] {
            0 => self.s.pile[1] &= !(left[1] & left[1].wrapping_neg()),
            low => self.s.pile[0] &= !(low & low.wrapping_neg()),
        }
    }

    /// MB-9.1 and MB-9.2: weapons in the bottom row are discarded, then cards slide down, column by column.
    #[inline]
    pub(crate) fn clear_market(&mut self) {
        for place in [PlaceId::BottomLeft, PlaceId::BottomRight] {
            if self.s.market[usize::from(place)] == MarketSlot::FACE_DOWN {
                self.clear(place);
                self.emit(DISCARD, || Event::Discarded { place });
            }
        }
        if !self.s.derived.gaps.is_empty() {
            self.slide();
        }
    }

    /// Slides the cards down.
    #[inline]
    fn slide(&mut self) {
        let (from, gaps) = self.book.slides.when(self.s.derived.gaps);
        let mut old = [MarketSlot::NOTHING; 8];
        old[..PLACES].copy_from_slice(&self.s.market);
        for (slot, from) in self.s.market.iter_mut().zip(from) {
            *slot = old[usize::from(*from) % old.len()];
        }
        self.s.derived.gaps = gaps;
        for to in BY_COLUMN {
            let came = PlaceId::of(from[to.index()].into()).filter(|from| *from != to);
            if let Some(from) = came {
                self.emit(SLIDE, || Event::Slid { from, to });
            }
        }
    }

    /// MB-9.3: chance draws for the lowest empty place, left before right. When all places are full or the pile is
    /// empty, `next` follows.
    #[inline(always)]
    pub(crate) fn fill_market(&mut self, next: Step) -> Flow {
        let strict = self.book.options.strict_secret_bottom == StrictSecretBottom::Yes;
        // Two branches, because one condition over both costs more instructions.
        let stops = if self.s.derived.gaps.is_empty() {
            strict && self.fill_without_chance(strict) == Flow::Stop
        } else {
            self.next_card() == Flow::Stop || self.fill_without_chance(strict) == Flow::Stop
        };
        if stops {
            return Flow::Stop;
        }
        self.s.step = next;
        self.raise_turn_end();
        Flow::On
    }

    /// Asks chance for the next card of the market, if a place is empty and the pile contains both weapons and other
    /// cards.
    #[inline]
    pub(crate) fn next_card(&mut self) -> Flow {
        let known = self.s.top[0] != MarketSlot::NOTHING;
        if self.s.derived.gaps.is_empty()
            || self.s.pile_weapons == 0
            || self.s.pile == [0; 2]
            || known
        {
            return Flow::On;
        }
        self.s.asked = Asked::Chance;
        Flow::Stop
    }

    /// Fills the market as far as possible without chance, then asks chance if needed.
    #[inline(never)]
    fn fill_without_chance(&mut self, strict: bool) -> Flow {
        loop {
            if self.s.derived.gaps.is_empty() || self.s.pile == [0; 2] && self.s.pile_weapons == 0 {
                if strict && self.bottom_weapon() {
                    self.clear_market();
                    continue;
                }
                return Flow::On;
            }
            match self.only_draw() {
                Some(slot) => self.dealt(slot),
                None => {
                    self.s.asked = Asked::Chance;
                    return Flow::Stop;
                }
            }
        }
    }

    /// Whether a secret weapon is in the bottom row.
    fn bottom_weapon(&self) -> bool {
        self.s.market[..2].contains(&MarketSlot::FACE_DOWN)
    }

    /// The drawn card, if only one is possible.
    pub(crate) fn only_draw(&self) -> Option<MarketSlot> {
        if self.s.top[0] != MarketSlot::NOTHING {
            return Some(self.s.top[0]);
        }
        if self.s.pile == [0; 2] {
            return Some(MarketSlot::FACE_DOWN);
        }
        if self.s.pile_weapons > 0 {
            return None;
        }
        let first = self.book.open_of[first_bit(self.s.pile)];
        (self.book.open[usize::from(first)].left(self.s.pile) == self.s.pile)
            .then(|| MarketCard::Open(first).into())
    }

    /// Removes the drawn card from the pile.
    #[inline]
    pub(crate) fn uncover(&mut self, slot: MarketSlot) {
        match slot.card() {
            MarketCard::FaceDown => self.s.pile_weapons -= 1,
            MarketCard::Open(card) => self.draw(card),
            MarketCard::Nothing => {}
        }
        if self.s.top[0] != MarketSlot::NOTHING {
            self.pop_top();
        }
    }

    /// Removes the top card from the known cards.
    #[cold]
    pub(crate) fn pop_top(&mut self) {
        self.s.top.copy_within(1.., 0);
        self.s.top[TOP_CARDS - 1] = MarketSlot::NOTHING;
    }

    /// Shuffles the pile: no card on top is known any more.
    pub(crate) fn shuffle(&mut self) {
        self.s.top = [MarketSlot::NOTHING; TOP_CARDS];
    }

    /// Puts the drawn card on the lowest empty place.
    pub(crate) fn dealt(&mut self, slot: MarketSlot) {
        let Some(place) = self.s.derived.gaps.first() else {
            return;
        };
        self.uncover(slot);
        self.s.market[place.index()] = slot;
        self.s.derived.gaps.pop();
        let card = open_card(slot);
        let rules = [market::filled_under(self.s), EMPTY_PILE];
        let last = self.s.pile == [0; 2] && self.s.pile_weapons == 0;
        self.emit_under(if last { &rules } else { &rules[..1] }, || Event::Dealt {
            place,
            card,
        });
    }
}

fn first_bit(mask: [u64; 2]) -> usize {
    match mask[0] {
        0 => 64 + mask[1].trailing_zeros() as usize % 64,
        low => low.trailing_zeros() as usize,
    }
}
