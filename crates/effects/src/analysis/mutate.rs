//! Mutations of programs, with one number or one condition changed. The rulings of a pack should notice them.

use crate::tree::{Gather, SourcePos};
use crate::{Arg, BEFORE_ALL, BinOp, ChoiceSource, Lexicon, Op, Param, Program, Ty};

/// A program with one change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutant {
    /// The changed program.
    pub program: Program,
    /// The position of the changed operation in the card's files.
    pub at: SourcePos,
    /// What was changed, such as `lose: 2 -> 3`.
    pub change: String,
}

impl Program {
    /// All programs that differ from this one by 1 in a single number, or in a single condition that is removed so that
    /// its body always runs. Values that are not numbers (damage types, variants) are not changed.
    pub fn mutants(&self, lexicon: &Lexicon) -> Vec<Mutant> {
        let changes = |(place, op): (usize, &Op)| {
            let changed = changed(*op, place, lexicon, self);
            changed
                .into_iter()
                .map(move |(op, change)| self.with(place, op, change))
        };
        self.ops.iter().enumerate().flat_map(changes).collect()
    }

    /// The program changed to always answer yes; `None` if it already does.
    pub fn always(&self) -> Option<Program> {
        let yes = Op::End {
            answer: Arg::fixed(1)?,
        };
        let at = self.places.first().copied().unwrap_or_default();
        (self.ops != [yes]).then(|| Program {
            ops: vec![yes],
            places: vec![at],
            ..Program::default()
        })
    }

    fn with(&self, place: usize, op: Op, change: String) -> Mutant {
        let mut program = self.clone();
        program.ops[place] = op;
        Mutant {
            program,
            at: self.places.get(place).copied().unwrap_or_default(),
            change,
        }
    }
}

/// The operation with each of its numbers one higher and one lower, or without its condition.
fn changed(op: Op, place: usize, lexicon: &Lexicon, program: &Program) -> Vec<(Op, String)> {
    match op {
        // The starting point of a loop through a large set is not a number of the card.
        Op::Put {
            value: BEFORE_ALL, ..
        } => Vec::new(),
        Op::Put { to, value } => near(value)
            .map(|other| (Op::Put { to, value: other }, format!("{value} -> {other}")))
            .collect(),
        Op::Read {
            to,
            noun,
            args: [a, b],
        } => {
            let known = lexicon.nouns.get(usize::from(noun));
            let (name, params) = known.map_or(("", &[][..]), |noun| (noun.name, noun.params));
            numbers(&[a, b], params, name, |args| Op::Read {
                to,
                noun,
                args: [args[0], args[1]],
            })
        }
        Op::Do { verb, args } => {
            let known = lexicon.verbs.get(usize::from(verb));
            let (name, params) = known.map_or(("", &[][..]), |verb| (verb.name, verb.params));
            numbers(&args, params, name, |args| Op::Do {
                verb,
                args: [args[0], args[1], args[2]],
            })
        }
        // The modes of a choice are bits of a mask; the factors that position them are not numbers of the card.
        Op::BinOp {
            math: BinOp::Mul, ..
        } if !program.labels.is_empty() => Vec::new(),
        // A test whether a set has any members: the 0 stands for the empty set.
        Op::BinOp {
            math: BinOp::Ne, b, ..
        } if b == Arg::ZERO => Vec::new(),
        Op::BinOp { to, math, a, b } if on_numbers(math) => {
            numbers(&[a, b], NUMBERS, sign(math), |args| Op::BinOp {
                to,
                math,
                a: args[0],
                b: args[1],
            })
        }
        Op::Choose {
            by,
            to,
            from: ChoiceSource::Numbers(low, high),
            optional,
            skip,
        } => {
            let from = |args: &[Arg]| ChoiceSource::Numbers(args[0], args[1]);
            numbers(&[low, high], NUMBERS, "choose", |args| Op::Choose {
                by,
                to,
                from: from(args),
                optional,
                skip,
            })
        }
        Op::Unless { .. } => vec![(
            Op::Go {
                to: place as u16 + 1,
            },
            "the condition is left out".into(),
        )],
        Op::Only { then } => vec![(Op::Go { to: then }, "the condition is left out".into())],
        Op::Times { to, number } => numbers(&[number], NUMBERS, "times", |args| Op::Times {
            to,
            number: args[0],
        }),
        Op::Gather {
            how,
            to,
            beside,
            item,
            value,
        } => {
            let (how, value, change) = turned(how, value);
            vec![(
                Op::Gather {
                    how,
                    to,
                    beside,
                    item,
                    value,
                },
                change.into(),
            )]
        }
        _ => Vec::new(),
    }
}

/// A different aggregate of a set, and a description of the change.
fn turned(how: Gather, value: Arg) -> (Gather, Arg, &'static str) {
    let (no, yes) = (Arg::ZERO, Arg::fixed(1).unwrap_or(Arg::ZERO));
    match how {
        Gather::Those => (how, yes, "the condition is left out"),
        Gather::Any => (how, no, "any: always false"),
        Gather::All => (how, yes, "all: always true"),
        Gather::Most => (Gather::Least, value, "most -> least"),
        Gather::Least => (Gather::Most, value, "least -> most"),
        Gather::Highest => (Gather::Lowest, value, "highest -> lowest"),
        Gather::Lowest => (Gather::Highest, value, "lowest -> highest"),
        Gather::Sum => (Gather::Highest, value, "sum -> highest"),
    }
}

/// The word in scripts for an aggregate.
pub(crate) fn gather_name(how: Gather) -> &'static str {
    match how {
        Gather::Those => "those",
        Gather::Any => "any",
        Gather::All => "all",
        Gather::Most => "most",
        Gather::Least => "least",
        Gather::Highest => "highest",
        Gather::Lowest => "lowest",
        Gather::Sum => "sum",
    }
}

const NUMBERS: &[Param] = &[
    Param {
        name: "",
        ty: Ty::Number,
    },
    Param {
        name: "",
        ty: Ty::Number,
    },
];

/// The operations that `make` builds for each operand that is a number of the card, changed by one.
fn numbers(
    args: &[Arg],
    params: &[Param],
    name: &str,
    make: impl Fn(&[Arg]) -> Op,
) -> Vec<(Op, String)> {
    let mut all = Vec::new();
    for (place, (arg, _)) in args
        .iter()
        .zip(params)
        .enumerate()
        .filter(|(_, (_, param))| param.ty == Ty::Number)
    {
        let Some(value) = arg.number() else { continue };
        for other in near(value) {
            let Some(arg) = Arg::fixed(other) else {
                continue;
            };
            let mut args = args.to_vec();
            args[place] = arg;
            all.push((make(&args), format!("{name}: {value} -> {other}")));
        }
    }
    all
}

fn near(value: i16) -> impl Iterator<Item = i16> {
    [value.checked_add(1), value.checked_sub(1)]
        .into_iter()
        .flatten()
}

/// Whether the arithmetic is on numbers rather than sets and truth values.
fn on_numbers(math: BinOp) -> bool {
    use BinOp::{Add, Div, Eq, Le, Lt, Max, Min, Mul, Ne, Rem, Sub};
    matches!(
        math,
        Add | Sub | Mul | Div | Rem | Min | Max | Eq | Ne | Lt | Le
    )
}

/// The operator in a script. Scripts also have `>`, but programs only use `<`.
fn sign(math: BinOp) -> &'static str {
    match math {
        BinOp::Lt | BinOp::Le => "comparison",
        _ => crate::listing::sign(math),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Reg, Verb};
    use cardwright_kernel::RuleId;

    const LOSE: Verb = Verb {
        name: "lose",
        params: &[
            Param {
                name: "who",
                ty: Ty::One(0),
            },
            Param {
                name: "n",
                ty: Ty::Number,
            },
        ],
        doc: "",
        example: "",
        say: "",
        rule: RuleId("X-1"),
        sense: crate::Sense::ALWAYS,
    };
    const LEXICON: Lexicon = Lexicon {
        game: "test",
        api: 1,
        things: &[],
        words: &[],
        nouns: &[],
        verbs: &[LOSE],
        hooks: &[],
        symbols: &[],
        lists: false,
        aliases: &[],
        kinds: &[],
        windows: &[],
        beside: &[],
        keeps: &[],
        idle: crate::Idle::NONE,
        secrecy: None,
        phrases: crate::Phrases::NONE,
        declarable: &[],
        declared: std::borrow::Cow::Borrowed(&[]),
    };

    fn program(ops: &[Op]) -> Program {
        Program {
            ops: ops.to_vec(),
            places: vec![SourcePos::default(); ops.len()],
            ..Program::default()
        }
    }

    fn check(op: Op, expected: &[&str]) {
        let program = program(&[op, Op::End { answer: Arg::ZERO }]);
        let mutants = program.mutants(&LEXICON);
        assert_eq!(
            mutants
                .iter()
                .map(|mutant| mutant.change.as_str())
                .collect::<Vec<_>>(),
            expected
        );
        assert!(
            mutants
                .iter()
                .all(|mutant| mutant.program != program && mutant.program.ops.len() == 2)
        );
    }

    fn fixed(value: i16) -> Arg {
        Arg::fixed(value).unwrap()
    }

    #[test]
    fn numbers_go_up_and_down() {
        const TO: Reg = 3;
        check(
            Op::Do {
                verb: 0,
                args: [fixed(1), fixed(2), Arg::ZERO],
            },
            &["lose: 2 -> 3", "lose: 2 -> 1"],
        );
        check(
            Op::Do {
                verb: 0,
                args: [fixed(1), Arg::reg(2), Arg::ZERO],
            },
            &[],
        );
        check(Op::Put { to: TO, value: -4 }, &["-4 -> -3", "-4 -> -5"]);
        let less = Op::BinOp {
            to: TO,
            math: BinOp::Lt,
            a: Arg::ZERO,
            b: Arg::reg(1),
        };
        check(less, &["comparison: 0 -> 1"]);
        let any = Op::BinOp {
            to: TO,
            math: BinOp::Ne,
            a: Arg::reg(1),
            b: Arg::ZERO,
        };
        check(any, &[]);
        let sets = Op::BinOp {
            to: TO,
            math: BinOp::Or,
            a: Arg::reg(1),
            b: Arg::ZERO,
        };
        check(sets, &[]);
        let from = ChoiceSource::Numbers(fixed(1), fixed(2));
        let choose = Op::Choose {
            by: Arg::reg(0),
            to: TO,
            from,
            optional: false,
            skip: 1,
        };
        check(
            choose,
            &[
                "choose: 1 -> 2",
                "choose: 1 -> 0",
                "choose: 2 -> 3",
                "choose: 2 -> 1",
            ],
        );
    }

    #[test]
    fn conditions_are_left_out() {
        check(
            Op::Unless {
                truth: Arg::reg(0),
                go: 1,
            },
            &["the condition is left out"],
        );
        let asks = program(&[Op::End {
            answer: Arg::reg(0),
        }]);
        let always = asks.always().unwrap();
        assert_eq!(always.ops, [Op::End { answer: fixed(1) }]);
        assert_eq!(always.always(), None, "it is one already");
    }
}
