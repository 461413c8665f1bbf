//! In which order functions compress well.
//!
//! gzip finds what it has seen within the last 32 kB. A module has its functions by size, so that two that are made of one
//! generic function, alike in most of their bytes, may lie a megabyte apart. Here each function comes next of which most
//! stands in the last 32 kB already.

use std::collections::HashMap;

/// What gzip looks back to, in bytes; a little less, for what stands between functions.
const WINDOW: usize = 32_000;
/// Bytes that functions are compared by. Fewer are alike by chance, of more too little is found: 6 and 8 do nearly as well,
/// 4 and 12 cost more than a hundredth.
const PIECE: usize = 7;

/// Pieces that each function is counted to have more: of a short one a large share is soon known by chance. By trial: without
/// it the module is 2 thousandths larger, as with twice as much.
const SHORT: u64 = 120;

/// The functions in such an order, each by its number; the first stays the first.
pub(crate) fn order(bodies: &[&[u8]]) -> Vec<usize> {
    let (pieces, holders) = pieces(bodies);
    let mut nearby = Nearby {
        counts: vec![0; holders.len()],
        known: vec![0; bodies.len()],
        holders,
    };
    let mut left: Vec<usize> = (0..bodies.len()).collect();
    let (mut order, mut oldest, mut bytes) = (Vec::with_capacity(bodies.len()), 0, 0);
    while !left.is_empty() {
        // Of those of which an equal share is known, the one that comes first as the module is.
        let mut best = 0;
        for at in 1..left.len() {
            let share = |at: usize| {
                (
                    nearby.known[left[at]] as u64,
                    pieces[left[at]].len() as u64 + SHORT,
                )
            };
            let ((known, of), (most, of_most)) = (share(at), share(best));
            if known * of_most > most * of {
                best = at;
            }
        }
        let next = left.remove(best);
        order.push(next);
        nearby.come(&pieces[next]);
        bytes += bodies[next].len();
        while bytes > WINDOW && oldest + 1 < order.len() {
            nearby.go(&pieces[order[oldest]]);
            bytes -= bodies[order[oldest]].len();
            oldest += 1;
        }
    }
    order
}

/// The pieces that each function has and others have too, each once and as a number, and who has each piece.
fn pieces(bodies: &[&[u8]]) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let mut numbers = HashMap::new();
    let mut holders: Vec<Vec<usize>> = Vec::new();
    for (function, body) in bodies.iter().enumerate() {
        for piece in body.windows(PIECE) {
            let number = *numbers.entry(piece).or_insert(holders.len());
            if number == holders.len() {
                holders.push(Vec::new());
            }
            if holders[number].last() != Some(&function) {
                holders[number].push(function);
            }
        }
    }
    holders.retain(|all| all.len() > 1);
    let mut pieces = vec![Vec::new(); bodies.len()];
    for (number, all) in holders.iter().enumerate() {
        all.iter()
            .for_each(|function| pieces[*function].push(number));
    }
    (pieces, holders)
}

/// What the last functions hold.
struct Nearby {
    /// How many of them have each piece.
    counts: Vec<u32>,
    /// How many pieces of each function are among theirs.
    known: Vec<u32>,
    holders: Vec<Vec<usize>>,
}

impl Nearby {
    fn come(&mut self, pieces: &[usize]) {
        for piece in pieces {
            self.counts[*piece] += 1;
            if self.counts[*piece] == 1 {
                self.holders[*piece]
                    .iter()
                    .for_each(|function| self.known[*function] += 1);
            }
        }
    }

    fn go(&mut self, pieces: &[usize]) {
        for piece in pieces {
            self.counts[*piece] -= 1;
            if self.counts[*piece] == 0 {
                self.holders[*piece]
                    .iter()
                    .for_each(|function| self.known[*function] -= 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_alike_comes_together_and_nothing_is_lost() {
        // Three sorts by turns, each larger than what gzip looks back to when all lie between.
        let body = |sort: u32, nth: u32| {
            let mut number = sort * 1_000_003 + 1;
            let mut bytes: Vec<u8> = (0..9_000)
                .map(|_| {
                    number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (number >> 24) as u8
                })
                .collect();
            bytes[nth as usize * 100] ^= 1;
            bytes
        };
        let bodies: Vec<Vec<u8>> = (0..12).map(|at| body(at % 3, at / 3)).collect();
        let order = order(&bodies.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let sorts: Vec<usize> = order.iter().map(|at| at % 3).collect();
        assert_eq!(sorts, [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]);
        let mut all = order;
        all.sort_unstable();
        assert_eq!(all, (0..12).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_and_next_to_nothing_have_an_order() {
        assert_eq!(order(&[]), [0; 0]);
        assert_eq!(order(&[b"", b"abc", b""]), [0, 1, 2]);
    }
}
