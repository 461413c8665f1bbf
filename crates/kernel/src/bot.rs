//! Players that are programs. A bot gets a view, never a state.

use crate::{Game, Rng, Seat, Viewer, below};

/// What a bot may see when it has to act: the view of its seat, built only on request.
pub struct Observation<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
}

impl<'a, G: Game> Observation<'a, G> {
    pub(crate) fn new(game: &'a G, state: &'a G::State, seat: Seat) -> Self {
        Observation { game, state, seat }
    }

    /// The rulebook, which is public.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// The seat that has to act.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The view of the seat.
    pub fn view(&self) -> G::View {
        self.game.view(self.state, Viewer::Seat(self.seat))
    }

    /// The state as the seat may know it. It is the same for all states that the seat cannot distinguish: hidden cards
    /// are replaced by possible ones. [`determinize`](crate::Hidden::determinize) deals random ones instead.
    pub fn known(&self) -> G::State {
        self.game.known_to(self.state, Viewer::Seat(self.seat), 0)
    }
}

/// What a bot that plays games in its head found out about one allowed action.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Weighed {
    /// The number of games in which the action was taken.
    pub games: u32,
    /// The seat's share of wins in these games, from 0 to 1.
    pub share: f64,
    /// The square of the standard error of this share.
    pub variance: f64,
}

/// A computer player for one game.
pub trait Bot<G: Game>: Send {
    /// Returns the index in `legal` (never empty) of the chosen action. An index past the end counts as the last
    /// action.
    fn choose(
        &mut self,
        observation: &Observation<'_, G>,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> usize;

    /// Chooses like [`choose`](Bot::choose), and also returns what it found out about each action, in the order of
    /// `legal`. The list is empty if the bot counts no games.
    fn advise(
        &mut self,
        observation: &Observation<'_, G>,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> (usize, Vec<Weighed>) {
        (self.choose(observation, legal, rng), Vec::new())
    }

    /// Whether the bot chooses uniformly among the allowed actions with one random number. If so,
    /// [`play_at_random`](crate::Rules::play_at_random) may replace it.
    #[inline]
    fn at_random(&self) -> bool {
        false
    }
}

/// A bot that chooses uniformly among the allowed actions.
#[derive(Clone, Copy, Default, Debug)]
pub struct RandomBot;

impl<G: Game> Bot<G> for RandomBot {
    #[inline]
    fn choose(&mut self, _sight: &Observation<'_, G>, legal: &[G::Action], rng: &mut Rng) -> usize {
        below(rng, legal.len() as u32) as usize
    }

    #[inline]
    fn at_random(&self) -> bool {
        true
    }
}
