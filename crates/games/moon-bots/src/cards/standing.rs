//! Standing changes: changes by parts and upgrades that apply while these are on a robot (MB-12.9).

use crate::cards::changes::Changes;
use crate::cards::host::ReadOnlyHost;
use crate::cards::lexicon::{CustomNoun, HookId, NounId, SORTS_BY_NAME};
use crate::cards::rulebook::{CardKind, Rulebook};
use crate::cards::values::points;
use crate::play::engine::Engine;
use crate::play::events::Event;
use crate::rules::STANDING;
use crate::state::ids::{CardId, RobotId};
use crate::state::{CAP, FRONT, LIMIT, MarketCard, MarketSlot, Robot, SLOTS, State, UPGRADES};
use cardwright_effects::machine::{self, Act, Host, Stop};
use cardwright_effects::{Arg, Frame};
use cardwright_kernel::{Log, ProgramId};
use cardwright_runtime::ids::Id;

/// The place of a card that is in the market: no place of a robot.
const NOWHERE: u8 = u8::MAX;

impl Rulebook {
    /// The sum of one kind of change over the cards of a robot.
    fn changed(&self, robot: &Robot, by: impl Fn(&Changes) -> u8) -> u8 {
        let cards = robot
            .parts
            .into_iter()
            .chain(robot.active_upgrades())
            .filter(|number| *number != 0);
        cards.fold(0, |sum: u8, number| {
            sum.saturating_add(by(&self.open[usize::from(number) - 1].standing))
        })
    }

    /// The maximum energy of a robot (MB-3.1, MB-12.9).
    #[inline]
    pub(crate) fn cap(&self, robot: &Robot) -> u8 {
        if self.standing {
            CAP.saturating_add(self.changed(robot, |card| card.cap))
        } else {
            CAP
        }
    }

    /// The maximum energy that a robot may gain in its own turn (MB-3.2, MB-12.9).
    #[inline]
    pub(crate) fn limit(&self, robot: &Robot) -> u8 {
        if self.standing {
            LIMIT.saturating_add(self.changed(robot, |card| card.limit))
        } else {
            LIMIT
        }
    }

    /// The total discount of a robot for the card on a place of the market (MB-12.9, MB-12.16).
    #[inline]
    pub(crate) fn discount(&self, state: &State, robot: RobotId, slot: MarketSlot) -> u8 {
        if self.standing {
            self.discounts(state, robot, self.kind_of(slot))
        } else {
            0
        }
    }

    /// The part of the discount that cards state; cards may compute more (MB-12.9).
    pub(crate) fn stated_discount(&self, robot: &Robot, slot: MarketSlot) -> u8 {
        let kind = self.kind_of(slot);
        if self.standing {
            self.changed(robot, |card| card.discount[kind])
        } else {
            0
        }
    }

    #[cold]
    fn discounts(&self, state: &State, robot: RobotId, kind: usize) -> u8 {
        let own = &state.robots[usize::from(robot)];
        let stated = self.changed(own, |card| card.discount[kind]);
        if self.listened & (1 << HookId::Discount.n()) == 0 {
            return stated;
        }
        let args = [robot.into()];
        self.working_out(state, robot, kind)
            .fold(stated, |sum, place| {
                sum.saturating_add(self.worked_out(state, place, HookId::Discount, &args, robot))
            })
    }

    /// The surcharge that a robot pays for a card of the market because of others' cards (MB-12.19).
    #[inline]
    pub(crate) fn surcharge(&self, state: &State, robot: RobotId, slot: MarketSlot) -> u8 {
        if self.listened & (1 << HookId::Surcharge.n()) != 0 {
            self.surcharges(state, robot, self.kind_of(slot))
        } else {
            0
        }
    }

    #[cold]
    fn surcharges(&self, state: &State, robot: RobotId, kind: usize) -> u8 {
        let mut sum = 0u8;
        for owner in state.in_play().without(robot).iter() {
            let args = [owner.into(), robot.into()];
            for place in self.working_out(state, owner, kind) {
                sum = sum.saturating_add(self.worked_out(
                    state,
                    place,
                    HookId::Surcharge,
                    &args,
                    owner,
                ));
            }
        }
        sum
    }

    /// The change of price that a card of the market computes itself; negative if the card gets cheaper (MB-12.21).
    pub(crate) fn own_price(&self, state: &State, robot: RobotId, slot: MarketSlot) -> i16 {
        let MarketCard::Open(card) = slot.card() else {
            return 0;
        };
        let hooks = &self.open[usize::from(card)].hooks;
        let own = hooks.iter().find(|(hook, _)| *hook == HookId::ExtraCost);
        own.map_or(0, |(_, program)| {
            self.works_out(state, *program, robot, NOWHERE, &[robot.into()])
        })
    }

    /// The places of a robot whose cards may compute prices for a kind of card, then those of staying weapons, whose
    /// prices are for all kinds.
    fn working_out<'a>(
        &'a self,
        state: &'a State,
        robot: RobotId,
        kind: usize,
    ) -> impl Iterator<Item = usize> + 'a {
        let own = &state.robots[usize::from(robot)];
        let numbers = own.parts.iter().chain(&own.upgrades).enumerate();
        numbers
            .filter(move |(_, number)| {
                CardId::on_robot(**number)
                    .is_some_and(|card| self.open[card.index()].standing.sorts[kind])
            })
            .map(|(place, _)| place)
            .chain(SLOTS + UPGRADES..FRONT)
    }

    /// The discount or surcharge that the card at a place of a robot computes.
    fn worked_out(
        &self,
        state: &State,
        place: usize,
        hook: HookId,
        args: &[i16],
        robot: RobotId,
    ) -> u8 {
        let Some((program, cause)) = self.reaction(state, robot, place, hook) else {
            return 0;
        };
        points(self.works_out(state, program, robot, cause, args))
    }

    /// The result of a program that computes a price.
    fn works_out(
        &self,
        state: &State,
        program: ProgramId,
        robot: RobotId,
        cause: u8,
        args: &[i16],
    ) -> i16 {
        let mut frame = Frame::new(program, robot.n(), cause, args);
        let mut pricing = Pricing(ReadOnlyHost { book: self, state });
        match machine::run(&self.bound[program].program, &mut frame, &mut pricing) {
            Stop::Ended(answer) => answer,
            _ => 0,
        }
    }

    /// The kind of the card in the market, as an index in [`SORTS_BY_NAME`].
    fn kind_of(&self, slot: MarketSlot) -> usize {
        match slot.card() {
            MarketCard::Open(card) => match self.open[usize::from(card)].kind {
                CardKind::Part { .. } => 0,
                CardKind::Upgrade { .. } => 1,
            },
            _ => SORTS_BY_NAME.len() - 1,
        }
    }
}

/// The game as seen by a card that computes a price: everything except prices, which would run the card again.
struct Pricing<'a>(ReadOnlyHost<'a>);

impl Host for Pricing<'_> {
    fn read(&self, frame: &Frame, noun: u8, args: [i16; 2]) -> i16 {
        match [NounId::Affordable.n(), CustomNoun::PriceOf.n()].contains(&noun) {
            true => 0,
            false => self.0.read(frame, noun, args),
        }
    }

    fn act(&mut self, _frame: &Frame, _verb: u8, _args: [Arg; 3]) -> Act {
        Act::Done
    }

    fn list(&self, _frame: &Frame, _noun: u8, _args: [i16; 2], _each: &mut dyn FnMut(i16) -> bool) {
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// A robot whose maximum is now below its energy drops the rest; that is not a loss.
    pub(crate) fn spill(&mut self, index: RobotId) {
        let cap = self.book.cap(&self.s.robots[usize::from(index)]);
        let robot = &mut self.s.robots[usize::from(index)];
        let over = robot.energy.saturating_sub(cap);
        if over > 0 {
            robot.energy = cap;
            self.emit(STANDING, || Event::Spilled {
                robot: index,
                points: over,
                energy: cap,
            });
        }
    }
}

const _: () =
    assert!(CAP as usize * (1 + crate::state::SLOTS + crate::state::UPGRADES) <= u8::MAX as usize);
