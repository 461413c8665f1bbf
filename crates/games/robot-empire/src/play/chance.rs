//! What chance may answer, and how likely.

use super::actions::{Action, More};
use crate::cards::book::Rulebook;
use crate::cards::host::Eyes;
use crate::state::{Asked, CardDefId, HAND, PendingChance, PlayerId, State, Step, Top};
use cardwright_effects::machine;
use cardwright_kernel::Draw;
use cardwright_runtime::chance;

impl Rulebook {
    /// Every answer chance may give, with its weight.
    pub(crate) fn each_chance(&self, s: &State, each: &mut dyn FnMut(Action, u32) -> More) -> More {
        if s.asked != Asked::Chance {
            return More::Continue(());
        }
        let mut die = || (1..=6).try_for_each(|number| each(Action::Roll(number), 1));
        match (s.pending_chance, s.step) {
            (PendingChance::Die | PendingChance::Defence(..), _) => die(),
            (PendingChance::Top(seat, _), _) => {
                let (mut moons, mut others) = (0, 0);
                for (card, number) in s.piles.deck(self.defs_of(seat)) {
                    *(if self.is_moon(card) {
                        &mut moons
                    } else {
                        &mut others
                    }) += u32::from(number);
                }
                each(Action::Back(true), moons)?;
                each(Action::Back(false), others)
            }
            (PendingChance::Draw(seat, _), _) | (PendingChance::None, Step::Deal(seat)) => {
                self.each_draw(s, seat, each)
            }
            (PendingChance::Choice, _) => self.each_lot(s, each),
            (PendingChance::None, Step::Draw | Step::DrawAgain) => {
                self.each_draw(s, s.active, each)
            }
            (PendingChance::None, Step::FirstMoon) => {
                let mut moons = s
                    .piles
                    .deck(self.all_defs())
                    .filter(|(card, _)| self.is_moon(*card));
                moons.try_for_each(|(card, number)| each(Action::FirstMoon(card), number.into()))
            }
            (PendingChance::None, Step::First) => self
                .seats()
                .try_for_each(|seat| each(Action::First(seat), 1)),
            (PendingChance::None, _) => die(),
        }
    }

    /// The cards a seat may draw; where its back has been seen, those with that back.
    fn each_draw(
        &self,
        s: &State,
        seat: PlayerId,
        each: &mut dyn FnMut(Action, u32) -> More,
    ) -> More {
        let top = s.side(self.deck_holder(seat)).top;
        for (card, number) in s.piles.deck(self.defs_of(seat)) {
            if top == Top::Unseen || (top == Top::Moon) == self.is_moon(card) {
                each(Action::Draw(card), number.into())?;
            }
        }
        More::Continue(())
    }

    /// The answers of chance to a card's question.
    fn each_lot(&self, s: &State, each: &mut dyn FnMut(Action, u32) -> More) -> More {
        let Some(frame) = s.effects.top() else {
            return More::Continue(());
        };
        let Some(owned) = self.bound.get(frame.program) else {
            return More::Continue(());
        };
        let mut flow = More::Continue(());
        chance::odds(
            &owned.program,
            frame,
            &Eyes { book: self, s },
            &mut |value, weight| {
                if flow.is_continue() {
                    flow = each(Action::Choose(value.into()), weight);
                }
            },
        );
        flow?;
        if machine::optional(&owned.program, frame) {
            each(Action::ChooseNone, 1)
        } else {
            More::Continue(())
        }
    }

    /// Who draws now, if anybody does.
    pub(crate) fn drawer(&self, s: &State) -> Option<PlayerId> {
        match (s.pending_chance, s.step) {
            _ if s.asked != Asked::Chance => None,
            (PendingChance::Draw(seat, _), _) | (PendingChance::None, Step::Deal(seat)) => {
                Some(seat)
            }
            (PendingChance::None, Step::Draw | Step::DrawAgain) => Some(s.active),
            _ => None,
        }
    }

    /// Whether a hand takes more cards and there are some.
    pub(crate) fn draws(&self, s: &State, seat: PlayerId) -> bool {
        let defs = self.defs_of(seat);
        s.side(seat).hand.len() < HAND && s.piles.any(defs)
    }

    /// A card of the deck that a seat draws from, each as likely as any other.
    #[inline]
    pub(crate) fn card_drawn(&self, s: &State, seat: PlayerId, drawn: Draw<'_>) -> CardDefId {
        let defs = self.defs_of(seat);
        let nth = drawn.below(s.piles.deck_size(defs).max(1));
        s.piles.nth_in_deck(defs, nth).unwrap_or(CardDefId::FIRST)
    }

    /// Chance's answer to what is asked now.
    pub(crate) fn deal_by(&self, s: &State, drawn: Draw<'_>) -> Action {
        // Most of what chance decides are draws: the same as below, without a walk for each card.
        if !self.sees_backs()
            && let Some(seat) = self.drawer(s)
        {
            return Action::Draw(self.card_drawn(s, seat, drawn));
        }
        let mut total = 0;
        let _ = self.each_chance(s, &mut |_, weight| {
            total += weight;
            More::Continue(())
        });
        let mut nth = drawn.below(total.max(1));
        let mut dealt = Action::Roll(1);
        let _ = self.each_chance(s, &mut |action, weight| {
            dealt = action;
            if nth < weight {
                return More::Break(());
            }
            nth -= weight;
            More::Continue(())
        });
        dealt
    }
}
