//! The tree search.

use crate::policy::Policy;
use crate::tree::{CHANCE, Tree};
use cardwright_kernel::{Actor, Bot, Game, NoLog, Observation, Rng, Seat, Weighed, below, stream};

/// The limit for names such as `search:500`: this many times the default number of games, about half a second per
/// action.
pub const MAX_TIMES: u32 = 10;
/// The maximum number of seats in a game.
const SEATS: usize = 8;
/// Lists longer than this are reduced to this many random actions.
const WIDE: usize = 40;
/// After the first question, `k` actions are tried once the question was asked this many times `k` squared, starting
/// with those that the policy chooses. Trying all actions at rarely reached questions would amount to random play.
const WIDENED: u32 = 6;
/// At the first question, this many actions of a reduced list are tried, plus the square root of its visits.
const WIDENED_FIRST: u32 = 4;

/// How much a bot searches: the number of games per action in each tree, and the number of trees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The number of games in each tree, at least 1.
    pub games: u32,
    /// The number of independent trees, at least 1; their results are added up. With the feature `parallel`, trees may
    /// be built on separate threads, with the same result.
    pub trees: u32,
}

/// The budget for a bot's name: `search` for the default number of games in one tree, `search:500`, or `search:500x4`
/// for 4 trees of 500 games; `None` for any other name or a number above the limit.
pub fn named(name: &str, usual: u32) -> Option<Budget> {
    let (word, rest) = match name.split_once(':') {
        None => (name, None),
        Some((word, rest)) => (word, Some(rest)),
    };
    if word != "search" {
        return None;
    }
    let (games, trees) = match rest {
        None => (usual, 1),
        Some(rest) => match rest.split_once('x') {
            None => (rest.parse().ok()?, 1),
            Some((games, trees)) => (games.parse().ok()?, trees.parse().ok()?),
        },
    };
    let most = MAX_TIMES.saturating_mul(usual);
    let all = u32::checked_mul(games, trees)?;
    (1..=most).contains(&all).then_some(Budget { games, trees })
}

/// A bot that simulates many games from its question on, in worlds that its seat cannot distinguish from the real one,
/// and learns which actions work well for each seat. It remembers nothing from one question to the next, so a saved
/// match continues as if it had not been interrupted.
#[derive(Clone, Debug)]
pub struct Search<P> {
    budget: Budget,
    policy: P,
}

/// The result of a tree: for each allowed action the number of visits, the sum of its rewards, and the sum of their
/// squares.
type Found = Vec<(u32, f64, f64)>;

impl<P> Search<P> {
    /// A search bot with a budget per action.
    pub fn new(budget: Budget, policy: P) -> Self {
        Search { budget, policy }
    }

    /// Evaluates each allowed action, in the order of `legal`. Before each game, `stop` is called with the number of
    /// games played in that tree and may end the search, for example to limit its time.
    pub fn weigh<G: Game>(
        &self,
        observation: &Observation<'_, G>,
        legal: &[G::Action],
        rng: &mut Rng,
        stop: &(dyn Fn(u32) -> bool + Sync),
    ) -> Vec<Weighed>
    where
        P: Policy<G> + Clone + Sync,
    {
        let (game, seat, known) = (observation.game(), observation.seat(), observation.known());
        let seed = u64::from(rng.bits()) << 32 | u64::from(rng.bits());
        let grow = |tree: u32| -> Found {
            let stream = |purpose| stream(seed, 3 * u64::from(tree) + purpose);
            let mut thought = Thought {
                game,
                seat,
                open: game.secrecy().is_none(),
                known: &known,
                policy: self.policy.clone(),
                tree: Tree::new(),
                worlds: stream(0),
                dealer: stream(1),
                luck: stream(2),
                legal: Vec::new(),
                untried: Vec::new(),
                path: Vec::new(),
            };
            for games in 0..self.budget.games {
                if stop(games) {
                    break;
                }
                thought.iterate();
            }
            legal.iter().map(|action| thought.found(*action)).collect()
        };
        let mut sums = vec![(0, 0.0, 0.0); legal.len()];
        for found in all(self.budget.trees, &grow) {
            for (sum, found) in sums.iter_mut().zip(found) {
                *sum = (sum.0 + found.0, sum.1 + found.1, sum.2 + found.2);
            }
        }
        let weighed = |(games, sum, squares): (u32, f64, f64)| {
            let number = f64::from(games.max(1));
            let share = sum / number;
            // Add one won game and one lost game: a few games with the same result are not certainty.
            let variance =
                (squares + 1.0) / (number + 2.0) - ((sum + 1.0) / (number + 2.0)).powi(2);
            Weighed {
                games,
                share,
                variance: variance / number,
            }
        };
        sums.into_iter().map(weighed).collect()
    }
}

/// The results of all trees in order.
#[cfg(feature = "parallel")]
fn all(trees: u32, grow: &(dyn Fn(u32) -> Found + Sync)) -> Vec<Found> {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    match trees {
        1 => vec![grow(0)],
        _ => (0..trees).into_par_iter().map(grow).collect(),
    }
}

/// The results of all trees in order.
#[cfg(not(feature = "parallel"))]
fn all(trees: u32, grow: &(dyn Fn(u32) -> Found + Sync)) -> Vec<Found> {
    (0..trees).map(grow).collect()
}

impl<G: Game, P: Policy<G> + Clone + Sync> Bot<G> for Search<P> {
    fn choose(
        &mut self,
        observation: &Observation<'_, G>,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> usize {
        self.advise(observation, legal, rng).0
    }

    fn advise(
        &mut self,
        observation: &Observation<'_, G>,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> (usize, Vec<Weighed>) {
        if legal.len() < 2 {
            return (0, Vec::new());
        }
        let first = self
            .policy
            .instinct(
                observation.game(),
                &observation.known(),
                observation.seat(),
                legal,
                rng,
            )
            .min(legal.len() - 1);
        let weighed = self.weigh(observation, legal, rng, &|_| false);
        let mut best = first;
        for (at, one) in weighed.iter().enumerate() {
            let other = weighed[best];
            if (one.games, one.share) > (other.games, other.share) {
                best = at;
            }
        }
        // The policy's action, unless the best one found is better by more than the standard error.
        let (old, new) = (weighed[first], weighed[best]);
        let error = (old.variance + new.variance).sqrt();
        let chosen = if new.share - old.share > error {
            best
        } else {
            first
        };
        (chosen, weighed)
    }
}

/// A tree that is being built.
struct Thought<'a, G: Game, P> {
    game: &'a G,
    seat: Seat,
    /// Whether the game has no hidden information, so that the actions allowed after a sequence are always the same.
    open: bool,
    /// The state as the seat knows it, from which all worlds are made.
    known: &'a G::State,
    policy: P,
    tree: Tree<G::Action>,
    worlds: Rng,
    dealer: Rng,
    luck: Rng,
    legal: Vec<G::Action>,
    untried: Vec<G::Action>,
    path: Vec<u32>,
}

impl<G: Game, P: Policy<G>> Thought<'_, G, P> {
    /// Simulates one game and records its result.
    fn iterate(&mut self) {
        let game = self.game;
        let mut state = game.determinize(self.known, self.seat, &mut self.worlds);
        self.path.clear();
        let mut at = 0;
        loop {
            let (child, new, action) = match game.actor(&state) {
                Actor::Over(_) => break,
                Actor::Chance => {
                    let (child, action) = self.dealt(at, &state);
                    (child, false, action)
                }
                Actor::Seat(seat) => self.tried(at, &state, seat),
            };
            game.apply_unchecked(&mut state, action, &mut NoLog);
            self.path.push(child);
            at = child;
            if new {
                self.policy.play_out(
                    game,
                    &mut state,
                    &mut self.dealer,
                    &mut self.luck,
                    &mut self.legal,
                );
                break;
            }
        }
        let shares = self.shares(&state);
        for at in &self.path {
            let node = self.tree.node_mut(*at);
            node.visits += 1;
            let share = shares[usize::from(node.side) % SEATS];
            node.sum += share;
            node.squares += share * share;
        }
        self.tree.node_mut(0).visits += 1;
    }

    /// Draws the next chance event: its node and its action. Actions that only another seat sees share one node.
    fn dealt(&mut self, at: u32, state: &G::State) -> (u32, G::Action) {
        let action = self.game.deal(state, &mut self.dealer);
        let hidden = self
            .game
            .seen_by(state, action)
            .is_some_and(|seat| seat != self.seat);
        let key = (!hidden).then_some(action);
        let child = match self.tree.find(at, CHANCE, key) {
            Some(child) => child,
            None => self.tree.add(at, CHANCE, 0, key),
        };
        (child, action)
    }

    /// Selects the next action of a seat: the node, whether it is new, and the action.
    fn tried(&mut self, at: u32, state: &G::State, seat: Seat) -> (u32, bool, G::Action) {
        self.list(at, state);
        let wide = self.tree.node(at).wide.is_some();
        self.untried.clear();
        let (mut best, mut tried) = (None, 0);
        for nth in 0..self.legal.len() {
            let action = self.legal[nth];
            let Some(child) = self.tree.find(at, seat.0, Some(action)) else {
                self.untried.push(action);
                continue;
            };
            tried += 1;
            self.tree.node_mut(child).available += 1;
            let promise = self.tree.promise(child);
            if best.is_none_or(|(_, _, most)| promise > most) {
                best = Some((child, action, promise));
            }
        }
        let visits = self.tree.node(at).visits;
        let room = match (at, wide) {
            (0, false) => true,
            (0, true) => tried < WIDENED_FIRST + visits.isqrt(),
            _ => WIDENED * tried * tried <= visits,
        };
        match best {
            Some((child, action, _)) if self.untried.is_empty() || !room => (child, false, action),
            _ => {
                // A shortened list is in random order; for a complete list, the policy knows the best action.
                let nth = match self.untried.len() {
                    1 => 0,
                    _ if wide => 0,
                    many => self
                        .policy
                        .choose(self.game, state, seat, &self.untried, &mut self.luck)
                        .min(many - 1),
                };
                let action = self.untried[nth];
                let side = self.game.side(seat);
                let child = self.tree.add(at, seat.0, side, Some(action));
                self.tree.node_mut(child).available = 1;
                (child, true, action)
            }
        }
    }

    /// Lists the actions to evaluate.
    fn list(&mut self, at: u32, state: &G::State) {
        let game = self.game;
        self.legal.clear();
        if let Some(wide) = &self.tree.node(at).wide {
            let allowed = wide
                .iter()
                .filter(|action| self.open || game.refuse(state, **action).is_none());
            self.legal.extend(allowed);
            if !self.legal.is_empty() {
                return;
            }
        }
        game.legal(state, &mut self.legal);
        if self.legal.len() > WIDE {
            for at in 0..WIDE {
                let other = at + below(&mut self.luck, (self.legal.len() - at) as u32) as usize;
                self.legal.swap(at, other);
            }
            self.legal.truncate(WIDE);
            let wide = &mut self.tree.node_mut(at).wide;
            if wide.is_none() {
                *wide = Some(self.legal.as_slice().into());
            }
        }
    }

    /// The visits of an action at the first question, the sum of its rewards, and the sum of their squares.
    fn found(&self, action: G::Action) -> (u32, f64, f64) {
        let child = self.tree.find(0, self.seat.0, Some(action));
        child.map_or((0, 0.0, 0.0), |child| {
            let node = self.tree.node(child);
            (node.visits, node.sum, node.squares)
        })
    }

    /// The share of each side in the win. Sides that win together share equally; if nobody has won yet, the shares
    /// depend on the values of their positions.
    fn shares(&self, state: &G::State) -> [f64; SEATS] {
        let mut parts = [0u32; SEATS];
        let seats = || (0..self.game.players()).map(Seat);
        let side = |seat| usize::from(self.game.side(seat)) % SEATS;
        match self.game.actor(state) {
            Actor::Over(outcome) => outcome
                .winners
                .iter()
                .for_each(|seat| parts[side(seat)] = 1),
            _ => seats().for_each(|seat| {
                parts[side(seat)] += self.policy.worth(self.game, state, seat);
            }),
        }
        let sum: u32 = parts.iter().sum();
        parts.map(|part| f64::from(part) / f64::from(sum.max(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_how_much_is_searched() {
        let budget = |games, trees| Some(Budget { games, trees });
        assert_eq!(named("search", 7), budget(7, 1));
        assert_eq!(named("search:70", 7), budget(70, 1));
        assert_eq!(named("search:35x2", 7), budget(35, 2));
        for wrong in [
            "greedy",
            "search:",
            "search:0",
            "search:71",
            "search:x",
            "search:5x",
            "search:5x0",
            "search:36x2",
            "search:65536x65536",
            "searching",
            "x:5",
        ] {
            assert_eq!(named(wrong, 7), None, "{wrong}");
        }
    }
}
