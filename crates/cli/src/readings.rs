//! One question under every printed edition: what each answers, and what differs.

use crate::output::Out;
use crate::stop::CommandError;
use cardwright::{About, Setup, editions, game, questions, rulebook};
use cardwright_wire::{Broken, Reading};

/// An answer: its lines, which are compared, and its data.
#[derive(Debug)]
pub(crate) struct Told<T> {
    pub(crate) lines: Vec<String>,
    pub(crate) data: T,
}

/// The option and value of an edition or variant; `None` for the rules that were asked for.
pub(crate) type Under = Option<(String, String)>;

/// A game with its usual number of players and its options; without options if there is no such game.
pub(crate) fn about(id: &str) -> About {
    let info = game(id).ok();
    let book = info.and_then(|info| rulebook(info.id, &Setup::players(info.usual)).ok());
    book.map_or_else(
        || About {
            game: id.into(),
            players: 0,
            options: Vec::new(),
            packs: Default::default(),
        },
        |book| book.about(),
    )
}

/// The answer that was asked for, then the answer under each edition; in a game without editions, under each variant of
/// its open questions. `reading` makes the document of an answer with the lines that differ.
///
/// # Errors
/// If an answer cannot be found for another reason than the rules it is asked under.
pub(crate) fn readings<T>(
    about: &About,
    asked: &Told<T>,
    reading: impl Fn(Under, Result<&T, &str>, Vec<String>) -> Result<Reading, Broken>,
    mut under: impl FnMut((&str, &str)) -> Result<Told<T>, CommandError>,
) -> Result<Vec<Reading>, CommandError> {
    let mut readings = vec![reading(None, Ok(&asked.data), Vec::new())?];
    for (name, value) in others(about) {
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
    about: &About,
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
    let left = not_compared(about);
    if left.is_empty() {
        return Ok(());
    }
    out.line(format!(
        "\nnot compared: {}; `--option NAME=VALUE` asks under one",
        left.join(", ")
    ))
}

/// The other rules to ask under: the editions of a game; or the variants of its open questions, and its other options that
/// are only on or off.
fn others(about: &About) -> Vec<(String, String)> {
    let game = about.game.as_str();
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
    let switches = about
        .options
        .iter()
        .filter(|option| !is_asked(game, &option.name));
    let switched =
        switches.filter_map(|option| Some((option.name.clone(), other_way(&option.value)?.into())));
    variants.chain(switched).collect()
}

/// The options that no edition, variant or switch changes.
fn not_compared(about: &About) -> Vec<&str> {
    let by_edition = !editions(&about.game).is_empty();
    let left = about.options.iter().filter(|option| {
        let switch = !by_edition && other_way(&option.value).is_some();
        !is_asked(&about.game, &option.name) && !switch && option.name != "edition"
    });
    left.map(|option| option.name.as_str()).collect()
}

/// Whether an option answers an open question of the game.
fn is_asked(game: &str, option: &str) -> bool {
    questions(game)
        .iter()
        .any(|question| question.option == option)
}

/// The other value of an option that is on or off.
fn other_way(value: &str) -> Option<&'static str> {
    match value {
        "yes" => Some("no"),
        "no" => Some("yes"),
        _ => None,
    }
}

/// The lines of one text that the other does not have, and the other way round. What else is allowed now does not count.
fn differences(ours: &[String], theirs: &[String]) -> Vec<String> {
    let answer = |lines: &[String]| -> Vec<String> {
        let lines = lines
            .iter()
            .take_while(|line| !line.starts_with("  asked now:"));
        let lines = lines.filter(|line| !line.starts_with("  help: allowed now:"));
        lines.cloned().collect()
    };
    let (ours, theirs) = (answer(ours), answer(theirs));
    let gone = ours.iter().filter(|line| !theirs.contains(line));
    let new = theirs.iter().filter(|line| !ours.contains(line));
    let gone = gone.map(|line| format!("- {}", line.trim_start()));
    gone.chain(new.map(|line| format!("+ {}", line.trim_start())))
        .collect()
}
