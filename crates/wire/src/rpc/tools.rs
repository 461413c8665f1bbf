//! The methods that need no match: lists, packs, odds, rulings.

use super::faults::{RpcError, codes};
use super::limits::{
    ACTIONS, BATCH, BOT_ACTIONS, CHANGES, GAMES, JOBS, LINE_BYTES, MATCHES, PACKS, PROTOCOL,
    RULINGS, WAITING,
};
use super::message::{done, shortened};
use super::methods::METHODS;
use super::params::{
    CardsOf, Initialize, NewPack, OddsOf, OnePack, Packs, RulesName, RulesQuestion, RulesTexts,
    RulingText, Rulings,
};
use crate::{Goal, PackFiles, Starter, Wanted, packs, reports, verdicts};
use cardwright::judge::{Judge, Verdict, accept, is_ruling};
use cardwright::odds::{
    Attack, Goal as Sought, Robot, Value as Worth, Work, attack_odds, cards_odds, robot_odds,
};
use cardwright::rules;
use cardwright::{
    GameInfo, PackSource, Setup, Tables, cards_under, check_packs, game, starter, write_archive,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(super) fn initialize(given: Initialize) -> Result<Value, RpcError> {
    if let Some(other) = given.protocol.filter(|protocol| *protocol != PROTOCOL) {
        return Err(RpcError::params(
            "protocol",
            &format!("this is protocol {PROTOCOL}, not {other}"),
        ));
    }
    let games = crate::games()?;
    Ok(json!({
        "version": crate::Version,
        "protocol": PROTOCOL,
        "name": "cardwright",
        "release": env!("CARGO_PKG_VERSION"),
        "games": games.games,
        "methods": METHODS.as_slice(),
        "limits": {
            "line_bytes": LINE_BYTES,
            "matches": MATCHES,
            "actions": ACTIONS,
            "batch": BATCH,
            "simulations": JOBS,
            "games": GAMES,
            "packs": PACKS,
            "rulings": RULINGS,
            "changes": CHANGES,
            "bot_actions": BOT_ACTIONS,
            "waiting": WAITING,
        },
    }))
}

/// Converts packs for the library.
pub(super) fn sources(packs: Vec<PackFiles>) -> Result<Vec<PackSource>, RpcError> {
    match packs.len() <= PACKS {
        true => Ok(packs.into_iter().map(PackSource::from).collect()),
        false => Err(RpcError::limit(
            format!("a request has at most {PACKS} packs"),
            "make one of several",
        )),
    }
}

pub(super) fn setup(
    players: u8,
    packs: Vec<PackFiles>,
    options: BTreeMap<String, String>,
) -> Result<Setup, RpcError> {
    Ok(Setup {
        players,
        options: options.into_iter().collect(),
        packs: sources(packs)?,
    })
}

pub(super) fn pack_check(given: Packs) -> Result<Value, RpcError> {
    done(&packs::checked(&check_packs(&sources(given.packs)?)?)?)
}

/// Writes a pack as one file, as `cardwright pack` does.
pub(super) fn pack_archive(given: OnePack) -> Result<Value, RpcError> {
    let bytes = write_archive(&given.pack.into()).map_err(|error| {
        let data = json!({ "kind": "params", "path": "pack", "reason": error.message, "help": error.help });
        RpcError::new(codes::PARAMS, error.message, data)
    })?;
    done(&json!({ "version": crate::Version, "base64": base64(&bytes) }))
}

/// Bytes as base64 (RFC 4648), with padding.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= three.len() {
                letter.into()
            } else {
                '='
            });
        }
    }
    text
}

/// Makes a template for a first pack.
pub(super) fn pack_new(given: &NewPack) -> Result<Value, RpcError> {
    let all = starter(&given.game, &given.name)?.into_iter();
    let files = all
        .filter(|(path, _)| given.editor || !path.starts_with("editor/"))
        .collect();
    done(&Starter {
        version: crate::Version,
        game: given.game.clone(),
        files,
    })
}

pub(super) fn pack_text(given: CardsOf) -> Result<Value, RpcError> {
    let options: Vec<_> = given.options.into_iter().collect();
    let mut cards = cards_under(&given.game, &sources(given.packs)?, &options)?;
    if let Some(wanted) = &given.cards {
        for id in wanted {
            if !cards.iter().any(|card| card.id == *id) {
                return Err(RpcError::params(
                    "cards",
                    &format!("there is no card `{}`", shortened(id)),
                ));
            }
        }
        cards.retain(|card| wanted.contains(&card.id));
    }
    done(&packs::texts(&given.game, &cards)?)
}

/// The number of players: as requested, as a position has tables for robots or players, or the default.
pub(super) fn players(
    info: &GameInfo,
    named: Option<u8>,
    position: Option<&str>,
) -> Result<u8, RpcError> {
    match (named, position) {
        (Some(players), _) => Ok(players),
        (None, Some(position)) => Tables::players(info, position).map_err(|tables| {
            RpcError::params("position", &format!("{tables}; {}", tables.help()))
        }),
        (None, None) => Ok(info.usual),
    }
}

pub(super) fn pack_odds(given: OddsOf) -> Result<Value, RpcError> {
    let info = game(&given.game)?;
    let players = players(info, given.players, given.position.as_deref())?;
    let setup = setup(players, given.packs, given.options)?;
    let mut work = Work::default();
    let goal = match given.goal {
        Some(Goal::Battery) => Sought::Battery,
        Some(Goal::Cards) => Sought::Cards,
        Some(Goal::Both) | None => Sought::Both,
    };
    let (against, sought) = (given.against, given.goal.is_some());
    if given.attack.is_none() && !against.is_empty() {
        return Err(RpcError::params("against", "name the attack too"));
    }
    let attack = match (given.attack, &given.position) {
        (Some(_), Some(_)) => {
            return Err(RpcError::params(
                "position",
                "name an attack or a position, not both",
            ));
        }
        (Some(attackers), None) => Some(Attack::Cards { attackers, against }),
        (None, Some(position)) if sought => Some(Attack::Position(position.clone())),
        (None, _) if sought => {
            return Err(RpcError::params(
                "goal",
                "name an attack, or a position before one",
            ));
        }
        (None, _) => None,
    };
    if let Some(attack) = attack {
        if given.robot.is_some() || !given.cards.is_empty() || given.value.is_some() {
            return Err(RpcError::params(
                "attack",
                "name cards, a robot or an attack, one of them",
            ));
        }
        let found =
            attack_odds(&given.game, &attack, goal, &setup, &mut work).map_err(RpcError::odds)?;
        return done(&reports::attack_odds(&found)?);
    }
    let robot = match (given.robot, given.position) {
        (Some(cards), None) => Some(Robot::Cards(cards)),
        (None, Some(position)) => Some(Robot::Position(position)),
        (None, None) => None,
        (Some(_), Some(_)) => {
            return Err(RpcError::params(
                "position",
                "name a robot or a position, not both",
            ));
        }
    };
    let worth = match given.value {
        Some(Wanted::Damage) => Worth::Damage,
        Some(Wanted::Energy) => Worth::Energy,
        Some(Wanted::Both) | None => Worth::Both,
    };
    match robot {
        Some(_) if !given.cards.is_empty() => {
            Err(RpcError::params("cards", "name cards or a robot, not both"))
        }
        Some(robot) => {
            let found = robot_odds(&given.game, &robot, worth, &setup, &mut work)
                .map_err(RpcError::odds)?;
            done(&reports::robot_odds(&found)?)
        }
        None => {
            let found = cards_odds(&given.game, &given.cards, &setup, &mut work);
            done(&reports::card_odds(&found.map_err(RpcError::odds)?)?)
        }
    }
}

/// The number of answers to a question that names none.
const ANSWERS: usize = 3;

pub(super) fn rules_ask(given: &RulesQuestion) -> Result<Value, RpcError> {
    let game = given.game.as_deref().map(game).transpose()?;
    with_texts(rules::has_texts(), || {
        let limit = given.limit.unwrap_or(ANSWERS);
        let found = rules::ask(&given.question, game.map(|game| game.id), limit);
        done(&crate::found(&given.question, &found))
    })
}

pub(super) fn rules_explain(given: RulesName) -> Result<Value, RpcError> {
    with_texts(rules::has_texts(), || explained(given))
}

fn explained(given: RulesName) -> Result<Value, RpcError> {
    let library = rules::library().with_packs(&sources(given.packs)?)?;
    let unknown = || {
        let help = match library.nearest(&given.name) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "search with `rules/ask`".into(),
        };
        let named = shortened(&given.name);
        let reason = format!("there is no clause, ruling, question or card `{named}`; {help}");
        RpcError::params("name", &reason)
    };
    let found = library.explain(&given.name).ok_or_else(unknown)?;
    done(&crate::explained(&found))
}

/// Takes the texts of the rules in a build without them. Other builds have their own, and keep them.
pub(super) fn rules_texts(given: RulesTexts) -> Result<Value, RpcError> {
    with_texts(rules::give_texts(given.files), || {
        done(&json!({ "version": crate::Version, "entries": rules::library().entries().len() }))
    })
}

/// Does something that needs the texts of the rules, if this build has them or was given them.
fn with_texts(
    has_texts: bool,
    work: impl FnOnce() -> Result<Value, RpcError>,
) -> Result<Value, RpcError> {
    if has_texts {
        work()
    } else {
        Err(RpcError::no_texts())
    }
}

/// Judges the rulings contained in packs, with these packs.
pub(super) fn pack_test(given: Packs) -> Result<Value, RpcError> {
    let rulings = ruling_texts(&given.packs).collect();
    judge_run(Rulings {
        rulings,
        packs: given.packs,
        options: BTreeMap::new(),
    })
}

pub(super) fn judge_run(given: Rulings) -> Result<Value, RpcError> {
    let all: Vec<_> = judged(given)?
        .into_iter()
        .map(|(ruling, verdict)| (ruling.name, verdict))
        .collect();
    done(&verdicts::verdicts(&all)?)
}

/// Writes the actual outcomes into rulings.
pub(super) fn judge_write(given: Rulings) -> Result<Value, RpcError> {
    let one = |(ruling, verdict): (RulingText, Verdict)| {
        let text = accept(&ruling.text, &verdict);
        crate::RulingWritten {
            name: ruling.name,
            changed: text != ruling.text,
            text,
        }
    };
    let rulings = judged(given)?.into_iter().map(one).collect();
    done(&crate::Written {
        version: crate::Version,
        rulings,
    })
}

fn judged(given: Rulings) -> Result<Vec<(RulingText, Verdict)>, RpcError> {
    if given.rulings.len() > RULINGS {
        let message = format!("a request has at most {RULINGS} rulings");
        return Err(RpcError::limit(message, "send several requests"));
    }
    let options = given.options.into_iter().collect();
    let mut judge = Judge::new()
        .with_packs(sources(given.packs)?)
        .with_options(options);
    let one = |ruling: RulingText| {
        let verdict = judge.judge(&ruling.text);
        (ruling, verdict)
    };
    Ok(given.rulings.into_iter().map(one).collect())
}

/// The rulings contained in packs.
pub(super) fn ruling_texts(packs: &[PackFiles]) -> impl Iterator<Item = RulingText> {
    packs.iter().flat_map(|pack| {
        let rulings = pack.files.iter().filter(|(path, _)| is_ruling(path));
        rulings.map(|(path, text)| RulingText {
            name: path.clone(),
            text: text.clone(),
        })
    })
}

#[cfg(test)]
mod tests;
