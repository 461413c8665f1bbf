//! The judge and its verdicts.

use super::cited::{Cited, title};
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
use serde::Serialize;
use std::sync::Arc;

/// What came of a ruling or a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// What must come out came out.
    Holds,
    /// Something else came out.
    Differs,
    /// It could not be played to its end, or not be read.
    Faulty,
}

/// What came of one case of a ruling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CaseVerdict {
    /// The options of the case's heading; none for the case as it stands.
    pub under: Vec<(String, String)>,
    /// What came of it.
    pub finding: Finding,
    /// Every line that came out.
    pub transcript: Vec<Said>,
    /// The comparison with what must come out.
    pub changes: Vec<Change>,
    /// Lines of the play that went otherwise than the ruling says; see [`Run::unexpected`].
    pub unexpected: Vec<Unexpected>,
    /// What the ruling states of the end of the play and is otherwise, field by field.
    pub differences: Vec<Difference>,
    /// How it is at the end of the play, as far as the ruling states anything of it.
    pub end: End,
    /// What viewers were told otherwise than the ruling says.
    pub seen: Vec<SeenChanges>,
    /// Why it could not be played to its end; see [`Run::faults`]. Also what is wrong with its other blocks.
    pub faults: Vec<RulingError>,
    /// The clauses cited, in order, each once.
    pub cited: Vec<Cited>,
    /// Where its outcome stands, or is missing, in the file.
    #[serde(skip)]
    pub(super) outcome: Result<Block, usize>,
    /// Whether it states something beside its outcome.
    #[serde(skip)]
    pub(super) states: bool,
    /// Changes of the file that make its other blocks say what is so.
    #[serde(skip)]
    pub(super) edits: Vec<Edit>,
}

/// What came of a ruling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Verdict {
    /// Its id; empty when the file cannot be read.
    pub ruling: String,
    /// Its heading.
    pub title: String,
    /// The game.
    pub game: String,
    /// Who says so.
    pub status: Option<RulingStatus>,
    /// The open questions it bears on.
    pub questions: Vec<String>,
    /// Clauses it is about beside those it cites.
    pub clauses: Vec<String>,
    /// What came of the whole.
    pub finding: Finding,
    /// What is wrong with the file.
    pub faults: Vec<RulingError>,
    /// Its cases.
    pub cases: Vec<CaseVerdict>,
}

impl Verdict {
    /// Whether everything came out as it must.
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

/// A match that a ruling leads to, with its rulebook.
pub type Reached = (Arc<dyn DynGame>, Box<dyn DynMatch>);

/// Checks rulings. It keeps the rulebooks it has made, as many rulings share one.
#[derive(Debug, Default)]
pub struct Judge {
    packs: Vec<PackSource>,
    /// The cards to play with, when they are no pack's.
    cards: Option<CardSet>,
    options: Vec<(String, String)>,
    books: Vec<(String, Setup, Arc<dyn DynGame>)>,
}

impl Judge {
    /// A judge with the official cards.
    pub fn new() -> Self {
        Judge::default()
    }

    /// A judge with these packs beside the official ones.
    #[must_use]
    pub fn with_packs(mut self, packs: Vec<PackSource>) -> Self {
        self.packs = packs;
        self
    }

    /// A judge with these cards and no others.
    pub(crate) fn with_cards(mut self, cards: CardSet) -> Self {
        self.cards = Some(cards);
        self
    }

    /// Plays the rulings that follow with these packs beside the official ones. Rulebooks made before are kept.
    pub fn set_packs(&mut self, packs: Vec<PackSource>) {
        self.packs = packs;
    }

    /// A judge who plays each ruling as it stands under these options; the ruling's own options win, and its cases
    /// under other options are left out. So one sees what an edition changes.
    #[must_use]
    pub fn with_options(mut self, options: Vec<(String, String)>) -> Self {
        self.options = options;
        self
    }

    /// Checks the text of a ruling.
    pub fn judge(&mut self, text: &str) -> Verdict {
        match read(text) {
            Ok(ruling) => self.check(&ruling),
            Err(faults) => Verdict::unread(faults),
        }
    }

    /// Checks a ruling.
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

    /// The cases to play: under options of the judge's own, only the ruling as it stands.
    pub(super) fn cases<'a>(&self, ruling: &'a Ruling) -> Vec<&'a Case> {
        let as_it_stands = |case: &&Case| self.options.is_empty() || case.under.is_empty();
        ruling.cases.iter().filter(as_it_stands).collect()
    }

    /// The match as the first case of a ruling leaves it, with its rulebook; lines that must be refused are left out.
    ///
    /// # Errors
    /// Where the ruling cannot be played.
    pub fn reach(&mut self, ruling: &Ruling) -> Result<Reached, RulingError> {
        self.reach_for(ruling, Viewer::Referee)
    }

    /// The same for a viewer: why the ruling cannot be played says no more than the viewer may know.
    ///
    /// # Errors
    /// Where the ruling cannot be played.
    pub fn reach_for(&mut self, ruling: &Ruling, viewer: Viewer) -> Result<Reached, RulingError> {
        let none = || RulingError::new((1, 1), "nothing is played", "add a section `## Play`");
        let case = ruling.cases.first().ok_or_else(none)?;
        let book = self.book(ruling, case)?;
        let play = reach(&*book, case, viewer)?;
        Ok((book, play))
    }

    /// The rulebook of a case: the judge's options, then the ruling's, then the case's, later ones winning.
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
    // What is asked in the end matters only to a ruling that says it.
    if expected.last().is_some_and(|(_, text)| !Said::closes(text)) {
        said.retain(|said| !Said::closes(&said.text));
    }
    // A ruling that states the end of the play need not tell how it came to that.
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
        && changes.iter().all(|change| change.sort == ChangeKind::Same);
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

/// The citations of lines, in order, each once.
pub(super) fn cited(book: &dyn DynGame, said: &[Said]) -> Vec<Cited> {
    let mut all: Vec<Cited> = Vec::new();
    for cite in said.iter().flat_map(|said| &said.cites) {
        if all.iter().all(|known| known.cite != *cite) {
            all.push(Cited {
                cite: cite.clone(),
                title: title(book, cite),
            });
        }
    }
    all
}
