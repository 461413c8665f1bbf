//! Colours: those of the seats, and red for damage. Without colours, the text is the same.

use cardwright::Shade;
use clap::builder::styling::{AnsiColor, Style};

/// The colours of seats 1 to 4, and of robots and players with these numbers.
const SEATS: [AnsiColor; 4] = [
    AnsiColor::Blue,
    AnsiColor::Yellow,
    AnsiColor::Green,
    AnsiColor::Magenta,
];
/// The words before a number that names a seat.
const NAMED: [&str; 3] = ["robot", "player", "seat"];

/// Letters of a board in the colour of a shade.
pub(crate) fn tone(tone: Shade, text: &str) -> String {
    let colour = match tone {
        Shade::Blue => AnsiColor::Blue,
        Shade::Orange => AnsiColor::Yellow,
        Shade::Green => AnsiColor::Green,
        Shade::Purple => AnsiColor::Magenta,
        Shade::Red => AnsiColor::Red,
        Shade::Ground
        | Shade::Panel
        | Shade::Ink
        | Shade::Muted
        | Shade::Line
        | Shade::White
        | Shade::Black => {
            return text.to_string();
        }
    };
    let style = colour.on_default().bold();
    format!("{style}{text}{style:#}")
}

/// A text with seats and damage in colour.
pub(crate) fn paint(text: &str) -> String {
    let words: Vec<&str> = text.split_inclusive(' ').collect();
    let mut painted = String::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let next = words.get(at + 1).copied().unwrap_or("");
        match pair(word, next) {
            Some((style, length)) => {
                let (inside, rest) = next.split_at(length);
                painted += &format!("{style}{word}{inside}{style:#}{rest}");
                at += 2;
            }
            None => {
                painted += word;
                at += 1;
            }
        }
    }
    painted
}

/// The style of two words that belong together, and the number of characters of the second that it covers.
fn pair(word: &str, next: &str) -> Option<(Style, usize)> {
    let plain = |word: &str| {
        word.trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase()
    };
    if NAMED.contains(&plain(word).as_str()) {
        let digit = next.chars().next()?.to_digit(10)? as usize;
        let side = usize::from(matches!(next.as_bytes().get(1), Some(b'L' | b'R')));
        let alone = next
            .chars()
            .nth(1 + side)
            .is_none_or(|c| !c.is_ascii_digit());
        let colour = SEATS.get(digit.checked_sub(1)?).filter(|_| alone)?;
        return Some((colour.on_default().bold(), 1 + side));
    }
    let counts = word.trim_end().parse::<u32>().is_ok();
    (counts && plain(next) == "damage").then(|| (AnsiColor::Red.on_default(), "damage".len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with brackets around the coloured parts.
    fn shown(text: &str) -> String {
        let painted = paint(text).replace("\x1b[0m", "]");
        let parts: Vec<&str> = painted.split("\x1b[").collect();
        let mut shown = parts[0].to_string();
        for part in &parts[1..] {
            let (_, rest) = part.split_once('m').unwrap();
            shown += if shown.ends_with('[') { "" } else { "[" };
            shown += rest;
        }
        shown
    }

    #[test]
    fn seats_and_damage_are_coloured_and_nothing_is_lost() {
        assert_eq!(
            shown("Robot 3 takes 2 damage and has 13 energy."),
            "[Robot 3] takes [2 damage] and has 13 energy."
        );
        assert_eq!(
            shown("deflected from robot 1R to robot 4."),
            "deflected from [robot 1R] to [robot 4]."
        );
        assert_eq!(
            shown("robot 12 and robots 1, 2"),
            "robot 12 and robots 1, 2"
        );
        assert_eq!(shown("  > Robot 1\n"), "  > [Robot 1]\n");
        assert_eq!(shown("damage"), "damage");
        assert_eq!(shown("3 damage"), "[3 damage]");
        assert_eq!(shown("3 damage."), "[3 damage].");
        assert_eq!(shown("x damage, 3 damages"), "x damage, 3 damages");
        assert_eq!(
            shown("(player 2) and seat 4L"),
            "[(player 2]) and [seat 4L]"
        );
        assert_eq!(
            shown("robot 0, robot 5, robot, robot X and robot 1L2"),
            "robot 0, robot 5, robot, robot X and robot 1L2"
        );
    }

    #[test]
    fn every_seat_and_every_shade_has_its_colour() {
        let code = |text: &str| {
            let (_, code) = text.split_once("\x1b[").unwrap_or_default();
            code.split_once('m').map(|(code, _)| code.to_owned())
        };
        let codes = |texts: [String; 5]| texts.map(|text| code(&text).unwrap_or_default());
        let robots = ["Robot 1", "robot 2", "player 3", "seat 4", "2 damage"];
        assert_eq!(
            codes(robots.map(paint)),
            ["1", "1", "1", "1", "31"],
            "seats are bold"
        );
        let seats = ["34", "33", "32", "35"];
        for (text, colour) in robots.iter().zip(seats) {
            assert!(paint(text).contains(&format!("\x1b[{colour}m")), "{text}");
        }
        use Shade::{
            Black, Blue, Green, Ground, Ink, Line, Muted, Orange, Panel, Purple, Red, White,
        };
        for (shade, colour) in [Blue, Orange, Green, Purple, Red]
            .into_iter()
            .zip(["34", "33", "32", "35", "31"])
        {
            let shown = tone(shade, "x");
            assert!(
                shown.contains(&format!("\x1b[{colour}m")),
                "{shade:?}: {shown:?}"
            );
            assert!(shown.contains("mx\x1b["), "{shade:?}: {shown:?}");
        }
        for shade in [Ground, Panel, Ink, Muted, Line, White, Black] {
            assert_eq!(tone(shade, "x"), "x", "{shade:?}");
        }
    }
}
