//! The meaning of the words for homebrew cards. Hands, parts, dice and attacks have their own modules.

use crate::cards::lexicon::{CustomNoun, CustomVerb};
use crate::cards::rulebook::{Rulebook, ones};
use crate::cards::values::{damage, player, points, robot};
use crate::cards::words::pieces::filled;
use crate::cards::words::pool::sum;
use crate::play::energy::{Gain, neighbours};
use crate::play::engine::{Engine, Flow};
use crate::play::events::Event;
use crate::play::market::open_card;
use crate::play::windows::window_of;
use crate::rules::*;
use crate::state::derived::gaps;
use crate::state::ids::{PlaceId, Places, PlayerId, RobotId, Robots, SlotId};
use crate::state::{MarketSlot, PartOf, PendingChance, State, Step, dice};
use cardwright_effects::Frame;
use cardwright_effects::machine::Act;
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;
use cardwright_runtime::windows::Window;

/// The place of the market with this value, if there is one.
fn place(value: i16) -> Option<PlaceId> {
    PlaceId::from_value(value)
}

/// The slot with this value, if there is one.
fn slot(value: i16) -> Option<SlotId> {
    SlotId::from_value(value)
}

impl Rulebook {
    /// The value of a noun for homebrew cards.
    pub(crate) fn custom_noun(
        &self,
        state: &State,
        frame: &Frame,
        noun: CustomNoun,
        [a, _]: [i16; 2],
    ) -> Option<i16> {
        let own = || robot(a).map(|robot| &state.robots[robot.index()]);
        let slot = || place(a).map(|place| state.market[place.index()]);
        Some(match noun {
            CustomNoun::MarketCards => market_card_name(state).into(),
            CustomNoun::PriceOf => self.price(state, state.active, slot()?, place(a)?).into(),
            CustomNoun::RowOf => i16::from(place(a)?.row()),
            CustomNoun::IsWeapon => i16::from(slot()? == MarketSlot::FACE_DOWN),
            CustomNoun::CardsLeft => ones(state.pile) as i16 + i16::from(state.pile_weapons),
            CustomNoun::PartsOf => filled(own()?).into(),
            CustomNoun::FreeSlots => i16::from(!filled(own()?)),
            CustomNoun::UsedParts => self.used_parts(state).into(),
            CustomNoun::UpgradeCount => own()?
                .upgrades
                .iter()
                .filter(|number| **number != 0)
                .count() as i16,
            CustomNoun::AllFaces => 0b111_1110,
            CustomNoun::Showing => dice::count(state.turn.dice, a.clamp(1, 6) as u8) as i16,
            CustomNoun::DiceSum => sum(state.turn.dice),
            CustomNoun::DiceCount => dice::faces(state.turn.dice).count() as i16,
            CustomNoun::Neighbours => beside(state, robot(a)?).into(),
            CustomNoun::LeftOf => left(state, robot(a)?).into(),
            CustomNoun::RightOf => right(state, robot(a)?).into(),
            CustomNoun::TopKnown => state
                .top
                .iter()
                .filter(|slot| **slot != MarketSlot::NOTHING)
                .count() as i16,
            CustomNoun::WeaponPlayer => Rulebook::announced(state)
                .map_or(state.active, RobotId::owner_of)
                .into(),
            CustomNoun::OutOfReach => {
                let reached = self.targets(state, robot(a)?);
                (self.opponents(state, robot(a)?) - reached).into()
            }
            CustomNoun::ThisUpgrade | CustomNoun::ThisPart | CustomNoun::ThisWeapon => {
                self.this(frame)
            }
            // Large sets; see `custom_set`.
            CustomNoun::Hand
            | CustomNoun::Known
            | CustomNoun::Boxed
            | CustomNoun::UpgradesOf
            | CustomNoun::PlayedWeapons => 0,
            // The effect stores these itself.
            CustomNoun::Tally | CustomNoun::Picked => 0,
        })
    }

    /// The members of a large set for homebrew cards. Hands list every copy.
    pub(crate) fn custom_set(
        &self,
        state: &State,
        noun: CustomNoun,
        [a, b]: [i16; 2],
        each: &mut dyn FnMut(i16) -> bool,
    ) {
        if noun == CustomNoun::PlayedWeapons {
            let _ = self.played_weapons(state).all(|weapon| each(weapon.into()));
            return;
        }
        let Some(owner) = robot(a) else { return };
        let hand = match noun {
            CustomNoun::Hand => state.robots[owner.index()].hand,
            CustomNoun::Known => robot(b).map_or(0, |to| self.known(state, owner, to)),
            CustomNoun::Boxed => {
                let _ = self
                    .boxed(state, owner, b == 1)
                    .all(|card| each(card.into()));
                return;
            }
            CustomNoun::UpgradesOf => {
                let _ = self.upgrades_of(state, owner).all(|card| each(card.into()));
                return;
            }
            // Every other noun is a single thing, a number or a small set.
            CustomNoun::MarketCards
            | CustomNoun::PriceOf
            | CustomNoun::IsWeapon
            | CustomNoun::RowOf
            | CustomNoun::CardsLeft
            | CustomNoun::PartsOf
            | CustomNoun::FreeSlots
            | CustomNoun::UsedParts
            | CustomNoun::UpgradeCount
            | CustomNoun::AllFaces
            | CustomNoun::Showing
            | CustomNoun::DiceSum
            | CustomNoun::DiceCount
            | CustomNoun::Neighbours
            | CustomNoun::LeftOf
            | CustomNoun::RightOf
            | CustomNoun::ThisUpgrade
            | CustomNoun::ThisPart
            | CustomNoun::ThisWeapon
            | CustomNoun::OutOfReach
            | CustomNoun::WeaponPlayer
            | CustomNoun::PlayedWeapons
            | CustomNoun::Tally
            | CustomNoun::Picked
            | CustomNoun::TopKnown => return,
        };
        let _ = self.weapons_in(hand).all(|weapon| each(weapon.into()));
    }
}

/// The nearest robots in play on either side.
fn beside(state: &State, robot: RobotId) -> Robots {
    neighbours(state.in_play().without(robot), robot)
}

/// The nearest robot in play to the left, or the robot itself if there is no other.
fn left(state: &State, robot: RobotId) -> RobotId {
    state.in_play().after(robot).unwrap_or(robot)
}

/// The nearest robot in play to the right; if only one other robot is in play, the same as to the left.
fn right(state: &State, robot: RobotId) -> RobotId {
    state.in_play().before(robot).unwrap_or(robot)
}

/// The places of the market that are not empty.
fn market_card_name(state: &State) -> Places {
    !gaps(&state.market)
}

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
                return Some(self.strike_at(own, only - self.s.guards.untargetable()));
            }
            CustomVerb::StrikeAll => {
                let all = self.book.opponents(self.s, own);
                return Some(self.strike_at(own, all - self.s.guards.untargetable()));
            }
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
            CustomVerb::Survive => self.survive(who()?, points(b)),
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

    fn discard_market(&mut self, place: PlaceId) {
        let slot = self.clear(place);
        if slot != MarketSlot::NOTHING {
            self.emit(MARKET, || Event::Cleared {
                place,
                card: open_card(slot),
            });
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
        if !self.s.turn.flags.is_extra() && !self.s.again {
            self.s.again = true;
            let robot = self.s.active;
            self.emit(ANOTHER_TURN, || Event::Again { robot });
        }
    }

    /// Starts another turn of the same robot.
    #[cold]
    pub(crate) fn begin_again(&mut self) -> Flow {
        let flow = self.begin(self.s.active);
        self.s.turn.flags.set_extra();
        flow
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
