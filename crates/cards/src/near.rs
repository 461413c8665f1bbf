//! "Did you mean …?"

/// The candidate closest to a word that was not found, if one is close enough to be meant.
pub(crate) fn near<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Long words are cut: no real word is that long, and the comparison takes time by the square of the length.
    let word: String = word.chars().take(40).collect::<String>().to_lowercase();
    let score = |candidate: &&str| {
        let distance = strsim::damerau_levenshtein(&word, &candidate.to_lowercase());
        let contained =
            word.len() > 2 && (candidate.contains(&word) || word.contains(*candidate)) && candidate.len() > 2;
        if contained { distance.min(2) } else { distance }
    };
    let bound = 1 + word.chars().count() / 4;
    candidates
        .into_iter()
        .map(|one| (score(&one), one))
        .filter(|(d, _)| *d <= bound.max(2))
        .min()
        .map(|(_, one)| one)
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
    const MOST: usize = 30;
    let shown: Vec<String> = words.iter().take(MOST).map(|word| format!("`{word}`")).collect();
    let more = if words.len() > MOST { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: &str, expected: Option<&str>) {
        let words = ["opponents", "energy", "lose", "gain", "gain_beyond_limit", "on_attack", "me"];
        assert_eq!(near(word, words), expected, "{word}");
    }

    #[test]
    fn close_words_are_found_and_others_not() {
        check("oponents", Some("opponents"));
        check("Energy", Some("energy"));
        check("on_atack", Some("on_attack"));
        check("loose", Some("lose"));
        check("gian", Some("gain"));
        check("strawberry", None);
        check("m", Some("me"));
    }
}
