//! Actions by their beginnings: for lists too long to show whole.

use cardwright_kernel::Question;
use serde::Serialize;

/// The allowed actions that begin alike, and how they go on from there.
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
    /// The beginning, as it was read: its words in small letters with one blank between them.
    pub prefix: String,
    /// How many actions begin so.
    pub count: usize,
    /// Whether the beginning is an action itself.
    pub whole: bool,
    /// How they go on, in the order of the list; actions that share their next words share a branch.
    pub next: Vec<Branch>,
}

/// Actions that begin alike.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Branch {
    /// What they begin with, as far as they are alike: the whole action where there is one.
    pub text: String,
    /// How many there are.
    pub count: usize,
    /// The place of the first of them in the question's list, from 0.
    pub first: usize,
}

/// The allowed actions that begin with some text: whole words, the last of which may be cut short (`str`). Capital
/// letters and blanks make no difference. Nothing begins so: `count` is 0.
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
    // Where it ends with a whole word of some action it stands for that word alone: `ufo 7,1` does not begin `ufo 7,13`.
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

/// Whether a word ends at this place of an action.
fn at_word(action: &str, at: usize) -> bool {
    matches!(action.as_bytes().get(at), None | Some(b' '))
}

/// Actions by the word that stands at a place of each.
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

/// An action up to the end of the word at a place.
fn head(action: &str, from: usize) -> &str {
    let begin = from + action[from..].len() - action[from..].trim_start().len();
    let end = action[begin..]
        .find(' ')
        .map_or(action.len(), |length| begin + length);
    &action[..end]
}

/// Actions under the words that they have in common.
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
