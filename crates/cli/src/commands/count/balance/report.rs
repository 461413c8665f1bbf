//! Prints and writes the results of `balance`.

use super::super::chart::{Panel, Row, escaped, svg};
use crate::output::Out;
use crate::stop::CommandError;
use crate::table::table;
use cardwright_wire::{Balance as Document, CardBalance, PanelResult, Shift};

/// The document as JSON.
///
/// # Errors
/// Never: every key of the document has a number or a text.
pub(super) fn json(document: &Document) -> Result<String, CommandError> {
    let text = serde_json::to_string_pretty(document).map_err(std::io::Error::from)?;
    Ok(text + "\n")
}

/// Prints verdicts, tables and changes.
///
/// # Errors
/// When the output cannot be written.
pub(super) fn print(out: &mut Out, document: &Document) -> Result<(), CommandError> {
    if out.is_json() {
        return out.json(document);
    }
    out.line(format!("{}, {} players", document.game, document.players))?;
    out.line("")?;
    let rows: Vec<Vec<String>> = document
        .cards
        .iter()
        .map(|card| {
            vec![
                card.card.clone(),
                word(card.verdict).into(),
                card.reason.clone(),
            ]
        })
        .collect();
    out.text(table(&["card", "verdict", "why"], &rows))?;
    for result in &document.panel {
        panel(out, document, result)?;
    }
    if !document.shifts.is_empty() {
        out.line("\nsure changes against the pack before:")?;
        let sure: Vec<&Shift> = document.shifts.iter().filter(|shift| shift.sure).collect();
        match sure.is_empty() {
            true => out.line("none")?,
            false => {
                let rows: Vec<_> = sure.into_iter().map(shift_row).collect();
                out.text(table(&SHIFTS, &rows))?;
            }
        }
    }
    out.line(format!("\nseconds {:.1}", document.seconds))
}

fn panel(out: &mut Out, document: &Document, result: &PanelResult) -> Result<(), CommandError> {
    let games = result.games.max(1) as f64;
    let seats: Vec<String> = result
        .wins
        .iter()
        .map(|wins| format!("{:.1}", *wins as f64 / 8.4 / games))
        .collect();
    out.line(format!(
        "\n{}: {} games of {:.1} turns; seats win {} %; the usual card: {:+.1} %, taken {}",
        result.bot,
        result.games,
        result.turns as f64 / games,
        seats.join(", "),
        100.0 * result.usual_effect,
        percent(result.usual_take),
    ))?;
    let asked = |card: &str| document.cards.iter().any(|one| one.card == card);
    let rows: Vec<Vec<String>> = result
        .cards
        .iter()
        .filter(|card| asked(&card.card))
        .map(|card| {
            let [low, high] = card.interval;
            let take = card.taken as f64 / card.offered.max(1) as f64;
            let mut row = vec![card.card.clone()];
            row.extend([card.offered, card.taken, card.trials].map(|number| number.to_string()));
            row.extend([take, card.owners, card.effect, low, high].map(hundredths));
            row.push(if card.unusual { "yes" } else { "" }.into());
            row
        })
        .collect();
    let head = [
        "card",
        "offered",
        "taken",
        "trials",
        "taken %",
        "owners win %",
        "effect %",
        "95 % from",
        "to",
        "unusual",
    ];
    out.text(table(&head, &rows))
}

fn shift_row(shift: &Shift) -> Vec<String> {
    let turns = shift.what == "turns";
    let number = |number: f64| match turns {
        true => format!("{number:.1}"),
        false => hundredths(number),
    };
    let [low, high] = shift.interval;
    let mut row = vec![shift.bot.clone(), shift.what.clone()];
    row.extend([shift.before, shift.now, low, high].map(number));
    row
}

/// The columns of the changes.
const SHIFTS: [&str; 6] = ["bot", "what", "before", "now", "from", "to"];

fn hundredths(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

fn word(verdict: CardBalance) -> &'static str {
    match verdict {
        CardBalance::TooStrong => "too strong",
        CardBalance::StrongForGoodPlayers => "strong for good players",
        CardBalance::TooWeak => "too weak",
        CardBalance::Dead => "dead",
        CardBalance::Fair => "fair",
        CardBalance::Undecided => "undecided",
    }
}

/// A page with verdicts, changes, and a chart for each bot.
pub(super) fn html(document: &Document) -> String {
    let verdicts = document.cards.iter().map(|card| {
        let cells = [card.card.as_str(), word(card.verdict), &card.reason];
        cells.map(String::from).to_vec()
    });
    // Without the digests, which the results in JSON have.
    let short = |pack: &String| {
        pack.rsplit_once(' ')
            .map_or(pack.clone(), |(name, _)| name.into())
    };
    let packs: Vec<String> = document.packs.iter().map(short).collect();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>Balance: {0}</title>\n<style>body {{ font: 15px sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }} table {{ border-collapse: collapse }} td, th {{ text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #ddd }} svg {{ max-width: 100%; height: auto }}</style>\n<h1>Balance: {0}</h1>\n<p>{1}, {2} players, seeds from {3}</p>\n<h2>Verdicts</h2>\n",
        escaped(&packs.join(", ")),
        document.game,
        document.players,
        document.seed
    );
    page += &html_table(&["card", "verdict", "why"], verdicts);
    page += "<h2>Effects</h2>\n<p>How many percent more of the games the owner of a card wins because of it, with 95 % intervals. The dashed line is the usual card. Red: unusual.</p>\n";
    page += &svg(&document
        .panel
        .iter()
        .map(|one| effects(document, one))
        .collect::<Vec<_>>());
    let sure: Vec<&Shift> = document.shifts.iter().filter(|shift| shift.sure).collect();
    if !document.shifts.is_empty() {
        page += "<h2>Sure changes against the pack before</h2>\n";
        page += &match sure.is_empty() {
            true => "<p>none</p>\n".into(),
            false => html_table(&SHIFTS, sure.into_iter().map(shift_row)),
        };
    }
    page
}

/// The effects of the measured cards for one bot.
fn effects(document: &Document, result: &PanelResult) -> Panel {
    let measured = result.cards.iter().filter(|card| {
        let mut asked = document.cards.iter();
        asked.any(|one| one.card == card.card)
    });
    Panel {
        title: format!("{}: {} games", result.bot, result.games),
        reference: 100.0 * result.usual_effect,
        rows: measured
            .map(|card| Row {
                label: card.card.clone(),
                value: 100.0 * card.effect,
                interval: card.interval.map(|end| 100.0 * end),
                marked: card.unusual,
            })
            .collect(),
    }
}

fn html_table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String], tag: &str| {
        let cells = cells
            .iter()
            .map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell)));
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let head: Vec<String> = head.iter().map(|cell| (*cell).into()).collect();
    let body: String = rows.map(|row| line(&row, "td")).collect();
    format!("<table>\n{}{body}</table>\n", line(&head, "th"))
}

/// A table (CSV) with a row for each bot and each card of the game.
pub(super) fn csv(document: &Document) -> String {
    let head = "bot,card,verdict,offered,taken,trials,owners,owners_from,owners_to,effect,effect_from,effect_to,p,unusual\n";
    let mut text = head.to_string();
    for result in &document.panel {
        for card in &result.cards {
            let asked = document.cards.iter().find(|one| one.card == card.card);
            let verdict = asked.map_or("", |one| word(one.verdict));
            let ([owners_from, owners_to], [from, to]) = (card.owners_interval, card.interval);
            // Card ids and bot names contain neither commas nor quotation marks.
            text += &format!(
                "{},{},{verdict},{},{},{},{},{owners_from},{owners_to},{},{from},{to},{},{}\n",
                result.bot,
                card.card,
                card.offered,
                card.taken,
                card.trials,
                card.owners,
                card.effect,
                card.p,
                card.unusual
            );
        }
    }
    text
}

/// A share of games in percent.
fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
