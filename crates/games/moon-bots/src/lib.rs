//! Moon-Bots: robots built from salvaged parts fight on the Moon. For 2, 3 or 4 players.
//!
//! Dice, a market of cards, hidden secret weapons. The official cards are part of the crate (`cards/`).
//!
//! Most programs use this game through the crate `cardwright` (`Match::new("moon-bots", …)`), which knows every game
//! by its id. Use this crate directly for the typed state and actions: [`Rulebook`] implements the traits of
//! `cardwright-kernel`, and [`Module`] is its entry in the list of games.
//!
//! The rules in words, with numbered clauses, are in `docs/rules/moon-bots.md`; [`rules`] has the same numbers in
//! code. Every event and every refusal cites one.

mod actions;
mod book;
mod bots;
mod cards;
mod engine;
mod events;
mod facts;
mod fast;
mod hidden;
pub mod lexicon;
mod module;
mod odds;
mod options;
mod play;
pub mod questions;
pub mod rules;
mod sizes;
pub mod state;
mod text;
mod why;

pub use actions::{Action, Points};
pub use book::names::Names;
pub use book::rulebook::Rulebook;
pub use bots::greedy::Greedy;
pub use events::{Event, Why};
pub use module::Module;
pub use options::{Ask, Options};
pub use text::action_data::{MoonBotsAction, Share};
pub use text::view::{RobotView, View};
pub use text::view_data::{Aimed, Bought, Forbidden, MoonBots, Pending, PermanentView, RobotData};

use crate::engine::context::{Engine, Flow};
use crate::facts::{derived, invariants, windows};
use crate::fast::random;
use crate::hidden::{known, secret, worlds};
use crate::play::{legal, setup};
use crate::state::ids::{PlayerId, RobotId};
use crate::state::{Asked, MarketCard, Robot, State};
use crate::text::position::{self, as_facts, equivalence, open, write};
use crate::text::{action_data, data, describe, features, notation, question, steps, view};
use crate::why::grounds;
use bots::search::{AsGreedy, Learned};
use cardwright_bots::{Careless, Search};
use cardwright_kernel::{
    About, Actor, Asking, Assumption, Bot, Cite, Clause, Game, Grounds, Hidden, Lesson, Log, Meter,
    NotationError, Outcome, Picture, Positions, Refusal, Rng, Room, RuleId, Rules, Seat, SeatLine,
    SeatSet, Secret, Text, TextError, Viewer,
};
use cardwright_runtime::ids::Id;
use cardwright_runtime::shapes::object;
use serde_json::{Map, Value};
use std::ops::Range;

/// An upper estimate of the actions in one robot's turn. Every window asks four players, who play 17 weapons in all
/// over the game. In addition there are a dozen parts with their splits and boosts, rolls and draws.
const ACTIONS_A_TURN: u32 = 200;

impl Rules for Rulebook {
    type State = State;

    type Action = Action;

    type Event = Event;

    fn meters(&self) -> Vec<(String, &Meter)> {
        self.bound.meters()
    }

    fn about(&self) -> About {
        About {
            game: "moon-bots".into(),
            players: self.players,
            options: self.options.list(),
            packs: self.bound.cards.packs.clone(),
        }
    }

    fn players(&self) -> u8 {
        self.players
    }

    fn start<L: Log<Event>>(&self, log: &mut L) -> State {
        setup::begin(self, log)
    }

    #[inline(always)]
    fn actor(&self, state: &State) -> Actor {
        match state.asked {
            Asked::Seat(player) => Actor::Seat(player.seat()),
            Asked::Chance => Actor::Chance,
            Asked::Nobody => Actor::Over(Outcome {
                winners: SeatSet(state.winners.bits()),
            }),
        }
    }

    #[inline]
    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        legal::list(self, state, out);
    }

    fn play_at_random(
        &self,
        state: &mut State,
        dealer: &mut Rng,
        luck: &mut Rng,
        legal: &mut Vec<Action>,
        most: u64,
    ) -> u64 {
        random::random_play(self, state, [dealer, luck], legal, most)
    }

    fn chance_outcomes(&self, state: &State, out: &mut Vec<(Action, u32)>) {
        legal::chances(self, state, out);
    }

    #[inline(always)]
    fn deal(&self, state: &State, rng: &mut Rng) -> Action {
        legal::draw_chance(self, state, rng)
    }

    fn refuse(&self, state: &State, action: Action) -> Option<Refusal> {
        (!legal::allows(self, state, action)).then(|| why::why_not(self, state, action))
    }

    // Always inlined into the play-out loop, with everything it calls at every step.
    #[inline(always)]
    fn apply_unchecked<L: Log<Event>>(&self, state: &mut State, action: Action, log: &mut L) {
        let mut engine = Engine::new(self, state, log);
        if engine.carry_out(action) == Flow::On {
            engine.advance();
        }
    }

    fn asks_single(&self, state: &State) -> bool {
        let window = windows::open_window(state).is_some() && state.top().is_none();
        self.options.ask == Ask::WhenHolding && window || secret::asks_for_secrets(self, state)
    }

    fn turns(&self, state: &State) -> u32 {
        state.turns.into()
    }

    fn check_invariants(&self, state: &State) -> Vec<String> {
        let mut flaws = invariants::flaws_of(self, state);
        let mut anew = state.clone();
        derived::refresh_derived(self, &mut anew);
        if anew.derived != state.derived {
            flaws.push(format!(
                "what is kept is {:?} and follows as {:?}",
                state.derived, anew.derived
            ));
        }
        if let Some((robot, weapon)) = windows::contradicted_condition(self, state) {
            let weapon = &self.names.weapons[usize::from(weapon)].0;
            let robot = self.names.robot(robot);
            flaws.push(format!(
                "robot {robot} may play {weapon} contrary to its precomputed condition"
            ));
        }
        flaws
    }

    fn max_game_length(&self) -> u32 {
        u32::from(self.options.max_rounds) * self.robots().len() as u32 * ACTIONS_A_TURN
    }

    fn clauses(&self) -> &'static [Clause] {
        rules::CLAUSES
    }

    fn grounds(&self, state: &State, action: Action) -> Grounds {
        grounds::grounds_of(self, state, action)
    }

    fn asked_by(&self, state: &State) -> RuleId {
        why::asked_under(self, state)
    }
}

impl Hidden for Rulebook {
    type View = View;

    fn seen_by(&self, state: &State, action: Action) -> Option<Seat> {
        secret::looks_alone(self, state, action)
            .or_else(|| secret::writes_alone(self, state, action))
    }

    fn reveals(&self, state: &State, action: Action) -> bool {
        matches!(action, Action::Choose { .. }) && secret::ends_writing(self, state)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view_for(self, state, viewer)
    }

    fn table_view(&self, state: &State, eyes: Viewer, unseen: &[(Seat, &str)]) -> View {
        view::table_view(self, state, eyes, unseen)
    }

    fn table_knows(&self, state: &State, action: Action, unseen: &[(Seat, &str)]) -> bool {
        known::is_known_at_table(self, state, action, unseen)
    }

    fn concealed(&self, state: &State, seat: Seat, viewer: Viewer) -> usize {
        let robots = RobotId::all().zip(view::view_for(self, state, viewer).robots);
        let own = robots.filter(|(robot, _)| self.owner(*robot).seat() == seat);
        own.map(|(_, robot)| {
            usize::from(robot.weapons).saturating_sub(robot.known.count_ones() as usize)
        })
        .sum()
    }

    fn determinize(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        worlds::other_world(self, state, seat, rng)
    }

    fn known_to(&self, state: &State, viewer: Viewer, permutation: u8) -> State {
        known::as_known(self, state, viewer, permutation)
    }

    fn open_rules(&self) -> Option<Self> {
        (self.options.ask != Ask::WhenHolding).then(|| known::asking_every_holder(self))
    }

    fn assume(
        &self,
        known: &State,
        who: Option<Seat>,
        text: &str,
        viewer: Viewer,
    ) -> Assumption<State> {
        known::supposed(self, known, who, text, viewer)
    }

    fn secrecy(&self) -> Option<RuleId> {
        Some(rules::HIDDEN)
    }

    fn hides_actions(&self, state: &State, viewer: Viewer) -> bool {
        known::hides(self, state, viewer)
    }
}

impl Text for Rulebook {
    fn refuse_unasked(
        &self,
        state: &State,
        seat: Seat,
        text: &str,
    ) -> Result<Option<Refusal>, NotationError> {
        match PlayerId::at(seat) {
            Some(player) => why::why_not_unasked(self, state, player, text),
            None => Ok(None),
        }
    }

    fn question(&self, state: &State, you: Option<Seat>) -> String {
        question::question_to(self, state, you)
    }

    fn write_action(&self, state: &State, action: Action) -> String {
        notation::write(self, state, action)
    }

    fn shows(&self, action: &str) -> Option<String> {
        notation::shows(action)
    }

    fn together(&self) -> &'static [&'static str] {
        &["roll", "draw"]
    }

    fn declines(&self) -> &'static [&'static str] {
        &["pass", "buy nothing", "skip", "keep", "stop", "choose none"]
    }

    fn read_action(&self, state: &State, text: &str) -> Result<Action, NotationError> {
        notation::read(self, state, text)
    }

    fn describe(&self, state: &State, action: Action) -> String {
        describe::action_text(self, state, action)
    }

    fn describe_event(&self, event: &Event) -> String {
        describe::event_text(self, event)
    }

    fn event_data(&self, event: &Event) -> Value {
        data::event_of(self, event)
    }

    fn asking(&self, state: &State) -> Asking {
        data::asking_of(self, state)
    }

    fn action_data(&self, state: &State, action: Action) -> Map<String, Value> {
        object(&action_data::of(self, state, action))
    }

    fn card_taken(&self, state: &State, action: Action) -> Option<&str> {
        let (id, _) = match action {
            Action::Buy { place } => match state.market[usize::from(place)].card() {
                MarketCard::Open(card) => self.names.open.get(usize::from(card))?,
                _ => return None,
            },
            Action::Play { weapon, .. } => self.names.weapons.get(weapon.index())?,
            _ => return None,
        };
        Some(id)
    }

    fn action_space(&self) -> Vec<String> {
        steps::steps(self).list.clone()
    }

    fn action_ids(&self, state: &State, actions: &[Action]) -> Vec<Option<u32>> {
        let number = |action: &Action| {
            let step = steps::step_of(self, state, *action);
            steps::steps(self)
                .list
                .iter()
                .position(|known| *known == step)
                .map(|at| at as u32)
        };
        actions.iter().map(number).collect()
    }

    fn is_flat(&self) -> bool {
        steps::steps(self).whole
    }

    fn step_key(&self, state: &State, action: Action) -> Option<[u64; 2]> {
        Some(features::key_of_step(self, state, action))
    }

    fn features(&self) -> Vec<String> {
        features::feature_names(self)
    }

    fn write_features(&self, view: &View, row: &mut [u8]) {
        features::features_of(self, view, row);
    }

    fn cite_text(&self, cite: Cite) -> String {
        describe::cited(self, cite)
    }

    fn standing(&self, view: &View) -> String {
        text::draw::standing(view)
    }

    fn draw(&self, view: &View) -> String {
        text::draw::table(view)
    }

    fn picture(&self, view: &View, room: Room) -> Picture {
        text::picture::picture(view, room)
    }

    fn seat_lines(&self, view: &View) -> Vec<SeatLine> {
        text::picture::seats(view)
    }
}

impl Positions for Rulebook {
    fn facts(&self, state: &State, viewer: Viewer) -> Value {
        as_facts::facts_for(self, state, viewer)
    }

    fn key_facts(&self) -> &'static [&'static str] {
        &["active", "market", "robot.*.energy", "robot.*.status"]
    }

    fn read_position(&self, text: &str) -> Result<State, Vec<TextError>> {
        position::position(self, text)
    }

    fn left_open(&self, text: &str) -> Vec<(Range<usize>, Vec<Secret>)> {
        open::open_hands(self, text)
    }

    fn write_position(&self, state: &State) -> Option<String> {
        write::as_position(self, state)
    }

    fn write_known_position(&self, state: &State, viewer: Viewer) -> Option<String> {
        write::as_known_position(self, state, viewer)
    }

    fn alike(&self, one: &State, other: &State) -> bool {
        equivalence::same_but_for_copies(self, one, other)
    }
}

impl Game for Rulebook {
    fn bot(&self, name: &str) -> Option<Box<dyn Bot<Self>>> {
        if let Some(bot) = Careless::named(name, Greedy) {
            return Some(bot);
        }
        if name == "learned" {
            return Some(Box::new(Learned(AsGreedy::of(self))));
        }
        let budget = cardwright_bots::named(name, bots::search::ITERATIONS)?;
        Some(Box::new(Search::new(budget, AsGreedy::of(self))))
    }

    fn bots(&self) -> &'static [&'static str] {
        &["greedy", "learned", "search"]
    }

    fn lessons(&self, seeds: Range<u64>) -> Vec<Lesson> {
        let mut policy = AsGreedy::of(self);
        seeds
            .map(|seed| cardwright_bots::lesson(self, &mut policy, seed))
            .collect()
    }

    fn levels(&self) -> &'static [(&'static str, &'static str)] {
        bots::LEVELS
    }
}

impl Rulebook {
    /// Replaces a robot, including all its cards, and updates the derived data.
    pub fn put_robot(&self, state: &mut State, place: RobotId, robot: Robot) {
        state.robots[place.index()] = robot;
        derived::refresh_derived(self, state);
    }
}
