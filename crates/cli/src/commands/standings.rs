//! `cardwright standings`: the ranking of a tournament.

use super::referee::resume as resume_session;
use super::replay::resume as resume_match;
use crate::files::{self, Kind};
use crate::output::Out;
use crate::places::place;
use crate::stop::{CommandError, Verdict};
use crate::table::table;
use cardwright::{Actor, DynGame, Seat, TournamentGame, is_session, standings};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml_span::value::ValueInner;
use toml_span::{Span, Value};

/// The largest lot that every program can read from JSON.
const LARGEST_LOT: u64 = (1 << 53) - 1;
/// How a file of a tournament is written.
const EXAMPLE: &str = "write `[[game]]` with `players = [\"Ada\", \"Ben\"]`, and `file = \"…\"` or `winners = [\"Ada\"]`";

/// Rank the players of a tournament by its finished games.
///
/// The file lists the games (TOML): a table `[[game]]` for each, with the `players` in the order of their seats and
/// the `file` with the saved match or the session of the referee, or the `winners` of a game without a file.
/// A victory counts 3 points, a shared victory or a draw 1. Ties are broken by the points of the opponents together,
/// then by the games against each other, then by lot (AT-4.2).
#[derive(Args)]
pub(crate) struct StandingsOf {
    /// The games of the tournament.
    #[arg(value_name = "TOURNAMENT")]
    file: PathBuf,
    /// Draw lots between players who are equal in everything. The same number always gives the same lots: agree on how
    /// you choose it, such as by dice, before you know the ranking.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(..=LARGEST_LOT))]
    lot: Option<u64>,
}

impl StandingsOf {
    /// Reads, ranks and prints.
    ///
    /// # Errors
    /// When a file cannot be read, or a game is not over.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let text = files::read(&self.file, Kind::Tournament)?;
        let games = Reader {
            file: &self.file,
            text: &text,
        }
        .games()?;
        let ranked = standings(&games, self.lot);
        if out.is_json() {
            out.json(&cardwright_wire::standings(games.len(), self.lot, &ranked))?;
            return Ok(Verdict::Good);
        }
        let row = |one: &cardwright::Standing| {
            let lot = match (one.lot, self.lot) {
                (true, None) => "the lot decides",
                (true, Some(_)) => "by lot",
                _ => "",
            };
            vec![
                one.place.to_string(),
                one.player.clone(),
                one.points.to_string(),
                one.opponents.to_string(),
                one.direct.to_string(),
                one.games.to_string(),
                one.won.to_string(),
                one.shared.to_string(),
                lot.into(),
            ]
        };
        let head = [
            "place",
            "player",
            "points",
            "opponents",
            "direct",
            "games",
            "won",
            "shared",
            "",
        ];
        let body: Vec<Vec<String>> = ranked.iter().map(row).collect();
        out.text(table(&head, &body))?;
        if self.lot.is_none() && ranked.iter().any(|one| one.lot) {
            out.note("some players are equal in everything: `--lot NUMBER` draws lots [AT-4.2]")?;
        }
        Ok(Verdict::Good)
    }
}

/// A tournament's file.
struct Reader<'a> {
    file: &'a Path,
    text: &'a str,
}

impl Reader<'_> {
    fn wrong(&self, span: Span, what: &str, help: &str) -> CommandError {
        let place = place(self.file, self.text, span.start);
        CommandError::usage(format!("{place}: {what}"), help)
    }

    fn games(&self) -> Result<Vec<TournamentGame>, CommandError> {
        let mut root = toml_span::parse(self.text)
            .map_err(|error| self.wrong(error.span, &error.to_string(), EXAMPLE))?;
        let span = root.span;
        let ValueInner::Table(table) = root.take() else {
            return Err(self.wrong(span, "there is no game", EXAMPLE));
        };
        let mut games = Vec::new();
        for (key, mut value) in table {
            let span = value.span;
            match (&*key.name, value.take()) {
                ("game", ValueInner::Array(list)) => {
                    for game in list {
                        games.push(self.game(game)?);
                    }
                }
                ("game", _) => return Err(self.wrong(span, "`game` is not a list", EXAMPLE)),
                (other, _) => {
                    let what = format!("a tournament has no `{other}`");
                    return Err(self.wrong(key.span, &what, EXAMPLE));
                }
            }
        }
        match games.is_empty() {
            true => Err(self.wrong(span, "there is no game", EXAMPLE)),
            false => Ok(games),
        }
    }

    fn game(&self, mut value: Value<'_>) -> Result<TournamentGame, CommandError> {
        let span = value.span;
        let ValueInner::Table(table) = value.take() else {
            return Err(self.wrong(span, "a game is a table", EXAMPLE));
        };
        let (mut players, mut winners, mut file) = (None, None, None);
        for (key, mut value) in table {
            let span = value.span;
            match &*key.name {
                "players" => players = Some((self.names(value)?, span)),
                "winners" => winners = Some((self.names(value)?, span)),
                "file" => match value.take() {
                    ValueInner::String(path) => file = Some((path.to_string(), span)),
                    _ => return Err(self.wrong(span, "`file` is not a text", EXAMPLE)),
                },
                other => {
                    let what = format!("a game has no `{other}`");
                    return Err(self.wrong(key.span, &what, EXAMPLE));
                }
            }
        }
        let Some((players, at)) = players else {
            return Err(self.wrong(span, "the game has no `players`", EXAMPLE));
        };
        if players.len() < 2 {
            return Err(self.wrong(at, "a game has at least two players", EXAMPLE));
        }
        match (file, winners) {
            (Some((file, span)), None) => self.saved(players, &file, span),
            (None, Some((winners, span))) => self.stated(players, &winners, span),
            (Some(_), Some((_, span))) => {
                let help = "delete `winners`: the file says who won";
                Err(self.wrong(span, "the game has a `file` and `winners`", help))
            }
            (None, None) => {
                Err(self.wrong(span, "the game has neither a `file` nor `winners`", EXAMPLE))
            }
        }
    }

    /// A list of different names.
    fn names(&self, mut value: Value<'_>) -> Result<Vec<String>, CommandError> {
        let span = value.span;
        let ValueInner::Array(list) = value.take() else {
            return Err(self.wrong(span, "this is not a list of names", EXAMPLE));
        };
        let mut names: Vec<String> = Vec::new();
        for mut one in list {
            let span = one.span;
            let name = match one.take() {
                ValueInner::String(name) => name.trim().to_string(),
                _ => String::new(),
            };
            if name.is_empty() || name.chars().any(char::is_control) {
                return Err(self.wrong(span, "this is not a name", EXAMPLE));
            }
            if names.contains(&name) {
                let what = format!("`{name}` is named twice");
                return Err(self.wrong(span, &what, "give every player a name of their own"));
            }
            names.push(name);
        }
        Ok(names)
    }

    /// A game whose winners are in the file of the tournament.
    fn stated(
        &self,
        players: Vec<String>,
        winners: &[String],
        span: Span,
    ) -> Result<TournamentGame, CommandError> {
        let place = |name: &String| {
            let at = players.iter().position(|player| player == name);
            at.ok_or_else(|| {
                let what = format!("`{name}` did not play in this game");
                self.wrong(span, &what, "name winners as they are named in `players`")
            })
        };
        let winners = winners.iter().map(place).collect::<Result<_, _>>()?;
        let sides = (0..=u8::MAX).take(players.len()).collect();
        Ok(TournamentGame {
            players,
            sides,
            winners,
        })
    }

    /// A game from a saved match or a session of the referee.
    fn saved(
        &self,
        players: Vec<String>,
        file: &str,
        span: Span,
    ) -> Result<TournamentGame, CommandError> {
        let path = self.file.with_file_name(file);
        let text = files::read(&path, Kind::Save)?;
        let (book, winners) = match is_session(&text) {
            true => of_session(&path)?,
            false => of_match(&path, &text)?,
        };
        let Some(winners) = winners else {
            let what = format!("the game in {} is not over", path.display());
            let help = "finish it, or write `winners` instead of `file` if the players agreed";
            return Err(self.wrong(span, &what, help));
        };
        let seats = book.about().players;
        if players.len() != usize::from(seats) {
            let what = format!(
                "{} has {seats} players, not {}",
                path.display(),
                players.len()
            );
            return Err(self.wrong(span, &what, "name the players in the order of their seats"));
        }
        Ok(TournamentGame {
            sides: (0..seats).map(|seat| book.side(Seat(seat))).collect(),
            players,
            winners: winners.into_iter().map(Seat::index).collect(),
        })
    }
}

/// The rules of a game, and its winners if it is over.
type Ended = (Arc<dyn DynGame>, Option<Vec<Seat>>);

/// The rules of a session of the referee, and who won, by the rules or at the table.
fn of_session(path: &Path) -> Result<Ended, CommandError> {
    let mut table = resume_session(path)?;
    let at_table = table.table_end().map(|end| end.winners);
    let asked = table.asked();
    let by_rules = won(asked.question.actor).filter(|_| asked.first.is_empty());
    let departed = table.departed();
    let by_rules = by_rules.map(|mut winners| {
        winners.retain(|seat| !departed.contains(seat));
        winners
    });
    Ok((table.rulebook().clone(), at_table.or(by_rules)))
}

/// The rules of a saved match, and who won.
fn of_match(path: &Path, text: &str) -> Result<Ended, CommandError> {
    let play = resume_match(path, &files::match_of(path, text)?, &[])?;
    Ok((play.rulebook().clone(), won(play.actor())))
}

fn won(actor: Actor) -> Option<Vec<Seat>> {
    match actor {
        Actor::Over(outcome) => Some(outcome.winners.iter().collect()),
        _ => None,
    }
}
