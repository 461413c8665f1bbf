//! Normalizes the words of texts for the search.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Words that are ignored in searches.
const EMPTY: &str = "a an the may i my me mine you your who what which when how is are be to of on in at it its if do does did can \
    cannot can't cant could might and or that this these with for from by one some any there their they them he she his her \
    him has have had not no was were will would we us our as into than then so too very am im i'm somebody someone anybody \
    anyone player players game rule rules exactly actually allowed still something thing things somthing want wants wanted \
    like likes ok okay right wrong legal say says said think just also let lets really happens happen get gets got where why \
    wich whats what's dont don't doesnt doesn't guy guys please ever even now about never \
    nobody often much there's it's that's isn't \
    u ur r hes he's shes she's theyre they're youre you're ive i've im whos who's hows theres wheres isnt didnt didn't arent aren't \
    wont won't wasnt wasn't gonna wanna gotta lemme pls plz hey hi hello lol dude buddy friend hmm oh well man \
    bro thx thanks question answer know tell mean means kind sort way case if";

/// Idioms, each with the words that express its meaning.
const PHRASES: [(&str, &str); 74] = [
    ("when can", "timing"),
    ("when may", "timing"),
    ("get for", "worth"),
    ("side by side", "beside"),
    ("too many", "more than"),
    ("used up", "empty"),
    ("no more", "empty"),
    ("hit back", "deal damage"),
    ("hits back", "deal damage"),
    ("punch back", "deal damage"),
    ("strike back", "deal damage"),
    ("fight back", "deal damage"),
    ("come back", "return"),
    ("comes back", "return"),
    ("get back", "return"),
    ("right away", "immediately"),
    ("straight away", "immediately"),
    ("at once", "immediately"),
    ("do nothing", "pass"),
    ("doing nothing", "pass"),
    ("end up with", "have"),
    ("gang up", "several"),
    ("team up", "several"),
    ("money back", "refund"),
    ("coins back", "refund"),
    ("energy back", "refund"),
    ("knock out", "eliminate"),
    ("knocked out", "eliminate"),
    ("knocking out", "eliminate"),
    ("take out", "eliminate"),
    ("thrown away", "discard"),
    ("throw away", "discard"),
    ("next to", "beside"),
    ("have to", "must"),
    ("has to", "must"),
    ("need to", "must"),
    ("forced to", "must"),
    ("obliged to", "must"),
    ("who starts", "whobegins"),
    ("who begins", "whobegins"),
    ("who goes first", "whobegins"),
    ("goes first", "whobegins"),
    ("plays first", "whobegins"),
    ("is first", "whobegins"),
    ("same number", "tie"),
    ("as many", "tie"),
    ("at the same time", "together"),
    ("at once together", "together"),
    ("my go", "my turn"),
    ("your go", "your turn"),
    ("'s go", " turn"),
    ("across the table", "opposite"),
    ("sitting across", "opposite"),
    ("across from", "opposite"),
    ("face down", "hidden"),
    ("face-down", "hidden"),
    ("back where", "return where"),
    ("it over", "it end"),
    ("same go", "same turn"),
    ("this go", "this turn"),
    ("one go", "one turn"),
    ("turn it comes", "turn new"),
    ("turn it came", "turn new"),
    ("just played", "new"),
    ("left over", "leftover"),
    ("left-over", "leftover"),
    ("wall off", "block"),
    ("block off", "block"),
    ("close off", "block"),
    ("wipe out", "eliminate"),
    ("wiped out", "eliminate"),
    ("wear off", "removed"),
    ("ran out", "empty"),
    ("run out", "empty"),
];

const NUMBERS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// The stems of a text's words in order, without ignored words; numbers in words are converted to digits.
pub(super) fn stems(text: &str) -> Vec<String> {
    let mut text = format!(" {} ", text.to_lowercase().replace('’', "'"));
    for (said, meant) in PHRASES {
        if text.contains(said) {
            text = replace_whole(&text, said, meant);
        }
    }
    let word = |c: char| c.is_alphanumeric() || c == '\'' || c == '.' || c == '-' || c == '+';
    let words = text.split(|c: char| !word(c)).flat_map(parts);
    static SAYS_NOTHING: LazyLock<BTreeSet<&str>> =
        LazyLock::new(|| EMPTY.split_whitespace().collect());
    let known = |word: &str| !word.is_empty() && !SAYS_NOTHING.contains(word);
    words.filter(|word| known(word)).map(stem).collect()
}

/// The spellings of a word joined by hyphens: `re-roll` is also `reroll`.
fn parts(word: &str) -> Vec<&str> {
    let word = word.trim_matches(['.', '-', '\'']);
    match word.contains('-') && !word.contains(|c: char| c.is_ascii_digit()) {
        true => word.split('-').chain([word]).collect(),
        false => vec![word],
    }
}

/// Replaces a phrase that is not part of longer words.
fn replace_whole(text: &str, said: &str, meant: &str) -> String {
    let mut new = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(said) {
        let (before, after) = (&rest[..at], &rest[at + said.len()..]);
        let inside = |c: char| c.is_alphanumeric();
        let whole =
            !(before.ends_with(inside) || after.starts_with(inside)) || said.starts_with('\'');
        new.push_str(before);
        new.push_str(if whole { meant } else { said });
        rest = after;
    }
    new + rest
}

/// The approximate stem of a word, so that `pays`, `paying` and `pay` are equal.
pub(super) fn stem(word: &str) -> String {
    if let Some(number) = NUMBERS.iter().position(|known| *known == word) {
        return number.to_string();
    }
    let mut left = word.trim_end_matches("'s").replace(['\'', '-'], "");
    for (ending, instead, before) in [
        ("ies", "y", 2),
        ("sses", "ss", 1),
        ("shes", "sh", 1),
        ("ches", "ch", 1),
        ("xes", "x", 1),
        ("s", "", 3),
        ("ing", "", 3),
        ("ed", "", 3),
        ("e", "", 3),
    ] {
        let Some(bare) = left.strip_suffix(ending) else {
            continue;
        };
        let kept = ending == "s" && bare.ends_with('s') || ending == "ing" && bare.ends_with('e');
        if bare.chars().count() >= before && !kept {
            left = format!("{bare}{instead}");
        }
    }
    let doubled = left.chars().rev().take(2).collect::<Vec<_>>();
    match doubled.as_slice() {
        // In `stopped` and `stopping` the last letter of the stem is doubled.
        [one, other] if one == other && "bdgmnprt".contains(*one) && left.len() > 4 => {
            left.pop();
            left
        }
        _ => left,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for forms in [
            &["pay", "pays", "paying", "payed"][..],
            &["dodge", "dodges", "dodged", "dodging"],
            &["stop", "stops", "stopped", "stopping"],
            &["station", "stations"],
            &["missile", "missiles"],
            &["two", "2"],
            &["supply", "supplies"],
            &["re-roll", "reroll", "rerolls"],
        ] {
            let first = stem(forms[0]);
            for form in forms {
                assert_eq!(stem(form), first, "{form}");
            }
        }
        assert_eq!(
            stems("Do I have to buy two cards?"),
            ["must", "buy", "2", "card"]
        );
        assert_eq!(stems("Who goes first"), ["whobegin"]);
        assert_eq!(stems("the a my"), Vec::<String>::new());
    }
}
