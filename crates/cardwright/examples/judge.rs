//! "May I?", and what would happen: `cargo run --example judge`.

use cardwright::judge::Judge;
use cardwright::{HUMAN, Seat, Session, Setup};

const RULING: &str = "# Nobody is asked twice\n\n- id: example\n- game: robotory\n- players: 2\n\
                      - status: house\n- source: an example\n\n## Play\n```text\n! 2: place white c1\n```\n\n\
                      ## Outcome\n```text\n```\n";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let people = vec![HUMAN.into(), HUMAN.into()];
    let mut session = Session::begin("robotory", &Setup::players(2), 7, people)?;
    let mine = session.seat(Seat(0)).ok_or("no such seat")?;
    for line in ["place white a1", "move red d3-d3", "2: place black a1"] {
        let why = mine.why(line)?;
        let cited: Vec<_> = why
            .cited
            .iter()
            .map(|cited| format!("{} {}", cited.cite, cited.title))
            .collect();
        let cited = cited.join(", ");
        println!("{line}: {} {} [{cited}]", why.legal, why.message);
    }
    // The rulings in the files that are named, or else the one above.
    let files = std::env::args().skip(1).map(std::fs::read_to_string);
    let files: Vec<_> = files.collect::<Result<_, _>>()?;
    let example = files.is_empty().then(|| RULING.to_string());
    for text in files.iter().chain(&example) {
        let verdict = Judge::new().judge(text);
        println!("{}: {:?}", verdict.title, verdict.finding);
        let whole = cardwright::judge::accept(text, &verdict);
        assert!(Judge::new().judge(&whole).holds());
        if example.is_none() && !verdict.holds() {
            return Err(format!("it differs; with the new result:\n\n{whole}").into());
        }
    }
    Ok(())
}
