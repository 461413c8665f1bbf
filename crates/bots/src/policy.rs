//! How seats play in the simulated games of a search.

use crate::value::{FEATURES, Features};
use cardwright_kernel::{Actor, Game, NoLog, Rng, Seat, below};

/// How seats play in the simulated games of a search, and how an unfinished game is valued.
pub trait Policy<G: Game>: Send {
    /// Returns the index in `legal` (never empty) of a seat's action. The state is a simulated world, not the real one.
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> usize;

    /// The seat's action if the search finds nothing clearly better; [`choose`](Policy::choose) by default.
    fn instinct(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> usize {
        self.choose(game, state, seat, legal, rng)
    }

    /// In simulated games, one in this many actions is random: if all seats always played alike, other possibilities
    /// would stay hidden.
    fn any_one_in(&self) -> u32 {
        7
    }

    /// The maximum number of turns simulated after the last action in the tree; then the game is valued by
    /// [`worth`](Policy::worth).
    fn turns(&self) -> u32 {
        u32::MAX
    }

    /// The value of a seat's position in an unfinished game. The side's share of the total is its share of the win.
    fn worth(&self, _game: &G, _state: &G::State, _seat: Seat) -> u32 {
        1
    }

    /// Features of a seat's position, from which its share of the win is learned; see [`Learner`](crate::Learner). Empty by
    /// default.
    fn features(&self, _game: &G, _state: &G::State, _seat: Seat) -> Features {
        [0.0; FEATURES]
    }

    /// Plays from `state` until the game is over or [`turns`](Policy::turns) have passed. `legal` is a buffer.
    fn play_out(
        &mut self,
        game: &G,
        state: &mut G::State,
        dealer: &mut Rng,
        luck: &mut Rng,
        legal: &mut Vec<G::Action>,
    ) {
        let last = game.turns(state).saturating_add(self.turns());
        loop {
            let action = match game.actor(state) {
                Actor::Over(_) => return,
                Actor::Chance => game.deal(state, dealer),
                Actor::Seat(_) if game.turns(state) >= last => return,
                Actor::Seat(seat) => {
                    legal.clear();
                    game.legal(state, legal);
                    let chosen = match legal.len() {
                        1 => 0,
                        many if below(luck, self.any_one_in()) == 0 => {
                            below(luck, many as u32) as usize
                        }
                        _ => self.choose(game, state, seat, legal, luck),
                    };
                    legal[chosen.min(legal.len() - 1)]
                }
            };
            game.apply_unchecked(state, action, &mut NoLog);
        }
    }
}
