//! A page over the table: help, the whole log, or the output of a command.

use super::super::app::{App, Phase};
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
F5         the card of the chosen action or place; without one, the whole table
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

    /// The page with the keys, the commands, and the legend of the board, as far as they are of use now.
    pub(crate) fn help(app: &App) -> Self {
        let signs = app.picture.legend.join("\n  ");
        let text = match app.tape {
            Some(_) => format!("  {signs}\n\n{STEPS}"),
            None => format!("  {signs}\n\n{}{}", own_keys(app), own_commands(app)),
        };
        Popup {
            title: "Help".into(),
            ..Popup::text(&text)
        }
    }
}

/// The help for the keys that this screen has.
fn own_keys(app: &App) -> String {
    let asked = matches!(app.phase, Phase::Asked(_));
    let has_cards = !app.cards.is_empty();
    let works = |line: &&str| match line.split(' ').next() {
        Some("Tab" | "F4") => asked,
        Some("F3") => asked && app.has_odds,
        Some("F5") => has_cards,
        Some("Ctrl-Z") => asked || app.can_undo,
        _ => true,
    };
    let lines = KEYS.lines().filter(works);
    lines.map(|line| format!("{line}\n")).collect()
}

/// The help for the lines that can be typed on this screen, with actions of the current question as examples.
fn own_commands(app: &App) -> String {
    let asked = matches!(app.phase, Phase::Asked(_));
    let has_cards = !app.cards.is_empty();
    let actions = || {
        let choices = app.question.choices.iter();
        choices.map(|choice| choice.action.as_str())
    };
    let action = actions().min_by_key(|action| action.len());
    let action = action.unwrap_or_default();
    let word = actions()
        .next_back()
        .and_then(|action| action.split(' ').next());
    let word = word.unwrap_or_default();
    let line = |line: &str| {
        let (form, does) = line.trim_start().split_once("  ")?;
        let form = match form.split(' ').next()? {
            "3" | "list" | "why" | "hint" | "?" if !asked => return None,
            "card" | "odds" if !has_cards => return None,
            "table" if form == "table all" && app.picture.ruler.is_none() => return None,
            "3" => format!("1 or {action}"),
            "list" => format!("list {word}"),
            _ => form.to_string(),
        };
        let does = match form.starts_with("list") {
            true => format!("the actions that begin so; just `{word}` does the same"),
            false => does.trim_start().to_string(),
        };
        Some(format!("  {form:<18}  {does}\n"))
    };
    HELP.lines().filter_map(line).collect()
}
