//! What is announced: it waits while others answer, and the last one takes effect first (clauses RE-6.3 to RE-6.7).

use super::Engine;
use super::actions::{Moment, More};
use super::event::Event;
use crate::robot_empire::cards::book::Rulebook;
use crate::robot_empire::cards::host::{named_value, player_value};
use crate::robot_empire::cards::lexicon::HookId;
use crate::robot_empire::rules::*;
use crate::robot_empire::state::{Named, SEATS, Spot, State, Waiting, Window};
use cardwright_effects::Frame;
use cardwright_effects::machine::{self, Stop};
use cardwright_kernel::Log;

impl Rulebook {
    /// The next seat to be asked in the open window, if one is left (clause RE-6.4).
    pub(crate) fn next_in_window(&self, s: &State, moment: Moment) -> Option<u8> {
        self.clockwise(s).find(|seat| {
            let phase_follows = matches!(
                moment,
                Moment::Window(Window::TurnStart | Window::BeforeMining | Window::BeforeCombat)
            );
            let skipped =
                s.side(*seat).out || s.passed >> seat & 1 != 0 || phase_follows && *seat == s.active;
            !skipped && self.is_asked(s, *seat, moment)
        })
    }

    /// Whether a seat is asked in a window (clause RE-6.12).
    fn is_asked(&self, s: &State, seat: u8, moment: Moment) -> bool {
        let side = s.side(seat);
        if self.options.when_holding {
            return !side.hand.is_empty() && side.vault > 0 || self.has_open_answer(s, seat, moment);
        }
        self.in_window(s, seat, moment, &mut |_| More::Break(())).is_break()
    }

    /// Whether an announcement still names something that it may name.
    fn still_names(&self, s: &State, waiting: &Waiting) -> bool {
        if waiting.shot > 0 {
            return match waiting.named {
                Named::Unit(spot) => s.unit(spot).is_some_and(|unit| self.is_target(unit)),
                Named::Battery(seat) => !s.side(seat).out,
                _ => false,
            };
        }
        let mut found = false;
        let _ = self.nameable(s, waiting.owner, waiting.card, &mut |named| {
            found |= named == waiting.named;
            if found { More::Break(()) } else { More::Continue(()) }
        });
        let chosen = matches!(waiting.named, Named::Unit(_));
        found && (!chosen || self.can_name(s, waiting.owner, waiting.card, waiting.named))
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Opens a window of the turn.
    pub(super) fn open(&mut self, window: Window) {
        self.s.step = crate::robot_empire::state::Step::Window(window);
        self.s.passed = 0;
    }

    /// An Agent or Super Weapon is shown (clause RE-6.3).
    pub(super) fn show(&mut self, seat: u8, card: u8, named: Named) {
        self.s.side_mut(seat).let_go(card);
        self.s.discard.add(card, 1);
        self.pay(seat, self.book.sort(card).cost);
        let _ = self.s.waiting.try_push(Waiting { card, owner: seat, named, shot: 0 });
        self.emit_card(ANNOUNCED, card, "shown", |book, s| {
            format!("player {} shows {}{}", seat + 1, book.sort(card).name, book.at_phrase(s, named))
        });
    }

    /// A shot is announced (clause RE-9.1).
    pub(super) fn fire(&mut self, spot: Spot, named: Named) {
        let Some(unit) = self.s.unit(spot).copied() else { return };
        let shot = self.book.long_range(&unit);
        let _ = self.s.waiting.try_push(Waiting { card: unit.card, owner: spot.seat, named, shot });
        self.emit(FIRE, "fires", |book, s| {
            format!("{} fires{} with {shot}", book.spot_phrase(s, spot), book.at_phrase(s, named))
        });
        self.recharge(spot);
    }

    /// Equipment is tapped: it recharges, and its effect happens at once (clause RE-6.9).
    pub(super) fn tap(&mut self, spot: Spot, named: Named) {
        let Some(unit) = self.s.unit(spot).copied() else { return };
        self.emit_card(TAP, unit.card, "tapped", |book, s| {
            format!(
                "{} is tapped for{}",
                book.spot_phrase(s, spot),
                book.at_phrase(s, named).replacen(" at", "", 1)
            )
        });
        self.recharge(spot);
        if let Some(program) = self.book.sort(unit.card).program(HookId::Tap.n()) {
            self.begin(program, spot.seat, named);
        }
    }

    /// What was announced last takes effect (clauses RE-6.5, RE-6.6).
    pub(super) fn resolve(&mut self) {
        let Some(top) = self.s.waiting.pop() else { return };
        if !self.book.still_names(self.s, &top) {
            self.emit(MISSED, "missed", |book, _| {
                format!("{} of player {} hits nothing", book.sort(top.card).name, top.owner + 1)
            });
            return;
        }
        if top.shot > 0 {
            return match top.named {
                Named::Unit(spot) => self.hurt(spot, top.shot),
                Named::Battery(seat) => self.drain(seat, top.shot, top.owner),
                _ => {}
            };
        }
        self.emit_card(LAST_FIRST, top.card, "takes-effect", |book, _| {
            format!("{} of player {} takes effect", book.sort(top.card).name, top.owner + 1)
        });
        let hook = match top.named {
            Named::Nothing => HookId::Play.n(),
            Named::Unit(_) | Named::Battery(_) => HookId::PlayOn.n(),
            Named::Player(_) => HookId::PlayAgainst.n(),
        };
        if let Some(program) = self.book.sort(top.card).program(hook) {
            self.begin(program, top.owner, top.named);
        }
    }

    /// Damage to one Battery.
    pub(crate) fn drain(&mut self, seat: u8, points: u8, by: u8) {
        let mut batteries = [0; SEATS];
        batteries[usize::from(seat) % SEATS] = points;
        self.hit_batteries(batteries, Some(by));
    }

    fn begin(&mut self, program: u16, owner: u8, named: Named) {
        self.s.frame = Frame::new(program, owner, 0, &[player_value(owner), named_value(named)]);
        self.s.running = true;
        self.s.die = 0;
    }

    /// Goes on with the effect; whether chance is asked.
    pub(super) fn run(&mut self) -> bool {
        let (book, mut frame) = (self.book, self.s.frame);
        let Some(owned) = book.programs.get(usize::from(frame.program)) else { return false };
        let stop = machine::run(&owned.program, &mut frame, self);
        if !self.s.running {
            // The effect ended the game.
            return false;
        }
        if stop == Stop::Waits {
            self.s.frame = frame;
            self.s.asked = crate::robot_empire::state::Asked::Chance;
            return true;
        }
        // Cards of this game cannot ask yet: the book refuses those that would.
        self.s.frame = Frame::default();
        self.s.running = false;
        self.s.die = 0;
        false
    }

    /// Cancels what waits below the effect that runs (clause RE-6.7).
    pub(crate) fn cancel(&mut self, frame: &Frame) {
        use crate::robot_empire::questions::Point;
        if self.s.waiting.last().is_none_or(|last| last.shot > 0) {
            return;
        }
        let Some(top) = self.s.waiting.pop() else { return };
        if self.book.reading(Point::Cancelled) != 0 {
            let back = self.draw_chest(self.book.sort(top.card).cost);
            self.s.side_mut(top.owner).vault += back;
        }
        let cite = self.cite(frame);
        let book = self.book;
        self.log.emit(|| {
            let text = format!("{} of player {} is cancelled", book.sort(top.card).name, top.owner + 1);
            (
                Event { what: "cancelled", text, ..Event::default() },
                cardwright_kernel::Cites::from(STAYS_PAID).and(cite),
            )
        });
    }

    /// The place of the operation that an effect is at.
    pub(crate) fn cite(&self, frame: &Frame) -> cardwright_kernel::Cite {
        cardwright_kernel::Cite::Op { program: frame.program, at: frame.pc }
    }
}
