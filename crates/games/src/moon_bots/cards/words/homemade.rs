//! What the words for home-made cards mean. Hands, parts, dice and attacks have modules of their own.

use crate::moon_bots::cards::host::robot;
use crate::moon_bots::cards::lexicon::{HouseNoun, HouseVerb};
use crate::moon_bots::cards::rulebook::{Rulebook, ones};
use crate::moon_bots::cards::values::{damage, points};
use crate::moon_bots::cards::words::pieces::{filled, slot};
use crate::moon_bots::cards::words::pool::sum;
use crate::moon_bots::play::energy::{Gain, left_of, members, neighbours};
use crate::moon_bots::play::engine::{Engine, Flow};
use crate::moon_bots::play::events::Event;
use crate::moon_bots::play::market::open_card;
use crate::moon_bots::rules::*;
use crate::moon_bots::state::kept::gaps;
use crate::moon_bots::state::{EXTRA, Laid, NO_BUYING, PLACES, PendingChance, SLOTS, State, Step, dice};
use cardwright_effects::Frame;
use cardwright_effects::machine::Act;
use cardwright_kernel::Log;

/// A place of the market from a program.
fn place(value: i16) -> usize {
    value as usize % PLACES
}

impl Rulebook {
    /// The value of a noun for home-made cards.
    pub(crate) fn house_noun(&self, state: &State, frame: &Frame, noun: HouseNoun, [a, _]: [i16; 2]) -> i16 {
        let own = &state.robots[robot(a)];
        let laid = state.market[place(a)];
        match noun {
            HouseNoun::MarketCards => lying(state).into(),
            HouseNoun::PriceOf => self.price(state, state.active, laid, place(a) as u8).into(),
            HouseNoun::IsWeapon => i16::from(laid == Laid::FACE_DOWN),
            HouseNoun::CardsLeft => ones(state.pile) as i16 + i16::from(state.pile_weapons),
            HouseNoun::PartsOf => filled(own).into(),
            HouseNoun::FreeSlots => i16::from(((1 << SLOTS) - 1) & !filled(own)),
            HouseNoun::UsedParts => self.used_parts(state).into(),
            HouseNoun::UpgradeCount => own.upgrades.iter().filter(|number| **number != 0).count() as i16,
            HouseNoun::AllFaces => 0b111_1110,
            HouseNoun::Showing => dice::count(state.turn.dice, a.clamp(1, 6) as u8) as i16,
            HouseNoun::DiceSum => sum(state.turn.dice),
            HouseNoun::DiceCount => dice::faces(state.turn.dice).count() as i16,
            HouseNoun::Neighbours => beside(state, robot(a) as u8).into(),
            HouseNoun::LeftOf => left(state, robot(a) as u8).into(),
            HouseNoun::RightOf => right(state, robot(a) as u8).into(),
            HouseNoun::TopKnown => state.top.iter().filter(|laid| **laid != Laid::NOTHING).count() as i16,
            HouseNoun::OutOfReach => {
                let reached = self.targets(state, robot(a) as u8);
                (self.opponents(state, robot(a) as u8) & !reached).into()
            }
            HouseNoun::ThisUpgrade | HouseNoun::ThisPart | HouseNoun::ThisWeapon => self.this(frame),
            // Large sets: `house_set` lists them.
            HouseNoun::Hand | HouseNoun::Known | HouseNoun::Boxed | HouseNoun::UpgradesOf => 0,
        }
    }

    /// The members of a large set for home-made cards. Hands list every copy.
    pub(crate) fn house_set(
        &self,
        state: &State,
        noun: u8,
        [a, b]: [i16; 2],
        each: &mut dyn FnMut(i16) -> bool,
    ) {
        let hand = match HouseNoun::of(noun) {
            Some(HouseNoun::Hand) => state.robots[robot(a)].hand,
            Some(HouseNoun::Known) => self.known(state, robot(a) as u8, robot(b) as u8),
            Some(HouseNoun::Boxed) => {
                let _ = self.boxed(state, robot(a) as u8, b == 1).all(|card| each(card.into()));
                return;
            }
            Some(HouseNoun::UpgradesOf) => {
                let _ = self.upgrades_of(state, robot(a)).all(|card| each(card.into()));
                return;
            }
            _ => return,
        };
        let _ = self.weapons_in(hand).all(|weapon| each(weapon.into()));
    }
}

/// The nearest robots in play on either side: a bit each.
fn beside(state: &State, robot: u8) -> u8 {
    neighbours(state.in_play() & !(1 << robot), robot)
}

/// The nearest robot in play to the left, or the robot itself.
fn left(state: &State, robot: u8) -> u8 {
    left_of(state.in_play() & !(1 << robot), robot).unwrap_or(robot)
}

/// The nearest robot in play to the right: the same as to the left when only one other is in play.
fn right(state: &State, robot: u8) -> u8 {
    let left = left(state, robot);
    members(beside(state, robot) & !(1 << left)).next().unwrap_or(left)
}

/// The places of the market where a card lies: a bit each.
fn lying(state: &State) -> u8 {
    (0..PLACES).fold(0, |mask, place| mask | u8::from(state.market[place] != Laid::NOTHING) << place)
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Does a verb for home-made cards.
    pub(crate) fn house_verb(&mut self, frame: &Frame, verb: HouseVerb, [a, b, c]: [i16; 3]) -> Act {
        let (who, other) = (robot(a) as u8, robot(b) as u8);
        match verb {
            HouseVerb::DiscardWeapon => self.discard(who, b),
            HouseVerb::DiscardRandom => return self.cast(PendingChance::Discard(who)),
            HouseVerb::Steal => return self.steal(who, other),
            HouseVerb::Give => self.give(who, other, c),
            HouseVerb::SwapHands => self.swap_hands(who, other),
            HouseVerb::DrawWeapon => return if self.draw_weapon(who) { Act::Wait } else { Act::Done },
            HouseVerb::RevealHand => self.reveal(who),
            HouseVerb::DiscardMarket => self.discard_market(place(a)),
            HouseVerb::SwapMarket => self.swap_market(place(a), place(b)),
            HouseVerb::RefillMarket => return self.cast(PendingChance::Fill),
            HouseVerb::DestroyPart => self.destroy_part(who, slot(b)),
            HouseVerb::StealPart => self.steal_part(who, other, slot(c)),
            HouseVerb::SwapParts => self.swap_parts(who, other, slot(c)),
            HouseVerb::RefreshPart => self.refresh_part(slot(a)),
            HouseVerb::JamPart => self.jam_part(slot(a)),
            HouseVerb::DestroyUpgrade => self.destroy_upgrade(who, b),
            HouseVerb::StealUpgrade => self.steal_upgrade(who, other, c),
            HouseVerb::AddDie => self.add_die(a),
            HouseVerb::RemoveDie => self.remove_die(a),
            HouseVerb::RollMore => return self.roll_more(a),
            HouseVerb::RerollDie => return self.reroll_die(a),
            HouseVerb::StrikeAt => {
                return self.strike_at(
                    frame.owner,
                    self.s.in_play() & 1 << who & !(1 << frame.owner) & !self.s.spared(),
                );
            }
            HouseVerb::StrikeAll => {
                return self
                    .strike_at(frame.owner, self.book.opponents(self.s, frame.owner) & !self.s.spared());
            }
            HouseVerb::Convert => self.convert(frame, who, damage(b), damage(c)),
            HouseVerb::PreventOf => self.prevent_of(frame, who, damage(b), points(c)),
            HouseVerb::ExtraTurn => self.extra_turn(),
            HouseVerb::EndTurn => self.end_turn(),
            HouseVerb::ForbidBuying => self.forbid_buying(),
            HouseVerb::ForbidWeapons => self.forbid_weapons(a as u8 % 4),
            HouseVerb::Transfer => self.transfer(who, other, points(c)),
            HouseVerb::Silence => self.silence(who, b),
            HouseVerb::SilenceAll => self.silence_all(who),
            HouseVerb::CancelWeapon => self.cancel_weapon(frame),
            HouseVerb::CopyWeapon => self.copy_weapon(frame, who),
            HouseVerb::AlsoHit => self.also_hit(who),
            HouseVerb::DrawAttacks => self.draw_attacks(who),
            HouseVerb::Spare => self.spare(who),
            HouseVerb::PutOnTop => self.put_on_top(place(a)),
            HouseVerb::TakeTop => return self.take_top(who),
            HouseVerb::Salvage => self.salvage(who, b),
            HouseVerb::InSecret => self.emit(IN_WRITING, || Event::InSecret),
            HouseVerb::Show => self.emit(IN_WRITING, || Event::Shows { robot: who, number: b }),
        }
        Act::Done
    }

    /// A robot in play takes a weapon of another.
    fn steal(&mut self, who: u8, from: u8) -> Act {
        match who != from && self.s.plays(who) {
            true => self.cast(PendingChance::Steal(from, who)),
            false => Act::Done,
        }
    }

    fn discard_market(&mut self, place: usize) {
        let laid = self.clear(place as u8);
        if laid != Laid::NOTHING {
            self.emit(MARKET, || Event::Cleared { place: place as u8, card: open_card(laid) });
        }
    }

    fn swap_market(&mut self, first: usize, second: usize) {
        if self.s.market[first] != self.s.market[second] {
            self.s.market.swap(first, second);
            self.s.kept.gaps = gaps(&self.s.market);
            self.emit(MARKET, || Event::PlacesSwapped { first: first as u8, second: second as u8 });
        }
    }

    fn extra_turn(&mut self) {
        if self.s.turn.barred & EXTRA == 0 && !self.s.again {
            self.s.again = true;
            let robot = self.s.active;
            self.emit(ANOTHER_TURN, || Event::Again { robot });
        }
    }

    /// The same robot's turn begins once more.
    #[cold]
    pub(crate) fn begin_again(&mut self) -> Flow {
        let flow = self.begin(self.s.active);
        self.s.turn.barred |= EXTRA;
        flow
    }

    fn end_turn(&mut self) {
        let over = [Step::BeforeRefill, Step::Refill, Step::Fill, Step::TurnEnd, Step::Pass, Step::Over];
        if over.contains(&self.at()) {
            return;
        }
        let robot = self.s.active;
        self.emit(TURN_ENDS, || Event::TurnCutShort { robot });
        self.go_on_at(Step::BeforeRefill);
    }

    /// Where the turn stands, an attack under way left out.
    pub(crate) fn at(&self) -> Step {
        if self.s.attacking { self.s.attack.back } else { self.s.step }
    }

    /// The turn goes on elsewhere, after an attack that is under way.
    pub(crate) fn go_on_at(&mut self, step: Step) {
        match self.s.attacking {
            false => self.s.step = step,
            true => self.s.attack.back = step,
        }
    }

    fn forbid_buying(&mut self) {
        self.s.turn.barred |= NO_BUYING;
        let player = self.book.owner(self.s.active);
        self.emit(FORBID, || Event::ForbadeBuying { player });
    }

    fn forbid_weapons(&mut self, player: u8) {
        self.s.turn.barred |= 1 << player;
        self.emit(FORBID, || Event::ForbadeWeapons { player });
    }

    fn transfer(&mut self, from: u8, to: u8, points: u8) {
        let before = self.s.robots[usize::from(from)].energy;
        self.lose(from, points, &[HANDED_OVER]);
        let lost = before - self.s.robots[usize::from(from)].energy;
        self.gain(to, lost, Gain::Limited);
    }
}
