//! A table drawn for a screen: rows of text in tones, and the spots on it that actions and cards belong to.
//!
//! A game draws itself once, with [`Text::picture`](crate::Text::picture); a frontend decides about colours, scrolls, and
//! lets people point at spots. It needs to know nothing of the game for that: an action belongs to a spot when its
//! notation holds the spot's word.

use crate::Seat;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a piece of text is, for whoever chooses its colour. No tone says anything that the text does not say too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// Text.
    #[default]
    Plain,
    /// Less important: labels, empty places.
    Faint,
    /// More important: headings.
    Strong,
    /// Of a seat.
    Seat(Seat),
    /// Good news.
    Good,
    /// A danger.
    Bad,
}

/// A piece of a row in one tone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Piece {
    /// The text, without control characters.
    pub text: String,
    /// Its tone.
    pub tone: Tone,
}

/// A place of the picture that can be pointed at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Spot {
    /// Its row, from 0.
    pub row: usize,
    /// Its first column, from 0.
    pub column: usize,
    /// How many columns it takes, at least 1.
    pub width: usize,
    /// The word that actions about it hold, such as `top-left` or `9,5`; empty where no action is about it.
    pub word: String,
    /// The id of the card that lies there, if one lies open.
    pub card: Option<String>,
}

/// How a seat stands, for a line above the table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct SeatLine {
    /// What sentences call the seat and what is its own, such as `robot 1`; the first is the seat's name.
    pub names: Vec<String>,
    /// How it stands, in a word or two, such as `15 energy`.
    pub standing: String,
    /// Whether nobody stands better, and somebody worse.
    pub leads: bool,
    /// Whether it is out of the game.
    pub out: bool,
    /// The tone of its names; none for its seat's own.
    pub tone: Option<Tone>,
}

impl SeatLine {
    /// The lines of seats, each given with its names, its standing and a number: the greatest leads. A seat without a
    /// number is out.
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

/// The room that a screen has for a picture. A picture that cannot do with less is larger, and is scrolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// Columns.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
}

/// A table as a screen shows it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Picture {
    /// The rows from the top, each of spans from the left.
    pub rows: Vec<Vec<Piece>>,
    /// The spots, in the order in which a cursor visits them.
    pub spots: Vec<Spot>,
    /// How each seat stands; empty where the game does not say it.
    pub seats: Vec<SeatLine>,
    /// What the signs mean, a line each; shown where there is room, and on request.
    pub legend: Vec<String>,
}

impl Picture {
    /// A picture without rows.
    pub fn new() -> Self {
        Picture::default()
    }

    /// A picture of a text, without spots: what every game has that draws itself as text.
    pub fn of_text(text: &str) -> Self {
        let mut picture = Picture::new();
        for line in text.trim_end().lines() {
            picture.row().put(line, Tone::Plain);
        }
        picture
    }

    /// Begins a row.
    pub fn row(&mut self) -> &mut Self {
        self.rows.push(Vec::new());
        self
    }

    /// Adds text to the row that was begun last.
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

    /// Adds text that can be pointed at.
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

    /// Fills the row that was begun last with blanks up to a column.
    pub fn pad(&mut self, column: usize) -> &mut Self {
        let missing = column.saturating_sub(self.column());
        if missing > 0 {
            self.put(" ".repeat(missing), Tone::Plain)
        } else {
            self
        }
    }

    /// The column after the end of the row that was begun last. Columns are counted in characters: signs that take two
    /// columns have no place in a picture.
    pub fn column(&self) -> usize {
        self.rows.last().map_or(0, |row| width(row))
    }

    /// The spots that an action is about, by their places in [`spots`](Picture::spots), in the order in which its notation
    /// names them: `move white b3-a2` is about `b3`, then `a2`. Words stand between blanks, or between hyphens where the
    /// whole is no word itself.
    pub fn spots_in(&self, action: &str) -> Vec<usize> {
        self.spots_of(&self.words(), action)
    }

    /// The same for many actions, which is faster than one at a time.
    pub fn spots_in_each<'a>(&self, actions: impl IntoIterator<Item = &'a str>) -> Vec<Vec<usize>> {
        let words = self.words();
        actions
            .into_iter()
            .map(|action| self.spots_of(&words, action))
            .collect()
    }

    /// The first spot of each word.
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

    /// The columns of the widest row.
    pub fn width(&self) -> usize {
        self.rows.iter().map(|row| width(row)).max().unwrap_or(0)
    }

    /// How many rows there are.
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
        check("pass", &[]);
        check("", &[]);
    }

    #[test]
    fn whoever_has_most_leads() {
        let leads = |numbers: &[Option<i64>]| {
            let seats = numbers
                .iter()
                .map(|number| (Vec::new(), String::new(), *number));
            SeatLine::of(seats)
                .iter()
                .map(|seat| seat.leads)
                .collect::<Vec<_>>()
        };
        assert_eq!(leads(&[Some(1), Some(3), Some(3)]), [false, true, true]);
        assert_eq!(leads(&[Some(2), Some(2)]), [false, false]);
        assert_eq!(leads(&[Some(2), None]), [true, false]);
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
