//! Who is asked what, as seen at a table: the open question, and the windows before it.

use super::keeping::{MAX_PASSES, PASS, Referee};
use crate::seat_names::{capital, seat_question};
use cardwright_kernel::{Actor, Choice, Line, Question, Seat, Viewer};
use serde::Serialize;

/// What a session is waiting for.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Asked {
    /// Seats that may act first; they pass if the question is answered instead.
    pub first: Vec<Waiting>,
    /// What happens before the question if all of these seats pass.
    pub then: Vec<Line>,
    /// The question with all its actions; the outcome if the game is over, or would be over if all passed.
    pub question: Question,
    /// The player who answers the question for one who has left (AT-3.3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decides: Option<Seat>,
}

/// A seat that may act before the question is answered.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Waiting {
    /// The seat.
    pub seat: Seat,
    /// The question that the seat would be asked.
    pub text: String,
    /// The actions possible with the known cards of its hand.
    pub plays: Vec<Choice>,
    /// How many cards of the seat are unseen; any of them may be playable.
    pub unseen: usize,
}

impl Referee {
    /// The question and the windows that the session is waiting for.
    pub fn asked(&mut self) -> Asked {
        let (mut first, told) = (Vec::new(), self.told_so_far());
        let skipped = self.skip(|session, seat| first.push(session.waiting(seat)));
        let (question, then, decides) = (
            self.question_told(&skipped),
            self.play.lines(Viewer::Spectator, told),
            self.decides_for(),
        );
        self.unskip(&skipped);
        first.retain(|waiting| !self.has_left(waiting.seat));
        let all = self.table.asks_every_holder();
        first.retain(|waiting| all || waiting.unseen > 0 || !waiting.plays.is_empty());
        let then = if first.is_empty() { Vec::new() } else { then };
        Asked {
            first,
            then,
            question,
            decides,
        }
    }

    /// Plays what nobody has to enter before the next question, until [`Referee::unskip`] takes it back. `seen` gets
    /// the session before each action, and the seat.
    fn skip(&mut self, mut seen: impl FnMut(&Self, Seat)) -> Vec<&'static str> {
        let mut skipped = Vec::new();
        while let Some((seat, action)) = self.unsaid().filter(|_| skipped.len() < MAX_PASSES) {
            seen(self, seat);
            if self.play.play(action).is_err() {
                break;
            }
            skipped.push(action);
        }
        skipped
    }

    fn unskip(&mut self, skipped: &[&str]) {
        for _ in skipped {
            self.play.undo();
        }
    }

    /// The question, with who answers it.
    pub fn asks(&self, asked: &Asked) -> String {
        let text = &asked.question.text;
        let Actor::Seat(seat) = asked.question.actor else {
            return format!("dice or cards: {text}");
        };
        let question = seat_question(&*self.play, seat, text);
        match asked.decides {
            Some(by) => format!(
                "{} decides for {}. {question}",
                capital(&self.called(by)),
                self.called(seat)
            ),
            None => question,
        }
    }

    fn waiting(&self, seat: Seat) -> Waiting {
        let question = self.play.table_question(&self.not_entered());
        let known = |choice: &Choice| choice.action != PASS;
        if !self.is_told_hand_of(seat) {
            return Waiting {
                seat,
                text: question.text,
                plays: Vec::new(),
                unseen: self.hidden_of(seat),
            };
        }
        let plays = question.choices.into_iter().filter(known).collect();
        Waiting {
            seat,
            text: question.text,
            plays,
            unseen: self.unseen_of(seat),
        }
    }

    /// The actions that the unseen cards of the seats might allow, both for the seats asked now and for those asked
    /// once all open windows have passed.
    ///
    /// Returns nothing if the session contains cards that its viewer may not see: the list would help to identify them.
    pub fn possible(&mut self) -> Vec<String> {
        if self.holds_secrets() {
            return Vec::new();
        }
        let mut asked = vec![(self.play.actor(), Vec::new())];
        let skipped = self.skip(|_, _| {});
        if !skipped.is_empty() {
            asked.push((self.play.actor(), skipped.clone()));
        }
        self.unskip(&skipped);
        let mut plays: Vec<String> = asked
            .into_iter()
            .filter_map(|(actor, skipped)| match actor {
                Actor::Seat(seat) => Some(self.could_play(seat, &skipped)),
                Actor::Chance | Actor::Over(_) => None,
            })
            .flatten()
            .collect();
        plays.sort();
        plays.dedup();
        plays
    }
}
