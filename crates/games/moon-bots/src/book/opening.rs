//! Precomputed facts about attacks: attacks that effect symbols begin with, and damage types that a card ignores.

use crate::lexicon::{HookId, NounId, VerbId};
use crate::state::values::{damage, points};
use crate::state::{POINTS, ROBOTS, TYPES};
use cardwright_effects::{Op, Program, Values, is_idle};
use cardwright_runtime::ids::Id;

/// An attack that effect symbols begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Opening {
    /// Its damage by type.
    pub(crate) aimed: [u8; TYPES],
    /// The operation after the attack, if one follows.
    pub(crate) rest: Option<u16>,
}

impl Opening {
    /// The attack that a program of effect symbols begins with.
    pub(crate) fn of(program: &Program) -> Option<Opening> {
        let mut aimed = [0; TYPES];
        for (place, op) in (1..).zip(&program.ops) {
            match *op {
                Op::Do {
                    verb,
                    args: [of, number, _],
                } if verb == VerbId::Aim.n() => {
                    let aimed: &mut u8 = &mut aimed[damage(of.number()?)?.index()];
                    *aimed = aimed
                        .checked_add(points(number.number()?))
                        .filter(|sum| *sum <= POINTS)?;
                }
                Op::Do { verb, .. }
                    if verb == VerbId::Strike.n()
                        && aimed.iter().map(|n| u16::from(*n)).sum::<u16>() <= POINTS.into() =>
                {
                    let over = matches!(program.ops.get(usize::from(place)), Some(Op::End { .. }));
                    return Some(Opening {
                        aimed,
                        rest: (!over).then_some(place),
                    });
                }
                _ => return None,
            }
        }
        None
    }
}

/// The sets of damage types for which an attack hook does nothing, with any owner of the card, one bit for each set.
/// The types are those aimed, or those of the damage about to hit the owner.
pub(crate) fn idle_types(program: &Program, hook: u8) -> u16 {
    let idle = |types: usize, owner: u8| {
        let of = |type_of: Values| {
            type_of
                .only()
                .and_then(damage)
                .is_some_and(|it| types >> it.index() & 1 == 0)
        };
        match HookId::of(hook) {
            Some(HookId::OnAttack) => {
                let known = |noun, [damage, _]: [Values; 2]| match noun == NounId::Aimed.n()
                    && of(damage)
                {
                    true => Values::one(0),
                    false => Values::ANY,
                };
                is_idle(program, owner, &known, &|_, _| true)
            }
            Some(HookId::OnStruck) => is_idle(
                program,
                owner,
                &|_, _| Values::ANY,
                &|verb, [who, damage, _]| {
                    verb != VerbId::Reduce.n() || who != Values::one(owner.into()) || !of(damage)
                },
            ),
            _ => false,
        }
    };
    let whoever = |types: &usize| (0..ROBOTS as u8).all(|owner| idle(*types, owner));
    (0..1 << TYPES)
        .filter(whoever)
        .fold(0, |sets, types| sets | 1 << types)
}
