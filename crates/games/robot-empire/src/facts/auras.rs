//! Attack and defence that cards change as long as they are in play (clause RE-6.25).

use crate::book::rulebook::Rulebook;
use crate::facts::nouns::{Eyes, spot_now};
use crate::facts::values;
use crate::lexicon::{HookId, NounId};
use crate::state::{Spot, State, Unit};
use cardwright_effects::machine::{self, Act, Host, Stop};
use cardwright_effects::{Arg, Frame};
use cardwright_runtime::ids::Id;

/// The highest attack or defence that cards can lead to.
const HIGHEST: i16 = 99;

/// The current attack of a card in play, with what other cards add.
#[inline]
pub(crate) fn attack_at(book: &Rulebook, s: &State, spot: Spot, unit: &Unit) -> u8 {
    let own = values::attack(book, unit);
    if book.auras {
        with_auras(book, s, spot, own, HookId::AttackBonus)
    } else {
        own
    }
}

/// The same for its defence.
#[inline]
pub(crate) fn defence_at(book: &Rulebook, s: &State, spot: Spot, unit: &Unit) -> u8 {
    let own = values::defence(book, unit);
    if book.auras {
        with_auras(book, s, spot, own, HookId::DefenceBonus)
    } else {
        own
    }
}

#[cold]
fn with_auras(book: &Rulebook, s: &State, spot: Spot, own: u8, hook: HookId) -> u8 {
    let mut all = i16::from(own);
    for owner in book.seats() {
        for (at, unit) in s.side(owner).present() {
            let cause = Spot { seat: owner, at }.n();
            for program in values::at_work(book, unit).filter_map(|def| book.def(def).program(hook))
            {
                let args = [owner.into(), spot.n().into()];
                let mut frame = Frame::new(program, owner.n(), cause, &args);
                let code = &book.bound[program].program;
                let stop = machine::run(code, &mut frame, &mut Bare(Eyes { book, s }));
                if let Stop::Ended(more) = stop {
                    all = all.saturating_add(more);
                }
            }
        }
    }
    all.clamp(0, HIGHEST) as u8
}

/// The table as seen by a card that computes a bonus: attack and defence are without bonuses, which would run the card
/// again.
struct Bare<'a>(Eyes<'a>);

impl Host for Bare<'_> {
    fn read(&self, frame: &Frame, noun: u8, args: [i16; 2]) -> i16 {
        let Eyes { book, s } = self.0;
        let unit = || spot_now(s, args[0]).and_then(|spot| s.unit_or_gone(spot));
        match NounId::of(noun) {
            Some(NounId::AttackOf) => unit().map_or(0, |unit| values::attack(book, unit).into()),
            Some(NounId::DefenceOf) => unit().map_or(0, |unit| values::defence(book, unit).into()),
            _ => self.0.read(frame, noun, args),
        }
    }

    fn act(&mut self, _frame: &Frame, _verb: u8, _args: [Arg; 3]) -> Act {
        Act::Done
    }

    fn list(&self, frame: &Frame, noun: u8, args: [i16; 2], each: &mut dyn FnMut(i16) -> bool) {
        self.0.list(frame, noun, args, each);
    }
}
