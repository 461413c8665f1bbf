//! The name of a seat in sentences, the same everywhere.

use cardwright_kernel::{DynMatch, Seat, Viewer};

/// The name of a seat in sentences about a match, such as `robot 4` or `light`; `player 2` if the game has no name of its
/// own for it.
///
/// ```
/// use cardwright::{Match, Seat, Setup, seat_name};
///
/// let play = Match::new("robotory", &Setup::players(2), 1)?;
/// assert_eq!(seat_name(&*play, Seat(1)), "dark");
/// # Ok::<(), cardwright::SetupError>(())
/// ```
pub fn seat_name(play: &dyn DynMatch, seat: Seat) -> String {
    let lines = play.seat_lines(Viewer::Spectator);
    let line = lines.get(seat.index());
    let name = line.and_then(|line| line.names.first().cloned());
    name.unwrap_or_else(|| format!("player {seat}"))
}

/// A question, with the name of the seat that is asked before it unless the question begins with this name.
pub fn seat_question(play: &dyn DynMatch, seat: Seat, question: &str) -> String {
    let name = seat_name(play, seat);
    match question.to_lowercase().starts_with(&name.to_lowercase()) {
        true => question.into(),
        false => format!("{name}: {question}"),
    }
}

/// The name of a viewer in sentences about a match.
pub fn viewer_name(play: &dyn DynMatch, viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(seat) => seat_name(play, seat),
        other => other.to_string(),
    }
}

/// A text with a capital letter at its beginning.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
