//! Mutations of the official cards and of a test card.

use super::*;
use crate::judge::read;
use crate::official_packs;

fn pack(cards: &str, script: &str) -> PackSource {
    let manifest = "id = \"mine\"\nversion = \"1.0.0\"\napi = 1\ngame = \"moon-bots\"\nname = { en = \"Mine\" }\n\
                    authors = [\"me\"]\nlicense = \"CC0-1.0\"\ncards = [\"cards.toml\"]\n";
    let files = [
        ("pack.toml", manifest),
        ("cards.toml", cards),
        ("nap.rhai", script),
    ];
    let files = files.map(|(path, text)| (path.to_string(), text.as_bytes().to_vec()));
    let files = files
        .into_iter()
        .filter(|(_, bytes)| !bytes.is_empty())
        .collect();
    PackSource {
        name: "mine".into(),
        files,
    }
}

const PART: &str = "[[card]]\nid = \"odd-arm\"\nkind = \"part\"\nname = { en = \"Odd Arm\" }\nslot = \"left-arm\"\n\
                    activate = { exact = 1 }\neffect = [{ missile = 2 }, { lose = 1 }]\nextra_cost = 1\n";
const WEAPON: &str = "[[card]]\nid = \"nap\"\nkind = \"weapon\"\nname = { en = \"Nap\" }\nplay_in = \"turn-start\"\n\
                      script = \"nap.rhai\"\n";
const SCRIPT: &str =
    "fn can(me) { me.energy < 9 }\n\nfn play(me) {\n    when me.energy > 1 { gain(me, 2); }\n}\n";

fn mutants(cards: &str, script: &str) -> Mutants {
    Mutants::new("moon-bots", &[pack(cards, script)], &[]).unwrap()
}

fn told(mutants: &Mutants) -> Vec<String> {
    let one = |mutant: &Mutant| {
        format!(
            "{}:{}:{} {}",
            mutant.file, mutant.line, mutant.column, mutant.change
        )
    };
    mutants.all().iter().map(one).collect()
}

#[test]
fn every_number_of_a_part_is_changed() {
    let told = told(&mutants(PART, ""));
    let expected = [
        "cards.toml:6:12 activate: a die that shows 1 -> a die that shows 2",
        "cards.toml:6:12 activate: a die that shows 1 -> a die that shows 1, 2, 3, 4, 5 or 6",
        "cards.toml:7:10 effect: missile 2 -> 3",
        "cards.toml:7:10 effect: missile 2 -> 1",
        "cards.toml:7:10 effect: lose 1 -> 2",
        "cards.toml:8:14 extra_cost: 1 -> 2",
        "cards.toml:8:14 extra_cost: 1 -> 0",
    ];
    assert_eq!(told, expected);
}

/// Costs and strengths may include a die, and are never below 0 or above their maximum.
#[test]
fn every_amount_of_a_robot_is_changed() {
    let cards = "[[card]]\nid = \"odd-bot\"\nkind = \"robot\"\nname = { en = \"Odd Bot\" }\ncost = 20\n\
                 attack = \"1d6+2\"\ndefence = \"1d6\"\nlong_range = 0\n";
    let mut pack = pack(cards, "");
    let manifest = String::from_utf8(pack.files[0].1.clone()).unwrap();
    pack.files[0].1 = manifest.replace("moon-bots", "robot-empire").into_bytes();
    let mutants = Mutants::new("robot-empire", &[pack], &[]).unwrap();
    let told: Vec<_> = mutants
        .all()
        .iter()
        .map(|one| one.change.as_str())
        .collect();
    let expected = [
        "cost: 20 -> 19",
        "attack: 1d6+2 -> 1d6+3",
        "attack: 1d6+2 -> 1d6+1",
        "defence: 1d6 -> 1d6+1",
        "long_range: 0 -> 1",
    ];
    assert_eq!(told, expected);
}

#[test]
fn numbers_and_conditions_of_a_script_are_changed() {
    let told = told(&mutants(WEAPON, SCRIPT));
    let expected = [
        "nap.rhai:1:17 can: comparison: 9 -> 10",
        "nap.rhai:1:17 can: comparison: 9 -> 8",
        "nap.rhai:1:17 can: always yes",
        "nap.rhai:4:5 play: comparison: 1 -> 2",
        "nap.rhai:4:5 play: comparison: 1 -> 0",
        "nap.rhai:4:5 play: the condition is left out",
        "nap.rhai:4:26 play: gain: 2 -> 3",
        "nap.rhai:4:26 play: gain: 2 -> 1",
    ];
    assert_eq!(told, expected);
}

fn ruling(outcome: &str) -> Ruling {
    let text = format!(
        "# M-1: Nap\n\n- id: nap\n- game: moon-bots\n- players: 4\n- status: house\n- source: a test\n\n\
         ## Position\n\n```toml\nstep = \"turn-start\"\n[[robot]]\nenergy = 3\nweapons = [\"mine:nap\"]\n[[robot]]\n\
         [[robot]]\n[[robot]]\n```\n\n## Play\n\n```text\n1: play mine:nap\n```\n\n## Outcome\n\n```text\n{outcome}\n```\n"
    );
    read(&text).unwrap()
}

#[test]
fn a_ruling_notices_what_it_depends_on() {
    let mutants = mutants(WEAPON, SCRIPT);
    let mut judge = Judge::new().with_cards(mutants.cards.clone());
    let came: Vec<_> = judge.check(&ruling("-")).cases[0]
        .transcript
        .iter()
        .map(|said| said.line())
        .collect();
    let ruling = [ruling(&came.join("\n"))];
    assert_eq!(mutants.fails(&ruling), None, "{came:#?}");
    let noticed: Vec<_> = (0..mutants.all().len())
        .filter(|place| mutants.noticed(*place, &ruling).is_some())
        .collect();
    assert_eq!(
        noticed,
        [6, 7],
        "at 3 energy only the gain is seen: {came:#?}"
    );
    assert_eq!(mutants.noticed(99, &ruling), None);
}

#[test]
fn the_cards_are_changed_and_nothing_else() {
    let mutants = Mutants::new("moon-bots", &official_packs("moon-bots"), &[]).unwrap();
    assert!(mutants.all().len() > 100);
    for mutant in mutants.all() {
        let changed = mutants.changed(&mutant.edit);
        let differ = mutants
            .cards
            .cards
            .iter()
            .zip(&changed.cards)
            .filter(|(a, b)| a != b);
        let differ: Vec<_> = differ.map(|(card, _)| &card.id).collect();
        assert_eq!(differ, [&mutant.card], "{mutant:?}");
        assert!(
            mutant.line > 0 && mutant.column > 0 && !mutant.file.is_empty(),
            "{mutant:?}"
        );
    }
    assert!(matches!(
        Mutants::new("robotory", &[], &[]),
        Err(SetupError::NoCards { .. })
    ));
}
