//! Registers of open questions: where a rulebook is silent or its language editions disagree. Each question is an
//! option of the rulebook.

use cardwright_kernel::RuleId;

/// A point that can be played in more than one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// Its number, such as `Q-MB-3`.
    pub id: &'static str,
    /// The option that decides it.
    pub option: &'static str,
    /// The question, in one sentence.
    pub title: &'static str,
    /// The clause it is about.
    pub clause: RuleId,
    /// The variants of the rule; the first is ours.
    pub variants: &'static [Variant],
    /// The value of our variant.
    pub default: &'static str,
    /// Why it is ours.
    pub why: &'static str,
}

/// A variant of a rule: one way to settle an open question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The option's value.
    pub value: &'static str,
    /// What it means in play.
    pub meaning: &'static str,
    /// The printed rulebooks that say so; empty where no rulebook says anything.
    pub editions: &'static [&'static str],
}

/// A language edition of a printed rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edition {
    /// Its name as a value of the option `edition`.
    pub name: &'static str,
    /// Its language.
    pub language: &'static str,
}

/// A variant with its value, its meaning and the editions that print it.
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

/// The options that an edition, read literally, sets otherwise than the defaults: name and value.
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
