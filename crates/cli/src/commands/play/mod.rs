//! `cardwright play`: a match at the keyboard, or between bots.

pub(crate) mod ask;
pub(crate) mod entry;
mod heard;
pub(crate) mod input;
pub(crate) mod list;
pub(crate) mod session;

use super::replay::resume;
use crate::args::SetupArgs;
use crate::chance;
use crate::commands::keeping::{Keeping, offer};
use crate::files::{self, Kind};
use crate::lang::{self, LangArgs};
use crate::opened::Start;
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use cardwright::{DynGame, GameInfo, HUMAN, Match, Session, game, position_options};
use clap::Args;
use session::{Behaviour, Keyboard, name};
use std::io::{IsTerminal, stdin, stdout};
use std::path::{Path, PathBuf};

/// Play a game, alone, with others at the same keyboard, or let bots play and read along.
///
/// At a terminal the table fills the screen: arrows and Enter choose and play an action, F1 shows all keys. Without a
/// terminal, or with --plain, it reads and prints lines. With bots in all seats it prints what happens, one event a
/// line. It exits 1 when a line of its input was refused.
#[derive(Args)]
pub(crate) struct Play {
    /// Which game; see `cardwright games`. A saved match knows its game.
    #[arg(required_unless_present = "load")]
    game: Option<String>,
    #[command(flatten)]
    setup: SetupArgs,
    /// Who sits where: `human` or a bot for each seat, such as `human,greedy,greedy,random`. Default: you against bots
    /// at a terminal, bots only otherwise.
    #[arg(long, value_delimiter = ',', value_name = "WHO,…")]
    seats: Option<Vec<String>>,
    /// What decides dice and draws: the same seed, the same luck. Default: the system's random numbers pick one
    /// of 2^64, which is told once the match is over.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Keep the match in this file, after every action. Without it, a match that a person plays is kept in a file of
    /// the program's own, in the folder `cardwright` of the user's state directory (`$XDG_STATE_HOME` or
    /// `~/.local/state`), and the next `play` offers to go on with it.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with the match in this file; it is kept there, unless --save names another.
    #[arg(long, value_name = "FILE", alias = "resume", conflicts_with_all = ["players", "options", "seed"])]
    load: Option<PathBuf>,
    /// Begin from a position (TOML) instead of the game's start.
    #[arg(long, value_name = "FILE", conflicts_with = "load")]
    position: Option<PathBuf>,
    /// Say after every line which rule or which line of which card decided it.
    #[arg(long)]
    cite: bool,
    #[command(flatten)]
    lang: LangArgs,
    /// Lines instead of the full screen, also at a terminal.
    #[arg(long)]
    plain: bool,
    /// The player whose place is yours, from 1; the others are bots. Default: a seat that the seed picks.
    #[arg(long, value_name = "N", conflicts_with_all = ["seats", "load"], value_parser = clap::value_parser!(u8).range(1..=8))]
    seat: Option<u8>,
    /// Let `undo` take back everything. Without this it goes back no further than the last dice, the last draw and the
    /// last hidden thing that came to light, so that nobody tries the same dice twice or looks into a hand.
    #[arg(long)]
    free_undo: bool,
}

impl Play {
    /// Plays until the match is over or left.
    ///
    /// # Errors
    /// When the game cannot be played so, or a file cannot be read or written.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let terminal = stdin().is_terminal() && stdout().is_terminal() && !out.is_json();
        let mut input = input::input(terminal);
        let load = match self.load.clone() {
            None if terminal && self.is_plain() => {
                let info = game(self.game.as_deref().unwrap_or_default())?;
                offer(out, &mut *input, Kind::Save, info.id)?
            }
            load => load,
        };
        let (session, text) = match &load {
            Some(file) => self.load(file)?,
            None => (self.begin(terminal)?, String::new()),
        };
        lang::check(&self.lang.lang, session.names().cards())?;
        let keeping = self.keeping(&session, load, text)?;
        let behaviour = if terminal {
            Behaviour::Terminal
        } else {
            Behaviour::Lines
        };
        let lang = self.lang.lang.clone();
        let session = if self.free_undo {
            session.with_free_undo()
        } else {
            session
        };
        let keyboard = Keyboard::new(session, self.cite, input);
        // Who names a seed knows it; nobody else is told before the end.
        let mut keyboard = Keyboard {
            behaviour,
            keeping,
            lang,
            seed: self.seed,
            ..keyboard
        };
        keyboard.keeping.watch();
        match terminal && self.full_screen(&keyboard) {
            // The screen shows citations anyway.
            true => {
                keyboard.teller.cite = false;
                crate::screen::run(keyboard, out)
            }
            false => keyboard.run(out),
        }
    }

    /// Whether the table fills the screen: where a person plays, and the terminal can move its cursor.
    fn full_screen(&self, keyboard: &Keyboard) -> bool {
        let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
        let dumb = dumb && !cfg!(windows);
        let size = terminal_size::terminal_size().map(|(columns, rows)| (columns.0, rows.0));
        let (columns, rows) = crate::screen::MIN_SIZE;
        let large = size.is_some_and(|size| size.0 >= columns && size.1 >= rows);
        !self.plain && keyboard.humans() > 0 && !dumb && large
    }

    /// Whether nothing but a game is asked for, and perhaps who sits where.
    fn is_plain(&self) -> bool {
        let SetupArgs { players, with } = &self.setup;
        self.save.is_none()
            && self.position.is_none()
            && self.seed.is_none()
            && players.is_none()
            && with.is_empty()
    }

    /// Where the match is kept. `text` is what was read of `load`.
    fn keeping(
        &self,
        session: &Session,
        load: Option<PathBuf>,
        text: String,
    ) -> Result<Keeping, CommandError> {
        let name = name(session, self.seed);
        let ours = Keeping::unnamed(Kind::Save, name.clone());
        match (self.save.clone(), load) {
            (Some(file), _) => Ok(Keeping::named(Kind::Save, name, file)),
            (None, Some(file)) if self.load.is_some() => {
                Ok(ours.goes_on(file, text, session.save())?.by_name())
            }
            (None, Some(file)) => ours.goes_on(file, text, session.save()),
            (None, None) => Ok(ours),
        }
    }

    fn begin(&self, terminal: bool) -> Result<Session, CommandError> {
        let info = game(self.game.as_deref().unwrap_or_default())?;
        let seed = self.seed.map_or_else(chance::seed, Ok)?;
        if let Some(file) = &self.position {
            return self.begin_from(file, info, terminal, seed);
        }
        let usual = self.seats.as_ref().map_or(info.usual, |seats| {
            seats.len().try_into().unwrap_or(u8::MAX)
        });
        let mut setup = self.setup.setup(usual)?;
        setup.players = self.setup.players.unwrap_or(usual);
        setup = setup.at_table(info.id, self.seats.as_deref().unwrap_or_default());
        let play =
            Match::new(info.id, &setup, seed).map_err(|error| self.setup.with.refused(error))?;
        let seats = match &self.seats {
            Some(seats) => seats.clone(),
            None => usual_seats(
                &**play.rulebook(),
                setup.players,
                self.own_seat(setup.players, terminal, seed)?,
            ),
        };
        Ok(Session::new(play, seats)?)
    }

    /// A match from a written position, for as many players as it fits.
    fn begin_from(
        &self,
        file: &Path,
        info: &GameInfo,
        terminal: bool,
        seed: u64,
    ) -> Result<Session, CommandError> {
        let start = Start::read(file)?;
        let named = self
            .seats
            .as_ref()
            .map(|seats| seats.len().try_into().unwrap_or(u8::MAX));
        let mut setup = SetupArgs {
            players: self.setup.players.or(named),
            ..self.setup.clone()
        };
        setup.with.options.extend(self.of_table(info, &start)?);
        let book = start.rulebook(Some(info), &setup)?;
        let players = book.about().players;
        let play = Match::start_from(book, &start.text, Some(seed))
            .map_err(|error| start.no_match(error))?;
        let seats = match &self.seats {
            Some(seats) => seats.clone(),
            None => usual_seats(
                &**play.rulebook(),
                players,
                self.own_seat(players, terminal, seed)?,
            ),
        };
        Ok(Session::new(play, seats)?)
    }

    /// The options of a table with these seats that neither the position nor anything else sets.
    fn of_table(
        &self,
        info: &GameInfo,
        start: &Start,
    ) -> Result<Vec<(String, String)>, CommandError> {
        let mut set = self.setup.setup(0)?;
        let own = position_options(&start.text).unwrap_or_default();
        set.options
            .extend(own.into_iter().map(|option| (option.name, option.value)));
        let given = set.options.len();
        let seats = self.seats.as_deref().unwrap_or_default();
        Ok(set.at_table(info.id, seats).options.split_off(given))
    }

    /// Where you sit, from 0: at the seat that you named, or at a terminal one that the seed says, for later seats may be
    /// better or worse. Nowhere else.
    fn own_seat(&self, players: u8, terminal: bool, seed: u64) -> Result<Option<u8>, CommandError> {
        match self.seat {
            Some(seat) if seat > players => {
                let what = format!("there is no player {seat} at a table of {players}");
                Err(CommandError::usage(
                    what,
                    format!("name a player from 1 to {players}"),
                ))
            }
            Some(seat) => Ok(Some(seat - 1)),
            None => Ok(terminal.then(|| (seed % u64::from(players.max(1))) as u8)),
        }
    }

    /// The match of a file, and the file's text.
    fn load(&self, file: &Path) -> Result<(Session, String), CommandError> {
        let text = files::read(file, Kind::Save)?;
        let replay = crate::files::match_of(file, &text)?;
        if let Some(asked) = &self.game {
            same_game(game(asked)?, &replay.game, file)?;
        }
        if replay.seed.is_none() {
            let what = format!("in {} a person enters dice and draws", file.display());
            return Err(CommandError::usage(
                what,
                "`cardwright replay` tells such a match",
            ));
        }
        let play = resume(file, &replay, &self.setup.with.packs)?;
        let seats = self.seats.clone().unwrap_or(replay.seats);
        Ok((Session::new(play, seats)?, text))
    }
}

fn same_game(asked: &GameInfo, saved: &str, file: &Path) -> Result<(), CommandError> {
    match asked.id == saved {
        true => Ok(()),
        false => {
            let what = format!(
                "{} is a match of {saved}, not of {}",
                file.display(),
                asked.id
            );
            Err(CommandError::usage(what, "leave the game's name out"))
        }
    }
}

/// Bots, the best the game has, and you where you sit.
fn usual_seats(book: &dyn DynGame, players: u8, own: Option<u8>) -> Vec<String> {
    let bots = book.bots();
    let bot = if bots.contains(&"greedy") {
        "greedy"
    } else {
        "random"
    };
    let mut seats = vec![bot.to_string(); usize::from(players)];
    if let Some(seat) = own.and_then(|own| seats.get_mut(usize::from(own))) {
        *seat = HUMAN.into();
    }
    seats
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright::{Setup, rulebook};
    use clap::Parser;

    #[test]
    fn a_person_sits_at_any_seat_and_nobody_without_a_terminal() {
        let book = rulebook("moon-bots", &Setup::players(4)).unwrap();
        let own = |seat| {
            usual_seats(&*book, 4, Some(seat))
                .iter()
                .position(|who| who == HUMAN)
        };
        assert_eq!(
            (0..4).map(own).collect::<Vec<_>>(),
            [Some(0), Some(1), Some(2), Some(3)]
        );
        assert!(
            usual_seats(&*book, 4, None)
                .iter()
                .all(|who| who == "greedy")
        );
    }

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        play: Play,
    }

    /// An unfinished match is offered only to whoever asks for nothing but a game.
    #[test]
    fn a_match_of_another_kind_is_asked_for_by_any_argument_about_it() {
        let plain = |more: &str| {
            let words = ["play", "robotory"]
                .into_iter()
                .chain(more.split_whitespace());
            Words::try_parse_from(words).unwrap().play.is_plain()
        };
        for more in [
            "",
            "--seats human,random",
            "--seat 1",
            "--plain",
            "--cite",
            "--free-undo",
        ] {
            assert!(plain(more), "{more}");
        }
        for more in [
            "--save a",
            "--position a",
            "--seed 1",
            "--players 2",
            "--option a=b",
            "--pack a",
        ] {
            assert!(!plain(more), "{more}");
        }
    }
}
