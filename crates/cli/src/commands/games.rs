//! `cardwright games`: the games there are.

use crate::output::Out;
use crate::stop::{Stop, Verdict};
use crate::table::table;
use cardwright::{GameInfo, games};
use clap::Args;

/// List the games.
#[derive(Args)]
pub(crate) struct Games {}

impl Games {
    /// Prints the list.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, Stop> {
        match out.is_json() {
            true => out.json(&games())?,
            false => out.text(table(
                &["id", "title", "players", "about"],
                &games().iter().map(row).collect::<Vec<_>>(),
            ))?,
        }
        Ok(Verdict::Good)
    }
}

fn row(game: &GameInfo) -> Vec<String> {
    let players = match game.least == game.most {
        true => game.least.to_string(),
        false => format!("{} to {}", game.least, game.most),
    };
    vec![game.id.into(), game.title.into(), players, game.about.into()]
}
