//! The steps of a game: turns, phases, draws (clauses RE-2 and RE-3). The order of the steps is in `phases`.

use crate::actions::Offer;
use crate::book::print::COLLECTS;
use crate::engine::context::Engine;
use crate::events::{Event, tell};
use crate::facts::names::{coins, coins_go};
use crate::facts::{engagement, response_cache, values};
use crate::legal::{chance, list};
use crate::lexicon::HookId;
use crate::options::{Battery, Instants, Reactivate, Yes};
use crate::rules::{
    CLEAR, COLLECT, DRAW, EMPTY_DECK, GUARD, HIDDEN, MOON_BACKS, MOON_DRAWN, MORE_TURNS,
    NO_COLLECT, TURN,
};
use crate::state::{
    Asked, CardDefId, Cursor, INSTANT as INSTANT_PAID, LANDED, Moon, MoreTurns, NEW as IS_NEW,
    PendingChance, PlayerId, RECHARGING as RECHARGES, Side, Step, Time, Top, Unit,
};
use arrayvec::ArrayVec;
use cardwright_kernel::{Log, RuleId};

/// The number of coins that the active player always collects (clause RE-3.7).
const COLLECTED: u8 = 3;

impl<L: Log<Event>> Engine<'_, L> {
    pub(crate) fn chance(&mut self) -> bool {
        self.s.asked = Asked::Chance;
        true
    }

    /// If backs are visible, checks whether the back of the next card of a deck still has to be determined. Chance
    /// decides it, unless all remaining cards have the same definition (clause RE-3.12).
    pub(crate) fn looks_at_backs(&mut self) -> bool {
        let left = match self.s.pending_chance {
            PendingChance::None => 0,
            PendingChance::Draw(_, left) => left,
            _ => return false,
        };
        if matches!(self.s.step, Step::Battery(_) | Step::FirstMoon) {
            return false;
        }
        for seat in self.book.deck_holders() {
            if self.s.side(seat).top != Top::Unseen {
                continue;
            }
            let defs = self.book.defs_of(seat);
            let all = self.s.piles.deck_size(defs);
            let moons = defs.iter().filter(|def| self.book.is_moon(*def));
            let moons: u32 = moons.map(|def| u32::from(self.s.piles.in_deck(def))).sum();
            match moons {
                _ if all == 0 => {}
                0 => self.s.side_mut(seat).top = Top::Card,
                _ if moons == all => self.s.side_mut(seat).top = Top::Moon,
                _ => {
                    self.s.pending_chance = PendingChance::Top(seat, left);
                    return self.chance();
                }
            }
        }
        false
    }

    /// Whether a card may be drawn: not while the back of a deck that was just turned over still has to be
    /// determined.
    pub(crate) fn may_look(&self) -> bool {
        let unseen = |seat: PlayerId| {
            self.s.side(seat).top == Top::Unseen
                && self.s.piles.deck_size(self.book.defs_of(seat)) > 0
        };
        !values::sees_backs(self.book) || !self.book.deck_holders().any(unseen)
    }

    /// Sets the back of the next card of a seat's deck.
    pub(crate) fn see_back(&mut self, seat: PlayerId, moon: bool) {
        self.s.side_mut(seat).top = if moon { Top::Moon } else { Top::Card };
        let whose = if self.book.decks.len() > 1 {
            format!(" of player {}", seat.number())
        } else {
            String::new()
        };
        self.emit(MOON_BACKS, "back", |_, _| {
            let what = if moon { "a Moon" } else { "no Moon" };
            format!("the next card of the Depot Deck{whose} is {what}")
        });
    }

    pub(crate) fn battery_step(&mut self, seat: PlayerId) -> bool {
        if self.book.options.battery == Battery::Choose {
            self.s.asked = Asked::Seat(seat);
            return true;
        }
        self.deal();
        false
    }

    /// All Batteries are chosen: puts the first Moon on the table, if there are any, and deals the hands.
    pub(crate) fn deal(&mut self) {
        let moon = self
            .book
            .all_defs()
            .iter()
            .any(|def| self.book.is_moon(def));
        self.s.step = if moon {
            Step::FirstMoon
        } else {
            Step::Deal(PlayerId::First)
        };
    }

    /// Starts a phase of the active player. A phase in which nothing can be done is skipped, unless everybody is
    /// asked anyway (clause RE-6.12).
    #[inline(always)]
    pub(crate) fn phase_step(&mut self, step: Step) -> bool {
        let active = self.s.active;
        let mut responses = self.responses(active);
        if step == Step::Play {
            responses = responses.only(response_cache::payable(self.book, self.s, active));
        }
        let holders = values::asks_holders(self.book);
        let idle = !holders && list::idles(self.book, self.s.side(active).vault, step, responses);
        if !idle {
            let answers = self.number_of(Offer::Step(active, step), responses);
            if answers > 1 || holders && !self.s.side(active).hand.is_empty() {
                return self.ask_counted(active);
            }
        }
        self.s.asked = Asked::Seat(active);
        self.end(step);
        false
    }

    /// The discard phase, without listing the discards; random play does not list them either.
    pub(crate) fn discard_step(&mut self) -> bool {
        let seat = self.s.active;
        self.s.asked = Asked::Seat(seat);
        let Side { hand, vault, .. } = self.s.side(seat);
        if hand.is_empty()
            || self.s.discarded > 0 && *vault == 0 && !values::asks_holders(self.book)
        {
            self.end_phase();
            return false;
        }
        if let Some(listed) = &mut self.listed {
            listed.complete = false;
        }
        true
    }

    /// Ends a phase of the active player.
    pub(crate) fn end_phase(&mut self) {
        self.end(self.s.step);
    }

    #[inline(always)]
    pub(crate) fn end(&mut self, phase: Step) {
        match phase {
            Step::Play if self.book.options.moons == Yes::Yes => self.open(Time::BeforeMining),
            Step::Play | Step::Mining => self.open(Time::BeforeCombat),
            Step::Fire => {
                self.s.step = Step::Attack;
                self.s.cursor = Cursor::START;
            }
            _ => self.s.step = Step::DrawAgain,
        }
    }

    #[inline(always)]
    pub(crate) fn after_window(&mut self, window: Time) {
        self.s.window = Default::default();
        match window {
            Time::TurnStart => {
                self.s.step = Step::Play;
                self.raise_all(HookId::OnPlayPhase, self.s.active, 0);
            }
            Time::BeforeMining => self.s.step = Step::Mining,
            Time::BeforeCombat => self.s.step = Step::Fire,
            Time::Attackers => {
                self.s.step = Step::Block;
                (self.s.blocking, self.s.cursor) =
                    (self.s.active.left(self.book.players), Cursor::START);
            }
            Time::Blocks => {
                self.s.step = Step::AttackDie;
                (self.s.blocking, self.s.cursor) = (self.s.active, Cursor::START);
            }
            Time::TurnEnd => self.end_turn(),
        }
    }

    /// Begins the first or next turn (clauses RE-3.2, RE-3.3).
    pub(crate) fn begin_turn(&mut self, seat: PlayerId) {
        self.turn_comes(seat, false);
    }

    /// The same; `wipes` says whether to remove the marks of the previous turn in the same walk.
    #[inline(always)]
    fn turn_comes(&mut self, seat: PlayerId, wipes: bool) {
        self.s.active = seat;
        self.s.lasting.begin_turn(seat);
        self.s.more_turns.begin_turn(seat);
        self.s.turn += 1;
        let number = self.s.turn;
        self.emit(TURN, "turn", |_, _| {
            tell(format!("turn {number}: player {}", seat.number()))
                .player(seat)
                .points(number)
        });
        let mut freed = 0u16;
        for of in self.book.seats() {
            let clears = of == seat || self.book.options.instants == Instants::All;
            let reactivates = of == seat || self.book.options.reactivate == Reactivate::Everybody;
            let over = if reactivates { RECHARGES } else { 0 }
                | if of == seat { IS_NEW | LANDED } else { 0 };
            for unit in &mut self.s.sides[usize::from(of)].units {
                if wipes {
                    unit.wipe();
                }
                if clears && unit.is(INSTANT_PAID) {
                    freed += u16::from(
                        values::instant_of(self.book, unit).map_or(0, |upgrade| upgrade.cost),
                    );
                    unit.flags &= !INSTANT_PAID;
                }
                unit.flags &= !over;
            }
        }
        self.fill_chest(freed);
        if freed > 0 {
            self.emit(CLEAR, "cleared", |_, _| {
                format!("Instants end: {} to the War Chest", coins_go(freed))
            });
        }
        self.s.tried = 0;
        self.s.discarded = 0;
        self.s.reactions = 0;
        self.raise_all(HookId::OnTurnStart, seat, 0);
        self.raise_each(HookId::OnAnyTurnStart, seat);
        self.open(Time::TurnStart);
    }

    /// Collects coins (clause RE-3.7).
    pub(crate) fn collect(&mut self) {
        let active = self.s.active;
        if self.s.more_turns.no_collect() {
            return self.no_collect();
        }
        let cards = match self.responses(active).able(COLLECTS) {
            true => {
                let cards = self
                    .s
                    .side(active)
                    .present()
                    .map(|(_, unit)| values::collects(self.book, unit));
                cards.fold(0u8, u8::saturating_add)
            }
            false => 0,
        };
        let taken = self.draw_chest(COLLECTED.saturating_add(cards));
        self.bank(active, taken.into());
        self.emit(COLLECT, "collects", |book, s| {
            let left = if values::has_bank(book) {
                String::new()
            } else {
                format!("; the War Chest has {}", s.chest)
            };
            tell(format!(
                "player {} collects {}{left}",
                active.number(),
                coins(taken)
            ))
            .player(active)
            .points(taken)
        });
        self.s.step = Step::Draw;
        self.raise_all(HookId::OnCollect, active, 0);
    }

    /// A Collect phase in which the player collects nothing (clause RE-6.38).
    #[cold]
    fn no_collect(&mut self) {
        let active = self.s.active;
        self.s.more_turns.set_no_collect(false);
        self.s.step = Step::Draw;
        self.emit(NO_COLLECT, "does-not-collect", |_, _| {
            tell(format!("player {} does not collect", active.number())).player(active)
        });
    }

    /// Whether a seat can draw; an empty Depot Deck is replaced first (clause RE-3.9).
    pub(crate) fn can_draw(&mut self, seat: PlayerId) -> bool {
        if !chance::draws(self.book, self.s, seat) {
            return false;
        }
        let defs = self.book.defs_of(seat);
        if !self.s.piles.in_deck_any(defs) {
            self.s.piles.turn_over(defs);
            let own = self.book.decks.len() > 1;
            self.emit(EMPTY_DECK, "shuffled", |_, _| {
                let whose = if own {
                    format!(" of player {}", seat.number())
                } else {
                    String::new()
                };
                format!("the discard pile{whose} becomes the Depot Deck")
            });
        }
        true
    }

    /// Draws a card (clauses RE-3.8, RE-3.10).
    pub(crate) fn draw(&mut self, seat: PlayerId, card: CardDefId) {
        self.s.piles.take(card);
        let holder = self.book.deck_holder(seat);
        self.s.side_mut(holder).top = Top::Unseen;
        if let PendingChance::Draw(_, left) = &mut self.s.pending_chance {
            *left -= u8::from(!self.book.is_moon(card));
        }
        if self.book.is_moon(card) {
            return self.lay_moon(card, MOON_DRAWN);
        }
        self.s.side_mut(seat).hold(card);
        self.hand_changed(seat);
        self.emit(DRAW, "draws", |_, _| {
            tell(format!("player {} draws a card", seat.number())).player(seat)
        });
        self.emit_private(seat, HIDDEN, "drawn", |book| {
            tell(format!(
                "player {} draws {}",
                seat.number(),
                book.def(card).name
            ))
            .player(seat)
            .card(book, card)
        });
    }

    /// Puts a Moon on the table, with as many of its coins as the War Chest has.
    pub(crate) fn lay_moon(&mut self, card: CardDefId, rule: RuleId) {
        let number = self.draw_chest(self.book.def(card).value);
        let _ = self.s.moons.try_push(Moon {
            card,
            coins: number,
        });
        self.emit(rule, "moon", |book, _| {
            tell(format!(
                "the Moon {} comes with {}",
                book.def(card).name,
                coins(number)
            ))
            .card(book, card)
            .left(number)
        });
    }

    /// Ends the turn: marks are removed, a round may end, the next turn begins (clauses RE-3.11, RE-10.4).
    pub(crate) fn end_turn(&mut self) {
        self.s.sides.iter_mut().for_each(|side| side.prevented = 0);
        self.s.lasting.end_turn();
        if self.book.lends {
            self.give_back();
        }
        let next = match self.s.more_turns == MoreTurns::default() {
            true => self.follows(),
            false => self.follows_by_cards(),
        };
        let Some(next) = next else {
            return self.wipe_marks();
        };
        if next <= self.s.active && !self.s.more_turns.is_extra() {
            self.s.rounds += 1;
            self.s.quiet = if self.s.fought { 0 } else { self.s.quiet + 1 };
            self.s.fought = false;
            let options = &self.book.options;
            if self.s.quiet >= options.quiet_rounds || self.s.rounds >= options.max_rounds {
                self.wipe_marks();
                return self.stalemate();
            }
        }
        // One walk over the cards both removes marks and begins the next turn.
        self.turn_comes(next, true);
    }

    /// The player whose turn is next.
    fn follows(&self) -> Option<PlayerId> {
        let mut order = engagement::clockwise(self.book, self.s);
        order.find(|seat| !self.s.side(*seat).out)
    }

    /// The same if cards have added or skipped turns (clause RE-6.22). An extra turn does not begin a new round.
    #[cold]
    fn follows_by_cards(&mut self) -> Option<PlayerId> {
        let active = self.s.active;
        let again = self.s.more_turns.again() && !self.s.side(active).out;
        self.s.more_turns.set_again(false);
        self.s.more_turns.set_extra(again);
        if again {
            return Some(active);
        }
        // Each player is skipped at most once; if all are, the first of them has a turn after all.
        let order = engagement::clockwise(self.book, self.s)
            .chain(engagement::clockwise(self.book, self.s));
        for seat in order
            .filter(|seat| !self.s.side(*seat).out)
            .collect::<ArrayVec<_, 6>>()
        {
            if !self.s.more_turns.skips().contains(seat) {
                return Some(seat);
            }
            self.s.more_turns.set_skip(seat, false);
            self.emit(MORE_TURNS, "skipped", |_, _| {
                tell(format!("the turn of player {} is skipped", seat.number())).player(seat)
            });
        }
        None
    }

    fn wipe_marks(&mut self) {
        self.s
            .sides
            .iter_mut()
            .flat_map(|side| &mut side.units)
            .for_each(Unit::wipe);
    }

    /// Ends the game by its limit on rounds: the Battery with the most coins wins (clause RE-10.4).
    fn stalemate(&mut self) {
        let living = || values::living(self.book, self.s);
        let most = living().map(|seat| self.s.side(seat).battery).max();
        let best = living().filter(|seat| Some(self.s.side(*seat).battery) == most);
        let winners = best.collect();
        self.end_game(winners, GUARD);
    }
}
