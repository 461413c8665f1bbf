//! The rules by clause, and the search in them.

use include_dir::{Dir, include_dir};
use serde_json::{Value, json};
use std::collections::BTreeSet;

static RULES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/rules");

/// The most that a search finds.
const MOST: usize = 30;

/// A clause of the rules, a ruling, or an open question.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    /// Its number, such as `MB-3.2`, `R-MB-3` or `Q-MB-2`.
    pub id: String,
    pub game: &'static str,
    /// What it is about; may be empty.
    pub title: String,
    /// All of it, in Markdown.
    pub text: String,
    /// Its words in small letters.
    words: BTreeSet<String>,
    /// The words of its title.
    about: BTreeSet<String>,
}

/// The rules of all games.
#[derive(Debug)]
pub(crate) struct Library {
    clauses: Vec<Clause>,
}

impl Library {
    pub(crate) fn new() -> Self {
        let mut clauses = Vec::new();
        for info in cardwright::games() {
            let page = page(&format!("{}.md", info.id)).unwrap_or_default();
            let titles = titles(info.id, info.usual);
            for (id, title, text) in of_page(page) {
                let known = titles
                    .iter()
                    .find(|(known, _)| *known == id)
                    .map(|(_, title)| *title);
                let title = if title.is_empty() {
                    known.unwrap_or_default().to_owned()
                } else {
                    title
                };
                clauses.push(Clause::new(id, info.id, title, text));
            }
            clauses.extend(
                cardwright::questions(info.id)
                    .iter()
                    .map(|question| of_question(info.id, question)),
            );
        }
        Library { clauses }
    }

    /// The clause of a number; capital letters make no difference.
    pub(crate) fn find(&self, id: &str) -> Option<&Clause> {
        self.clauses
            .iter()
            .find(|clause| clause.id.eq_ignore_ascii_case(id.trim()))
    }

    /// What to do about a number that is none.
    pub(crate) fn meant(&self, id: &str) -> String {
        let known: Vec<&str> = self
            .clauses
            .iter()
            .map(|clause| clause.id.as_str())
            .collect();
        match cardwright::nearest(&id.trim().to_uppercase(), &known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "look for it with `rules_search`".into(),
        }
    }

    /// The clauses with the words of a query, those with most of them first; rare words count for more.
    pub(crate) fn search(&self, query: &str, game: Option<&str>, limit: usize) -> Vec<&Clause> {
        let wanted = words(query);
        let here = |clause: &&Clause| game.is_none_or(|game| clause.game == game);
        let all: Vec<&Clause> = self.clauses.iter().filter(here).collect();
        let weight = |word: &String| {
            let with = all.iter().filter(|clause| clause.has(word)).count();
            // A hundred times the share of clauses without it.
            if with == 0 {
                0
            } else {
                1 + 100 * (all.len() - with) / all.len().max(1)
            }
        };
        let weights: Vec<(String, usize)> = wanted
            .into_iter()
            .map(|word| (weight(&word), word))
            .map(|(n, w)| (w, n))
            .collect();
        let score = |clause: &Clause| -> usize {
            let own = |(word, weight): &(String, usize)| match (
                clause.about.contains(word),
                clause.has(word),
            ) {
                (true, _) => weight * 2,
                (false, true) => *weight,
                (false, false) => 0,
            };
            weights.iter().map(own).sum()
        };
        let mut found: Vec<(usize, &Clause)> = all
            .iter()
            .map(|clause| (score(clause), *clause))
            .filter(|(score, _)| *score > 0)
            .collect();
        found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        found
            .into_iter()
            .take(limit.clamp(1, MOST))
            .map(|(_, clause)| clause)
            .collect()
    }
}

impl Clause {
    fn new(id: String, game: &'static str, title: String, text: String) -> Self {
        let about = words(&title);
        let mut words = words(&text);
        words.extend(about.iter().cloned());
        words.insert(id.to_lowercase());
        Clause {
            id,
            game,
            title,
            text,
            words,
            about,
        }
    }

    fn has(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// As data.
    pub(crate) fn json(&self) -> Value {
        json!({ "id": self.id, "game": self.game, "title": self.title, "text": self.text })
    }
}

/// The text of a page of the rules.
pub(crate) fn page(name: &str) -> Option<&'static str> {
    RULES.get_file(name)?.contents_utf8()
}

/// The names of the pages.
pub(crate) fn pages() -> Vec<&'static str> {
    RULES
        .files()
        .filter_map(|file| file.path().to_str())
        .collect()
}

/// Words in small letters, without their endings for several and the like, so that `robots` finds `robot`.
fn words(text: &str) -> BTreeSet<String> {
    let split = text.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '.'));
    let bare = split
        .map(|word| word.trim_matches(['-', '.']).to_lowercase())
        .filter(|word| !word.is_empty());
    bare.map(|word| stem(&word)).collect()
}

fn stem(word: &str) -> String {
    for ending in ["ing", "es", "ed", "s"] {
        if let Some(stem) = word
            .strip_suffix(ending)
            .filter(|stem| stem.chars().count() >= 4)
        {
            return stem.trim_end_matches('e').to_owned();
        }
    }
    word.trim_end_matches('e').to_owned()
}

/// Numbers and titles of the clauses that the program cites.
fn titles(game: &str, players: u8) -> Vec<(String, &'static str)> {
    let book = cardwright::rulebook(game, &cardwright::Setup::players(players));
    let clauses = book.map(|book| book.clauses()).unwrap_or_default();
    clauses
        .iter()
        .map(|clause| (clause.id.0.to_owned(), clause.title))
        .collect()
}

/// Number, title and text of every clause of a page: a heading `### MB-1.1 Title`, a paragraph that begins `**LC-1.1**`, or
/// a row of a table that begins `| R-MB-1 |`.
fn of_page(page: &str) -> Vec<(String, String, String)> {
    let mut found: Vec<(String, String, String)> = Vec::new();
    let mut open = false;
    for line in page.lines() {
        if let Some((id, title, text, goes_on)) = begins(line) {
            found.push((id, title, text));
            open = goes_on;
        } else if line.starts_with('#') {
            open = false;
        } else if let Some((.., text)) = found.last_mut().filter(|_| open) {
            text.push('\n');
            text.push_str(line);
        }
    }
    for (.., text) in &mut found {
        *text = text.trim().to_owned();
    }
    found
}

/// A clause that a line begins: number, title, text so far, and whether it goes on.
fn begins(line: &str) -> Option<(String, String, String, bool)> {
    if let Some(heading) = line.strip_prefix("### ") {
        let (id, title) = heading.split_once(' ')?;
        return is_id(id).then(|| (id.into(), title.into(), String::new(), true));
    }
    if let Some((id, text)) = line
        .strip_prefix("**")
        .and_then(|line| line.split_once("**"))
    {
        let id = id.trim_end_matches([':', '.']);
        return is_id(id).then(|| (id.into(), String::new(), text.trim().into(), true));
    }
    let row = line.strip_prefix("| ")?.strip_suffix(" |")?;
    let (id, rest) = row.split_once(" | ")?;
    is_id(id).then(|| (id.into(), String::new(), rest.replace(" | ", ". "), false))
}

/// Whether this is the number of a clause: `MB-1.1`, `R-MB-3`.
fn is_id(word: &str) -> bool {
    let (letters, number) = word.rsplit_once('-').unwrap_or_default();
    letters.chars().all(|c| c.is_ascii_uppercase() || c == '-')
        && letters.len() >= 2
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '.')
}

fn of_question(game: &'static str, question: &cardwright::OpenQuestion) -> Clause {
    let mut text = format!(
        "Option `{}`, clause {}.\n",
        question.option, question.clause.0
    );
    for variant in question.variants {
        let ours = if variant.value == question.default {
            " (ours)"
        } else {
            ""
        };
        let editions = match variant.editions {
            [] => String::new(),
            editions => format!(" Printed so: {}.", editions.join(", ")),
        };
        text += &format!(
            "\n- `{}`{ours}: {}{editions}",
            variant.value, variant.meaning
        );
    }
    text += &format!("\n\nWhy ours: {}", question.why);
    Clause::new(question.id.into(), game, question.title.into(), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clause_that_the_program_cites_is_found() {
        let library = Library::new();
        for info in cardwright::games() {
            for (id, title) in titles(info.id, info.usual) {
                let clause = library.find(&id).unwrap_or_else(|| panic!("{id} {title}"));
                assert!(
                    !clause.title.is_empty() && clause.text.len() > 20,
                    "{clause:?}"
                );
                assert_eq!(clause.game, info.id);
            }
            for question in cardwright::questions(info.id) {
                let text = &library.find(question.id).unwrap().text;
                assert!(text.starts_with(&format!("Option `{}`", question.option)));
                assert!(text.ends_with(question.why));
                let listed: Vec<&str> =
                    text.lines().filter(|line| line.starts_with("- ")).collect();
                assert_eq!(listed.len(), question.variants.len(), "{text}");
                for (line, variant) in listed.into_iter().zip(question.variants) {
                    let ours = variant.value == question.default;
                    assert_eq!(line.contains("` (ours): "), ours, "{line}");
                    assert!(
                        line.starts_with(&format!("- `{}`", variant.value)),
                        "{line}"
                    );
                    let printed = |edition: &&&str| line.contains(**edition);
                    assert!(line.contains(variant.meaning), "{line}");
                    assert_eq!(
                        variant.editions.iter().filter(printed).count(),
                        variant.editions.len()
                    );
                    assert_eq!(line.contains("Printed so"), !variant.editions.is_empty());
                }
            }
        }
        assert!(
            library
                .find("r-mb-3")
                .is_some_and(|ruling| ruling.text.contains("bottom row"))
        );
        assert!(library.find("MB-99.9").is_none());
    }

    #[test]
    fn a_search_finds_what_is_about_it() {
        let library = Library::new();
        let check = |query: &str, game: &str, expected: &str| {
            let found = library.search(query, Some(game), 5);
            assert!(
                found.iter().any(|clause| clause.id == expected),
                "{query}: {found:#?}"
            );
        };
        check(
            "how much energy may a robot gain in its turn",
            "moon-bots",
            "MB-3.2",
        );
        check("may I pass?", "robotory", "RB-3.3");
        check(
            "no option of the face allows anything",
            "lunar-command",
            "LC-3.4",
        );
        assert!(library.search("", None, 5).is_empty());
        let ids = |query: &str, game, most| -> Vec<&str> {
            let found = library.search(query, game, most);
            assert!(
                found
                    .iter()
                    .all(|one| game.is_none_or(|game| one.game == game))
            );
            found.into_iter().map(|one| one.id.as_str()).collect()
        };
        for (query, game) in [("energy robots", Some("moon-bots")), ("airlock", None)] {
            let all = ids(query, game, MOST);
            assert!(all.len() > 1, "{query}");
            for most in 0..MOST {
                let some = &all[..most.clamp(1, all.len())];
                assert_eq!(ids(query, game, most), some, "fewer are the first ones");
            }
            assert_eq!(
                ids(&format!("{query} xyzzy"), game, MOST),
                all,
                "nobody has it"
            );
            // Of one word, those in whose title it is come first, and all of them have it.
            for word in words(query) {
                let found = library.search(&word, game, MOST);
                let titled: Vec<bool> = found.iter().map(|one| one.about.contains(&word)).collect();
                assert!(
                    titled.is_sorted_by(|one, next| one >= next),
                    "{word}: {titled:?}"
                );
                assert!(found.iter().all(|one| one.has(&word)), "{word}");
            }
        }
    }

    #[test]
    fn numbers_are_told_from_words() {
        for good in ["MB-1.1", "R-MB-3", "LC-11.3", "RE-4.2a"] {
            assert!(is_id(good), "{good}");
        }
        for bad in ["", "-", "A-1", "mb-1.1", "MB-", "MB-x", "Note"] {
            assert!(!is_id(bad), "{bad}");
        }
    }
}
