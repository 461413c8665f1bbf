//! "Did you mean …?"

use crate::limits;
use cardwright_kernel::nearest;

/// The candidate most similar to an unknown word, if it is similar enough to have been meant.
pub(crate) fn near<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let letters = word.chars().count();
    // The difference in length is the minimum number of changes.
    let alike = |known: &&str| known.chars().count().abs_diff(letters) <= 2 + known.len() / 4;
    nearest(
        word,
        &candidates
            .into_iter()
            .filter(alike)
            .take(limits::CANDIDATES)
            .collect::<Vec<_>>(),
    )
}

/// A hint "did you mean `x`?", or the whole list if nothing is similar.
pub(crate) fn meant(word: &str, what: &str, candidates: &[&str]) -> String {
    match near(word, candidates.iter().copied()) {
        Some(close) => format!("did you mean `{close}`?"),
        None => format!("{what}: {}", list(candidates)),
    }
}

/// The words in back quotes, separated by commas; long lists are shortened.
pub(crate) fn list(words: &[&str]) -> String {
    const MOST: usize = 12;
    let shown: Vec<String> = words
        .iter()
        .take(MOST)
        .map(|word| format!("`{word}`"))
        .collect();
    let more = if words.len() > MOST { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}
