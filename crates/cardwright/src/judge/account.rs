//! A ruling told to one viewer: what came out as that viewer was told it, and nothing that it may not know.
//!
//! Everything in an account follows from what the viewer may know and from the text of the ruling. What a ruling states
//! of hidden things (`After`, `Offered`, `Why`, and lines of the outcome that others were told) is not compared here:
//! whether it holds would tell what is hidden.

use super::cited::Cited;
use super::compare::{Change, ChangeKind};
use super::expect::{Checked, SeenChanges, check_seen, facts};
use super::fields::Difference;
use super::refused::no_such_player;
use super::ruling::block::RulingError;
use super::ruling::file::{Case, read};
use super::ruling::play::Answer;
use super::run::{Said, begin, closing, take, why_of};
use super::verdict::{Finding, Judge, cited};
use crate::CardNames;
use cardwright_kernel::{DynGame, DynMatch, Viewer};
use serde::Serialize;
use serde_json::{Map, Value};
use std::cell::OnceCell;

/// What a viewer may know of a ruling that was played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Account {
    /// The ruling's id; empty when the file cannot be read.
    pub ruling: String,
    /// The game.
    pub game: String,
    /// For whom.
    pub viewer: Viewer,
    /// What came of the whole, as far as the viewer may know.
    pub finding: Finding,
    /// What is wrong with the file.
    pub faults: Vec<RulingError>,
    /// Its cases.
    pub cases: Vec<CaseAccount>,
}

/// What a viewer may know of one case of a ruling.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CaseAccount {
    /// The options of the case's heading; none for the case as it stands.
    pub under: Vec<(String, String)>,
    /// What came of it, as far as the viewer may know.
    pub finding: Finding,
    /// Every line that the viewer was told, refusals as far as it may know them, and what is asked in the end.
    pub told: Vec<Said>,
    /// Lines that the viewer was told and that the outcome does not say, in its order.
    pub changes: Vec<Change>,
    /// What this viewer was told otherwise than the ruling's section `Seen by` it says.
    pub seen: Vec<SeenChanges>,
    /// What this viewer sees otherwise than that section says.
    pub differences: Vec<Difference>,
    /// The keys of a written position at the end of the play, as far as the viewer may know them.
    pub facts: Map<String, Value>,
    /// Why it could not be played to its end.
    pub faults: Vec<RulingError>,
    /// The clauses cited, in order, each once.
    pub cited: Vec<Cited>,
}

impl Judge {
    /// Plays a ruling and tells what came out as far as the viewer may know.
    pub fn account(&mut self, text: &str, viewer: Viewer) -> Account {
        let mut account = Account {
            ruling: String::new(),
            game: String::new(),
            viewer,
            finding: Finding::Faulty,
            faults: Vec::new(),
            cases: Vec::new(),
        };
        let ruling = match read(text) {
            Ok(ruling) => ruling,
            Err(faults) => return Account { faults, ..account },
        };
        for case in self.cases(&ruling) {
            match self.book(&ruling, case) {
                Ok(book) => account.cases.push(account_of(&*book, case, viewer)),
                Err(fault) => account.faults.push(fault),
            }
        }
        (account.ruling, account.game) = (ruling.id, ruling.game);
        let worst = account
            .cases
            .iter()
            .map(|case| case.finding)
            .max_by_key(|finding| *finding as u8);
        if account.faults.is_empty() {
            account.finding = worst.unwrap_or(Finding::Holds);
        }
        account
    }
}

impl Account {
    /// Whether everything that the viewer may know came out as the ruling says.
    pub fn holds(&self) -> bool {
        self.finding == Finding::Holds
    }
}

/// A play as it is told to a viewer.
struct Telling<'a> {
    book: &'a dyn DynGame,
    play: Box<dyn DynMatch>,
    viewer: Viewer,
    /// Lines that were told already.
    heard: usize,
    told: Vec<Said>,
    faults: Vec<RulingError>,
    /// Lines that must be refused and that the viewer knows to be allowed.
    allowed: Vec<Change>,
    /// The cards by name, once a line may have one.
    names: OnceCell<CardNames>,
}

fn account_of(book: &dyn DynGame, case: &Case, viewer: Viewer) -> CaseAccount {
    let begun = match no_such_player(book, viewer) {
        Some((message, help)) => Err(RulingError::new((1, 1), message, help)),
        None => begin(book, case, viewer),
    };
    let mut account = CaseAccount {
        under: case.under.clone(),
        finding: Finding::Faulty,
        told: Vec::new(),
        changes: Vec::new(),
        seen: Vec::new(),
        differences: Vec::new(),
        facts: Map::new(),
        faults: Vec::new(),
        cited: Vec::new(),
    };
    let play = match begun {
        Ok(play) => play,
        Err(fault) => {
            return CaseAccount {
                faults: vec![fault],
                ..account
            };
        }
    };
    let (told, faults, allowed) = (Vec::new(), Vec::new(), Vec::new());
    let mut telling = Telling {
        book,
        play,
        viewer,
        heard: 0,
        told,
        faults,
        allowed,
        names: OnceCell::new(),
    };
    telling.tell(case);
    let Telling {
        play,
        told,
        faults,
        allowed,
        ..
    } = telling;
    let mut checked = Checked::default();
    let own = case
        .stated
        .seen
        .iter()
        .filter(|seen| seen.eyes.viewer() == viewer);
    own.for_each(|seen| check_seen(book, &*play, seen, &mut checked));
    account.changes = allowed.into_iter().chain(not_said(case, &told)).collect();
    account.faults = faults.into_iter().chain(checked.faults).collect();
    let same =
        account.changes.is_empty() && checked.seen.is_empty() && checked.differences.is_empty();
    account.finding = match (account.faults.is_empty(), same) {
        (false, _) => Finding::Faulty,
        (true, true) => Finding::Holds,
        (true, false) => Finding::Differs,
    };
    (account.seen, account.differences) = (checked.seen, checked.differences);
    (account.facts, account.cited) = (facts(&*play, viewer), cited(book, &told));
    CaseAccount { told, ..account }
}

impl Telling<'_> {
    fn tell(&mut self, case: &Case) {
        self.listen(None);
        for answer in &case.answers {
            if let Err(fault) = self.give(answer) {
                self.faults.push(fault);
                return;
            }
        }
        let (question, _) = self.play.question_for(self.viewer);
        self.told.push(Said {
            text: closing(&*self.play, &question.text),
            ..Said::default()
        });
    }

    /// Takes over what the viewer was told since.
    fn listen(&mut self, from: Option<usize>) {
        for line in self.play.lines(self.viewer, self.heard) {
            self.heard += 1;
            self.told.push(Said {
                text: line.text,
                cites: line.cites,
                from,
                ..Said::default()
            });
        }
    }

    fn give(&mut self, answer: &Answer) -> Result<(), RulingError> {
        if answer.refused {
            return self.refused(answer);
        }
        take(self.book, &mut *self.play, answer, self.viewer, &self.names)?;
        self.listen(Some(answer.line));
        Ok(())
    }

    /// A line that must be refused, as far as the viewer may know.
    fn refused(&mut self, answer: &Answer) -> Result<(), RulingError> {
        let why = why_of(self.book, &*self.play, answer, self.viewer, &self.names)?;
        let word = match (why.hidden, why.legal) {
            (true, _) => "hidden",
            (false, true) => "allowed",
            (false, false) => "refused",
        };
        let text = format!(
            "{word}: {}",
            if why.legal { &why.action } else { &why.message }
        );
        if why.legal && !why.hidden {
            self.allowed.push(Change {
                sort: ChangeKind::Extra,
                text: text.clone(),
                line: answer.line,
            });
        }
        let cites = why.cited.into_iter().map(|cited| cited.cite).collect();
        self.told.push(Said {
            text,
            cites,
            from: Some(answer.line),
            facts: why.facts,
            help: why.help,
        });
        Ok(())
    }
}

/// Lines that the viewer was told and that the outcome does not say in its order. Refusals are told each viewer in other
/// words, and what is asked in the end matters only to a ruling that says it.
fn not_said(case: &Case, told: &[Said]) -> Vec<Change> {
    let Some(block) = &case.outcome else {
        return Vec::new();
    };
    let expected = block.lines();
    let (mut next, mut missing) = (0, Vec::new());
    let closes = expected.last().is_some_and(|(_, text)| Said::closes(text));
    let compared = |said: &&Said| match Said::closes(&said.text) {
        true => closes,
        false => !["refused: ", "allowed: ", "hidden: "]
            .iter()
            .any(|word| said.text.starts_with(word)),
    };
    for said in told.iter().filter(compared) {
        let text = said.line();
        match expected[next..].iter().position(|(_, line)| *line == text) {
            Some(at) => next += at + 1,
            None => {
                let line = expected
                    .get(next)
                    .map_or(block.line + block.text.lines().count(), |(line, _)| *line);
                missing.push(Change {
                    sort: ChangeKind::Extra,
                    text,
                    line,
                });
            }
        }
    }
    missing
}
