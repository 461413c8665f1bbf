//! The search itself.

use crate::policy::{Policy, sample};
use crate::tree::{CHANCE, Tree};
use cardwright_kernel::{Actor, Bot, Game, NoLog, Observation, Rng, Seat, stream};

/// A name such as `search:500` may ask for at most so many times the usual number of iterations: half a second for an action.
pub const MAX_TIMES: u32 = 10;
/// The most seats of a game.
const SEATS: usize = 8;
/// Lists longer than this are cut down to their most promising actions.
const WIDE: usize = 40;
/// Behind the first question, `k` actions are tried once a question was asked so many times `k` times `k`: those that the
/// policy takes come first. To try all of them at questions seldom reached would be to play at random there.
const WIDENED: u32 = 6;
/// At the first question, of a list that was cut down, so many actions and the root of its visits.
const WIDENED_FIRST: u32 = 4;

/// How much a bot searches: games for each action, in each of so many trees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Games in each tree, at least 1.
    pub games: u32,
    /// Trees, at least 1: they know nothing of each other, and what they found is added up. With the feature `parallel`
    /// each may grow on a thread of its own; the result is the same.
    pub trees: u32,
}

/// The budget that a bot's name asks for: `search` for the usual number of games in one tree, `search:500`, or
/// `search:500x4` for 4 trees of 500 games; `None` where the name is another one or asks for too much.
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

/// What a search found out about one allowed action.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Weighed {
    /// In how many games it was taken.
    pub games: u32,
    /// The seat's share of wins in these games, from 0 to 1.
    pub share: f64,
    /// The square of the standard error of this share.
    pub variance: f64,
}

/// A bot that plays the game on from its question many times, in worlds that its seat cannot tell from the real one, and
/// learns which actions of each seat go well for it. It remembers nothing from one question to the next: a saved match goes
/// on as if it had not been interrupted.
#[derive(Clone, Debug)]
pub struct Search<P> {
    budget: Budget,
    policy: P,
}

/// What a tree found out: for each allowed action how often it was taken, the sum of what it brought, and of the squares.
type Found = Vec<(u32, f64, f64)>;

impl<P> Search<P> {
    /// A bot with a budget for each action.
    pub fn new(budget: Budget, policy: P) -> Self {
        Search { budget, policy }
    }

    /// What it thinks of each allowed action, in the order of `legal`. `stop` is asked before each game, with the number
    /// of games played in that tree, whether to stop: a caller with a clock can bound the time.
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
            // One game, won, and one, lost, more: a few games that end alike are no certainty.
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

/// What every tree found, in order.
#[cfg(feature = "parallel")]
fn all(trees: u32, grow: &(dyn Fn(u32) -> Found + Sync)) -> Vec<Found> {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    match trees {
        1 => vec![grow(0)],
        _ => (0..trees).into_par_iter().map(grow).collect(),
    }
}

/// What every tree found, in order.
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
        if legal.len() < 2 {
            return 0;
        }
        let first = self
            .policy
            .choose(
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
        // The policy's action, unless the other one is better by more than the standard error.
        let (old, new) = (weighed[first], weighed[best]);
        let error = (old.variance + new.variance).sqrt();
        if new.share - old.share > error {
            best
        } else {
            first
        }
    }
}

/// One tree that grows.
struct Thought<'a, G: Game, P> {
    game: &'a G,
    seat: Seat,
    /// Whether nothing is hidden: what was allowed after some actions always is.
    open: bool,
    /// The state as the seat knows it: all worlds come from it.
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
    /// Plays one game and remembers how it ended.
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

    /// What chance does next: the node, the action. What only another seat sees is one node.
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

    /// What a seat tries next: the node, whether it is new, the action.
    fn tried(&mut self, at: u32, state: &G::State, seat: Seat) -> (u32, bool, G::Action) {
        self.list(at, state, seat);
        let wide = self.tree.node(at).wide.is_some();
        self.untried.clear();
        let curiosity = self.policy.curiosity();
        let (mut best, mut tried) = (None, 0);
        for nth in 0..self.legal.len() {
            let action = self.legal[nth];
            let Some(child) = self.tree.find(at, seat.0, Some(action)) else {
                self.untried.push(action);
                continue;
            };
            tried += 1;
            self.tree.node_mut(child).available += 1;
            let promise = self.tree.promise(child, curiosity);
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
                // The best of a list that was cut down come first; of others the policy knows which.
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

    /// The actions that are looked at.
    fn list(&mut self, at: u32, state: &G::State, seat: Seat) {
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
        let looked_at = match at {
            0 => usize::MAX,
            _ => self.policy.looked_at(),
        };
        let some = sample(&mut self.legal, looked_at, &mut self.luck);
        if self.legal.len() > WIDE.min(some) {
            self.legal.truncate(some);
            let best = self
                .policy
                .best(game, state, seat, &self.legal, WIDE, &mut self.luck);
            if self.tree.node(at).wide.is_none() {
                self.tree.node_mut(at).wide = Some(best.clone().into());
            }
            self.legal = best;
        }
    }

    /// How often an action was taken at the first question, the sum of what it brought, and of the squares.
    fn found(&self, action: G::Action) -> (u32, f64, f64) {
        let child = self.tree.find(0, self.seat.0, Some(action));
        child.map_or((0, 0.0, 0.0), |child| {
            let node = self.tree.node(child);
            (node.visits, node.sum, node.squares)
        })
    }

    /// What each side has of the win: those that share it have equal parts; where nobody has won yet, by what they have.
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
