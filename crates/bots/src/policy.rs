//! How seats play in the games that a search tries.

use cardwright_kernel::{Actor, Game, NoLog, Rng, Seat, below};

/// How seats play in the games that a search tries, and what a game is worth that is cut short.
pub trait Policy<G: Game>: Send {
    /// The index in `legal` (never empty) of a seat's action. The state is a world, not the real one.
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> usize;

    /// In a game that is tried, one action in so many is any action: a table of which every seat plays alike hides what else
    /// can happen.
    fn any_one_in(&self) -> u32 {
        7
    }

    /// How much is tried that was tried seldom, against what went well; shares of a win lie between 0 and 1.
    fn curiosity(&self) -> f64 {
        0.6
    }

    /// Of a list longer than this, so many actions at random are looked at: where each costs time, many games are worth more
    /// than careful ones. At the question that is searched all are looked at.
    fn looked_at(&self) -> usize {
        usize::MAX
    }

    /// So many turns a game lasts at most after the last action in the tree; then it is valued by [`worth`](Policy::worth).
    fn turns(&self) -> u32 {
        u32::MAX
    }

    /// What a seat has in a game that is cut short; the side's share of the sum is its share of a win.
    fn worth(&self, _game: &G, _state: &G::State, _seat: Seat) -> u32 {
        1
    }

    /// The most promising actions of a list too long to try them all, the best first, at most `most`. The provided form
    /// takes some at random.
    fn best(
        &mut self,
        _game: &G,
        _state: &G::State,
        _seat: Seat,
        legal: &[G::Action],
        most: usize,
        rng: &mut Rng,
    ) -> Vec<G::Action> {
        let mut list = legal.to_vec();
        sample(&mut list, most, rng);
        list.truncate(most);
        list
    }

    /// Plays on from `state`, until the game is over or [`turns`](Policy::turns) have passed. `legal` is a buffer.
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
                        _ => {
                            let some = sample(legal, self.looked_at(), luck);
                            self.choose(game, state, seat, &legal[..some], luck)
                        }
                    };
                    legal[chosen.min(legal.len() - 1)]
                }
            };
            game.apply_unchecked(state, action, &mut NoLog);
        }
    }
}

/// Brings so many actions of a longer list to its beginning, any as likely as others; returns how many there are.
pub(crate) fn sample<A>(list: &mut [A], most: usize, rng: &mut Rng) -> usize {
    if list.len() <= most {
        return list.len();
    }
    for at in 0..most {
        let other = at + below(rng, (list.len() - at) as u32) as usize;
        list.swap(at, other);
    }
    most
}

/// Every seat takes any action.
#[derive(Clone, Copy, Default, Debug)]
pub struct AtRandom;

impl<G: Game> Policy<G> for AtRandom {
    fn choose(
        &mut self,
        _game: &G,
        _state: &G::State,
        _seat: Seat,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> usize {
        below(rng, legal.len() as u32) as usize
    }

    fn play_out(
        &mut self,
        game: &G,
        state: &mut G::State,
        dealer: &mut Rng,
        luck: &mut Rng,
        legal: &mut Vec<G::Action>,
    ) {
        game.play_at_random(state, dealer, luck, legal, u64::MAX);
    }
}
