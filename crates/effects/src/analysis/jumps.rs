//! Shortens jumps: one that leads to a jump goes where that one goes, one that leads to the end ends.

use crate::Op;

/// Shortens every jump of a program.
pub(crate) fn thread(ops: &mut [Op]) {
    for at in 0..ops.len() {
        let mut op = ops[at];
        match &mut op {
            Op::Unless { go: to, .. }
            | Op::Choose { skip: to, .. }
            | Op::Next { done: to, .. }
            | Op::NextListed { done: to, .. }
            | Op::Again { done: to, .. }
            | Op::More { done: to, .. }
            | Op::Empty { go: to, .. }
            | Op::Go { to } => {
                *to = last(ops, *to);
            }
            _ => continue,
        }
        ops[at] = match op {
            Op::Go { to } => match ops.get(usize::from(to)) {
                Some(end @ Op::End { .. }) => *end,
                _ => op,
            },
            _ => op,
        };
    }
}

/// Where a jump to `to` ends up. Jumps behind each other are fewer than operations, which bounds the search.
fn last(ops: &[Op], mut to: u16) -> u16 {
    for _ in 0..ops.len() {
        match ops.get(usize::from(to)) {
            Some(Op::Go { to: next }) => to = *next,
            _ => break,
        }
    }
    to
}
