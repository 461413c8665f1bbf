//! Games and matches behind one type each, for frontends that choose the game at run time. Everything is text or
//! JSON here; derived once for every game.

use crate::{
    About, Actor, Asking, Clause, Considered, Counting, Flaw, Game, LastAnswer, Match, MatchError,
    Observation, Outcome, Picture, RandomBot, Refusal, Replay, ReplayError, Rng, Room, RuleId, Scene, Seat,
    SeatSet, Secret, Sheet, Tally, Viewer, fingerprint, laws, perft, playout, simulate_from, stream,
};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// The purpose of the luck that chooses a world; see [`stream`]. No seat has so high a number.
const WORLDS: u64 = 255;

/// One allowed answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// The answer in the game's notation.
    pub action: String,
    /// The answer as a phrase for a person.
    pub text: String,
}

/// The present question.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Question {
    /// Who is asked.
    pub actor: Actor,
    /// What is asked.
    pub text: String,
    /// Every allowed answer, in order.
    pub choices: Vec<Choice>,
}

/// One allowed answer, for programs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Typed {
    /// The answer in the game's notation.
    pub action: String,
    /// The answer as a phrase for a person.
    pub text: String,
    /// The answer as data; see [`Text::answer_data`](crate::Text::answer_data).
    pub data: Map<String, Value>,
    /// Of a seat's answer: the number of its first step among [`DynGame::first_steps`].
    pub step: Option<u32>,
    /// Its place among the allowed answers with that first step; always 0 where the first step is all.
    pub rank: u32,
    /// Of an answer of chance: its weight.
    pub weight: Option<u32>,
}

/// What a viewer may know of an answer; see [`Match::consider`].
#[derive(Clone, PartialEq, Debug)]
pub struct Foreseen {
    /// Why it is not allowed; none when it is, or may be.
    pub refusal: Option<Refusal>,
    /// Whether it hangs on something that the viewer may not know.
    pub hidden: bool,
    /// What makes it allowed: citations, as text.
    pub cites: Vec<String>,
    /// What makes it allowed: facts of the position.
    pub facts: Vec<String>,
    /// What follows, as far as the viewer may know it, up to the next answer of chance.
    pub lines: Vec<Line>,
    /// Whether more follows that hangs on something that the viewer may not know.
    pub more: bool,
    /// Whether a dealer rolls or draws next.
    pub chance: bool,
}

/// One line of the log as a viewer may read it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Line {
    /// What happened, as one sentence.
    pub text: String,
    /// The citations, as text.
    pub cites: Vec<String>,
    /// What happened, as data.
    pub event: Value,
}

/// A rulebook of any game.
pub trait DynGame: Send + Sync {
    /// What this rulebook is.
    fn about(&self) -> About;
    /// The clauses its code cites.
    fn clauses(&self) -> &'static [Clause];
    /// The first steps of every answer that seats can give; see [`Text::first_steps`](crate::Text::first_steps).
    fn first_steps(&self) -> Vec<String>;
    /// Every answer that seats can give in any game under this rulebook, in notation, each once, in a fixed order; `None`
    /// where an answer takes two steps, see [`Text::one_step`](crate::Text::one_step).
    fn all_actions(&self) -> Option<Vec<String>>;
    /// The side a seat plays on; see [`Rules::side`](crate::Rules::side).
    fn side(&self, seat: Seat) -> u8;
    /// The names of its bots, `random` first.
    fn bots(&self) -> Vec<&'static str>;
    /// A new match; without a seed a person answers for chance.
    fn start(&self, seed: Option<u64>) -> Box<dyn DynMatch>;
    /// A match that starts from a written position.
    ///
    /// # Errors
    /// Every reason why the text is not a possible position.
    fn start_from(&self, position: &str, seed: Option<u64>) -> Result<Box<dyn DynMatch>, Vec<Flaw>>;
    /// What an answer of a seat shows of what it alone has seen; see [`Text::shows`](crate::Text::shows).
    fn shows(&self, action: &str) -> Option<String>;
    /// Answers of chance that may stand together; see [`Text::together`](crate::Text::together).
    fn together(&self) -> &'static [&'static str];
    /// Facts that people at a table look at in the end; see [`Positions::looked_at`](crate::Positions::looked_at).
    fn looked_at(&self) -> &'static [&'static str];
    /// The same rules, but who is asked hangs on nothing hidden; none where it never does.
    fn open_rules(&self) -> Option<Arc<dyn DynGame>>;
    /// Whether the game hides something, although who is asked hangs on nothing hidden: whoever holds a hidden card is
    /// asked whenever somebody may have something to play.
    fn asks_every_holder(&self) -> bool;
    /// The cards that a written position leaves open; see [`Positions::left_open`](crate::Positions::left_open).
    fn left_open(&self, position: &str) -> Vec<(Range<usize>, Vec<Secret>)>;
    /// A match continued from its record.
    ///
    /// # Errors
    /// See [`Match::from_replay`].
    fn resume(&self, replay: &Replay) -> Result<Box<dyn DynMatch>, ReplayError>;
    /// One game for each seed, the same bot in every seat; `None` when no bot has that name.
    fn simulate(&self, bot: &str, seeds: Range<u64>) -> Option<Tally>;
    /// One game for each seed, a bot for each seat by name, all from a written position if there is one: the seed decides
    /// what is rolled and drawn from there on. `None` when a name is no bot's.
    ///
    /// # Errors
    /// Every reason why the text is not a possible position.
    fn simulate_between(
        &self,
        position: Option<&str>,
        bots: &[&str],
        seeds: Range<u64>,
    ) -> Result<Option<Tally>, Vec<Flaw>>;
    /// The number of lines of play from the start, to a depth.
    fn perft(&self, depth: u32, counting: Counting) -> u64;
    /// The number of lines of play from a written position, to a depth.
    ///
    /// # Errors
    /// Every reason why the text is not a possible position.
    fn perft_from(&self, position: &str, depth: u32, counting: Counting) -> Result<u64, Vec<Flaw>>;
    /// Plays one random game and checks every law of [`crate::laws`] on the way.
    ///
    /// # Errors
    /// The first law that is broken, and where.
    fn check_laws(&self, seed: u64) -> Result<(), String>;
    /// Checks the laws over a part of a random game; see [`crate::laws::check_part`].
    ///
    /// # Errors
    /// The first law that is broken, and where.
    fn check_part(&self, seed: u64, skip: u64, most: u64) -> Result<(), String>;
}

/// A match of any game.
pub trait DynMatch: Send + std::fmt::Debug {
    /// Who answers now. With a seeded dealer this is never chance.
    fn actor(&self) -> Actor;
    /// The side a seat plays on; see [`Rules::side`](crate::Rules::side).
    fn side(&self, seat: Seat) -> u8;
    /// Whether all these seats play on one side.
    fn is_one_side(&self, seats: SeatSet) -> bool {
        let mut sides = seats.iter().map(|seat| self.side(seat));
        sides.next().is_some_and(|first| sides.all(|side| side == first))
    }
    /// Why an answer of a seat that is not asked could not be given anyway, as far as the viewer may know; see
    /// [`Text::refuse_unasked`](crate::Text::refuse_unasked).
    ///
    /// # Errors
    /// When the line can be read in no position.
    fn refuse_unasked(
        &self,
        seat: Seat,
        action: &str,
        viewer: Viewer,
    ) -> Result<Option<Refusal>, crate::NotationError>;
    /// Whether an answer is allowed now, why, and what follows, as far as the viewer may know; see [`Match::consider`].
    ///
    /// # Errors
    /// Where the line cannot be read.
    fn consider(&self, viewer: Viewer, action: &str) -> Result<Foreseen, crate::NotationError>;
    /// The clause that says what is hidden; see [`Hidden::secrecy`](crate::Hidden::secrecy).
    fn secrecy(&self) -> Option<RuleId>;
    /// The present question with the answers that the viewer may know, and whether there may be others.
    fn question_for(&self, viewer: Viewer) -> (Question, bool);
    /// The action as the game writes it, whichever of its forms it is given in.
    ///
    /// # Errors
    /// Where the line cannot be read.
    fn canonical(&self, action: &str) -> Result<String, crate::NotationError>;
    /// What kind of question is asked; see [`Text::asking`](crate::Text::asking).
    fn asking(&self) -> Asking;
    /// The allowed answers that the viewer may know, as data, and whether there may be others. In the two-step encoding
    /// the ranks are those of this list, so whoever is asked sees the ranks that count.
    fn typed_for(&self, viewer: Viewer) -> (Vec<Typed>, bool);
    /// The same match, with its way back.
    fn copied(&self) -> Box<dyn DynMatch>;
    /// A match that goes on from a state which the seat cannot tell from this one, with dice of its own: for search by
    /// bots that may not cheat. It has no past. See [`Hidden::determinize`](crate::Hidden::determinize).
    fn determinize(&self, seat: Seat, luck: u64) -> Box<dyn DynMatch>;
    /// How many answers are allowed now.
    fn count(&self) -> usize;
    /// Gives the `nth` of the allowed answers, from 0; returns whether there is one.
    fn play_nth(&mut self, nth: usize) -> bool;
    /// Plays on to the end with a bot in every seat and tells how it ends; the match is left as it is. `None` when no bot
    /// has that name.
    fn play_out(&self, bot: &str, luck: u64) -> Option<Outcome>;
    /// What makes an allowed action allowed, its citations as text; nothing for a line that cannot be read.
    fn grounds(&self, action: &str) -> (Vec<String>, Vec<String>);
    /// The state in the words of a written position, as far as the viewer may know it; see [`Positions::facts`](crate::Positions::facts).
    fn facts(&self, viewer: Viewer) -> Value;
    /// The clause that says who answers the present question, or that the game is over.
    fn asked_by(&self) -> RuleId;
    /// The present question with its answers.
    fn question(&self) -> Question;
    /// Gives an answer in the game's notation.
    ///
    /// # Errors
    /// Where it cannot be read, or why it is not allowed; nothing has changed then.
    fn play(&mut self, action: &str) -> Result<(), MatchError>;
    /// Why an answer would be refused, or `None` when it is allowed.
    ///
    /// # Errors
    /// Where the line cannot be read.
    fn why_not(&self, action: &str) -> Result<Option<Refusal>, crate::NotationError>;
    /// The answers that chance may give now and that one seat alone would see.
    fn secrets(&self) -> Vec<Secret>;
    /// Every answer so far, in the game's notation.
    fn notation(&self) -> &[String];
    /// What `undo` would take back; see [`Match::last_answer`].
    fn last_answer(&self) -> Option<LastAnswer>;
    /// Takes back the last answer; see [`Match::undo`].
    fn undo(&mut self) -> bool;
    /// What the viewer may know, as JSON.
    fn view(&self, viewer: Viewer) -> Value;
    /// What the viewer may know, drawn as text.
    fn draw(&self, viewer: Viewer) -> String;
    /// The same on a sheet; see [`Text::draw_on`](crate::Text::draw_on).
    fn draw_on(&self, viewer: Viewer, sheet: &Sheet<'_>) -> String;
    /// What a table knows that has not seen every card, as JSON; see [`Hidden::table_view`](crate::Hidden::table_view).
    fn table_view(&self, eyes: Viewer, unseen: &[(Seat, &str)]) -> Value;
    /// The same, drawn as text.
    fn draw_table(&self, eyes: Viewer, unseen: &[(Seat, &str)]) -> String;
    /// How many cards of a seat the viewer does not know; see [`Hidden::concealed`](crate::Hidden::concealed).
    fn concealed(&self, seat: Seat, viewer: Viewer) -> usize;
    /// What the viewer may know, as a drawing; `None` where the game has none. See [`Text::scene`](crate::Text::scene).
    fn scene(&self, viewer: Viewer) -> Option<Scene>;
    /// What the viewer may know, drawn for a screen; see [`Text::picture`](crate::Text::picture).
    fn picture(&self, viewer: Viewer, room: Room) -> Picture;
    /// How the seats stand, in one line that everybody may read; see [`Text::standing`](crate::Text::standing).
    fn standing(&self) -> String;
    /// What the viewer may know of what happened, from the `from`-th such line on.
    fn lines(&self, viewer: Viewer, from: usize) -> Vec<Line>;
    /// The refusal's citations as text.
    fn cites(&self, refusal: &Refusal) -> Vec<String>;
    /// The answer the named bot would give for the seat that acts; `None` when no bot has that name, or no seat acts.
    fn ask_bot(&self, bot: &str) -> Option<String>;
    /// How many answers were given so far.
    fn answered(&self) -> usize;
    /// How many turns have begun.
    fn turns(&self) -> u32;
    /// The fingerprint of the present state.
    fn fingerprint(&self) -> u64;
    /// The state as JSON: everything, for the referee and for saving.
    fn state(&self) -> Value;
    /// The state as a written position, where a position can say it.
    fn position(&self) -> Option<String>;
    /// The same with what the viewer may know; see [`Positions::write_known_position`](crate::Positions::write_known_position).
    fn known_position(&self, viewer: Viewer) -> Option<String>;
    /// The match written down.
    fn replay(&self, seats: Vec<String>) -> Replay;
}

impl Clone for Box<dyn DynMatch> {
    fn clone(&self) -> Self {
        (**self).copied()
    }
}

/// What is played, by how many, and with which packs.
impl std::fmt::Debug for dyn DynGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let About { game, players, packs, .. } = self.about();
        let packs: Vec<String> =
            packs.into_iter().map(|pack| format!("{} {}", pack.id, pack.version)).collect();
        f.debug_struct("Rulebook")
            .field("game", &game)
            .field("players", &players)
            .field("packs", &packs)
            .finish_non_exhaustive()
    }
}

/// A rulebook behind the type that every game shares.
pub fn erase<G: Game>(game: G) -> Arc<dyn DynGame> {
    Arc::new(Erased(Arc::new(game)))
}

struct Erased<G: Game>(Arc<G>);

impl<G: Game> Erased<G> {
    /// One game for each seed from a state; `None` when no bot has that name.
    fn simulate_state(&self, opening: &G::State, bot: &str, seeds: Range<u64>) -> Option<Tally> {
        if bot == "random" {
            return Some(simulate_from(&*self.0, opening, &mut RandomBot, seeds));
        }
        let mut bot = self.0.bot(bot)?;
        Some(simulate_from(&*self.0, opening, &mut *bot, seeds))
    }
}

impl<G: Game> DynGame for Erased<G> {
    fn about(&self) -> About {
        self.0.about()
    }

    fn clauses(&self) -> &'static [Clause] {
        self.0.clauses()
    }

    fn first_steps(&self) -> Vec<String> {
        self.0.first_steps()
    }

    fn all_actions(&self) -> Option<Vec<String>> {
        self.0.one_step().then(|| self.0.first_steps())
    }

    fn side(&self, seat: Seat) -> u8 {
        self.0.side(seat)
    }

    fn bots(&self) -> Vec<&'static str> {
        std::iter::once("random").chain(self.0.bots().iter().copied()).collect()
    }

    fn start(&self, seed: Option<u64>) -> Box<dyn DynMatch> {
        Box::new(Match::new(self.0.clone(), seed))
    }

    fn start_from(&self, position: &str, seed: Option<u64>) -> Result<Box<dyn DynMatch>, Vec<Flaw>> {
        Ok(Box::new(Match::from_position(self.0.clone(), position, seed)?))
    }

    fn shows(&self, action: &str) -> Option<String> {
        self.0.shows(action)
    }

    fn together(&self) -> &'static [&'static str] {
        self.0.together()
    }

    fn looked_at(&self) -> &'static [&'static str] {
        self.0.looked_at()
    }

    fn open_rules(&self) -> Option<Arc<dyn DynGame>> {
        self.0.open_rules().map(erase)
    }

    fn asks_every_holder(&self) -> bool {
        self.0.secrecy().is_some() && self.0.open_rules().is_none()
    }

    fn left_open(&self, position: &str) -> Vec<(Range<usize>, Vec<Secret>)> {
        self.0.left_open(position)
    }

    fn resume(&self, replay: &Replay) -> Result<Box<dyn DynMatch>, ReplayError> {
        Ok(Box::new(Match::from_replay(self.0.clone(), replay)?))
    }

    fn simulate(&self, bot: &str, seeds: Range<u64>) -> Option<Tally> {
        self.simulate_state(&self.0.start(&mut crate::NoLog), bot, seeds)
    }

    fn perft_from(&self, position: &str, depth: u32, counting: Counting) -> Result<u64, Vec<Flaw>> {
        Ok(perft(&*self.0, &self.0.read_position(position)?, depth, counting))
    }

    fn simulate_between(
        &self,
        position: Option<&str>,
        bots: &[&str],
        seeds: Range<u64>,
    ) -> Result<Option<Tally>, Vec<Flaw>> {
        let opening = match position {
            Some(position) => self.0.read_position(position)?,
            None => self.0.start(&mut crate::NoLog),
        };
        // The same bot in every seat is asked without looking up whose turn it is.
        if let [first, rest @ ..] = bots
            && rest.iter().all(|other| other == first)
        {
            return Ok(self.simulate_state(&opening, first, seeds));
        }
        let named = |name: &&str| match *name {
            "random" => Some(Box::new(RandomBot) as Box<dyn crate::Bot<G>>),
            name => self.0.bot(name),
        };
        let bots = bots.iter().map(named).collect::<Option<Vec<_>>>();
        Ok(bots.map(|mut bots| crate::simulate_between(&*self.0, &opening, &mut bots, seeds)))
    }

    fn perft(&self, depth: u32, counting: Counting) -> u64 {
        perft(&*self.0, &self.0.start(&mut crate::NoLog), depth, counting)
    }

    fn check_laws(&self, seed: u64) -> Result<(), String> {
        laws::check_match(&self.0, seed)
    }

    fn check_part(&self, seed: u64, skip: u64, most: u64) -> Result<(), String> {
        laws::check_part(&self.0, seed, skip, most)
    }
}

impl<G: Game> DynMatch for Match<G> {
    fn actor(&self) -> Actor {
        Match::actor(self)
    }

    fn side(&self, seat: Seat) -> u8 {
        self.game().side(seat)
    }

    fn refuse_unasked(
        &self,
        seat: Seat,
        action: &str,
        viewer: Viewer,
    ) -> Result<Option<Refusal>, crate::NotationError> {
        Match::refuse_unasked(self, seat, action, viewer)
    }

    fn consider(&self, viewer: Viewer, action: &str) -> Result<Foreseen, crate::NotationError> {
        let Considered { refusal, hidden, grounds, lines, more, chance } =
            Match::consider(self, viewer, action)?;
        let cite = |cite| self.game().cite_text(cite);
        Ok(Foreseen {
            refusal,
            hidden,
            cites: grounds.cites.iter().map(cite).collect(),
            facts: grounds.facts,
            lines: lines.iter().map(|entry| self.line(entry)).collect(),
            more,
            chance,
        })
    }

    fn secrecy(&self) -> Option<RuleId> {
        self.game().secrecy()
    }

    fn question_for(&self, viewer: Viewer) -> (Question, bool) {
        let (answers, hides) = self.known_answers(viewer);
        (self.asked(answers), hides)
    }

    fn canonical(&self, action: &str) -> Result<String, crate::NotationError> {
        let action = self.game().read_action(self.state(), action)?;
        Ok(self.game().write_action(self.state(), action))
    }

    fn asking(&self) -> Asking {
        self.game().asking(Match::state(self))
    }

    fn typed_for(&self, viewer: Viewer) -> (Vec<Typed>, bool) {
        if Match::actor(self) == Actor::Chance {
            let odds = self.known_odds(viewer).into_iter();
            return (odds.map(|(action, weight)| self.typed(action, Some(weight))).collect(), false);
        }
        let (answers, hides) = self.known_answers(viewer);
        let steps = self.game().first_steps_of(Match::state(self), &answers);
        let mut met: BTreeMap<u32, u32> = BTreeMap::new();
        let number = |(action, step): (G::Action, Option<u32>)| {
            let mut typed = self.typed(action, None);
            if let Some(step) = step {
                let next = met.entry(step).or_default();
                (typed.step, typed.rank) = (Some(step), *next);
                *next += 1;
            }
            typed
        };
        (answers.into_iter().zip(steps).map(number).collect(), hides)
    }

    fn copied(&self) -> Box<dyn DynMatch> {
        Box::new(self.clone())
    }

    fn determinize(&self, seat: Seat, luck: u64) -> Box<dyn DynMatch> {
        let mut rng = stream(luck, WORLDS);
        let state = self.game().determinize(Match::state(self), seat, &mut rng);
        Box::new(Match::of_world(self.game().clone(), state, luck))
    }

    fn count(&self) -> usize {
        self.legal().len()
    }

    fn play_nth(&mut self, nth: usize) -> bool {
        match self.legal().get(nth) {
            Some(action) => self.play(*action).is_ok(),
            None => false,
        }
    }

    fn play_out(&self, bot: &str, luck: u64) -> Option<Outcome> {
        let mut state = Match::state(self).clone();
        let (mut dealer, mut own) = (stream(luck, 0), stream(luck, 1));
        let mut legal = Vec::new();
        let game = &**self.game();
        if bot == "random" {
            playout(game, &mut state, &mut RandomBot, &mut dealer, &mut own, &mut legal);
        } else {
            playout(game, &mut state, &mut *game.bot(bot)?, &mut dealer, &mut own, &mut legal);
        }
        match game.actor(&state) {
            Actor::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    fn grounds(&self, action: &str) -> (Vec<String>, Vec<String>) {
        let (game, state) = (self.game(), Match::state(self));
        let Ok(action) = game.read_action(state, action) else { return Default::default() };
        let grounds = game.grounds(state, action);
        (grounds.cites.iter().map(|cite| game.cite_text(cite)).collect(), grounds.facts)
    }

    fn facts(&self, viewer: Viewer) -> Value {
        self.game().facts(Match::state(self), viewer)
    }

    fn asked_by(&self) -> RuleId {
        self.game().asked_by(self.state())
    }

    fn question(&self) -> Question {
        self.asked(self.legal())
    }

    fn play(&mut self, action: &str) -> Result<(), MatchError> {
        self.play_text(action)
    }

    fn why_not(&self, action: &str) -> Result<Option<Refusal>, crate::NotationError> {
        let action = self.game().read_action(self.state(), action)?;
        Ok(self.game().refuse(self.state(), action))
    }

    fn secrets(&self) -> Vec<Secret> {
        let (game, state) = (self.game(), Match::state(self));
        let mut odds = Vec::new();
        game.odds(state, &mut odds);
        let secret = |(action, copies)| {
            let seat = game.seen_by(state, action)?;
            Some(Secret { action: game.write_action(state, action), seat, copies })
        };
        odds.into_iter().filter_map(secret).collect()
    }

    fn notation(&self) -> &[String] {
        Match::notation(self)
    }

    fn last_answer(&self) -> Option<LastAnswer> {
        Match::last_answer(self)
    }

    fn undo(&mut self) -> bool {
        Match::undo(self)
    }

    fn view(&self, viewer: Viewer) -> Value {
        json(&self.game().view(self.state(), viewer))
    }

    fn draw(&self, viewer: Viewer) -> String {
        self.game().draw(&self.game().view(self.state(), viewer))
    }

    fn draw_on(&self, viewer: Viewer, sheet: &Sheet<'_>) -> String {
        self.game().draw_on(&self.game().view(self.state(), viewer), sheet)
    }

    fn table_view(&self, eyes: Viewer, unseen: &[(Seat, &str)]) -> Value {
        json(&self.game().table_view(self.state(), eyes, unseen))
    }

    fn draw_table(&self, eyes: Viewer, unseen: &[(Seat, &str)]) -> String {
        self.game().draw(&self.game().table_view(self.state(), eyes, unseen))
    }

    fn concealed(&self, seat: Seat, viewer: Viewer) -> usize {
        self.game().concealed(self.state(), seat, viewer)
    }

    fn scene(&self, viewer: Viewer) -> Option<Scene> {
        self.game().scene(&self.game().view(self.state(), viewer))
    }

    fn picture(&self, viewer: Viewer, room: Room) -> Picture {
        self.game().picture(&self.game().view(self.state(), viewer), room)
    }

    fn standing(&self) -> String {
        self.game().standing(&self.game().view(Match::state(self), Viewer::Spectator))
    }

    fn lines(&self, viewer: Viewer, from: usize) -> Vec<Line> {
        self.lines_for(viewer).skip(from).map(|entry| self.line(entry)).collect()
    }

    fn cites(&self, refusal: &Refusal) -> Vec<String> {
        refusal.cites.iter().map(|cite| self.game().cite_text(cite)).collect()
    }

    fn ask_bot(&self, bot: &str) -> Option<String> {
        let Actor::Seat(seat) = Match::actor(self) else { return None };
        let legal = self.legal();
        let sight = Observation::new(&**self.game(), self.state(), seat);
        let mut luck = self.luck(seat);
        let chosen = match bot {
            "random" => crate::Bot::choose(&mut RandomBot, &sight, &legal, &mut luck),
            name => self.game().bot(name)?.choose(&sight, &legal, &mut luck),
        };
        let action = legal[chosen.min(legal.len() - 1)];
        Some(self.game().write_action(self.state(), action))
    }

    fn answered(&self) -> usize {
        Match::answered(self)
    }

    fn turns(&self) -> u32 {
        self.game().turns(self.state())
    }

    fn fingerprint(&self) -> u64 {
        fingerprint(self.state())
    }

    fn state(&self) -> Value {
        json(Match::state(self))
    }

    fn position(&self) -> Option<String> {
        self.game().write_position(Match::state(self))
    }

    fn known_position(&self, viewer: Viewer) -> Option<String> {
        self.game().write_known_position(Match::state(self), viewer)
    }

    fn replay(&self, seats: Vec<String>) -> Replay {
        Match::replay(self, seats)
    }
}

impl<G: Game> Match<G> {
    /// The present question with these answers.
    fn asked(&self, answers: Vec<G::Action>) -> Question {
        let (game, state) = (self.game(), Match::state(self));
        let choice =
            |action| Choice { action: game.write_action(state, action), text: game.describe(state, action) };
        Question {
            actor: Match::actor(self),
            text: game.question(state),
            choices: answers.into_iter().map(choice).collect(),
        }
    }

    fn typed(&self, action: G::Action, weight: Option<u32>) -> Typed {
        let (game, state) = (self.game(), Match::state(self));
        Typed {
            action: game.write_action(state, action),
            text: game.describe(state, action),
            data: game.answer_data(state, action),
            step: None,
            rank: 0,
            weight,
        }
    }

    fn line(&self, entry: &crate::Entry<G::Event>) -> Line {
        Line {
            text: self.game().describe_event(&entry.event),
            cites: entry.cites.iter().map(|cite| self.game().cite_text(cite)).collect(),
            event: self.game().event_data(&entry.event),
        }
    }

    /// A bot's luck for the present question depends on nothing but the seed, the seat and the question's number,
    /// so it survives saving and taking back.
    fn luck(&self, seat: Seat) -> Rng {
        stream(self.seed().unwrap_or(0), 1 + u64::from(seat.0) + ((Match::answered(self) as u64) << 8))
    }
}

fn json<T: Serialize>(value: &T) -> Value {
    // Our own plain data; there is nothing in it that JSON cannot say.
    serde_json::to_value(value).unwrap_or(Value::Null)
}
