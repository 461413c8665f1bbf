//! Lines that are not actions of the game: table problems, players who leave, and agreements to stop.

use super::enter::{EntryError, unreadable};
use super::events::TableEvent;
use super::given::Given;
use super::house::{self, IRREGULARITIES};
use super::keeping::{MAX_PASSES, PASS, Referee, Taken};
use crate::judge::{Who, split_who};
use crate::seat_names::{capital, seat_name};
use cardwright_kernel::{Actor, Choice, DynMatch, Seat, Viewer};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::Range;

/// The first word of the result of a roll.
const ROLL: &str = "roll";

/// How a game ended early, by agreement or because players left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TableEnd {
    /// The winners; an agreed draw has several.
    pub winners: Vec<Seat>,
    /// A sentence that describes the end.
    pub text: String,
    /// The clause that applies.
    pub cite: &'static str,
}

impl Referee {
    /// The name of a seat in sentences, such as `robot 4` or `light`.
    pub fn called(&self, seat: Seat) -> String {
        seat_name(&*self.play, seat)
    }

    /// Table events that are not game actions, each with its line number, from 1.
    pub fn table_events(&self) -> impl Iterator<Item = (usize, TableEvent)> {
        let events = self.lines.iter().enumerate();
        events.filter_map(|(at, line)| Some((at + 1, line.event?)))
    }

    /// A table event as sentences, with what the session knows about it. `number` is its line, from 1.
    pub fn event_text(&self, number: usize, event: TableEvent) -> String {
        let text = event.text(|seat| self.called(seat));
        let known = match event {
            TableEvent::Irregular { irregularity, seat } => {
                self.known_of(number, irregularity.id, seat)
            }
            _ => None,
        };
        known.map_or_else(|| text.clone(), |known| format!("{text} {known}"))
    }

    /// What the session knows about an irregularity in a line.
    fn known_of(&self, number: usize, id: &str, seat: Option<Seat>) -> Option<String> {
        match (id, self.seen_before(number)) {
            (house::MISSED, Some(seen)) => Some(format!(
                "Line {seen} has shown a die, a card or a hand: every moment before that is over."
            )),
            (house::MISSED, None) => Some("No die, card or hand has been seen so far.".into()),
            (house::EARLY, _) => match seat {
                Some(seat) => {
                    let from = self.lines[number - 1].from;
                    let (play, _) = self.played(&mut self.given[..from].to_vec(), None)?;
                    let own = self.roll_follows(play, seat);
                    (!own).then(|| {
                        format!(
                            "It counts for the next turn in which {} rolls.",
                            self.called(seat)
                        )
                    })
                }
                None => Some(
                    "Name the player, and the referee checks that: `2: irregular early-roll`."
                        .into(),
                ),
            },
            _ => None,
        }
    }

    /// Whether an action of a seat comes before the dice that it has rolled too early (AT-2.2).
    pub(super) fn comes_too_late(&self, seat: Seat, action: &str) -> bool {
        let rolled = |(_, event): &(usize, TableEvent)| match event {
            TableEvent::Irregular {
                irregularity,
                seat: by,
            } => irregularity.id == house::EARLY && *by == Some(seat),
            _ => false,
        };
        let Some((number, _)) = self.table_events().filter(rolled).last() else {
            return false;
        };
        let Some((turn, from)) = self.turn_of_roll(self.lines[number - 1].from, seat) else {
            return false;
        };
        let rolls = |given: &Given| given.who == Who::Chance && verb(&given.action) == ROLL;
        if self.play.turns() != turn || self.given[from..].iter().any(rolls) {
            return false;
        }
        let Ok(action) = self.play.canonical(action) else {
            return false;
        };
        let choices = self.play.question().choices;
        let known = choices.iter().any(|choice| choice.action == action)
            || self.book.shows(&action).is_some();
        known && self.roll_follows(self.play.copied(), seat) && !self.goes_on(&action, seat)
    }

    /// Whether the roll that came too early can still follow an action: as its result, or because the action does nothing.
    fn goes_on(&self, action: &str, seat: Seat) -> bool {
        let mut after = self.play.copied();
        if after.play(action).is_err() {
            return false;
        }
        match self.book.declines().contains(&action) {
            true => after.turns() == self.play.turns() && self.roll_follows(after, seat),
            false => comes_to_roll(after),
        }
    }

    /// Whether a seat can reach a roll in this turn without doing anything else first.
    fn roll_follows(&self, mut play: Box<dyn DynMatch>, seat: Seat) -> bool {
        let turn = play.turns();
        for _ in 0..MAX_PASSES {
            let choices = play.question().choices;
            let leads = |action: &str| {
                let mut after = play.copied();
                after.play(action).is_ok() && comes_to_roll(after)
            };
            let next = match play.actor() {
                Actor::Over(_) => return false,
                Actor::Chance if is_roll(&choices) => return true,
                Actor::Chance => choices.first(),
                Actor::Seat(asked) => {
                    if asked == seat && choices.iter().any(|choice| leads(&choice.action)) {
                        return true;
                    }
                    let declines = self.book.declines();
                    choices.iter().find(|it| declines.contains(&&*it.action))
                }
            };
            let moved = next.is_some_and(|choice| play.play(&choice.action).is_ok());
            if !moved || play.turns() != turn {
                return false;
            }
        }
        false
    }

    /// The error for such an action.
    pub(super) fn has_rolled(&self, line: &str, seat: Seat) -> Box<EntryError> {
        let message = format!(
            "{} has rolled already, and does nothing more that comes before a roll",
            self.called(seat)
        );
        Box::new(EntryError {
            help: "go on to the roll, and enter what the dice show".into(),
            ..*refused(line, message, house::ROLLED)
        })
    }

    /// The turn for which a seat's dice count if they were rolled too early, before an action: the next one in which it rolls.
    /// Also the first action of this turn that counts, as an index.
    fn turn_of_roll(&self, from: usize, seat: Seat) -> Option<(u32, usize)> {
        let (mut play, _) = self.played(&mut self.given.clone(), None)?;
        let mut begins: BTreeMap<u32, (usize, Box<dyn DynMatch>)> = BTreeMap::new();
        for at in (from..=self.given.len()).rev() {
            begins.insert(play.turns(), (at, play.copied()));
            play.undo();
        }
        begins
            .into_iter()
            .find(|(_, (_, play))| self.roll_follows(play.copied(), seat))
            .map(|(turn, (at, _))| (turn, at))
    }

    /// The last line before a line in which a die, a card or a hand was seen.
    fn seen_before(&self, number: usize) -> Option<usize> {
        let before = self.lines.get(number - 1).map_or(0, |line| line.from);
        let seen = self.seen_in(self.open.len()..before)?;
        let at = self.lines.iter().rposition(|line| line.from <= seen);
        at.map(|at| at + 1)
    }

    /// The last of these actions that showed a die or a card, or a hand to somebody.
    pub(super) fn seen_in(&self, range: Range<usize>) -> Option<usize> {
        let (mut play, _) = self.played(&mut self.given[..range.end].to_vec(), None)?;
        let mut after = self.concealed(&*play);
        for at in range.rev() {
            let given = &self.given[at];
            play.undo();
            let before = self.concealed(&*play);
            let own = self.book.shows(&given.action).and(given.who.seat());
            let seen = before.iter().zip(&after).any(|((seat, was), (_, is))| {
                // The card that is played is no card that was seen.
                was.saturating_sub(*is) > usize::from(own == Some(*seat))
            });
            if given.who == Who::Chance || seen {
                return Some(at);
            }
            after = before;
        }
        None
    }

    /// For each seat and each other viewer, how many cards of the seat the viewer does not know.
    fn concealed(&self, play: &dyn DynMatch) -> Vec<(Seat, usize)> {
        let seats = || (0..self.setup.players).map(Seat);
        let viewers = || seats().map(Viewer::Seat).chain([Viewer::Spectator]);
        let of = |seat: Seat| {
            viewers()
                .filter(move |viewer| *viewer != Viewer::Seat(seat))
                .map(move |viewer| (seat, play.concealed(seat, viewer)))
        };
        seats().flat_map(of).collect()
    }

    /// The players who conceded or left the table, in order.
    pub fn departed(&self) -> Vec<Seat> {
        self.table_events()
            .filter_map(|(_, event)| event.leaves())
            .collect()
    }

    /// Whether the player of a seat conceded or left the table.
    pub(super) fn has_left(&self, seat: Seat) -> bool {
        self.table_events()
            .any(|(_, event)| event.leaves() == Some(seat))
    }

    /// The player who makes a compulsory choice for one who has left: the next one at the table (AT-3.3).
    pub(super) fn decides_for(&self) -> Option<Seat> {
        let Actor::Seat(asked) = self.play.actor() else {
            return None;
        };
        if !self.has_left(asked) || self.unsaid().is_some() {
            return None;
        }
        let players = self.setup.players;
        (1..players)
            .map(|step| Seat((asked.0 + step) % players))
            .find(|seat| !self.has_left(*seat))
    }

    /// The error for an action of a player who has left.
    pub(super) fn is_absent(&self, line: &str, seat: Seat) -> Box<EntryError> {
        let message = format!("{} is not in the game any more", self.called(seat));
        let help = match self.decides_for() {
            Some(by) => format!(
                "{} decides: write the answer after `{by}:`",
                self.called(by)
            ),
            None => "nothing optional is done for this player".into(),
        };
        Box::new(EntryError {
            help,
            ..*refused(line, message, house::LEFT)
        })
    }

    /// How the game ended at the table; `None` while it continues, or if it ended by the rules.
    pub fn table_end(&self) -> Option<TableEnd> {
        let gone = self.departed();
        let left: Vec<Seat> = (0..self.setup.players)
            .map(Seat)
            .filter(|seat| !gone.contains(seat))
            .collect();
        if self
            .table_events()
            .any(|(_, event)| event == TableEvent::AgreedDraw)
        {
            return Some(TableEnd {
                text: "The game ends in a draw.".into(),
                winners: left,
                cite: house::AGREED,
            });
        }
        match left[..] {
            [seat] if !gone.is_empty() => Some(TableEnd {
                text: format!(
                    "{} wins: nobody else is left at the table.",
                    capital(&self.called(seat))
                ),
                winners: left,
                cite: house::LAST,
            }),
            _ => None,
        }
    }

    /// Handles a line that is not a game action; `None` if it is one.
    pub(super) fn table_event(&self, line: &str) -> Option<Result<TableEvent, Box<EntryError>>> {
        let (who, action) = match split_who(line) {
            Ok((Some(Who::Seat(seat)), action)) => (Some(seat), action),
            Ok((None, action)) => (None, action),
            _ => return None,
        };
        let (word, rest) = action
            .split_once(char::is_whitespace)
            .map_or((action, ""), |(word, rest)| (word, rest.trim()));
        let named = match who {
            None => Some(rest.to_string()),
            Some(seat) => rest.is_empty().then(|| seat.to_string()),
        };
        match (word, named) {
            ("irregular", _) => Some(self.irregularity(line, who, rest)),
            ("agree", Some(what)) if what == "draw" => Some(Ok(TableEvent::AgreedDraw)),
            ("concede", Some(seat)) => Some(self.departure(line, &seat, false)),
            ("drop", Some(seat)) => Some(self.departure(line, &seat, true)),
            _ => None,
        }
    }

    fn departure(
        &self,
        line: &str,
        seat: &str,
        drops: bool,
    ) -> Result<TableEvent, Box<EntryError>> {
        let players = self.setup.players;
        let number = seat
            .parse::<u8>()
            .ok()
            .filter(|it| (1..=players).contains(it));
        let Some(seat) = number.map(|number| Seat(number - 1)) else {
            let word = if drops { "drop" } else { "concede" };
            let message = format!("`{line}` names no player of this game");
            return Err(unreadable(
                line,
                message,
                format!("write `{word} 1` to `{word} {players}`"),
            ));
        };
        if self.departed().contains(&seat) {
            return Err(refused(
                line,
                format!("{} has left the game already", self.called(seat)),
                house::DROPPED,
            ));
        }
        Ok(match drops {
            true => TableEvent::DropsOut { seat },
            false => TableEvent::Concedes { seat },
        })
    }

    fn irregularity(
        &self,
        line: &str,
        seat: Option<Seat>,
        id: &str,
    ) -> Result<TableEvent, Box<EntryError>> {
        if let Some(seat) = seat.filter(|seat| seat.0 >= self.setup.players) {
            let message = format!("there is no player {seat}");
            let help = format!("this game has players 1 to {}", self.setup.players);
            return Err(unreadable(line, message, help));
        }
        if id == house::EARLY {
            // A word that no action begins with is the error itself.
            let dice = !matches!(self.play.why_not(ROLL), Err(error) if error.at == 0);
            let message = match (dice, self.play.actor()) {
                (false, _) => "this game has no dice",
                (true, Actor::Over(_)) => "the game is over",
                _ => "",
            };
            if !message.is_empty() {
                return Err(refused(line, message.into(), house::ROLLED));
            }
        }
        let known = IRREGULARITIES.iter().find(|one| one.id == id);
        known
            .map(|irregularity| TableEvent::Irregular {
                irregularity: *irregularity,
                seat,
            })
            .ok_or_else(|| {
                let ids: Vec<&str> = IRREGULARITIES.iter().map(|one| one.id).collect();
                let message = match id {
                    "" => "`irregular` needs a word for what went wrong".into(),
                    id => format!("there is no irregularity `{id}`"),
                };
                let help = format!(
                    "write `irregular` or `2: irregular`, and one of: {}",
                    ids.join(", ")
                );
                unreadable(line, message, help)
            })
    }

    /// Records a table event as a line.
    pub(super) fn take_event(
        &mut self,
        line: &str,
        event: TableEvent,
    ) -> Result<(), Box<EntryError>> {
        let about_game = !matches!(event, TableEvent::Irregular { .. });
        if let Some(ended) = self.has_ended(line).filter(|_| about_game) {
            return Err(ended);
        }
        if about_game && matches!(self.play.actor(), Actor::Over(_)) {
            return Err(refused(line, "the game is over".into(), event.cite()));
        }
        self.lines.push(Taken {
            text: line.into(),
            from: self.given.len(),
            told: self.told_so_far(),
            shown: Vec::new(),
            event: Some(event),
        });
        self.settle();
        Ok(())
    }

    /// Why nothing more can be entered in a game that ended at the table.
    pub(super) fn has_ended(&self, line: &str) -> Option<Box<EntryError>> {
        let end = self.table_end()?;
        Some(refused(
            line,
            format!("the game is over: {}", end.text),
            end.cite,
        ))
    }
}

/// Whether dice are rolled next, after everybody has passed.
fn comes_to_roll(mut play: Box<dyn DynMatch>) -> bool {
    for _ in 0..MAX_PASSES {
        if !matches!(play.actor(), Actor::Seat(_)) || play.play(PASS).is_err() {
            break;
        }
    }
    play.actor() == Actor::Chance && is_roll(&play.question().choices)
}

/// Whether such actions of chance are results of dice.
fn is_roll(choices: &[Choice]) -> bool {
    choices
        .first()
        .is_some_and(|choice| verb(&choice.action) == ROLL)
}

/// The first word of an action.
fn verb(action: &str) -> &str {
    action.split_whitespace().next().unwrap_or_default()
}

fn refused(line: &str, message: String, cite: &str) -> Box<EntryError> {
    Box::new(EntryError {
        action: line.into(),
        unreadable: false,
        message,
        cites: vec![cite.into()],
        facts: Vec::new(),
        help: "`undo` takes the last line back".into(),
    })
}

#[cfg(test)]
mod tests;
