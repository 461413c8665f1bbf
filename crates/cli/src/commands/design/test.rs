//! `cardwright test`: judges the rulings in packs.

use super::check;
use crate::files;
use crate::output::Out;
use crate::packs;
use crate::stop::{CommandError, Verdict as Answer};
use crate::verdicts::Show;
use cardwright::judge::{Finding, Judge, Verdict, accept, is_ruling, read, silent_cards};
use cardwright::{PackSource, check_packs};
use clap::Args;
use std::path::{Path, PathBuf};

/// Check packs and play their rulings: every `.md` file in the folder `rulings` of a pack.
///
/// The rulings are played with the official cards and with all packs that you name. Positions and actions name a
/// card of a pack with the id of the pack, such as `my-pack:tin-hat`. Cards that no ruling names are listed. The
/// exit code is 1 if a ruling does not hold, a pack has errors, or there is no ruling.
#[derive(Args)]
pub(crate) struct Test {
    /// The folders of the packs. Several packs are tested together, as they would be played together.
    #[arg(required = true, value_name = "PACK")]
    packs: Vec<PathBuf>,
    /// A folder with a pack to play with, without its rulings; repeat it for more packs.
    #[arg(long = "pack", value_name = "DIR")]
    beside: Vec<PathBuf>,
    /// Write the actual outcomes into the rulings.
    #[arg(long)]
    write: bool,
    /// For every line of the outcome, print the line of the play that caused it and the clauses behind it. For a
    /// refusal, print its facts and what would make the action legal.
    #[arg(long)]
    explain: bool,
}

/// A ruling of a pack: its file, its text, and its result.
struct Tested {
    file: PathBuf,
    text: String,
    verdict: Verdict,
}

impl Test {
    /// Checks the packs, plays the rulings, and prints the results.
    ///
    /// # Errors
    /// When a folder cannot be read, or a ruling cannot be written.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Answer, CommandError> {
        let tested = packs::read_all(&self.packs)?;
        let all = [tested.clone(), packs::read_all(&self.beside)?].concat();
        let checked = check_packs(&all)?;
        if !checked.is_good() {
            check::tell(out, &self.packs, &checked)?;
            return Ok(Answer::No);
        }
        let rulings = self.play(&tested, &all)?;
        if rulings.is_empty() {
            return Err(self.nothing_tested());
        }
        let readable: Vec<_> = rulings
            .iter()
            .filter_map(|one| read(&one.text).ok())
            .collect();
        let silent = silent_cards(checked.game, &tested, &all, &readable)?;
        self.print(out, &rulings, &silent)?;
        let bad = |verdict: &Verdict| match self.write {
            true => verdict.finding == Finding::Faulty,
            false => !verdict.holds(),
        };
        Ok(if rulings.iter().any(|one| bad(&one.verdict)) {
            Answer::No
        } else {
            Answer::Good
        })
    }

    fn play(&self, tested: &[PackSource], all: &[PackSource]) -> Result<Vec<Tested>, CommandError> {
        let mut judge = Judge::new().with_packs(all.to_vec());
        let mut rulings = Vec::new();
        for (folder, pack) in self.packs.iter().zip(tested) {
            for (file, text) in pack_rulings(folder, pack)? {
                let verdict = judge.judge(&text);
                let new = accept(&text, &verdict);
                if self.write && new != text {
                    files::replace(&file, &new)?;
                }
                rulings.push(Tested {
                    file,
                    text,
                    verdict,
                });
            }
        }
        Ok(rulings)
    }

    fn nothing_tested(&self) -> CommandError {
        let folders: Vec<String> = self
            .packs
            .iter()
            .map(|folder| folder.display().to_string())
            .collect();
        let what = format!("no rulings in {}: nothing was tested", folders.join(", "));
        CommandError::refused(
            what,
            "write one into the pack's folder `rulings`; docs/guide/rulings.md says how",
        )
    }

    fn print(
        &self,
        out: &mut Out,
        rulings: &[Tested],
        silent: &[String],
    ) -> Result<(), CommandError> {
        let all: Vec<(&Path, &Verdict)> = rulings
            .iter()
            .map(|one| (one.file.as_path(), &one.verdict))
            .collect();
        if out.is_json() {
            let named = all
                .iter()
                .map(|(file, verdict)| (file.display().to_string(), (*verdict).clone()));
            let mut verdicts = cardwright_wire::verdicts(&named.collect::<Vec<_>>())?;
            verdicts.cards_without_ruling = silent.to_vec();
            return out.json(&verdicts);
        }
        Show {
            explain: self.explain,
            whole: rulings.len() == 1,
            written: self.write,
        }
        .print(out, &all)?;
        match silent {
            [] => Ok(()),
            [one] => out.line(format!("warning: 1 card has no ruling: {one}")),
            several => out.line(format!(
                "warning: {} cards have no ruling: {}",
                several.len(),
                several.join(", ")
            )),
        }
    }
}

/// The rulings in a pack, each with its file.
///
/// # Errors
/// When a file is not text.
pub(crate) fn pack_rulings(
    folder: &Path,
    pack: &PackSource,
) -> Result<Vec<(PathBuf, String)>, CommandError> {
    let rulings = pack.files.iter().filter(|(path, _)| is_ruling(path));
    let read = |(path, bytes): &(String, Vec<u8>)| {
        let file = folder.join(path);
        text_of(&file, bytes).map(|text| (file, text))
    };
    rulings.map(read).collect()
}

fn text_of(file: &Path, bytes: &[u8]) -> Result<String, CommandError> {
    let wrong = |_| {
        CommandError::usage(
            format!("{} is not text", file.display()),
            "save it as UTF-8 in the editor",
        )
    };
    String::from_utf8(bytes.to_vec()).map_err(wrong)
}
