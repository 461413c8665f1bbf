//! Chance events in the middle of an effect: a card's dice, cards for the market, a weapon from a hand.

use crate::engine::context::{Engine, Flow};
use crate::events::Event;
use crate::facts::choices;
use crate::rules::{CARD_CHANCE, CARD_ROLL, *};
use crate::state::ids::{RobotId, SlotId};
use crate::state::{Asked, Attack, PendingChance, dice};
use cardwright_kernel::{Cite, Log};
use cardwright_runtime::ids::Id;

impl<L: Log<Event>> Engine<'_, L> {
    /// Continues with the chance event that an effect waits for.
    #[cold]
    pub(crate) fn settle_chance(&mut self) -> Flow {
        match self.s.pending_chance {
            // An effect that waits for its question is asked at once.
            PendingChance::Nothing | PendingChance::Choice => Flow::On,
            PendingChance::Answers => self.passed_answers(),
            PendingChance::Borrow(part) => self.borrow_part(part.robot(), part.slot()),
            PendingChance::Roll => self.card_rolls(),
            PendingChance::Fill => self.fill_at_once(),
            PendingChance::Top(robot) => self.draw_top(robot),
            PendingChance::Discard(robot) | PendingChance::Steal(robot, _) => self.pick(robot),
        }
    }

    /// Chance has decided a card's question.
    #[cold]
    pub(crate) fn decided(&mut self, value: i16) {
        self.s.pending_chance = PendingChance::Nothing;
        if L::READ
            && let Some(frame) = self.s.top().copied()
        {
            let card = self.book.bound[frame.program].card;
            let what = choices::write_choice(self.book, self.s, value.into());
            self.op = Some(Cite::Op {
                program: frame.program,
                at: frame.pc,
            });
            self.emit(CARD_CHANCE, || Event::Decided { card, what });
            self.op = None;
        }
        self.choose(Some(value));
    }

    fn card_rolls(&mut self) -> Flow {
        if self.next_die() == Flow::Stop {
            return Flow::Stop;
        }
        self.s.pending_chance = PendingChance::Nothing;
        let (robot, faces) = (self.s.active, self.s.turn.dice);
        self.emit(CARD_ROLL, || Event::Rolled {
            robot,
            faces: dice::faces(faces).collect(),
        });
        Flow::On
    }

    fn fill_at_once(&mut self) -> Flow {
        while !self.s.derived.gaps.is_empty() && (self.s.pile != [0; 2] || self.s.pile_weapons > 0)
        {
            match self.only_draw() {
                Some(card) => self.dealt(card),
                None => {
                    self.s.asked = Asked::Chance;
                    return Flow::Stop;
                }
            }
        }
        self.s.pending_chance = PendingChance::Nothing;
        Flow::On
    }

    /// Asks chance if the hand has several weapons.
    fn pick(&mut self, robot: RobotId) -> Flow {
        let hand = self.s.robots[usize::from(robot)].hand;
        match hand.count_ones() {
            0 => self.s.pending_chance = PendingChance::Nothing,
            1 => self.picked(self.book.weapon_of[hand.trailing_zeros() as usize % 64]),
            _ => {
                self.s.asked = Asked::Chance;
                return Flow::Stop;
            }
        }
        Flow::On
    }

    /// The owner of the innermost effect carries out the effect of a robot's part as if it were its own (MB-13.25).
    #[cold]
    pub(crate) fn borrow_part(&mut self, from: RobotId, slot: SlotId) -> Flow {
        self.s.pending_chance = PendingChance::Nothing;
        let (book, parts) = (self.book, self.s.robots[from.index()].parts);
        let own = self.s.top().map(RobotId::owner_of);
        let (Some(robot), Some(ability)) = (own, book.ability_at(&parts, slot.n())) else {
            return Flow::On;
        };
        if !self.s.plays(robot) || !self.s.plays(from) {
            return Flow::On;
        }
        let card = ability.card;
        self.emit(BORROWED, || Event::Borrowed { robot, from, card });
        if !self.s.attacking {
            self.s.attack = Attack::default();
        }
        if let Some(script) = ability.on_use {
            self.put_by(script, robot, slot.n(), 0);
        }
        self.start(ability.program, robot, slot.n())
    }
}
