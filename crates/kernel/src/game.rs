//! The traits of a game.

use crate::{
    Actor, Assumption, Cite, Grounds, Log, Meter, NoLog, NotationError, PackUse, Picture, Refusal,
    Rng, Room, RuleId, Seat, Secret, TextError, Viewer, below,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

/// A numbered clause of a game's rules, as cited by code. Its text is in `docs/rules/<game>.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Clause {
    /// The clause number.
    pub id: RuleId,
    /// The subject of the clause in a few words.
    pub title: &'static str,
}

/// An option of a rulebook and its current value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OptionUse {
    /// The name of the option.
    pub name: String,
    /// The value that applies.
    pub value: String,
}

/// The kind of a question, for programs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Asking {
    /// The kind, from a fixed list of the game, such as `buy`.
    pub kind: &'static str,
    /// A detail that the kind does not give, such as `robot` if a card asks for a robot.
    pub about: Option<String>,
    /// The id of the card that asks the question, if any.
    pub card: Option<String>,
}

/// Describes a rulebook: game, seats, options and packs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct About {
    /// The id of the game, such as `moon-bots`.
    pub game: String,
    /// The number of seats.
    pub players: u8,
    /// All options with their values, in a fixed order.
    pub options: Vec<OptionUse>,
    /// The packs in play, with their content.
    pub packs: Arc<Vec<PackUse>>,
}

/// The rules of one game with its options and cards. They are immutable, shared, and the only code that changes a
/// state. This is the first of the four parts of a [`Game`].
///
/// Laws (see [`crate::laws`]): [`legal`](Rules::legal) lists every allowed action once, in a fixed order, and a
/// question with a single action is never asked; [`apply`](Rules::apply) accepts exactly the listed actions; only the
/// state and the action decide what follows.
pub trait Rules: Send + Sync + Sized + 'static {
    /// The state of a game in progress: plain data.
    type State: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// An action that a player or chance may take.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;

    /// An event of the game, for the log.
    type Event: Clone + PartialEq + Debug + Serialize + Send + Sync;

    /// The game, options and packs of this rulebook.
    fn about(&self) -> About;

    /// The meters of the cards' programs, each with the id of its card; a card may have several.
    fn meters(&self) -> Vec<(String, &Meter)> {
        Vec::new()
    }

    /// The number of seats. The default implementation computes all of [`about`](Rules::about) for it.
    fn players(&self) -> u8 {
        self.about().players
    }

    /// Starts a new game and continues to its first question.
    fn start<L: Log<Self::Event>>(&self, log: &mut L) -> Self::State;

    /// Who answers the current question.
    fn actor(&self, state: &Self::State) -> Actor;

    /// Appends every allowed action of the player to act to `out`, in a fixed order. Adds nothing if chance acts or the
    /// game is over.
    fn legal(&self, state: &Self::State, out: &mut Vec<Self::Action>);

    /// Appends every possible chance action with its weight (1 or more) to `out`. Adds nothing if a player acts or the
    /// game is over. The default is for games without chance.
    fn chance_outcomes(&self, _state: &Self::State, _out: &mut Vec<(Self::Action, u32)>) {}

    /// The side that a seat plays on. Seats of one side win together, and a tally counts the win for each of them. By
    /// default every seat is its own side.
    fn side(&self, seat: Seat) -> u8 {
        seat.0
    }

    /// The number of actions that [`legal`](Rules::legal) or [`chance_outcomes`](Rules::chance_outcomes) would list, if
    /// the game can count them without listing them (a law checks the number); `None` by default.
    fn count(&self, _state: &Self::State) -> Option<u64> {
        None
    }

    /// Answers for chance. The default samples [`chance_outcomes`](Rules::chance_outcomes); a game may override it with
    /// a faster method that has the same distribution.
    fn deal(&self, state: &Self::State, rng: &mut Rng) -> Self::Action {
        let mut odds = Vec::new();
        self.chance_outcomes(state, &mut odds);
        let total = odds.iter().map(|(_, weight)| weight).sum();
        drawn(&odds, below(rng, total))
    }

    /// Why the action is not allowed now, or `None` if it is. It must be consistent with [`legal`](Rules::legal).
    fn refuse(&self, state: &Self::State, action: Self::Action) -> Option<Refusal>;

    /// Carries out an action that is known to be allowed (it came from [`legal`](Rules::legal),
    /// [`chance_outcomes`](Rules::chance_outcomes) or [`deal`](Rules::deal)) and continues to the next question.
    ///
    /// # Panics
    /// May panic for any other action, or else leave the state undefined. [`apply`](Rules::apply) checks the action
    /// first.
    fn apply_unchecked<L: Log<Self::Event>>(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        log: &mut L,
    );

    /// Plays at random until the game is over or `most` actions are played; returns how many were played. Chance acts
    /// with [`deal`](Rules::deal). A player chooses uniformly among the allowed actions, with one random number from
    /// `luck`: the index in [`legal`](Rules::legal). The vector `legal` is used as a buffer.
    ///
    /// A game may override the default with a faster version that does the same (a law checks it).
    #[inline]
    fn play_at_random(
        &self,
        state: &mut Self::State,
        dealer: &mut Rng,
        luck: &mut Rng,
        legal: &mut Vec<Self::Action>,
        most: u64,
    ) -> u64 {
        for taken in 0..most {
            let Some(action) = random_action(self, state, dealer, luck, legal) else {
                return taken;
            };
            self.apply_unchecked(state, action, &mut NoLog);
        }
        most
    }

    /// Refuses an action, or carries it out and continues to the next question or the outcome. This is the only checked
    /// way to change a state.
    ///
    /// # Errors
    /// The [`Refusal`] if the action is not allowed; the state is unchanged then.
    fn apply<L: Log<Self::Event>>(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        log: &mut L,
    ) -> Result<(), Refusal> {
        match self.refuse(state, action) {
            Some(refusal) => Err(refusal),
            None => {
                self.apply_unchecked(state, action, log);
                Ok(())
            }
        }
    }

    /// Whether the current question is asked even with a single action, so that skipping it reveals nothing.
    fn asks_single(&self, _state: &Self::State) -> bool {
        false
    }

    /// How many turns have started, for statistics; 0 by default, for games that do not count turns.
    fn turns(&self, _state: &Self::State) -> u32 {
        0
    }

    /// All limits and invariants that a state violates; empty for every state reached by play. The default checks
    /// nothing.
    fn check_invariants(&self, _state: &Self::State) -> Vec<String> {
        Vec::new()
    }

    /// The maximum number of actions (of players and chance) in any game; a law checks it.
    fn max_game_length(&self) -> u32;

    /// The clauses that this game's code cites.
    fn clauses(&self) -> &'static [Clause];

    /// The clauses and facts of the position that make an allowed action allowed. The default returns none.
    fn grounds(&self, _state: &Self::State, _action: Self::Action) -> Grounds {
        Grounds::default()
    }

    /// The clause that says who answers the current question, or that the game is over.
    fn asked_by(&self, state: &Self::State) -> RuleId;
}

/// What each viewer may know, and which states are possible from the viewer's knowledge. This is the second part of a
/// [`Game`]. In a game without secrets every viewer sees the same, and only `view` has to be implemented.
pub trait Hidden: Rules {
    /// What one viewer may know of a state.
    type View: Clone + PartialEq + Debug + Serialize + 'static;

    /// The only player who sees which action chance took, such as which card was drawn; `None` if everybody sees it, as
    /// by default. At a real table the other players cannot say which action it was.
    fn seen_by(&self, _state: &Self::State, _action: Self::Action) -> Option<Seat> {
        None
    }

    /// Whether everybody sees what players have chosen in secret once this action is taken; no action does this by
    /// default.
    fn reveals(&self, _state: &Self::State, _action: Self::Action) -> bool {
        false
    }

    /// The view of a viewer, built only from information that the viewer may have.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// The knowledge of a table that has not seen every card: public information plus what `eyes` sees, except the
    /// cards that came from the chance actions in `unseen` (each with its player and its notation, whatever card it
    /// names). Those cards are placeholders for cards that nobody entered, and the view does not depend on them. By
    /// default only public information is shown once a card is unseen, which never reveals too much.
    fn table_view(&self, state: &Self::State, eyes: Viewer, unseen: &[(Seat, &str)]) -> Self::View {
        self.view(
            state,
            if unseen.is_empty() {
                eyes
            } else {
                Viewer::Spectator
            },
        )
    }

    /// Whether such a table knows that an allowed action is allowed: the action must not name a card that may only be a
    /// placeholder for a card of `unseen`, given as in [`table_view`](Hidden::table_view). By default no action is
    /// known while a card is unseen, which never reveals too much.
    fn table_knows(
        &self,
        _state: &Self::State,
        _action: Self::Action,
        unseen: &[(Seat, &str)],
    ) -> bool {
        unseen.is_empty()
    }

    /// The number of a seat's cards that the viewer cannot identify. By default 0, for games without secrets.
    fn concealed(&self, _state: &Self::State, _seat: Seat, _viewer: Viewer) -> usize {
        0
    }

    /// A random state that differs from this one only in what the seat may not know. By default, for games without
    /// secrets, it is the same state. Used for search by bots that must not cheat, and for the law of two worlds.
    fn determinize(&self, state: &Self::State, _seat: Seat, _rng: &mut Rng) -> Self::State {
        state.clone()
    }

    /// The state as the viewer may know it, with each unknown card replaced by a possible one. It is built only from
    /// known information, so states that the viewer cannot distinguish give the same result; `permutation` selects one
    /// of several arrangements of the hidden cards. By default, for games without secrets, it is the same state.
    fn known_to(&self, state: &Self::State, _viewer: Viewer, _permutation: u8) -> Self::State {
        state.clone()
    }

    /// The same rules, changed so that who is asked never depends on hidden information; used for what a viewer
    /// foresees. `None` by default, for games where it never depends on it.
    fn open_rules(&self) -> Option<Self> {
        None
    }

    /// The hidden information that affects an action of a seat (or of chance, if there is no seat). `known` is the
    /// result of [`known_to`](Hidden::known_to). The default is for games without secrets.
    fn assume(
        &self,
        _known: &Self::State,
        _who: Option<Seat>,
        _text: &str,
        _viewer: Viewer,
    ) -> Assumption<Self::State> {
        Assumption::Known
    }

    /// The clause about hidden information; `None` by default, for games without secrets.
    fn secrecy(&self) -> Option<RuleId> {
        None
    }

    /// Whether the current question has actions that the viewer may not know to be allowed; never in a game without
    /// secrets.
    fn hides_actions(&self, _state: &Self::State, _viewer: Viewer) -> bool {
        false
    }
}

/// Texts for questions, actions, events and tables, and the parsing of actions. This is the third part of a [`Game`].
pub trait Text: Hidden {
    /// Why an action in notation could not be taken even if its seat were asked; `None` if it fails only because others
    /// are asked. By default there is no other reason.
    ///
    /// # Errors
    /// If the line can be read in no position.
    fn refuse_unasked(
        &self,
        state: &Self::State,
        _seat: Seat,
        text: &str,
    ) -> Result<Option<Refusal>, NotationError> {
        match self.read_action(state, text) {
            Err(error) if error.always => Err(error),
            _ => Ok(None),
        }
    }

    /// The current question as one short sentence. It calls the seat `you` "you", as in `Buy a card?` instead of
    /// `Robot 1: buy a card?`; the kernel passes only the seat that is asked.
    fn question(&self, state: &Self::State, you: Option<Seat>) -> String;

    /// The action in the game's notation. `state` is the state before the action.
    fn write_action(&self, state: &Self::State, action: Self::Action) -> String;

    /// The hidden information that a player's action in notation reveals, as the chance action that it came from, such
    /// as the draw of the card being played. Only the words of the action count: it need not be allowed, nor name an
    /// existing thing. `None`, the default, if it reveals nothing.
    fn shows(&self, _action: &str) -> Option<String> {
        None
    }

    /// The first words of chance actions that may be combined on one line, as in `roll 3 4`. None by default.
    fn together(&self) -> &'static [&'static str] {
        &[]
    }

    /// The actions by which a player does nothing optional. `pass` by default.
    fn declines(&self) -> &'static [&'static str] {
        &["pass"]
    }

    /// Parses an action in notation.
    ///
    /// # Errors
    /// Where and why the line cannot be read. Whether the action is *allowed* is checked by [`refuse`](Rules::refuse).
    fn read_action(&self, state: &Self::State, text: &str) -> Result<Self::Action, NotationError>;

    /// The action as a readable phrase, such as `buy Right Claw for 1 energy`. By default it is the notation.
    fn describe(&self, state: &Self::State, action: Self::Action) -> String {
        self.write_action(state, action)
    }

    /// The event as one readable sentence.
    fn describe_event(&self, event: &Self::Event) -> String;

    /// The event as structured data for programs: an object whose `kind` says what happened, with ids for cards, names
    /// for places, and seats counted from 1. It never contains numbers that have to be looked up.
    fn event_data(&self, event: &Self::Event) -> Value {
        serde_json::to_value(event).unwrap_or_default()
    }

    /// The kind of the current question, for programs. The default returns the kinds `turn`, `chance` and `over`.
    fn asking(&self, state: &Self::State) -> Asking {
        let kind = match self.actor(state) {
            Actor::Seat(_) => "turn",
            Actor::Chance => "chance",
            Actor::Over(_) => "over",
        };
        Asking {
            kind,
            ..Asking::default()
        }
    }

    /// The action as structured data, in the style of [`event_data`](Text::event_data): `kind` and details. By default
    /// `kind` is the first word of the notation, and `words` has the others.
    fn action_data(&self, state: &Self::State, action: Self::Action) -> Map<String, Value> {
        let text = self.write_action(state, action);
        let mut words = text.split_whitespace().map(Value::from);
        let kind = words.next().unwrap_or_default();
        Map::from_iter([
            ("kind".to_string(), kind),
            ("words".to_string(), words.collect()),
        ])
    }

    /// The id of the card that a player gains or plays with an action; the value of this action is the value of the
    /// card. `None` for all other actions, and by default.
    fn card_taken(&self, _state: &Self::State, _action: Self::Action) -> Option<&str> {
        None
    }

    /// The first steps of the actions that players can take in any game under this rulebook, each once, in a fixed
    /// order that numbers the actions. If [`is_flat`](Text::is_flat) is true, a first step is a whole action in
    /// notation. By default the list is empty.
    fn action_space(&self) -> Vec<String> {
        Vec::new()
    }

    /// The first step of a player's action. By default it is the whole action.
    fn first_step(&self, state: &Self::State, action: Self::Action) -> String {
        self.write_action(state, action)
    }

    /// For each action, the index of its first step in [`action_space`](Text::action_space). The default looks up
    /// [`first_step`](Text::first_step).
    fn action_ids(&self, state: &Self::State, actions: &[Self::Action]) -> Vec<Option<u32>> {
        let steps: HashMap<String, u32> = self.action_space().into_iter().zip(0..).collect();
        let number = |action: &Self::Action| {
            let step = self.first_step(state, *action);
            steps.get(&step).copied()
        };
        actions.iter().map(number).collect()
    }

    /// A cache key for the first step of an action: actions with equal keys have equal first steps. `None`, the
    /// default, turns caching off.
    fn step_key(&self, _state: &Self::State, _action: Self::Action) -> Option<[u64; 2]> {
        None
    }

    /// The meaning of each number of [`write_features`](Text::write_features). Empty by default, for games without
    /// numeric views.
    fn features(&self) -> Vec<String> {
        Vec::new()
    }

    /// Writes a view as a row of small numbers for machine learning, with the viewing seat first. `row` is filled with
    /// zeros and as long as [`features`](Text::features).
    fn write_features(&self, _view: &Self::View, _row: &mut [u8]) {}

    /// Whether the first step of an action is the whole action, as by default. If not, actions with the same first step
    /// are distinguished by their order in [`legal`](Rules::legal).
    fn is_flat(&self) -> bool {
        true
    }

    /// A citation as text, such as `MB-4.2` or `dodge.rhai:3:5`. The default is for games without cards.
    fn cite_text(&self, cite: Cite) -> String {
        match cite {
            Cite::Rule(rule) => rule.to_string(),
            Cite::Op { program, at } => format!("program {program}, operation {at}"),
        }
    }

    /// The scores of all seats in one line, such as the energy of each; empty by default.
    fn standing(&self, _view: &Self::View) -> String {
        String::new()
    }

    /// The table as text, as the viewer sees it. By default it is the view as JSON.
    fn draw(&self, view: &Self::View) -> String {
        serde_json::to_string_pretty(view).unwrap_or_default()
    }

    /// Like [`draw`](Text::draw), but in the colours of a sheet and, if possible, within its size. The default ignores
    /// the sheet.
    fn draw_on(&self, view: &Self::View, _sheet: &crate::Sheet<'_>) -> String {
        self.draw(view)
    }

    /// The table as vector graphics, as the viewer sees it; `None` by default.
    fn scene(&self, _view: &Self::View) -> Option<crate::Scene> {
        None
    }

    /// The table for a terminal screen, with spots to select, within the given size if possible. The default uses the
    /// text of [`draw`](Text::draw) without spots, so every game has both views from the start.
    fn picture(&self, view: &Self::View, _room: Room) -> Picture {
        Picture::of_text(&self.draw(view))
    }

    /// The score lines of a [`picture`](Text::picture), without the rest of it.
    fn seat_lines(&self, view: &Self::View) -> Vec<crate::SeatLine> {
        let room = Room {
            columns: usize::MAX,
            rows: usize::MAX,
        };
        self.picture(view, room).seats
    }
}

/// Conversion of written positions (TOML) to states and back. This is the last part of a [`Game`].
pub trait Positions: Hidden {
    /// Reads a written position (TOML) and continues to its first question. This is the only way from text to a state,
    /// and the state never violates an invariant. The default is for games without written positions.
    ///
    /// # Errors
    /// Every reason why the position is not possible, not only the first.
    fn read_position(&self, _text: &str) -> Result<Self::State, Vec<TextError>> {
        let message = "positions of this game cannot be written";
        Err(vec![TextError::new(0..0, message, "start a new game")])
    }

    /// The state of a written position at the step that it names, with this seat asked, even if the seat has no choice
    /// there and the game skips the step. It explains refusals only: nobody plays on from it. `None`, the default, if
    /// nothing is skipped or the seat is never asked in this step.
    fn as_written(&self, _text: &str, _seat: Seat) -> Option<Self::State> {
        None
    }

    /// The cards that a written position leaves open with `?`, because only one player has seen them: the place of each
    /// in the text, and the chance actions that could have brought it. A position with open cards cannot be read; a
    /// referee must fill them in first. None by default, for games without secrets.
    fn left_open(&self, _text: &str) -> Vec<(Range<usize>, Vec<Secret>)> {
        Vec::new()
    }

    /// The state as a written position; reading it gives the same state. `None` if a position cannot express the state,
    /// for example in the middle of a card's effect, and always by default.
    fn write_position(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// Like [`write_position`](Positions::write_position), limited to what the viewer may know; unseen cards are left
    /// open, see [`left_open`](Positions::left_open). The default is for games without secrets.
    fn write_known_position(&self, state: &Self::State, _viewer: Viewer) -> Option<String> {
        self.write_position(state)
    }

    /// The state as keys and values of a written position, as far as the viewer may know it. All keys are present in
    /// every state, even if [`write_position`](Positions::write_position) returns `None`. Where a position may omit
    /// entries (cards of a pile, places of a market), all are present, with 0 or empty. An unseen card is `?`. The
    /// default is the view.
    fn facts(&self, state: &Self::State, viewer: Viewer) -> Value {
        serde_json::to_value(self.view(state, viewer)).unwrap_or_default()
    }

    /// The possible meanings of a text in a list of [`facts`](Positions::facts), in normalized form, so that texts with
    /// the same meaning compare equal. `key` is the key of the list. The default is for texts with a single spelling.
    fn stated(&self, _key: &str, text: &str) -> Vec<String> {
        vec![text.into()]
    }

    /// The [`facts`](Positions::facts) that people look at when a game ends, in order: `market`, or `robot.*.energy`
    /// for a key in every entry of a table. None by default.
    fn key_facts(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether two states are equal, or differ only by swapping identical cards of a pack.
    fn alike(&self, one: &Self::State, other: &Self::State) -> bool {
        one == other
    }
}

/// A complete game: rules, hidden information, texts and positions, each a short trait of its own, plus its bots.
pub trait Game: Rules + Hidden + Text + Positions {
    /// Makes the bot with this name for a seat; every game also has `random`. There are none by default.
    fn bot(&self, _name: &str) -> Option<Box<dyn crate::Bot<Self>>> {
        None
    }

    /// The names of the game's own bots, without `random`. There are none by default.
    fn bots(&self) -> &'static [&'static str] {
        &[]
    }

    /// Plays a game against itself for each seed, for an evaluation of positions to learn from. By default there is
    /// nothing to learn.
    fn lessons(&self, _seeds: Range<u64>) -> Vec<Lesson> {
        Vec::new()
    }

    /// The names of difficulty levels (`easy`, `medium` and `hard`) with the bot for each, in rising strength. There
    /// are none by default.
    fn levels(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
}

/// The action with the `nth` unit of weight, from 0.
///
/// # Panics
/// When there is less weight.
fn drawn<A: Copy>(odds: &[(A, u32)], mut nth: u32) -> A {
    for (action, weight) in odds {
        if nth < *weight {
            return *action;
        }
        nth -= weight;
    }
    unreachable!("a number is drawn below the sum of the weights")
}

/// A game that a bot played against itself, to learn from.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lesson {
    /// Each seat's share of the win.
    pub shares: Vec<f64>,
    /// The features of each seat at some moments, moment by moment, with the same number for every seat.
    pub features: Vec<f64>,
}

/// The bot with any name: `random`, one of the game's own, or that of a level.
pub(crate) fn bot_of<G: Game>(game: &G, name: &str) -> Option<Box<dyn crate::Bot<G>>> {
    let level = game.levels().iter().find(|(level, _)| *level == name);
    match level.map_or(name, |(_, bot)| bot) {
        "random" => Some(Box::new(crate::RandomBot)),
        name => game.bot(name),
    }
}

/// A random action of chance or a seat, drawn from the lists; `None` if the game is over.
#[inline]
pub(crate) fn random_action<G: Rules>(
    game: &G,
    state: &G::State,
    dealer: &mut Rng,
    luck: &mut Rng,
    legal: &mut Vec<G::Action>,
) -> Option<G::Action> {
    match game.actor(state) {
        Actor::Over(_) => None,
        Actor::Chance => Some(game.deal(state, dealer)),
        Actor::Seat(_) => {
            legal.clear();
            game.legal(state, legal);
            Some(legal[below(luck, legal.len() as u32) as usize])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each action has as many numbers as its weight, and one without weight has none.
    #[test]
    fn every_unit_of_weight_is_drawn_once() {
        let odds = [('a', 2), ('b', 0), ('c', 3), ('d', 1)];
        let all: String = (0..6).map(|nth| drawn(&odds, nth)).collect();
        assert_eq!(all, "aacccd");
    }
}
