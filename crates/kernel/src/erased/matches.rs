//! What one can ask of a match of any game, and do with it.

use super::types::{Line, Preview, Question, Typed};
use crate::{
    Actor, Asking, LastAction, Later, MatchError, NotationError, Outcome, Picture, Refusal, Replay,
    Room, RuleId, Scene, Seat, SeatSet, Secret, Sheet, Viewer,
};
use serde_json::Value;

/// A match of any game.
pub trait DynMatch: Send + std::fmt::Debug {
    /// Who answers now. With a seeded dealer this is never chance.
    fn actor(&self) -> Actor;
    /// The side a seat plays on; see [`Rules::side`](crate::Rules::side).
    fn side(&self, seat: Seat) -> u8;
    /// Whether all these seats play on one side.
    fn is_one_side(&self, seats: SeatSet) -> bool {
        let mut sides = seats.iter().map(|seat| self.side(seat));
        sides
            .next()
            .is_some_and(|first| sides.all(|side| side == first))
    }
    /// Why an action of a seat that is not asked could not be taken anyway, as far as the viewer may know; see
    /// [`Text::refuse_unasked`](crate::Text::refuse_unasked).
    ///
    /// # Errors
    /// When the line can be read in no position.
    fn refuse_unasked(
        &self,
        seat: Seat,
        action: &str,
        viewer: Viewer,
    ) -> Result<Option<Refusal>, NotationError>;
    /// Whether an action of a seat that is not asked yet is allowed once others have answered; see
    /// [`Match::later`](crate::Match::later).
    fn later(&self, seat: Seat, action: &str, viewer: Viewer) -> Option<Later>;
    /// Whether an action is allowed now, why, and what follows, as far as the viewer may know; see [`Match::consider`](crate::Match::consider).
    ///
    /// # Errors
    /// Where the line cannot be read.
    fn consider(&self, viewer: Viewer, action: &str) -> Result<Preview, NotationError>;
    /// The clause that says what is hidden; see [`Hidden::secrecy`](crate::Hidden::secrecy).
    fn secrecy(&self) -> Option<RuleId>;
    /// The present question with the actions that the viewer may know, and whether there may be others.
    fn question_for(&self, viewer: Viewer) -> (Question, bool) {
        let (question, others, _) = self.question_page(viewer, usize::MAX);
        (question, others)
    }
    /// As [`DynMatch::question_for`], but only the first `most` of the actions, and how many there are in all. The others
    /// are not written out.
    fn question_page(&self, viewer: Viewer, most: usize) -> (Question, bool, usize);
    /// The action as the game writes it, whichever of its forms it is given in.
    ///
    /// # Errors
    /// Where the line cannot be read.
    fn canonical(&self, action: &str) -> Result<String, NotationError>;
    /// What kind of question is asked; see [`Text::asking`](crate::Text::asking).
    fn asking(&self) -> Asking;
    /// The allowed actions that the viewer may know, as data, and whether there may be others. In the two-step encoding
    /// the ranks are those of this list, so whoever is asked sees the ranks that count.
    fn typed_for(&self, viewer: Viewer) -> (Vec<Typed>, bool) {
        let (actions, others, _) = self.typed_page(viewer, 0, usize::MAX);
        (actions, others)
    }
    /// As [`DynMatch::typed_for`], but only at most `most` of the actions, from the `from`-th on, and how many there are in
    /// all. The others are not written out.
    fn typed_page(&self, viewer: Viewer, from: usize, most: usize) -> (Vec<Typed>, bool, usize);
    /// The present question without its actions.
    fn question_text(&self) -> String;
    /// The same match, with its way back.
    fn copied(&self) -> Box<dyn DynMatch>;
    /// A match that goes on from a state which the seat cannot tell from this one, with dice of its own: for search by
    /// bots that may not cheat. It has no past. See [`Hidden::determinize`](crate::Hidden::determinize).
    fn determinize(&self, seat: Seat, luck: u64) -> Box<dyn DynMatch>;
    /// How many actions are allowed now.
    fn count(&self) -> usize;
    /// Takes the `nth` of the allowed actions, from 0; returns whether there is one.
    fn play_nth(&mut self, nth: usize) -> bool;
    /// Plays on to the end with a bot in every seat and tells how it ends; the match is left as it is. `None` when no bot
    /// has that name.
    fn play_out(&self, bot: &str, luck: u64) -> Option<Outcome>;
    /// What makes an allowed action allowed, its citations as text; nothing for a line that cannot be read.
    fn grounds(&self, action: &str) -> (Vec<String>, Vec<String>);
    /// The state in the words of a written position, as far as the viewer may know it; see [`Positions::facts`](crate::Positions::facts).
    fn facts(&self, viewer: Viewer) -> Value;
    /// The clause that says who answers the present question, or that the game is over.
    fn asked_by(&self) -> RuleId;
    /// The present question with its actions.
    fn question(&self) -> Question;
    /// Takes an action in the game's notation.
    ///
    /// # Errors
    /// Where it cannot be read, or why it is not allowed; nothing has changed then.
    fn play(&mut self, action: &str) -> Result<(), MatchError>;
    /// Why an action would be refused, or `None` when it is allowed.
    ///
    /// # Errors
    /// Where the line cannot be read.
    fn why_not(&self, action: &str) -> Result<Option<Refusal>, NotationError>;
    /// The actions that chance may take now and that one seat alone would see.
    fn secrets(&self) -> Vec<Secret>;
    /// Every action so far, in the game's notation.
    fn notation(&self) -> &[String];
    /// What `undo` would take back; see [`Match::last_action`](crate::Match::last_action).
    fn last_action(&self) -> Option<LastAction>;
    /// Takes back the last action; see [`Match::undo`](crate::Match::undo).
    fn undo(&mut self) -> bool;
    /// What the viewer may know, as JSON.
    fn view(&self, viewer: Viewer) -> Value;
    /// What the viewer may know, drawn as text.
    fn draw(&self, viewer: Viewer) -> String;
    /// The same on a sheet; see [`Text::draw_on`](crate::Text::draw_on).
    fn draw_on(&self, viewer: Viewer, sheet: &Sheet<'_>) -> String;
    /// What a table knows that has not seen every card, as JSON; see [`Hidden::table_view`](crate::Hidden::table_view).
    fn table_view(&self, eyes: Viewer, unseen: &[(Seat, &str)]) -> Value;
    /// The present question with the actions that such a table knows to be allowed; see
    /// [`Hidden::table_knows`](crate::Hidden::table_knows).
    fn table_question(&self, unseen: &[(Seat, &str)]) -> Question;
    /// What such a table knows, drawn as text.
    fn draw_table(&self, eyes: Viewer, unseen: &[(Seat, &str)]) -> String;
    /// How many cards of a seat the viewer does not know; see [`Hidden::concealed`](crate::Hidden::concealed).
    fn concealed(&self, seat: Seat, viewer: Viewer) -> usize;
    /// What the viewer may know, as a drawing; `None` where the game has none. See [`Text::scene`](crate::Text::scene).
    fn scene(&self, viewer: Viewer) -> Option<Scene>;
    /// What the viewer may know, drawn for a screen; see [`Text::picture`](crate::Text::picture).
    fn picture(&self, viewer: Viewer, room: Room) -> Picture;
    /// How the seats stand, in one line that everybody may read; see [`Text::standing`](crate::Text::standing).
    fn standing(&self) -> String;
    /// What the viewer may know of what happened, from the `from`-th such line on.
    fn lines(&self, viewer: Viewer, from: usize) -> Vec<Line>;
    /// The refusal's citations as text.
    fn cites(&self, refusal: &Refusal) -> Vec<String>;
    /// The action the named bot would take for the seat that acts; `None` when no bot has that name, or no seat acts.
    fn ask_bot(&self, bot: &str) -> Option<String>;
    /// How many actions were taken so far.
    fn answered(&self) -> usize;
    /// How many turns have begun.
    fn turns(&self) -> u32;
    /// The fingerprint of the present state.
    fn fingerprint(&self) -> u64;
    /// The state as JSON: everything, for the referee and for saving.
    fn state(&self) -> Value;
    /// The state as a written position, where a position can say it.
    fn position(&self) -> Option<String>;
    /// The same with what the viewer may know; see [`Positions::write_known_position`](crate::Positions::write_known_position).
    fn known_position(&self, viewer: Viewer) -> Option<String>;
    /// The match written down.
    fn replay(&self, seats: Vec<String>) -> Replay;
}

impl Clone for Box<dyn DynMatch> {
    fn clone(&self) -> Self {
        (**self).copied()
    }
}
