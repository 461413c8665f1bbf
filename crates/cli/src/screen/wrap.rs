//! Wraps sentences over several rows, with the names of seats in their colours.

use super::theme::Theme;
use cardwright::{Picture, Seat, Tone};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// Marks the start of a sentence's citations; it takes no column.
pub(super) const CITES: char = '\u{2060}';
/// Keeps the two words of a name in one row.
const TOGETHER: char = '\u{a0}';

/// The names of seats in lower case, longest first, each with its colour.
#[derive(Clone, Default)]
pub(super) struct Names(Vec<(String, Tone)>);

impl Names {
    /// The names in a picture.
    pub(super) fn of(picture: &Picture) -> Self {
        let seats = picture.seats.iter().zip(0..);
        let mut names: Vec<_> = seats
            .flat_map(|(line, seat)| {
                let tone = line.tone.unwrap_or(Tone::Seat(Seat(seat)));
                line.names
                    .iter()
                    .map(move |name| (name.to_lowercase(), tone))
            })
            .collect();
        names.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then_with(|| a.0.cmp(&b.0)));
        Names(names)
    }

    /// The name at the beginning of a text: its length and colour.
    fn at(&self, text: &str) -> Option<(usize, Tone)> {
        let begins = |(name, _): &&(String, Tone)| {
            let head = text
                .get(..name.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(name));
            head && !text[name.len()..].starts_with(|c: char| c.is_alphanumeric())
        };
        self.0
            .iter()
            .find(begins)
            .map(|(name, tone)| (name.len(), *tone))
    }
}

/// Wraps a text into rows of a maximum width; all rows but the first are indented.
pub(super) fn rows(text: &str, columns: usize, indent: usize) -> Vec<String> {
    let indent = " ".repeat(indent.min(columns.saturating_sub(8)));
    let options = textwrap::Options::new(columns.max(1))
        .subsequent_indent(&indent)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(text, options)
        .into_iter()
        .map(String::from)
        .collect()
}

/// The text, shortened with `…` if it has more columns than there are.
pub(super) fn cut(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.into();
    }
    let short: String = text.chars().take(columns.saturating_sub(1)).collect();
    short + "…"
}

/// Wraps a sentence into coloured rows; citations after [`CITES`] are faint.
pub(super) fn painted(
    text: &str,
    names: &Names,
    theme: Theme,
    columns: usize,
    base: Tone,
) -> Vec<Line<'static>> {
    let mut faint = false;
    let whole = together(text, names);
    rows(&whole, columns, 2)
        .iter()
        .map(|row| paint(row, names, theme, base, &mut faint))
        .collect()
}

/// The text with its names protected from wrapping.
fn together(text: &str, names: &Names) -> String {
    let mut joined = String::new();
    let (mut rest, mut before) = (text, ' ');
    while let Some(c) = rest.chars().next() {
        let name = if before.is_alphanumeric() {
            None
        } else {
            names.at(rest)
        };
        let length = name.map_or(c.len_utf8(), |(length, _)| length);
        let (piece, more) = rest.split_at(length);
        let piece = if name.is_some() {
            piece.replace(' ', &TOGETHER.to_string())
        } else {
            piece.to_string()
        };
        joined += &piece;
        before = piece.chars().next_back().unwrap_or(' ');
        rest = more;
    }
    joined
}

fn paint(row: &str, names: &Names, theme: Theme, base: Tone, faint: &mut bool) -> Line<'static> {
    let row = row.replace(TOGETHER, " ");
    let (mut spans, mut plain) = (Vec::new(), String::new());
    let (mut rest, mut before) = (row.as_str(), ' ');
    let style = |faint: bool| theme.style(if faint { Tone::Faint } else { base });
    while let Some(c) = rest.chars().next() {
        let name = if *faint || before.is_alphanumeric() {
            None
        } else {
            names.at(rest)
        };
        if let Some((length, tone)) = name {
            spans.push(Span::styled(std::mem::take(&mut plain), style(*faint)));
            spans.push(Span::styled(rest[..length].to_string(), theme.style(tone)));
            before = rest[..length].chars().next_back().unwrap_or(' ');
            rest = &rest[length..];
            continue;
        }
        if ('⚀'..='⚅').contains(&c) && !*faint {
            spans.push(Span::styled(std::mem::take(&mut plain), style(*faint)));
            spans.push(Span::styled(c.to_string(), theme.style(Tone::Strong)));
        } else if c == CITES {
            spans.push(Span::styled(std::mem::take(&mut plain), style(*faint)));
            *faint = true;
        } else {
            plain.push(c);
        }
        before = c;
        rest = &rest[c.len_utf8()..];
    }
    spans.push(Span::styled(plain, style(*faint)));
    Line::from(spans)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright::SeatLine;

    #[test]
    fn names_are_coloured_and_never_broken() {
        let line = SeatLine {
            names: vec!["robot 1".into()],
            ..SeatLine::default()
        };
        let names = Names::of(&Picture {
            seats: vec![line],
            ..Picture::new()
        });
        let theme = Theme {
            colour: true,
            light: false,
            unicode: true,
        };
        let text = format!("Robots hit Robot 1 and robot 12 and robot 1.{CITES} [MB-1.1, MB-2.1]");
        let rows = painted(&text, &names, theme, 16, Tone::Plain);
        let shown: Vec<String> = rows.iter().map(Line::to_string).collect();
        assert_eq!(
            shown,
            [
                "Robots hit",
                "  Robot 1 and",
                "  robot 12 and",
                "  robot 1.",
                "  [MB-1.1,",
                "  MB-2.1]"
            ]
        );
        let coloured = rows
            .iter()
            .flat_map(|row| &row.spans)
            .filter(|span| span.style.fg.is_some());
        assert_eq!(
            coloured
                .map(|span| span.content.as_ref())
                .collect::<Vec<_>>(),
            ["Robot 1", "robot 1"]
        );
    }
}
