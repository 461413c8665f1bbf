//! The log on the screen: turns of others in one paragraph each, your own and the last one line by line.

use super::super::wrap::CITES;
use cardwright::{Line, Seat, SeatLine, Viewer};

/// The maximum number of lines in a turn for them to be shown on separate lines.
const FEW: usize = 2;
/// The kinds of events that begin a turn.
const TURNS: &[&str] = &["turn-began", "turn"];
/// The kinds of events that harm the player they name.
const HITS: &[&str] = &[
    "damaged",
    "lost",
    "fell",
    "skipped",
    "battery-hit",
    "destroyed",
    "out",
];
/// The kinds of events after which the numbers of dice end the sentence.
const ROLLS: &[&str] = &["rolled", "took-up"];
/// The end of the line about a drawn card that is not named.
const DRAW: &str = "draws a card";
/// The dice, from 1.
const FACES: [&str; 6] = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

/// The log and its scroll position.
#[derive(Clone, Default)]
pub(crate) struct Log {
    /// All lines.
    pub(crate) lines: Vec<Line>,
    /// The number of lines before the viewer last acted.
    before: usize,
    /// For each viewer, the number of lines that they have read.
    read: Vec<(Viewer, usize)>,
    /// The number of rows scrolled up.
    pub(crate) scroll: usize,
}

/// A paragraph of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Paragraph {
    /// The text, with citations after [`CITES`].
    pub(crate) text: String,
    /// Whether it is new since the person last had to act.
    pub(crate) new: bool,
    /// Whether it harms the viewer.
    pub(crate) hit: bool,
}

impl Paragraph {
    /// The paragraph without its citations.
    pub(crate) fn uncited(self) -> Self {
        let text = self.text.split(CITES).next().unwrap_or_default();
        Paragraph {
            text: text.trim_end().to_string(),
            ..self
        }
    }
}

impl Log {
    /// Replaces the lines; those that the viewer has not read are new.
    pub(crate) fn set(&mut self, viewer: Viewer, lines: Vec<Line>) {
        if lines.len() != self.lines.len() {
            self.scroll = 0;
        }
        let read = self.read.iter().find(|(who, _)| *who == viewer);
        // Setup before the first turn is not news.
        let first = || lines.iter().position(begins_turn);
        let before = read.map(|(_, count)| *count).or_else(first);
        self.before = before.unwrap_or(usize::MAX).min(lines.len());
        self.lines = lines;
    }

    /// Marks all lines as read by the viewer they are shown to.
    pub(crate) fn mark_read(&mut self, viewer: Viewer) {
        self.mark_read_but(viewer, 0);
    }

    /// Marks all lines but the last ones as read by the viewer they are shown to.
    pub(crate) fn mark_read_but(&mut self, viewer: Viewer, last: usize) {
        if !self.lines.is_empty() {
            let read = self.lines.len().saturating_sub(last);
            self.read.retain(|(who, _)| *who != viewer);
            self.read.push((viewer, read));
        }
    }

    /// The new events, in paragraphs.
    pub(crate) fn news(&self, seats: &[SeatLine], own: Option<Seat>) -> Vec<Paragraph> {
        let all = self.paragraphs(seats, own);
        all.into_iter().filter(|paragraph| paragraph.new).collect()
    }

    /// All events in paragraphs, for a table with these seats; `own` is the viewer's seat.
    pub(crate) fn paragraphs(&self, seats: &[SeatLine], own: Option<Seat>) -> Vec<Paragraph> {
        let mut turns: Vec<(usize, Vec<&Line>)> = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            match turns.last_mut() {
                Some((_, turn)) if !begins_turn(line) => turn.push(line),
                _ => turns.push((at, vec![line])),
            }
        }
        let names = |seat: &SeatLine| {
            seat.names
                .iter()
                .map(|name| name.to_lowercase())
                .collect::<Vec<_>>()
        };
        let own = own
            .and_then(|own| seats.get(own.index()))
            .map(names)
            .unwrap_or_default();
        let all: Vec<String> = seats.iter().flat_map(names).collect();
        let last = turns.len().saturating_sub(1);
        let paragraphs = turns.iter().enumerate().map(|(place, (at, turn))| {
            let begins = turn.first().is_some_and(|line| begins_turn(line));
            let mine = turn
                .first()
                .is_some_and(|line| own.iter().any(|name| stands_in(&line.text, name)));
            let apart = !begins || mine || place == last || turn.len() <= FEW;
            if apart {
                self.each(*at, turn, &own)
            } else {
                vec![self.summary(*at, turn, &all, &own)]
            }
        });
        paragraphs.flatten().collect()
    }

    fn each(&self, at: usize, turn: &[&Line], own: &[String]) -> Vec<Paragraph> {
        let told = turn.iter().zip(at..).enumerate();
        let told = told.filter(|(place, _)| !is_known(turn, *place));
        let told: Vec<(&&Line, usize)> = told.map(|(_, line)| line).collect();
        let is_new = |at: usize| at >= self.before;
        let alike = |(one, at): &(&&Line, usize), (other, next): &(&&Line, usize)| {
            one.text.contains(DRAW) && one.text == other.text && is_new(*at) == is_new(*next)
        };
        let paragraph = |lines: &[(&&Line, usize)]| {
            let (line, at) = lines[0];
            Paragraph {
                text: cited(line).replacen(DRAW, &draws(lines.len()), 1),
                new: is_new(at),
                hit: hits(line, own),
            }
        };
        told.chunk_by(alike).map(paragraph).collect()
    }

    /// A turn as one sentence: the events that name somebody at the table, without the words that say whose turn it
    /// is.
    fn summary(&self, at: usize, turn: &[&Line], names: &[String], own: &[String]) -> Paragraph {
        let whose = turn.first().map_or("", |line| whose(&line.text));
        let about = |line: &&&Line| names.iter().any(|name| stands_in(&line.text, name));
        let short = |line: &&Line| {
            let text = with_faces(line);
            let text = text.trim_end_matches('.');
            text.strip_prefix(whose)
                .and_then(|rest| rest.strip_prefix(' '))
                .unwrap_or(text)
                .to_string()
        };
        let told = (1..turn.len()).filter(|at| !is_known(turn, *at));
        let told = told.map(|at| &turn[at]).filter(about).map(short);
        let told: Vec<String> = told.collect();
        let done = told.chunk_by(|one, other| one.contains(DRAW) && one == other);
        let done = done.map(|alike| alike[0].replacen(DRAW, &draws(alike.len()), 1));
        let done: Vec<String> = done.collect();
        let done = if done.is_empty() {
            "does nothing".to_string()
        } else {
            done.join("; ")
        };
        Paragraph {
            text: sentence(&format!("{whose}: {done}")),
            new: at + turn.len() > self.before,
            hit: turn.iter().any(|line| hits(line, own)),
        }
    }
}

/// Whether a line says that a card is drawn, and the next line says which.
fn is_known(turn: &[&Line], at: usize) -> bool {
    let who = turn[at].text.trim_end_matches('.').strip_suffix(DRAW);
    let next = turn.get(at + 1).map(|line| line.text.trim_end_matches('.'));
    who.zip(next)
        .and_then(|(who, next)| next.strip_prefix(who))
        .is_some_and(|rest| rest.starts_with("draws ") && rest != DRAW)
}

/// What draws of cards are called that nobody else sees.
fn draws(count: usize) -> String {
    match count {
        1 => DRAW.to_string(),
        count => format!("draws {count} cards"),
    }
}

fn kind(line: &Line) -> &str {
    line.event["kind"].as_str().unwrap_or_default()
}

fn begins_turn(line: &Line) -> bool {
    TURNS.contains(&kind(line))
}

/// The player whose turn a line begins: `Robot 1's turn.` or `turn 3: player 1`.
fn whose(text: &str) -> &str {
    match text.rsplit_once("'s turn") {
        Some((who, _)) => who,
        None => text.rsplit_once(": ").map_or("", |(_, who)| who),
    }
}

/// Whether a line harms a player with one of these names.
fn hits(line: &Line, own: &[String]) -> bool {
    HITS.contains(&kind(line)) && own.iter().any(|name| stands_in(&line.text, name))
}

/// The sentence with dice as symbols.
fn with_faces(line: &Line) -> String {
    let faces = line.event["faces"].as_array();
    let Some(faces) = faces.filter(|_| ROLLS.contains(&kind(line))) else {
        return line.text.clone();
    };
    let numbers = || faces.iter().filter_map(serde_json::Value::as_u64);
    let words = numbers().map(|face| face.to_string()).collect::<Vec<_>>();
    let signs = numbers().filter_map(|face| FACES.get((face as usize).wrapping_sub(1)));
    let signs = signs.copied().collect::<Vec<_>>();
    match line.text.rsplit_once(&words.join(" ")) {
        Some((before, after)) if !words.is_empty() => {
            format!("{before}{}{after}", signs.join(" "))
        }
        _ => line.text.clone(),
    }
}

/// Whether a sentence contains a name, given in lower case, as a whole word.
fn stands_in(text: &str, name: &str) -> bool {
    let text = text.to_lowercase();
    text.match_indices(name).any(|(at, _)| {
        let after = text
            .get(at + name.len()..)
            .and_then(|rest| rest.chars().next());
        let before = text.get(..at).and_then(|rest| rest.chars().next_back());
        !after.is_some_and(char::is_alphanumeric) && !before.is_some_and(char::is_alphanumeric)
    })
}

/// The text of a line as a sentence, with its citations.
pub(crate) fn cited(line: &Line) -> String {
    let text = sentence(&with_faces(line));
    match line.cites.is_empty() {
        true => text,
        false => format!("{text} {CITES}[{}]", line.cites.join(", ")),
    }
}

/// The text with a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// The text with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let stop = if text.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    capital(text) + stop
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line {
        Line {
            text: text.into(),
            cites: vec!["X-1".into()],
            event: serde_json::json!({ "kind": match text {
                text if text.ends_with("turn.") => "turn-began",
                text if text.contains("damage") => "damaged",
                text if text.contains("rolled") => "rolled",
                _ => "",
            }, "faces": [3, 5] }),
        }
    }

    #[test]
    fn draws_are_told_once_and_counted() {
        let texts = [
            "Player 1 draws a card.",
            "Player 1 draws Sniper.",
            "Player 2 draws a card.",
            "Player 2 draws a card.",
            "Player 3's turn.",
            "Player 2 draws a card.",
            "Player 2 draws a card.",
            "Player 2 waits.",
            "Player 1's turn.",
        ];
        let mut log = Log::default();
        let lines = texts.iter().map(|text| line(text)).collect();
        log.set(Viewer::Seat(Seat(0)), lines);
        let seat = |name: &str| SeatLine {
            names: vec![name.into()],
            ..SeatLine::default()
        };
        let seats = ["player 1", "player 2"].map(seat);
        let found = log.paragraphs(&seats, Some(Seat(0)));
        let found: Vec<String> = found.into_iter().map(|p| p.uncited().text).collect();
        let expected = [
            "Player 1 draws Sniper.",
            "Player 2 draws 2 cards.",
            "Player 3: Player 2 draws 2 cards; Player 2 waits.",
            "Player 1's turn.",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn turns_of_others_are_paragraphs() {
        let texts = [
            "It begins.",
            "Robot 1's turn.",
            "Robot 1 waits.",
            "A card slides.",
            "Robot 2's turn.",
            "Robot 2 buys.",
            "Robot 2 has rolled 3 5.",
            "A card slides.",
            "Robot 1 takes 2 damage.",
            "Robot 1's turn.",
        ];
        let mut log = Log::default();
        let own = Viewer::Seat(Seat(0));
        log.set(own, texts[..4].iter().map(|text| line(text)).collect());
        log.mark_read(own);
        log.set(own, texts.iter().map(|text| line(text)).collect());
        let seat = |name: &str| SeatLine {
            names: vec![name.into()],
            ..SeatLine::default()
        };
        let found = log.paragraphs(&[seat("robot 1"), seat("robot 2")], Some(Seat(0)));
        let found: Vec<_> = found
            .iter()
            .map(|p| (p.text.replace(CITES, ""), p.new, p.hit))
            .collect();
        let expected = [
            ("It begins. [X-1]", false, false),
            ("Robot 1's turn. [X-1]", false, false),
            ("Robot 1 waits. [X-1]", false, false),
            ("A card slides. [X-1]", false, false),
            (
                "Robot 2: buys; has rolled ⚂ ⚄; Robot 1 takes 2 damage.",
                true,
                true,
            ),
            ("Robot 1's turn. [X-1]", true, false),
        ];
        assert_eq!(
            found,
            expected.map(|(text, new, hit)| (text.to_string(), new, hit))
        );
        let news = log.news(&[seat("robot 1"), seat("robot 2")], Some(Seat(1)));
        assert_eq!(news.len(), 6, "one's own turn is told line by line");
        assert!(news.iter().all(|paragraph| !paragraph.hit));
        // The same lines after another action: nothing is new for this player, but for the other one.
        log.mark_read(own);
        let new = |log: &Log| log.news(&[], None).len();
        log.set(own, texts.iter().map(|text| line(text)).collect());
        assert_eq!(new(&log), 0);
        log.set(
            Viewer::Seat(Seat(1)),
            texts.iter().map(|text| line(text)).collect(),
        );
        assert!(new(&log) > 0);
    }
}
