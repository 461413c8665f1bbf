//! "Did you mean …?"

use crate::limits;
use cardwright_kernel::nearest;

/// The candidate closest to a word that was not found, if one is close enough to be meant.
pub(crate) fn near<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let letters = word.chars().count();
    // As many letters as they differ in number must be added or left out.
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

/// "did you mean `x`?" or, when nothing is close, the whole list.
pub(crate) fn meant(word: &str, what: &str, candidates: &[&str]) -> String {
    match near(word, candidates.iter().copied()) {
        Some(close) => format!("did you mean `{close}`?"),
        None => format!("{what}: {}", list(candidates)),
    }
}

/// The words in back quotes with commas between; long lists are cut.
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
