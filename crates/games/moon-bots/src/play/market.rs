//! The market: prices, buying, taking, and the refill.

use crate::cards::lexicon::HookId;
use crate::cards::rulebook::{CardKind, Open, Rulebook};
use crate::cards::values::points;
use crate::options::{BlackMarket, PayToZero, StrictSecretBottom};
use crate::play::actions::Action;
use crate::play::engine::{Engine, Flow};
use crate::play::events::Event;
use crate::rules::*;
use crate::state::ids::{CardId, PlaceId, Places, RobotId, WeaponId};
use crate::state::{Asked, CAP, MarketCard, MarketSlot, PLACES, SLOTS, State, Step};
use cardwright_kernel::{Log, RuleId, Seat};
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

/// The highest possible price of a card (MB-12.19): the row plus the highest extra cost.
const HIGHEST_PRICE: u8 = 2 + CAP;

impl Rulebook {
    /// The price of the card on a place for a robot (MB-4.1, MB-4.2, MB-12.9, MB-12.19, MB-12.21).
    #[inline(always)]
    pub(crate) fn price(
        &self,
        state: &State,
        robot: RobotId,
        slot: MarketSlot,
        place: PlaceId,
    ) -> u8 {
        let price = place.row() + self.market_keys[usize::from(slot.0)].extra;
        if self.standing {
            self.changed_price(state, robot, slot, price)
        } else {
            price
        }
    }

    #[cold]
    fn changed_price(&self, state: &State, robot: RobotId, slot: MarketSlot, stated: u8) -> u8 {
        let own = i16::from(stated).saturating_add(self.own_price(state, robot, slot));
        points(own)
            .saturating_add(self.surcharge(state, robot, slot))
            .saturating_sub(self.discount(state, robot, slot))
            .min(HIGHEST_PRICE)
    }

    /// The clauses that determine the price on a place. A card bought with a weapon counts from the middle of the
    /// turn (MB-4.8).
    fn price_clauses(
        &self,
        state: &State,
        robot: RobotId,
        slot: MarketSlot,
        place: PlaceId,
        by_weapon: bool,
    ) -> Vec<RuleId> {
        let (open, extra) = (
            slot != MarketSlot::FACE_DOWN,
            self.market_keys[usize::from(slot.0)].extra,
        );
        let stated = self.stated_discount(&state.robots[usize::from(robot)], slot);
        let clauses = [
            (UNSEEN, !open),
            (PRICE, place.row() > 0 || extra == 0),
            (EXTRA_COST, extra > 0),
            (STANDING, stated > 0),
            (COMPUTED_PRICE, self.discount(state, robot, slot) > stated),
            (SURCHARGE, self.surcharge(state, robot, slot) > 0),
            (OWN_PRICE, self.own_price(state, robot, slot) != 0),
            (PRICE_NO_LOSS, self.price(state, robot, slot, place) > 0),
            (AT_ONCE, open && by_weapon),
        ];
        clauses
            .into_iter()
            .filter_map(|(clause, decides)| decides.then_some(clause))
            .collect()
    }

    /// The places whose card the robot could take without paying.
    #[inline]
    pub(crate) fn free_cards(&self, state: &State, robot: RobotId) -> Places {
        if !state.plays(robot) {
            return Places::EMPTY;
        }
        let closed = state.derived.closed[usize::from(robot)];
        let open = |slot: &MarketSlot| {
            !(closed >> self.market_keys[usize::from(slot.0)].category) as u8 & 1
        };
        Places::from_bits(
            state
                .market
                .iter()
                .rev()
                .fold(0, |all, slot| all << 1 | open(slot)),
        )
    }

    /// The places whose card the robot could buy (MB-4.3; Q-MB-19: some tables forbid paying with the last energy).
    #[inline]
    pub(crate) fn affordable(&self, state: &State, robot: RobotId) -> Places {
        let energy = state.robots[usize::from(robot)].energy;
        let keep = u8::from(self.options.pay_to_zero == PayToZero::No);
        let (free, purse) = (self.free_cards(state, robot), energy.saturating_sub(keep));
        if purse >= self.dearest {
            free
        } else {
            self.within(state, robot, free, purse)
        }
    }

    /// The places whose card costs at most the energy in the purse.
    #[inline(never)]
    fn within(&self, state: &State, robot: RobotId, places: Places, purse: u8) -> Places {
        let costs = |place: PlaceId| self.price(state, robot, state.market[place.index()], place);
        places - Places::of(|place| costs(place) > purse)
    }

    /// The parts, or the upgrades, in the pile that the robot has a place for, in order.
    pub(crate) fn pile_cards(
        &self,
        state: &State,
        robot: RobotId,
        upgrades: bool,
    ) -> impl Iterator<Item = CardId> {
        CardId::all()
            .zip(self.open.iter().zip(&self.market_keys))
            .filter_map(move |(card, (open, key))| {
                let wanted = matches!(open.kind, CardKind::Upgrade { .. }) == upgrades;
                let in_pile = open.in_pile(state.pile);
                (wanted && in_pile && self.has_place(state, robot, *key)).then_some(card)
            })
    }
}

impl Open {
    /// Whether a copy is in the pile.
    #[inline]
    pub(crate) fn in_pile(&self, pile: [u64; 2]) -> bool {
        self.left(pile) != [0; 2]
    }

    /// The copies of a card in the pile.
    #[inline]
    pub(crate) fn left(&self, pile: [u64; 2]) -> [u64; 2] {
        [self.copies[0] & pile[0], self.copies[1] & pile[1]]
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Buys the card on a place (MB-4.1 to MB-4.6).
    pub(crate) fn buy(&mut self, robot: RobotId, place: PlaceId) {
        let slot = self.s.market[usize::from(place)];
        let price = self.book.price(self.s, robot, slot, place);
        let rules = match L::READ {
            true => self
                .book
                .price_clauses(self.s, robot, slot, place, self.op.is_some()),
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
            self.receive(robot, place);
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
        self.s.reveal_was_stolen =
            slot == MarketSlot::FACE_DOWN && self.book.options.black_market == BlackMarket::Taken;
        self.receive(robot, place);
    }

    fn receive(&mut self, robot: RobotId, place: PlaceId) {
        match self.clear(place).card() {
            MarketCard::Nothing => return,
            MarketCard::Open(card) => self.place(robot, card),
            MarketCard::FaceDown => self.s.pending_reveal = Some(robot),
        }
        self.raise(HookId::OnPurchase, robot, RobotId::First, 0);
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
                self.book.closed_by(own, card)
            }
        };
        self.book.count_in(own, card);
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

    /// The robot looks at the weapon it got. Chance decides which it is, unless only one is possible.
    pub(crate) fn look_at_new(&mut self) -> Flow {
        let mut kinds = self.book.unseen_kinds(self.s);
        match (kinds.next(), kinds.next()) {
            (Some(only), None) => self.got(only),
            (Some(_), Some(_)) => {
                self.s.asked = Asked::Chance;
                Flow::Stop
            }
            // Only in an impossible position are more weapons face down than unseen.
            (None, _) => {
                self.s.pending_reveal = None;
                Flow::On
            }
        }
    }

    /// The robot that looks at a weapon got this one.
    pub(crate) fn got(&mut self, weapon: WeaponId) -> Flow {
        let Some(robot) = self.s.pending_reveal.take() else {
            return Flow::On;
        };
        let taken = std::mem::take(&mut self.s.reveal_was_stolen);
        let facts = &self.book.weapons[usize::from(weapon)];
        let left = self.s.unseen & facts.copies;
        let copy = left & left.wrapping_neg();
        self.s.unseen &= !copy;
        let player = self.book.owner(robot);
        self.emit_private(player, UNSEEN, || Event::Got { robot, weapon });
        match facts.on_bought.filter(|_| !taken) {
            None => {
                self.s.robots[usize::from(robot)].hand |= copy;
                self.book.refresh_windows(self.s);
                Flow::On
            }
            Some(program) => {
                self.s.shown |= copy;
                self.emit_weapon(weapon, &[BAD_LUCK], &[], || Event::Shown { robot, weapon });
                self.start(program, robot, copy.trailing_zeros() as u8)
            }
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
        let full = self.s.derived.gaps.is_empty() && !strict;
        if !full
            && (self.next_card() == Flow::Stop || self.fill_without_chance(strict) == Flow::Stop)
        {
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

    /// Puts the drawn card on the lowest empty place.
    pub(crate) fn dealt(&mut self, slot: MarketSlot) {
        let Some(place) = self.s.derived.gaps.first() else {
            return;
        };
        self.uncover(slot);
        self.s.market[place.index()] = slot;
        self.s.derived.gaps.pop();
        let card = open_card(slot);
        let rules = [self.book.filled_under(self.s), EMPTY_PILE];
        let last = self.s.pile == [0; 2] && self.s.pile_weapons == 0;
        self.emit_under(if last { &rules } else { &rules[..1] }, || Event::Dealt {
            place,
            card,
        });
    }
}

impl Rulebook {
    /// The clause under which cards come to the market: during setup, in phase C, or by a card.
    pub(crate) fn filled_under(&self, state: &State) -> RuleId {
        match state.step {
            Step::LayOut => LAY_OUT,
            Step::Fill => FILL,
            _ => MARKET,
        }
    }

    /// The player who alone sees which weapon it got (MB-4.6); `None` for a weapon that is shown at once.
    pub(crate) fn looks_alone(&self, state: &State, action: Action) -> Option<Seat> {
        let Action::Get { weapon } = action else {
            return None;
        };
        let robot = state.pending_reveal?;
        let shown =
            self.weapons.get(usize::from(weapon))?.on_bought.is_some() && !state.reveal_was_stolen;
        (!shown).then(|| self.owner(robot).seat())
    }

    /// The kinds of weapons that nobody has seen, in order.
    pub(crate) fn unseen_kinds<'a>(&'a self, state: &State) -> impl Iterator<Item = WeaponId> + 'a {
        let unseen = state.unseen;
        WeaponId::all()
            .take(self.weapons.len())
            .filter(move |weapon| self.weapons[weapon.index()].copies & unseen != 0)
    }
}

pub(crate) fn open_card(slot: MarketSlot) -> Option<CardId> {
    match slot.card() {
        MarketCard::Open(card) => Some(card),
        _ => None,
    }
}

fn first_bit(mask: [u64; 2]) -> usize {
    match mask[0] {
        0 => 64 + mask[1].trailing_zeros() as usize % 64,
        low => low.trailing_zeros() as usize,
    }
}
