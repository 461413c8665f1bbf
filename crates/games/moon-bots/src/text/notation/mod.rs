//! Text forms of actions.
//!
//! | action | notation |
//! |---|---|
//! | a window | `pass`, `play dodge` (two players: `play dodge 1L`, the robot that holds it) |
//! | buying | `buy nothing`, `buy middle-left`; an open card may also be named: `buy left-claw` |
//! | activating | `activate`, `skip` |
//! | rerolling | `keep`, `re-roll 2 5` |
//! | parts | `use left-arm 2`, `use torso 3 4`, `use base-punch 1`, `stop` |
//! | dividing damage | `left 2 right 1`; with two types of damage `left 2 fist 0 missile` |
//! | a card's question | `choose 2`, `choose robot 3`, `choose player 2`, `choose die 5`; see [`choice`] |
//! | | `choose middle-left`, `choose left-claw`, `choose none` |
//! | chance | `roll 3`, `draw left-claw`, `draw weapon`, `get dodge`, `pick dodge` (from a hand) |

mod choice;

use crate::cards::rulebook::Rulebook;
use crate::play::actions::{Action, Points};
use crate::state::ids::{CardId, DamageId, PlaceId, PlayerId, RobotId, WeaponId};
use crate::state::{Asked, MarketCard, State, Step, TYPES, dice};
use crate::text::names::{PLACES, market_place};
use cardwright_kernel::{NotationError, meant, nearest};
use cardwright_runtime::ids::Id;
use cardwright_runtime::words::Words;

/// A use of a part with dice that do not fit. It can be read so that the refusal can say why.
const OTHER_DICE: u8 = u8::MAX;
/// A division of damage whose total is wrong. It can be read for the same reason.
pub(crate) const OTHER_POINTS: u8 = u8::MAX;
/// The advice if no valid face was given.
const FACES: &str = "write 1, 2, 3, 4, 5 or 6";

impl Rulebook {
    pub(crate) fn write(&self, state: &State, action: Action) -> String {
        let names = &self.names;
        match action {
            Action::Pass => "pass".into(),
            Action::Play { robot, weapon } => {
                let weapon = &names.weapons[usize::from(weapon)].0;
                if self.duel() {
                    format!("play {weapon} {}", names.robot(robot))
                } else {
                    format!("play {weapon}")
                }
            }
            Action::NoBuy => "buy nothing".into(),
            Action::Buy { place } => format!("buy {}", PLACES[usize::from(place)]),
            Action::Activate => "activate".into(),
            Action::Skip => "skip".into(),
            Action::Keep => "keep".into(),
            Action::Reroll { dice: some } => format!("re-roll {}", faces(some)),
            Action::Use { part, combo } => self.write_use(state, part, combo),
            Action::Stop => "stop".into(),
            Action::Split { left } => self.write_split(state, left.0),
            Action::Choose { value } => format!("choose {}", self.write_choice(state, value)),
            Action::ChooseNone => "choose none".into(),
            Action::Roll { face } => format!("roll {face}"),
            Action::Draw { card } => format!("draw {}", names.open[usize::from(card)].0),
            Action::DrawWeapon => "draw weapon".into(),
            Action::Get { weapon } => format!("get {}", names.weapons[usize::from(weapon)].0),
            Action::Pick { weapon } => format!("pick {}", names.weapons[usize::from(weapon)].0),
        }
    }

    fn write_use(&self, state: &State, part: u8, combo: u8) -> String {
        let ability = self.ability_at(&state.on_turn().parts, part);
        let some = ability
            .and_then(|ability| ability.combos.get(usize::from(combo)))
            .copied()
            .unwrap_or(0);
        format!("use {} {}", self.names.place(part), faces(some))
    }

    pub(crate) fn read(&self, state: &State, text: &str) -> Result<Action, NotationError> {
        let words = Words::of(text);
        let Some((at, verb)) = words.at(0) else {
            return Err(NotationError::new(
                0,
                "an empty line",
                "write an answer, such as `pass`",
            ));
        };
        let action = match (verb, words.rest(1).as_str()) {
            ("pass", "") => Action::Pass,
            ("activate", "") => Action::Activate,
            ("skip", "") => Action::Skip,
            ("keep", "") => Action::Keep,
            ("stop", "") => Action::Stop,
            ("pass" | "activate" | "skip" | "keep" | "stop", more) => {
                return Err(NotationError::new(
                    words.place(1),
                    format!("`{more}` does not belong here"),
                    format!("nothing follows `{verb}`"),
                )
                .in_any_position());
            }
            ("play", _) => self.read_play(state, &words)?,
            ("buy", _) => self.read_buy(state, &words)?,
            ("re-roll", _) => Action::Reroll {
                dice: read_dice(&words, 1)?,
            },
            ("use", _) => self.read_use(state, &words)?,
            ("left", _) => self.read_split(state, &words)?,
            ("choose", "none") => Action::ChooseNone,
            ("choose", _) => Action::Choose {
                value: self.read_choice(state, &words)?,
            },
            ("roll", _) => Action::Roll {
                face: read_face(&words, 1)?,
            },
            ("draw", "weapon") => Action::DrawWeapon,
            ("draw", _) => Action::Draw {
                card: words.named(&self.names.open, 1, "card", "dodge")?,
            },
            ("get", _) => Action::Get {
                weapon: words.named(&self.names.weapons, 1, "secret weapon", "dodge")?,
            },
            ("pick", _) => Action::Pick {
                weapon: words.named(&self.names.weapons, 1, "secret weapon", "dodge")?,
            },
            _ => {
                let known = [
                    "pass", "play", "buy", "activate", "skip", "keep", "re-roll", "use", "stop",
                    "left", "choose", "roll", "draw", "get", "pick",
                ];
                return Err(NotationError::new(
                    at,
                    format!("no answer begins with `{verb}`"),
                    meant(verb, &known),
                )
                .in_any_position());
            }
        };
        match verb {
            "buy" | "roll" | "draw" | "get" | "pick" => words.end_after(1)?,
            "play" => words.end_after(2)?,
            // The others take any number of words and have checked each.
            _ => {}
        }
        Ok(action)
    }

    fn read_play(&self, state: &State, words: &Words<'_>) -> Result<Action, NotationError> {
        let weapon = words.named(&self.names.weapons, 1, "secret weapon", "dodge")?;
        let robot = match (words.at(2), state.asked) {
            (Some((at, name)), _) => self
                .names
                .robot_named(name)
                .ok_or_else(|| self.no_robot(at, name))?,
            (None, Asked::Seat(player)) => self.holder(state, player, weapon),
            (None, _) => state.active,
        };
        Ok(Action::Play { robot, weapon })
    }

    /// The robot of the player that holds the weapon; the player's first robot if none does.
    fn holder(&self, state: &State, player: PlayerId, weapon: WeaponId) -> RobotId {
        let copies = self.weapons[usize::from(weapon)].copies;
        let own = self.robots_of(player);
        let holds = |robot: &RobotId| state.robots[robot.index()].hand & copies != 0;
        own.iter()
            .find(holds)
            .or_else(|| own.first())
            .unwrap_or(state.active)
    }

    fn no_robot(&self, at: usize, name: &str) -> NotationError {
        let robots: Vec<_> = self
            .robots()
            .iter()
            .map(|robot| self.names.robot(robot))
            .collect();
        NotationError::new(
            at,
            format!("there is no robot `{name}`"),
            format!("one of: {}", robots.join(" ")),
        )
        .in_any_position()
    }

    fn read_buy(&self, state: &State, words: &Words<'_>) -> Result<Action, NotationError> {
        match words.at(1) {
            Some((_, "nothing")) => Ok(Action::NoBuy),
            _ => Ok(Action::Buy {
                place: self.read_market(state, words, 1)?,
            }),
        }
    }

    /// Reads a place of the market, by its name or by the face-up card on it.
    fn read_market(
        &self,
        state: &State,
        words: &Words<'_>,
        nth: usize,
    ) -> Result<PlaceId, NotationError> {
        let Some((at, name)) = words.at(nth) else {
            let help = format!("name a place or its card; one of: {}", PLACES.join(" "));
            return Err(
                NotationError::new(words.place(nth), "no card named", help).in_any_position()
            );
        };
        if let Some(place) = market_place(name) {
            return Ok(place);
        }
        let card = self
            .names
            .open
            .iter()
            .position(|(id, _)| id == name)
            .and_then(CardId::of);
        let mut market_card_name = PlaceId::all().filter(|place| {
            card.is_some_and(|card| {
                state.market[usize::from(*place)].card() == MarketCard::Open(card)
            })
        });
        match (market_card_name.next(), market_card_name.next()) {
            (Some(place), None) => Ok(place),
            (Some(_), Some(_)) => Err(NotationError::new(
                at,
                format!("`{name}` is in the market twice"),
                "name its place, such as `middle-left`",
            )),
            (None, _) => Err(self.not_in_market(state, at, name, card.is_some())),
        }
    }

    /// The error for a word that is neither a place of the market nor a card in it.
    fn not_in_market(&self, state: &State, at: usize, name: &str, is_card: bool) -> NotationError {
        if is_card {
            let card = |place: PlaceId| match state.market[place.index()].card() {
                MarketCard::Nothing => None,
                MarketCard::FaceDown => {
                    Some(format!("{} (a secret weapon)", PLACES[place.index()]))
                }
                MarketCard::Open(card) => Some(format!(
                    "{} ({})",
                    PLACES[place.index()],
                    self.names.open[usize::from(card)].0
                )),
            };
            let there: Vec<_> = PlaceId::all().filter_map(card).collect();
            let there = if there.is_empty() {
                "nothing".into()
            } else {
                there.join(", ")
            };
            return NotationError::new(
                at,
                format!("`{name}` is not in the market"),
                format!("the market has {there}"),
            );
        }
        let cards = self.names.open.iter().map(|(id, _)| id.as_str());
        let help = match (
            name,
            nearest(name, &PLACES.into_iter().chain(cards).collect::<Vec<_>>()),
        ) {
            ("weapon", _) => format!(
                "a secret weapon is named by its place: {}",
                PLACES.join(" ")
            ),
            (_, Some(near)) => format!("did you mean `{near}`?"),
            (_, None) => format!("one of: {}", PLACES.join(" ")),
        };
        NotationError::new(
            at,
            format!("the market has no place and no card `{name}`"),
            help,
        )
        .in_any_position()
    }

    fn read_use(&self, state: &State, words: &Words<'_>) -> Result<Action, NotationError> {
        let Some((at, name)) = words.at(1) else {
            let help = "name the part and the dice, such as `use left-arm 2` or `use torso 3 4`";
            return Err(NotationError::new(words.place(1), "no part named", help).in_any_position());
        };
        let by_card = || {
            let card = self.names.open.iter().position(|(id, _)| id == name)? as u8 + 1;
            state
                .on_turn()
                .parts
                .iter()
                .position(|own| *own == card)
                .map(|slot| slot as u8)
        };
        let Some(part) = self.names.place_named(name).or_else(by_card) else {
            return Err(self.no_part_named(state, at, name));
        };
        let some = read_dice(words, 2)?;
        let ability = self.ability_at(&state.on_turn().parts, part);
        let combo =
            ability.and_then(|ability| ability.combos.iter().position(|combo| *combo == some));
        Ok(Action::Use {
            part,
            combo: combo.map_or(OTHER_DICE, |combo| combo as u8),
        })
    }
}

impl Rulebook {
    /// The error for a word that is neither a slot, a built-in ability nor a part of the active robot.
    fn no_part_named(&self, state: &State, at: usize, name: &str) -> NotationError {
        let places: Vec<_> = (0..self.places())
            .map(|place| self.names.place(place))
            .collect();
        if self.names.open.iter().any(|(id, _)| id == name) {
            let own = state.on_turn().parts.iter().filter(|number| **number != 0);
            let own = own.map(|number| self.names.open[usize::from(*number) - 1].0.as_str());
            let own: Vec<_> = own
                .chain(self.names.base.iter().map(|(id, _)| id.as_str()))
                .collect();
            let robot = self.names.robot(state.active);
            return NotationError::new(
                at,
                format!("robot {robot} has no part `{name}`"),
                format!("it has: {}", own.join(" ")),
            );
        }
        let cards = self.names.open.iter().map(|(id, _)| id.as_str());
        let help = match nearest(
            name,
            &places.iter().copied().chain(cards).collect::<Vec<_>>(),
        ) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("one of: {}", places.join(" ")),
        };
        NotationError::new(at, format!("there is no part `{name}`"), help).in_any_position()
    }

    fn no_damage(&self, at: usize, word: &str) -> NotationError {
        NotationError::new(
            at,
            format!("no type of damage `{word}`"),
            self.names.damage.join(" "),
        )
    }

    /// The damage by type, such as `2 fist 1 missile`, without types that do not occur.
    pub(crate) fn shows(&self, points: [u8; TYPES]) -> String {
        self.of_types(points, points)
    }

    /// The damage of the types that an attack has.
    fn of_types(&self, aimed: [u8; TYPES], points: [u8; TYPES]) -> String {
        let there = DamageId::all().filter(|damage| aimed[damage.index()] > 0);
        let each =
            there.map(|damage| format!("{} {}", points[damage.index()], self.names.damage(damage)));
        each.collect::<Vec<_>>().join(" ")
    }

    fn write_split(&self, state: &State, left: [u8; TYPES]) -> String {
        let aimed = state.attack.aimed;
        match one_type(aimed) {
            Some(damage) => {
                format!(
                    "left {} right {}",
                    left[damage],
                    aimed[damage].saturating_sub(left[damage])
                )
            }
            None => format!("left {}", self.of_types(aimed, left)),
        }
    }

    fn read_split(&self, state: &State, words: &Words<'_>) -> Result<Action, NotationError> {
        let aimed = state.attack.aimed;
        let mut left = [0; TYPES];
        match (words.at(2), one_type(aimed)) {
            (None, Some(damage)) => left[damage] = read_small(words, 1)?,
            (Some((_, "right")), Some(damage)) => {
                left[damage] = read_sides(state, aimed[damage], words)?;
                words.end_after(3)?;
            }
            (Some((_, name)), _) if name != "right" => self.read_types(words, &mut left)?,
            _ => {
                let help =
                    "such as `left 2 right 1`, or with two types of damage `left 2 fist 0 missile`";
                return Err(NotationError::new(
                    words.place(2),
                    "this does not divide the attack",
                    help,
                ));
            }
        }
        Ok(Action::Split { left: Points(left) })
    }

    /// Reads damage by type, such as `2 fist 0 missile`; a type that is not named has 0.
    fn read_types(&self, words: &Words<'_>, left: &mut [u8; TYPES]) -> Result<(), NotationError> {
        let (mut nth, mut named) = (1, [false; TYPES]);
        while words.at(nth).is_some() {
            let points = read_small(words, nth)?;
            let name = words.at(nth + 1).map_or("", |(_, name)| name);
            let damage = self.names.damage_named(name);
            let damage = damage
                .ok_or_else(|| self.no_damage(words.place(nth + 1), name))?
                .index();
            if std::mem::replace(&mut named[damage], true) {
                let message = format!("{name} is named twice");
                return Err(NotationError::new(
                    words.place(nth + 1),
                    message,
                    "name each type once",
                ));
            }
            left[damage] = points;
            nth += 2;
        }
        Ok(())
    }
}

/// The action of chance that gave the player the weapon that this action plays: `get dodge` for `play dodge`.
pub(crate) fn shows(action: &str) -> Option<String> {
    let words = Words::of(action);
    match (words.at(0), words.at(1)) {
        (Some((_, "play")), Some((_, weapon))) => Some(format!("get {weapon}")),
        _ => None,
    }
}

/// Reads the damage to the left from `2 right 1`.
fn read_sides(state: &State, aimed: u8, words: &Words<'_>) -> Result<u8, NotationError> {
    let (left, right) = (read_small(words, 1)?, read_small(words, 3)?);
    let adds_up = u16::from(left) + u16::from(right) == u16::from(aimed);
    Ok(if state.step == Step::Split && !adds_up {
        OTHER_POINTS
    } else {
        left
    })
}

/// The faces of dice, separated by spaces.
pub(crate) fn faces(some: u32) -> String {
    dice::faces(some)
        .map(|face| face.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The only type of damage an attack shows, if it shows one type.
fn one_type(aimed: [u8; TYPES]) -> Option<usize> {
    let mut shown = (0..TYPES).filter(|damage| aimed[*damage] > 0);
    let first = shown.next().unwrap_or(0);
    shown.next().is_none().then_some(first)
}

fn read_dice(words: &Words<'_>, from: usize) -> Result<u32, NotationError> {
    let mut some = 0;
    let mut nth = from;
    while words.at(nth).is_some() {
        let face = read_face(words, nth)?;
        if dice::count(some, face) == 7 {
            return Err(NotationError::new(
                words.place(nth),
                "too many dice",
                "a robot has at most 7 of a face",
            ));
        }
        some += dice::one(face);
        nth += 1;
    }
    if some == 0 {
        return Err(NotationError::new(
            words.place(from),
            "no dice named",
            "write the faces, such as `2 5`",
        ));
    }
    Ok(some)
}

fn read_face(words: &Words<'_>, nth: usize) -> Result<u8, NotationError> {
    match words.at(nth).and_then(|(_, word)| word.parse().ok()) {
        Some(face @ 1..=6) => Ok(face),
        _ => {
            let what = if words.at(nth).is_some() {
                "this is not a face of a die"
            } else {
                "the face of the die is missing"
            };
            Err(NotationError::new(words.place(nth), what, FACES).in_any_position())
        }
    }
}

fn read_small(words: &Words<'_>, nth: usize) -> Result<u8, NotationError> {
    let number = words.at(nth).and_then(|(_, word)| word.parse().ok());
    number.ok_or_else(|| {
        let help = "such as `left 2 right 1`, or with two types of damage `left 2 fist 0 missile`";
        NotationError::new(words.place(nth), "write a number of points here", help)
    })
}
