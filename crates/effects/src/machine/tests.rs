use super::*;
use crate::compile;
use crate::tree::{Block, Effect, Expr, Members, Options, SourcePos, Stmt, StmtKind};
use Expr::{Fixed, Var as V};
use cardwright_kernel::ProgramId;

/// Noun 0 returns a member's number, noun 1 a set, noun 2 the player whose turn it is. Verbs are recorded.
struct Notes {
    numbers: [i16; 4],
    done: Vec<i16>,
}

impl Host for Notes {
    fn read(&self, _frame: &Frame, noun: u8, [a, _]: [i16; 2]) -> i16 {
        match noun {
            0 => self.numbers[a as usize],
            1 => 0b1111,
            _ => 2,
        }
    }

    fn act(&mut self, frame: &Frame, _verb: u8, args: [Arg; 3]) -> Act {
        self.done.push(args[0].value(frame));
        Act::Done
    }

    fn list(&self, _frame: &Frame, _noun: u8, _args: [i16; 2], _each: &mut dyn FnMut(i16) -> bool) {
    }
}

const NUMBERS: [i16; 4] = [5, 9, -2, 9];

fn stmt(what: StmtKind) -> Stmt {
    Stmt {
        at: SourcePos::default(),
        what,
    }
}

fn read(var: u16, noun: u8, args: &[Expr]) -> Stmt {
    stmt(StmtKind::Read {
        var,
        noun,
        args: args.to_vec(),
    })
}

fn act(of: Expr) -> Stmt {
    stmt(StmtKind::Do {
        verb: 0,
        args: vec![of],
    })
}

fn program(body: Block) -> Program {
    let effect = Effect {
        at: SourcePos::default(),
        params: 1,
        body,
        answer: None,
    };
    compile(&effect, &[]).unwrap()
}

/// Runs a program and makes its choices in order; returns what it did and who was asked.
fn play(program: &Program, numbers: [i16; 4], chosen: &[Option<i16>]) -> (Vec<i16>, Vec<i16>) {
    let mut host = Notes {
        numbers,
        done: Vec::new(),
    };
    let mut frame = Frame::new(ProgramId(0), 0, 0, &[0]);
    let (mut chosen, mut asked_of) = (chosen.iter(), Vec::new());
    loop {
        match run(program, &mut frame, &mut host) {
            Stop::Ended(_) => return (host.done, asked_of),
            Stop::Asks => {
                asked_of.push(asked(program, &frame));
                choose(
                    program,
                    &mut frame,
                    *chosen.next().expect("another question is asked"),
                );
            }
            stop => panic!("{stop:?}"),
        }
    }
}

/// The aggregate of the numbers of all members.
fn gathered(how: Gather, value: Expr, numbers: [i16; 4]) -> i16 {
    let gather = StmtKind::Gather {
        var: 2,
        item: 3,
        of: Members::Set(V(1)),
        how,
        body: vec![read(4, 0, &[V(3)])],
        value,
    };
    let program = program(vec![read(1, 1, &[]), stmt(gather), act(V(2))]);
    play(&program, numbers, &[]).0[0]
}

#[test]
fn sets_are_asked_about() {
    let high = || Expr::BinOp(BinOp::Lt, Box::new(Fixed(6)), Box::new(V(4)));
    let check =
        |how, value: Expr, wanted| assert_eq!(gathered(how, value, NUMBERS), wanted, "{how:?}");
    check(Gather::Those, high(), 0b1010);
    check(Gather::Any, high(), 1);
    check(Gather::All, high(), 0);
    check(Gather::Most, V(4), 0b1010);
    check(Gather::Least, V(4), 0b0100);
    check(Gather::Highest, V(4), 9);
    check(Gather::Lowest, V(4), -2);
    check(Gather::Sum, V(4), 21);
    assert_eq!(gathered(Gather::Any, high(), [0; 4]), 0);
    assert_eq!(gathered(Gather::All, high(), [7; 4]), 1);
    assert_eq!(gathered(Gather::Most, V(4), [-3, -1, -1, -7]), 0b0110);
    assert_eq!(gathered(Gather::Highest, V(4), [-3, -1, -1, -7]), -1);
    assert_eq!(gathered(Gather::Sum, V(4), [i16::MAX; 4]), i16::MAX);
}

#[test]
fn nothing_is_made_of_an_empty_set() {
    for (how, wanted) in [
        (Gather::Those, 0),
        (Gather::Any, 0),
        (Gather::All, 1),
        (Gather::Most, 0),
        (Gather::Highest, 0),
        (Gather::Sum, 0),
    ] {
        let none = Expr::BinOp(BinOp::Without, Box::new(V(1)), Box::new(V(1)));
        let body = vec![read(4, 0, &[V(3)])];
        let gather = StmtKind::Gather {
            var: 2,
            item: 3,
            of: Members::Set(none),
            how,
            body,
            value: V(4),
        };
        let program = program(vec![read(1, 1, &[]), stmt(gather), act(V(2))]);
        assert_eq!(play(&program, NUMBERS, &[]).0, [wanted], "{how:?}");
    }
}

#[test]
fn whoever_is_first_comes_first_and_the_others_follow() {
    let each = |turn| StmtKind::Each {
        var: 3,
        of: Members::Set(V(1)),
        turn,
        body: vec![act(V(3))],
    };
    let by_turn = program(vec![read(1, 1, &[]), stmt(each(&[2]))]);
    assert_eq!(play(&by_turn, NUMBERS, &[]).0, [2, 3, 0, 1]);
    let by_number = program(vec![read(1, 1, &[]), stmt(each(&[]))]);
    assert_eq!(play(&by_number, NUMBERS, &[]).0, [0, 1, 2, 3]);
    assert_eq!(next(0b0011, 2), 0, "behind the highest comes the lowest");
    assert_eq!(next(0b0011, -1), 0);
    assert_eq!(next(0b0011, 99), 0);
}

fn some(count: Expr, up_to: bool) -> Program {
    let body = vec![act(V(2))];
    let some = StmtKind::ChooseSome {
        var: 2,
        by: V(0),
        of: Options::Set(V(1), 0),
        count,
        up_to,
        body,
    };
    program(vec![read(1, 1, &[]), stmt(some)])
}

#[test]
fn several_are_chosen_and_nobody_is_asked_in_vain() {
    let two = some(Fixed(2), false);
    assert_eq!(
        play(&two, NUMBERS, &[Some(3), Some(1)]),
        (vec![0b1010], vec![0, 0])
    );
    assert_eq!(
        play(&some(Fixed(4), false), NUMBERS, &[]),
        (vec![0b1111], vec![])
    );
    assert_eq!(play(&some(Fixed(0), false), NUMBERS, &[]), (vec![], vec![]));
    assert_eq!(
        play(
            &some(Fixed(3), false),
            NUMBERS,
            &[Some(0), Some(2), Some(1)]
        )
        .0,
        [0b0111]
    );
}

#[test]
fn fewer_may_be_chosen_where_the_card_says_so() {
    let three = some(Fixed(3), true);
    assert_eq!(
        play(&three, NUMBERS, &[Some(0), None]),
        (vec![0b0001], vec![0, 0])
    );
    assert_eq!(play(&three, NUMBERS, &[None]), (vec![], vec![0]));
    let all = [Some(0), Some(1), Some(2)];
    assert_eq!(play(&three, NUMBERS, &all).0, [0b0111]);
}

#[test]
fn again_and_again_ends() {
    let repeat = |times| {
        program(vec![stmt(StmtKind::Repeat {
            times,
            body: vec![act(Fixed(1))],
        })])
    };
    let often = |times| play(&repeat(times), NUMBERS, &[]).0.len();
    assert_eq!(often(Fixed(3)), 3);
    assert_eq!(often(Fixed(-3)), 0);
    assert_eq!(often(Fixed(30_000)), MAX_TIMES as usize);
    let inner = stmt(StmtKind::Repeat {
        times: Fixed(999),
        body: vec![act(Fixed(1))],
    });
    let twice = program(vec![stmt(StmtKind::Repeat {
        times: Fixed(999),
        body: vec![inner],
    })]);
    assert_eq!(
        play(&twice, NUMBERS, &[]).0.len(),
        3600,
        "two loops inside each other end"
    );
}

#[test]
fn a_coin_is_a_question_for_chance() {
    let program = program(vec![stmt(StmtKind::Toss { var: 1 }), act(V(1))]);
    assert_eq!(
        play(&program, NUMBERS, &[Some(1)]),
        (vec![1], vec![crate::CHANCE])
    );
    assert_eq!(
        play(&program, NUMBERS, &[Some(0)]),
        (vec![0], vec![crate::CHANCE])
    );
    assert_eq!(program.labels, ["tails", "heads"]);
}
