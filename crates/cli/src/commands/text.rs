//! `cardwright text`: what each card does, beside what its author says.

use crate::args::name_value;
use crate::output::Out;
use crate::packs;
use crate::stop::{Stop, Verdict};
use cardwright::{CardInfo, PackSource, cards_under, games, nearest, pack_head};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Print what each card does, as generated from its program, beside its author's own text.
///
/// The generated text is what the program plays; where the two differ, one of them is wrong. Cards without a text of
/// their author are marked.
#[derive(Args)]
pub(crate) struct Text {
    /// The folder of a pack, or a game for its official cards.
    #[arg(value_name = "PACK|GAME")]
    from: String,
    /// Only these cards; ids without the pack's in front will do.
    cards: Vec<String>,
    /// A folder with another pack to load beside; may be given several times.
    #[arg(long = "pack", value_name = "DIR")]
    packs: Vec<PathBuf>,
    /// An option of the game under which texts are generated, such as `fist_boost=forced`; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_value)]
    options: Vec<(String, String)>,
    /// The language of the authors' texts, such as `fr`; English where a card does not have it.
    #[arg(long, default_value = "en")]
    lang: String,
}

impl Text {
    /// Prints the texts.
    ///
    /// # Errors
    /// When there is no such pack, game or card, or a pack has mistakes.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, Stop> {
        let (game, pack, packs) = self.source()?;
        let mut cards = cards_under(&game, &packs, &self.options)?;
        cards.retain(|card| card.pack == pack);
        let cards = self.asked_for(cards, &pack)?;
        match out.is_json() {
            true => out.json(&cards.iter().map(|card| self.report(card)).collect::<Vec<_>>())?,
            false => self.print(out, &cards)?,
        }
        Ok(Verdict::Good)
    }

    /// The game, the id of the pack that is shown, and all packs beside the official ones.
    fn source(&self) -> Result<(String, String, Vec<PackSource>), Stop> {
        let beside = packs::read_all(&self.packs)?;
        let ids: Vec<&str> = games().iter().map(|game| game.id).collect();
        if ids.contains(&self.from.as_str()) {
            return Ok((self.from.clone(), self.from.clone(), beside));
        }
        let folder = PathBuf::from(&self.from);
        if !folder.exists() {
            let help = match nearest(&self.from, &ids) {
                Some(near) => format!("did you mean the game `{near}`?"),
                None => format!("name the folder of a pack, or one of the games {}", ids.join(", ")),
            };
            return Err(Stop::usage(format!("there is no folder and no game `{}`", self.from), help));
        }
        let pack = packs::read(&folder)?;
        let (id, game) = pack_head(&pack);
        let packs = [vec![pack], beside].concat();
        let first = games().iter().find(|game| game.cards).map_or("", |game| game.id);
        // What the manifest does not say is told, with its place, when the pack is loaded.
        let game = game.filter(|game| ids.contains(&game.as_str())).unwrap_or_else(|| first.into());
        Ok((game, id.unwrap_or_default(), packs))
    }

    fn asked_for(&self, all: Vec<CardInfo>, pack: &str) -> Result<Vec<CardInfo>, Stop> {
        let mut asked = Vec::new();
        for name in &self.cards {
            let whole = format!("{pack}:{name}");
            let found = all.iter().find(|card| card.id == *name || card.id == whole);
            asked.push(found.cloned().ok_or_else(|| unknown(name, &all, pack))?);
        }
        Ok(if self.cards.is_empty() { all } else { asked })
    }

    fn print(&self, out: &mut Out, cards: &[CardInfo]) -> Result<(), Stop> {
        for card in cards {
            let name = said(&card.names, "en").unwrap_or(&card.id);
            out.line(format!("{} ({name}, {})", card.id, facts(card)))?;
            let missing = "no text of its author: add `text = { en = \"…\" }` to the card";
            out.line(format!("  says: {}", said(&card.texts, &self.lang).unwrap_or(missing)))?;
            let does = if card.text.is_empty() { "nothing when it is played" } else { &card.text };
            out.line(format!("  does: {does}\n"))?;
        }
        let silent = cards.iter().filter(|card| card.texts.is_empty()).count();
        let all = if cards.len() == 1 { "1 card".into() } else { format!("{} cards", cards.len()) };
        out.line(format!("{all}, {silent} without a text of the author"))
    }

    fn report(&self, card: &CardInfo) -> Value {
        json!({
            "id": card.id,
            "kind": card.kind,
            "name": said(&card.names, &self.lang),
            "says": said(&card.texts, &self.lang),
            "does": card.text,
            "file": card.file,
            "line": card.line,
        })
    }
}

fn said<'a>(languages: &'a std::collections::BTreeMap<String, String>, wanted: &str) -> Option<&'a str> {
    languages.get(wanted).or_else(|| languages.get("en")).map(String::as_str)
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
    let stated = card.facts.iter().filter_map(|(name, value)| Some(format!(", {name} {}", words(value)?)));
    format!("{}{}", card.kind, stated.collect::<String>())
}

fn unknown(name: &str, all: &[CardInfo], pack: &str) -> Stop {
    let prefix = format!("{pack}:");
    let ids: Vec<&str> = all.iter().map(|card| card.id.strip_prefix(&prefix).unwrap_or(&card.id)).collect();
    let help = match nearest(name, &ids) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "without a name all cards are printed".into(),
    };
    Stop::usage(format!("`{pack}` has no card `{name}`"), help)
}
