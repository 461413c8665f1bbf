//! `cardwright play`: a match at the keyboard, or between bots.

pub(super) mod ask;
pub(super) mod entry;
mod session;

use super::replay::resume;
use crate::args::{self, SetupArgs};
use crate::clock;
use crate::commands::keeping::{Keeping, offer};
use crate::files::{self, Kind};
use crate::output::Out;
use crate::stop::{Stop, Verdict};
use cardwright::{DynGame, GameInfo, Match, game};
use clap::Args;
use session::{Manner, Session, name};
use std::io::{BufRead, IsTerminal, stdin, stdout};
use std::path::{Path, PathBuf};

/// Who sits at the keyboard, among `--seats`.
pub(crate) const HUMAN: &str = "human";

/// Play a game, alone, with others at the same keyboard, or let bots play and read along.
///
/// At a terminal it draws the table and lists the answers; `help` says what else one can type. Without a terminal it
/// reads and prints lines. With bots in all seats it prints what happens, one event a line. It ends with 1 when the
/// rules refused a line of its input.
#[derive(Args)]
pub(crate) struct Play {
    /// Which game; see `cardwright games`. A saved match knows its game.
    #[arg(required_unless_present = "load")]
    game: Option<String>,
    #[command(flatten)]
    setup: SetupArgs,
    /// Who sits where: `human` or a bot for each seat, such as `human,greedy,greedy,random`. When nobody says: you
    /// against bots at a terminal, else bots alone.
    #[arg(long, value_delimiter = ',', value_name = "WHO,…")]
    seats: Option<Vec<String>>,
    /// What decides dice and draws: the same seed, the same luck. When nobody says, the clock picks one.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Keep the match in this file, after every answer. Without it, a match that a person plays is kept in a file of
    /// the program's own, in the folder `cardwright` of the user's state directory (`$XDG_STATE_HOME` or
    /// `~/.local/state`), and the next `play` offers to go on with it.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with the match in this file; it is kept there, unless --save names another.
    #[arg(long, value_name = "FILE", alias = "resume", conflicts_with_all = ["players", "options", "seed"])]
    load: Option<PathBuf>,
    /// Say after every line which rule or which line of which card decided it.
    #[arg(long)]
    cite: bool,
}

/// A match, who sits where, its seed, and the text it was read from.
type Begun = (Match, Vec<String>, u64, String);

impl Play {
    /// Plays until the match is over or left.
    ///
    /// # Errors
    /// When the game cannot be played so, or a file cannot be read or written.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, Stop> {
        let terminal = stdin().is_terminal() && stdout().is_terminal() && !out.is_json();
        let mut input: Box<dyn BufRead> = Box::new(stdin().lock());
        let load = match self.load.clone() {
            None if terminal && self.is_plain() => {
                let info = game(self.game.as_deref().unwrap_or_default())?;
                offer(out, &mut *input, Kind::Save, info.id)?
            }
            load => load,
        };
        let (play, seats, seed, text) = match &load {
            Some(file) => self.load(file)?,
            None => self.begin(terminal)?,
        };
        let mut session = Session {
            manner: if terminal { Manner::Terminal } else { Manner::Lines },
            ..Session::new(play, seats, seed, self.cite, input)
        };
        session.keeping = self.keeping(&session, load, text)?;
        session.keeping.watch();
        session.run(out)
    }

    /// Whether nothing but a game is asked for, and perhaps who sits where.
    fn is_plain(&self) -> bool {
        let SetupArgs { players, with } = &self.setup;
        self.save.is_none() && self.seed.is_none() && players.is_none() && with.is_empty()
    }

    /// Where the match is kept. `text` is what was read of `load`.
    fn keeping(&self, session: &Session, load: Option<PathBuf>, text: String) -> Result<Keeping, Stop> {
        let name = name(&session.play, session.seed);
        let ours = Keeping::unnamed(Kind::Save, name.clone());
        match (self.save.clone(), load) {
            (Some(file), _) => Ok(Keeping::named(Kind::Save, name, file)),
            (None, Some(file)) if self.load.is_some() => {
                Ok(ours.goes_on(file, text, session.text())?.by_name())
            }
            (None, Some(file)) => ours.goes_on(file, text, session.text()),
            (None, None) => Ok(ours),
        }
    }

    fn begin(&self, terminal: bool) -> Result<Begun, Stop> {
        let info = game(self.game.as_deref().unwrap_or_default())?;
        let usual = self.seats.as_ref().map_or(info.usual, |seats| seats.len().try_into().unwrap_or(u8::MAX));
        let mut setup = self.setup.setup(usual)?;
        setup.players = self.setup.players.unwrap_or(usual);
        let seed = self.seed.unwrap_or_else(clock::seed);
        let play = Match::new(info.id, &setup, seed)?;
        let seats = match &self.seats {
            Some(seats) => seats.clone(),
            None => usual_seats(&**play.rulebook(), setup.players, terminal),
        };
        check_seats(&**play.rulebook(), &seats)?;
        Ok((play, seats, seed, String::new()))
    }

    fn load(&self, file: &Path) -> Result<Begun, Stop> {
        let text = files::read(file, Kind::Save)?;
        let replay = crate::files::match_of(file, &text)?;
        if let Some(asked) = &self.game {
            same_game(game(asked)?, &replay.game, file)?;
        }
        let Some(seed) = replay.seed else {
            let what = format!("in {} a person enters dice and draws", file.display());
            return Err(Stop::usage(what, "`cardwright replay` tells such a match"));
        };
        let play = resume(file, &replay, &self.setup.with.packs)?;
        let seats = self.seats.clone().unwrap_or(replay.seats);
        check_seats(&**play.rulebook(), &seats)?;
        Ok((play, seats, seed, text))
    }
}

fn same_game(asked: &GameInfo, saved: &str, file: &Path) -> Result<(), Stop> {
    match asked.id == saved {
        true => Ok(()),
        false => {
            let what = format!("{} is a match of {saved}, not of {}", file.display(), asked.id);
            Err(Stop::usage(what, "leave the game's name out"))
        }
    }
}

/// You and bots at a terminal, bots alone elsewhere; the best bot the game has.
fn usual_seats(book: &dyn DynGame, players: u8, terminal: bool) -> Vec<String> {
    let bots = book.bots();
    let bot = if bots.contains(&"greedy") { "greedy" } else { "random" };
    let first = if terminal { HUMAN } else { bot };
    let rest = (1..players).map(|_| bot.to_string());
    std::iter::once(first.to_string()).chain(rest).collect()
}

fn check_seats(book: &dyn DynGame, seats: &[String]) -> Result<(), Stop> {
    let players = book.about().players;
    if seats.len() != usize::from(players) {
        let what = format!("{} seats are named for {players} players", seats.len());
        return Err(Stop::usage(what, "name one for each with --seats, such as `human,random`"));
    }
    seats.iter().filter(|who| *who != HUMAN).try_for_each(|who| args::bot(book, who))
}
