//! `cardwright text`: prints what each card does, next to its author's text.

use crate::args::name_value;
use crate::lang::{self, LangArgs};
use crate::output::Out;
use crate::packs;
use crate::stop::{CommandError, Verdict};
use cardwright::{CardInfo, PackSource, SetupError, games, nearest, pack_head, sound_cards};
use clap::Args;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Print what each card does, next to the text its author wrote.
///
/// The generated text describes what the program plays. If the two differ, one of them is wrong. Cards without a
/// text by their author are marked. The errors of a pack are reported after its other cards.
#[derive(Args)]
pub(crate) struct Text {
    /// Folders of packs, or games for their official cards. Card ids after them select cards; the prefix of the
    /// pack can be left out.
    #[arg(value_name = "PACK|GAME|CARD", required = true)]
    from: Vec<String>,
    /// A folder with another pack to load; repeat it for more packs.
    #[arg(long = "pack", value_name = "DIR")]
    packs: Vec<PathBuf>,
    /// An option of the game under which the texts are generated, such as `fist_boost=forced`; repeat it for more
    /// options.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_value)]
    options: Vec<(String, String)>,
    /// List only the names and texts that a language lacks: that of `--lang`, or every language that some card has.
    #[arg(long)]
    missing: bool,
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
        let (mut cards, found) = sound_cards(&game, &packs, &self.options)?;
        let broken = found.has_errors();
        let errors = || Err(SetupError::Packs(Box::new(found)).into());
        if broken && (self.missing || out.is_json()) {
            return errors();
        }
        cards.retain(|card| shown.contains(&card.pack));
        if self.missing {
            let cards = asked_for(named, cards, &shown)?;
            return self.list_missing(out, &cards);
        }
        lang::check(&self.lang.lang, &cards)?;
        let cards = asked_for(named, cards, &shown)?;
        match out.is_json() {
            true => out.json(&cardwright_wire::texts(&game, &cards)?)?,
            false => self.print(out, &cards)?,
        }
        match broken {
            true => errors(),
            false => Ok(Verdict::Good),
        }
    }

    /// The words that name folders or games, and after them those that name cards.
    fn sources(&self) -> Result<Sources<'_>, CommandError> {
        let ids: Vec<&str> = games().iter().map(|game| game.id).collect();
        let is_source = |word: &String| ids.contains(&word.as_str()) || packs::is_pack(word);
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
            // If the manifest lacks the game, loading the pack reports it with its place.
            all.game = games()
                .iter()
                .find(|game| game.cards)
                .map_or("", |game| game.id)
                .into();
        }
        all.packs.extend(packs::read_all(&self.packs)?);
        Ok(all)
    }

    /// Lists missing translations; the verdict is negative if there are any.
    fn list_missing(&self, out: &mut Out, cards: &[CardInfo]) -> Result<Verdict, CommandError> {
        let mut languages: BTreeSet<&str> = cards
            .iter()
            .flat_map(|card| card.names.keys().chain(card.texts.keys()))
            .map(String::as_str)
            .collect();
        if self.lang.lang != "en" {
            languages = BTreeSet::from([self.lang.lang.as_str()]);
        }
        let mut missing = Vec::new();
        for card in cards {
            for language in &languages {
                let parts = [("name", &card.names), ("text", &card.texts)];
                for (part, known) in parts {
                    // A card without any author's text lacks that text, not a translation.
                    let wanted = part == "name" || !known.is_empty();
                    if wanted && !known.contains_key(*language) {
                        let english = said(known, "en").unwrap_or_default();
                        missing.push((card, *language, part, english));
                    }
                }
            }
        }
        if out.is_json() {
            let list = missing.iter().map(|(card, language, part, english)| {
                json!({ "card": card.id, "language": language, "part": part, "english": english,
                    "file": card.file, "line": card.line })
            });
            out.json(&json!({ "missing": list.collect::<Vec<_>>() }))?;
        } else {
            for (card, language, part, english) in &missing {
                let (file, line) = (&card.file, card.line);
                out.line(format!(
                    "{file}:{line}: {} has no {part} in {language}: {english}",
                    card.id
                ))?;
            }
            let all: Vec<&str> = languages.into_iter().collect();
            out.line(format!("{} missing in {}", missing.len(), all.join(", ")))?;
        }
        Ok(match missing.is_empty() {
            true => Verdict::Good,
            false => Verdict::No,
        })
    }

    fn print(&self, out: &mut Out, cards: &[CardInfo]) -> Result<(), CommandError> {
        for card in cards {
            let name = said(&card.names, "en").unwrap_or(&card.id);
            out.line(format!("{} ({name}, {})", card.id, facts(card)))?;
            let missing = "the author wrote no text: add `text = { en = \"…\" }` to the card";
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
        out.line(format!("{all}, {silent} without text from the author"))
    }
}

/// The packs and cards to print.
struct Sources<'a> {
    game: String,
    /// The ids of the packs to print.
    shown: Vec<String>,
    /// All packs in addition to the official ones.
    packs: Vec<PackSource>,
    /// The named cards.
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

/// The kind, and the values of the card that are words: "weapon, play damage".
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
