//! Games between one bot and others, each seat as often: `duel GAME PLAYERS ONE OTHER GAMES`, or many bots after each
//! other at the same seeds with `ONE,ONE,…`. Prints the share of wins with a 95 % interval (Wilson).

use cardwright::{Setup, parallel, rulebook};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [game, players, ones, other, games] = &given[..] else {
        return Err("duel GAME PLAYERS ONE OTHER GAMES".into());
    };
    let (players, games): (u8, u64) = (players.parse()?, games.parse()?);
    let book = rulebook(game, &Setup::players(players))?;
    for one in ones.split(',') {
        let (mut wins, mut played, mut decisions) = (0, 0, 0);
        let begin = std::time::Instant::now();
        for seat in 0..usize::from(players) {
            let mut bots = vec![other.as_str(); usize::from(players)];
            bots[seat] = one;
            let share = games / u64::from(players);
            let tally = parallel::simulate(&*book, None, &bots, 0..share, 2, &|_| {})
                .map_err(|flaws| format!("{flaws:?}"))?
                .ok_or("no such bot")?;
            wins += tally.wins[seat];
            played += tally.games;
            decisions += tally.decisions;
        }
        let [low, high] = wilson(wins as f64, played as f64);
        println!(
            "{game}, {players} players: {one} against {other}: {wins} of {played}, {:.1} % ({low:.1} to {high:.1}), {:.1} s, {decisions} decisions",
            100.0 * wins as f64 / played as f64,
            begin.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

fn wilson(wins: f64, games: f64) -> [f64; 2] {
    let z = 1.96;
    let (share, square) = (wins / games, z * z / games);
    let half = z * (share * (1.0 - share) / games + square / (4.0 * games)).sqrt();
    [-1.0, 1.0].map(|sign| 100.0 * (share + square / 2.0 + sign * half) / (1.0 + square))
}
