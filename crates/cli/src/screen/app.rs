//! The state of the screen and its behaviour, without a terminal.

use super::areas::Areas;
use super::fit::fit;
use super::panes::cards::Cards;
use super::panes::coach;
use super::panes::line::Line;
use super::panes::list::{self, Pick, Row, Step, Verb};
use super::panes::log::Log;
use super::panes::page::Popup;
use super::tape::Tape;
use super::theme::Theme;
use super::wrap::Names;
use crate::commands::play::ask::{self, Answered};
use crate::commands::play::entry::{self, Entry};
use crate::commands::play::session::Keyboard;
use crate::commands::transcript::called;
use crate::output::{Format, Out};
use crate::stop::{CommandError, Verdict};
use cardwright::{Next, Outcome, Picture, Question, Room, Seat, Viewer};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::rc::Rc;
use std::time::Instant;

/// The maximum number of lines of a reply that are shown below the table; longer ones get a page.
const SHORT: usize = 1;
/// The text before the action that a bot would choose.
pub(super) const HINT: &str = "hint: ";
/// The number of the last events that a resumed match shows.
const REMINDER: usize = 12;
/// The actions that only decline to do something. The list begins with such an action, so that a person who presses
/// Enter once too often gives nothing away.
const HARMLESS: &[&str] = &["pass", "done", "stop"];

/// What the screen waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// An action of a person.
    Asked(Seat),
    /// The next person to sit down; nobody's cards are shown.
    Pass(Seat),
    /// A key from the only person, who is out and may watch more.
    Watching,
    /// Nothing: the match is over.
    Over(Outcome),
    /// A step through a match that was played before.
    Replay,
}

/// How a person leaves the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Done {
    /// The match is not over.
    Left,
    /// The match is over, and stays saved where it is.
    Over,
    /// The match is over, and will be saved under a name.
    Keep,
    /// The match is over, and another one with the same settings begins.
    Again,
}

/// The events since the person's last action, shown over the board until the next key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Recap {
    /// Whether the person has not read it yet.
    pub(super) fresh: bool,
    /// Whether it is shown, because the log has no space for it or because there is advice.
    pub(super) shown: bool,
    /// Whether the log has no space for it.
    pub(super) unread: bool,
    /// The first row shown.
    pub(super) scroll: usize,
}

/// What the arrow keys move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Focus {
    /// The row in the list of actions.
    List,
    /// The cursor on the board.
    Board,
}

/// Collects what commands print, to show it.
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

/// The state of the screen.
pub(super) struct App {
    pub(super) at: Keyboard,
    pub(super) theme: Theme,
    pub(super) size: (u16, u16),
    /// The name of the game.
    pub(super) title: String,
    pub(super) phase: Phase,
    /// The viewer who looks at the screen.
    pub(super) viewer: Viewer,
    pub(super) question: Question,
    pub(super) picture: Picture,
    /// For each action, the spots that it names.
    pub(super) spots: Vec<Vec<usize>>,
    pub(super) names: Names,
    pub(super) picks: Vec<Pick>,
    pub(super) rows: Vec<Row>,
    /// The rows of the list before anything was picked: its area keeps its size while the person picks.
    pub(super) all_rows: usize,
    /// The chosen row.
    pub(super) chosen: usize,
    /// The spot under the cursor.
    pub(super) cursor: Option<usize>,
    pub(super) focus: Focus,
    pub(super) line: Line,
    pub(super) log: Log,
    pub(super) popup: Option<Popup>,
    /// The events since the last action.
    pub(super) recap: Recap,
    /// Whether the person has acted since the screen was opened.
    pub(super) acted: bool,
    /// When Enter was last pressed, with no other key since.
    pub(super) last_enter: Option<Instant>,
    /// The number of times that advice was shown; `None` if advice is off.
    pub(super) coach: Option<usize>,
    /// Whether an action can be undone.
    pub(super) can_undo: bool,
    /// Whether some action names a card that dice activate.
    pub(super) has_odds: bool,
    /// The match that is replayed.
    pub(super) tape: Option<Tape>,
    /// A message from the program, until the next key.
    pub(super) note: String,
    pub(super) cards: Cards,
    /// Whether odds are shown next to actions.
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
    /// The screen of a match, when the first person has to act.
    ///
    /// # Errors
    /// When a file that the user named cannot be written.
    pub(super) fn new(at: Keyboard, theme: Theme, size: (u16, u16)) -> Result<Self, CommandError> {
        let mut app = App::still(at, theme, size)?;
        app.advance()?;
        Ok(app)
    }

    /// The screen before anybody has acted.
    ///
    /// # Errors
    /// When a file that the user named cannot be written.
    pub(super) fn still(
        at: Keyboard,
        theme: Theme,
        size: (u16, u16),
    ) -> Result<Self, CommandError> {
        let printed = Printed::default();
        let mut out = Out::new(Box::new(printed.clone()), Format::Text);
        let mut at = at;
        let text = at.session.save();
        at.keeping.begin(&mut out, &text)?;
        Ok(App {
            coach: at.coach.then_some(0),
            cards: Cards::of(&mut at.session),
            title: title(&at.session.rulebook().about().game),
            question: at.question(),
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
            recap: Recap::default(),
            acted: false,
            last_enter: None,
            can_undo: false,
            has_odds: false,
            tape: None,
            note: String::new(),
            odds: false,
            scroll: (0, 0),
            scrolled: None,
            areas: Areas::default(),
            done: None,
            out,
            printed,
        })
    }

    /// Lets bots act until a person has to, and shows the table.
    ///
    /// # Errors
    /// When a bot fails, or a file cannot be written.
    pub(super) fn advance(&mut self) -> Result<(), CommandError> {
        self.log.mark_read(self.viewer);
        // In its first turn, everything since the beginning of that turn is news.
        let resumed = self.log.lines.is_empty() && self.at.session.turns() > 1;
        self.phase = loop {
            match self.at.session.next() {
                Next::Over(outcome) => break Phase::Over(outcome),
                Next::Chance => return Err(crate::commands::play::session::no_chance()),
                Next::Person(seat) => break self.asked(seat),
                Next::Bot(_) if self.at.must_pause() => break Phase::Watching,
                Next::Bot(_) => self.at.bot_actions()?,
            }
        };
        self.viewer = match self.phase {
            Phase::Asked(seat) => Viewer::Seat(seat),
            Phase::Pass(_) => Viewer::Spectator,
            Phase::Watching | Phase::Over(_) | Phase::Replay => self.at.last_viewer(),
        };
        let undone = matches!(self.phase, Phase::Asked(_) | Phase::Over(_));
        self.can_undo = undone && self.at.session.clone().undo(1) > 0;
        if self.at.session.actions_played() > self.at.before || self.at.keeping.wrote {
            self.at.keep(&mut self.out)?;
        }
        self.refresh();
        if resumed {
            self.log.mark_read_but(self.viewer, REMINDER);
            self.refresh();
        }
        self.recap = Recap {
            fresh: true,
            ..Recap::default()
        };
        if let Phase::Over(outcome) = self.phase {
            self.at.record(outcome);
        }
        if let (Phase::Asked(_), Some(had)) = (self.phase, self.coach) {
            self.coach = (had < coach::LESSONS).then_some(had + 1);
            if had == coach::LESSONS {
                crate::settings::coached(&self.at.session.rulebook().about().game);
            }
        }
        Ok(())
    }

    /// If several people share the screen, shows nothing before the right one sits there.
    fn asked(&mut self, seat: Seat) -> Phase {
        let same = self.at.looking == Some(seat) || self.at.humans() < 2;
        self.at.asked_turn = self.at.session.turns();
        if same {
            Phase::Asked(seat)
        } else {
            Phase::Pass(seat)
        }
    }

    /// Updates the screen to the current state.
    pub(super) fn refresh(&mut self) {
        self.question = self.at.question();
        self.log
            .set(self.viewer, self.at.session.lines(self.viewer, 0));
        self.picks.clear();
        self.scrolled = None;
        (self.cursor, self.focus) = (None, Focus::List);
        self.draw_picture();
        self.list();
        let cards = (0..self.question.choices.len()).filter_map(|at| self.card_of(at));
        let cards: BTreeSet<String> = cards.collect();
        self.has_odds = cards.iter().any(|id| self.cards.odds(id).is_some());
        self.show_printed();
    }

    /// Changes the size of the screen.
    pub(super) fn resize(&mut self, size: (u16, u16)) {
        self.size = size;
        self.draw_picture();
    }

    /// The table for an area.
    fn fitted(&self, room: Room) -> Picture {
        let mut picture = self.at.session.picture(self.viewer, room);
        // Without cards, the table is a board.
        if !self.cards.is_empty() {
            fit(&mut picture, room.columns);
        }
        picture
    }

    fn draw_picture(&mut self) {
        let (beside, below) = Areas::rooms(self.size);
        let narrow = self.fitted(beside);
        let has_cards = !self.cards.is_empty();
        self.picture = match Areas::is_beside(self.size, narrow.width(), has_cards) {
            true => narrow,
            false => self.fitted(below),
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

    /// Updates the list to the actions that are left after the picks.
    pub(super) fn list(&mut self) {
        self.rows = match self.phase {
            Phase::Asked(_) => list::rows(&self.question, &self.left()),
            Phase::Pass(_) => [Verb::SitDown, Verb::Leave].map(Row::Do).to_vec(),
            Phase::Watching => [Verb::Round, Verb::ToTheEnd, Verb::Leave]
                .map(Row::Do)
                .to_vec(),
            Phase::Over(_) if self.at.keeping.named => {
                [Verb::Again, Verb::Leave].map(Row::Do).to_vec()
            }
            Phase::Over(_) => [Verb::Again, Verb::Keep, Verb::Leave].map(Row::Do).to_vec(),
            Phase::Replay if self.tape.as_ref().is_some_and(Tape::is_at_end) => {
                [Verb::Step(Step::Start), Verb::Leave].map(Row::Do).to_vec()
            }
            Phase::Replay => [
                Verb::Step(Step::On),
                Verb::Step(Step::NextTurn),
                Verb::Step(Step::End),
                Verb::Leave,
            ]
            .map(Row::Do)
            .to_vec(),
        };
        self.chosen = 0;
        let harmless = self.rows.iter().position(|row| self.is_harmless(row));
        if let Some(at) = harmless {
            self.rows[..=at].rotate_right(1);
        }
        if self.picks.is_empty() {
            self.all_rows = self.rows.len();
        }
    }

    fn is_harmless(&self, row: &Row) -> bool {
        let Row::Choice(at) = row else {
            return false;
        };
        let choice = self.question.choices.get(*at);
        choice.is_some_and(|choice| HARMLESS.contains(&choice.action.as_str()))
    }

    /// The actions that are left, by their index in the question.
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

    /// The name of a spot in actions.
    pub(super) fn word(&self, spot: usize) -> &str {
        self.picture
            .spots
            .get(spot)
            .map_or("", |spot| spot.word.as_str())
    }

    /// The spots that the next pick may name.
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

    /// Picks the spot under the cursor; if only one action is left then, chooses it. Shows the card there on a page
    /// if nothing can be picked, or if the screen has no pane for it.
    pub(super) fn pick_spot(&mut self) {
        let page = self.card_page();
        let Some(at) = self.cursor.filter(|at| self.live().contains(at)) else {
            match page {
                Some(page) => self.popup = Some(page),
                None => self.note = "you can do nothing there now".into(),
            }
            return;
        };
        let pane = Areas::of(self).card;
        if pane.is_empty() || pane.height < 2 {
            self.popup = page;
        }
        self.picks.push(Pick::Spot(self.word(at).to_string()));
        self.list();
        if self.live().is_empty() {
            self.focus = Focus::List;
        }
    }

    /// The page of the card under the cursor.
    fn card_page(&mut self) -> Option<Popup> {
        let (title, text) = self.card_text()?;
        Some(Popup {
            title,
            ..Popup::text(&text)
        })
    }

    /// Shows the card under the cursor on a page; without one, the whole table.
    pub(super) fn read_card(&mut self) {
        self.popup = self.card_page().or_else(|| Some(Popup::table(self)));
    }

    /// Whether the table only counts some cards because it has no space for their names.
    pub(super) fn hides_cards(&self) -> bool {
        let mut rows = self.picture.rows.iter().filter_map(|row| row.last());
        rows.any(|piece| piece.text.ends_with(" more"))
    }

    /// Undoes the last pick; returns false if there is none.
    pub(super) fn unpick(&mut self) -> bool {
        let some = self.picks.pop().is_some();
        if some {
            self.list();
        }
        some
    }

    /// Carries out the chosen row.
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
            Verb::Again => {
                self.done = Some(Done::Again);
                Ok(())
            }
            Verb::Step(step) => self.step(step),
            Verb::Leave => {
                self.leave();
                Ok(())
            }
        }
    }

    /// Leaves the match.
    pub(super) fn leave(&mut self) {
        self.done = Some(if matches!(self.phase, Phase::Over(_)) {
            Done::Over
        } else {
            Done::Left
        });
    }

    /// Carries out a line as at the keyboard without a screen.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub(super) fn enter(&mut self, text: &str) -> Result<(), CommandError> {
        self.note.clear();
        match (entry::read(text), self.phase) {
            (Entry::Hint, Phase::Asked(_)) => self.hint(),
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
                    self.acted = true;
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

    /// Chooses the action that a strong bot would take for the person. It knows only what that seat may know.
    pub(super) fn hint(&mut self) {
        // Otherwise, Enter would play what was typed.
        self.line.clear();
        let choices = &self.question.choices;
        let advice = self.at.session.advice(ask::ADVISER);
        let Some((place, said)) = advice.and_then(|advice| {
            let place = choices.iter().position(|one| one.action == advice.action)?;
            let columns = usize::from(self.size.0).saturating_sub(HINT.len());
            let said = ask::advised_in(&advice, choices, columns);
            Some((place, format!("{HINT}{said}")))
        }) else {
            self.note = "there is no hint for this question".into();
            return;
        };
        self.picks.clear();
        self.list();
        self.focus = Focus::List;
        // Expands rows until the action has a row of its own.
        while let Some(at) = self.rows.iter().position(|row| row.holds(place)) {
            self.chosen = at;
            let Some(Row::Group { head, .. }) = self.rows.get(at).cloned() else {
                break;
            };
            let spots = self.picture.spots_in(&head).len();
            self.picks.push(Pick::Head { words: head, spots });
            self.list();
        }
        self.note = said;
    }

    /// The name of a seat on the screen.
    pub(super) fn called(&self, seat: Seat) -> String {
        called(&self.at.session, seat)
    }

    /// Shows what commands have printed: one line below the table, more on a page.
    fn show_printed(&mut self) {
        let printed = std::mem::take(&mut *self.printed.0.borrow_mut());
        let text = String::from_utf8_lossy(&printed).trim_end().to_string();
        match text.lines().count() {
            0 => {}
            1..=SHORT => self.note = text.trim_start_matches("! ").to_string(),
            _ => self.popup = Some(Popup::text(&text)),
        }
    }

    /// Prints how the match ended and where it is saved, after the screen is closed.
    ///
    /// # Errors
    /// When the output or a file cannot be written.
    pub(super) fn end(self, out: &mut Out, done: Done) -> Result<Verdict, CommandError> {
        match (done, self.phase) {
            (_, Phase::Replay) => Ok(Verdict::Good),
            (Done::Over | Done::Keep | Done::Again, Phase::Over(outcome)) => {
                self.at.end_after_screen(out, outcome, done == Done::Keep)
            }
            _ => self.at.leave(out),
        }
    }

    /// Scrolls the board, until the cursor, the list or the question changes.
    pub(super) fn scroll_board(&mut self, by: isize) {
        self.scroll.1 = self.scroll.1.saturating_add_signed(by);
        self.scrolled = Some((self.chosen, self.cursor));
    }

    /// Moves the choice in the list by a number of rows.
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

impl App {
    /// Shows another moment of the replayed match.
    ///
    /// # Errors
    /// When the match cannot be shown, which was checked before.
    pub(super) fn step(&mut self, step: Step) -> Result<(), CommandError> {
        let Some(tape) = &mut self.tape else {
            return Ok(());
        };
        self.log.mark_read(self.viewer);
        tape.step(step);
        self.at.session = tape.session()?;
        let chosen = self.chosen;
        self.refresh();
        self.chosen = chosen.min(self.rows.len().saturating_sub(1));
        Ok(())
    }

    /// Starts to replay a match for a viewer.
    pub(super) fn replay(&mut self, tape: Tape, viewer: Viewer) {
        (self.tape, self.viewer, self.phase) = (Some(tape), viewer, Phase::Replay);
        self.refresh();
    }
}
