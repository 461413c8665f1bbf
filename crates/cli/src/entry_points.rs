//! The entry points for text from outside the program: command lines, and reports to add up. Each function accepts
//! any text and must neither panic nor hang; if it succeeds, a property must hold. Fuzz targets and tests call the
//! same functions; those of the library are in `tests/src/entry_points.rs`.

use crate::Arguments;
use crate::commands::Command;
use crate::commands::count::merge;
use crate::output::{Format, Out};
use clap::Parser;

/// The maximum number of words in a command line: nobody types more, and each may be a file that is read.
const WORDS: usize = 40;

/// Parses a command line, given as one word per line: it must be refused with a reason, or accepted. Commands that
/// only print information are run.
///
/// # Panics
/// If a check fails.
pub fn command_line(text: &str) {
    let words = std::iter::once("cardwright").chain(text.lines().take(WORDS));
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(error) => {
            // `--help` and `--version` have code 0; clap returns them as errors.
            assert!(matches!(error.exit_code(), 0 | 2), "{text:?}");
            assert!(
                !error.to_string().trim().is_empty(),
                "a refused command line has a reason: {text:?}"
            );
            return;
        }
    };
    let told = matches!(
        arguments.command,
        Command::Games(_) | Command::Explain(_) | Command::Completions(_) | Command::Man(_)
    );
    if told {
        let mut out = Out::new(Box::new(std::io::sink()), arguments.format);
        if let Err(stop) = arguments.command.run(&mut out) {
            let reason = stop.report(Format::Text);
            assert!(
                reason.is_some_and(|reason| !reason.trim().is_empty()),
                "{text:?}"
            );
        }
    }
}

/// Merges reports of `simulate --format json`, separated by lines of `---`: each must be refused with a reason, or
/// added up. The sum must not depend on their order, and no seed may count twice.
///
/// # Panics
/// If a check fails.
pub fn merge(text: &str) {
    let reports: Vec<_> = text
        .split("\n---\n")
        .take(8)
        .map(merge::read_text)
        .collect();
    for report in &reports {
        if let Err(reason) = report {
            assert!(
                !reason.is_empty(),
                "a refused report has a reason: {text:?}"
            );
        }
    }
    let reports: Vec<_> = reports.into_iter().flatten().collect();
    for two in reports.windows(2) {
        let (here, there) = (merge::add(&two[0], &two[1]), merge::add(&two[1], &two[0]));
        assert_eq!(here.is_ok(), there.is_ok(), "{text:?}");
        let (Ok(here), Ok(there)) = (here, there) else {
            continue;
        };
        assert_eq!(
            (here.tally(), &here.seeds),
            (there.tally(), &there.seeds),
            "{text:?}"
        );
        assert_eq!(
            Some(here.games),
            two[0].games.checked_add(two[1].games),
            "{text:?}"
        );
        assert!(
            merge::check(&here).is_ok(),
            "a sum is a report like any other: {text:?}"
        );
        assert!(
            merge::add(&here, &two[0]).is_err() || two[0].games == 0,
            "a seed counts twice: {text:?}"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// Runs the seeds of a fuzz target through its entry point: whole, cut, and mixed with one another.
    fn seeds(target: &str, endpoint: fn(&str)) -> usize {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../fuzz/seeds")
            .join(target);
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().path())
            .collect();
        files.sort();
        let mut last = String::new();
        for file in &files {
            let text = std::fs::read_to_string(file).unwrap();
            endpoint(&text);
            let half = |text: &str, end: bool| -> String {
                let at = (text.len() / 2..)
                    .find(|at| text.is_char_boundary(*at))
                    .unwrap_or(0);
                if end {
                    text[at..].into()
                } else {
                    text[..at].into()
                }
            };
            endpoint(&half(&text, false));
            endpoint(&format!("{}{}", half(&text, false), half(&last, true)));
            endpoint(&format!("{last}\n---\n{text}"));
            last = text;
        }
        files.len()
    }

    #[test]
    fn seeds_of_command_lines_go_through_their_entry_point() {
        assert!(seeds("command_line", command_line) >= 30);
    }

    #[test]
    fn seeds_of_reports_go_through_their_entry_point() {
        assert!(seeds("merge", merge) >= 8);
    }

    /// Every command has a seed that is accepted.
    #[test]
    fn every_command_has_a_seed() {
        use clap::CommandFactory;
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/command_line");
        let understood = |name: &str| {
            std::fs::read_dir(&folder).unwrap().any(|file| {
                let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
                let words: Vec<&str> = std::iter::once("cardwright").chain(text.lines()).collect();
                words.get(1) == Some(&name) && Arguments::try_parse_from(words).is_ok()
            })
        };
        for command in Arguments::command().get_subcommands() {
            assert!(
                understood(command.get_name()),
                "{} has no seed",
                command.get_name()
            );
        }
    }

    /// Two parts of one run can be merged through the entry point; reports of different runs cannot.
    #[test]
    fn two_shares_add_up() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/merge");
        let read = |name: &str| {
            merge::read_text(&std::fs::read_to_string(folder.join(name)).unwrap()).unwrap()
        };
        let (one, other) = (read("share-1"), read("share-2"));
        let sum = merge::add(&one, &other).unwrap();
        assert_eq!((sum.games, sum.seeds.len()), (one.games + other.games, 1));
        assert!(merge::add(&sum, &one).is_err());
        let sides = merge::Report {
            sides: vec![0, 0],
            ..other.clone()
        };
        assert!(
            merge::add(&one, &sides).is_err(),
            "reports of other sides do not add up"
        );
    }
}
