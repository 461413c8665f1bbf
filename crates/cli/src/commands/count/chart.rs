//! Charts of values with their 95 % intervals, as SVG.

use std::fmt::Write as _;

/// The width of a chart in pixels.
const WIDTH: f64 = 720.0;
/// The width of the labels, and of the space at the right edge.
const LABELS: f64 = 220.0;
const EDGE: f64 = 24.0;
/// The heights of a row, of a title, and of the scale under a panel.
const ROW: f64 = 22.0;
const TITLE: f64 = 34.0;
const SCALE: f64 = 30.0;
/// The maximum number of characters of a label.
const LETTERS: usize = 30;

/// A value with its 95 % interval.
pub(super) struct Row {
    pub(super) label: String,
    pub(super) value: f64,
    pub(super) interval: [f64; 2],
    /// Whether it is drawn in the colour that stands out.
    pub(super) marked: bool,
}

/// A chart of values of one kind, with a scale of its own.
pub(super) struct Panel {
    pub(super) title: String,
    /// What the values are compared with: a line from top to bottom.
    pub(super) reference: f64,
    pub(super) rows: Vec<Row>,
}

/// The panels below each other, as an SVG document.
pub(super) fn svg(panels: &[Panel]) -> String {
    let height: f64 = panels
        .iter()
        .map(|panel| TITLE + SCALE + ROW * panel.rows.len() as f64)
        .sum();
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    let mut top = 0.0;
    for panel in panels {
        draw(&mut text, panel, top);
        top += TITLE + SCALE + ROW * panel.rows.len() as f64;
    }
    text + "</svg>\n"
}

/// Draws a panel. Writing to a text cannot fail.
fn draw(text: &mut String, panel: &Panel, top: f64) {
    let ends = panel.rows.iter().flat_map(|row| row.interval);
    let ends = ends.filter(|end| end.is_finite());
    let (low, high) = ends.fold((panel.reference, panel.reference), |(low, high), end| {
        (low.min(end), high.max(end))
    });
    let step = step(high - low);
    let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
    let wide = (high - low).max(step);
    let x = |value: f64| LABELS + (value.clamp(low, high) - low) / wide * (WIDTH - LABELS - EDGE);
    let (first, last) = (top + TITLE, top + TITLE + ROW * panel.rows.len() as f64);
    let _ = writeln!(
        text,
        "<text x=\"12\" y=\"{:.1}\" font-weight=\"bold\">{}</text>",
        top + 22.0,
        escaped(&panel.title)
    );
    for nth in 0..=(wide / step).round() as u32 {
        let at = low + f64::from(nth) * step;
        let place = x(at);
        let _ = writeln!(
            text,
            "<path d=\"M{place:.1} {first:.1}V{last:.1}\" stroke=\"#ddd\"/><text x=\"{place:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#555\" font-size=\"11\">{}</text>",
            last + 16.0,
            number(at, step)
        );
    }
    let even = x(panel.reference);
    let _ = writeln!(
        text,
        "<path d=\"M{even:.1} {first:.1}V{last:.1}\" stroke=\"#555\" stroke-dasharray=\"4 3\"/>"
    );
    for (nth, row) in panel.rows.iter().enumerate() {
        let y = first + ROW * (nth as f64 + 0.5);
        let colour = if row.marked { "#b3261e" } else { "#1f4e79" };
        let label: String = row.label.chars().take(LETTERS).collect();
        let [from, to] = row.interval.map(x);
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text><path d=\"M{from:.1} {y:.1}H{to:.1}\" stroke=\"{colour}\" stroke-width=\"2\"/><circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"/>",
            LABELS - 12.0,
            y + 4.5,
            escaped(&label),
            x(row.value)
        );
    }
}

/// The distance of the lines of a scale: 1, 2 or 5 times a power of ten, so that there are four to ten lines.
fn step(range: f64) -> f64 {
    if !range.is_finite() || range <= 0.0 {
        return 1.0;
    }
    let power = 10f64.powf((range / 5.0).log10().floor());
    let times = [1.0, 2.0, 5.0, 10.0];
    let enough = times
        .into_iter()
        .find(|times| range / (power * times) <= 6.0);
    power * enough.unwrap_or(10.0)
}

/// A number of a scale, with as many digits as its step needs.
fn number(at: f64, step: f64) -> String {
    let digits = (-step.log10().floor()).max(0.0) as usize;
    let text = format!("{at:.digits$}");
    match text
        .trim_start_matches('-')
        .chars()
        .all(|c| matches!(c, '0' | '.'))
    {
        true => "0".into(),
        false => text,
    }
}

/// A text inside an element of SVG or HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_step(range: f64, expected: f64) {
        assert!((step(range) - expected).abs() < 1e-9, "{range}");
    }

    #[test]
    fn a_scale_has_a_few_round_numbers() {
        check_step(0.0, 1.0);
        check_step(f64::NAN, 1.0);
        check_step(4.0, 1.0);
        check_step(6.0, 1.0);
        check_step(6.1, 2.0);
        check_step(30.0, 5.0);
        check_step(31.0, 10.0);
        check_step(0.12, 0.02);
        assert_eq!(number(-0.0, 0.1), "0");
        assert_eq!(number(-0.25, 0.05), "-0.25");
        assert_eq!(number(200.0, 50.0), "200");
    }

    #[test]
    fn intervals_and_the_reference_lie_where_the_scale_says() {
        let row = |label: &str, value: f64, interval, marked| Row {
            label: label.into(),
            value,
            interval,
            marked,
        };
        let panel = Panel {
            title: "a < b & c".into(),
            reference: 0.0,
            rows: vec![
                row("plain", 2.0, [1.0, 3.0], false),
                row(&"x".repeat(99), -1.0, [-2.0, 0.0], true),
            ],
        };
        let text = svg(&[panel]);
        // From -2 to 3, 476 pixels wide: 95.2 pixels are 1.
        for part in [
            "a &lt; b &amp; c",
            "M505.6 45.0H696.0\" stroke=\"#1f4e79\"",
            "cx=\"600.8\" cy=\"45.0\"",
            "M220.0 67.0H410.4\" stroke=\"#b3261e\"",
            "M410.4 34.0V78.0\" stroke=\"#555\"",
            &format!(">{}<", "x".repeat(LETTERS)),
            "height=\"108\"",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }
}
