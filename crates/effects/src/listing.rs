//! Programs as text, for snapshots and debugging.

use crate::{Arg, BinOp, ChoiceSource, Op, Program};

impl Program {
    /// The program as text, one line per operation, with verbs and nouns as numbers.
    pub fn listing(&self) -> Vec<String> {
        self.ops
            .iter()
            .map(|op| line(op, &number, &number))
            .collect()
    }

    /// The program as text, one line per operation, with the words of the lexicon.
    pub fn listing_with(&self, lexicon: &crate::Lexicon) -> Vec<String> {
        let noun = |noun: u8| {
            lexicon
                .nouns
                .get(usize::from(noun))
                .map_or("?", |noun| noun.name)
                .to_owned()
        };
        let verb = |verb: u8| {
            lexicon
                .verbs
                .get(usize::from(verb))
                .map_or("?", |verb| verb.name)
                .to_owned()
        };
        let noun = |place: u8| format!(" {}", noun(place));
        let verb = |place: u8| format!(" {}", verb(place));
        self.ops.iter().map(|op| line(op, &noun, &verb)).collect()
    }
}

fn number(place: u8) -> String {
    format!(" {place}")
}

type Name<'a> = &'a dyn Fn(u8) -> String;

fn line(op: &Op, noun: Name<'_>, verb: Name<'_>) -> String {
    match *op {
        Op::Put { to, value } => format!("r{to} = {value}"),
        Op::Read { to, noun: n, args } => format!("r{to} = read{}({})", noun(n), list(&args)),
        Op::BinOp {
            to,
            math: BinOp::Count,
            a,
            ..
        } => format!("r{to} = count of {}", a.show()),
        Op::BinOp { to, math, a, b } => format!("r{to} = {} {} {}", a.show(), sign(math), b.show()),
        Op::Unless { truth, go } => format!("unless {} go {go}", truth.show()),
        Op::Go { to } => format!("go {to}"),
        Op::Next {
            set,
            to,
            from,
            done,
        } if from == Arg::ZERO => {
            format!("r{to} = next of r{set}, else {done}")
        }
        Op::Next {
            set,
            to,
            from,
            done,
        } => {
            format!("r{to} = next of r{set} from {}, else {done}", from.show())
        }
        Op::NextListed {
            noun: n,
            args,
            to,
            done,
        } => {
            format!(
                "r{to} = next of list{}({}), else {done}",
                noun(n),
                list(&args)
            )
        }
        Op::Times { to, number } => format!("r{to} = times {}", number.show()),
        Op::Again { left, done } => format!("again r{left}, else {done}"),
        Op::More {
            rest,
            got,
            left,
            up_to,
            done,
        } => {
            let most = if up_to { " at most" } else { "" };
            format!("r{got} = choose{most} r{left} of r{rest}, else {done}")
        }
        Op::Move { item, from, to } => format!("move r{item} from r{from} to r{to}"),
        Op::Empty { set, go } => format!("without r{set} go {go}"),
        Op::Gather {
            how,
            to,
            beside,
            item,
            value,
        } => {
            let how = crate::analysis::mutate::gather_name(how);
            format!("r{to} = {how} of {} for r{item} (r{beside})", value.show())
        }
        Op::Choose {
            by,
            to,
            from,
            optional,
            skip,
        } => {
            let how = if optional { "may choose" } else { "chooses" };
            let who = if by == Arg::CHANCE {
                "chance".into()
            } else {
                by.show()
            };
            format!(
                "r{to} = {who} {how} from {}, else {skip}",
                origin(from, noun)
            )
        }
        Op::Only { then } => format!("only where, then {then}"),
        Op::Do { verb: v, args } => format!("do{}({})", verb(v), list(&args)),
        Op::End { answer } => format!("end {}", answer.show()),
    }
}

fn origin(from: ChoiceSource, noun: Name<'_>) -> String {
    match from {
        ChoiceSource::Set(set, _) => format!("set {}", set.show()),
        ChoiceSource::Numbers(low, high) => format!("{} to {}", low.show(), high.show()),
        ChoiceSource::Listed(n, a, b) => format!("list{}({})", noun(n), list(&[a, b])),
        ChoiceSource::Labels { open, first } => format!("labels {first} open {}", open.show()),
    }
}

fn list(args: &[Arg]) -> String {
    args.iter()
        .map(|arg| arg.show())
        .collect::<Vec<_>>()
        .join(", ")
}

/// The operator as text.
pub(crate) fn sign(math: BinOp) -> &'static str {
    match math {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Rem => "%",
        BinOp::Min => "min",
        BinOp::Max => "max",
        BinOp::Eq => "==",
        BinOp::Ne => "!=",
        BinOp::Lt => "<",
        BinOp::Le => "<=",
        BinOp::And => "and",
        BinOp::Or => "or",
        BinOp::Without => "without",
        BinOp::With => "with",
        BinOp::Drop => "drop",
        BinOp::Has => "has",
        BinOp::Count => "count",
    }
}
