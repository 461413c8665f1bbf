//! Formats the list of legal actions.

use crate::table::rows;
use cardwright::{Branch, Choice, Continued, Question, continued, numbers};

/// The maximum number of actions listed one per line; above it, actions that begin alike share a line.
const MAX_LINES: usize = 12;
/// The indentation of a text below an action.
const TEXT_INDENT: usize = 8;
/// The minimum number of actions that share a line.
const MIN_GROUP: usize = 3;

/// The maximum number of actions in a shortened list; above it, actions are only counted.
const MAX_NAMED: usize = 120;

/// The actions below a table: in a few lines, or counted.
pub(super) fn brief(question: &Question, columns: usize) -> String {
    let text = grouped(question, columns);
    match is_long(question) || text.lines().count() > MAX_LINES {
        true => counted(question, &continued(question, "")),
        false => text,
    }
}

/// Whether there are so many actions that they are only counted.
pub(super) fn is_long(question: &Question) -> bool {
    question.choices.len() > MAX_NAMED
}

/// All actions, one per line, with number and notation.
pub(crate) fn whole(question: &Question) -> String {
    let row = |(choice, number): (&Choice, Option<usize>)| {
        let notation = if choice.text == choice.action {
            String::new()
        } else {
            format!("({})", choice.action)
        };
        vec![
            format!("{:>4}", shown(number)),
            choice.text.clone(),
            notation,
        ]
    };
    rows(
        &question
            .choices
            .iter()
            .zip(numbers(question))
            .map(row)
            .collect::<Vec<_>>(),
    )
}

/// Like [`whole`], with a text below each action that has one, wrapped at a maximum width.
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
    let rows = whole
        .lines()
        .zip(texts.iter().chain(std::iter::repeat(&None)));
    rows.map(|(row, text)| format!("{row}\n{}", below(text)))
        .collect()
}

/// Whether there are few enough actions for one line each.
pub(super) fn is_short(question: &Question) -> bool {
    question.choices.len() <= MAX_LINES
}

fn shown(number: Option<usize>) -> String {
    number.map_or_else(|| "-".into(), |number| number.to_string())
}

/// The actions in few lines with a maximum width: actions that differ only in their last word share a line,
/// `1-4  place white: a1 a2 a3 a4`.
pub(super) fn grouped(question: &Question, columns: usize) -> String {
    if is_short(question) {
        return whole(question);
    }
    if is_long(question) {
        return counted(question, &continued(question, ""));
    }
    named(question, |_| true, columns)
}

/// The actions that begin with a text, or their number and how they continue. `None` if no action begins with it.
pub(super) fn beginning(question: &Question, prefix: &str, columns: usize) -> Option<String> {
    let found = continued(question, prefix);
    match found.count {
        0 => None,
        1..=MAX_NAMED => {
            let within = |choice: &Choice| continued_by(choice, &found);
            Some(named(question, within, columns))
        }
        _ => Some(counted(question, &found)),
    }
}

/// Whether an action is one of those found.
fn continued_by(choice: &Choice, found: &Continued) -> bool {
    let goes_on = |branch: &Branch| {
        let rest = choice.action.strip_prefix(branch.text.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    (found.whole && choice.action.eq_ignore_ascii_case(&found.prefix))
        || found.next.iter().any(goes_on)
}

/// The number of actions for each beginning, and what to type to see them.
fn counted(question: &Question, found: &Continued) -> String {
    let numbers = numbers(question);
    let row = |branch: &Branch| {
        let first = &question.choices[branch.first];
        match branch.count {
            1 => {
                let number = numbers.get(branch.first).copied().flatten();
                vec![
                    format!("{:>9}", shown(number)),
                    branch.text.clone(),
                    String::new(),
                    first.text.clone(),
                ]
            }
            count => {
                let example = format!("such as {}", first.action);
                vec![
                    " ".repeat(9),
                    format!("{} …", branch.text),
                    format!("{count:>6}"),
                    example,
                ]
            }
        }
    };
    let body: Vec<Vec<String>> = found.next.iter().map(row).collect();
    let example = found
        .next
        .iter()
        .max_by_key(|branch| branch.count)
        .map_or("", |branch| &branch.text);
    let number = found.count;
    format!(
        "{}  {number} actions; type how one begins, such as `{example}`\n",
        rows(&body)
    )
}

/// The selected actions, in few lines.
fn named(question: &Question, which: impl Fn(&Choice) -> bool, columns: usize) -> String {
    let numbers = numbers(question);
    let all: Vec<(&Choice, Option<usize>)> = question
        .choices
        .iter()
        .zip(numbers)
        .filter(|(choice, _)| which(choice))
        .collect();
    let groups: Vec<_> = all
        .chunk_by(|(one, _), (other, _)| head(one).is_some() && head(one) == head(other))
        .collect();
    groups.iter().map(|group| lines(group, columns)).collect()
}

/// An action without its last word.
fn head(choice: &Choice) -> Option<&str> {
    choice.action.rsplit_once(' ').map(|(head, _)| head)
}

fn lines(group: &[(&Choice, Option<usize>)], columns: usize) -> String {
    if group.len() < MIN_GROUP {
        let one = |(choice, number): &(&Choice, Option<usize>)| {
            let notation = if choice.text == choice.action {
                String::new()
            } else {
                format!("  ({})", choice.action)
            };
            format!("{:>9}  {}{notation}\n", shown(*number), choice.text)
        };
        return group.iter().map(one).collect();
    }
    let numbered = match (group[0].1, group[group.len() - 1].1) {
        // If other actions of the list are in between, a range would be wrong.
        (Some(first), Some(last)) if last - first + 1 == group.len() => format!("{first}-{last}"),
        _ => String::new(),
    };
    let words: Vec<&str> = group
        .iter()
        .filter_map(|(choice, _)| choice.action.rsplit_once(' ').map(|(_, word)| word))
        .collect();
    let begin = format!("{numbered:>9}  {}: ", head(group[0].0).unwrap_or_default());
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
        let choice = |action: &String| Choice {
            action: action.clone(),
            text: format!("to {action}"),
        };
        Question {
            actor: Actor::Chance,
            text: String::new(),
            choices: actions.iter().map(choice).collect(),
        }
    }

    #[test]
    fn answers_that_begin_alike_share_a_line_of_bounded_width() {
        let mut actions: Vec<String> = (1..=20).map(|n| format!("place white a{n}")).collect();
        actions.push("refill 1".into());
        let text = grouped(&question(&actions), 60);
        assert!(
            text.starts_with("     1-20  place white: a1 a2 a3"),
            "{text}"
        );
        assert!(
            text.ends_with("       21  to refill 1  (refill 1)\n"),
            "{text}"
        );
        assert!(text.lines().all(|line| line.len() <= 60), "{text}");
        assert_eq!(text.lines().count(), 3, "{text}");
    }

    #[test]
    fn texts_stand_below_their_answers() {
        let few = question(&["pass".into(), "buy top-left".into()]);
        let texts = [
            None,
            Some("With a die that shows 1 or 2: 1 fist damage.".to_string()),
        ];
        let expected = "   1  to pass          (pass)\n   2  to buy top-left  (buy top-left)\n        \
                        With a die that shows 1\n        or 2: 1 fist damage.\n";
        assert_eq!(with_texts(&few, &texts, 32), expected);
    }

    #[test]
    fn few_answers_stand_on_a_line_each() {
        let few = question(&["pass".into(), "play dodge".into()]);
        assert_eq!(grouped(&few, 40), whole(&few));
    }

    #[test]
    fn long_lists_are_counted_and_asked_for_by_their_beginnings() {
        let mut actions: Vec<String> = (0..200)
            .map(|n| format!("walk {},{} to 3,3", n / 100, n % 100))
            .collect();
        actions.extend([
            "stop".to_string(),
            "ufo 1,1 to 2,2".into(),
            "ufo 1,1 to 2,3".into(),
        ]);
        let long = question(&actions);
        assert_eq!(
            grouped(&long, 80),
            [
                "           walk …           200  such as walk 0,0 to 3,3\n",
                "      201  stop                  to stop\n",
                "           ufo 1,1 to …       2  such as ufo 1,1 to 2,2\n",
                "  203 actions; type how one begins, such as `walk`\n",
            ]
            .concat()
        );
        assert_eq!(
            beginning(&long, "ufo", 80).unwrap(),
            "      202  to ufo 1,1 to 2,2  (ufo 1,1 to 2,2)\n      203  to ufo 1,1 to 2,3  (ufo 1,1 to 2,3)\n"
        );
        assert_eq!(beginning(&long, "dome", 80), None);
    }
}
