//! Shortens jumps: a jump to a jump goes straight to the final target, and a jump to the end becomes an end.

use crate::Op;

/// Shortens chains of jumps in a program.
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
            | Op::Only { then: to }
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

/// The final target of a jump to `to`. A chain has fewer jumps than the program has operations, which limits the
/// search.
fn last(ops: &[Op], mut to: u16) -> u16 {
    for _ in 0..ops.len() {
        match ops.get(usize::from(to)) {
            Some(Op::Go { to: next }) => to = *next,
            _ => break,
        }
    }
    to
}
