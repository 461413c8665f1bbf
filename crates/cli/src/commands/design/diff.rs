//! `cardwright diff`: lists the differences between two versions of a pack.

use super::test::pack_rulings;
use crate::commands::judge::files_in;
use crate::commands::rejudge::stored;
use crate::output::Out;
use crate::packs;
use crate::stop::{CommandError, Verdict};
use cardwright::judge::Judge;
use cardwright::odds::card_odds;
use cardwright::{CardInfo, PackSource, Setup, cards, check_packs, pack_head, rejudge};
use clap::Args;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Compare two versions of a pack.
///
/// It lists cards, texts and odds that differ, rulings whose outcome changes, and saved games that differ. The
/// rulings of both versions are played under both. Odds are the chances that dice activate a card. The exit code is
/// 0 if nothing differs, and 1 if something does.
#[derive(Args)]
pub(crate) struct Diff {
    /// The old version: a folder, or a file that ends in `.cwpack`.
    old: PathBuf,
    /// The new version, in either form.
    new: PathBuf,
    /// A folder with saved matches (`.json`) to play again under both versions.
    #[arg(long, value_name = "FOLDER")]
    games: Option<PathBuf>,
}

/// All differences.
#[derive(Serialize, Default)]
struct Report {
    added: Vec<String>,
    removed: Vec<String>,
    changed: Vec<Changed>,
    rulings: Vec<RulingChange>,
    games: Vec<GameChange>,
}

/// A card that has changed.
#[derive(Serialize)]
struct Changed {
    card: String,
    /// The changed values by name: old and new.
    differs: BTreeMap<String, [String; 2]>,
}

#[derive(Serialize)]
struct RulingChange {
    ruling: String,
    old: String,
    new: String,
}

#[derive(Serialize)]
struct GameChange {
    file: String,
    what: String,
}

impl Diff {
    /// Compares the versions and prints the differences.
    ///
    /// # Errors
    /// When a pack cannot be read or has errors, or the two are for different games.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let (old, new) = (packs::read(&self.old)?, packs::read(&self.new)?);
        let mut game = "";
        for (path, pack) in [(&self.old, &old), (&self.new, &new)] {
            let checked = check_packs(std::slice::from_ref(pack))?;
            if !checked.is_good() {
                super::check::tell(out, std::slice::from_ref(path), &checked)?;
                return Ok(Verdict::No);
            }
            if !game.is_empty() && game != checked.game {
                let what = format!("the packs are for {game} and {}", checked.game);
                return Err(CommandError::usage(
                    what,
                    "compare two versions of one pack",
                ));
            }
            game = checked.game;
        }
        let mut report = Report::default();
        compare_cards(game, &old, &new, &mut report)?;
        Diff::rulings(&old, &new, &mut report)?;
        self.games(&new, &old, &mut report)?;
        let same = report.is_empty();
        match out.is_json() {
            true => out.json(&report)?,
            false => report.print(out)?,
        }
        Ok(if same { Verdict::Good } else { Verdict::No })
    }

    /// The rulings of both versions whose outcomes differ.
    fn rulings(
        old: &PackSource,
        new: &PackSource,
        report: &mut Report,
    ) -> Result<(), CommandError> {
        let mut all = BTreeMap::new();
        for pack in [old, new] {
            for (file, text) in pack_rulings(Path::new(""), pack)? {
                all.insert(file.display().to_string(), text);
            }
        }
        let mut judges = [old, new].map(|pack| Judge::new().with_packs(vec![pack.clone()]));
        for (file, text) in all {
            let [before, now] = judges.each_mut().map(|judge| {
                let verdict = judge.judge(&text);
                let unlike = cardwright::judge::accept(&text, &verdict) != text;
                let words = match (verdict.holds(), unlike) {
                    (true, _) => "holds",
                    (false, true) => "has another outcome",
                    (false, false) => "does not hold",
                };
                (words, cardwright::judge::accept(&text, &verdict))
            });
            if before != now {
                report.rulings.push(RulingChange {
                    ruling: file,
                    old: before.0.into(),
                    new: now.0.into(),
                });
            }
        }
        Ok(())
    }

    /// The saved games that replay unchanged under the old version, but not under the new one.
    fn games(
        &self,
        new: &PackSource,
        old: &PackSource,
        report: &mut Report,
    ) -> Result<(), CommandError> {
        let Some(folder) = &self.games else {
            return Ok(());
        };
        for file in files_in(folder, "json")? {
            let replay = stored(&file)?;
            let under = |pack: &PackSource| {
                let setup = Setup {
                    players: 0,
                    options: Vec::new(),
                    packs: vec![pack.clone()],
                };
                rejudge(&replay, &setup).map_err(|error| CommandError::from(error).about(&file))
            };
            let (before, now) = (under(old)?, under(new)?);
            if before != now {
                let at = now.difference.as_ref().or(before.difference.as_ref());
                let what = at.map_or("other cards".into(), |one| {
                    format!("differs at decision {}", one.decision)
                });
                let file = file.display().to_string();
                report.games.push(GameChange { file, what });
            }
        }
        Ok(())
    }
}

/// Compares the cards of both versions. The packs may have different ids, so cards are matched by their own.
fn compare_cards(
    game: &str,
    old: &PackSource,
    new: &PackSource,
    report: &mut Report,
) -> Result<(), CommandError> {
    let of =
        |pack: &PackSource| -> Result<BTreeMap<String, BTreeMap<String, String>>, CommandError> {
            let id = pack_head(pack).0.unwrap_or_default();
            let all = cards(game, std::slice::from_ref(pack))?;
            let setup = Setup {
                players: cardwright::game(game)?.usual,
                options: Vec::new(),
                packs: vec![pack.clone()],
            };
            let own = all.iter().filter(|card| card.pack == id);
            Ok(own
                .map(|card| (own_id(card, &id).to_owned(), figures(game, card, &setup)))
                .collect())
        };
    let (before, now) = (of(old)?, of(new)?);
    let ids: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
    for id in ids {
        match (before.get(id), now.get(id)) {
            (None, _) => report.added.push(id.clone()),
            (_, None) => report.removed.push(id.clone()),
            (Some(before), Some(now)) => {
                let keys: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
                let value = |of: &BTreeMap<String, String>, key: &String| {
                    of.get(key).cloned().unwrap_or_else(|| "—".into())
                };
                let differs: BTreeMap<String, [String; 2]> = keys
                    .into_iter()
                    .filter(|key| before.get(*key) != now.get(*key))
                    .map(|key| (key.clone(), [value(before, key), value(now, key)]))
                    .collect();
                if !differs.is_empty() {
                    let card = id.clone();
                    report.changed.push(Changed { card, differs });
                }
            }
        }
    }
    Ok(())
}

fn own_id<'c>(card: &'c CardInfo, pack: &str) -> &'c str {
    let own = card
        .id
        .strip_prefix(pack)
        .and_then(|id| id.strip_prefix(':'));
    own.unwrap_or(&card.id)
}

/// All values of a card that may differ, as text.
fn figures(game: &str, card: &CardInfo, setup: &Setup) -> BTreeMap<String, String> {
    let mut all = BTreeMap::from([
        ("kind".to_owned(), card.kind.clone()),
        ("copies".to_owned(), card.copies.to_string()),
        ("effect".to_owned(), card.text.clone()),
    ]);
    for (what, texts) in [("name", &card.names), ("text", &card.texts)] {
        let of = texts
            .iter()
            .map(|(language, text)| (format!("{what}.{language}"), text.clone()));
        all.extend(of);
    }
    // The odds show changes of the dice more briefly.
    let facts = card.facts.iter().filter(|(name, _)| *name != "activate");
    all.extend(facts.map(|(name, value)| (name.clone(), value.to_string())));
    if card.facts.contains_key("activate")
        && let Ok(odds) = card_odds(game, &card.id, setup)
    {
        let rolled = odds.dice.iter().filter(|one| one.reroll == 0);
        all.extend(rolled.map(|one| {
            (
                format!("odds with {} dice", one.dice),
                one.chance.to_string(),
            )
        }));
    }
    all
}

impl Report {
    fn is_empty(&self) -> bool {
        self.added.is_empty()
            && self.removed.is_empty()
            && self.changed.is_empty()
            && self.rulings.is_empty()
            && self.games.is_empty()
    }

    fn print(&self, out: &mut Out) -> Result<(), CommandError> {
        for card in &self.added {
            out.line(format!("added: {card}"))?;
        }
        for card in &self.removed {
            out.line(format!("removed: {card}"))?;
        }
        for one in &self.changed {
            out.line(format!("changed: {}", one.card))?;
            for (what, [before, now]) in &one.differs {
                out.line(format!("  {what}: {before} -> {now}"))?;
            }
        }
        for one in &self.rulings {
            out.line(format!("ruling {}: {} -> {}", one.ruling, one.old, one.new))?;
        }
        for one in &self.games {
            out.line(format!("game {}: {}", one.file, one.what))?;
        }
        match self.is_empty() {
            true => out.line("the packs are the same"),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Format;

    /// Every kind of difference has a line of its own. Only packs without any difference are called equal.
    #[test]
    fn each_difference_has_its_line() {
        let same = Report::default;
        let differs = BTreeMap::from([("copies".into(), ["1".to_owned(), "2".into()])]);
        let changed = Changed {
            card: "c".into(),
            differs,
        };
        let ruling = RulingChange {
            ruling: "r".into(),
            old: "holds".into(),
            new: "differs".into(),
        };
        let game = GameChange {
            file: "g.json".into(),
            what: "differs".into(),
        };
        for (report, expected) in [
            (same(), "the packs are the same\n"),
            (
                Report {
                    added: vec!["a".into()],
                    ..same()
                },
                "added: a\n",
            ),
            (
                Report {
                    removed: vec!["b".into()],
                    ..same()
                },
                "removed: b\n",
            ),
            (
                Report {
                    changed: vec![changed],
                    ..same()
                },
                "changed: c\n  copies: 1 -> 2\n",
            ),
            (
                Report {
                    rulings: vec![ruling],
                    ..same()
                },
                "ruling r: holds -> differs\n",
            ),
            (
                Report {
                    games: vec![game],
                    ..same()
                },
                "game g.json: differs\n",
            ),
        ] {
            let mut file = tempfile::tempfile().unwrap();
            let mut out = Out::new(Box::new(file.try_clone().unwrap()), Format::Text);
            report.print(&mut out).unwrap();
            drop(out);
            let mut told = String::new();
            std::io::Seek::rewind(&mut file).unwrap();
            std::io::Read::read_to_string(&mut file, &mut told).unwrap();
            assert_eq!(told, expected);
        }
    }
}
