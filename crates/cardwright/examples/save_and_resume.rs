//! A match kept as text and taken up again: `cargo run --example save_and_resume`.

use cardwright::{HUMAN, Seat, SeatCopy, Session, Setup};

fn answer(session: &mut Session, times: usize) -> Result<(), Box<dyn std::error::Error>> {
    for _ in 0..times {
        session.play_bots()?;
        let mut mine = session.seat(Seat(0)).ok_or("no such seat")?;
        if mine.is_asked() {
            mine.play("1")?;
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seats = vec![HUMAN.into(), "greedy".into(), "random".into()];
    let mut session = Session::begin("moon-bots", &Setup::players(3), 7, seats)?;
    answer(&mut session, 5)?;
    // The host's file: cards, seed and actions. Whoever has it knows everything.
    let file = std::env::temp_dir().join(format!("cardwright-{}.json", std::process::id()));
    std::fs::write(&file, session.save())?;
    let mut again = Session::load(&std::fs::read_to_string(&file)?)?;
    std::fs::remove_file(&file)?;
    assert_eq!(again.fingerprint(), session.fingerprint());
    answer(&mut again, 5)?;
    let (before, now) = (session.actions_played(), again.actions_played());
    let standing = again.standing();
    println!("taken up after {before} actions, now {now}: {standing}");
    // What a player may take home: no seed, no hidden card.
    let copy = again.seat(Seat(0)).ok_or("no such seat")?.copy();
    let viewer = SeatCopy::load(&copy.save())?.viewer;
    println!("{viewer}: {}", copy.question);
    if let Err(error) = Session::load("{\"format\":1") {
        println!("a file that was cut: {error}");
    }
    Ok(())
}
