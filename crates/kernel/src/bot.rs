//! Players that are programs. A bot gets a view, never a state.

use crate::{Game, Rng, Seat, Viewer, below};

/// What a bot sees when it is asked: its seat's view, built only if the bot wants it.
pub struct Sight<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
}

impl<'a, G: Game> Sight<'a, G> {
    pub(crate) fn new(game: &'a G, state: &'a G::State, seat: Seat) -> Self {
        Sight { game, state, seat }
    }

    /// The rulebook, which everybody knows.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// The seat that is asked.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// An answer at random, every one as likely as any other. `legal` is a buffer.
    #[inline]
    pub fn sample(&self, rng: &mut Rng, legal: &mut Vec<G::Action>) -> G::Action {
        self.game.sample(self.state, rng, legal)
    }

    /// Every allowed answer, in the buffer.
    #[inline]
    fn list(&self, legal: &mut Vec<G::Action>) {
        legal.clear();
        self.game.legal(self.state, legal);
    }

    /// What that seat may know.
    pub fn view(&self) -> G::View {
        self.game.view(self.state, Viewer::Seat(self.seat))
    }
}

/// A player that is a program.
pub trait Bot<G: Game>: Send {
    /// The index in `legal` (never empty) of the answer it gives. An index past the end counts as the last.
    fn choose(&mut self, sight: &Sight<'_, G>, legal: &[G::Action], rng: &mut Rng) -> usize;

    /// The answer it gives. The provided form lists the answers in `legal`, a buffer, and asks
    /// [`choose`](Bot::choose); a bot that needs no list may do without.
    #[inline]
    fn answer(&mut self, sight: &Sight<'_, G>, legal: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action {
        sight.list(legal);
        let chosen = self.choose(sight, legal, rng);
        legal[chosen.min(legal.len() - 1)]
    }
}

/// Chooses uniformly among the allowed answers.
#[derive(Clone, Copy, Default, Debug)]
pub struct RandomBot;

impl<G: Game> Bot<G> for RandomBot {
    #[inline]
    fn choose(&mut self, _sight: &Sight<'_, G>, legal: &[G::Action], rng: &mut Rng) -> usize {
        below(rng, legal.len() as u32) as usize
    }

    #[inline]
    fn answer(&mut self, sight: &Sight<'_, G>, legal: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action {
        sight.sample(rng, legal)
    }
}
