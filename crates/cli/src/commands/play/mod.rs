//! `cardwright play`: a match at the keyboard, or between bots.

pub(crate) mod ask;
pub(crate) mod entry;
mod heard;
pub(crate) mod input;
pub(crate) mod list;
pub(crate) mod session;

use super::replay::resume;
use crate::args::{self, SetupArgs};
use crate::chance;
use crate::commands::keeping::{Keeping, offer};
use crate::files::{self, Kind};
use crate::lang;
use crate::opened::Start;
use crate::output::Out;
use crate::screen::{self, Chosen, Menu};
use crate::settings::{self, Settings};
use crate::statistics;
use crate::stop::{CommandError, Verdict};
use cardwright::{DynGame, GameInfo, HUMAN, Match, Session, game, games, position_options};
use clap::Args;
use session::{Behaviour, Keyboard, name};
use std::io::{IsTerminal, stdin, stdout};
use std::path::{Path, PathBuf};

/// A game, and who plays each seat.
type Table = (String, Vec<String>);

/// Play a game alone or with others at the same keyboard, or watch bots play.
///
/// At a terminal, the table fills the screen: choose an action with the arrow keys and play it with Enter; F1 shows
/// all keys. Without a terminal, or with --plain, it reads and prints lines. With bots in all seats, it prints one
/// event per line. The exit code is 1 if a line of input was refused.
///
/// At a terminal, it reads `config.toml` in the folder `cardwright` of your configuration directory
/// (`$XDG_CONFIG_HOME` or `~/.config`). It sets `name`, `bot`, `language`, `theme` (`dark`, `light` or `none`) and
/// `coach`.
#[derive(Args, Clone)]
pub(crate) struct Play {
    /// The game; see `cardwright games`. A saved match knows its game. Default: at a terminal, a menu asks.
    game: Option<String>,
    #[command(flatten)]
    setup: SetupArgs,
    /// Who plays each seat: `human` or a bot, such as `human,greedy,greedy,random`. Default: at a terminal, you
    /// against bots; otherwise only bots.
    #[arg(long, value_delimiter = ',', value_name = "WHO,…")]
    seats: Option<Vec<String>>,
    /// The seed for dice and draws: the same seed gives the same results. Default: a random one of 2^64, which is
    /// printed when the match is over.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Save the match in this file after every action. Without this option, a match that a person plays is saved in
    /// a file of the program's own, in the folder `cardwright` of your state directory (`$XDG_STATE_HOME` or
    /// `~/.local/state`), and the next `play` offers to resume it.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Resume the match in this file. It is saved there too, unless --save names another file.
    #[arg(long, value_name = "FILE", alias = "resume", conflicts_with_all = ["players", "options", "seed"])]
    load: Option<PathBuf>,
    /// Start from a position (TOML) instead of the start of the game.
    #[arg(long, value_name = "FILE", conflicts_with = "load")]
    position: Option<PathBuf>,
    /// Print after every line which rule or which line of which card decided it.
    #[arg(long)]
    cite: bool,
    /// The language of card names and texts, such as `fr`; English for cards without it. Default: that of your
    /// settings, or English.
    #[arg(long)]
    lang: Option<String>,
    /// Print the results of your matches at a terminal so far, and exit.
    #[arg(long, conflicts_with_all = [
        "game", "players", "options", "options_file", "edition", "packs", "seats", "seed", "save", "load", "position", "cite", "lang", "plain",
        "seat", "free_undo",
    ])]
    statistics: bool,
    /// A match that was left, chosen in the menu.
    #[arg(skip)]
    resume: Option<PathBuf>,
    /// The bot in the other seats, if the settings or the menu name one.
    #[arg(skip)]
    bot: Option<String>,
    /// Read and print lines at a terminal too, instead of using the full screen.
    #[arg(long)]
    plain: bool,
    /// Your seat, from 1; the others are bots. Default: a seat chosen by the seed.
    #[arg(long, value_name = "N", conflicts_with_all = ["seats", "load"], value_parser = clap::value_parser!(u8).range(1..=8))]
    seat: Option<u8>,
    /// Let `undo` take back everything. Without this option, you cannot undo past a roll, a draw, or the revealing
    /// of anything hidden, so that nobody can try the same dice twice or look into a hand.
    #[arg(long)]
    free_undo: bool,
}

impl Play {
    /// Plays until the match is over, or until the user leaves it.
    ///
    /// # Errors
    /// When the game cannot be played with this setup, or a file cannot be read or written.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        if self.statistics {
            return statistics::print(out).map(|()| Verdict::Good);
        }
        let terminal = stdin().is_terminal() && stdout().is_terminal() && !out.is_json();
        let settings = match terminal {
            true => Settings::of_user()?,
            false => Settings::default(),
        };
        let mut play = match (&self.game, &self.load) {
            (None, None) if terminal && self.has_screen() => match self.choose(out, &settings)? {
                Some(play) => play,
                None => return Ok(Verdict::Good),
            },
            (None, None) => return Err(no_game()),
            _ => Play {
                bot: settings.bot.clone(),
                ..self.clone()
            },
        };
        // A match that was left is not offered to a person who plays again.
        let mut offers = true;
        loop {
            let (verdict, again) = play.once(out, terminal, &settings, offers)?;
            offers = false;
            let Some((game, seats)) = again else {
                return Ok(verdict);
            };
            // The same table with other dice. A seat that was chosen at random is chosen again.
            let seats = match play.load.is_some() || play.resume.is_some() {
                true => Some(seats),
                false => play.seats.clone(),
            };
            play = Play {
                game: Some(game),
                seats,
                seed: None,
                load: None,
                resume: None,
                save: None,
                ..play
            };
        }
    }

    /// The choice of the user in the menu; `None` if the user leaves.
    fn choose(&self, out: &mut Out, settings: &Settings) -> Result<Option<Play>, CommandError> {
        let menu = Menu::new(settings.bot.as_deref());
        Ok(screen::choose(menu, settings.theme, out)?.map(|chosen| {
            let mut play = self.clone();
            match chosen {
                Chosen::Resume(file) => play.resume = Some(file),
                Chosen::New {
                    game,
                    players,
                    bot,
                    seat,
                    edition,
                } => {
                    play.game = Some(game.into());
                    play.setup.players = Some(players);
                    play.bot = Some(bot);
                    play.seat = seat;
                    play.setup.with.edition = edition.map(String::from);
                }
            }
            play
        }))
    }

    /// Plays one match; also returns the game and the seats if the user wants to play again.
    fn once(
        &self,
        out: &mut Out,
        terminal: bool,
        settings: &Settings,
        offers: bool,
    ) -> Result<(Verdict, Option<Table>), CommandError> {
        let mut input = input::input(terminal);
        let load = match self.load.clone().or_else(|| self.resume.clone()) {
            None if terminal && offers && self.is_plain() => {
                let info = game(self.game.as_deref().unwrap_or_default())?;
                offer(out, &mut *input, Kind::Save, info.id)?
            }
            load => load,
        };
        let (session, text) = match &load {
            Some(file) => self.load(file)?,
            None => (self.begin(terminal)?, String::new()),
        };
        let lang = match (&self.lang, &settings.language) {
            (Some(lang), _) => {
                lang::check(lang, session.names().cards())?;
                lang.clone()
            }
            // If the game's cards are not in the language of the settings, it is played in English.
            (None, Some(lang)) => lang.clone(),
            _ => "en".into(),
        };
        let keeping = self.keeping(&session, load, text)?;
        let behaviour = if terminal {
            Behaviour::Terminal
        } else {
            Behaviour::Lines
        };
        let table = (
            session.rulebook().about().game.clone(),
            session.seats().to_vec(),
        );
        let session = if self.free_undo {
            session.with_free_undo()
        } else {
            session
        };
        let keyboard = Keyboard::new(session, self.cite, input);
        // Whoever chose the seed knows it; otherwise it stays secret until the end.
        let mut keyboard = Keyboard {
            behaviour,
            keeping,
            lang,
            seed: self.seed,
            own_name: settings.name.clone(),
            coach: terminal && settings.coach && !settings::is_coached(&table.0),
            ..keyboard
        };
        keyboard.keeping.watch();
        match terminal && self.full_screen(&keyboard) {
            // The screen shows citations anyway.
            true => {
                keyboard.teller.cite = false;
                let (verdict, again) = screen::run(keyboard, settings.theme, out)?;
                Ok((verdict, again.then_some(table)))
            }
            false => Ok((keyboard.run(out)?, None)),
        }
    }

    /// Whether the table fills the screen: where a person plays, and the terminal can move its cursor.
    fn full_screen(&self, keyboard: &Keyboard) -> bool {
        keyboard.humans() > 0 && self.has_screen()
    }

    /// Whether the terminal can show the full screen, and `--plain` is not given.
    fn has_screen(&self) -> bool {
        !self.plain && screen::fits_terminal()
    }

    /// Whether only the game is given, and perhaps the seats.
    fn is_plain(&self) -> bool {
        let SetupArgs { players, with } = &self.setup;
        self.save.is_none()
            && self.position.is_none()
            && self.seed.is_none()
            && players.is_none()
            && with.is_empty()
    }

    /// Where the match is saved. `text` is the content of the file `load`.
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
                self.bot.as_deref(),
            )?,
        };
        Ok(Session::new(play, seats)?)
    }

    /// A match from a written position, with as many players as it has.
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
                self.bot.as_deref(),
            )?,
        };
        Ok(Session::new(play, seats)?)
    }

    /// The options of a table with these seats that are not set by the position or otherwise.
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

    /// Your seat, from 0: the one you named, or at a terminal one chosen by the seed, because later seats may be
    /// better or worse. Otherwise `None`.
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

    /// The match in a file, and the text of the file.
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

/// The default seats: you in your seat, and the game's best bots in the others.
fn usual_seats(
    book: &dyn DynGame,
    players: u8,
    own: Option<u8>,
    bot: Option<&str>,
) -> Result<Vec<String>, CommandError> {
    let bot = match bot {
        Some(bot) => {
            args::bot(book, bot)?;
            bot
        }
        None if book.bots().contains(&"greedy") => "greedy",
        None => "random",
    };
    let mut seats = vec![bot.to_string(); usize::from(players)];
    if let Some(seat) = own.and_then(|own| seats.get_mut(usize::from(own))) {
        *seat = HUMAN.into();
    }
    Ok(seats)
}

/// The error if no game is named and there is no terminal to ask at.
fn no_game() -> CommandError {
    let games: Vec<&str> = games().iter().map(|game| game.id).collect();
    CommandError::usage(
        "no game is named",
        format!(
            "name one of {}, or resume a match with --load FILE; at a terminal, `cardwright play` alone \
             shows a menu",
            games.join(", ")
        ),
    )
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
            usual_seats(&*book, 4, Some(seat), None)
                .unwrap()
                .iter()
                .position(|who| who == HUMAN)
        };
        assert_eq!(
            (0..4).map(own).collect::<Vec<_>>(),
            [Some(0), Some(1), Some(2), Some(3)]
        );
        assert!(
            usual_seats(&*book, 4, None, None)
                .unwrap()
                .iter()
                .all(|who| who == "greedy")
        );
        assert!(usual_seats(&*book, 4, None, Some("nobody")).is_err());
    }

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        play: Play,
    }

    /// An unfinished match is offered only if the command line names nothing but a game.
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

    #[test]
    fn at_a_terminal_the_seed_chooses_a_seat_that_nobody_named() {
        let own = |more: &str, terminal| {
            let words = ["play", "robotory"]
                .into_iter()
                .chain(more.split_whitespace());
            let play = Words::try_parse_from(words).unwrap().play;
            let seats = (0..8).map(|seed| play.own_seat(4, terminal, seed).ok().flatten());
            seats.collect::<Vec<_>>()
        };
        let each: Vec<_> = (0..8).map(|seed| Some(seed % 4)).collect();
        assert_eq!(own("", true), each);
        assert_eq!(own("", false), [None; 8]);
        for terminal in [true, false] {
            assert_eq!(own("--seat 4", terminal), [Some(3); 8]);
            assert_eq!(own("--seat 5", terminal), [None; 8]);
        }
    }
}
