//! "May I?", and why not: `cargo run --example why_not`.

use cardwright::{HUMAN, Seat, SeatError, Session, Setup};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seats = vec![HUMAN.into(), "greedy".into(), "greedy".into()];
    let mut session = Session::begin("moon-bots", &Setup::players(3), 7, seats)?;
    session.play_bots()?;
    let mut mine = session.seat(Seat(0)).ok_or("no such seat")?;
    for action in ["buy nothing", "use left-arm 3 4"] {
        let why = mine.why(action)?;
        println!(
            "{action}: {}",
            if why.legal { "allowed" } else { &why.message }
        );
        why.cited
            .iter()
            .for_each(|cited| println!("  rule: {} {}", cited.cite, cited.title));
        why.facts.iter().for_each(|fact| println!("  fact: {fact}"));
        why.follows
            .iter()
            .for_each(|line| println!("  then: {}", line.text));
    }
    match mine.play("use left-arm 3 4") {
        Err(SeatError::Refused { refusal, cited }) => {
            println!("refused: {} {cited:?}", refusal.message)
        }
        other => println!("{other:?}"),
    }
    if let Err(error) = mine.play("use left-arm three") {
        println!("{}", serde_json::to_string(&error)?);
    }
    Ok(())
}
