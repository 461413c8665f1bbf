//! The options of the game: one table, read from names and values.

use super::questions::QUESTIONS;
use cardwright_kernel::{OptionUse, meant};

/// What an option may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number within bounds, both included.
    Number(u16, u16),
}

/// An option that is no reading of an open question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// What it may be.
    pub kind: OptionKind,
    /// Its value when nobody says.
    pub usual: &'static str,
    /// What it does, in one line.
    pub doc: &'static str,
}

const YES_NO: OptionKind = OptionKind::Words(&["yes", "no"]);

const fn option(name: &'static str, kind: OptionKind, usual: &'static str, doc: &'static str) -> OptionInfo {
    OptionInfo { name, kind, usual, doc }
}

/// The options, in order; those of open questions follow them.
pub const OPTIONS: &[OptionInfo] = &[
    option("mega", YES_NO, "yes", "whether the halves of Mega Robots are in the deck (RE-5.4)"),
    option("chaining", YES_NO, "yes", "whether Monsters form chains (RE-9.7)"),
    option("ports", YES_NO, "no", "whether a Component needs its port (RE-4.2)"),
    option("moons", YES_NO, "yes", "whether there are Moons (RE-8.5)"),
    option(
        "battery",
        OptionKind::Words(&["20", "choose"]),
        "20",
        "whether players choose 15 to 20 coins for the Battery (RE-2.2)",
    ),
    option("vault", OptionKind::Number(0, 6), "6", "coins in each Vault at the start (RE-2.1)"),
    option(
        "ask",
        OptionKind::Words(&["when-playable", "when-holding"]),
        "when-playable",
        "who is asked in windows (RE-6.12)",
    ),
    option(
        "quiet_rounds",
        OptionKind::Number(1, 30),
        "30",
        "rounds without a loss that end the game (RE-10.4)",
    ),
    option("max_rounds", OptionKind::Number(1, 120), "120", "rounds that end the game (RE-10.4)"),
];

/// The options in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    pub(crate) mega: bool,
    pub(crate) chaining: bool,
    pub(crate) ports: bool,
    pub(crate) moons: bool,
    pub(crate) choose_battery: bool,
    pub(crate) vault: u8,
    pub(crate) when_holding: bool,
    pub(crate) quiet_rounds: u8,
    pub(crate) max_rounds: u8,
    /// The reading of each open question, by its place in the register.
    pub(crate) readings: [u8; QUESTIONS.len()],
}

impl Options {
    /// Reads options.
    ///
    /// # Errors
    /// Every reason why they make no sense, one sentence each.
    pub(crate) fn read(given: &[(String, String)]) -> Result<Options, Vec<String>> {
        let mut errors = Vec::new();
        for (at, (name, value)) in given.iter().enumerate() {
            if let Err(error) = check(name, value) {
                errors.push(error);
            }
            if given[..at].iter().any(|(earlier, _)| earlier == name) {
                errors.push(format!("the option `{name}` is given twice"));
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let value = |name: &str| {
            let named = given.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
            let usual = OPTIONS.iter().find(|option| option.name == name).map(|option| option.usual);
            named.or(usual).unwrap_or_default()
        };
        let number = |name: &str| value(name).parse().unwrap_or(0);
        let mut readings = [0; QUESTIONS.len()];
        for (reading, question) in readings.iter_mut().zip(QUESTIONS) {
            let named = given.iter().find(|(key, _)| key == question.option).map(|(_, value)| value);
            let at = named.and_then(|value| question.readings.iter().position(|one| one.value == value));
            *reading = at.unwrap_or(0) as u8;
        }
        Ok(Options {
            mega: value("mega") == "yes",
            chaining: value("chaining") == "yes",
            ports: value("ports") == "yes",
            moons: value("moons") == "yes",
            choose_battery: value("battery") == "choose",
            vault: number("vault"),
            when_holding: value("ask") == "when-holding",
            quiet_rounds: number("quiet_rounds"),
            max_rounds: number("max_rounds"),
            readings,
        })
    }

    /// The options with their values, in order.
    pub(crate) fn list(&self) -> Vec<OptionUse> {
        let yes = |yes: bool| if yes { "yes" } else { "no" }.to_string();
        let own = OPTIONS.iter().map(|option| {
            let value = match option.name {
                "mega" => yes(self.mega),
                "chaining" => yes(self.chaining),
                "ports" => yes(self.ports),
                "moons" => yes(self.moons),
                "battery" => if self.choose_battery { "choose" } else { "20" }.into(),
                "vault" => self.vault.to_string(),
                "ask" => if self.when_holding { "when-holding" } else { "when-playable" }.into(),
                "quiet_rounds" => self.quiet_rounds.to_string(),
                _ => self.max_rounds.to_string(),
            };
            OptionUse { name: option.name.into(), value }
        });
        let read = QUESTIONS.iter().zip(self.readings).map(|(question, reading)| OptionUse {
            name: question.option.into(),
            value: question.readings[usize::from(reading)].value.into(),
        });
        own.chain(read).collect()
    }
}

/// Whether an option may have a value.
fn check(name: &str, value: &str) -> Result<(), String> {
    let words = |words: &[&str]| match words.contains(&value) {
        true => Ok(()),
        false => Err(format!("`{name}` cannot be `{value}`: {}", meant(value, words))),
    };
    if let Some(option) = OPTIONS.iter().find(|option| option.name == name) {
        return match option.kind {
            OptionKind::Words(known) => words(known),
            OptionKind::Number(least, most) => match value.parse::<u16>() {
                Ok(number) if (least..=most).contains(&number) => Ok(()),
                _ => {
                    Err(format!("`{name}` cannot be `{value}`: write a whole number from {least} to {most}"))
                }
            },
        };
    }
    match QUESTIONS.iter().find(|question| question.option == name) {
        Some(question) => {
            let known: Vec<&str> = question.readings.iter().map(|reading| reading.value).collect();
            words(&known)
        }
        None => {
            let known: Vec<&str> = OPTIONS
                .iter()
                .map(|option| option.name)
                .chain(QUESTIONS.iter().map(|question| question.option))
                .collect();
            Err(format!("there is no option `{name}`: {}", meant(name, &known)))
        }
    }
}
