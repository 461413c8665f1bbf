//! The answers, and which of them are allowed: one source for lists, windows and refusals.

use crate::robot_empire::cards::book::Rulebook;
use crate::robot_empire::cards::lexicon::{HookId, kind, names};
use crate::robot_empire::questions::Point;
use crate::robot_empire::state::{
    Asked, HAND, INSTANT, LANDED, MAX_UNITS, MAX_WAITING, Named, PERMANENT, RECHARGING, Spot, State, Step,
    Unit, Window,
};
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
}

/// Whether a list goes on.
pub(crate) type More = ControlFlow<()>;
/// What is called with each allowed answer.
pub(crate) type Each<'a> = &'a mut dyn FnMut(Action) -> More;

/// A moment in which several players may do something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moment {
    /// Something that was announced waits.
    Announced,
    /// A window of the turn.
    Window(Window),
}

impl Rulebook {
    /// The window that is open, if one is.
    pub(crate) fn moment(&self, s: &State) -> Option<Moment> {
        match s.step {
            _ if s.running => None,
            _ if !s.waiting.is_empty() => Some(Moment::Announced),
            Step::Window(window) => Some(Moment::Window(window)),
            _ => None,
        }
    }

    /// Calls `each` with every allowed answer of the seat that is asked, in a fixed order.
    pub(crate) fn each_answer(&self, s: &State, each: Each<'_>) -> More {
        let Asked::Seat(seat) = s.asked else { return More::Continue(()) };
        if let Some(moment) = self.moment(s) {
            self.in_window(s, seat, moment, each)?;
            return each(Action::Pass);
        }
        self.in_step(s, seat, each)
    }

    /// What a seat may do in a window, beside passing.
    pub(crate) fn in_window(&self, s: &State, seat: u8, moment: Moment, each: Each<'_>) -> More {
        self.shows(s, seat, kind::AGENT, each)?;
        let blocks = matches!(moment, Moment::Announced | Moment::Window(Window::Blocks));
        if blocks || moment == Moment::Window(Window::Attackers) {
            self.instants(s, seat, each)?;
        }
        if blocks { self.taps(s, seat, each) } else { More::Continue(()) }
    }

    /// What a seat may answer in its own step.
    pub(crate) fn in_step(&self, s: &State, seat: u8, each: Each<'_>) -> More {
        match s.step {
            Step::Battery(_) => (15..=20).try_for_each(|coins| each(Action::Battery(coins))),
            Step::Play => {
                self.plays(s, seat, each)?;
                self.shows(s, seat, kind::SUPER_WEAPON, each)?;
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
            Step::Discard => self.discards(s, seat, each),
            _ => More::Continue(()),
        }
    }

    /// Agents and Instants of an own phase, and its end.
    fn phase(&self, s: &State, seat: u8, each: Each<'_>) -> More {
        self.shows(s, seat, kind::AGENT, each)?;
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

    fn plays(&self, s: &State, seat: u8, each: Each<'_>) -> More {
        let vault = s.side(seat).vault;
        for card in self.held(s, seat) {
            let sort = self.sort(card);
            match sort.kind {
                kind::COMPONENT if sort.cost <= vault => {
                    for (at, unit) in s.side(seat).present() {
                        if self.takes_part(unit, card) {
                            each(Action::Install(card, Spot { seat, at }))?;
                        }
                    }
                }
                kind::COMPONENT | kind::AGENT | kind::SUPER_WEAPON | kind::MOON => {}
                _ if self.may_pay(s, seat, card) && self.has_room(s, seat) => each(Action::Play(card))?,
                _ => {}
            }
        }
        for (at, unit) in s.side(seat).present() {
            let spot = Spot { seat, at };
            if !unit.is(PERMANENT) && self.permanent_of(unit).is_some_and(|upgrade| upgrade.cost <= vault) {
                each(Action::Permanent(spot))?;
            }
            if self.is_half(unit) && self.sort(unit.card).kind == kind::MEGA_TOP {
                for (other, legs) in s.side(seat).present() {
                    if self.is_half(legs) && self.sort(legs.card).kind == kind::MEGA_LEGS {
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
        if sort.cost_die { vault > 0 && s.tried >> card & 1 == 0 } else { sort.cost <= vault }
    }

    /// Whether a Component may be installed on a card (clauses RE-4.1, RE-4.2).
    pub(crate) fn takes_part(&self, unit: &Unit, card: u8) -> bool {
        let port = self.sort(card).ports;
        let taken = self.parts_of(unit).any(|part| self.sort(part).ports == port);
        let fits = !self.options.ports
            || unit.legs == crate::robot_empire::state::NONE && self.sort(unit.card).ports & port != 0;
        self.in_front(unit) && self.is_robot(unit) && !taken && fits
    }

    /// Agents or Super Weapons with everything they may name.
    fn shows(&self, s: &State, seat: u8, of: u8, each: Each<'_>) -> More {
        if s.waiting.len() == MAX_WAITING {
            return More::Continue(());
        }
        let vault = s.side(seat).vault;
        for card in self.held(s, seat) {
            let sort = self.sort(card);
            if sort.kind != of || sort.cost > vault {
                continue;
            }
            self.nameable(s, seat, card, &mut |named| {
                if self.can_name(s, seat, card, named) {
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
        each: &mut dyn FnMut(Named) -> More,
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
            names::NOTHING => each(Named::Nothing),
            names::OWN_TARGET => units(seat, &target),
            names::OWN_FIGHTER => units(seat, &fighter),
            names::OWN_EQUIPMENT_OR_BATTERY => {
                units(seat, &equipment)?;
                each(Named::Battery(seat))
            }
            names::OPPONENTS_TARGET => self.opponents(s, seat).try_for_each(|foe| units(foe, &target)),
            names::OPPONENTS_FIGHTER => self.opponents(s, seat).try_for_each(|foe| units(foe, &fighter)),
            names::OPPONENTS_EQUIPMENT => self.opponents(s, seat).try_for_each(|foe| units(foe, &equipment)),
            names::OPPONENT => self.opponents(s, seat).try_for_each(|foe| each(Named::Player(foe))),
            _ => match s.waiting.last() {
                Some(last) if last.shot == 0 && last.owner != seat => each(Named::Nothing),
                _ => More::Continue(()),
            },
        }
    }

    /// Whether the card's own condition lets it name this.
    pub(crate) fn can_name(&self, s: &State, seat: u8, card: u8, named: Named) -> bool {
        let hook = match named {
            Named::Nothing => HookId::Can.n(),
            Named::Unit(_) | Named::Battery(_) => HookId::CanOn.n(),
            Named::Player(_) => HookId::CanAgainst.n(),
        };
        match self.sort(card).program(hook) {
            Some(program) => self.asks_card(s, program, seat, named),
            None => true,
        }
    }

    fn instants(&self, s: &State, seat: u8, each: Each<'_>) -> More {
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
        !unit.is(INSTANT | RECHARGING) && self.instant_of(unit).is_some_and(|upgrade| upgrade.cost <= vault)
    }

    fn taps(&self, s: &State, seat: u8, each: Each<'_>) -> More {
        for (at, unit) in s.side(seat).present() {
            if !unit.ready() || self.sort(unit.card).program(HookId::Tap.n()).is_none() {
                continue;
            }
            let spot = Spot { seat, at };
            self.nameable(s, seat, unit.card, &mut |named| each(Action::Tap(spot, named)))?;
        }
        More::Continue(())
    }

    /// Whether a seat has an Instant or a tap to use: everybody sees that.
    pub(crate) fn has_open_answer(&self, s: &State, seat: u8, moment: Moment) -> bool {
        let blocks = matches!(moment, Moment::Announced | Moment::Window(Window::Blocks));
        let any = &mut |_| More::Break(());
        let attackers = moment == Moment::Window(Window::Attackers);
        (blocks || attackers) && self.instants(s, seat, any).is_break()
            || blocks && self.taps(s, seat, any).is_break()
    }

    fn mines(&self, s: &State, seat: u8, each: Each<'_>) -> More {
        let vault = s.side(seat).vault;
        for (at, unit) in s.side(seat).present() {
            let spot = Spot { seat, at };
            if !unit.ready() || !self.is_robot(unit) || !self.flies(unit) {
                continue;
            }
            if unit.moon != 0 {
                if !unit.is(LANDED) {
                    each(Action::Return(spot))?;
                }
                continue;
            }
            for (place, moon) in (0..).zip(&s.moons) {
                if s.moon_is_free(place) && self.sort(moon.card).landing <= vault {
                    each(Action::Land(spot, place))?;
                }
            }
        }
        More::Continue(())
    }

    fn fires(&self, s: &State, seat: u8, each: Each<'_>) -> More {
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
                if self.reading(Point::Batteries) != 0 {
                    each(Action::Fire(spot, Named::Battery(foe)))?;
                }
            }
        }
        More::Continue(())
    }

    /// Whether a card may fire (clause RE-9.1).
    pub(crate) fn may_fire(&self, unit: &Unit) -> bool {
        unit.ready() && unit.moon == 0 && !self.is_half(unit) && self.long_range(unit) > 0
    }

    fn discards(&self, s: &State, seat: u8, each: Each<'_>) -> More {
        if s.discarded == 0 || s.side(seat).vault > 0 {
            for card in self.held(s, seat) {
                each(Action::Discard(card))?;
            }
        }
        each(Action::Done)
    }

    /// Every answer chance may give, with its weight.
    pub(crate) fn each_chance(&self, s: &State, each: &mut dyn FnMut(Action, u32) -> More) -> More {
        if s.asked != Asked::Chance {
            return More::Continue(());
        }
        if s.running {
            return (1..=6).try_for_each(|number| each(Action::Roll(number), 1));
        }
        match s.step {
            Step::FirstMoon => {
                let mut moons = s.deck.iter().filter(|(card, _)| self.is_moon(*card));
                moons.try_for_each(|(card, number)| each(Action::FirstMoon(card), number.into()))
            }
            Step::Deal(_) | Step::Draw | Step::DrawAgain => {
                s.deck.iter().try_for_each(|(card, number)| each(Action::Draw(card), number.into()))
            }
            Step::First => self.seats().try_for_each(|seat| each(Action::First(seat), 1)),
            Step::Cost(_) | Step::AttackDie => (1..=6).try_for_each(|number| each(Action::Roll(number), 1)),
            _ => More::Continue(()),
        }
    }

    /// Whether an answer is allowed now.
    pub(crate) fn allows(&self, s: &State, action: Action) -> bool {
        let is = |other: Action| if other == action { More::Break(()) } else { More::Continue(()) };
        match s.asked {
            Asked::Chance => self.each_chance(s, &mut |other, _| is(other)).is_break(),
            _ => self.each_answer(s, &mut |other| is(other)).is_break(),
        }
    }

    /// Who draws now, if anybody does.
    pub(crate) fn drawer(&self, s: &State) -> Option<u8> {
        match s.step {
            _ if s.running || s.asked != Asked::Chance => None,
            Step::Deal(seat) => Some(seat),
            Step::Draw | Step::DrawAgain => Some(s.active),
            _ => None,
        }
    }

    /// Whether a hand takes more cards and there are some.
    pub(crate) fn draws(&self, s: &State, seat: u8) -> bool {
        s.side(seat).hand.len() < HAND && (s.deck.total() > 0 || s.discard.total() > 0)
    }
}
