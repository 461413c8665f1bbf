//! Play-time values in a script while it is traced.

use crate::limits;
use cardwright_effects::tree::Expr;
use cardwright_effects::{BinOp, Lexicon, Ty};
use rhai::Dynamic;

/// A value known only during play.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) kind: Kind,
    /// Whether it was followed by `or none`.
    pub(crate) or_none: bool,
}

/// The moment at which a script named a large set. The set is looked up where it is used, so nothing may happen in
/// between.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Since {
    /// The number of verbs performed before.
    pub(crate) acts: usize,
    /// The number of loops around it.
    pub(crate) loops: usize,
}

/// The kind of the value.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// A value of a type.
    Known(Expr, Ty),
    /// A set that is too large for a bit mask; the game lists its members on demand.
    Large {
        noun: u8,
        args: Vec<Expr>,
        thing: u8,
        /// When the script named it.
        since: Since,
    },
    /// The word `none`.
    None,
    /// The result of a verb, which cannot be used anywhere.
    Nothing,
    /// The value of something already reported. It is valid everywhere, so that an error is reported only once.
    Poison,
}

/// An operand of an operator, or an argument.
#[derive(Clone, Debug)]
pub(crate) enum Operand {
    /// A play-time value, or a number or truth value that can be one.
    Typed(Expr, Ty),
    /// A large set.
    Large {
        noun: u8,
        args: Vec<Expr>,
        thing: u8,
        /// When the script named it.
        since: Since,
    },
    /// The word `none`, or a value followed by `or none`.
    None,
    /// Something already reported.
    Poison,
    /// A number too large for play.
    TooLarge(i64),
    /// A load-time value without a meaning during play.
    Other(&'static str),
}

/// The name of a verb's result in messages.
pub(crate) const NOTHING: &str = "nothing";

impl Value {
    pub(crate) fn nothing() -> Value {
        Value {
            kind: Kind::Nothing,
            or_none: false,
        }
    }

    pub(crate) fn known(expr: Expr, ty: Ty) -> Value {
        Value {
            kind: Kind::Known(expr, ty),
            or_none: false,
        }
    }

    pub(crate) fn large(noun: u8, args: Vec<Expr>, thing: u8, since: Since) -> Value {
        Value {
            kind: Kind::Large {
                noun,
                args,
                thing,
                since,
            },
            or_none: false,
        }
    }

    pub(crate) fn none() -> Value {
        Value {
            kind: Kind::None,
            or_none: false,
        }
    }

    pub(crate) fn poison() -> Value {
        Value {
            kind: Kind::Poison,
            or_none: false,
        }
    }
}

/// The value for a script. A constant becomes an ordinary value, so that `if` and `for` work with it.
pub(crate) fn give(expr: Expr, ty: Ty) -> Dynamic {
    match (&expr, ty) {
        (Expr::Fixed(value), Ty::Number) => Dynamic::from_int(i64::from(*value)),
        (Expr::Fixed(value), Ty::Truth) => Dynamic::from_bool(*value != 0),
        _ => Dynamic::from(Value::known(expr, ty)),
    }
}

/// Converts a script's value to an operand of a play-time operation.
pub(crate) fn operand(value: &Dynamic) -> Operand {
    if let Some(value) = value.read_lock::<Value>() {
        return match &value.kind {
            _ if value.or_none => Operand::None,
            Kind::Known(expr, ty) => Operand::Typed(expr.clone(), *ty),
            Kind::Large {
                noun,
                args,
                thing,
                since,
            } => Operand::Large {
                noun: *noun,
                args: args.clone(),
                thing: *thing,
                since: *since,
            },
            Kind::None => Operand::None,
            Kind::Nothing => Operand::Other(NOTHING),
            Kind::Poison => Operand::Poison,
        };
    }
    if let Ok(number) = value.as_int() {
        return match i16::try_from(number) {
            Ok(number) => Operand::Typed(Expr::Fixed(number), Ty::Number),
            Err(_) => Operand::TooLarge(number),
        };
    }
    match value.as_bool() {
        Ok(truth) => Operand::Typed(Expr::Fixed(i16::from(truth)), Ty::Truth),
        Err(_) => Operand::Other(load_name(value)),
    }
}

/// The name of a load-time type in messages.
fn load_name(value: &Dynamic) -> &'static str {
    match value {
        _ if value.is_string() => "a text",
        _ if value.is_char() => "a letter",
        _ if value.is_unit() => NOTHING,
        _ if value.is_array() => "a list",
        _ if value.is_map() => "a map",
        _ if value.is_fnptr() => "a function",
        _ => "a load-time value",
    }
}

/// The name of an operand's type in messages.
pub(crate) fn name(operand: &Operand, lexicon: &Lexicon) -> String {
    match operand {
        Operand::Typed(_, ty) => lexicon.type_name(*ty),
        Operand::Large { thing, .. } => lexicon.type_name(Ty::Many(*thing)),
        Operand::None => "`none`".into(),
        Operand::Poison => "a value".into(),
        Operand::TooLarge(number) => format!("the number {number}"),
        Operand::Other(name) => (*name).into(),
    }
}

/// The expression for an operation, evaluated if both sides are constant.
pub(crate) fn math(math: BinOp, a: Expr, b: Expr) -> Expr {
    match (&a, &b) {
        (Expr::Fixed(a), Expr::Fixed(b)) => Expr::Fixed(math.of(*a, *b)),
        _ => Expr::BinOp(math, Box::new(a), Box::new(b)),
    }
}

/// Whether an expression exceeds the maximum number of parts.
pub(crate) fn too_big(expr: &Expr) -> bool {
    fn parts(expr: &Expr) -> usize {
        match expr {
            Expr::BinOp(_, a, b) => 1 + parts(a) + parts(b),
            _ => 1,
        }
    }
    parts(expr) > limits::PARTS
}
