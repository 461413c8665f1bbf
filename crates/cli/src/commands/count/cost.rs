//! `cardwright cost`: which card takes how much of a game's time.

use super::simulate::{MAX_THREADS, available, bar};
use crate::args::{self, WithArgs};
use crate::output::Out;
use crate::packs;
use crate::stop::{CommandError, Verdict};
use crate::table::table;
use cardwright::{CardInfo, DynGame, Match, cards_under, check_packs, game, rulebook};
use cardwright_wire::{CardCost, Costs};
use clap::Args;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Find out which cards take how much of a game's time.
///
/// Bots play, and every step of a card's effect is counted: the operations that the engine performs when the card does
/// something. Unlike seconds, steps are the same on every computer and for any number of threads. Calculated prices,
/// conditions for playing a card, and what bots try out do not count.
#[derive(Args)]
pub(crate) struct Cost {
    /// The folders of the packs.
    #[arg(required = true, value_name = "PACK")]
    packs: Vec<PathBuf>,
    /// The number of games.
    #[arg(long, value_name = "K", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The first seed.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// The bot in every seat.
    #[arg(long, default_value = "random")]
    bot: String,
    /// How many players.
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// The number of threads. Default: one for each processor.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: Option<u64>,
    /// An option of the game; repeat it for more options.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = args::name_value)]
    options: Vec<(String, String)>,
}

impl Cost {
    /// Plays, counts and prints.
    ///
    /// # Errors
    /// When a pack cannot be read or played.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let sources = packs::read_all(&self.packs)?;
        let info = game(check_packs(&sources)?.game)?;
        let with = WithArgs {
            packs: self.packs.clone(),
            options: self.options.clone(),
            ..WithArgs::default()
        };
        let setup = with.setup(self.players.unwrap_or(info.usual))?;
        let book = rulebook(info.id, &setup).map_err(|error| with.refused(error))?;
        args::bot(&*book, &self.bot)?;
        let names = cards_under(info.id, &sources, &self.options)?;
        book.meters().iter().for_each(|(_, meter)| meter.start());
        self.play(&book)?;
        let costs = self.costs(&*book, &names);
        if out.is_json() {
            out.json(&costs)?;
        } else {
            print(out, &costs)?;
        }
        Ok(Verdict::Good)
    }

    fn play(&self, book: &Arc<dyn DynGame>) -> Result<(), CommandError> {
        let end = self.seed.checked_add(self.games).ok_or_else(|| {
            let what = "there are not enough seeds after --seed";
            CommandError::usage(what, "take a smaller --seed")
        })?;
        let threads = self.threads.unwrap_or_else(available);
        let bar = bar(self.games, "games");
        std::thread::scope(|scope| {
            for first in self.seed..end.min(self.seed.saturating_add(threads)) {
                let (book, bar) = (Arc::clone(book), &bar);
                scope.spawn(move || {
                    for seed in (first..end).step_by(threads as usize) {
                        let mut play = Match::start(Arc::clone(&book), Some(seed));
                        // The bot's name was checked before, and a bot chooses among the allowed actions.
                        while let Some(action) = play.ask_bot(&self.bot) {
                            if play.play(&action).is_err() {
                                break;
                            }
                        }
                        bar.inc(1);
                    }
                });
            }
        });
        bar.finish_and_clear();
        Ok(())
    }

    fn costs(&self, book: &dyn DynGame, names: &[CardInfo]) -> Costs {
        let mut steps: BTreeMap<String, u64> = BTreeMap::new();
        for (card, meter) in book.meters() {
            *steps.entry(card).or_default() += meter.steps();
        }
        let all: u64 = steps.values().sum();
        let mut cards: Vec<CardCost> = steps
            .into_iter()
            .filter(|(_, steps)| *steps > 0)
            .map(|(card, steps)| {
                let info = names.iter().find(|one| one.id == card);
                let name =
                    info.and_then(|info| info.names.get("en").or(info.names.values().next()));
                let name = name.unwrap_or(&card).clone();
                CardCost::new(card, name, steps, all, self.games)
            })
            .collect();
        cards.sort_by(|one, other| {
            other
                .steps
                .cmp(&one.steps)
                .then_with(|| one.card.cmp(&other.card))
        });
        Costs::new(book, &self.bot, (self.seed, self.games), all, cards)
    }
}

fn print(out: &mut Out, costs: &Costs) -> Result<(), CommandError> {
    if costs.cards.is_empty() {
        return out.line("no card took a step");
    }
    let row = |one: &CardCost| {
        vec![
            one.card.clone(),
            format!("{:.1}%", one.share * 100.0),
            format!("{:.1}", one.steps_per_game),
        ]
    };
    let body: Vec<Vec<String>> = costs.cards.iter().map(row).collect();
    out.text(table(&["card", "share", "steps a game"], &body))?;
    let Costs {
        steps, games, bot, ..
    } = costs;
    out.line(format!(
        "{steps} steps in {games} games between bots `{bot}`"
    ))
}
