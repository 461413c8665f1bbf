//! The rulings of `tests/rulings/robotory`, played: what comes out must be what they say.

use super::*;
use cardwright_kernel::{Cites, Match};
use std::sync::Arc;
use std::{fs, path::PathBuf};

/// The lines of the block under a heading.
fn block<'a>(text: &'a str, heading: &str) -> &'a str {
    let (_, rest) = text.split_once(&format!("\n## {heading}\n```")).unwrap();
    let (_, rest) = rest.split_once('\n').unwrap();
    rest.split("```").next().unwrap()
}

fn rulebook(text: &str) -> Rulebook {
    let line = text.lines().find_map(|line| line.strip_prefix("- options: "));
    let given = line.and_then(|line| line.split_once(" = ")).map(|(name, value)| (name.into(), value.into()));
    Rulebook::new(&given.into_iter().collect::<Vec<_>>()).unwrap()
}

fn cited(rules: &Rulebook, cites: &Cites) -> String {
    cites.iter().map(|cite| rules.cite_text(cite)).collect::<Vec<_>>().join(", ")
}

/// What comes out of a ruling's play, line by line.
fn outcome(text: &str) -> String {
    let rules = rulebook(text);
    let mut play = Match::from_position(Arc::new(rules.clone()), block(text, "Position"), None).unwrap();
    let mut out = String::new();
    for line in block(text, "Play").lines() {
        out += &answer(&rules, &mut play, line);
    }
    out
}

fn answer(rules: &Rulebook, play: &mut Match<Rulebook>, line: &str) -> String {
    let (refused, line) = line.strip_prefix("! ").map_or((false, line), |rest| (true, rest));
    let (seat, action) = line.split_once(": ").unwrap();
    if let Actor::Seat(asked) = play.actor() {
        assert_eq!(asked.to_string(), seat, "{line}: another seat is asked");
    }
    let action = rules.read_action(play.state(), action).unwrap();
    let known = play.lines().len();
    match play.play(action) {
        Err(refusal) if refused => format!("refused: {refusal} [{}]\n", cited(rules, &refusal.cites)),
        Err(refusal) => panic!("{line}: {refusal}"),
        Ok(()) if refused => panic!("{line}: this was not refused"),
        Ok(()) => {
            let told = |entry: &cardwright_kernel::Entry<Event>| {
                format!("{} [{}]\n", rules.tell(&entry.event), cited(rules, &entry.cites))
            };
            play.lines()[known..].iter().map(told).collect()
        }
    }
}

/// The files of the rulings, in order.
fn files() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/rulings/robotory");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn every_ruling_comes_out_as_it_says() {
    for file in files() {
        let text = fs::read_to_string(&file).unwrap();
        let expected = block(&text, "Outcome");
        let got = outcome(&text);
        assert_eq!(got, expected, "{}", file.display());
    }
}

#[test]
fn every_question_of_the_rules_has_a_ruling() {
    let names: Vec<_> =
        files().iter().map(|file| file.file_name().unwrap().to_string_lossy().into_owned()).collect();
    for number in 1..=15 {
        assert!(names.iter().any(|name| name.starts_with(&format!("rb-{number}-"))), "R-RB-{number}");
    }
}
