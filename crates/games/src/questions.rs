//! Registers of open questions: where a rulebook is silent or its language editions disagree. Each question is an
//! option of the rulebook.

use cardwright_kernel::RuleId;

/// A point that can be read in more than one way.
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
    /// The answers; the first is ours.
    pub readings: &'static [Reading],
    /// The value of our answer.
    pub default: &'static str,
    /// Why it is ours.
    pub why: &'static str,
}

/// One answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The option's value.
    pub value: &'static str,
    /// What it means in play.
    pub meaning: &'static str,
    /// The printed rulebooks that read so; empty where no rulebook says anything.
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

/// A reading with its value, its meaning and the editions that print it.
pub(crate) const fn reading(
    value: &'static str,
    meaning: &'static str,
    editions: &'static [&'static str],
) -> Reading {
    Reading { value, meaning, editions }
}

/// The options that an edition, read literally, sets otherwise than the defaults: name and value.
pub(crate) fn set_by(questions: &'static [Question], edition: &str) -> Vec<(&'static str, &'static str)> {
    let set = |question: &'static Question| {
        let reading = question.readings.iter().find(|reading| reading.editions.contains(&edition))?;
        (reading.value != question.default).then_some((question.option, reading.value))
    };
    questions.iter().filter_map(set).collect()
}
