//! A bot of your own that searches worlds which it cannot tell from the real game: `cargo run --example own_bot`.

use cardwright::{Bot, HUMAN, Next, Observation, Session, Setup};

/// Tries every action in a few sampled worlds, plays each to its end with the greedy bot, and counts wins.
struct Searcher {
    worlds: u64,
}

impl Bot for Searcher {
    fn choose(&mut self, seen: &Observation<'_>) -> usize {
        let mut wins = vec![0; seen.question().choices.len()];
        for luck in 0..self.worlds {
            let world = seen.world(luck);
            for (nth, wins) in wins.iter_mut().enumerate() {
                let mut after = world.clone();
                after.play_nth(nth);
                let end = after.play_out("greedy", luck);
                *wins += u32::from(end.is_some_and(|end| end.winners.has(seen.seat())));
            }
        }
        (0..wins.len()).max_by_key(|nth| wins[*nth]).unwrap_or(0)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seats = vec![HUMAN.into(), "random".into()];
    let mut session = Session::begin("moon-bots", &Setup::players(2), 7, seats)?;
    let mut bot = Searcher { worlds: 3 };
    while !matches!(session.next(), Next::Over(_)) {
        if session.play_bot()?.is_none() {
            session.let_choose(&mut bot)?;
        }
    }
    println!("{:?}", session.next());
    Ok(())
}
