//! Arguments that several commands share.

use crate::files::{self, Kind};
use crate::packs;
use crate::places::{about_option, place};
use crate::stop::CommandError;
use cardwright::{
    Actor, DynGame, DynMatch, GameInfo, HUMAN, Seat, SessionError, Setup, SetupError, TextError,
    Viewer, meant, rulebook,
};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The players, packs and options of a game.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SetupArgs {
    /// The number of players. Default: that of the given seats or position, or else the usual number of the game.
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<u8>,
    #[command(flatten)]
    pub(crate) with: WithArgs,
}

/// The viewer for whom a command prints.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct AsArgs {
    /// Show only what this viewer may know: a player's number, `spectator`, or `host`, who knows everything.
    /// Default: what you may know yourself.
    #[arg(long = "as", value_name = "WHO", value_parser = viewer)]
    pub(crate) viewer: Option<Viewer>,
}

impl AsArgs {
    /// The error in a file, without details if a viewer was named, because details may name hidden cards.
    pub(crate) fn told(self, error: CommandError, file: &Path) -> CommandError {
        match self.viewer {
            None | Some(Viewer::Referee) => error,
            Some(_) => CommandError::refused(
                format!(
                    "{} cannot be played: it is incomplete, edited or impossible",
                    file.display()
                ),
                "leave out `--as` to see the reason",
            ),
        }
    }

    /// The named viewer, if there is one.
    ///
    /// # Errors
    /// When there is no such player.
    pub(crate) fn at(self, players: u8) -> Result<Option<Viewer>, CommandError> {
        match self.viewer {
            Some(Viewer::Seat(seat)) if seat.0 >= players => {
                let help = format!("name a player from 1 to {players}, `spectator` or `host`");
                Err(CommandError::usage(
                    format!("there is no player {seat} at a table of {players}"),
                    help,
                ))
            }
            viewer => Ok(viewer),
        }
    }
}

/// Parses a viewer.
///
/// # Errors
/// When the word names no viewer.
pub(crate) fn viewer(word: &str) -> Result<Viewer, String> {
    Viewer::named(word).ok_or_else(|| {
        format!("`{word}` is not a viewer: write a player's number, `spectator` or `host`")
    })
}

/// What the person who asks about a saved match may know. If the match is over or the game has no secrets, that is
/// everything. Otherwise it is what its only person may know, or public information if it has no or several people.
pub(crate) fn asker(seats: &[String], play: &dyn DynMatch) -> Viewer {
    let over = matches!(play.actor(), Actor::Over(_)) || play.secrecy().is_none();
    let mut people = seats
        .iter()
        .zip(0..)
        .filter(|(who, _)| *who == HUMAN)
        .map(|(_, seat)| Seat(seat));
    match (over, people.next(), people.next()) {
        (true, ..) => Viewer::Referee,
        (false, Some(seat), None) => Viewer::Seat(seat),
        _ => Viewer::Spectator,
    }
}

/// The packs and options of a game.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct WithArgs {
    /// A folder with a pack of cards to play with; repeat it for more packs. A pack with the id of an official pack
    /// replaces that pack.
    #[arg(long = "pack", value_name = "DIR")]
    pub(crate) packs: Vec<PathBuf>,
    /// An option of the game, such as `deck=more-dice`; repeat it for more options.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_value)]
    pub(crate) options: Vec<(String, String)>,
    /// A TOML file with house rules in a table `[options]`. `--option` overrides the file.
    #[arg(long = "options", value_name = "FILE")]
    pub(crate) options_file: Option<PathBuf>,
    /// Play by this printed edition of the rules; the same as `--option edition=NAME`.
    #[arg(long, value_name = "NAME")]
    pub(crate) edition: Option<String>,
}

impl SetupArgs {
    /// The setup for a game, whose usual number of players is `usual`.
    ///
    /// # Errors
    /// When a pack or the file of options cannot be read.
    pub(crate) fn setup(&self, usual: u8) -> Result<Setup, CommandError> {
        self.with.setup(self.players.unwrap_or(usual))
    }

    /// The rulebook of a game with these packs and options.
    ///
    /// # Errors
    /// When a pack cannot be read, or the game cannot be played with this setup.
    pub(crate) fn rulebook(&self, game: &GameInfo) -> Result<Arc<dyn DynGame>, CommandError> {
        rulebook(game.id, &self.setup(game.usual)?).map_err(|error| self.with.refused(error))
    }
}

impl WithArgs {
    /// The setup for a number of players.
    ///
    /// # Errors
    /// When a pack or the file of options cannot be read.
    pub(crate) fn setup(&self, players: u8) -> Result<Setup, CommandError> {
        Ok(Setup {
            players,
            options: self.all_options()?,
            packs: packs::read_all(&self.packs)?,
        })
    }

    /// The error for a setup that cannot be played. If the option file causes it, the message names the line.
    pub(crate) fn refused(&self, error: SetupError) -> CommandError {
        let (SetupError::Options(reasons), Some(path)) = (&error, &self.options_file) else {
            return CommandError::from(error);
        };
        let text = files::read(path, Kind::Options).unwrap_or_default();
        let given = cardwright::options_at(&text).unwrap_or_default();
        let named = |name: &str| self.options.iter().any(|(named, _)| named == name);
        let from_file = given.into_iter().filter(|option| !named(&option.name));
        let places: Vec<_> = from_file
            .map(|option| (option.name, option.span.start))
            .collect();
        let told = reasons
            .iter()
            .map(|reason| match about_option(reason, &places) {
                Some(at) => format!("{}: {reason}", place(path, &text, *at)),
                None => reason.clone(),
            });
        CommandError::usage(
            told.collect::<Vec<_>>().join("\n"),
            "change the file of options, or --option",
        )
    }

    /// Whether there are no packs and no options.
    pub(crate) fn is_empty(&self) -> bool {
        self.packs.is_empty()
            && self.options.is_empty()
            && self.options_file.is_none()
            && self.edition.is_none()
    }

    /// The named options, and those of the file that are not named.
    fn all_options(&self) -> Result<Vec<(String, String)>, CommandError> {
        let edition = self
            .edition
            .iter()
            .map(|name| ("edition".to_string(), name.clone()));
        let named: Vec<_> = edition.chain(self.options.iter().cloned()).collect();
        let Some(path) = &self.options_file else {
            return Ok(named);
        };
        let text = files::read(path, Kind::Options)?;
        let mut options =
            cardwright::options(&text).map_err(|flaws| no_options(&text, &flaws).about(path))?;
        options.retain(|(name, _)| !named.iter().any(|(given, _)| given == name));
        options.extend(named);
        Ok(options)
    }
}

/// The error for a file of options, with the line of every mistake.
fn no_options(text: &str, flaws: &[TextError]) -> CommandError {
    let reasons: Vec<_> = flaws.iter().map(|flaw| flaw_line(text, flaw)).collect();
    CommandError::usage(
        reasons.join("\n"),
        "a file of options is a table `[options]` of names and values",
    )
}

/// An error in a text, with its line.
pub(crate) fn flaw_line(text: &str, flaw: &TextError) -> String {
    let line = text
        .get(..flaw.span.start)
        .unwrap_or(text)
        .lines()
        .count()
        .max(1);
    format!("line {line}: {}; {}", flaw.message, flaw.help)
}

/// Parses `NAME=VALUE`.
///
/// # Errors
/// When there is no `=`, or no name before it.
pub(crate) fn name_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.into(), value.into())),
        _ => Err("write a name, `=` and a value, such as `deck=more-dice`".into()),
    }
}

/// Parses `A..B`: the seeds from A up to, but not including, B.
///
/// # Errors
/// When it is not two numbers with `..` between them, or contains no seed.
pub(crate) fn seed_range(text: &str) -> Result<(u64, u64), String> {
    let wrong = || "write two numbers with `..` between them, such as `0..1000`".to_string();
    let (from, to) = text.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str| text.parse::<u64>().map_err(|_| wrong());
    match (number(from)?, number(to)?) {
        (from, to) if from < to => Ok((from, to)),
        (from, to) => Err(format!("there is no seed from {from} to below {to}")),
    }
}

/// Checks that the game has a bot with this name.
///
/// # Errors
/// When the game has no such bot.
pub(crate) fn bot(book: &dyn DynGame, name: &str) -> Result<(), CommandError> {
    match book.has_bot(name) {
        true => Ok(()),
        false => {
            let what = format!("{} has no bot `{name}`", book.about().game);
            Err(CommandError::usage(what, meant(name, &book.bots())))
        }
    }
}

/// Checks the bot of each seat.
///
/// # Errors
/// When the number of names differs from the number of players, or the game has no bot with one of the names.
pub(crate) fn seats(book: &dyn DynGame, seats: &[String]) -> Result<(), CommandError> {
    let players = book.about().players;
    if seats.len() != usize::from(players) {
        let named = seats.len();
        return Err(SessionError::Seats { named, players }.into());
    }
    seats.iter().try_for_each(|name| bot(book, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let check = |text: &str| name_value(text).ok();
        assert_eq!(check("a=b"), Some(("a".into(), "b".into())));
        assert_eq!(check("a=b=c"), Some(("a".into(), "b=c".into())));
        assert_eq!(check("a="), Some(("a".into(), String::new())));
        assert_eq!(check("=b"), None);
        assert_eq!(check("a"), None);
    }

    /// A command shows what the only person in the match may know. If there are no or several people, it shows what
    /// a spectator may know, unless the game has no secrets.
    #[test]
    fn who_asks_sees_as_much_as_the_only_person() {
        let seats = |people: usize| -> Vec<String> {
            let who = |seat| if seat < people { HUMAN } else { "greedy" };
            (0..3).rev().map(|seat| who(seat).to_owned()).collect()
        };
        let secret = cardwright::Match::new("moon-bots", &Setup::players(3), 1).unwrap();
        let open = cardwright::Match::new("robotory", &Setup::players(2), 1).unwrap();
        let of = |people, play: &cardwright::Match| asker(&seats(people), &**play);
        assert_eq!(of(0, &secret), Viewer::Spectator);
        assert_eq!(of(1, &secret), Viewer::Seat(Seat(2)));
        assert_eq!(of(2, &secret), Viewer::Spectator);
        for people in 0..3 {
            assert_eq!(of(people, &open), Viewer::Referee);
        }
    }

    #[test]
    fn seed_ranges_are_read() {
        let check = |text: &str| seed_range(text).ok();
        assert_eq!(check("0..10"), Some((0, 10)));
        assert_eq!(check("10..10"), None);
        assert_eq!(check("10..9"), None);
        assert_eq!(check("..9"), None);
        assert_eq!(check("0..=9"), None);
        assert_eq!(check("0..99999999999999999999"), None);
    }
}
