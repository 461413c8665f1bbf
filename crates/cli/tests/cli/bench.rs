//! A temporary folder for each test, in which the program runs.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

/// A test's temporary folder. It is deleted when the test ends.
pub(crate) struct Bench {
    folder: PathBuf,
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Bench {
    pub(crate) fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("cardwright-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Bench { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        self.write_bytes(name, text.as_bytes());
    }

    pub(crate) fn write_bytes(&self, name: &str, bytes: &[u8]) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), bytes).unwrap();
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        command.args(args).current_dir(&self.folder);
        // Unnamed saves stay in the test's folder.
        command
            .env("XDG_STATE_HOME", self.path("state"))
            .env("HOME", &self.folder);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// The program with arguments, not yet started: for processes beside the test.
    pub(crate) fn prepared(&self, args: &[&str]) -> Command {
        self.command(args)
    }

    pub(crate) fn output(&self, args: &[&str], input: &str) -> Output {
        let mut child = self.command(args).spawn().unwrap();
        // A program that refuses its arguments does not read its input. The test does not fail for that.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }

    /// The command line, the exit code and the complete output, without times.
    pub(crate) fn run(&self, args: &[&str], input: &str) -> String {
        let output = self.output(args, input);
        let mut told = format!("$ cardwright {}\n", args.join(" "));
        for text in [output.stdout, output.stderr] {
            told += &self.placeless(&timeless(&String::from_utf8(text).unwrap()));
        }
        format!("{told}= {}\n\n", output.status.code().unwrap())
    }

    /// The text without the name of the test's folder.
    fn placeless(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.folder.display()), "")
    }

    /// Starts a command whose input and output the test controls.
    pub(crate) fn start(&self, args: &[&str]) -> Child {
        self.command(args).spawn().unwrap()
    }

    /// The same, with long lists of actions truncated.
    pub(crate) fn short(&self, args: &[&str], input: &str) -> String {
        let told = self.run(args, input);
        let line = |line: &str| match line.len() > 600 {
            true => format!("{} …\n", line.chars().take(200).collect::<String>()),
            false => format!("{line}\n"),
        };
        let late = |line: &&str| {
            line.trim_start()
                .split(' ')
                .next()
                .is_some_and(|word| word.parse().is_ok_and(|n: u32| n > 3))
        };
        told.lines().filter(|line| !late(line)).map(line).collect()
    }

    /// The output of a successful command, without times.
    pub(crate) fn ok(&self, args: &[&str]) -> String {
        timeless(&self.raw(args))
    }

    /// The output of a successful command, unchanged.
    pub(crate) fn raw(&self, args: &[&str]) -> String {
        let output = self.output(args, "");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{args:?}: {errors}");
        assert_eq!(errors, "", "{args:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The JSON output of a command, whatever its exit code.
    pub(crate) fn json(&self, args: &[&str]) -> serde_json::Value {
        serde_json::from_slice(&self.output(args, "").stdout).unwrap()
    }

    /// Starts a command that runs until its input ends.
    pub(crate) fn watched(&self, args: &[&str]) -> Watched {
        let mut child = self.command(args).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Watched { child, output }
    }

    /// The first line of a command's output, when the reader then closes the pipe, and everything on standard error.
    pub(crate) fn first_line(&self, args: &[&str]) -> (String, String) {
        let mut child = self.command(args).spawn().unwrap();
        drop(child.stdin.take());
        let mut line = String::new();
        BufReader::with_capacity(1, child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let mut errors = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut errors)
            .unwrap();
        assert!(child.wait().unwrap().success());
        (line, errors)
    }
}

/// A process beside the test. When the test ends first, its input is closed, so it ends too.
pub(crate) struct Watched {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Watched {
    /// Its output up to a line with this text.
    pub(crate) fn up_to(&mut self, text: &str) -> String {
        let mut told = String::new();
        while !told.lines().any(|line| line.contains(text)) {
            assert!(
                self.output.read_line(&mut told).unwrap() > 0,
                "it ended: {told}"
            );
        }
        told
    }

    /// Closes its input and returns the exit code.
    pub(crate) fn end(mut self) -> i32 {
        drop(self.child.stdin.take());
        self.child.wait().unwrap().code().unwrap()
    }
}

/// The words of a command line. Spaces in double quotes do not separate words.
pub(crate) fn words(line: &str) -> Vec<&str> {
    let mut quoted = false;
    let words = line.split(|letter| {
        quoted ^= letter == '"';
        letter == ' ' && !quoted
    });
    words
        .filter(|word| !word.is_empty())
        .map(|word| {
            let inside = word
                .strip_prefix('"')
                .and_then(|word| word.strip_suffix('"'));
            inside.unwrap_or(word)
        })
        .collect()
}

#[test]
fn quotes_keep_words_together() {
    assert_eq!(
        words("new  --name \"Grudge Cell\" --do \"gain(me, 1);\""),
        ["new", "--name", "Grudge Cell", "--do", "gain(me, 1);"]
    );
}

/// Words next to a number that is a time, or depends on one.
const BEFORE: [&str; 6] = [
    "\"seconds\": ",
    "\"games_per_second\": ",
    "\"ns_per_decision\": ",
    "\"nodes_per_second\": ",
    " lines of play in ",
    "s (",
];

fn timeless(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let line = BEFORE.iter().fold(line.to_string(), |line, before| {
            without_number(&line, before)
        });
        if line.starts_with("seconds ") || line.starts_with("a decision ") {
            table_row(&line)
        } else {
            line
        }
    });
    lines.map(|line| line + "\n").collect()
}

/// The line with `…` in place of the number after a word.
fn without_number(line: &str, word: &str) -> String {
    let Some(at) = line.find(word) else {
        return line.into();
    };
    let (before, after) = line.split_at(at + word.len());
    let rest = after.trim_start_matches(|c: char| c.is_ascii_digit() || "e.+-".contains(c));
    if rest.len() == after.len() {
        line.into()
    } else {
        format!("{before}…{rest}")
    }
}

/// A row of the table of `simulate` without its numbers.
fn table_row(line: &str) -> String {
    let words = line.split_whitespace().map(|word| {
        if word.parse::<f64>().is_ok() {
            "…"
        } else {
            word
        }
    });
    words.collect::<Vec<_>>().join(" ")
}
