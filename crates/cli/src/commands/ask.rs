//! `cardwright ask`: finds the clause that answers a question in plain words.

use crate::commands::design::explain::{of_game, source};
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use cardwright::game;
use cardwright::rules::{ask, fits};
use clap::Args;

/// Answer a question about the rules in your own words.
///
/// For example: "may I dodge a deflected missile?".
/// Typing errors and synonyms do not matter. It prints the answers, best first, each with the clause that says so
/// and its source. The exit code is 1 if nothing is found, or nothing that fits well. For an exact answer in a position,
/// use `why`.
#[derive(Args)]
pub(crate) struct Ask {
    /// The question; you need no quotation marks.
    #[arg(required = true, value_name = "QUESTION")]
    question: Vec<String>,
    /// The game of the question. Default: the game that the question names, or all games.
    #[arg(long)]
    game: Option<String>,
    /// The maximum number of answers to show, from 1 to 30.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=30))]
    most: u8,
}

impl Ask {
    /// Prints the answers.
    ///
    /// # Errors
    /// When there is no such game, or the output cannot be written.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let question = self.question.join(" ");
        let here = self.game.as_deref().map(game).transpose()?;
        let found = ask(&question, here.map(|game| game.id), self.most.into());
        if out.is_json() {
            out.json(&cardwright_wire::found(&question, &found))?;
        } else if found.is_empty() {
            out.line("no clause has a word of this question; try other words")?;
        }
        let for_people = !out.is_json();
        let fits = fits(&question, here.map(|game| game.id));
        if !fits && !found.is_empty() && for_people {
            out.line("nothing fits well; these clauses are the nearest:\n")?;
        }
        for one in found.iter().filter(|_| for_people) {
            let entry = one.entry;
            let answer = textwrap::fill(&one.answer, 100);
            let answer = out.bold(&answer);
            out.line(answer)?;
            let origin = entry
                .origin
                .map_or(String::new(), |origin| format!(", {origin}"));
            out.line(format!(
                "{}: {} ({}{origin})",
                entry.id,
                entry.title,
                of_game(entry)
            ))?;
            if let Some(by) = one.by {
                out.line(format!("by the ruling {}: {}", by.id, by.title))?;
            }
            // A short text is its own answer.
            let words: Vec<&str> = entry.text.split_whitespace().collect();
            if !words.is_empty() && words.join(" ") != one.answer {
                out.line(format!("\n{}", entry.text))?;
            }
            source(out, entry)?;
            out.line("")?;
        }
        Ok(if found.is_empty() || !fits {
            Verdict::No
        } else {
            Verdict::Good
        })
    }
}
