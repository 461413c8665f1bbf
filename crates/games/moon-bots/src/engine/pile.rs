//! The top of the pile, and the box.

use crate::engine::context::{Engine, Flow};
use crate::events::Event;
use crate::facts::market::{self, open_card};
use crate::facts::places;
use crate::rules::{FROM_BOX, TOP};
use crate::state::ids::{CardId, PlaceId, RobotId};
use crate::state::{Asked, MarketCard, MarketSlot, PendingChance, TOP_CARDS};
use cardwright_effects::machine::Act;
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;

impl<L: Log<Event>> Engine<'_, L> {
    /// Puts a card of the market on top of the pile.
    pub(crate) fn put_on_top(&mut self, place: PlaceId) {
        let slot = self.clear(place);
        match slot.card() {
            MarketCard::Nothing => return,
            MarketCard::FaceDown => self.s.pile_weapons += 1,
            MarketCard::Open(card) => self.put_back(card),
        }
        self.s.top.copy_within(..TOP_CARDS - 1, 1);
        self.s.top[0] = slot;
        self.emit(TOP, || Event::PutOnTop {
            place,
            card: open_card(slot),
        });
    }

    /// Puts back the highest copy of a card that is not in the pile; the lowest copies are drawn first.
    fn put_back(&mut self, card: CardId) {
        let copies = self.book.open[usize::from(card)].copies;
        for word in [1, 0] {
            let out = copies[word] & !self.s.pile[word];
            if out != 0 {
                self.s.pile[word] |= 1 << (63 - out.leading_zeros());
                return;
            }
        }
    }

    /// A robot takes the top card of the pile. Chance decides which it is, unless it is known.
    pub(crate) fn take_top(&mut self, robot: RobotId) -> Act {
        if !self.s.plays(robot) || self.s.pile == [0; 2] && self.s.pile_weapons == 0 {
            return Act::Done;
        }
        self.cast(PendingChance::Top(robot))
    }

    pub(crate) fn draw_top(&mut self, robot: RobotId) -> Flow {
        match self.only_draw() {
            Some(slot) => self.drew_top(robot, slot),
            None => {
                self.s.asked = Asked::Chance;
                Flow::Stop
            }
        }
    }

    /// Continues after a robot has drawn a card: it builds the card, or looks at the weapon. A card that it has no
    /// place for goes to the box.
    #[cold]
    pub(crate) fn drew_top(&mut self, robot: RobotId, slot: MarketSlot) -> Flow {
        self.s.pending_chance = PendingChance::Nothing;
        self.uncover(slot);
        self.emit(TOP, || Event::TookTop {
            robot,
            card: open_card(slot),
        });
        match slot.card() {
            MarketCard::Nothing => {}
            MarketCard::FaceDown => self.s.pending_reveal = Some(robot),
            MarketCard::Open(card) => {
                match places::has_place(self.s, robot, self.book.market_keys[usize::from(card)]) {
                    true => self.place(robot, card),
                    false => self.emit(TOP, || Event::TopBoxed { robot, card }),
                }
            }
        }
        Flow::On
    }

    /// A robot builds a card from the box.
    pub(crate) fn salvage(&mut self, robot: RobotId, card: i16) {
        let Some(card) =
            CardId::from_value(card).filter(|card| card.index() < self.book.open.len())
        else {
            return;
        };
        let place = places::has_place(self.s, robot, self.book.market_keys[usize::from(card)]);
        if self.s.plays(robot) && place && market::in_box(self.book, self.s, card) > 0 {
            self.emit(FROM_BOX, || Event::Salvaged { robot, card });
            self.place(robot, card);
        }
    }
}
