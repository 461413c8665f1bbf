//! Lunar Command: two colours wall in robots and astronauts on a board of 900 cells. A die, teams, nothing hidden.
//!
//! [`Rulebook`] is the game; its rules in words are `docs/rules/lunar-command.md`, and every event and refusal cites a
//! clause of them ([`rules`]). Rooms: `state` (what is kept, and what follows from it), `play` (the rules), `text`
//! (notation, positions, the board drawn), `options`, `bots`, `fast` (random play without lists).

mod bots;
mod fast;
mod module;
mod options;
mod play;
pub mod questions;
pub mod rules;
mod state;
mod text;

#[cfg(test)]
mod tests;

pub use bots::Greedy;
pub use module::Module;
pub use options::{OPTIONS, OptionKind, Point};
pub use play::actions::Action;
pub use state::{
    Cell, Colour, Face, Figure, Kind, MAX_ASTRONAUTS, MAX_CORNERS, MAX_PIECES, MAX_ROBOTS, MAX_SIDE,
    MAX_UFOS, Mark, Marks, Piece, STEPS, State, Step, Ufo,
};
pub use text::{Event, PieceView, Placed, Reason, StationView, SupplyView, UfoView, View};

use cardwright_kernel::{
    About, Actor, Asking, Bot, Cite, Clause, Flaw, Game, Grounds, Hidden, Log, NotationError, Picture,
    Positions, Refusal, Rng, Room, RuleId, Rules, Scene, Seat, Sheet, Text, Viewer, below,
};
use options::{Fault, Options};
use play::actions::Choices;
use play::{apply, refuse, setup, turn};
use serde_json::{Map, Value};
use state::grid::Grid;
use state::{Rows, colour_of};
use text::{notation, position, steps};

/// The rules of Lunar Command for a number of players under a set of options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rulebook {
    players: u8,
    options: Options,
    /// The cells of the board.
    board: Rows,
}

impl Rulebook {
    /// The rules for two or four players under options given as name and value; what is not named is as usual.
    /// [`OPTIONS`] lists them, and [`questions::QUESTIONS`] those that are readings of the rulebook.
    ///
    /// # Errors
    /// Every reason why the options make no sense, one sentence each.
    pub fn new(players: u8, options: &[(String, String)]) -> Result<Self, Vec<String>> {
        if ![2, 4].contains(&players) {
            let message = format!("lunar-command is for 2 players, or for 4 in teams of two, not {players}");
            return Err(vec![format!("{message} ({})", rules::TEAMS)]);
        }
        match Options::read(players, options) {
            Ok(options) => Ok(Rulebook::under(players, options)),
            Err(faults) => Err(faults.iter().map(Fault::sentence).collect()),
        }
    }

    /// The rules under house rules written as TOML: options as keys of a table `[options]` (or at the top), cells as
    /// text or as arrays. `players` is 2 or 4.
    ///
    /// # Errors
    /// Every reason why the text makes no sense, each with its place.
    pub fn from_toml(players: u8, text: &str) -> Result<Self, Vec<Flaw>> {
        let texts = cardwright_runtime::toml::options(text)?;
        match Options::read(players, &texts.given) {
            Ok(options) => Ok(Rulebook::under(players, options)),
            Err(faults) => Err(faults.iter().map(|fault| fault.flaw(&texts.spans)).collect()),
        }
    }

    fn under(players: u8, options: Options) -> Self {
        let board = Rows::block(Cell::at(0, 0), options.size.0, options.size.1);
        Rulebook { players, options, board }
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// The cells of the board.
    #[inline]
    pub(crate) fn board(&self) -> &Rows {
        &self.board
    }

    /// Columns and rows of the board.
    pub fn size(&self) -> (u8, u8) {
        self.options.size
    }

    /// How many seats play.
    #[inline]
    pub(crate) fn seats(&self) -> u8 {
        self.players
    }

    /// The colour of a seat.
    #[inline]
    pub fn colour(&self, seat: Seat) -> Colour {
        colour_of(self.players, seat)
    }

    /// Whether a seat is the second member of its team.
    #[inline]
    pub(crate) fn is_second(&self, seat: Seat) -> bool {
        self.players > 2 && seat.0 % 2 == 1
    }

    /// What people call a seat.
    pub(crate) fn name(&self, seat: Seat) -> &'static str {
        let colour = self.colour(seat).index();
        match self.players {
            2 => ["green", "orange"][colour],
            _ => [["green 1", "green 2"], ["orange 1", "orange 2"]][colour][usize::from(seat.0 % 2)],
        }
    }

    /// The starting corners from which a seat builds (clauses LC-4.9, LC-9.2).
    pub(crate) fn roots(&self, seat: Seat) -> impl Iterator<Item = Cell> + '_ {
        let corners = self.options.corners_of(self.colour(seat)).iter().enumerate();
        let own = move |member: usize| self.players == 2 || (member == 1) == self.is_second(seat);
        corners.filter(move |(member, _)| own(*member)).map(|(_, cell)| *cell)
    }

    /// Whether a piece is a starting corner.
    pub(crate) fn is_corner(&self, piece: Piece) -> bool {
        piece.kind() == Kind::Square
            && piece.owner().is_some_and(|colour| self.options.corners_of(colour).contains(&piece.cell()))
    }

    /// Pieces of a kind in the box; of a coloured kind, of each colour.
    #[inline]
    pub(crate) fn supply(&self, kind: Kind) -> u8 {
        self.options.supply(kind)
    }

    /// The number of the reading in force of an open question, 0 for ours.
    #[inline]
    pub(crate) fn reading(&self, point: Point) -> u8 {
        self.options.reading(point)
    }

    /// Whether the second reading of an open question is in force (or a later one).
    #[inline]
    pub(crate) fn other(&self, point: Point) -> bool {
        self.reading(point) != 0
    }

    /// Whether each member of a team has a half of its pieces (Q-LC-16).
    pub(crate) fn halves(&self) -> bool {
        self.players > 2 && self.other(Point::TeamPieces)
    }

    /// Whether a partner's pieces interrupt a connection (Q-LC-17).
    pub(crate) fn parts_partners(&self) -> bool {
        self.players > 2 && self.other(Point::PartnerPath)
    }

    /// Whether it matters which member of a team built a piece.
    pub(crate) fn tells_members(&self) -> bool {
        self.halves() || self.parts_partners()
    }

    /// Whether it matters who has scored a station (Q-LC-3, Q-LC-15).
    pub(crate) fn marks_stations(&self) -> bool {
        self.other(Point::Owner) || (self.abducts() && self.other(Point::AbductionScores))
    }

    /// Whether astronauts may be abducted (clause LC-10.1).
    #[inline]
    pub(crate) fn abducts(&self) -> bool {
        self.options.abduction
    }

    /// Whether a player may pass though an option is possible (Q-LC-11).
    #[inline]
    pub(crate) fn may_pass(&self) -> bool {
        self.other(Point::MustAct)
    }

    /// The only face of the die, if it has one face (clause LC-11.3).
    #[inline]
    pub(crate) fn only_face(&self) -> Option<Face> {
        let first = *self.options.die.first()?;
        self.options.die.iter().all(|face| *face == first).then_some(first)
    }

    /// The faces of the die as a hint.
    pub(crate) fn faces(&self) -> String {
        let mut names: Vec<String> = self.options.die.iter().map(Face::to_string).collect();
        names.dedup();
        format!("the faces are {}", names.join(", "))
    }

    /// Pieces, domes among them, and figures of the set-up: what can still happen only so often (clause LC-8.6).
    fn events(&self) -> u32 {
        let built = self.options.white() + 2 * self.options.coloured();
        built + self.options.robots.len() as u32 + self.options.astronauts.len() as u32
    }

    /// The most turns a game can take (clause LC-8.6).
    pub(crate) fn longest_turns(&self) -> u32 {
        (self.events() + 1) * u32::from(self.options.quiet_turns)
    }
}

impl Rules for Rulebook {
    type State = State;

    type Action = Action;

    type Event = Event;

    fn about(&self) -> About {
        let options = self.options.list();
        About { game: "lunar-command".into(), players: self.players, options, packs: Vec::new() }
    }

    fn players(&self) -> u8 {
        self.players
    }

    /// Both members of a team are one side (clause LC-9.3).
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

    fn odds(&self, state: &State, out: &mut Vec<(Action, u32)>) {
        if state.step != Step::Roll {
            return;
        }
        for face in &self.options.die {
            match out.iter_mut().find(|(action, _)| *action == Action::Roll(*face)) {
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
        Some(u64::from(Choices::of(self, state, &mut Grid::of(self, state)).total))
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

    fn flaws(&self, state: &State) -> Vec<String> {
        position::flaws(self, state)
    }

    /// Turns as clause LC-8.6 proves, times the most answers of a turn: the roll, and one answer or, in a spacewalk,
    /// two (under Q-LC-8 `any` five), or the stations one placement closes (under Q-LC-18 `in-order`).
    fn longest(&self) -> u32 {
        let walks = if self.other(Point::Walkers) { u32::from(STEPS) } else { 2 };
        let stations = if self.other(Point::SeveralStations) { 8 } else { 1 };
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
    fn known_to(&self, state: &State, _viewer: Viewer, _way: u8) -> State {
        state.clone()
    }
}

impl Text for Rulebook {
    fn question(&self, state: &State) -> String {
        text::question(self, state)
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
        text::describe_event(event)
    }

    fn asking(&self, state: &State) -> Asking {
        let (kind, about) = match state.step {
            Step::Roll => ("roll", None),
            Step::Act(face) => ("act", Some(face.to_string())),
            Step::Second(_) => ("second-walk", None),
            Step::Order => ("order", None),
            Step::Over => ("over", None),
        };
        Asking { kind, about, card: None }
    }

    fn answer_data(&self, _state: &State, action: Action) -> Map<String, Value> {
        steps::data(action)
    }

    fn first_steps(&self) -> Vec<String> {
        steps::list(self.options.size)
    }

    fn first_steps_of(&self, _state: &State, answers: &[Action]) -> Vec<Option<u32>> {
        answers.iter().map(|action| steps::number(self.options.size, *action)).collect()
    }

    /// Walks, and what UFOs do, are where they end, and then from where.
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

    fn looked_at(&self) -> &'static [&'static str] {
        &["to_move", "robots"]
    }

    fn read_position(&self, text: &str) -> Result<State, Vec<Flaw>> {
        position::read(self, text)
    }

    fn write_position(&self, state: &State) -> Option<String> {
        Some(position::write(self, state))
    }
}

impl Game for Rulebook {
    fn bot(&self, name: &str) -> Option<Box<dyn Bot<Self>>> {
        (name == "greedy").then(|| Box::new(Greedy) as Box<dyn Bot<Self>>)
    }

    fn bots(&self) -> &'static [&'static str] {
        &["greedy"]
    }
}
