//! The program in a pseudo-terminal that the test controls.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The time limit for something to appear; a busy machine is slow.
const PATIENCE: Duration = Duration::from_secs(60);
/// The interval between checks.
const LOOK: Duration = Duration::from_millis(20);

/// A terminal with a running program.
struct Terminal {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    screen: Arc<Mutex<vt100::Parser>>,
    _home: TempDir,
}

impl Terminal {
    /// A terminal with this size in which the shell runs a line; `$CARDWRIGHT` is the program.
    fn runs(line: &str, (columns, rows): (u16, u16), variables: &[(&str, &str)]) -> Terminal {
        let size = PtySize {
            rows,
            cols: columns,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system().openpty(size).unwrap();
        let home = TempDir::new().unwrap();
        // Tips for a first game would be above the table. The test of the tips turns them on.
        let settings = home.path().join("cardwright");
        std::fs::create_dir(&settings).unwrap();
        std::fs::write(settings.join("config.toml"), "coach = false\n").unwrap();
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", line]);
        command.env_clear();
        // The second one switches on a fault of `cargo xtask faults`.
        for name in ["PATH", "CARDWRIGHT_FAULT"] {
            command.env(name, std::env::var_os(name).unwrap_or_default());
        }
        command.env("CARDWRIGHT", env!("CARGO_BIN_EXE_cardwright"));
        command.env("XDG_STATE_HOME", home.path());
        command.env("XDG_CONFIG_HOME", home.path());
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

    /// `cardwright play` with these arguments.
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

    /// The rows of the screen. Blanks at their ends hang on what was drawn before.
    fn text(&self) -> String {
        let all = self.screen.lock().unwrap().screen().contents();
        let rows: Vec<&str> = all.lines().map(str::trim_end).collect();
        rows.join("\n")
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

    /// The terminal is restored: the normal screen, a visible cursor, no mouse reporting.
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
    terminal.sees("Buy a card?");
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
    terminal.sees("Buy a card?");
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
        // The output of `stty` shows whether the terminal is in line mode again, with echo.
        let line = format!(
            "sh -c 'echo $$ > pid; exec \"$CARDWRIGHT\" {MOON}'; echo \"code $?\"; stty -a"
        );
        let mut terminal = Terminal::runs(&line, SMALL, &[]);
        terminal.sees("Buy a card?");
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
        terminal.sees("Buy a card?");
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
    terminal.sees("Buy a card?");
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
        terminal.sees("Buy a card?");
        assert!(!terminal.screen.lock().unwrap().screen().alternate_screen());
        terminal.press("4\r");
        terminal.sees("left-arm: Left Claw");
        terminal.press("quit\r");
        terminal.sees("Keep the match in");
        terminal.press("n\r");
        assert_eq!(terminal.ends(), 0);
        let kept = std::fs::read_dir(terminal._home.path().join("cardwright/matches"));
        assert_eq!(
            kept.map_or(0, Iterator::count),
            0,
            "nothing is kept against the player's will"
        );
    }
}

#[test]
fn a_menu_asks_what_to_play() {
    let mut terminal = Terminal::plays("play", SMALL, &[]);
    terminal.sees("Start Moon-Bots");
    terminal.press("\x1b[B\x1b[C\x1b[A");
    terminal.sees("Start Robot Empire");
    terminal.press("\x1b[B\x1b[D\x1b[A\r");
    terminal.sees("MARKET");
    terminal.sees("^C leave");
    terminal.press("\x03");
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn a_first_game_has_advice_once() {
    let line =
        format!("rm cardwright/config.toml; for game in 1 2; do \"$CARDWRIGHT\" {MOON}; done");
    let mut terminal = Terminal::runs(&line, SMALL, &[]);
    for lesson in 1..=4 {
        terminal.sees(&format!("your first game, {lesson} of 4"));
        terminal.press("1\r");
    }
    terminal.wait("a table without advice", |screen| {
        !screen.contents().contains("your first game")
    });
    terminal.press("\x03");
    terminal.sees("Buy a card?");
    assert!(
        !terminal.text().contains("your first game"),
        "{}",
        terminal.text()
    );
    terminal.press("\x03");
    terminal.ends();
}

#[test]
fn settings_that_are_wrong_have_their_place() {
    let line =
        format!("echo 'theme = \"pink\"' > cardwright/config.toml; exec \"$CARDWRIGHT\" {MOON}");
    let mut terminal = Terminal::runs(&line, SMALL, &[]);
    terminal.sees("config.toml:1:");
    terminal.sees("write `dark`, `light` or `none`");
    assert_eq!(terminal.ends(), 2);
}

#[test]
fn a_saved_match_is_stepped_through() {
    let line = "\"$CARDWRIGHT\" play robotory --seats greedy,random --seed 1 --save m.json > lines; \
                exec \"$CARDWRIGHT\" replay m.json";
    let mut terminal = Terminal::runs(line, SMALL, &[]);
    terminal.sees("Action 0 of ");
    terminal.press("\x1b[C");
    terminal.sees("Action 1 of ");
    terminal.press("\x1b[F");
    terminal.sees("The game is over");
    terminal.press("q");
    assert_eq!(terminal.ends(), 0);
    terminal.is_restored();
}

#[test]
fn a_rematch_begins_at_once() {
    // A match that is over, and another one that was left.
    let line = "\"$CARDWRIGHT\" play robotory --seats greedy,random --seed 1 --save m.json > lines; \
                \"$CARDWRIGHT\" play robotory --seat 1; \
                exec \"$CARDWRIGHT\" play --load m.json --seats human,random";
    let mut terminal = Terminal::runs(line, SMALL, &[]);
    terminal.sees("── Place a disc ──");
    terminal.press("1\r");
    terminal.sees("Light places white");
    terminal.press("\x03");
    terminal.sees("┌ the end ─");
    terminal.press("\r");
    terminal.sees("▸ play again");
    // An Enter right after another one would be taken for a key that is held down; Home is not.
    terminal.press("\x1b[H\r");
    terminal.sees("── Place a disc ──");
    terminal.press("\x03");
    assert_eq!(terminal.ends(), 0);
    terminal.is_restored();
}

#[test]
fn ctrl_c_stops_simulations_with_a_result() {
    for (command, things) in [
        ("simulate moon-bots --games 100000000", "games"),
        (
            "arena moon-bots --bots greedy,random --games 100000000",
            "seeds",
        ),
    ] {
        let line = format!("exec \"$CARDWRIGHT\" {command} --threads 1");
        let mut terminal = Terminal::runs(&line, (100, 24), &[]);
        // Without a finished game, there is no result.
        terminal.wait("a game", |screen| {
            let shown = screen.contents();
            shown.contains("games, ") && !shown.contains(" 0/")
        });
        terminal.press("\x03");
        terminal.sees(&format!("the numbers are of these {things}"));
        assert_eq!(terminal.ends(), 130);
    }
}

#[test]
fn what_a_terminal_would_obey_is_not_sent_back() {
    let mut terminal = Terminal::plays(MOON, SMALL, &[]);
    terminal.sees("Buy a card?");
    // A paste with an escape sequence that would set the title, and keys without a function.
    terminal.press("\x1b[200~card \x1b]0;owned\x07claw\x1b[201~\r");
    terminal.sees("there is no card");
    let screen = terminal.screen.lock().unwrap().screen().clone();
    assert!(!screen.contents().contains('\u{1b}'));
    drop(screen);
    terminal.press("\x1b[99~\x03");
    assert_eq!(terminal.ends(), 0);
}

/// A weapon that asks for a target, made by questions only.
#[test]
fn questions_at_a_terminal_write_a_card_and_its_script() {
    let line =
        "\"$CARDWRIGHT\" new junk --game moon-bots > made && exec \"$CARDWRIGHT\" new card junk";
    let mut terminal = Terminal::runs(line, (180, 400), &[]);
    for (answered, (asked, typed)) in [
        ("Kind of card", "weapon"),
        ("Name of the card", "Short Circuit"),
        ("What it says", ""),
        ("Play in: ", "turn-end"),
        ("When does something happen?", "play"),
        ("What happens?", "choose"),
        ("Of which?", "opponents(me)"),
        ("What happens?", "if"),
        ("Under which condition?", "compare"),
        ("First (a number)", "robot.energy"),
        ("How do they compare?", ">"),
        ("Second (a number)", "5"),
        ("What happens?", "loses energy"),
        ("  lose: The robot loses energy", "lose"),
        ("Robot (a robot)", "robot"),
        ("Points (a number)", "3"),
        ("What happens?", "done"),
        ("Does something happen otherwise?", "no"),
        ("What happens?", "done"),
        ("What happens?", "done"),
    ]
    .into_iter()
    .enumerate()
    {
        // Every question has a prompt. One more than the actions so far waits for this one.
        terminal.wait(asked, |screen| {
            let text = screen.contents();
            let prompt = |line: &&str| {
                line.starts_with('>')
                    || line.starts_with("Name of the card: ")
                    || line.starts_with("What it says (")
            };
            text.contains(asked) && text.lines().filter(prompt).count() == answered + 1
        });
        terminal.press(&format!("{typed}\r"));
    }
    terminal.sees("short-circuit is in cards.toml, scripts/short-circuit.rhai");
    let text = terminal.text();
    let (_, conditions) = text.split_once("Under which condition?").unwrap();
    let (conditions, _) = conditions.split_once("First (a number)").unwrap();
    assert!(
        conditions.contains("me.in_play"),
        "the game's own conditions are offered beside a comparison:{conditions}"
    );
    assert_eq!(terminal.ends(), 0);
    let script = std::fs::read_to_string(
        terminal
            ._home
            .path()
            .join("junk/scripts/short-circuit.rhai"),
    )
    .unwrap();
    assert_eq!(
        script,
        "fn play(me) {\n    choose robot in opponents(me) {\n        when robot.energy > 5 {\n            lose(robot, 3);\n        }\n    }\n}\n"
    );
}

#[test]
fn a_long_list_is_folded_when_it_is_asked_for() {
    let mut terminal = Terminal::plays("play robotory --seed 3 --seat 1 --plain", SMALL, &[]);
    terminal.sees("place white: a1");
    terminal.press("?\r");
    terminal.wait("the list again", |screen| {
        screen.contents().matches("place white: a1").count() == 2
    });
    assert!(
        !terminal.text().contains("(place white a1)"),
        "{}",
        terminal.text()
    );
    terminal.press("\x04");
    terminal.ends();
}
