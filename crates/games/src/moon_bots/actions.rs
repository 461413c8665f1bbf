//! The answers a player or chance may give, and which are allowed now.

use super::book::{Rulebook, ones};
use super::energy::members;
use super::host::Peek;
use super::options::RerollDice;
use super::state::{Asked, Lies, PLACES, State, Step, TYPES, dice};
use cardwright_effects::machine;
use cardwright_kernel::{Rng, below};

/// One answer. Robots, weapons, cards and places are numbers of the rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Play no weapon in this window.
    Pass,
    /// Play a secret weapon.
    Play {
        /// The robot that holds it.
        robot: u8,
        /// The weapon.
        weapon: u8,
    },
    /// Buy nothing.
    NoBuy,
    /// Buy the card on a place of the market.
    Buy {
        /// The place, 0 to 5.
        place: u8,
    },
    /// Roll the dice.
    Activate,
    /// Do not roll the dice.
    Skip,
    /// Keep the dice as they are.
    Keep,
    /// Roll some dice again: packed counts.
    Reroll {
        /// The dice, packed as in [`super::state::Turn::dice`].
        dice: u32,
    },
    /// Use a part or built-in ability.
    Use {
        /// The slot, or 6 and more for built-in abilities.
        part: u8,
        /// Which of its ways.
        combo: u8,
    },
    /// Use no further part.
    Stop,
    /// Share out an attack: points to the left neighbour, by type; the rest goes to the right.
    Split {
        /// Points to the left.
        left: [u8; TYPES],
    },
    /// An answer to a card's question.
    Choose {
        /// A robot, face, place, card, player, number or course, as the card asks.
        value: i16,
    },
    /// No answer to a card's question that may be left open.
    ChooseNone,
    /// Chance: a die shows a face.
    Roll {
        /// The face, 1 to 6.
        face: u8,
    },
    /// Chance: a part or upgrade is drawn.
    Draw {
        /// The card.
        card: u8,
    },
    /// Chance: a secret weapon is drawn, face down.
    DrawWeapon,
    /// Chance: which secret weapon was got.
    Get {
        /// The weapon.
        weapon: u8,
    },
    /// Chance: which weapon of a hand it is.
    Pick {
        /// The weapon.
        weapon: u8,
    },
}

impl Rulebook {
    /// Every allowed answer of the seat that is asked, in order.
    #[inline]
    pub(super) fn list(&self, state: &State, out: &mut Vec<Action>) {
        let Asked::Seat(player) = state.asked else { return };
        if state.top().is_some() {
            return self.list_choice(state, out);
        }
        match state.step {
            Step::Buy => self.list_buys(state, out),
            Step::Activate => out.extend([Action::Activate, Action::Skip]),
            Step::Reroll => self.list_rerolls(state, out),
            Step::Parts => self.list_uses(state, out),
            Step::Split => list_splits(state.attack.aimed, out),
            _ => self.list_plays(state, player, out),
        }
    }

    fn list_choice(&self, state: &State, out: &mut Vec<Action>) {
        let Some(frame) = state.top() else { return };
        let program = &self.programs[usize::from(frame.program)].program;
        machine::answers(program, frame, &Peek { book: self, state }, &mut |value| {
            // A hand lists every copy, so that whether a question is asked follows from their number alone.
            if out.last() != Some(&Action::Choose { value }) {
                out.push(Action::Choose { value });
            }
            true
        });
        if machine::optional(program, frame) {
            out.push(Action::ChooseNone);
        }
    }

    fn list_buys(&self, state: &State, out: &mut Vec<Action>) {
        out.push(Action::NoBuy);
        out.extend(members(state.kept.offered as u8).map(|place| Action::Buy { place }));
    }

    fn list_rerolls(&self, state: &State, out: &mut Vec<Action>) {
        out.push(Action::Keep);
        let most = state.on_turn().reroll;
        list_some(state.turn.dice, most, 1, 0, out);
        if self.options.reroll_dice == RerollDice::Two {
            out.retain(|action| !matches!(action, Action::Reroll { dice } if dice::faces(*dice).count() < usize::from(most)));
        }
    }

    fn list_uses(&self, state: &State, out: &mut Vec<Action>) {
        out.push(Action::Stop);
        let mut places = state.kept.offered;
        while places != 0 {
            let part = places.trailing_zeros() as u8;
            let ability = self.ability_at(&state.on_turn().parts, part);
            for (combo, dice) in (0..).zip(ability.map_or(&[][..], |ability| &ability.combos)) {
                if dice::holds(state.turn.dice, *dice) {
                    out.push(Action::Use { part, combo });
                }
            }
            places &= places - 1;
        }
    }

    fn list_plays(&self, state: &State, player: u8, out: &mut Vec<Action>) {
        out.push(Action::Pass);
        for robot in self.robots_of(player) {
            let mut copies = state.robots[usize::from(robot)].hand & state.kept.offered;
            while copies != 0 {
                let weapon = self.weapon_of[copies.trailing_zeros() as usize];
                out.push(Action::Play { robot, weapon });
                copies &= !self.weapons[usize::from(weapon)].copies;
            }
        }
    }

    /// Every answer of chance with its weight.
    pub(super) fn chances(&self, state: &State, out: &mut Vec<(Action, u32)>) {
        if state.asked != Asked::Chance {
            return;
        }
        if state.looks > 0 {
            for weapon in self.unseen_kinds(state) {
                let copies = self.weapons[usize::from(weapon)].copies & state.unseen;
                out.push((Action::Get { weapon }, copies.count_ones()));
            }
        } else if let Some(hand) = state.picked_from() {
            self.pick_odds(hand, out);
        } else if state.rolls() {
            out.extend((1..=6).map(|face| (Action::Roll { face }, 1)));
        } else {
            for (card, open) in self.open.iter().enumerate() {
                let left = ones(open.left(state.pile));
                if left > 0 {
                    out.push((Action::Draw { card: card as u8 }, left));
                }
            }
            if state.pile_weapons > 0 {
                out.push((Action::DrawWeapon, state.pile_weapons.into()));
            }
        }
    }

    /// Answers for chance, with the distribution of [`Rulebook::chances`].
    #[inline]
    pub(super) fn draw_lots(&self, state: &State, rng: &mut Rng) -> Action {
        let rolls = matches!(state.step, Step::Roll | Step::RollAgain) && state.looks == 0;
        if rolls { Action::Roll { face: 1 + below(rng, 6) as u8 } } else { self.draw_card(state, rng) }
    }

    /// Draws a card of the pile, or a weapon that a robot looks at.
    fn draw_card(&self, state: &State, rng: &mut Rng) -> Action {
        if state.looks > 0 {
            let nth = below(rng, state.unseen.count_ones().max(1));
            let copy = nth_bit(state.unseen, nth);
            return Action::Get { weapon: self.weapon_of[copy as usize % 64] };
        }
        if let Some(hand) = state.picked_from() {
            let copy = nth_bit(hand, below(rng, hand.count_ones().max(1)));
            return Action::Pick { weapon: self.weapon_of[copy as usize % 64] };
        }
        if state.rolls() {
            return Action::Roll { face: 1 + below(rng, 6) as u8 };
        }
        let low = state.pile[0].count_ones();
        // Few decks are large enough to need the second word.
        let high = if state.pile[1] == 0 { 0 } else { state.pile[1].count_ones() };
        let open = low + high;
        let nth = below(rng, (open + u32::from(state.pile_weapons)).max(1));
        if nth >= open {
            return Action::DrawWeapon;
        }
        let copy =
            if nth < low { nth_bit(state.pile[0], nth) } else { 64 + nth_bit(state.pile[1], nth - low) };
        Action::Draw { card: self.open_of[copy as usize % 128] }
    }

    /// Whether the answer is allowed now. The same source as the lists.
    pub(super) fn allows(&self, state: &State, action: Action) -> bool {
        match state.asked {
            Asked::Nobody => false,
            Asked::Seat(_) => {
                let mut list = Vec::new();
                self.list(state, &mut list);
                list.contains(&action)
            }
            Asked::Chance => {
                let mut odds = Vec::new();
                self.chances(state, &mut odds);
                odds.iter().any(|(listed, _)| *listed == action)
            }
        }
    }

    /// The robots the attacker may share points between: left, right.
    pub(super) fn sides(&self, state: &State) -> (u8, u8) {
        let attacker = state.attack.attacker;
        let mask = self.targets(state, attacker);
        let left = super::energy::left_of(mask, attacker).unwrap_or(attacker);
        (left, members(mask & !(1 << left)).next().unwrap_or(left))
    }
}

/// Every way to take 1 to `most` of the dice, faces from `face` on, on top of those already taken.
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
        out.push(Action::Split { left });
        let Some(next) = (0..TYPES).rev().find(|damage| left[*damage] < aimed[*damage]) else { return };
        left[next] += 1;
        left[next + 1..].fill(0);
    }
}

/// The place of the `nth` bit that is set, counted from the lowest.
#[inline]
fn nth_bit(mask: u64, nth: u32) -> u32 {
    // How many bits are set in every 2, 4, 8, 16 and 32; the halves are then walked down without a branch.
    let twos = mask - (mask >> 1 & 0x5555_5555_5555_5555);
    let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
    let eights = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let sixteens = (eights + (eights >> 8)) & 0x00ff_00ff_00ff_00ff;
    let halves = (sixteens + (sixteens >> 16)) & 0x0000_ffff_0000_ffff;
    let (mut place, mut nth) = (0, u64::from(nth));
    for (width, counts) in [(32, halves), (16, sixteens), (8, eights), (4, fours), (2, twos), (1, mask)] {
        let low = counts >> place & ((1u64 << width) - 1);
        let above = u64::from(nth >= low);
        nth -= low * above;
        place += width * above as u32;
    }
    place
}

const _: () = assert!(PLACES <= 8 && std::mem::size_of::<Action>() <= 8 && std::mem::size_of::<Lies>() == 2);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_bit_is_found() {
        let mask = 0b1011_0001_u64 | 1 << 63;
        let places: Vec<_> = (0..mask.count_ones()).map(|nth| nth_bit(mask, nth)).collect();
        assert_eq!(places, [0, 4, 5, 7, 63]);
    }

    #[test]
    fn points_are_shared_out_in_every_way() {
        let mut out = Vec::new();
        list_splits([1, 0, 2, 0], &mut out);
        let lefts: Vec<_> =
            out.iter().map(|split| matches!(split, Action::Split { left } if left[1] == 0)).collect();
        assert_eq!(lefts, [true; 6]);
        assert_eq!(out[1], Action::Split { left: [0, 0, 1, 0] });
        assert_eq!(out[5], Action::Split { left: [1, 0, 2, 0] });
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
