//! The actions that are allowed, and the chances of chance events.

use crate::actions::{Action, Points};
use crate::book::rulebook::{Rulebook, ones};
use crate::facts::nouns::{self, ReadOnlyHost};
use crate::facts::{market, parts, targets, windows};
use crate::options::RerollDice;
use crate::play::chance;
use crate::state::ids::{CardId, Places, PlayerId, RobotId, WeaponId};
use crate::state::{
    Asked, MarketCard, MarketSlot, PLACES, PendingChance, State, Step, TYPES, dice,
};
use cardwright_effects::machine;
use cardwright_kernel::{Draw, Rng};
use cardwright_runtime::bit_select::BitSelect;
use cardwright_runtime::ids::Id;

/// Lists every allowed action of the asked seat, in order.
#[inline]
pub(crate) fn list(book: &Rulebook, state: &State, out: &mut Vec<Action>) {
    let Asked::Seat(player) = state.asked else {
        return;
    };
    if state.runs() {
        return list_choice(book, state, out);
    }
    match state.step {
        Step::Buy => list_buys(state, out),
        Step::Activate => out.extend([Action::Activate, Action::Skip]),
        Step::Reroll => list_rerolls(book, state, out),
        Step::Parts => list_uses(book, state, out),
        Step::Split => list_splits(state.attack.aimed, out),
        _ => list_plays(book, state, player, out),
    }
}

fn list_choice(book: &Rulebook, state: &State, out: &mut Vec<Action>) {
    let Some(frame) = state.top() else { return };
    let program = &book.bound[frame.program].program;
    machine::choices(
        program,
        frame,
        &ReadOnlyHost { book, state },
        &mut |value| {
            // A hand lists every copy, so that only the number of weapons decides whether a question is asked.
            let choice = Action::Choose {
                value: value.into(),
            };
            if out.last() != Some(&choice) {
                out.push(choice);
            }
            true
        },
    );
    if machine::optional(program, frame) {
        out.push(Action::ChooseNone);
    }
}

fn list_buys(state: &State, out: &mut Vec<Action>) {
    out.push(Action::NoBuy);
    out.extend(
        Places::from_bits(state.derived.offered as u8)
            .iter()
            .map(|place| Action::Buy { place }),
    );
}

fn list_rerolls(book: &Rulebook, state: &State, out: &mut Vec<Action>) {
    out.push(Action::Keep);
    let most = state.on_turn().reroll;
    list_some(state.turn.dice, most, 1, 0, out);
    if book.options.reroll_dice == RerollDice::Two {
        out.retain(|action| !matches!(action, Action::Reroll { dice } if dice::faces(*dice).count() < usize::from(most)));
    }
}

fn list_uses(book: &Rulebook, state: &State, out: &mut Vec<Action>) {
    out.push(Action::Stop);
    let mut places = state.derived.offered;
    while places != 0 {
        let part = places.trailing_zeros() as u8;
        for (combo, dice) in (0..).zip(book.combos_at(&state.on_turn().parts, part)) {
            if dice::holds(parts::placeable(state), *dice) {
                out.push(Action::Use { part, combo });
            }
        }
        places &= places - 1;
    }
}

fn list_plays(book: &Rulebook, state: &State, player: PlayerId, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    windows::each_play(
        book,
        state,
        player,
        state.derived.offered,
        |robot, weapon| {
            out.push(Action::Play { robot, weapon });
        },
    );
}

/// Lists every action of chance with its weight.
pub(crate) fn chances(book: &Rulebook, state: &State, out: &mut Vec<(Action, u32)>) {
    if state.asked != Asked::Chance {
        return;
    }
    if state.pending_reveal.is_some() {
        for weapon in market::unseen_kinds(book, state) {
            let copies = book.weapons[usize::from(weapon)].copies & state.unseen;
            out.push((Action::Get { weapon }, copies.count_ones()));
        }
    } else if let Some(hand) = state.picked_from() {
        chance::pick_odds(book, hand, out);
    } else if state.pending_chance == PendingChance::Choice {
        chance::choice_odds(book, state, out);
    } else if state.rolls() {
        out.extend((1..=6).map(|face| (Action::Roll { face }, 1)));
    } else {
        for (card, open) in CardId::all().zip(&book.open) {
            let left = ones(open.left(state.pile));
            if left > 0 {
                out.push((Action::Draw { card }, left));
            }
        }
        if state.pile_weapons > 0 {
            out.push((Action::DrawWeapon, state.pile_weapons.into()));
        }
    }
}

/// Draws an action for chance, with the distribution of [`Rulebook::chances`].
pub(crate) fn draw_chance(book: &Rulebook, state: &State, rng: &mut Rng) -> Action {
    let drawn = rng.draw();
    if state.rolls() {
        return Action::Roll {
            face: draw_face(drawn),
        };
    }
    if state.pending_reveal.is_some() {
        return Action::Get {
            weapon: draw_weapon(book, state.unseen, drawn),
        };
    }
    if let Some(hand) = state.picked_from() {
        return Action::Pick {
            weapon: draw_weapon(book, hand, drawn),
        };
    }
    if state.pending_chance == PendingChance::Choice {
        return Action::Choose {
            value: chance::draw_choice(book, state, drawn).into(),
        };
    }
    match draw_card(book, state, drawn).card() {
        MarketCard::Open(card) => Action::Draw { card },
        _ => Action::DrawWeapon,
    }
}

/// Draws one of these copies of weapons.
#[inline]
pub(crate) fn draw_weapon(book: &Rulebook, copies: u64, drawn: Draw<'_>) -> WeaponId {
    let ones = BitSelect::of(copies);
    book.weapon_of[ones.nth(drawn.below(ones.count().max(1))) as usize % 64]
}

/// Draws a card of the pile.
#[inline(always)]
pub(crate) fn draw_card(book: &Rulebook, state: &State, drawn: Draw<'_>) -> MarketSlot {
    let low = BitSelect::of(state.pile[0]);
    // Few decks are large enough to need the second word.
    let high = if state.pile[1] == 0 {
        0
    } else {
        state.pile[1].count_ones()
    };
    let nth = drawn.below((low.count() + high + u32::from(state.pile_weapons)).max(1));
    let copy = if nth < low.count() {
        low.nth(nth)
    } else if nth - low.count() < high {
        64 + BitSelect::of(state.pile[1]).nth(nth - low.count())
    } else {
        return MarketSlot::FACE_DOWN;
    };
    MarketCard::Open(book.open_of[copy as usize % 128]).into()
}

/// Whether the action is allowed now, by the same rules as the lists.
pub(crate) fn allows(book: &Rulebook, state: &State, action: Action) -> bool {
    match state.asked {
        Asked::Nobody => false,
        Asked::Seat(_) => {
            let mut all = Vec::new();
            list(book, state, &mut all);
            all.contains(&action)
        }
        Asked::Chance => {
            let mut odds = Vec::new();
            chances(book, state, &mut odds);
            odds.iter().any(|(listed, _)| *listed == action)
        }
    }
}

/// The robots between which the attacker may divide damage: left, right.
pub(crate) fn sides(book: &Rulebook, state: &State) -> (RobotId, RobotId) {
    let attacker = state.attack.attacker;
    let mask = nouns::targets(book, state, attacker);
    let left = targets::left_of(book, mask, attacker).unwrap_or(attacker);
    (left, mask.without(left).first().unwrap_or(left))
}

/// Lists every way to take 1 to `most` more dice with faces from `face` on, in addition to those already taken.
fn list_some(unplaced: u32, most: u8, face: u8, taken: u32, out: &mut Vec<Action>) {
    let below = dice::one(face) - 1;
    let mut left = (unplaced - taken) & !below;
    while most > 0 && left != 0 {
        let next = 1 + left.trailing_zeros() as u8 / 4;
        let some = taken + dice::one(next);
        out.push(Action::Reroll { dice: some });
        list_some(unplaced, most - 1, next, some, out);
        left &= !(0xf * dice::one(next));
    }
}

fn list_splits(aimed: [u8; TYPES], out: &mut Vec<Action>) {
    let mut left = [0; TYPES];
    loop {
        out.push(Action::Split { left: Points(left) });
        let Some(next) = (0..TYPES)
            .rev()
            .find(|damage| left[*damage] < aimed[*damage])
        else {
            return;
        };
        left[next] += 1;
        left[next + 1..].fill(0);
    }
}

/// Draws one way to divide damage: the damage to the left, in the order of [`list_splits`].
pub(crate) fn draw_split(aimed: [u8; TYPES], drawn: Draw<'_>) -> [u8; TYPES] {
    let ways = aimed
        .iter()
        .fold(1, |ways, points| ways * (u32::from(*points) + 1));
    let (mut nth, mut left) = (drawn.below(ways), [0; TYPES]);
    for damage in (0..TYPES).rev() {
        if nth == 0 {
            break;
        }
        let ways = u32::from(aimed[damage]) + 1;
        if ways > 1 {
            (left[damage], nth) = ((nth % ways) as u8, nth / ways);
        }
    }
    left
}

/// Draws one way to take 0, 1 or (if `most` is 2) 2 of the dice, in the order of [`Rulebook::list_rerolls`].
pub(crate) fn draw_reroll(unplaced: u32, most: u8, drawn: Draw<'_>) -> u32 {
    // One bit for each face that is on some die, and one for each face that is on two or more.
    let more = unplaced >> 1 | unplaced >> 2 | unplaced >> 3;
    let (some, two) = (
        (unplaced | more) & dice::EACH,
        if most > 1 { more & dice::EACH } else { 0 },
    );
    let faces = u32::from(dice::total(some));
    let pairs = if most > 1 {
        faces * faces.saturating_sub(1) / 2
    } else {
        0
    };
    let mut nth = drawn.below(1 + faces + u32::from(dice::total(two)) + pairs);
    if nth == 0 {
        return 0;
    }
    let (mut rest, mut left) = (some, faces);
    loop {
        // The ways that start with the lowest face: that die alone, two of it, or that die with each other face.
        let first = rest & rest.wrapping_neg();
        rest &= !first;
        left = left.saturating_sub(1);
        let twice = u32::from(two & first != 0);
        let with_others = if most > 1 { left } else { 0 };
        if nth == 1 {
            return first;
        } else if nth == 1 + twice {
            return 2 * first;
        } else if nth <= 1 + twice + with_others || rest == 0 {
            for _ in 0..nth.saturating_sub(2 + twice) {
                rest &= rest.wrapping_sub(1);
            }
            return first | rest & rest.wrapping_neg();
        }
        nth -= 1 + twice + with_others;
    }
}

/// Draws the face of a die, 1 to 6.
#[inline(always)]
pub(crate) fn draw_face(drawn: Draw<'_>) -> u8 {
    1 + drawn.below(6) as u8
}

const _: () = assert!(
    PLACES <= 8 && std::mem::size_of::<Action>() <= 8 && std::mem::size_of::<MarketSlot>() == 1
);

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_kernel::{below, stream};

    #[test]
    fn points_are_shared_out_in_every_way() {
        let mut out = Vec::new();
        list_splits([1, 0, 2, 0], &mut out);
        let lefts: Vec<_> = out
            .iter()
            .map(|split| matches!(split, Action::Split { left } if left.0[1] == 0))
            .collect();
        assert_eq!(lefts, [true; 6]);
        assert_eq!(
            out[1],
            Action::Split {
                left: Points([0, 0, 1, 0])
            }
        );
        assert_eq!(
            out[5],
            Action::Split {
                left: Points([1, 0, 2, 0])
            }
        );
    }

    #[test]
    fn dice_to_roll_again_are_drawn_as_they_are_listed() {
        for (most, faces) in [
            (1, vec![3, 3, 4]),
            (2, vec![1, 1, 2, 5, 5, 6]),
            (2, vec![4]),
            (2, vec![2, 2]),
        ] {
            let (unplaced, mut listed) =
                (dice::from_faces(faces), vec![Action::Reroll { dice: 0 }]);
            list_some(unplaced, most, 1, 0, &mut listed);
            for seed in 0..200 {
                let (mut one, mut other) = (stream(seed, 0), stream(seed, 0));
                let wanted = listed[below(&mut one, listed.len() as u32) as usize];
                let drawn = Action::Reroll {
                    dice: draw_reroll(unplaced, most, other.draw()),
                };
                assert_eq!(drawn, wanted, "{unplaced:x} {most}");
            }
        }
    }

    #[test]
    fn dice_to_roll_again_are_listed_once() {
        let mut out = Vec::new();
        list_some(dice::from_faces([2, 2, 5]), 2, 1, 0, &mut out);
        let faces = |action: &Action| match action {
            Action::Reroll { dice } => dice::faces(*dice).collect::<Vec<_>>(),
            _ => vec![],
        };
        let got: Vec<_> = out.iter().map(faces).collect();
        assert_eq!(got, [vec![2], vec![2, 2], vec![2, 5], vec![5]]);
    }
}
