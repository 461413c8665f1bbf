//! Finds the word that was probably meant.

/// Words longer than this are not considered typos, which limits the work.
const LONGEST: usize = 64;

/// The known word most similar to `word`, if it is similar enough to have been meant.
pub fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    if word.chars().count() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    // The id of a card without the prefix of its pack.
    let bare = |known: &&&'a str| known.rsplit_once(':').is_some_and(|(_, id)| id == word);
    if let Some(whole) = known.iter().find(bare) {
        return Some(whole);
    }
    // Swapping two neighbouring letters counts as one typo.
    let letters = word.chars().count();
    let near = known.iter().filter_map(|known| {
        let length = known.chars().count();
        let most = 1 + length / 4;
        // The difference in length is the minimum number of typos.
        let away =
            (length.abs_diff(letters) <= most).then(|| strsim::osa_distance(&word, known))?;
        (away <= most).then_some((away, *known))
    });
    Some(near.min()?.1)
}

/// The number of letters to change, add, remove or swap with their neighbour to turn one word into the other.
pub fn edit_distance(one: &str, other: &str) -> usize {
    strsim::osa_distance(one, other)
}

/// A hint for an unknown word: the most similar known word, or all known words.
pub fn meant(word: &str, known: &[&str]) -> String {
    match nearest(word, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("write one of {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: &str, near: Option<&str>) {
        assert_eq!(
            nearest(word, &["slide", "stronger", "rest", "shock_absorber"]),
            near,
            "{word}"
        );
    }

    #[test]
    fn near_words_are_found() {
        check("slyde", Some("slide"));
        check("sldie", Some("slide"));
        check("Stronger", Some("stronger"));
        check("shock-absorbr", Some("shock_absorber"));
        assert_eq!(
            nearest("tug-of-war", &["tug-of-arms", "my-pack:tug-of-war"]),
            Some("my-pack:tug-of-war")
        );
        check("Überzug", None);
        check("", None);
        // The nearest of several; up to a typo for the word and one for every four letters.
        assert_eq!(
            nearest("slides", &["slids", "slide", "slides"]),
            Some("slides")
        );
        check("resting", None);
        check("strong", Some("stronger"));
        check("stro", None);
        check("abslide", Some("slide"));
        assert_eq!(edit_distance("slide", "sldie"), 1);
        assert_eq!(meant("slyde", &["rest", "slide"]), "did you mean `slide`?");
        assert_eq!(meant("x", &["rest", "slide"]), "write one of rest, slide");
        assert_eq!(nearest("x", &[]), None);
        assert_eq!(nearest(&"x".repeat(100_000), &["x"]), None);
    }
}
