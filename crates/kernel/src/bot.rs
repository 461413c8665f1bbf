//! Players that are programs. A bot gets a view, never a state.

use crate::{Game, Rng, Seat, Viewer, below};

/// What a bot sees when it is asked: its seat's view, built only if the bot wants it.
pub struct Observation<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
}

impl<'a, G: Game> Observation<'a, G> {
    pub(crate) fn new(game: &'a G, state: &'a G::State, seat: Seat) -> Self {
        Observation { game, state, seat }
    }

    /// The rulebook, which everybody knows.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// The seat that is asked.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What that seat may know.
    pub fn view(&self) -> G::View {
        self.game.view(self.state, Viewer::Seat(self.seat))
    }

    /// The state as that seat may know it, the same for all states that it cannot tell apart. Where cards are hidden,
    /// some that may be there are; [`determinize`](crate::Hidden::determinize) deals others.
    pub fn known(&self) -> G::State {
        self.game.known_to(self.state, Viewer::Seat(self.seat), 0)
    }
}

/// A player that is a program.
pub trait Bot<G: Game>: Send {
    /// The index in `legal` (never empty) of the action it takes. An index past the end counts as the last.
    fn choose(
        &mut self,
        observation: &Observation<'_, G>,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> usize;

    /// Whether it chooses uniformly among the allowed actions, with one drawn number: then
    /// [`play_at_random`](crate::Rules::play_at_random) may play in its stead.
    #[inline]
    fn at_random(&self) -> bool {
        false
    }
}

/// Chooses uniformly among the allowed actions.
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
