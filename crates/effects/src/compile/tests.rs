use super::*;
use crate::tree::Members;

fn at(line: u32) -> SourcePos {
    SourcePos {
        file: 0,
        line,
        column: 1,
    }
}

fn stmt(what: StmtKind) -> Stmt {
    Stmt { at: at(1), what }
}

fn read(var: Var, noun: u8, args: &[Expr]) -> Stmt {
    stmt(StmtKind::Read {
        var,
        noun,
        args: args.to_vec(),
    })
}

fn act(verb: u8, args: &[Expr]) -> Stmt {
    stmt(StmtKind::Do {
        verb,
        args: args.to_vec(),
    })
}

fn math(math: BinOp, a: Expr, b: Expr) -> Expr {
    Expr::BinOp(math, Box::new(a), Box::new(b))
}

fn effect(body: Block) -> Effect {
    Effect {
        at: at(1),
        params: 1,
        body,
        answer: None,
    }
}

fn check(effect: &Effect, expected: &[&str]) {
    let program = compile(effect, &[]).unwrap();
    assert_eq!(program.ops.len(), program.places.len());
    assert_eq!(program.listing(), expected);
}

use Expr::{Fixed, Var as V};

#[test]
fn verbs_in_a_row_are_verbs_in_a_row() {
    let body = vec![
        act(0, &[Fixed(1), Fixed(2)]),
        act(1, &[]),
        act(4, &[V(0), Fixed(1)]),
    ];
    check(
        &effect(body),
        &["do 0(1, 2, 0)", "do 1(0, 0, 0)", "do 4(r0, 1, 0)", "end 0"],
    );
}

#[test]
fn a_loop_uses_up_a_set_that_nobody_needs_afterwards() {
    let loses = act(4, &[V(2), V(3)]);
    let body = vec![read(3, 1, &[V(2)]), loses];
    let each = stmt(StmtKind::Each {
        var: 2,
        turn: &[],
        of: Members::Set(V(1)),
        body,
    });
    check(
        &effect(vec![read(1, 6, &[]), each]),
        &[
            "r1 = read 6(0, 0)",
            "r2 = next of r1, else 5",
            "r3 = read 1(r2, 0)",
            "do 4(r2, r3, 0)",
            "go 1",
            "end 0",
        ],
    );
}

#[test]
fn a_set_that_is_needed_afterwards_is_copied() {
    let each = |var| {
        stmt(StmtKind::Each {
            var,
            of: Members::Set(V(1)),
            turn: &[],
            body: vec![act(0, &[V(var)])],
        })
    };
    check(
        &effect(vec![read(1, 6, &[]), each(2), each(3)]),
        &[
            "r1 = read 6(0, 0)",
            "r2 = r1 or 0",
            "r3 = next of r2, else 5",
            "do 0(r3, 0, 0)",
            "go 2",
            "r2 = next of r1, else 8",
            "do 0(r2, 0, 0)",
            "go 5",
            "end 0",
        ],
    );
}

#[test]
fn jumps_to_jumps_are_shortened_and_conditions_are_tested_one_by_one() {
    let truth = math(
        BinOp::And,
        math(BinOp::Eq, V(2), Fixed(1)),
        math(BinOp::Ne, V(2), Fixed(0)),
    );
    let when = stmt(StmtKind::When {
        truth,
        then: vec![act(1, &[V(2)])],
        otherwise: vec![],
    });
    check(
        &effect(vec![
            read(1, 6, &[]),
            stmt(StmtKind::Each {
                var: 2,
                turn: &[],
                of: Members::Set(V(1)),
                body: vec![when],
            }),
        ]),
        &[
            "r1 = read 6(0, 0)",
            "r2 = next of r1, else 7",
            "r3 = r2 == 1",
            "unless r3 go 1",
            "unless r2 go 1",
            "do 1(r2, 0, 0)",
            "go 1",
            "end 0",
        ],
    );
}

#[test]
fn both_branches_end() {
    let when = stmt(StmtKind::When {
        truth: V(0),
        then: vec![act(0, &[])],
        otherwise: vec![act(1, &[])],
    });
    check(
        &effect(vec![when]),
        &[
            "unless r0 go 3",
            "do 0(0, 0, 0)",
            "end 0",
            "do 1(0, 0, 0)",
            "end 0",
        ],
    );
}

#[test]
fn constants_are_worked_out() {
    let sum = math(BinOp::Add, Fixed(2), math(BinOp::Mul, Fixed(3), Fixed(4)));
    check(&effect(vec![act(0, &[sum])]), &["do 0(14, 0, 0)", "end 0"]);
    check(
        &effect(vec![act(0, &[Fixed(200)])]),
        &["r1 = 200", "do 0(r1, 0, 0)", "end 0"],
    );
    check(
        &effect(vec![act(0, &[Fixed(-1)])]),
        &["r1 = -1", "do 0(r1, 0, 0)", "end 0"],
    );
    let never = stmt(StmtKind::When {
        truth: Fixed(0),
        then: vec![act(0, &[])],
        otherwise: vec![act(1, &[])],
    });
    check(&effect(vec![never]), &["do 1(0, 0, 0)", "end 0"]);
}

#[test]
fn unused_reads_are_left_out() {
    check(&effect(vec![read(1, 0, &[V(0)])]), &["end 0"]);
}

#[test]
fn answers() {
    let some = math(BinOp::Lt, Fixed(0), math(BinOp::Count, V(1), Fixed(0)));
    let effect = Effect {
        at: at(1),
        params: 1,
        body: vec![read(1, 6, &[])],
        answer: Some(some),
    };
    check(&effect, &["r1 = read 6(0, 0)", "r2 = r1 != 0", "end r2"]);
}

#[test]
fn choices_of_every_form() {
    let choose = |from, optional, body| {
        stmt(StmtKind::Choose {
            var: 1,
            by: V(0),
            from,
            optional,
            body,
        })
    };
    let numbers = Options::Numbers(Fixed(1), Fixed(2));
    check(
        &effect(vec![
            choose(numbers, true, vec![act(0, &[V(1)])]),
            act(1, &[]),
        ]),
        &[
            "r1 = r0 may choose from 1 to 2, else 2",
            "do 0(r1, 0, 0)",
            "do 1(0, 0, 0)",
            "end 0",
        ],
    );
    let listed = Options::Listed {
        noun: 3,
        args: vec![V(0), Fixed(1)],
        only: None,
    };
    check(
        &effect(vec![choose(listed, false, vec![act(0, &[V(1)])])]),
        &[
            "r1 = r0 chooses from list 3(r0, 1), else 2",
            "do 0(r1, 0, 0)",
            "end 0",
        ],
    );
    let labels = Options::Labels(vec![("a".into(), Fixed(1)), ("b".into(), V(0))]);
    check(
        &effect(vec![choose(labels, false, vec![act(0, &[V(1)])])]),
        &[
            "r1 = r0 * 2",
            "r1 = 1 or r1",
            "r1 = r0 chooses from labels 0 open r1, else 4",
            "do 0(r1, 0, 0)",
            "end 0",
        ],
    );
}

#[test]
fn values_live_as_long_as_they_are_needed() {
    // Thirty consecutive values fit; thirteen simultaneous ones do not.
    let row = (1..=30)
        .flat_map(|var| [read(var, 0, &[V(0)]), act(0, &[V(var)])])
        .collect();
    assert!(compile(&effect(row), &[]).is_ok());
    let mut many: Block = (1..=12).map(|var| read(var, 0, &[V(0)])).collect();
    many.extend((1..=12).map(|var| act(0, &[V(var)])));
    assert_eq!(
        compile(&effect(many), &[]),
        Err(CompileError::TooManyValues { at: at(1) })
    );
}

#[test]
fn values_of_one_expression_are_read_when_they_are_needed() {
    let reads = (1..=20).map(|var| read(var, var as u8, &[V(0)]));
    let sum = (2..=20).fold(V(1), |sum, var| math(BinOp::Add, sum, V(var)));
    let all: Block = reads.chain([act(0, &[sum])]).collect();
    let program = compile(&effect(all), &[]).unwrap();
    let nouns: Vec<_> = program
        .ops
        .iter()
        .filter_map(|op| match op {
            Op::Read { noun, .. } => Some(*noun),
            _ => None,
        })
        .collect();
    assert_eq!(nouns, (1..=20).collect::<Vec<u8>>());
    // A value that is read before something changes is not read after it.
    let reads = (1..=12).map(|var| read(var, 0, &[V(0)]));
    let sum = (2..=12).fold(V(1), |sum, var| math(BinOp::Add, sum, V(var)));
    let all: Block = reads.chain([act(0, &[V(0)]), act(0, &[sum])]).collect();
    assert_eq!(
        compile(&effect(all), &[]),
        Err(CompileError::TooManyValues { at: at(1) })
    );
}

#[test]
fn bounds() {
    let long = (0..MAX_OPS).map(|_| act(0, &[])).collect();
    assert_eq!(
        compile(&effect(long), &[]),
        Err(CompileError::TooLong { at: at(1) })
    );
    let deep = (0..500).fold(V(0), |expr, _| math(BinOp::Add, expr, V(0)));
    let refused = compile(&effect(vec![act(0, &[deep])]), &[]);
    assert_eq!(refused, Err(CompileError::TooDeep { at: at(1) }));
    // Exactly as deep as allowed, and one level deeper: expressions and blocks.
    for (levels, fits) in [(MAX_DEPTH, true), (MAX_DEPTH + 1, false)] {
        let sum = (0..levels).fold(V(0), |expr, _| math(BinOp::Add, expr, V(0)));
        let is_deep = |effect: &Effect| {
            let found = crate::analysis::uses::check_depth(effect);
            assert_eq!(found.is_ok(), fits, "{levels}");
        };
        is_deep(&effect(vec![act(0, std::slice::from_ref(&sum))]));
        is_deep(&Effect {
            answer: Some(sum),
            ..effect(Vec::new())
        });
        let repeat = |body| StmtKind::Repeat {
            times: Fixed(2),
            body,
        };
        is_deep(&effect(
            (1..levels).fold(Vec::new(), |body, _| vec![stmt(repeat(body))]),
        ));
    }
    let stray = act(0, &[V(9)]);
    assert_eq!(
        compile(&effect(vec![stray]), &[]),
        Err(CompileError::OutOfScope { at: at(1) })
    );
    let label = |n: usize| (n.to_string(), Fixed(1));
    let from = Options::Labels((0..16).map(label).collect());
    let choose = stmt(StmtKind::Choose {
        var: 1,
        by: V(0),
        from,
        optional: false,
        body: vec![],
    });
    assert_eq!(
        compile(&effect(vec![choose]), &[]),
        Err(CompileError::TooManyLabels { at: at(1) })
    );
}
