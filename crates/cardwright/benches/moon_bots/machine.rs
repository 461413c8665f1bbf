//! The machine that runs effects: each operation, again and again, over a game whose words cost next to nothing.

use cardwright_effects::machine::{self, Act, Host, Stop};
use cardwright_effects::{Arg, BinOp, ChoiceSource, Frame, Op, Program, REGISTERS};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

/// Operations in a row. What a run costs beside them, `end` shows.
const ROW: u16 = 500;
/// What every register holds at first: a set that `next` empties in fifteen steps. Only the last is empty; it receives
/// what comes out.
const FULL: i16 = 0x7fff;
const LAST: u8 = REGISTERS as u8 - 1;
/// Sets of one member and of two.
const ONE: Arg = fixed(1);
const TWO: Arg = fixed(3);

/// A game of which every noun is 1 and every verb is nothing.
struct Idle;

impl Host for Idle {
    fn read(&self, _: &Frame, _: u8, args: [i16; 2]) -> i16 {
        black_box(args);
        1
    }

    fn act(&mut self, frame: &Frame, verb: u8, args: [Arg; 3]) -> Act {
        black_box(args.map(|arg| arg.value(frame)));
        if verb == 0 { Act::Done } else { Act::Wait }
    }

    fn list(&self, _: &Frame, _: u8, _: [i16; 2], each: &mut dyn FnMut(i16) -> bool) {
        each(black_box(0));
    }
}

/// Operations a second; divided by those of `go`, the ratio to a jump, which is the least there is to do.
#[divan::bench(args = [
    "go", "put", "read", "add", "mul", "div", "min", "eq", "has", "count", "unless (true)", "unless (false)", "next",
    "next (empty)", "do", "do (waits)", "choose (one of a set)", "choose (one number)", "choose (one listed)",
    "choose (one option)", "choose (none)", "choose (asks)",
])]
fn operation(bencher: Bencher<'_, '_>, name: &str) {
    let program = row(name);
    let mut frame = Frame {
        regs: [FULL; REGISTERS],
        ..Frame::default()
    };
    frame.set_reg(LAST, 0);
    let stops = if name.ends_with("(asks)") || name.ends_with("(waits)") {
        ROW
    } else {
        0
    };
    assert_eq!(
        finish(&program, &mut { frame }),
        stops,
        "`{name}` does not do what it is here for"
    );
    bencher
        .counter(ItemsCount::new(program.ops.len() - 1))
        .bench_local(|| finish(black_box(&program), &mut black_box(frame)));
}

/// A run that ends at once.
#[divan::bench]
fn end(bencher: Bencher<'_, '_>) {
    let program = Program {
        ops: vec![Op::End { answer: Arg::ZERO }],
        ..Program::default()
    };
    bencher.bench_local(|| finish(black_box(&program), &mut black_box(Frame::default())));
}

/// Runs a program to its end; what it asks is answered, what it waits for is done. Says how often it stopped for that.
fn finish(program: &Program, frame: &mut Frame) -> u16 {
    let mut stops = 0;
    loop {
        match machine::run(program, frame, &mut Idle) {
            Stop::Ended(_) => return stops,
            Stop::Asks => machine::choose(program, frame, Some(0)),
            Stop::Waits => {}
            Stop::RanAway => unreachable!("a row is shorter than a run may be"),
        }
        stops += 1;
    }
}

/// A program of one operation in a row.
fn row(name: &str) -> Program {
    // There are as many full sets to empty as registers but one.
    let length = if name == "next" {
        FULL.count_ones() as u16 * u16::from(LAST)
    } else {
        ROW
    };
    let mut ops: Vec<_> = (0..length).map(|place| operation_at(name, place)).collect();
    ops.push(Op::End { answer: Arg::ZERO });
    Program {
        ops,
        ..Program::default()
    }
}

fn operation_at(name: &str, place: u16) -> Op {
    let (to, next) = (LAST, place + 1);
    let math = |math| Op::BinOp {
        to,
        math,
        a: Arg::reg(0),
        b: fixed(7),
    };
    let choose = |from| Op::Choose {
        by: Arg::ZERO,
        to,
        from,
        optional: false,
        skip: next,
    };
    match name {
        "go" => Op::Go { to: next },
        "put" => Op::Put { to, value: 1000 },
        "read" => Op::Read {
            to,
            noun: 0,
            args: [Arg::reg(0), Arg::ZERO],
        },
        "add" => math(BinOp::Add),
        "mul" => math(BinOp::Mul),
        "div" => math(BinOp::Div),
        "min" => math(BinOp::Min),
        "eq" => math(BinOp::Eq),
        "has" => math(BinOp::Has),
        "count" => math(BinOp::Count),
        "unless (true)" => Op::Unless {
            truth: Arg::reg(0),
            go: 0,
        },
        "unless (false)" => Op::Unless {
            truth: Arg::ZERO,
            go: next,
        },
        "next" => Op::Next {
            set: (place / FULL.count_ones() as u16) as u8,
            to,
            from: Arg::ZERO,
            done: 0,
        },
        "next (empty)" => Op::Next {
            set: LAST,
            to,
            from: Arg::ZERO,
            done: next,
        },
        "do" => Op::Do {
            verb: 0,
            args: [Arg::reg(0), fixed(7), Arg::ZERO],
        },
        "do (waits)" => Op::Do {
            verb: 1,
            args: [Arg::reg(0), fixed(7), Arg::ZERO],
        },
        "choose (one of a set)" => choose(ChoiceSource::Set(ONE, 0)),
        "choose (one number)" => choose(ChoiceSource::Numbers(ONE, ONE)),
        "choose (one listed)" => choose(ChoiceSource::Listed(0, Arg::ZERO, Arg::ZERO)),
        "choose (one option)" => choose(ChoiceSource::Labels {
            open: ONE,
            first: 0,
        }),
        "choose (none)" => choose(ChoiceSource::Set(Arg::ZERO, 0)),
        "choose (asks)" => choose(ChoiceSource::Set(TWO, 0)),
        _ => unreachable!("there is no operation {name}"),
    }
}

const fn fixed(value: i16) -> Arg {
    match Arg::fixed(value) {
        Some(arg) => arg,
        None => Arg::ZERO,
    }
}
