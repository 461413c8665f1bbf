//! Who is asked what, seen from a table: the question that is open, and the windows before it.

use super::enter::MAX_PASSES;
use super::keeping::{PASS, Referee};
use cardwright_kernel::{Actor, Choice, Line, Question, Seat, Viewer};
use serde::Serialize;

/// What a session waits for.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Asked {
    /// Seats that may do something first; they pass when the question is answered.
    pub first: Vec<Waiting>,
    /// What happens before the question if they all pass.
    pub then: Vec<Line>,
    /// The question, with every action; the outcome when the game is over, or would be if all passed.
    pub question: Question,
}

/// A seat that may do something before the question is answered.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Waiting {
    /// Who.
    pub seat: Seat,
    /// What it would be asked.
    pub text: String,
    /// What it could do with what is known of its hand.
    pub plays: Vec<Choice>,
    /// How many of its cards are unseen: it may hold something to play.
    pub unseen: usize,
}

impl Referee {
    /// What the session waits for.
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

    /// What the seats that are asked now, and once all have let their windows go by, could play if it were one of their
    /// unseen cards.
    ///
    /// Where the session holds cards that its viewer may not see: nothing, as those it could not be would tell them.
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
