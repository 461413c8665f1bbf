//! Options with values that are invalid, or valid only for another game.

use super::Told;
use cardwright::{OptionUse, Setup, games, options_at, rulebook};

/// Values for any option: numbers near bounds, lists, and words that some option accepts.
const VALUES: [&str; 30] = [
    "",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "12",
    "20",
    "25",
    "29",
    "30",
    "40",
    "99",
    "255",
    "256",
    "-1",
    "3.5",
    "true",
    "false",
    "none",
    "nonsense",
    "1,2",
    "5,3 up",
    "5,3 up; 5,3 up",
    "1 2 3",
    "99999999999999999999",
];

/// One value in this many is tried with each option and number of players; the next ones get others.
const EVERY: usize = 8;

/// The same as a player would write it in a file.
const WRITTEN: [&str; 12] = [
    "0",
    "7",
    "-1",
    "99",
    "1.5",
    "true",
    "\"nonsense\"",
    "[]",
    "[1, 2]",
    "[\"5,3\"]",
    "{ a = 1 }",
    "\"\"",
];

#[test]
fn what_is_told_of_options_is_pinned() {
    for game in games() {
        let (mut told, mut written) = (Told::default(), Told::default());
        for players in game.players() {
            let usual = rulebook(game.id, &Setup::players(players))
                .unwrap()
                .about()
                .options;
            let mut note = |name: &str, setup: Setup| match rulebook(game.id, &setup) {
                Ok(_) => told.add(name, "taken"),
                Err(error) => told.add(name, &error.to_string()),
            };
            for (nth, option) in usual.iter().enumerate() {
                for value in VALUES
                    .iter()
                    .skip((nth + usize::from(players)) % EVERY)
                    .step_by(EVERY)
                {
                    note(
                        &option.name,
                        Setup::players(players).option(&option.name, *value),
                    );
                }
                // Two options at once, of which one or both may be wrong.
                let other = &usual[(nth + 1) % usual.len()];
                for (one, two) in [("2", "2"), ("0", "1"), ("nonsense", "0"), ("99", "99")] {
                    let setup = Setup::players(players)
                        .option(&option.name, one)
                        .option(&other.name, two);
                    note(&format!("{} and {}", option.name, other.name), setup);
                }
                if players == game.least {
                    let mut told_at = |text: &str| match options_at(text) {
                        Ok(options) => {
                            let options = options
                                .into_iter()
                                .map(|one| (one.name, one.value))
                                .collect();
                            note(
                                "written",
                                Setup {
                                    options,
                                    ..Setup::players(players)
                                },
                            );
                        }
                        Err(flaws) => {
                            for flaw in flaws {
                                written
                                    .add("written", &format!("{} / {}", flaw.message, flaw.help));
                            }
                        }
                    };
                    for value in WRITTEN {
                        told_at(&format!("{} = {value}\n", option.name));
                    }
                    told_at(&format!("{0} = 1\n{0} = 2\n", option.name));
                }
            }
            // Two valid options may not be valid together.
            for value in ["0", "1", "2"] {
                let alone = |option: &&OptionUse| {
                    rulebook(
                        game.id,
                        &Setup::players(players).option(&option.name, value),
                    )
                    .is_ok()
                };
                let all = usual
                    .iter()
                    .filter(alone)
                    .map(|option| (option.name.clone(), value.to_owned()));
                note(
                    "together",
                    Setup {
                        options: all.collect(),
                        ..Setup::players(players)
                    },
                );
            }
            note("nonsense", Setup::players(players).option("nonsense", "1"));
        }
        for players in [0, game.least.saturating_sub(1), game.most + 1, 255] {
            match rulebook(game.id, &Setup::players(players)) {
                Ok(_) => told.add("players", "taken"),
                Err(error) => told.add("players", &error.to_string()),
            }
        }
        told.pin(&format!("options-{}", game.id));
        written.pin(&format!("options-{}-written", game.id));
    }
}
