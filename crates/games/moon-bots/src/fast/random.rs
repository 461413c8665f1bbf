//! Random play: draws and carries out actions together, without a list if their number and order are simple.

use crate::actions::Action;
use crate::book::rulebook::Rulebook;
use crate::engine::context::{Engine, Flow};
use crate::facts::{parts, windows};
use crate::options::RerollDice;
use crate::play::chance;
use crate::play::legal::{self, draw_face, draw_reroll, draw_split};
use crate::state::ids::PlaceId;
use crate::state::{Asked, PendingChance, State, Step, dice};
use cardwright_effects::machine;
use cardwright_kernel::{Draw, NoLog, Rng};
use cardwright_runtime::bit_select::nth_of_byte;
use cardwright_runtime::ids::Id;

/// The maximum number of ways to use parts that are handled without a list, including not using one.
const USES: usize = 32;

/// [`cardwright_kernel::Rules::play_at_random`], with the generators of chance and of the seats.
pub(crate) fn random_play(
    book: &Rulebook,
    state: &mut State,
    [dealer, luck]: [&mut Rng; 2],
    legal: &mut Vec<Action>,
    most: u64,
) -> u64 {
    let mut log = NoLog;
    let mut table = Engine::new(book, state, &mut log);
    for taken in 0..most {
        let asked = table.s.asked;
        // Checks one byte; `==` would decode both values.
        if matches!(asked, Asked::Nobody) {
            return taken;
        }
        // Every action takes one random number. It is drawn at a single place for all, so that the generator is
        // inlined only once.
        let chance = matches!(asked, Asked::Chance);
        let drawn = if chance { &mut *dealer } else { &mut *luck }.draw();
        table.s.asked = Asked::Nobody;
        let flow = if chance {
            table.chance_plays(drawn)
        } else {
            table.seat_plays(drawn, asked, legal)
        };
        if flow == Flow::On {
            table.advance();
        }
    }
    most
}

impl Engine<'_, NoLog> {
    /// Takes an action for chance.
    #[inline(always)]
    fn chance_plays(&mut self, drawn: Draw<'_>) -> Flow {
        if self.s.rolls() {
            return self.shows(draw_face(drawn));
        }
        if self.s.pending_reveal.is_some() {
            return self.got(legal::draw_weapon(self.book, self.s.unseen, drawn));
        }
        match self.s.pending_chance {
            PendingChance::Nothing => self.draws(legal::draw_card(self.book, self.s, drawn)),
            _ => self.chance_plays_for_card(drawn),
        }
    }

    /// Takes an action for chance in the middle of a card's effect.
    #[inline(never)]
    fn chance_plays_for_card(&mut self, drawn: Draw<'_>) -> Flow {
        if let Some(hand) = self.s.picked_from() {
            self.picked(legal::draw_weapon(self.book, hand, drawn));
            return Flow::On;
        }
        if self.s.pending_chance == PendingChance::Choice {
            self.decided(chance::draw_choice(self.book, self.s, drawn));
            return self.resume();
        }
        self.draws(legal::draw_card(self.book, self.s, drawn))
    }

    /// Takes an action for the asked seat.
    #[inline(always)]
    fn seat_plays(&mut self, drawn: Draw<'_>, asked: Asked, legal: &mut Vec<Action>) -> Flow {
        if self.s.runs() {
            return self.chooses(drawn, asked, legal);
        }
        match self.s.step {
            Step::Activate => match drawn.below(2) {
                0 => self.start_roll(),
                _ => self.stops(),
            },
            Step::Buy => {
                let places = std::mem::take(&mut self.s.derived.offered) as u8;
                match drawn.below(1 + places.count_ones()) {
                    0 => self.buys_nothing(),
                    nth => match PlaceId::of(nth_of_byte(places, nth - 1).into()) {
                        Some(place) => self.buys(place),
                        None => self.buys_nothing(),
                    },
                }
            }
            Step::Split => self.splits(draw_split(self.s.attack.aimed, drawn)),
            Step::Parts => self.uses(drawn, asked, legal),
            Step::Reroll => self.rerolls(drawn, asked, legal),
            _ => self.plays_weapon(drawn, asked),
        }
    }

    /// Rerolls or keeps dice.
    #[inline(always)]
    fn rerolls(&mut self, drawn: Draw<'_>, asked: Asked, legal: &mut Vec<Action>) -> Flow {
        let most = self.s.on_turn().reroll;
        if self.book.options.reroll_dice != RerollDice::UpToTwo || most > 2 {
            return self.plays_listed(drawn, asked, legal);
        }
        match draw_reroll(self.s.turn.dice, most, drawn) {
            0 => self.keeps(),
            dice => self.take_up(dice),
        }
    }

    /// Uses a part in one of the ways that the dice allow, or none.
    #[inline(always)]
    fn uses(&mut self, drawn: Draw<'_>, asked: Asked, legal: &mut Vec<Action>) -> Flow {
        // Usable parts are recorded without a branch on whether they are usable, because this is unpredictable.
        let (mut found, mut number) = ([(0, 0); USES], 1);
        let (dice, mut places) = (parts::placeable(self.s), self.s.derived.offered);
        while places != 0 {
            let part = places.trailing_zeros() as u8;
            for (combo, some) in (0..).zip(self.book.combos_at(&self.s.on_turn().parts, part)) {
                found[number % USES] = (part, combo);
                number += usize::from(dice::holds(dice, *some));
            }
            places &= places - 1;
        }
        if number > USES {
            return self.plays_listed(drawn, asked, legal);
        }
        self.s.derived.offered = 0;
        match drawn.below(number as u32) {
            0 => self.stops(),
            nth => {
                let (part, combo) = found[nth as usize % USES];
                self.use_part(part, combo)
            }
        }
    }

    /// Passes or plays a weapon.
    #[inline(never)]
    fn plays_weapon(&mut self, drawn: Draw<'_>, asked: Asked) -> Flow {
        let Asked::Seat(player) = asked else {
            return Flow::On;
        };
        let offered = std::mem::take(&mut self.s.derived.offered);
        let mut plays = 0;
        windows::each_play(self.book, self.s, player, offered, |_, _| plays += 1);
        let mut left = drawn.below(1 + plays);
        if left == 0 {
            self.pass(asked);
            return Flow::On;
        }
        let mut played = None;
        windows::each_play(self.book, self.s, player, offered, |robot, weapon| {
            if left == 1 {
                played = Some((robot, weapon));
            }
            left = left.wrapping_sub(1);
        });
        match played {
            Some((robot, weapon)) => self.play(robot, weapon),
            None => Flow::On,
        }
    }

    /// Makes a choice at a card's question; no choice comes last.
    #[inline(never)]
    fn chooses(&mut self, drawn: Draw<'_>, asked: Asked, legal: &mut Vec<Action>) -> Flow {
        let frame = &self.s.effects.frames[usize::from(self.s.effects.depth) - 1];
        let program = &self.book.bound[frame.program].program;
        let Some(members) = machine::set(program, frame) else {
            return self.plays_listed(drawn, asked, legal);
        };
        let mut rest = members;
        for _ in 0..drawn.below(members.count_ones() + u32::from(machine::optional(program, frame)))
        {
            rest &= rest.wrapping_sub(1);
        }
        self.choose((rest != 0).then(|| rest.trailing_zeros() as i16));
        self.resume()
    }

    /// Takes one of the listed actions.
    #[inline(never)]
    fn plays_listed(&mut self, drawn: Draw<'_>, asked: Asked, legal: &mut Vec<Action>) -> Flow {
        self.s.asked = asked;
        legal.clear();
        legal::list(self.book, self.s, legal);
        self.carry_out(legal[drawn.below(legal.len() as u32) as usize])
    }
}
