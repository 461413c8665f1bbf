//! Matches: one play of a game with its dealer, its record and undo.

use crate::{
    Actor, Dealer, Entry, Game, Lines, NotationError, REPLAY_FORMAT, Refusal, Replay, ReplayError,
    Seat, TextError, Viewer, fingerprint,
};
use serde::Serialize;
use std::fmt;
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// A replay has a fingerprint after every this many actions, and always for the last state.
const FINGERPRINT_EVERY: usize = 25;

/// Why an action was not taken.
#[derive(Clone, PartialEq, Debug, Error, Serialize)]
#[serde(tag = "error", rename_all = "kebab-case")]
pub enum MatchError {
    /// The line cannot be read.
    #[error("{0}")]
    Notation(#[from] NotationError),
    /// The rules do not allow the action.
    #[error("{0}")]
    Refused(#[from] Refusal),
}

/// The state of a match before an action.
struct Before<G: Game> {
    state: G::State,
    dealer: Dealer,
    lines: usize,
}

/// The action that [`Match::undo`] would take back: the last action of a player, with the chance events after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastAction {
    /// The player who took the action; `None` for a chance action that a person entered.
    pub seat: Option<Seat>,
    /// Whether dice or a draw followed it.
    pub chance: bool,
    /// Whether it revealed something that the player could not foresee. Undoing it would amount to peeking.
    pub hidden: bool,
}

/// One play of a game.
pub struct Match<G: Game> {
    game: Arc<G>,
    state: G::State,
    dealer: Dealer,
    seed: Option<u64>,
    position: Option<String>,
    actions: Vec<G::Action>,
    notation: Vec<String>,
    before: Vec<Before<G>>,
    lines: Lines<G::Event>,
    fingerprints: Vec<(usize, u64)>,
    /// The rules for predictions, built when somebody first asks for one.
    open_rules: Arc<OnceLock<Arc<G>>>,
}

impl<G: Game> Clone for Before<G> {
    fn clone(&self) -> Self {
        Before {
            state: self.state.clone(),
            dealer: self.dealer.clone(),
            lines: self.lines,
        }
    }
}

// A derive would require `G: Clone`, but the rulebook is shared.
impl<G: Game> Clone for Match<G> {
    fn clone(&self) -> Self {
        Match {
            game: self.game.clone(),
            state: self.state.clone(),
            dealer: self.dealer.clone(),
            seed: self.seed,
            position: self.position.clone(),
            actions: self.actions.clone(),
            notation: self.notation.clone(),
            before: self.before.clone(),
            lines: self.lines.clone(),
            fingerprints: self.fingerprints.clone(),
            open_rules: self.open_rules.clone(),
        }
    }
}

/// Prints the game and its progress, without hidden information.
impl<G: Game> fmt::Debug for Match<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let about = self.game.about();
        f.debug_struct("Match")
            .field("game", &about.game)
            .field("players", &about.players)
            .field("actions_played", &self.actions_played())
            .field("actor", &self.actor())
            .finish_non_exhaustive()
    }
}

impl<G: Game> Match<G> {
    /// Starts a new match. With a seed the dealer answers for chance; without one a person does.
    pub fn new(game: Arc<G>, seed: Option<u64>) -> Self {
        let mut lines = Lines::new();
        let state = game.start(&mut lines);
        Match::begin(game, state, lines, seed, None)
    }

    /// Starts a match from a written position.
    ///
    /// # Errors
    /// Every reason why the position is not possible.
    pub fn from_position(
        game: Arc<G>,
        position: &str,
        seed: Option<u64>,
    ) -> Result<Self, Vec<TextError>> {
        let state = game.read_position(position)?;
        Ok(Match::begin(
            game,
            state,
            Lines::new(),
            seed,
            Some(position.into()),
        ))
    }

    /// A match without history, for search.
    pub(crate) fn of_world(game: Arc<G>, state: G::State, luck: u64) -> Self {
        Match::begin(game, state, Lines::new(), Some(luck), None)
    }

    fn begin(
        game: Arc<G>,
        state: G::State,
        lines: Lines<G::Event>,
        seed: Option<u64>,
        position: Option<String>,
    ) -> Self {
        let dealer = seed.map_or(Dealer::Table, Dealer::seeded);
        let mut play = Match {
            game,
            state,
            dealer,
            seed,
            position,
            actions: Vec::new(),
            notation: Vec::new(),
            before: Vec::new(),
            lines,
            fingerprints: Vec::new(),
            open_rules: Arc::default(),
        };
        play.deal();
        play
    }

    /// The rulebook.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The rules for predictions of a viewer; see [`open_rules`](crate::known::open_rules).
    pub(crate) fn rules_for(&self, viewer: Viewer) -> &Arc<G> {
        match viewer {
            Viewer::Referee => &self.game,
            _ => self
                .open_rules
                .get_or_init(|| crate::known::open_rules(&self.game)),
        }
    }

    /// The position that the match started from, if it did not start with the setup.
    pub(crate) fn started_from(&self) -> Option<&str> {
        self.position.as_deref()
    }

    /// Whether there were only chance events so far.
    pub(crate) fn no_player_acted(&self) -> bool {
        let chance = |before: &Before<G>| self.game.actor(&before.state) == Actor::Chance;
        self.before.iter().all(chance)
    }

    /// The current state.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The dealer's seed, or `None` when a person answers for chance.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Who has to act now. With a seeded dealer it is never chance.
    pub fn actor(&self) -> Actor {
        self.game.actor(&self.state)
    }

    /// The actions allowed now.
    pub fn legal(&self) -> Vec<G::Action> {
        crate::play::perft::actions(&*self.game, &self.state)
    }

    /// The complete log so far.
    pub fn lines(&self) -> &[Entry<G::Event>] {
        &self.lines
    }

    /// The part of the log that the viewer may know.
    pub fn lines_for(&self, viewer: Viewer) -> impl Iterator<Item = &Entry<G::Event>> {
        self.lines
            .iter()
            .filter(move |entry| entry.audience.includes(viewer))
    }

    /// The number of actions played, including chance.
    pub fn actions_played(&self) -> usize {
        self.actions.len()
    }

    /// Every action so far, in the game's notation.
    pub fn notation(&self) -> &[String] {
        &self.notation
    }

    /// Plays an action; a seeded dealer then answers for chance until a player has to act or the game is over.
    ///
    /// # Errors
    /// The refusal, if the action is not allowed. Nothing has changed then.
    pub fn play(&mut self, action: G::Action) -> Result<(), Refusal> {
        match self.game.refuse(&self.state, action) {
            Some(refusal) => return Err(refusal),
            None => self.step(action),
        }
        self.deal();
        Ok(())
    }

    /// Reads an action in the game's notation and plays it.
    ///
    /// # Errors
    /// If the action cannot be read or is not allowed. Nothing has changed then.
    pub fn play_text(&mut self, text: &str) -> Result<(), MatchError> {
        let action = self.game.read_action(&self.state, text)?;
        Ok(self.play(action)?)
    }

    /// Takes back the last action of a player and the chance events after it (the dice will fall the same way again).
    /// If a person answers for chance, takes back the last action of player or chance. Returns `false` if there is
    /// none.
    pub fn undo(&mut self) -> bool {
        loop {
            let Some(before) = self.before.pop() else {
                return false;
            };
            self.state = before.state;
            self.dealer = before.dealer;
            self.lines.truncate(before.lines);
            self.actions.pop();
            self.notation.pop();
            let chance = matches!(self.actor(), Actor::Chance) && self.dealer != Dealer::Table;
            if !chance {
                break;
            }
            if self.before.is_empty() {
                // Only the opening deal was left, so there is no player's action to take back.
                self.deal();
                return false;
            }
        }
        let left = self.actions.len();
        self.fingerprints.retain(|(n, _)| *n <= left);
        true
    }

    /// The action that [`Match::undo`] would take back; `None` if there is no action of a player.
    pub fn last_action(&self) -> Option<LastAction> {
        let by_hand = self.dealer == Dealer::Table;
        let asked = |before: &Before<G>| self.game.actor(&before.state);
        let at = self
            .before
            .iter()
            .rposition(|before| by_hand || asked(before) != Actor::Chance)?;
        let chance = at + 1 < self.before.len();
        match asked(&self.before[at]) {
            Actor::Seat(seat) => Some(LastAction {
                seat: Some(seat),
                chance,
                hidden: !self.was_foreseen(at, seat),
            }),
            Actor::Chance | Actor::Over(_) => Some(LastAction {
                seat: None,
                chance,
                hidden: false,
            }),
        }
    }

    /// Whether the seat could foresee everything that its action led to.
    fn was_foreseen(&self, at: usize, seat: Seat) -> bool {
        if self.game.secrecy().is_none() {
            return true;
        }
        let next = self.before.get(at + 1);
        let told =
            &self.lines[self.before[at].lines..next.map_or(self.lines.len(), |next| next.lines)];
        let told: Vec<_> = told
            .iter()
            .filter(|entry| entry.audience.includes(Viewer::Seat(seat)))
            .cloned()
            .collect();
        let asked = self
            .game
            .actor(next.map_or(&self.state, |next| &next.state));
        crate::known::was_foreseeable(
            &**self.rules_for(Viewer::Seat(seat)),
            &self.before[at].state,
            self.actions[at],
            seat,
            (&told, asked),
        )
    }

    /// The replay of the match. `seats` names the player or bot of each seat, as the caller wants it stored.
    pub fn replay(&self, seats: Vec<String>) -> Replay {
        let about = self.game.about();
        let mut prints = self.fingerprints.clone();
        if prints.last().map(|(n, _)| *n) != Some(self.actions.len()) {
            prints.push((self.actions.len(), fingerprint(&self.state)));
        }
        Replay {
            format: REPLAY_FORMAT,
            written_by: env!("CARGO_PKG_VERSION").into(),
            holds: crate::REPLAY_HOLDS.into(),
            game: about.game,
            players: about.players,
            options: about
                .options
                .into_iter()
                .map(|option| (option.name, option.value))
                .collect(),
            seed: self.seed,
            position: self.position.clone(),
            seats,
            actions: self.notation.clone(),
            fingerprints: prints
                .into_iter()
                .map(|(n, print)| (n, format!("{print:016x}")))
                .collect(),
            packs: about.packs.to_vec(),
        }
    }

    /// Plays a replay again, action by action, and checks every fingerprint.
    ///
    /// # Errors
    /// The first point where the replay cannot be followed; see [`ReplayError`].
    pub fn from_replay(game: Arc<G>, replay: &Replay) -> Result<Self, ReplayError> {
        same_rulebook(&*game, replay)?;
        let fingerprinted = replay.fingerprints.last().map_or(0, |(n, _)| *n);
        if fingerprinted != replay.actions.len() {
            return Err(ReplayError::Cut {
                actions: replay.actions.len(),
                fingerprinted,
            });
        }
        let mut play = match &replay.position {
            None => Match::new(game, replay.seed),
            Some(text) => Match::from_position(game, text, replay.seed).map_err(|flaws| {
                let reasons: Vec<_> = flaws.into_iter().map(|flaw| flaw.message).collect();
                ReplayError::Position(reasons.join("; "))
            })?,
        };
        let mut prints = replay.fingerprints.iter().peekable();
        loop {
            while let Some((n, theirs)) = prints.next_if(|(n, _)| *n <= play.actions_played()) {
                play.compare(*n, theirs)?;
            }
            let Some(text) = replay.actions.get(play.actions_played()) else {
                break;
            };
            play.follow(text)?;
        }
        match play.notation == replay.actions {
            true => Ok(play),
            false => Err(play.first_difference(replay)),
        }
    }

    fn follow(&mut self, text: &str) -> Result<(), ReplayError> {
        let (number, text) = (self.actions_played() + 1, text.to_string());
        self.play_text(&text).map_err(|error| match error {
            MatchError::Notation(why) => ReplayError::Unreadable {
                number,
                text,
                why: why.to_string(),
            },
            MatchError::Refused(why) => ReplayError::Refused {
                number,
                text,
                why: why.to_string(),
            },
        })
    }

    fn compare(&self, n: usize, theirs: &str) -> Result<(), ReplayError> {
        let state = if n == self.actions_played() {
            &self.state
        } else {
            &self.before[n].state
        };
        let ours = format!("{:016x}", fingerprint(state));
        if ours == theirs {
            return Ok(());
        }
        Err(ReplayError::Diverged {
            number: n,
            theirs: theirs.into(),
            ours,
        })
    }

    /// The first action for which a seeded dealer differs from the file.
    fn first_difference(&self, replay: &Replay) -> ReplayError {
        let same = self
            .notation
            .iter()
            .zip(&replay.actions)
            .take_while(|(ours, theirs)| ours == theirs)
            .count();
        let at = |list: &[String]| list.get(same).cloned().unwrap_or_else(|| "the end".into());
        ReplayError::Diverged {
            number: same + 1,
            theirs: at(&replay.actions),
            ours: at(&self.notation),
        }
    }

    fn step(&mut self, action: G::Action) {
        let before = Before {
            state: self.state.clone(),
            dealer: self.dealer.clone(),
            lines: self.lines.len(),
        };
        self.before.push(before);
        self.notation
            .push(self.game.write_action(&self.state, action));
        self.actions.push(action);
        self.game
            .apply_unchecked(&mut self.state, action, &mut self.lines);
        if self.actions.len().is_multiple_of(FINGERPRINT_EVERY) {
            self.fingerprints
                .push((self.actions.len(), fingerprint(&self.state)));
        }
    }

    /// Answers for chance as long as chance has to act and the dealer is seeded.
    fn deal(&mut self) {
        while let (Actor::Chance, Dealer::Seeded(rng)) =
            (self.game.actor(&self.state), &self.dealer)
        {
            let mut after = rng.clone();
            let action = self.game.deal(&self.state, &mut after);
            // Each step records the dealer before the roll, so that the dice fall the same way after an undo.
            self.step(action);
            self.dealer = Dealer::Seeded(after);
        }
    }
}

/// Checks that the replay was written under this rulebook.
fn same_rulebook<G: Game>(game: &G, replay: &Replay) -> Result<(), ReplayError> {
    if replay.format != REPLAY_FORMAT {
        return Err(ReplayError::Format {
            found: replay.format,
        });
    }
    let about = game.about();
    let differs = |what: &str, theirs: String, ours: String| match theirs == ours {
        true => Ok(()),
        false => Err(ReplayError::OtherRulebook {
            what: what.into(),
            theirs,
            ours,
        }),
    };
    differs("the game", replay.game.clone(), about.game)?;
    differs(
        "the number of players",
        replay.players.to_string(),
        about.players.to_string(),
    )?;
    let words = |options: &[(String, String)]| {
        options
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let ours: Vec<_> = about
        .options
        .into_iter()
        .map(|option| (option.name, option.value))
        .collect();
    differs("the set of options", words(&replay.options), words(&ours))?;
    let digests = |packs: &[crate::PackUse]| {
        packs
            .iter()
            .map(|pack| format!("{} {}", pack.id, pack.digest))
            .collect::<Vec<_>>()
            .join(", ")
    };
    differs(
        "the set of packs",
        digests(&replay.packs),
        digests(&about.packs),
    )
}
