//! What the words of cards mean.

use super::book::Rulebook;
use super::lexicon::{NounId, VerbId};
use crate::robot_empire::play::Engine;
use crate::robot_empire::play::apply::coins;
use crate::robot_empire::play::event::Event;
use crate::robot_empire::rules::*;
use crate::robot_empire::state::{
    MAX_UNITS, NEW as IS_NEW, Named, RECHARGING as RECHARGES, Spot, State, Step, Unit,
};
use cardwright_effects::machine::{self, Act, Host, Stop};
use cardwright_effects::{Arg, Frame};
use cardwright_kernel::{Cites, Log};

/// From here on a number stands for a Battery, below for a card on the table.
const BATTERIES_FROM: i16 = 96;

/// A player as a value of a script.
pub(crate) fn player_value(seat: u8) -> i16 {
    seat.into()
}

/// What is named as a value of a script.
pub(crate) fn named_value(named: Named) -> i16 {
    match named {
        Named::Nothing => 0,
        Named::Player(seat) => seat.into(),
        Named::Unit(spot) => i16::from(spot.seat) * MAX_UNITS as i16 + i16::from(spot.at),
        Named::Battery(seat) => BATTERIES_FROM + i16::from(seat),
    }
}

fn spot_of(value: i16) -> Spot {
    let value = value.clamp(0, BATTERIES_FROM - 1) as u8;
    Spot { seat: value / MAX_UNITS as u8, at: value % MAX_UNITS as u8 }
}

/// A card's question to the table: it sees, and changes nothing.
struct Eyes<'a> {
    book: &'a Rulebook,
    s: &'a State,
}

impl Host for Eyes<'_> {
    fn read(&self, _frame: &Frame, noun: u8, args: [i16; 2]) -> i16 {
        self.book.noun(self.s, noun, args)
    }

    fn act(&mut self, _frame: &Frame, _verb: u8, _args: [Arg; 3]) -> Act {
        Act::Done
    }

    fn list(&self, _frame: &Frame, _noun: u8, _args: [i16; 2], _each: &mut dyn FnMut(i16) -> bool) {}
}

impl Rulebook {
    /// What a condition of a card answers.
    pub(crate) fn asks_card(&self, s: &State, program: u16, owner: u8, named: Named) -> bool {
        let Some(owned) = self.programs.get(usize::from(program)) else { return false };
        let mut frame = Frame::new(program, owner, 0, &[player_value(owner), named_value(named)]);
        matches!(machine::run(&owned.program, &mut frame, &mut Eyes { book: self, s }), Stop::Ended(answer) if answer != 0)
    }

    /// The value of a noun.
    fn noun(&self, s: &State, noun: u8, args: [i16; 2]) -> i16 {
        let player = args[0].clamp(0, 2) as u8;
        let side = s.side(player);
        let set = |seats: &mut dyn Iterator<Item = u8>| seats.fold(0i16, |all, seat| all | 1 << seat);
        let Some(noun) = NounId::of(noun) else { return 0 };
        match noun {
            NounId::Opponents => set(&mut self.opponents(s, player)),
            NounId::PlayersIn => set(&mut self.living(s)),
            NounId::Active => s.active.into(),
            NounId::ChestCoins => s.chest.into(),
            NounId::Die => s.die.into(),
            NounId::Battery => side.battery.into(),
            NounId::StartCoins => side.start.into(),
            NounId::Vault => side.vault.into(),
            NounId::HandSize => side.hand.len() as i16,
            NounId::Fighters => side.present().filter(|(_, unit)| self.in_front(unit)).count() as i16,
            NounId::ReadyFighters => {
                side.present().filter(|(_, unit)| self.in_front(unit) && unit.ready()).count() as i16
            }
            NounId::Owner
            | NounId::AttackOf
            | NounId::DefenceOf
            | NounId::DamageOf
            | NounId::Ready
            | NounId::Flies
            | NounId::IsNew
            | NounId::IsRobot => s.unit(spot_of(args[0])).map_or(0, |unit| self.noun_of(unit, noun, args[0])),
        }
    }

    fn noun_of(&self, unit: &Unit, noun: NounId, value: i16) -> i16 {
        match noun {
            NounId::Owner => spot_of(value).seat.into(),
            NounId::AttackOf => self.attack(unit).into(),
            NounId::DefenceOf => self.defence(unit).into(),
            NounId::DamageOf => unit.damage.into(),
            NounId::Ready => (!unit.is(RECHARGES)).into(),
            NounId::Flies => self.flies(unit).into(),
            NounId::IsNew => unit.is(IS_NEW).into(),
            NounId::IsRobot => self.is_robot(unit).into(),
            _ => 0,
        }
    }
}

impl<L: Log<Event>> Host for Engine<'_, L> {
    fn read(&self, _frame: &Frame, noun: u8, args: [i16; 2]) -> i16 {
        self.book.noun(self.s, noun, args)
    }

    fn act(&mut self, frame: &Frame, verb: u8, args: [Arg; 3]) -> Act {
        let values = args.map(|arg| arg.value(frame));
        if self.s.step == Step::Over {
            return Act::Done;
        }
        let [first, second, third] = values;
        let (player, amount) = (first.clamp(0, 2) as u8, second.clamp(0, 99) as u8);
        let Some(verb) = VerbId::of(verb) else { return Act::Done };
        match verb {
            VerbId::Damage => self.hurt(spot_of(first), amount),
            VerbId::Destroy => self.destroy(spot_of(first), CARD_TEXT),
            VerbId::Recharge => self.recharge(spot_of(first)),
            VerbId::ReactivateCard => self.reactivate(spot_of(first)),
            VerbId::Prevent => self.prevent(first, amount),
            VerbId::Drain => self.drain(player, amount, frame.owner),
            VerbId::Restore => self.restore(player, amount),
            VerbId::TakeCoins => self.take_coins(player, second.clamp(0, 2) as u8, third.clamp(0, 99) as u8),
            VerbId::Bank => {
                let taken = self.draw_chest(amount);
                self.s.side_mut(player).vault += taken;
                self.emit(CHEST, "banks", |_, _| {
                    format!("player {} takes {taken} from the War Chest", player + 1)
                });
            }
            VerbId::Pay => {
                let before = self.s.chest;
                self.pay(player, amount);
                let paid = self.s.chest - before;
                self.emit(CHEST, "pays", |_, _| format!("player {} pays {paid}", player + 1));
            }
            VerbId::Cancel => self.cancel(frame),
            VerbId::Roll => return Act::Wait,
            VerbId::DamageFighters => self.each_fighter(player, |engine, spot| engine.hurt(spot, amount)),
            VerbId::RechargeFighters => self.each_fighter(player, |engine, spot| engine.recharge(spot)),
        }
        Act::Done
    }

    fn list(&self, _frame: &Frame, _noun: u8, _args: [i16; 2], _each: &mut dyn FnMut(i16) -> bool) {}
}

impl<L: Log<Event>> Engine<'_, L> {
    fn each_fighter(&mut self, seat: u8, mut act: impl FnMut(&mut Self, Spot)) {
        for at in 0..self.s.side(seat).units.len() as u8 {
            let spot = Spot { seat, at };
            if self.s.unit(spot).is_some_and(|unit| self.book.in_front(unit)) {
                act(self, spot);
            }
        }
    }

    fn reactivate(&mut self, spot: Spot) {
        if let Some(unit) = self.s.unit_mut(spot) {
            unit.flags &= !RECHARGES;
            self.emit(REACTIVATE, "reactivated", |book, s| {
                format!("{} is ready again", book.spot_phrase(s, spot))
            });
        }
    }

    /// Lays prevention on a card or Battery (clause RE-6.10).
    fn prevent(&mut self, named: i16, points: u8) {
        if named >= BATTERIES_FROM {
            let seat = (named - BATTERIES_FROM).clamp(0, 2) as u8;
            let side = self.s.side_mut(seat);
            side.prevented = side.prevented.saturating_add(points);
            return self.emit(PREVENTION, "prevents", |_, _| {
                format!("the next {points} damage to the Battery of player {} is prevented", seat + 1)
            });
        }
        let spot = spot_of(named);
        if let Some(unit) = self.s.unit_mut(spot) {
            unit.prevented = unit.prevented.saturating_add(points);
            self.emit(PREVENTION, "prevents", |book, s| {
                format!("the next {points} damage to {} is prevented", book.spot_name(s, spot))
            });
        }
    }

    fn restore(&mut self, seat: u8, points: u8) {
        let side = self.s.side(seat);
        let wanted = if side.out { 0 } else { points.min(side.start.saturating_sub(side.battery)) };
        let taken = self.draw_chest(wanted);
        self.s.side_mut(seat).battery += taken;
        let now = self.s.side(seat).battery;
        self.log.emit(|| {
            let text = format!("player {} puts {} on the Battery: {now}", seat + 1, coins(taken));
            (Event { what: "restored", text, ..Event::default() }, Cites::from(BATTERY_CHOICE))
        });
    }

    fn take_coins(&mut self, from: u8, to: u8, number: u8) {
        let vault = &mut self.s.side_mut(from).vault;
        let taken = number.min(*vault);
        *vault -= taken;
        self.s.side_mut(to).vault += taken;
        self.emit(CHEST, "taken", |_, _| {
            format!("player {} takes {taken} from the Vault of player {}", to + 1, from + 1)
        });
    }
}
