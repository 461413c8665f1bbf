//! A game between bots, and many of them: `cargo run --example bot_game`.

use cardwright::{Next, Seat, Session, Setup, Viewer, rulebook};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let setup = Setup::players(4).option("edition", "en");
    let seats = ["greedy", "random", "greedy", "random"]
        .map(String::from)
        .to_vec();
    let mut session = Session::begin("moon-bots", &setup, 7, seats)?;
    let actions = session.play_bots()?;
    for line in session
        .lines(Viewer::Spectator, 0)
        .iter()
        .rev()
        .take(3)
        .rev()
    {
        println!("{} {:?}", line.text, line.cites);
    }
    let Next::Over(outcome) = session.next() else {
        return Err("bots play to the end".into());
    };
    let winners: Vec<Seat> = outcome.winners.iter().collect();
    println!("after {actions} actions: {winners:?} won");
    let tally = rulebook("moon-bots", &setup)?
        .simulate("greedy", 0..200)
        .ok_or("no such bot")?;
    println!(
        "200 games: wins by seat {:?}, draws {}, digest {:016x}",
        tally.wins, tally.draws, tally.digest
    );
    Ok(())
}
