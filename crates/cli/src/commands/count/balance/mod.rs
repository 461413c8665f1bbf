//! `cardwright balance`: measures what the cards of a pack are worth to players of different skill.

mod report;

use super::simulate::{MAX_THREADS, available, bar};
use crate::args::{self, WithArgs};
use crate::files::{self, Kind};
use crate::output::Out;
use crate::packs;
use crate::stop::{CommandError, Verdict};
use cardwright::{DynGame, check_packs, game, parallel, rulebook};
use cardwright_wire::Balance as Document;
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// The maximum number of seeds between two checks of the results and two writes of the file.
const AT_A_TIME: u64 = 64;

/// Find out what the cards of a pack are worth, to weak and to good players.
///
/// A panel of bots plays. Whenever a seat buys or plays a card, the rest of the game is also played with that seat
/// banned from the card; dice and draws are the same up to there. The difference in wins is the effect of the card
/// for its owner. The same seeds give the same numbers for any number of threads.
#[derive(Args)]
pub(crate) struct Balance {
    /// The folders of the packs to measure.
    #[arg(required = true, value_name = "PACK")]
    packs: Vec<PathBuf>,
    /// A card to measure, by its id; repeat it for more cards. Default: all cards of the packs.
    #[arg(long = "card", value_name = "CARD")]
    only: Vec<String>,
    /// The bots, the weakest first, separated by commas; each plays in every seat.
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "BOT,…",
        default_value = "random,greedy,search:40"
    )]
    panel: Vec<String>,
    /// The number of games for each bot: one number for all, or one for each bot.
    #[arg(long, value_delimiter = ',', value_name = "K,…", default_value = "2000,2000,400", value_parser = clap::value_parser!(u64).range(1..))]
    games: Vec<u64>,
    /// How many times in each game the rest is played again without a card, from 1 to 1000.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u64).range(1..=1000))]
    trials: u64,
    /// The number of players. Default: the usual number of the game.
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// The first seed.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Compare with an older version of the pack: its folder, or a file written by `balance --file`.
    #[arg(long, value_name = "OLD")]
    against: Option<PathBuf>,
    /// Exit with 1 if an effect, or a seat's share of wins, surely changed by at least this much since --against,
    /// such as `3%`.
    #[arg(long, value_name = "PERCENT", value_parser = share, requires = "against")]
    fail_if_shift: Option<f64>,
    /// Save the results in this file, and resume from it if it exists.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Write the numbers of every card and bot to this file (CSV).
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a page with the verdicts, the changes, and charts of the effects to this file (HTML).
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// The number of threads. Default: one for each processor.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: Option<u64>,
    /// A folder with a pack to play with but not to measure; repeat it for more packs.
    #[arg(long = "pack", value_name = "DIR")]
    beside: Vec<PathBuf>,
    /// An option of the game; repeat it for more options.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = args::name_value)]
    options: Vec<(String, String)>,
}

impl Balance {
    /// Plays the games and prints the results.
    ///
    /// # Errors
    /// When a pack cannot be read or played, or a file is about other games.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let (book, own) = self.opened(&self.packs)?;
        self.check(&*book)?;
        let wanted = self.wanted(own)?;
        let mut document = Document::new(&*book, &self.panel, self.seed);
        if let Some(file) = self.file.as_deref().filter(|file| file.exists()) {
            resume(&mut document, file)?;
        }
        self.play(&*book, &wanted, &mut document, self.file.as_deref())?;
        if let Some(old) = &self.against {
            let before = self.before(old, &wanted)?;
            document.compare(&before);
        }
        if let Some(file) = &self.csv {
            files::replace(file, &report::csv(&document))?;
        }
        if let Some(file) = &self.report {
            files::replace(file, &report::html(&document))?;
        }
        report::print(out, &document)?;
        let most = self.fail_if_shift.unwrap_or(f64::INFINITY);
        let failed = document.shifts.iter().any(|shift| {
            shift.sure && shift.what != "turns" && (shift.now - shift.before).abs() >= most
        });
        Ok(if failed { Verdict::No } else { Verdict::Good })
    }

    /// The rulebook with these packs, and the ids of the cards to measure.
    fn opened(&self, folders: &[PathBuf]) -> Result<(Arc<dyn DynGame>, Vec<String>), CommandError> {
        let asked = packs::read_all(folders)?;
        let beside = packs::read_all(&self.beside)?;
        let all = [asked.clone(), beside.clone()].concat();
        let info = game(check_packs(&all)?.game)?;
        let with = WithArgs {
            packs: [folders, &self.beside].concat(),
            options: self.options.clone(),
            ..WithArgs::default()
        };
        let setup = with.setup(self.players.unwrap_or(info.usual))?;
        let book = rulebook(info.id, &setup).map_err(|error| with.refused(error))?;
        let own = Document::own_cards(info.id, &asked, &beside)?;
        Ok((book, own))
    }

    fn wanted(&self, own: Vec<String>) -> Result<Vec<String>, CommandError> {
        if self.only.is_empty() {
            return Ok(own);
        }
        match self.only.iter().find(|card| !own.contains(card)) {
            Some(card) => {
                let known: Vec<&str> = own.iter().map(String::as_str).collect();
                Err(CommandError::usage(
                    format!("the packs have no card `{card}`"),
                    cardwright::meant(card, &known),
                ))
            }
            None => Ok(self.only.clone()),
        }
    }

    fn check(&self, book: &dyn DynGame) -> Result<(), CommandError> {
        self.panel
            .iter()
            .try_for_each(|name| args::bot(book, name))?;
        if let Some(twice) =
            (1..self.panel.len()).find(|at| self.panel[..*at].contains(&self.panel[*at]))
        {
            let what = format!("the bot `{}` is named twice", self.panel[twice]);
            return Err(CommandError::usage(what, "name each bot once"));
        }
        Ok(())
    }

    /// The number of games of a bot, by its index in the panel.
    fn games(&self, place: usize) -> u64 {
        let last = self.games.last().copied().unwrap_or(1);
        self.games.get(place).copied().unwrap_or(last)
    }

    /// The results of the older pack.
    fn before(&self, old: &Path, wanted: &[String]) -> Result<Document, CommandError> {
        if old.is_file() {
            return read(old);
        }
        let (book, own) = self.opened(&[old.to_path_buf()])?;
        let wanted: Vec<String> = own
            .into_iter()
            .filter(|card| wanted.contains(card))
            .collect();
        let mut document = Document::new(&*book, &self.panel, self.seed);
        self.play(&*book, &wanted, &mut document, None)?;
        Ok(document)
    }

    /// Plays until each bot has enough games.
    fn play(
        &self,
        book: &dyn DynGame,
        wanted: &[String],
        document: &mut Document,
        file: Option<&Path>,
    ) -> Result<(), CommandError> {
        let threads = self.threads.unwrap_or_else(available) as usize;
        let all: u64 = (0..self.panel.len()).map(|place| self.games(place)).sum();
        if self.seed.checked_add(all).is_none() {
            let what = "there are not enough seeds after --seed";
            return Err(CommandError::usage(what, "take a smaller --seed"));
        }
        let bar = bar(all, "games");
        bar.inc(document.panel.iter().map(|one| one.games).sum());
        let trials = usize::try_from(self.trials).unwrap_or(usize::MAX);
        let sample = Document::sample(wanted, trials);
        for place in 0..document.panel.len() {
            while document.panel[place].games < self.games(place) {
                let begin = Instant::now();
                let done = document.panel[place].games;
                let more = AT_A_TIME.min(self.games(place) - done);
                let bots = vec![self.panel[place].as_str(); document.players.into()];
                let seeds = self.seed + done..self.seed + done + more;
                let played = parallel::map(seeds, threads, &|seed| {
                    let game = book.card_game(&bots, seed, sample);
                    bar.inc(1);
                    game.unwrap_or_default()
                });
                document.add(place, &played, begin.elapsed().as_secs_f64());
                if let Some(file) = file {
                    document.conclude(wanted);
                    files::replace(file, &report::json(document)?)?;
                }
            }
        }
        document.conclude(wanted);
        bar.finish_and_clear();
        Ok(())
    }
}

/// Reads a document from a file.
///
/// # Errors
/// When the file cannot be read, or has no such document.
fn read(file: &Path) -> Result<Document, CommandError> {
    let text = files::read(file, Kind::Balance)?;
    serde_json::from_str(&text).map_err(|error| {
        let what = format!(
            "{}: this is not a file from `balance`: {}",
            file.display(),
            cardwright::json_fault(&error)
        );
        CommandError::usage(
            what,
            "give a file that `cardwright balance --file` wrote, or a new name",
        )
    })
}

/// Adds the results in a file.
///
/// # Errors
/// When the file cannot be read, or has no results of this run.
fn resume(document: &mut Document, file: &Path) -> Result<(), CommandError> {
    document.merge(&read(file)?).map_err(|what| {
        CommandError::refused(
            format!("{}: {what}", file.display()),
            "resume with the same packs, bots, seed and options, or name a new file",
        )
    })
}

/// Parses a share such as `3%`.
fn share(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim();
    let number: Option<f64> = number.parse().ok();
    number
        .filter(|number| (0.0..=100.0).contains(number))
        .map(|number| number / 100.0)
        .ok_or_else(|| "write a share of games in percent, such as 3%".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read() {
        assert_eq!(share("3%"), Ok(0.03));
        assert_eq!(share("2.5"), Ok(0.025));
        for wrong in ["", "%", "-1%", "101%", "NaN", "x"] {
            assert!(share(wrong).is_err(), "{wrong}");
        }
    }
}
