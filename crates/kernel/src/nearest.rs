//! The word that was probably meant.

/// Words longer than this are no typing mistakes of anything; it bounds the work.
const LONGEST: usize = 64;

/// The known word nearest to what was written, if it is near enough to have been meant.
pub fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    if word.chars().count() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let away = |known: &&'a str| (distance(&word, known), *known);
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

/// How many letters must be changed, added, left out or swapped with a neighbour to make one word of the other.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut rows = vec![vec![0; to.len() + 1]; from.len() + 1];
    for i in 0..=from.len() {
        for j in 0..=to.len() {
            rows[i][j] = match (i, j) {
                (0, n) | (n, 0) => n,
                _ => {
                    let change = rows[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
                    let swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
                    let swap = if swapped { rows[i - 2][j - 2] + 1 } else { usize::MAX };
                    change.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(swap)
                }
            };
        }
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: &str, near: Option<&str>) {
        assert_eq!(nearest(word, &["slide", "stronger", "rest", "shock_absorber"]), near, "{word}");
    }

    #[test]
    fn near_words_are_found() {
        check("slyde", Some("slide"));
        check("sldie", Some("slide"));
        check("Stronger", Some("stronger"));
        check("shock-absorbr", Some("shock_absorber"));
        check("Überzug", None);
        check("", None);
        assert_eq!(nearest("x", &[]), None);
        assert_eq!(nearest(&"x".repeat(100_000), &["x"]), None);
    }
}
