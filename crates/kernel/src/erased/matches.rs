//! Matches of any game: everything that can be asked of one and done with it.

use super::types::{Line, Preview, Question, Typed};
use crate::{
    Actor, Asking, LastAction, Later, MatchError, NotationError, Outcome, Picture, Refusal, Replay,
    Room, RuleId, Scene, Seat, SeatLine, SeatSet, Secret, Sheet, Viewer, Weighed,
};
use serde_json::Value;
use std::any::Any;

/// A match of any game, with the game's own types erased.
pub trait DynMatch: Send + Sync + std::fmt::Debug {
    /// Who has to act now. With a seeded dealer it is never chance.
    fn actor(&self) -> Actor;
    /// The side a seat plays on; see [`Rules::side`](crate::Rules::side).
    fn side(&self, seat: Seat) -> u8;
    /// Whether all given seats play on the same side.
    fn is_one_side(&self, seats: SeatSet) -> bool {
        let mut sides = seats.iter().map(|seat| self.side(seat));
        sides
            .next()
            .is_some_and(|first| sides.all(|side| side == first))
    }
    /// Why an action could not be taken even if its seat were asked, as far as the viewer may know; see
    /// [`Text::refuse_unasked`](crate::Text::refuse_unasked).
    ///
    /// # Errors
    /// If the line can be read in no position.
    fn refuse_unasked(
        &self,
        seat: Seat,
        action: &str,
        viewer: Viewer,
    ) -> Result<Option<Refusal>, NotationError>;
    /// Why an action was not possible in the step that the starting position names, if that step was skipped; see
    /// [`Match::refuse_as_written`](crate::Match::refuse_as_written).
    ///
    /// # Errors
    /// If the line cannot be read.
    fn refuse_as_written(
        &self,
        seat: Seat,
        action: &str,
        viewer: Viewer,
    ) -> Result<Option<Refusal>, NotationError>;
    /// Whether an action of a seat will be allowed after others have acted; see [`Match::later`](crate::Match::later).
    fn later(&self, seat: Seat, action: &str, viewer: Viewer) -> Option<Later>;
    /// Whether an action is allowed now, why, and what would follow, as far as the viewer may know; see
    /// [`Match::consider`](crate::Match::consider).
    ///
    /// # Errors
    /// If the line cannot be read.
    fn consider(&self, viewer: Viewer, action: &str) -> Result<Preview, NotationError>;
    /// The clause about hidden information; see [`Hidden::secrecy`](crate::Hidden::secrecy).
    fn secrecy(&self) -> Option<RuleId>;
    /// The current question with the actions that the viewer may know, and whether there may be others.
    fn question_for(&self, viewer: Viewer) -> (Question, bool) {
        let (question, others, _) = self.question_page(viewer, usize::MAX);
        (question, others)
    }
    /// Like [`DynMatch::question_for`], but with only the first `most` actions, and the total number of actions. The
    /// other actions are not formatted.
    fn question_page(&self, viewer: Viewer, most: usize) -> (Question, bool, usize);
    /// The standard notation of an action given in any of its accepted forms.
    ///
    /// # Errors
    /// If the line cannot be read.
    fn canonical(&self, action: &str) -> Result<String, NotationError>;
    /// The kind of the current question; see [`Text::asking`](crate::Text::asking).
    fn asking(&self) -> Asking;
    /// The allowed actions that the viewer may know, as structured data, and whether there may be others. In the
    /// two-step encoding, ranks refer to this list, so the player who is asked sees the valid ranks.
    fn typed_for(&self, viewer: Viewer) -> (Vec<Typed>, bool) {
        let (actions, others, _) = self.typed_page(viewer, 0, usize::MAX);
        (actions, others)
    }
    /// Like [`DynMatch::typed_for`], but with at most `most` actions, starting with number `from`, and the total number
    /// of actions. The other actions are not formatted.
    fn typed_page(&self, viewer: Viewer, from: usize, most: usize) -> (Vec<Typed>, bool, usize);
    /// The text of the current question, without its actions.
    fn question_text(&self) -> String;
    /// The text of the current question as the player of a seat reads it: the seat is "you" if it is asked.
    fn question_to(&self, seat: Seat) -> String;
    /// A copy of the match, including its undo history.
    fn copied(&self) -> Box<dyn DynMatch>;
    /// A match that continues from a state which the seat cannot distinguish from this one, with independent dice: for
    /// search by bots that must not cheat. It has no history. See [`Hidden::determinize`](crate::Hidden::determinize).
    fn determinize(&self, seat: Seat, luck: u64) -> Box<dyn DynMatch>;
    /// The number of actions allowed now.
    fn count(&self) -> usize;
    /// Plays the `nth` allowed action, counted from 0. Returns `false` if there is no such action.
    fn play_nth(&mut self, nth: usize) -> bool;
    /// The outcome if the named bot plays every seat to the end; the match does not change. `None` if no bot has that
    /// name.
    fn play_out(&self, bot: &str, luck: u64) -> Option<Outcome>;
    /// The citations (as text) and facts that make an action allowed; both empty for a line that cannot be read.
    fn grounds(&self, action: &str) -> (Vec<String>, Vec<String>);
    /// The state as keys and values of a written position, as far as the viewer may know it; see
    /// [`Positions::facts`](crate::Positions::facts).
    fn facts(&self, viewer: Viewer) -> Value;
    /// The clause that says who answers the current question, or that the game is over.
    fn asked_by(&self) -> RuleId;
    /// The current question with its actions.
    fn question(&self) -> Question;
    /// Plays an action given in the game's notation.
    ///
    /// # Errors
    /// If the action cannot be read or is not allowed. Nothing has changed then.
    fn play(&mut self, action: &str) -> Result<(), MatchError>;
    /// Why an action would be refused, or `None` if it is allowed.
    ///
    /// # Errors
    /// If the line cannot be read.
    fn why_not(&self, action: &str) -> Result<Option<Refusal>, NotationError>;
    /// The chance actions possible now that only one player would see.
    fn secrets(&self) -> Vec<Secret>;
    /// Every action so far, in the game's notation.
    fn notation(&self) -> &[String];
    /// The action that `undo` would take back; see [`Match::last_action`](crate::Match::last_action).
    fn last_action(&self) -> Option<LastAction>;
    /// Takes back the last action; see [`Match::undo`](crate::Match::undo).
    fn undo(&mut self) -> bool;
    /// The view of a viewer, as JSON.
    fn view(&self, viewer: Viewer) -> Value;
    /// What the viewer may know, as the game's own [`View`](crate::Hidden::View);
    /// [`view_as`](trait.DynMatch.html#method.view_as) gives it its type.
    fn view_any(&self, viewer: Viewer) -> Box<dyn Any>;
    /// What the viewer may know, drawn as text.
    fn draw(&self, viewer: Viewer) -> String;
    /// Like [`DynMatch::draw`], within the limits of a sheet; see [`Text::draw_on`](crate::Text::draw_on).
    fn draw_on(&self, viewer: Viewer, sheet: &Sheet<'_>) -> String;
    /// The knowledge of a table at which some cards are unseen, as JSON; see
    /// [`Hidden::table_view`](crate::Hidden::table_view).
    fn table_view(&self, eyes: Viewer, unseen: &[(Seat, &str)]) -> Value;
    /// The current question with the actions that are certain to be allowed although some cards are unseen; see
    /// [`Hidden::table_knows`](crate::Hidden::table_knows).
    fn table_question(&self, unseen: &[(Seat, &str)]) -> Question;
    /// The knowledge of a table at which some cards are unseen, drawn as text.
    fn draw_table(&self, eyes: Viewer, unseen: &[(Seat, &str)]) -> String;
    /// The number of a seat's cards that the viewer does not know; see [`Hidden::concealed`](crate::Hidden::concealed).
    fn concealed(&self, seat: Seat, viewer: Viewer) -> usize;
    /// The view of a viewer as vector graphics; `None` if the game has none. See [`Text::scene`](crate::Text::scene).
    fn scene(&self, viewer: Viewer) -> Option<Scene>;
    /// The view of a viewer for a terminal screen; see [`Text::picture`](crate::Text::picture).
    fn picture(&self, viewer: Viewer, room: Room) -> Picture;
    /// The score lines of a picture; see [`Text::seat_lines`](crate::Text::seat_lines).
    fn seat_lines(&self, viewer: Viewer) -> Vec<SeatLine>;
    /// The scores of all seats in one line of public information; see [`Text::standing`](crate::Text::standing).
    fn standing(&self) -> String;
    /// The log lines that the viewer may know, starting with line number `from`.
    fn lines(&self, viewer: Viewer, from: usize) -> Vec<Line>;
    /// The refusal's citations as text.
    fn cites(&self, refusal: &Refusal) -> Vec<String>;
    /// The action that the named bot would take for the seat to act; `None` if no bot has that name, or no seat has to
    /// act.
    fn ask_bot(&self, bot: &str) -> Option<String>;
    /// Like [`DynMatch::ask_bot`], with the reasons.
    fn advice(&self, bot: &str) -> Option<Advice>;
    /// The number of actions played so far.
    fn actions_played(&self) -> usize;
    /// How many turns have started.
    fn turns(&self) -> u32;
    /// The fingerprint of the current state.
    fn fingerprint(&self) -> u64;
    /// The complete state as JSON, for the referee and for saving.
    fn state(&self) -> Value;
    /// The state as a written position; `None` if a position cannot express it.
    fn position(&self) -> Option<String>;
    /// Like [`DynMatch::position`], limited to what the viewer may know; see
    /// [`Positions::write_known_position`](crate::Positions::write_known_position).
    fn known_position(&self, viewer: Viewer) -> Option<String>;
    /// The replay of the match.
    fn replay(&self, seats: Vec<String>) -> Replay;
}

/// The action that a bot would take, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The action.
    pub action: String,
    /// The actions that the bot played games with, those with the most games first. It is empty for a bot that counts no
    /// games.
    pub weighed: Vec<(String, Weighed)>,
}

impl Clone for Box<dyn DynMatch> {
    fn clone(&self) -> Self {
        (**self).copied()
    }
}

impl dyn DynMatch + '_ {
    /// What the viewer may know, as the game's own type; `None` where the view has another type: it is another game.
    pub fn view_as<V: Any>(&self, viewer: Viewer) -> Option<V> {
        self.view_any(viewer).downcast().ok().map(|view| *view)
    }
}
