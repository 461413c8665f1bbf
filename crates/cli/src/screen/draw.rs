//! Drawing the screen.

use super::app::{App, Focus, Phase};
use super::areas::{Areas, MIN_SIZE};
use super::panes::board;
use super::panes::list::{self, Row, Verb};
use super::panes::page::Popup;
use super::theme::Theme;
use super::wrap;
use crate::commands::transcript::{name, won};
use cardwright::{Seat, Tone, Viewer};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr;

/// Columns of a heading before its words.
pub(super) const HEAD: u16 = 3;

/// Draws everything.
pub(super) fn draw(app: &mut App, frame: &mut Frame<'_>) {
    let area = frame.area();
    if (area.width, area.height) != app.size {
        app.resize((area.width, area.height));
    }
    let screen = frame.buffer_mut();
    if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
        too_small(screen, area);
        return;
    }
    app.areas = Areas::of(app);
    let cursor = parts(app, screen);
    if let Some(mut popup) = app.popup.take() {
        page(app, &mut popup, screen, area);
        app.popup = Some(popup);
    } else {
        frame.set_cursor_position(cursor);
    }
    app.theme.reduce(frame.buffer_mut());
}

/// Everything below a page; returns where one types.
fn parts(app: &mut App, screen: &mut Buffer) -> Position {
    let areas = app.areas;
    seats(app, screen, areas.seats);
    board::draw(app, screen, areas.board);
    legend(app, screen, areas.legend);
    log(app, screen, areas.log);
    card(app, screen, areas.card);
    ask(app, screen, areas.question);
    actions(app, screen, areas.list);
    keys(app, screen, areas.keys);
    line(app, screen, areas.line)
}

/// The question: in the heading of the actions where it fits, else below one.
fn ask(app: &App, screen: &mut Buffer, area: Rect) {
    let text = question(app);
    if area.height != 1 {
        let inner = heading(app.theme, screen, area, "");
        let rows = wrap::painted(
            &text,
            &app.names,
            app.theme,
            inner.width.into(),
            Tone::Strong,
        );
        return put(screen, inner, &rows);
    }
    heading(app.theme, screen, area, &text);
    let rows = wrap::painted(
        &text,
        &app.names,
        app.theme,
        area.width.into(),
        Tone::Strong,
    );
    if let Some(row) = rows.first() {
        screen.set_line(
            area.x + HEAD,
            area.y,
            row,
            area.width.saturating_sub(2 * HEAD),
        );
    }
}

fn too_small(screen: &mut Buffer, area: Rect) {
    let (columns, rows) = MIN_SIZE;
    let text = format!(
        "The terminal is too small: {columns} columns and {rows} rows are needed. Ctrl-C leaves."
    );
    let rows: Vec<Line> = wrap::rows(&text, area.width.into(), 0)
        .into_iter()
        .map(Line::from)
        .collect();
    put(screen, area, &rows);
}

/// Puts lines into an area, as many as fit.
fn put(screen: &mut Buffer, area: Rect, lines: &[Line]) {
    for (line, y) in lines.iter().zip(area.y..area.y + area.height) {
        screen.set_line(area.x, y, line, area.width);
    }
}

/// A heading: a thin line with a word in it.
fn heading(theme: Theme, screen: &mut Buffer, area: Rect, title: &str) -> Rect {
    if area.height == 0 || area.width == 0 {
        return area;
    }
    let faint = theme.style(Tone::Faint);
    let title = if title.is_empty() {
        String::new()
    } else {
        format!(" {title} ")
    };
    let room = usize::from(area.width).saturating_sub(2);
    let title: String = title.chars().take(room).collect();
    let rest = usize::from(area.width).saturating_sub(2 + title.width());
    let line = Line::from(vec![
        Span::styled("──", faint),
        Span::styled(title, theme.style(Tone::Strong)),
        Span::styled("─".repeat(rest), faint),
    ]);
    screen.set_line(area.x, area.y, &line, area.width);
    Rect {
        y: area.y + 1,
        height: area.height - 1,
        ..area
    }
}

/// How the seats stand: who you are, who leads; in as many words as there is room for.
fn seats(app: &App, screen: &mut Buffer, area: Rect) {
    let wide = |spans: &[Span<'_>]| spans.iter().map(|span| span.content.width()).sum::<usize>();
    let long = seat_spans(app, true);
    let spans = if wide(&long) > area.width.into() {
        seat_spans(app, false)
    } else {
        long
    };
    let title = format!("{} ", app.title);
    let free = usize::from(area.width).saturating_sub(wide(&spans));
    screen.set_line(area.x, area.y, &Line::from(spans), area.width);
    if free > title.width() + 2 {
        let x = area.x + area.width - title.width() as u16;
        screen.set_string(x, area.y, title, app.theme.style(Tone::Faint));
    }
}

fn seat_spans(app: &App, long: bool) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    for (at, seat) in app.picture.seats.iter().enumerate() {
        let tone = if seat.out {
            Tone::Faint
        } else {
            seat.tone.unwrap_or(Tone::Seat(Seat(at as u8)))
        };
        let said = seat.names.first().cloned().unwrap_or_default();
        let style = app.theme.style(tone);
        spans.push(Span::raw(if at > 0 { "  " } else { " " }));
        match app.viewer == Viewer::Seat(Seat(at as u8)) {
            true => spans.push(Span::styled(
                format!("you: {said}"),
                style.add_modifier(Modifier::UNDERLINED),
            )),
            false => spans.push(Span::styled(said, style)),
        }
        let standing = if long {
            seat.standing.as_str()
        } else {
            seat.standing.split(' ').next().unwrap_or("")
        };
        spans.push(Span::raw(format!(" {standing}")));
        if seat.leads {
            let leads = if long { " ★ leads" } else { "★" };
            spans.push(Span::styled(leads, app.theme.style(Tone::Strong)));
        }
    }
    spans
}

/// What is asked, and of whom.
pub(super) fn question(app: &App) -> String {
    let seats = app.at.session.seats();
    match app.phase {
        Phase::Asked(_) if app.picks.is_empty() => app.question.text.clone(),
        Phase::Asked(_) => match app.left().as_slice() {
            [_] => format!("{} Enter plays this, Esc goes back.", app.question.text),
            left => format!(
                "{} › {} (Esc goes back)",
                app.question.text,
                list::name(&app.question, left)
            ),
        },
        Phase::Pass(seat) => format!("Pass the keyboard to {}.", name(seats, seat)),
        Phase::Watching => "You are not asked for now. Watch on?".into(),
        Phase::Over(outcome) => {
            let won = won(&app.at.session, seats, outcome);
            match app.viewer {
                Viewer::Seat(seat) if outcome.winners.has(seat) && outcome.winners.len() == 1 => {
                    "The game is over: you win!".into()
                }
                _ => format!("The game is over: {won}."),
            }
        }
    }
}

fn legend(app: &App, screen: &mut Buffer, area: Rect) {
    if area.height < 2 {
        return;
    }
    let columns = usize::from(area.width);
    let style = app.theme.style(Tone::Faint);
    let wrapped = app
        .picture
        .legend
        .iter()
        .flat_map(|line| wrap::rows(line, columns, 2));
    let rows: Vec<Line> = wrapped.map(|row| Line::styled(row, style)).collect();
    put(
        screen,
        Rect {
            y: area.y + 1,
            height: area.height - 1,
            ..area
        },
        &rows,
    );
}

fn log(app: &mut App, screen: &mut Buffer, area: Rect) {
    let inner = heading(app.theme, screen, area, "log");
    if inner.height == 0 || matches!(app.phase, Phase::Pass(_)) {
        return;
    }
    let own = if let Viewer::Seat(seat) = app.viewer {
        Some(seat)
    } else {
        None
    };
    let columns = usize::from(inner.width.saturating_sub(1));
    let rows = |paragraph: &super::panes::log::Paragraph| {
        let tone = if paragraph.new {
            Tone::Plain
        } else {
            Tone::Faint
        };
        wrap::painted(&paragraph.text, &app.names, app.theme, columns, tone)
    };
    let rows: Vec<Line> = app
        .log
        .paragraphs(&app.picture.seats, own)
        .iter()
        .flat_map(rows)
        .collect();
    let spare = rows.len().saturating_sub(inner.height.into());
    app.log.scroll = app.log.scroll.min(spare);
    let first = spare - app.log.scroll;
    put(screen, inner, rows.get(first..).unwrap_or_default());
}

fn card(app: &mut App, screen: &mut Buffer, area: Rect) {
    if area.width == 0 || area.height == 0 {
        return;
    }
    let hidden = matches!(app.phase, Phase::Pass(_));
    let (title, text) = app
        .card_text()
        .filter(|_| !hidden)
        .unwrap_or_else(|| ("card".into(), String::new()));
    let inner = heading(app.theme, screen, area, &title);
    let inner = Rect {
        x: inner.x + 1,
        width: inner.width.saturating_sub(1),
        ..inner
    };
    let rows: Vec<Line> = text
        .lines()
        .flat_map(|line| wrap::rows(line, inner.width.into(), 0))
        .map(Line::from)
        .collect();
    put(screen, inner, &rows);
    if rows.len() > usize::from(inner.height) && inner.height > 0 {
        screen.set_string(
            inner.x + inner.width - 1,
            inner.y + inner.height - 1,
            "…",
            app.theme.accent(),
        );
    }
}

/// The rows of the list that are shown: the chosen one is among them.
pub(super) fn first_row(app: &App) -> usize {
    let high = usize::from(app.areas.list.height).max(1);
    let last = app.rows.len().saturating_sub(high);
    app.chosen.saturating_sub(high / 2).min(last)
}

fn actions(app: &mut App, screen: &mut Buffer, area: Rect) {
    let first = first_row(app);
    let rows: Vec<Row> = app
        .rows
        .iter()
        .skip(first)
        .take(area.height.into())
        .cloned()
        .collect();
    let chosen = app.chosen;
    let numbers: Vec<String> = rows
        .iter()
        .map(|row| list::number(&app.question, row))
        .collect();
    let wide = numbers.iter().map(String::len).max().unwrap_or(0);
    for (at, row) in rows.iter().enumerate() {
        let y = area.y + at as u16;
        let (text, beside) = action(app, row);
        let number = &numbers[at];
        let is_chosen = first + at == chosen;
        let mark = if is_chosen { "▸" } else { " " };
        let columns = usize::from(area.width);
        let left = match wide {
            0 => format!("{mark} {text}"),
            _ => format!("{mark} {number:>wide$}  {text}"),
        };
        let gap = columns.saturating_sub(left.width() + beside.width() + 1);
        let mut spans = vec![Span::raw(left)];
        if gap >= 2 {
            spans.push(Span::styled(
                format!("{}{beside} ", " ".repeat(gap)),
                app.theme.style(Tone::Faint),
            ));
        }
        screen.set_line(area.x, y, &Line::from(spans), area.width);
        if is_chosen && app.focus == Focus::List {
            screen.set_style(
                Rect {
                    y,
                    height: 1,
                    ..area
                },
                app.theme.chosen(),
            );
        }
    }
    let more = app.rows.len().saturating_sub(first + rows.len());
    if more > 0 && area.width > 12 && area.height > 0 {
        let text = format!(" ↓ {more} more");
        let x = area.x + area.width - text.width() as u16;
        screen.set_string(x, area.y + area.height - 1, text, app.theme.accent());
    }
}

/// What a row says, and what stands at its right.
fn action(app: &mut App, row: &Row) -> (String, String) {
    match row {
        Row::Choice(at) => {
            let Some(choice) = app.question.choices.get(*at).cloned() else {
                return Default::default();
            };
            let odds = if app.odds {
                app.card_of(*at).and_then(|id| app.cards.odds(&id))
            } else {
                None
            };
            let beside = match odds {
                Some(odds) => {
                    let each: Vec<String> = odds.iter().map(u32::to_string).collect();
                    format!("{} % with 1-{} dice", each.join("/"), odds.len())
                }
                None if choice.action == choice.text => String::new(),
                None => choice.action,
            };
            (short(app, &choice.text), beside)
        }
        Row::Group { choices, .. } => (
            short(app, &list::name(&app.question, choices)),
            format!("{} actions", choices.len()),
        ),
        Row::Do(verb) => (said(app, *verb), String::new()),
    }
}

/// The phrase of an action; of actions that begin alike, as the question says, only what differs.
fn short(app: &App, phrase: &str) -> String {
    let left = app.left();
    if app.picks.is_empty() || left.len() < 2 {
        return phrase.to_string();
    }
    let alike = list::name(&app.question, &left);
    match phrase.strip_prefix(alike.trim_end_matches('…')) {
        Some(rest) if !rest.is_empty() => format!("… {rest}"),
        _ => phrase.to_string(),
    }
}

fn said(app: &App, verb: Verb) -> String {
    match verb {
        Verb::SitDown => "show my side of the table".into(),
        Verb::Round => "watch one round more".into(),
        Verb::ToTheEnd => "watch to the end".into(),
        Verb::Keep => format!(
            "keep the match in {} and leave",
            app.at.usual_file().display()
        ),
        Verb::Leave if matches!(app.phase, Phase::Over(_)) && !app.at.keeping.named => {
            "leave without keeping it".into()
        }
        Verb::Leave => "leave".into(),
    }
}

/// The line one types in; returns where the cursor stands.
fn line(app: &App, screen: &mut Buffer, area: Rect) -> Position {
    let text = app.line.text();
    let before: String = text.chars().take(app.line.cursor()).collect();
    let room = usize::from(area.width.saturating_sub(3)).max(1);
    let hidden = before.width().saturating_sub(room);
    let mut skipped = 0;
    let shown: String = text
        .chars()
        .skip_while(|c| {
            let skip = skipped < hidden;
            skipped += c.to_string().width();
            skip
        })
        .collect();
    let (begin, style) = match (app.line.is_empty(), app.note.is_empty()) {
        (true, false) => (format!("! {}", app.note), app.theme.style(Tone::Bad)),
        (true, true) => ("> ".to_string(), Style::new()),
        _ => (format!("> {shown}"), Style::new()),
    };
    screen.set_stringn(area.x, area.y, begin, area.width.into(), style);
    let column = if app.line.is_empty() && !app.note.is_empty() {
        0
    } else {
        2 + before.width() - hidden
    };
    Position::new(
        area.x + (column as u16).min(area.width.saturating_sub(1)),
        area.y,
    )
}

fn keys(app: &App, screen: &mut Buffer, area: Rect) {
    let word = app.cursor.map_or("", |at| app.word(at));
    let on_board =
        format!(" {word}  arrows move  Enter pick  Tab next place  Esc back to the list  F1 help");
    let text = match (app.popup.is_some(), app.focus, app.phase) {
        (true, ..) => " ↑↓ PgUp PgDn scroll  Esc close",
        (_, Focus::Board, _) => on_board.as_str(),
        (_, _, Phase::Asked(_)) => {
            " ↑↓ choose  Enter play  Tab board  F1 help  F2 log  F3 odds  ^Z undo  ^C leave"
        }
        _ => " ↑↓ choose  Enter do it  F2 log  ^Z undo  ^C leave",
    };
    screen.set_stringn(
        area.x,
        area.y,
        text,
        area.width.into(),
        app.theme.style(Tone::Faint),
    );
}

/// A page over the table.
fn page(app: &App, popup: &mut Popup, screen: &mut Buffer, area: Rect) {
    let columns = Popup::columns(app.size).min(usize::from(area.width.saturating_sub(2)));
    let paint = |line: &str| -> Vec<Line<'static>> {
        if line.trim().is_empty() {
            return vec![Line::from("")];
        }
        if line.starts_with(' ') || line.contains("   ") {
            // A table: its columns stand as they are where they fit.
            return match line.width() <= columns {
                true => vec![Line::from(line.to_string())],
                false => wrap::rows(line, columns, second_column(line))
                    .into_iter()
                    .map(Line::from)
                    .collect(),
            };
        }
        wrap::painted(line, &app.names, app.theme, columns, Tone::Plain)
    };
    let rows: Vec<Line> = popup.text.lines().flat_map(paint).collect();
    let high = (rows.len() + 2).min(usize::from(area.height.saturating_sub(2))) as u16;
    let wide = (columns + 4) as u16;
    let frame = Rect {
        x: area.x + (area.width.saturating_sub(wide)) / 2,
        y: area.y + (area.height.saturating_sub(high + 1)) / 2,
        width: wide.min(area.width),
        height: high,
    };
    Clear.render(frame, screen);
    border(app.theme, screen, frame, &popup.title);
    let inner = Rect {
        x: frame.x + 2,
        y: frame.y + 1,
        width: frame.width - 4,
        height: frame.height - 2,
    };
    let last = rows.len().saturating_sub(inner.height.into());
    if std::mem::take(&mut popup.at_end) {
        popup.scroll = last;
    }
    popup.scroll = popup.scroll.min(last);
    put(screen, inner, rows.get(popup.scroll..).unwrap_or_default());
    if last > 0 {
        let place = format!(
            " {}-{} of {} ",
            popup.scroll + 1,
            popup.scroll + usize::from(inner.height),
            rows.len()
        );
        let x = frame.x + frame.width.saturating_sub(place.width() as u16 + 2);
        screen.set_string(
            x,
            frame.y + frame.height - 1,
            place,
            app.theme.style(Tone::Faint),
        );
    }
}

/// Where the second column of a row of a table begins: rows that go on below are indented so far.
fn second_column(line: &str) -> usize {
    let begin = line.len() - line.trim_start().len();
    let gap = line[begin..].find("  ").map(|at| begin + at);
    let second = gap.map(|at| at + line[at..].len() - line[at..].trim_start().len());
    second.map_or(begin + 2, |at| line[..at].width()).min(30)
}

fn border(theme: Theme, screen: &mut Buffer, frame: Rect, title: &str) {
    let block = ratatui::widgets::Block::bordered().border_style(theme.style(Tone::Faint));
    let title = if title.is_empty() {
        String::new()
    } else {
        format!(" {title} ")
    };
    block
        .title(Span::styled(title, theme.style(Tone::Strong)))
        .render(frame, screen);
}
