//! Robotory: two players move three robots, which belong to nobody, over discs of energy.
//!
//! No cards, no dice, nothing hidden: the smallest game, and the one to read first.
//!
//! Most programs use this game through the crate `cardwright` (`Match::new("robotory", …)`), which knows every game by its id. Use this
//! crate directly for the typed state and actions: [`Rulebook`] implements the traits of `cardwright-kernel`, and [`Module`] is its entry in
//! the list of games.
//!
//! The rules in words, with numbered clauses, are in `docs/rules/robotory.md`; [`rules`] has the same numbers in code. Every event and every refusal
//! cites one.

mod bots;
mod module;
mod options;
mod play;
mod rulebook;
pub mod rules;
mod state;
mod text;
#[cfg(feature = "schema")]
pub mod wire;

#[cfg(test)]
mod tests;

pub use bots::greedy::Greedy;
pub use bots::search::{DEFAULT_DEPTH, MAX_DEPTH, Search};
pub use module::Module;
pub use options::{EndRule, OPTIONS, OptionKind};
pub use play::actions::{Action, MAX_PATH, Path};
pub use rulebook::Rulebook;
pub use state::board::{Board, MAX_HEXES};
pub use state::{Colour, DARK, Hex, HexIter, HexName, Hexes, LIGHT, Pile, Robot, State};
pub use text::event::Event;
pub use text::view::{DiscsView, RobotsView, View};

use cardwright_kernel::{
    About, Actor, Asking, Bot, Cite, Clause, Game, Grounds, Hidden, Log, NotationError, Picture,
    Positions, Refusal, Rng, Room, RuleId, Rules, Scene, Seat, Text, TextError, Viewer,
};
use play::{actions, apply, over, setup};
use serde_json::{Map, Value};
use text::{notation, position, view};

impl Rules for Rulebook {
    type State = State;

    type Action = Action;

    type Event = Event;

    fn about(&self) -> About {
        About {
            game: "robotory".into(),
            players: 2,
            options: self.options.list(),
            packs: Vec::new(),
        }
    }

    fn players(&self) -> u8 {
        2
    }

    fn start<L: Log<Event>>(&self, log: &mut L) -> State {
        setup::start(self, log)
    }

    #[inline]
    fn actor(&self, state: &State) -> Actor {
        over::actor(self, state)
    }

    #[inline]
    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        if !over::is_over(self, state) {
            actions::each(self, state, &mut |action| out.push(action));
        }
    }

    fn odds(&self, _state: &State, _out: &mut Vec<(Action, u32)>) {}

    #[inline]
    fn count(&self, state: &State) -> Option<u64> {
        Some(if over::is_over(self, state) {
            0
        } else {
            actions::count(self, state)
        })
    }

    fn refuse(&self, state: &State, action: Action) -> Option<Refusal> {
        actions::refuse(self, state, action)
    }

    #[inline]
    fn apply_unchecked<L: Log<Event>>(&self, state: &mut State, action: Action, log: &mut L) {
        apply::apply(self, state, action, log);
    }

    fn turns(&self, state: &State) -> u32 {
        u32::from(state.turn)
    }

    fn flaws(&self, state: &State) -> Vec<String> {
        position::flaws(self, state)
    }

    /// The measure at the start, which falls with every action (clause RB-7.5): 76 in the official game.
    fn longest(&self) -> u32 {
        setup::opening(self).measure()
    }

    fn clauses(&self) -> &'static [Clause] {
        rules::CLAUSES
    }

    fn grounds(&self, state: &State, action: Action) -> Grounds {
        actions::grounds(self, state, action)
    }

    fn asked_by(&self, state: &State) -> RuleId {
        if over::is_over(self, state) {
            rules::END
        } else {
            rules::TURNS
        }
    }
}

impl Hidden for Rulebook {
    type View = View;

    /// The same for every viewer: nothing is hidden (clause RB-1.6).
    fn view(&self, state: &State, _viewer: Viewer) -> View {
        view::view(self, state)
    }

    fn determinize(&self, state: &State, _seat: Seat, _rng: &mut Rng) -> State {
        state.clone()
    }

    /// The state itself: nothing is hidden (clause RB-1.6).
    fn known_to(&self, state: &State, _viewer: Viewer, _way: u8) -> State {
        state.clone()
    }
}

impl Text for Rulebook {
    fn question(&self, state: &State) -> String {
        if over::is_over(self, state) {
            return "the game is over".into();
        }
        let kinds = actions::kinds(self, state).join(" or ");
        format!(
            "turn {}, {}: {kinds}",
            state.turn,
            state::side(state.to_move)
        )
    }

    fn write_action(&self, _state: &State, action: Action) -> String {
        notation::write(self.board(), action)
    }

    fn read_action(&self, _state: &State, text: &str) -> Result<Action, NotationError> {
        notation::read(self.board(), text)
    }

    fn describe(&self, state: &State, action: Action) -> String {
        notation::describe(self.board(), state, action)
    }

    fn describe_event(&self, event: &Event) -> String {
        view::describe_event(event)
    }

    fn asking(&self, state: &State) -> Asking {
        let kind = if over::is_over(self, state) {
            "over"
        } else {
            "turn"
        };
        Asking {
            kind,
            ..Asking::default()
        }
    }

    fn action_data(&self, _state: &State, action: Action) -> Map<String, Value> {
        notation::data(self.board(), action)
    }

    fn first_steps(&self) -> Vec<String> {
        notation::first_steps(self)
    }

    fn first_steps_of(&self, _state: &State, actions: &[Action]) -> Vec<Option<u32>> {
        let steps = notation::first_steps(self);
        let number = |action: &Action| {
            let step = notation::first_step(self.board(), *action);
            steps
                .iter()
                .position(|known| *known == step)
                .map(|at| at as u32)
        };
        actions.iter().map(number).collect()
    }

    /// A move is its robot and where it ends, and then the way there.
    fn one_step(&self) -> bool {
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
        view::stock(view)
    }

    fn draw(&self, view: &View) -> String {
        view::draw(self, view)
    }

    fn scene(&self, view: &View) -> Option<Scene> {
        Some(text::scene::scene(self, view))
    }

    fn picture(&self, view: &View, _room: Room) -> Picture {
        text::picture::picture(self, view)
    }
}

impl Positions for Rulebook {
    /// The same for every viewer: nothing is hidden (clause RB-1.6).
    fn facts(&self, state: &State, _viewer: Viewer) -> serde_json::Value {
        position::facts(self, state)
    }

    fn looked_at(&self) -> &'static [&'static str] {
        &["to_move", "robots", "light", "dark", "reserve"]
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
        match name.split_once(':') {
            None if name == "greedy" => Some(Box::new(Greedy)),
            None if name == "search" => Some(Box::new(Search::new(DEFAULT_DEPTH))),
            Some(("search", depth)) => {
                let depth = depth
                    .parse()
                    .ok()
                    .filter(|depth| (1..=MAX_DEPTH).contains(depth))?;
                Some(Box::new(Search::new(depth)))
            }
            _ => None,
        }
    }

    fn bots(&self) -> &'static [&'static str] {
        &["greedy", "search"]
    }

    fn levels(&self) -> &'static [(&'static str, &'static str)] {
        bots::LEVELS
    }
}
