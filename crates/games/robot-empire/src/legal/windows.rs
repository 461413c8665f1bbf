//! Who is asked in a window, and whether an announcement still has a target.

use crate::actions::{Moment, More};
use crate::book::rulebook::Rulebook;
use crate::facts::nouns::{def_of, named_of, owner_of};
use crate::facts::response_cache;
use crate::facts::values::{self, is_shot};
use crate::legal::list;
use crate::state::{Named, PlayerId, State, Time, seats};
use cardwright_kernel::SeatSet;
use cardwright_runtime::announced::Announced;
use cardwright_runtime::windows::first_clockwise;

/// The seats that still have to be asked in a window.
pub(crate) fn in_window_now(book: &Rulebook, s: &State, moment: Moment) -> SeatSet {
    let phase_follows = matches!(
        moment,
        Moment::Window(Time::TurnStart | Time::BeforeMining | Time::BeforeCombat)
    );
    let living = values::living_set(book, s);
    s.window.waiting(seats(if phase_follows {
        living.without(s.active)
    } else {
        living
    }))
}

/// The next seat to be asked in the open window, if there is one (clause RE-6.4).
pub(crate) fn next_in_window(book: &Rulebook, s: &State, moment: Moment) -> Option<PlayerId> {
    let asked = first_clockwise(in_window_now(book, s, moment), s.active.seat(), |seat| {
        PlayerId::of_seat(seat).filter(|seat| is_asked(book, s, *seat, moment))
    });
    asked.map(|(_, seat)| seat)
}

/// Whether a seat is asked in a window (clause RE-6.12).
fn is_asked(book: &Rulebook, s: &State, seat: PlayerId, moment: Moment) -> bool {
    if values::asks_holders(book) {
        let side = s.side(seat);
        let may_pay = side.vault > 0 || book.free_agents;
        return !side.hand.is_empty() && may_pay || list::has_open_answer(book, s, seat, moment);
    }
    list::in_window(
        book,
        s,
        seat,
        moment,
        response_cache::responses(book, s, seat),
        &mut |_| More::Break(()),
    )
    .is_break()
}

/// Whether an announcement still has a valid target.
pub(crate) fn still_names(book: &Rulebook, s: &State, waiting: &Announced) -> bool {
    let named = named_of(book, waiting);
    if is_shot(waiting) {
        return match named {
            Named::Unit(spot) => s
                .unit(spot)
                .is_some_and(|unit| values::is_target(book, unit)),
            Named::Battery(seat) => !s.side(seat).out,
            _ => false,
        };
    }
    let Some(owner) = owner_of(waiting) else {
        return false;
    };
    let mut found = false;
    let _ = list::nameable(book, s, owner, def_of(waiting), &mut |other| {
        found |= other == named;
        if found {
            More::Break(())
        } else {
            More::Continue(())
        }
    });
    let chosen = matches!(named, Named::Unit(_) | Named::Player(_));
    found && (!chosen || list::can_name(book, s, owner, def_of(waiting), named, None))
}
