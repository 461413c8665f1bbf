//! The register of open questions as Markdown.

use super::{
    Consequence, DIFFERENCES, Difference, EDITIONS, Edition, QUESTIONS, Question, edition,
};
use std::fmt::Write;

const HEAD: &str = "\
# Moon-Bots: open questions

<!-- Written by `cargo xtask generate` from `crates/games/moon-bots/src/questions.rs`; change it there. -->

Where the printed rulebook is silent, or its eight language editions disagree, an *option* of the rulebook decides. The
first variant of each question is our choice and the default. Choose another variant by name
(`--option shock_absorber=all`) or with the edition that prints it (`--option edition=en`). A named option overrides the
edition.

We read each edition literally. It sets a variant where its exact words change what players may do or what happens. The
translator may not have meant it.
";

const SETTINGS: &str = "
## Other settings

| option | values | what it does |
| --- | --- | --- |
| `ask` | `when-playable`, `when-holding` | Which players a window asks: those who hold a weapon that they could play now, or all who hold any weapon. With `when-holding`, a missing question reveals nothing about a hand. With two or more people at a table it is the default (R-MB-72). |
| `quiet_rounds` | a number, 50 | The game ends after this many rounds in a row without a loss of energy (MB-10.6). No rulebook has such a rule, and the number is ours. |
| `max_rounds` | a number, 200 | The game ends after this many rounds (MB-10.6). The number is ours. |
| `deck` | `standard`, or a deck of the pack | Which copies of the cards are in the game. |
";

const DIFFERENCES_HEAD: &str = " differences between the printed rulebooks

| | about | who says what | effect |
| --- | --- | --- | --- |
";

/// The open questions as the text of `docs/rules/moon-bots-questions.md`.
pub fn markdown() -> String {
    let mut text = String::from(HEAD);
    text.push_str(&overview());
    QUESTIONS
        .iter()
        .for_each(|question| text.push_str(&section(question)));
    text.push_str(SETTINGS);
    text.push_str(&format!("\n## The {}", DIFFERENCES.len()));
    text.push_str(DIFFERENCES_HEAD);
    DIFFERENCES
        .iter()
        .for_each(|difference| text.push_str(&row(difference)));
    text
}

/// A table of the editions and the options that each sets.
fn overview() -> String {
    let mut text = String::from(
        "\n## What each edition sets\n\n| edition | language | options |\n| --- | --- | --- |\n",
    );
    for Edition { name, language } in EDITIONS {
        let set = edition(name).unwrap_or_default();
        let words: Vec<_> = set
            .iter()
            .map(|(option, value)| format!("`{option} = {value}`"))
            .collect();
        let words = if words.is_empty() {
            "the defaults".into()
        } else {
            words.join(", ")
        };
        let _ = writeln!(text, "| `{name}` | {language} | {words} |");
    }
    text
}

fn section(question: &Question) -> String {
    let Question {
        id,
        option,
        title,
        clause,
        variants,
        why,
        ..
    } = question;
    let mut text = format!("\n## {id}: {title}\n\nOption `{option}`, clause {clause}.\n\n");
    text.push_str("| value | what it means | editions |\n| --- | --- | --- |\n");
    for variant in *variants {
        let editions = if variant.editions.is_empty() {
            "not stated".into()
        } else {
            variant.editions.join(", ")
        };
        let _ = writeln!(
            text,
            "| `{}` | {} | {editions} |",
            variant.value, variant.meaning
        );
    }
    let _ = writeln!(text, "\nOurs: `{}`. {why}", question.default);
    text
}

fn row(
    Difference {
        id,
        topic,
        wordings,
        effect,
    }: &Difference,
) -> String {
    let effect = match effect {
        Consequence::Question(question) => format!("**{question}**"),
        Consequence::None(why) => format!("no effect on play: {why}"),
    };
    format!("| {id} | {topic} | {wordings} | {effect} |\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_differences_are_accounted_for() {
        let ids: Vec<_> = DIFFERENCES
            .iter()
            .map(|difference| difference.id.to_string())
            .collect();
        assert_eq!(ids, (1..=54).map(|n| format!("L{n}")).collect::<Vec<_>>());
        for difference in DIFFERENCES {
            if let Consequence::Question(id) = difference.effect {
                assert!(QUESTIONS.iter().any(|question| question.id == id), "{id}");
            }
        }
    }

    #[test]
    fn every_edition_reads_each_question_one_way() {
        for question in QUESTIONS {
            let named: Vec<_> = question
                .variants
                .iter()
                .flat_map(|variant| variant.editions)
                .collect();
            let silent = named.is_empty();
            for edition in EDITIONS {
                let times = named.iter().filter(|name| **name == &edition.name).count();
                assert_eq!(
                    times,
                    usize::from(!silent),
                    "{} in {}",
                    question.id,
                    edition.name
                );
            }
            assert!(
                silent || question.variants[0].editions.contains(&"fr"),
                "{}: French is ours",
                question.id
            );
        }
    }

    #[test]
    fn questions_are_numbered_in_order() {
        for (at, question) in QUESTIONS.iter().enumerate() {
            assert_eq!(question.id, format!("Q-MB-{}", at + 1));
            assert_eq!(question.default, question.variants[0].value);
        }
    }
}
