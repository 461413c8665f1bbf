//! Operators on play-time values. For every pair of types, each either builds an expression or reports an error.

use super::trace::{Shared, Trace};
use super::value::{self, Kind, Operand, Value, give, math, name, operand};
use crate::codes;
use cardwright_effects::tree::Expr;
use cardwright_effects::{BinOp, Ty};
use rhai::{Array, Dynamic, Engine, Map, NativeCallContext, Position};

/// Every binary operator that can be applied to a play-time value.
pub(crate) const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or", "min", "max", "**",
    "<<", ">>", "&", "|", "^", "..", "..=", "has", "contains", "+=", "-=", "*=", "/=", "%=", "**=",
    "<<=", ">>=", "&=", "|=", "^=",
];

/// Registers the operators.
pub(crate) fn register(engine: &mut Engine, trace: &Shared) {
    for op in OPERATORS
        .iter()
        .copied()
        .filter(|op| !op.ends_with('=') || matches!(*op, "==" | "!=" | "<=" | ">=" | "..="))
    {
        let shared = trace.clone();
        engine.register_fn(
            op,
            move |context: NativeCallContext, a: Value, b: Dynamic| {
                shared
                    .borrow_mut()
                    .binary(op, &Dynamic::from(a), &b, context.call_position())
            },
        );
        let shared = trace.clone();
        engine.register_fn(
            op,
            move |context: NativeCallContext, a: Dynamic, b: Value| {
                shared
                    .borrow_mut()
                    .binary(op, &a, &Dynamic::from(b), context.call_position())
            },
        );
    }
    for op in ["and", "or"] {
        let shared = trace.clone();
        engine.register_fn(
            op,
            move |context: NativeCallContext, a: Dynamic, b: Dynamic| {
                shared
                    .borrow_mut()
                    .binary(op, &a, &b, context.call_position())
            },
        );
    }
    searches(engine, trace);
    for op in ["==", "!="] {
        nested(engine, trace, op);
    }
    for op in ["!", "not", "-", "+"] {
        let shared = trace.clone();
        engine.register_fn(op, move |context: NativeCallContext, a: Value| {
            shared
                .borrow_mut()
                .unary(op, &Dynamic::from(a), context.call_position())
        });
    }
    engine.register_fn("not", |a: bool| !a);
    engine.register_fn("min", |a: i64, b: i64| a.min(b));
    engine.register_fn("max", |a: i64, b: i64| a.max(b));
    bounds(engine, trace);
    for function in ["to_string", "to_debug", "print", "debug"] {
        let shared = trace.clone();
        engine.register_fn(function, move |context: NativeCallContext, _: Value| {
            let message = "a play-time value has no text while the card loads";
            shared.borrow_mut().error(
                codes::WRONG_OPERANDS,
                context.call_position(),
                message,
                "write the text yourself",
            );
            String::new()
        });
    }
}

/// `abs(x)` and `clamp(x, low, high)`, built from the minimum and maximum of two values.
fn bounds(engine: &mut Engine, trace: &Shared) {
    let shared = trace.clone();
    engine.register_fn("abs", move |context: NativeCallContext, value: Value| {
        let (mut trace, at) = (shared.borrow_mut(), context.call_position());
        let value = Dynamic::from(value);
        let other = trace.unary("-", &value, at);
        trace.binary("max", &value, &other, at)
    });
    let shared = trace.clone();
    let clamp = move |context: NativeCallContext, value: Dynamic, low: Dynamic, high: Dynamic| {
        let (mut trace, at) = (shared.borrow_mut(), context.call_position());
        let value = trace.binary("max", &value, &low, at);
        trace.binary("min", &value, &high, at)
    };
    engine.register_fn("clamp", clamp);
    let shared = trace.clone();
    let value_if =
        move |context: NativeCallContext, truth: Dynamic, then: Dynamic, other: Dynamic| {
            let at = context.call_position();
            shared.borrow_mut().value_if(&truth, &then, &other, at)
        };
    engine.register_fn("value_if", value_if);
}

/// Without these, a search for a play-time value in a list would silently compare it with each member.
fn searches(engine: &mut Engine, trace: &Shared) {
    for name in ["contains", "index_of"] {
        let shared = trace.clone();
        engine.register_fn(name, move |context: NativeCallContext, _: Array, _: Value| {
            let message = "you cannot search a list for a value that is known only during play";
            let help = "compare with each member with `==` and `or`, or use `.has(x)` of a set of the game";
            shared.borrow_mut().error(codes::WRONG_OPERANDS, context.call_position(), message, help);
            poison()
        });
    }
}

/// Without these, lists and maps that contain play-time values would silently be compared value by value.
fn nested(engine: &mut Engine, trace: &Shared, op: &'static str) {
    let refuse = |trace: &Shared, at: Position| {
        let message = "lists that hold play-time values cannot be compared";
        trace.borrow_mut().error(
            codes::WRONG_OPERANDS,
            at,
            message,
            "compare the values one by one with `==` and `and`",
        );
        Dynamic::from(Value::poison())
    };
    let shared = trace.clone();
    engine.register_fn(op, move |context: NativeCallContext, a: Array, b: Array| {
        let (a, b) = (Dynamic::from(a), Dynamic::from(b));
        match holds(&a) || holds(&b) {
            true => refuse(&shared, context.call_position()),
            false => Dynamic::from_bool(same(&a, &b) == (op == "==")),
        }
    });
    let shared = trace.clone();
    engine.register_fn(op, move |context: NativeCallContext, a: Map, b: Map| {
        let (a, b) = (Dynamic::from(a), Dynamic::from(b));
        match holds(&a) || holds(&b) {
            true => refuse(&shared, context.call_position()),
            false => Dynamic::from_bool(same(&a, &b) == (op == "==")),
        }
    });
}

/// Whether a load-time value contains a play-time value.
fn holds(value: &Dynamic) -> bool {
    value.is::<Value>()
        || value
            .read_lock::<Array>()
            .is_some_and(|list| list.iter().any(holds))
        || value
            .read_lock::<Map>()
            .is_some_and(|map| map.values().any(holds))
}

/// Whether two load-time values are equal.
fn same(a: &Dynamic, b: &Dynamic) -> bool {
    if let (Some(a), Some(b)) = (a.read_lock::<Array>(), b.read_lock::<Array>()) {
        return a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same(a, b));
    }
    if let (Some(a), Some(b)) = (a.read_lock::<Map>(), b.read_lock::<Map>()) {
        return a.len() == b.len()
            && a.iter()
                .all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)));
    }
    match (a.as_int(), b.as_int(), a.as_bool(), b.as_bool()) {
        (Ok(a), Ok(b), ..) => return a == b,
        (.., Ok(a), Ok(b)) => return a == b,
        _ => {}
    }
    a.type_name() == b.type_name() && a.to_string() == b.to_string()
}

/// What to do with a large set.
const LARGE: &str = "loop over it with `each x in … { }`, choose from it with `choose x in … { }`, or use `.count`, `.has(x)`, `any`, `all`, `sum`, `highest` or `lowest`; for members of two sets, write `x in … where other.has(x)`";

impl Trace {
    /// Evaluates a binary operator.
    pub(crate) fn binary(&mut self, op: &str, a: &Dynamic, b: &Dynamic, at: Position) -> Dynamic {
        let (left, right) = (operand(a), operand(b));
        if op == "or"
            && matches!(
                b.read_lock::<Value>().as_deref(),
                Some(Value {
                    kind: Kind::None,
                    ..
                })
            )
        {
            return self.or_none(a, at);
        }
        let (a, b) = match (left, right) {
            (Operand::Poison, _) | (_, Operand::Poison) => return poison(),
            (Operand::None, _) | (_, Operand::None) => return self.none_misplaced(at),
            (
                Operand::Large {
                    noun,
                    args,
                    thing,
                    since,
                },
                Operand::Typed(one, ty),
            ) if matches!(op, "has" | "contains")
                && self.as_thing((one.clone(), ty), Ty::One(thing)).1 == Ty::One(thing) =>
            {
                self.check_kept(noun, since, at);
                return match self.check(&one, at) {
                    true => self.listed_has(noun, args, one, at),
                    false => poison(),
                };
            }
            (left @ Operand::Large { .. }, right) => {
                return self.large_with(op, &left, &right, at);
            }
            (left, right @ Operand::Large { .. }) => {
                return self.large_with(op, &right, &left, at);
            }
            (Operand::Typed(a, a_ty), Operand::Typed(b, b_ty)) => ((a, a_ty), (b, b_ty)),
            (left, right) => return self.cannot(op, &left, &right, at),
        };
        if !self.check(&a.0, at) || !self.check(&b.0, at) {
            return poison();
        }
        let (a, b) = self.as_numbers(op, a, b);
        let a = match (op, a.1, b.1) {
            ("+", Ty::One(thing), Ty::One(other)) if thing == other && self.small(thing) => {
                (math(BinOp::With, Expr::Fixed(0), a.0), Ty::Many(thing))
            }
            _ => a,
        };
        match combine(op, &a, &b) {
            Some((expr, _)) if value::too_big(&expr) => self.too_big(at),
            Some((expr, ty)) => give(expr, ty),
            None => self.cannot(op, &Operand::Typed(a.0, a.1), &Operand::Typed(b.0, b.1), at),
        }
    }

    /// Converts things that are numbers to numbers if they are compared or calculated with numbers. A number next to a
    /// set of such things becomes one of them, if it always is one.
    fn as_numbers(&self, op: &str, a: Typed, b: Typed) -> (Typed, Typed) {
        let numbered = |ty: Ty| self.lexicon.numbers_of(ty).is_some();
        let same = a.1 == b.1 && matches!(op, "==" | "!=");
        match (a.1, b.1) {
            (Ty::Many(thing), Ty::Number) => {
                let b = self.as_thing(b, Ty::One(thing));
                (a, b)
            }
            (Ty::Number, Ty::Many(thing)) => (self.as_thing(a, Ty::One(thing)), b),
            (x, y)
                if !same
                    && (numbered(x) || x == Ty::Number)
                    && (numbered(y) || y == Ty::Number) =>
            {
                ((a.0, Ty::Number), (b.0, Ty::Number))
            }
            _ => (a, b),
        }
    }

    /// Whether the sets of a thing fit in a bit mask.
    fn small(&self, thing: u8) -> bool {
        let thing = self.lexicon.things.get(usize::from(thing));
        thing.is_some_and(|thing| thing.small)
    }

    /// Converts a number to a thing that is a number, if it always is one.
    fn as_thing(&self, number: Typed, ty: Ty) -> Typed {
        let fits = self.lexicon.numbers_of(ty).is_some_and(|(least, most)| {
            let (low, high) = self.ranges.range(&number.0);
            least <= low && high <= most
        });
        if fits { (number.0, ty) } else { number }
    }

    /// `x or none` after a choice.
    fn or_none(&mut self, value: &Dynamic, at: Position) -> Dynamic {
        let kind = match operand(value) {
            Operand::Typed(expr, ty) => Kind::Known(expr, ty),
            Operand::Large {
                noun,
                args,
                thing,
                since,
            } => Kind::Large {
                noun,
                args,
                thing,
                since,
            },
            Operand::Poison => Kind::Poison,
            _ => return self.none_misplaced(at),
        };
        Dynamic::from(Value {
            kind,
            or_none: true,
        })
    }

    pub(super) fn none_misplaced(&mut self, at: Position) -> Dynamic {
        let help = "write `choose x in … or none { }`; to ask whether a set is empty, write `set.count == 0`";
        self.error(
            codes::NONE_MISPLACED,
            at,
            "`none` is allowed only at the end of a `choose` line",
            help,
        );
        poison()
    }

    pub(crate) fn large(&mut self, set: &Operand, at: Position) -> Dynamic {
        self.report_large("", set, at);
        poison()
    }

    /// Reports a large set behind a word, or anywhere else.
    pub(crate) fn report_large(&mut self, word: &str, set: &Operand, at: Position) {
        let help = match word {
            "those" => {
                "to count the members, write `sum x in SET of value_if(CONDITION, 1, 0)`; to do something with them, write `each x in SET where CONDITION { … }`"
            }
            "sum" => "write `sum x in SET of value_if(CONDITION, NUMBER, 0)`",
            "highest" => "write `highest x in SET of value_if(CONDITION, NUMBER, 0)`",
            "lowest" => "write `lowest x in SET of value_if(CONDITION, NUMBER, 99)`",
            _ => LARGE,
        };
        self.large_set(set, help, at);
    }

    fn large_set(&mut self, set: &Operand, help: &str, at: Position) {
        let message = format!(
            "{} can be large, which is not allowed here",
            name(set, &self.lexicon)
        );
        self.error(codes::LARGE_SET, at, message, help);
    }

    /// Reports an operator on a large set.
    fn large_with(&mut self, op: &str, set: &Operand, other: &Operand, at: Position) -> Dynamic {
        let one = matches!(other, Operand::Typed(_, Ty::One(_)));
        let own = match set {
            Operand::Large { thing, .. } => {
                let thing = self.lexicon.things.get(usize::from(*thing));
                thing.and_then(|thing| self.lexicon.phrases.meant(&format!("+ {}", thing.name)))
            }
            _ => None,
        };
        let help = match op {
            "+" | "or" if !one && own.is_some() => own.unwrap_or_default(),
            "+" if one => {
                "write the steps twice: `each x in SET { … }`, and once more for the other thing"
            }
            "+" | "or" => {
                "write two loops: `each x in SET { … } each x in OTHER { … }`; for a choice from both, first let the player choose the set: `choose either \"…\" { choose x in SET { … } } or \"…\" { choose x in OTHER { … } }`"
            }
            "-" if one => "leave the thing out: `each x in SET where x != THING { … }`",
            "-" => "leave members out: `each x in SET where not(OTHER.has(x)) { … }`",
            "&" | "and" => "ask about each member: `each x in SET where OTHER.has(x) { … }`",
            _ => return self.large(set, at),
        };
        self.large_set(set, help, at);
        poison()
    }

    /// Reports a choice of several members of a large set.
    pub(crate) fn report_large_choice(&mut self, set: &Operand, at: Position) {
        let name = name(set, &self.lexicon);
        let message =
            format!("{name} can be a large set: you can choose only one member at a time");
        let help =
            "write `choose x in … { }` without a number; to choose several, put it into `repeat`";
        self.error(codes::LARGE_SET, at, message, help);
    }

    fn too_big(&mut self, at: Position) -> Dynamic {
        let message = format!(
            "this expression has more than {} parts",
            crate::limits::PARTS
        );
        self.error(
            codes::EFFECT_LIMIT,
            at,
            message,
            "a function of your own, or a loop that runs while the card loads, makes it this long; make that shorter",
        );
        poison()
    }

    fn cannot(&mut self, op: &str, a: &Operand, b: &Operand, at: Position) -> Dynamic {
        if let (Operand::TooLarge(number), _) | (_, Operand::TooLarge(number)) = (a, b) {
            let message = format!("the number {number} is too large");
            self.error(
                codes::TOO_LARGE_NUMBER,
                at,
                message,
                "numbers must be between -32768 and 32767",
            );
            return poison();
        }
        let (first, second) = (name(a, &self.lexicon), name(b, &self.lexicon));
        let message = format!("`{op}` does not work with {first} and {second}");
        self.error(codes::WRONG_OPERANDS, at, message, self.advice(op, a, b));
        poison()
    }

    /// `value_if(C, a, b)`: one of two numbers, expressed with a condition that counts as 1 or 0.
    fn value_if(
        &mut self,
        truth: &Dynamic,
        then: &Dynamic,
        other: &Dynamic,
        at: Position,
    ) -> Dynamic {
        let truth = match operand(truth) {
            Operand::Poison => return poison(),
            Operand::Typed(truth, Ty::Truth) => truth,
            wrong => {
                let message = format!(
                    "`value_if` needs a condition first, not {}",
                    name(&wrong, &self.lexicon)
                );
                let help = self.value_if_help();
                self.error(codes::WRONG_OPERANDS, at, message, help);
                return poison();
            }
        };
        let wrong = [then, other]
            .map(operand)
            .into_iter()
            .find(|value| match value {
                Operand::Typed(_, ty) => {
                    *ty != Ty::Number && self.lexicon.numbers_of(*ty).is_none()
                }
                Operand::Poison | Operand::TooLarge(_) => false,
                _ => true,
            });
        if let Some(wrong) = wrong {
            let message = format!(
                "`value_if` gives one of two numbers, not {}",
                name(&wrong, &self.lexicon)
            );
            let help = self.value_if_help();
            self.error(codes::WRONG_OPERANDS, at, message, help);
            return poison();
        }
        let more = self.binary("-", then, other, at);
        match (operand(&more), operand(other)) {
            // Both values are the same number.
            (Operand::Typed(Expr::Fixed(0), _), Operand::Typed(other, _)) => {
                give(other, Ty::Number)
            }
            (Operand::Typed(more, Ty::Number), Operand::Typed(other, _))
                if self.check(&truth, at) =>
            {
                let more = math(BinOp::Mul, truth, more);
                let expr = math(BinOp::Add, other, more);
                if value::too_big(&expr) {
                    self.too_big(at)
                } else {
                    give(expr, Ty::Number)
                }
            }
            _ => poison(),
        }
    }

    /// A hint about what to write instead.
    fn advice(&self, op: &str, a: &Operand, b: &Operand) -> String {
        let number = self.lexicon.phrases.examples.number;
        let set = |operand: &Operand| matches!(operand, Operand::Typed(_, Ty::Many(_)));
        let thing = |operand: &Operand| matches!(operand, Operand::Typed(_, Ty::One(_)));
        let truth = |operand: &Operand| matches!(operand, Operand::Typed(_, Ty::Truth));
        let text = |operand: &Operand| matches!(operand, Operand::Other("a text"));
        let nothing = |operand: &Operand| matches!(operand, Operand::Other(value::NOTHING));
        match op {
            _ if nothing(a) || nothing(b) => {
                "a verb changes the game and has no value: write it as a separate statement".into()
            }
            _ if text(a) || text(b) => "write numbers and words of the game without quotes".into(),
            "<" | "<=" | ">" | ">=" if truth(a) || truth(b) => {
                format!("compare two at a time and join them with `and`: `2 < me.{number} and me.{number} < 6`")
            }
            "==" | "!=" if set(a) || set(b) => "use `.count` or `.has(x)` of the set".into(),
            "==" | "!=" => "you can compare only things of the same sort".into(),
            "and" | "or" if set(a) && set(b) => {
                "write `+` to join sets, `&` for the members that both have, `-` to remove members".into()
            }
            "and" | "or" => format!("`and` and `or` work with conditions, such as `me.{number} > 3`"),
            "<" | "<=" | ">" | ">=" if thing(a) || thing(b) => {
                format!("write which number of it you compare, as in `me.{number}`")
            }
            "<" | "<=" | ">" | ">=" => "you can order only numbers; for a set write `.count`".into(),
            "has" | "contains" => "write `set.has(x)` with a set and a thing of the same sort".into(),
            ".." | "..=" => {
                "you cannot loop over a play-time number; write `choose n from 1 to … { }`".into()
            }
            "+" | "-" => "combine numbers with numbers, and sets with sets or with things of the same sort".into(),
            _ => {
                "with play-time numbers you can use `+ - * / %`, `min(a, b)`, `max(a, b)`, `abs(a)` and `clamp(a, low, high)`"
                    .into()
            }
        }
    }

    fn value_if_help(&self) -> String {
        let number = self.lexicon.phrases.examples.number;
        format!("write such as `value_if(me.{number} < 5, 2, 0)`")
    }

    /// Evaluates a unary operator.
    fn unary(&mut self, op: &str, a: &Dynamic, at: Position) -> Dynamic {
        let of = operand(a);
        let (expr, ty) = match of {
            Operand::Typed(expr, ty) if self.lexicon.numbers_of(ty).is_some() => (expr, Ty::Number),
            Operand::Typed(expr, ty) => (expr, ty),
            Operand::Poison => return poison(),
            Operand::None => return self.none_misplaced(at),
            other @ Operand::Other(_) => {
                let message = format!("`{op}` does not work with {}", name(&other, &self.lexicon));
                let help = self.advice(op, &other, &other);
                self.error(codes::WRONG_OPERANDS, at, message, help);
                return poison();
            }
            other => return self.large(&other, at),
        };
        if !self.check(&expr, at) {
            return poison();
        }
        let expr = match (op, ty) {
            ("!" | "not", Ty::Truth) => math(BinOp::Without, Expr::Fixed(1), expr),
            ("-", Ty::Number) => math(BinOp::Sub, Expr::Fixed(0), expr),
            ("+", Ty::Number) => expr,
            _ => {
                let message = format!("`{op}` does not work with {}", self.lexicon.type_name(ty));
                self.error(
                    codes::WRONG_OPERANDS,
                    at,
                    message,
                    "`not` works with conditions, `-` with numbers",
                );
                return poison();
            }
        };
        if value::too_big(&expr) {
            self.too_big(at)
        } else {
            give(expr, ty)
        }
    }
}

pub(crate) fn poison() -> Dynamic {
    Dynamic::from(Value::poison())
}

type Typed = (Expr, Ty);

/// The result of an operator on two types, if it can be applied to them.
fn combine(op: &str, a: &Typed, b: &Typed) -> Option<Typed> {
    let build = |of: BinOp, ty| Some((math(of, a.0.clone(), b.0.clone()), ty));
    let turned = |of: BinOp, ty| Some((math(of, b.0.clone(), a.0.clone()), ty));
    match (op, a.1, b.1) {
        ("==", x, y) if x == y => build(BinOp::Eq, Ty::Truth),
        ("!=", x, y) if x == y => build(BinOp::Ne, Ty::Truth),
        ("and", Ty::Truth, Ty::Truth) => build(BinOp::And, Ty::Truth),
        ("or", Ty::Truth, Ty::Truth) => build(BinOp::Or, Ty::Truth),
        ("<", Ty::Number, Ty::Number) => build(BinOp::Lt, Ty::Truth),
        ("<=", Ty::Number, Ty::Number) => build(BinOp::Le, Ty::Truth),
        (">", Ty::Number, Ty::Number) => turned(BinOp::Lt, Ty::Truth),
        (">=", Ty::Number, Ty::Number) => turned(BinOp::Le, Ty::Truth),
        (_, Ty::Number, Ty::Number) => build(arithmetic(op)?, Ty::Number),
        ("+", Ty::Many(x), Ty::Many(y)) if x == y => build(BinOp::Or, a.1),
        ("+", Ty::Many(x), Ty::One(y)) if x == y => build(BinOp::With, a.1),
        ("+", Ty::One(x), Ty::Many(y)) if x == y => turned(BinOp::With, b.1),
        ("-", Ty::Many(x), Ty::Many(y)) if x == y => build(BinOp::Without, a.1),
        ("&", Ty::Many(x), Ty::Many(y)) if x == y => build(BinOp::And, a.1),
        ("-", Ty::Many(x), Ty::One(y)) if x == y => {
            let one = math(BinOp::With, Expr::Fixed(0), b.0.clone());
            Some((math(BinOp::Without, a.0.clone(), one), a.1))
        }
        ("has" | "contains", Ty::Many(x), Ty::One(y)) if x == y => build(BinOp::Has, Ty::Truth),
        _ => None,
    }
}

fn arithmetic(op: &str) -> Option<BinOp> {
    Some(match op {
        "+" => BinOp::Add,
        "-" => BinOp::Sub,
        "*" => BinOp::Mul,
        "/" => BinOp::Div,
        "%" => BinOp::Rem,
        "min" => BinOp::Min,
        "max" => BinOp::Max,
        _ => return None,
    })
}
