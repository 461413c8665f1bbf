//! Pictures of the table: a real screen of the program in a pseudo-terminal, drawn as SVG.

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Columns and rows of the screen.
const SIZE: (u16, u16) = (80, 24);
/// A screen counts as complete if nothing changes for this long.
const STILL: Duration = Duration::from_millis(400);
/// The time limit for a screen.
const PATIENCE: Duration = Duration::from_secs(60);
/// The width and height of a character, and the font size, in pixels.
const CELL: (f32, f32, f32) = (8.4, 18.0, 14.0);
/// Blank pixels around the screen.
const EDGE: f32 = 14.0;
/// The colours of the screen: background and text.
const COLOURS: (&str, &str) = ("#14161A", "#ECEAE4");

/// What to show: the program's arguments, and keys with the text to wait for before each.
pub(crate) struct Scene {
    /// The arguments.
    pub(crate) arguments: &'static [&'static str],
    /// The text that must be on the screen, and the keys to press then.
    pub(crate) keys: &'static [(&'static str, &'static str)],
    /// The description for people who cannot see the picture.
    pub(crate) title: &'static str,
}

/// The screen after the last key, as SVG.
///
/// # Errors
/// When the program does not reach the screen.
pub(crate) fn svg(program: &Path, scene: &Scene) -> io::Result<String> {
    let (columns, rows) = SIZE;
    let size = PtySize {
        rows,
        cols: columns,
        pixel_width: 0,
        pixel_height: 0,
    };
    let pair = native_pty_system()
        .openpty(size)
        .map_err(io::Error::other)?;
    let mut command = CommandBuilder::new(program);
    command.args(scene.arguments);
    command.env_clear();
    let home = std::env::temp_dir().join(format!("cardwright-picture-{}", std::process::id()));
    std::fs::create_dir_all(&home)?;
    for (name, value) in [("TERM", "xterm-256color"), ("LANG", "C.UTF-8")] {
        command.env(name, value);
    }
    command.env("XDG_STATE_HOME", &home);
    // Tips for a first game would be above the table.
    std::fs::create_dir_all(home.join("cardwright"))?;
    std::fs::write(home.join("cardwright/config.toml"), "coach = false\n")?;
    command.env("XDG_CONFIG_HOME", &home);
    command.cwd(&home);
    let mut child = pair
        .slave
        .spawn_command(command)
        .map_err(io::Error::other)?;
    drop(pair.slave);
    let mut keys = pair.master.take_writer().map_err(io::Error::other)?;
    let output = reader(pair.master.try_clone_reader().map_err(io::Error::other)?);
    let mut screen = vt100::Parser::new(rows, columns, 0);
    let shown = press_all(&mut screen, &output, &mut keys, scene);
    // In any case, no process is left running.
    let _ = child.kill();
    let _ = child.wait();
    let _ = std::fs::remove_dir_all(&home);
    shown?;
    Ok(drawn(screen.screen(), scene.title))
}

/// The output of the program as it arrives.
fn reader(mut output: Box<dyn Read + Send>) -> Receiver<Vec<u8>> {
    let (send, receive) = channel();
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = output.read(&mut bytes) {
            if send.send(bytes[..count].to_vec()).is_err() {
                return;
            }
        }
    });
    receive
}

fn press_all(
    screen: &mut vt100::Parser,
    output: &Receiver<Vec<u8>>,
    keys: &mut impl Write,
    scene: &Scene,
) -> io::Result<()> {
    for (wanted, pressed) in scene.keys {
        until(screen, output, wanted)?;
        keys.write_all(pressed.as_bytes())?;
        keys.flush()?;
    }
    until(screen, output, "")
}

/// Reads until a text is on the screen and nothing changes any more.
fn until(screen: &mut vt100::Parser, output: &Receiver<Vec<u8>>, wanted: &str) -> io::Result<()> {
    let begin = Instant::now();
    loop {
        match output.recv_timeout(STILL) {
            Ok(bytes) => screen.process(&bytes),
            Err(RecvTimeoutError::Timeout) if screen.screen().contents().contains(wanted) => {
                return Ok(());
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(io::Error::other(format!(
                    "the program has ended before `{wanted}` was shown"
                )));
            }
            Err(RecvTimeoutError::Timeout) if begin.elapsed() > PATIENCE => {
                let text = screen.screen().contents();
                return Err(io::Error::other(format!(
                    "`{wanted}` is not shown:\n{text}"
                )));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// The screen as SVG.
fn drawn(screen: &vt100::Screen, title: &str) -> String {
    let (rows, columns) = screen.size();
    let (wide, high, font) = CELL;
    let (width, height) = (
        2.0 * EDGE + wide * f32::from(columns),
        2.0 * EDGE + high * f32::from(rows),
    );
    let ground = COLOURS.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" font-family=\"'JetBrains Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"{font}\">\n\
         <title>{title}</title>\n<rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{ground}\"/>\n",
        title = escaped(title)
    );
    for row in 0..rows {
        let mut column = 0;
        while column < columns {
            let (text, style) = run(screen, row, column);
            let from = EDGE + wide * f32::from(column);
            let length = text.chars().count() as u16;
            if length == 0 {
                break;
            }
            span(
                &mut svg,
                &text,
                &style,
                (from, EDGE + high * f32::from(row)),
            );
            column += length;
        }
    }
    svg + "</svg>\n"
}

/// The style of characters.
#[derive(Clone, PartialEq)]
struct Look {
    ink: String,
    ground: Option<String>,
    bold: bool,
    faint: bool,
    underlined: bool,
}

impl Look {
    fn plain() -> Self {
        let ink = COLOURS.1.to_string();
        Look {
            ink,
            ground: None,
            bold: false,
            faint: false,
            underlined: false,
        }
    }
}

fn look(cell: &vt100::Cell) -> Look {
    let ink = colour(cell.fgcolor()).unwrap_or_else(|| COLOURS.1.to_string());
    let ground = colour(cell.bgcolor());
    let (ink, ground) = match cell.inverse() {
        true => (ground.unwrap_or_else(|| COLOURS.0.to_string()), Some(ink)),
        false => (ink, ground),
    };
    Look {
        ink,
        ground,
        bold: cell.bold(),
        faint: cell.dim(),
        underlined: cell.underline(),
    }
}

/// The characters of a row with the same style, from a column on.
fn run(screen: &vt100::Screen, row: u16, from: u16) -> (String, Look) {
    let cell = |column| screen.cell(row, column);
    let Some(style) = cell(from).map(look) else {
        return (String::new(), Look::plain());
    };
    let sign = |cell: &vt100::Cell| cell.contents().chars().next().unwrap_or(' ');
    let alike =
        (from..screen.size().1).map_while(|column| cell(column).filter(|cell| look(cell) == style));
    (alike.map(sign).collect(), style)
}

fn span(svg: &mut String, text: &str, style: &Look, (x, y): (f32, f32)) {
    let (wide, high, _) = CELL;
    let length = wide * text.chars().count() as f32;
    if let Some(ground) = &style.ground {
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{length:.1}\" height=\"{high}\" fill=\"{ground}\"/>"
        );
    }
    let shown = text.trim_end();
    if shown.is_empty() {
        return;
    }
    let blank = shown.chars().take_while(|c| *c == ' ').count();
    let (x, shown) = (x + wide * blank as f32, shown.trim_start());
    let length = wide * shown.chars().count() as f32;
    let weight = if style.bold {
        " font-weight=\"bold\""
    } else {
        ""
    };
    let faint = if style.faint { " opacity=\"0.62\"" } else { "" };
    let line = if style.underlined {
        " text-decoration=\"underline\""
    } else {
        ""
    };
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{:.1}\" textLength=\"{length:.1}\" lengthAdjust=\"spacingAndGlyphs\" \
         xml:space=\"preserve\" fill=\"{}\"{weight}{faint}{line}>{}</text>",
        y + 0.76 * high,
        style.ink,
        escaped(shown)
    );
}

/// A colour of the palette of 256.
fn colour(colour: vt100::Color) -> Option<String> {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |n: u8| STEPS[usize::from(n % 6)];
    match colour {
        vt100::Color::Default => None,
        vt100::Color::Rgb(red, green, blue) => Some(format!("#{red:02X}{green:02X}{blue:02X}")),
        vt100::Color::Idx(n @ 16..=231) => {
            let n = n - 16;
            Some(format!(
                "#{:02X}{:02X}{:02X}",
                step(n / 36),
                step(n / 6),
                step(n)
            ))
        }
        vt100::Color::Idx(n @ 232..) => {
            let grey = 8 + 10 * (n - 232);
            Some(format!("#{grey:02X}{grey:02X}{grey:02X}"))
        }
        // The screen uses none of the 16 colours that terminals define differently.
        vt100::Color::Idx(_) => None,
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
