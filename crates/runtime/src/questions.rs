//! Registers of open questions: where a rulebook is silent or its language editions disagree. Each question is an
//! option of the rulebook.

use cardwright_kernel::RuleId;

/// A rule that can be played in more than one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The number of the question, such as `Q-MB-3`.
    pub id: &'static str,
    /// The option that selects a variant.
    pub option: &'static str,
    /// The question, in one sentence.
    pub title: &'static str,
    /// The clause that the question concerns.
    pub clause: RuleId,
    /// The variants of the rule; the first is the default.
    pub variants: &'static [Variant],
    /// The option value of the default variant.
    pub default: &'static str,
    /// Why the default was chosen.
    pub why: &'static str,
}

/// A variant of a rule: one way to answer an open question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The option value of the variant.
    pub value: &'static str,
    /// The effect of the variant in play.
    pub meaning: &'static str,
    /// The printed rulebooks that state this variant; empty if none does.
    pub editions: &'static [&'static str],
}

/// A language edition of a printed rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edition {
    /// The edition's name as a value of the option `edition`.
    pub name: &'static str,
    /// The language of the edition.
    pub language: &'static str,
}

/// Makes a variant from its value, its meaning and the editions that print it.
pub const fn variant(
    value: &'static str,
    meaning: &'static str,
    editions: &'static [&'static str],
) -> Variant {
    Variant {
        value,
        meaning,
        editions,
    }
}

/// The options, as name and value, in which an edition read literally differs from the defaults.
pub fn set_by(questions: &'static [Question], edition: &str) -> Vec<(&'static str, &'static str)> {
    let set = |question: &'static Question| {
        let variant = question
            .variants
            .iter()
            .find(|variant| variant.editions.contains(&edition))?;
        (variant.value != question.default).then_some((question.option, variant.value))
    };
    questions.iter().filter_map(set).collect()
}
