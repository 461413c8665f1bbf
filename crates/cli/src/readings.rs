//! One question under every printed edition: what each answers, and what differs.

use crate::output::Out;
use crate::stop::CommandError;
use cardwright::{editions, questions};
use cardwright_wire::{Broken, Reading};

/// An answer: its lines, which are compared, and its data.
#[derive(Debug)]
pub(crate) struct Told<T> {
    pub(crate) lines: Vec<String>,
    pub(crate) data: T,
}

/// The option and value of an edition or variant; `None` for the rules that were asked for.
pub(crate) type Under = Option<(String, String)>;

/// The answer that was asked for, then the answer under each edition; in a game without editions, under each variant of
/// its open questions. `reading` makes the document of an answer with the lines that differ.
///
/// # Errors
/// If an answer cannot be found for another reason than the rules it is asked under.
pub(crate) fn readings<T>(
    game: &str,
    asked: &Told<T>,
    reading: impl Fn(Under, Result<&T, &str>, Vec<String>) -> Result<Reading, Broken>,
    mut under: impl FnMut((&str, &str)) -> Result<Told<T>, CommandError>,
) -> Result<Vec<Reading>, CommandError> {
    let mut readings = vec![reading(None, Ok(&asked.data), Vec::new())?];
    for (name, value) in others(game) {
        let told = under((&name, &value));
        let named = Some((name, value));
        readings.push(match told {
            Ok(told) => {
                let differences = differences(&asked.lines, &told.lines);
                reading(named, Ok(&told.data), differences)?
            }
            // Under other rules the position or the action may not be possible.
            Err(CommandError::Refused(failure) | CommandError::Usage(failure)) => {
                reading(named, Err(&failure.what), Vec::new())?
            }
            Err(error) => return Err(error),
        });
    }
    Ok(readings)
}

/// Prints the answer that was asked for, the editions with the same answer, and what differs under the others.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn print_readings(
    out: &mut Out,
    asked: &[String],
    readings: &[Reading],
) -> Result<(), CommandError> {
    asked.iter().try_for_each(|line| out.line(line))?;
    let others = readings.iter().filter(|one| one.under.is_some());
    let (same, other): (Vec<&Reading>, Vec<&Reading>) = others.partition(|one| one.same);
    if !same.is_empty() {
        let named: Vec<String> = same.iter().map(|one| one.name()).collect();
        out.line(format!("\nthe same under {}", named.join(", ")))?;
    }
    for one in other {
        out.line(format!("\nunder {}:", one.name()))?;
        if !one.error.is_empty() {
            out.line(format!("  cannot be asked: {}", one.error))?;
        }
        one.differences.iter().try_for_each(|line| out.line(line))?;
    }
    Ok(())
}

/// The other rules to ask under: the editions of a game, or the variants of its open questions.
fn others(game: &str) -> Vec<(String, String)> {
    let editions = editions(game);
    if !editions.is_empty() {
        let named = |name: &&str| ("edition".to_string(), (*name).to_string());
        return editions.iter().map(named).collect();
    }
    let variants = questions(game).iter().flat_map(|question| {
        let others = question.variants.iter().map(|variant| variant.value);
        let others = others.filter(|value| *value != question.default);
        others.map(|value| (question.option.to_string(), value.to_string()))
    });
    variants.collect()
}

/// The lines of one text that the other does not have, and the other way round.
fn differences(ours: &[String], theirs: &[String]) -> Vec<String> {
    let gone = ours.iter().filter(|line| !theirs.contains(line));
    let new = theirs.iter().filter(|line| !ours.contains(line));
    let gone = gone.map(|line| format!("- {}", line.trim_start()));
    gone.chain(new.map(|line| format!("+ {}", line.trim_start())))
        .collect()
}
