//! `cardwright cards`: lists the cards of a game.

use crate::lang::{self, LangArgs};
use crate::output::Out;
use crate::packs;
use crate::stop::{CommandError, Verdict};
use crate::table::table;
use cardwright::{CardInfo, SetupError, cards};
use clap::Args;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// List the cards of a game with their texts.
#[derive(Args)]
pub(crate) struct Cards {
    /// The game; see `cardwright games`.
    game: String,
    /// A folder with a pack of cards; repeat it for more packs.
    #[arg(long = "pack", value_name = "DIR")]
    packs: Vec<PathBuf>,
    #[command(flatten)]
    lang: LangArgs,
}

impl Cards {
    /// Prints the list.
    ///
    /// # Errors
    /// When there is no such game, or a pack has errors.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let packs = packs::read_all(&self.packs)?;
        let list = match cards(&self.game, &packs) {
            Err(SetupError::NoCards { .. }) if packs.is_empty() => Vec::new(),
            list => list?,
        };
        lang::check(&self.lang.lang, &list)?;
        if out.is_json() {
            out.json(&cardwright_wire::texts(&self.game, &list)?)?;
        } else if list.is_empty() {
            out.line(format!("{} is played without cards", self.game))?;
        } else {
            self.print(out, &list)?;
        }
        Ok(Verdict::Good)
    }

    fn print(&self, out: &mut Out, list: &[CardInfo]) -> Result<(), CommandError> {
        let mut head = vec!["id", "kind", "copies", "name", "cost", "what it does"];
        let mut rows: Vec<_> = list.iter().map(|card| self.row(card)).collect();
        if rows.iter().all(|row| row[COST].is_empty()) {
            head.remove(COST);
            rows.iter_mut().for_each(|row| drop(row.remove(COST)));
        }
        out.text(table(&head, &rows))?;
        out.line("")?;
        out.line(summary(list))
    }

    fn row(&self, card: &CardInfo) -> Vec<String> {
        let name = self.said(&card.names).unwrap_or(&card.id);
        // The author's text reads better, but only the generated line exists for every card.
        let text = self.said(&card.texts).unwrap_or(&card.text);
        let mark = if card.reconstructed { "*" } else { "" };
        vec![
            format!("{}{mark}", card.id),
            card.kind.clone(),
            card.copies.to_string(),
            name.into(),
            card.facts.get("cost").map_or(String::new(), plain),
            text.into(),
        ]
    }

    fn said<'a>(&self, languages: &'a BTreeMap<String, String>) -> Option<&'a str> {
        languages
            .get(&self.lang.lang)
            .or_else(|| languages.get("en"))
            .map(String::as_str)
    }
}

/// The index of the column of costs, which some games do not have.
const COST: usize = 4;

/// A number or word without quotation marks.
fn plain(fact: &Value) -> String {
    fact.as_str().map_or_else(|| fact.to_string(), Into::into)
}

/// The number of copies with the kind of card. Kinds that end in `s`, and kinds such as legs and equipment, have no
/// plural.
fn number_of(copies: u32, kind: &str) -> String {
    let same = copies == 1 || kind.ends_with('s') || kind.ends_with("ment");
    if same {
        format!("{copies} {kind}")
    } else {
        format!("{copies} {kind}s")
    }
}

fn summary(list: &[CardInfo]) -> String {
    let mut kinds: Vec<(&str, u32)> = Vec::new();
    for card in list {
        match kinds.iter_mut().find(|(kind, _)| *kind == card.kind) {
            Some((_, copies)) => *copies += u32::from(card.copies),
            None => kinds.push((&card.kind, card.copies.into())),
        }
    }
    let all: u32 = kinds.iter().map(|(_, copies)| copies).sum();
    let each: Vec<String> = kinds
        .iter()
        .map(|(kind, copies)| number_of(*copies, kind))
        .collect();
    let guessed = list.iter().filter(|card| card.reconstructed).count();
    format!(
        "{all} cards: {}; {} different ones, {guessed} of them (*) with reconstructed figures",
        each.join(", "),
        list.len()
    )
}

#[cfg(test)]
mod tests {
    use super::number_of;

    #[test]
    fn one_is_one() {
        let told = [
            (1, "robot"),
            (2, "robot"),
            (1, "mega-legs"),
            (6, "mega-legs"),
            (15, "equipment"),
        ];
        let told = told.map(|(copies, kind)| number_of(copies, kind));
        assert_eq!(
            told,
            [
                "1 robot",
                "2 robots",
                "1 mega-legs",
                "6 mega-legs",
                "15 equipment"
            ]
        );
    }
}
