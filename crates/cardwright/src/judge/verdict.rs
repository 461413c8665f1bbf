//! The judge and its verdicts.

use super::cited::Cited;
use super::compare::{Change, ChangeKind, compare};
use super::expect::{Checked, End, SeenChanges, check};
use super::fields::{Difference, Edit};
use super::ruling::block::{Block, RulingError};
use super::ruling::file::{Case, Ruling, RulingStatus, read};
use super::run::{Run, Said, Unexpected, reach, run};
use crate::registry::book_of;
use crate::{PackSource, Setup, game, rulebook};
use cardwright_effects::CardSet;
use cardwright_kernel::{DynGame, DynMatch, Viewer};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The result of checking a ruling or a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// The outcome is as expected.
    Holds,
    /// The outcome differs from the expected one.
    Differs,
    /// The ruling could not be read, or not be played to the end.
    Faulty,
}

/// The result of checking one case of a ruling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CaseVerdict {
    /// The options in the case's heading; empty for the main case.
    pub under: Vec<(String, String)>,
    /// The result of the case.
    pub finding: Finding,
    /// The lines of the actual outcome.
    pub transcript: Vec<Said>,
    /// The line-by-line comparison with the expected outcome.
    pub changes: Vec<Change>,
    /// Lines of the play that did not go as the ruling says; see [`Run::unexpected`].
    pub unexpected: Vec<Unexpected>,
    /// The differences between the end of the play and what the ruling states, field by field.
    pub differences: Vec<Difference>,
    /// The facts at the end of the play that the ruling makes statements about.
    pub end: End,
    /// Differences between what viewers saw and what the ruling says.
    pub seen: Vec<SeenChanges>,
    /// Why the case could not be played to the end (see [`Run::faults`]), and the problems in its other blocks.
    pub faults: Vec<RulingError>,
    /// The cited clauses in order, each once.
    pub cited: Vec<Cited>,
    /// The place of the outcome in the file, or where it is missing.
    #[serde(skip)]
    pub(super) outcome: Result<Block, usize>,
    /// Whether the case states anything besides its outcome.
    #[serde(skip)]
    pub(super) states: bool,
    /// Edits of the file that make its other blocks match the actual state.
    #[serde(skip)]
    pub(super) edits: Vec<Edit>,
}

/// The result of checking a ruling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Verdict {
    /// The id of the ruling; empty if the file cannot be read.
    pub ruling: String,
    /// The ruling's main heading.
    pub title: String,
    /// The id of the game.
    pub game: String,
    /// Whether the rulebook states the answer, or it is a house ruling.
    pub status: Option<RulingStatus>,
    /// The ids of the open questions that the ruling concerns.
    pub questions: Vec<String>,
    /// Clauses that the ruling concerns in addition to those it cites.
    pub clauses: Vec<String>,
    /// The overall result.
    pub finding: Finding,
    /// The problems in the file.
    pub faults: Vec<RulingError>,
    /// The results of the ruling's cases.
    pub cases: Vec<CaseVerdict>,
}

impl Verdict {
    /// Whether the outcome is as expected.
    pub fn holds(&self) -> bool {
        self.finding == Finding::Holds
    }

    fn unread(faults: Vec<RulingError>) -> Self {
        Verdict {
            ruling: String::new(),
            title: String::new(),
            game: String::new(),
            status: None,
            questions: Vec::new(),
            clauses: Vec::new(),
            finding: Finding::Faulty,
            faults,
            cases: Vec::new(),
        }
    }
}

/// The rulebook and the match after the play of a ruling.
pub type Reached = (Arc<dyn DynGame>, Box<dyn DynMatch>);

/// Checks rulings. A judge caches rulebooks, because many rulings use the same one.
#[derive(Debug, Default)]
pub struct Judge {
    packs: Vec<PackSource>,
    /// The cards to play with, if they do not come from packs.
    cards: Option<CardSet>,
    options: Vec<(String, String)>,
    books: Vec<(String, Setup, Arc<dyn DynGame>)>,
}

impl Judge {
    /// Makes a judge with the official cards.
    pub fn new() -> Self {
        Judge::default()
    }

    /// Adds packs to the official ones.
    #[must_use]
    pub fn with_packs(mut self, packs: Vec<PackSource>) -> Self {
        self.packs = packs;
        self
    }

    /// Makes a judge that uses only these cards.
    pub(crate) fn with_cards(mut self, cards: CardSet) -> Self {
        self.cards = Some(cards);
        self
    }

    /// Plays all following rulings with these packs added to the official ones. Cached rulebooks are kept.
    pub fn set_packs(&mut self, packs: Vec<PackSource>) {
        self.packs = packs;
    }

    /// Makes a judge that plays the main case of each ruling under the given options, to show what an edition changes.
    /// The ruling's own options take precedence; its cases under other options are skipped.
    #[must_use]
    pub fn with_options(mut self, options: Vec<(String, String)>) -> Self {
        self.options = options;
        self
    }

    /// Plays all following rulings as a judge made [with these options](Judge::with_options) does. Cached rulebooks are
    /// kept.
    pub fn set_options(&mut self, options: Vec<(String, String)>) {
        self.options = options;
    }

    /// Reads a ruling from its text and checks it.
    pub fn judge(&mut self, text: &str) -> Verdict {
        match read(text) {
            Ok(ruling) => self.check(&ruling),
            Err(faults) => Verdict::unread(faults),
        }
    }

    /// Plays a ruling and compares the result with what it expects.
    pub fn check(&mut self, ruling: &Ruling) -> Verdict {
        let mut verdict = Verdict {
            ruling: ruling.id.clone(),
            title: ruling.title.clone(),
            game: ruling.game.clone(),
            status: Some(ruling.status),
            questions: ruling.questions.clone(),
            clauses: ruling.clauses.clone(),
            ..Verdict::unread(Vec::new())
        };
        for case in self.cases(ruling) {
            match self.book(ruling, case) {
                Ok(book) => verdict.cases.push(judge_case(&*book, case)),
                Err(fault) => verdict.faults.push(fault),
            }
        }
        let worst = verdict
            .cases
            .iter()
            .map(|case| case.finding)
            .max_by_key(|finding| *finding as u8);
        verdict.finding = match verdict.faults.is_empty() {
            true => worst.unwrap_or(Finding::Holds),
            false => Finding::Faulty,
        };
        verdict
    }

    /// The cases to play: if the judge has its own options, only the main case.
    pub(super) fn cases<'a>(&self, ruling: &'a Ruling) -> Vec<&'a Case> {
        let as_it_stands = |case: &&Case| self.options.is_empty() || case.under.is_empty();
        ruling.cases.iter().filter(as_it_stands).collect()
    }

    /// The match at the end of the ruling's first case, with its rulebook. Lines that must be refused are skipped.
    ///
    /// # Errors
    /// If the ruling cannot be played.
    pub fn reach(&mut self, ruling: &Ruling) -> Result<Reached, RulingError> {
        self.reach_for(ruling, Viewer::Referee)
    }

    /// Like [`Judge::reach`], but an error says no more than the viewer may know.
    ///
    /// # Errors
    /// If the ruling cannot be played.
    pub fn reach_for(&mut self, ruling: &Ruling, viewer: Viewer) -> Result<Reached, RulingError> {
        let none = || RulingError::new((1, 1), "nothing is played", "add a section `## Play`");
        let case = ruling.cases.first().ok_or_else(none)?;
        let book = self.book(ruling, case)?;
        let play = reach(&*book, case, viewer)?;
        Ok((book, play))
    }

    /// The rulebook of a case. The case's options override the ruling's, and these override the judge's.
    pub(super) fn book(
        &mut self,
        ruling: &Ruling,
        case: &Case,
    ) -> Result<Arc<dyn DynGame>, RulingError> {
        let mut options: Vec<(String, String)> = Vec::new();
        for (name, value) in self
            .options
            .iter()
            .chain(&ruling.options)
            .chain(&case.under)
        {
            options.retain(|(earlier, _)| earlier != name);
            options.push((name.clone(), value.clone()));
        }
        let setup = Setup {
            players: ruling.players,
            options,
            packs: self.packs.clone(),
        };
        if let Some((.., book)) = self
            .books
            .iter()
            .find(|(game, made, _)| *game == ruling.game && *made == setup)
        {
            return Ok(book.clone());
        }
        let made = match &self.cards {
            None => rulebook(&ruling.game, &setup),
            Some(cards) => game(&ruling.game)
                .and_then(|game| book_of(game, cards.clone(), setup.players, &setup.options)),
        };
        let book = made.map_err(|error| {
            let help = "see the options of the game, and how many play it";
            RulingError::new((case.line, 1), error.to_string(), help)
        })?;
        self.books.push((ruling.game.clone(), setup, book.clone()));
        Ok(book)
    }
}

fn judge_case(book: &dyn DynGame, case: &Case) -> CaseVerdict {
    let (
        Run {
            mut said,
            mut faults,
            unexpected,
        },
        play,
    ) = run(book, case);
    let checked = play.map_or_else(Checked::default, |mut play| check(book, &mut *play, case));
    let (expected, end) = match &case.outcome {
        Some(block) => (block.lines(), block.line + block.text.lines().count()),
        None => (Vec::new(), case.line),
    };
    // The final question matters only if the ruling states it.
    if expected.last().is_some_and(|(_, text)| !Said::closes(text)) {
        said.retain(|said| !Said::closes(&said.text));
    }
    // A ruling that states anything else about the end of its play need not have an outcome.
    let told = case.outcome.is_some() || case.stated.is_empty();
    let changes = match told {
        true => compare(
            &expected,
            &said.iter().map(Said::line).collect::<Vec<_>>(),
            end,
        ),
        false => Vec::new(),
    };
    faults.extend(checked.faults);
    let same = (case.outcome.is_some() || !told)
        && changes.iter().all(|change| change.kind == ChangeKind::Same);
    let stated = unexpected.is_empty() && checked.differences.is_empty() && checked.seen.is_empty();
    let finding = match (faults.is_empty(), same && stated) {
        (false, _) => Finding::Faulty,
        (true, true) => Finding::Holds,
        (true, false) => Finding::Differs,
    };
    CaseVerdict {
        under: case.under.clone(),
        finding,
        cited: cited(book, &said),
        transcript: said,
        changes,
        unexpected,
        differences: checked.differences,
        end: checked.end,
        seen: checked.seen,
        faults,
        outcome: case.outcome.clone().ok_or(case.end),
        states: !case.stated.is_empty(),
        edits: checked.edits,
    }
}

/// The citations of lines in order, each once.
pub(super) fn cited(book: &dyn DynGame, said: &[Said]) -> Vec<Cited> {
    let mut all: Vec<Cited> = Vec::new();
    for cite in said.iter().flat_map(|said| &said.cites) {
        if all.iter().all(|known| known.cite != *cite) {
            all.push(Cited::new(book, cite.clone()));
        }
    }
    all
}
