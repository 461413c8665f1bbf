//! The syntax of the play-time words: what may come next.

pub(super) const EXPR: &str = "$expr$";
const BLOCK: &str = "$block$";

/// `each x in SET [where C] [by number] { … }`
pub(super) fn each_next(form: &str, ahead: &str) -> Option<(char, &'static str)> {
    Some(match form.chars().last() {
        None => ('i', "$ident$"),
        Some('i') => ('N', "in"),
        Some('N') => ('s', EXPR),
        Some('s') if ahead == "where" => ('H', "where"),
        Some('H') => ('h', EXPR),
        Some('s' | 'h') if ahead == "by" => ('Y', "by"),
        Some('Y') => ('U', "number"),
        Some('s' | 'h' | 'U') => ('b', BLOCK),
        _ => return None,
    })
}

/// `repeat N { … }`
pub(super) fn repeat_next(form: &str, _: &str) -> Option<(char, &'static str)> {
    Some(match form {
        "" => ('k', EXPR),
        "k" => ('b', BLOCK),
        _ => return None,
    })
}

/// `when C { … } [otherwise when C { … }] [otherwise { … }]`
pub(super) fn when_next(form: &str, ahead: &str) -> Option<(char, &'static str)> {
    Some(match form.chars().last() {
        None | Some('W') => ('c', EXPR),
        Some('c') => ('b', BLOCK),
        Some('b') if ahead == "otherwise" => ('O', "otherwise"),
        Some('O') if ahead == "when" => ('W', "when"),
        Some('O') => ('z', BLOCK),
        _ => return None,
    })
}

/// `choose x in SET [where C] [by WHO] { … }`, `choose n from A to B [by WHO] { … }`,
/// `choose N xs in SET …`, `choose up to N xs in SET …`,
/// `choose [by WHO] either "…" [when C] { … } or "…" [when C] { … } [or none]`,
/// `choose [by WHO] [up to] N of either "…" …`
pub(super) fn choose_next(form: &str, ahead: &str) -> Option<(char, &'static str)> {
    let named = form.contains('j') || form.contains('i') && !form.contains('P');
    let digit = ahead.starts_with(|c: char| c.is_ascii_digit() || "(-".contains(c));
    Some(match form.chars().last() {
        None if ahead == "either" => ('E', "either"),
        None | Some('s' | 't' | 'h') if ahead == "by" => ('Y', "by"),
        None if digit => ('k', EXPR),
        None => ('i', "$ident$"),
        Some('i') if ahead == "from" => ('F', "from"),
        // `up` was read as a name.
        Some('i') if ahead == "to" => ('P', "to"),
        Some('P') => ('k', EXPR),
        Some('i')
            if ahead != "in" && ahead.starts_with(|c: char| c.is_alphabetic() || c == '_') =>
        {
            ('j', "$ident$")
        }
        Some('k' | 'i') if ahead == "of" => ('G', "of"),
        Some('G') => ('E', "either"),
        Some('k') => ('j', "$ident$"),
        Some('i' | 'j') => ('N', "in"),
        Some('N') => ('s', EXPR),
        Some('s') if ahead == "where" => ('H', "where"),
        Some('H') => ('h', EXPR),
        Some('F') => ('f', EXPR),
        Some('f') => ('T', "to"),
        Some('T') => ('t', EXPR),
        Some('Y') => ('w', EXPR),
        Some('w') if !named && digit => ('k', EXPR),
        Some('w') if !named && ahead == "up" => ('i', "$ident$"),
        Some('w') if !named => ('E', "either"),
        Some('O') if ahead == "none" => ('o', "$ident$"),
        Some('E' | 'O') => ('l', "$string$"),
        Some('l') if ahead == "when" => ('W', "when"),
        Some('W') => ('c', EXPR),
        Some('s' | 't' | 'h' | 'w' | 'l' | 'c') => ('b', BLOCK),
        Some('b') if ahead == "or" && !named => ('O', "or"),
        _ => return None,
    })
}
