//! A page over the table: help, the whole log, what a command printed.

use super::super::app::App;
use super::log::cited;
use super::page::Popup;
use crate::commands::play::entry::HELP;
use crate::commands::play::list;

/// The keys of the screen.
const KEYS: &str = "↑ ↓        choose an action; Enter plays it, or opens a row that ends with …
Esc        back: closes a page, takes a pick back
Tab        to the board, to the next place where something can be done; arrows go to any place, Enter picks it, and its card is shown
mouse      a click chooses, a second one plays; the wheel scrolls
PgUp PgDn  scroll the log; Ctrl-↑ Ctrl-↓ scroll the board
F1         this page
F2         the whole log, with the rules that decided
F3         odds beside actions: how often a card works with 1, 2, 3 and 4 dice
Ctrl-Z     take your last action back
Ctrl-C     leave; the match is kept

Or type a line, with ↑ ↓ for earlier ones:
";

impl Popup {
    /// Everything that happened, with its citations.
    pub(crate) fn log(app: &App) -> Self {
        let text = app
            .log
            .lines
            .iter()
            .map(cited)
            .collect::<Vec<_>>()
            .join("\n");
        Popup {
            title: "Log".into(),
            at_end: true,
            ..Popup::text(&text)
        }
    }

    /// The table as text.
    pub(crate) fn table(app: &App) -> Self {
        Popup {
            title: "Table".into(),
            ..Popup::text(&app.at.session.draw(app.viewer))
        }
    }

    /// Every action with its number and notation.
    pub(crate) fn answers(app: &App) -> Self {
        Popup {
            title: app.question.text.clone(),
            ..Popup::text(&list::whole(&app.question))
        }
    }

    /// The keys, the commands, and the signs of the board.
    pub(crate) fn help(app: &App) -> Self {
        let signs = app.picture.legend.join("\n  ");
        let text = format!("  {signs}\n\n{KEYS}{HELP}");
        Popup {
            title: "Help".into(),
            ..Popup::text(&text)
        }
    }
}
