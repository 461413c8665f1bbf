//! Lines entered at a table, allowed and not: what the referee reports, and what each viewer may know.

use super::Told;
use cardwright::judge::Judge;
use cardwright::{Referee, Seat, Setup, Viewer, games};

/// Hands that the host knows in part.
const HANDS: &str =
    "[[robot]]\nweapons = [\"dodge\", \"?\"]\n[[robot]]\nweapons = [\"?\", \"spy\"]\n";

/// Lines of a player who is not asked, or that cannot be read.
const OTHERS: [&str; 16] = [
    "pass",
    "1: pass",
    "2: pass",
    "9: pass",
    "chance: pass",
    "?:",
    ":",
    "",
    ";",
    "pass; pass; pass",
    "play dodge",
    "2: play spy 1L",
    "get dodge",
    "draw weapon",
    "roll 7",
    "é",
];

/// A message without the quoted question.
fn reason(message: &str) -> &str {
    message
        .split(" (")
        .next()
        .unwrap_or(message)
        .split(" / ")
        .next()
        .unwrap_or(message)
}

fn tell(table: &mut Referee, line: &str, told: &mut Told) {
    match table.why(line) {
        Ok(why) => {
            told.add(
                "why",
                if why.legal {
                    "allowed"
                } else {
                    reason(&why.message)
                },
            );
        }
        Err(error) => {
            told.add("why", reason(&error.message));
        }
    }
    match table.enter(line) {
        Ok(_) => told.add("line", "taken"),
        Err(error) => {
            told.add("line", reason(&error.message));
        }
    }
}

#[test]
fn what_a_referee_says_is_pinned() {
    for game in games() {
        let mut told = Told::default();
        for (players, step) in game
            .players()
            .flat_map(|players| [(players, 3), (players, 7)])
        {
            let position = (game.id == "moon-bots" && step == 7).then(|| HANDS.to_owned());
            let mut table = Referee::new(game.id, Setup::players(players), position).unwrap();
            for turn in 0..60 {
                let asked = table.asked();
                let first = asked.first.iter().flat_map(|waiting| &waiting.plays);
                let choices = asked.question.choices.iter().chain(first);
                let possible: Vec<String> = choices.map(|choice| choice.action.clone()).collect();
                tell(&mut table, OTHERS[turn * step % OTHERS.len()], &mut told);
                if possible.is_empty() {
                    break;
                }
                let line = &possible[turn * step % possible.len()];
                let line = match turn % 4 {
                    0 => format!("1: {line}"),
                    1 => format!("{line}; {line}"),
                    _ => line.clone(),
                };
                tell(&mut table, &line, &mut told);
                tell(&mut table, &possible[0], &mut told);
                if turn % 20 == 13 {
                    table.undo(2);
                }
                if turn % 10 == 9 {
                    others(&table, &mut told);
                }
                if turn % 5 == 4 {
                    holds(&table);
                }
            }
            holds(&table);
            told.add("ruling", "written");
        }
        told.pin(&format!("tables-{}", game.id));
    }
}

/// A ruling that the referee writes from any session holds when judged.
fn holds(table: &Referee) {
    let text = table.ruling("some-id", "A title").unwrap();
    let verdict = Judge::new().judge(&text);
    assert!(verdict.holds(), "{text}{verdict:?}");
}

/// What viewers other than the host learn about the same session, and what `why` answers them.
fn others(table: &Referee, told: &mut Told) {
    let text = table.save();
    for viewer in [
        Viewer::Referee,
        Viewer::Spectator,
        Viewer::Seat(Seat(0)),
        Viewer::Seat(Seat(1)),
    ] {
        let mut copy = Referee::load(&text).unwrap().for_viewer(viewer);
        told.add(
            "session",
            if copy.holds_secrets() {
                "holds secrets"
            } else {
                "holds none"
            },
        );
        for choice in copy.asked().question.choices.iter().take(3) {
            if let Err(error) = copy.why(&choice.action) {
                told.add("why", &error.message);
            }
        }
        if let Err(error) = copy.enter("pass") {
            told.add("viewer's line", &error.message);
        }
    }
}
