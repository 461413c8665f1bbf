//! The menu of `cardwright play` if no game is named: resume a match, or choose a game, the number of players, and
//! the bots.

use super::theme::Theme;
use crate::files::{Kind, offered};
use crate::statistics;
use cardwright::{GameInfo, Setup, Tone, editions, games, rulebook};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Frame;
use ratatui::text::{Line, Span};
use std::path::PathBuf;

/// The levels that every game has, the default first.
const LEVELS: &[&str] = &["medium", "easy", "hard"];
/// The keys at a row with only one value.
const ALONE: &str = " ↑↓ choose  F1 help  Esc leave";
/// What the rows mean.
const HELP: &[&str] = &[
    "Resume: continue a match that you left.",
    "Game, Players, Bots: what you play, how many of you there are, and how strong the others play.",
    "Your seat: who you are; the first player has seat 1.",
    "Edition: the printed cards and rules that you play with.",
    "`cardwright play --help` says what else you can set.",
];
/// The columns of a row before its value.
const LABEL: usize = 10;

/// The person's choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Chosen {
    /// A match that was left.
    Resume(PathBuf),
    /// A new match.
    New {
        /// The game's id.
        game: &'static str,
        /// The number of players.
        players: u8,
        /// The bot in the other seats.
        bot: String,
        /// The person's seat, from 1; `None` for a random one.
        seat: Option<u8>,
        /// The printed edition; `None` for the default.
        edition: Option<&'static str>,
    },
}

/// A row of the menu.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Row {
    Resume(String, PathBuf),
    Start,
    Game,
    Players,
    Bots,
    Seat,
    Edition,
    Leave,
}

/// The menu and its current values.
pub(crate) struct Menu {
    rows: Vec<Row>,
    chosen: usize,
    game: usize,
    /// The indices of the chosen number of players, bot, seat and edition.
    players: usize,
    bots: Vec<String>,
    bot: usize,
    seat: usize,
    edition: usize,
    foot: Vec<String>,
    /// Whether the help is shown.
    helps: bool,
}

impl Menu {
    /// The menu, with the person's default bot.
    pub(crate) fn new(bot: Option<&str>) -> Self {
        let kept = games()
            .iter()
            .filter_map(|game| Some((game.title.to_string(), offered(Kind::Save, game.id)?.0)));
        let records = statistics::records();
        let foot = records
            .iter()
            .map(|(game, record)| format!("{}.", statistics::sentence(game, *record)));
        Menu::with(kept.collect(), bot, foot.collect())
    }

    pub(super) fn with(kept: Vec<(String, PathBuf)>, bot: Option<&str>, foot: Vec<String>) -> Self {
        let resume = kept
            .into_iter()
            .map(|(title, file)| Row::Resume(title, file));
        let first = games().iter().position(|game| game.cards);
        let bots = bot.into_iter().chain(LEVELS.iter().copied());
        let mut menu = Menu {
            rows: resume.collect(),
            chosen: 0,
            game: first.unwrap_or(0),
            players: 0,
            bots: bots.map(String::from).collect(),
            bot: 0,
            seat: 0,
            edition: 0,
            foot,
            helps: false,
        };
        menu.bots.dedup();
        menu.rows.extend([
            Row::Start,
            Row::Game,
            Row::Players,
            Row::Bots,
            Row::Seat,
            Row::Edition,
            Row::Leave,
        ]);
        menu.set_game(menu.game);
        menu
    }

    fn info(&self) -> &'static GameInfo {
        &games()[self.game.min(games().len() - 1)]
    }

    fn set_game(&mut self, game: usize) {
        self.game = game;
        let info = self.info();
        let usual = info.counts.iter().position(|count| *count == info.usual);
        (self.players, self.seat, self.edition) = (usual.unwrap_or(0), 0, 0);
        let book = rulebook(info.id, &Setup::players(info.usual)).ok();
        let known = |bot: &str| book.as_ref().is_none_or(|book| book.has_bot(bot));
        if !self.bots.get(self.bot).is_some_and(|bot| known(bot)) {
            self.bot = self.bots.iter().position(|bot| known(bot)).unwrap_or(0);
        }
    }

    fn players(&self) -> u8 {
        let counts = self.info().counts;
        counts
            .get(self.players)
            .copied()
            .unwrap_or(self.info().usual)
    }

    /// Handles a key; returns the person's choice, `Some(None)` if the person leaves, or `None` to continue.
    pub(super) fn press(&mut self, key: KeyEvent) -> Option<Option<Chosen>> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if std::mem::take(&mut self.helps) && matches!(key.code, KeyCode::Esc | KeyCode::Enter) {
            return None;
        }
        match key.code {
            KeyCode::F(1) => self.helps = true,
            KeyCode::Char('c' | 'd') if control => return Some(None),
            KeyCode::Esc | KeyCode::Char('q') => return Some(None),
            KeyCode::Up => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Down => self.chosen = (self.chosen + 1).min(self.rows.len() - 1),
            KeyCode::Home => self.chosen = 0,
            KeyCode::End => self.chosen = self.rows.len() - 1,
            KeyCode::Left => self.turn(false),
            KeyCode::Right => self.turn(true),
            KeyCode::Enter => match self.rows.get(self.chosen)? {
                Row::Resume(_, file) => return Some(Some(Chosen::Resume(file.clone()))),
                Row::Start => return Some(Some(self.new_match())),
                Row::Leave => return Some(None),
                _ => self.turn(true),
            },
            _ => {}
        }
        None
    }

    fn new_match(&self) -> Chosen {
        let editions = editions(self.info().id);
        Chosen::New {
            game: self.info().id,
            players: self.players(),
            bot: self.bots.get(self.bot).cloned().unwrap_or_default(),
            seat: (self.seat > 0).then_some(self.seat as u8),
            edition: self
                .edition
                .checked_sub(1)
                .and_then(|at| editions.get(at).copied()),
        }
    }

    /// Changes the value of the chosen row.
    fn turn(&mut self, forward: bool) {
        let next = |at: usize, count: usize| match (forward, count) {
            (_, 0) => 0,
            (true, count) => (at + 1) % count,
            (false, count) => (at + count - 1) % count,
        };
        match self.rows.get(self.chosen) {
            Some(Row::Game) => self.set_game(next(self.game, games().len())),
            Some(Row::Players) => {
                self.players = next(self.players, self.info().counts.len());
                self.seat = self.seat.min(self.players().into());
            }
            Some(Row::Bots) => self.bot = next(self.bot, self.bots.len()),
            Some(Row::Seat) => self.seat = next(self.seat, usize::from(self.players()) + 1),
            Some(Row::Edition) => {
                self.edition = next(self.edition, editions(self.info().id).len() + 1);
            }
            _ => {}
        }
    }

    /// The text of a row.
    fn text(&self, row: &Row) -> String {
        let value = |label: &str, value: &str| format!("{label:<LABEL$}‹ {value} ›");
        match row {
            Row::Resume(title, _) => format!("Resume the last match of {title}"),
            Row::Start => format!("Start {}", self.info().title),
            Row::Game => value("Game", self.info().title),
            Row::Players => value("Players", &self.players().to_string()),
            Row::Bots => value("Bots", self.bots.get(self.bot).map_or("", |bot| bot)),
            Row::Seat if self.seat == 0 => value("Your seat", "random"),
            Row::Seat => value("Your seat", &self.seat.to_string()),
            Row::Edition => {
                let editions = editions(self.info().id);
                let named = self.edition.checked_sub(1).and_then(|at| editions.get(at));
                value("Edition", named.map_or("usual", |name| name))
            }
            Row::Leave => "Leave".into(),
        }
    }

    /// The keys that do something at the chosen row.
    fn keys(&self) -> &'static str {
        match self.rows.get(self.chosen) {
            Some(Row::Resume(..)) => " ↑↓ choose  Enter resume  F1 help  Esc leave",
            Some(Row::Start) => " ↑↓ choose  Enter start  F1 help  Esc leave",
            Some(Row::Leave) | None => " ↑↓ choose  F1 help  Enter or Esc leave",
            Some(Row::Players) if self.info().counts.len() < 2 => ALONE,
            Some(Row::Edition) if editions(self.info().id).is_empty() => ALONE,
            _ => " ↑↓ choose  ←→ or Enter change  F1 help  Esc leave",
        }
    }

    /// Draws the menu.
    pub(super) fn draw(&self, theme: Theme, frame: &mut Frame<'_>) {
        let area = frame.area();
        let info = self.info();
        let mut lines = vec![
            Line::styled(" Cardwright", theme.style(Tone::Strong)),
            Line::from(""),
        ];
        for (at, row) in self.rows.iter().enumerate() {
            let mark = if at == self.chosen { "▸" } else { " " };
            let style = match at == self.chosen {
                true => theme.chosen(),
                false => theme.style(Tone::Plain),
            };
            lines.push(Line::from(vec![
                Span::raw(format!(" {mark} ")),
                Span::styled(self.text(row), style),
            ]));
        }
        lines.push(Line::from(""));
        let about = format!("{}: {}.", info.title, info.about);
        let help: Vec<String> = HELP.iter().map(|line| line.to_string()).collect();
        let below: Vec<&String> = match self.helps {
            true => help.iter().collect(),
            false => std::iter::once(&about).chain(&self.foot).collect(),
        };
        for line in below {
            let rows = super::wrap::rows(line, usize::from(area.width).saturating_sub(3).max(1), 2);
            let style = theme.style(Tone::Faint);
            lines.extend(
                rows.into_iter()
                    .map(|row| Line::styled(format!(" {row}"), style)),
            );
        }
        let screen = frame.buffer_mut();
        let foot = area.height.saturating_sub(1);
        for (line, y) in lines.iter().zip(0..foot) {
            screen.set_line(0, y, line, area.width);
        }
        let keys = self.keys();
        let style = theme.style(Tone::Faint);
        screen.set_stringn(0, foot, keys, area.width.into(), style);
        theme.reduce(screen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(menu: &mut Menu, keys: &[KeyCode]) -> Option<Option<Chosen>> {
        let mut pressed = keys.iter();
        pressed.find_map(|key| menu.press(KeyEvent::new(*key, KeyModifiers::NONE)))
    }

    #[test]
    fn the_usual_match_begins_with_one_key() {
        let mut menu = Menu::with(Vec::new(), None, Vec::new());
        let chosen = press(&mut menu, &[KeyCode::Enter]);
        let expected = Chosen::New {
            game: "moon-bots",
            players: 4,
            bot: "medium".into(),
            seat: None,
            edition: None,
        };
        assert_eq!(chosen, Some(Some(expected)));
    }

    #[test]
    fn arrows_change_what_is_played() {
        let mut menu = Menu::with(Vec::new(), Some("hard"), Vec::new());
        let keys = [
            KeyCode::Down,
            KeyCode::Down,
            KeyCode::Left,
            KeyCode::Down,
            KeyCode::Right,
            KeyCode::Down,
            KeyCode::Left,
            KeyCode::Home,
            KeyCode::Enter,
        ];
        let Some(Some(Chosen::New {
            players, bot, seat, ..
        })) = press(&mut menu, &keys)
        else {
            panic!("a match is chosen")
        };
        assert_eq!((players, bot.as_str(), seat), (3, "medium", Some(3)));
    }

    #[test]
    fn a_match_that_was_left_comes_first_and_esc_leaves() {
        let kept = vec![("Moon-Bots".to_string(), PathBuf::from("m.json"))];
        let mut menu = Menu::with(kept, None, Vec::new());
        let chosen = press(&mut menu, &[KeyCode::Enter]);
        assert_eq!(chosen, Some(Some(Chosen::Resume("m.json".into()))));
        // Only keys that do something are named.
        assert!(menu.keys().contains("Enter resume") && !menu.keys().contains('←'));
        press(&mut menu, &[KeyCode::Down, KeyCode::Down]);
        assert!(menu.keys().contains('←') && !menu.keys().contains("start"));
        assert_eq!(press(&mut menu, &[KeyCode::Down, KeyCode::Esc]), Some(None));
    }
}
