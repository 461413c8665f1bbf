//! Colours and symbols. Without colours, and with ASCII only, everything is still readable.

use crate::output::Out;
use crate::settings::Ground;
use cardwright::Tone;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

/// The colours of seats 1 to 4 on a dark background: blue, vermilion, green, purple; also distinguishable for
/// people with colour blindness.
const ON_DARK: Colours = Colours {
    seats: [75, 214, 78, 176],
    good: 78,
    bad: 203,
    accent: 117,
};
/// The same colours for a light background, dark enough to be read on white.
const ON_LIGHT: Colours = Colours {
    seats: [25, 130, 29, 90],
    good: 28,
    bad: 124,
    accent: 24,
};

/// The colours of a theme, as indices into the 256 colours of a terminal.
struct Colours {
    seats: [u8; 4],
    good: u8,
    bad: u8,
    accent: u8,
}

/// Symbols and their replacements in ASCII.
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
    ("‹", "<"),
    ("›", ">"),
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

/// The abilities of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Theme {
    /// Whether it shows colours.
    pub(super) colour: bool,
    /// Whether its background is light.
    pub(super) light: bool,
    /// Whether it shows characters beyond ASCII.
    pub(super) unicode: bool,
}

impl Theme {
    /// The theme for an output and the settings.
    pub(super) fn of(out: &Out, ground: Ground) -> Self {
        Theme {
            colour: out.colour && ground != Ground::None,
            light: ground == Ground::Light,
            unicode: speaks_unicode(),
        }
    }

    fn colours(self) -> &'static Colours {
        if self.light { &ON_LIGHT } else { &ON_DARK }
    }

    /// The style of a tone.
    pub(super) fn style(self, tone: Tone) -> Style {
        let colours = self.colours();
        match tone {
            Tone::Plain => Style::new(),
            Tone::Faint => Style::new().add_modifier(Modifier::DIM),
            Tone::Strong => Style::new().add_modifier(Modifier::BOLD),
            Tone::Seat(seat) => Style::new()
                .fg(Color::Indexed(
                    colours.seats[seat.index() % colours.seats.len()],
                ))
                .add_modifier(Modifier::BOLD),
            Tone::Good => Style::new().fg(Color::Indexed(colours.good)),
            Tone::Bad => Style::new().fg(Color::Indexed(colours.bad)),
        }
    }

    /// The style of a possible action.
    pub(super) fn accent(self) -> Style {
        Style::new().fg(Color::Indexed(self.colours().accent))
    }

    /// The style of the chosen action.
    pub(super) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Replaces what this terminal cannot show.
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

/// Whether the user's language uses UTF-8, by the first of these variables that is set.
fn speaks_unicode() -> bool {
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
