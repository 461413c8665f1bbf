//! Secrets in the registers of waiting effects: things chosen from a set that only some players know, and numbers
//! written in secret.

use cardwright_effects::{Arg, ChoiceSource, Frame, Lexicon, Op, Program, REGISTERS, Secrecy};

/// A value of an effect that is secret: the member that somebody chose from a secret set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The owner of the set and the player who knows its members, as operands of the question. `None` if they may have
    /// changed since.
    pub of: Option<(Arg, Arg)>,
}

/// The operands of a question that lists something secret: the owner, and the player who knows it.
pub fn secret_of(lexicon: &Lexicon, op: &Op) -> Option<(Arg, Arg)> {
    let Op::Choose {
        from: ChoiceSource::Listed(noun, a, b),
        ..
    } = *op
    else {
        return None;
    };
    secret_list(lexicon, noun, [a, b])
}

/// The operands of a noun that lists something secret: the owner, and the player who knows it.
fn secret_list(lexicon: &Lexicon, noun: u8, [a, b]: [Arg; 2]) -> Option<(Arg, Arg)> {
    let noun = lexicon.nouns.get(usize::from(noun))?;
    Some((a, if noun.secret? == 0 { a } else { b }))
}

/// The registers that contain secret choices at the point where the frame waits.
pub fn chosen_at(lexicon: &Lexicon, program: &Program, frame: &Frame) -> Facts {
    let lists = |op: &Op| match *op {
        Op::NextListed { noun, args, .. } => secret_list(lexicon, noun, args).is_some(),
        _ => secret_of(lexicon, op).is_some(),
    };
    // Most programs list nothing secret, so this check saves time.
    if !program.ops.iter().any(lists) {
        return Facts::default();
    }
    let mut before = vec![None; program.ops.len() + 1];
    if let Some(start) = before.first_mut() {
        *start = Some([None; REGISTERS]);
    }
    // Facts are only added, so each operation is visited only a few times.
    let mut waiting = vec![0];
    while let Some(pc) = waiting.pop() {
        let (Some(op), Some(Some(facts))) = (program.ops.get(pc), before.get(pc).copied()) else {
            continue;
        };
        for (next, facts) in after(lexicon, op, pc, facts) {
            let Some(place) = before.get_mut(next) else {
                continue;
            };
            let merged = place.map_or(facts, |old| merged(old, facts));
            if *place != Some(merged) {
                *place = Some(merged);
                waiting.push(next);
            }
        }
    }
    before
        .get(usize::from(frame.pc))
        .copied()
        .flatten()
        .unwrap_or_default()
}

/// For each register, whether it contains a secret choice.
pub type Facts = [Option<Chosen>; REGISTERS];

fn merged(one: Facts, other: Facts) -> Facts {
    std::array::from_fn(|reg| match (one[reg], other[reg]) {
        (Some(one), Some(other)) if one == other => Some(one),
        (None, None) => None,
        (one, other) => match (one, other) {
            (Some(only), None) | (None, Some(only)) => Some(only),
            _ => Some(Chosen { of: None }),
        },
    })
}

/// The operations that may follow an operation, with the contents of the registers there.
fn after(lexicon: &Lexicon, op: &Op, pc: usize, facts: Facts) -> Vec<(usize, Facts)> {
    let set = |reg: u8, value: Option<Chosen>| {
        let mut next = facts;
        for (own, chosen) in (0..).zip(&mut next) {
            let reads = |arg: Arg| arg.register() == Some(reg);
            if own != reg
                && chosen
                    .and_then(|chosen| chosen.of)
                    .is_some_and(|(of, knows)| reads(of) || reads(knows))
            {
                *chosen = Some(Chosen { of: None });
            }
        }
        if let Some(place) = next.get_mut(usize::from(reg)) {
            *place = value;
        }
        next
    };
    let held = |arg: Arg| {
        arg.register()
            .and_then(|reg| facts.get(usize::from(reg)).copied().flatten())
    };
    match *op {
        Op::Put { to, .. } | Op::Read { to, .. } => vec![(pc + 1, set(to, None))],
        Op::BinOp { to, a, b, .. } => vec![(pc + 1, set(to, held(a).or(held(b))))],
        Op::Unless { go, .. } => vec![(pc + 1, facts), (usize::from(go), facts)],
        Op::Go { to } => vec![(usize::from(to), facts)],
        Op::Next { to, done, .. } => vec![(pc + 1, set(to, None)), (usize::from(done), facts)],
        Op::NextListed {
            noun,
            args,
            to,
            done,
        } => {
            let chosen = secret_list(lexicon, noun, args).map(|of| Chosen { of: Some(of) });
            vec![(pc + 1, set(to, chosen)), (usize::from(done), facts)]
        }
        Op::Choose { to, skip, .. } => {
            let chosen = secret_of(lexicon, op).map(|of| Chosen { of: Some(of) });
            vec![(pc + 1, set(to, chosen)), (usize::from(skip), facts)]
        }
        Op::Times { to, number } => vec![(pc + 1, set(to, held(number)))],
        // Whether the condition holds for a member may depend on a secret that it is compared with.
        Op::Gather { to, value, .. } => vec![(pc + 1, set(to, held(value).or(held(Arg::reg(to)))))],
        Op::Again { done, .. } | Op::More { done, .. } => {
            vec![(pc + 1, facts), (usize::from(done), facts)]
        }
        Op::Only { then } => vec![(usize::from(then), facts)],
        Op::Empty { go, .. } => vec![(pc + 1, facts), (usize::from(go), facts)],
        Op::Move { .. } | Op::Do { .. } => vec![(pc + 1, facts)],
        Op::End { .. } => Vec::new(),
    }
}

/// The operation from which an effect asks for numbers in secret, if it does so at its current operation.
fn written_from(secrecy: Secrecy, program: &Program, frame: &Frame) -> Option<usize> {
    let done = program.ops.get(..usize::from(frame.pc))?;
    let is = |op: &Op, wanted: u8| matches!(op, Op::Do { verb, .. } if *verb == wanted);
    let from = done.iter().rposition(|op| is(op, secrecy.begins))?;
    (!done[from..].iter().any(|op| is(op, secrecy.ends))).then_some(from)
}

/// Whether the number that an effect asks for now stays secret for a while: it asks for another one before it shows any.
pub fn stays_secret(secrecy: Secrecy, program: &Program, frame: &Frame) -> bool {
    let rest = program.ops.iter().skip(usize::from(frame.pc) + 1);
    let mut next = rest.filter_map(|op| match op {
        Op::Choose { .. } => Some(true),
        Op::Do { verb, .. } if *verb == secrecy.ends => Some(false),
        _ => None,
    });
    written_from(secrecy, program, frame).is_some() && next.next() == Some(true)
}

/// Whether the number that an effect asks for now is the last one: everybody sees all of them after it.
pub fn ends_secret(secrecy: Secrecy, program: &Program, frame: &Frame) -> bool {
    written_from(secrecy, program, frame).is_some() && !stays_secret(secrecy, program, frame)
}

/// Replaces numbers that an effect received in secret. `knows` returns whether the viewer was the one asked, `number`
/// returns a replacement between the fixed limits of the question.
pub fn overwrite(
    secrecy: Secrecy,
    program: &Program,
    frame: &mut Frame,
    knows: impl Fn(i16) -> bool,
    mut number: impl FnMut(i16, i16) -> i16,
) {
    let Some(from) = written_from(secrecy, program, frame) else {
        return;
    };
    for op in &program.ops[from..usize::from(frame.pc)] {
        let Op::Choose {
            by,
            to,
            from: ChoiceSource::Numbers(low, high),
            ..
        } = *op
        else {
            continue;
        };
        let own = knows(by.value(frame));
        if let (false, Some(low), Some(high)) = (own, low.number(), high.number()) {
            frame.set_reg(to, number(low, high));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_kernel::ProgramId;

    #[test]
    fn numbers_written_in_secret_are_overwritten_until_they_are_shown() {
        let fixed = |number| Arg::fixed(number).unwrap();
        let ask = |to, by| Op::Choose {
            to,
            from: ChoiceSource::Numbers(Arg::ZERO, fixed(3)),
            by: fixed(by),
            optional: false,
            skip: 9,
        };
        let verb = |verb| Op::Do {
            verb,
            args: [Arg::ZERO; 3],
        };
        let ops = vec![
            verb(1),
            ask(0, 5),
            ask(1, 6),
            verb(2),
            Op::End { answer: Arg::ZERO },
        ];
        let (program, secrecy) = (
            Program {
                ops,
                ..Program::default()
            },
            Secrecy { begins: 1, ends: 2 },
        );
        let written = |pc| {
            let mut frame = Frame {
                pc,
                ..Frame::new(ProgramId(0), 0, 0, &[2, 3])
            };
            overwrite(
                secrecy,
                &program,
                &mut frame,
                |asked| asked == 6,
                |low, _| low,
            );
            frame.regs[..2].to_vec()
        };
        assert_eq!(
            [written(1), written(3), written(4)],
            [[2, 3], [0, 3], [2, 3]]
        );
    }
}
