//! The ranking of a tournament (AT-4.2): points, then the opponents' points, then the games between the tied players,
//! then a lot.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The points for a victory.
const VICTORY: u32 = 3;
/// The points for a shared victory or a draw.
const SHARED: u32 = 1;

/// A finished game of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentGame {
    /// The names of the players.
    pub players: Vec<String>,
    /// The side of each player; members of a team have the same.
    pub sides: Vec<u8>,
    /// The indices of the winners in `players`. Without winners, the game is a draw.
    pub winners: Vec<usize>,
}

impl TournamentGame {
    fn won(&self, player: usize) -> bool {
        self.winners.contains(&player) && !self.is_shared()
    }

    /// Whether winners of several sides share the game, or nobody wins.
    fn is_shared(&self) -> bool {
        let side = |player: &usize| self.sides.get(*player);
        let first = self.winners.first().map(side);
        first.is_none_or(|first| self.winners.iter().any(|player| side(player) != first))
    }

    fn shares(&self, player: usize) -> bool {
        self.is_shared() && (self.winners.is_empty() || self.winners.contains(&player))
    }

    fn points(&self, player: usize) -> u32 {
        match (self.won(player), self.shares(player)) {
            (true, _) => VICTORY,
            (_, true) => SHARED,
            _ => 0,
        }
    }

    /// The names of the players on other sides than this one.
    fn opponents(&self, player: usize) -> impl Iterator<Item = &str> {
        let other = move |(at, _): &(usize, &String)| self.sides.get(*at) != self.sides.get(player);
        let players = self.players.iter().enumerate();
        players.filter(other).map(|(_, name)| name.as_str())
    }
}

/// The place of a player in a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The place, from 1. Players who are equal in everything share a place if no lot is drawn.
    pub place: usize,
    /// The name of the player.
    pub player: String,
    /// 3 points for each victory, 1 for each shared victory or draw.
    pub points: u32,
    /// The points of all opponents together; an opponent counts once for each game.
    pub opponents: u32,
    /// The points from games against players with equal points and opponents' points.
    pub direct: u32,
    /// The number of games.
    pub games: u32,
    /// The number of victories.
    pub won: u32,
    /// The number of shared victories and draws.
    pub shared: u32,
    /// Whether only the lot can decide, or has decided, between this player and another.
    pub lot: bool,
}

/// Ranks the players of a tournament by its games, the best first. Players who are equal in everything share a place, or
/// are ranked by a lot drawn from a number and their names.
///
/// ```
/// use cardwright::{TournamentGame, standings};
///
/// let game = |players: [&str; 2], winners: &[usize]| TournamentGame {
///     players: players.map(String::from).to_vec(),
///     sides: vec![0, 1],
///     winners: winners.to_vec(),
/// };
/// let games = [game(["Ada", "Ben"], &[0]), game(["Ben", "Cleo"], &[0, 1])];
/// let ranked = standings(&games, None);
/// assert_eq!((ranked[0].player.as_str(), ranked[0].points, ranked[0].opponents), ("Ada", 3, 1));
/// assert_eq!((ranked[1].player.as_str(), ranked[1].points, ranked[1].opponents), ("Ben", 1, 4));
/// ```
pub fn standings(games: &[TournamentGame], lot: Option<u64>) -> Vec<Standing> {
    let mut all: BTreeMap<&str, Standing> = BTreeMap::new();
    for game in games {
        for (at, name) in game.players.iter().enumerate() {
            let one = all.entry(name).or_insert_with(|| Standing {
                place: 0,
                player: name.clone(),
                points: 0,
                opponents: 0,
                direct: 0,
                games: 0,
                won: 0,
                shared: 0,
                lot: false,
            });
            one.games += 1;
            one.points += game.points(at);
            one.won += u32::from(game.won(at));
            one.shared += u32::from(game.shares(at));
        }
    }
    let points: BTreeMap<&str, u32> = all.iter().map(|(name, one)| (*name, one.points)).collect();
    let each = |of: &dyn Fn(&TournamentGame, usize) -> u32, name: &str| -> u32 {
        let place = |game: &TournamentGame| game.players.iter().position(|one| one == name);
        let played = games.iter().filter_map(|game| Some((game, place(game)?)));
        played.map(|(game, at)| of(game, at)).sum()
    };
    let opponents =
        |game: &TournamentGame, at: usize| game.opponents(at).map(|name| points[name]).sum();
    for (name, one) in &mut all {
        one.opponents = each(&opponents, name);
    }
    let equal: Vec<(String, u32, u32)> = all
        .values()
        .map(|one| (one.player.clone(), one.points, one.opponents))
        .collect();
    for (name, one) in &mut all {
        let tied = |other: &str| {
            let is = |(named, points, opponents): &(String, u32, u32)| {
                named == other && (*points, *opponents) == (one.points, one.opponents)
            };
            equal.iter().any(is)
        };
        let direct = |game: &TournamentGame, at: usize| match game.opponents(at).any(tied) {
            true => game.points(at),
            false => 0,
        };
        one.direct = each(&direct, name);
    }
    ranked(all.into_values().collect(), lot)
}

/// Sorts by all criteria, and assigns ranks.
fn ranked(mut all: Vec<Standing>, lot: Option<u64>) -> Vec<Standing> {
    let counts = |one: &Standing| (one.points, one.opponents, one.direct);
    let drawn = |one: &Standing| lot.map(|lot| draw(lot, &one.player));
    all.sort_by(|one, other| {
        let by_points = counts(other).cmp(&counts(one));
        let by_lot = drawn(one).cmp(&drawn(other));
        by_points.then(by_lot).then(one.player.cmp(&other.player))
    });
    let values: Vec<(u32, u32, u32)> = all.iter().map(counts).collect();
    for (at, one) in all.iter_mut().enumerate() {
        let first = values
            .iter()
            .position(|value| *value == values[at])
            .unwrap_or(at);
        one.lot = values.iter().filter(|value| **value == values[at]).count() > 1;
        one.place = 1 + if lot.is_some() { at } else { first };
    }
    all
}

/// A player's lot: evenly distributed, because it is a hash, and reproducible for everybody.
fn draw(lot: u64, player: &str) -> [u8; 32] {
    let mut hash = blake3::Hasher::new();
    hash.update(&lot.to_le_bytes());
    hash.update(player.as_bytes());
    *hash.finalize().as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(players: &[&str], sides: &[u8], winners: &[usize]) -> TournamentGame {
        TournamentGame {
            players: players.iter().map(|name| (*name).into()).collect(),
            sides: sides.to_vec(),
            winners: winners.to_vec(),
        }
    }

    fn places(games: &[TournamentGame], lot: Option<u64>) -> Vec<(usize, String)> {
        let ranked = standings(games, lot).into_iter();
        ranked.map(|one| (one.place, one.player)).collect()
    }

    #[test]
    fn victories_draws_and_teams_count() {
        // The members of a team win together; winners of several sides share; a game without winners is a draw.
        let teams = [game(&["a", "b", "c", "d"], &[0, 0, 1, 1], &[0, 1])];
        let ranked = standings(&teams, None);
        assert_eq!(
            (ranked[0].points, ranked[0].won, ranked[0].opponents),
            (3, 1, 0)
        );
        assert_eq!(ranked[2].opponents, 6, "the partner is no opponent");
        let shared = [
            game(&["a", "b", "c"], &[0, 1, 2], &[0, 1]),
            game(&["a", "c"], &[0, 1], &[]),
        ];
        let ranked = standings(&shared, None);
        let of = |name: &str| ranked.iter().find(|one| one.player == name).unwrap();
        assert_eq!((of("a").points, of("a").shared, of("a").games), (2, 2, 2));
        assert_eq!((of("b").points, of("c").points), (1, 1));
    }

    #[test]
    fn ties_are_broken_in_the_order_of_the_clause() {
        let duel = |one, other, winner| game(&[one, other], &[0, 1], &[winner]);
        let games = [duel("a", "c", 0), duel("b", "d", 0), duel("c", "e", 0)];
        // Three have a victory. The opponents of a and c have 3 points, those of b have none. Of a and c, a won their
        // game.
        let expected = [(1, "a"), (2, "c"), (3, "b"), (4, "d"), (4, "e")];
        assert_eq!(
            places(&games, None),
            expected.map(|(place, name)| (place, name.to_string()))
        );
        let ranked = standings(&games, None);
        assert_eq!((ranked[0].direct, ranked[1].direct), (3, 0));
        assert_eq!((ranked[1].opponents, ranked[2].opponents), (3, 0));
        assert!(!ranked[0].lot && ranked[3].lot && ranked[4].lot);
    }

    #[test]
    fn who_is_equal_in_everything_shares_the_place_or_draws_lots() {
        let games = [
            game(&["a", "b"], &[0, 1], &[0]),
            game(&["c", "d"], &[0, 1], &[0]),
        ];
        let shared: Vec<usize> = standings(&games, None)
            .iter()
            .map(|one| one.place)
            .collect();
        assert_eq!(shared, [1, 1, 3, 3]);
        assert!(standings(&games, None).iter().all(|one| one.lot));
        let lots: Vec<Vec<(usize, String)>> =
            (0..32).map(|lot| places(&games, Some(lot))).collect();
        assert!(
            lots.iter()
                .all(|one| one.iter().map(|(place, _)| *place).eq(1..=4))
        );
        let firsts: std::collections::BTreeSet<&str> =
            lots.iter().map(|one| one[0].1.as_str()).collect();
        assert_eq!(
            firsts.into_iter().collect::<Vec<_>>(),
            ["a", "c"],
            "the lot decides only between equals"
        );
        assert_eq!(places(&games, Some(7)), places(&games, Some(7)));
    }
}
