//! A pack from memory, checked and played: `cargo run --example own_pack`.

use cardwright::{Match, PackSource, Setup, cards, check_packs};

const PACK: &str = r#"
id = "garage"
name = { en = "Garage" }
version = "1.0.0"
api = 1
game = "moon-bots"
cards = ["parts.toml"]
"#;

const PARTS: &str = r#"
[[card]]
id = "long-claw"
name = { en = "Long Claw" }
kind = "part"
slot = "left-arm"
activate = { any = [1, 2] }
effect = [{ fist = 2 }]
copies = 4
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pack = PackSource::from_texts("garage", [("pack.toml", PACK), ("parts.toml", PARTS)]);
    let checked = check_packs(std::slice::from_ref(&pack))?;
    print!("{}", checked.found.render());
    assert!(checked.is_good(), "the pack has errors");
    let claw = cards("moon-bots", std::slice::from_ref(&pack))?
        .into_iter()
        .find(|card| card.id == "garage:long-claw");
    println!("{}", claw.ok_or("no such card")?.text);
    let play = Match::new("moon-bots", &Setup::players(3).pack(pack), 7)?;
    println!("{}", play.question().text);
    Ok(())
}
