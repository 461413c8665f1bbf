//! A table drawn for a terminal screen: rows of text with tones, and spots that belong to actions and cards.
//!
//! A game draws itself once, with [`Text::picture`](crate::Text::picture). A frontend chooses the colours, scrolls, and
//! lets people select spots. It needs no knowledge of the game: an action belongs to a spot if its notation contains
//! the spot's word.

use crate::Seat;
use serde::Serialize;
use std::collections::BTreeMap;

/// The role of a piece of text, from which a frontend chooses its colour. A tone never carries information that the
/// text lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// Normal text.
    #[default]
    Plain,
    /// Less important text, such as labels and empty places.
    Faint,
    /// More important text, such as headings.
    Strong,
    /// Text that belongs to a seat, in the seat's colour.
    Seat(Seat),
    /// Good news.
    Good,
    /// Bad news or danger.
    Bad,
}

/// A part of a row with one tone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Piece {
    /// The text, without control characters.
    pub text: String,
    /// The tone of the text.
    pub tone: Tone,
}

/// A place in the picture that can be selected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Spot {
    /// The row of the spot, from 0.
    pub row: usize,
    /// The first column of the spot, from 0.
    pub column: usize,
    /// The width of the spot in columns, at least 1.
    pub width: usize,
    /// The word for the spot in actions, such as `top-left` or `9,5`; empty if no action can name it.
    pub word: String,
    /// The id of the card at the spot, if it is face up.
    pub card: Option<String>,
}

/// A seat's score, for a line above the table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct SeatLine {
    /// The names used for the seat in sentences, such as `robot 1`; the first is the seat's own name.
    pub names: Vec<String>,
    /// The score in a word or two, such as `15 energy`.
    pub standing: String,
    /// Whether no other seat has a better score, and at least one has a worse score.
    pub leads: bool,
    /// Whether the seat is out of the game.
    pub out: bool,
    /// The tone for the seat's names; `None` for the seat's own tone.
    pub tone: Option<Tone>,
}

impl SeatLine {
    /// The score lines of seats, each given as its names, its score as text and as a number. The highest number leads.
    /// A seat without a number is out.
    pub fn of(
        seats: impl IntoIterator<Item = (Vec<String>, String, Option<i64>)>,
    ) -> Vec<SeatLine> {
        let seats: Vec<_> = seats.into_iter().collect();
        let numbers = || seats.iter().filter_map(|(_, _, number)| *number);
        let (most, least) = (numbers().max(), numbers().min());
        let all = seats.iter().all(|(_, _, number)| number.is_some());
        let line = |(names, standing, number): &(Vec<String>, String, Option<i64>)| SeatLine {
            names: names.clone(),
            standing: standing.clone(),
            leads: number.is_some() && *number == most && (most != least || !all),
            out: number.is_none(),
            tone: None,
        };
        seats.iter().map(line).collect()
    }
}

/// The size of a screen area for a picture. A picture that needs more is larger, and has to be scrolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// The width in columns.
    pub columns: usize,
    /// The height in rows.
    pub rows: usize,
}

/// A table as drawn on a terminal screen.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Picture {
    /// The rows from the top, each a list of pieces from the left.
    pub rows: Vec<Vec<Piece>>,
    /// The spots, in the order in which the cursor visits them.
    pub spots: Vec<Spot>,
    /// The score of each seat; empty if the game has none.
    pub seats: Vec<SeatLine>,
    /// The meaning of the symbols, one line each; shown if there is space, and on request.
    pub legend: Vec<String>,
    /// The row that numbers the columns of a board. A screen that scrolls keeps it in view.
    #[serde(skip)]
    pub ruler: Option<usize>,
}

impl Picture {
    /// An empty picture.
    pub fn new() -> Self {
        Picture::default()
    }

    /// A picture made from text, without spots, for games that only draw text.
    pub fn of_text(text: &str) -> Self {
        let mut picture = Picture::new();
        for line in text.trim_end().lines() {
            picture.row().put(line, Tone::Plain);
        }
        picture
    }

    /// Starts a new row.
    pub fn row(&mut self) -> &mut Self {
        self.rows.push(Vec::new());
        self
    }

    /// Adds text to the current row.
    pub fn put(&mut self, text: impl Into<String>, tone: Tone) -> &mut Self {
        if self.rows.is_empty() {
            self.row();
        }
        if let Some(row) = self.rows.last_mut() {
            row.push(Piece {
                text: text.into(),
                tone,
            });
        }
        self
    }

    /// Adds text that can be selected.
    pub fn spot(&mut self, text: &str, tone: Tone, word: &str, card: Option<&str>) -> &mut Self {
        let (row, column) = (self.rows.len().saturating_sub(1), self.column());
        let (width, card) = (text.chars().count().max(1), card.map(String::from));
        self.put(text, tone);
        self.spots.push(Spot {
            row,
            column,
            width,
            word: word.into(),
            card,
        });
        self
    }

    /// Fills the current row with spaces up to a column.
    pub fn pad(&mut self, column: usize) -> &mut Self {
        let missing = column.saturating_sub(self.column());
        if missing > 0 {
            self.put(" ".repeat(missing), Tone::Plain)
        } else {
            self
        }
    }

    /// The column after the end of the current row. Columns are counted in characters, so a picture must not contain
    /// characters that are two columns wide.
    pub fn column(&self) -> usize {
        self.rows.last().map_or(0, |row| width(row))
    }

    /// The spots that an action is about, as indices in [`spots`](Picture::spots), in the order in which the notation
    /// names them: `move white b3-a2` is about `b3`, then `a2`. Words are separated by spaces, or by hyphens if the
    /// hyphenated text is not the word of a spot.
    pub fn spots_in(&self, action: &str) -> Vec<usize> {
        self.spots_of(&self.words(), action)
    }

    /// Like [`Picture::spots_in`] for many actions, which is faster than one call per action.
    pub fn spots_in_each<'a>(&self, actions: impl IntoIterator<Item = &'a str>) -> Vec<Vec<usize>> {
        let words = self.words();
        actions
            .into_iter()
            .map(|action| self.spots_of(&words, action))
            .collect()
    }

    /// The first spot for each word.
    fn words(&self) -> BTreeMap<&str, usize> {
        self.spots
            .iter()
            .enumerate()
            .rev()
            .map(|(at, spot)| (spot.word.as_str(), at))
            .collect()
    }

    fn spots_of(&self, words: &BTreeMap<&str, usize>, action: &str) -> Vec<usize> {
        let mut found = Vec::new();
        let mut rest = action.trim();
        while !rest.is_empty() {
            let (word, more) = rest.split_once(' ').unwrap_or((rest, ""));
            let second = more.split(' ').next().unwrap_or("");
            let pair = rest.get(..word.len() + 1 + second.len()).unwrap_or("");
            if let Some(at) = words.get(pair).filter(|_| !second.is_empty()) {
                found.push(*at);
                rest = more.get(second.len()..).unwrap_or("").trim_start();
                continue;
            }
            match words.get(word).filter(|_| !word.is_empty()) {
                Some(at) => found.push(*at),
                None => found.extend(word.split('-').filter_map(|part| words.get(part)).copied()),
            }
            rest = more;
        }
        found
    }

    /// The width of the widest row in columns.
    pub fn width(&self) -> usize {
        self.rows.iter().map(|row| width(row)).max().unwrap_or(0)
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The picture as text, without tones.
    pub fn text(&self) -> String {
        let line = |row: &Vec<Piece>| {
            let text: String = row.iter().map(|span| span.text.as_str()).collect();
            format!("{}\n", text.trim_end())
        };
        self.rows.iter().map(line).collect()
    }
}

fn width(row: &[Piece]) -> usize {
    row.iter().map(|span| span.text.chars().count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_is_about_the_spots_whose_words_it_holds() {
        let mut picture = Picture::new();
        let words = [
            "top-left", "a1", "a2", "b3", "9,5", "19,5", "robot 1", "robot 1L",
        ];
        for word in words {
            picture.row().spot("x", Tone::Plain, word, None);
        }
        picture.row().spot("x", Tone::Plain, "", None);
        let check = |action: &str, expected: &[&str]| {
            let found = picture.spots_in(action);
            let found: Vec<_> = found
                .into_iter()
                .map(|at| picture.spots[at].word.as_str())
                .collect();
            assert_eq!(found, expected, "{action}");
            assert_eq!(picture.spots_in_each([action]), [picture.spots_in(action)]);
        };
        check("buy top-left", &["top-left"]);
        check("move white b3-a2-a1", &["b3", "a2", "a1"]);
        check("walk 9,5 to 19,5", &["9,5", "19,5"]);
        check("walk 29,5 to 9,50", &[]);
        check("choose robot 1", &["robot 1"]);
        check("choose robot 1L", &["robot 1L"]);
        check("choose robot 12", &[]);
        check("choose robot 1 a1", &["robot 1", "a1"]);
        check("pass", &[]);
        check("", &[]);
    }

    #[test]
    fn text_becomes_rows_and_every_spot_can_be_seen() {
        let mut picture = Picture::of_text("one\n\n two \n");
        assert_eq!(
            (picture.text().as_str(), picture.height()),
            ("one\n\n two\n", 3)
        );
        assert_eq!((Picture::new().width(), Picture::new().column()), (0, 0));
        picture.row().spot("", Tone::Plain, "a", None);
        assert_eq!((picture.spots[0].row, picture.spots[0].width), (3, 1));
    }

    #[test]
    fn whoever_has_most_leads() {
        let leads = |numbers: &[Option<i64>]| {
            let seats = numbers
                .iter()
                .map(|number| (Vec::new(), String::new(), *number));
            SeatLine::of(seats)
                .iter()
                .inspect(|seat| assert!(!(seat.leads && seat.out)))
                .map(|seat| seat.leads)
                .collect::<Vec<_>>()
        };
        assert_eq!(leads(&[Some(1), Some(3), Some(3)]), [false, true, true]);
        assert_eq!(leads(&[Some(2), Some(2)]), [false, false]);
        assert_eq!(leads(&[Some(2), None]), [true, false]);
        assert_eq!(leads(&[Some(2)]), [false]);
    }

    #[test]
    fn a_picture_knows_where_its_spots_are() {
        let mut picture = Picture::new();
        picture.row().put("é: ", Tone::Faint).spot(
            "Claw",
            Tone::Plain,
            "top-left",
            Some("left-claw"),
        );
        picture.row().pad(4).put("x", Tone::Strong);
        assert_eq!(picture.text(), "é: Claw\n    x\n");
        assert_eq!((picture.width(), picture.height()), (7, 2));
        assert_eq!(
            (
                picture.spots[0].row,
                picture.spots[0].column,
                picture.spots[0].width
            ),
            (0, 3, 4)
        );
    }
}
