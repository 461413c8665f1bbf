//! The entry of Robotory in the list of games, and the four parts of a game; the rules themselves are in other
//! files.

use crate::actions::{self, Action};
use crate::bots::greedy::Greedy;
use crate::bots::search::{DEFAULT_DEPTH, MAX_DEPTH, Search};
use crate::events::Event;
use crate::play::{self, apply, legal, over};
use crate::rulebook::Rulebook;
use crate::state::State;
use crate::view::View;
use crate::{layout, position, rules, why};
use cardwright_effects::CardSet;
use cardwright_kernel::{
    About, Actor, Bot, Clause, DynGame, Game, Grounds, Hidden, Log, NotationError, Picture,
    Positions, Refusal, Room, RuleId, Rules, Scene, Seat, Text, TextError, Viewer, erase,
};
use cardwright_runtime::form::{Actions, Json, write_position};
use cardwright_runtime::form_text;
use cardwright_runtime::module::{GameInfo, GameModule, Given};
use std::sync::Arc;

/// The game module for Robotory.
pub struct Module;

static INFO: GameInfo = GameInfo {
    id: "robotory",
    title: "Robotory",
    least: 2,
    most: 2,
    counts: &[2],
    usual: 2,
    cards: false,
    about: "lead three common robots over energy discs into your own camp",
};

impl GameModule for Module {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    #[cfg(feature = "schema")]
    fn shapes(&self) -> Option<cardwright_runtime::shapes::Shapes> {
        Some(cardwright_runtime::shapes::Shapes::of_forms::<
            crate::board::Board,
            View,
            Action,
        >())
    }

    fn build(
        &self,
        _cards: CardSet,
        _players: u8,
        options: &Given,
    ) -> Result<Arc<dyn DynGame>, Vec<String>> {
        Ok(erase(Rulebook::new(options)?))
    }
}

impl Rules for Rulebook {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn about(&self) -> About {
        About {
            game: INFO.id.into(),
            players: 2,
            options: self.options.list(),
            packs: Arc::default(),
        }
    }

    fn players(&self) -> u8 {
        2
    }

    fn start<L: Log<Event>>(&self, log: &mut L) -> State {
        play::start(self, log)
    }

    #[inline]
    fn actor(&self, state: &State) -> Actor {
        over::actor(self, state)
    }

    #[inline]
    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        if !over::is_over(self, state) {
            legal::each(self, state, &mut |action| out.push(action));
        }
    }

    #[inline]
    fn count(&self, state: &State) -> Option<u64> {
        let over = over::is_over(self, state);
        Some(if over { 0 } else { legal::count(self, state) })
    }

    fn refuse(&self, state: &State, action: Action) -> Option<Refusal> {
        why::refuse(self, state, action)
    }

    #[inline]
    fn apply_unchecked<L: Log<Event>>(&self, state: &mut State, action: Action, log: &mut L) {
        apply::carry_out(self, state, action, None, log);
        play::pass_on(self, state, log);
    }

    fn turns(&self, state: &State) -> u32 {
        u32::from(state.turn)
    }

    fn check_invariants(&self, state: &State) -> Vec<String> {
        let faults = position::faults(self, state).into_iter();
        faults
            .map(|(key, message, _)| format!("{key}: {message}"))
            .collect()
    }

    /// The measure at the start, which decreases with every action (clause RB-7.5): 76 in the official game.
    fn max_game_length(&self) -> u32 {
        play::opening(self).measure()
    }

    fn clauses(&self) -> &'static [Clause] {
        rules::CLAUSES
    }

    fn grounds(&self, state: &State, action: Action) -> Grounds {
        why::grounds(self, state, action)
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
        View::of(self, state)
    }
}

impl Text for Rulebook {
    fn question(&self, state: &State, you: Option<Seat>) -> String {
        why::question(self, state, you)
    }

    form_text!(Action, Event, |rules| rules.board(); write_action, describe_event, action_data);

    fn read_action(&self, _state: &State, text: &str) -> Result<Action, NotationError> {
        actions::read(self.board(), text)
    }

    fn describe(&self, state: &State, action: Action) -> String {
        let phrase = action.phrase(self.board());
        match action {
            Action::Move { path, .. } => {
                format!("{phrase}, burning {}", apply::burned(state, path))
            }
            _ => phrase,
        }
    }

    fn action_space(&self) -> Vec<String> {
        actions::action_space(self.board(), self.supply())
    }

    fn first_step(&self, _state: &State, action: Action) -> String {
        actions::first_step(self.board(), action)
    }

    /// Moves are grouped by robot and destination, and then by path.
    fn is_flat(&self) -> bool {
        false
    }

    fn standing(&self, view: &View) -> String {
        view.stock()
    }

    fn draw(&self, view: &View) -> String {
        layout::draw(self, view)
    }

    fn scene(&self, view: &View) -> Option<Scene> {
        Some(layout::scene(self, view))
    }

    fn picture(&self, view: &View, _room: Room) -> Picture {
        layout::picture(self, view)
    }
}

impl Positions for Rulebook {
    fn facts(&self, state: &State, _viewer: Viewer) -> Json {
        position::facts(self, state).into()
    }

    fn key_facts(&self) -> &'static [&'static str] {
        &["to_move", "robots", "light", "dark", "reserve"]
    }

    fn read_position(&self, text: &str) -> Result<State, Vec<TextError>> {
        position::read(self, text)
    }

    fn write_position(&self, state: &State) -> Option<String> {
        Some(write_position(state, self.board()))
    }
}

impl Game for Rulebook {
    fn bot(&self, name: &str) -> Option<Box<dyn Bot<Self>>> {
        match name.split_once(':') {
            None if name == "greedy" => Some(Box::new(Greedy)),
            None if name == "search" => Some(Box::new(Search::new(DEFAULT_DEPTH))),
            Some(("search", depth)) => {
                let depth = depth.parse().ok()?;
                (1..=MAX_DEPTH)
                    .contains(&depth)
                    .then(|| Box::new(Search::new(depth)) as _)
            }
            _ => None,
        }
    }

    fn bots(&self) -> &'static [&'static str] {
        &["greedy", "search"]
    }

    fn levels(&self) -> &'static [(&'static str, &'static str)] {
        crate::bots::LEVELS
    }
}
