//! Breaks rows of a table that are wider than the screen.

use cardwright::{Picture, Piece, Tone};

/// The column where a row continues on the next line.
const INDENT: usize = 4;
/// The spaces between two parts of a row that belong together less than their words.
const GAP: usize = 3;

/// Breaks the rows that are too wide between words. Rows with spots stay as they are.
pub(super) fn fit(picture: &mut Picture, columns: usize) {
    let mut rows = Vec::new();
    let mut places = Vec::new();
    for (at, row) in picture.rows.drain(..).enumerate() {
        places.push(rows.len());
        let width: usize = row.iter().map(|piece| piece.text.chars().count()).sum();
        if width <= columns || picture.spots.iter().any(|spot| spot.row == at) {
            rows.push(row);
        } else {
            rows.extend(broken(&row, columns));
        }
    }
    picture.rows = rows;
    let moved = |row: usize| places.get(row).copied().unwrap_or(row);
    for spot in &mut picture.spots {
        spot.row = moved(spot.row);
    }
    picture.ruler = picture.ruler.map(moved);
}

fn broken(row: &[Piece], columns: usize) -> Vec<Vec<Piece>> {
    let letters = row
        .iter()
        .flat_map(|piece| piece.text.chars().map(|letter| (letter, piece.tone)));
    let letters: Vec<(char, Tone)> = letters.collect();
    let (mut rows, mut rest) = (Vec::new(), &letters[..]);
    while !rest.is_empty() {
        let indent = if rows.is_empty() { 0 } else { INDENT };
        let (line, more) = rest.split_at(end(rest, columns.saturating_sub(indent).max(1)));
        let mut pieces = vec![Piece {
            text: " ".repeat(indent),
            tone: Tone::Plain,
        }];
        let same = line.chunk_by(|one, other| one.1 == other.1);
        pieces.extend(same.map(|part| Piece {
            text: part.iter().map(|(letter, _)| letter).collect(),
            tone: part[0].1,
        }));
        rows.push(pieces);
        let blank = more.iter().take_while(|(letter, _)| *letter == ' ').count();
        rest = &more[blank..];
    }
    rows
}

/// Where a line ends: before the last wide gap that fits, or else before the last word that does not fit.
fn end(letters: &[(char, Tone)], columns: usize) -> usize {
    if letters.len() <= columns {
        return letters.len();
    }
    let is_gap = |at: &usize, wide: usize| {
        let gap = letters.get(*at..*at + wide);
        gap.is_some_and(|gap| gap.iter().all(|(letter, _)| *letter == ' '))
    };
    let before = |wide: usize| (1..=columns).rev().find(|at| is_gap(at, wide));
    before(GAP).or_else(|| before(1)).unwrap_or(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_rows_are_broken_between_words_and_spots_move_along() {
        let mut picture = Picture::new();
        picture
            .row()
            .put("round 1, turn 2   ", Tone::Faint)
            .put("dice 3 4", Tone::Strong);
        picture.row().spot("Claw", Tone::Plain, "claw", None);
        fit(&mut picture, 20);
        assert_eq!(picture.text(), "round 1, turn 2\n    dice 3 4\nClaw\n");
        assert_eq!(picture.spots[0].row, 2);
        let before = picture.clone();
        fit(&mut picture, 20);
        assert_eq!(picture, before, "it fits now");
    }
}
