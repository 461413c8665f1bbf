//! `mutate`.

use crate::bench::{Bench, words};
use insta::assert_snapshot;

const MANIFEST: &str = "id = \"mine\"\nversion = \"1.0.0\"\napi = 1\ngame = \"moon-bots\"\nname = { en = \"Mine\" }\n\
                        authors = [\"me\"]\nlicense = \"CC0-1.0\"\ncards = [\"cards.toml\"]\n";
const CARDS: &str = "[[card]]\nid = \"odd-arm\"\nkind = \"part\"\nname = { en = \"Odd Arm\" }\nslot = \"left-arm\"\n\
                     activate = { exact = 3 }\neffect = [{ missile = 2 }]\n";

/// A ruling about dice and the resulting points.
fn ruling(dice: u8) -> String {
    format!(
        "# M-1: Odd Arm\n\n- id: odd-arm-{dice}\n- game: moon-bots\n- players: 2\n- status: house\n- source: a test\n\n\
         ## Position\n\n```toml\nstep = \"parts\"\ndice = [{dice}]\n[[robot]]\nparts = [\"mine:odd-arm\"]\n[[robot]]\n\
         [[robot]]\n[[robot]]\n```\n\n## Play\n\n```text\n{}1: use left-arm {dice}\n```\n",
        if dice == 3 { "" } else { "! " }
    )
}

#[test]
fn what_no_ruling_notices_is_listed() {
    let bench = Bench::new("mutate");
    bench.write("mine/pack.toml", MANIFEST);
    bench.write("mine/cards.toml", CARDS);
    bench.write("mine/rulings/three.md", &ruling(3));
    bench.run(&["test", "mine", "--write"], "");
    assert_snapshot!(bench.run(&["mutate", "mine"], ""));
    bench.write("more/six.md", &ruling(6));
    bench.run(&["judge", "more", "--pack", "mine", "--write"], "");
    assert_snapshot!(bench.run(&["mutate", "mine", "--rulings", "more"], ""));
    let json = bench.json(&[
        "mutate",
        "mine",
        "--rulings",
        "more",
        "--threads",
        "1",
        "--format",
        "json",
    ]);
    assert_eq!(
        (json["noticed"].as_u64(), json["unnoticed"].as_u64()),
        (Some(5), Some(0))
    );
    assert_eq!(json["changes"][0]["noticed_by"], "odd-arm-3");
}

#[test]
fn without_rulings_that_hold_nothing_is_changed() {
    let bench = Bench::new("mutate-usage");
    bench.write("mine/pack.toml", MANIFEST);
    bench.write("mine/cards.toml", CARDS);
    bench.write("none/readme.txt", "");
    bench.write(
        "bad/three.md",
        &ruling(3).replace("left-arm 3", "left-arm 2"),
    );
    bench.write("unreadable/three.md", "# M-1\n");
    bench.write("broken/pack.toml", "id = 3");
    let commands = [
        "mutate",
        "mutate mine",
        "mutate missing",
        "mutate broken",
        "mutate mine --rulings none",
        "mutate mine --rulings missing",
        "mutate mine --rulings bad",
        "mutate mine --rulings unreadable",
        "mutate mine --threads 0",
    ];
    assert_snapshot!(
        commands
            .iter()
            .map(|line| bench.run(&words(line), ""))
            .collect::<String>()
    );
}
