//! Prints what happened in a match, line by line. As JSON, every line is an object whose first key names its kind.

use crate::output::Out;
use crate::stop::CommandError;
use cardwright::{About, Line, Match, Outcome, Seat, Viewer, seat_name};
use serde_json::{Value, json};

/// Prints events.
#[derive(Clone, Copy)]
pub(crate) struct Narrator {
    /// Whether every line says what decided it.
    pub(crate) cite: bool,
}

impl Narrator {
    /// Prints the lines that the viewer may see.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub(crate) fn tell(
        self,
        out: &mut Out,
        lines: &[Line],
        viewer: Viewer,
    ) -> Result<(), CommandError> {
        lines
            .iter()
            .try_for_each(|line| self.print(out, line, viewer))
    }

    /// Prints one line, as far as the viewer may see it.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub(crate) fn print(
        self,
        out: &mut Out,
        line: &Line,
        viewer: Viewer,
    ) -> Result<(), CommandError> {
        match (out.is_json(), viewer, self.cite) {
            (true, Viewer::Seat(seat), _) => out.json_line(&json!({ "event": line, "to": seat })),
            (true, ..) => out.json_line(&json!({ "event": line })),
            (false, _, true) => out.prose(&format!("{} [{}]", line.text, line.cites.join(", "))),
            (false, _, false) => out.prose(&line.text),
        }
    }
}

/// The source of dice and draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dice {
    /// From a seed.
    Seed(u64),
    /// From a person.
    ByHand,
    /// From a seed that the viewer may not know.
    Kept,
}

impl Dice {
    /// The source for a match that may have a seed.
    pub(crate) fn of(seed: Option<u64>) -> Dice {
        seed.map_or(Dice::ByHand, Dice::Seed)
    }
}

/// Prints the first line: the game, the players and the seed.
///
/// # Errors
/// When the output cannot be written.
pub(crate) fn begin(
    out: &mut Out,
    about: &About,
    seats: &[String],
    dice: Dice,
) -> Result<(), CommandError> {
    if out.is_json() {
        let seed = if let Dice::Seed(seed) = dice {
            Some(seed)
        } else {
            None
        };
        return out.json_line(&json!({ "start": start(about, seats, seed) }));
    }
    let seats = if seats.is_empty() {
        String::new()
    } else {
        format!(": {}", seats.join(", "))
    };
    let seed = match dice {
        Dice::Seed(seed) => format!("seed {seed}"),
        Dice::ByHand => "dice and draws by hand".into(),
        Dice::Kept => "dice and draws by a dealer".into(),
    };
    out.line(format!(
        "# {}, {} players{seats}; {seed}",
        about.game, about.players
    ))
}

fn start(about: &About, seats: &[String], seed: Option<u64>) -> Value {
    let pack = |pack: &cardwright::PackUse| json!({ "id": pack.id, "version": pack.version, "digest": pack.digest });
    json!({
        "game": about.game,
        "players": about.players,
        "seats": seats,
        "seed": seed,
        "options": about.options,
        "packs": about.packs.iter().map(pack).collect::<Vec<_>>(),
    })
}

/// Prints the last line of a finished match: who won.
///
/// # Errors
/// When the output cannot be written.
pub(crate) fn end(
    out: &mut Out,
    play: &Match,
    seats: &[String],
    outcome: Outcome,
) -> Result<(), CommandError> {
    if out.is_json() {
        let winners: Vec<Seat> = outcome.winners.iter().collect();
        let over = json!({ "winners": winners, "actions_played": play.actions_played(), "turns": play.turns() });
        return out.json_line(&json!({ "over": over }));
    }
    let won = won(play, outcome, |seat| name(seats, seat));
    out.line(format!(
        "# over after {} turns and {} actions: {won}",
        play.turns(),
        play.actions_played()
    ))
}

/// Who won.
pub(crate) fn won(play: &Match, outcome: Outcome, name: impl Fn(Seat) -> String) -> String {
    match outcome.winners.iter().map(name).collect::<Vec<_>>() {
        none if none.is_empty() => "nobody wins".to_string(),
        one if one.len() == 1 => format!("{} wins", one[0]),
        several if play.is_one_side(outcome.winners) => {
            format!("{} win together", several.join(" and "))
        }
        several => format!("{} share the win", several.join(" and ")),
    }
}

/// The name of a seat in sentences, such as `Robot 4`; a terminal uses only this name.
pub(crate) fn called(play: &Match, seat: Seat) -> String {
    capital(&seat_name(&**play, seat))
}

/// A text with a capital letter at its beginning.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// The name of a seat for programs that read lines, with who plays it.
pub(crate) fn name(seats: &[String], seat: Seat) -> String {
    match seats.get(seat.index()) {
        Some(who) => format!("seat {seat} ({who})"),
        None => format!("seat {seat}"),
    }
}
