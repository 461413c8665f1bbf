//! The player's settings for all games at the terminal: `config.toml` in the folder `cardwright` of the user's
//! configuration directory (`$XDG_CONFIG_HOME` or `~/.config`). Only `play` and `replay` at a terminal read it; the
//! output for a script depends only on its arguments.

use crate::files::{self, Kind};
use crate::places::place;
use crate::stop::CommandError;
use cardwright::meant;
use std::fs;
use std::path::{Path, PathBuf};
use toml_span::Value;
use toml_span::value::ValueInner;

/// The names of the settings.
const NAMES: &[&str] = &["name", "bot", "language", "theme", "coach"];
/// The maximum length of a name, so that it fits in a line of the screen.
const LONGEST_NAME: usize = 16;

/// The background for which the colours are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Ground {
    /// A dark background.
    #[default]
    Dark,
    /// A light background.
    Light,
    /// No colours.
    None,
}

/// The settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    /// The player's name, used instead of `you`.
    pub(crate) name: Option<String>,
    /// The bot in the other seats.
    pub(crate) bot: Option<String>,
    /// The language of card names and texts.
    pub(crate) language: Option<String>,
    /// The colours.
    pub(crate) theme: Ground,
    /// Whether the first match of each game comes with advice.
    pub(crate) coach: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            name: None,
            bot: None,
            language: None,
            theme: Ground::Dark,
            coach: true,
        }
    }
}

impl Settings {
    /// Reads the user's settings; the defaults if there is no file.
    ///
    /// # Errors
    /// When the file cannot be read, or contains an invalid setting; with its place.
    pub(crate) fn of_user() -> Result<Self, CommandError> {
        match file("config.toml").filter(|path| path.exists()) {
            Some(path) => Settings::read(&path, &files::read(&path, Kind::Settings)?),
            None => Ok(Settings::default()),
        }
    }

    fn read(path: &Path, text: &str) -> Result<Self, CommandError> {
        let wrong = |at: usize, what: String, help: String| {
            CommandError::usage(format!("{}: {what}", place(path, text, at)), help)
        };
        let mut table = match toml_span::parse(text) {
            Ok(table) => table,
            Err(error) => {
                let help = "write one setting a line, such as `theme = \"light\"`";
                return Err(wrong(error.span.start, error.to_string(), help.into()));
            }
        };
        let ValueInner::Table(table) = table.take() else {
            return Ok(Settings::default());
        };
        let mut settings = Settings::default();
        for (key, value) in table {
            let at = value.span.start;
            settings.set(&key.name, value).map_err(|(what, help)| {
                let at = if NAMES.contains(&&*key.name) {
                    at
                } else {
                    key.span.start
                };
                wrong(at, what, help)
            })?;
        }
        Ok(settings)
    }

    /// Changes one setting; returns what is wrong, and what to write instead.
    fn set(&mut self, name: &str, mut value: Value<'_>) -> Result<(), (String, String)> {
        let value = value.take();
        let text = || match &value {
            ValueInner::String(text) if !text.trim().is_empty() => Ok(text.trim().to_string()),
            _ => Err((
                format!("`{name}` is not a text"),
                format!("write it in quotation marks: `{name} = \"…\"`"),
            )),
        };
        match name {
            "name" => {
                let name = text()?;
                if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
                    let what = format!("the name is longer than {LONGEST_NAME} letters");
                    return Err((what, "choose a shorter name".into()));
                }
                self.name = Some(name);
            }
            "bot" => self.bot = Some(text()?),
            "language" => self.language = Some(text()?),
            "theme" => {
                self.theme = match text()?.as_str() {
                    "dark" => Ground::Dark,
                    "light" => Ground::Light,
                    "none" => Ground::None,
                    other => {
                        let what = format!("there is no theme `{other}`");
                        return Err((what, "write `dark`, `light` or `none`".into()));
                    }
                }
            }
            "coach" => match value {
                ValueInner::Boolean(coach) => self.coach = coach,
                _ => {
                    let what = "`coach` is neither true nor false".to_string();
                    return Err((what, "write `coach = true` or `coach = false`".into()));
                }
            },
            other => {
                return Err((
                    format!("there is no setting `{other}`"),
                    meant(other, NAMES),
                ));
            }
        }
        Ok(())
    }
}

/// Whether the user has already had advice in a game.
pub(crate) fn is_coached(game: &str) -> bool {
    let known = file("coached").and_then(|path| fs::read_to_string(path).ok());
    known.is_some_and(|known| known.lines().any(|line| line == game))
}

/// Records that the user has had advice in a game. If this fails, the advice is shown again.
pub(crate) fn coached(game: &str) {
    let Some(path) = file("coached").filter(|_| !is_coached(game)) else {
        return;
    };
    let known = fs::read_to_string(&path).unwrap_or_default();
    let folder = path.parent().map(fs::create_dir_all);
    if matches!(folder, Some(Ok(()))) {
        let _ = files::replace(&path, &format!("{known}{game}\n"));
    }
}

/// A file of the program in the user's configuration directory.
fn file(name: &str) -> Option<PathBuf> {
    Some(dirs::config_dir()?.join("cardwright").join(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Format;

    fn read(text: &str) -> Result<Settings, String> {
        Settings::read(Path::new("config.toml"), text)
            .map_err(|error| error.report(Format::Text).unwrap_or_default())
    }

    #[test]
    fn settings_are_read() {
        let text = "name = \"Anna\"\nbot = \"hard\"\nlanguage = \"fr\"\ntheme = \"light\"\ncoach = false\n";
        let settings = read(text).unwrap();
        assert_eq!(settings.name.as_deref(), Some("Anna"));
        assert_eq!(settings.bot.as_deref(), Some("hard"));
        assert_eq!(settings.language.as_deref(), Some("fr"));
        assert_eq!((settings.theme, settings.coach), (Ground::Light, false));
        assert_eq!(read("").unwrap(), Settings::default());
    }

    #[test]
    fn a_wrong_setting_has_its_place_and_what_to_write() {
        for (text, place, help) in [
            (
                "\ntheme = \"pink\"",
                "config.toml:2:",
                "`dark`, `light` or `none`",
            ),
            ("them = \"dark\"", "config.toml:1:1", "theme"),
            ("coach = \"no\"", "config.toml:1:", "coach = false"),
            ("name = 3", "config.toml:1:", "quotation marks"),
            (
                "name = \"a name of far too many letters\"",
                "config.toml:1:",
                "shorter",
            ),
            ("name = ", "config.toml:1:", "theme = \"light\""),
        ] {
            let told = read(text).unwrap_err();
            assert!(
                told.contains(place) && told.contains(help),
                "{text}: {told}"
            );
        }
    }
}
