//! The answers, and which of them are allowed: one source for lists, windows and refusals.

use super::combat::MAX_CHAIN;
use crate::robot_empire::cards::book::Rulebook;
use crate::robot_empire::cards::host::Eyes;
use crate::robot_empire::cards::lexicon::{KindId, NamesId};
use crate::robot_empire::fast::print::{AGENT, MOON, NEVER, SUPER_WEAPON, TAP};
use crate::robot_empire::options::No;
use crate::robot_empire::state::{
    Asked, INSTANT, LANDED, MAX_UNITS, Named, PERMANENT, RECHARGING, Spot, State, Step, Time, Unit,
};
use cardwright_effects::machine;
use std::ops::ControlFlow;

/// One answer to one question. Cards are sorts of the rulebook, seats count from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Coins for the Battery.
    Battery(u8),
    /// Chance: the Moon that lies first.
    FirstMoon(u8),
    /// Chance: a card is drawn.
    Draw(u8),
    /// Chance: who begins.
    First(u8),
    /// Chance: the die.
    Roll(u8),
    /// Nothing more in this window.
    Pass,
    /// This phase is over.
    Done,
    /// This fighter does nothing.
    Stay,
    /// Brings a card out.
    Play(u8),
    /// Installs a Component.
    Install(u8, Spot),
    /// Shows an Agent or Super Weapon.
    Show(u8, Named),
    /// Pays a Permanent.
    Permanent(Spot),
    /// Pays an Instant.
    Instant(Spot),
    /// Taps Equipment.
    Tap(Spot, Named),
    /// Assembles a top and legs.
    Assemble(Spot, Spot),
    /// Lands on the Moon at a place.
    Land(Spot, u8),
    /// Returns from a Moon.
    Return(Spot),
    /// Fires at long range.
    Fire(Spot, Named),
    /// Attacks a player.
    Attack(u8),
    /// Joins the chain of a fighter.
    Chain(Spot),
    /// Blocks an attacker.
    Block(Spot),
    /// The next blocker that gets damage.
    Order(Spot),
    /// Discards a card.
    Discard(u8),
    /// Attacks Equipment.
    AttackAt(Spot),
    /// Joins a Monster of its side in the Play phase.
    Link(Spot, Spot),
    /// Lays a mark on a member of a chain.
    Mark(Spot),
    /// Chance: whether the next card is a Moon.
    Back(bool),
    /// Answers a card's question; what is asked says what the number means, or the number which other kind it is of
    /// (`choice::Kind::misplaced`).
    Choose(i32),
    /// Answers a card's question with nothing.
    ChooseNone,
}

/// Whether a list goes on.
pub(crate) type More = ControlFlow<()>;
/// What is called with each allowed answer.
pub(crate) trait Each: FnMut(Action) -> More {}

impl<F: FnMut(Action) -> More> Each for F {}

/// A moment in which several players may do something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moment {
    /// Something that was announced waits.
    Announced,
    /// A window of the turn.
    Window(Time),
}

/// Answers that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Offer {
    /// What a seat may do in a window, beside passing.
    Window(u8, Moment),
    /// What a seat may answer in its own step.
    Step(u8),
}

impl Rulebook {
    /// Calls `each` with every answer of an offer, in a fixed order.
    pub(crate) fn offers(&self, s: &State, offer: Offer, each: &mut impl Each) -> More {
        match offer {
            Offer::Window(seat, moment) => self.in_window(s, seat, moment, each),
            Offer::Step(seat) => self.in_step(s, seat, each),
        }
    }

    /// The window that is open, if one is.
    pub(crate) fn moment(&self, s: &State) -> Option<Moment> {
        match s.step {
            _ if s.busy() || s.step == Step::Marks => None,
            _ if !s.waiting.is_empty() => Some(Moment::Announced),
            Step::Window(window) => Some(Moment::Window(window)),
            _ => None,
        }
    }

    /// Calls `each` with every allowed answer of the seat that is asked, in a fixed order.
    pub(crate) fn each_answer(&self, s: &State, each: &mut impl Each) -> More {
        let Asked::Seat(seat) = s.asked else { return More::Continue(()) };
        if s.effects.runs() {
            return self.choices(s, each);
        }
        if let Some(moment) = self.moment(s) {
            self.in_window(s, seat, moment, each)?;
            return each(Action::Pass);
        }
        self.in_step(s, seat, each)
    }

    /// The answers to a card's question.
    fn choices(&self, s: &State, each: &mut impl Each) -> More {
        let Some(frame) = s.effects.top() else { return More::Continue(()) };
        let Some(owned) = self.bound.get(frame.program) else { return More::Continue(()) };
        let mut flow = More::Continue(());
        machine::answers(&owned.program, frame, &Eyes { book: self, s }, &mut |value| {
            flow = each(Action::Choose(value.into()));
            flow.is_continue()
        });
        flow?;
        if machine::optional(&owned.program, frame) { each(Action::ChooseNone) } else { More::Continue(()) }
    }

    /// What a seat may do in a window, beside passing.
    pub(crate) fn in_window(&self, s: &State, seat: u8, moment: Moment, each: &mut impl Each) -> More {
        self.shows(s, seat, AGENT, each)?;
        let blocks = matches!(moment, Moment::Announced | Moment::Window(Time::Blocks));
        if blocks || moment == Moment::Window(Time::Attackers) {
            self.instants(s, seat, each)?;
        }
        if blocks { self.taps(s, seat, each) } else { More::Continue(()) }
    }

    /// What a seat may answer in its own step.
    pub(crate) fn in_step(&self, s: &State, seat: u8, each: &mut impl Each) -> More {
        match s.step {
            Step::Battery(_) => (15..=20).try_for_each(|coins| each(Action::Battery(coins))),
            Step::Play => {
                self.plays(s, seat, each)?;
                self.links(s, seat, each)?;
                self.shows(s, seat, SUPER_WEAPON, each)?;
                self.phase(s, seat, each)
            }
            Step::Mining => {
                self.mines(s, seat, each)?;
                self.phase(s, seat, each)
            }
            Step::Fire => {
                self.fires(s, seat, each)?;
                self.phase(s, seat, each)
            }
            Step::Attack => self.attacks(s, each),
            Step::Block => self.blocks(s, each),
            Step::Order => self.orders(s, each),
            Step::Marks => self.marks(s, each),
            Step::Discard => self.discards(s, seat, each),
            _ => More::Continue(()),
        }
    }

    /// Agents and Instants of an own phase, and its end.
    fn phase(&self, s: &State, seat: u8, each: &mut impl Each) -> More {
        self.shows(s, seat, AGENT, each)?;
        self.instants(s, seat, each)?;
        each(Action::Done)
    }

    /// The different cards of a hand.
    pub(crate) fn held<'s>(&self, s: &'s State, seat: u8) -> impl Iterator<Item = u8> + use<'s> {
        let hand = &s.side(seat).hand;
        hand.iter().enumerate().filter(|(at, card)| *at == 0 || hand[at - 1] != **card).map(|(_, card)| *card)
    }

    /// Whether one more card fits on a side (clause RE-1.8).
    pub(crate) fn has_room(&self, s: &State, seat: u8) -> bool {
        s.side(seat).units.len() < MAX_UNITS
    }

    fn plays(&self, s: &State, seat: u8, each: &mut impl Each) -> More {
        let vault = s.side(seat).vault;
        for card in self.held(s, seat) {
            let print = self.print(card);
            if print.is(AGENT | SUPER_WEAPON | MOON) {
                continue;
            }
            let sort = self.sort(card);
            match sort.kind {
                KindId::Component if u16::from(print.cost) <= vault => {
                    for (at, unit) in s.side(seat).present() {
                        if self.takes_part(unit, card) {
                            each(Action::Install(card, Spot { seat, at }))?;
                        }
                    }
                }
                KindId::Component | KindId::Agent | KindId::SuperWeapon | KindId::Moon => {}
                _ if self.may_pay(s, seat, card) && self.has_room(s, seat) => each(Action::Play(card))?,
                _ => {}
            }
        }
        for (at, unit) in s.side(seat).present() {
            let spot = Spot { seat, at };
            if !unit.is(PERMANENT) && self.permanent_cost(unit) <= vault {
                each(Action::Permanent(spot))?;
            }
            if self.is_half(unit) && self.sort(unit.card).kind == KindId::MegaTop {
                for (other, legs) in s.side(seat).present() {
                    if self.is_half(legs) && self.sort(legs.card).kind == KindId::MegaLegs {
                        each(Action::Assemble(spot, Spot { seat, at: other }))?;
                    }
                }
            }
        }
        More::Continue(())
    }

    /// Whether a player may try to bring a card out: its cost, or of 1d6 a coin and no failed try in this turn.
    pub(crate) fn may_pay(&self, s: &State, seat: u8, card: u8) -> bool {
        let (sort, vault) = (self.sort(card), s.side(seat).vault);
        if sort.cost_die > 0 {
            return vault > 0 && s.tried & self.tried_bit(card) == 0;
        }
        u16::from(sort.cost) <= vault
    }

    /// The bit of a sort with a cost of 1d6 among those that were tried in vain.
    pub(crate) fn tried_bit(&self, card: u8) -> u16 {
        self.sort(card).cost_die.checked_sub(1).map_or(0, |nth| 1 << (nth & 15))
    }

    /// Whether a Component may be installed on a card (clauses RE-4.1, RE-4.2).
    pub(crate) fn takes_part(&self, unit: &Unit, card: u8) -> bool {
        let port = self.sort(card).port;
        let fits =
            self.options.ports == No::No || unit.legs() == 0 && self.sort(unit.card).ports >> port & 1 != 0;
        self.in_front(unit) && self.is_robot(unit) && unit.part(port) == 0 && fits
    }

    /// Agents or Super Weapons with everything they may name.
    fn shows(&self, s: &State, seat: u8, of: u16, each: &mut impl Each) -> More {
        if !s.waiting.has_room() {
            return More::Continue(());
        }
        let vault = s.side(seat).vault;
        for card in self.held(s, seat) {
            let print = self.print(card);
            if !print.is(of) || u16::from(print.cost) > vault {
                continue;
            }
            self.nameable(s, seat, card, &mut |named| {
                if self.can_name(s, seat, card, named, None) {
                    each(Action::Show(card, named))
                } else {
                    More::Continue(())
                }
            })?;
        }
        More::Continue(())
    }

    /// Everything a card may name by what is printed on it (clause RE-6.8).
    pub(crate) fn nameable(
        &self,
        s: &State,
        seat: u8,
        card: u8,
        each: &mut impl FnMut(Named) -> More,
    ) -> More {
        let mut units = |seat: u8, fits: &dyn Fn(&Unit) -> bool| -> More {
            for (at, unit) in s.side(seat).present() {
                if fits(unit) {
                    each(Named::Unit(Spot { seat, at }))?;
                }
            }
            More::Continue(())
        };
        let target = |unit: &Unit| self.is_target(unit);
        let fighter = |unit: &Unit| self.in_front(unit);
        let equipment = |unit: &Unit| self.is_equipment(unit);
        match self.sort(card).names {
            NamesId::Nothing => each(Named::Nothing),
            NamesId::OwnTarget => units(seat, &target),
            NamesId::OwnFighter => units(seat, &fighter),
            NamesId::OwnEquipmentOrBattery => {
                units(seat, &equipment)?;
                each(Named::Battery(seat))
            }
            NamesId::OpponentsTarget => self.opponents(s, seat).try_for_each(|foe| units(foe, &target)),
            NamesId::OpponentsFighter => self.opponents(s, seat).try_for_each(|foe| units(foe, &fighter)),
            NamesId::OpponentsEquipment => self.opponents(s, seat).try_for_each(|foe| units(foe, &equipment)),
            NamesId::Opponent => self.opponents(s, seat).try_for_each(|foe| each(Named::Player(foe))),
            NamesId::Announced => match s.waiting.last() {
                Some(last) if !super::values::is_shot(last) && last.owner != seat => each(Named::Nothing),
                _ => More::Continue(()),
            },
        }
    }

    /// Whether the card's own condition lets it name this; `by` is the card on the table that asks.
    pub(crate) fn can_name(&self, s: &State, seat: u8, card: u8, named: Named, by: Option<Spot>) -> bool {
        let (can, _) = self.sort(card).names.hooks();
        match self.sort(card).program(can) {
            Some(program) => self.asks_card(s, program, seat, named, by),
            None => true,
        }
    }

    fn instants(&self, s: &State, seat: u8, each: &mut impl Each) -> More {
        for (at, unit) in s.side(seat).present() {
            if self.may_instant(s, seat, unit) {
                each(Action::Instant(Spot { seat, at }))?;
            }
        }
        More::Continue(())
    }

    /// Whether a card's Instant may be paid, as far as the card and the Vault go.
    pub(crate) fn may_instant(&self, s: &State, seat: u8, unit: &Unit) -> bool {
        let vault = s.side(seat).vault;
        !unit.is(INSTANT | RECHARGING) && self.instant_cost(unit) <= vault
    }

    /// Coins of its Permanent; more than any Vault holds where it has none.
    fn permanent_cost(&self, unit: &Unit) -> u16 {
        match unit.legs() {
            0 => self.print(unit.card).permanent,
            _ => self.permanent_of(unit).map_or(NEVER, |upgrade| upgrade.cost.into()),
        }
    }

    /// The same of its Instant.
    fn instant_cost(&self, unit: &Unit) -> u16 {
        match unit.legs() {
            0 => self.print(unit.card).instant,
            _ => self.instant_of(unit).map_or(NEVER, |upgrade| upgrade.cost.into()),
        }
    }

    fn taps(&self, s: &State, seat: u8, each: &mut impl Each) -> More {
        for (at, unit) in s.side(seat).present() {
            if !unit.ready() || !self.print(unit.card).is(TAP) {
                continue;
            }
            let spot = Spot { seat, at };
            self.nameable(s, seat, unit.card, &mut |named| match self.can_name(
                s,
                seat,
                unit.card,
                named,
                Some(spot),
            ) {
                true => each(Action::Tap(spot, named)),
                false => More::Continue(()),
            })?;
        }
        More::Continue(())
    }

    /// Whether a seat has an Instant or a tap to use: everybody sees that.
    pub(crate) fn has_open_answer(&self, s: &State, seat: u8, moment: Moment) -> bool {
        let blocks = matches!(moment, Moment::Announced | Moment::Window(Time::Blocks));
        let any = &mut |_| More::Break(());
        let attackers = moment == Moment::Window(Time::Attackers);
        (blocks || attackers) && self.instants(s, seat, any).is_break()
            || blocks && self.taps(s, seat, any).is_break()
    }

    fn mines(&self, s: &State, seat: u8, each: &mut impl Each) -> More {
        let vault = s.side(seat).vault;
        let free = s.free_moons();
        for (at, unit) in s.side(seat).present() {
            let spot = Spot { seat, at };
            if !unit.ready() || !self.is_robot(unit) || !self.flies(unit) {
                continue;
            }
            if unit.moon() != 0 {
                if !unit.is(LANDED) {
                    each(Action::Return(spot))?;
                }
                continue;
            }
            for (place, moon) in (0..).zip(&s.moons) {
                if free >> place & 1 != 0 && u16::from(self.print(moon.card).landing) <= vault {
                    each(Action::Land(spot, place))?;
                }
            }
        }
        More::Continue(())
    }

    fn fires(&self, s: &State, seat: u8, each: &mut impl Each) -> More {
        for (at, unit) in s.side(seat).present() {
            if !self.may_fire(unit) {
                continue;
            }
            let spot = Spot { seat, at };
            for foe in self.opponents(s, seat) {
                for (at, target) in s.side(foe).present() {
                    if self.is_target(target) {
                        each(Action::Fire(spot, Named::Unit(Spot { seat: foe, at })))?;
                    }
                }
                if self.fires_at_batteries() {
                    each(Action::Fire(spot, Named::Battery(foe)))?;
                }
            }
        }
        More::Continue(())
    }

    /// Whether a card may fire (clause RE-9.1).
    pub(crate) fn may_fire(&self, unit: &Unit) -> bool {
        unit.ready() && unit.moon() == 0 && !self.is_half(unit) && self.long_range(unit) > 0
    }

    fn discards(&self, s: &State, seat: u8, each: &mut impl Each) -> More {
        if s.discarded == 0 || s.side(seat).vault > 0 {
            for card in self.held(s, seat) {
                each(Action::Discard(card))?;
            }
        }
        each(Action::Done)
    }

    /// Whether an answer is allowed now.
    pub(crate) fn allows(&self, s: &State, action: Action) -> bool {
        let is = |other: Action| if other == action { More::Break(()) } else { More::Continue(()) };
        match s.asked {
            Asked::Chance => self.each_chance(s, &mut |other, _| is(other)).is_break(),
            _ => self.each_answer(s, &mut |other| is(other)).is_break(),
        }
    }

    /// Chains that may be formed in the Play phase (clause RE-9.17).
    fn links(&self, s: &State, seat: u8, each: &mut impl Each) -> More {
        if !self.chains_last() {
            return More::Continue(());
        }
        for (at, _) in s.side(seat).present() {
            for (with, _) in s.side(seat).present() {
                let (spot, with) = (Spot { seat, at }, Spot { seat, at: with });
                if self.link_flaw(s, spot, with).is_none() {
                    each(Action::Link(spot, with))?;
                }
            }
        }
        More::Continue(())
    }

    /// Why a Monster may not join another in the Play phase.
    pub(crate) fn link_flaw(&self, s: &State, spot: Spot, with: Spot) -> Option<&'static str> {
        let (Some(unit), Some(other)) = (s.unit(spot), s.unit(with)) else {
            return Some("is no card that is there");
        };
        let members = s.side(with.seat).present().filter(|(_, one)| one.chain() == other.chain());
        match () {
            () if spot == with || spot.seat != with.seat => Some("joins another of its side"),
            () if !self.chains(unit) || !self.chains(other) => Some("and the other need Chaining"),
            () if !unit.ready() || !other.ready() => Some("and the other must not be recharging"),
            () if unit.chain() != 0 => Some("is in a chain already"),
            // Two that are both alone come to the same in either order: the later joins the earlier.
            () if other.chain() == 0 && with.at > spot.at => {
                Some("joins one that came before it, or a chain")
            }
            () if other.chain() != 0 && members.count() >= MAX_CHAIN => Some("finds three Monsters there"),
            () => None,
        }
    }
}
