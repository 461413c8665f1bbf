//! What a viewer may know of an action: whether it is allowed, why, and what follows. It is derived only from
//! information that is open to the viewer.
//!
//! Nothing is cut out of the real state. Instead, the game builds states from what the viewer knows, with the unknown
//! cards in some order ([`Hidden::known_to`](crate::Hidden::known_to)). A result is reported if it is the same in all
//! these states.

use crate::{
    Actor, Assumption, Entry, Game, Grounds, Lines, Match, NotationError, Refusal, Seat, Viewer,
    play::perft::actions,
};
use std::sync::Arc;

/// The action for passing in a window, in every game that has windows.
const PASS: &str = "pass";
/// The maximum number of passes tried to see what is allowed afterwards: a turn has a few windows, and each asks at
/// most eight seats.
const MAX_PASSES: usize = 64;
/// The maximum number of actions of another seat that are tried, to find one after which something is allowed.
const MAX_TRIED: usize = 32;

/// What a viewer may know of a future action of a seat that is not asked yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Later {
    /// The player who will be asked.
    pub asked: Actor,
    /// The action that has to come first; `None` if the players asked earlier only have to pass.
    pub after: Option<String>,
    /// Why the action will not be allowed even then; `None` if it will be, or the seat will not be asked.
    pub refusal: Option<Refusal>,
    /// Whether the answer depends on something that the viewer may not know.
    pub hidden: bool,
}

/// The number of arrangements of the hidden cards that are tried. A result that depends on hidden cards is very
/// unlikely to agree in all of them; even then it reveals nothing, because the arrangements are derived from what the
/// viewer knows.
const PERMUTATIONS: u8 = 4;

/// The effects of an action as far as a viewer may know them.
#[derive(Clone, PartialEq, Debug)]
pub struct Considered<E> {
    /// Why the action is not allowed; `None` if it is allowed or may be.
    pub refusal: Option<Refusal>,
    /// Whether the answer depends on something that the viewer may not know.
    pub hidden: bool,
    /// The reasons why the action is allowed.
    pub grounds: Grounds,
    /// What would follow up to the next chance event, as far as the viewer may know it.
    pub lines: Lines<E>,
    /// Whether more would follow that depends on something the viewer may not know.
    pub more: bool,
    /// Whether dice or a draw come next.
    pub chance: bool,
}

impl<G: Game> Match<G> {
    /// Whether the action is allowed now, why, and what would follow, as far as the viewer may know. Results of chance
    /// are not predicted, because nobody may know them. The match does not change.
    ///
    /// # Errors
    /// If the line cannot be read.
    pub fn consider(
        &self,
        viewer: Viewer,
        text: &str,
    ) -> Result<Considered<G::Event>, NotationError> {
        let found = consider(&**self.rules_for(viewer), self.state(), viewer, text)?;
        Ok(Considered {
            chance: found.chance && self.seed().is_some(),
            ..found
        })
    }

    /// Why an action could not be taken even if its seat were asked, as far as the viewer may know.
    ///
    /// # Errors
    /// If the line can be read in no position.
    pub fn refuse_unasked(
        &self,
        seat: Seat,
        text: &str,
        viewer: Viewer,
    ) -> Result<Option<Refusal>, NotationError> {
        refuse_unasked(&**self.rules_for(viewer), self.state(), seat, text, viewer)
    }

    /// Why an action was not possible in the step that the starting position names, if no player has acted since and the
    /// step was skipped because nobody had a choice; as far as the viewer may know.
    ///
    /// # Errors
    /// If the line cannot be read.
    pub fn refuse_as_written(
        &self,
        seat: Seat,
        text: &str,
        viewer: Viewer,
    ) -> Result<Option<Refusal>, NotationError> {
        let game = &**self.rules_for(viewer);
        let position = self.started_from().filter(|_| self.no_player_acted());
        // Everybody sees which steps the game skips.
        let written = position.and_then(|position| self.game().as_written(position, seat));
        let Some(state) = written.filter(|state| game.actor(state) == Actor::Seat(seat)) else {
            return Ok(None);
        };
        let refusal = consider(game, &state, viewer, text)?.refusal;
        if refusal.is_some() || actions(game, &state).len() > 1 {
            return Ok(refusal);
        }
        let only = Refusal::new(
            format!("`{text}` is all that this step allows, so nobody is asked"),
            game.asked_by(&state),
        );
        Ok(Some(only.help("the game has gone on to the next question")))
    }

    /// Whether an action of a seat will be allowed after the players before it have passed or have acted in one
    /// particular way, as far as the viewer may know; `None` if that cannot be decided.
    pub fn later(&self, seat: Seat, text: &str, viewer: Viewer) -> Option<Later> {
        let game = &**self.rules_for(viewer);
        let worlds = worlds(game, self.state(), viewer);
        let mut found = worlds.map(|world| later_in(game, &world, seat, text, viewer));
        let first = found.next()??;
        found
            .all(|other| other.as_ref() == Some(&first))
            .then_some(first)
    }

    /// The possible chance actions with their weights, as far as the viewer may know; empty if chance does not act now.
    pub fn known_odds(&self, viewer: Viewer) -> Vec<(G::Action, u32)> {
        let game = &**self.rules_for(viewer);
        let mut odds = Vec::new();
        game.chance_outcomes(&world(game, self.state(), viewer, 0), &mut odds);
        odds
    }

    /// The allowed actions that the viewer may know, and whether there may be others.
    pub fn known_actions(&self, viewer: Viewer) -> (Vec<G::Action>, bool) {
        known_actions(&**self.rules_for(viewer), self.state(), viewer)
    }
}

/// The rules for predictions of a viewer, under which the player who is asked reveals nothing hidden.
pub(crate) fn open_rules<G: Game>(game: &Arc<G>) -> Arc<G> {
    game.open_rules().map_or_else(|| game.clone(), Arc::new)
}

/// A state that a viewer considers possible; for the referee, the real one.
fn world<G: Game>(game: &G, state: &G::State, viewer: Viewer, permutation: u8) -> G::State {
    match viewer {
        Viewer::Referee => state.clone(),
        _ => game.known_to(state, viewer, permutation),
    }
}

/// Several states that a viewer considers possible; for the referee, the real one.
fn worlds<G: Game>(game: &G, state: &G::State, viewer: Viewer) -> impl Iterator<Item = G::State> {
    let number = match viewer {
        Viewer::Referee => 1,
        _ => PERMUTATIONS,
    };
    (0..number).map(move |permutation| world(game, state, viewer, permutation))
}

pub(crate) fn consider<G: Game>(
    game: &G,
    state: &G::State,
    viewer: Viewer,
    text: &str,
) -> Result<Considered<G::Event>, NotationError> {
    let who = asked(game.actor(state));
    let in_world = |world| consider_in(game, world, who, viewer, text);
    let first = in_world(world(game, state, viewer, 0))?;
    let mut others = worlds(game, state, viewer).skip(1);
    others.try_fold(first, |one, other| Ok(common(one, in_world(other)?)))
}

pub(crate) fn refuse_unasked<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    text: &str,
    viewer: Viewer,
) -> Result<Option<Refusal>, NotationError> {
    let world = world(game, state, viewer, 0);
    match game.assume(&world, Some(seat), text, viewer) {
        Assumption::Known => game.refuse_unasked(&world, seat, text),
        Assumption::If(there) => game.refuse_unasked(&there, seat, text),
        Assumption::Not(refusal) => Ok(Some(refusal)),
    }
}

pub(crate) fn known_actions<G: Game>(
    game: &G,
    state: &G::State,
    viewer: Viewer,
) -> (Vec<G::Action>, bool) {
    let world = world(game, state, viewer, 0);
    let mut list = actions(game, &world);
    let hides = viewer != Viewer::Referee && game.hides_actions(&world, viewer);
    if hides {
        let who = asked(game.actor(&world));
        list.retain(|action| {
            let text = game.write_action(&world, *action);
            matches!(game.assume(&world, who, &text, viewer), Assumption::Known)
        });
    }
    (list, hides)
}

/// Whether an action of a seat leads to these lines and this question in every state that the seat considers possible,
/// so that taking it reveals nothing. `rules` are those for predictions of this seat.
pub(crate) fn was_foreseeable<G: Game>(
    rules: &G,
    state: &G::State,
    action: G::Action,
    seat: Seat,
    (told, asked): (&[Entry<G::Event>], Actor),
) -> bool {
    let viewer = Viewer::Seat(seat);
    worlds(rules, state, viewer).all(|mut world| {
        if rules.refuse(&world, action).is_some() {
            return false;
        }
        let mut lines: Lines<G::Event> = Lines::new();
        rules.apply_unchecked(&mut world, action, &mut lines);
        lines.retain(|entry| entry.audience.includes(viewer));
        lines == told && rules.actor(&world) == asked
    })
}

fn consider_in<G: Game>(
    game: &G,
    world: G::State,
    who: Option<Seat>,
    viewer: Viewer,
    text: &str,
) -> Result<Considered<G::Event>, NotationError> {
    let (mut world, hidden) = match game.assume(&world, who, text, viewer) {
        Assumption::Known => (world, false),
        Assumption::If(there) => (there, true),
        Assumption::Not(refusal) => return Ok(refused(Some(refusal))),
    };
    let action = game.read_action(&world, text)?;
    if let Some(refusal) = game.refuse(&world, action) {
        return Ok(refused(Some(refusal)));
    }
    let mut grounds = game.grounds(&world, action);
    if hidden {
        grounds.facts.clear();
    }
    let mut lines: Lines<G::Event> = Lines::new();
    game.apply_unchecked(&mut world, action, &mut lines);
    lines.retain(|entry| entry.audience.includes(viewer));
    let chance = game.actor(&world) == Actor::Chance;
    Ok(Considered {
        refusal: None,
        hidden,
        grounds,
        lines,
        more: false,
        chance,
    })
}

fn later_in<G: Game>(
    game: &G,
    world: &G::State,
    seat: Seat,
    text: &str,
    viewer: Viewer,
) -> Option<Later> {
    let mut then = world.clone();
    let mut passed = false;
    for _ in 0..MAX_PASSES {
        let pass = match game.actor(&then) {
            Actor::Seat(asked) if asked != seat => game.read_action(&then, PASS).ok(),
            _ => None,
        };
        let Some(pass) = pass.filter(|pass| game.refuse(&then, *pass).is_none()) else {
            break;
        };
        game.apply_unchecked(&mut then, pass, &mut crate::NoLog);
        passed = true;
    }
    let answered = |then: &G::State, after: Option<String>| {
        let asked = game.actor(then);
        let considered = match asked {
            Actor::Seat(asked) if asked == seat => {
                Some(consider_in(game, then.clone(), Some(seat), viewer, text).ok()?)
            }
            _ => None,
        };
        let hidden = considered.as_ref().is_some_and(|it| it.hidden);
        let refusal = considered.and_then(|it| it.refusal);
        Some(Later {
            asked,
            after,
            refusal,
            hidden,
        })
    };
    if passed {
        return answered(&then, None);
    }
    let who = asked(game.actor(world));
    who?;
    let list = actions(game, world);
    list.into_iter().take(MAX_TRIED).find_map(|action| {
        let answer = game.write_action(world, action);
        let known = viewer == Viewer::Referee
            || matches!(game.assume(world, who, &answer, viewer), Assumption::Known);
        if !known {
            return None;
        }
        let mut then = world.clone();
        game.apply_unchecked(&mut then, action, &mut crate::NoLog);
        let later = answered(&then, Some(answer))?;
        (later.asked == Actor::Seat(seat) && later.refusal.is_none()).then_some(later)
    })
}

fn asked(actor: Actor) -> Option<Seat> {
    match actor {
        Actor::Seat(seat) => Some(seat),
        Actor::Chance | Actor::Over(_) => None,
    }
}

fn refused<E>(refusal: Option<Refusal>) -> Considered<E> {
    Considered {
        refusal,
        hidden: false,
        grounds: Grounds::default(),
        lines: Lines::new(),
        more: false,
        chance: false,
    }
}

/// The common part of the results in two worlds.
fn common<E: PartialEq>(one: Considered<E>, other: Considered<E>) -> Considered<E> {
    let mut hidden = one.hidden || other.hidden;
    let refusal = match (one.refusal, other.refusal) {
        (Some(mut one), Some(other)) => {
            one.facts.retain(|fact| other.facts.contains(fact));
            Some(one)
        }
        (one, other) => {
            hidden |= one.is_some() || other.is_some();
            None
        }
    };
    let same = one
        .lines
        .iter()
        .zip(&other.lines)
        .take_while(|(one, other)| one == other)
        .count();
    let more = one.more || other.more || same < one.lines.len().max(other.lines.len());
    let lines: Vec<Entry<E>> = one.lines.into_iter().take(same).collect();
    let mut grounds = one.grounds;
    grounds
        .facts
        .retain(|fact| other.grounds.facts.contains(fact));
    Considered {
        refusal,
        hidden,
        grounds,
        lines,
        more,
        chance: one.chance && other.chance,
    }
}
