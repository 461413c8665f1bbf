//! What cards of a hand cost: cards may change it (clause RE-6.24).

use super::book::Rulebook;
use super::host::{Eyes, NO_CARD};
use super::lexicon::{HookId, KindId};
use crate::fast::print::COST_DIE;
use crate::state::{CardDefId, PlayerId, Spot, State, Unit};
use cardwright_effects::Frame;
use cardwright_effects::machine::{self, Stop};
use cardwright_kernel::ProgramId;
use cardwright_runtime::ids::Id;

/// The highest cost that cards can lead to.
const HIGHEST: i16 = 99;

impl Rulebook {
    /// What a card of a player's hand costs now. For a cost of 1d6 without the die.
    pub(crate) fn cost(&self, s: &State, seat: PlayerId, card: CardDefId) -> u8 {
        self.cost_from(s, seat, card, self.def(card).cost)
    }

    /// Of the cards at some places of a hand, with one bit for each, those whose cost as calculated can be paid, and
    /// those that cost 1d6. All of them if no card changes costs: then the printed cost decides.
    #[inline]
    pub(crate) fn really_payable(&self, s: &State, seat: PlayerId, places: u8) -> u8 {
        if self.reprices {
            self.payable_as_changed(s, seat, places)
        } else {
            places
        }
    }

    #[cold]
    fn payable_as_changed(&self, s: &State, seat: PlayerId, places: u8) -> u8 {
        let side = s.side(seat);
        let pays = |card: CardDefId| {
            self.print(card).is(COST_DIE) || u16::from(self.cost(s, seat, card)) <= side.vault
        };
        (0..)
            .zip(side.hand.iter())
            .filter(|(at, card)| places >> at & 1 != 0 && pays(**card))
            .fold(0, |all, (at, _)| all | 1 << at)
    }

    /// The same if the card itself says a cost, such as the result of a die.
    pub(crate) fn cost_from(&self, s: &State, seat: PlayerId, card: CardDefId, stated: u8) -> u8 {
        if self.reprices {
            self.changed_cost(s, seat, card, stated)
        } else {
            stated
        }
    }

    #[cold]
    fn changed_cost(&self, s: &State, seat: PlayerId, card: CardDefId, stated: u8) -> u8 {
        let def = self.def(card);
        let own = def.program(HookId::ExtraCost).map_or(0, |program| {
            self.works_out(s, program, seat, NO_CARD, seat.into())
        });
        let mut cost = i16::from(stated).saturating_add(own).clamp(0, HIGHEST);
        for other in self.living(s).filter(|other| *other != seat) {
            cost = cost.saturating_add(self.change_by(s, other, HookId::Surcharge, def.kind, seat));
        }
        let less = self.change_by(s, seat, HookId::Discount, def.kind, seat);
        cost.saturating_sub(less).clamp(0, HIGHEST) as u8
    }

    /// By how much the cards of a player in play change what a kind of card costs a buyer.
    fn change_by(
        &self,
        s: &State,
        owner: PlayerId,
        hook: HookId,
        kind: KindId,
        buyer: PlayerId,
    ) -> i16 {
        let mut sum = 0i16;
        for (at, unit) in s.side(owner).present() {
            let cause = Spot { seat: owner, at }.n();
            for def in self.at_work(unit) {
                if !self.def(def).discount_on(kind) {
                    continue;
                }
                if hook == HookId::Discount {
                    sum = sum.saturating_add(self.def(def).discount.into());
                }
                if let Some(program) = self.def(def).program(hook) {
                    let more = self.works_out(s, program, owner, cause, buyer.into());
                    sum = sum.saturating_add(more.clamp(0, HIGHEST));
                }
            }
        }
        sum
    }

    /// The result of a program that computes a cost.
    fn works_out(
        &self,
        s: &State,
        program: ProgramId,
        owner: PlayerId,
        cause: u8,
        other: i16,
    ) -> i16 {
        let mut frame = Frame::new(program, owner.n(), cause, &[owner.into(), other]);
        match machine::run(
            &self.bound[program].program,
            &mut frame,
            &mut Eyes { book: self, s },
        ) {
            Stop::Ended(answer) => answer,
            _ => 0,
        }
    }

    /// The definitions of a card in play whose abilities work: none, or the card, its legs and its Components.
    pub(super) fn at_work(&self, unit: &Unit) -> impl Iterator<Item = CardDefId> {
        let works = self.hooks_work(unit);
        std::iter::once(unit.card)
            .chain(self.legs_of(unit))
            .chain(self.parts_of(unit))
            .filter(move |_| works)
    }

    /// Whether some card may change what cards cost.
    pub(super) fn may_reprice(&self) -> bool {
        let hooks = [HookId::ExtraCost, HookId::Discount, HookId::Surcharge];
        hooks.into_iter().any(|hook| self.listens(hook))
            || self.defs.iter().any(|def| def.discount > 0)
    }
}

impl super::card_defs::CardDef {
    /// Whether its discount and surcharge are for this kind of card.
    fn discount_on(&self, kind: KindId) -> bool {
        self.discount_on >> kind.n() & 1 != 0
    }
}
