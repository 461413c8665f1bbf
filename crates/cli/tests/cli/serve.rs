//! `cardwright serve`: the protocol over standard input and output, as a program in another language uses it.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_cardwright");

/// A running `serve --stdio`.
struct Served {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Served {
    fn new() -> Self {
        let mut child = Command::new(PROGRAM)
            .args(["serve", "--stdio", "--seed", "1"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (
            child.stdin.take(),
            BufReader::new(child.stdout.take().unwrap()),
        );
        Served {
            child,
            input,
            output,
        }
    }

    fn send(&mut self, line: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_string()
    }

    /// Closes the input. Returns the remaining output and the exit status.
    fn end(mut self) -> (String, Option<i32>) {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (rest, self.child.wait().unwrap().code())
    }
}

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

#[test]
fn recorded_conversations_come_out_byte_for_byte() {
    let mut files: Vec<_> = std::fs::read_dir(folder("conformance"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    files.sort();
    assert!(files.len() >= 60);
    for file in files {
        let mut served = Served::new();
        for line in std::fs::read_to_string(&file).unwrap().lines() {
            match line.split_at_checked(2) {
                Some(("> ", sent)) => served.send(sent.as_bytes()),
                Some(("< ", expected)) => assert_eq!(served.line(), expected, "{}", file.display()),
                _ => {}
            }
        }
        assert_eq!(served.end(), (String::new(), Some(0)), "{}", file.display());
    }
}

#[test]
fn hostile_lines_do_not_stop_it() {
    let mut served = Served::new();
    let deep = "[".repeat(1 << 20);
    for line in [
        &b"\xff\xfe\x00"[..],
        b"NaN",
        b"{",
        deep.as_bytes(),
        b"[]",
        b"{\"jsonrpc\":\"2.0\",\"id\":1}",
    ] {
        served.send(line);
        assert!(
            served.line().contains("\"error\""),
            "{:.40}",
            String::from_utf8_lossy(line)
        );
    }
    served.send(&vec![b'x'; 9 << 20]);
    assert!(served.line().contains("a line has at most"));
    served.send(
        br#"{"jsonrpc":"2.0","id":2,"method":"match/new","params":{"game":"robotory","seed":3}}"#,
    );
    assert!(served.line().contains("\"match\":\"m1\""));
    assert_eq!(served.end().1, Some(0));
}

#[test]
fn it_ends_with_the_input_and_answers_what_was_asked_before() {
    let mut served = Served::new();
    served.send(
        br#"{"jsonrpc":"2.0","id":7,"method":"simulate/run","params":{"game":"robotory","games":300}}"#,
    );
    let (rest, code) = served.end();
    let last = rest.lines().last().unwrap();
    assert!(
        last.starts_with(r#"{"jsonrpc":"2.0","id":7,"result":"#),
        "{last}"
    );
    assert_eq!(code, Some(0));
}

#[test]
fn lines_are_answered_while_games_are_simulated() {
    let mut served = Served::new();
    served.send(
        br#"{"jsonrpc":"2.0","id":1,"method":"simulate/run","params":{"game":"moon-bots","games":1000000}}"#,
    );
    served.send(
        br#"{"jsonrpc":"2.0","id":2,"method":"match/new","params":{"game":"robotory","seed":3}}"#,
    );
    served.send(br#"{"jsonrpc":"2.0","id":3,"method":"simulate/cancel","params":{"id":1}}"#);
    let mut seen = Vec::new();
    while !seen
        .iter()
        .any(|line: &String| line.contains("\"id\":1,\"error\""))
    {
        seen.push(served.line());
    }
    assert!(
        seen.iter().any(|line| line.contains("\"match\":\"m1\"")),
        "{seen:?}"
    );
    assert!(seen.last().unwrap().contains("cancelled"));
    served.send(br#"{"jsonrpc":"2.0","id":4,"method":"shutdown"}"#);
    assert!(served.line().contains("\"id\":4"));
    assert_eq!(served.end().1, Some(0));
}

/// Recorded lines, damaged by a generator with a fixed seed. The program gives each the right kind of answer with its
/// place, and keeps running.
#[test]
fn ten_thousand_hostile_lines_are_answered() {
    let mut recorded = Vec::new();
    for entry in std::fs::read_dir(folder("conformance")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "txt") {
            let text = std::fs::read_to_string(path).unwrap();
            let sent = text.lines().filter_map(|line| line.strip_prefix("> "));
            let short = |line: &&str| {
                line.len() < 600 && !line.contains("shutdown") && !line.contains("simulate")
            };
            recorded.extend(sent.filter(short).map(String::from));
        }
    }
    recorded.sort();
    let mut luck = 1_u64;
    let mut below = move |most: usize| {
        luck = luck
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (luck >> 33) as usize % most.max(1)
    };
    let mut lines = Vec::new();
    for number in 0..10_000 {
        let mut line = recorded[below(recorded.len())].as_bytes().to_vec();
        // Every second line is still JSON, with other words and numbers.
        let json = number % 2 == 0;
        for _ in 0..1 + below(4) {
            let at = below(line.len());
            if json {
                if line[at].is_ascii_alphanumeric() {
                    line[at] = b"0123456789abcdefghijklmnopqrstuvwxyz"[below(36)];
                }
                continue;
            }
            match below(6) {
                0 => line.truncate(at.max(1)),
                1 => line[at] = b' ' + below(95) as u8,
                2 => line.insert(at, b'\xff'),
                3 => line.splice(at..at, *b"\\u0000").for_each(drop),
                4 => line.splice(at..at, *b"-9223372036854775809").for_each(drop),
                _ => line.splice(at..at, *b"[{\"a\":").for_each(drop),
            }
        }
        lines.push(line);
    }
    let mut served = Served::new();
    let mut input = served.input.take().unwrap();
    let writer = std::thread::spawn(move || {
        for line in &lines {
            input.write_all(line).unwrap();
            input.write_all(b"\n").unwrap();
        }
        input
            .write_all(b"{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"method\":\"initialize\"}\n")
            .unwrap();
    });
    let (mut errors, mut placed, mut last) = (0, 0, 0);
    loop {
        let line = served.line();
        if line.is_empty() {
            break;
        }
        for reply in line
            .split("{\"jsonrpc\"")
            .skip(1)
            .filter(|reply| reply.contains("\"error\":"))
        {
            errors += 1;
            assert!(!reply.contains("\"internal\""), "{reply}");
            let place = [
                "\"column\":",
                "\"path\":",
                "\"at\":",
                "\"reason\":",
                "\"cites\":",
                "\"match\":",
                "\"help\":",
            ];
            placed += usize::from(place.iter().any(|place| reply.contains(place)));
        }
        last += usize::from(line.starts_with("{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"result\":"));
    }
    writer.join().unwrap();
    // Requests that wait for bots may be answered after it.
    assert_eq!(last, 1, "the last line is answered, once");
    assert!(errors > 7_000, "{errors} errors");
    assert!(
        placed * 100 >= errors * 95,
        "{placed} of {errors} say where or what to do"
    );
    assert_eq!(served.child.wait().unwrap().code(), Some(0));
}

#[test]
fn without_the_page_it_says_how_to_get_it_and_how_to_play_without() {
    let folder = tempfile::tempdir().unwrap();
    let alone = folder.path().join("cardwright");
    std::fs::hard_link(PROGRAM, &alone)
        .or_else(|_| std::fs::copy(PROGRAM, &alone).map(drop))
        .unwrap();
    let done = Command::new(alone).arg("serve").output().unwrap();
    assert_eq!(done.status.code(), Some(2));
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(
        told.starts_with("error: the page is not built here\n  help: `web/build`"),
        "{told}"
    );
    assert!(told.contains("`cardwright play GAME`"), "{told}");
}

/// Whether Python is installed. If not, the test says what to install.
fn python() -> bool {
    let there = Command::new("python3")
        .arg("--version")
        .output()
        .is_ok_and(|done| done.status.success());
    if !there {
        eprintln!(
            "skipped: there is no python3 here; install it (apt-get install python3) to try the example in Python"
        );
    }
    there
}

/// Each client under `examples/python`, and the start of its last line.
const CLIENTS: [(&str, &str); 5] = [
    ("bots.py", "answers: "),
    ("pack.py", "Robot 1L: buy a card?"),
    ("why.py", "refused: "),
    ("resume.py", "energy: "),
    ("search.py", "winners: ["),
];

#[test]
fn clients_in_python_do_what_their_pages_say() {
    let python = python();
    for (name, last) in CLIENTS {
        let client = folder("examples/python").join(name);
        let text = std::fs::read_to_string(&client).unwrap();
        assert!(text.lines().count() <= 40, "{name} is to be short");
        if !python {
            continue;
        }
        let done = Command::new("python3")
            .args(["-B".as_ref(), client.as_os_str()])
            .arg(PROGRAM)
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(
            done.status.success(),
            "{name}: {}",
            String::from_utf8_lossy(&done.stderr)
        );
        assert!(
            told.lines().last().unwrap().starts_with(last),
            "{name}: {told}"
        );
    }
}

#[test]
fn the_client_in_python_plays_every_game() {
    let client = folder("examples/python/play.py");
    let text = std::fs::read_to_string(&client).unwrap();
    assert!(text.lines().count() < 40, "the client is to be short");
    if !python() {
        return;
    }
    for game in ["moon-bots", "robotory", "lunar-command", "robot-empire"] {
        let done = Command::new("python3")
            .arg("-B")
            .arg(&client)
            .args([PROGRAM, game])
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(
            done.status.success(),
            "{game}: {}",
            String::from_utf8_lossy(&done.stderr)
        );
        assert!(
            told.lines().last().unwrap().starts_with("winners: ["),
            "{told}"
        );
    }
}
