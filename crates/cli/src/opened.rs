//! Positions, rulings and saved matches as games in progress: what several commands look at.

use crate::args::{AsArgs, SetupArgs, asker};
use crate::commands::replay::{copy_fault, load_copy};
use crate::files::{self, Kind};
use crate::packs;
use crate::places::{about_option, place};
use crate::stop::CommandError;
use cardwright::judge::{Judge, Reached, RulingError, read};
use cardwright::{
    DynGame, GameInfo, PositionError, SetupError, TextError, Viewer, game, games, is_copy, position_options,
    read_replay, rulebook,
};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file that holds a game in progress, and under which rules to read it.
#[derive(Args)]
pub(crate) struct Opened {
    /// A position (TOML), a ruling (Markdown; after its play), or a saved match.
    pub(crate) file: PathBuf,
    /// The game of a position. If left out, the game that can read it.
    #[arg(long)]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    #[command(flatten)]
    pub(crate) eyes: AsArgs,
}

impl Opened {
    /// The game as the file leaves it, and who looks at it.
    ///
    /// # Errors
    /// When the file makes no game in progress.
    pub(crate) fn open(&self) -> Result<(Reached, Viewer), CommandError> {
        let ending = self.file.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        let kind = match ending {
            "md" => Kind::Ruling,
            "toml" => Kind::Position,
            _ => Kind::Save,
        };
        let text = files::read(&self.file, kind)?;
        // Rulings and positions lie open to whoever holds the file.
        let (reached, asker) = match ending {
            "md" => (self.ruling(&text)?, Viewer::Referee),
            "toml" => {
                let named = self.game.as_deref().map(game).transpose()?;
                let start = Start { file: &self.file, text };
                let book = start.rulebook(named, &self.setup)?;
                let play = book.start_from(&start.text, None).map_err(|flaws| start.impossible(&flaws))?;
                ((book, play), Viewer::Referee)
            }
            _ if is_copy(&text) => self.copy(&text)?,
            _ => saved(&self.file, &text)?,
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
            first.map_or_else(|| CommandError::refused("the ruling cannot be read", ""), refused)
        })?;
        let own = packs::of_ruling(&self.file).map(|folder| packs::read(&folder)).transpose()?;
        Judge::new().with_packs(own.into_iter().collect()).reach(&ruling).map_err(refused)
    }

    /// The copy of a seat, for its viewer.
    fn copy(&self, text: &str) -> Result<(Reached, Viewer), CommandError> {
        let copy = load_copy(&self.file, text)?;
        let fault = |error| copy_fault(&self.file, &error);
        let viewer = copy.viewer().map_err(fault)?;
        if self.eyes.viewer.is_some_and(|named| named != viewer) {
            let what = format!("{} is the copy of {viewer}", self.file.display());
            return Err(CommandError::usage(what, "leave `--as` out, or ask about the host's file"));
        }
        Ok((copy.reach().map_err(fault)?, viewer))
    }
}

/// A saved match, with the cards it carries, and what whoever asks about it may know.
fn saved(file: &Path, text: &str) -> Result<(Reached, Viewer), CommandError> {
    let replay = read_replay(text).map_err(|error| CommandError::from(error).about(file))?;
    let book = rulebook(&replay.game, &cardwright::Setup::of(&replay))?;
    let play = book
        .resume(&replay)
        .map_err(|error| CommandError::from(cardwright::LoadError::from(error)).about(file))?;
    let viewer = asker(&replay.seats, &*play);
    Ok(((book, play), viewer))
}

/// A written position to start from.
pub(crate) struct Start<'a> {
    file: &'a Path,
    /// What the file says.
    pub(crate) text: String,
}

impl<'a> Start<'a> {
    /// The position in a file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn read(file: &'a Path) -> Result<Self, CommandError> {
        Ok(Start { file, text: files::read(file, Kind::Position)? })
    }

    /// The rules under which the text is a possible position: of the game that is named or of any that can read it, for
    /// as many players as are named or fit, under the options that are named and those of its own.
    ///
    /// # Errors
    /// Every reason, with its place, why the text is no position of the game that comes nearest.
    pub(crate) fn rulebook(
        &self,
        named: Option<&GameInfo>,
        setup: &SetupArgs,
    ) -> Result<Arc<dyn DynGame>, CommandError> {
        let tried = games().iter().filter(|info| named.is_none_or(|named| named.id == info.id));
        let mut stops = Vec::new();
        for (info, players) in tried.flat_map(|info| counts(info, setup.players)) {
            match self.book(info, players, named.is_some(), setup)? {
                Ok(book) => return Ok(book),
                // Without a reason it is a game that is not played so at all.
                Err(reasons) if reasons.is_empty() => {}
                Err(reasons) => stops.push((info.id, reasons)),
            }
        }
        let fewest = stops.into_iter().min_by_key(|(_, reasons)| reasons.len());
        let (id, reasons) = fewest.unwrap_or(("any game for so many players", Vec::new()));
        let help = match named {
            Some(_) => "docs/guide/rulings.md has the words of a position",
            None => "name the game with --game and the number of players with --players",
        };
        Err(CommandError::refused(format!("this is no position of {id}:\n{}", reasons.join("\n")), help))
    }

    /// The rules of one game for so many, or every reason why the text is no position of it. What was asked for beside
    /// the text and makes no sense is an error where the game was named.
    fn book(
        &self,
        info: &GameInfo,
        players: u8,
        named: bool,
        setup: &SetupArgs,
    ) -> Result<Result<Arc<dyn DynGame>, Vec<String>>, CommandError> {
        let own = match position_options(&self.text) {
            Ok(own) => own,
            Err(flaws) => return Ok(Err(self.places(&flaws))),
        };
        let asked = setup.with.setup(players)?;
        let mut whole = asked.clone();
        let mut places = Vec::new();
        for option in own {
            if !asked.options.iter().any(|(name, _)| *name == option.name) {
                places.push((option.name.clone(), option.span.clone()));
                whole.options.push((option.name, option.value));
            }
        }
        let book = match rulebook(info.id, &whole) {
            Ok(book) => book,
            Err(SetupError::Options(reasons)) => {
                let told = reasons.iter().map(|reason| match about_option(reason, &places) {
                    Some(span) => format!("  {}: {reason}", self.place(span.start)),
                    None => format!("  {reason}"),
                });
                return Ok(Err(told.collect()));
            }
            Err(SetupError::Players { .. } | SetupError::NoCards { .. }) if !named => {
                return Ok(Err(Vec::new()));
            }
            Err(error) => return Err(CommandError::from(error)),
        };
        Ok(match book.start_from(&self.text, None) {
            Ok(_) => Ok(book),
            Err(flaws) => Err(self.places(&flaws)),
        })
    }

    /// Why the text is no possible position.
    pub(crate) fn impossible(&self, flaws: &[TextError]) -> CommandError {
        let help = "docs/guide/rulings.md has the words of a position";
        CommandError::refused(
            format!("this is no possible position:\n{}", self.places(flaws).join("\n")),
            help,
        )
    }

    /// Why no match begins from the text.
    pub(crate) fn no_match(&self, error: PositionError) -> CommandError {
        match error {
            PositionError::Setup(error) => error.into(),
            PositionError::TextErrors(flaws) => self.impossible(&flaws),
            other => CommandError::refused(other.to_string(), "see docs/guide/rulings.md"),
        }
    }

    fn places(&self, flaws: &[TextError]) -> Vec<String> {
        let told =
            |flaw: &TextError| format!("  {}: {} ({})", self.place(flaw.span.start), flaw.message, flaw.help);
        flaws.iter().map(told).collect()
    }

    fn place(&self, at: usize) -> String {
        place(self.file, &self.text, at)
    }
}

/// The numbers of players to try: the one that was named, or the usual one first.
fn counts(info: &GameInfo, named: Option<u8>) -> Vec<(&GameInfo, u8)> {
    match named {
        Some(players) => vec![(info, players)],
        None => {
            let others = info.players().filter(|players| *players != info.usual);
            [info.usual].into_iter().chain(others).map(|players| (info, players)).collect()
        }
    }
}
