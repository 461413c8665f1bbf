//! Opens positions, rulings and saved matches as games in progress, for several commands.

use crate::args::{AsArgs, SetupArgs, asker};
use crate::files::{self, Kind};
use crate::packs;
use crate::places::{about_option, place};
use crate::stop::CommandError;
use cardwright::judge::Ruling;
use cardwright::judge::{Judge, Reached, RulingError, read};
use cardwright::{
    About, CopyError, DynGame, GameInfo, PackSource, PositionError, SeatCopy, Setup, SetupError,
    Tables, TextError, Viewer, game, games, is_copy, pack_head, position_options, rulebook,
};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file with a game in progress, and the rules for reading it.
#[derive(Args, Clone)]
pub(crate) struct Opened {
    /// A position (TOML), a ruling (Markdown; at the end of its play), or a saved match.
    pub(crate) file: PathBuf,
    /// The game of a position. Default: the game that can read it.
    #[arg(long)]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    #[command(flatten)]
    pub(crate) eyes: AsArgs,
}

impl Opened {
    /// The game in progress, and the viewer who looks at it.
    ///
    /// # Errors
    /// When the file does not lead to a game in progress.
    pub(crate) fn open(&self) -> Result<(Reached, Viewer), CommandError> {
        let ending = self
            .file
            .extension()
            .and_then(|ending| ending.to_str())
            .unwrap_or("");
        let kind = match ending {
            "md" => Kind::Ruling,
            "toml" => Kind::Position,
            _ => Kind::Save,
        };
        let text = files::read(&self.file, kind)?;
        // Anyone who has a ruling or a position may see all of it.
        let (reached, asker) = match ending {
            "md" => (self.ruling(&text)?, Viewer::Referee),
            "toml" => {
                let named = self.game.as_deref().map(game).transpose()?;
                let start = Start {
                    file: &self.file,
                    text,
                };
                let told = |error| self.eyes.told(error, &self.file);
                let book = start.rulebook(named, &self.setup).map_err(told)?;
                let play = book
                    .start_from(&start.text, None)
                    .map_err(|flaws| told(start.impossible(&flaws)))?;
                ((book, play), Viewer::Referee)
            }
            _ => {
                let opened = match is_copy(&text) {
                    true => self.copy(&text)?,
                    false => saved(&self.file, &text)
                        .map_err(|error| self.eyes.told(error, &self.file))?,
                };
                self.is_as_saved(&opened.0.0.about())?;
                opened
            }
        };
        let viewer = self.eyes.at(reached.0.about().players)?.unwrap_or(asker);
        Ok((reached, viewer))
    }

    fn ruling(&self, text: &str) -> Result<Reached, CommandError> {
        let refused = |fault: RulingError| {
            let place = format!("{}:{}:{}", self.file.display(), fault.line, fault.column);
            CommandError::refused(format!("{place}: {}", fault.message), fault.help)
        };
        let ruling = read(text).map_err(|faults| {
            let first = faults.into_iter().next();
            first.map_or_else(
                || CommandError::refused("the ruling cannot be read", ""),
                refused,
            )
        })?;
        self.is_about(&ruling.game, ruling.players)?;
        let own = packs::of_ruling(&self.file)
            .map(|folder| packs::read(&folder))
            .transpose()?;
        let asked = self.setup.with.setup(ruling.players)?;
        let packs = beside(asked.packs, own);
        self.fits(&ruling, &asked.options, &packs)?;
        let mut judge = Judge::new().with_packs(packs).with_options(asked.options);
        let viewer = self.eyes.at(ruling.players)?.unwrap_or(Viewer::Referee);
        judge.reach_for(&ruling, viewer).map_err(refused)
    }

    /// Checks that `--game` and `--players` agree with a file that contains both.
    fn is_about(&self, game: &str, players: u8) -> Result<(), CommandError> {
        let file = self.file.display();
        let what = match (&self.game, self.setup.players) {
            (Some(named), _) if named != game => {
                format!("{file} is for {game}, but --game says {named}")
            }
            (_, Some(named)) if named != players => {
                format!("{file} is for {players} players, but --players says {named}")
            }
            _ => return Ok(()),
        };
        let help = "leave it out: it is in the file";
        Err(CommandError::usage(what, help))
    }

    /// Checks that no cards or options are named for a saved match, which has its own.
    fn is_as_saved(&self, about: &About) -> Result<(), CommandError> {
        self.is_about(&about.game, about.players)?;
        if self.setup.with.is_empty() {
            return Ok(());
        }
        let what = format!(
            "{} is a saved match and has its own cards and options",
            self.file.display()
        );
        let help = "leave out --pack, --option, --options and --edition; `cardwright rejudge` plays it under others";
        Err(CommandError::usage(what, help))
    }

    /// Checks that options named with a ruling exist in the game and agree with the ruling.
    fn fits(
        &self,
        ruling: &Ruling,
        named: &[(String, String)],
        packs: &[PackSource],
    ) -> Result<(), CommandError> {
        let under = ruling.cases.first().map(|case| &case.under);
        let own: Vec<_> = ruling
            .options
            .iter()
            .chain(under.into_iter().flatten())
            .collect();
        for (name, value) in named {
            // A ruling may change what an edition sets.
            let says = own.iter().rev().find(|(own, _)| own == name);
            if let Some((_, says)) = says.filter(|(_, says)| says != value && name != "edition") {
                let what = format!(
                    "{} is a ruling under {name} = {says}, but the command says {name}={value}",
                    self.file.display()
                );
                let help = "leave the option out, or change it in the ruling";
                return Err(CommandError::usage(what, help));
            }
        }
        let setup = |named: &[(String, String)]| Setup {
            players: ruling.players,
            options: named.to_vec(),
            packs: packs.to_vec(),
        };
        // If the game cannot be played even without the named options, the ruling is the cause.
        match rulebook(&ruling.game, &setup(&[])) {
            Ok(_) if !named.is_empty() => rulebook(&ruling.game, &setup(named))
                .map(drop)
                .map_err(|error| self.setup.with.refused(error)),
            _ => Ok(()),
        }
    }

    /// Opens a viewer's copy.
    fn copy(&self, text: &str) -> Result<(Reached, Viewer), CommandError> {
        let copy = load_copy(&self.file, text)?;
        let fault = |error| copy_fault(&self.file, &error);
        let viewer = copy.viewer().map_err(fault)?;
        if self.eyes.viewer.is_some_and(|named| named != viewer) {
            let what = format!("{} is the copy of {viewer}", self.file.display());
            return Err(CommandError::usage(
                what,
                "leave `--as` out, or ask about the host's file",
            ));
        }
        Ok((copy.reach().map_err(fault)?, viewer))
    }
}

/// The named packs, and the pack that a ruling belongs to. A named pack replaces it.
pub(crate) fn beside(named: Vec<PackSource>, own: Option<PackSource>) -> Vec<PackSource> {
    let is_named = |own: &PackSource| {
        named
            .iter()
            .any(|pack| pack_head(pack).0 == pack_head(own).0)
    };
    let own = own.filter(|own| !is_named(own));
    named.into_iter().chain(own).collect()
}

/// Opens a saved match with its own cards; also returns what the person who asks may know.
fn saved(file: &Path, text: &str) -> Result<(Reached, Viewer), CommandError> {
    let replay = files::match_of(file, text)?;
    let book = rulebook(&replay.game, &cardwright::Setup::of(&replay))?;
    let play = book
        .resume(&replay)
        .map_err(|error| CommandError::from(cardwright::LoadError::from(error)).about(file))?;
    let viewer = asker(&replay.seats, &*play);
    Ok(((book, play), viewer))
}

/// A position to start from.
pub(crate) struct Start<'a> {
    file: &'a Path,
    /// The text of the file.
    pub(crate) text: String,
}

impl<'a> Start<'a> {
    /// Reads the position in a file.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn read(file: &'a Path) -> Result<Self, CommandError> {
        Ok(Start {
            file,
            text: files::read(file, Kind::Position)?,
        })
    }

    /// The rules under which the text is a possible position. The game, the number of players and the options are
    /// those that are named, or the first that fit the text.
    ///
    /// # Errors
    /// Every reason, with its place, why the text is not a position of the game that fits best.
    pub(crate) fn rulebook(
        &self,
        named: Option<&GameInfo>,
        setup: &SetupArgs,
    ) -> Result<Arc<dyn DynGame>, CommandError> {
        let tried = games()
            .iter()
            .filter(|info| named.is_none_or(|named| named.id == info.id));
        let (mut stops, mut found) = (Vec::new(), None::<(&str, Arc<dyn DynGame>)>);
        for (info, players) in tried.flat_map(|info| counts(info, setup.players)) {
            if found.as_ref().is_some_and(|(id, _)| *id == info.id) {
                continue;
            }
            let tried = match self.book(info, players, named.is_some(), setup) {
                Err(_) if found.is_some() => continue,
                tried => tried?,
            };
            match (tried, &found) {
                (Ok(_), Some((other, _))) => {
                    let what = format!(
                        "the game cannot be told: this is a position of {other} and of {}",
                        info.id
                    );
                    return Err(CommandError::refused(what, "name the game with --game"));
                }
                (Ok(book), None) => found = Some((info.id, book)),
                // Without a reason, the game cannot be played with this setup at all.
                (Err(stop), _) if stop.reasons.is_empty() => {}
                (Err(stop), _) => stops.push((info.id, stop)),
            }
        }
        if let Some((_, book)) = found {
            return Ok(book);
        }
        let fewest = stops
            .into_iter()
            .min_by_key(|(_, stop)| (stop.away, stop.reasons.len()));
        let recognised = fewest.as_ref().is_some_and(|(_, stop)| stop.away < 2);
        let (id, reasons) = fewest.map_or_else(
            || ("any game for this number of players", Vec::new()),
            |(id, stop)| (id, stop.reasons),
        );
        let help = match named.is_some() || recognised {
            true => HELP,
            false => "name the game with --game and the number of players with --players",
        };
        Err(no_position(id, &reasons, help))
    }

    /// The rules of one game for a number of players, or every reason why the text is not a position of it. If the
    /// named options or packs are invalid, that is an error only if the game was named.
    fn book(
        &self,
        info: &GameInfo,
        players: u8,
        named: bool,
        setup: &SetupArgs,
    ) -> Result<Result<Arc<dyn DynGame>, Stop>, CommandError> {
        let stop = |reasons| Stop { reasons, away: 2 };
        let (whole, places) = match self.whole(players, setup)? {
            Ok(whole) => whole,
            Err(flaws) => return Ok(Err(stop(self.places(&flaws)))),
        };
        let book = match rulebook(info.id, &whole) {
            Ok(book) => book,
            Err(SetupError::Options(reasons)) => {
                let told = reasons
                    .iter()
                    .map(|reason| match about_option(reason, &places) {
                        Some(span) => format!("  {}: {reason}", self.place(span.start)),
                        None => format!("  {reason}"),
                    });
                return Ok(Err(stop(told.collect())));
            }
            Err(SetupError::Players { .. } | SetupError::NoCards { .. }) if !named => {
                return Ok(Err(stop(Vec::new())));
            }
            Err(error) => return Err(CommandError::without_seats(error)),
        };
        let tables = Tables::of(&*book, &self.text);
        if let Some(other) = tables.as_ref().and_then(|tables| self.other_number(tables)) {
            return Ok(Err(Stop {
                reasons: vec![other],
                away: 1,
            }));
        }
        Ok(match book.start_from(&self.text, None) {
            Ok(_) => Ok(book),
            Err(flaws) => Err(Stop {
                reasons: self.places(&flaws),
                away: if tables.is_some() { 0 } else { 2 },
            }),
        })
    }

    /// The setup, with the options in the text that are not named, and their places.
    fn whole(
        &self,
        players: u8,
        setup: &SetupArgs,
    ) -> Result<Result<(Setup, Places), Vec<TextError>>, CommandError> {
        let own = match position_options(&self.text) {
            Ok(own) => own,
            Err(flaws) => return Ok(Err(flaws)),
        };
        let mut whole = setup.with.setup(players)?;
        let mut places = Vec::new();
        let asked = whole.options.len();
        for option in own {
            if !whole.options[..asked]
                .iter()
                .any(|(name, _)| *name == option.name)
            {
                places.push((option.name.clone(), option.span.clone()));
                whole.options.push((option.name, option.value));
            }
        }
        Ok(Ok((whole, places)))
    }

    /// The setups under which the text may be a position of a game, given its number of tables for robots or
    /// players: for the named number of players, or else the usual number first. At least one.
    ///
    /// # Errors
    /// When no number of players fits, or a pack or the option file cannot be read.
    pub(crate) fn setups(
        &self,
        info: &GameInfo,
        setup: &SetupArgs,
    ) -> Result<Vec<Setup>, CommandError> {
        let (mut fit, mut other) = (Vec::new(), None);
        for (info, players) in counts(info, setup.players) {
            // Whoever starts from it reports errors in its options.
            let whole = match self.whole(players, setup)? {
                Ok((whole, _)) => whole,
                Err(_) => setup.with.setup(players)?,
            };
            let book = rulebook(info.id, &whole).ok();
            let tables = book.and_then(|book| Tables::of(&*book, &self.text));
            match tables.and_then(|tables| self.other_number(&tables)) {
                Some(stop) => other = other.or(Some(stop)),
                None => fit.push(whole),
            }
        }
        match other.filter(|_| fit.is_empty()) {
            None => Ok(fit),
            Some(reason) => Err(no_position(info.id, &[reason], HELP)),
        }
    }

    /// The error if the text has another number of robots or players than the rules, with its place.
    fn other_number(&self, tables: &Tables) -> Option<String> {
        let place = self.place(tables.at);
        (!tables.fit()).then(|| format!("  {place}: {tables} ({})", tables.help()))
    }

    /// The error for an impossible position.
    pub(crate) fn impossible(&self, flaws: &[TextError]) -> CommandError {
        let told = self.places(flaws).join("\n");
        CommandError::refused(format!("this position is not possible:\n{told}"), HELP)
    }

    /// The error if no match can start from the text.
    pub(crate) fn no_match(&self, error: PositionError) -> CommandError {
        match error {
            PositionError::Setup(error) => error.into(),
            PositionError::TextErrors(flaws) => self.impossible(&flaws),
            other => CommandError::refused(other.to_string(), "see docs/guide/rulings.md"),
        }
    }

    fn places(&self, flaws: &[TextError]) -> Vec<String> {
        let told = |flaw: &TextError| {
            format!(
                "  {}: {} ({})",
                self.place(flaw.span.start),
                flaw.message,
                flaw.help
            )
        };
        flaws.iter().map(told).collect()
    }

    fn place(&self, at: usize) -> String {
        place(self.file, &self.text, at)
    }
}

/// The documentation of positions.
const HELP: &str = "docs/guide/rulings.md explains positions";

fn no_position(id: &str, reasons: &[String], help: &str) -> CommandError {
    CommandError::refused(
        format!("this is not a position of {id}:\n{}", reasons.join("\n")),
        help,
    )
}

/// The names of options, and their places in the text.
type Places = Vec<(String, std::ops::Range<usize>)>;

/// Why a text is not a position of one game for a number of players.
struct Stop {
    reasons: Vec<String>,
    /// How well it fits: 0 if it has a table for each robot or player, 1 if their number differs, 2 if it has none
    /// that the game knows.
    away: u8,
}

/// The numbers of players to try: the named one, or else the usual one first.
fn counts(info: &GameInfo, named: Option<u8>) -> Vec<(&GameInfo, u8)> {
    match named {
        Some(players) => vec![(info, players)],
        None => {
            let others = info.players().filter(|players| *players != info.usual);
            [info.usual]
                .into_iter()
                .chain(others)
                .map(|players| (info, players))
                .collect()
        }
    }
}

/// Parses a viewer's copy.
///
/// # Errors
/// When the copy is incomplete.
pub(crate) fn load_copy(file: &Path, text: &str) -> Result<SeatCopy, CommandError> {
    SeatCopy::load(text).map_err(|error| copy_fault(file, &error))
}

/// The error for a copy that cannot be used here.
fn copy_fault(file: &Path, error: &CopyError) -> CommandError {
    let what = format!("{}: {error}", file.display());
    CommandError::usage(what, "ask the host, who has the match, for a new copy")
}
