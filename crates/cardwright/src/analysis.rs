//! The analysis of a finished game: where the win was lost.

use crate::Match;
use cardwright_kernel::{Actor, DynMatch, Outcome, Seat};

/// The games in which a pair of actions is tried first.
const FIRST: u64 = 100;
/// If the other action wins at least this much more in these games, both are tried again, in new games.
const WORTH_A_LOOK: f64 = 0.04;
/// A normal variable is this many standard deviations from its mean in 5 of 100 cases.
const SURE: f64 = 1.96;

/// A match, and the bots that analyse it.
#[derive(Debug)]
pub struct Analyst<'a> {
    /// The bot whose actions are compared with those that were taken.
    pub adviser: &'a str,
    /// The bot that plays games to the end.
    pub player: &'a str,
    /// The number of games for each action.
    pub games: u64,
}

/// A moment of a match in which a seat had a choice.
#[derive(Clone, Debug)]
pub struct Decision {
    before: Match,
    /// The number of actions played before, those of chance among them.
    pub at: usize,
    /// The number of turns that had started.
    pub turn: u32,
    /// The seat.
    pub seat: Seat,
    /// The action that it took.
    pub action: String,
}

/// An action that would have won more games than the one that was taken.
#[derive(Clone, PartialEq, Debug)]
pub struct Missed {
    /// The better action.
    pub better: String,
    /// The share of games, from 0 to 1, that the seat wins after the action that it took.
    pub share: f64,
    /// The share of games that it wins after the better action.
    pub better_share: f64,
    /// Half the width of the 95 % interval of the difference.
    pub error: f64,
}

/// What an analysis found out about a decision.
#[derive(Clone, Debug)]
pub struct Analysed {
    /// The decision.
    pub decision: Decision,
    /// The share of games that each seat wins from here on, if it was asked for.
    pub chances: Option<Vec<f64>>,
    /// The better action, if there is one.
    pub missed: Option<Missed>,
}

/// The decisions of a match in which there was more than one action, in their order.
pub fn decisions(whole: &Match) -> Vec<Decision> {
    let mut back = whole.clone();
    let mut all = Vec::new();
    while back.undo() {
        let at = back.notation().len();
        let Actor::Seat(seat) = back.actor() else {
            continue;
        };
        if back.count() > 1
            && let Some(action) = whole.notation().get(at)
        {
            all.push(Decision {
                before: back.clone(),
                at,
                turn: back.turns(),
                seat,
                action: action.clone(),
            });
        }
    }
    all.reverse();
    all
}

impl Decision {
    /// The name of the player, and the texts of the action and of another one.
    pub fn texts(&self, other: &str) -> [String; 3] {
        let question = self.before.question();
        let text = |action: &str| {
            let choice = question.choices.iter().find(|one| one.action == action);
            choice.map_or(action, |one| &one.text).to_string()
        };
        let seat = crate::seat_name(&*self.before, self.seat);
        [seat, text(&self.action), text(other)]
    }
}

impl Analyst<'_> {
    /// Analyses the `nth` of all decisions, with the chances of every seat if it is the first of its turn.
    pub fn analyse(&self, all: &[Decision], nth: usize) -> Analysed {
        let decision = &all[nth];
        let begins = nth == 0 || all[nth - 1].turn != decision.turn;
        Analysed {
            decision: decision.clone(),
            chances: begins.then(|| self.shares(decision)),
            missed: self.missed(decision),
        }
    }

    /// The share of games that each seat wins from a decision on, if the bot plays to the end.
    pub fn shares(&self, decision: &Decision) -> Vec<f64> {
        let play = &decision.before;
        let players = play.rulebook().about().players;
        let mut sums = vec![0.0; players.into()];
        for game in 0..self.games {
            let outcome = play.play_out(self.player, luck(decision, 0, game));
            for (seat, sum) in (0..players).map(Seat).zip(&mut sums) {
                *sum += share(&**play, seat, outcome.as_ref());
            }
        }
        let shares = sums.into_iter().map(|sum| sum / self.games.max(1) as f64);
        shares.collect()
    }

    /// The action that would have been better, if there is one. Both actions are tried in the same worlds, which the
    /// seat could not tell from the real one. The adviser's action counts as better if the 95 % interval of the
    /// difference is above 0, in games other than those that drew attention to it.
    pub fn missed(&self, decision: &Decision) -> Option<Missed> {
        let better = decision.before.ask_bot(self.adviser)?;
        if better == decision.action {
            return None;
        }
        let pair = [decision.action.as_str(), better.as_str()];
        let first = self.tried(decision, pair, 1, FIRST.min(self.games))?;
        if first.better_share - first.share < WORTH_A_LOOK {
            return None;
        }
        let found = self.tried(decision, pair, 2, self.games)?;
        (found.better_share - found.share > found.error).then_some(found)
    }

    /// Tries two actions in the same worlds.
    fn tried(
        &self,
        decision: &Decision,
        [taken, better]: [&str; 2],
        round: u64,
        games: u64,
    ) -> Option<Missed> {
        let (mut sums, mut difference, mut squares) = ([0.0; 2], 0.0, 0.0);
        for game in 0..games {
            let luck = luck(decision, round, game);
            let world = decision.before.determinize(decision.seat, luck);
            let mut shares = [0.0; 2];
            for (share_of, action) in shares.iter_mut().zip([taken, better]) {
                let mut world = world.copied();
                world.play(action).ok()?;
                let outcome = world.play_out(self.player, luck)?;
                *share_of = share(&*world, decision.seat, Some(&outcome));
            }
            let more = shares[1] - shares[0];
            (difference, squares) = (difference + more, squares + more * more);
            sums = [sums[0] + shares[0], sums[1] + shares[1]];
        }
        let number = games.max(1) as f64;
        // As if one game more had gone each way: equal results in a few games are no certainty.
        let variance = (squares + 2.0) / (number + 2.0) - (difference / (number + 2.0)).powi(2);
        Some(Missed {
            better: better.into(),
            share: sums[0] / number,
            better_share: sums[1] / number,
            error: SURE * (variance / number).sqrt(),
        })
    }
}

/// The seat's share of the win: 1 divided among the sides that win.
fn share(play: &dyn DynMatch, seat: Seat, outcome: Option<&Outcome>) -> f64 {
    let Some(Outcome { winners, .. }) = outcome else {
        return 0.0;
    };
    let mut sides: Vec<u8> = winners.iter().map(|seat| play.side(seat)).collect();
    sides.sort_unstable();
    sides.dedup();
    match sides.contains(&play.side(seat)) {
        true => 1.0 / sides.len() as f64,
        false => 0.0,
    }
}

/// The number of a world; equal for both actions of a pair.
fn luck(decision: &Decision, round: u64, game: u64) -> u64 {
    (decision.at as u64) << 32 | round << 30 | game
}

#[cfg(test)]
#[cfg(feature = "robotory")]
mod tests {
    use super::*;
    use crate::Setup;

    /// The last action of the game won it; some of the others would have thrown the win away.
    #[test]
    fn a_missed_win_is_found_and_a_forced_action_is_no_decision() {
        let mut play = Match::new("robotory", &Setup::players(2), 3).unwrap();
        while let Some(action) = play.ask_bot("search:2") {
            play.play(&action).unwrap();
        }
        let analyst = Analyst {
            adviser: "search:4",
            player: "greedy",
            games: 40,
        };
        let all = decisions(&play);
        assert!(all.iter().all(|one| one.before.count() > 1));
        let last = all.last().unwrap();
        assert_eq!(analyst.missed(last), None, "the winning action was taken");
        let shares = analyst.shares(last);
        assert!(shares[last.seat.index()] > 0.5, "{shares:?}");
        let others = last.before.question().choices.into_iter();
        let missed = others.map(|choice| {
            let action = choice.action;
            analyst.missed(&Decision {
                action,
                ..last.clone()
            })
        });
        let missed: Vec<Missed> = missed.flatten().collect();
        assert!(!missed.is_empty());
        for missed in missed {
            assert_eq!(missed.better_share, 1.0, "{missed:?}");
            assert!(missed.share + missed.error < 1.0, "{missed:?}");
        }
    }
}
