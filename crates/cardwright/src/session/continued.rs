//! Lists actions by their first words, for lists that are too long to show completely.

use cardwright_kernel::Question;
use serde::Serialize;

/// The allowed actions that start with the same words, and the ways to continue.
///
/// ```
/// use cardwright::{Match, Setup, continued};
///
/// let play = Match::new("robotory", &Setup::players(2), 7)?;
/// let place = continued(&play.question(), "place");
/// let branches: Vec<_> = place.next.iter().map(|branch| (branch.text.as_str(), branch.count)).collect();
/// assert_eq!(branches, [("place white", 21), ("place black", 21)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Continued {
    /// The prefix as understood: lower case, words separated by one space.
    pub prefix: String,
    /// How many actions start with the prefix.
    pub count: usize,
    /// Whether the prefix itself is a complete action.
    pub whole: bool,
    /// The possible continuations, in the order of the list; actions that share their next words share a branch.
    pub next: Vec<Branch>,
}

/// Actions that start with the same words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Branch {
    /// Their common prefix; the whole action if there is only one.
    pub text: String,
    /// How many actions the branch contains.
    pub count: usize,
    /// The index, from 0, of the branch's first action in the question's list.
    pub first: usize,
}

/// The allowed actions that start with a text of whole words, the last of which may be incomplete (`str`). Case and
/// extra spaces are ignored. If no action matches, `count` is 0.
pub fn continued(question: &Question, prefix: &str) -> Continued {
    let words: Vec<&str> = prefix.split_whitespace().collect();
    let prefix = words.join(" ").to_lowercase();
    let begins = |(_, action): &(usize, &str)| {
        action
            .get(..prefix.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(&prefix))
    };
    let actions = question.choices.iter().map(|choice| choice.action.as_str());
    let mut found: Vec<(usize, &str)> = actions.enumerate().filter(begins).collect();
    // If the prefix ends with a whole word of an action, it matches only that word: `ufo 7,1` does not match `ufo
    // 7,13`.
    if !prefix.is_empty()
        && found
            .iter()
            .any(|(_, action)| at_word(action, prefix.len()))
    {
        found.retain(|(_, action)| at_word(action, prefix.len()));
    }
    let whole = found.iter().any(|(_, action)| action.len() == prefix.len());
    let longer: Vec<_> = found
        .iter()
        .copied()
        .filter(|(_, action)| action.len() > prefix.len())
        .collect();
    let next = branches(&longer, prefix.len());
    Continued {
        prefix,
        count: found.len(),
        whole,
        next,
    }
}

/// Whether a word ends at this position in an action.
fn at_word(action: &str, at: usize) -> bool {
    matches!(action.as_bytes().get(at), None | Some(b' '))
}

/// Groups actions by the word at a position.
fn branches(actions: &[(usize, &str)], from: usize) -> Vec<Branch> {
    let mut found: Vec<(&str, Vec<(usize, &str)>)> = Vec::new();
    for (at, action) in actions {
        let head = head(action, from);
        match found.iter_mut().find(|(other, _)| *other == head) {
            Some((_, group)) => group.push((*at, action)),
            None => found.push((head, vec![(*at, action)])),
        }
    }
    found.into_iter().map(|(_, group)| branch(&group)).collect()
}

/// The beginning of an action up to the end of the word at a position.
fn head(action: &str, from: usize) -> &str {
    let begin = from + action[from..].len() - action[from..].trim_start().len();
    let end = action[begin..]
        .find(' ')
        .map_or(action.len(), |length| begin + length);
    &action[..end]
}

/// A branch for actions, with their common words.
fn branch(group: &[(usize, &str)]) -> Branch {
    let (first, action) = group[0];
    let mut text = head(action, 0);
    while text.len() < action.len() {
        let longer = head(action, text.len());
        let alike =
            |(_, other): &(usize, &str)| other.starts_with(longer) && at_word(other, longer.len());
        if !group.iter().all(alike) {
            break;
        }
        text = longer;
    }
    Branch {
        text: text.to_string(),
        count: group.len(),
        first,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_kernel::{Actor, Choice};

    fn question(actions: &[&str]) -> Question {
        let choice = |action: &&str| Choice {
            action: action.to_string(),
            text: String::new(),
        };
        Question {
            actor: Actor::Chance,
            text: String::new(),
            choices: actions.iter().map(choice).collect(),
        }
    }

    fn check(prefix: &str, expected: &str) {
        let actions = [
            "straight 5,3 across",
            "straight 5,3 up",
            "straight 12,7 up",
            "square 1,1",
            "ufo 7,1 to 3,3",
            "ufo 7,13 to 4,4",
            "ufo 7,13 to 4,5",
            "stop",
            "stop here",
        ];
        let found = continued(&question(&actions), prefix);
        let next: Vec<_> = found
            .next
            .iter()
            .map(|branch| format!("{} ({} from {})", branch.text, branch.count, branch.first))
            .collect();
        let whole = if found.whole { "!" } else { "" };
        assert_eq!(
            format!("{}{whole}: {}", found.count, next.join("; ")),
            expected,
            "{prefix:?}"
        );
        let counted: usize = found.next.iter().map(|branch| branch.count).sum();
        assert_eq!(
            found.count,
            counted + usize::from(found.whole),
            "{prefix:?}"
        );
    }

    #[test]
    fn beginnings_are_counted_and_go_on() {
        check(
            "",
            "9: straight (3 from 0); square 1,1 (1 from 3); ufo (3 from 4); stop (2 from 7)",
        );
        check(
            "straight",
            "3: straight 5,3 (2 from 0); straight 12,7 up (1 from 2)",
        );
        check(
            " STRAIGHT  5,3 ",
            "2: straight 5,3 across (1 from 0); straight 5,3 up (1 from 1)",
        );
        check("str", "3: straight (3 from 0)");
        check(
            "s",
            "6: straight (3 from 0); square 1,1 (1 from 3); stop (2 from 7)",
        );
        check(
            "ufo",
            "3: ufo 7,1 to 3,3 (1 from 4); ufo 7,13 to (2 from 5)",
        );
        check("ufo 7,1", "1: ufo 7,1 to 3,3 (1 from 4)");
        check(
            "ufo 7,13 to",
            "2: ufo 7,13 to 4,4 (1 from 5); ufo 7,13 to 4,5 (1 from 6)",
        );
        check("stop", "2!: stop here (1 from 8)");
        check("square 1,1", "1!: ");
        check("walk", "0: ");
        check("é", "0: ");
    }
}
