//! Measures how many games a search plays within a time on this machine.

use crate::stop::CommandError;
use cardwright::{Actor, DynGame};
use std::time::{Duration, Instant};

/// The number of games timed for each question.
const TRIED: u32 = 100;
/// The number of questions to time, and the number of questions from one to the next: from the start to the end of
/// most games.
const QUESTIONS: u32 = 24;
const BETWEEN: u32 = 4;
/// The longest thinking time.
const LONGEST: Duration = Duration::from_secs(60);

/// Parses a time such as `50ms` or `2s`.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s').unwrap_or_default(), 1.0),
    };
    let number: Option<f64> = number.trim().parse().ok();
    number
        .map(|number| number * unit)
        .filter(|seconds| *seconds >= 1e-3 && *seconds <= LONGEST.as_secs_f64())
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "write a time from 1ms to 60s, such as 50ms".into())
}

/// The bots, with `search` replaced by `search:NUMBER`.
///
/// # Errors
/// When the number of games is larger than a search allows.
pub(super) fn named(
    book: &dyn DynGame,
    bots: &[String],
    time: Duration,
) -> Result<Vec<String>, CommandError> {
    if !bots.iter().any(|bot| bot == "search") || !book.has_bot(&format!("search:{TRIED}")) {
        let what = "--time is for a bot named `search` that counts the games it plays";
        return Err(CommandError::usage(
            what,
            "name the bot `search`, or leave `--time` out; not every game's search counts games",
        ));
    }
    let games = (time.as_secs_f64() / one_game(book)).round().max(1.0) as u64;
    let name = format!("search:{games}");
    if !book.has_bot(&name) {
        let what = format!("{games} games for an action are more than `search` plays");
        return Err(CommandError::usage(what, "take a shorter --time"));
    }
    let named = |bot: &String| match bot == "search" {
        true => name.clone(),
        false => bot.clone(),
    };
    Ok(bots.iter().map(named).collect())
}

/// The mean number of seconds for one game of a search, over questions in games between greedy bots.
fn one_game(book: &dyn DynGame) -> f64 {
    let name = format!("search:{TRIED}");
    let (mut asked, mut seen, mut spent) = (0, 0, Duration::ZERO);
    for seed in 0.. {
        let mut play = book.start(Some(seed));
        while matches!(play.actor(), Actor::Seat(_)) && asked < QUESTIONS {
            seen += 1;
            // The search only works if there are two or more actions.
            if seen % BETWEEN == 0 && play.count() > 1 {
                let begin = Instant::now();
                let _ = play.ask_bot(&name);
                spent += begin.elapsed();
                asked += 1;
            }
            let action = play.ask_bot("greedy").unwrap_or_default();
            if play.play(&action).is_err() {
                break;
            }
        }
        if asked >= QUESTIONS {
            break;
        }
    }
    spent.as_secs_f64() / f64::from(asked * TRIED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        assert_eq!(time("50ms"), Ok(Duration::from_millis(50)));
        assert_eq!(time("1.5s"), Ok(Duration::from_millis(1500)));
        for wrong in ["", "ms", "50", "0ms", "61s", "-1s", "NaNs", "x"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }
}
