//! A person against bots with hidden hands, as a web server would do it: JSON out, notation in, a save and a resume.
//! `cargo run --example web_json`. Typed documents with schemas are in the crate `cardwright-wire`.

use cardwright::{HUMAN, Seat, Session, Setup};
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seats = vec![
        HUMAN.into(),
        "greedy".into(),
        "greedy".into(),
        "random".into(),
    ];
    let mut session = Session::begin("moon-bots", &Setup::players(4), 7, seats)?;
    session.play_bots()?;
    for _ in 0..20 {
        let mut mine = session.seat(Seat(0)).ok_or("no such seat")?;
        if !mine.is_asked() {
            break;
        }
        // What goes to the browser of player 1: nothing in it says more than player 1 may know.
        let page = json!({ "question": mine.question(), "view": mine.view(), "news": mine.news() });
        println!("{page}");
        // What comes back.
        let action = page["question"]["choices"][0]["action"]
            .as_str()
            .unwrap_or_default()
            .to_string();
        mine.play(&action)?;
        session.play_bots()?;
    }
    let kept = session.save();
    let again = Session::load(&kept)?;
    assert_eq!(again.save(), kept);
    Ok(())
}
