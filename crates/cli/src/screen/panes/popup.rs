//! A page over the table: help, the whole log, or the output of a command.

use super::super::app::App;
use super::log::cited;
use super::page::Popup;
use crate::commands::play::entry::HELP;
use crate::commands::play::list;

/// The help for the keys of the screen.
const KEYS: &str = "↑ ↓        choose an action; Enter plays it, or expands a row that ends with …
Esc        back: closes a page, undoes a choice
Tab        to the board, and on to the next place where you can do something; arrows move to any place, Enter chooses it and shows its card
mouse      a click chooses, a second one plays; the wheel scrolls
PgUp PgDn  scroll the log; Ctrl-↑ Ctrl-↓ scroll the board
F1         this page
F2         the whole log, with the rules behind each line
F3         odds next to actions: how often a card works with 1, 2, 3 and 4 dice
F4         a hint: what the strongest bot would do in your place
Ctrl-Z     undo your last action
Ctrl-C     leave; the match is saved

Or type a line, with ↑ ↓ for earlier ones:
";

/// The help for stepping through a match.
const STEPS: &str = "← →        the action before, the next action
Tab        the next turn; Shift-Tab the turn before
Home End   the start, the end
↑ ↓        choose a step or `leave`; Enter does it
PgUp PgDn  scroll the log; Ctrl-↑ Ctrl-↓ scroll the board
F2         the whole log so far, with the rules behind each line
Esc        leave
";

impl Popup {
    /// The page with everything that happened, with citations.
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

    /// The page with the table as text.
    pub(crate) fn table(app: &App) -> Self {
        Popup {
            title: "Table".into(),
            ..Popup::text(&app.at.session.draw(app.viewer))
        }
    }

    /// The page with every action, its number and notation.
    pub(crate) fn answers(app: &App) -> Self {
        Popup {
            title: app.question.text.clone(),
            ..Popup::text(&list::whole(&app.question))
        }
    }

    /// The page with the keys, the commands, and the legend of the board.
    pub(crate) fn help(app: &App) -> Self {
        let signs = app.picture.legend.join("\n  ");
        let text = match app.tape {
            Some(_) => format!("  {signs}\n\n{STEPS}"),
            None => format!("  {signs}\n\n{KEYS}{HELP}"),
        };
        Popup {
            title: "Help".into(),
            ..Popup::text(&text)
        }
    }
}
