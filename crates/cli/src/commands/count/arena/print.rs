//! The results of an arena as text and as a chart.

use super::super::chart::{Panel, Row, svg as chart};
use crate::output::Out;
use crate::stop::CommandError;
use crate::table::table;
use cardwright_wire::{Arena, Pairing, Rating, StrengthTest};

/// A chart of the results.
pub(super) fn svg(arena: &Arena) -> String {
    let percents = |one: &Pairing| Row {
        label: format!("{} against {}", one.bot, one.against),
        value: 100.0 * one.share,
        interval: one.interval.map(|share| 100.0 * share),
        marked: false,
    };
    let mut panels = vec![Panel {
        title: format!(
            "{}, {} players: share of wins in %, 95 % intervals",
            arena.game, arena.players
        ),
        reference: 100.0 / f64::from(arena.sides),
        rows: arena.pairings.iter().map(percents).collect(),
    }];
    if !arena.ratings.is_empty() {
        let points = |one: &Rating| Row {
            label: one.bot.clone(),
            value: one.elo,
            interval: one.interval,
            marked: false,
        };
        panels.push(Panel {
            title: "Elo points, 95 % intervals".into(),
            reference: 0.0,
            rows: arena.ratings.iter().map(points).collect(),
        });
    }
    chart(&panels)
}

/// Prints the results.
///
/// # Errors
/// When the output cannot be written.
pub(super) fn print(out: &mut Out, arena: &Arena) -> Result<(), CommandError> {
    if out.is_json() {
        return out.json(arena);
    }
    let Arena {
        game,
        players,
        seed,
        seeds,
        ..
    } = arena;
    out.line(format!(
        "{game}, {players} players, seeds {seed}..{}",
        seed + seeds
    ))?;
    out.line("")?;
    let head = [
        "bot",
        "against",
        "games",
        "wins",
        "draws",
        "share %",
        "95 % from",
        "to",
        "Elo",
        "from",
        "to",
    ];
    out.text(table(
        &head,
        &arena.pairings.iter().map(row).collect::<Vec<_>>(),
    ))?;
    out.line(format!(
        "\nEven: {}.",
        percent(1.0 / f64::from(arena.sides)) + " %"
    ))?;
    if !arena.ratings.is_empty() {
        let row = |one: &Rating| {
            let figures = [one.elo, one.interval[0], one.interval[1]];
            [one.bot.clone()]
                .into_iter()
                .chain(figures.map(|elo| format!("{elo:.0}")))
                .collect::<Vec<_>>()
        };
        let rows: Vec<_> = arena.ratings.iter().map(row).collect();
        out.text(format!(
            "\n{}",
            table(&["bot", "Elo", "95 % from", "to"], &rows)
        ))?;
    }
    if let Some(test) = &arena.test {
        out.line(format!("\n{}", said(test, &arena.bots)))?;
    }
    out.line(format!(
        "\nseconds {:.1}, digest {}",
        arena.seconds, arena.digest
    ))
}

/// The result of the test, as a sentence.
fn said(test: &StrengthTest, bots: &[String]) -> String {
    let StrengthTest {
        low,
        high,
        error,
        ratio,
        bound,
        ..
    } = test;
    let (one, other) = (&bots[0], &bots[1]);
    let found = match test.accepted.as_deref() {
        Some("high") => format!("{one} is at least {high} Elo points stronger than {other}"),
        Some(_) => format!("{one} is at most {low} Elo points stronger than {other}"),
        None => "not decided yet: play more games".into(),
    };
    format!(
        "Test of {low} against {high} Elo points, errors {} %: {found} (log-likelihood ratio {ratio:.2}, bounds {bound:.2} and -{bound:.2}).",
        100.0 * error
    )
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

fn row(one: &Pairing) -> Vec<String> {
    let [low, high] = one.interval;
    let elo = one
        .elo
        .map(|elo| elo.map_or_else(|| "-".into(), |elo| format!("{elo:.0}")));
    [one.bot.clone(), one.against.clone()]
        .into_iter()
        .chain([one.games, one.wins, one.draws].map(|number| number.to_string()))
        .chain([one.share, low, high].map(percent))
        .chain(elo)
        .collect()
}
