//! Changes changes: what parts and upgrades change as long as they are there (MB-12.9).

use crate::cards::changes::Changes;
use crate::cards::host::ReadOnlyHost;
use crate::cards::lexicon::{CustomNoun, HookId, NounId, SORTS_BY_NAME};
use crate::cards::rulebook::{CardKind, Rulebook};
use crate::cards::values::points;
use crate::play::engine::Engine;
use crate::play::events::Event;
use crate::rules::STANDING;
use crate::state::ids::RobotId;
use crate::state::{CAP, LIMIT, MarketCard, MarketSlot, Robot, SLOTS, State, UPGRADES};
use cardwright_effects::machine::{self, Act, Host, Stop};
use cardwright_effects::{Arg, Frame};
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;

impl Rulebook {
    /// What the cards of a robot add up to, for one sort of change.
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

    /// Energy that a robot can hold (MB-3.1, MB-12.9).
    #[inline]
    pub(crate) fn cap(&self, robot: &Robot) -> u8 {
        if self.standing {
            CAP.saturating_add(self.changed(robot, |card| card.cap))
        } else {
            CAP
        }
    }

    /// Energy that a robot may gain in its own turn (MB-3.2, MB-12.9).
    #[inline]
    pub(crate) fn limit(&self, robot: &Robot) -> u8 {
        if self.standing {
            LIMIT.saturating_add(self.changed(robot, |card| card.limit))
        } else {
            LIMIT
        }
    }

    /// What a robot pays less for what lies on a place of the market (MB-12.9, MB-12.16).
    #[inline]
    pub(crate) fn discount(&self, state: &State, robot: RobotId, slot: MarketSlot) -> u8 {
        if self.standing {
            self.discounts(state, robot, self.kind_of(slot))
        } else {
            0
        }
    }

    /// As much of it as cards state; the rest they work out (MB-12.9).
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
        (0..SLOTS + UPGRADES).fold(stated, |sum, place| {
            let number = own
                .parts
                .get(place)
                .or_else(|| own.upgrades.get(place - SLOTS))
                .copied()
                .unwrap_or(0);
            let goes = number != 0 && self.open[usize::from(number) - 1].standing.sorts[kind];
            let worked_out = if goes {
                self.worked_out(state, robot, place)
            } else {
                0
            };
            sum.saturating_add(worked_out)
        })
    }

    /// What the card at a place of a robot works out as its discount.
    fn worked_out(&self, state: &State, robot: RobotId, place: usize) -> u8 {
        let Some((program, cause)) = self.reaction(state, robot, place, HookId::Discount) else {
            return 0;
        };
        let mut frame = Frame::new(program, robot.n(), cause, &[robot.into()]);
        let mut pricing = Pricing(ReadOnlyHost { book: self, state });
        match machine::run(&self.bound[program].program, &mut frame, &mut pricing) {
            Stop::Ended(answer) => points(answer),
            _ => 0,
        }
    }

    /// The sort of what lies there: its place in [`SORTS_BY_NAME`].
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

/// What a card sees that works out a price: everything but prices, which would ask it again.
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
    /// A robot that can hold less than it has drops the rest; that is no loss.
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
