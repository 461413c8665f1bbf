//! The table for a screen: the text of the table with selectable cards, in rows that fit.

use crate::book::rulebook::Rulebook;
use crate::text::view::{self, PlayerView, View};
use cardwright_kernel::{Picture, Room, Seat, SeatLine, Tone};

/// The minimum width in columns; a narrower screen scrolls.
const MIN_COLUMNS: usize = 56;

/// The column where a list continues on the next line.
const INDENT: usize = 8;

/// The same drawing as the text, with selectable spots and colours; long rows are broken at commas.
pub(crate) fn pictured(book: &Rulebook, view: &View, room: Room) -> Picture {
    let columns = room.columns.max(MIN_COLUMNS);
    let mut picture = Picture {
        seats: seats(view),
        legend: legend(),
        ..Picture::new()
    };
    let mut player = None;
    for line in view::drawn(book, view).lines() {
        if let Some(next) = view.players.iter().find(|next| begins(line, next)) {
            player = Some(next);
            let (name, rest) = line.split_at("Player 1".len());
            let seat = Seat(next.player.saturating_sub(1));
            let active = view.active == next.player;
            let mark = if active { "▸ " } else { "  " };
            picture.row().put(mark, Tone::Strong);
            picture.put(name, Tone::Seat(seat)).put(rest, Tone::Plain);
        } else if line.starts_with("  ") {
            cards(book, &mut picture, line, player, columns);
        } else if !line.is_empty() {
            let tone = if player.is_none() {
                Tone::Strong
            } else {
                Tone::Plain
            };
            picture.row().put(spoken(book, line), tone);
        }
    }
    picture
}

/// Draws a hand or the cards on the table.
fn cards(
    book: &Rulebook,
    picture: &mut Picture,
    line: &str,
    player: Option<&PlayerView>,
    columns: usize,
) {
    let text = line.trim_start();
    picture.row().put("    ", Tone::Plain);
    if let Some(hand) = text.strip_prefix("hand: ") {
        picture.put("hand: ", Tone::Faint);
        for (at, card) in hand.split(", ").enumerate() {
            let (id, cost) = card.split_once(' ').unwrap_or((card, ""));
            let name = named(book, id).unwrap_or_else(|| id.into());
            let wide = picture.column() + name.chars().count() + cost.chars().count() + 3;
            if at > 0 {
                picture.put(", ", Tone::Faint);
            }
            if at > 0 && wide > columns {
                picture.row().pad(INDENT);
            }
            picture.spot(&name, Tone::Plain, id, is_card(book, id).then_some(id));
            picture.put(format!(" {cost}"), Tone::Faint);
        }
        return;
    }
    let (id, rest) = text.split_once(' ').unwrap_or((text, ""));
    let units = player.map_or(&[][..], |player| &player.units);
    let unit = units.iter().find(|unit| unit.id == id);
    let tone = match unit {
        Some(unit) if !unit.ready => Tone::Faint,
        _ => Tone::Plain,
    };
    let name = named(book, id).unwrap_or_else(|| id.into());
    picture.spot(&name, tone, id, unit.map(|unit| unit.card.as_str()));
    picture.put(format!(" {}", spoken(book, rest)), tone);
}

/// A text with the printed names of cards instead of their names in notation.
fn spoken(book: &Rulebook, text: &str) -> String {
    let word = |word: &str| {
        let id = word.trim_end_matches(',');
        named(book, id).map_or_else(|| word.into(), |name| name + &word[id.len()..])
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// The printed name of a card in notation: `Wire Wolf 2` for `1:wire-wolf.2`.
fn named(book: &Rulebook, word: &str) -> Option<String> {
    let id = word.split_once(':').map_or(word, |(_, id)| id);
    let (id, copy) = id.split_once('.').unwrap_or((id, ""));
    let def = book.defs.iter().find(|def| def.id == id)?;
    Some(format!("{} {copy}", def.name).trim_end().to_string())
}

fn is_card(book: &Rulebook, id: &str) -> bool {
    book.defs.iter().any(|def| def.id == id)
}

/// Whether a line of the drawing starts a player's section.
fn begins(line: &str, player: &PlayerView) -> bool {
    let rest = line.strip_prefix(&format!("Player {}", player.player));
    rest.is_some_and(|rest| rest.starts_with([':', ' ']))
}

pub(crate) fn seats(view: &View) -> Vec<SeatLine> {
    SeatLine::of(view.players.iter().map(|player| {
        let standing = match player.out {
            true => "out".to_string(),
            false => format!("{} Battery, {} Vault", player.battery, player.vault),
        };
        let battery = (!player.out).then_some(i64::from(player.battery));
        (vec![format!("player {}", player.player)], standing, battery)
    }))
}

fn legend() -> Vec<String> {
    [
        "▸ whose turn it is    ★ who leads: the fullest Battery",
        "(2) what a card costs, (1d6) as much as a die shows    2/4 attack and defence",
        "A recharging card does not attack, block, fire or land.",
    ]
    .map(String::from)
    .to_vec()
}
