//! Replays a stored game under changed cards or options, and finds where it differs.
//!
//! Both games are played in parallel. Each action is applied in notation, so the numbers of cards may differ. The
//! comparison covers the events, as sentences, and the questions.

use crate::judge::{Change, Said, compare};
use crate::packs::in_place_of;
use crate::{LoadError, Setup, questions, rulebook, seat_name};
use cardwright_kernel::{Actor, DynGame, DynMatch, MatchError, Replay, ReplayError, Viewer};
use serde::{Deserialize, Serialize};

/// The result of replaying a stored game under a change.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rejudged {
    /// Whether the game stays the same to the end.
    pub same: bool,
    /// How many actions the stored game has, including chance events.
    pub actions_played: usize,
    /// The first decision that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
}

/// The first decision that differs in a replayed game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "GameDifference"))]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// The number of the decision, from 1; 0 for the start of the game.
    pub decision: usize,
    /// Who had to act in the saved game.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::shapes::Actor>"))]
    pub who: Option<Actor>,
    /// The question in the saved game.
    pub question: String,
    /// The action in the saved game.
    pub action: String,
    /// The kind of difference.
    pub kind: DifferenceKind,
    /// Why the action is refused now, or who has to act instead; empty if the events explain it.
    pub why: String,
    /// The rules that refuse the action.
    pub cites: Vec<String>,
    /// The events after the action: those of the saved game are `missing`, those of the new game `extra`.
    pub events: Vec<Change>,
}

/// What differs at a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceKind {
    /// Different events happen.
    Events,
    /// The events are the same, but the next question or the player who is asked differs.
    Asked,
    /// The action is not allowed.
    Refused,
    /// The action cannot be read, for example because a card it names no longer exists.
    Unreadable,
    /// The starting position is not possible.
    Position,
}

/// Plays a stored game twice, once as it was and once with other cards or options. A given pack replaces the stored
/// pack with the same id; a given option replaces the stored value. If `edition` is among the options, every option
/// that chooses a variant of a printed rule is reset.
///
/// # Errors
/// If the stored game does not replay as recorded, or no rulebook can be made for the change.
pub fn rejudge(replay: &Replay, change: &Setup) -> Result<Rejudged, LoadError> {
    rejudge_for(replay, change, Viewer::Referee)
}

/// Like [`rejudge`], but compares only what a viewer saw and was asked, and names nothing that is hidden from it.
///
/// # Errors
/// See [`rejudge`].
pub fn rejudge_for(replay: &Replay, change: &Setup, viewer: Viewer) -> Result<Rejudged, LoadError> {
    let old = rulebook(&replay.game, &Setup::of(replay))?;
    old.resume(replay)?;
    let new = rulebook(&replay.game, &changed(replay, change))?;
    let actions = replay.actions.len();
    let position = replay.position.as_deref();
    let then =
        begin(&*old, position).map_err(|why| LoadError::Replay(ReplayError::Position(why)))?;
    let difference = match begin(&*new, position) {
        Ok(now) => Pair {
            then,
            now,
            viewer,
            told: (0, 0),
        }
        .first_difference(&replay.actions),
        Err(why) => Some(Difference {
            why: match viewer {
                Viewer::Referee => why,
                _ => not_seen(viewer),
            },
            ..Difference::at(0, None, String::new(), "", DifferenceKind::Position)
        }),
    };
    Ok(Rejudged {
        same: difference.is_none(),
        actions_played: actions,
        difference,
    })
}

/// The setup of a stored game with the change applied.
fn changed(replay: &Replay, change: &Setup) -> Setup {
    let mut setup = Setup::of(replay);
    let named = |name: &str| change.options.iter().any(|(given, _)| given == name);
    let reset = |name: &str| named("edition") && is_variant(&replay.game, name);
    setup
        .options
        .retain(|(name, _)| !named(name) && !reset(name));
    setup.options.extend(change.options.iter().cloned());
    setup.packs = in_place_of(setup.packs, &change.packs);
    setup
}

/// Whether an option selects a variant of a rule, as editions do.
fn is_variant(game: &str, option: &str) -> bool {
    questions(game)
        .iter()
        .any(|question| question.option == option)
}

/// Starts a match in which chance events are entered.
fn begin(book: &dyn DynGame, position: Option<&str>) -> Result<Box<dyn DynMatch>, String> {
    let Some(position) = position else {
        return Ok(book.start(None));
    };
    book.start_from(position, None).map_err(|flaws| {
        let reasons: Vec<_> = flaws.into_iter().map(|flaw| flaw.message).collect();
        reasons.join("; ")
    })
}

/// The original game and the changed game, played in parallel.
struct Pair {
    then: Box<dyn DynMatch>,
    now: Box<dyn DynMatch>,
    /// The viewer of the comparison.
    viewer: Viewer,
    /// The number of log lines of each game already compared.
    told: (usize, usize),
}

impl Pair {
    fn first_difference(mut self, actions: &[String]) -> Option<Difference> {
        let start = Difference::at(0, None, String::new(), "", DifferenceKind::Events);
        if let Some(found) = self.compare(start) {
            return Some(found);
        }
        actions
            .iter()
            .enumerate()
            .find_map(|(at, action)| self.step(at + 1, action))
    }

    /// Plays an action in both games, and compares the results.
    fn step(&mut self, decision: usize, action: &str) -> Option<Difference> {
        let (who, question) = (
            self.then.actor(),
            self.then.question_for(self.viewer).0.text,
        );
        let is_known = self.knows(who, action);
        // The stored game was already played to its end.
        let _ = self.then.play(action);
        let told = match is_known {
            true => action.to_string(),
            false => format!("not known to {}", self.viewer),
        };
        let here = |kind| Difference::at(decision, Some(who), question.clone(), &told, kind);
        let refused = match self.now.play(action) {
            Ok(()) => return self.compare(here(DifferenceKind::Events)),
            Err(_) if !is_known => None,
            Err(error) => self.refused(action, error),
        };
        let (kind, why, cites) =
            refused.unwrap_or_else(|| (DifferenceKind::Refused, not_seen(self.viewer), Vec::new()));
        Some(Difference {
            why,
            cites,
            ..here(kind)
        })
    }

    /// Why an action is refused now, as far as the viewer may know.
    fn refused(
        &self,
        action: &str,
        error: MatchError,
    ) -> Option<(DifferenceKind, String, Vec<String>)> {
        let refusal = match error {
            MatchError::Notation(error) => {
                return Some((DifferenceKind::Unreadable, error.to_string(), Vec::new()));
            }
            MatchError::Refused(refusal) if self.viewer == Viewer::Referee => refusal,
            MatchError::Refused(_) => self.now.consider(self.viewer, action).ok()?.refusal?,
        };
        let cites = self.now.cites(&refusal);
        Some((DifferenceKind::Refused, refusal.message, cites))
    }

    /// Whether the viewer knows an action before seeing its results.
    fn knows(&self, who: Actor, action: &str) -> bool {
        let viewer = self.viewer;
        if viewer == Viewer::Referee
            || matches!(who, Actor::Seat(seat) if viewer == Viewer::Seat(seat))
        {
            return true;
        }
        let secret = self
            .then
            .secrets()
            .into_iter()
            .find(|secret| secret.action == action);
        match secret {
            Some(secret) => viewer == Viewer::Seat(secret.seat),
            None => {
                let choices = self.then.question_for(viewer).0.choices;
                choices.iter().any(|choice| choice.action == action)
            }
        }
    }

    /// Compares the events since the last action, and the next questions.
    fn compare(&mut self, here: Difference) -> Option<Difference> {
        let (then, now) = (
            listen(&*self.then, self.viewer, &mut self.told.0),
            listen(&*self.now, self.viewer, &mut self.told.1),
        );
        let texts = |said: &[Said]| {
            said.iter()
                .map(|said| said.text.clone())
                .collect::<Vec<_>>()
        };
        if texts(&then) != texts(&now) {
            let then: Vec<_> = then
                .iter()
                .enumerate()
                .map(|(at, said)| (at + 1, said.line()))
                .collect();
            let now: Vec<_> = now.iter().map(Said::line).collect();
            return Some(Difference {
                events: compare(&then, &now, then.len() + 1),
                ..here
            });
        }
        let asked = |play: &dyn DynMatch| (play.actor(), play.question_for(self.viewer).0.text);
        let (before, after) = (asked(&*self.then), asked(&*self.now));
        (before != after).then(|| {
            let (before, after) = (says(&*self.then, before), says(&*self.now, after));
            let why = format!("then {before}; now {after}");
            Difference {
                kind: DifferenceKind::Asked,
                why,
                ..here
            }
        })
    }
}

impl Difference {
    fn at(
        decision: usize,
        who: Option<Actor>,
        question: String,
        action: &str,
        kind: DifferenceKind,
    ) -> Self {
        let (why, cites, events) = Default::default();
        Difference {
            decision,
            who,
            question,
            action: action.into(),
            kind,
            why,
            cites,
            events,
        }
    }
}

/// The events since the last call.
fn listen(play: &dyn DynMatch, viewer: Viewer, told: &mut usize) -> Vec<Said> {
    let lines = play.lines(viewer, *told);
    *told += lines.len();
    lines
        .into_iter()
        .map(|line| Said {
            text: line.text,
            cites: line.cites,
            ..Said::default()
        })
        .collect()
}

fn not_seen(viewer: Viewer) -> String {
    format!("for a reason that {viewer} does not see")
}

fn says(play: &dyn DynMatch, (actor, question): (Actor, String)) -> String {
    match actor {
        Actor::Seat(seat) => format!("{} was asked `{question}`", seat_name(play, seat)),
        Actor::Chance => format!("a roll or a draw came next: `{question}`"),
        Actor::Over(_) => "the game was over".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Match;

    fn played(seed: u64) -> Replay {
        let mut play = Match::new("moon-bots", &Setup::players(4), seed).unwrap();
        while let Some(action) = play.ask_bot("random") {
            play.play(&action).unwrap();
        }
        play.replay(Vec::new())
    }

    fn under(option: &str, value: &str) -> Setup {
        Setup {
            options: vec![(option.into(), value.into())],
            ..Setup::default()
        }
    }

    #[test]
    fn without_a_change_a_game_comes_out_the_same() {
        let replay = played(1);
        let found = rejudge(&replay, &Setup::default()).unwrap();
        assert_eq!(
            (found.same, found.actions_played, found.difference),
            (true, replay.actions.len(), None)
        );
    }

    #[test]
    fn an_edition_resets_every_variant_and_an_option_beside_it_wins() {
        let change = under("edition", "de");
        let edition = changed(&played(1), &change);
        assert!(!edition.options.iter().any(|(name, _)| name == "slide"));
        assert!(
            edition.options.iter().any(|(name, _)| name == "max_rounds"),
            "no variant of a rule"
        );
        assert!(rulebook("moon-bots", &edition).is_ok());
    }

    #[test]
    fn a_game_that_ends_early_is_told_at_its_last_common_decision() {
        let replay = played(1);
        let found = rejudge(&replay, &under("max_rounds", "1"))
            .unwrap()
            .difference
            .unwrap();
        assert_eq!(found.kind, DifferenceKind::Events);
        assert!(found.decision > 0 && found.decision < replay.actions.len());
        assert!(
            found
                .events
                .iter()
                .any(|change| change.text.contains("took too long")),
            "{:?}",
            found.events
        );
    }

    #[test]
    fn an_action_that_is_refused_now_says_why() {
        let mut play = Match::new("moon-bots", &Setup::players(2), 3).unwrap();
        let two = |action: &str| action.starts_with("re-roll") && action.split(' ').count() == 2;
        let mut seen = false;
        while let Some(action) = play.ask_bot("random") {
            let question = play.question();
            let one = question
                .choices
                .iter()
                .map(|choice| &choice.action)
                .find(|action| two(action));
            let action = one.cloned().unwrap_or(action);
            seen |= two(&action);
            play.play(&action).unwrap();
        }
        assert!(seen, "some robot of this game rolls one die again");
        let found = rejudge(&play.replay(Vec::new()), &under("reroll_dice", "two")).unwrap();
        let found = found.difference.unwrap();
        assert!(
            matches!(found.kind, DifferenceKind::Refused | DifferenceKind::Asked),
            "{found:?}"
        );
    }
}
