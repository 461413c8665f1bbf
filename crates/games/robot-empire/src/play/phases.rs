//! The course of a game: what comes before the step of a turn, and which step follows which (clause RE-3.1).

use crate::actions::Moment;
use crate::engine::context::Engine;
use crate::events::Event;
use crate::facts::values;
use crate::lexicon::HookId;
use crate::options::{Responses, Yes};
use crate::state::{Asked, PendingChance, Step, Time, Unit};
use cardwright_kernel::Log;
use cardwright_runtime::effects::EffectDriver;

impl<L: Log<Event>> Engine<'_, L> {
    /// Advances to the next question or the end of the game.
    pub(crate) fn advance(&mut self) {
        loop {
            let stops = if self.is_quiet() {
                self.goes_on_with_turn()
            } else {
                self.settles_first()
            };
            if stops {
                return;
            }
        }
    }

    /// Whether nothing comes before the step of the turn. This is the usual case, so one branch covers all
    /// exceptions.
    #[inline]
    fn is_quiet(&self) -> bool {
        let s = &*self.s;
        let first = matches!(s.step, Step::Over | Step::Marks) | values::sees_backs(self.book);
        let pending = !matches!(s.pending_chance, PendingChance::None);
        !(first | pending | s.effects.runs() | s.triggers.any() | !s.waiting.is_empty())
    }

    /// Continues with what comes before the step of the turn; returns whether somebody is asked or the game is over.
    #[inline(never)]
    fn settles_first(&mut self) -> bool {
        if self.s.step == Step::Over {
            self.s.asked = Asked::Nobody;
            return true;
        }
        if values::sees_backs(self.book) && self.looks_at_backs() {
            return true;
        }
        if self.s.pending_chance != PendingChance::None {
            return self.settles_chance();
        }
        if self.s.step == Step::Marks && self.next_marks() {
            return true;
        }
        if self.s.effects.runs() {
            return self.goes_on();
        }
        if self.s.triggers.any() {
            self.react();
            return false;
        }
        if !self.s.waiting.is_empty() {
            self.compact();
            let cancelled = self.s.waiting.last().is_some_and(|last| last.cancelled);
            let at_once = self.book.options.responses == Responses::AtOnce;
            if !cancelled && !at_once && self.asks_window(Moment::Announced) {
                return true;
            }
            self.s.window = Default::default();
            self.resolve();
            return false;
        }
        self.goes_on_with_turn()
    }

    /// Continues with the step of the turn; returns whether somebody is asked.
    #[inline]
    fn goes_on_with_turn(&mut self) -> bool {
        if self.s.turn > 0 && self.s.side(self.s.active).out {
            self.end_combat();
            self.end_turn();
            return false;
        }
        self.compact();
        self.stops()
    }

    /// Continues the effect; returns whether it asks somebody.
    fn goes_on(&mut self) -> bool {
        let _ = self.resume_effect();
        // It asks if it is still running, does not wait for chance, and is at a choice.
        let asks = self.s.effects.top().is_some_and(|frame| {
            let ops = &self.book.bound[frame.program].program.ops;
            matches!(
                ops.get(usize::from(frame.pc)),
                Some(cardwright_effects::Op::Choose { .. })
            )
        });
        asks && matches!(
            self.s.pending_chance,
            PendingChance::None | PendingChance::Choice
        ) && self.s.step != Step::Over
    }

    /// Continues with the pending chance event; returns whether chance is asked.
    fn settles_chance(&mut self) -> bool {
        match self.s.pending_chance {
            PendingChance::Draw(seat, left) => {
                if left == 0 || self.s.side(seat).out || !self.can_draw(seat) {
                    self.s.pending_chance = PendingChance::None;
                    return false;
                }
                self.may_look() && self.chance()
            }
            _ => self.chance(),
        }
    }

    /// Returns whether somebody is asked in this step; otherwise the step has changed. If nothing can have happened
    /// in between, the next step follows directly, without checking which one it is.
    fn stops(&mut self) -> bool {
        match self.s.step {
            Step::Window(window) => match window {
                Time::TurnStart => self.asks_from_start(),
                Time::BeforeMining => self.asks_from_before_mining(),
                Time::BeforeCombat => self.asks_from_before_combat(),
                Time::Attackers => self.asks_from_attackers(),
                Time::Blocks => self.asks_from_blocks(),
                Time::TurnEnd => self.window_step(Time::TurnEnd),
            },
            Step::Play => self.asks_from_play(),
            Step::Mining => self.asks_from_mining(),
            Step::Fire => self.asks_from_fire(),
            Step::Attack => self.asks_from_attack(),
            Step::Block => self.asks_from_block(),
            Step::AttackDie => self.asks_from_dice(),
            Step::Order => self.asks_from_order(),
            Step::DefenceDie => self.next_defence_die(),
            Step::Marks => self.next_marks(),
            Step::Collect => {
                self.collect();
                false
            }
            Step::Draw | Step::Discard | Step::DrawAgain => self.hand_step(),
            step => self.stops_before_turns(step),
        }
    }

    fn asks_from_start(&mut self) -> bool {
        if self.window_step(Time::TurnStart) {
            return true;
        }
        // Cards react to the Play phase before anybody is asked.
        if self.book.listens(HookId::OnPlayPhase) && self.s.triggers.any() {
            return false;
        }
        self.asks_from_play()
    }

    #[inline(never)]
    fn asks_from_play(&mut self) -> bool {
        self.phase_step(Step::Play)
            || match self.book.options.moons {
                Yes::Yes => self.asks_from_before_mining(),
                Yes::No => self.asks_from_before_combat(),
            }
    }

    fn asks_from_before_mining(&mut self) -> bool {
        self.window_step(Time::BeforeMining) || self.asks_from_mining()
    }

    fn asks_from_mining(&mut self) -> bool {
        self.phase_step(Step::Mining) || self.asks_from_before_combat()
    }

    fn asks_from_before_combat(&mut self) -> bool {
        self.window_step(Time::BeforeCombat) || self.asks_from_fire()
    }

    #[inline(never)]
    fn asks_from_fire(&mut self) -> bool {
        self.phase_step(Step::Fire) || self.asks_from_attack()
    }

    fn asks_from_attack(&mut self) -> bool {
        match self.next_attacker() {
            Some(true) => return true,
            Some(false) => {}
            None => return false,
        }
        if self.s.side(self.s.active).units.iter().any(Unit::fights) {
            self.open(Time::Attackers);
            return self.asks_from_attackers();
        }
        self.collect();
        false
    }

    #[inline(never)]
    fn asks_from_attackers(&mut self) -> bool {
        self.window_step(Time::Attackers) || self.asks_from_block()
    }

    fn asks_from_block(&mut self) -> bool {
        if self.next_blocker() {
            return true;
        }
        // Cards react to attackers that nobody has blocked before anybody is asked.
        if self.book.tells_unblocked && self.s.busy() {
            return false;
        }
        self.asks_from_blocks()
    }

    #[inline(never)]
    fn asks_from_blocks(&mut self) -> bool {
        self.window_step(Time::Blocks) || self.asks_from_dice()
    }

    fn asks_from_dice(&mut self) -> bool {
        self.next_die() || self.asks_from_order()
    }

    fn asks_from_order(&mut self) -> bool {
        self.next_order() || self.next_defence_die()
    }

    /// Continues the open window; returns whether somebody is asked. Otherwise the next step begins.
    #[inline(always)]
    fn window_step(&mut self, window: Time) -> bool {
        let asks = self.asks_window(Moment::Window(window));
        if !asks {
            self.after_window(window);
        }
        asks
    }

    /// Fills the active player's hand, and again after discards; returns whether somebody is asked. Otherwise the end
    /// of the turn begins.
    pub(crate) fn hand_step(&mut self) -> bool {
        if self.s.step == Step::Draw {
            if self.can_draw(self.s.active) {
                return self.may_look() && self.chance();
            }
            self.s.step = Step::Discard;
        }
        if self.s.step == Step::Discard && self.discard_step() {
            return true;
        }
        if self.can_draw(self.s.active) {
            return self.may_look() && self.chance();
        }
        self.s.discarded = 0;
        self.raise_all(HookId::OnTurnEnd, self.s.active, 0);
        self.raise_each(HookId::OnAnyTurnEnd, self.s.active);
        self.open(Time::TurnEnd);
        false
    }

    /// Whether somebody is asked before the first turn.
    fn stops_before_turns(&mut self, step: Step) -> bool {
        match step {
            Step::Battery(seat) => self.battery_step(seat),
            Step::FirstMoon => self.chance(),
            Step::Deal(seat) => match self.can_draw(seat) {
                true => self.may_look() && self.chance(),
                false => {
                    self.s.step = seat
                        .following(self.book.players)
                        .map_or(Step::First, Step::Deal);
                    false
                }
            },
            Step::First => self.chance(),
            Step::Cost(_) => self.chance(),
            Step::Over => true,
            // Handled by `stops`.
            Step::Window(_)
            | Step::Play
            | Step::Mining
            | Step::Fire
            | Step::Attack
            | Step::Block
            | Step::AttackDie
            | Step::Order
            | Step::DefenceDie
            | Step::Marks
            | Step::Collect
            | Step::Draw
            | Step::Discard
            | Step::DrawAgain => false,
        }
    }
}
