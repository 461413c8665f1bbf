//! "Did you mean …?"

use crate::limits;
use cardwright_kernel::nearest;
use std::cmp::Reverse;

/// The candidate most similar to an unknown word, if it is similar enough to have been meant.
pub(crate) fn near<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let letters = word.chars().count();
    // The difference in length is the minimum number of changes.
    let alike = |known: &&str| known.chars().count().abs_diff(letters) <= 2 + known.len() / 4;
    // Of words this short, many differ in one letter.
    let short = |known: &str| (2..=3).contains(&letters) && known.chars().count() <= 3;
    let begins = |known: &&str| !short(known) || known.chars().next() == word.chars().next();
    nearest(
        word,
        &candidates
            .into_iter()
            .filter(alike)
            .filter(begins)
            .take(limits::CANDIDATES)
            .collect::<Vec<_>>(),
    )
}

/// A hint "did you mean `x`?", or the whole list if nothing is similar.
pub(crate) fn meant(word: &str, what: &str, candidates: &[&str]) -> String {
    match near(word, candidates.iter().copied()) {
        Some(close) => format!("did you mean `{close}`?"),
        None => format!("{what}: {}", list(&nearest_first(word, candidates))),
    }
}

/// The maximum number of words in a list.
const MOST: usize = 12;

/// The words in back quotes, separated by commas; long lists are shortened.
pub(crate) fn list(words: &[&str]) -> String {
    shortened(words, "")
}

/// Like [`list`], for words of the reference of a game's cards.
pub(crate) fn words(words: &[&str]) -> String {
    shortened(words, " in the reference, “Words for cards”")
}

fn shortened(words: &[&str], place: &str) -> String {
    let shown: Vec<String> = words
        .iter()
        .take(MOST)
        .map(|word| format!("`{word}`"))
        .collect();
    let more = match words.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(", … ({more} more{place})"),
    };
    format!("{}{more}", shown.join(", "))
}

/// The words of a list that is too long to show; those with a part in common with the unknown word come first, and those
/// with the same beginning. Other lists keep their order.
pub(crate) fn nearest_first<'a>(word: &str, words: &[&'a str]) -> Vec<&'a str> {
    let mut words = words.to_vec();
    if words.len() > MOST && word.len() <= limits::ID_CHARS {
        let parts: Vec<&str> = word.split('_').collect();
        words.sort_by_cached_key(|known| {
            let shared = known.split('_').filter(|part| parts.contains(part)).count();
            let begins = word.get(..3).is_some_and(|begin| known.starts_with(begin));
            (Reverse(shared), !begins)
        });
    }
    words
}
