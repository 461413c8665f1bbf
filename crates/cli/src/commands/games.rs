//! `cardwright games`: lists the games.

use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use crate::table::{rows as rows_of, table};
use cardwright::{GameInfo, Setup, editions, games, rulebook};
use clap::Args;

/// List the games.
#[derive(Args)]
pub(crate) struct Games {
    /// Also list the options of each game with their default values, its editions and its bots.
    #[arg(long, short)]
    verbose: bool,
}

impl Games {
    /// Prints the list.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        if out.is_json() {
            out.json(&cardwright_wire::games()?)?;
            return Ok(Verdict::Good);
        }
        let rows: Vec<_> = games().iter().map(row).collect();
        out.text(table(&["id", "title", "players", "about"], &rows))?;
        if self.verbose {
            games().iter().try_for_each(|game| more(out, game))?;
        }
        Ok(Verdict::Good)
    }
}

fn row(game: &GameInfo) -> Vec<String> {
    vec![
        game.id.into(),
        game.title.into(),
        game.seats(),
        game.about.into(),
    ]
}

/// Prints the options, editions and bots of a game.
fn more(out: &mut Out, game: &GameInfo) -> Result<(), CommandError> {
    let book = rulebook(game.id, &Setup::players(game.usual))?;
    out.line(format!("\n{}", game.title))?;
    out.line(format!("  bots: {}", book.bots().join(", ")))?;
    let editions = editions(game.id);
    if !editions.is_empty() {
        out.line(format!("  editions: {}", editions.join(", ")))?;
    }
    out.line("  options and their default values:")?;
    let rows: Vec<_> = book
        .about()
        .options
        .into_iter()
        .map(|option| vec![format!("    {}", option.name), option.value])
        .collect();
    out.text(rows_of(&rows))
}
