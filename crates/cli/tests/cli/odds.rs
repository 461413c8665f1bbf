//! `odds`.

use crate::bench::{Bench, words};
use insta::assert_snapshot;

#[test]
fn how_often_cards_work() {
    let bench = Bench::new("odds");
    assert_snapshot!(bench.run(&["odds", "moon-bots", "twin-lenses", "base-punch"], ""));
    let json = bench.json(&["odds", "moon-bots", "twin-lenses", "--format", "json"]);
    assert_eq!(json["cards"][0]["card"], "twin-lenses");
    assert_eq!(
        json["cards"][0]["dice"][5],
        serde_json::json!({ "dice": 2, "reroll": 2, "chance": { "num": 11, "den": 36, "decimal": 11.0 / 36.0 } })
    );
}

#[test]
fn what_a_robot_does() {
    let bench = Bench::new("odds-robot");
    let robot = "battering-chest,solar-visor,re-roll,plus-die,strong-fist";
    assert_snapshot!(bench.run(&["odds", "moon-bots", "--robot", robot], ""));
    assert_snapshot!(bench.run(
        &["odds", "moon-bots", "--robot", "", "--value", "energy"],
        ""
    ));
    bench.write(
        "position.toml",
        "active = \"2\"\n[options]\nslide = \"one-row\"\n\
         [[robot]]\n[[robot]]\nupgrades = [\"strong-fist\"]\n[[robot]]\n[[robot]]\n",
    );
    let json = bench.json(&[
        "odds",
        "moon-bots",
        "--robot",
        "position.toml",
        "--format",
        "json",
    ]);
    assert_eq!(json["robot"]["robot"], serde_json::json!(["strong-fist"]));
    assert_eq!(
        json["robot"]["turns"][0]["worth"],
        serde_json::json!({ "num": 1, "den": 2, "decimal": 0.5 })
    );
}

#[test]
fn a_home_made_card_has_odds_too() {
    let bench = Bench::new("odds-pack");
    bench.write(
        "mine/pack.toml",
        "id = \"mine\"\nversion = \"1.0.0\"\napi = 1\ngame = \"moon-bots\"\nname = { en = \"Mine\" }\n\
         authors = [\"me\"]\nlicense = \"CC0-1.0\"\ncards = [\"cards.toml\"]\n",
    );
    bench.write(
        "mine/cards.toml",
        "[[card]]\nid = \"odd-arm\"\nkind = \"part\"\nname = { en = \"Odd Arm\" }\nslot = \"left-arm\"\n\
         activate = { sum-odd = true }\neffect = [{ missile = 2 }]\n",
    );
    assert_snapshot!(bench.run(&["odds", "moon-bots", "mine:odd-arm", "--pack", "mine"], ""));
    assert_snapshot!(bench.run(
        &[
            "odds",
            "moon-bots",
            "--robot",
            "mine:odd-arm,plus-die",
            "--pack",
            "mine"
        ],
        ""
    ));
}

#[test]
fn what_an_attack_does() {
    let bench = Bench::new("odds-attack");
    bench.write(
        "position.toml",
        "step = \"attack\"\n[[player]]\nunits = [\"titan-torso+strider-legs\"]\n\
         [[player]]\nunits = [\"scrap-rat\", \"acid-slug\", \"repair-bay\"]\n",
    );
    let json = bench.json(&[
        "odds",
        "robot-empire",
        "--attack",
        "position.toml",
        "--format",
        "json",
    ]);
    assert_eq!(
        json["attackers"],
        serde_json::json!(["titan-torso+strider-legs"])
    );
    assert_eq!(json["ways"][2]["blocks"], "none");
    assert_eq!(
        json["ways"][2]["battery"],
        serde_json::json!({ "num": 7, "den": 1, "decimal": 7.0 })
    );
    let refused = [
        "odds robot-empire --attack mint",
        "odds robot-empire --attack dice-dive",
        "odds robot-empire --attack dice-drive --players 4",
        "odds moon-bots --attack left-claw",
    ];
    for line in refused {
        let told = bench.run(&words(line), "");
        assert!(
            told.contains("error") && told.contains("help"),
            "{line}: {told}"
        );
    }
}

#[test]
fn what_has_no_odds_is_refused() {
    let bench = Bench::new("odds-usage");
    let commands = [
        "odds moon-bots",
        "odds moon-bots dodge",
        "odds moon-bots re-roll",
        "odds moon-bots dogde",
        "odds robotory dodge",
        "odds chess dodge",
        "odds moon-bots dodge --robot re-roll",
        "odds moon-bots base-punch --value damage",
        "odds moon-bots --robot dodge",
        "odds moon-bots --robot twin-lenses,cyclops-eye",
        "odds moon-bots --robot missing.toml",
        "odds moon-bots --robot re-roll --value fun",
        "odds moon-bots base-punch --players 9",
    ];
    let told: Vec<String> = commands
        .iter()
        .map(|line| bench.run(&words(line), ""))
        .collect();
    bench.write("wrong.toml", "step = \"dance\"\n");
    bench.write(
        "out.toml",
        "[[robot]]\nstatus = \"out\"\n[[robot]]\n[[robot]]\n[[robot]]\n",
    );
    let files = ["wrong.toml", "out.toml"]
        .map(|file| bench.run(&["odds", "moon-bots", "--robot", file], ""));
    assert_snapshot!(told.concat() + files.concat().as_str());
}

#[cfg(target_os = "linux")]
#[test]
fn stopped_odds_print_what_is_finished_and_say_so() {
    let bench = Bench::new("odds-stopped");
    // One card takes milliseconds; so many of them take longer than the signal.
    let cards = vec!["twin-lenses"; 6000];
    let arguments = [&["odds", "moon-bots"], &cards[..]].concat();
    let child = bench.start(&arguments);
    let id = child.id().to_string();
    let stop = std::thread::spawn(move || {
        // Until the program handles the signal, it would end without a word.
        let handles = |line: &str| {
            let mask = line.strip_prefix("SigCgt:")?.trim();
            Some(u64::from_str_radix(mask, 16).unwrap() & 2 != 0)
        };
        let status = || std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        while !status().lines().find_map(handles).unwrap() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        // A third of a second of work, in hundredths: some cards are finished then, and never all.
        let worked = || {
            let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
            let user = stat.rsplit_once(") ").unwrap().1.split(' ').nth(11);
            user.unwrap().parse::<u32>().unwrap()
        };
        while worked() < 33 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        std::process::Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
    });
    let done = child.wait_with_output().unwrap();
    assert!(stop.join().unwrap().success());
    let (told, errors) = (
        String::from_utf8(done.stdout).unwrap(),
        String::from_utf8(done.stderr).unwrap(),
    );
    assert_eq!(done.status.code(), Some(130), "{errors}");
    let finished = told.matches("chance that it works").count();
    assert!((1..6000).contains(&finished), "{finished} cards: {errors}");
    assert!(
        errors.ends_with("stopped; the odds above are complete, others may be missing\n"),
        "{errors}"
    );
}
