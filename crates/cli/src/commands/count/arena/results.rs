//! The results of an arena: how they are calculated, printed and saved.

use super::super::chart::{Panel, Row, svg};
use super::stats::{Sample, elo_of, exact, ratings};
use crate::files::{self, Kind};
use crate::output::Out;
use crate::stop::CommandError;
use crate::table::table;
use cardwright::{DynGame, OptionUse, Seat};
use cardwright_wire::{Arena as Document, Pairing, Rating, StrengthTest, Version};
use std::path::Path;

/// The hypotheses of a sequential test, and its maximum error rate.
#[derive(Clone, Copy)]
pub(super) struct Tested {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) error: f64,
}

/// The results of the games of one seed.
pub(super) struct Block {
    wins: u64,
    draws: u64,
    digest: u64,
}

/// The results so far: the document that is printed and saved, and sums that it does not contain exactly.
pub(super) struct Results {
    document: Document,
    /// The side of each seat.
    sides: Vec<u8>,
    digest: u64,
}

impl Results {
    /// Results without games.
    pub(super) fn new(
        book: &dyn DynGame,
        bots: &[String],
        seed: u64,
        tested: Option<Tested>,
    ) -> Self {
        let about = book.about();
        let sides: Vec<u8> = (0..about.players)
            .map(|seat| book.side(Seat(seat)))
            .collect();
        let mut all = sides.clone();
        all.sort_unstable();
        all.dedup();
        let option = |option: &OptionUse| format!("{}={}", option.name, option.value);
        // With two sides, one game of a seed counts for the other bot too. For only two bots, just the first one
        // counts.
        let both = all.len() > 2 && bots.len() > 2;
        let pairs = bots.iter().enumerate().flat_map(|(nth, one)| {
            let others = bots.iter().enumerate();
            others
                .filter(move |(other, _)| nth < *other || both && nth != *other)
                .map(move |(_, other)| pairing(one, other))
        });
        let mut results = Results {
            document: Document {
                version: Version,
                players: about.players,
                sides: all.len() as u8,
                bots: bots.to_vec(),
                seed,
                seeds: 0,
                options: about.options.iter().map(option).collect(),
                packs: about
                    .packs
                    .iter()
                    .map(|p| format!("{} {} {}", p.id, p.version, p.digest))
                    .collect(),
                pairings: pairs.collect(),
                ratings: Vec::new(),
                test: tested.map(|Tested { low, high, error }| StrengthTest {
                    low,
                    high,
                    error,
                    ratio: 0.0,
                    bound: exact(((1.0 - error) / error).ln()),
                    accepted: None,
                }),
                digest: String::new(),
                seconds: 0.0,
                game: about.game,
            },
            sides,
            digest: 0,
        };
        results.conclude();
        results
    }

    /// The results in a file, to which more games are added.
    ///
    /// # Errors
    /// When the file cannot be read, or has no such results.
    pub(super) fn resumed(self, file: &Path) -> Result<Self, CommandError> {
        let text = files::read(file, Kind::Arena)?;
        let found: Document = serde_json::from_str(&text).map_err(|error| {
            let what = format!(
                "{}: this is not a file from `arena`: {}",
                file.display(),
                cardwright::json_fault(&error)
            );
            CommandError::usage(
                what,
                "give a file that `cardwright arena --file` wrote, or a new name",
            )
        })?;
        let refused = |what: &str| {
            let what = format!("{}: {what}", file.display());
            CommandError::refused(
                what,
                "use the same game, bots, seed, options and packs, or name a new file",
            )
        };
        let own = &self.document;
        let names = |document: &Document| {
            let names = |one: &Pairing| (one.bot.clone(), one.against.clone());
            document.pairings.iter().map(names).collect::<Vec<_>>()
        };
        for (what, same) in [
            ("the game is different", found.game == own.game),
            (
                "the number of players is different",
                (found.players, found.sides) == (own.players, own.sides),
            ),
            (
                "the bots are different",
                found.bots == own.bots && names(&found) == names(own),
            ),
            ("the first seed is different", found.seed == own.seed),
            ("the options are different", found.options == own.options),
            ("the packs are different", found.packs == own.packs),
        ] {
            if !same {
                return Err(refused(what));
            }
        }
        let games = found.seeds.checked_mul(self.sides());
        let fits = |one: &Pairing| {
            let results = one.wins.checked_add(one.draws);
            let most = u128::from(found.seeds) * u128::from(self.sides()).pow(4);
            games == Some(one.games)
                && results.is_some_and(|results| results <= one.games)
                && u128::from(one.squares) <= most
        };
        let digest = u64::from_str_radix(&found.digest, 16);
        let (true, Ok(digest)) = (found.pairings.iter().all(fits), digest) else {
            return Err(refused("the numbers are not possible"));
        };
        let mut results = Results {
            document: Document {
                seeds: found.seeds,
                seconds: found.seconds.max(0.0),
                pairings: found.pairings,
                ..self.document
            },
            digest,
            ..self
        };
        results.conclude();
        Ok(results)
    }

    /// The number of sides of a game, which is also the number of games per seed.
    pub(super) fn sides(&self) -> u64 {
        self.document.sides.into()
    }

    pub(super) fn pairings(&self) -> usize {
        self.document.pairings.len()
    }

    pub(super) fn seeds(&self) -> u64 {
        self.document.seeds
    }

    /// Whether the test has accepted a hypothesis.
    pub(super) fn decided(&self) -> bool {
        let test = self.document.test.as_ref();
        test.is_some_and(|test| test.accepted.is_some())
    }

    pub(super) fn accepts_low(&self) -> bool {
        let test = self.document.test.as_ref();
        test.is_some_and(|test| test.accepted.as_deref() == Some(LOW))
    }

    /// Plays the games of a seed, with the bot of a pairing on each side in turn.
    pub(super) fn block(
        &self,
        book: &dyn DynGame,
        pairing: usize,
        seed: u64,
        told: &dyn Fn(u64),
    ) -> Block {
        let pairing = &self.document.pairings[pairing];
        let mut block = Block {
            wins: 0,
            draws: 0,
            digest: 0,
        };
        let mut played: Vec<u8> = Vec::new();
        for (seat, side) in self.sides.iter().enumerate() {
            if played.contains(side) {
                continue;
            }
            played.push(*side);
            let bot = |of: &u8| {
                if of == side {
                    &pairing.bot
                } else {
                    &pairing.against
                }
            };
            let bots: Vec<&str> = self.sides.iter().map(|of| bot(of).as_str()).collect();
            // The bots' names have been checked already.
            let tally = book.simulate_between(None, &bots, seed..seed.saturating_add(1));
            let tally = tally.ok().flatten().unwrap_or_default();
            block.wins += tally.wins.get(seat).copied().unwrap_or_default();
            block.draws += tally.draws;
            block.digest = block.digest.wrapping_add(tally.digest);
            told(1);
        }
        block
    }

    /// Adds the blocks of a number of seeds, those of the first pairing first.
    pub(super) fn add(&mut self, seeds: u64, blocks: &[Block], seconds: f64) {
        let sides = self.sides();
        let of_each = blocks.chunks(usize::try_from(seeds).unwrap_or(usize::MAX).max(1));
        for (pairing, blocks) in self.document.pairings.iter_mut().zip(of_each) {
            for block in blocks {
                let points = sides * block.wins + block.draws;
                pairing.games += sides;
                pairing.wins += block.wins;
                pairing.draws += block.draws;
                pairing.squares += points * points;
                self.digest = self.digest.wrapping_add(block.digest);
            }
        }
        self.document.seeds += seeds;
        self.document.seconds = exact(self.document.seconds + seconds);
        self.conclude();
    }

    fn sample(&self, pairing: &Pairing) -> Sample {
        Sample {
            sides: self.sides(),
            blocks: self.document.seeds,
            points: self.sides() * pairing.wins + pairing.draws,
            squares: pairing.squares,
        }
    }

    /// Calculates shares, Elo points, ratings and the test from the sums.
    fn conclude(&mut self) {
        let samples: Vec<Sample> = self
            .document
            .pairings
            .iter()
            .map(|pairing| self.sample(pairing))
            .collect();
        let sides = self.sides();
        let document = &mut self.document;
        for (pairing, sample) in document.pairings.iter_mut().zip(&samples) {
            pairing.share = exact(sample.share());
            pairing.interval = sample.interval();
            let [low, high] = pairing.interval;
            pairing.elo = [sample.share(), low, high].map(|share| elo_of(share, sides));
        }
        if let (Some(test), Some(sample)) = (&mut document.test, samples.first()) {
            test.ratio = exact(sample.ratio(test.low, test.high));
            test.accepted = match test.ratio {
                ratio if ratio >= test.bound => Some(HIGH.into()),
                ratio if ratio <= -test.bound => Some(LOW.into()),
                _ => None,
            };
        }
        if document.bots.len() > 2 {
            let number = |name: &str| document.bots.iter().position(|bot| bot == name);
            let results: Vec<_> = document
                .pairings
                .iter()
                .zip(samples)
                .filter_map(|(one, sample)| {
                    Some((number(&one.bot)?, number(&one.against)?, sample))
                })
                .collect();
            let rated = ratings(document.bots.len(), &results);
            let rating = |(bot, (elo, half)): (&String, (f64, f64))| Rating {
                bot: bot.clone(),
                elo,
                interval: [exact(elo - half), exact(elo + half)],
            };
            document.ratings = document.bots.iter().zip(rated).map(rating).collect();
            document
                .ratings
                .sort_by(|one, other| other.elo.total_cmp(&one.elo));
        }
        document.digest = format!("{:016x}", self.digest);
    }

    /// The content of the file.
    ///
    /// # Errors
    /// Never: every key of the document has a number or a text.
    pub(super) fn text(&self) -> Result<String, CommandError> {
        let text = serde_json::to_string_pretty(&self.document).map_err(std::io::Error::from)?;
        Ok(text + "\n")
    }

    /// A chart of the results.
    pub(super) fn svg(&self) -> String {
        let document = &self.document;
        let percents = |one: &Pairing| Row {
            label: format!("{} against {}", one.bot, one.against),
            value: 100.0 * one.share,
            interval: one.interval.map(|share| 100.0 * share),
            marked: false,
        };
        let mut panels = vec![Panel {
            title: format!(
                "{}, {} players: share of wins in %, 95 % intervals",
                document.game, document.players
            ),
            reference: 100.0 / self.sides() as f64,
            rows: document.pairings.iter().map(percents).collect(),
        }];
        if !document.ratings.is_empty() {
            let points = |one: &Rating| Row {
                label: one.bot.clone(),
                value: one.elo,
                interval: one.interval,
                marked: false,
            };
            panels.push(Panel {
                title: "Elo points, 95 % intervals".into(),
                reference: 0.0,
                rows: document.ratings.iter().map(points).collect(),
            });
        }
        svg(&panels)
    }

    /// Prints the results.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub(super) fn print(&self, out: &mut Out) -> Result<(), CommandError> {
        let document = &self.document;
        if out.is_json() {
            return out.json(document);
        }
        let Document {
            game,
            players,
            seed,
            seeds,
            ..
        } = document;
        out.line(format!(
            "{game}, {players} players, seeds {seed}..{}",
            seed + seeds
        ))?;
        out.line("")?;
        let head = [
            "bot",
            "against",
            "games",
            "wins",
            "draws",
            "share %",
            "95 % from",
            "to",
            "Elo",
            "from",
            "to",
        ];
        out.text(table(
            &head,
            &document.pairings.iter().map(row).collect::<Vec<_>>(),
        ))?;
        out.line(format!(
            "\nEven: {}.",
            percent(1.0 / self.sides() as f64) + " %"
        ))?;
        if !document.ratings.is_empty() {
            let row = |one: &Rating| {
                let figures = [one.elo, one.interval[0], one.interval[1]];
                [one.bot.clone()]
                    .into_iter()
                    .chain(figures.map(|elo| format!("{elo:.0}")))
                    .collect::<Vec<_>>()
            };
            let rows: Vec<_> = document.ratings.iter().map(row).collect();
            out.text(format!(
                "\n{}",
                table(&["bot", "Elo", "95 % from", "to"], &rows)
            ))?;
        }
        if let Some(test) = &document.test {
            out.line(format!("\n{}", said(test, &document.bots)))?;
        }
        out.line(format!(
            "\nseconds {:.1}, digest {}",
            document.seconds, document.digest
        ))
    }
}

/// The word for the accepted hypothesis.
const HIGH: &str = "high";
const LOW: &str = "low";

/// The result of the test, as a sentence.
fn said(test: &StrengthTest, bots: &[String]) -> String {
    let StrengthTest {
        low,
        high,
        error,
        ratio,
        bound,
        ..
    } = test;
    let (one, other) = (&bots[0], &bots[1]);
    let found = match test.accepted.as_deref() {
        Some(HIGH) => format!("{one} is at least {high} Elo points stronger than {other}"),
        Some(_) => format!("{one} is at most {low} Elo points stronger than {other}"),
        None => "not decided yet: play more games".into(),
    };
    format!(
        "Test of {low} against {high} Elo points, errors {} %: {found} (log-likelihood ratio {ratio:.2}, bounds {bound:.2} and -{bound:.2}).",
        100.0 * error
    )
}

fn pairing(bot: &str, against: &str) -> Pairing {
    Pairing {
        bot: bot.into(),
        against: against.into(),
        games: 0,
        wins: 0,
        draws: 0,
        squares: 0,
        share: 0.0,
        interval: [0.0, 1.0],
        elo: [None; 3],
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

fn row(one: &Pairing) -> Vec<String> {
    let [low, high] = one.interval;
    let elo = one
        .elo
        .map(|elo| elo.map_or_else(|| "-".into(), |elo| format!("{elo:.0}")));
    [one.bot.clone(), one.against.clone()]
        .into_iter()
        .chain([one.games, one.wins, one.draws].map(|number| number.to_string()))
        .chain([one.share, low, high].map(percent))
        .chain(elo)
        .collect()
}
