//! Prints the odds of an attack.

use super::shown;
use crate::output::Out;
use crate::stop::CommandError;
use crate::table::table;
use cardwright::odds::{AttackOdds, Blocks, Fraction, Goal, WayOdds};
use clap::ValueEnum;

/// See [`Goal`].
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Sought {
    Battery,
    Cards,
    Both,
}

impl From<Sought> for Goal {
    fn from(sought: Sought) -> Self {
        match sought {
            Sought::Battery => Goal::Battery,
            Sought::Cards => Goal::Cards,
            Sought::Both => Goal::Both,
        }
    }
}

/// Prints the odds.
///
/// # Errors
/// When output cannot be written.
pub(super) fn print(out: &mut Out, odds: &AttackOdds) -> Result<(), CommandError> {
    if out.is_json() {
        return out.json(odds);
    }
    let list = |cards: &[String]| {
        if cards.is_empty() {
            "no card".into()
        } else {
            cards.join(", ")
        }
    };
    out.line(format!("an attack with {}", list(&odds.attackers)))?;
    out.line(format!("against {}", list(&odds.against)))?;
    out.line(format!("both sides want: {}", goal(odds.goal)))?;
    out.line("")?;
    let mut head = vec!["expected"];
    head.extend(odds.ways.iter().map(|way| blocks(way.blocks)));
    out.text(table(&head, &rows(&odds.ways)))
}

fn goal(goal: Goal) -> &'static str {
    match goal {
        Goal::Battery => "coins that Batteries lose",
        Goal::Cards => "cost of the opponent's destroyed cards minus cost of the attacker's",
        Goal::Both => {
            "coins that Batteries lose and cost of the opponent's destroyed cards minus cost of the attacker's"
        }
    }
}

fn blocks(blocks: Blocks) -> &'static str {
    match blocks {
        Blocks::Best => "best blocks",
        Blocks::All => "all block",
        Blocks::None => "nobody blocks",
    }
}

fn rows(ways: &[WayOdds]) -> Vec<Vec<String>> {
    type Part = fn(&WayOdds) -> Fraction;
    let parts: [(&str, Part); 6] = [
        ("coins that Batteries lose", |way| way.battery),
        ("damage to opponents' cards", |way| way.dealt),
        ("damage to the attacker's cards", |way| way.taken),
        ("cost of opponents' cards destroyed", |way| way.destroyed),
        ("cost of the attacker's cards destroyed", |way| way.lost),
        ("total", |way| way.worth),
    ];
    let row = |(name, part): (&str, Part)| {
        std::iter::once(name.to_string())
            .chain(ways.iter().map(|way| shown(&part(way))))
            .collect()
    };
    parts.into_iter().map(row).collect()
}
