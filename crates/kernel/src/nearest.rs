//! The word that was probably meant.

/// Words longer than this are no typos of anything; it bounds the work.
const LONGEST: usize = 64;

/// The known word nearest to what was written, if it is near enough to have been meant.
pub fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    if word.chars().count() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    // The id of a card without its pack's in front.
    let bare = |known: &&&'a str| known.rsplit_once(':').is_some_and(|(_, id)| id == word);
    if let Some(whole) = known.iter().find(bare) {
        return Some(whole);
    }
    // A swap of two neighbours is one slip of the fingers.
    let away = |known: &&'a str| (strsim::osa_distance(&word, known), *known);
    let (away, near) = known.iter().map(away).min()?;
    (away <= 1 + near.chars().count() / 4).then_some(near)
}

/// What to write instead of an unknown word: the nearest one, or all of them.
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
        assert_eq!(nearest("x", &[]), None);
        assert_eq!(nearest(&"x".repeat(100_000), &["x"]), None);
    }
}
