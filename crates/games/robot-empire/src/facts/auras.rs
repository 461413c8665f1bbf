//! What cards change as long as they are in play: attack, defence and long range (clause RE-6.25), and abilities (clause
//! RE-6.34).

use crate::book::rulebook::Rulebook;
use crate::facts::nouns::{Eyes, spot_now};
use crate::facts::values;
use crate::lexicon::{HookId, NounId};
use crate::state::{PlayerId, Spot, State, Unit};
use cardwright_effects::machine::{self, Act, Host, Stop};
use cardwright_effects::{Arg, Frame};
use cardwright_kernel::ProgramId;
use cardwright_runtime::ids::Id;

/// The highest attack, defence or long range that cards can lead to.
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

/// The damage of its shots, with what other cards add; 0 without long range.
#[inline]
pub(crate) fn long_range_at(book: &Rulebook, s: &State, spot: Spot, unit: &Unit) -> u8 {
    let own = values::long_range(book, unit);
    if book.listens(HookId::LongRangeBonus) {
        with_auras(book, s, spot, own, HookId::LongRangeBonus)
    } else {
        own
    }
}

/// Whether a card in play is flying, by itself or because of a card in play (clause RE-6.34).
#[inline]
pub(crate) fn flies_at(book: &Rulebook, s: &State, spot: Spot, unit: &Unit) -> bool {
    let grounded = || unit.flight() == Some(false);
    values::flies(book, unit)
        || book.listens(HookId::Flies) && !grounded() && is_given(book, s, spot, HookId::Flies)
}

/// Whether a card in play may block flyers.
#[inline]
pub(crate) fn meets_flyers_at(book: &Rulebook, s: &State, spot: Spot, unit: &Unit) -> bool {
    let hook = HookId::BlocksFlyers;
    values::blocks_flyers(book, unit)
        || flies_at(book, s, spot, unit)
        || book.listens(hook) && is_given(book, s, spot, hook)
}

/// Whether damage of a card in play beyond what destroys its blockers hits the Battery (clause RE-6.30).
#[inline]
pub(crate) fn tramples_at(book: &Rulebook, s: &State, spot: Spot, unit: &Unit) -> bool {
    let hook = HookId::Tramples;
    values::tramples(book, unit) || book.listens(hook) && is_given(book, s, spot, hook)
}

/// Whether some card in play gives an ability to a card in play.
#[cold]
fn is_given(book: &Rulebook, s: &State, spot: Spot, hook: HookId) -> bool {
    said_of(book, s, spot, hook, 0).any(|given| given != 0)
}

/// The condition that keeps a player from naming a card in play, for a refusal (clause RE-6.16).
pub(crate) fn protecting(
    book: &Rulebook,
    s: &State,
    spot: Spot,
    from: PlayerId,
) -> Option<ProgramId> {
    let programs = programs_of(book, s, HookId::Protects);
    let mut protects = programs.filter(|(cause, program)| {
        said_by(
            book,
            s,
            *cause,
            *program,
            spot,
            (HookId::Protects, from.into()),
        ) != 0
    });
    protects.next().map(|(_, program)| program)
}

/// Whether some card in play keeps a player from naming a card in play (clause RE-6.16).
pub(crate) fn is_protected(book: &Rulebook, s: &State, spot: Spot, from: PlayerId) -> bool {
    let hook = HookId::Protects;
    book.listens(hook) && said_of(book, s, spot, hook, from.into()).any(|protects| protects != 0)
}

#[cold]
fn with_auras(book: &Rulebook, s: &State, spot: Spot, own: u8, hook: HookId) -> u8 {
    said_of(book, s, spot, hook, 0)
        .fold(i16::from(own), i16::saturating_add)
        .clamp(0, HIGHEST) as u8
}

/// The results of a hook for a card in play and one more value, for every card in play that has the hook.
fn said_of(
    book: &Rulebook,
    s: &State,
    spot: Spot,
    hook: HookId,
    other: i16,
) -> impl Iterator<Item = i16> {
    programs_of(book, s, hook)
        .map(move |(cause, program)| said_by(book, s, cause, program, spot, (hook, other)))
}

/// The programs of all cards in play for a hook, with the places of the cards.
fn programs_of(
    book: &Rulebook,
    s: &State,
    hook: HookId,
) -> impl Iterator<Item = (Spot, ProgramId)> {
    let units = book.seats().flat_map(|seat| {
        let present = s.side(seat).present();
        present.map(move |(at, unit)| (Spot { seat, at }, unit))
    });
    units.flat_map(move |(cause, unit)| {
        let defs = values::at_work(book, unit);
        defs.filter_map(move |def| Some((cause, book.def(def).program(hook)?)))
    })
}

/// What one of these programs says of a card in play and one more value.
fn said_by(
    book: &Rulebook,
    s: &State,
    cause: Spot,
    program: ProgramId,
    of: Spot,
    (hook, other): (HookId, i16),
) -> i16 {
    let args = [cause.seat.into(), of.n().into(), other];
    let mut frame = Frame::new(program, cause.seat.n(), cause.n(), &args);
    let eyes = Eyes { book, s };
    let code = &book.bound[program].program;
    match machine::run(code, &mut frame, &mut Bare { eyes, hook }) {
        Stop::Ended(result) => result,
        _ => 0,
    }
}

/// The table as seen by a card that computes a bonus or gives an ability: attack, defence and long range are without
/// bonuses, which would run the card again. A card that gives an ability also sees only flyers that fly by themselves.
struct Bare<'a> {
    eyes: Eyes<'a>,
    hook: HookId,
}

impl Host for Bare<'_> {
    fn read(&self, frame: &Frame, noun: u8, args: [i16; 2]) -> i16 {
        let Eyes { book, s } = self.eyes;
        let gives = !matches!(
            self.hook,
            HookId::AttackBonus | HookId::DefenceBonus | HookId::LongRangeBonus
        );
        let unit = || spot_now(s, args[0]).and_then(|spot| s.unit_or_gone(spot));
        match NounId::of(noun) {
            Some(NounId::AttackOf) => unit().map_or(0, |unit| values::attack(book, unit).into()),
            Some(NounId::DefenceOf) => unit().map_or(0, |unit| values::defence(book, unit).into()),
            Some(NounId::LongRangeOf) => {
                unit().map_or(0, |unit| values::long_range(book, unit).into())
            }
            Some(NounId::Flies) if gives => {
                unit().map_or(0, |unit| values::flies(book, unit).into())
            }
            _ => self.eyes.read(frame, noun, args),
        }
    }

    fn act(&mut self, _frame: &Frame, _verb: u8, _args: [Arg; 3]) -> Act {
        Act::Done
    }

    fn list(&self, frame: &Frame, noun: u8, args: [i16; 2], each: &mut dyn FnMut(i16) -> bool) {
        self.eyes.list(frame, noun, args, each);
    }
}
