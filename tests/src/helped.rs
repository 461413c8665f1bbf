//! Following the advice of an error fixes the card. Each broken card is listed with the text to replace by the first
//! code in the help, and with the text for its dots.

use crate::packs::folder;
use cardwright_cards::{Diagnostic, PackSource, check, reference};
use cardwright_effects::Lexicon;
use cardwright_games::{moon_bots, robot_empire};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

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

/// The names in a piece of code that only a game can know: those before a bracket and those after a dot.
fn names(code: &str) -> Vec<&str> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(start) = rest.find(word) {
        let dotted = rest[..start].ends_with('.') && !rest[..start].ends_with("..");
        rest = &rest[start..];
        let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
        let name = &rest[..end];
        rest = &rest[end..];
        if name.starts_with(|c: char| c.is_ascii_lowercase()) && (dotted || rest.starts_with('(')) {
            found.push(name);
        }
    }
    found
}

/// Names in code that neither the language nor the game knows.
fn unknown<'c>(lexicon: &Lexicon, code: &'c str, also: &str) -> Vec<&'c str> {
    const LANGUAGE: &str =
        "count has not min max abs clamp value_if coin choose when if and or fn name x y toml rhai";
    let own: BTreeSet<&str> = also
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .chain(LANGUAGE.split(' '))
        .chain(lexicon.nouns.iter().map(|noun| noun.name))
        .chain(lexicon.verbs.iter().map(|verb| verb.name))
        .chain(lexicon.hooks.iter().map(|hook| hook.name))
        .collect();
    let mut unknown = names(code);
    unknown.retain(|name| !own.contains(name));
    unknown
}

/// The games with cards: their words, and a card whose script is `x.rhai`.
fn games() -> [(&'static str, &'static Lexicon, &'static str); 2] {
    [
        ("moon-bots", &moon_bots::lexicon::LEXICON, WEAPON),
        (
            "robot-empire",
            &robot_empire::lexicon::LEXICON,
            "kind = \"robot\"\ncost = 1\nattack = 1\ndefence = 1\nscript = \"x.rhai\"\n",
        ),
    ]
}

/// What a game's packs are told about a script.
fn told_in(game: &str, lexicon: &Lexicon, card: &str, script: &str) -> Vec<Diagnostic> {
    let manifest = MANIFEST.replace("moon-bots", game);
    let card = format!("[[card]]\nid = \"x\"\nname = \"X\"\n{card}");
    let files = [
        ("pack.toml", &*manifest),
        ("c.toml", &*card),
        ("x.rhai", script),
    ];
    check(&[PackSource::from_texts("t", files)], lexicon).1.list
}

fn scripts(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            scripts(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rhai") {
            found.push(String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned());
        }
    }
}

/// Whatever is wrong with a script, help names only words of its own game.
#[test]
fn help_speaks_the_words_of_the_game() {
    let mut all = Vec::new();
    scripts(&folder("tests/bad_cards"), &mut all);
    let more = [
        "fn can(me) { me }",
        "fn discount(me) { true }",
        "fn on_turn_start(me) { when me { } }",
        "fn on_turn_start(me) { each x in opponents(me) where x { } }",
        "fn on_turn_start(me) { when me.vault and true { } }",
        "fn on_turn_start(me) { when 1 < me.vault < 3 { } when 1 < me.energy < 3 { } }",
    ];
    all.extend(more.map(str::to_owned));
    let mut wrong = BTreeSet::new();
    for (game, lexicon, card) in games() {
        for script in &all {
            for one in told_in(game, lexicon, card, script) {
                let help = one.help.unwrap_or_default();
                let code: Vec<&str> = help.split('`').skip(1).step_by(2).collect();
                for code in code {
                    for name in unknown(lexicon, code, script) {
                        wrong.insert(format!("{game}: `{name}` in {help}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The examples of the reference and the words for beginners, too, use only words of the game.
#[test]
fn examples_speak_the_words_of_the_game() {
    let mut wrong = Vec::new();
    for (game, lexicon, _) in games() {
        let examples = lexicon.nouns.iter().map(|noun| noun.example);
        let examples = examples.chain(lexicon.verbs.iter().map(|verb| verb.example));
        let all = reference(lexicon);
        let table = all.split("## Kinds of cards").next().unwrap_or_default();
        let meant = lexicon.phrases.meant.iter().map(|(_, help)| *help);
        let pieces = meant
            .chain([table])
            .flat_map(|help| help.split('`').skip(1).step_by(2))
            .chain(examples);
        wrong.extend(pieces.flat_map(|code| {
            let names = unknown(lexicon, code, "");
            names
                .into_iter()
                .map(move |name| format!("{game}: `{name}` in {code}"))
        }));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A word that another game has, or that means the opposite, is not suggested.
#[test]
fn words_of_robot_empire_get_fitting_help() {
    let (game, lexicon, card) = games()[1];
    for (script, help) in [
        (
            "fn on_deal_damage(me, unit) { drain(unit.owner, 1); }",
            "`fn on_damage_dealt(me, unit)",
        ),
        ("fn can_attack(me, foe) { foe }", "such as `me.battery > 3`"),
        (
            "fn on_out(me) { each unit in fighters(me) + targets(me) { damage(unit, 1); } }",
            "write two loops",
        ),
        (
            "fn on_out(me) { each unit in fighters(me) - this { damage(unit, 1); } }",
            "each x in SET where x != THING",
        ),
        (
            "fn on_out(me) { choose card in hand(me) where card.is_agent { discard_from(me, card); } }",
            "show_card(me, card)",
        ),
        (
            "fn on_out(me) { choose card in discards(me) + discards(me) { take_back(me, card); } }",
            "first let the player choose the set",
        ),
        (
            "fn on_out(me) { this.long_range = 2; }",
            "the fact `long_range = 2`",
        ),
        ("fn on_out(me) { this.taken = 2; }", "`damage(unit, 2);`"),
        (
            "fn on_out(me) { this.attacking = 2; }",
            "none sets this itself",
        ),
        (
            "fn on_own_shown(me) { when announced_by().is_agent { draw(me, 1); } }",
            "write `shown().is_agent` or `announced().is_agent`",
        ),
        (
            "fn on_out(me) { when this.is_super_weapon { draw(me, 1); } }",
            "`announced().is_super_weapon`",
        ),
        (
            "fn on_combat_over(me) { draw(me, 1); }",
            "`fn on_combat_end(me, player) { … }`",
        ),
        (
            "fn range_bonus(me, unit) { 1 }",
            "`fn long_range_bonus(me, unit)",
        ),
        (
            "fn on_attack(me) { when this.zzz { draw(me, 1); } each unit in fighters(me) { when unit.zzz { draw(me, 1); } } }",
            "properties are: `owner`",
        ),
        (
            "fn on_own_destroyed(me, unit) { take_back(me, unit); }",
            "`take_back(me, unit.card);`",
        ),
        (
            "fn on_out(me) { let them = moons(); fill(them, 1); }",
            "`each moon in … { … fill(moon, coins) … }`",
        ),
        (
            "fn on_out(me) { random card in hand(me) { discard_from(me, card); } }",
            "`discard_random(foe)`",
        ),
        (
            "fn on_attack(me, foe) { choose unit in fighters(foe) where unit.attack > this { damage(unit, 1); } }",
            "which number of it you compare",
        ),
        (
            "fn on_out(me) { damage_battery(me, 1); }",
            "`drain(foe, 2);`",
        ),
    ] {
        let found = told_in(game, lexicon, card, script);
        let helps = found.iter().filter_map(|one| one.help.as_deref());
        assert!(
            helps.clone().any(|one| one.contains(help)),
            "{script}\n{found:#?}"
        );
    }
}
