//! The shape of a game.

use crate::{
    Actor, Assumption, Cite, Grounds, Log, NoLog, NotationError, PackUse, Picture, Refusal, Rng,
    Room, RuleId, Seat, Secret, TextError, Viewer, below,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;

/// A numbered clause of a game's rules, as the code knows it. The text stands in `docs/rules/<game>.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Clause {
    /// Its number.
    pub id: RuleId,
    /// What it is about, in a few words.
    pub title: &'static str,
}

/// One option of a rulebook and the value in force.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OptionUse {
    /// Its name.
    pub name: String,
    /// The value in force.
    pub value: String,
}

/// What kind of question is asked, for programs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Asking {
    /// The kind, one of a fixed list of the game, such as `buy`.
    pub kind: &'static str,
    /// What it is about where the kind does not say it, such as `robot` for a card that asks which.
    pub about: Option<String>,
    /// The id of the card that asks, if one does.
    pub card: Option<String>,
}

/// What a rulebook is: game, seats, options, packs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct About {
    /// The game's id, such as `moon-bots`.
    pub game: String,
    /// How many seats play.
    pub players: u8,
    /// The options in force, in a fixed order.
    pub options: Vec<OptionUse>,
    /// The packs whose cards are in play, with their content.
    pub packs: Vec<PackUse>,
}

/// The rules of one game with its options and cards: immutable, shared, and the only thing that changes a state. First
/// of the four parts of a [`Game`].
///
/// Laws (see [`crate::laws`]): [`legal`](Rules::legal) lists every allowed action once, in a fixed order, and a
/// question with a single action is never asked; [`apply`](Rules::apply) accepts exactly those; nothing but the state
/// and the action decides what follows.
pub trait Rules: Send + Sync + Sized + 'static {
    /// One game in progress: plain data.
    type State: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// One action: what a seat or chance may do at a question.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;

    /// Something that happened.
    type Event: Clone + PartialEq + Debug + Serialize + Send + Sync;

    /// What this rulebook is.
    fn about(&self) -> About;

    /// How many seats play. The provided form makes all of [`about`](Rules::about) for it.
    fn players(&self) -> u8 {
        self.about().players
    }

    /// A new game, brought to its first question.
    fn start<L: Log<Self::Event>>(&self, log: &mut L) -> Self::State;

    /// Who answers the present question.
    fn actor(&self, state: &Self::State) -> Actor;

    /// Every allowed action of the seat that acts, in a fixed order, appended to `out`. Nothing is added when chance
    /// acts or the game is over.
    fn legal(&self, state: &Self::State, out: &mut Vec<Self::Action>);

    /// Every action chance may take, with its weight (1 or more), appended to `out`. Nothing is added when a seat
    /// acts or the game is over. The provided form is for games without chance.
    fn chance_outcomes(&self, _state: &Self::State, _out: &mut Vec<(Self::Action, u32)>) {}

    /// The side a seat plays on: seats of one side win together, and a tally counts such a win for each of them. The
    /// provided form, every seat its own side, is for games without teams.
    fn side(&self, seat: Seat) -> u8 {
        seat.0
    }

    /// How many actions [`legal`](Rules::legal) or [`chance_outcomes`](Rules::chance_outcomes) would list, where the game can say so without
    /// listing them (a law checks that it is the same number); `None`, the provided form, where it cannot.
    fn count(&self, _state: &Self::State) -> Option<u64> {
        None
    }

    /// Answers for chance. The provided form samples [`chance_outcomes`](Rules::chance_outcomes); a game may override it with a faster
    /// one of the same distribution.
    fn deal(&self, state: &Self::State, rng: &mut Rng) -> Self::Action {
        let mut odds = Vec::new();
        self.chance_outcomes(state, &mut odds);
        let total = odds.iter().map(|(_, weight)| weight).sum();
        let mut nth = below(rng, total);
        for (action, weight) in &odds {
            if nth < *weight {
                return *action;
            }
            nth -= weight;
        }
        unreachable!("the weights were summed above")
    }

    /// Why the action is not allowed now, or `None` when it is. The same source as [`legal`](Rules::legal).
    fn refuse(&self, state: &Self::State, action: Self::Action) -> Option<Refusal>;

    /// Carries out an action that is known to be allowed (it came from [`legal`](Rules::legal), [`chance_outcomes`](Rules::chance_outcomes)
    /// or [`deal`](Rules::deal)) and goes on to the next question.
    ///
    /// # Panics
    /// It may, with any other action; and where it does not, the state is undefined. [`apply`](Rules::apply) checks.
    fn apply_unchecked<L: Log<Self::Event>>(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        log: &mut L,
    );

    /// Random play: whoever is asked acts, chance with [`deal`](Rules::deal), a seat with an allowed action, every one
    /// as likely as any other (one number drawn from `luck`, the place in [`legal`](Rules::legal)), until the game is
    /// over or `most` actions are taken. Returns how many were. `legal` is a buffer.
    ///
    /// A game may override the provided form with a faster one that does the same (a law checks it).
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

    /// The one entry point through which a state changes: refuses, or carries out the action and goes on to the next
    /// question or the outcome.
    ///
    /// # Errors
    /// The [`Refusal`] when the action is not allowed; the state is then untouched.
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

    /// Whether the present question is asked although it has one action, so that nobody learns from its absence.
    fn asks_single(&self, _state: &Self::State) -> bool {
        false
    }

    /// How many turns have begun, for statistics; 0, the provided form, in a game that does not count them.
    fn turns(&self, _state: &Self::State) -> u32 {
        0
    }

    /// Everything about a state that breaks a bound or an invariant; empty for every state reached by play. The provided
    /// form checks nothing.
    fn check_invariants(&self, _state: &Self::State) -> Vec<String> {
        Vec::new()
    }

    /// The most actions (of seats and chance) any game can take; a law checks it.
    fn max_game_length(&self) -> u32;

    /// The clauses this game's code cites.
    fn clauses(&self) -> &'static [Clause];

    /// What makes an allowed action allowed: clauses and facts of the position. The provided form knows none.
    fn grounds(&self, _state: &Self::State, _action: Self::Action) -> Grounds {
        Grounds::default()
    }

    /// The clause that says who answers the present question, or that the game is over.
    fn asked_by(&self, state: &Self::State) -> RuleId;
}

/// What each viewer may know, and what a state may be as far as it knows: second part of a [`Game`]. In a game without
/// secrets every viewer sees the same, and all but the view may be left as provided.
pub trait Hidden: Rules {
    /// What one viewer may know of a state.
    type View: Clone + PartialEq + Debug + Serialize;

    /// The seat that alone sees that chance took this action, such as which card it drew; none, the provided form,
    /// where everybody sees it. At a real table the others cannot say which it was.
    fn seen_by(&self, _state: &Self::State, _action: Self::Action) -> Option<Seat> {
        None
    }

    /// What the viewer may know, built up from what is open to it.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// What a table knows that keeps a game of which it has not seen every card: what everybody sees, and what `eyes` sees
    /// beyond that, but for the cards that came by the actions of chance in `unseen` (whose, and the action in notation,
    /// whatever it is that names the card). Those merely stand in for cards that nobody entered, and the view is the same for whatever
    /// card stands there. The provided form shows what everybody sees once something is unseen: never too much.
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

    /// Whether such a table knows that an allowed action is allowed: it names no card that may be there only because one
    /// stands in for a card of `unseen`, given as in [`table_view`](Hidden::table_view). The provided form knows of none
    /// while anything is unseen: never too much.
    fn table_knows(
        &self,
        _state: &Self::State,
        _action: Self::Action,
        unseen: &[(Seat, &str)],
    ) -> bool {
        unseen.is_empty()
    }

    /// How many cards a seat holds of which the viewer does not know which they are. None, the provided form, in a game
    /// without secrets.
    fn concealed(&self, _state: &Self::State, _seat: Seat, _viewer: Viewer) -> usize {
        0
    }

    /// A state that differs from this one only in what the seat may not know, chosen at random; the same state in a
    /// game without secrets, as provided. For search by bots that may not cheat, and for the law of two worlds.
    fn determinize(&self, state: &Self::State, _seat: Seat, _rng: &mut Rng) -> Self::State {
        state.clone()
    }

    /// The state as the viewer may know it: everything that is open to it, and where it does not know which card stands
    /// somewhere, one that may. Built up from what is open, so that two states which the viewer cannot tell apart give
    /// one; `permutation` arranges what is hidden in one of several orders. The same state in a game without secrets, as provided.
    fn known_to(&self, state: &Self::State, _viewer: Viewer, _permutation: u8) -> Self::State {
        state.clone()
    }

    /// The same rules, but who is asked hangs on nothing hidden: what a viewer foresees is worked out under them. `None`,
    /// the provided form, where it never does.
    fn open_rules(&self) -> Option<Self> {
        None
    }

    /// What bears on an action of a seat (of chance where there is none) that the viewer may not know. `known` is what
    /// [`known_to`](Hidden::known_to) gave. The provided form is for games without secrets.
    fn assume(
        &self,
        _known: &Self::State,
        _who: Option<Seat>,
        _text: &str,
        _viewer: Viewer,
    ) -> Assumption<Self::State> {
        Assumption::Known
    }

    /// The clause that says what is hidden; `None`, the provided form, in a game without secrets.
    fn secrecy(&self) -> Option<RuleId> {
        None
    }

    /// Whether the present question has actions of which the viewer may not know whether they are allowed; never in a
    /// game without secrets.
    fn hides_actions(&self, _state: &Self::State, _viewer: Viewer) -> bool {
        false
    }
}

/// Questions, actions, events and tables in words, and actions read back: third part of a [`Game`].
pub trait Text: Hidden {
    /// Why an action in notation of a seat that is not asked could not be taken anyway; `None` when the only reason is
    /// that others are asked. The provided form knows no other reason.
    ///
    /// # Errors
    /// When the line can be read in no position.
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

    /// What is being asked, as one short sentence for a person.
    fn question(&self, state: &Self::State) -> String;

    /// The action in the game's notation. The state is the one in which it is taken.
    fn write_action(&self, state: &Self::State, action: Self::Action) -> String;

    /// What an action of a seat, in notation, shows of what that seat alone has seen: the action of chance by which it came,
    /// in notation, such as the draw of the card that it plays. By its words alone: whether it is allowed, or names anything
    /// there is, is another question. `None`, the provided form, where it shows nothing.
    fn shows(&self, _action: &str) -> Option<String> {
        None
    }

    /// First words of actions of chance of which several may stand together on one line: `roll 3 4`. None in the provided
    /// form.
    fn together(&self) -> &'static [&'static str] {
        &[]
    }

    /// The action that a line of notation names.
    ///
    /// # Errors
    /// Where and why the line cannot be read. Whether the action is *allowed* is [`refuse`](Rules::refuse)'s question.
    fn read_action(&self, state: &Self::State, text: &str) -> Result<Self::Action, NotationError>;

    /// The action as a phrase for a person, such as `buy Right Claw for 1 energy`. The provided form is the notation.
    fn describe(&self, state: &Self::State, action: Self::Action) -> String {
        self.write_action(state, action)
    }

    /// The event as one sentence for a person.
    fn describe_event(&self, event: &Self::Event) -> String;

    /// The event as data for a program that knows the game: an object whose `kind` says what happened, with ids for cards
    /// and names for places, and seats counted from 1; never a number that has to be looked up.
    fn event_data(&self, event: &Self::Event) -> Value {
        serde_json::to_value(event).unwrap_or_default()
    }

    /// What kind of question is asked, for a program. The provided form knows the kinds `turn`, `chance` and `over`.
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

    /// The action as data, as [`event_data`](Text::event_data) tells an event: `kind`, and what it is about. The provided
    /// form has the first word of the notation as `kind`, and the others as `words`.
    fn action_data(&self, state: &Self::State, action: Self::Action) -> Map<String, Value> {
        let text = self.write_action(state, action);
        let mut words = text.split_whitespace().map(Value::from);
        let kind = words.next().unwrap_or_default();
        Map::from_iter([
            ("kind".to_string(), kind),
            ("words".to_string(), words.collect()),
        ])
    }

    /// The first steps of the actions that seats can take in any game under this rulebook, each once, in a fixed order:
    /// an action has a number among them. Where [`is_flat`](Text::is_flat) holds, a first step is a whole action in
    /// notation. The provided form numbers no action.
    fn action_space(&self) -> Vec<String> {
        Vec::new()
    }

    /// The first step of an action of a seat. The provided form is the whole action.
    fn first_step(&self, state: &Self::State, action: Self::Action) -> String {
        self.write_action(state, action)
    }

    /// The number of the first step of each of these actions of a seat among [`action_space`](Text::action_space). The
    /// provided form looks up [`first_step`](Text::first_step).
    fn action_ids(&self, state: &Self::State, actions: &[Self::Action]) -> Vec<Option<u32>> {
        let steps: HashMap<String, u32> = self.action_space().into_iter().zip(0..).collect();
        let number = |action: &Self::Action| {
            let step = self.first_step(state, *action);
            steps.get(&step).copied()
        };
        actions.iter().map(number).collect()
    }

    /// Whether the first step of an action is the whole action, as in the provided form. Where it is not, actions that
    /// begin alike are told apart by their order in [`legal`](Rules::legal).
    fn is_flat(&self) -> bool {
        true
    }

    /// A citation as text, such as `MB-4.2` or `dodge.rhai:3:5`. The provided form is for games without cards.
    fn cite_text(&self, cite: Cite) -> String {
        match cite {
            Cite::Rule(rule) => rule.to_string(),
            Cite::Op { program, at } => format!("program {program}, operation {at}"),
        }
    }

    /// How the seats stand, in one line, such as the energy of each; empty, the provided form, where a game has no
    /// such line.
    fn standing(&self, _view: &Self::View) -> String {
        String::new()
    }

    /// The table as text, as the viewer of the view sees it. The provided form is the view as JSON.
    fn draw(&self, view: &Self::View) -> String {
        serde_json::to_string_pretty(view).unwrap_or_default()
    }

    /// The same on a sheet: no larger than it, as far as that can be, and in its colours. The provided form takes no
    /// notice of the sheet.
    fn draw_on(&self, view: &Self::View, _sheet: &crate::Sheet<'_>) -> String {
        self.draw(view)
    }

    /// The table as a drawing, as the viewer of the view sees it; `None`, the provided form, where a game has none.
    fn scene(&self, _view: &Self::View) -> Option<crate::Scene> {
        None
    }

    /// The table for a screen, with spots to point at, within the room where that can be. The provided form is the text of
    /// [`draw`](Text::draw) without spots, so that a game has both views from the start.
    fn picture(&self, view: &Self::View, _room: Room) -> Picture {
        Picture::of_text(&self.draw(view))
    }
}

/// Written positions (TOML) to states and back: last part of a [`Game`].
pub trait Positions: Hidden {
    /// The state that a written position (TOML) describes, brought to its first question. The only way from text to
    /// a state: it breaks no invariant. The provided form is for games whose positions cannot be written.
    ///
    /// # Errors
    /// Every reason why the text is not a possible position, not only the first.
    fn read_position(&self, _text: &str) -> Result<Self::State, Vec<TextError>> {
        let message = "positions of this game cannot be written";
        Err(vec![TextError::new(0..0, message, "start a new game")])
    }

    /// The cards of a written position that it leaves open with `?`, because one seat alone has seen them: where each
    /// stands, and what chance could have brought the seat. No position is read that leaves something open; a referee
    /// puts cards in. None, the provided form, in a game without secrets.
    fn left_open(&self, _text: &str) -> Vec<(Range<usize>, Vec<Secret>)> {
        Vec::new()
    }

    /// The state as a written position; reading it gives the same state. `None` in the middle of something a
    /// position cannot say (half-way through a card's effect, say), and always in the provided form.
    fn write_position(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// The state as a written position with what the viewer may know; cards that it does not see are left open, see
    /// [`left_open`](Positions::left_open). The provided form is for games without secrets.
    fn write_known_position(&self, state: &Self::State, _viewer: Viewer) -> Option<String> {
        self.write_position(state)
    }

    /// The state in the words of a written position, as far as the viewer may know it: a table with every key, in any
    /// state, also where [`write_position`](Positions::write_position) has none. Where words of a position are open (cards
    /// in a pile, places of a market), every one is there, with 0 or nothing. A card the viewer has not seen is `?`. The provided
    /// form is the view.
    fn facts(&self, state: &Self::State, viewer: Viewer) -> Value {
        serde_json::to_value(self.view(state, viewer)).unwrap_or_default()
    }

    /// What a text of a list says that somebody states of [`facts`](Positions::facts): the same texts for all that mean the
    /// same there. `key` is the list's own key. The provided form is for texts that can be written in one way alone.
    fn stated(&self, _key: &str, text: &str) -> Vec<String> {
        vec![text.into()]
    }

    /// Which [`facts`](Positions::facts) of the game's own people at a table look at in the end, in order: `market`, or
    /// `robot.*.energy` for what stands in every entry of a table. None in the provided form.
    fn key_facts(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether two states are the same game: equal, or with equal cards of a pack in each other's places.
    fn alike(&self, one: &Self::State, other: &Self::State) -> bool {
        one == other
    }
}

/// A game: rules, what is hidden, text and positions, each a short trait of its own, and the players it brings along.
pub trait Game: Rules + Hidden + Text + Positions {
    /// The bot of that name for a seat, beside `random`, which every game has. The provided form has none.
    fn bot(&self, _name: &str) -> Option<Box<dyn crate::Bot<Self>>> {
        None
    }

    /// The names of the game's own bots, `random` left out. The provided form has none.
    fn bots(&self) -> &'static [&'static str] {
        &[]
    }

    /// Names for bots of rising strength, and the bot of each: `easy`, `medium` and `hard`. None in the provided form.
    fn levels(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
}

/// The bot of any name: `random`, one of the game's own, or that of a level.
pub(crate) fn bot_of<G: Game>(game: &G, name: &str) -> Option<Box<dyn crate::Bot<G>>> {
    let level = game.levels().iter().find(|(level, _)| *level == name);
    match level.map_or(name, |(_, bot)| bot) {
        "random" => Some(Box::new(crate::RandomBot)),
        name => game.bot(name),
    }
}

/// What chance or a seat does at random, by the lists; `None` when the game is over.
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
