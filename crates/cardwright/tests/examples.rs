//! The programs under `examples/` are short and work as described. `cargo test` builds them before this test runs.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Each program, and a part of its output.
const PROGRAMS: [(&str, &str); 8] = [
    ("bot_game", "200 games: wins by seat ["),
    ("judge", "place white a1: true "),
    ("own_bot", "Over(Outcome"),
    ("own_pack", "With a die that shows 1 or 2"),
    ("save_and_resume", "taken up after"),
    ("terminal", "buy a card?"),
    ("web_json", "\"question\":"),
    ("why_not", "refused: "),
];

fn built(name: &str) -> PathBuf {
    // Tests are in `deps`, examples beside it.
    let here = std::env::current_exe().unwrap();
    here.parent()
        .unwrap()
        .parent()
        .unwrap()
        .join("examples")
        .join(name)
        .with_extension(std::env::consts::EXE_EXTENSION)
}

#[test]
fn examples_are_short_and_run() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut there: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    there.sort();
    let names: Vec<_> = there
        .iter()
        .map(|path| path.file_stem().unwrap().to_str().unwrap())
        .collect();
    assert_eq!(names, PROGRAMS.map(|(name, _)| name));
    for ((name, part), path) in PROGRAMS.iter().zip(&there) {
        assert!(
            std::fs::read_to_string(path).unwrap().lines().count() < 40,
            "{name} is to be short"
        );
        let program = built(name);
        assert!(
            program.is_file(),
            "{name} is not built: run `cargo test -p cardwright`, or with `--examples` before"
        );
        let done = Command::new(program).stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&done.stdout);
        assert!(
            done.status.success(),
            "{name}: {}",
            String::from_utf8_lossy(&done.stderr)
        );
        assert!(said.contains(part), "{name}: {said}");
    }
}
