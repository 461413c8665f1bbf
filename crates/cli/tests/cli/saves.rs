//! No action is lost: saves are complete at any moment and written after every action.

use crate::bench::Bench;
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Child;
use std::time::{Duration, SystemTime};

const HUMAN: [&str; 6] = ["play", "robotory", "--seats", "human,random", "--seed", "5"];

/// The actions in a file.
fn actions(bench: &Bench, name: &str) -> Vec<String> {
    let save: Value = serde_json::from_str(&bench.read(name)).unwrap();
    let steps = save
        .get("actions")
        .or(save.get("lines"))
        .unwrap()
        .as_array()
        .unwrap();
    steps
        .iter()
        .map(|step| step.as_str().unwrap().to_string())
        .collect()
}

/// The names in a folder, including hidden ones.
pub(crate) fn names(bench: &Bench, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(bench.path(folder)).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Reads a program's output until it asks for the n-th time.
fn until_asked(output: &mut impl BufRead, times: usize) {
    let mut line = String::new();
    for _ in 0..times {
        loop {
            line.clear();
            assert!(
                output.read_line(&mut line).unwrap() > 0,
                "the program ended"
            );
            if line.starts_with("? ") || line.starts_with("{\"question\"") {
                break;
            }
        }
    }
}

/// Sends a signal to a program.
fn signal(child: &Child, name: &str) {
    let killed = std::process::Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
}

/// The complete output of a program, and its exit status.
fn rest(mut child: Child) -> (String, Option<i32>) {
    let mut errors = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut errors)
        .unwrap();
    (errors, child.wait().unwrap().code())
}

#[test]
fn another_answer_after_undo_is_saved() {
    let bench = Bench::new("saves-undo");
    let save = [&HUMAN[..], &["--save", "a.json"]].concat();
    bench.run(&save, "place white a1\nundo\nplace white a2\nquit\n");
    assert_eq!(actions(&bench, "a.json")[0], "place white a2");
    bench.run(
        &["play", "--load", "a.json"],
        "undo\nplace white a3\nquit\n",
    );
    assert_eq!(actions(&bench, "a.json")[0], "place white a3");
    bench.run(&["play", "--load", "a.json"], "undo\nquit\n");
    assert_eq!(actions(&bench, "a.json"), [""; 0]);
}

#[test]
fn another_line_after_undo_is_saved_by_the_referee_too() {
    let bench = Bench::new("saves-undo-referee");
    bench.run(
        &["referee", "robotory", "--save", "a.json"],
        "place white a1\nundo\nplace white a2\n",
    );
    assert_eq!(actions(&bench, "a.json"), ["place white a2"]);
    bench.run(&["referee", "--load", "a.json"], "undo\nplace white a3\n");
    assert_eq!(actions(&bench, "a.json"), ["place white a3"]);
}

#[test]
fn save_always_says_where() {
    let bench = Bench::new("saves-where");
    let told = bench.run(
        &HUMAN,
        "save\nsave\nplace white a1\nsave\nsave b.json\nsave\nquit\n",
    );
    let said: Vec<&str> = told
        .lines()
        .filter(|line| line.starts_with("! saved"))
        .collect();
    assert_eq!(
        said,
        [
            "! saved in robotory-5.json",
            "! saved in robotory-5.json",
            "! saved in robotory-5.json",
            "! saved in b.json",
            "! saved in b.json"
        ]
    );
    assert_eq!(actions(&bench, "b.json").len(), 2);
    let loaded = bench.run(&["play", "--load", "b.json"], "save\nquit\n");
    assert!(loaded.contains("! saved in b.json\n"), "{loaded}");
}

#[test]
fn a_match_without_a_file_is_kept_all_the_same() {
    let bench = Bench::new("saves-unnamed");
    let told = bench.run(&HUMAN, "place white a1\n");
    let kept = "state/cardwright/matches/robotory-5.json";
    assert!(
        told.contains(&format!(
            "# saved in {kept}; `cardwright play --load {kept}` resumes\n"
        )),
        "{told}"
    );
    assert_eq!(actions(&bench, kept)[0], "place white a1");
    let told = bench.run(&["referee", "robotory"], "place white a1\n");
    let kept = "state/cardwright/sessions/robotory-table.json";
    assert!(
        told.contains(&format!(
            "# saved in {kept}; `cardwright referee --load {kept}` resumes\n"
        )),
        "{told}"
    );
    // A finished match, and one without an action, leave no file.
    bench.run(&["play", "robotory", "--seed", "6"], "");
    bench.run(
        &["play", "robotory", "--seats", "human,random", "--seed", "7"],
        "",
    );
    assert_eq!(
        names(&bench, "state/cardwright/matches"),
        ["robotory-5.json"]
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_is_kept_and_said_where() {
    for name in ["-INT", "-TERM", "-HUP"] {
        let bench = Bench::new("saves-interrupted");
        let mut child = bench.start(&HUMAN);
        let mut output = BufReader::new(child.stdout.take().unwrap());
        child
            .stdin
            .as_mut()
            .unwrap()
            .write_all(b"place white a1\n")
            .unwrap();
        until_asked(&mut output, 2);
        signal(&child, name);
        let (errors, code) = rest(child);
        let kept = bench.path("state/cardwright/matches/robotory-5.json");
        let path = kept.display();
        assert_eq!(
            errors,
            format!("\n# saved in {path}; `cardwright play --load {path}` resumes\n"),
            "{name}"
        );
        assert_eq!(code, Some(130));
        assert_eq!(
            actions(&bench, "state/cardwright/matches/robotory-5.json").len(),
            2
        );
    }
}

#[test]
fn another_match_in_the_file_is_set_aside() {
    let bench = Bench::new("saves-aside");
    let save = |seed: &str, input: &str| {
        let play = [
            "play",
            "robotory",
            "--seats",
            "human,random",
            "--seed",
            seed,
            "--save",
            "a.json",
        ];
        bench.run(&play, input)
    };
    save("5", "place white a1\nquit\n");
    let told = save("6", "place white b2\nquit\n");
    assert!(
        told.contains("! a.json had another match in it, which is now in a-2.json\n"),
        "{told}"
    );
    assert_eq!(actions(&bench, "a-2.json")[0], "place white a1");
    assert_eq!(actions(&bench, "a.json")[0], "place white b2");
    let referee = ["referee", "robotory", "--save", "t.json"];
    bench.run(&referee, "place white a1\n");
    bench.run(&referee, "place white b2\n");
    assert_eq!(actions(&bench, "t-2.json"), ["place white a1"]);
    // A match between bots can be reproduced from its seed.
    bench.ok(&["play", "robotory", "--seed", "1", "--save", "bots.json"]);
    bench.ok(&["play", "robotory", "--seed", "2", "--save", "bots.json"]);
    assert!(!names(&bench, ".").contains(&"bots-2.json".to_string()));
}

#[cfg(unix)]
#[test]
fn the_second_of_two_writers_is_told() {
    let bench = Bench::new("saves-two");
    let save = [&HUMAN[..], &["--save", "a.json"]].concat();
    let mut first = bench.start(&save);
    let mut output = BufReader::new(first.stdout.take().unwrap());
    until_asked(&mut output, 1);
    let expected = "error: another cardwright program is saving its match to a.json\n  \
                    help: stop that program first, or name another file with --save\n= 2\n\n";
    for second in [&save[..], &["play", "--load", "a.json"]] {
        let told = bench.run(second, "place white a2\nquit\n");
        assert!(told.ends_with(expected), "{told}");
    }
    first
        .stdin
        .as_mut()
        .unwrap()
        .write_all(b"place white a1\n")
        .unwrap();
    drop(first.stdin.take());
    let mut printed = String::new();
    output.read_to_string(&mut printed).unwrap();
    assert_eq!(rest(first).1, Some(0));
    assert_eq!(actions(&bench, "a.json")[0], "place white a1");
}

/// A program killed at a random moment leaves a valid file with every action that it had accepted before its next
/// question. The next program deletes any temporary file left beside it.
#[cfg(unix)]
#[test]
fn a_killed_program_loses_nothing() {
    let bench = Bench::new("saves-killed");
    for round in 0..12 {
        let mut child = bench.start(&[&HUMAN[..], &["--save", "a.json"]].concat());
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut input = child.stdin.take().unwrap();
        let answers = std::thread::spawn(move || {
            // After the kill, nobody reads its output.
            while input.write_all(b"1\n").and_then(|()| input.flush()).is_ok() {}
        });
        // It has asked this often and continues until it is killed, somewhere between two actions.
        let asked = 1 + round;
        until_asked(&mut output, asked);
        std::thread::sleep(Duration::from_micros(700 * round as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        answers.join().unwrap();
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        let asked = asked + rest.lines().filter(|line| line.starts_with("? ")).count();
        bench.ok(&["replay", "a.json"]);
        let held = actions(&bench, "a.json").len();
        // Before each question but the first, a person and a bot have acted. Both actions were saved before the
        // question.
        assert!(
            held + 2 >= 2 * asked,
            "asked {asked} times, {held} answers are in the file"
        );
        bench.run(&["play", "--load", "a.json"], "1\nquit\n");
        assert!(
            names(&bench, ".")
                .iter()
                .all(|name| !name.ends_with(".part")),
            "{:?}",
            names(&bench, ".")
        );
        fs::remove_file(bench.path("a.json")).unwrap();
    }
}

/// A truncated file is refused with a reason and never overwritten.
#[test]
fn torn_files_are_refused_and_stay() {
    let bench = Bench::new("saves-torn");
    bench.run(
        &[&HUMAN[..], &["--save", "a.json"]].concat(),
        "place white a1\nquit\n",
    );
    bench.run(
        &["referee", "robotory", "--save", "t.json"],
        "place white a1\n",
    );
    for (name, load) in [
        ("a.json", ["play", "--load"]),
        ("t.json", ["referee", "--load"]),
    ] {
        let whole = bench.read(name);
        for part in 0..12 {
            let torn = &whole[..whole.len() * part / 12];
            bench.write("torn.json", torn);
            let told = bench.run(&[load[0], load[1], "torn.json"], "quit\n");
            assert!(
                told.contains("error: torn.json: ") && told.ends_with("= 2\n\n"),
                "{told}"
            );
            let told = bench.run(&[load[0], "robotory", "--save", "torn.json"], "quit\n");
            assert!(
                told.contains("torn.json already exists and is not "),
                "{told}"
            );
            assert_eq!(bench.read("torn.json"), torn);
        }
    }
}

#[test]
fn a_file_that_can_no_longer_be_written_is_said_once_and_the_match_is_kept_elsewhere() {
    let bench = Bench::new("saves-gone");
    fs::create_dir(bench.path("disk")).unwrap();
    let mut child = bench.start(&[&HUMAN[..], &["--save", "disk/a.json"]].concat());
    let mut output = BufReader::new(child.stdout.take().unwrap());
    until_asked(&mut output, 1);
    fs::remove_dir_all(bench.path("disk")).unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"place white a1\nplace white a2\nplace white a3\n")
        .unwrap();
    let mut printed = String::new();
    output.read_to_string(&mut printed).unwrap();
    assert_eq!(
        printed
            .matches("! not saved: cannot save disk/a.json: ")
            .count(),
        1,
        "{printed}"
    );
    assert_eq!(
        printed.matches("! meanwhile it is kept in ").count(),
        1,
        "{printed}"
    );
    assert!(rest(child).1.is_some());
    let kept = actions(&bench, "state/cardwright/matches/robotory-5.json");
    assert!(
        printed.contains("# saved in ") && kept[0] == "place white a1",
        "{printed}"
    );
}

/// Nobody can write there, not even root: below an ordinary file, and where the system lists its processes.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_file_is_told_and_nothing_is_lost() {
    let bench = Bench::new("saves-no-folder");
    bench.write("plain", "a file\n");
    for file in ["plain/a.json", "/proc/a.json", "/proc/self/a.json"] {
        let output = bench.output(
            &[&HUMAN[..], &["--save", file]].concat(),
            "place white a1\nquit\n",
        );
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains(&format!("cannot save {file}: ")), "{told}");
        assert_eq!(output.status.code(), Some(2), "{file}");
    }
    assert_eq!(bench.read("plain"), "a file\n");
    // In the middle of a match, the folder becomes a file.
    fs::create_dir(bench.path("folder")).unwrap();
    let mut child = bench.start(&[&HUMAN[..], &["--save", "folder/a.json"]].concat());
    let mut output = BufReader::new(child.stdout.take().unwrap());
    until_asked(&mut output, 1);
    fs::remove_dir_all(bench.path("folder")).unwrap();
    bench.write("folder", "no folder any more\n");
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"place white a1\nplace white a2\nquit\n")
        .unwrap();
    let mut printed = String::new();
    output.read_to_string(&mut printed).unwrap();
    assert_eq!(
        printed
            .matches("! not saved: cannot save folder/a.json: ")
            .count(),
        1,
        "{printed}"
    );
    assert_eq!(
        printed.matches("! meanwhile it is kept in ").count(),
        1,
        "{printed}"
    );
    assert!(rest(child).1.is_some());
    assert_eq!(bench.read("folder"), "no folder any more\n");
    let kept = actions(&bench, "state/cardwright/matches/robotory-5.json");
    assert_eq!(kept[0], "place white a1", "{printed}");
}

/// This cannot be tested as root, or on a system that cannot mount small disks. The test reports that.
#[cfg(target_os = "linux")]
#[test]
fn full_disks_and_folders_without_permission() {
    let bench = Bench::new("saves-full");
    let told = bench.run(&[&HUMAN[..], &["--save", "/dev/full"]].concat(), "");
    assert!(
        told.contains("/dev/full already exists and is not a saved match"),
        "{told}"
    );
    fs::create_dir(bench.path("closed")).unwrap();
    fs::set_permissions(
        bench.path("closed"),
        std::os::unix::fs::PermissionsExt::from_mode(0o555),
    )
    .unwrap();
    if fs::write(bench.path("closed/try"), "").is_ok() {
        eprintln!(
            "SKIPPED: this user may write into every folder, so a closed one cannot be tried"
        );
    } else {
        let told = bench.run(&[&HUMAN[..], &["--save", "closed/a.json"]].concat(), "");
        assert!(
            told.contains("cannot save closed/a.json: Permission denied"),
            "{told}"
        );
    }
    fs::create_dir(bench.path("tiny")).unwrap();
    let tiny = bench.path("tiny");
    let mount = ["-t", "tmpfs", "-o", "size=64k", "tmpfs"];
    let mounted = std::process::Command::new("mount")
        .args(mount)
        .arg(&tiny)
        .output();
    if !mounted.is_ok_and(|output| output.status.success()) {
        eprintln!("SKIPPED: no small disk can be mounted here, so a full one cannot be tried");
        return;
    }
    let tried = std::panic::catch_unwind(|| {
        let mut child = bench.start(&[&HUMAN[..], &["--save", "tiny/a.json"]].concat());
        let mut output = BufReader::new(child.stdout.take().unwrap());
        until_asked(&mut output, 1);
        let before = bench.read("tiny/a.json");
        let _ = fs::write(bench.path("tiny/full"), vec![0; 1 << 20]);
        child
            .stdin
            .take()
            .unwrap()
            .write_all(b"place white a1\nplace white a2\n")
            .unwrap();
        let mut printed = String::new();
        output.read_to_string(&mut printed).unwrap();
        assert_eq!(
            printed
                .matches("! not saved: cannot save tiny/a.json: ")
                .count(),
            1,
            "{printed}"
        );
        assert_eq!(bench.read("tiny/a.json"), before);
        rest(child);
        assert!(
            names(&bench, "tiny")
                .iter()
                .all(|name| !name.ends_with(".part"))
        );
        assert!(actions(&bench, "state/cardwright/matches/robotory-5.json").len() > 1);
    });
    let unmounted = std::process::Command::new("umount").arg(&tiny).status();
    assert!(unmounted.unwrap().success());
    tried.unwrap();
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_never_awaited() {
    let bench = Bench::new("saves-pipes");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(bench.path("pipe"))
            .status()
            .unwrap()
            .success()
    );
    std::os::unix::fs::symlink("pipe", bench.path("pipe.md")).unwrap();
    std::os::unix::fs::symlink("pipe", bench.path("pipe.toml")).unwrap();
    for file in ["pipe", "/dev/zero"] {
        for command in [
            ["play", "--load", file],
            ["referee", "--load", file],
            ["replay", file, "--cite"],
            ["rejudge", file, "--edition=fr"],
            ["merge", file, file],
            ["judge", file, "--explain"],
            ["why", file, "pass"],
            ["why", "pipe.md", "pass"],
            ["why", "pipe.toml", "pass"],
        ] {
            let told = bench.run(&command, "");
            assert!(
                told.contains("is not an ordinary file") && told.ends_with("= 2\n\n"),
                "{told}"
            );
        }
    }
    let told = bench.run(&["simulate", "robotory", "--options", "pipe"], "");
    assert!(told.contains("pipe is not an ordinary file"), "{told}");
    for save in [
        ["play", "robotory", "--save", "pipe"],
        ["referee", "robotory", "--save", "/dev/null"],
    ] {
        let told = bench.run(&save, "");
        assert!(
            told.contains("already exists and is not ") && told.ends_with("= 2\n\n"),
            "{told}"
        );
    }
    let told = bench.run(&["referee", "robotory"], "place white a1\nruling pipe\n");
    assert!(
        told.contains("! no ruling written: pipe already exists; choose another name"),
        "{told}"
    );
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let bench = Bench::new("saves-links");
    bench.run(
        &[&HUMAN[..], &["--save", "real.json"]].concat(),
        "place white a1\nquit\n",
    );
    fs::set_permissions(bench.path("real.json"), PermissionsExt::from_mode(0o600)).unwrap();
    symlink("real.json", bench.path("link.json")).unwrap();
    bench.run(&["play", "--load", "link.json"], "place white a2\nquit\n");
    assert!(
        fs::symlink_metadata(bench.path("link.json"))
            .unwrap()
            .is_symlink()
    );
    assert_eq!(
        fs::metadata(bench.path("real.json"))
            .unwrap()
            .permissions()
            .mode()
            & 0o777,
        0o600
    );
    assert!(actions(&bench, "real.json").contains(&"place white a2".to_string()));
}

/// A file that was only read keeps its modification time.
#[test]
fn what_was_only_looked_at_is_not_written() {
    let bench = Bench::new("saves-looked-at");
    bench.run(
        &[&HUMAN[..], &["--save", "a.json"]].concat(),
        "place white a1\nquit\n",
    );
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let file = fs::File::options()
        .write(true)
        .open(bench.path("a.json"))
        .unwrap();
    file.set_modified(old).unwrap();
    let written = || {
        fs::metadata(bench.path("a.json"))
            .unwrap()
            .modified()
            .unwrap()
    };
    let told = bench.run(&["play", "--load", "a.json"], "?\nquit\n");
    assert!(written() == old && !told.contains("saved in"), "{told}");
    let told = bench.run(&["play", "--load", "a.json"], "place white a2\nquit\n");
    assert!(
        written() != old && told.contains("saved in a.json"),
        "{told}"
    );
}
