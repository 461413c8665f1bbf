//! Sentences about all cards in play that meet some conditions: "your other Monsters have 1 more attack".

use crate::phrases::Phrases;
use crate::say::{Said, fill};

/// The sentence for what a hook answers about the cards that meet the conditions "A and B"; `{0}` in it stands for the
/// number, if it is one. `None` if there are no words for such cards.
pub(super) fn grouped(phrases: &Phrases, hook: u8, conditions: &str) -> Option<String> {
    let mut hooks = phrases.grouped.iter();
    let (_, one, many) = hooks.find(|(known, ..)| *known == hook)?;
    let word = |part: &str| phrases.groups.iter().find(|(said, ..)| *said == part);
    let parts: Vec<&str> = conditions.split(" and ").collect();
    let (parts, mut others): (Vec<&str>, Vec<&str>) =
        parts.into_iter().partition(|part| word(part).is_some());
    let words: Vec<_> = phrases
        .groups
        .iter()
        .filter(|(said, ..)| parts.contains(said))
        .collect();
    // Two words that name the cards, or the same condition twice, need a sentence of their own.
    let named = words.iter().filter(|(.., names)| *names).count();
    if words.is_empty() || words.len() != parts.len() || named > 1 {
        return None;
    }
    let (cards, template) = match words.as_slice() {
        [(_, only, true)] if only.starts_with("this ") => ((*only).to_owned(), one),
        words if words.iter().any(|(_, word, _)| word.starts_with("this ")) => return None,
        words => {
            let all: Vec<&str> = words.iter().map(|(_, word, _)| *word).collect();
            let begin = if all.iter().any(|word| word.starts_with("you")) {
                ""
            } else {
                "all "
            };
            let behind = if named == 0 { " cards" } else { "" };
            (format!("{begin}{}{behind}", all.join(" ")), many)
        }
    };
    let single = template == one && named == 1 && cards.starts_with("this ");
    if !others.is_empty() && !template.contains("{0}") {
        return None;
    }
    let all_players = others.len();
    if template.contains("{2}") {
        others.retain(|part| *part != NOT_YOU);
    }
    let players = match others.len() == all_players {
        true => "players",
        false => "other players",
    };
    let (which, when) = further(&others, single)?;
    let number = Said::one("{0}");
    let cards = Said::one(cards + &which);
    Some(fill(template, &[cards, number, Said::many(players)]) + &when)
}

/// The words for conditions without a word of their own: those about the cards, and those about something else.
fn further(conditions: &[&str], single: bool) -> Option<(String, String)> {
    // Without its brackets, a part would say something else.
    let joins = |part: &&str| part.contains(['(', ')']) || part.contains(" or ");
    if conditions.iter().any(joins) {
        return None;
    }
    if single {
        let own = conditions.iter().map(|part| of_one(part));
        let own = own.collect::<Vec<_>>().join(" and ");
        let when = if own.is_empty() {
            own
        } else {
            format!(" if {own}")
        };
        return Some((String::new(), when));
    }
    let (about, others): (Vec<&str>, Vec<&str>) =
        conditions.iter().partition(|part| part.contains(THAT_CARD));
    let which: Option<Vec<String>> = about.into_iter().map(of_several).collect();
    let (which, when) = (which?.join(" and "), others.join(" and "));
    let which = if which.is_empty() {
        which
    } else {
        format!(" {which}")
    };
    let when = if when.is_empty() {
        when
    } else {
        format!(" as long as {when}")
    };
    Some((which, when))
}

/// The condition that a player is not the one to whom the text speaks.
const NOT_YOU: &str = "the player is not you";

/// The words for one card in play that a hook asks about.
const THAT_CARD: &str = "that card";

/// "Its attack is 3", from "the attack of that card is 3".
fn of_one(part: &str) -> String {
    let own = part
        .strip_prefix("the ")
        .and_then(|rest| rest.split_once(" of that card "));
    match own {
        Some((thing, rest)) => format!("its {thing} {rest}"),
        None => part.replace(THAT_CARD, "it"),
    }
}

/// "Whose attack is 3", from "the attack of that card is 3"; "that may form chains", from "that card may form chains".
fn of_several(part: &str) -> Option<String> {
    let own = part
        .strip_prefix("the ")
        .and_then(|rest| rest.split_once(" of that card "));
    if let Some((thing, rest)) = own {
        return (!rest.contains(THAT_CARD)).then(|| format!("whose {thing} {rest}"));
    }
    let does = part.strip_prefix(THAT_CARD)?.strip_prefix(' ')?;
    let (verb, rest) = does.split_once(' ').unwrap_or((does, ""));
    let verb = match verb {
        "is" => "are",
        "has" => "have",
        "does" => "do",
        verb => verb.strip_suffix('s').unwrap_or(verb),
    };
    Some(format!("that {verb} {rest}").trim_end().to_owned())
}
