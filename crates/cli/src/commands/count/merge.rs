//! `cardwright merge`: adds up the reports of a run.

pub(crate) use super::report::Report;
use crate::args;
use crate::files::{self, Kind};
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use clap::Args;
use serde_json::error::Category;
use std::path::{Path, PathBuf};

/// Add up reports of `simulate --seeds A..B --format json`, for example from several machines.
#[derive(Args)]
pub(crate) struct Merge {
    /// The files with the reports, written with `--format json`.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Merge {
    /// Adds up the reports and prints the sum.
    ///
    /// # Errors
    /// When a file cannot be read, two reports are about different games, or a seed was played twice.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let mut sum: Option<Report> = None;
        for file in &self.files {
            let report = read(file)?;
            sum = Some(match sum {
                None => report,
                Some(sum) => add(&sum, &report).map_err(|what| in_file(file, &what))?,
            });
        }
        sum.unwrap_or_default().print(out)?;
        Ok(Verdict::Good)
    }
}

fn in_file(file: &Path, what: &str) -> CommandError {
    let help = "merge reports of one run: the same game, players, bots, options and packs, with different seeds";
    CommandError::refused(format!("{}: {what}", file.display()), help)
}

fn read(file: &Path) -> Result<Report, CommandError> {
    let text = files::read(file, Kind::Report)?;
    read_text(&text).map_err(|what| {
        let help = "give files that `cardwright simulate --format json` wrote";
        CommandError::usage(format!("{}: {what}", file.display()), help)
    })
}

/// Parses a report.
pub(crate) fn read_text(text: &str) -> Result<Report, String> {
    let report: Report = serde_json::from_str(text).map_err(|error| match error.classify() {
        Category::Data => format!(
            "this is JSON, but not a report from `simulate`: {}",
            cardwright::json_fault(&error)
        ),
        _ => cardwright::json_fault(&error),
    })?;
    check(&report)?;
    Ok(report)
}

/// Checks for numbers that no run can have printed.
pub(crate) fn check(report: &Report) -> Result<(), String> {
    report.tally()?;
    let seeds: u64 = ranges(report)?
        .iter()
        .map(|(from, to)| to - from)
        .fold(0, u64::saturating_add);
    let results = report.results();
    if report.wins.len() != usize::from(report.players) {
        return Err(format!(
            "{} players, but {} numbers of wins",
            report.players,
            report.wins.len()
        ));
    }
    if !report.sides.is_empty() && report.sides.len() != report.wins.len() {
        return Err(format!(
            "{} players, but {} sides",
            report.players,
            report.sides.len()
        ));
    }
    let of_side = |side: &u8| {
        report
            .sides
            .iter()
            .position(|other| other == side)
            .unwrap_or_default()
    };
    if report
        .sides
        .iter()
        .zip(&report.wins)
        .any(|(side, wins)| report.wins[of_side(side)] != *wins)
    {
        return Err("seats of one side have different numbers of wins".into());
    }
    match seeds == report.games && results == report.games {
        true => Ok(()),
        false => Err(format!(
            "{} games, {seeds} seeds and {results} results",
            report.games
        )),
    }
}

fn ranges(report: &Report) -> Result<Vec<(u64, u64)>, String> {
    report
        .seeds
        .iter()
        .map(|text| args::seed_range(text))
        .collect()
}

/// Adds two reports of one run.
pub(crate) fn add(one: &Report, two: &Report) -> Result<Report, String> {
    same("the game", &one.game, &two.game)?;
    same(
        "the number of players",
        &one.players.to_string(),
        &two.players.to_string(),
    )?;
    same("the bot", &one.bot, &two.bot)?;
    same(
        "the set of options",
        &one.options.join(" "),
        &two.options.join(" "),
    )?;
    same(
        "the set of packs",
        &one.packs.join(", "),
        &two.packs.join(", "),
    )?;
    if one.sides != two.sides {
        return Err("its seats are on other sides than in the earlier files".into());
    }
    if one.position != two.position {
        return Err("its games start from another position than those in the earlier files".into());
    }
    let seeds = joined(ranges(one)?, ranges(two)?)?;
    let (mut tally, more) = (one.tally()?, two.tally()?);
    let fits = |a: u64, b: u64| a.checked_add(b).ok_or("its numbers are impossibly large");
    fits(tally.decisions, more.decisions)?;
    fits(tally.turns, more.turns)?;
    tally.add(&more);
    let threads = one.threads.max(two.threads);
    Ok(one
        .clone()
        .with(&seeds, &tally, threads, one.seconds + two.seconds))
}

fn same(what: &str, one: &str, two: &str) -> Result<(), String> {
    match one == two {
        true => Ok(()),
        false => Err(format!(
            "{what} is {two} here and {one} in the earlier files"
        )),
    }
}

/// Both lists of ranges as one sorted list; adjacent ranges are merged.
fn joined(one: Vec<(u64, u64)>, two: Vec<(u64, u64)>) -> Result<Vec<(u64, u64)>, String> {
    let mut all = [one, two].concat();
    all.sort_unstable();
    let mut joined: Vec<(u64, u64)> = Vec::new();
    for (from, to) in all {
        match joined.last_mut() {
            Some((_, end)) if from < *end => {
                return Err(format!("seed {from} is already in an earlier file"));
            }
            Some((_, end)) if from == *end => *end = to,
            _ => joined.push((from, to)),
        }
    }
    Ok(joined)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_joined_and_never_counted_twice() {
        let check = |one: &[(u64, u64)], two: &[(u64, u64)]| joined(one.to_vec(), two.to_vec());
        assert_eq!(check(&[(10, 20)], &[(0, 10)]), Ok(vec![(0, 20)]));
        assert_eq!(check(&[(0, 5)], &[(7, 9)]), Ok(vec![(0, 5), (7, 9)]));
        assert_eq!(check(&[(0, 5), (7, 9)], &[(5, 7)]), Ok(vec![(0, 9)]));
        assert_eq!(
            check(&[(0, 5)], &[(4, 6)]),
            Err("seed 4 is already in an earlier file".into())
        );
    }
}
