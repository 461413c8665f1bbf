//! Reads a ruling file: its sections, and all problems in them.

use super::block::{Block, RulingError};
use super::facts::{Facts, named_pairs};
use super::play::{PlayedAction, read_play};
use super::stated::{Asked, Eyes, Seen, Stated};
use cardwright_kernel::meant;
use serde::{Deserialize, Serialize};

/// The maximum bytes of a ruling file.
const MAX_BYTES: usize = 256 * 1024;

/// Whether a file of a pack, by its path in the pack's folder, is a ruling. A `README.md` describes the folder instead.
pub fn is_ruling(path: &str) -> bool {
    path.starts_with("rulings/") && path.ends_with(".md") && !path.ends_with("/README.md")
}

/// Where the answer of a ruling comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RulingStatus {
    /// The rulebook states it in words.
    Official,
    /// A house ruling, where the rulebook is silent.
    House,
}

/// A ruling, as read from its file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ruling {
    /// The id of the ruling.
    pub id: String,
    /// The ruling's main heading.
    pub title: String,
    /// The id of the game.
    pub game: String,
    /// The number of players.
    pub players: u8,
    /// Whether the rulebook states the answer, or it is a house ruling.
    pub status: RulingStatus,
    /// Where the rule comes from, such as a page of the rulebook.
    pub source: String,
    /// The rulebook's options, by name and value.
    pub options: Vec<(String, String)>,
    /// The ids of the open questions that the ruling concerns.
    pub questions: Vec<String>,
    /// Clauses that the ruling concerns and that its outcome does not cite.
    pub clauses: Vec<String>,
    /// Ids of cards that the ruling concerns and that its play does not name.
    pub cards: Vec<String>,
    /// The date of the ruling, such as `2026-11-25`.
    pub date: Option<String>,
    /// The author of the ruling.
    pub author: Option<String>,
    /// The id of the ruling that replaces it.
    pub superseded_by: Option<String>,
    /// What happened, and the question: the paragraphs in italics.
    pub situation: String,
    /// The answer for readers: the paragraphs not in italics.
    pub answer: String,
    /// The cases to play, each with its expected outcome: the main case, then those under other options.
    pub cases: Vec<Case>,
}

/// A sequence of actions and its expected outcome.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Case {
    /// The options in the case's heading; empty for the main case.
    pub under: Vec<(String, String)>,
    /// The line of the case's heading, from 1.
    pub line: usize,
    /// The starting position; `None` for the normal start of a game.
    pub position: Option<Block>,
    /// The actions to play.
    pub played: Vec<PlayedAction>,
    /// The expected outcome.
    pub outcome: Option<Block>,
    /// Other statements that must be true at the end of the play.
    pub stated: Stated,
    /// The byte offset in the file where a missing outcome could be inserted.
    pub end: usize,
}

/// Reads a ruling from the text of its file.
///
/// # Errors
/// All problems in the file.
pub fn read(text: &str) -> Result<Ruling, Vec<RulingError>> {
    if text.len() > MAX_BYTES {
        let message = format!(
            "the file has {} bytes; a ruling has at most {MAX_BYTES}",
            text.len()
        );
        return Err(vec![RulingError::new(
            (1, 1),
            message,
            "split it into several rulings",
        )]);
    }
    let mut reader = Reader::default();
    reader.lines(text);
    reader.finish(text.len())
}

/// The section that a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Head,
    Position,
    Play,
    Outcome,
    After,
    Offered,
    Seen,
    Why,
    Prose,
}

const SECTIONS: [&str; 9] = [
    "Position", "Play", "Outcome", "After", "Offered", "Seen by", "Why", "Under", "Notes",
];
/// The sections that belong to a case.
const OF_A_CASE: [&str; 7] = [
    "Position", "Play", "Outcome", "After", "Offered", "Seen", "Why",
];

/// A case while it is read.
#[derive(Default)]
struct Draft {
    under: Vec<(String, String)>,
    line: usize,
    position: Option<Block>,
    play: Option<Block>,
    outcome: Option<Block>,
    stated: Stated,
    end: usize,
}

struct Reader {
    facts: Facts,
    faults: Vec<RulingError>,
    drafts: Vec<Draft>,
    section: Section,
    /// The fenced block being read, and the line of its fence.
    open: Option<(Block, usize)>,
    /// Whether that block is TOML, according to its fence.
    toml: bool,
}

impl Default for Reader {
    fn default() -> Self {
        let drafts = vec![Draft {
            line: 1,
            ..Draft::default()
        }];
        let (facts, faults) = (Facts::default(), Vec::new());
        Reader {
            facts,
            faults,
            drafts,
            section: Section::Head,
            open: None,
            toml: false,
        }
    }
}

impl Reader {
    fn lines(&mut self, text: &str) {
        let mut byte = 0;
        for (number, whole) in text.split_inclusive('\n').enumerate() {
            self.line(number + 1, byte, whole);
            byte += whole.len();
            if let Some(draft) = self.drafts.last_mut().filter(|_| !whole.trim().is_empty()) {
                draft.end = byte;
            }
        }
    }

    fn line(&mut self, number: usize, byte: usize, whole: &str) {
        let text = whole.trim_end();
        let fence = text.trim_start().starts_with("```");
        match (self.open.take(), fence) {
            (Some((mut block, opened)), false) => {
                block.text.push_str(whole);
                block.span.end += whole.len();
                self.open = Some((block, opened));
            }
            (Some((block, _)), true) => self.close(block),
            (None, true) => {
                let start = byte + whole.len();
                let block = Block {
                    text: String::new(),
                    line: number + 1,
                    span: start..start,
                };
                self.toml = text
                    .trim_start()
                    .trim_start_matches('`')
                    .trim()
                    .starts_with("toml");
                self.open = Some((block, number));
            }
            (None, false) => self.outside(number, text),
        }
    }

    fn outside(&mut self, number: usize, text: &str) {
        let level = text.chars().take_while(|letter| *letter == '#').count();
        let heading = text[level..].trim();
        match level {
            0 if self.section == Section::Head => self.facts.line(number, text),
            0 => {}
            1 => self.title(number, heading),
            _ => self.heading(number, level, heading),
        }
    }

    fn title(&mut self, number: usize, heading: &str) {
        match self.facts.title.is_empty() {
            true => self.facts.title = heading.into(),
            false => self.fault(
                (number, 1),
                "a second title",
                "one file holds one ruling; use `##` for a section",
            ),
        }
    }

    fn heading(&mut self, number: usize, level: usize, heading: &str) {
        let (word, rest) = heading
            .split_once(char::is_whitespace)
            .unwrap_or((heading, ""));
        let inside = self.drafts.len() > 1;
        if level == 2 && inside && OF_A_CASE.contains(&word) {
            let help = format!(
                "write `### {word}` for the case under an option, and the case as it stands first"
            );
            self.fault((number, 1), format!("`## {word}` after `## Under`"), help);
        }
        match word {
            "Position" => self.section = Section::Position,
            "Play" => self.section = Section::Play,
            "Outcome" => self.section = Section::Outcome,
            "After" => self.section = Section::After,
            "Offered" => self.section = Section::Offered,
            "Seen" => self.seen(number, rest),
            "Why" => self.why(number, level, rest),
            "Notes" => self.section = Section::Prose,
            "Under" => self.under(number, rest),
            _ => {
                self.section = Section::Prose;
                let help = format!("{}; `## Notes` is free for prose", meant(word, &SECTIONS));
                self.fault(
                    (number, level + 2),
                    format!("no section is called `{heading}`"),
                    help,
                );
            }
        }
    }

    /// Reads a heading such as `Seen by player 2` or `Seen by everybody`.
    fn seen(&mut self, number: usize, rest: &str) {
        self.section = Section::Seen;
        match (Eyes::read(rest), self.drafts.last_mut()) {
            (Some(eyes), Some(draft)) => draft.stated.seen.push(Seen::new(eyes, number)),
            _ => {
                self.section = Section::Prose;
                let help =
                    "write `Seen by player 2`, or `Seen by everybody` for what everybody may see";
                self.fault((number, 1), "this does not say who sees it", help);
            }
        }
    }

    /// Reads a heading such as `Why 2: play dodge`.
    fn why(&mut self, number: usize, level: usize, rest: &str) {
        self.section = Section::Why;
        match (Asked::read(rest, number, level + 6), self.drafts.last_mut()) {
            (Ok(asked), Some(draft)) => draft.stated.why.push(asked),
            (Err(fault), _) => {
                self.section = Section::Prose;
                self.faults.push(fault);
            }
            (Ok(_), None) => {}
        }
    }

    fn under(&mut self, number: usize, rest: &str) {
        self.section = Section::Prose;
        let under = match named_pairs(rest) {
            Ok(pairs) if !pairs.is_empty() => pairs,
            _ => {
                let help = "write `## Under slide = one-row`; several with commas";
                self.fault((number, 1), "`Under` names no option with its value", help);
                Vec::new()
            }
        };
        self.drafts.push(Draft {
            under,
            line: number,
            ..Draft::default()
        });
    }

    fn close(&mut self, block: Block) {
        let section = self.section;
        let Some(draft) = self.drafts.last_mut() else {
            return;
        };
        let slot = match section {
            Section::Position => &mut draft.position,
            Section::Play => &mut draft.play,
            Section::Outcome => &mut draft.outcome,
            Section::After => &mut draft.stated.after,
            Section::Offered => &mut draft.stated.offered,
            Section::Seen => match draft.stated.seen.last_mut() {
                Some(seen) if self.toml => &mut seen.facts,
                Some(seen) => &mut seen.lines,
                None => return,
            },
            Section::Why => match draft.stated.why.last_mut() {
                Some(asked) => &mut asked.block,
                None => return,
            },
            Section::Head | Section::Prose => return,
        };
        if slot.is_some() {
            let help = "keep one block in this section";
            self.faults.push(RulingError::new(
                (block.line - 1, 1),
                "a second block in one section",
                help,
            ));
        } else {
            *slot = Some(block);
        }
    }

    fn fault(&mut self, at: (usize, usize), message: impl Into<String>, help: impl Into<String>) {
        self.faults.push(RulingError::new(at, message, help));
    }

    fn finish(mut self, end: usize) -> Result<Ruling, Vec<RulingError>> {
        if let Some((_, opened)) = self.open.take() {
            self.fault(
                (opened, 1),
                "this block has no end",
                "close it with a line of three backticks",
            );
        }
        if self.facts.title.is_empty() {
            self.fault(
                (1, 1),
                "the ruling has no title",
                "begin with a line such as `# R-1: may I dodge twice?`",
            );
        }
        let Reader {
            facts,
            mut faults,
            drafts,
            ..
        } = self;
        let cases = cases(drafts, end, &mut faults);
        let ruling = facts.finish(cases, &mut faults);
        faults.sort_by_key(|fault| (fault.line, fault.column));
        match ruling {
            Some(ruling) if faults.is_empty() => Ok(ruling),
            _ => Err(faults),
        }
    }
}

/// Makes cases from drafts. A case without its own position and play uses those of the main case.
fn cases(mut drafts: Vec<Draft>, end: usize, faults: &mut Vec<RulingError>) -> Vec<Case> {
    let base = drafts.remove(0);
    let stands = base.outcome.is_some() || !base.stated.is_empty() || drafts.is_empty();
    if base.play.is_none() && (stands || drafts.iter().any(|draft| draft.play.is_none())) {
        faults.push(RulingError::new(
            (base.line, 1),
            "nothing is played",
            "add a section `## Play` with a fenced block",
        ));
    }
    let (position, play) = (base.position.clone(), base.play.clone());
    let first = stands.then_some(base);
    let mut cases = Vec::new();
    for draft in first.into_iter().chain(drafts) {
        let own = draft.play.is_some() || draft.under.is_empty();
        let mut play_faults = Vec::new();
        let block = draft.play.or_else(|| play.clone());
        let played = block.map_or(Vec::new(), |block| read_play(&block, &mut play_faults));
        if own {
            faults.append(&mut play_faults);
        }
        let position = draft.position.or_else(|| position.clone());
        let end = draft.end.min(end);
        draft.stated.check(faults);
        cases.push(Case {
            under: draft.under,
            line: draft.line,
            position,
            played,
            outcome: draft.outcome,
            stated: draft.stated,
            end,
        });
    }
    cases
}
