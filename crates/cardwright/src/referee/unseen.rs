//! Cards that nobody entered: which ones they may be, and the game played with them.

use super::given::{Given, Unseen, as_unseen, pick, stand_in};
use super::hands;
use super::keeping::{Referee, begin};
use crate::judge::Who;
use cardwright_kernel::{Choice, DynMatch, MatchError, Seat};

/// A match and the actions that led to it.
type Replayed = (Box<dyn DynMatch>, Vec<Given>);

impl Referee {
    /// The position with the chosen cards in its open places.
    pub(super) fn filled_position(&self, given: &[Given]) -> Option<String> {
        hands::filled(self.position.as_deref(), &self.open, given)
    }

    /// Replays everything with the cards as far as they are known.
    pub(super) fn replay(&mut self) -> bool {
        match self.played(&mut self.given.clone(), None) {
            Some((play, given)) => {
                (self.play, self.given) = (play, given);
                true
            }
            None => false,
        }
    }

    /// Replays the game with these actions. `next` is a later chance action that must stay possible. `None` if no
    /// choice of cards works.
    pub(super) fn played(&self, given: &mut [Given], next: Option<&str>) -> Option<Replayed> {
        let dealt = self.open.len();
        for (at, place) in self.open.iter().enumerate() {
            stand_in(given, at, &hands::left(place, &given[..at]), next)?;
        }
        let mut play = begin(&*self.book, self.filled_position(given).as_deref()).ok()?;
        for at in dealt..given.len() {
            stand_in(given, at, &play.secrets(), next)?;
            let action = given[at]
                .unseen
                .as_ref()
                .map_or(given[at].action.as_str(), Unseen::plays_as);
            play.play(action).ok()?;
        }
        Some((play, given.to_vec()))
    }

    /// Handles `get ?`, for a card that only its owner has seen. Returns `false` if no such card is asked for.
    pub(super) fn get_unseen(&mut self, action: &str) -> bool {
        let secrets = self.play.secrets();
        let Some(secret) = pick(&secrets, &[], None) else {
            return false;
        };
        if !as_unseen(&secret.action)
            .split(' ')
            .eq(action.split_whitespace())
        {
            return false;
        }
        let (seat, stand_in) = (secret.seat, secret.action.clone());
        if self.play.play(&stand_in).is_err() {
            return false;
        }
        let action = as_unseen(&stand_in);
        let unseen = Some(Unseen {
            seat,
            is: None,
            stand_in,
        });
        self.given.push(Given {
            who: Who::Chance,
            action,
            unseen,
        });
        true
    }

    /// Plays a chance action that a placeholder blocks, by choosing another placeholder.
    pub(super) fn make_room(&mut self, action: &str) -> bool {
        let Some((mut play, mut given)) = self.played(&mut self.given.clone(), Some(action)) else {
            return false;
        };
        if play.play(action).is_err() {
            return false;
        }
        given.push(Given {
            who: Who::Chance,
            action: last(&*play),
            unseen: None,
        });
        (self.play, self.given) = (play, given);
        true
    }

    /// Plays an action that reveals an unseen card of the seat, identified by its name: `play dodge` makes a `get ?` a
    /// `get dodge`. Returns the index of the action that is now known.
    ///
    /// # Errors
    /// The refusal that results if the card is the one named, or `None` if it cannot be that card.
    pub(super) fn show(&mut self, seat: Seat, action: &str) -> Result<usize, Option<MatchError>> {
        let mut refusal = None;
        for at in (0..self.given.len()).filter(|at| self.is_unseen(*at, seat)) {
            for is in self
                .could_be(at)
                .iter()
                .filter(|is| self.mentions(action, is))
            {
                match self.shown(at, is, seat, action) {
                    Ok((play, given)) => {
                        (self.play, self.given) = (play, given);
                        return Ok(at);
                    }
                    Err(error) => refusal = refusal.or(error),
                }
            }
        }
        Err(refusal)
    }

    fn shown(
        &self,
        at: usize,
        is: &str,
        seat: Seat,
        action: &str,
    ) -> Result<Replayed, Option<MatchError>> {
        let (mut play, mut given) = self.with(at, is).ok_or(None)?;
        play.play(action).map_err(Some)?;
        given.push(Given {
            who: Who::Seat(seat),
            action: last(&*play),
            unseen: None,
        });
        Ok((play, given))
    }

    /// The game if the unseen card at an index of the actions is a given card.
    pub(super) fn with(&self, at: usize, is: &str) -> Option<Replayed> {
        let mut given = self.given.clone();
        given[at].unseen.as_mut()?.is = Some(is.into());
        self.played(&mut given, None)
    }

    /// Whether an action reveals that an unseen card of the seat is its placeholder.
    pub(super) fn shows_stand_in(&self, seat: Seat, action: &str) -> bool {
        let unseen = (0..self.given.len()).filter(|at| self.is_unseen(*at, seat));
        unseen
            .filter_map(|at| self.given[at].unseen.as_ref())
            .any(|unseen| self.mentions(action, &unseen.stand_in))
    }

    /// Whether an action of a seat reveals the result of a chance action: `play dodge` and `get dodge`.
    fn mentions(&self, action: &str, secret: &str) -> bool {
        self.book.shows(action).as_deref() == Some(secret)
    }

    fn is_unseen(&self, at: usize, seat: Seat) -> bool {
        self.given[at]
            .unseen
            .as_ref()
            .is_some_and(|unseen| unseen.is.is_none() && unseen.seat == seat)
    }

    /// The cards that the unseen card at an index of the actions could be, from what was known then: cards that nobody
    /// had, and placeholders of other cards.
    pub(super) fn could_be(&self, at: usize) -> Vec<String> {
        let mut before = self.given[..at].to_vec();
        let secrets = match self.open.get(at) {
            Some(place) => Some(hands::left(place, &before)),
            None => self.played(&mut before, None).map(|(play, given)| {
                before = given;
                play.secrets()
            }),
        };
        let Some(secrets) = secrets else {
            return Vec::new();
        };
        let free = secrets.into_iter().map(|secret| secret.action);
        let unseen = before
            .into_iter()
            .filter_map(|given| given.unseen)
            .filter(|unseen| unseen.is.is_none());
        free.chain(unseen.map(|unseen| unseen.stand_in)).collect()
    }

    /// Additional results of chance that are possible after these actions if a placeholder is replaced.
    pub(super) fn could_come(&self, skipped: &[&str]) -> Vec<Choice> {
        let offered = self.play.question().choices;
        let mut more: Vec<Choice> = Vec::new();
        for (_, action) in self.not_entered() {
            let is_there = |list: &[Choice]| list.iter().any(|choice| choice.action == action);
            if is_there(&offered) || is_there(&more) {
                continue;
            }
            let room = self.played(&mut self.given.clone(), Some(action));
            let choices = room.map_or_else(Vec::new, |(mut play, _)| {
                let _ = skipped.iter().try_for_each(|action| play.play(action));
                play.question().choices
            });
            more.extend(choices.into_iter().find(|choice| choice.action == action));
        }
        more
    }

    /// The actions that a seat asked after these actions could take with its unseen cards.
    pub(super) fn could_play(&self, seat: Seat, skipped: &[&str]) -> Vec<String> {
        let (mut plays, mut tried) = (Vec::new(), Vec::new());
        for at in (0..self.given.len()).filter(|at| self.is_unseen(*at, seat)) {
            for is in self.could_be(at) {
                if tried.contains(&is) {
                    continue;
                }
                tried.push(is.clone());
                let Some((mut play, _)) = self.with(at, &is) else {
                    continue;
                };
                if skipped.iter().any(|action| play.play(action).is_err()) {
                    continue;
                }
                let choices = play
                    .question()
                    .choices
                    .into_iter()
                    .map(|choice| choice.action);
                plays.extend(choices.filter(|action| self.mentions(action, &is)));
            }
        }
        plays
    }

    /// The names of placeholders for unseen cards, which must not be revealed.
    pub(super) fn stand_ins(&self) -> impl Iterator<Item = &str> {
        let unseen = self.given.iter().filter_map(|given| given.unseen.as_ref());
        unseen
            .filter(|unseen| unseen.is.is_none())
            .filter_map(|unseen| unseen.stand_in.split_whitespace().last())
    }
}

/// Whether a text contains a card's id as a whole word.
pub(super) fn mentions(text: &str, id: &str) -> bool {
    let apart = |letter: char| !letter.is_alphanumeric() && letter != '-' && letter != ':';
    text.split(apart).any(|word| word.trim_matches(':') == id)
}

/// The last action of a match in notation.
fn last(play: &dyn DynMatch) -> String {
    play.notation().last().cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_a_word_of_its_own() {
        let check = |text: &str, id: &str| mentions(text, id);
        assert!(
            check("play dodge 1L", "dodge")
                && check("dodge: 2", "dodge")
                && check("(dodge)", "dodge")
        );
        assert!(!check("play super-dodge", "dodge") && !check("dodges", "dodge"));
        assert!(
            check("play my-pack:shield", "my-pack:shield") && !check("my-pack:shield", "shield")
        );
    }

    #[test]
    fn what_nobody_has_seen_is_entered_with_a_question_mark() {
        assert_eq!(as_unseen("get dodge"), "get ?");
    }
}
