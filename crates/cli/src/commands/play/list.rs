//! The allowed answers, as they are listed.

use crate::table::rows;
use cardwright::{Choice, Question, numbers};

/// The most answers that stand on a line each; where there are more, answers that begin alike share one.
const MAX_LINES: usize = 12;
/// Where a text below an answer begins.
const TEXT_INDENT: usize = 8;
/// The fewest answers that share a line.
const MIN_GROUP: usize = 3;

/// Each answer on a line, with its number and its notation.
pub(crate) fn whole(question: &Question) -> String {
    let row = |(choice, number): (&Choice, Option<usize>)| {
        let notation =
            if choice.text == choice.action { String::new() } else { format!("({})", choice.action) };
        vec![format!("{:>4}", shown(number)), choice.text.clone(), notation]
    };
    rows(&question.choices.iter().zip(numbers(question)).map(row).collect::<Vec<_>>())
}

/// The same with a text below each answer that has one, in so many columns.
pub(super) fn with_texts(question: &Question, texts: &[Option<String>], columns: usize) -> String {
    let indent = " ".repeat(TEXT_INDENT);
    let options = || {
        textwrap::Options::new(columns)
            .initial_indent(&indent)
            .subsequent_indent(&indent)
            .word_separator(textwrap::WordSeparator::AsciiSpace)
            .word_splitter(textwrap::WordSplitter::NoHyphenation)
    };
    let below = |text: &Option<String>| match text {
        Some(text) => textwrap::fill(text, options()) + "\n",
        None => String::new(),
    };
    let whole = whole(question);
    let rows = whole.lines().zip(texts.iter().chain(std::iter::repeat(&None)));
    rows.map(|(row, text)| format!("{row}\n{}", below(text))).collect()
}

/// Whether the answers stand on a line each.
pub(super) fn is_short(question: &Question) -> bool {
    question.choices.len() <= MAX_LINES
}

fn shown(number: Option<usize>) -> String {
    number.map_or_else(|| "-".into(), |number| number.to_string())
}

/// The same in few lines of so many columns: answers that differ in their last word share a line,
/// `1-4  place white: a1 a2 a3 a4`.
pub(super) fn grouped(question: &Question, columns: usize) -> String {
    if is_short(question) {
        return whole(question);
    }
    let numbers = numbers(question);
    let all: Vec<(&Choice, Option<usize>)> = question.choices.iter().zip(numbers).collect();
    let groups: Vec<_> =
        all.chunk_by(|(one, _), (other, _)| head(one).is_some() && head(one) == head(other)).collect();
    groups.iter().map(|group| lines(group, columns)).collect()
}

/// An answer without its last word.
fn head(choice: &Choice) -> Option<&str> {
    choice.action.rsplit_once(' ').map(|(head, _)| head)
}

fn lines(group: &[(&Choice, Option<usize>)], columns: usize) -> String {
    if group.len() < MIN_GROUP {
        let one = |(choice, number): &(&Choice, Option<usize>)| {
            let notation =
                if choice.text == choice.action { String::new() } else { format!("  ({})", choice.action) };
            format!("{:>9}  {}{notation}\n", shown(*number), choice.text)
        };
        return group.iter().map(one).collect();
    }
    let (first, last) = (shown(group[0].1), shown(group[group.len() - 1].1));
    let words: Vec<&str> =
        group.iter().filter_map(|(choice, _)| choice.action.rsplit_once(' ').map(|(_, word)| word)).collect();
    let begin = format!("{:>9}  {}: ", format!("{first}-{last}"), head(group[0].0).unwrap_or_default());
    let indent = " ".repeat(begin.chars().count());
    let options = textwrap::Options::new(columns)
        .initial_indent(&begin)
        .subsequent_indent(&indent)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(&words.join(" "), options) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright::Actor;

    fn question(actions: &[String]) -> Question {
        let choice = |action: &String| Choice { action: action.clone(), text: format!("to {action}") };
        Question { actor: Actor::Chance, text: String::new(), choices: actions.iter().map(choice).collect() }
    }

    #[test]
    fn answers_that_begin_alike_share_a_line_of_bounded_width() {
        let mut actions: Vec<String> = (1..=20).map(|n| format!("place white a{n}")).collect();
        actions.push("refill 1".into());
        let text = grouped(&question(&actions), 60);
        assert!(text.starts_with("     1-20  place white: a1 a2 a3"), "{text}");
        assert!(text.ends_with("       21  to refill 1  (refill 1)\n"), "{text}");
        assert!(text.lines().all(|line| line.len() <= 60), "{text}");
        assert_eq!(text.lines().count(), 3, "{text}");
    }

    #[test]
    fn texts_stand_below_their_answers() {
        let few = question(&["pass".into(), "buy top-left".into()]);
        let texts = [None, Some("With a die that shows 1 or 2: 1 fist damage.".to_string())];
        let expected = "   1  to pass          (pass)\n   2  to buy top-left  (buy top-left)\n        \
                        With a die that shows 1\n        or 2: 1 fist damage.\n";
        assert_eq!(with_texts(&few, &texts, 32), expected);
    }

    #[test]
    fn few_answers_stand_on_a_line_each() {
        let few = question(&["pass".into(), "play dodge".into()]);
        assert_eq!(grouped(&few, 40), whole(&few));
    }
}
