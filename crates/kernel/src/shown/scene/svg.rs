//! A scene as SVG text.

use super::{Anchor, Coord, Item, Mark, Scene, Shade, Shape};
use std::fmt::Write;

/// The list of fonts; the first available one is used.
const FONTS: &str = "Inter, 'DejaVu Sans', Arial, sans-serif";
/// The opacity of a translucent shape in percent.
const FAINT: u32 = 35;

/// Every shade with the letters of its class, and its colours for light and dark backgrounds.
const TONES: [(Shade, &str, &str, &str); 12] = [
    (Shade::Ground, "gr", "#F6F4EF", "#14161A"),
    (Shade::Panel, "pa", "#FFFFFF", "#1C1F25"),
    (Shade::Ink, "in", "#1B1D21", "#ECEAE4"),
    (Shade::Muted, "mu", "#5C6168", "#9AA0A8"),
    (Shade::Line, "li", "#D9D5CC", "#343943"),
    (Shade::White, "wh", "#FFFFFF", "#F6F4EF"),
    (Shade::Black, "bl", "#1B1D21", "#0B0C0E"),
    (Shade::Blue, "s1", "#0072B2", "#2F93CC"),
    (Shade::Orange, "s2", "#D55E00", "#EE7F2B"),
    (Shade::Green, "s3", "#009E73", "#2DB98F"),
    (Shade::Purple, "s4", "#A64D8C", "#C272AB"),
    (Shade::Red, "re", "#B3261E", "#D8574F"),
];

/// The class and colour of a shade.
fn look(tone: Shade) -> (&'static str, &'static str) {
    let found = TONES.iter().find(|(other, ..)| *other == tone);
    found.map_or(("in", "#1B1D21"), |(_, class, light, _)| (class, light))
}

/// Writes the whole SVG document.
pub(super) fn write(scene: &Scene) -> String {
    let (width, height) = scene.size;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-labelledby=\"title about\" font-family=\"{FONTS}\" \
         stroke-linejoin=\"round\" stroke-linecap=\"round\">\n"
    );
    let _ = writeln!(
        text,
        "<title id=\"title\">{}</title>",
        escaped(&scene.title)
    );
    let _ = writeln!(text, "<desc id=\"about\">{}</desc>", escaped(&scene.about));
    text.push_str(&dark());
    let ground = Mark::rect((0, 0), scene.size, 0).fill(Shade::Ground);
    mark(&mut text, &ground, &paint(&ground));
    scene.items.iter().for_each(|item| put(&mut text, item));
    text.push_str("</svg>\n");
    text
}

/// The style sheet for dark backgrounds. Programs without style sheets use the colours of the shapes.
fn dark() -> String {
    let rule = |(_, class, _, dark): &(Shade, &str, &str, &str)| {
        format!(".f-{class}{{fill:{dark}}}.s-{class}{{stroke:{dark}}}")
    };
    let rules: String = TONES.iter().map(rule).collect();
    format!("<style>@media (prefers-color-scheme: dark){{{rules}}}</style>\n")
}

fn put(text: &mut String, item: &Item) {
    let named = !item.label.is_empty() || !item.place.is_empty();
    if named {
        let place = match item.place.is_empty() {
            true => String::new(),
            false => format!(" data-place=\"{}\"", escaped(&item.place)),
        };
        let _ = write!(text, "<g{place}>");
        if !item.label.is_empty() {
            let _ = write!(text, "<title>{}</title>", escaped(&item.label));
        }
        text.push('\n');
    }
    item.marks
        .iter()
        .for_each(|shape| mark(text, shape, &paint(shape)));
    if named {
        text.push_str("</g>\n");
    }
}

/// The colour attributes of a shape.
fn paint(mark: &Mark) -> String {
    let mut classes = Vec::new();
    let mut said = String::new();
    match mark.fill.map(look) {
        None => said.push_str(" fill=\"none\""),
        Some((class, light)) => {
            classes.push(format!("f-{class}"));
            let _ = write!(said, " fill=\"{light}\"");
        }
    }
    if let Some((class, light)) = mark.line.map(look) {
        classes.push(format!("s-{class}"));
        let _ = write!(said, " stroke=\"{light}\" stroke-width=\"{}\"", mark.width);
    }
    if mark.faint {
        let _ = write!(said, " opacity=\"0.{FAINT}\"");
    }
    match classes.is_empty() {
        true => said,
        false => format!(" class=\"{}\"{said}", classes.join(" ")),
    }
}

fn mark(text: &mut String, mark: &Mark, paint: &str) {
    let line = match &mark.shape {
        Shape::Rect { at, size, round } => {
            let ((x, y), (width, height)) = (at, size);
            let round = if *round > 0 {
                format!(" rx=\"{round}\"")
            } else {
                String::new()
            };
            format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round}{paint}/>"
            )
        }
        Shape::Circle { at: (x, y), radius } => {
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{paint}/>")
        }
        Shape::Polygon { points } => {
            let point = |(x, y): &Coord| format!("{x},{y}");
            let points: Vec<_> = points.iter().map(point).collect();
            format!("<polygon points=\"{}\"{paint}/>", points.join(" "))
        }
        Shape::Lines { lines } => {
            let line = |((x, y), (to_x, to_y)): &(Coord, Coord)| format!("M{x} {y}L{to_x} {to_y}");
            format!(
                "<path d=\"{}\"{paint}/>",
                lines.iter().map(line).collect::<String>()
            )
        }
        Shape::Text {
            at: (x, y),
            text,
            size,
            anchor,
            bold,
        } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let weight = if *bold { " font-weight=\"bold\"" } else { "" };
            let text = escaped(text);
            format!(
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}{weight}{paint}>{text}</text>"
            )
        }
    };
    let _ = writeln!(text, "{line}");
}

/// Escapes text for elements and attributes. Characters that XML does not allow become spaces.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {
                escaped.push(' ')
            }
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_written_and_text_cannot_break_out() {
        let mut scene = Scene::new("a <b> & \"c\"", "line\none", (40, 20));
        let wall = Mark::rect((1, 2), (3, 4), 1)
            .fill(Shade::White)
            .line(Shade::Ink, 2);
        let disc = Mark::circle((5, 6), 7).fill(Shade::Green).faint();
        scene.put(Item::new("wall <1>", "5,3").with(wall).with(disc));
        let lines = Mark::lines([((0, 0), (1, 1)), ((2, 2), (3, 3))]).line(Shade::Line, 1);
        let area = Mark::polygon([(0, 0), (1, 0), (0, 1)]).fill(Shade::Orange);
        let word = Mark::text((9, 9), 8, Anchor::Middle, "<&>")
            .fill(Shade::Ink)
            .bold();
        scene.put(Item::plain().with(lines).with(area).with(word));
        let line = |anchor| Mark::text((1, 1), 8, anchor, "x");
        scene.put(
            Item::new("", "a1")
                .with(line(Anchor::Start))
                .with(line(Anchor::End)),
        );
        let text = scene.svg();
        assert!(text.contains(".f-gr{fill:#14161A}.s-gr{stroke:#14161A}.f-pa{"));
        let body: Vec<&str> = text
            .lines()
            .filter(|line| !line.contains("<style>"))
            .collect();
        assert_eq!(
            body[1..],
            [
                "<title id=\"title\">a &lt;b&gt; &amp; &quot;c&quot;</title>",
                "<desc id=\"about\">line one</desc>",
                "<rect x=\"0\" y=\"0\" width=\"40\" height=\"20\" class=\"f-gr\" fill=\"#F6F4EF\"/>",
                "<g data-place=\"5,3\"><title>wall &lt;1&gt;</title>",
                "<rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" rx=\"1\" class=\"f-wh s-in\" fill=\"#FFFFFF\" \
                 stroke=\"#1B1D21\" stroke-width=\"2\"/>",
                "<circle cx=\"5\" cy=\"6\" r=\"7\" class=\"f-s3\" fill=\"#009E73\" opacity=\"0.35\"/>",
                "</g>",
                "<path d=\"M0 0L1 1M2 2L3 3\" class=\"s-li\" fill=\"none\" stroke=\"#D9D5CC\" \
                 stroke-width=\"1\"/>",
                "<polygon points=\"0,0 1,0 0,1\" class=\"f-s2\" fill=\"#D55E00\"/>",
                "<text x=\"9\" y=\"9\" font-size=\"8\" text-anchor=\"middle\" font-weight=\"bold\" \
                 class=\"f-in\" fill=\"#1B1D21\">&lt;&amp;&gt;</text>",
                "<g data-place=\"a1\">",
                "<text x=\"1\" y=\"1\" font-size=\"8\" fill=\"none\">x</text>",
                "<text x=\"1\" y=\"1\" font-size=\"8\" text-anchor=\"end\" fill=\"none\">x</text>",
                "</g>",
                "</svg>",
            ]
        );
    }

    #[test]
    fn every_tone_has_a_look_of_its_own() {
        for (at, (tone, class, light, dark)) in TONES.iter().enumerate() {
            assert_eq!(look(*tone), (*class, *light));
            assert!(light.len() == 7 && dark.len() == 7, "{tone:?}");
            assert!(
                TONES[..at].iter().all(|(_, other, ..)| other != class),
                "{class}"
            );
        }
    }
}
