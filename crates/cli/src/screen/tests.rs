//! Screens as text, at common sizes, and the effects of keys and the mouse on them.

mod any_keys;

use super::app::{App, Done, Phase};
use super::areas::Areas;
use super::theme::Theme;
use super::{draw, keys, mouse};
use crate::commands::play::input::Lines;
use crate::commands::play::session::{Behaviour, Keyboard};
use cardwright::{Next, Session, Setup};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;
use std::io::Cursor;

/// A person at a screen.
struct Person {
    app: App,
    terminal: Terminal<TestBackend>,
}

impl Person {
    fn sits(game: &str, seats: &[&str], size: (u16, u16)) -> Person {
        Person::with(
            game,
            seats,
            size,
            Theme {
                colour: true,
                light: false,
                unicode: true,
            },
        )
    }

    fn with(game: &str, seats: &[&str], size: (u16, u16), theme: Theme) -> Person {
        let players = Setup::players(seats.len() as u8);
        let seats = seats.iter().map(|who| who.to_string()).collect();
        let session = Session::begin(game, &players, 3, seats).unwrap();
        let input = Box::new(Lines(Cursor::new(Vec::new())));
        // Tests must not save anything in the state directory of the user who runs them.
        let keyboard = Keyboard {
            behaviour: Behaviour::Terminal,
            unwanted: true,
            ..Keyboard::new(session, false, input)
        };
        let terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
        Person {
            app: App::new(keyboard, theme, size).unwrap(),
            terminal,
        }
    }

    fn press(&mut self, keys: &[KeyCode]) -> &mut Self {
        self.shown();
        for key in keys {
            keys::press(&mut self.app, KeyEvent::new(*key, KeyModifiers::NONE)).unwrap();
        }
        self
    }

    fn held(&mut self, key: KeyCode) -> &mut Self {
        self.shown();
        keys::press(&mut self.app, KeyEvent::new(key, KeyModifiers::CONTROL)).unwrap();
        self
    }

    fn control(&mut self, letter: char) -> &mut Self {
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        keys::press(&mut self.app, key).unwrap();
        self
    }

    fn types(&mut self, line: &str) -> &mut Self {
        let letters: Vec<KeyCode> = line.chars().map(KeyCode::Char).collect();
        self.press(&letters).press(&[KeyCode::Enter])
    }

    fn clicks(&mut self, column: u16, row: u16) -> &mut Self {
        self.shown();
        let kind = MouseEventKind::Down(MouseButton::Left);
        let event = MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        };
        mouse::event(&mut self.app, event).unwrap();
        self
    }

    /// The screen as text, without trailing blanks.
    fn shown(&mut self) -> String {
        self.terminal
            .draw(|frame| draw::draw(&mut self.app, frame))
            .unwrap();
        let screen = self.terminal.backend().buffer();
        let row = |y| {
            let signs: String = (0..screen.area.width)
                .map(|x| screen[(x, y)].symbol())
                .collect();
            format!("{}\n", signs.trim_end())
        };
        (0..screen.area.height).map(row).collect()
    }

    /// The column and row at which a text is shown.
    fn find(&mut self, text: &str) -> (u16, u16) {
        let shown = self.shown();
        let found = shown
            .lines()
            .zip(0..)
            .find_map(|(line, y)| Some((line.find(text)?, line, y)));
        let (at, line, y) =
            found.unwrap_or_else(|| panic!("{text} is not on the screen:\n{shown}"));
        (line[..at].chars().count() as u16, y)
    }

    fn actions_played(&self) -> usize {
        self.app.at.session.actions_played()
    }
}

const MOON: (&str, &[&str]) = ("moon-bots", &["human", "greedy", "greedy", "greedy"]);
const HEXES: (&str, &[&str]) = ("robotory", &["human", "greedy"]);
const LUNAR: (&str, &[&str]) = ("lunar-command", &["human", "greedy"]);
const EMPIRE: (&str, &[&str]) = ("robot-empire", &["human", "greedy"]);
const NARROW: (u16, u16) = (60, 20);
const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (120, 40);

#[test]
fn first_screens_of_every_game() {
    for (game, seats) in [MOON, HEXES, LUNAR, EMPIRE] {
        for size in [NARROW, SMALL, LARGE] {
            insta::assert_snapshot!(
                format!("{game}-{}x{}", size.0, size.1),
                Person::sits(game, seats, size).shown()
            );
        }
    }
}

#[test]
fn a_game_later_on() {
    for (game, seats) in [MOON, HEXES, LUNAR] {
        let mut person = Person::sits(game, seats, SMALL);
        for _ in 0..40 {
            person.types("1");
        }
        assert!(person.actions_played() > 40, "{game}");
        insta::assert_snapshot!(format!("{game}-later"), person.shown());
        person.app.resize(LARGE);
        person.terminal = Terminal::new(TestBackend::new(LARGE.0, LARGE.1)).unwrap();
        insta::assert_snapshot!(format!("{game}-later-large"), person.shown());
    }
}

/// The rows of each area at every height. No area overlaps another.
#[test]
fn every_row_of_a_screen_has_its_area() {
    let mut table = String::new();
    for (game, seats) in [MOON, HEXES, LUNAR, EMPIRE] {
        let mut person = Person::sits(game, seats, SMALL);
        for columns in [60, 80, 120] {
            table += &format!("{game}, {columns} columns: board, log, card, question, list\n");
            for rows in 16..=42 {
                person.app.resize((columns, rows));
                let areas = Areas::of(&person.app);
                let all = [
                    areas.board,
                    areas.log,
                    areas.card,
                    areas.question,
                    areas.list,
                ];
                for (at, one) in all.iter().enumerate() {
                    let over = |other: &Rect| one.intersects(*other);
                    assert!(!all[at + 1..].iter().any(over), "{game} {columns}×{rows}");
                    assert!(one.bottom() <= rows - 2, "{game} {columns}×{rows}");
                }
                let heights = all.map(|area| format!("{:3}", area.height));
                table += &format!("{rows}: {}\n", heights.concat());
            }
        }
    }
    insta::assert_snapshot!(table);
}

#[test]
fn narrow_and_low_screens_still_show_question_and_line() {
    for (game, seats) in [MOON, HEXES, LUNAR, EMPIRE] {
        for size in [(40, 16), (36, 12), (60, 20), (200, 12), (37, 100)] {
            let mut person = Person::sits(game, seats, size);
            let shown = person.shown();
            assert!(shown.contains("▸"), "{game} {size:?}:\n{shown}");
            assert!(shown.contains("\n>\n"), "{game} {size:?}:\n{shown}");
            assert!(
                person.app.areas.list.height >= 2,
                "{game} {size:?}:\n{shown}"
            );
            person.press(&[KeyCode::F(1)]).shown();
        }
    }
    insta::assert_snapshot!(Person::sits(MOON.0, MOON.1, (40, 16)).shown());
    assert!(
        Person::sits(MOON.0, MOON.1, (20, 5))
            .shown()
            .contains("small")
    );
    Person::sits(MOON.0, MOON.1, (1, 1)).shown();
}

#[test]
fn without_utf8_all_is_ascii_and_without_colour_nothing_is_coloured() {
    for (game, seats) in [MOON, HEXES, LUNAR] {
        let theme = Theme {
            colour: false,
            light: false,
            unicode: false,
        };
        let mut person = Person::with(game, seats, SMALL, theme);
        let shown = person.shown();
        assert!(shown.is_ascii(), "{shown}");
        insta::assert_snapshot!(format!("{game}-ascii"), shown);
        let plain = |cell: &ratatui::buffer::Cell| {
            cell.fg == ratatui::style::Color::Reset && cell.bg == ratatui::style::Color::Reset
        };
        assert!(person.terminal.backend().buffer().content.iter().all(plain));
        assert!(person.press(&[KeyCode::F(1)]).shown().is_ascii());
    }
}

#[test]
fn arrows_choose_and_enter_plays_and_undo_takes_back() {
    let mut person = Person::sits(MOON.0, MOON.1, SMALL);
    let before = person.actions_played();
    let shown = person
        .press(&[KeyCode::Down, KeyCode::Down, KeyCode::Down])
        .shown();
    assert!(
        shown.contains("── Left Claw · part"),
        "the card of the chosen action is shown:\n{shown}"
    );
    assert!(shown.contains("1: 33 %"), "with its odds:\n{shown}");
    let shown = person.press(&[KeyCode::F(3)]).shown();
    assert!(shown.contains("33/56/70/80 % with 1-4 dice"), "{shown}");
    person.press(&[KeyCode::Enter]);
    assert_eq!(person.actions_played(), before + 1);
    assert!(
        person.shown().contains("left-arm Left Claw"),
        "{}",
        person.shown()
    );
    person.control('z');
    assert_eq!(person.actions_played(), before);
    assert!(person.shown().contains("taken back"));
}

#[test]
fn the_cursor_on_the_board_picks_what_actions_are_about() {
    let mut person = Person::sits(HEXES.0, HEXES.1, SMALL);
    let before = person.actions_played();
    // The first hex, then its lower left neighbour.
    person.press(&[KeyCode::Tab, KeyCode::Left, KeyCode::Enter]);
    let shown = person.shown();
    for colour in ["white", "black"] {
        assert!(shown.contains(&format!("… {colour} disc on b5")), "{shown}");
    }
    insta::assert_snapshot!(shown);
    person.press(&[KeyCode::Down, KeyCode::Enter]);
    assert!(person.actions_played() > before);
    assert!(person.shown().contains("[b5●]"), "{}", person.shown());
}

#[test]
fn rows_that_begin_alike_open_and_close() {
    let mut person = Person::sits(LUNAR.0, LUNAR.1, SMALL);
    person.press(&[KeyCode::Enter]);
    assert!(
        person.shown().contains("… robot from 9,5 to …"),
        "{}",
        person.shown()
    );
    person.press(&[KeyCode::Enter]);
    let shown = person.shown();
    assert!(shown.contains("… 9,1"), "{shown}");
    let live = person.app.live();
    assert_eq!(
        live.len(),
        39,
        "the cells that the robot reaches can be picked on the board"
    );
    person.press(&[KeyCode::Esc, KeyCode::Esc]);
    assert!(person.shown().contains("walk the …"));
}

#[test]
fn a_click_chooses_and_a_second_one_plays() {
    let mut person = Person::sits(MOON.0, MOON.1, SMALL);
    let before = person.actions_played();
    let (x, y) = person.find("buy Strong Fist");
    person.clicks(x, y);
    assert_eq!(person.actions_played(), before);
    person.clicks(x, y);
    assert_eq!(person.actions_played(), before + 1);
    let mut person = Person::sits(MOON.0, MOON.1, SMALL);
    let (x, y) = person.find("Left Claw");
    let shown = person.clicks(x, y).shown();
    assert!(
        shown.contains("── Left Claw · part") && shown.contains("Enter plays this"),
        "{shown}"
    );
}

#[test]
fn what_commands_say_stands_on_a_page_or_below_the_table() {
    let mut person = Person::sits(MOON.0, MOON.1, SMALL);
    for (line, expected) in [
        ("card Left Claw", "Left Claw (left-claw, part)"),
        ("CARD griffe gauche", "! there is no card"),
        ("odds left-claw", "two dice again"),
        ("why pass", "pass"),
        ("buy nothign", "! not understood"),
        ("help", "choose an action"),
        ("log", "MB-1.4"),
        ("?", "buy nothing"),
        ("undo 0", "from 1"),
    ] {
        let shown = person.types(line).shown();
        assert!(shown.contains(expected), "{line}:\n{shown}");
        person.press(&[KeyCode::Esc]);
        assert!(person.app.popup.is_none(), "{line}");
    }
    person.types("quit");
    assert_eq!(person.app.done, Some(Done::Left));
}

#[test]
fn people_who_share_a_screen_are_shown_their_own_side_alone() {
    let mut person = Person::sits("moon-bots", &["human", "human", "random"], SMALL);
    let shown = person.shown();
    assert!(matches!(person.app.phase, Phase::Pass(_)));
    assert!(
        shown.contains("Pass the keyboard to Robot 1") && !shown.contains("MARKET"),
        "{shown}"
    );
    person.press(&[KeyCode::F(2), KeyCode::Enter]);
    assert!(person.shown().contains("you: robot 1"));
    while matches!(person.app.phase, Phase::Asked(_)) {
        person.types("1");
    }
    assert!(
        person.shown().contains("Pass the keyboard to Robot 2"),
        "{}",
        person.shown()
    );
}

/// Playing the first action again and again ends every game without leaving the screen.
#[test]
fn games_come_to_their_end_on_the_screen() {
    for (game, seats) in [MOON, HEXES] {
        let mut person = Person::sits(game, seats, SMALL);
        for _ in 0..2_000 {
            match person.app.phase {
                Phase::Over(_) => break,
                Phase::Watching => drop(person.press(&[KeyCode::Enter])),
                _ => drop(person.types("1")),
            }
        }
        assert!(
            matches!(person.app.at.session.next(), Next::Over(_)),
            "{game}"
        );
        let shown = person.shown();
        assert!(shown.contains("The game is over: "), "{shown}");
        assert!(shown.contains("It took "), "{shown}");
        // A person who still presses Enter to play sees the end first, and saves or leaves nothing.
        person.press(&[KeyCode::Enter; 4]);
        assert_eq!(person.app.done, None);
        insta::assert_snapshot!(format!("{game}-over"), shown);
        person.press(&[KeyCode::Home, KeyCode::Enter]);
        assert_eq!(person.app.done, Some(Done::Again));
        person.press(&[KeyCode::End, KeyCode::Enter]);
        assert_eq!(person.app.done, Some(Done::Over));
    }
}

/// The events since the person's last action are shown if the log has no space for them, and the next key works at
/// once.
#[test]
fn what_others_did_is_told_and_swallows_no_key() {
    let mut person = Person::sits(MOON.0, MOON.1, (60, 20));
    let mut told = 0;
    for _ in 0..30 {
        if !matches!(person.app.phase, Phase::Asked(_)) {
            break;
        }
        if person.shown().contains("since your action") {
            told += 1;
            let chosen = person.app.chosen;
            person.press(&[KeyCode::Down]);
            assert!(!person.shown().contains("since your action"));
            assert_eq!(
                person.app.chosen,
                (chosen + 1).min(person.app.rows.len() - 1)
            );
        }
        person.types("1");
    }
    assert!(told > 3, "{told}");
}

#[test]
fn enter_closes_what_others_did_and_plays_nothing() {
    let mut person = Person::sits(MOON.0, MOON.1, NARROW);
    while !person.shown().contains("since your action") {
        person.types("1");
    }
    let before = person.actions_played();
    let shown = person.press(&[KeyCode::Enter]).shown();
    assert!(!shown.contains("since your action"), "{shown}");
    assert_eq!(person.actions_played(), before);
    person.press(&[KeyCode::Enter]);
    assert!(person.actions_played() > before);
}

#[test]
fn a_click_on_what_covers_the_board_picks_nothing() {
    let mut person = Person::sits(LUNAR.0, LUNAR.1, NARROW);
    while !person.shown().contains("since your action") {
        person.types("1");
    }
    let (x, y) = person.find("since your action");
    assert!(!person.clicks(x, y).shown().contains("since your action"));
    assert_eq!((person.app.cursor, person.app.picks.len()), (None, 0));
}

#[test]
fn an_undo_without_an_action_changes_nothing_else() {
    let mut person = Person::sits(MOON.0, MOON.1, SMALL);
    person.app.coach = Some(0);
    person.app.advance().unwrap();
    let shown = person.types("undo").shown();
    assert!(
        shown.contains("there is no action of yours to undo"),
        "{shown}"
    );
    assert_eq!(person.app.coach, Some(1));
}

/// A row that says how many more there are beyond it shows no part of a notation.
#[test]
fn lists_say_how_much_more_there_is_in_both_directions() {
    let mut person = Person::sits(MOON.0, MOON.1, NARROW);
    let shown = person.shown();
    assert!(shown.contains("for 1 energy      ↓ 3 more"), "{shown}");
    let shown = person.press(&[KeyCode::End]).shown();
    assert!(shown.contains("↑ 3 more"), "{shown}");
}

#[test]
fn keys_are_named_where_they_work() {
    let mut person = Person::sits(MOON.0, MOON.1, SMALL);
    let scrolls = |shown: String| shown.contains("PgDn scroll");
    assert!(scrolls(person.press(&[KeyCode::F(1)]).shown()));
    person.press(&[KeyCode::Esc]);
    assert!(!scrolls(person.types("?").shown()));
}

/// The heading of a card has the name that board and actions have, in every language.
#[test]
fn a_card_in_another_language_keeps_the_name_of_the_table() {
    let mut person = Person::sits(MOON.0, MOON.1, SMALL);
    person.app.at.lang = "fr".into();
    let shown = person
        .press(&[KeyCode::Down, KeyCode::Down, KeyCode::Down])
        .shown();
    assert!(shown.contains("── Left Claw · part"), "{shown}");
    assert!(shown.contains("Pince gauche: "), "{shown}");
}

#[test]
fn a_page_swallows_no_key() {
    let mut person = Person::sits(MOON.0, MOON.1, SMALL);
    person.press(&[KeyCode::F(1), KeyCode::Down]);
    assert!(person.app.popup.is_some(), "arrows scroll");
    person.press(&[KeyCode::Char('4')]);
    assert!(person.app.popup.is_none());
    assert_eq!(person.app.line.text(), "4");
}

/// Each key scrolls a page or the log by its own number of rows.
#[test]
fn keys_scroll_by_their_rows() {
    let mut person = Person::sits(MOON.0, MOON.1, SMALL);
    for (key, row) in [
        (KeyCode::Down, 1),
        (KeyCode::PageDown, 16),
        (KeyCode::Char(' '), 31),
        (KeyCode::PageUp, 16),
        (KeyCode::Up, 15),
        (KeyCode::Home, 0),
        (KeyCode::Up, 0),
    ] {
        person
            .app
            .popup
            .get_or_insert_with(|| super::panes::page::Popup::text("a page"));
        keys::press(&mut person.app, KeyEvent::new(key, KeyModifiers::NONE)).unwrap();
        let scroll = person.app.popup.as_ref().map(|popup| popup.scroll);
        assert_eq!(scroll, Some(row), "{key:?}");
    }
    person.press(&[KeyCode::Esc]);
    for (key, rows) in [
        (KeyCode::PageUp, 5),
        (KeyCode::PageUp, 10),
        (KeyCode::PageDown, 5),
    ] {
        keys::press(&mut person.app, KeyEvent::new(key, KeyModifiers::NONE)).unwrap();
        assert_eq!(person.app.log.scroll, rows, "{key:?}");
    }
}

#[test]
fn a_hint_chooses_an_action() {
    for (game, seats) in [MOON, HEXES] {
        let mut person = Person::sits(game, seats, SMALL);
        let before = person.actions_played();
        let shown = person.press(&[KeyCode::F(4)]).shown();
        assert!(shown.contains("hint: "), "{shown}");
        // The reason, from the games of the search. Robotory's bot looks ahead without playing games.
        assert_eq!(shown.contains("it won "), game == "moon-bots", "{shown}");
        // Text that is too long for the line is left out, not cut.
        let ends = |shown: String| {
            let hint = shown
                .lines()
                .find(|line| line.starts_with("hint: "))
                .unwrap();
            hint.ends_with(')') || hint.contains("disc on")
        };
        assert!(ends(shown));
        person.app.resize((44, 16));
        person.terminal = Terminal::new(TestBackend::new(44, 16)).unwrap();
        // Enter plays the hint, not what was typed before.
        person.press(&[KeyCode::Char('x'), KeyCode::F(4)]);
        assert!(person.app.line.is_empty());
        assert!(ends(person.shown()));
        assert_eq!(person.actions_played(), before, "a hint plays nothing");
        person.press(&[KeyCode::Enter]);
        assert!(person.actions_played() > before, "{game}");
    }
}

/// The first row gives nothing away, wherever there is such an action.
#[test]
fn the_first_row_is_the_action_that_does_nothing() {
    let mut person = Person::sits(EMPIRE.0, EMPIRE.1, SMALL);
    let shown = person.shown();
    assert!(shown.contains("▸ 5  do nothing"), "{shown}");
    assert_eq!(person.app.question.choices[4].action, "pass");
}

#[test]
fn a_card_is_read_on_a_screen_without_a_pane_for_it() {
    let mut person = Person::sits(MOON.0, MOON.1, NARROW);
    let shown = person.press(&[KeyCode::Tab, KeyCode::Enter]).shown();
    assert!(shown.contains("Left Wrecker · part"), "{shown}");
    let shown = person.press(&[KeyCode::Esc]).shown();
    assert!(shown.contains("Enter plays this"), "{shown}");
    let shown = person.press(&[KeyCode::F(5)]).shown();
    assert!(shown.contains("Left Wrecker · part"), "{shown}");
    person.press(&[KeyCode::Esc, KeyCode::Esc, KeyCode::F(5)]);
    let shown = person.shown();
    assert!(shown.contains("┌ Table"), "no card is chosen:\n{shown}");
}

#[test]
fn a_replay_on_a_low_screen_tells_each_step_and_forgets_its_messages() {
    let mut person = Person::sits(HEXES.0, HEXES.1, NARROW);
    for _ in 0..6 {
        person.types("1");
    }
    let (tape, session) = super::tape::Tape::of((*person.app.at.session).clone()).unwrap();
    person.app.at.session = session;
    person.app.replay(tape, cardwright::Viewer::Spectator);
    let shown = person.press(&[KeyCode::Right]).shown();
    assert!(shown.contains("── log"), "{shown}");
    assert!(shown.contains("places"), "{shown}");
    assert!(person.types("x").shown().contains("! choose one of these"));
    assert!(!person.press(&[KeyCode::Right]).shown().contains("! "));
}

/// A chosen row that is too long is wrapped, and a click on its second line chooses it too.
#[test]
fn the_chosen_row_is_never_cut() {
    let mut person = Person::sits(EMPIRE.0, EMPIRE.1, NARROW);
    let shown = person.press(&[KeyCode::End]).shown();
    assert!(!shown.contains("…  "), "{shown}");
    let text = person.app.question.choices[3].text.clone();
    let last = text.rsplit(' ').next().unwrap();
    assert!(shown.contains(last), "{text}:\n{shown}");
}

#[test]
fn a_first_game_comes_with_advice_that_ends() {
    let mut person = Person::sits(MOON.0, MOON.1, SMALL);
    person.app.coach = Some(0);
    person.app.advance().unwrap();
    for lesson in 1..=4 {
        let title = format!("your first game, {lesson} of 4");
        let shown = person.shown();
        assert!(shown.contains(&title), "{title}:\n{shown}");
        assert!(
            shown.contains("▸ 1  "),
            "the actions stay in view:\n{shown}"
        );
        if lesson < 4 {
            person.types("1");
        }
    }
    // The last advice is recorded in the user's folder, so a separate test at a terminal checks it.
    person.app.coach = None;
    person.types("1");
    assert!(!person.shown().contains("your first game"));
}

#[test]
fn a_match_is_replayed_step_by_step() {
    let mut person = Person::sits(HEXES.0, HEXES.1, SMALL);
    for _ in 0..6 {
        person.types("1");
    }
    let (tape, session) = super::tape::Tape::of((*person.app.at.session).clone()).unwrap();
    person.app.at.session = session;
    person.app.replay(tape, cardwright::Viewer::Spectator);
    let start = person.shown();
    assert!(start.contains("Action 0 of "), "{start}");
    let next = person.press(&[KeyCode::Right]).shown();
    assert!(
        next.contains("Action 1 of ") && next.contains("places"),
        "{next}"
    );
    assert_eq!(
        person.press(&[KeyCode::Left]).shown().lines().next(),
        start.lines().next()
    );
    let turn = person.press(&[KeyCode::Tab]).shown();
    assert_eq!(
        person.press(&[KeyCode::Tab, KeyCode::BackTab]).shown(),
        turn
    );
    let last = person.press(&[KeyCode::End]).shown();
    assert_eq!(
        person.press(&[KeyCode::Right]).shown(),
        last,
        "there is nothing after the end"
    );
    assert!(
        last.contains("to the start") && !last.contains("next action"),
        "{last}"
    );
    let help = person.press(&[KeyCode::F(1)]).shown();
    assert!(help.contains("the next action"), "{help}");
    person.press(&[KeyCode::Esc]);
    person.press(&[KeyCode::Char('q')]);
    assert_eq!(person.app.done, Some(Done::Left));
}

/// The opposite key undoes a key that moves something.
#[test]
fn keys_and_their_opposites_lead_back() {
    let mut person = Person::sits(LUNAR.0, LUNAR.1, SMALL);
    let moves = |person: &mut Person, key: KeyCode, held: bool| {
        if held {
            person.held(key).shown()
        } else {
            person.press(&[key]).shown()
        }
    };
    for (there, back, held) in [
        (KeyCode::Down, KeyCode::Up, true),
        (KeyCode::Down, KeyCode::Up, false),
        (KeyCode::Tab, KeyCode::BackTab, false),
    ] {
        // Starts at the first spot, because the keys cannot return to a screen without a cursor.
        if there == KeyCode::Tab {
            person.press(&[KeyCode::Tab]);
        }
        let before = person.shown();
        let moved = moves(&mut person, there, held);
        assert_ne!(moved, before, "{there:?} {held}");
        assert_eq!(moves(&mut person, back, held), before, "{back:?} {held}");
    }
}
