//! Whether a clause is printed in a rulebook or is a house rule.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

/// Whether a clause is printed in the rulebook or is a house rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// The rulebook states it in words.
    Printed,
    /// A house ruling or a reconstruction, where the rulebook is silent or lost.
    House,
    /// Partly from the rulebook, partly a house ruling.
    Mixed,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Printed => "printed",
            Origin::House => "house rule",
            Origin::Mixed => "printed, with a house ruling",
        })
    }
}

/// The languages of rulebooks, as abbreviated in sources.
const LANGUAGES: [&str; 8] = ["FR", "EN", "DE", "IT", "ES", "PT", "NL", "RU"];
/// Phrases in a source that mark a house rule, in addition to numbers of rulings.
const OURS: [&str; 6] = [
    "ours",
    "house",
    "reconstructed",
    "ruling of the program",
    "review",
    "are lost",
];

impl Origin {
    /// The origin stated in a clause's source paragraph; `None` if it names neither the rulebook nor a house ruling.
    pub(super) fn of(source: &str) -> Option<Origin> {
        let words: Vec<&str> = source
            .split(|c: char| !(c.is_alphanumeric() || c == '-'))
            .collect();
        let small = source.to_lowercase();
        let from_us = OURS.iter().any(|word| small.contains(word));
        let ruled = words.iter().any(|word| word.starts_with("R-"));
        let begins_with_us = [
            "R-",
            "Ruling",
            "Q-",
            "Ours",
            "ours",
            "house",
            "Reconstructed",
        ]
        .iter()
        .any(|word| source.starts_with(word));
        let language = LANGUAGES.iter().any(|code| words.contains(code));
        let text = [
            "english text",
            "french text",
            "spanish text",
            "portuguese text",
        ]
        .iter()
        .any(|text| small.contains(text));
        let section = source.starts_with('"') || source.starts_with("introduction");
        let printed = language || text || (section && !begins_with_us);
        match (printed, from_us || ruled) {
            (true, false) => Some(Origin::Printed),
            (true, true) => Some(Origin::Mixed),
            (false, true) => Some(Origin::House),
            // The source is only the number of an open question, so the clause is an optional variant of this library.
            (false, false) if source.starts_with("Q-") => Some(Origin::House),
            (false, false) => None,
        }
    }
}

/// The origin of a clause by its number; `None` for other citations, such as an operation of a card.
///
/// It reads a table written by `cargo xtask generate`, so it also works in builds without the rules pages.
pub fn origin(id: &str) -> Option<Origin> {
    ORIGINS.get(id).copied()
}

static ORIGINS: LazyLock<BTreeMap<&str, Origin>> = LazyLock::new(|| {
    let entry = |line: &'static str| {
        let (id, origin) = line.split_once(' ')?;
        let origin = match origin {
            "printed" => Origin::Printed,
            "house" => Origin::House,
            "mixed" => Origin::Mixed,
            _ => return None,
        };
        Some((id, origin))
    };
    include_str!("origins.txt")
        .lines()
        .filter_map(entry)
        .collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_says_whose_rule_it_is() {
        let check = |source: &str, expected| assert_eq!(Origin::of(source), expected, "{source}");
        check("FR \"Fin de Partie\".", Some(Origin::Printed));
        check("\"Combat\".", Some(Origin::Printed));
        check("English text, \"UFO\".", Some(Origin::Printed));
        check("\"Combat\". Q-RS-8.", Some(Origin::Printed));
        check("FR \"Fin de Partie\". R-MB-12.", Some(Origin::Mixed));
        check("introduction. Ours: the names.", Some(Origin::Mixed));
        check(
            "R-MB-17: a card speaks of \"an attack\".",
            Some(Origin::House),
        );
        check(
            "Ruling R-RB-3: the rulebook says \"a robot\".",
            Some(Origin::House),
        );
        check("house. No card does it.", Some(Origin::House));
        check("Q-RS-9.", Some(Origin::House));
        check("", None);
    }
}
