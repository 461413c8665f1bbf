//! Verbs for homebrew cards.

use crate::engine::context::Engine;
use crate::engine::energy::Gain;
use crate::events::Event;
use crate::facts::windows::window_of;
use crate::facts::{nouns, players};
use crate::lexicon::CustomVerb;
use crate::rules::{ANOTHER_TURN, DIRECTION, FORBID, HANDED_OVER, IN_WRITING, MARKET, TURN_ENDS};
use crate::state::ids::{PlaceId, PlayerId, RobotId, Robots};
use crate::state::values::{damage, place, player, points, robot, slot};
use crate::state::{PartOf, PendingChance, Step, Until, gaps};
use cardwright_effects::Frame;
use cardwright_effects::machine::Act;
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;
use cardwright_runtime::windows::Window;

impl<L: Log<Event>> Engine<'_, L> {
    /// Carries out a verb for homebrew cards.
    pub(crate) fn custom_verb(
        &mut self,
        frame: &Frame,
        verb: CustomVerb,
        [a, b, c]: [i16; 3],
    ) -> Option<Act> {
        let who = || robot(a);
        let other = || robot(b);
        let own = RobotId::owner_of(frame);
        match verb {
            CustomVerb::DiscardWeapon => self.discard(who()?, b),
            CustomVerb::DiscardRandom => return Some(self.cast(PendingChance::Discard(who()?))),
            CustomVerb::Steal => return Some(self.steal(who()?, other()?)),
            CustomVerb::Give => self.give(who()?, other()?, c),
            CustomVerb::SwapHands => self.swap_hands(who()?, other()?),
            CustomVerb::DrawWeapon => {
                return Some(if self.draw_weapon(who()?) {
                    Act::Wait
                } else {
                    Act::Done
                });
            }
            CustomVerb::RevealHand => self.reveal(who()?),
            CustomVerb::DiscardMarket => self.discard_market(place(a)?),
            CustomVerb::SwapMarket => self.swap_market(place(a)?, place(b)?),
            CustomVerb::RefillMarket => return Some(self.cast(PendingChance::Fill)),
            CustomVerb::DestroyPart => self.destroy_part(who()?, slot(b)?),
            CustomVerb::StealPart => self.steal_part(who()?, other()?, slot(c)?),
            CustomVerb::SwapParts => self.swap_parts(who()?, other()?, slot(c)?),
            CustomVerb::RefreshPart => self.refresh_part(slot(a)?),
            CustomVerb::JamPart => self.jam_part(slot(a)?),
            CustomVerb::DestroyUpgrade => {
                let who = who()?;
                return Some(self.lifting(frame, |engine| engine.destroy_upgrade(who, b)));
            }
            CustomVerb::StealUpgrade => {
                let (to, from) = (who()?, other()?);
                return Some(self.lifting(frame, |engine| engine.steal_upgrade(to, from, c)));
            }
            CustomVerb::AddDie => self.add_die(a),
            CustomVerb::RemoveDie => self.remove_die(a),
            CustomVerb::RollMore => return Some(self.roll_more(a)),
            CustomVerb::RerollDie => return Some(self.reroll_die(a)),
            CustomVerb::StrikeAt => {
                let only = self.s.in_play() & who()?.only().without(own);
                return Some(self.strike_at(own, only - nouns::barred(self.book, self.s, own)));
            }
            CustomVerb::StrikeAll => {
                let all = players::opponents(self.book, self.s, own);
                return Some(self.strike_at(own, all - nouns::barred(self.book, self.s, own)));
            }
            CustomVerb::StrikeEach => {
                let each = self.s.in_play() & Robots::from_bits(a as u8).without(own);
                return Some(self.strike_at(own, each - nouns::barred(self.book, self.s, own)));
            }
            CustomVerb::PutInMarket => self.put_in_market(who()?, slot(b)?, place(c)?),
            CustomVerb::Convert => self.convert(frame, who()?, damage(b)?, damage(c)?),
            CustomVerb::PreventOf => self.prevent_of(frame, who()?, damage(b)?, points(c)),
            CustomVerb::ExtraTurn => self.extra_turn(),
            CustomVerb::EndTurn => self.end_turn(),
            CustomVerb::ForbidBuying => self.forbid_buying(),
            CustomVerb::ForbidWeapons => self.forbid_weapons(player(a)?),
            CustomVerb::Transfer => self.transfer(who()?, other()?, points(c)),
            CustomVerb::Silence => self.silence(who()?, b),
            CustomVerb::SilenceAll => self.silence_all(who()?),
            CustomVerb::CancelWeapon => self.cancel_weapon(frame),
            CustomVerb::CopyWeapon => self.copy_weapon(frame, who()?),
            CustomVerb::AlsoHit => self.also_hit(who()?),
            CustomVerb::DrawAttacks => self.draw_attacks(who()?),
            CustomVerb::Spare => self.spare(who()?),
            CustomVerb::PutOnTop => self.put_on_top(place(a)?),
            CustomVerb::TakeTop => return Some(self.take_top(who()?)),
            CustomVerb::Salvage => self.salvage(who()?, b),
            CustomVerb::Recover => self.recover(who()?, b),
            CustomVerb::DrawRemoved => {
                return Some(if self.draw_removed(who()?) {
                    Act::Wait
                } else {
                    Act::Done
                });
            }
            CustomVerb::PutBack => self.hand_back(who()?, b),
            CustomVerb::UsePart => {
                return Some(self.cast(PendingChance::Borrow(PartOf::new(who()?, slot(b)?))));
            }
            CustomVerb::BlockSlot => self.block_slot(who()?, slot(b)?),
            CustomVerb::Redirect => self.redirect(who()?),
            CustomVerb::ForbidFace => self.forbid_face(a),
            CustomVerb::RollFewer => self.roll_fewer(points(a)),
            CustomVerb::ReverseTurns => self.reverse_turns(),
            CustomVerb::StayBefore => self.stay_before(frame, Until::Leaves, who()?),
            CustomVerb::HandOn => self.hand_on(frame, who()?),
            CustomVerb::RememberAlso => self.remember_also(frame, who()?),
            CustomVerb::Pay => self.pay(who()?, points(b)),
            CustomVerb::Survive => self.survive(who()?, points(b)),
            CustomVerb::Win => return Some(self.win(who()?)),
            CustomVerb::DiscardFaceDown => self.discard_face_down(who()?, b),
            // The effect carries out these itself.
            CustomVerb::SetTally
            | CustomVerb::AddToTally
            | CustomVerb::Pick
            | CustomVerb::PickOnly => {}
            CustomVerb::InSecret => self.emit(IN_WRITING, || Event::InSecret),
            CustomVerb::Show => {
                let robot = who()?;
                self.emit(IN_WRITING, || Event::Shows { robot, number: b });
            }
        }
        Some(Act::Done)
    }

    /// A robot in play takes a weapon of another.
    fn steal(&mut self, who: RobotId, from: RobotId) -> Act {
        match who != from && self.s.plays(who) {
            true => self.cast(PendingChance::Steal(from, who)),
            false => Act::Done,
        }
    }

    fn swap_market(&mut self, first: PlaceId, second: PlaceId) {
        let (one, other) = (first.index(), second.index());
        if self.s.market[one] != self.s.market[other] {
            self.s.market.swap(one, other);
            self.s.derived.gaps = gaps(&self.s.market);
            self.emit(MARKET, || Event::PlacesSwapped { first, second });
        }
    }

    fn extra_turn(&mut self) {
        if !self.s.turn.flags.is_extra() && !self.s.passing.again() {
            self.s.passing.set_again();
            let robot = self.s.active;
            self.emit(ANOTHER_TURN, || Event::Again { robot });
        }
    }

    fn reverse_turns(&mut self) {
        let backwards = !self.s.passing.backwards();
        self.s.passing.set_backwards(backwards);
        self.emit(DIRECTION, || Event::TurnsReversed { backwards });
    }

    fn end_turn(&mut self) {
        if self.ends() {
            return;
        }
        let robot = self.s.active;
        self.emit(TURN_ENDS, || Event::TurnCutShort { robot });
        self.go_on_at(Step::BeforeRefill);
    }

    /// Whether only the refill and what follows it are left of the turn.
    pub(crate) fn ends(&self) -> bool {
        let over = [
            Step::BeforeRefill,
            Step::Refill,
            Step::Fill,
            Step::TurnEnd,
            Step::Pass,
            Step::Over,
        ];
        over.contains(&self.at())
    }

    /// The current step of the turn, not counting an attack in progress.
    pub(crate) fn at(&self) -> Step {
        if self.s.attacking {
            self.s.attack.back
        } else {
            self.s.step
        }
    }

    /// Continues the turn at another step, after any attack in progress. A window that is left this way closes, so
    /// that energy gained in it does not count as just gained in the next one (MB-7.3).
    pub(crate) fn go_on_at(&mut self, step: Step) {
        if self.s.attacking {
            self.s.attack.back = step;
            return;
        }
        if window_of(self.s.step).is_some() {
            (self.s.window, self.s.gained) = (Window::default(), Robots::EMPTY);
        }
        self.s.step = step;
    }

    fn forbid_buying(&mut self) {
        self.s.turn.flags.forbid_buying();
        let player = self.book.owner(self.s.active);
        self.emit(FORBID, || Event::ForbadeBuying { player });
    }

    fn forbid_weapons(&mut self, player: PlayerId) {
        self.s.turn.flags.silence(player);
        self.emit(FORBID, || Event::ForbadeWeapons { player });
    }

    fn transfer(&mut self, from: RobotId, to: RobotId, points: u8) {
        let before = self.s.robots[usize::from(from)].energy;
        self.lose(from, points, &[HANDED_OVER]);
        let lost = before - self.s.robots[usize::from(from)].energy;
        self.gain(to, lost, Gain::Limited);
    }
}
