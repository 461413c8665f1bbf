//! Following the advice of an error fixes the card. Each broken card is listed with the text to replace by the first
//! code in the help, and with the text for its dots.

use cardwright_cards::{Diagnostic, PackSource, check};
use cardwright_games::moon_bots;

/// A broken card, the text to replace, and the text for the dots.
struct Broken {
    card: &'static str,
    script: &'static str,
    piece: &'static str,
    dots: &'static str,
}

const WEAPON: &str = "kind = \"weapon\"\nplay_in = \"turn-start\"\nscript = \"x.rhai\"\n";
const UPGRADE: &str = "kind = \"upgrade\"\nscript = \"x.rhai\"\n";

const fn weapon(script: &'static str, piece: &'static str, dots: &'static str) -> Broken {
    Broken {
        card: WEAPON,
        script,
        piece,
        dots,
    }
}

const fn upgrade(script: &'static str, piece: &'static str, dots: &'static str) -> Broken {
    Broken {
        card: UPGRADE,
        script,
        piece,
        dots,
    }
}

/// A line of a card file.
const fn line(card: &'static str, piece: &'static str) -> Broken {
    Broken {
        card,
        script: "",
        piece,
        dots: "",
    }
}

const ALL: &[Broken] = &[
    weapon(
        "fn play(me) { gain(me, \"1d6\"); }",
        "gain(me, \"1d6\");",
        "",
    ),
    weapon("fn play(me) { gain(me, 1d6); }", "gain(me, 1d6);", ""),
    weapon("fn play(me) { lose(me, 2d6); }", "lose(me, 2d6);", ""),
    weapon(
        "fn play(me) { gain(me, roll(6)); }",
        "gain(me, roll(6));",
        "",
    ),
    weapon("fn play(me) { gain(me, d6); }", "gain(me, d6);", ""),
    weapon(
        "fn play(me) { gain(me, random(1, 6)); }",
        "gain(me, random(1, 6));",
        "",
    ),
    weapon(
        "fn play(me) {\n    let x = rand(1, 6);\n    gain(me, x);\n}",
        "let x = rand(1, 6);\n    gain(me, x);",
        "gain(me, x);",
    ),
    weapon(
        "fn play(me) {\n    when roll(6) > 3 {\n        gain(me, 1);\n    }\n}",
        "when roll(6) > 3 {\n        gain(me, 1);\n    }",
        "gain(me, 1);",
    ),
    weapon(
        "fn can(me) { me = active() }\nfn play(me) { gain(me, 1); }",
        "=",
        "",
    ),
    weapon(
        "fn play(me) { gain(me, 1) lose(me, 2); }",
        "gain(me, 1)",
        "",
    ),
    weapon(
        "fn play(me) { choose either \"gain\" { gain(me, 1) lose(me, 2); } or \"lose\" { lose(me, 1); } }",
        "gain(me, 1)",
        "",
    ),
    weapon(
        "fn play(me) {\n    let foe = choose(opponents(me));\n    lose(foe, 2);\n}",
        "let foe = choose(opponents(me));\n    lose(foe, 2);",
        "lose(foe, 2);",
    ),
    weapon(
        "fn play(me) {\n    let foe = choose foe in opponents(me);\n    lose(foe, 2);\n}",
        "let foe = choose foe in opponents(me);\n    lose(foe, 2);",
        "lose(foe, 2);",
    ),
    weapon(
        "fn play(me) { lose(random(opponents(me)), 2); }",
        "lose(random(opponents(me)), 2);",
        "",
    ),
    weapon(
        "fn play(me) { lose(random.choice(opponents(me)), 2); }",
        "lose(random.choice(opponents(me)), 2);",
        "",
    ),
    weapon(
        "fn play(me) { choose foe in opponents(me) { destroy(foe); } }",
        "destroy(foe);",
        "",
    ),
    weapon(
        "fn play(me) { lose(left_neighbour(me), 2); }",
        "left_neighbour(me)",
        "",
    ),
    weapon(
        "fn play(me) { each foe in enemies(me) { lose(foe, 1); } }",
        "enemies(me)",
        "",
    ),
    weapon("fn play(me) { heal(me, 2); }", "heal(me, 2);", ""),
    upgrade(
        "fn on_attacked(me) { reduce(me, fist, 1); }",
        "fn on_attacked(me) { reduce(me, fist, 1); }",
        "reduce(me, fist, 1);",
    ),
    upgrade(
        "fn on_play(me, robot) { when robot != me { cancel(); leave(); } }",
        "cancel();",
        "",
    ),
    upgrade(
        "fn on_foe_lost(me, points, foe) { when points > 2 { lose(foe, 1); } }",
        "fn on_foe_lost(me, points, foe)",
        "",
    ),
    line(
        "kind = \"part\"\nslot = \"head\"\nactivate = { pair }\neffect = [{ fist = 2 }]\n",
        "{ pair }",
    ),
    line(
        "kind = \"part\"\nslot = \"head\"\nactivate = { any = 1, 6 }\neffect = [{ fist = 2 }]\n",
        "any = 1, 6",
    ),
    line(
        "kind = \"part\"\nslot = \"head\"\nactivate = { any = [1, 6 }\neffect = [{ fist = 2 }]\n",
        "activate = { any = [1, 6 }",
    ),
    line(
        "kind = \"part\"\nslot = \"head\"\nactivate = { pair = true }\neffect = [{ fist = 2 }\n",
        "effect = [{ fist = 2 }",
    ),
    line(
        "kind = \"part\"\nslot = \"head\"\nactivate = { pair = true }\neffect = [{ fist = 2 }, { energy = 1 }\ncopies = 2\n",
        "effect = [{ fist = 2 }, { energy = 1 }",
    ),
    line(
        "kind = \"part\"\nslot = [\"head\"]\nactivate = { pair = true }\neffect = [{ fist = 2 }]\n",
        "slot = [\"head\"]",
    ),
    line(
        "kind = \"part\"\nslot = \"head\"\ntext = \"He said \"hi\" to you\"\nactivate = { pair = true }\neffect = [{ fist = 2 }]\n",
        "text = \"He said \"hi\" to you\"",
    ),
    line(
        "kind = \"part\"\nslot = \"head\"\ntext = 'Bob's hat'\nactivate = { pair = true }\neffect = [{ fist = 2 }]\n",
        "text = 'Bob's hat'",
    ),
    Broken {
        card: "kind = \"weapon\"\nplay_in = \"turn-start\", \"turn-end\"\nscript = \"x.rhai\"\n",
        script: "fn play(me) { gain(me, 1); }",
        piece: "play_in = \"turn-start\", \"turn-end\"",
        dots: "",
    },
];

const MANIFEST: &str = "id = \"t\"\nversion = \"0.1.0\"\napi = 1\ngame = \"moon-bots\"\nname = \"T\"\ncards = [\"c.toml\"]\n";

fn told(card: &str, script: &str) -> Vec<Diagnostic> {
    let card = format!("[[card]]\nid = \"x\"\nname = \"X\"\n{card}");
    let mut files = vec![("pack.toml", MANIFEST), ("c.toml", &*card)];
    if !script.is_empty() {
        files.push(("x.rhai", script));
    }
    let pack = PackSource::from_texts("t", files);
    check(&[pack], &moon_bots::lexicon::LEXICON).1.list
}

#[test]
fn what_help_says_makes_the_card_right() {
    let mut failed = Vec::new();
    for Broken {
        card,
        script,
        piece,
        dots,
    } in ALL
    {
        let found = told(card, script);
        let help = found.first().and_then(|one| one.help.as_deref());
        let Some(words) = help.and_then(|help| help.split('`').nth(1)) else {
            failed.push(format!("{card}{script}\n{found:?}"));
            continue;
        };
        let words = words.replace('…', dots);
        let (card, script) = match script.contains(piece) {
            true => ((*card).to_owned(), script.replacen(piece, &words, 1)),
            false => (card.replacen(piece, &words, 1), (*script).to_owned()),
        };
        let left = told(&card, &script);
        if !left.is_empty() {
            failed.push(format!(
                "{}\n{card}{script}\n{left:?}",
                help.unwrap_or_default()
            ));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}
