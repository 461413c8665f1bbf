//! Draws the screen.

use super::app::{App, Focus, HINT, Phase};
use super::areas::{Areas, MIN_SIZE};
use super::panes::list::Step;
use super::panes::list::{self, Row, Verb};
use super::panes::log::{Paragraph, capital};
use super::panes::page::Popup;
use super::panes::{board, coach};
use super::theme::Theme;
use super::wrap;
use crate::commands::transcript::won;
use cardwright::{Next, Seat, Tone, Viewer};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr;

/// The columns of a heading before its text.
pub(super) const HEAD: u16 = 3;

/// The minimum columns and rows of a log with citations; in a smaller one, they would take most of the space. F2
/// shows them.
const CITED: (usize, u16) = (48, 4);

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
    keys(app, frame.buffer_mut(), app.areas.keys);
    app.theme.reduce(frame.buffer_mut());
}

/// Draws everything except pages; returns the position of the text cursor.
fn parts(app: &mut App, screen: &mut Buffer) -> Position {
    let areas = app.areas;
    seats(app, screen, areas.seats);
    board::draw(app, screen, areas.board);
    legend(app, screen, areas.legend);
    log(app, screen, areas.log);
    card(app, screen, areas.card);
    recap(app, screen);
    ask(app, screen, areas.question);
    actions(app, screen, areas.list);
    line(app, screen, areas.line)
}

/// Draws the question: in the heading of the actions if it fits, otherwise below a heading.
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
        "The terminal is too small: it needs {columns} columns and {rows} rows. Ctrl-C leaves."
    );
    let rows: Vec<Line> = wrap::rows(&text, area.width.into(), 0)
        .into_iter()
        .map(Line::from)
        .collect();
    put(screen, area, &rows);
}

/// Draws as many lines as fit into an area.
fn put(screen: &mut Buffer, area: Rect, lines: &[Line]) {
    for (line, y) in lines.iter().zip(area.y..area.y + area.height) {
        screen.set_line(area.x, y, line, area.width);
    }
}

/// Draws a heading, a thin line with a word in it; returns the area below it.
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
    let title = wrap::cut(&title, room);
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

/// Draws the standing of the seats: who you are, and who leads, in as many words as fit.
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
                format!("{}: {said}", app.at.own_name.as_deref().unwrap_or("you")),
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

/// The question, with the player it asks.
pub(super) fn question(app: &App) -> String {
    match app.phase {
        Phase::Asked(_) if app.picks.is_empty() => capital(&app.question.text),
        Phase::Asked(_) => match app.left().as_slice() {
            [_] => format!(
                "{} › Enter plays this, Esc goes back",
                capital(&app.question.text)
            ),
            left => format!(
                "{} › {} (Esc goes back)",
                capital(&app.question.text),
                list::name(&app.question, left)
            ),
        },
        Phase::Pass(seat) => format!("Pass the keyboard to {}.", app.called(seat)),
        Phase::Watching => {
            let own = |seat: Seat| app.picture.seats.get(seat.index());
            match app.viewer {
                Viewer::Seat(seat) if own(seat).is_some_and(|line| line.out) => {
                    "You are out. Keep watching?".into()
                }
                _ => "You are not asked now. Keep watching?".into(),
            }
        }
        Phase::Replay => {
            let tape = app.tape.as_ref();
            let heading = tape.map_or(String::new(), super::tape::Tape::heading);
            match app.at.session.next() {
                Next::Over(outcome) => {
                    let won = won(&app.at.session, outcome, |seat| app.called(seat));
                    format!("{heading}: {won}")
                }
                _ => heading,
            }
        }
        Phase::Over(outcome) => {
            let won = won(&app.at.session, outcome, |seat| app.called(seat));
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
    let mut rows: Vec<Line> = Vec::new();
    for line in &app.picture.legend {
        let wrapped = wrap::rows(line, columns, 2);
        // F1 shows what does not fit.
        if rows.len() + wrapped.len() < usize::from(area.height) {
            rows.extend(wrapped.into_iter().map(|row| Line::styled(row, style)));
        }
    }
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
    // A single row has no heading.
    let inner = match area.height {
        0 | 1 => area,
        _ => heading(app.theme, screen, area, "log"),
    };
    if matches!(app.phase, Phase::Pass(_)) {
        return;
    }
    let own = if let Viewer::Seat(seat) = app.viewer {
        Some(seat)
    } else {
        None
    };
    let columns = usize::from(inner.width.saturating_sub(1));
    let mut paragraphs = app.log.paragraphs(&app.picture.seats, own);
    if columns < CITED.0 || inner.height < CITED.1 {
        paragraphs = paragraphs.into_iter().map(Paragraph::uncited).collect();
    }
    let rows: Vec<Line> = paragraphs
        .iter()
        .flat_map(|paragraph| paragraph_rows(app, paragraph, columns))
        .collect();
    let new = paragraphs.iter().filter(|paragraph| paragraph.new);
    let new: usize = new
        .map(|paragraph| paragraph_rows(app, paragraph, columns).len())
        .sum();
    let asked = !matches!(app.phase, Phase::Replay | Phase::Pass(_));
    // The board itself shows a single event that the log has no room for.
    let unread = new > usize::from(inner.height.max(1))
        || coach::advice(app).is_some()
        || matches!(app.phase, Phase::Over(_));
    app.recap.shown = app.recap.fresh && asked && unread;
    let spare = rows.len().saturating_sub(inner.height.into());
    app.log.scroll = app.log.scroll.min(spare);
    let first = spare - app.log.scroll;
    let mut rows = rows.get(first..).unwrap_or_default().to_vec();
    // A paragraph whose beginning is above begins with dots.
    if let Some(span) = rows.first_mut().and_then(|row| row.spans.first_mut())
        && let Some(rest) = span.content.strip_prefix("  ")
    {
        span.content = format!("… {rest}").into();
    }
    put(screen, inner, &rows);
}

/// A paragraph of the log in rows: damage to the viewer is marked, and old events are faint.
fn paragraph_rows(app: &App, paragraph: &Paragraph, columns: usize) -> Vec<Line<'static>> {
    let tone = match (paragraph.new, paragraph.hit) {
        (true, true) => Tone::Bad,
        (true, false) => Tone::Plain,
        (false, _) => Tone::Faint,
    };
    let text = match paragraph.hit {
        true => format!("! {}", paragraph.text),
        false => paragraph.text.clone(),
    };
    wrap::painted(&text, &app.names, app.theme, columns, tone)
}

/// The heading and the lines about a match that is over.
fn summary(app: &App) -> Option<(String, Vec<String>)> {
    matches!(app.phase, Phase::Over(_)).then(|| {
        let (turns, actions) = (app.at.session.turns(), app.at.session.actions_played());
        let took = format!("It took {turns} turns and {actions} actions.");
        let record = app.at.record.iter().map(|record| format!("{record}."));
        let lines = [question(app), took].into_iter().chain(record).collect();
        ("the end".to_string(), lines)
    })
}

/// Draws the events since the person's last action over the board, if the log has no space for them; and advice for
/// a first game, or the end of a game. The question and its actions stay visible. Enter and Esc only close it; any
/// other key works as if it were not shown.
fn recap(app: &mut App, screen: &mut Buffer) {
    let areas = app.areas;
    let beside = areas.log.y <= areas.board.y;
    let area = Rect {
        height: if beside {
            areas.keys.y.saturating_sub(areas.board.y + 1)
        } else {
            areas.question.y.saturating_sub(areas.board.y)
        },
        ..areas.board
    };
    if !app.recap.shown || area.height < 3 {
        return;
    }
    let own = if let Viewer::Seat(seat) = app.viewer {
        Some(seat)
    } else {
        None
    };
    let columns = usize::from(area.width.saturating_sub(4)).max(1);
    let mut rows: Vec<Line> = Vec::new();
    let advice = coach::advice(app).or_else(|| summary(app));
    for line in advice.iter().flat_map(|(_, lines)| lines) {
        rows.extend(wrap::painted(
            line,
            &app.names,
            app.theme,
            columns,
            Tone::Plain,
        ));
    }
    let log_rows = usize::from(areas.log.height.saturating_sub(1));
    let news = app.log.news(&app.picture.seats, own);
    let news: Vec<Line> = news
        .into_iter()
        .map(Paragraph::uncited)
        .flat_map(|paragraph| paragraph_rows(app, &paragraph, columns))
        .collect();
    let over = matches!(app.phase, Phase::Over(_));
    if over || advice.is_none() || news.len() > log_rows {
        if !rows.is_empty() {
            rows.push(Line::from(""));
        }
        // At the end of a game, the last events matter most.
        let space = usize::from(area.height).saturating_sub(2 + rows.len());
        let skipped = if over {
            news.len().saturating_sub(space)
        } else {
            0
        };
        rows.extend(news.into_iter().skip(skipped));
    }
    let title = advice.map_or("since your action".to_string(), |(title, _)| title);
    let high = (rows.len() as u16).saturating_add(2).min(area.height);
    // At the foot, because the log there shows the same.
    let frame = Rect {
        y: area.y + area.height - high,
        height: high,
        ..area
    };
    Clear.render(frame, screen);
    border(app.theme, screen, frame, &title);
    let inner = Rect {
        x: frame.x + 2,
        y: frame.y + 1,
        width: frame.width.saturating_sub(4),
        height: high - 2,
    };
    let last = rows.len().saturating_sub(inner.height.into());
    app.recap.scroll = app.recap.scroll.min(last);
    put(
        screen,
        inner,
        rows.get(app.recap.scroll..).unwrap_or_default(),
    );
    let more = last - app.recap.scroll;
    let foot = match more {
        0 => " Enter closes ".to_string(),
        _ => format!(" PgDn: {more} more rows, Enter closes "),
    };
    if usize::from(frame.width) > foot.width() + 4 {
        let x = frame.x + frame.width - foot.width() as u16 - 2;
        let style = app.theme.style(Tone::Faint);
        screen.set_string(x, frame.y + high - 1, foot, style);
    }
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

/// The first row of the list that is shown, so that the chosen row is visible.
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
    let below = app.rows.len().saturating_sub(first + rows.len());
    let numbers: Vec<String> = rows
        .iter()
        .map(|row| list::number(&app.question, row))
        .collect();
    let wide = numbers.iter().map(String::len).max().unwrap_or(0);
    for (at, row) in rows.iter().enumerate() {
        let y = area.y + at as u16;
        let (text, notation) = action(app, row);
        let number = &numbers[at];
        // The first and the last row also say how many more there are beyond them.
        let more = match at {
            0 if first > 0 => Some(format!("↑ {first} more")),
            at if at + 1 == rows.len() && below > 0 => Some(format!("↓ {below} more")),
            _ => None,
        };
        let (beside, style) = match more {
            Some(more) => (more, app.theme.accent()),
            None => (notation, app.theme.style(Tone::Faint)),
        };
        let is_chosen = first + at == chosen;
        let mark = if is_chosen { "▸" } else { " " };
        let mut columns = usize::from(area.width);
        let mut left = match wide {
            0 => format!("{mark} {text}"),
            _ => format!("{mark} {number:>wide$}  {text}"),
        };
        // The notation is only shown if the text leaves space for it.
        let needed = beside.width() + 3;
        let shown = left.width() + needed <= columns || style == app.theme.accent();
        if shown {
            columns = columns.saturating_sub(needed);
        }
        left = wrap::cut(&left, columns);
        let gap = " ".repeat((columns + 2).saturating_sub(left.width()));
        let mut spans = vec![Span::raw(left)];
        if shown && !beside.is_empty() {
            spans.push(Span::styled(format!("{gap}{beside} "), style));
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
}

/// The text of a row, and the text at its right end.
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

/// The phrase of an action; if the list is expanded, only the part that differs from the other actions in it.
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
        Verb::Round => "watch one more round".into(),
        Verb::ToTheEnd => "watch to the end".into(),
        Verb::Keep => format!(
            "save the match in {} and leave",
            app.at.usual_file().display()
        ),
        Verb::Again => "play again".into(),
        Verb::Step(Step::NextTurn) => "next turn".into(),
        Verb::Step(Step::End) => "to the end".into(),
        Verb::Step(Step::Start) => "to the start".into(),
        Verb::Step(_) => "next action".into(),
        Verb::Leave if matches!(app.phase, Phase::Over(_)) && !app.at.keeping.named => {
            "leave without saving it".into()
        }
        Verb::Leave => "leave".into(),
    }
}

/// Draws the input line; returns the position of the text cursor.
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
        (true, false) if app.note.starts_with(HINT) => (app.note.clone(), app.theme.accent()),
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

/// Draws the keys that work now, as many as fit, the most important ones first.
fn keys(app: &App, screen: &mut Buffer, area: Rect) {
    let asked = matches!(app.phase, Phase::Asked(_));
    let spots = asked && !app.live().is_empty();
    let word = app.cursor.map_or("", |at| app.word(at));
    // The text, its order from the left, and whether the key works now; the most important keys first.
    let all: Vec<(String, u8, bool)> = match (app.popup.is_some(), app.focus, app.phase) {
        (true, ..) => vec![
            ("Esc close".into(), 1, true),
            (
                "↑↓ PgUp PgDn scroll".into(),
                0,
                app.popup.as_ref().is_some_and(|popup| popup.is_long),
            ),
        ],
        (_, Focus::Board, _) => vec![
            (word.to_string(), 0, !word.is_empty()),
            ("Esc back to the list".into(), 4, true),
            ("Enter pick".into(), 2, spots),
            ("arrows move".into(), 1, true),
            ("Tab next place".into(), 3, spots),
            ("F1 help".into(), 5, true),
        ],
        (.., Phase::Replay) => vec![
            ("← → action".into(), 0, true),
            ("Esc leave".into(), 6, true),
            ("Tab next turn".into(), 1, true),
            ("Home End".into(), 2, true),
            ("F2 log".into(), 5, true),
            ("F1 help".into(), 4, true),
        ],
        _ => vec![
            ("↑↓ choose".into(), 0, app.rows.len() > 1),
            ("Enter play".into(), 1, asked),
            ("Enter do it".into(), 1, !asked),
            ("F1 help".into(), 3, true),
            ("^C leave".into(), 8, true),
            ("F4 hint".into(), 6, asked),
            ("^Z undo".into(), 7, app.can_undo),
            ("Tab board".into(), 2, spots),
            ("F2 log".into(), 4, !matches!(app.phase, Phase::Pass(_))),
            ("F3 odds".into(), 5, asked && app.has_odds),
        ],
    };
    let mut shown: Vec<(String, u8)> = Vec::new();
    let mut wide = 0;
    for (text, place, _) in all.into_iter().filter(|(.., works)| *works) {
        if wide + text.width() + 2 < usize::from(area.width) {
            wide += text.width() + 2;
            shown.push((text, place));
        }
    }
    shown.sort_by_key(|(_, place)| *place);
    let words: Vec<String> = shown.into_iter().map(|(text, _)| text).collect();
    screen.set_stringn(
        area.x,
        area.y,
        format!(" {}", words.join("  ")),
        area.width.into(),
        app.theme.style(Tone::Faint),
    );
}

/// Draws a page over the table.
fn page(app: &App, popup: &mut Popup, screen: &mut Buffer, area: Rect) {
    let columns = Popup::columns(app.size).min(usize::from(area.width.saturating_sub(2)));
    let paint = |line: &str| -> Vec<Line<'static>> {
        if line.trim().is_empty() {
            return vec![Line::from("")];
        }
        if line.starts_with(' ') || line.contains("   ") {
            // A row of a table keeps its columns if it fits.
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
    popup.is_long = last > 0;
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

/// The column in which the second cell of a table row begins; wrapped rows are indented to it.
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
