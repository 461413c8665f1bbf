//! A game at the terminal against bots, in its shortest form: `cargo run --example terminal`.

use cardwright::{HUMAN, Next, Session, Setup, Viewer};
use std::io::{BufRead, stdin};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seats = vec![HUMAN.into(), "greedy".into(), "greedy".into()];
    let mut session = Session::begin("moon-bots", &Setup::players(3), 7, seats)?;
    let mut typed = stdin().lock().lines();
    loop {
        session.play_bots()?;
        let Next::Person(seat) = session.next() else {
            break;
        };
        let mut mine = session.seat(seat).ok_or("no such seat")?;
        mine.news()
            .iter()
            .for_each(|line| println!("{}", line.text));
        println!("{}\n{}", mine.draw(), mine.question().text);
        for (number, choice) in (1..).zip(&mine.question().choices) {
            println!("{number}. {}", choice.text);
        }
        let Some(line) = typed.next().transpose()? else {
            return Ok(());
        };
        if let Err(error) = mine.play(&line) {
            println!("{error}");
        }
    }
    session
        .news(Viewer::Spectator)
        .iter()
        .rev()
        .take(1)
        .for_each(|line| println!("{}", line.text));
    Ok(())
}
