//! The names of a rulebook's things, shared by views, notation and sentences.

use crate::book::memo::Memo;
use crate::lexicon::{LEXICON, SLOTS as SLOT_NAMES, ThingId};
use crate::state::ids::{DamageId, PlaceId, PlayerId, RobotId, Robots, WeaponId};
use crate::state::{MarketCard, MarketSlot, Purchase, ROBOTS, Robot, SLOTS};
use cardwright_runtime::ids::Id;

/// The places of the market, bottom left first.
pub(crate) const PLACES: [&str; 6] = [
    "bottom-left",
    "bottom-right",
    "middle-left",
    "middle-right",
    "top-left",
    "top-right",
];

/// The ids and names of cards and weapons by number, and the number of players.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// The number of players at the table.
    pub players: u8,
    /// The parts and upgrades: id and English name.
    pub open: Vec<(String, String)>,
    /// The secret weapons: id and English name.
    pub weapons: Vec<(String, String)>,
    /// The weapon of each copy.
    pub weapon_of: Vec<WeaponId>,
    /// The built-in abilities: id and English name.
    pub base: Vec<(String, String)>,
    /// The types of damage: the game's own, then those declared by packs.
    pub damage: Vec<String>,
    /// The kinds of data that parts and upgrades store.
    pub(crate) memos: Vec<Memo>,
    /// The kinds of data that secret weapons store while they stay on the table.
    pub(crate) weapon_memos: Vec<Memo>,
}

/// The numbered first steps of actions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Steps {
    pub(crate) list: Vec<String>,
    /// Whether each step is a whole action.
    pub(crate) whole: bool,
}

impl Names {
    /// The name of a type of damage.
    pub fn damage(&self, damage: DamageId) -> &str {
        self.damage
            .get(usize::from(damage))
            .map_or("?", String::as_str)
    }

    /// The word for a number of points of a type of damage, without the number: `fist`, `fists`, `points of laser`.
    pub(crate) fn points(&self, points: u8, damage: DamageId) -> String {
        let (name, one) = (self.damage(damage).replace('_', " "), points == 1);
        let counted = LEXICON
            .words
            .iter()
            .any(|word| word.thing == ThingId::Damage.n() && word.name == name);
        match (counted, one) {
            (true, true) => name,
            (true, false) => format!("{name}s"),
            // The name that a pack gives its damage may not be countable.
            (false, true) => format!("point of {name}"),
            (false, false) => format!("points of {name}"),
        }
    }

    /// Finds a type of damage by its name.
    pub fn damage_named(&self, name: &str) -> Option<DamageId> {
        self.damage
            .iter()
            .position(|known| known == name)
            .and_then(DamageId::of)
    }

    /// A player in a sentence: by robot name, or by number if each player has two robots.
    pub(crate) fn player(&self, player: PlayerId) -> String {
        let noun = if self.players == 2 { "player" } else { "robot" };
        format!("{noun} {}", player.number())
    }

    /// A robot's short name: its player's number, with `L` or `R` when each player has two.
    pub fn robot(&self, robot: RobotId) -> String {
        let side = match (self.players, robot.pair().first() == Some(robot)) {
            (2, true) => "L",
            (2, false) => "R",
            _ => "",
        };
        let player = PlayerId::owners(self.players)[robot.index()];
        format!("{}{side}", player.number())
    }

    /// Finds a robot by its short name.
    pub fn robot_named(&self, name: &str) -> Option<RobotId> {
        let robots = if self.players == 2 {
            ROBOTS
        } else {
            self.players.into()
        };
        RobotId::all()
            .take(robots)
            .find(|robot| self.robot(*robot).eq_ignore_ascii_case(name))
    }

    /// The ids of the weapons in a set of copies, in order.
    pub fn weapon_ids(&self, hand: u64) -> Vec<&str> {
        (0..64usize)
            .filter(|copy| hand & (1 << copy) != 0)
            .filter_map(|copy| self.weapons.get(usize::from(self.weapon_of[copy])))
            .map(|(id, _)| id.as_str())
            .collect()
    }

    /// The known cards on top of the pile: ids, or `weapon`.
    pub(crate) fn top(&self, top: &[MarketSlot]) -> Vec<&str> {
        let name = |slot: &MarketSlot| match slot.card() {
            MarketCard::Nothing => None,
            MarketCard::FaceDown => Some("weapon"),
            MarketCard::Open(card) => self.open.get(usize::from(card)).map(|(id, _)| id.as_str()),
        };
        top.iter().filter_map(name).collect()
    }

    /// The name of a slot or built-in ability, given by its bit in [`crate::state::Turn::used`].
    pub fn place(&self, place: u8) -> &str {
        match SLOT_NAMES.get(usize::from(place)) {
            Some(slot) => slot,
            None => self
                .base
                .get(usize::from(place) - SLOT_NAMES.len())
                .map_or("?", |(id, _)| id),
        }
    }

    /// Finds a slot or built-in ability by its name.
    pub fn place_named(&self, name: &str) -> Option<u8> {
        (0..(SLOT_NAMES.len() + self.base.len()) as u8).find(|place| self.place(*place) == name)
    }
}

/// The place of the market with this name.
pub(crate) fn market_place(name: &str) -> Option<PlaceId> {
    PLACES
        .iter()
        .position(|place| *place == name)
        .and_then(PlaceId::of)
}

/// The advice if no valid face was given.
pub(crate) const FACES: &str = "write 1, 2, 3, 4, 5 or 6";

impl Names {
    /// The data stored on a card, in words for people and positions; `None` if there is none.
    pub(crate) fn memory(&self, memo: Memo, stored: u8) -> Option<String> {
        let remembered = stored.checked_sub(1)?;
        match memo {
            Memo::None => None,
            Memo::Number => Some(remembered.to_string()),
            Memo::Robot => {
                let robots = Robots::from_bits(stored).iter();
                let names: Vec<_> = robots
                    .map(|it| format!("robot {}", self.robot(it)))
                    .collect();
                Some(names.join(", "))
            }
            Memo::Slot => Some(self.place(remembered).to_owned()),
        }
    }

    /// The id of a card that was bought; `weapon` for a secret weapon.
    pub(crate) fn purchased(&self, purchase: Purchase) -> &str {
        let card = purchase.card().and_then(|card| self.open.get(card.index()));
        card.map_or("weapon", |(id, _)| id)
    }

    /// The kind of data that the part or upgrade at a place of a robot stores.
    pub(crate) fn memo_at(&self, robot: &Robot, place: usize) -> Memo {
        let number = match place.checked_sub(SLOTS) {
            None => robot.parts[place],
            Some(upgrade) => robot.upgrades[upgrade],
        };
        let card = usize::from(number).checked_sub(1);
        card.and_then(|card| self.memos.get(card))
            .copied()
            .unwrap_or(Memo::None)
    }
}
