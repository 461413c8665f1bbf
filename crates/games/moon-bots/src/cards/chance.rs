//! Chance events in the middle of an effect: a card's dice, cards for the market, a weapon from a hand.

use crate::cards::host::ReadOnlyHost;
use crate::cards::lexicon::LEXICON;
use crate::cards::rulebook::Rulebook;
use crate::play::actions::Action;
use crate::play::engine::{Engine, Flow};
use crate::play::events::Event;
use crate::rules::{CARD_CHANCE, CARD_ROLL};
use crate::state::ids::{RobotId, WeaponId};
use crate::state::{Asked, PendingChance, State, dice};
use cardwright_effects::machine::Act;
use cardwright_kernel::{Cite, Draw, Log};
use cardwright_runtime::ids::Id;
use cardwright_runtime::{chance, secrets};

impl State {
    /// The hand that chance selects a weapon from, if it does.
    #[inline]
    pub(crate) fn picked_from(&self) -> Option<u64> {
        match self.pending_chance {
            PendingChance::Discard(robot) | PendingChance::Steal(robot, _) => {
                Some(self.robots[usize::from(robot)].hand)
            }
            _ => None,
        }
    }

    /// Whether chance rolls dice now.
    #[inline]
    pub(crate) fn rolls(&self) -> bool {
        self.turn.to_roll > 0
    }
}

impl Rulebook {
    /// Adds every kind of weapon in a hand with its number of copies.
    pub(crate) fn pick_odds(&self, hand: u64, out: &mut Vec<(Action, u32)>) {
        for (weapon, facts) in WeaponId::all().zip(&self.weapons) {
            let copies = (facts.copies & hand).count_ones();
            if copies > 0 {
                out.push((Action::Pick { weapon }, copies));
            }
        }
    }

    /// Whether the current question is about a hand. It is asked whenever the hand has several weapons, even if they
    /// are all of the same kind, because being asked must reveal nothing about them.
    pub(crate) fn asks_for_secrets(&self, state: &State) -> bool {
        if state.picked_from().is_some() {
            return true;
        }
        let Some(frame) = state.top() else {
            return false;
        };
        let op = self.bound[frame.program]
            .program
            .ops
            .get(usize::from(frame.pc));
        op.is_some_and(|op| secrets::secret_of(&LEXICON, op).is_some())
    }

    /// Adds every action for the question of a card that chance decides. All choices are equally likely.
    pub(crate) fn choice_odds(&self, state: &State, out: &mut Vec<(Action, u32)>) {
        let Some(frame) = state.top() else { return };
        let program = &self.bound[frame.program].program;
        chance::odds(
            program,
            frame,
            &ReadOnlyHost { book: self, state },
            &mut |value, weight| {
                out.push((
                    Action::Choose {
                        value: value.into(),
                    },
                    weight,
                ));
            },
        );
    }

    /// Draws the choice that chance makes for a card.
    pub(crate) fn draw_choice(&self, state: &State, drawn: Draw<'_>) -> i16 {
        let Some(frame) = state.top() else { return 0 };
        chance::draw(
            &self.bound[frame.program].program,
            frame,
            &ReadOnlyHost { book: self, state },
            drawn,
        )
    }

    /// The text of the question of a card that chance decides.
    pub(crate) fn chance_question(&self, state: &State) -> Option<String> {
        Some(match state.pending_chance {
            PendingChance::Nothing | PendingChance::Borrow(..) => return None,
            PendingChance::Answers => {
                let frame = Rulebook::announced(state)?;
                let card = self.card(self.bound[frame.program].card).name("en");
                let robot = self.names.robot(RobotId::owner_of(frame));
                format!("Robot {robot} plays {card}. Play a secret weapon in response?")
            }
            PendingChance::Roll => "What does the die show?".into(),
            PendingChance::Fill | PendingChance::Top(_) => "Which card is drawn?".into(),
            PendingChance::Discard(robot) => {
                format!(
                    "Which secret weapon does robot {} discard?",
                    self.names.robot(robot)
                )
            }
            PendingChance::Steal(robot, _) => {
                format!(
                    "Which secret weapon does robot {} lose?",
                    self.names.robot(robot)
                )
            }
            PendingChance::Choice => {
                let owned = state.top().map(|frame| &self.bound[frame.program]);
                let card = owned.map_or("A card", |owned| self.card(owned.card).name("en"));
                format!("{card}: what does chance decide?")
            }
        })
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Makes the effect wait for chance.
    pub(crate) fn cast(&mut self, pending_chance: PendingChance) -> Act {
        self.s.pending_chance = pending_chance;
        Act::Wait
    }

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
            let what = self.book.write_choice(self.s, value.into());
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
}
