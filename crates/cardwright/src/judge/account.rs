//! A ruling as told to one viewer: the outcome that this viewer saw, and nothing that the viewer may not know.
//!
//! An account follows only from what the viewer may know and from the text of the ruling. Statements about hidden
//! information (`After`, `Offered`, `Why`, and lines of the outcome that others saw) are not compared here, because the
//! result would reveal it.

use super::cited::Cited;
use super::compare::{Change, ChangeKind};
use super::expect::{Checked, SeenChanges, check_seen, facts};
use super::fields::Difference;
use super::refused::no_such_player;
use super::ruling::block::RulingError;
use super::ruling::file::{Case, read};
use super::ruling::play::PlayedAction;
use super::run::{Said, begin, closing, take, why_of};
use super::verdict::{Finding, Judge, cited};
use cardwright_kernel::{DynGame, DynMatch, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The result of playing a ruling, limited to what one viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Account {
    /// The id of the ruling; empty if the file cannot be read.
    pub ruling: String,
    /// The id of the game.
    pub game: String,
    /// The viewer the account is for.
    pub viewer: Viewer,
    /// The overall result, as far as the viewer may know.
    pub finding: Finding,
    /// The problems in the file.
    pub faults: Vec<RulingError>,
    /// The results of the ruling's cases.
    pub cases: Vec<CaseAccount>,
}

/// What a viewer may know of one case of a ruling.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CaseAccount {
    /// The options in its heading.
    pub under: Vec<(String, String)>,
    /// The result of the case, as far as the viewer may know.
    pub finding: Finding,
    /// Every log line that the viewer saw, and the question at the end.
    pub told: Vec<Said>,
    /// Log lines that the viewer saw and that are not in the expected outcome.
    pub changes: Vec<Change>,
    /// What this viewer saw that differs from what the ruling says.
    pub seen: Vec<SeenChanges>,
    /// The values that this viewer sees differently from what the ruling says.
    pub differences: Vec<Difference>,
    /// The keys of a written position at the end, as far as the viewer may know them.
    pub facts: Map<String, Value>,
    /// Why the case cannot be played to its end.
    pub faults: Vec<RulingError>,
    /// The clauses cited, in order, each once.
    pub cited: Vec<Cited>,
}

impl Judge {
    /// Plays a ruling and returns the results that the viewer may know.
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
    /// Whether everything that the viewer may know matches the ruling.
    pub fn holds(&self) -> bool {
        self.finding == Finding::Holds
    }
}

/// A play as a viewer sees it.
struct Telling<'a> {
    book: &'a dyn DynGame,
    play: Box<dyn DynMatch>,
    viewer: Viewer,
    /// The number of log lines already processed.
    heard: usize,
    told: Vec<Said>,
    faults: Vec<RulingError>,
    /// Lines that must be refused but that the viewer knows to be allowed.
    allowed: Vec<Change>,
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
        for played in &case.played {
            if let Err(fault) = self.give(played) {
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

    /// Adds the log lines that the viewer has seen since the last call.
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

    fn give(&mut self, played: &PlayedAction) -> Result<(), RulingError> {
        if played.refused {
            return self.refused(played);
        }
        take(self.book, &mut *self.play, played, self.viewer)?;
        self.listen(Some(played.line));
        Ok(())
    }

    /// Handles a line that must be refused, as far as the viewer may know.
    fn refused(&mut self, played: &PlayedAction) -> Result<(), RulingError> {
        let why = why_of(self.book, &*self.play, played, self.viewer)?;
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
                kind: ChangeKind::Extra,
                text: text.clone(),
                line: played.line,
            });
        }
        let cites = why.cited.into_iter().map(|cited| cited.cite).collect();
        self.told.push(Said {
            text,
            cites,
            from: Some(played.line),
            facts: why.facts,
            help: why.help,
        });
        Ok(())
    }
}

/// Lines that the viewer saw and that the outcome lacks, in order. Refusals are not compared, because their words
/// depend on the viewer; the final question only matters if the ruling states it.
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
                    kind: ChangeKind::Extra,
                    text,
                    line,
                });
            }
        }
    }
    missing
}
