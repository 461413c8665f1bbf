//! What the screen shows and does, without a terminal.

use super::areas::Areas;
use super::panes::cards::Cards;
use super::panes::line::Line;
use super::panes::list::{self, Pick, Row, Verb};
use super::panes::log::Log;
use super::panes::page::Popup;
use super::theme::Theme;
use super::wrap::Names;
use crate::commands::play::ask::{self, Answered};
use crate::commands::play::entry::{self, Entry};
use crate::commands::play::session::Keyboard;
use crate::output::{Format, Out};
use crate::stop::{CommandError, Verdict};
use cardwright::{Next, Outcome, Picture, Question, Seat, Viewer};
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// The most lines of an answer to a command that stand below the table; longer ones get a page.
const SHORT: usize = 1;

/// What the screen waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// An action of a person.
    Asked(Seat),
    /// That the next person sits down: nobody's cards are shown.
    Pass(Seat),
    /// That the one person, who is out, wants to see more.
    Watching,
    /// Nothing: the match is over.
    Over(Outcome),
}

/// How a person has done with the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Done {
    /// The match is not over.
    Left,
    /// The match is over, and is kept where it is.
    Over,
    /// The match is over, and gets a file with a name.
    Keep,
}

/// Where keys go that move something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Focus {
    /// To the list of actions.
    List,
    /// To the cursor on the board.
    Board,
}

/// What commands print, to be shown.
#[derive(Clone, Default)]
struct Printed(Rc<RefCell<Vec<u8>>>);

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The screen.
pub(super) struct App {
    pub(super) at: Keyboard,
    pub(super) theme: Theme,
    pub(super) size: (u16, u16),
    /// What the game is called.
    pub(super) title: String,
    pub(super) phase: Phase,
    /// Whose eyes are on the screen.
    pub(super) viewer: Viewer,
    pub(super) question: Question,
    pub(super) picture: Picture,
    /// For each action, the spots it is about.
    pub(super) spots: Vec<Vec<usize>>,
    pub(super) names: Names,
    pub(super) picks: Vec<Pick>,
    pub(super) rows: Vec<Row>,
    /// The rows that the list had before anything was picked: its area stays as it is while one picks.
    pub(super) all_rows: usize,
    /// The chosen row.
    pub(super) chosen: usize,
    /// The spot under the cursor.
    pub(super) cursor: Option<usize>,
    pub(super) focus: Focus,
    pub(super) line: Line,
    pub(super) log: Log,
    pub(super) popup: Option<Popup>,
    /// A word of the program, until the next key.
    pub(super) note: String,
    pub(super) cards: Cards,
    /// Whether odds stand beside actions.
    pub(super) odds: bool,
    /// The first column and row of the board that are shown.
    pub(super) scroll: (usize, usize),
    /// What was chosen when the person scrolled the board by hand.
    pub(super) scrolled: Option<(usize, Option<usize>)>,
    pub(super) areas: Areas,
    pub(super) done: Option<Done>,
    out: Out,
    printed: Printed,
}

impl App {
    /// The screen of a match, at the first question to a person.
    ///
    /// # Errors
    /// When a file cannot be written that the user named.
    pub(super) fn new(at: Keyboard, theme: Theme, size: (u16, u16)) -> Result<Self, CommandError> {
        let printed = Printed::default();
        let mut out = Out::new(Box::new(printed.clone()), Format::Text);
        let mut at = at;
        let text = at.session.save();
        at.keeping.begin(&mut out, &text)?;
        let mut app = App {
            cards: Cards::of(&mut at.session),
            title: title(&at.session.rulebook().about().game),
            question: at.session.question(),
            at,
            theme,
            size,
            phase: Phase::Watching,
            viewer: Viewer::Spectator,
            picture: Picture::new(),
            spots: Vec::new(),
            names: Names::default(),
            picks: Vec::new(),
            rows: Vec::new(),
            all_rows: 0,
            chosen: 0,
            cursor: None,
            focus: Focus::List,
            line: Line::default(),
            log: Log::default(),
            popup: None,
            note: String::new(),
            odds: false,
            scroll: (0, 0),
            scrolled: None,
            areas: Areas::default(),
            done: None,
            out,
            printed,
        };
        app.advance()?;
        Ok(app)
    }

    /// Lets bots answer until somebody is to be asked, and shows how the table is then.
    ///
    /// # Errors
    /// When a bot is at fault, or a file cannot be written.
    pub(super) fn advance(&mut self) -> Result<(), CommandError> {
        self.phase = loop {
            match self.at.session.next() {
                Next::Over(outcome) => break Phase::Over(outcome),
                Next::Chance => return Err(crate::commands::play::session::no_chance()),
                Next::Person(seat) => break self.asked(seat),
                Next::Bot(_) if self.at.must_pause() => break Phase::Watching,
                Next::Bot(_) => self.at.bot_answers()?,
            }
        };
        self.viewer = match self.phase {
            Phase::Asked(seat) => Viewer::Seat(seat),
            Phase::Pass(_) => Viewer::Spectator,
            Phase::Watching | Phase::Over(_) => self.at.last_viewer(),
        };
        if self.at.session.answered() > self.at.before || self.at.keeping.wrote {
            self.at.keep(&mut self.out)?;
        }
        self.refresh();
        Ok(())
    }

    /// Whoever shares the screen with others is shown nothing before the right one sits there.
    fn asked(&mut self, seat: Seat) -> Phase {
        let same = self.at.looking == Some(seat) || self.at.humans() < 2;
        self.at.asked_turn = self.at.session.turns();
        if same {
            Phase::Asked(seat)
        } else {
            Phase::Pass(seat)
        }
    }

    /// Shows the state as it is now.
    fn refresh(&mut self) {
        self.question = self.at.session.question();
        self.log.set(self.at.session.lines(self.viewer, 0));
        self.picks.clear();
        self.scrolled = None;
        (self.cursor, self.focus) = (None, Focus::List);
        self.draw_picture();
        self.list();
        self.show_printed();
    }

    /// Another size of the terminal.
    pub(super) fn resize(&mut self, size: (u16, u16)) {
        self.size = size;
        self.draw_picture();
    }

    fn draw_picture(&mut self) {
        let (beside, below) = Areas::rooms(self.size);
        let narrow = self.at.session.picture(self.viewer, beside);
        let fits = narrow.width() <= beside.columns;
        self.picture = if fits {
            narrow
        } else {
            self.at.session.picture(self.viewer, below)
        };
        let actions = self
            .question
            .choices
            .iter()
            .map(|choice| choice.action.as_str());
        self.spots = self.picture.spots_in_each(actions);
        self.names = Names::of(&self.picture);
        self.cursor = self.cursor.filter(|at| *at < self.picture.spots.len());
    }

    /// The list of actions that are left after what was picked.
    pub(super) fn list(&mut self) {
        self.rows = match self.phase {
            Phase::Asked(_) => list::rows(&self.question, &self.left()),
            Phase::Pass(_) => [Verb::SitDown, Verb::Leave].map(Row::Do).to_vec(),
            Phase::Watching => [Verb::Round, Verb::ToTheEnd, Verb::Leave]
                .map(Row::Do)
                .to_vec(),
            Phase::Over(_) if self.at.keeping.named => vec![Row::Do(Verb::Leave)],
            Phase::Over(_) => [Verb::Keep, Verb::Leave].map(Row::Do).to_vec(),
        };
        self.chosen = 0;
        if self.picks.is_empty() {
            self.all_rows = self.rows.len();
        }
    }

    /// The actions that are left, by their places in the question.
    pub(super) fn left(&self) -> Vec<usize> {
        let fits = |at: &usize| {
            let Some(choice) = self.question.choices.get(*at) else {
                return false;
            };
            let spots = self.spots.get(*at).map_or(&[][..], Vec::as_slice);
            let mut named = 0;
            self.picks.iter().all(|pick| match pick {
                Pick::Head { words, spots } => {
                    named = named.max(*spots);
                    list::begins(choice, words)
                }
                Pick::Spot(word) => {
                    named += 1;
                    spots
                        .get(named - 1)
                        .is_some_and(|at| self.word(*at) == word)
                }
            })
        };
        (0..self.question.choices.len()).filter(fits).collect()
    }

    /// The word of a spot.
    pub(super) fn word(&self, spot: usize) -> &str {
        self.picture
            .spots
            .get(spot)
            .map_or("", |spot| spot.word.as_str())
    }

    /// The spots that a next pick may name.
    pub(super) fn live(&self) -> Vec<usize> {
        if !matches!(self.phase, Phase::Asked(_)) {
            return Vec::new();
        }
        let named = self.picks.iter().fold(0, |named: usize, pick| match pick {
            Pick::Head { spots, .. } => named.max(*spots),
            Pick::Spot(_) => named + 1,
        });
        let next = |at: usize| {
            self.spots
                .get(at)
                .and_then(|spots| spots.get(named))
                .copied()
        };
        let mut live: Vec<usize> = self.left().into_iter().filter_map(next).collect();
        live.sort_unstable();
        live.dedup();
        live
    }

    /// Picks the spot under the cursor; where just one action is left then, that one is chosen.
    pub(super) fn pick_spot(&mut self) {
        let Some(at) = self.cursor.filter(|at| self.live().contains(at)) else {
            self.note = "nothing to do there now".into();
            return;
        };
        self.picks.push(Pick::Spot(self.word(at).to_string()));
        self.list();
        if self.live().is_empty() {
            self.focus = Focus::List;
        }
    }

    /// Takes the last pick back; false where there is none.
    pub(super) fn unpick(&mut self) -> bool {
        let some = self.picks.pop().is_some();
        if some {
            self.list();
        }
        some
    }

    /// Does what the chosen row says.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub(super) fn activate(&mut self) -> Result<(), CommandError> {
        match self.rows.get(self.chosen).cloned() {
            Some(Row::Choice(at)) => {
                let action = self
                    .question
                    .choices
                    .get(at)
                    .map(|choice| choice.action.clone());
                self.enter(&action.unwrap_or_default())
            }
            Some(Row::Group { head, .. }) => {
                let spots = self.picture.spots_in(&head).len();
                self.picks.push(Pick::Head { words: head, spots });
                self.list();
                Ok(())
            }
            Some(Row::Do(verb)) => self.act(verb),
            None => Ok(()),
        }
    }

    fn act(&mut self, verb: Verb) -> Result<(), CommandError> {
        match verb {
            Verb::SitDown => {
                if let Phase::Pass(seat) = self.phase {
                    self.at.looking = Some(seat);
                }
                self.advance()
            }
            Verb::Round => {
                self.at.watch_on();
                self.advance()
            }
            Verb::ToTheEnd => {
                self.at.hurried = true;
                self.advance()
            }
            Verb::Keep => {
                self.done = Some(Done::Keep);
                Ok(())
            }
            Verb::Leave => {
                self.leave();
                Ok(())
            }
        }
    }

    /// The person leaves.
    pub(super) fn leave(&mut self) {
        self.done = Some(if matches!(self.phase, Phase::Over(_)) {
            Done::Over
        } else {
            Done::Left
        });
    }

    /// Does what a line says: the same as at the keyboard without a screen.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub(super) fn enter(&mut self, text: &str) -> Result<(), CommandError> {
        self.note.clear();
        match (entry::read(text), self.phase) {
            (Entry::Quit, _) => self.leave(),
            (Entry::Nothing | Entry::Remark, _) => {}
            (Entry::Table(_), Phase::Pass(_)) => {}
            (Entry::Table(_), _) => self.popup = Some(Popup::table(self)),
            (Entry::Help, _) => self.popup = Some(Popup::help(self)),
            (Entry::Log, _) => self.popup = Some(Popup::log(self)),
            (Entry::Answers, _) => self.popup = Some(Popup::answers(self)),
            (Entry::Undo(count), Phase::Over(_)) => {
                ask::undo(&mut self.at, &mut self.out, count)?;
                self.advance()?;
            }
            (entry, Phase::Asked(seat)) => {
                self.out.width = Some(Popup::columns(self.size));
                if ask::follow(&mut self.at, &mut self.out, seat, entry)? == Some(Answered::Changed)
                {
                    self.advance()?;
                }
                self.show_printed();
            }
            (_, Phase::Watching) if text.trim().eq_ignore_ascii_case("end") => {
                self.act(Verb::ToTheEnd)?
            }
            _ => self.note = "choose one of these, or write `quit`".into(),
        }
        Ok(())
    }

    /// Shows what commands have printed: a line below the table, more on a page of its own.
    fn show_printed(&mut self) {
        let printed = std::mem::take(&mut *self.printed.0.borrow_mut());
        let text = String::from_utf8_lossy(&printed).trim_end().to_string();
        match text.lines().count() {
            0 => {}
            1..=SHORT => self.note = text.trim_start_matches("! ").to_string(),
            _ => self.popup = Some(Popup::text(&text)),
        }
    }

    /// After the screen: says how it ended, and where the match is kept.
    ///
    /// # Errors
    /// When output or a file cannot be written.
    pub(super) fn end(self, out: &mut Out, done: Done) -> Result<Verdict, CommandError> {
        match (done, self.phase) {
            (Done::Over | Done::Keep, Phase::Over(outcome)) => {
                self.at.end_after_screen(out, outcome, done == Done::Keep)
            }
            _ => self.at.leave(out),
        }
    }

    /// Scrolls the board, until the cursor, the list or the question moves.
    pub(super) fn scroll_board(&mut self, by: isize) {
        self.scroll.1 = self.scroll.1.saturating_add_signed(by);
        self.scrolled = Some((self.chosen, self.cursor));
    }

    /// Chooses a row further down or up.
    pub(super) fn choose(&mut self, by: isize) {
        let last = self.rows.len().saturating_sub(1);
        self.chosen = self.chosen.saturating_add_signed(by).min(last);
    }
}

/// The printed name of a game.
fn title(id: &str) -> String {
    cardwright::game(id)
        .map_or(id, |game| game.title)
        .to_string()
}
