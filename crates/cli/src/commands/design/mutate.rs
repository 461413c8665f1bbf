//! `cardwright mutate`: finds changes of a pack that its rulings do not notice.

use super::super::count::simulate::bar;
use super::super::judge::rulings_in;
use super::test::pack_rulings;
use crate::files::{self, Kind};
use crate::interrupt;
use crate::output::Out;
use crate::packs;
use crate::stop::{CommandError, Verdict};
use cardwright::judge::{Ruling, read};
use cardwright::mutate::{Mutant, Mutants};
use cardwright::{PackSource, check_packs};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The maximum number of threads: more than any machine has, but too few to exhaust it.
const MAX_THREADS: u64 = 1024;

/// Make small changes to the cards of packs, and list those that no ruling notices.
///
/// It raises and lowers every number of a card and its script by one, leaves out every condition, and plays the
/// rulings each time: those in the `rulings` folders of the packs, and those of --rulings. It does not change the
/// number of copies. A change that no ruling notices shows a gap in your rulings; then the exit code is 1. Ctrl-C
/// finishes the changes in progress, lists the results so far, and exits with 130.
#[derive(Args)]
pub(crate) struct Mutate {
    /// The folders of the packs. Several packs are played together, and changed one after the other.
    #[arg(required = true, value_name = "PACK")]
    packs: Vec<PathBuf>,
    /// A folder with more rulings; repeat it for more folders.
    #[arg(long, value_name = "FOLDER")]
    rulings: Vec<PathBuf>,
    /// A folder with a pack to play with but not to change; repeat it for more packs.
    #[arg(long = "pack", value_name = "DIR")]
    beside: Vec<PathBuf>,
    /// The number of threads. Default: one for each processor.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: Option<u64>,
}

impl Mutate {
    /// Changes the cards, judges the rulings, and prints the result.
    ///
    /// # Errors
    /// When a folder cannot be read, there is no ruling, or a ruling fails before any change.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let tested = packs::read_all(&self.packs)?;
        let beside = packs::read_all(&self.beside)?;
        let game = check_packs(&[tested.clone(), beside.clone()].concat())?.game;
        let mutants = Mutants::new(game, &tested, &beside)?;
        let rulings = self.rulings(&mutants, &tested)?;
        if let Some(id) = mutants.fails(&rulings) {
            let what = format!("the ruling `{id}` fails even without a change");
            return Err(CommandError::refused(
                what,
                "check it with `cardwright judge`",
            ));
        }
        let noticed = self.work(&mutants, &rulings);
        let all = mutants.all().len();
        let found: Vec<_> = mutants
            .all()
            .iter()
            .zip(noticed)
            .filter_map(|(mutant, judged)| Some((mutant, judged?)))
            .collect();
        match out.is_json() {
            true => {
                let found = found.iter().map(|(mutant, by)| (*mutant, by.as_deref()));
                out.json(&cardwright_wire::mutations(found))?;
            }
            false => self.print(out, &found)?,
        }
        if found.len() < all {
            eprintln!("stopped after {} of {all} changes", found.len());
            return Ok(Verdict::Stopped);
        }
        Ok(if found.iter().all(|(_, by)| by.is_some()) {
            Verdict::Good
        } else {
            Verdict::No
        })
    }

    fn rulings(
        &self,
        mutants: &Mutants,
        tested: &[PackSource],
    ) -> Result<Vec<Ruling>, CommandError> {
        let mut texts = Vec::new();
        for (folder, pack) in self.packs.iter().zip(tested) {
            texts.extend(pack_rulings(folder, pack)?);
        }
        for folder in &self.rulings {
            for file in rulings_in(folder)? {
                let text = files::read(&file, Kind::Ruling)?;
                texts.push((file, text));
            }
        }
        let mut rulings = texts
            .iter()
            .map(|(file, text)| ruling(file, text))
            .collect::<Result<Vec<_>, _>>()?;
        rulings.retain(|ruling| mutants.is_about(ruling));
        match rulings.is_empty() {
            true => Err(CommandError::refused(
                "there are no rulings that could notice a change",
                "name a folder with --rulings",
            )),
            false => Ok(rulings),
        }
    }

    /// For each change that was judged before Ctrl-C, the ruling that noticed it; the same for any number of
    /// threads.
    fn work(&self, mutants: &Mutants, rulings: &[Ruling]) -> Vec<Option<Option<String>>> {
        interrupt::stop_on_request();
        let all = mutants.all().len();
        let (next, noticed) = (AtomicUsize::new(0), Mutex::new(vec![None; all]));
        let bar = bar(all as u64, "changes");
        let judge = || {
            loop {
                let mutant = next.fetch_add(1, Ordering::Relaxed);
                if mutant >= all || interrupt::is_stopped() {
                    return;
                }
                let by = mutants.noticed(mutant, rulings);
                bar.inc(1);
                if let Ok(mut noticed) = noticed.lock() {
                    noticed[mutant] = Some(by);
                }
            }
        };
        let machine =
            || std::thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
        let threads = self.threads.unwrap_or_else(machine);
        std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(judge))));
        bar.finish_and_clear();
        noticed
            .into_inner()
            .unwrap_or_else(|broken| broken.into_inner())
    }

    fn print(
        &self,
        out: &mut Out,
        found: &[(&Mutant, Option<String>)],
    ) -> Result<(), CommandError> {
        for (mutant, _) in found.iter().filter(|(_, by)| by.is_none()) {
            let folder = self
                .packs
                .get(mutant.pack)
                .map_or(Path::new(""), PathBuf::as_path);
            let (
                file,
                Mutant {
                    line,
                    column,
                    card,
                    change,
                    ..
                },
            ) = (folder.join(&mutant.file), mutant);
            out.line(format!(
                "{}:{line}:{column}: {card}: {change}",
                file.display()
            ))?;
        }
        let noticed = found.iter().filter(|(_, by)| by.is_some()).count();
        let changes = if found.len() == 1 {
            "1 change".into()
        } else {
            format!("{} changes", found.len())
        };
        out.line(format!(
            "{changes}, {noticed} noticed, {} unnoticed",
            found.len() - noticed
        ))
    }
}

fn ruling(file: &Path, text: &str) -> Result<Ruling, CommandError> {
    read(text).map_err(|faults| {
        let first = faults.into_iter().next();
        let said = |fault: cardwright::judge::RulingError| {
            let what = format!(
                "{}:{}:{}: {}",
                file.display(),
                fault.line,
                fault.column,
                fault.message
            );
            CommandError::refused(what, fault.help)
        };
        first.map_or_else(
            || CommandError::refused(format!("{} cannot be read", file.display()), ""),
            said,
        )
    })
}
