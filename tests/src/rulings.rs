//! Every ruling under `tests/rulings/` holds. Rulings, rules and code agree with one another.

mod reasons;
mod refusals;
mod variants;

use crate::packs::pack;
use cardwright::judge::{
    Block, Case, ChangeKind, Finding, Judge, Ruling, Stated, Verdict, accept, read, unified, why,
};
use cardwright::{Actor, PackSource, Setup, games, questions, rulebook};
use cardwright_games::{lunar_command, moon_bots, robot_empire};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path, ending)),
            false if path.extension().is_some_and(|own| own == ending) => found.push(path),
            false => {}
        }
    }
    found.sort();
    found
}

/// Every ruling with its file's name and text.
pub(crate) fn texts() -> Vec<(String, String)> {
    let folder = root().join("tests/rulings");
    let name = |path: &Path| path.strip_prefix(&folder).unwrap().display().to_string();
    let readme = |path: &Path| path.file_name().is_some_and(|name| name == "README.md");
    let all = files(&folder, "md");
    all.iter()
        .filter(|path| !readme(path))
        .map(|path| (name(path), fs::read_to_string(path).unwrap()))
        .collect()
}

/// The judge for a ruling of this file. A ruling in the folder `rulings` of a pack is played with that pack.
pub(crate) fn seat<'a>(judge: &'a mut Judge, name: &str) -> &'a mut Judge {
    let folder = name
        .split_once("/rulings/")
        .map(|(folder, _)| root().join("tests/rulings").join(folder));
    let folder = folder.filter(|folder| folder.join("pack.toml").is_file());
    judge.set_packs(folder.into_iter().map(read_once).collect());
    judge
}

/// The pack in a folder, which is read the first time only.
fn read_once(folder: PathBuf) -> PackSource {
    static READ: Mutex<BTreeMap<PathBuf, PackSource>> = Mutex::new(BTreeMap::new());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let found = read.entry(folder);
    found.or_insert_with_key(|folder| pack(folder)).clone()
}

/// Every ruling, parsed, with its file's name.
pub(crate) fn rulings() -> Vec<(String, Ruling)> {
    let read = |(name, text): (String, String)| match read(&text) {
        Ok(ruling) => (name, ruling),
        Err(faults) => panic!("{name}: {faults:#?}"),
    };
    texts().into_iter().map(read).collect()
}

/// The differences of a verdict, for people.
fn told(name: &str, verdict: &Verdict) -> String {
    let mut text = String::new();
    for fault in verdict
        .faults
        .iter()
        .chain(verdict.cases.iter().flat_map(|case| &case.faults))
    {
        writeln!(
            text,
            "{name}:{}:{}: {} ({})",
            fault.line, fault.column, fault.message, fault.help
        )
        .unwrap();
    }
    for case in verdict
        .cases
        .iter()
        .filter(|case| case.finding == Finding::Differs)
    {
        writeln!(text, "{name} {:?}:\n{}", case.under, unified(&case.changes)).unwrap();
        case.seen
            .iter()
            .for_each(|seen| text.push_str(&unified(&seen.changes)));
        for went in &case.unexpected {
            writeln!(
                text,
                "{name}:{}:{}: {} {}",
                went.line, went.column, went.action, went.message
            )
            .unwrap();
        }
        for differs in &case.differences {
            writeln!(text, "{name}: {differs:?}").unwrap();
        }
    }
    text
}

#[test]
fn every_ruling_holds() {
    let mut judge = Judge::new();
    let verdicts = texts().into_iter().map(|(name, text)| {
        let verdict = seat(&mut judge, &name).judge(&text);
        (name, verdict)
    });
    let wrong: String = verdicts
        .filter(|(_, verdict)| !verdict.holds())
        .map(|(name, verdict)| told(&name, &verdict))
        .collect();
    assert!(
        wrong.is_empty(),
        "`cardwright judge tests/rulings --write` accepts what came out\n{wrong}"
    );
}

#[test]
fn accepting_what_holds_changes_nothing() {
    let mut judge = Judge::new();
    for (name, text) in texts() {
        let verdict = seat(&mut judge, &name).judge(&text);
        let again = judge.judge(&accept(&text, &verdict));
        assert!(again.holds(), "{name}: {}", told(&name, &again));
    }
}

/// The positions of a text's numbers, without comments.
fn numbers(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let begins =
        |at: &usize| bytes[*at].is_ascii_digit() && (*at == 0 || !bytes[*at - 1].is_ascii_digit());
    let remark = |at: usize| {
        text[..at]
            .lines()
            .last()
            .is_some_and(|line| line.contains("# "))
    };
    (0..bytes.len())
        .filter(begins)
        .filter(|at| !remark(*at))
        .collect()
}

/// Every block in which a ruling states the outcome or the final state.
fn stated(ruling: &Ruling) -> Vec<&Block> {
    fn of_case(case: &Case) -> Vec<&Block> {
        let Stated {
            after,
            offered,
            seen,
            why,
        } = &case.stated;
        let blocks = [after.as_ref(), offered.as_ref()].into_iter();
        let seen = seen
            .iter()
            .flat_map(|seen| [seen.lines.as_ref(), seen.facts.as_ref()]);
        let why = why.iter().map(|asked| asked.block.as_ref());
        blocks.chain(seen).chain(why).flatten().collect()
    }
    ruling.cases.iter().flat_map(of_case).collect()
}

/// Whether the ruling still holds with another number here: an action that is not offered may be any of many.
fn is_free(text: &str, at: usize) -> bool {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[start..].starts_with("not offered:")
}

/// Every number of every outcome and of all other statements of rulings is changed, one at a time. Each wrong number is
/// reported with its place.
#[test]
fn a_wrong_number_is_noticed() {
    let (mut judge, mut changes) = (Judge::new(), [0, 0]);
    for (name, text) in texts() {
        let ruling = read(&text).unwrap();
        seat(&mut judge, &name);
        let outcomes = ruling.cases.iter().filter_map(|case| case.outcome.as_ref());
        let blocks = outcomes
            .map(|block| (0, block))
            .chain(stated(&ruling).into_iter().map(|block| (1, block)));
        for (sort, block) in blocks {
            for at in numbers(&block.text)
                .into_iter()
                .map(|at| block.span.start + at)
            {
                if is_free(&text, at) {
                    continue;
                }
                let other = if &text[at..=at] == "9" { "8" } else { "9" };
                let verdict = judge.judge(&format!("{}{other}{}", &text[..at], &text[at + 1..]));
                assert!(
                    !verdict.holds(),
                    "{name}: a wrong number at byte {at} holds"
                );
                let line = text[..at].matches('\n').count() + 1;
                assert!(
                    lines_told(&verdict).contains(&line),
                    "{name}: line {line} is not told"
                );
                changes[sort] += 1;
            }
        }
    }
    assert!(changes[0] > 1000 && changes[1] > 300, "{changes:?}");
}

/// No statement about the end of an impossible position holds, played or not, and its place is reported.
#[test]
fn nothing_holds_of_an_impossible_position() {
    let (mut judge, mut tried) = (Judge::new(), 0);
    for (name, text) in texts() {
        let ruling = read(&text).unwrap();
        let [case, ..] = ruling.cases.as_slice() else {
            continue;
        };
        let (Some(position), false) = (&case.position, case.stated.is_empty()) else {
            continue;
        };
        let played = text
            .find("## Play\n\n```text\n")
            .map(|at| at + "## Play\n\n```text\n".len());
        let Some(played) = played.filter(|at| *at > position.span.end) else {
            continue;
        };
        let lines = text[played..].find("```").unwrap();
        let impossible = "zzz = 1\n";
        let without = |play: &str| {
            [
                &text[..position.span.start],
                impossible,
                &text[position.span.end..played],
                play,
                &text[played + lines..],
            ]
            .concat()
        };
        for play in ["", &text[played..played + lines]] {
            let verdict = seat(&mut judge, &name).judge(&without(play));
            assert_eq!(verdict.finding, Finding::Faulty, "{name}");
            let mut faults = verdict.cases.iter().flat_map(|case| &case.faults);
            assert!(
                faults.any(|fault| fault.line == position.line),
                "{name}: {verdict:?}"
            );
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried}");
}

/// `After` holds in every form with the same meaning: the words of a card on the table in any order, and cards of a
/// pile with their number.
#[test]
fn what_means_the_same_is_the_same_after() {
    let (mut judge, mut changed) = (Judge::new(), [0, 0]);
    for (name, text) in texts() {
        let mut after = false;
        let mut said = String::new();
        for line in text.split_inclusive('\n') {
            if line.starts_with('#') {
                after = line.trim_start_matches('#').trim() == "After";
            }
            let key = line.split(" = ").next().unwrap();
            let mut parts: Vec<String> = line.split('"').map(String::from).collect();
            for inner in parts.iter_mut().skip(1).step_by(2).filter(|_| after) {
                let words: Vec<&str> = inner.split(' ').collect();
                let other = match (key, words.as_slice()) {
                    ("units", [card, more @ ..]) if more.len() > 1 => {
                        changed[0] += 1;
                        let back: Vec<&str> = more.iter().rev().copied().collect();
                        format!("{card} {}", back.join(" "))
                    }
                    ("discard" | "hand", [card]) if *card != "?" => {
                        changed[1] += 1;
                        format!("{card} 1")
                    }
                    _ => continue,
                };
                *inner = other;
            }
            said.push_str(&parts.join("\""));
        }
        if said == text {
            continue;
        }
        let verdict = seat(&mut judge, &name).judge(&said);
        assert!(verdict.holds(), "{name}: {}", told(&name, &verdict));
    }
    assert!(changed.iter().all(|count| *count > 0), "{changed:?}");
}

/// A card may have any of its printed names in a play.
#[test]
fn rulings_hold_with_the_printed_names_of_cards() {
    let (mut judge, mut named) = (Judge::new(), 0);
    // The cards by name are created again for each ruling, so only some are tried; a new ruling changes which only by
    // its own name.
    for (name, text) in texts().into_iter().filter(|(name, _)| name.len() % 4 == 0) {
        let ruling = read(&text).unwrap();
        let Ok((book, _)) = seat(&mut judge, &name).reach(&ruling) else {
            continue;
        };
        let names = cardwright::CardNames::of(&*book);
        // The outcome quotes a line that cannot be read.
        let quoted = text.contains("\nunreadable:");
        let mut words = String::new();
        for line in text.split_inclusive('\n') {
            let play = line
                .trim_start_matches("! ")
                .starts_with(|c: char| c.is_ascii_digit())
                && line.contains(": ")
                && !(quoted && line.starts_with("! "));
            let renamed = line.split_inclusive([' ', '\n']).map(|word| {
                let id = word.trim();
                let card = names
                    .cards()
                    .iter()
                    .find(|card| play && card.id == id && !id.contains(':'));
                // Two cards with one name differ only in their ids.
                let printed =
                    card.and_then(|card| card.names.values().nth(named % card.names.len()));
                let alone = |printed: &&String| {
                    names.find(printed).is_some_and(|found| found.id == id)
                        && names.in_notation(printed) == id
                };
                match printed.filter(alone) {
                    Some(printed) => {
                        named += 1;
                        word.replace(id, printed)
                    }
                    None => word.to_string(),
                }
            });
            words.extend(renamed);
        }
        if words == text {
            continue;
        }
        let verdict = judge.judge(&words);
        assert!(verdict.holds(), "{name}: {}", told(&name, &verdict));
    }
    assert!(named > 60, "{named}");
}

/// A ruling without a line of its outcome or of a viewer's lines does not hold.
#[test]
fn a_line_left_out_is_noticed() {
    let (mut judge, mut left_out) = (Judge::new(), [0, 0]);
    for (name, text) in texts() {
        let ruling = read(&text).unwrap();
        seat(&mut judge, &name);
        let outcomes = ruling.cases.iter().filter_map(|case| case.outcome.as_ref());
        let seen = ruling.cases.iter().flat_map(|case| &case.stated.seen);
        let told = seen.filter_map(|seen| seen.lines.as_ref());
        for (sort, block) in outcomes
            .map(|block| (0, block))
            .chain(told.map(|block| (1, block)))
        {
            // The last line of each. The lines about the next question and the end of the game may be left out.
            let free = |line: &str| {
                ["#", "asked:", "over:"]
                    .iter()
                    .any(|word| line.starts_with(word))
            };
            let mut told = block
                .text
                .lines()
                .filter(|line| !line.trim().is_empty() && !free(line));
            let Some(last) = told.next_back() else {
                continue;
            };
            let at = block.span.start + block.text.rfind(last).unwrap();
            let without = format!("{}{}", &text[..at], &text[at + last.len()..]);
            let verdict = judge.judge(&without);
            assert!(!verdict.holds(), "{name}: holds without `{last}`");
            left_out[sort] += 1;
        }
    }
    assert!(left_out[0] > 400 && left_out[1] > 5, "{left_out:?}");
}

/// A ruling does not hold if it states the contrary about an offered action, or that somebody else is asked.
#[test]
fn a_wrong_offer_is_noticed() {
    let (mut tried, mut asked) = (0, 0);
    let mut judge = Judge::new();
    for (name, text) in texts() {
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let contrary = match (
                line.strip_prefix("offered:"),
                line.strip_prefix("not offered:"),
            ) {
                (Some(action), _) => format!("not offered:{action}"),
                (_, Some(action)) => format!("offered:{action}"),
                // In an outcome, the question follows.
                _ if line.starts_with("asked:") && line.matches(':').count() == 1 => {
                    asked += 1;
                    "asked: nobody".to_owned()
                }
                _ => continue,
            };
            let mut lines = lines.clone();
            lines[at] = &contrary;
            let verdict = seat(&mut judge, &name).judge(&lines.join("\n"));
            assert_eq!(verdict.finding, Finding::Differs, "{name}: {contrary}");
            tried += 1;
        }
    }
    assert!(tried > 20 && asked > 1, "{tried}, {asked}");
}

/// The lines of the file that a verdict reports.
fn lines_told(verdict: &Verdict) -> Vec<usize> {
    let mut lines: Vec<_> = verdict.faults.iter().map(|fault| fault.line).collect();
    for case in &verdict.cases {
        let changes = case
            .changes
            .iter()
            .chain(case.seen.iter().flat_map(|seen| &seen.changes));
        lines.extend(
            changes
                .filter(|change| change.kind == ChangeKind::Missing)
                .map(|change| change.line),
        );
        lines.extend(case.differences.iter().map(|differs| differs.line));
        lines.extend(case.faults.iter().map(|fault| fault.line));
    }
    lines
}

/// Writing the result into a ruling with wrong statements makes it hold.
#[test]
fn accepting_what_differs_makes_it_hold() {
    let (mut judge, mut accepted) = (Judge::new(), 0);
    for (name, text) in texts() {
        let ruling = read(&text).unwrap();
        if stated(&ruling).is_empty() {
            continue;
        }
        seat(&mut judge, &name);
        let ats = stated(&ruling).into_iter().flat_map(|block| {
            numbers(&block.text)
                .into_iter()
                .map(|at| block.span.start + at)
                .collect::<Vec<_>>()
        });
        for at in ats {
            let other = if &text[at..=at] == "9" { "8" } else { "9" };
            let wrong = format!("{}{other}{}", &text[..at], &text[at + 1..]);
            let verdict = judge.judge(&wrong);
            if verdict.finding == Finding::Differs {
                let again = judge.judge(&accept(&wrong, &verdict));
                assert!(again.holds(), "{name}, byte {at}: {}", told(&name, &again));
                accepted += 1;
            }
        }
    }
    assert!(accepted > 200, "{accepted}");
}

/// A ruling may state every key of a position, and no others.
#[test]
fn what_can_be_stated_is_what_a_position_can_say() {
    for game in games() {
        let book = rulebook(game.id, &Setup::players(game.usual)).unwrap();
        let facts = book.start(Some(1)).facts(cardwright::Viewer::Referee);
        let known = |text: &str| -> BTreeSet<String> {
            let flaws = book.start_from(text, None).err().unwrap_or_default();
            flaws.iter().flat_map(|flaw| listed(&flaw.help)).collect()
        };
        let keys = |value: &serde_json::Value| -> BTreeSet<String> {
            value.as_object().unwrap().keys().cloned().collect()
        };
        assert_eq!(keys(&facts), known("zzz = 1"), "{}", game.id);
        for robot in facts
            .get("robot")
            .and_then(|robots| robots.as_object())
            .into_iter()
            .flatten()
        {
            assert_eq!(keys(robot.1), known("[[robot]]\nzzz = 1"), "{}", game.id);
        }
    }
}

/// The numbers of the clauses of rules: headings `### MB-1.1 …`, or paragraphs `**RB-1.1** …`.
fn numbered(text: &str) -> Vec<String> {
    let clause = |line: &str| {
        let rest = line
            .strip_prefix("### ")
            .or_else(|| line.strip_prefix("**"))?;
        let id: String = rest
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || "-.".contains(*c))
            .collect();
        id.contains('-').then_some(id)
    };
    text.lines().filter_map(clause).collect()
}

#[test]
fn text_and_code_have_the_same_clauses() {
    for game in games() {
        let text = fs::read_to_string(root().join(format!("docs/rules/{}.md", game.id))).unwrap();
        let book = rulebook(game.id, &Setup::players(game.usual)).unwrap();
        let code: Vec<_> = book
            .clauses()
            .iter()
            .map(|clause| clause.id.to_string())
            .collect();
        assert_eq!(numbered(&text), code, "{}", game.id);
    }
}

/// Clauses of Moon-Bots that no event and no refusal can be based on, with the reason.
const UNDECIDED: &[(&str, &str)] = &[
    ("MB-1.1", "it lists what is in the box"),
    (
        "MB-1.6",
        "it says which text governs; what the text says has clauses of its own",
    ),
    (
        "MB-2.2",
        "leaving something out is an answer that is always offered",
    ),
    (
        "MB-2.3",
        "it says what is not asked; a refusal names the clause of what is asked instead",
    ),
    ("MB-6.3", "it says what a word means"),
    ("MB-6.7", "the order in which lines are told shows it"),
    ("MB-7.7", "it says what is not told"),
    ("MB-12.10", "the order in which lines are told shows it"),
    ("MB-12.22", "what an effect keeps while it runs is not told"),
    ("MB-13.1", "what does not happen is not told"),
];

/// Every other clause decides something: an event or a refusal of some ruling cites it.
#[test]
fn every_clause_decides_something() {
    let (mut judge, mut decisive) = (Judge::new(), BTreeSet::new());
    for (name, ruling) in rulings()
        .into_iter()
        .filter(|(_, ruling)| ruling.game == "moon-bots")
    {
        let verdict = seat(&mut judge, &name).check(&ruling);
        decisive.extend(
            verdict
                .cases
                .iter()
                .flat_map(|case| &case.cited)
                .map(|cited| cited.cite.clone()),
        );
    }
    let book = rulebook("moon-bots", &Setup::players(4)).unwrap();
    for clause in book.clauses() {
        let id = clause.id.to_string();
        let listed = UNDECIDED.iter().any(|(own, _)| *own == id);
        assert_ne!(decisive.contains(&id), listed, "{id}");
    }
}

/// The last chapter of the rules of Moon-Bots gives each ruling its clauses and its reason, and each clause names its
/// rulings.
#[test]
fn every_house_ruling_has_its_reason() {
    let text = fs::read_to_string(root().join("docs/rules/moon-bots.md")).unwrap();
    let (clauses, reasons) = text.split_once("## The rulings and their reasons").unwrap();
    let rows: Vec<Vec<&str>> = reasons
        .lines()
        .filter(|line| line.starts_with("| R-MB-"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let ids: Vec<_> = rows.iter().map(|row| row[0].to_owned()).collect();
    assert_eq!(
        ids,
        (1..=72).map(|n| format!("R-MB-{n}")).collect::<Vec<_>>()
    );
    let sections: Vec<&str> = clauses.split("\n### ").collect();
    for row in &rows {
        assert!(
            row.len() == 4 && row.iter().all(|cell| !cell.is_empty()),
            "{row:?}"
        );
        for id in row[2].split(", ") {
            let section = sections
                .iter()
                .find(|section| section.starts_with(&format!("{id} ")));
            let section = section.unwrap_or_else(|| panic!("{}: there is no clause {id}", row[0]));
            let names = section
                .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
                .any(|w| w == row[0]);
            assert!(names, "{id} does not name {}", row[0]);
        }
    }
    for word in clauses.split(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
        let number = word
            .strip_prefix("R-MB-")
            .filter(|rest| rest.parse::<u32>().is_ok());
        assert!(
            number.is_none() || ids.iter().any(|id| id == word),
            "{word} has no reason"
        );
    }
}

/// The clauses that some ruling cites, by game: in its outcome or in its fact `clauses`.
fn cited() -> BTreeMap<String, BTreeSet<String>> {
    let (mut judge, mut cited) = (Judge::new(), BTreeMap::<String, BTreeSet<String>>::new());
    for (name, ruling) in rulings() {
        let verdict = seat(&mut judge, &name).check(&ruling);
        let of_game = cited.entry(ruling.game).or_default();
        of_game.extend(ruling.clauses);
        of_game.extend(
            verdict
                .cases
                .iter()
                .flat_map(|case| &case.cited)
                .map(|cited| cited.cite.clone()),
        );
    }
    cited
}

#[test]
fn every_clause_is_cited_by_a_ruling() {
    let cited = cited();
    for game in games() {
        let book = rulebook(game.id, &Setup::players(game.usual)).unwrap();
        let ids = book.clauses().iter().map(|clause| clause.id.to_string());
        let uncited: Vec<_> = ids
            .filter(|id| !cited.get(game.id).is_some_and(|cited| cited.contains(id)))
            .collect();
        assert!(
            uncited.is_empty(),
            "{}: no ruling cites {}",
            game.id,
            uncited.join(", ")
        );
    }
}

#[test]
fn rulings_name_what_there_is() {
    let mut ids = BTreeSet::new();
    for (name, ruling) in rulings() {
        assert!(
            ids.insert(ruling.id.clone()),
            "{name}: a second ruling `{}`",
            ruling.id
        );
        let book = rulebook(&ruling.game, &Setup::players(ruling.players)).unwrap();
        for id in &ruling.clauses {
            assert!(
                book.clauses().iter().any(|clause| clause.id.0 == id),
                "{name}: there is no clause {id}"
            );
        }
        for id in &ruling.questions {
            let known = questions(&ruling.game)
                .iter()
                .any(|question| question.id == id);
            assert!(known, "{name}: there is no question {id}");
        }
    }
}

#[test]
fn every_house_ruling_of_moon_bots_has_a_file() {
    let all: String = texts().into_iter().map(|(_, text)| text).collect();
    let words: BTreeSet<&str> = all
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .collect();
    let missing: Vec<_> = (1..=72)
        .map(|n| format!("R-MB-{n}"))
        .filter(|id| !words.contains(id.as_str()))
        .collect();
    assert!(missing.is_empty(), "no ruling names {}", missing.join(", "));
}

#[test]
fn every_house_ruling_of_robot_empire_has_a_file() {
    let all: String = texts().into_iter().map(|(_, text)| text).collect();
    let words: BTreeSet<&str> = all
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .collect();
    let missing: Vec<_> = (1..=65)
        .map(|n| format!("R-RS-{n}"))
        .filter(|id| !words.contains(id.as_str()))
        .collect();
    assert!(missing.is_empty(), "no ruling names {}", missing.join(", "));
}

#[test]
fn the_open_questions_are_written_down() {
    let registers = [
        ("moon-bots", moon_bots::questions::markdown()),
        ("lunar-command", lunar_command::questions::markdown()),
        ("robot-empire", robot_empire::questions::markdown()),
    ];
    for (game, text) in registers {
        let path = root().join(format!("docs/rules/{game}-questions.md"));
        assert_eq!(
            fs::read_to_string(path).unwrap(),
            text,
            "`cargo xtask generate` writes it"
        );
    }
}

/// An action is listed exactly if [`why`] says that it is allowed, and asking changes nothing.
#[test]
fn why_and_the_list_of_answers_agree() {
    for game in games() {
        for players in game.players() {
            let book = rulebook(game.id, &Setup::players(players)).unwrap();
            let mut play = book.start(Some(u64::from(players)));
            let mut known: Vec<String> = Vec::new();
            while let (Actor::Seat(seat), true) = (play.actor(), play.actions_played() < 250) {
                let listed: Vec<_> = play
                    .question()
                    .choices
                    .into_iter()
                    .map(|choice| choice.action)
                    .collect();
                let before = play.fingerprint();
                // In a list of thousands, only some are asked about.
                let some = listed.iter().step_by(1 + listed.len() / 80);
                for action in known.iter().rev().take(40).chain(some) {
                    let legal = why(&*book, &mut *play, &format!("{seat}: {action}"))
                        .is_ok_and(|why| why.legal);
                    assert_eq!(legal, listed.contains(action), "{} {action}", game.id);
                }
                assert_eq!(play.fingerprint(), before, "asking changes nothing");
                known.extend(listed);
                let answer = play.ask_bot("random").unwrap();
                play.play(&answer).unwrap();
            }
        }
    }
}

fn guide() -> String {
    fs::read_to_string(root().join("docs/guide/rulings.md")).unwrap()
}

#[test]
fn the_ruling_in_the_guide_holds() {
    let guide = guide();
    let example = guide
        .split("````markdown\n")
        .nth(1)
        .and_then(|rest| rest.split("````").next())
        .unwrap();
    let verdict = Judge::new().judge(example);
    assert!(
        verdict.holds(),
        "{}",
        told("docs/guide/rulings.md", &verdict)
    );
}

/// The words in a help line such as `one of: pass play buy`.
fn listed(help: &str) -> Vec<String> {
    let list = help
        .rsplit_once("one of")
        .map_or("", |(_, list)| list)
        .trim_start_matches(':');
    list.split([' ', ','])
        .filter(|word| !word.is_empty())
        .map(String::from)
        .collect()
}

/// The program lists the words it knows if it gets an unknown one. The guide explains each of them.
#[test]
fn the_guide_names_every_word_of_positions_and_answers() {
    let guide = guide();
    for game in games() {
        let book = rulebook(game.id, &Setup::players(game.usual)).unwrap();
        let mut words = Vec::new();
        for text in [
            "zzz = 1",
            "[[robot]]\nzzz = 1",
            "step = \"zzz\"",
            "[[robot]]\nstatus = \"zzz\"",
        ] {
            let flaws = book.start_from(text, None).err().unwrap_or_default();
            words.extend(flaws.iter().flat_map(|flaw| listed(&flaw.help)));
        }
        assert!(words.len() >= 8, "{}: {words:?}", game.id);
        let unreadable = book.start(Some(1)).why_not("zzz").unwrap_err();
        words.extend(listed(&unreadable.help));
        // Positions of Moon-Bots contain no options: the ruling states them as a fact.
        for word in words.iter().filter(|word| *word != "options") {
            assert!(
                guide.contains(word.as_str()),
                "{}: the guide does not name `{word}`",
                game.id
            );
        }
    }
}

/// Cuts, doubles and swaps pieces of real rulings. The judge answers every text.
#[test]
fn no_text_upsets_the_judge() {
    use proptest::prelude::*;
    let texts: Vec<Vec<char>> = texts()
        .into_iter()
        .map(|(_, text)| text.chars().collect())
        .collect();
    let piece = (
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
    );
    proptest!(crate::cases(300), |(pieces in prop::collection::vec(piece, 1..6))| {
        let mut text = String::new();
        for (which, from, to) in pieces {
            let chars = &texts[which.index(texts.len())];
            let (from, to) = (from.index(chars.len()), to.index(chars.len()));
            text.extend(&chars[from.min(to)..from.max(to)]);
        }
        let verdict = Judge::new().judge(&text);
        accept(&text, &verdict);
        prop_assert!(verdict.holds() || !told("text", &verdict).is_empty());
    });
}

/// Statements of a ruling beside its outcome make a case, even if other cases under options follow.
#[test]
fn a_case_that_only_states_something_stands() {
    let text = |stated: &str| {
        format!(
            "# T\n\n*Q*\n\nA.\n\n- id: t\n- game: moon-bots\n- players: 2\n- status: house\n- source: s\n\n## Play\n\n\
             ```text\nchance: draw left-claw\n```\n\n{stated}## Under slide = one-row\n\n### Outcome\n\n```text\nx\n```\n"
        )
    };
    let cases = |stated: &str| {
        read(&text(stated))
            .unwrap_or_else(|faults| panic!("{faults:?}"))
            .cases
            .len()
    };
    let block = |of: &str, line: &str| format!("## {of}\n\n```text\n{line}\n```\n\n");
    assert_eq!(cases(""), 1);
    assert_eq!(cases(&block("Outcome", "x")), 2);
    assert_eq!(cases(&block("Offered", "nothing else")), 2);
}
