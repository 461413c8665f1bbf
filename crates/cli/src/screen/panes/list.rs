//! The actions as a list to choose from; actions that begin alike share a row that can be expanded.

use cardwright::{Choice, Question, numbers};

/// The maximum number of actions with a row each; above it, actions that begin alike share a row.
const MAX_ROWS: usize = 12;
/// The minimum number of actions that share a row.
const MIN_GROUP: usize = 3;

/// A step through a replayed match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// One action forward.
    On,
    /// One action back.
    Back,
    /// To the next turn.
    NextTurn,
    /// To the previous turn.
    LastTurn,
    /// To the start.
    Start,
    /// To the end.
    End,
}

/// A row of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Row {
    /// An action, by its index in the question.
    Choice(usize),
    /// Actions that begin with the same words.
    Group {
        /// The words, in notation.
        head: String,
        /// The actions, by their indices in the question.
        choices: Vec<usize>,
    },
    /// Something other than an action of the game.
    Do(Verb),
}

/// Things to do other than actions of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verb {
    /// The next person sits down.
    SitDown,
    /// Watch one more round.
    Round,
    /// Watch to the end.
    ToTheEnd,
    /// Save the match under a name, and leave.
    Keep,
    /// Play another match with the same settings.
    Again,
    /// Show another moment of a replayed match.
    Step(Step),
    /// Leave.
    Leave,
}

impl Row {
    /// Whether the row is the action, or contains it.
    pub(crate) fn holds(&self, choice: usize) -> bool {
        match self {
            Row::Choice(at) => *at == choice,
            Row::Group { choices, .. } => choices.contains(&choice),
            Row::Do(_) => false,
        }
    }
}

/// A pick that narrows the list down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Pick {
    /// A row that was expanded.
    Head {
        /// The first words of its actions.
        words: String,
        /// The number of spots that they name.
        spots: usize,
    },
    /// A spot of the picture, by its name in actions.
    Spot(String),
}

/// The rows for actions; `left` are their indices in the question.
pub(crate) fn rows(question: &Question, left: &[usize]) -> Vec<Row> {
    if left.len() <= MAX_ROWS {
        return left.iter().map(|at| Row::Choice(*at)).collect();
    }
    let words = |at: usize| -> Vec<&str> {
        question
            .choices
            .get(at)
            .map_or(Vec::new(), |choice| choice.action.split(' ').collect())
    };
    let first = left.first().map_or(Vec::new(), |at| words(*at));
    let alike = |other: Vec<&str>| {
        first
            .iter()
            .zip(other)
            .take_while(|(a, b)| **a == *b)
            .count()
    };
    let common = left.iter().map(|at| alike(words(*at))).min().unwrap_or(0);
    let key = |at: &usize| {
        words(*at)
            .into_iter()
            .take(common + 1)
            .map(String::from)
            .collect::<Vec<_>>()
    };
    let mut rows = Vec::new();
    for group in left.chunk_by(|one, other| key(one) == key(other)) {
        match group {
            [first, ..] if group.len() >= MIN_GROUP => {
                rows.push(Row::Group {
                    head: key(first).join(" "),
                    choices: group.to_vec(),
                });
            }
            group => rows.extend(group.iter().map(|at| Row::Choice(*at))),
        }
    }
    rows
}

/// Whether an action begins with these words.
pub(crate) fn begins(choice: &Choice, head: &str) -> bool {
    choice
        .action
        .strip_prefix(head)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// The text of a group: the words with which the phrases of its actions begin.
pub(crate) fn name(question: &Question, choices: &[usize]) -> String {
    let phrases: Vec<Vec<&str>> = choices
        .iter()
        .filter_map(|at| question.choices.get(*at))
        .map(|choice| choice.text.split(' ').collect())
        .collect();
    let Some(first) = phrases.first() else {
        return String::new();
    };
    let alike = |other: &Vec<&str>| first.iter().zip(other).take_while(|(a, b)| a == b).count();
    let common = phrases.iter().map(alike).min().unwrap_or(0);
    format!("{} …", first[..common].join(" "))
}

/// The numbers of a row's actions, as the person can type them.
pub(crate) fn number(question: &Question, row: &Row) -> String {
    let numbers = numbers(question);
    let of = |at: &usize| {
        numbers
            .get(*at)
            .copied()
            .flatten()
            .map(|number| number.to_string())
    };
    match row {
        Row::Choice(at) => of(at).unwrap_or_else(|| "-".into()),
        Row::Group { choices, .. } => {
            match (choices.first().and_then(of), choices.last().and_then(of)) {
                (Some(first), Some(last)) => format!("{first}-{last}"),
                _ => String::new(),
            }
        }
        Row::Do(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright::Actor;

    #[test]
    fn actions_that_begin_alike_share_a_row_that_opens() {
        let choice = |action: String| Choice {
            text: format!("{action}!"),
            action,
        };
        let place = |colour: &str| {
            (1..=8)
                .map(move |n| choice(format!("place {colour} a{n}")))
                .collect::<Vec<_>>()
        };
        let mut choices = [place("white"), place("black")].concat();
        let question = |choices: Vec<Choice>| Question {
            actor: Actor::Chance,
            text: String::new(),
            choices,
        };
        let both = question(choices.clone());
        let all: Vec<usize> = (0..both.choices.len()).collect();
        let heads = |rows: &[Row]| {
            let head = |row: &Row| match row {
                Row::Group { head, .. } => head.clone(),
                Row::Choice(at) => at.to_string(),
                Row::Do(_) => String::new(),
            };
            rows.iter().map(head).collect::<Vec<_>>()
        };
        assert_eq!(heads(&rows(&both, &all)), ["place white", "place black"]);
        assert_eq!(heads(&rows(&both, &all[..8])).len(), 8);
        choices.push(choice("pass".into()));
        let more = question(choices);
        let all: Vec<usize> = (0..more.choices.len()).collect();
        let found = rows(&more, &all);
        assert_eq!(heads(&found), ["place", "16"]);
        assert_eq!(
            (name(&more, &all[..8]), number(&more, &found[0])),
            ("place white …".into(), "1-16".into())
        );
        assert!(begins(&more.choices[0], "place white") && !begins(&more.choices[0], "place whi"));
    }
}
