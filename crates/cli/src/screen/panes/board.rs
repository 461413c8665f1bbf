//! The board: rows in their colours, possible picks underlined, the cursor in reverse. If the board is larger than
//! its area, it shows the part with the cursor, or else one with a possible pick.

use super::super::app::{App, Focus};
use super::list::Row;
use cardwright::{Spot, Tone};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

/// The number of rows and columns that stay visible around the cursor.
const MARGIN: usize = 2;

/// Draws as much of the board as fits.
pub(crate) fn draw(app: &mut App, screen: &mut Buffer, area: Rect) {
    if area.height == 0 || area.width == 0 {
        return;
    }
    let live = app.live();
    let whole = area;
    follow(app, scrolled(app, area), whole, &live);
    let area = scrolled(app, area);
    let (left, top) = app.scroll;
    let ruler = app.picture.ruler.filter(|_| area != whole);
    let rows = (top..top + usize::from(area.height)).chain(ruler);
    for (row, y) in rows.zip(area.y..whole.y + whole.height) {
        let mut column = 0;
        for span in app.picture.rows.get(row).into_iter().flatten() {
            let style = app.theme.style(span.tone);
            for sign in span.text.chars() {
                if column >= left && column - left < usize::from(area.width) {
                    let x = area.x + (column - left) as u16;
                    screen.set_string(x, y, sign.to_string(), style);
                }
                column += 1;
            }
        }
        // A row of text that is cut says so.
        if app.picture.ruler.is_none() && column > left + usize::from(area.width) {
            let style = app.theme.style(Tone::Faint);
            screen.set_string(area.right() - 1, y, "…", style);
        }
    }
    for at in &live {
        if let Some(place) = app
            .picture
            .spots
            .get(*at)
            .and_then(|spot| shown(spot, app.scroll, area))
        {
            screen.set_style(
                place,
                app.theme
                    .accent()
                    .add_modifier(Modifier::UNDERLINED)
                    .remove_modifier(Modifier::DIM),
            );
        }
    }
    let under = match app.focus {
        Focus::Board => app.cursor.into_iter().collect(),
        Focus::List => chosen(app),
    };
    for at in under {
        if let Some(place) = app
            .picture
            .spots
            .get(at)
            .and_then(|spot| shown(spot, app.scroll, area))
        {
            screen.set_style(place, app.theme.chosen().remove_modifier(Modifier::DIM));
        }
    }
    edges(app, screen, area);
}

/// The part of the area that scrolls: all of it, or all above the ruler of a board that is larger, while the ruler
/// itself is not visible.
fn scrolled(app: &App, area: Rect) -> Rect {
    let below = |ruler: usize| ruler >= app.scroll.1 + usize::from(area.height);
    let keeps = app.picture.ruler.is_some_and(below);
    Rect {
        height: area.height - u16::from(keeps && area.height > 1),
        ..area
    }
}

/// The spots of the chosen action, which the board highlights.
fn chosen(app: &App) -> Vec<usize> {
    match app.rows.get(app.chosen) {
        Some(Row::Choice(at)) => app.spots.get(*at).cloned().unwrap_or_default(),
        Some(Row::Group { head, .. }) => app.picture.spots_in(head),
        _ => Vec::new(),
    }
}

/// The area of a spot on the screen, if it is visible.
fn shown(spot: &Spot, (left, top): (usize, usize), area: Rect) -> Option<Rect> {
    let (column, row) = (spot.column.checked_sub(left)?, spot.row.checked_sub(top)?);
    let inside = column < usize::from(area.width) && row < usize::from(area.height);
    inside.then(|| {
        let place = Rect::new(
            area.x + column as u16,
            area.y + row as u16,
            spot.width as u16,
            1,
        );
        place.intersection(area)
    })
}

/// Scrolls so that the cursor, the chosen action or a possible pick is visible.
fn follow(app: &mut App, area: Rect, whole: Rect, live: &[usize]) {
    let (wide, high) = (usize::from(area.width), usize::from(area.height));
    let spot = match app.focus {
        Focus::Board => app.cursor,
        Focus::List => chosen(app).last().copied().or_else(|| {
            // The board stays where it is while a possible pick is visible.
            let sees = |at: &usize| {
                let spot = app.picture.spots.get(*at);
                spot.is_some_and(|spot| shown(spot, app.scroll, area).is_some())
            };
            let first = live.first().copied();
            first.filter(|_| !live.iter().any(sees))
        }),
    };
    let (mut left, mut top) = app.scroll;
    let by_hand = app.scrolled == Some((app.chosen, app.cursor));
    if let Some(spot) = spot
        .filter(|_| !by_hand)
        .and_then(|at| app.picture.spots.get(at))
    {
        top = near(top, spot.row, spot.row + 1, high);
        left = near(left, spot.column, spot.column + spot.width, wide);
    }
    let last = |all: usize, room: usize| all.saturating_sub(room);
    app.scroll = (
        left.min(last(app.picture.width(), wide)),
        top.min(last(app.picture.height(), whole.height.into())),
    );
}

/// The first row or column to show so that this range is visible, with as little scrolling as possible.
fn near(first: usize, from: usize, to: usize, room: usize) -> usize {
    let margin = MARGIN.min(room.saturating_sub(to - from) / 2);
    let least = (to + margin).saturating_sub(room);
    first.clamp(least, from.saturating_sub(margin).max(least))
}

/// Marks the edges beyond which the board continues.
fn edges(app: &App, screen: &mut Buffer, area: Rect) {
    let (_, top) = app.scroll;
    let style = app.theme.style(Tone::Strong);
    let x = area.x + area.width - 1;
    if top > 0 {
        screen.set_string(x, area.y, "↑", style);
    }
    if top + usize::from(area.height) < app.picture.height() {
        screen.set_string(x, area.y + area.height - 1, "↓", style);
    }
}

/// The spot at a position of the screen.
pub(crate) fn spot_at(app: &App, x: u16, y: u16) -> Option<usize> {
    let area = scrolled(app, app.areas.board);
    let is_there = |spot: &Spot| {
        shown(spot, app.scroll, area).is_some_and(|place| place.contains((x, y).into()))
    };
    app.picture.spots.iter().position(is_there)
}

/// The nearest spot from the cursor in a direction; distance to the side counts twice.
pub(crate) fn towards(app: &App, (dx, dy): (isize, isize)) -> Option<usize> {
    let from = app.picture.spots.get(app.cursor?)?;
    let middle = |spot: &Spot| (2 * spot.column + spot.width) as isize;
    let distance = |spot: &Spot| {
        // Rows are about twice as high as columns are wide; here, columns are counted in halves.
        let (x, y) = (
            middle(spot) - middle(from),
            4 * (spot.row as isize - from.row as isize),
        );
        let (along, aside) = if dx != 0 {
            (x * dx, y.abs())
        } else {
            (y * dy, x.abs())
        };
        (along > 0).then_some(along + 2 * aside)
    };
    let spots = app.picture.spots.iter().enumerate();
    spots
        .filter_map(|(at, spot)| Some((distance(spot)?, at)))
        .min()
        .map(|(_, at)| at)
}
