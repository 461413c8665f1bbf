//! Worlds that a player cannot tell apart.

use crate::book::rulebook::Rulebook;
use crate::facts::sight;
use crate::hidden::known;
use crate::legal::{list, windows};
use crate::state::{Asked, CardDefId, Counts, SEATS, State};
use cardwright_kernel::{Rng, Seat, Viewer, below};
use cardwright_runtime::zones;

/// The number of tries to find another world in which the same player is asked.
const TRIES: u32 = 20;

/// The same game with other cards in the hands that the seat does not see.
pub(crate) fn other_world(book: &Rulebook, s: &State, seat: Seat, rng: &mut Rng) -> State {
    for _ in 0..TRIES {
        let other = redealt(book, s, seat, rng);
        let same = match (s.asked, list::moment(s)) {
            (Asked::Seat(asked), Some(moment)) if asked.seat() != seat => {
                windows::next_in_window(book, &other, moment) == Some(asked)
            }
            _ => true,
        };
        if same {
            return other;
        }
    }
    s.clone()
}

fn redealt(book: &Rulebook, s: &State, seat: Seat, rng: &mut Rng) -> State {
    let mut other = s.clone();
    for deck in 0..book.decks.len() {
        let seats = || {
            book.seats().filter(|of| {
                !sight::sees_hand(book, s, *of, Viewer::Seat(seat)) && book.deck_of(*of) == deck
            })
        };
        let pool = known::collect_hidden(book, &mut other, deck, &mut seats());
        let mut left = pool;
        let mut hands = [Counts::default(); SEATS];
        for of in seats() {
            let size = s.side(of).hand.len() as u8;
            // Only the size matters here; the hand is dealt anew.
            hands[usize::from(of)].0[0] = size;
        }
        zones::redeal(&mut left, &mut hands, rng);
        for of in seats() {
            for (place, number) in hands[usize::from(of)].iter() {
                let Some(card) = CardDefId::of(place) else {
                    continue;
                };
                for _ in 0..number {
                    other.piles.take(card);
                    other.side_mut(of).hold(card);
                }
            }
        }
    }
    known::hide_chosen(book, &mut other, Viewer::Seat(seat));
    for frame in other.effects.all_mut() {
        sight::overwrite_numbers(book, frame, Viewer::Seat(seat), |low, high| {
            let span = u32::from(high.saturating_sub(low).max(0) as u16) + 1;
            low + below(rng, span) as i16
        });
    }
    other
}
