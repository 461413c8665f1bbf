//! What `simulate` prints and `merge` adds up.

use super::arena::stats;
use crate::output::Out;
use crate::stop::CommandError;
use crate::table::{rows, table};
use cardwright::{DynGame, OptionUse, Seat, Tally};
use serde::{Deserialize, Serialize};

/// Many games in numbers.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Report {
    /// The version of the format; see [`cardwright_wire::Report`].
    #[serde(default)]
    pub(crate) version: cardwright_wire::Version,
    /// The game's id.
    pub(crate) game: String,
    /// How many seats.
    pub(crate) players: u8,
    /// How many games.
    pub(crate) games: u64,
    /// The first seed.
    pub(crate) seed: u64,
    /// The seeds, as ranges `A..B` from A to below B, in rising order.
    pub(crate) seeds: Vec<String>,
    /// The bot in every seat; where several play, that of each seat, `greedy,random`.
    pub(crate) bot: String,
    /// How many threads worked at a time.
    pub(crate) threads: usize,
    /// The options in force, as `name=value`.
    pub(crate) options: Vec<String>,
    /// The packs in play, as `id version digest`.
    pub(crate) packs: Vec<String>,
    /// The position that every game began from, as written; empty for the game's own start.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) position: String,
    /// Questions answered, by seats and by chance.
    pub(crate) decisions: u64,
    /// Turns begun.
    pub(crate) turns: u64,
    /// How long it took.
    pub(crate) seconds: f64,
    /// Games in a second.
    pub(crate) games_per_second: f64,
    /// Nanoseconds for a decision, by the clock on the wall.
    pub(crate) ns_per_decision: f64,
    /// Games that a seat's side won alone, by seat.
    pub(crate) wins: Vec<u64>,
    /// The side of each seat, where some seats are one side: a win of a team counts for each of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) sides: Vec<u8>,
    /// Games won by nobody or by several.
    pub(crate) draws: u64,
    /// For each seat, the ends of the interval in which its true share of wins lies with 95 % confidence (Wilson), from 0
    /// to 1.
    #[serde(default)]
    pub(crate) intervals: Vec<[f64; 2]>,
    /// Why games ended that no card let go on, as their transcripts say it, each with how often among those looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) endless: Vec<String>,
    /// Of all final states, in hexadecimal; the same for any order of the games and any number of threads.
    pub(crate) digest: String,
}

impl Report {
    /// The report of no game between such bots under such rules.
    pub(crate) fn new(book: &dyn DynGame, seats: &[String]) -> Self {
        let about = book.about();
        let sides: Vec<u8> = (0..about.players)
            .map(|seat| book.side(Seat(seat)))
            .collect();
        let alone = sides
            .iter()
            .enumerate()
            .all(|(at, side)| !sides[..at].contains(side));
        let option = |option: &OptionUse| format!("{}={}", option.name, option.value);
        Report {
            game: about.game.clone(),
            players: about.players,
            bot: if seats.windows(2).all(|two| two[0] == two[1]) {
                seats.first().cloned().unwrap_or_default()
            } else {
                seats.join(",")
            },
            options: about.options.iter().map(option).collect(),
            packs: about
                .packs
                .iter()
                .map(|p| format!("{} {} {}", p.id, p.version, p.digest))
                .collect(),
            sides: if alone { Vec::new() } else { sides },
            ..Report::default()
        }
    }

    /// The same report of other games.
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

    /// The sums in it, or what is wrong with them.
    ///
    /// # Errors
    /// When the digest is not one.
    pub(crate) fn tally(&self) -> Result<Tally, String> {
        let digest = u64::from_str_radix(&self.digest, 16)
            .map_err(|_| format!("`{}` is no digest (16 hexadecimal digits)", self.digest))?;
        Ok(Tally {
            games: self.games,
            decisions: self.decisions,
            turns: self.turns,
            wins: self.wins.clone(),
            draws: self.draws,
            digest,
        })
    }

    /// How many games its wins and draws come to: a win of a side is counted once.
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

    /// Prints it.
    ///
    /// # Errors
    /// When it cannot be written.
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

    /// The bot of each seat, where there are several.
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

/// The interval that holds the true share with 95 % confidence when `wins` of `games` were won.
fn wilson(wins: u64, games: u64) -> [f64; 2] {
    stats::wilson(per(wins as f64, games as f64), games as f64)
}

/// So many for each; nothing for none.
fn per(what: f64, each: f64) -> f64 {
    if each > 0.0 { what / each } else { 0.0 }
}

/// To one place after the point: more would be noise.
fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
