//! `cardwright serve`: the protocol over the standard input and output, as a program in another language has it.

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
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Served { child, input, output }
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

    /// Ends the input; gives what is still said, and how it ends.
    fn end(mut self) -> (String, Option<i32>) {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (rest, self.child.wait().unwrap().code())
    }
}

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

#[test]
fn recorded_conversations_come_out_byte_for_byte() {
    let mut files: Vec<_> =
        std::fs::read_dir(folder("conformance")).unwrap().map(|entry| entry.unwrap().path()).collect();
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
    for line in
        [&b"\xff\xfe\x00"[..], b"NaN", b"{", deep.as_bytes(), b"[]", b"{\"jsonrpc\":\"2.0\",\"id\":1}"]
    {
        served.send(line);
        assert!(served.line().contains("\"error\""), "{:.40}", String::from_utf8_lossy(line));
    }
    served.send(&vec![b'x'; 9 << 20]);
    assert!(served.line().contains("a line has at most"));
    served.send(br#"{"jsonrpc":"2.0","id":2,"method":"match/new","params":{"game":"robotory","seed":3}}"#);
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
    assert!(last.starts_with(r#"{"jsonrpc":"2.0","id":7,"result":"#), "{last}");
    assert_eq!(code, Some(0));
}

#[test]
fn lines_are_answered_while_games_are_simulated() {
    let mut served = Served::new();
    served.send(
        br#"{"jsonrpc":"2.0","id":1,"method":"simulate/run","params":{"game":"moon-bots","games":1000000}}"#,
    );
    served.send(br#"{"jsonrpc":"2.0","id":2,"method":"match/new","params":{"game":"robotory","seed":3}}"#);
    served.send(br#"{"jsonrpc":"2.0","id":3,"method":"simulate/cancel","params":{"id":1}}"#);
    let mut seen = Vec::new();
    while !seen.iter().any(|line: &String| line.contains("\"id\":1,\"error\"")) {
        seen.push(served.line());
    }
    assert!(seen.iter().any(|line| line.contains("\"match\":\"m1\"")), "{seen:?}");
    assert!(seen.last().unwrap().contains("cancelled"));
    served.send(br#"{"jsonrpc":"2.0","id":4,"method":"shutdown"}"#);
    assert!(served.line().contains("\"id\":4"));
    assert_eq!(served.end().1, Some(0));
}

#[test]
fn without_a_door_it_says_which_there_is() {
    let done = Command::new(PROGRAM).arg("serve").output().unwrap();
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("--stdio"));
}

/// Whether Python is here; a machine without it is told so, and what to install.
fn python() -> bool {
    let there = Command::new("python3").arg("--version").output().is_ok_and(|done| done.status.success());
    if !there {
        eprintln!(
            "skipped: there is no python3 here; install it (apt-get install python3) to try the example in Python"
        );
    }
    there
}

#[test]
fn the_client_in_python_plays_every_game() {
    let client = folder("examples/python/play.py");
    let text = std::fs::read_to_string(&client).unwrap();
    assert!(text.lines().count() < 40, "the client is to be short");
    if !python() {
        return;
    }
    for game in ["moon-bots", "robotory"] {
        let done = Command::new("python3").arg(&client).args([PROGRAM, game]).output().unwrap();
        let told = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(done.status.success(), "{game}: {}", String::from_utf8_lossy(&done.stderr));
        assert!(told.lines().last().unwrap().starts_with("winners: ["), "{told}");
    }
}
