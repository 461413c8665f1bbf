//! Parts of sentences: repeated parts, shorter phrases, and the bodies of named modes.

use crate::BinOp;
use crate::say::{Said, fill};
use crate::tree::{Expr, Stmt, StmtKind, Var};

/// A shorter phrase for a verb with one calculated number: "loses 1 energy for each of its secret weapons", "all the
/// damage about to hit you is stopped".
pub(super) fn shorter(template: &str, said: &[Said], at: usize) -> Option<String> {
    const MARK: &str = "\u{1}";
    let number = said.get(at)?.text.clone();
    let with = |text: &str| {
        let mut said = said.to_vec();
        if let Some(slot) = said.get_mut(at) {
            *slot = Said::one(text);
        }
        fill(template, &said)
    };
    let marked = with(MARK);
    let all = format!("{MARK} point of {number}");
    if marked.contains(&all) {
        return Some(marked.replace(&all, &format!("all {number}")));
    }
    let counted = number.strip_prefix("the number of ")?;
    let owned = ["your ", "its ", "that ", "the "]
        .iter()
        .any(|begin| counted.starts_with(begin));
    owned.then(|| format!("{} for each of {counted}", with("1")))
}

/// Combines repeated parts: `join` merges "three times" with the parts of one round.
pub(super) fn repeated<T>(
    parts: Vec<T>,
    text: impl Fn(&T) -> &String,
    join: impl Fn(&str, Vec<T>) -> T,
) -> Vec<T> {
    /// The maximum number of parts in a repeated round, and of rounds that are combined.
    const ROUND: usize = 4;
    const LEAST: usize = 3;
    let texts: Vec<String> = parts.iter().map(|part| text(part).clone()).collect();
    let mut parts = parts.into_iter();
    let (mut out, mut at) = (Vec::new(), 0);
    while at < texts.len() {
        let rounds = |length: usize| {
            let round = texts.get(at..at + length);
            let same = |n: &usize| {
                round.is_some() && texts.get(at + n * length..at + (n + 1) * length) == round
            };
            (1..).take_while(same).count() + 1
        };
        let found = (1..=ROUND)
            .map(|length| (length, rounds(length)))
            .find(|(_, rounds)| *rounds >= LEAST);
        let (length, times) = found.unwrap_or((1, 1));
        let mut round: Vec<T> = parts.by_ref().take(length * times).collect();
        at += length * times;
        if times == 1 {
            out.append(&mut round);
        } else {
            round.truncate(length);
            out.push(join(&times_of(times), round));
        }
    }
    out
}

fn times_of(times: usize) -> String {
    let words = [
        "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    match times.checked_sub(3).and_then(|at| words.get(at)) {
        Some(word) => format!("{word} times"),
        None => format!("{times} times"),
    }
}

/// The body of one named mode, and the rest of the chain.
pub(super) fn mode(var: Var, place: usize, chain: &[Stmt]) -> Option<(&[Stmt], &[Stmt])> {
    let [
        Stmt {
            what:
                StmtKind::When {
                    truth,
                    then,
                    otherwise,
                },
            ..
        },
    ] = chain
    else {
        return None;
    };
    let Expr::BinOp(BinOp::Eq, asked, number) = truth else {
        return None;
    };
    let fits = **asked == Expr::Var(var) && **number == Expr::Fixed(place as i16);
    fits.then_some((then.as_slice(), otherwise.as_slice()))
}

/// The body of one of several named modes, and the rest of the list.
pub(super) fn one_of_modes(var: Var, place: usize, list: &[Stmt]) -> Option<(&[Stmt], &[Stmt])> {
    let (first, rest) = list.split_first()?;
    let StmtKind::When { truth, then, .. } = &first.what else {
        return None;
    };
    let Expr::BinOp(BinOp::Has, chosen, number) = truth else {
        return None;
    };
    let fits = **chosen == Expr::Var(var) && **number == Expr::Fixed(place as i16);
    fits.then_some((then.as_slice(), rest))
}
