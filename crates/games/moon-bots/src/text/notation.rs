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
//! | a card's question | `choose 2`, `choose robot 3`, `choose player 2`, `choose die 5`; see [`choices`] |
//! | | `choose middle-left`, `choose left-claw`, `choose none` |
//! | chance | `roll 3`, `draw left-claw`, `draw weapon`, `get dodge`, `pick dodge` (from a hand) |

use crate::actions::{Action, Points};
use crate::book::names::{FACES, PLACES};
use crate::book::rulebook::Rulebook;
use crate::facts::{choices, parts};
use crate::state::ids::{DamageId, PlayerId, RobotId, WeaponId};
use crate::state::{Asked, State, Step, TYPES, dice};
use cardwright_kernel::{NotationError, meant, nearest};
use cardwright_runtime::ids::Id;
use cardwright_runtime::words::Words;

/// A use of a part with dice that do not fit. It can be read so that the refusal can say why.
const OTHER_DICE: u8 = u8::MAX;

/// A division of damage whose total is wrong. It can be read for the same reason.
pub(crate) const OTHER_POINTS: u8 = u8::MAX;

pub(crate) fn write(book: &Rulebook, state: &State, action: Action) -> String {
    let names = &book.names;
    match action {
        Action::Pass => "pass".into(),
        Action::Play { robot, weapon } => {
            let weapon = &names.weapons[usize::from(weapon)].0;
            if book.duel() {
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
        Action::Use { part, combo } => write_use(book, state, part, combo),
        Action::Stop => "stop".into(),
        Action::Split { left } => write_split(book, state, left.0),
        Action::Choose { value } => format!("choose {}", choices::write_choice(book, state, value)),
        Action::ChooseNone => "choose none".into(),
        Action::Roll { face } => format!("roll {face}"),
        Action::Draw { card } => format!("draw {}", names.open[usize::from(card)].0),
        Action::DrawWeapon => "draw weapon".into(),
        Action::Get { weapon } => format!("get {}", names.weapons[usize::from(weapon)].0),
        Action::Pick { weapon } => format!("pick {}", names.weapons[usize::from(weapon)].0),
    }
}

fn write_use(book: &Rulebook, state: &State, part: u8, combo: u8) -> String {
    let ability = book.ability_at(&state.on_turn().parts, part);
    let some = ability
        .and_then(|ability| ability.combos.get(usize::from(combo)))
        .copied()
        .unwrap_or(0);
    format!("use {} {}", book.names.place(part), faces(some))
}

pub(crate) fn read(book: &Rulebook, state: &State, text: &str) -> Result<Action, NotationError> {
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
        ("play", _) => read_play(book, state, &words)?,
        ("buy", _) => read_buy(book, state, &words)?,
        ("re-roll", _) => Action::Reroll {
            dice: read_dice(&words, 1)?,
        },
        ("use", _) => read_use(book, state, &words)?,
        ("left", _) => read_split(book, state, &words)?,
        ("choose", "none") => Action::ChooseNone,
        ("choose", _) => Action::Choose {
            value: choices::read_choice(book, state, &words)?,
        },
        ("roll", _) => Action::Roll {
            face: read_face(&words, 1)?,
        },
        ("draw", "weapon") => Action::DrawWeapon,
        ("draw", _) => Action::Draw {
            card: words.named(&book.names.open, 1, "card", "dodge")?,
        },
        ("get", _) => Action::Get {
            weapon: words.named(&book.names.weapons, 1, "secret weapon", "dodge")?,
        },
        ("pick", _) => Action::Pick {
            weapon: words.named(&book.names.weapons, 1, "secret weapon", "dodge")?,
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

fn read_play(book: &Rulebook, state: &State, words: &Words<'_>) -> Result<Action, NotationError> {
    let weapon = words.named(&book.names.weapons, 1, "secret weapon", "dodge")?;
    let robot = match (words.at(2), state.asked) {
        (Some((at, name)), _) => book
            .names
            .robot_named(name)
            .ok_or_else(|| no_robot(book, at, name))?,
        (None, Asked::Seat(player)) => holder(book, state, player, weapon),
        (None, _) => state.active,
    };
    Ok(Action::Play { robot, weapon })
}

/// The robot of the player that holds the weapon; the player's first robot if none does.
fn holder(book: &Rulebook, state: &State, player: PlayerId, weapon: WeaponId) -> RobotId {
    let copies = book.weapons[usize::from(weapon)].copies;
    let own = book.robots_of(player);
    let holds = |robot: &RobotId| state.robots[robot.index()].hand & copies != 0;
    own.iter()
        .find(holds)
        .or_else(|| own.first())
        .unwrap_or(state.active)
}

fn no_robot(book: &Rulebook, at: usize, name: &str) -> NotationError {
    let robots: Vec<_> = book
        .robots()
        .iter()
        .map(|robot| book.names.robot(robot))
        .collect();
    NotationError::new(
        at,
        format!("there is no robot `{name}`"),
        format!("one of: {}", robots.join(" ")),
    )
    .in_any_position()
}

fn read_buy(book: &Rulebook, state: &State, words: &Words<'_>) -> Result<Action, NotationError> {
    match words.at(1) {
        Some((_, "nothing")) => Ok(Action::NoBuy),
        _ => Ok(Action::Buy {
            place: choices::read_market(book, state, words, 1)?,
        }),
    }
}

fn read_use(book: &Rulebook, state: &State, words: &Words<'_>) -> Result<Action, NotationError> {
    let Some((at, name)) = words.at(1) else {
        let help = "name the part and the dice, such as `use left-arm 2` or `use torso 3 4`";
        return Err(NotationError::new(words.place(1), "no part named", help).in_any_position());
    };
    let by_card = || {
        let card = book.names.open.iter().position(|(id, _)| id == name)? as u8 + 1;
        state
            .on_turn()
            .parts
            .iter()
            .position(|own| *own == card)
            .map(|slot| slot as u8)
    };
    let Some(part) = book.names.place_named(name).or_else(by_card) else {
        return Err(no_part_named(book, state, at, name));
    };
    let some = read_dice(words, 2)?;
    let ability = book.ability_at(&state.on_turn().parts, part);
    let combo = ability.and_then(|ability| ability.combos.iter().position(|combo| *combo == some));
    Ok(Action::Use {
        part,
        combo: combo.map_or(OTHER_DICE, |combo| combo as u8),
    })
}

/// The error for a word that is neither a slot, a built-in ability nor a part of the active robot.
fn no_part_named(book: &Rulebook, state: &State, at: usize, name: &str) -> NotationError {
    let places: Vec<_> = (0..parts::places(book))
        .map(|place| book.names.place(place))
        .collect();
    if book.names.open.iter().any(|(id, _)| id == name) {
        let own = state.on_turn().parts.iter().filter(|number| **number != 0);
        let own = own.map(|number| book.names.open[usize::from(*number) - 1].0.as_str());
        let own: Vec<_> = own
            .chain(book.names.base.iter().map(|(id, _)| id.as_str()))
            .collect();
        let robot = book.names.robot(state.active);
        return NotationError::new(
            at,
            format!("robot {robot} has no part `{name}`"),
            format!("it has: {}", own.join(" ")),
        );
    }
    let cards = book.names.open.iter().map(|(id, _)| id.as_str());
    let help = match nearest(
        name,
        &places.iter().copied().chain(cards).collect::<Vec<_>>(),
    ) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("one of: {}", places.join(" ")),
    };
    NotationError::new(at, format!("there is no part `{name}`"), help).in_any_position()
}

fn no_damage(book: &Rulebook, at: usize, word: &str) -> NotationError {
    NotationError::new(
        at,
        format!("no type of damage `{word}`"),
        book.names.damage.join(" "),
    )
}

/// The damage by type, such as `2 fist 1 missile`, without types that do not occur.
pub(crate) fn points_text(book: &Rulebook, points: [u8; TYPES]) -> String {
    of_types(book, points, points)
}

/// The damage of the types that an attack has.
fn of_types(book: &Rulebook, aimed: [u8; TYPES], points: [u8; TYPES]) -> String {
    let there = DamageId::all().filter(|damage| aimed[damage.index()] > 0);
    let each =
        there.map(|damage| format!("{} {}", points[damage.index()], book.names.damage(damage)));
    each.collect::<Vec<_>>().join(" ")
}

fn write_split(book: &Rulebook, state: &State, left: [u8; TYPES]) -> String {
    let aimed = state.attack.aimed;
    match one_type(aimed) {
        Some(damage) => {
            format!(
                "left {} right {}",
                left[damage],
                aimed[damage].saturating_sub(left[damage])
            )
        }
        None => format!("left {}", of_types(book, aimed, left)),
    }
}

fn read_split(book: &Rulebook, state: &State, words: &Words<'_>) -> Result<Action, NotationError> {
    let aimed = state.attack.aimed;
    let mut left = [0; TYPES];
    match (words.at(2), one_type(aimed)) {
        (None, Some(damage)) => left[damage] = read_small(words, 1)?,
        (Some((_, "right")), Some(damage)) => {
            left[damage] = read_sides(state, aimed[damage], words)?;
            words.end_after(3)?;
        }
        (Some((_, name)), _) if name != "right" => read_types(book, words, &mut left)?,
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
fn read_types(
    book: &Rulebook,
    words: &Words<'_>,
    left: &mut [u8; TYPES],
) -> Result<(), NotationError> {
    let (mut nth, mut named) = (1, [false; TYPES]);
    while words.at(nth).is_some() {
        let points = read_small(words, nth)?;
        let name = words.at(nth + 1).map_or("", |(_, name)| name);
        let damage = book.names.damage_named(name);
        let damage = damage
            .ok_or_else(|| no_damage(book, words.place(nth + 1), name))?
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
