//! `cardwright compat`: checks whether packs can be played together.

use crate::output::Out;
use crate::packs;
use crate::stop::{CommandError, Verdict};
use cardwright::{
    Checked, Meeting, PackSource, Session, Setup, SetupError, Viewer, cards, check_packs, game,
    meetings, pack_head,
};
use clap::Args;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The number of lines at the end of a log that are searched for the reason of the end.
const LAST_LINES: usize = 8;
/// The beginning of the log line about cards in an endless loop.
const ENDLESS: &str = "Endless loop";

/// Report whether packs can be played together.
///
/// It lists clashing ids and words, reactions to the same event, and endless loops. It searches for loops by random
/// play, so finding none proves nothing. Reactions to the same event are for your information only: the rules say
/// in which order they resolve. The exit code is 1 if the packs clash or a game ended in a loop.
#[derive(Args)]
pub(crate) struct Compat {
    /// The packs: folders, or files that end in `.cwpack`.
    #[arg(required = true, num_args = 2.., value_name = "PACK")]
    packs: Vec<PathBuf>,
    /// The number of random games to play, from 1 to 100000.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    games: u64,
    /// The first seed.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=u64::MAX / 2))]
    seed: u64,
}

impl Compat {
    /// Checks the packs, plays random games, and prints the result.
    ///
    /// # Errors
    /// When a pack cannot be read, or has errors of its own.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let all = packs::read_all(&self.packs)?;
        for (path, pack) in self.packs.iter().zip(&all) {
            let alone = check_packs(std::slice::from_ref(pack))?;
            let needs = cardwright::pack_needs(pack);
            if alone.found.has_errors() && needs.is_empty() {
                super::check::tell(out, std::slice::from_ref(path), &alone)?;
                return Ok(Verdict::No);
            }
        }
        let checked = check_packs(&all)?;
        if !checked.is_good() {
            // Clashes are errors that the packs have only together.
            super::check::tell(out, &self.packs, &checked)?;
            return Ok(Verdict::No);
        }
        let meet = meetings(checked.game, &all)?;
        let names = same_names(&checked, &all)?;
        let loops = self.loops(checked.game, &all)?;
        if out.is_json() {
            out.json(
                &json!({ "game": checked.game, "same_names": names, "reactions": meet,
                "games": self.games, "endless": loops }),
            )?;
        } else {
            print(out, &names, &meet)?;
            for (why, games) in &loops {
                out.line(format!("{games} of {} random games: {why}", self.games))?;
            }
            let found = if loops.is_empty() {
                "no endless loop"
            } else {
                "endless loops"
            };
            out.line(format!(
                "no id or word clashes; {found} in {} random games",
                self.games
            ))?;
        }
        Ok(if loops.is_empty() {
            Verdict::Good
        } else {
            Verdict::No
        })
    }

    /// The reasons why random games ended in an endless loop of cards, each with its number of games.
    fn loops(&self, id: &str, packs: &[PackSource]) -> Result<BTreeMap<String, u64>, CommandError> {
        let players = game(id)?.usual;
        let setup = Setup {
            players,
            options: Vec::new(),
            packs: packs.to_vec(),
        };
        let mut found = BTreeMap::new();
        for seed in self.seed..self.seed + self.games {
            let bots = vec!["random".to_owned(); usize::from(players)];
            let mut session = Session::begin(id, &setup, seed, bots)
                .map_err(|error| CommandError::refused(error.to_string(), ""))?;
            // A bot that fails ends that game.
            let _ = session.play_bots();
            let news = session.news(Viewer::Referee);
            let last = news.iter().rev().take(LAST_LINES);
            let why = last
                .map(|line| &line.text)
                .find(|text| text.starts_with(ENDLESS));
            if let Some(why) = why {
                *found.entry(why.clone()).or_default() += 1;
            }
        }
        Ok(found)
    }
}

/// The card names that several packs use.
fn same_names(
    checked: &Checked,
    packs: &[PackSource],
) -> Result<BTreeMap<String, Vec<String>>, SetupError> {
    let own: Vec<String> = packs.iter().filter_map(|pack| pack_head(pack).0).collect();
    let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for card in cards(checked.game, packs)? {
        if let Some(name) = card.names.get("en").filter(|_| own.contains(&card.pack)) {
            names.entry(name.to_lowercase()).or_default().push(card.id);
        }
    }
    names.retain(|_, cards| cards.len() > 1);
    Ok(names)
}

fn print(
    out: &mut Out,
    names: &BTreeMap<String, Vec<String>>,
    meet: &[Meeting],
) -> Result<(), CommandError> {
    for (name, cards) in names {
        out.line(format!(
            "several cards are called \"{name}\": {}",
            cards.join(", ")
        ))?;
    }
    for one in meet {
        let cards: Vec<String> = one.cards.values().flatten().cloned().collect();
        out.line(format!(
            "{} ({})\n  {}",
            one.function,
            one.when,
            cards.join(", ")
        ))?;
    }
    Ok(())
}
