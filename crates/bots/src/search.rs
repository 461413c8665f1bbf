//! The search itself.

use crate::policy::Policy;
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

/// The iterations of a bot's name: `search` for the usual number, or `search:500`; `None` where the name is another one.
pub fn named(name: &str, usual: u32) -> Option<u32> {
    match name.split_once(':') {
        None => (name == "search").then_some(usual),
        Some(("search", number)) => number
            .parse()
            .ok()
            .filter(|number| (1..=MAX_TIMES * usual).contains(number)),
        Some(_) => None,
    }
}

/// What a search found out about one allowed action.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Weighed {
    /// In how many games it was taken.
    pub games: u32,
    /// The seat's share of wins in these games, from 0 to 1.
    pub share: f64,
}

/// A bot that plays the game on from its question many times, in worlds that its seat holds for possible, and learns which
/// actions of each seat go well for it.
#[derive(Clone, Debug)]
pub struct Search<P> {
    iterations: u32,
    policy: P,
    /// The place of the action that the policy would take at the last question.
    first: usize,
}

impl<P> Search<P> {
    /// A bot that plays so many games for each action; at least 1.
    pub fn new(iterations: u32, policy: P) -> Self {
        Search {
            iterations: iterations.max(1),
            policy,
            first: 0,
        }
    }

    /// What it thinks of each allowed action, in the order of `legal`. `stop` is asked before each game, with the number
    /// of games played, whether to stop: a caller with a clock can bound the time.
    pub fn weigh<G: Game>(
        &mut self,
        observation: &Observation<'_, G>,
        legal: &[G::Action],
        rng: &mut Rng,
        stop: &mut dyn FnMut(u32) -> bool,
    ) -> Vec<Weighed>
    where
        P: Policy<G>,
    {
        let seed = u64::from(rng.bits()) << 32 | u64::from(rng.bits());
        let mut thought = Thought {
            game: observation.game(),
            seat: observation.seat(),
            known: observation.known(),
            policy: &mut self.policy,
            tree: Tree::new(),
            worlds: stream(seed, 0),
            dealer: stream(seed, 1),
            luck: stream(seed, 2),
            legal: Vec::new(),
            untried: Vec::new(),
            path: Vec::new(),
        };
        self.first = thought.policy.choose(
            thought.game,
            &thought.known,
            thought.seat,
            legal,
            &mut thought.luck,
        );
        for games in 0..self.iterations {
            if stop(games) {
                break;
            }
            thought.iterate();
        }
        let weighed = |action: &G::Action| {
            let child = thought.tree.find(0, thought.seat.0, Some(*action));
            child.map_or_else(Weighed::default, |child| {
                let node = thought.tree.node(child);
                Weighed {
                    games: node.visits,
                    share: node.sum / f64::from(node.visits.max(1)),
                }
            })
        };
        legal.iter().map(weighed).collect()
    }
}

impl<G: Game, P: Policy<G>> Bot<G> for Search<P> {
    fn choose(
        &mut self,
        observation: &Observation<'_, G>,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> usize {
        if legal.len() < 2 {
            return 0;
        }
        let weighed = self.weigh(observation, legal, rng, &mut |_| false);
        let first = self.first.min(legal.len() - 1);
        let mut best = first;
        for (at, one) in weighed.iter().enumerate() {
            let other = weighed[best];
            if (one.games, one.share) > (other.games, other.share) {
                best = at;
            }
        }
        // The policy's action, unless the other one is better by more than the standard error, which is at most this.
        let (old, new) = (weighed[first], weighed[best]);
        let variance = |one: Weighed| 0.25 / f64::from(one.games.max(1));
        let error = (variance(old) + variance(new)).sqrt();
        if new.share - old.share > error {
            best
        } else {
            first
        }
    }
}

/// One search.
struct Thought<'a, G: Game, P> {
    game: &'a G,
    seat: Seat,
    /// The state as the seat knows it: all worlds come from it.
    known: G::State,
    policy: &'a mut P,
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
        let mut state = game.determinize(&self.known, self.seat, &mut self.worlds);
        self.path.clear();
        let mut at = 0;
        loop {
            let (child, new, action) = match game.actor(&state) {
                Actor::Over(_) => break,
                Actor::Chance => self.dealt(at, &state),
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
            node.sum += shares[usize::from(node.side) % SEATS];
        }
        self.tree.node_mut(0).visits += 1;
    }

    /// What chance does next: the node, whether it is new, the action. What only another seat sees is one node.
    fn dealt(&mut self, at: u32, state: &G::State) -> (u32, bool, G::Action) {
        let action = self.game.deal(state, &mut self.dealer);
        let hidden = self
            .game
            .seen_by(state, action)
            .is_some_and(|seat| seat != self.seat);
        let key = (!hidden).then_some(action);
        match self.tree.find(at, CHANCE, key) {
            Some(child) => (child, false, action),
            None => (self.tree.add(at, CHANCE, 0, key), true, action),
        }
    }

    /// What a seat tries next: the node, whether it is new, the action.
    fn tried(&mut self, at: u32, state: &G::State, seat: Seat) -> (u32, bool, G::Action) {
        self.list(at, state, seat);
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
                .filter(|action| game.refuse(state, **action).is_none());
            self.legal.extend(allowed);
            if !self.legal.is_empty() {
                return;
            }
        }
        game.legal(state, &mut self.legal);
        if self.legal.len() > WIDE {
            let best = self
                .policy
                .best(game, state, seat, &self.legal, WIDE, &mut self.luck);
            if self.tree.node(at).wide.is_none() {
                self.tree.node_mut(at).wide = Some(best.clone().into());
            }
            self.legal = best;
        }
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
    fn names_say_how_many_iterations() {
        assert_eq!(named("search", 7), Some(7));
        assert_eq!(named("search:70", 7), Some(70));
        for wrong in [
            "greedy",
            "search:",
            "search:0",
            "search:71",
            "search:x",
            "searching",
            "x:5",
        ] {
            assert_eq!(named(wrong, 7), None, "{wrong}");
        }
    }
}
