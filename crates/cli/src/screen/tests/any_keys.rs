//! Arbitrary keys and clicks: what the screen shows after them is recorded, with its colours. To be short, each row has
//! a digest of the screens since the row before it; `Seen::show` prints the screens themselves.

use super::super::menu::Menu;
use super::super::theme::Theme;
use super::*;
use ratatui::backend::Backend;
use ratatui::buffer::Buffer;
use std::fmt::Write;

/// The events of one session, and after how many of them a row is recorded.
const EVENTS: usize = 80;
const EVERY: usize = 8;

/// Pseudorandom choices, the same in every run.
struct Luck(u64);

impl Luck {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// The digest of what was shown (FNV-1a).
#[derive(Default)]
struct Seen(u64);

impl Seen {
    fn add(&mut self, text: &str) {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Every cell, with its colours.
    fn show(&mut self, screen: &Buffer) {
        for cell in &screen.content {
            self.add(cell.symbol());
            self.add(&format!("{:?}{:?}{:?}", cell.fg, cell.bg, cell.modifier));
        }
    }
}

const KEYS: &[KeyCode] = &[
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Down,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::Tab,
    KeyCode::Tab,
    KeyCode::BackTab,
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Esc,
    KeyCode::Backspace,
    KeyCode::Delete,
    KeyCode::F(1),
    KeyCode::F(2),
    KeyCode::F(3),
    KeyCode::Char('1'),
    KeyCode::Char('b'),
    KeyCode::Char(' '),
    KeyCode::Char('é'),
];
/// Keys pressed with Ctrl; those that end the session are left out.
const HELD: &[char] = &['z', 'p', 'n', 'a', 'e', 'u', 'w', 'x'];
const LINES: &[&str] = &[
    "1",
    "2",
    "3",
    "table",
    "log",
    "?",
    "list",
    "undo",
    "undo 2",
    "why 1",
    "why pass",
    "card left-claw",
    "card",
    "odds left-claw",
    "# a remark",
    "help",
    "end",
    "no such action",
];

/// One event; the mouse is used everywhere on the screen.
fn happens(person: &mut Person, luck: &mut Luck) {
    let (columns, rows) = person.app.size;
    match luck.below(20) {
        0..=9 => drop(person.press(&[luck.of(KEYS)])),
        10 => drop(person.control(luck.of(HELD))),
        11 => drop(person.held(luck.of(&[KeyCode::Up, KeyCode::Down]))),
        12..=14 => drop(person.types(luck.of(LINES))),
        15 | 16 => {
            let at = (luck.below(columns.into()), luck.below(rows.into()));
            person.clicks(at.0 as u16, at.1 as u16);
        }
        17 => {
            let kind = luck.of(&[MouseEventKind::ScrollUp, MouseEventKind::ScrollDown]);
            let event = MouseEvent {
                kind,
                column: luck.below(columns.into()) as u16,
                row: luck.below(rows.into()) as u16,
                modifiers: KeyModifiers::NONE,
            };
            mouse::event(&mut person.app, event).unwrap();
        }
        18 => {
            let size = luck.of(&[SMALL, LARGE, (40, 16), (64, 22), (150, 30)]);
            person.app.resize(size);
            person.terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
        }
        _ => drop(person.types("1")),
    }
}

/// A session with arbitrary events.
fn session(person: &mut Person, seed: u64, out: &mut String) {
    let (mut luck, mut seen) = (Luck(seed), Seen::default());
    for turn in 1..=EVENTS {
        happens(person, &mut luck);
        let shown = person.shown();
        seen.show(person.terminal.backend().buffer());
        seen.add(&format!(
            "{:?}",
            person.terminal.backend_mut().get_cursor_position()
        ));
        if turn % EVERY == 0 {
            let first = shown.lines().next().unwrap_or_default();
            let actions = person.actions_played();
            writeln!(out, "{turn:3} {:016x} {actions:3} {first}", seen.0).unwrap();
        }
        if person.app.done.is_some() {
            // The person sits down again.
            person.app.done = None;
        }
    }
}

/// Arbitrary keys for the seats of a game.
fn plays(game: &str, seats: &[&str], theme: Theme, seed: u64) {
    let mut person = Person::with(game, seats, SMALL, theme);
    if seed == 1 {
        person.app.coach = Some(0);
        person.app.advance().unwrap();
        // One more lesson would be recorded in the folder of the user who runs this.
        person.types("1").app.coach = None;
    }
    let mut out = String::new();
    session(&mut person, seed, &mut out);
    insta::assert_snapshot!(format!("any-keys-{seed}-{game}"), out);
}

const DARK: Theme = Theme {
    colour: true,
    light: false,
    unicode: true,
};
const LIGHT: Theme = Theme {
    light: true,
    ..DARK
};
const ASCII: Theme = Theme {
    unicode: false,
    ..DARK
};

#[test]
fn dice_and_cards_look_the_same_after_the_same_keys() {
    plays(MOON.0, MOON.1, DARK, 1);
}

#[test]
fn a_shared_screen_shows_the_same_after_the_same_keys() {
    plays(MOON.0, &["human", "human", "random"], LIGHT, 2);
}

#[test]
fn hexes_look_the_same_after_the_same_keys() {
    plays(HEXES.0, HEXES.1, ASCII, 3);
}

#[test]
fn a_large_board_looks_the_same_after_the_same_keys() {
    plays(LUNAR.0, LUNAR.1, DARK, 4);
}

#[test]
fn decks_look_the_same_after_the_same_keys() {
    plays(EMPIRE.0, EMPIRE.1, LIGHT, 5);
}

#[test]
fn a_replay_shows_the_same_after_the_same_keys() {
    let mut out = String::new();
    for (game, seats) in [HEXES, MOON] {
        let mut person = Person::sits(game, seats, SMALL);
        for _ in 0..8 {
            person.types("1");
        }
        let whole = (*person.app.at.session).clone();
        let (tape, session) = super::super::tape::Tape::of(whole).unwrap();
        person.app.at.session = session;
        person.app.replay(tape, cardwright::Viewer::Spectator);
        writeln!(out, "{game}").unwrap();
        self::session(&mut person, 9, &mut out);
    }
    insta::assert_snapshot!("any-keys-in-a-replay", out);
}

#[test]
fn the_menu_shows_the_same_after_the_same_keys() {
    let kept = vec![("Moon-Bots".to_string(), "m.json".into())];
    let foot = vec!["Moon-Bots: 3 of 4 games won.".to_string()];
    let mut menu = Menu::with(kept, Some("search:9"), foot);
    let theme = DARK;
    let mut terminal = Terminal::new(TestBackend::new(60, 16)).unwrap();
    let (mut luck, mut seen, mut out) = (Luck(4), Seen::default(), String::new());
    let keys = [
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Right,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Enter,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Right,
        KeyCode::Char('x'),
        KeyCode::Char('q'),
    ];
    for turn in 1..=160 {
        let key = luck.of(&keys);
        let chosen = menu.press(KeyEvent::new(key, KeyModifiers::NONE));
        terminal.draw(|frame| menu.draw(theme, frame)).unwrap();
        seen.show(terminal.backend().buffer());
        if chosen.is_some() || turn % 40 == 0 {
            writeln!(out, "{turn:3} {key:?}: {chosen:?} {:016x}", seen.0).unwrap();
        }
    }
    insta::assert_snapshot!("any-keys-in-the-menu", out);
}
