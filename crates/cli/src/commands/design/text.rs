//! `cardwright text`: what each card does, beside what its author says.

use crate::args::name_value;
use crate::lang::{self, LangArgs};
use crate::output::Out;
use crate::packs;
use crate::stop::{CommandError, Verdict};
use cardwright::{CardInfo, PackSource, cards_under, games, nearest, pack_head};
use clap::Args;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Print what each card does, as generated from its program, beside its author's own text.
///
/// The generated text is what the program plays; where the two differ, one of them is wrong. Cards without a text of
/// their author are marked.
#[derive(Args)]
pub(crate) struct Text {
    /// Folders of packs, or games for their official cards; then perhaps cards: only these, where ids without the
    /// pack's in front will do.
    #[arg(value_name = "PACK|GAME|CARD", required = true)]
    from: Vec<String>,
    /// A folder with another pack to load beside; may be given several times.
    #[arg(long = "pack", value_name = "DIR")]
    packs: Vec<PathBuf>,
    /// An option of the game under which texts are generated, such as `fist_boost=forced`; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_value)]
    options: Vec<(String, String)>,
    #[command(flatten)]
    lang: LangArgs,
}

impl Text {
    /// Prints the texts.
    ///
    /// # Errors
    /// When there is no such pack, game or card, or a pack has errors.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let Sources {
            game,
            shown,
            packs,
            named,
        } = self.sources()?;
        let mut cards = cards_under(&game, &packs, &self.options)?;
        cards.retain(|card| shown.contains(&card.pack));
        lang::check(&self.lang.lang, &cards)?;
        let cards = asked_for(named, cards, &shown)?;
        match out.is_json() {
            true => out.json(&cardwright_wire::texts(&game, &cards)?)?,
            false => self.print(out, &cards)?,
        }
        Ok(Verdict::Good)
    }

    /// What is to be shown: words that name a folder or a game, and after them those that name cards.
    fn sources(&self) -> Result<Sources<'_>, CommandError> {
        let ids: Vec<&str> = games().iter().map(|game| game.id).collect();
        let is_source = |word: &String| ids.contains(&word.as_str()) || Path::new(word).is_dir();
        let count = self.from.iter().take_while(|word| is_source(word)).count();
        let (sources, named) = self.from.split_at(count);
        let Some(first) = sources.first() else {
            return Err(no_source(&self.from[0], &ids));
        };
        let mut all = Sources {
            game: String::new(),
            shown: Vec::new(),
            packs: Vec::new(),
            named,
        };
        for word in sources {
            let game = match ids.contains(&word.as_str()) {
                true => {
                    all.shown.push(word.clone());
                    Some(word.clone())
                }
                false => {
                    let pack = packs::read(Path::new(word))?;
                    let (id, game) = pack_head(&pack);
                    all.shown.push(id.unwrap_or_default());
                    all.packs.push(pack);
                    game.filter(|game| ids.contains(&game.as_str()))
                }
            };
            if let Some(game) = game {
                if !all.game.is_empty() && all.game != game {
                    let what = format!("{first} is for {}, {word} for {game}", all.game);
                    return Err(CommandError::usage(what, "show one game at a time"));
                }
                all.game = game;
            }
        }
        if all.game.is_empty() {
            // What the manifest does not say is told, with its place, when the pack is loaded.
            all.game = games()
                .iter()
                .find(|game| game.cards)
                .map_or("", |game| game.id)
                .into();
        }
        all.packs.extend(packs::read_all(&self.packs)?);
        Ok(all)
    }

    fn print(&self, out: &mut Out, cards: &[CardInfo]) -> Result<(), CommandError> {
        for card in cards {
            let name = said(&card.names, "en").unwrap_or(&card.id);
            out.line(format!("{} ({name}, {})", card.id, facts(card)))?;
            let missing = "no text of its author: add `text = { en = \"…\" }` to the card";
            out.line(format!(
                "  says: {}",
                said(&card.texts, &self.lang.lang).unwrap_or(missing)
            ))?;
            let does = if card.text.is_empty() {
                "nothing when it is played"
            } else {
                &card.text
            };
            out.line(format!("  does: {does}\n"))?;
        }
        let silent = cards.iter().filter(|card| card.texts.is_empty()).count();
        let all = if cards.len() == 1 {
            "1 card".into()
        } else {
            format!("{} cards", cards.len())
        };
        out.line(format!("{all}, {silent} without a text of the author"))
    }
}

/// What is to be shown.
struct Sources<'a> {
    game: String,
    /// The ids of the packs that are shown.
    shown: Vec<String>,
    /// All packs beside the official ones.
    packs: Vec<PackSource>,
    /// The cards that are named.
    named: &'a [String],
}

fn no_source(word: &str, games: &[&str]) -> CommandError {
    if Path::new(word).exists() {
        return CommandError::usage(
            format!("{word} is not a folder"),
            "a pack is a folder with a `pack.toml` in it",
        );
    }
    let help = match nearest(word, games) {
        Some(near) => format!("did you mean the game `{near}`?"),
        None => format!(
            "name the folder of a pack, or one of the games {}",
            games.join(", ")
        ),
    };
    CommandError::usage(format!("there is no folder and no game `{word}`"), help)
}

fn asked_for(
    named: &[String],
    all: Vec<CardInfo>,
    packs: &[String],
) -> Result<Vec<CardInfo>, CommandError> {
    if named.is_empty() {
        return Ok(all);
    }
    let is = |card: &&CardInfo, name: &str| {
        card.id == name || packs.iter().any(|pack| card.id == format!("{pack}:{name}"))
    };
    let find = |name: &String| {
        let found = all.iter().find(|card| is(card, name)).cloned();
        found.ok_or_else(|| unknown(name, &all, &packs.join(", ")))
    };
    named.iter().map(find).collect()
}

fn said<'a>(
    languages: &'a std::collections::BTreeMap<String, String>,
    wanted: &str,
) -> Option<&'a str> {
    languages
        .get(wanted)
        .or_else(|| languages.get("en"))
        .map(String::as_str)
}

/// The kind, and what the card states in words: "weapon, play damage".
fn facts(card: &CardInfo) -> String {
    let words = |value: &Value| match value {
        Value::String(word) => Some(word.clone()),
        Value::Array(list) => list
            .iter()
            .map(|word| word.as_str().map(str::to_owned))
            .collect::<Option<Vec<_>>>()
            .map(|all| all.join(" ")),
        _ => None,
    };
    let stated = card
        .facts
        .iter()
        .filter_map(|(name, value)| Some(format!(", {name} {}", words(value)?)));
    format!("{}{}", card.kind, stated.collect::<String>())
}

fn unknown(name: &str, all: &[CardInfo], pack: &str) -> CommandError {
    let prefix = format!("{pack}:");
    let ids: Vec<&str> = all
        .iter()
        .map(|card| card.id.strip_prefix(&prefix).unwrap_or(&card.id))
        .collect();
    let help = match nearest(name, &ids) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "without a name all cards are printed".into(),
    };
    CommandError::usage(format!("`{pack}` has no card `{name}`"), help)
}
