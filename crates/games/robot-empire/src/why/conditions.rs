//! What the condition of a card says, and the values that it depends on now.

use crate::book::rulebook::Rulebook;
use crate::facts::nouns::{Eyes, seat_of, spot_of};
use crate::facts::{names, reactions};
use crate::lexicon::{HookId, LEXICON, ThingId};
use crate::rules::MAY;
use crate::state::{Spot, State};
use cardwright_effects::machine::{self, Act, Host};
use cardwright_effects::{Arg, Frame, Ty};
use cardwright_kernel::{Cite, Cites, ProgramId, Refusal, RuleId};
use cardwright_runtime::ids::Id;
use std::cell::RefCell;

/// A refusal because a condition does not hold: that of the player `owner` and the card `cause`, for `other`. It cites
/// the rule and the condition, and has the condition in words and its values as facts.
pub(super) fn fails(
    book: &Rulebook,
    s: &State,
    program: ProgramId,
    [owner, cause]: [u8; 2],
    other: i16,
    (message, rule): (String, RuleId),
) -> Refusal {
    let refusal = Refusal::new(message, Cites::from(rule).and(Cite::Op { program, at: 0 }));
    let Some(owned) = book.bound.get(program) else {
        return refusal;
    };
    let card = book.bound.card(owned.card);
    let handler = owned.hook.and_then(|hook| card.handler(hook));
    let text = handler.map_or("", |handler| handler.text.trim_end_matches('.'));
    let mut frame = Frame::new(program, owner, cause, &[owner.into(), other]);
    let mut eyes = Noting {
        eyes: Eyes { book, s },
        read: RefCell::default(),
    };
    let _ = machine::run(&owned.program, &mut frame, &mut eyes);
    let refusal = refusal.fact_if(!text.is_empty(), format!("its condition: {text}"));
    eyes.read
        .into_inner()
        .into_iter()
        .fold(refusal, Refusal::fact)
}

/// A refusal because of what a card in play says. It cites the rule and the card, and has what it says in words.
pub(super) fn says(
    book: &Rulebook,
    program: ProgramId,
    (message, rule): (String, RuleId),
) -> Refusal {
    let refusal = Refusal::new(message, Cites::from(rule).and(Cite::Op { program, at: 0 }));
    let owned = book.bound.get(program);
    let text = owned.and_then(|owned| {
        let card = book.bound.card(owned.card);
        Some(&card.handler(owned.hook?)?.text)
    });
    let text = text.map_or("", |text| text.trim_end_matches('.'));
    refusal.fact_if(!text.is_empty(), format!("its condition: {text}"))
}

/// The same for the first of these conditions of cards on the table that does not hold.
pub(super) fn of_units(
    book: &Rulebook,
    s: &State,
    message: String,
    mut conditions: impl Iterator<Item = (Spot, HookId, i16)>,
) -> Refusal {
    let failed = conditions.find_map(|(spot, hook, other)| {
        let program = reactions::refusing(book, s, spot, hook, other)?;
        Some((spot, other, program))
    });
    match failed {
        None => Refusal::new(message, MAY),
        Some((spot, other, program)) => {
            let whose = [spot.seat.n(), spot.n()];
            fails(book, s, program, whose, other, (message, MAY))
        }
    }
}

/// Notes what a condition reads of players and cards.
struct Noting<'a> {
    eyes: Eyes<'a>,
    read: RefCell<Vec<String>>,
}

impl Host for Noting<'_> {
    fn read(&self, frame: &Frame, noun: u8, args: [i16; 2]) -> i16 {
        let value = self.eyes.read(frame, noun, args);
        let mut read = self.read.borrow_mut();
        let fact = fact(self.eyes.book, self.eyes.s, noun, args[0], value);
        if let Some(fact) = fact.filter(|fact| !read.contains(fact)) {
            read.push(fact);
        }
        value
    }

    fn act(&mut self, frame: &Frame, verb: u8, args: [Arg; 3]) -> Act {
        self.eyes.act(frame, verb, args)
    }

    fn list(&self, frame: &Frame, noun: u8, args: [i16; 2], each: &mut dyn FnMut(i16) -> bool) {
        self.eyes.list(frame, noun, args, each);
    }
}

/// A number, or a yes-or-no, of a player or a card, in words.
fn fact(book: &Rulebook, s: &State, noun: u8, of: i16, value: i16) -> Option<String> {
    let noun = LEXICON.nouns.get(usize::from(noun))?;
    let [param] = noun.params else { return None };
    let Ty::One(thing) = param.ty else {
        return None;
    };
    let whose = match ThingId::of(thing)? {
        ThingId::Player => format!("player {}", seat_of(of)?.number()),
        ThingId::Unit => {
            let there = spot_of(of).filter(|spot| s.unit(*spot).is_some());
            names::spot_name(book, s, there?)
        }
        _ => return None,
    };
    let value = match noun.gives {
        Ty::Number => value.to_string(),
        Ty::Truth if value != 0 => "yes".into(),
        Ty::Truth => "no".into(),
        Ty::One(_) | Ty::Many(_) => return None,
    };
    Some(format!("{}: {value}", noun.said_of(&whose)))
}
