//! The course of a game: set-up, turns, phases, draws (clauses RE-2 and RE-3).

use super::Engine;
use super::actions::{Moment, More};
use super::event::Event;
use crate::robot_empire::cards::book::Rulebook;
use crate::robot_empire::questions::Point;
use crate::robot_empire::rules::*;
use crate::robot_empire::state::{
    Asked, COINS, Counts, GONE, INSTANT as INSTANT_PAID, LANDED, Moon, NEW as IS_NEW,
    RECHARGING as RECHARGES, Side, State, Step, Window,
};
use arrayvec::ArrayVec;
use cardwright_effects::Frame;
use cardwright_kernel::Log;

/// Coins on a Battery at the start (clause RE-2.1).
const BATTERY: u8 = 20;
/// Coins that everybody collects (clause RE-3.7).
const COLLECTED: u8 = 3;

impl Rulebook {
    /// The table before anything is drawn.
    pub(crate) fn opening(&self) -> State {
        let mut state = State {
            sides: [Side::default(), Side::default(), Side::default()],
            moons: ArrayVec::new(),
            deck: self.deck,
            discard: Counts::default(),
            waiting: ArrayVec::new(),
            frame: Frame::default(),
            running: false,
            step: Step::Battery(0),
            asked: Asked::Nobody,
            chest: 0,
            active: 0,
            passed: 0,
            cursor: 0,
            blocking: 0,
            die: 0,
            discarded: 0,
            tried: 0,
            fought: false,
            rounds: 0,
            quiet: 0,
            turn: 0,
            winners: 0,
        };
        for (seat, side) in (0..).zip(&mut state.sides) {
            side.out = seat >= self.players;
            if !side.out {
                (side.battery, side.start, side.vault) = (BATTERY, BATTERY, self.options.vault);
            }
        }
        state.chest = (COINS - self.coins(&state)) as u8;
        state
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Goes on to the next question or the end.
    pub(crate) fn advance(&mut self) {
        loop {
            if self.s.step == Step::Over {
                self.s.asked = Asked::Nobody;
                return;
            }
            if self.s.running {
                if self.run() {
                    return;
                }
                continue;
            }
            if !self.s.waiting.is_empty() {
                if self.asks_window(Moment::Announced) {
                    return;
                }
                self.s.passed = 0;
                self.resolve();
                continue;
            }
            if self.s.turn > 0 && self.s.side(self.s.active).out {
                self.end_combat();
                self.end_turn();
                continue;
            }
            self.tidy();
            if self.stops() {
                return;
            }
        }
    }

    /// Closes the gaps of cards that left, unless something points at places.
    fn tidy(&mut self) {
        if !self.s.holds_places() {
            for side in &mut self.s.sides {
                side.units.retain(|unit| !unit.is(GONE));
            }
        }
    }

    /// Asks the next seat in a window, if one is left.
    fn asks_window(&mut self, moment: Moment) -> bool {
        let next = self.book.next_in_window(self.s, moment);
        if let Some(seat) = next {
            self.s.asked = Asked::Seat(seat);
        }
        next.is_some()
    }

    /// Whether somebody is asked in this step; else the step has changed.
    fn stops(&mut self) -> bool {
        match self.s.step {
            Step::Battery(seat) => self.battery_step(seat),
            Step::FirstMoon => self.chance(),
            Step::Deal(seat) => match self.can_draw(seat) {
                true => self.chance(),
                false => {
                    let next = seat + 1;
                    self.s.step = if next < self.book.players { Step::Deal(next) } else { Step::First };
                    false
                }
            },
            Step::First => self.chance(),
            Step::Window(window) => {
                if self.asks_window(Moment::Window(window)) {
                    return true;
                }
                self.after_window(window);
                false
            }
            Step::Play | Step::Mining | Step::Fire => self.phase_step(),
            Step::Cost(_) => self.chance(),
            Step::Attack => self.next_attacker(),
            Step::Block => self.next_blocker(),
            Step::AttackDie => self.next_die(),
            Step::Order => self.next_order(),
            Step::Draw | Step::DrawAgain => {
                if self.can_draw(self.s.active) {
                    return self.chance();
                }
                self.after_draw();
                false
            }
            Step::Discard => self.phase_step(),
            Step::Over => true,
        }
    }

    fn chance(&mut self) -> bool {
        self.s.asked = Asked::Chance;
        true
    }

    fn battery_step(&mut self, seat: u8) -> bool {
        if self.book.options.choose_battery && seat < self.book.players {
            self.s.asked = Asked::Seat(seat);
            return true;
        }
        self.s.step = if self.book.options.moons { Step::FirstMoon } else { Step::Deal(0) };
        false
    }

    /// A phase of the active player: left out where there is nothing but its end, unless everybody is asked anyway
    /// (clause RE-6.12).
    fn phase_step(&mut self) -> bool {
        let active = self.s.active;
        self.s.asked = Asked::Seat(active);
        let mut answers = 0;
        let _ = self.book.in_step(self.s, active, &mut |_| {
            answers += 1;
            if answers > 1 { More::Break(()) } else { More::Continue(()) }
        });
        if answers > 1 || self.book.options.when_holding && !self.s.side(active).hand.is_empty() {
            return true;
        }
        self.end_phase();
        false
    }

    /// The active player is done with a phase.
    pub(super) fn end_phase(&mut self) {
        match self.s.step {
            Step::Play if self.book.options.moons => self.open(Window::BeforeMining),
            Step::Play | Step::Mining => self.open(Window::BeforeCombat),
            Step::Fire => {
                self.s.step = Step::Attack;
                self.s.cursor = 0;
            }
            _ => self.s.step = Step::DrawAgain,
        }
    }

    fn after_window(&mut self, window: Window) {
        self.s.passed = 0;
        match window {
            Window::TurnStart => self.s.step = Step::Play,
            Window::BeforeMining => self.s.step = Step::Mining,
            Window::BeforeCombat => self.s.step = Step::Fire,
            Window::Attackers => {
                self.s.step = Step::Block;
                (self.s.blocking, self.s.cursor) = ((self.s.active + 1) % self.book.players, 0);
            }
            Window::Blocks => {
                self.s.step = Step::AttackDie;
                (self.s.blocking, self.s.cursor) = (self.s.active, 0);
            }
            Window::TurnEnd => self.end_turn(),
        }
    }

    /// The first turn, or the next one, begins (clauses RE-3.2, RE-3.3).
    pub(super) fn begin_turn(&mut self, seat: u8) {
        self.s.active = seat;
        self.s.turn += 1;
        let number = self.s.turn;
        self.emit(TURN, "turn", |_, _| format!("turn {number}: player {}", seat + 1));
        let mut freed = 0;
        for of in self.book.seats() {
            let clears = of == seat || self.book.reading(Point::Instants) == 0;
            let reactivates = of == seat || self.book.reading(Point::Reactivate) != 0;
            for unit in &mut self.s.sides[usize::from(of)].units {
                if clears && unit.is(INSTANT_PAID) {
                    freed += self.book.instant_of(unit).map_or(0, |upgrade| upgrade.cost);
                    unit.flags &= !INSTANT_PAID;
                }
                if reactivates {
                    unit.flags &= !RECHARGES;
                }
                if of == seat {
                    unit.flags &= !(IS_NEW | LANDED);
                }
            }
        }
        self.fill_chest(freed);
        if freed > 0 {
            self.emit(CLEAR, "cleared", |_, _| format!("Instants end: {freed} coins go to the War Chest"));
        }
        self.s.tried = 0;
        self.s.discarded = 0;
        self.open(Window::TurnStart);
    }

    /// Collect (clause RE-3.7).
    pub(super) fn collect(&mut self) {
        let active = self.s.active;
        let cards: u8 = self.s.side(active).present().map(|(_, unit)| self.book.collects(unit)).sum();
        let taken = self.draw_chest(COLLECTED.saturating_add(cards));
        self.s.side_mut(active).vault += taken;
        let left = self.s.chest;
        self.emit(COLLECT, "collects", |_, _| {
            format!("player {} collects {taken} coins; the War Chest has {left}", active + 1)
        });
        self.s.step = Step::Draw;
    }

    /// Whether a seat draws; an empty Depot Deck is replaced first (clause RE-3.9).
    fn can_draw(&mut self, seat: u8) -> bool {
        if !self.book.draws(self.s, seat) {
            return false;
        }
        if self.s.deck.total() == 0 {
            self.s.deck = std::mem::take(&mut self.s.discard);
            self.emit(EMPTY_DECK, "shuffled", |_, _| "the discard pile becomes the Depot Deck".into());
        }
        true
    }

    /// A card is drawn (clauses RE-3.8, RE-3.10).
    pub(super) fn draw(&mut self, seat: u8, card: u8) {
        self.s.deck.take(card);
        if self.book.is_moon(card) {
            return self.lay_moon(card, MOON_DRAWN);
        }
        self.s.side_mut(seat).hold(card);
        self.emit(DRAW, "draws", |_, _| format!("player {} draws a card", seat + 1));
        let book = self.book;
        self.log.emit_private(cardwright_kernel::Seat(seat), || {
            let text = format!("player {} draws {}", seat + 1, book.sort(card).name);
            (Event { what: "drawn", text, ..Event::default() }, cardwright_kernel::Cites::from(HIDDEN))
        });
    }

    /// A Moon lies on the table, with coins as far as they go.
    pub(super) fn lay_moon(&mut self, card: u8, rule: cardwright_kernel::RuleId) {
        let coins = self.draw_chest(self.book.moon_value(card));
        let _ = self.s.moons.try_push(Moon { card, coins });
        self.emit(rule, "moon", |book, _| {
            format!("the Moon {} comes with {coins} coins", book.sort(card).name)
        });
    }

    fn after_draw(&mut self) {
        match self.s.step {
            Step::Draw => self.s.step = Step::Discard,
            _ => {
                self.s.discarded = 0;
                self.open(Window::TurnEnd);
            }
        }
    }

    /// The turn ends: marks vanish, a round may end, the next turn begins (clauses RE-3.11, RE-10.4).
    fn end_turn(&mut self) {
        for side in &mut self.s.sides {
            side.prevented = 0;
            for unit in &mut side.units {
                (unit.damage, unit.prevented) = (0, 0);
            }
        }
        let Some(next) = self.book.clockwise(self.s).find(|seat| !self.s.side(*seat).out) else { return };
        if next <= self.s.active {
            self.s.rounds += 1;
            self.s.quiet = if self.s.fought { 0 } else { self.s.quiet + 1 };
            self.s.fought = false;
            let options = &self.book.options;
            if self.s.quiet >= options.quiet_rounds || self.s.rounds >= options.max_rounds {
                return self.stalemate();
            }
        }
        self.begin_turn(next);
    }

    /// The guard ends the game: the fullest Battery wins (clause RE-10.4).
    fn stalemate(&mut self) {
        let living = || self.book.living(self.s);
        let most = living().map(|seat| self.s.side(seat).battery).max();
        let best = living().filter(|seat| Some(self.s.side(*seat).battery) == most);
        let winners = best.fold(0, |all, seat| all | 1 << seat);
        self.end_game(winners, GUARD);
    }
}
