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
    let room = usize::from(area.height - 1);
    let wrapped: Vec<Vec<String>> = app
        .picture
        .legend
        .iter()
        .map(|line| wrap::rows(line, columns, 2))
        .collect();
    let all: usize = wrapped.iter().map(Vec::len).sum();
    let mut shown: Vec<&str> = Vec::new();
    for lines in &wrapped {
        // One row is left to say where the rest is.
        if all > room && shown.len() + lines.len() >= room {
            break;
        }
        shown.extend(lines.iter().map(String::as_str));
    }
    if all > room {
        // A line with a colon would announce what is not shown.
        while shown.last().is_some_and(|line| line.ends_with(':')) {
            shown.pop();
        }
        shown.push("F1 explains the rest");
    }
    let rows: Vec<Line> = shown
        .into_iter()
        .map(|row| Line::styled(row.to_string(), style))
        .collect();
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
    let title = if app.log.lines.is_empty() { "" } else { "log" };
    let inner = heading(app.theme, screen, area, title);
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
    app.recap.unread = new > usize::from(inner.height.max(1));
    let has_more = coach::advice(app).is_some() || matches!(app.phase, Phase::Over(_));
    app.recap.shown = app.recap.fresh && asked && (app.recap.unread || has_more);
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
    // Where the question is below the board, it stays visible.
    let foot = if areas.question.x > areas.board.x {
        areas.line.y
    } else {
        areas.question.y
    };
    let area = Rect {
        height: foot.saturating_sub(areas.board.y),
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
    let news = app.log.news(&app.picture.seats, own);
    let news: Vec<Line> = news
        .into_iter()
        .map(Paragraph::uncited)
        .flat_map(|paragraph| paragraph_rows(app, &paragraph, columns))
        .collect();
    let over = matches!(app.phase, Phase::Over(_));
    if over || advice.is_none() || app.recap.unread {
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
    let since = match app.acted {
        true => "since your action",
        false => "so far",
    };
    let title = advice.map_or(since.to_string(), |(title, _)| title);
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
        1 => " PgDn: 1 more row, Enter closes ".to_string(),
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
    let Some((title, text)) = app.card_text().filter(|_| !hidden) else {
        return;
    };
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

/// The part of the list that is shown.
pub(super) struct Shown {
    /// The first row.
    first: usize,
    /// The text of each row, in lines. The chosen row is wrapped, so that it is never cut; if there is space, all are.
    rows: Vec<Vec<String>>,
    /// The columns of the numbers before the texts.
    numbers: usize,
}

impl Shown {
    /// The part of the list that fits into an area and has the chosen row.
    pub(super) fn of(app: &App, area: Rect) -> Self {
        let mut texts = texts(app);
        let numbers = number_columns(app);
        let high = usize::from(area.height).max(1);
        let indent = indent(numbers);
        let room = usize::from(area.width).saturating_sub(indent);
        let lines = |text: &String| wrap::rows(text, room.max(1), 0);
        if texts.len() <= high {
            let rows: Vec<_> = texts.iter().map(lines).collect();
            if rows.iter().map(Vec::len).sum::<usize>() <= high {
                return Shown {
                    first: 0,
                    rows,
                    numbers,
                };
            }
        }
        let mut chosen = texts.get(app.chosen).map(lines).unwrap_or_default();
        chosen.truncate(high);
        let fit = high - chosen.len().saturating_sub(1).min(high - 1);
        let last = texts.len().saturating_sub(fit);
        let first = app.chosen.saturating_sub(fit / 2).min(last);
        let rows = texts.drain(first..(first + fit).min(texts.len()));
        let mut rows: Vec<Vec<String>> = rows.map(|text| vec![text]).collect();
        if let Some(row) = rows.get_mut(app.chosen - first) {
            *row = chosen;
        }
        Shown {
            first,
            rows,
            numbers,
        }
    }

    /// The row at a line of the area.
    pub(super) fn row_at(&self, line: usize) -> Option<usize> {
        let mut lines = (self.first..).zip(&self.rows);
        let mut before = 0;
        lines.find_map(|(at, row)| {
            before += row.len();
            (line < before).then_some(at)
        })
    }
}

/// The columns before the text of a row.
fn indent(numbers: usize) -> usize {
    match numbers {
        0 => 2,
        numbers => numbers + 4,
    }
}

fn number_columns(app: &App) -> usize {
    let numbers = app.rows.iter().map(|row| list::number(&app.question, row));
    numbers.map(|number| number.len()).max().unwrap_or(0)
}

/// The maximum number of lines of a list in which every row is wrapped.
const SHORT_LIST: usize = 12;

/// The number of lines that the list needs at a width, whichever row is chosen.
pub(super) fn list_lines(app: &App, columns: u16) -> u16 {
    let rows = app.all_rows.max(app.rows.len());
    let room = usize::from(columns).saturating_sub(indent(number_columns(app)));
    let lines = |text: &String| match text.width() <= room {
        true => 1,
        false => wrap::rows(text, room.max(1), 0).len(),
    };
    let all: Vec<usize> = texts(app).iter().map(lines).collect();
    let most = all.iter().max().copied().unwrap_or(1);
    match all.iter().sum::<usize>() {
        short if short <= SHORT_LIST => short.max(rows) as u16,
        _ => (rows + most.max(1) - 1) as u16,
    }
}

fn actions(app: &mut App, screen: &mut Buffer, area: Rect) {
    if area.height == 0 {
        return;
    }
    let Shown {
        first,
        rows,
        numbers: wide,
    } = Shown::of(app, area);
    let below = app.rows.len().saturating_sub(first + rows.len());
    let last = rows.len().saturating_sub(1);
    let mut y = area.y;
    for (at, lines) in rows.iter().enumerate() {
        let Some(row) = app.rows.get(first + at).cloned() else {
            break;
        };
        let notation = beside(app, &row);
        let number = list::number(&app.question, &row);
        let is_chosen = first + at == app.chosen;
        let top = y;
        for (nth, text) in lines.iter().enumerate() {
            // The first and the last line also say how many more rows there are beyond them.
            let more = match (nth, at) {
                (0, 0) if first > 0 => Some(format!("↑ {first} more")),
                (nth, at) if at == last && nth + 1 == lines.len() && below > 0 => {
                    Some(format!("↓ {below} more"))
                }
                _ => None,
            };
            let (beside, style) = match more {
                Some(more) => (more, app.theme.accent()),
                None if lines.len() == 1 => (notation.clone(), app.theme.style(Tone::Faint)),
                None => Default::default(),
            };
            let mark = if is_chosen && nth == 0 { "▸" } else { " " };
            let number = if nth == 0 { number.as_str() } else { "" };
            let mut columns = usize::from(area.width);
            let mut left = match wide {
                0 => format!("{mark} {text}"),
                _ => format!("{mark} {number:>wide$}  {text}"),
            };
            // The notation is only shown if the text leaves space for it. The chosen row is never cut.
            let needed = beside.width() + 3;
            let must = style == app.theme.accent() && !is_chosen;
            let shown = !beside.is_empty() && (left.width() + needed <= columns || must);
            if shown {
                columns = columns.saturating_sub(needed);
            }
            left = wrap::cut(&left, columns);
            let gap = " ".repeat((columns + 2).saturating_sub(left.width()));
            let mut spans = vec![Span::raw(left)];
            if shown {
                spans.push(Span::styled(format!("{gap}{beside} "), style));
            }
            screen.set_line(area.x, y, &Line::from(spans), area.width);
            y += 1;
        }
        if is_chosen && app.focus == Focus::List {
            screen.set_style(
                Rect {
                    y: top,
                    height: y - top,
                    ..area
                },
                app.theme.chosen(),
            );
        }
    }
}

/// The text of each row.
fn texts(app: &App) -> Vec<String> {
    let left = match app.picks.is_empty() {
        true => Vec::new(),
        false => app.left(),
    };
    let alike = match left.len() {
        0 | 1 => String::new(),
        _ => list::name(&app.question, &left),
    };
    let text = |row: &Row| match row {
        Row::Choice(at) => {
            let choice = app.question.choices.get(*at);
            choice.map_or(String::new(), |choice| short(&choice.text, &alike))
        }
        Row::Group { choices, .. } => short(&list::name(&app.question, choices), &alike),
        Row::Do(verb) => said(app, *verb),
    };
    app.rows.iter().map(text).collect()
}

/// The text at the right end of a row: the odds of its card, its notation, or the number of its actions.
fn beside(app: &mut App, row: &Row) -> String {
    match row {
        Row::Choice(at) => {
            let Some(choice) = app.question.choices.get(*at).cloned() else {
                return String::new();
            };
            let odds = if app.odds {
                app.card_of(*at).and_then(|id| app.cards.odds(&id))
            } else {
                None
            };
            match odds {
                Some(odds) => {
                    let each: Vec<String> = odds.iter().map(u32::to_string).collect();
                    format!("{} % with 1-{} dice", each.join("/"), odds.len())
                }
                None if choice.action == choice.text => String::new(),
                None => choice.action,
            }
        }
        Row::Group { choices, .. } => format!("{} actions", choices.len()),
        Row::Do(_) => String::new(),
    }
}

/// The phrase of an action without the words with which all actions of an expanded list begin.
fn short(phrase: &str, alike: &str) -> String {
    match phrase.strip_prefix(alike.trim_end_matches('…')) {
        Some(rest) if !rest.is_empty() && !alike.is_empty() => format!("… {rest}"),
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

/// A key and what it does now.
type Key = (&'static str, &'static str);

/// The keys that work now, the most important ones first, each with its order from the left.
fn live_keys(app: &App) -> Vec<(Key, u8)> {
    let asked = matches!(app.phase, Phase::Asked(_));
    let places = app.live();
    let (spots, card) = (!places.is_empty(), app.card_id().is_some());
    let live = app.cursor.is_some_and(|at| places.contains(&at));
    let all: Vec<(Key, u8, bool)> = match (app.popup.as_ref(), app.focus, app.phase) {
        (Some(popup), ..) => vec![
            (("Esc", "close"), 1, true),
            (("↑↓ PgUp PgDn", "scroll"), 0, popup.is_long),
        ],
        _ if !app.line.is_empty() => vec![
            (("Enter", "send"), 0, true),
            (("Esc", "clear"), 1, true),
            (("↑↓", "earlier lines"), 2, app.line.has_history()),
            (("F1", "help"), 3, true),
        ],
        (_, Focus::Board, _) => vec![
            (("Esc", "back"), 4, true),
            (("Enter", "pick"), 2, live),
            (("Enter", "read card"), 2, card && !live),
            (("arrows", "move"), 1, true),
            (("Tab", "next"), 3, spots),
            (("F1", "help"), 5, true),
        ],
        (.., Phase::Replay) => vec![
            (("← →", "action"), 0, true),
            (("Esc", "leave"), 6, true),
            (("F1", "help"), 4, true),
            (("Tab", "next turn"), 1, true),
            (("Home End", ""), 2, true),
            (("F2", "log"), 5, true),
        ],
        _ => vec![
            (("↑↓", "choose"), 0, app.rows.len() > 1),
            (("Enter", if asked { "play" } else { "do it" }), 1, true),
            (("F1", "help"), 3, true),
            (("^C", "leave"), 9, true),
            (("F4", "hint"), 6, asked),
            (("^Z", "undo"), 8, app.can_undo),
            (("Tab", "board"), 2, spots),
            (("F5", "card"), 7, card),
            (("F5", "table"), 7, !card && app.hides_cards()),
            (("F2", "log"), 4, !matches!(app.phase, Phase::Pass(_))),
            (("F3", "odds"), 5, asked && app.has_odds),
        ],
    };
    let works = all.into_iter().filter(|(.., works)| *works);
    works.map(|(key, place, _)| (key, place)).collect()
}

/// Draws the keys that work now. If they do not fit, the words after well-known keys go first, then the least
/// important keys.
fn keys(app: &App, screen: &mut Buffer, area: Rect) {
    let word = app
        .cursor
        .filter(|_| app.focus == Focus::Board && app.popup.is_none() && app.line.is_empty());
    let word = word.map_or(String::new(), |at| app.word(at).to_string());
    let mut all: Vec<(String, &str, u8)> = Vec::new();
    if !word.is_empty() {
        all.push((word, "", 0));
    }
    let live = live_keys(app).into_iter();
    all.extend(live.map(|((key, does), place)| (key.to_string(), does, place)));
    let wide = |(key, does, _): &(String, &str, u8)| match does.is_empty() {
        true => key.width() + 2,
        false => key.width() + does.width() + 3,
    };
    // One column is before the first key, and the last one has no gap after it.
    let room = usize::from(area.width) + 1;
    let whole = |all: &[_]| all.iter().map(wide).sum::<usize>();
    for known in WELL_KNOWN {
        if whole(&all) > room {
            let those = all.iter_mut().filter(|(key, ..)| key == known);
            those.for_each(|(_, does, _)| *does = "");
        }
    }
    let mut used = 0;
    all.retain(|key| {
        let fits = used + wide(key) <= room;
        used += if fits { wide(key) } else { 0 };
        fits
    });
    all.sort_by_key(|(.., place)| *place);
    let texts: Vec<String> = all
        .into_iter()
        .map(|(key, does, _)| format!("{key} {does}").trim_end().to_string())
        .collect();
    screen.set_stringn(
        area.x,
        area.y,
        format!(" {}", texts.join("  ")),
        area.width.into(),
        app.theme.style(Tone::Faint),
    );
}

/// The keys that need no explanation where space is short, the best known first.
const WELL_KNOWN: &[&str] = &["↑↓", "arrows", "Enter", "^C", "^Z", "Tab", "Esc"];

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

/// The maximum width of the first cell of a table row, with its indentation.
const WIDEST_CELL: usize = 22;

/// The column in which the second cell of a table row begins; wrapped rows are indented to it.
fn second_column(line: &str) -> usize {
    let begin = line.len() - line.trim_start().len();
    let gap = line[begin..].find("  ").map(|at| begin + at);
    let second = gap.map(|at| at + line[at..].len() - line[at..].trim_start().len());
    let column = second.map(|at| line[..at].width());
    // A line of several short notes is no row of a table.
    column
        .filter(|column| *column <= WIDEST_CELL)
        .unwrap_or(begin + 2)
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
