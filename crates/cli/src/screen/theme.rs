//! Colours and signs. Without colours, and without more than ASCII, everything still reads.

use cardwright::Tone;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

/// The colours of seats 1 to 4: blue, vermilion, green, purple; chosen to differ for people who see few colours.
const SEATS: [Color; 4] = [
    Color::Indexed(75),
    Color::Indexed(214),
    Color::Indexed(78),
    Color::Indexed(176),
];

/// Signs and what stands for them in ASCII.
const SIGNS: &[(&str, &str)] = &[
    ("─", "-"),
    ("│", "|"),
    ("┌", "+"),
    ("┐", "+"),
    ("└", "+"),
    ("┘", "+"),
    ("├", "+"),
    ("┤", "+"),
    ("█", "#"),
    ("░", "."),
    ("▒", "%"),
    ("▸", ">"),
    ("★", "*"),
    ("▣", "?"),
    ("·", "."),
    ("…", "~"),
    ("○", "o"),
    ("●", "x"),
    ("◉", "R"),
    ("☺", "@"),
    ("×", "x"),
    ("–", "-"),
    ("—", "-"),
    ("−", "-"),
    ("↑", "^"),
    ("↓", "v"),
    ("←", "<"),
    ("→", ">"),
    ("⚀", "1"),
    ("⚁", "2"),
    ("⚂", "3"),
    ("⚃", "4"),
    ("⚄", "5"),
    ("⚅", "6"),
    ("’", "'"),
    ("é", "e"),
    ("è", "e"),
    ("ê", "e"),
    ("à", "a"),
    ("ç", "c"),
    ("ü", "u"),
    ("ö", "o"),
    ("ä", "a"),
    ("í", "i"),
    ("ó", "o"),
    ("ñ", "n"),
    ("á", "a"),
    ("ã", "a"),
];

/// What the terminal shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Theme {
    /// Whether it shows colours.
    pub(super) colour: bool,
    /// Whether it shows more than ASCII.
    pub(super) unicode: bool,
}

impl Theme {
    /// The style of a tone.
    pub(super) fn style(self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => Style::new(),
            Tone::Faint => Style::new().add_modifier(Modifier::DIM),
            Tone::Strong => Style::new().add_modifier(Modifier::BOLD),
            Tone::Seat(seat) => Style::new()
                .fg(SEATS[seat.index() % SEATS.len()])
                .add_modifier(Modifier::BOLD),
            Tone::Good => Style::new().fg(Color::Indexed(78)),
            Tone::Bad => Style::new().fg(Color::Indexed(203)),
        }
    }

    /// What may be done.
    pub(super) fn accent(self) -> Style {
        Style::new().fg(Color::Indexed(117))
    }

    /// What is chosen.
    pub(super) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Takes out of a drawn screen what this terminal cannot show.
    pub(super) fn reduce(self, screen: &mut Buffer) {
        for cell in &mut screen.content {
            if !self.colour {
                (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
            }
            if !self.unicode && !cell.symbol().is_ascii() {
                let known = SIGNS.iter().find(|(sign, _)| *sign == cell.symbol());
                cell.set_symbol(known.map_or("?", |(_, plain)| plain));
            }
        }
    }
}

/// Whether the user's language is written in UTF-8, by the first of these variables that is set.
pub(super) fn speaks_unicode() -> bool {
    let set = |name: &&str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set);
    match locale {
        Some(locale) => {
            let locale = locale.to_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        }
        None => cfg!(windows),
    }
}
