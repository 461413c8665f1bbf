//! Converts Rhai's errors to the terms of card scripts.

use super::trace::Script;
use crate::codes;
use crate::diagnostics::{Diagnostic, Span};
use crate::fields::short;
use rhai::{EvalAltResult, LexError, ParseError, ParseErrorType, Position};

/// The name for a play-time value in Rhai's messages.
pub(crate) const PLAY_TIME: &str = "play-time value";

/// A hint for loops of other languages.
const AGAIN: &str =
    "write `repeat 3 { }` for three times, or `each x in set { }` for a set of the game";

/// Words of Rhai that are not allowed in card scripts, and their replacements.
pub(crate) const OFF: &[(&str, &str)] = &[
    (
        "switch",
        "write `when … { } otherwise when … { }` for play-time values, `if … { } else { }` for others",
    ),
    ("try", "card scripts cannot catch errors"),
    ("catch", "card scripts cannot catch errors"),
    (
        "throw",
        "remove it; errors are reported when the card loads",
    ),
    (
        "return",
        "end the function with the value as its last expression",
    ),
    ("while", AGAIN),
    ("loop", AGAIN),
    ("do", AGAIN),
    ("until", AGAIN),
    ("eval", "write the code itself"),
    ("import", "a script is one file; write the function here"),
    ("export", "a script is one file"),
    ("Fn", "call the function by its name"),
    ("call", "call the function by its name"),
    ("curry", "call the function by its name"),
];

/// Whether an error ends the whole hook, because it would occur again.
pub(crate) fn is_limit(error: &EvalAltResult) -> bool {
    matches!(
        error.unwrap_inner(),
        EvalAltResult::ErrorTooManyOperations(..)
            | EvalAltResult::ErrorTooManyVariables(..)
            | EvalAltResult::ErrorStackOverflow(..)
            | EvalAltResult::ErrorDataTooLarge(..)
            | EvalAltResult::ErrorTerminated(..)
    )
}

/// The diagnostic for a syntax error.
pub(crate) fn parse(error: &ParseError, script: &Script) -> Diagnostic {
    let ParseError(kind, position) = error;
    let span = script.span(*position);
    let found = |code, message: String| Diagnostic::error(code, span, message);
    match &**kind {
        ParseErrorType::Reserved(word)
        | ParseErrorType::BadInput(LexError::ImproperSymbol(word, _))
            if off(word).is_some() =>
        {
            forbidden(word, span)
        }
        ParseErrorType::FnMissingBody(name) => {
            let name = name.split('(').next().unwrap_or_default().trim();
            found(
                codes::SCRIPT_SYNTAX,
                format!(
                    "`{{` is missing after the parameters of the function `{}`",
                    short(name)
                ),
            )
            .help(format!("write `fn {}(…) {{ … }}`", short(name)))
        }
        ParseErrorType::UnexpectedEOF => found(
            codes::SCRIPT_SYNTAX,
            "the file ends in the middle of a statement".into(),
        )
        .help("look for a bracket or brace that is never closed"),
        ParseErrorType::ExprTooDeep => {
            found(codes::SCRIPT_LIMIT, "this is nested too deeply".into())
                .help("move inner parts into separate functions")
        }
        ParseErrorType::LiteralTooLarge(..)
        | ParseErrorType::BadInput(LexError::StringTooLong(_)) => found(
            codes::SCRIPT_LIMIT,
            format!("too large: {}", sentence(&kind.to_string())),
        )
        .help("make it smaller, or split it"),
        ParseErrorType::TooManyFunctions => found(
            codes::SCRIPT_LIMIT,
            "the script has too many functions".into(),
        ),
        ParseErrorType::FnDuplicatedDefinition(name, _) => found(
            codes::SHADOWS,
            format!("there are two functions `{}`", short(name)),
        )
        .help("merge them into one, or rename one of them"),
        ParseErrorType::AssignmentToConstant(name) => found(
            codes::OUTER_CHANGED,
            format!("`{}` cannot be changed here", short(name)),
        )
        .help("constants, and variables from outside `each`, `when` and `choose`, cannot change"),
        ParseErrorType::LoopBreak => found(codes::JUMP_OUT, "there is no loop here".into()),
        ParseErrorType::BadInput(LexError::UnexpectedInput(sign)) if sign.starts_with('|') => {
            found(
                codes::FORBIDDEN,
                "card scripts have no functions without a name".into(),
            )
            .help("write `fn name(x) { … }` outside this function, and call it by its name")
        }
        ParseErrorType::MissingSymbol(what) if what.contains("string") => found(
            codes::SCRIPT_SYNTAX,
            "the name of an option is missing".into(),
        )
        .help("write `choose either \"…\" { } or \"…\" { }`"),
        ParseErrorType::PropertyExpected => found(
            codes::SCRIPT_SYNTAX,
            "a property must follow the dot".into(),
        )
        .help("card scripts have only whole numbers: `2`, not `2.5`"),
        ParseErrorType::MissingToken(token, what) => missing(token, what, *position, script),
        ParseErrorType::BadInput(LexError::ImproperSymbol(sign, _))
        | ParseErrorType::Reserved(sign) => found(
            codes::SCRIPT_SYNTAX,
            format!("`{}` is not part of the script language", short(sign)),
        )
        .help("remove it, or give it another name"),
        _ => match word_off_at(script, span) {
            Some(word) => forbidden(word, span),
            None => found(codes::SCRIPT_SYNTAX, sentence(&kind.to_string())),
        },
    }
}

fn missing(token: &str, what: &str, position: Position, script: &Script) -> Diagnostic {
    let span = script.span(position);
    if let Some(word) = word_off_at(script, span) {
        return forbidden(word, span);
    }
    let before = script.text.get(..span.start).unwrap_or_default().trim_end();
    let found = Diagnostic::error(
        codes::SCRIPT_SYNTAX,
        span,
        format!("`{token}` is missing {}", what.trim().replace('\'', "`")),
    );
    match () {
        () if before.ends_with("not") => found.help("write `not(…)` with brackets, or `!`"),
        () if token == "either" => found.help(
            "with `either`, write who chooses first: `choose by x either \"…\" { … }`; with a set, write it last: `choose y in … by x { … }`",
        ),
        () => found.help(format!("put `{token}` before this, or correct what comes before")),
    }
}

/// The forbidden word at a place, if any.
fn word_off_at(script: &Script, span: Span) -> Option<&'static str> {
    let word = script.text.get(span.start..span.end)?;
    OFF.iter()
        .find(|(off, _)| *off == word)
        .map(|(off, _)| *off)
}

/// Words that print something in other languages.
pub(crate) const PRINTS: &[&str] = &[
    "print", "debug", "log", "echo", "puts", "printf", "println", "alert", "console", "say",
    "write",
];

fn off(word: &str) -> Option<&'static str> {
    if PRINTS.contains(&word) {
        return Some("remove it: a card cannot print; the program reports what it does");
    }
    OFF.iter()
        .find(|(off, _)| *off == word)
        .map(|(_, help)| *help)
}

pub(crate) fn forbidden(word: &str, span: Span) -> Diagnostic {
    let found = Diagnostic::error(
        codes::FORBIDDEN,
        span,
        format!("`{word}` is not available in card scripts"),
    );
    match off(word) {
        Some(help) => found.help(help),
        None => found,
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_lowercase().to_string())
        .unwrap_or_default();
    short(&format!("{first}{}", letters.as_str())).replace('\'', "`")
}

/// The diagnostic for an error while the script was running.
pub(crate) fn runtime(error: &EvalAltResult, script: &Script, place: Span) -> Diagnostic {
    let inner = error.unwrap_inner();
    // Some limits have no position; use the running function instead.
    let span = if inner.position().is_none() {
        place
    } else {
        script.span(inner.position())
    };
    let found = |code, message: String| Diagnostic::error(code, span, message);
    match inner {
        EvalAltResult::ErrorMismatchDataType(wanted, is, _) if is_play_time(is) => asked(wanted, span),
        EvalAltResult::ErrorFor(_) => found(codes::ASKED_AT_LOAD, "`for` cannot loop over this".into())
            .help("for a set of the game write `each x in … { }`; `for` loops over lists and numbers"),
        EvalAltResult::ErrorMismatchDataType(wanted, is, _) => {
            found(codes::WRONG_OPERANDS, format!("this must be {}, but is {}", plain(wanted), plain(is)))
        }
        EvalAltResult::ErrorAssignmentToConstant(name, _)
        | EvalAltResult::ErrorNonPureMethodCallOnConstant(name, _) => {
            found(codes::OUTER_CHANGED, format!("`{}` cannot be changed inside this block", short(name)))
                .help("this block happens during play: declare the variable inside it")
        }
        EvalAltResult::ErrorFunctionNotFound(signature, _) => not_found(signature, span),
        EvalAltResult::ErrorDotExpr(..) | EvalAltResult::ErrorPropertyNotFound(..) => {
            found(codes::UNKNOWN_PROPERTY, "this property does not exist, or you cannot set it".into())
                .help("cards read properties, and change the game only with verbs")
        }
        EvalAltResult::ErrorVariableNotFound(name, _) => {
            found(codes::UNKNOWN_VARIABLE, format!("unknown name `{}`", short(name)))
        }
        EvalAltResult::ErrorTooManyOperations(_) | EvalAltResult::ErrorTerminated(..) => {
            found(codes::SCRIPT_LIMIT, "the script takes too many steps while it loads".into())
                .help("make its loops shorter")
        }
        EvalAltResult::ErrorStackOverflow(_) => {
            found(codes::SCRIPT_LIMIT, "functions call each other too deeply".into())
                .help("use a loop instead")
        }
        EvalAltResult::ErrorTooManyVariables(_) => {
            found(codes::SCRIPT_LIMIT, "there are too many variables".into())
                .help("split it into functions")
        }
        EvalAltResult::ErrorDataTooLarge(what, _) => {
            found(codes::SCRIPT_LIMIT, format!("too large: {}", sentence(what))).help("make it smaller")
        }
        EvalAltResult::ErrorArrayBounds(many, at, _) => {
            found(codes::SCRIPT_FAILED, format!("the list has no member {at}: it has {many}"))
                .help("the first member of a list has number 0")
        }
        EvalAltResult::ErrorUnboundThis(_) => no_this(span),
        EvalAltResult::ErrorArithmetic(what, _) => found(codes::SCRIPT_FAILED, sentence(what)),
        EvalAltResult::ErrorIndexingType(..) => found(
            codes::SCRIPT_FAILED,
            "this has no numbered members".into(),
        )
        .help(
            "with a set of the game write `each x in set { }`, `choose x in set { }` or `random x in set { }`",
        ),
        other => found(codes::SCRIPT_FAILED, sentence(&without_place(other))),
    }
}

/// The diagnostic for `this` where there is no card.
fn no_this(span: Span) -> Diagnostic {
    Diagnostic::error(codes::FORBIDDEN, span, "`this` is not known here").help(
        "only functions that the game calls have `this`, and not for every kind of card, since some are not on the table; pass it to your own function as an argument",
    )
}

/// The diagnostic for `this` in a card that is never on the table.
pub(crate) fn never_this(span: Span, kind: &str) -> Diagnostic {
    let message = format!("a card of the kind `{kind}` is not on the table, so it has no `this`");
    Diagnostic::error(codes::FORBIDDEN, span, message)
        .help("leave `this` out; a card on the table that this card names or chooses has a name of its own")
}

/// Rhai's message without its "(line 1, position 2)".
fn without_place(error: &EvalAltResult) -> String {
    let text = error.to_string();
    text.rfind(" (line ")
        .map_or(text.clone(), |at| text[..at].to_owned())
}

fn asked(wanted: &str, span: Span) -> Diagnostic {
    if wanted != "bool" {
        let message = format!(
            "{} must be known while the card loads, but this is known only during play",
            plain(wanted)
        );
        return Diagnostic::error(codes::ASKED_AT_LOAD, span, message);
    }
    let message = "this is known only during play, but is used here once, while the card loads";
    Diagnostic::error(codes::ASKED_AT_LOAD, span, message)
        .help("write `when … { } otherwise { }` instead of `if`, `and` instead of `&&`, `or` instead of `||`")
}

/// The diagnostic for a question at load time, with the words to write instead.
pub(crate) fn asked_by(word: &str, place: Span, found: Diagnostic) -> Diagnostic {
    let message =
        format!("`{word}` runs once, while the card loads, but this is known only during play");
    let help = match word {
        "&&" => "write `and`",
        "||" => "write `or`",
        _ => "write `when … { } otherwise { }`, or for a value `value_if(condition, one, other)`",
    };
    let span = Some(place);
    Diagnostic {
        message,
        span,
        ..found
    }
    .help(help)
}

fn is_play_time(name: &str) -> bool {
    name == PLAY_TIME || name == std::any::type_name::<super::value::Value>()
}

fn not_found(signature: &str, span: Span) -> Diagnostic {
    let message = match signature.split_once(" (") {
        Some((name, types)) => {
            let types: Vec<&str> = types.trim_end_matches(')').split(", ").map(plain).collect();
            format!(
                "`{}` does not work with {}",
                short(name),
                types.join(" and ")
            )
        }
        None => format!("`{}` does not work with this", short(signature)),
    };
    let found = Diagnostic::error(codes::WRONG_OPERANDS, span, message);
    match signature.split(" (").next() {
        Some("len" | "is_empty") => {
            found.help("write `set.count` for the number of members of a set")
        }
        _ => found,
    }
}

/// A readable name for a type of Rhai.
fn plain(name: &str) -> &str {
    match name.trim() {
        "bool" => "yes or no",
        "i64" | "int" => "a number",
        "string" | "&str" | "ImmutableString" | "&str | ImmutableString | String" => "a text",
        "array" => "a list",
        "map" => "a map",
        "()" => "nothing",
        "char" => "a letter",
        name if is_play_time(name) => "a play-time value",
        other => other,
    }
}
