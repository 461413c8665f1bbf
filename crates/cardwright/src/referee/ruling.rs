//! A session as a ruling: its actions and the outcome.

use super::enter::EntryError;
use super::events::TableEvent;
use super::given::Given;
use super::keeping::{Referee, begin};
use crate::judge::{Judge, Who, accept, position_facts, toml, toml_key};
use cardwright_kernel::{Actor, DynGame, DynMatch, Question, Replay, Viewer};
use std::fmt::Write;
use std::sync::Arc;

/// The maximum number of offered actions in a written ruling.
const OFFERED_AT_MOST: usize = 12;
/// The keys that a written ruling states about the end of any game; a game adds its own (`key_facts`).
const STATED: [&str; 2] = ["asked", "winners"];

/// The lines of a play, and the resulting match.
struct Played {
    play: Box<dyn DynMatch>,
    lines: String,
}

impl Referee {
    /// The game as a replay under the table's own options, to be saved, replayed or rejudged like any other. Each
    /// unseen card is replaced by one that it could be.
    ///
    /// # Errors
    /// The first action that the table's rulebook refuses at its place.
    pub fn replay_file(&self) -> Result<Replay, Box<EntryError>> {
        Ok(self.at_the_table()?.play.replay(Vec::new()))
    }

    /// Writes the session as a ruling in Markdown, under the table's own options, in a form that the judge confirms.
    /// `id` becomes the ruling's id. Each unseen card is written as one that it could be, with a comment. Events that
    /// are no actions of the game, such as a concession, are comments too.
    ///
    /// # Errors
    /// The first action that the table's rulebook refuses at its place.
    pub fn ruling(&self, id: &str, title: &str) -> Result<String, Box<EntryError>> {
        let Played { play, lines } = self.at_the_table()?;
        let text = self.page(id, title, &lines);
        let verdict = Judge::new()
            .with_packs(self.setup.packs.clone())
            .judge(&text);
        let mut text = accept(&text, &verdict);
        text.push_str(&after(&*self.table, &*play));
        text.push_str(&self.offered(&*play));
        Ok(text)
    }

    /// The table now as a written position, with `?` for each unseen card in a hand: a session can begin from it, and it
    /// can be edited where the table differs.
    ///
    /// # Errors
    /// If no position can describe this moment, such as one in the middle of a card's effect.
    pub fn position_file(&self) -> Result<String, Box<EntryError>> {
        let play = self.at_the_table()?.play;
        let Some(text) = play.position() else {
            let message = "no position can describe this moment".to_string();
            return Err(self.not_followed("position", message));
        };
        let mut parts: Vec<String> = text.split_inclusive("\n[[").map(String::from).collect();
        for (seat, action) in self.not_entered() {
            let card = action.split_whitespace().last().unwrap_or_default();
            let players = usize::from(self.setup.players);
            // The first part comes before the players; a player may have several robots.
            let own = parts.iter_mut().skip(1).enumerate();
            let mut own = own.filter(|(at, _)| at % players == seat.index());
            own.find_map(|(_, part)| leave_open(part, card));
        }
        let mut text = parts.concat();
        if !self.setup.options.is_empty() {
            text.push_str("\n[options]\n");
            for (name, value) in &self.setup.options {
                let _ = writeln!(
                    text,
                    "{} = {}",
                    toml_key(name),
                    toml(&value.as_str().into())
                );
            }
        }
        Ok(text)
    }

    /// The actions offered at the end; empty if there are too many, or if they would reveal a placeholder for an unseen
    /// card.
    fn offered(&self, play: &dyn DynMatch) -> String {
        let Question { actor, choices, .. } = play.question();
        let known = play.table_question(&self.not_entered()).choices.len();
        if choices.len() > OFFERED_AT_MOST || known < choices.len() {
            return String::new();
        }
        let asked = match actor {
            Actor::Seat(seat) => format!("player {seat}"),
            Actor::Chance => "chance".into(),
            Actor::Over(_) => return String::new(),
        };
        let lines: String = choices
            .iter()
            .map(|choice| format!("offered: {}\n", choice.action))
            .collect();
        format!("\n## Offered\n\n```text\nasked: {asked}\n{lines}nothing else\n```\n")
    }

    /// The game under the table's own options, which ask fewer seats than the session does.
    fn at_the_table(&self) -> Result<Played, Box<EntryError>> {
        // The position was already valid when the session began.
        let position = self.filled_position(&self.given);
        let play =
            begin(&*self.table, position.as_deref()).unwrap_or_else(|_| self.table.start(None));
        let mut played = Played {
            play,
            lines: String::new(),
        };
        let asks_more = !Arc::ptr_eq(&self.table, &self.book);
        let again = || begin(&*self.book, position.as_deref()).ok();
        let mut session = asks_more.then(again).flatten();
        let mut events = self.table_events().peekable();
        let from = |number: usize| self.lines.get(number - 1).map_or(0, |line| line.from);
        let actions = self.given.iter().zip(0..).skip(self.open.len());
        for ((given, at), action) in actions.zip(self.play.notation()) {
            while let Some((number, event)) = events.next_if(|(number, _)| from(*number) <= at) {
                self.remark(&mut played.lines, number, event);
            }
            let asked = session.as_ref().map(|session| session.question());
            played
                .follow(asked, given, action)
                .map_err(|message| self.not_followed(action, message))?;
            if let Some(session) = &mut session {
                // The session has played this action before.
                let _ = session.play(action);
            }
        }
        for (number, event) in events {
            self.remark(&mut played.lines, number, event);
        }
        Ok(played)
    }

    /// Writes an event that is no action of the game as a comment.
    fn remark(&self, lines: &mut String, number: usize, event: TableEvent) {
        let text = self.event_text(number, event);
        let _ = writeln!(lines, "# line {number}: {text} [{}]", event.cite());
    }

    fn not_followed(&self, action: &str, message: String) -> Box<EntryError> {
        Box::new(EntryError {
            action: action.into(),
            unreadable: false,
            message,
            cites: Vec::new(),
            facts: Vec::new(),
            help: "the session itself is unchanged; `save` keeps it".into(),
        })
    }

    fn page(&self, id: &str, title: &str, play: &str) -> String {
        let mut text = format!(
            "# {title}\n\n- id: {id}\n- game: {}\n- players: {}\n",
            self.game, self.setup.players
        );
        let _ = write!(
            text,
            "- status: house\n- source: a game at a table, {} lines\n",
            self.lines.len()
        );
        let options: Vec<_> = self
            .setup
            .options
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        if !options.is_empty() {
            let _ = writeln!(text, "- options: {}", options.join(", "));
        }
        if let Some(position) = self.filled_position(&self.given) {
            let open = self
                .given
                .iter()
                .take(self.open.len())
                .filter_map(|given| given.unseen.as_ref());
            let remark = match open.filter(|unseen| unseen.is.is_none()).count() {
                0 => "",
                _ => "# where nobody entered which card a hand holds, this is one that it may be\n",
            };
            let _ = write!(
                text,
                "\n## Position\n\n```toml\n{remark}{}\n```\n",
                position.trim_end()
            );
        }
        let _ = write!(text, "\n## Play\n\n```text\n{play}```\n");
        text
    }
}

/// Writes `?` for a card in a hand of a part of a position; `None` if no hand there holds it.
fn leave_open(part: &mut String, card: &str) -> Option<()> {
    let named = format!("\"{card}\"");
    let hand = ["weapons = [", "hand = ["];
    let start = hand.iter().find_map(|key| part.find(key))?;
    let end = start + part[start..].find('\n').unwrap_or(part.len() - start);
    let at = start + part[start..end].find(&named)?;
    part.replace_range(at..at + named.len(), "\"?\"");
    Some(())
}

/// The facts at the end that people at a table look at, as keys of a position.
fn after(book: &dyn DynGame, play: &dyn DynMatch) -> String {
    let (facts, mut text) = (position_facts(play, Viewer::Spectator), String::new());
    let keys = || STATED.iter().chain(book.key_facts());
    for key in keys() {
        if let Some(value) = facts
            .get(*key)
            .filter(|value| !value.as_array().is_some_and(Vec::is_empty))
        {
            let _ = writeln!(text, "{key} = {}", toml(value));
        }
    }
    let of_entries: Vec<_> = keys().filter_map(|key| key.split_once(".*.")).collect();
    let mut tables: Vec<&str> = of_entries.iter().map(|(table, _)| *table).collect();
    tables.dedup();
    for table in tables {
        for (name, entry) in facts
            .get(table)
            .and_then(|entries| entries.as_object())
            .into_iter()
            .flatten()
        {
            let _ = writeln!(text, "\n[{table}.{}]", toml_key(name));
            for (_, key) in of_entries.iter().filter(|(of, _)| *of == table) {
                if let Some(value) = entry.get(*key) {
                    let _ = writeln!(text, "{key} = {}", toml(value));
                }
            }
        }
    }
    format!("\n## After\n\n```toml\n{text}```\n")
}

impl Played {
    /// Plays an action of the session if the table's rules ask for it. `asked` is the session's question if it asks
    /// more than the table does: seats that have only one action.
    fn follow(
        &mut self,
        asked: Option<Question>,
        given: &Given,
        action: &str,
    ) -> Result<(), String> {
        let forced =
            |asked: &Question| asked.choices.len() == 1 && matches!(asked.actor, Actor::Seat(_));
        if asked
            .filter(forced)
            .is_some_and(|asked| asked != self.play.question())
        {
            return Ok(());
        }
        if given
            .unseen
            .as_ref()
            .is_some_and(|unseen| unseen.is.is_none())
        {
            self.lines
                .push_str("# nobody entered which card it is; it may be this one\n");
        }
        self.play.play(action).map_err(|error| error.to_string())?;
        let who = match given.who {
            Who::Seat(seat) => seat.to_string(),
            Who::Chance => "chance".into(),
        };
        let _ = writeln!(self.lines, "{who}: {action}");
        Ok(())
    }
}
