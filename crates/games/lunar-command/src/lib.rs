//! Lunar Command: two colours build walls around robots and astronauts on a board of 900 cells. For 2 players, or 4
//! in teams.
//!
//! The game has a die and no cards, and nothing is hidden.
//!
//! Most programs use this game through the crate `cardwright` (`Match::new("lunar-command", …)`), which knows every
//! game by its id. Use this crate directly for the typed state and actions: [`Rulebook`] implements the traits of
//! `cardwright-kernel`, and [`Module`] is its entry in the list of games.
//!
//! The rules in words, with numbered clauses, are in `docs/rules/lunar-command.md`; [`rules`] has the same numbers
//! in code. Every event and every refusal cites a clause.

mod bots;
mod events;
mod fast;
mod grid;
mod module;
mod options;
mod play;
pub mod questions;
mod rulebook;
pub mod rules;
mod state;
mod text;

#[cfg(test)]
mod tests;

pub use bots::Greedy;
pub use events::{Event, Placed, Reason};
pub use module::Module;
pub use options::{OPTIONS, OptionKind, Point};
pub use play::actions::Action;
pub use rulebook::Rulebook;
pub use state::{
    Cell, Colour, Face, Figure, Kind, MAX_ASTRONAUTS, MAX_CORNERS, MAX_PIECES, MAX_ROBOTS,
    MAX_SIDE, MAX_UFOS, Mark, Marks, Piece, STEPS, State, Step, Ufo,
};
pub use text::action_data::LunarCommandAction;
pub use text::{PieceView, StationView, SupplyView, UfoView, View};

use cardwright_bots::Careless;
use cardwright_kernel::{
    About, Actor, Asking, Bot, Cite, Clause, Game, Grounds, Hidden, Log, NotationError, Picture,
    Positions, Refusal, Rng, Room, RuleId, Rules, Scene, Seat, Sheet, Text, TextError, Viewer,
    below,
};
use cardwright_runtime::shapes::object;
use grid::Grid;
use play::actions::Choices;
use play::{apply, refuse, setup, turn};
use serde_json::{Map, Value};
use text::{notation, position, steps};

impl Rules for Rulebook {
    type State = State;

    type Action = Action;

    type Event = Event;

    fn about(&self) -> About {
        let options = self.options.list();
        About {
            game: "lunar-command".into(),
            players: self.players,
            options,
            packs: Default::default(),
        }
    }

    fn players(&self) -> u8 {
        self.players
    }

    /// Both members of a team are on one side (clause LC-9.3).
    fn side(&self, seat: Seat) -> u8 {
        self.colour(seat) as u8
    }

    fn start<L: Log<Event>>(&self, log: &mut L) -> State {
        setup::start(self, log)
    }

    #[inline]
    fn actor(&self, state: &State) -> Actor {
        turn::actor(self, state)
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        let grid = &mut Grid::of(self, state);
        Choices::of(self, state, grid).each(self, state, grid, &mut |action| out.push(action));
    }

    fn chance_outcomes(&self, state: &State, out: &mut Vec<(Action, u32)>) {
        if state.step != Step::Roll {
            return;
        }
        for face in &self.options.die {
            match out
                .iter_mut()
                .find(|(action, _)| *action == Action::Roll(*face))
            {
                Some((_, weight)) => *weight += 1,
                None => out.push((Action::Roll(*face), 1)),
            }
        }
    }

    fn count(&self, state: &State) -> Option<u64> {
        if state.step == Step::Roll {
            let die = &self.options.die;
            let first = |(at, face): &(usize, &Face)| !die[..*at].contains(face);
            return Some(die.iter().enumerate().filter(first).count() as u64);
        }
        Some(u64::from(
            Choices::of(self, state, &mut Grid::of(self, state)).total,
        ))
    }

    fn deal(&self, _state: &State, rng: &mut Rng) -> Action {
        let die = &self.options.die;
        Action::Roll(die[below(rng, die.len() as u32) as usize])
    }

    fn refuse(&self, state: &State, action: Action) -> Option<Refusal> {
        refuse::refuse(self, state, action)
    }

    fn apply_unchecked<L: Log<Event>>(&self, state: &mut State, action: Action, log: &mut L) {
        apply::apply(self, state, action, log);
    }

    fn play_at_random(
        &self,
        state: &mut State,
        dealer: &mut Rng,
        luck: &mut Rng,
        _legal: &mut Vec<Action>,
        most: u64,
    ) -> u64 {
        fast::play_at_random(self, state, dealer, luck, most)
    }

    fn turns(&self, state: &State) -> u32 {
        u32::from(state.turn)
    }

    fn check_invariants(&self, state: &State) -> Vec<String> {
        position::check_invariants(self, state)
    }

    /// The maximum number of turns (clause LC-8.6) times the maximum number of actions in a turn: the roll and one
    /// action, or two in a spacewalk (five under Q-LC-8 `any`), or one for each station that a placement closes
    /// (under Q-LC-18 `in-order`).
    fn max_game_length(&self) -> u32 {
        let walks = if self.other(Point::Walkers) {
            u32::from(STEPS)
        } else {
            2
        };
        let stations = if self.other(Point::SeveralStations) {
            8
        } else {
            1
        };
        self.longest_turns() * (1 + walks.max(stations))
    }

    fn grounds(&self, state: &State, action: Action) -> Grounds {
        refuse::grounds(self, state, action)
    }

    fn clauses(&self) -> &'static [Clause] {
        rules::CLAUSES
    }

    fn asked_by(&self, state: &State) -> RuleId {
        match state.step {
            Step::Over => turn::end_clause(self, state),
            Step::Second(_) => rules::SECOND,
            Step::Order => rules::TOGETHER,
            Step::Roll | Step::Act(_) => rules::TURN,
        }
    }
}

impl Hidden for Rulebook {
    type View = View;

    /// The same for every viewer: nothing is hidden (clause LC-1.7).
    fn view(&self, state: &State, _viewer: Viewer) -> View {
        text::view(self, state)
    }

    fn determinize(&self, state: &State, _seat: Seat, _rng: &mut Rng) -> State {
        state.clone()
    }

    /// The state itself: nothing is hidden (clause LC-1.7).
    fn known_to(&self, state: &State, _viewer: Viewer, _permutation: u8) -> State {
        state.clone()
    }
}

impl Text for Rulebook {
    fn question(&self, state: &State, you: Option<Seat>) -> String {
        text::question(self, state, you)
    }

    fn declines(&self) -> &'static [&'static str] {
        &["pass", "stop"]
    }

    fn write_action(&self, _state: &State, action: Action) -> String {
        notation::write(action)
    }

    fn read_action(&self, _state: &State, text: &str) -> Result<Action, NotationError> {
        notation::read(text)
    }

    fn describe(&self, state: &State, action: Action) -> String {
        notation::describe(self, state, action)
    }

    fn describe_event(&self, event: &Event) -> String {
        events::describe_event(event)
    }

    fn asking(&self, state: &State) -> Asking {
        let (kind, about) = match state.step {
            Step::Roll => ("roll", None),
            Step::Act(face) => ("act", Some(face.to_string())),
            Step::Second(_) => ("second-walk", None),
            Step::Order => ("order", None),
            Step::Over => ("over", None),
        };
        Asking {
            kind,
            about,
            card: None,
        }
    }

    fn action_data(&self, _state: &State, action: Action) -> Map<String, Value> {
        object(&LunarCommandAction::from(action))
    }

    fn action_space(&self) -> Vec<String> {
        steps::list(self.options.size)
    }

    fn action_ids(&self, _state: &State, actions: &[Action]) -> Vec<Option<u32>> {
        actions
            .iter()
            .map(|action| steps::number(self.options.size, *action))
            .collect()
    }

    /// Walks and UFO actions are grouped by their destination, and then by their start.
    fn is_flat(&self) -> bool {
        false
    }

    fn cite_text(&self, cite: Cite) -> String {
        match cite {
            Cite::Rule(rule) => rule.to_string(),
            // There are no cards, so no citation has this form.
            Cite::Op { program, at } => format!("program {program}, operation {at}"),
        }
    }

    fn standing(&self, view: &View) -> String {
        text::standing(view)
    }

    fn draw(&self, view: &View) -> String {
        text::draw(view, &Sheet::plain())
    }

    fn draw_on(&self, view: &View, sheet: &Sheet<'_>) -> String {
        text::draw(view, sheet)
    }

    fn scene(&self, view: &View) -> Option<Scene> {
        Some(text::scene(view))
    }

    fn picture(&self, view: &View, room: Room) -> Picture {
        text::picture(self, view, room.columns)
    }
}

impl Positions for Rulebook {
    /// The same for every viewer: nothing is hidden (clause LC-1.7).
    fn facts(&self, state: &State, _viewer: Viewer) -> serde_json::Value {
        position::facts(self, state)
    }

    fn key_facts(&self) -> &'static [&'static str] {
        &["to_move", "robots"]
    }

    fn read_position(&self, text: &str) -> Result<State, Vec<TextError>> {
        position::read(self, text)
    }

    fn write_position(&self, state: &State) -> Option<String> {
        Some(position::write(self, state))
    }
}

impl Game for Rulebook {
    fn bot(&self, name: &str) -> Option<Box<dyn Bot<Self>>> {
        if let Some(bot) = Careless::named(name, Greedy) {
            return Some(bot);
        }
        let budget = cardwright_bots::named(name, bots::ITERATIONS)?;
        Some(Box::new(bots::Search {
            boards: budget.games * budget.trees,
        }))
    }

    fn bots(&self) -> &'static [&'static str] {
        &["greedy", "search"]
    }

    fn levels(&self) -> &'static [(&'static str, &'static str)] {
        bots::LEVELS
    }
}
