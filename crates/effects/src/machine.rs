//! Runs programs on a game's state.

use crate::tree::Gather;
use crate::{Arg, BinOp, ChoiceSource, Frame, MAX_TIMES, Op, Program, Reg};

/// What a program can read and change: the state of a game and its log.
pub trait Host {
    /// Returns the value of a noun.
    fn read(&self, frame: &Frame, noun: u8, args: [i16; 2]) -> i16;

    /// Performs a verb. The frame's `pc` still points at the operation, for the citation, and the frame still has the
    /// values of the arguments.
    fn act(&mut self, frame: &Frame, verb: u8, args: [Arg; 3]) -> Act;

    /// Calls `each` with every member of a large set in order, until it returns `false`.
    fn list(&self, frame: &Frame, noun: u8, args: [i16; 2], each: &mut dyn FnMut(i16) -> bool);

    /// Called when a choice from a large set has nothing to choose from and the program continues without it. The
    /// frame's `pc` still points at the choice.
    fn found_nothing(&mut self, _frame: &Frame, _noun: u8, _args: [i16; 2]) {}

    /// Called when a count exceeds [`MAX_TIMES`] and is reduced to it. The frame's `pc` points at the operation that
    /// counts.
    fn cut_short(&mut self, _frame: &Frame) {}

    /// Called before each operation.
    #[inline]
    fn step(&self, _frame: &Frame) {}
}

/// The result of performing a verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// The program continues.
    Done,
    /// The game has something to do first; the program continues afterwards.
    Wait,
    /// The program continues, but its card may have moved; the value is the new `cause` of the frame.
    Moved(u8),
}

/// Why the machine stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The program ended with an answer.
    Ended(i16),
    /// The program waits for the choice at `pc`.
    Asks,
    /// The program waits for the game.
    Waits,
    /// The program exceeded the maximum number of operations.
    RanAway,
}

/// The maximum number of operations in a run. Loops are limited by their sets and by [`MAX_TIMES`], so only deeply
/// nested loops come near it. The game decides what happens to a run that exceeds it.
pub const MAX_STEPS: u32 = 20_000;

/// The maximum number of options in a choice of a number, starting with the lowest: a list that a person can still
/// read. No official choice offers more than two; a robot with every helpful card could offer slightly more than this.
pub const MAX_NUMBERS: i16 = 100;

/// Runs a program until it ends, asks or waits. The frame stays at the operation where it stopped.
pub fn run<H: Host>(program: &Program, frame: &mut Frame, host: &mut H) -> Stop {
    let mut pc = frame.pc;
    for _ in 0..MAX_STEPS {
        host.step(frame);
        let Some(op) = program.ops.get(usize::from(pc)) else {
            return Stop::Ended(0);
        };
        let here = pc;
        pc += 1;
        match *op {
            Op::Put { to, value } => frame.set_reg(to, value),
            Op::Read { to, noun, args } => {
                let value = host.read(frame, noun, args.map(|arg| arg.value(frame)));
                frame.set_reg(to, value);
            }
            Op::BinOp { to, math, a, b } => {
                let value = math.of(a.value(frame), b.value(frame));
                frame.set_reg(to, value);
            }
            Op::Unless { truth, go } => {
                if truth.value(frame) == 0 {
                    pc = go;
                }
            }
            Op::Go { to } => pc = to,
            Op::Next {
                set,
                to,
                from,
                done,
            } => {
                let rest = frame.reg(set);
                if rest == 0 {
                    pc = done;
                } else {
                    let member = next(rest, from.value(frame));
                    frame.set_reg(set, BinOp::Drop.of(rest, member));
                    frame.set_reg(to, member);
                }
            }
            Op::NextListed {
                noun,
                args,
                to,
                done,
            } => {
                let args = args.map(|arg| arg.value(frame));
                match next_listed(frame, host, (noun, args), frame.reg(to)) {
                    Some(member) => frame.set_reg(to, member),
                    None => pc = done,
                }
            }
            Op::Times { to, number } => {
                let times = number.value(frame);
                if times > MAX_TIMES {
                    frame.pc = here;
                    host.cut_short(frame);
                }
                frame.set_reg(to, times.clamp(0, MAX_TIMES));
            }
            Op::Again { left, done } => match frame.reg(left) {
                1.. => frame.set_reg(left, frame.reg(left) - 1),
                _ => pc = done,
            },
            Op::More {
                rest,
                got,
                left,
                up_to,
                done,
            } => {
                if !more(frame, [rest, got, left], up_to) {
                    pc = done;
                }
            }
            Op::Move { item, from, to } => {
                let member = frame.reg(item);
                frame.set_reg(from, BinOp::Drop.of(frame.reg(from), member));
                frame.set_reg(to, BinOp::With.of(frame.reg(to), member));
            }
            Op::Empty { set, go } => {
                if frame.reg(set) == 0 {
                    pc = go;
                }
            }
            Op::Gather {
                how,
                to,
                beside,
                item,
                value,
            } => {
                let value = value.value(frame);
                gather(frame, how, [to, beside, item], value);
            }
            Op::Only { then } => pc = then,
            Op::Choose { .. } => {
                frame.pc = here;
                if asks(program, frame, host) {
                    return Stop::Asks;
                }
                pc = frame.pc;
            }
            Op::Do { verb, args } => {
                frame.pc = here;
                match host.act(frame, verb, args) {
                    Act::Done => {}
                    Act::Wait => {
                        frame.pc = pc;
                        return Stop::Waits;
                    }
                    Act::Moved(cause) => frame.cause = cause,
                }
            }
            Op::End { answer } => return Stop::Ended(answer.value(frame)),
        }
    }
    Stop::RanAway
}

/// The lowest member of a set that is at least `from`, or else the lowest of all.
#[inline]
fn next(set: i16, from: i16) -> i16 {
    let from = u32::try_from(from)
        .ok()
        .and_then(|from| (-1i16).checked_shl(from))
        .unwrap_or(-1);
    let later = set & from;
    (if later != 0 { later } else { set }).trailing_zeros() as i16
}

/// The next higher member of a large set after another one.
fn next_listed<H: Host>(
    frame: &Frame,
    host: &H,
    (noun, args): (u8, [i16; 2]),
    last: i16,
) -> Option<i16> {
    let mut next = None;
    host.list(frame, noun, args, &mut |member| {
        if member > last && next.is_none_or(|other| member < other) {
            next = Some(member);
        }
        true
    });
    next
}

/// Whether somebody is asked for one more member of a set, given the registers of the remaining members, the chosen
/// members, and the number still to choose.
fn more(frame: &mut Frame, [rest, got, left]: [Reg; 3], up_to: bool) -> bool {
    let (set, number) = (frame.reg(rest), frame.reg(left));
    if number <= 0 || set == 0 {
        return false;
    }
    if !up_to && set.count_ones() as i16 <= number {
        frame.set_reg(got, frame.reg(got) | set);
        frame.set_reg(rest, 0);
        return false;
    }
    frame.set_reg(left, number - 1);
    true
}

/// Adds a member's value to the aggregate, given the registers of the aggregate, the additional data, and the member.
fn gather(frame: &mut Frame, how: Gather, [to, beside, item]: [Reg; 3], value: i16) {
    let (so_far, known, member) = (frame.reg(to), frame.reg(beside), frame.reg(item));
    let with = |set: i16| BinOp::With.of(set, member);
    match how {
        Gather::Those if value != 0 => frame.set_reg(to, with(so_far)),
        Gather::Any if value != 0 => frame.set_reg(to, 1),
        Gather::All if value == 0 => frame.set_reg(to, 0),
        Gather::Those | Gather::Any | Gather::All => {}
        Gather::Sum => frame.set_reg(to, so_far.saturating_add(value)),
        Gather::Most | Gather::Least => {
            let better = if how == Gather::Most {
                value > known
            } else {
                value < known
            };
            if so_far == 0 || better {
                frame.set_reg(beside, value);
                frame.set_reg(to, with(0));
            } else if value == known {
                frame.set_reg(to, with(so_far));
            }
        }
        Gather::Highest | Gather::Lowest => {
            let better = if how == Gather::Highest {
                value > so_far
            } else {
                value < so_far
            };
            if known == 0 || better {
                frame.set_reg(to, value);
            }
            frame.set_reg(beside, BinOp::With.of(known, 0));
        }
    }
}

/// Makes a choice with no or only one option, and returns whether a choice must be asked.
fn asks<H: Host>(program: &Program, frame: &mut Frame, host: &mut H) -> bool {
    let (mut only, mut several) = (None, false);
    match set(program, frame) {
        Some(members) => {
            only = (members != 0).then(|| members.trailing_zeros() as i16);
            several = members & members.wrapping_sub(1) != 0;
        }
        None => {
            choices(program, frame, host, &mut |value| {
                several = only.is_some();
                only = Some(value);
                !several
            });
            if only.is_none() {
                in_vain(program, frame, host);
            }
        }
    }
    if several || only.is_some() && optional(program, frame) {
        return true;
    }
    choose(program, frame, only);
    false
}

/// Notifies the game that a choice from a large set has no options.
#[cold]
fn in_vain<H: Host>(program: &Program, frame: &Frame, host: &mut H) {
    if let Some(Op::Choose {
        from: ChoiceSource::Listed(noun, a, b),
        ..
    }) = program.ops.get(usize::from(frame.pc))
    {
        host.found_nothing(frame, *noun, [a.value(frame), b.value(frame)]);
    }
}

/// The options of the choice at which the frame waits, as a bit mask without `none`, if they are members of a small
/// set.
#[inline]
pub fn set(program: &Program, frame: &Frame) -> Option<i16> {
    match program.ops.get(usize::from(frame.pc)) {
        Some(Op::Choose {
            from: ChoiceSource::Set(mask, _) | ChoiceSource::Labels { open: mask, .. },
            ..
        }) => Some(mask.value(frame)),
        _ => None,
    }
}

/// Whether the choice at which the frame waits allows `none`.
pub fn optional(program: &Program, frame: &Frame) -> bool {
    matches!(
        program.ops.get(usize::from(frame.pc)),
        Some(Op::Choose { optional: true, .. })
    )
}

/// Whether chance makes the choice at which the frame waits.
pub fn by_chance(program: &Program, frame: &Frame) -> bool {
    matches!(
        program.ops.get(usize::from(frame.pc)),
        Some(Op::Choose {
            by: Arg::CHANCE,
            ..
        })
    )
}

/// Who makes the choice at which the frame waits; the owner if it waits at none.
pub fn asked(program: &Program, frame: &Frame) -> i16 {
    match program.ops.get(usize::from(frame.pc)) {
        Some(Op::Choose { by, .. }) => by.value(frame),
        _ => i16::from(frame.owner),
    }
}

/// Calls `each` with every option of the choice at which the frame waits, without `none`, until it returns `false`.
pub fn choices<H: Host>(
    program: &Program,
    frame: &Frame,
    host: &H,
    each: &mut dyn FnMut(i16) -> bool,
) {
    let Some(Op::Choose { from, .. }) = program.ops.get(usize::from(frame.pc)) else {
        return;
    };
    match *from {
        ChoiceSource::Set(mask, _) | ChoiceSource::Labels { open: mask, .. } => {
            let mut rest = mask.value(frame);
            while rest != 0 && each(rest.trailing_zeros() as i16) {
                rest &= rest.wrapping_sub(1);
            }
        }
        ChoiceSource::Numbers(low, high) => {
            let (low, high) = (low.value(frame), high.value(frame));
            let _ = (low..=high).take(MAX_NUMBERS as usize).all(each);
        }
        ChoiceSource::Listed(noun, a, b) => {
            let args = [a.value(frame), b.value(frame)];
            if let Some(Op::Only { .. }) = program.ops.get(usize::from(frame.pc) + 1) {
                host.list(frame, noun, args, &mut |member| {
                    !meets(program, frame, host, member) || each(member)
                });
            } else {
                host.list(frame, noun, args, each)
            }
        }
    }
}

/// Whether a member meets the condition of the choice at which the frame waits, which follows the choice.
fn meets(program: &Program, frame: &Frame, host: &dyn Host, member: i16) -> bool {
    let mut frame = *frame;
    choose(program, &mut frame, Some(member));
    frame.pc += 1;
    matches!(run(program, &mut frame, &mut Reader(host, Act::Done)), Stop::Ended(answer) if answer != 0)
}

/// Whether a program that starts now would perform a verb or ask somebody. Otherwise it ends without a trace.
pub fn does_something(program: &Program, frame: &Frame, host: &dyn Host) -> bool {
    let mut frame = *frame;
    let stop = run(program, &mut frame, &mut Reader(host, Act::Wait));
    !matches!(stop, Stop::Ended(_))
}

/// A game that is only read: it performs no verbs, and says of each how the program continues.
struct Reader<'a>(&'a dyn Host, Act);

impl Host for Reader<'_> {
    fn read(&self, frame: &Frame, noun: u8, args: [i16; 2]) -> i16 {
        self.0.read(frame, noun, args)
    }

    fn act(&mut self, _: &Frame, _: u8, _: [Arg; 3]) -> Act {
        self.1
    }

    fn list(&self, frame: &Frame, noun: u8, args: [i16; 2], each: &mut dyn FnMut(i16) -> bool) {
        self.0.list(frame, noun, args, each)
    }
}

/// Whether the choice at which the frame waits has more numbers than it offers.
pub fn is_cut(program: &Program, frame: &Frame) -> bool {
    match program.ops.get(usize::from(frame.pc)) {
        Some(Op::Choose {
            from: ChoiceSource::Numbers(low, high),
            ..
        }) => i32::from(high.value(frame)) - i32::from(low.value(frame)) >= i32::from(MAX_NUMBERS),
        _ => false,
    }
}

/// Makes the choice at which the frame waits (`None` for `none`); the frame continues after it.
pub fn choose(program: &Program, frame: &mut Frame, chosen: Option<i16>) {
    if let Some(Op::Choose { to, skip, .. }) = program.ops.get(usize::from(frame.pc)) {
        match chosen {
            Some(value) => {
                frame.set_reg(*to, value);
                frame.pc += 1;
            }
            None => frame.pc = *skip,
        }
    }
}

/// The answer to the question right before the current operation, if the verb asks one (see [`crate::Asks`]).
pub fn just_chosen(program: &Program, frame: &Frame) -> Option<i16> {
    let before = usize::from(frame.pc).checked_sub(1)?;
    match program.ops.get(before)? {
        Op::Choose { to, .. } => Some(frame.reg(*to)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
