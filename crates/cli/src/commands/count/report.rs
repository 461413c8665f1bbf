//! The report that `simulate` prints and `merge` adds up.

use crate::output::Out;
use crate::stop::CommandError;
use crate::table::{rows, table};
use cardwright::{DynGame, Seat, Tally};
use serde::{Deserialize, Serialize};

/// The results of many games.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Report {
    /// The version of the format; see [`cardwright_wire::Report`].
    #[serde(default)]
    pub(crate) version: cardwright_wire::Version,
    /// The game's id.
    pub(crate) game: String,
    /// The number of seats.
    pub(crate) players: u8,
    /// The number of games.
    pub(crate) games: u64,
    /// The first seed.
    pub(crate) seed: u64,
    /// The seeds, as ranges `A..B` from A up to, but not including, B, in rising order.
    pub(crate) seeds: Vec<String>,
    /// The bot in every seat; if there are several, that of each seat, such as `greedy,random`.
    pub(crate) bot: String,
    /// The number of threads.
    pub(crate) threads: usize,
    /// The options in force, as `name=value`.
    pub(crate) options: Vec<String>,
    /// The packs in play, as `id version digest`.
    pub(crate) packs: Vec<String>,
    /// The position from which every game started, as written; empty for the normal start of the game.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) position: String,
    /// The number of actions, by seats and by chance.
    pub(crate) decisions: u64,
    /// The number of turns that began.
    pub(crate) turns: u64,
    /// The duration, in seconds.
    pub(crate) seconds: f64,
    /// Games per second.
    pub(crate) games_per_second: f64,
    /// Nanoseconds per decision, by the wall clock.
    pub(crate) ns_per_decision: f64,
    /// For each seat, the number of games that its side won alone.
    pub(crate) wins: Vec<u64>,
    /// For each seat, the number of its side; empty if no seats play together. A win of a team counts for each of
    /// its seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) sides: Vec<u8>,
    /// The number of games with no winner or several winners.
    pub(crate) draws: u64,
    /// For each seat, the 95 % confidence interval of its share of wins (Wilson): lower and upper end, from 0 to 1.
    #[serde(default)]
    pub(crate) intervals: Vec<[f64; 2]>,
    /// Why games ended in an endless loop of cards, as their logs say, each with its number among the examined
    /// games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) endless: Vec<String>,
    /// The digest of all final states, in hexadecimal; the same for any order of the games and any number of
    /// threads.
    pub(crate) digest: String,
}

impl Report {
    /// A report without games, for these bots and rules.
    pub(crate) fn new(book: &dyn DynGame, seats: &[String]) -> Self {
        let about = book.about();
        let sides: Vec<u8> = (0..about.players)
            .map(|seat| book.side(Seat(seat)))
            .collect();
        let alone = sides
            .iter()
            .enumerate()
            .all(|(at, side)| !sides[..at].contains(side));
        let (options, packs) = cardwright_wire::conditions(&about);
        Report {
            game: about.game.clone(),
            players: about.players,
            bot: if seats.windows(2).all(|two| two[0] == two[1]) {
                seats.first().cloned().unwrap_or_default()
            } else {
                seats.join(",")
            },
            options,
            packs,
            sides: if alone { Vec::new() } else { sides },
            ..Report::default()
        }
    }

    /// The same report about other games.
    #[must_use]
    pub(crate) fn with(
        self,
        seeds: &[(u64, u64)],
        tally: &Tally,
        threads: usize,
        seconds: f64,
    ) -> Self {
        Report {
            games: tally.games,
            seed: seeds.first().map_or(0, |(from, _)| *from),
            seeds: seeds
                .iter()
                .map(|(from, to)| format!("{from}..{to}"))
                .collect(),
            threads,
            decisions: tally.decisions,
            turns: tally.turns,
            seconds,
            games_per_second: rounded(per(tally.games as f64, seconds)),
            ns_per_decision: rounded(per(seconds * 1e9, tally.decisions as f64)),
            wins: tally.wins.clone(),
            draws: tally.draws,
            intervals: tally
                .wins
                .iter()
                .map(|wins| wilson(*wins, tally.games))
                .collect(),
            digest: format!("{:016x}", tally.digest),
            ..self
        }
    }

    /// The sums in the report, or the error in them.
    ///
    /// # Errors
    /// When the digest is invalid.
    pub(crate) fn tally(&self) -> Result<Tally, String> {
        let digest = u64::from_str_radix(&self.digest, 16)
            .map_err(|_| format!("`{}` is not a digest (16 hexadecimal digits)", self.digest))?;
        Ok(Tally {
            games: self.games,
            decisions: self.decisions,
            turns: self.turns,
            wins: self.wins.clone(),
            draws: self.draws,
            digest,
        })
    }

    /// The number of games in its wins and draws; a win of a side is counted once.
    pub(crate) fn results(&self) -> u64 {
        let first = |at: &usize| {
            self.sides
                .get(*at)
                .is_none_or(|side| !self.sides[..*at].contains(side))
        };
        let wins = self
            .wins
            .iter()
            .enumerate()
            .filter(|(at, _)| first(at))
            .map(|(_, wins)| *wins);
        wins.fold(self.draws, u64::saturating_add)
    }

    /// Prints the report.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub(crate) fn print(&self, out: &mut Out) -> Result<(), CommandError> {
        if out.is_json() {
            return out.json(self);
        }
        let Report {
            game,
            players,
            games,
            bot,
            ..
        } = self;
        out.line(format!(
            "{game}, {players} players, {bot}: {games} games, seeds {}",
            self.seeds.join(", ")
        ))?;
        out.line("")?;
        out.text(table(&self.columns(), &self.seats()))?;
        out.line("")?;
        out.text(rows(&self.figures()))?;
        self.endless
            .iter()
            .try_for_each(|one| out.line(format!("warning: {one}")))
    }

    fn columns(&self) -> Vec<&'static str> {
        let several: &[_] = if self.bots().is_some() { &["bot"] } else { &[] };
        [&["seat"], several, &["wins", "share %", "95 % from", "to"]].concat()
    }

    /// The bot of each seat, if there are several bots.
    fn bots(&self) -> Option<Vec<&str>> {
        self.bot
            .contains(',')
            .then(|| self.bot.split(',').collect())
    }

    fn seats(&self) -> Vec<Vec<String>> {
        let bots = self.bots();
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let row = |name: String, bot: Option<&str>, games: u64| {
            let [from, to] = wilson(games, self.games).map(percent);
            let bot = bots.is_some().then(|| bot.unwrap_or("").to_string());
            let figures = [
                games.to_string(),
                percent(per(games as f64, self.games as f64)),
                from,
                to,
            ];
            [name]
                .into_iter()
                .chain(bot)
                .chain(figures)
                .collect::<Vec<_>>()
        };
        let bot_of = |seat: usize| bots.as_ref().and_then(|bots| bots.get(seat)).copied();
        let seats = self.wins.iter().enumerate();
        let seats = seats.map(|(seat, wins)| row((seat + 1).to_string(), bot_of(seat), *wins));
        seats
            .chain([row("draw".into(), None, self.draws)])
            .collect()
    }

    fn figures(&self) -> Vec<Vec<String>> {
        let each = |what: u64| format!("{:.1} a game", per(what as f64, self.games as f64));
        let row = |name: &str, value: String, note: String| vec![name.into(), value, note];
        let speed = format!("{} games a second", self.games_per_second);
        vec![
            row("turns", self.turns.to_string(), each(self.turns)),
            row(
                "decisions",
                self.decisions.to_string(),
                each(self.decisions),
            ),
            row("seconds", format!("{:.3}", self.seconds), speed),
            row(
                "a decision",
                format!("{} ns", self.ns_per_decision),
                format!("threads: {}", self.threads),
            ),
            row("digest", self.digest.clone(), String::new()),
        ]
    }
}

/// The 95 % confidence interval of the share if `wins` of `games` were won.
fn wilson(wins: u64, games: u64) -> [f64; 2] {
    cardwright_wire::wilson(per(wins as f64, games as f64), games as f64)
}

/// A ratio; 0 if the divisor is 0.
fn per(what: f64, each: f64) -> f64 {
    if each > 0.0 { what / each } else { 0.0 }
}

/// A number rounded to one decimal place; more digits would be noise.
fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
