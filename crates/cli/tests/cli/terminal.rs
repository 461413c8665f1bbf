//! The program at a terminal of its own: a pseudo-terminal that a test holds the other end of.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a test waits for something to appear; a busy machine takes its time.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often it looks.
const LOOK: Duration = Duration::from_millis(20);

/// A terminal with a program in it.
struct Terminal {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    screen: Arc<Mutex<vt100::Parser>>,
    _home: TempDir,
}

impl Terminal {
    /// A terminal of so many columns and rows in which the shell runs a line; `$CARDWRIGHT` is the program.
    fn runs(line: &str, (columns, rows): (u16, u16), variables: &[(&str, &str)]) -> Terminal {
        let size = PtySize {
            rows,
            cols: columns,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system().openpty(size).unwrap();
        let home = TempDir::new().unwrap();
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", line]);
        command.env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("CARDWRIGHT", env!("CARGO_BIN_EXE_cardwright"));
        command.env("XDG_STATE_HOME", home.path());
        command.env("HOME", home.path());
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        command.cwd(home.path());
        variables
            .iter()
            .for_each(|(name, value)| command.env(name, value));
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 0)));
        let mut output = pair.master.try_clone_reader().unwrap();
        let seen = screen.clone();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                seen.lock().unwrap().process(&bytes[..count]);
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Terminal {
            master: pair.master,
            keys,
            child,
            screen,
            _home: home,
        }
    }

    /// `cardwright play` as its arguments say.
    fn plays(arguments: &str, size: (u16, u16), variables: &[(&str, &str)]) -> Terminal {
        Terminal::runs(
            &format!("exec \"$CARDWRIGHT\" {arguments}"),
            size,
            variables,
        )
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Waits until the screen is as wanted.
    fn wait(&self, what: &str, wanted: impl Fn(&vt100::Screen) -> bool) {
        let begin = Instant::now();
        while !wanted(self.screen.lock().unwrap().screen()) {
            assert!(
                begin.elapsed() < PATIENCE,
                "waiting for {what}:\n{}",
                self.text()
            );
            thread::sleep(LOOK);
        }
    }

    fn sees(&self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    fn resize(&self, (columns, rows): (u16, u16)) {
        self.screen
            .lock()
            .unwrap()
            .screen_mut()
            .set_size(rows, columns);
        let size = PtySize {
            rows,
            cols: columns,
            pixel_width: 0,
            pixel_height: 0,
        };
        self.master.resize(size).unwrap();
    }

    /// The exit code, once it has ended.
    fn ends(&mut self) -> u32 {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.exit_code();
            }
            assert!(
                begin.elapsed() < PATIENCE,
                "waiting for the end:\n{}",
                self.text()
            );
            thread::sleep(LOOK);
        }
    }

    /// The terminal is as programs find it: no other screen, the cursor there, the mouse its own.
    fn is_restored(&self) {
        self.wait("the terminal as it was", |screen| {
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && !screen.bracketed_paste()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        });
    }
}

const SMALL: (u16, u16) = (80, 24);
const MOON: &str = "play moon-bots --seed 3 --seat 1";

#[test]
fn the_table_fills_the_screen_and_follows_its_size() {
    let mut terminal = Terminal::plays(MOON, SMALL, &[]);
    terminal.sees("Robot 1: buy a card?");
    terminal.wait("the other screen", vt100::Screen::alternate_screen);
    insta::assert_snapshot!("terminal-80x24", terminal.text());
    terminal.resize((120, 40));
    terminal.wait("a card beside the board", |screen| {
        screen
            .contents()
            .contains("log ─────────────────────────────────")
    });
    terminal.press("\x1b[B\x1b[B\x1b[B");
    terminal.sees("── Left Claw · part");
    insta::assert_snapshot!("terminal-120x40", terminal.text());
    terminal.resize((30, 8));
    terminal.sees("too small");
    terminal.resize(SMALL);
    terminal.sees("Robot 1: buy a card?");
    terminal.press("\r");
    terminal.sees("left-arm Left Claw");
    terminal.press("\x03");
    assert_eq!(terminal.ends(), 0);
    terminal.is_restored();
    terminal.sees("# stopped after");
}

#[test]
fn every_way_out_restores_the_terminal_and_keeps_the_match() {
    for (way, code) in [
        ("\x03", 0),
        ("\x04", 0),
        ("quit\r", 0),
        ("TERM", 130),
        ("HUP", 130),
        ("INT", 130),
    ] {
        // What `stty` says after it shows whether keys are lines again, and echoed.
        let line = format!(
            "sh -c 'echo $$ > pid; exec \"$CARDWRIGHT\" {MOON}'; echo \"code $?\"; stty -a"
        );
        let mut terminal = Terminal::runs(&line, SMALL, &[]);
        terminal.sees("Robot 1: buy a card?");
        terminal.press("4\r");
        terminal.sees("left-arm Left Claw");
        match code {
            130 => {
                let pid = std::fs::read_to_string(terminal._home.path().join("pid")).unwrap();
                let kill = std::process::Command::new("kill")
                    .args(["-s", way, pid.trim()])
                    .status()
                    .unwrap();
                assert!(kill.success());
            }
            _ => terminal.press(way),
        }
        terminal.sees(&format!("code {code}"));
        terminal.is_restored();
        terminal.wait("keys as lines", |screen| {
            let text = screen.contents();
            text.contains(" icanon") && text.contains(" echo ") && text.contains("saved in")
        });
        terminal.ends();
    }
}

#[test]
fn no_colour_and_no_utf8_are_respected() {
    for (arguments, variables) in [
        (MOON.to_string(), &[("NO_COLOR", "1")][..]),
        (format!("--color never {MOON}"), &[]),
        (MOON.to_string(), &[("NO_COLOR", "1"), ("LANG", "C")]),
        (MOON.to_string(), &[("NO_COLOR", "1"), ("LC_ALL", "POSIX")]),
    ] {
        let mut terminal = Terminal::plays(&arguments, SMALL, variables);
        terminal.sees("Robot 1: buy a card?");
        let ascii = variables.len() > 1;
        {
            let parser = terminal.screen.lock().unwrap();
            let screen = parser.screen();
            let cells =
                (0..24).flat_map(|row| (0..80).filter_map(move |column| screen.cell(row, column)));
            let plain = |cell: &vt100::Cell| {
                cell.fgcolor() == vt100::Color::Default && cell.bgcolor() == vt100::Color::Default
            };
            assert!(cells.clone().all(plain), "{arguments} {variables:?}");
            assert_eq!(
                screen.contents().is_ascii(),
                ascii,
                "{arguments} {variables:?}"
            );
        }
        terminal.press("\x03");
        assert_eq!(terminal.ends(), 0);
    }
}

#[test]
fn keys_pressed_while_the_terminal_changes_its_size_are_heard() {
    const WIDE: (u16, u16) = (100, 30);
    let mut terminal = Terminal::plays(MOON, SMALL, &[]);
    terminal.sees("▸ 1  buy nothing");
    for turn in 0..100 {
        let (size, key, chosen) = match turn % 2 {
            0 => (WIDE, "\x1b[B", "▸ 2  buy"),
            _ => (SMALL, "\x1b[A", "▸ 1  buy"),
        };
        terminal.resize(size);
        terminal.press(key);
        terminal.sees(chosen);
    }
    terminal.press("\x03");
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn a_size_that_changes_as_the_table_appears_is_followed() {
    for _ in 0..20 {
        let mut terminal = Terminal::plays(MOON, SMALL, &[]);
        terminal.wait("the other screen", vt100::Screen::alternate_screen);
        terminal.resize((120, 40));
        terminal.sees("log ─────────────────────────────────");
        terminal.press("\x03");
        assert_eq!(terminal.ends(), 0);
    }
}

#[test]
fn colours_tell_seats_apart() {
    let terminal = Terminal::plays(MOON, SMALL, &[]);
    terminal.sees("Robot 1: buy a card?");
    let parser = terminal.screen.lock().unwrap();
    let screen = parser.screen();
    let rows: Vec<String> = screen.rows(0, 80).collect();
    let colour = |seat: u8| {
        let row = rows.iter().position(|row| {
            row.chars()
                .skip(2)
                .collect::<String>()
                .starts_with(&format!("Robot {seat} "))
        });
        screen.cell(row.unwrap() as u16, 3).unwrap().fgcolor()
    };
    let seats: Vec<_> = (1..=4).map(colour).collect();
    assert!(
        (1..4).all(|at| !seats[..at].contains(&seats[at])),
        "{seats:?}"
    );
}

#[test]
fn lines_are_played_where_no_screen_is_wanted() {
    for (arguments, variables) in [
        (format!("{MOON} --plain"), &[][..]),
        (MOON.to_string(), &[("TERM", "dumb")]),
    ] {
        let mut terminal = Terminal::plays(&arguments, SMALL, variables);
        terminal.sees("seat 1 (human): Robot 1: buy a card?");
        assert!(!terminal.screen.lock().unwrap().screen().alternate_screen());
        terminal.press("4\r");
        terminal.sees("left-arm: Left Claw");
        terminal.press("quit\r");
        terminal.sees("Keep the match in");
        terminal.press("n\r");
        assert_eq!(terminal.ends(), 0);
    }
}

#[test]
fn what_a_terminal_would_obey_is_not_sent_back() {
    let mut terminal = Terminal::plays(MOON, SMALL, &[]);
    terminal.sees("Robot 1: buy a card?");
    // A paste with a sequence that would set the title, and keys that mean nothing.
    terminal.press("\x1b[200~card \x1b]0;owned\x07claw\x1b[201~\r");
    terminal.sees("there is no card");
    let screen = terminal.screen.lock().unwrap().screen().clone();
    assert!(!screen.contents().contains('\u{1b}'));
    drop(screen);
    terminal.press("\x1b[99~\x03");
    assert_eq!(terminal.ends(), 0);
}
