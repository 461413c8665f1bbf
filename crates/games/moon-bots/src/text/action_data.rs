//! Actions as data for programs: ids of cards, names of places. The schema is derived from the same types.

use crate::actions::{Action, Points};
use crate::book::names::PLACES;
use crate::book::rulebook::Rulebook;
use crate::facts::prices;
use crate::play::legal;
use crate::state::ids::{DamageId, PlaceId, RobotId};
use crate::state::{MarketCard, State, dice};
use crate::text::data::sort_asked;
use crate::text::notation;
use cardwright_runtime::ids::Id;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// An action of Moon-Bots. Robots are named `1` to `4`, or `1L` to `2R` with two players.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum MoonBotsAction<'a> {
    /// Pass in this window.
    Pass,
    /// Play a secret weapon.
    Play {
        /// The robot that holds the weapon.
        robot: String,
        /// The weapon's id.
        weapon: &'a str,
    },
    /// Buy nothing.
    BuyNothing,
    /// Buy the card on a place of the market.
    Buy {
        /// The place, such as `middle-left`.
        place: &'a str,
        /// The card's id; null for a face-down secret weapon.
        card: Option<&'a str>,
        /// The price in energy.
        price: u8,
    },
    /// Activate the robot: roll its dice.
    Activate,
    /// Do not activate the robot.
    Skip,
    /// Keep the dice as they are.
    Keep,
    /// Reroll dice.
    ReRoll {
        /// The current faces of the dice to reroll, 1 to 6.
        dice: Vec<u8>,
    },
    /// Use a part or built-in ability.
    Use {
        /// The slot, or the id of the built-in ability.
        place: &'a str,
        /// The card's id.
        card: Option<&'a str>,
        /// The faces of the dice to place.
        dice: Vec<u8>,
    },
    /// Use no further part.
    Stop,
    /// Divide the damage of an attack between two robots.
    Split {
        /// The damage for the left neighbour.
        left: Share<'a>,
        /// The damage for the right neighbour.
        right: Share<'a>,
    },
    /// Answer a card's question.
    Choose {
        /// The kind of thing to choose, such as `robot`, `number` or `mode`.
        about: Option<String>,
        /// The choice: a number for numbers, players and faces of dice, otherwise a name.
        value: Value,
    },
    /// Choose nothing, if the card's question is optional.
    ChooseNone,
    /// Chance: a die shows a face.
    Roll {
        /// The face, 1 to 6.
        face: u8,
    },
    /// Chance: a part or upgrade is drawn.
    Draw {
        /// The card's id.
        card: Option<&'a str>,
    },
    /// Chance: a secret weapon is drawn, face down.
    DrawWeapon,
    /// Chance: decides which secret weapon a robot got.
    Get {
        /// The weapon's id.
        weapon: Option<&'a str>,
    },
    /// Chance: selects a weapon from a hand.
    Pick {
        /// The weapon's id.
        weapon: Option<&'a str>,
    },
}

/// The damage of an attack that is aimed at one robot.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Share<'a> {
    /// The robot's name.
    pub robot: String,
    /// The damage by type.
    pub points: BTreeMap<&'a str, u8>,
}

/// An action as data.
pub(crate) fn of<'a>(book: &'a Rulebook, state: &State, action: Action) -> MoonBotsAction<'a> {
    let names = &book.names;
    let id = |list: &'a [(String, String)], at: usize| list.get(at).map(|(id, _)| id.as_str());
    let weapon = |at: usize| id(&names.weapons, at);
    match action {
        Action::Pass => MoonBotsAction::Pass,
        Action::Play {
            robot,
            weapon: played,
        } => MoonBotsAction::Play {
            robot: names.robot(robot),
            weapon: weapon(played.index()).unwrap_or_default(),
        },
        Action::NoBuy => MoonBotsAction::BuyNothing,
        Action::Buy { place } => purchase(book, state, place),
        Action::Activate => MoonBotsAction::Activate,
        Action::Skip => MoonBotsAction::Skip,
        Action::Keep => MoonBotsAction::Keep,
        Action::Reroll { dice } => MoonBotsAction::ReRoll { dice: faces(dice) },
        Action::Use { part, combo } => {
            let ability = book.ability_at(&state.on_turn().parts, part);
            let combo = ability.and_then(|ability| ability.combos.get(usize::from(combo)));
            MoonBotsAction::Use {
                place: names.place(part),
                card: ability.map(|ability| book.card(ability.card).id.as_str()),
                dice: faces(combo.copied().unwrap_or(0)),
            }
        }
        Action::Stop => MoonBotsAction::Stop,
        Action::Split { left } => split(book, state, left),
        Action::Choose { value } => choice(book, state, value, action),
        Action::ChooseNone => MoonBotsAction::ChooseNone,
        Action::Roll { face } => MoonBotsAction::Roll { face },
        Action::Draw { card } => MoonBotsAction::Draw {
            card: id(&names.open, card.index()),
        },
        Action::DrawWeapon => MoonBotsAction::DrawWeapon,
        Action::Get { weapon: got } => MoonBotsAction::Get {
            weapon: weapon(got.index()),
        },
        Action::Pick { weapon: picked } => MoonBotsAction::Pick {
            weapon: weapon(picked.index()),
        },
    }
}

fn purchase<'a>(book: &'a Rulebook, state: &State, place: PlaceId) -> MoonBotsAction<'a> {
    let slot = state.market[usize::from(place)];
    let card = if let MarketCard::Open(card) = slot.card() {
        book.names.open.get(usize::from(card))
    } else {
        None
    };
    MoonBotsAction::Buy {
        place: PLACES[usize::from(place)],
        card: card.map(|(id, _)| id.as_str()),
        price: prices::price(book, state, state.active, slot, place),
    }
}

fn split<'a>(book: &'a Rulebook, state: &State, left: Points) -> MoonBotsAction<'a> {
    let sides = legal::sides(book, state);
    let right = Points(std::array::from_fn(|at| {
        state.attack.aimed[at].saturating_sub(left.0[at])
    }));
    let share = |robot: RobotId, points: Points| Share {
        robot: book.names.robot(robot),
        points: DamageId::all()
            .zip(points.0)
            .filter(|(_, points)| *points > 0)
            .map(|(damage, points)| (book.names.damage(damage), points))
            .collect(),
    };
    MoonBotsAction::Split {
        left: share(sides.0, left),
        right: share(sides.1, right),
    }
}

fn choice<'a>(book: &Rulebook, state: &State, value: i32, action: Action) -> MoonBotsAction<'a> {
    let about = sort_asked(book, state);
    let text = notation::write(book, state, action);
    let word = text.rsplit(' ').next().unwrap_or_default();
    let counted = matches!(about.as_deref(), Some("number" | "face" | "player"));
    let value = match word.parse::<i64>() {
        Ok(number) if counted => Value::from(number),
        _ if about.as_deref() == Some("mode") => {
            text.strip_prefix("choose ").unwrap_or(&text).into()
        }
        _ if about.is_some() => word.into(),
        _ => value.into(),
    };
    MoonBotsAction::Choose { about, value }
}

fn faces(some: u32) -> Vec<u8> {
    dice::faces(some).collect()
}
