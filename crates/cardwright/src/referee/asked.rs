//! Who is asked what, as seen at a table: the open question, and the windows before it.

use super::enter::MAX_PASSES;
use super::keeping::{PASS, Referee};
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
        let (mut first, mut passes) = (Vec::new(), 0);
        let told = self.told + self.play.lines(Viewer::Spectator, self.told).len();
        while let Some(seat) = self.in_window().filter(|_| passes < MAX_PASSES) {
            first.push(self.waiting(seat));
            if self.play.play(PASS).is_err() {
                break;
            }
            passes += 1;
        }
        let (question, then) = (
            self.question_told(passes),
            self.play.lines(Viewer::Spectator, told),
        );
        for _ in 0..passes {
            self.play.undo();
        }
        let all = self.table.asks_every_holder();
        first.retain(|waiting| all || waiting.unseen > 0 || !waiting.plays.is_empty());
        let then = if first.is_empty() { Vec::new() } else { then };
        Asked {
            first,
            then,
            question,
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
        let mut asked = vec![(self.play.actor(), 0)];
        let mut passes = 0;
        while self.in_window().is_some() && passes < MAX_PASSES && self.play.play(PASS).is_ok() {
            passes += 1;
        }
        if passes > 0 {
            asked.push((self.play.actor(), passes));
        }
        for _ in 0..passes {
            self.play.undo();
        }
        let mut plays: Vec<String> = asked
            .into_iter()
            .filter_map(|(actor, passes)| match actor {
                Actor::Seat(seat) => Some(self.could_play(seat, passes)),
                Actor::Chance | Actor::Over(_) => None,
            })
            .flatten()
            .collect();
        plays.sort();
        plays.dedup();
        plays
    }
}
