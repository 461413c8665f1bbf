//! Dice conditions: `{ any = [2, 4, 6] }`, `{ sum-above = 10 }`, `{ straight = 3 }` …

use crate::codes;
use crate::diagnostics::{Diagnostic, Report, Span};
use crate::fields::{Fields, in_file, number, short, wrong};
use crate::{limits, near};
use cardwright_effects::dice::{Combo, Condition, MAX_DICE};
use toml_span::Value;

const FORMS: &[&str] = &[
    "any",
    "exact",
    "pair",
    "alike",
    "straight",
    "different",
    "odd",
    "even",
    "sum",
    "sum-below",
    "sum-above",
    "sum-odd",
    "sum-even",
    "highest",
    "lowest",
    "one-of",
    "all",
    "either",
];

/// The maximum nesting of conditions; more than two levels are hard to read on a card.
const LEVELS: u8 = 3;

/// Reads a condition; a condition that no dice can meet is an error.
pub(crate) fn condition(
    value: &Value<'_>,
    file: u16,
    key: &str,
    report: &mut Report,
) -> Option<Condition> {
    let simple = simple(value, LEVELS);
    if simple > limits::ALL_CONDITIONS {
        let message = format!(
            "this combines more than {} conditions",
            limits::ALL_CONDITIONS
        );
        let many = Diagnostic::error(codes::BAD_DICE, in_file(file, value.span), message);
        report.add(many.help(
            "players cannot read so many on a card: write fewer, or list the dice with `one-of`",
        ));
        return None;
    }
    let condition = nested(value, file, key, LEVELS, report)?;
    let span = in_file(file, value.span);
    let combos = condition.combos();
    if combos.is_empty() {
        report.add(Diagnostic::error(
            codes::NO_DICE,
            span,
            "no dice can meet this condition",
        ));
        return None;
    }
    let always = |dice| {
        let every = Condition::SumAbove { sum: 0, dice }.combos();
        every.iter().all(|roll| combos.contains(roll))
    };
    if (1..=MAX_DICE).any(always) {
        let all = Diagnostic::warning(codes::ALL_DICE, span, "every roll meets this condition");
        report.add(all.help(
            "write what the dice must show; if any roll should do, keep it: a warning does not stop the card",
        ));
    }
    Some(condition)
}

/// The number of simple conditions in a condition, counted up to the maximum nesting.
fn simple(value: &Value<'_>, levels: u8) -> usize {
    let parts = ["all", "either"]
        .into_iter()
        .filter_map(|form| value.as_table()?.get(form)?.as_array());
    let inner = parts.flatten().map(|part| {
        levels
            .checked_sub(1)
            .map_or(1, |levels| simple(part, levels))
    });
    inner.sum::<usize>().max(1)
}

fn nested(
    value: &Value<'_>,
    file: u16,
    key: &str,
    levels: u8,
    report: &mut Report,
) -> Option<Condition> {
    let fields = Fields::of(value, file, key, report)?;
    let forms: Vec<&str> = FORMS
        .iter()
        .copied()
        .filter(|form| fields.table.contains_key(*form))
        .collect();
    let unknown = fields
        .table
        .keys()
        .filter(|key| !FORMS.contains(&&*key.name) && key.name != "dice");
    let mut bad = false;
    for key in unknown {
        bad = true;
        let message = format!("there is no dice condition `{}`", short(&key.name));
        let help = near::meant(&key.name, "conditions are", FORMS);
        report.add(Diagnostic::error(codes::BAD_DICE, in_file(file, key.span), message).help(help));
    }
    let [form] = forms[..] else {
        if !bad {
            report.add(one_form(fields.span, &forms));
        }
        return None;
    };
    let condition = match form {
        "all" => Condition::All(parts(form, &fields, levels, report)?),
        "either" => Condition::Either(parts(form, &fields, levels, report)?),
        _ => form_of(form, &fields, report)?,
    };
    (!bad).then_some(condition)
}

/// The parts of a composed condition; dice must be able to meet each of them.
fn parts(
    form: &str,
    fields: &Fields<'_, '_>,
    levels: u8,
    report: &mut Report,
) -> Option<Vec<Condition>> {
    dice(fields, false, report)?;
    let value = fields.table.get(form)?;
    let span = fields.span(value);
    let Some(list) = value.as_array() else {
        let wanted = format!("a list of 2 to {} conditions", limits::CONDITIONS);
        let help =
            format!("such as `{{ {form} = [{{ straight = 3 }}, {{ highest = 6, dice = 3 }}] }}`");
        report.add(wrong(span, form, &wanted, value).help(help));
        return None;
    };
    if !(2..=limits::CONDITIONS).contains(&list.len()) {
        let message = format!(
            "`{form}` has {} conditions, but takes 2 to {}",
            list.len(),
            limits::CONDITIONS
        );
        report.add(Diagnostic::error(codes::BAD_DICE, span, message));
        return None;
    }
    let Some(levels) = levels.checked_sub(1).filter(|levels| *levels > 0) else {
        let message = format!("conditions may be nested at most {LEVELS} deep");
        report.add(Diagnostic::error(codes::BAD_DICE, span, message));
        return None;
    };
    let mut parts = Vec::new();
    for value in list {
        let part = nested(value, fields.file, form, levels, report)?;
        if part.combos().is_empty() {
            let span = in_file(fields.file, value.span);
            report.add(Diagnostic::error(
                codes::NO_DICE,
                span,
                "no dice can meet this condition",
            ));
            return None;
        }
        parts.push(part);
    }
    Some(parts)
}

fn one_form(span: Span, forms: &[&str]) -> Diagnostic {
    let message = match forms {
        [] => "this dice condition is empty".to_owned(),
        forms => format!("a dice condition has only one of {}", near::list(forms)),
    };
    Diagnostic::error(codes::BAD_DICE, span, message)
        .help(format!("conditions are: {}", near::list(FORMS)))
}

fn form_of(form: &str, fields: &Fields<'_, '_>, report: &mut Report) -> Option<Condition> {
    let value = fields.table.get(form)?;
    let span = fields.span(value);
    let summed = form.starts_with("sum") || matches!(form, "highest" | "lowest");
    let dice = dice(fields, summed, report)?;
    let sums = (i64::from(dice), i64::from(dice) * 6);
    let mut number = |bounds| number(value, span, form, bounds, report).map(|number| number as u8);
    Some(match form {
        "exact" => Condition::Exact(number((1, 6))?),
        "alike" => Condition::Alike(number((2, i64::from(MAX_DICE)))?),
        "straight" => Condition::Straight(number((2, i64::from(MAX_DICE)))?),
        "different" => Condition::Different(number((2, i64::from(MAX_DICE)))?),
        "odd" => Condition::Odd(number((1, i64::from(MAX_DICE)))?),
        "even" => Condition::Even(number((1, i64::from(MAX_DICE)))?),
        "sum" => Condition::Sum {
            sum: number(sums)?,
            dice,
        },
        "sum-below" => Condition::SumBelow {
            sum: number((sums.0 + 1, sums.1))?,
            dice,
        },
        "sum-above" => Condition::SumAbove {
            sum: number((sums.0, sums.1 - 1))?,
            dice,
        },
        "highest" => Condition::Highest {
            face: number((1, 6))?,
            dice,
        },
        "lowest" => Condition::Lowest {
            face: number((1, 6))?,
            dice,
        },
        "any" => Condition::Any(faces(value, fields.file, form, report)?),
        "one-of" => Condition::OneOf(combos(value, fields.file, report)?),
        "pair" => yes(value, span, form, report).map(|()| Condition::Alike(2))?,
        "sum-odd" => yes(value, span, form, report).map(|()| Condition::SumOdd { dice })?,
        _ => yes(value, span, form, report).map(|()| Condition::SumEven { dice })?,
    })
}

/// The number of dice, 2 by default. Only sums and extremes may omit it.
fn dice(fields: &Fields<'_, '_>, summed: bool, report: &mut Report) -> Option<u8> {
    let Some(value) = fields.table.get("dice") else {
        return Some(2);
    };
    let span = fields.span(value);
    if !summed {
        let message = "`dice` works only with sums, `highest` and `lowest`";
        report.add(Diagnostic::error(codes::BAD_DICE, span, message).help("remove `dice` here"));
        return None;
    }
    number(value, span, "dice", (1, i64::from(MAX_DICE)), report).map(|dice| dice as u8)
}

fn yes(value: &Value<'_>, span: Span, form: &str, report: &mut Report) -> Option<()> {
    match value.as_bool() {
        Some(true) => Some(()),
        Some(false) => {
            let message = format!("`{form} = false` is not a condition");
            report.add(
                Diagnostic::error(codes::BAD_DICE, span, message)
                    .help(format!("write `{form} = true`, or another condition")),
            );
            None
        }
        None => {
            report.add(wrong(span, form, "true", value));
            None
        }
    }
}

fn faces(value: &Value<'_>, file: u16, form: &str, report: &mut Report) -> Option<Vec<u8>> {
    let span = in_file(file, value.span);
    let Some(list) = value.as_array() else {
        report.add(wrong(
            span,
            form,
            "a list of faces, such as `[2, 4, 6]`",
            value,
        ));
        return None;
    };
    let mut faces = Vec::new();
    for value in list {
        let span = in_file(file, value.span);
        let face = number(value, span, form, (1, 6), report)? as u8;
        if faces.contains(&face) && form == "any" {
            report.add(Diagnostic::error(
                codes::BAD_DICE,
                span,
                format!("the face {face} is listed twice"),
            ));
            return None;
        }
        faces.push(face);
    }
    Some(faces)
}

fn combos(value: &Value<'_>, file: u16, report: &mut Report) -> Option<Vec<Combo>> {
    let span = in_file(file, value.span);
    let Some(list) = value.as_array().filter(|list| list.len() <= limits::COMBOS) else {
        report.add(wrong(
            span,
            "one-of",
            "a list of lists of faces, such as `[[1, 6], [2, 5]]`",
            value,
        ));
        return None;
    };
    let mut combos = Vec::new();
    for value in list {
        let faces = faces(value, file, "one-of", report)?;
        if faces.is_empty() || faces.len() > usize::from(MAX_DICE) {
            let message = format!("a combination has 1 to {MAX_DICE} dice");
            report.add(Diagnostic::error(
                codes::BAD_DICE,
                in_file(file, value.span),
                message,
            ));
            return None;
        }
        combos.push(Combo::of(&faces));
    }
    Some(combos)
}
