//! Robot Empire: armies of robots, paid for with coins, attack each other's Batteries. For 2 or 3 players.
//!
//! Hidden hands, chains of Monsters, Agents that respond to announcements. The official cards are part of the crate
//! (`cards/`).
//!
//! Most programs use this game through the crate `cardwright` (`Match::new("robot-empire", …)`), which knows every
//! game by its id. Use this crate directly for the typed state and actions: [`Rulebook`] implements the traits of
//! `cardwright-kernel`, and [`Module`] is its entry in the list of games.
//!
//! The rules in words, with numbered clauses, are in `docs/rules/robot-empire.md`; [`rules`] has the same numbers in
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
mod legal;
pub mod lexicon;
mod module;
mod odds;
mod options;
mod play;
pub mod questions;
pub mod rules;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod why;

pub use crate::actions::Action;
pub use crate::book::rulebook::Rulebook;
pub use crate::bots::Greedy;
pub use crate::events::Event;
pub use crate::module::Module;
pub use crate::options::Options;
pub use crate::state::{CardDefId, MoonId, Named, PlaceId, PlayerId, Spot, State, Unit};
pub use crate::text::action_data::{EmpireNames, RobotEmpireAction};
pub use crate::text::view::{PlayerView, UnitView, View};

use crate::facts::{invariants, sight, values};
use crate::fast::random;
use crate::hidden::{known, worlds};
use crate::legal::{chance, list};
use crate::play::{apply, setup};
use crate::state::{Asked, PendingChance, Step, seats};
use crate::text::position::{self, write};
use crate::text::{action_data, notation, picture, question, steps, view};
use cardwright_bots::{Careless, Search};
use cardwright_kernel::{
    About, Actor, Asking, Assumption, Bot, Cite, Clause, Game, Grounds, Hidden, Log, Meter,
    NotationError, Outcome, Picture, Positions, Refusal, Rng, Room, RuleId, Rules, Seat, SeatLine,
    Secret, Text, TextError, Viewer,
};
use cardwright_runtime::shapes::object;
use serde_json::{Map, Value, json};
use std::ops::{ControlFlow, Range};

/// The maximum number of actions in a turn: cards, Permanents and Instants of a full side, Agents of all hands with
/// passes, blocks, dice and draws. The specification counts fewer than 1,500.
const ACTIONS_A_TURN: u32 = 1_500;

impl Rules for Rulebook {
    type State = State;

    type Action = Action;

    type Event = Event;

    fn meters(&self) -> Vec<(String, &Meter)> {
        self.bound.meters()
    }

    fn about(&self) -> About {
        About {
            game: "robot-empire".into(),
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

    #[inline]
    fn actor(&self, state: &State) -> Actor {
        match state.asked {
            Asked::Seat(seat) => Actor::Seat(seat.seat()),
            Asked::Chance => Actor::Chance,
            Asked::Nobody => Actor::Over(Outcome {
                winners: seats(state.winners),
            }),
        }
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        let _ = list::each_answer(self, state, &mut |action| {
            out.push(action);
            ControlFlow::Continue(())
        });
    }

    fn chance_outcomes(&self, state: &State, out: &mut Vec<(Action, u32)>) {
        let _ = chance::each_chance(self, state, &mut |action, weight| {
            out.push((action, weight));
            ControlFlow::Continue(())
        });
    }

    fn deal(&self, state: &State, rng: &mut Rng) -> Action {
        chance::deal_by(self, state, rng.draw())
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

    fn refuse(&self, state: &State, action: Action) -> Option<Refusal> {
        why::refusal(self, state, action)
    }

    fn apply_unchecked<L: Log<Event>>(&self, state: &mut State, action: Action, log: &mut L) {
        apply::carry_out(self, state, action, log);
    }

    fn asks_single(&self, state: &State) -> bool {
        let draw = state.pending_chance == PendingChance::None
            && matches!(
                state.step,
                Step::FirstMoon | Step::Deal(_) | Step::Draw | Step::DrawAgain
            )
            || matches!(
                state.pending_chance,
                PendingChance::Draw(..) | PendingChance::Mill(_)
            );
        let phase = list::moment(state).is_some()
            || matches!(
                state.step,
                Step::Play | Step::Mining | Step::Fire | Step::Discard
            );
        draw || !state.busy() && phase && values::asks_holders(self)
            || sight::looked_at(self, state).is_some()
    }

    fn turns(&self, state: &State) -> u32 {
        state.turn.into()
    }

    fn check_invariants(&self, state: &State) -> Vec<String> {
        invariants::flaws_of(self, state)
    }

    fn max_game_length(&self) -> u32 {
        u32::from(self.options.max_rounds) * u32::from(self.players) * ACTIONS_A_TURN
    }

    fn clauses(&self) -> &'static [Clause] {
        rules::CLAUSES
    }

    fn grounds(&self, state: &State, action: Action) -> Grounds {
        why::grounds_of(self, state, action)
    }

    fn asked_by(&self, state: &State) -> RuleId {
        why::asked_under(self, state)
    }
}

impl Hidden for Rulebook {
    type View = View;

    fn seen_by(&self, state: &State, action: Action) -> Option<Seat> {
        match action {
            Action::Draw(_) if matches!(state.pending_chance, PendingChance::Mill(_)) => None,
            Action::Draw(card) if !self.is_moon(card) => chance::drawer(state).map(PlayerId::seat),
            Action::Choose(_) => sight::chooses_alone(self, state),
            _ => None,
        }
    }

    fn reveals(&self, state: &State, action: Action) -> bool {
        matches!(action, Action::Choose(_)) && sight::ends_secret_choices(self, state)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view_for(self, state, viewer)
    }

    fn table_view(&self, state: &State, eyes: Viewer, unseen: &[(Seat, &str)]) -> View {
        view::table_view(self, state, eyes, unseen)
    }

    fn table_knows(&self, state: &State, action: Action, unseen: &[(Seat, &str)]) -> bool {
        view::is_known_at_table(self, state, action, unseen)
    }

    fn concealed(&self, state: &State, seat: Seat, viewer: Viewer) -> usize {
        let hidden =
            PlayerId::of_seat(seat).filter(|seat| !sight::sees_hand(self, state, *seat, viewer));
        hidden.map_or(0, |seat| state.side(seat).hand.len())
    }

    fn determinize(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        worlds::other_world(self, state, seat, rng)
    }

    fn known_to(&self, state: &State, viewer: Viewer, permutation: u8) -> State {
        known::as_known(self, state, viewer, permutation)
    }

    fn open_rules(&self) -> Option<Self> {
        (!values::asks_holders(self)).then(|| self.asking_every_holder())
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
        match PlayerId::of_seat(seat) {
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
        text::notation::shows(action)
    }

    fn together(&self) -> &'static [&'static str] {
        &["draw", "roll"]
    }

    fn declines(&self) -> &'static [&'static str] {
        &["pass", "done", "stay", "choose none"]
    }

    fn read_action(&self, state: &State, text: &str) -> Result<Action, NotationError> {
        notation::read(self, state, text)
    }

    fn describe(&self, state: &State, action: Action) -> String {
        notation::action_text(self, state, action)
    }

    fn event_data(&self, event: &Event) -> Value {
        let mut data = json!({ "kind": event.what, "text": event.text });
        if let (Value::Object(data), Ok(Value::Object(facts))) =
            (&mut data, serde_json::to_value(&event.facts))
        {
            data.extend(facts);
        }
        data
    }

    fn asking(&self, state: &State) -> Asking {
        steps::asking_of(self, state)
    }

    fn action_data(&self, state: &State, action: Action) -> Map<String, Value> {
        object(&action_data::of(self, state, action))
    }

    fn card_taken(&self, _state: &State, action: Action) -> Option<&str> {
        match action {
            Action::Play(card) | Action::Install(card, _) | Action::Show(card, _) => {
                Some(&self.def(card).id)
            }
            _ => None,
        }
    }

    fn action_space(&self) -> Vec<String> {
        steps::steps(self)
    }

    fn action_ids(&self, state: &State, actions: &[Action]) -> Vec<Option<u32>> {
        let steps = steps::steps(self);
        let number = |action: &Action| {
            let step = steps::step_of(self, state, *action);
            steps
                .iter()
                .position(|known| *known == step)
                .map(|at| at as u32)
        };
        actions.iter().map(number).collect()
    }

    /// Cards on the table and targets come after the first step.
    fn is_flat(&self) -> bool {
        false
    }

    fn describe_event(&self, event: &Event) -> String {
        event.text.clone()
    }

    fn cite_text(&self, cite: Cite) -> String {
        match cite {
            Cite::Rule(rule) => rule.to_string(),
            Cite::Op { program, at } => {
                let place = self.bound.get(program);
                let place = place.and_then(|owned| owned.program.places.get(usize::from(at)));
                place.map_or_else(
                    || format!("program {program}, operation {at}"),
                    |place| self.bound.cards.show(*place),
                )
            }
        }
    }

    fn standing(&self, view: &View) -> String {
        text::view::standing(view)
    }

    fn draw(&self, view: &View) -> String {
        view::drawn(self, view)
    }

    fn picture(&self, view: &View, room: Room) -> Picture {
        picture::pictured(self, view, room)
    }

    fn seat_lines(&self, view: &View) -> Vec<SeatLine> {
        text::picture::seats(view)
    }
}

impl Positions for Rulebook {
    fn read_position(&self, text: &str) -> Result<State, Vec<TextError>> {
        position::position(self, text)
    }

    fn as_written(&self, text: &str, seat: Seat) -> Option<State> {
        position::as_written(self, text, PlayerId::of_seat(seat)?)
    }

    fn left_open(&self, text: &str) -> Vec<(Range<usize>, Vec<Secret>)> {
        position::open_hands(self, text)
    }

    fn write_position(&self, state: &State) -> Option<String> {
        write::as_position(self, state, Viewer::Referee)
    }

    fn write_known_position(&self, state: &State, viewer: Viewer) -> Option<String> {
        write::as_position(self, state, viewer)
    }

    fn facts(&self, state: &State, viewer: Viewer) -> serde_json::Value {
        write::facts_for(self, state, viewer)
    }

    fn stated(&self, key: &str, text: &str) -> Vec<String> {
        write::stated_words(self, key, text)
    }

    fn key_facts(&self) -> &'static [&'static str] {
        &["active"]
    }
}

impl Game for Rulebook {
    fn bot(&self, name: &str) -> Option<Box<dyn Bot<Self>>> {
        if let Some(bot) = Careless::named(name, Greedy) {
            return Some(bot);
        }
        let budget = cardwright_bots::named(name, bots::ITERATIONS)?;
        Some(Box::new(Search::new(budget, bots::Trial)))
    }

    fn bots(&self) -> &'static [&'static str] {
        &["greedy", "search"]
    }

    fn levels(&self) -> &'static [(&'static str, &'static str)] {
        bots::LEVELS
    }
}
