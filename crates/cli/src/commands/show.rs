//! `cardwright show`: shows the table of a position, a ruling or a saved match.

use crate::opened::Opened;
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use cardwright::{Match, Sheet};
use clap::Args;
use serde_json::json;

/// Show the table of a position, a ruling or a saved match, as text or as a picture.
///
/// A saved match is shown as its only person may see it, or as a spectator may. Positions and rulings are shown in
/// full.
#[derive(Args)]
pub(crate) struct Show {
    #[command(flatten)]
    opened: Opened,
    /// Write the table as a picture (SVG), for games with a board.
    #[arg(long)]
    svg: bool,
}

impl Show {
    /// Prints the table.
    ///
    /// # Errors
    /// When the file does not lead to a table, or the game has no picture.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let ((book, play), viewer) = self.opened.open()?;
        let about = book.about();
        let scene = play.scene(viewer);
        match (self.svg, &scene) {
            (true, None) => {
                let what = format!("{} has no picture", about.game);
                return Err(CommandError::usage(
                    what,
                    "leave out --svg to see it as text",
                ));
            }
            (true, Some(scene)) if out.is_json() => out.json(&json!({ "svg": scene.svg() }))?,
            (true, Some(scene)) => out.text(scene.svg())?,
            (false, _) if out.is_json() => {
                out.json(&cardwright_wire::shown(&Match::from((book, play)), viewer)?)?;
            }
            (false, _) => {
                let sheet = Sheet {
                    paint: out.brush(),
                    ..Sheet::plain()
                };
                out.painted(play.draw_on(viewer, &sheet).trim_end())?;
                let (question, _) = play.question_for(viewer);
                out.prose(&format!("Asked now: {}", question.text))?;
            }
        }
        Ok(Verdict::Good)
    }
}
