//! The view as data for programs: ids of cards, names of places, numbers of players from 1. The schema is derived from
//! the same types.

use crate::book::memo::Memo;
use crate::book::names::PLACES as PLACE_NAMES;
use crate::lexicon::SLOTS as SLOT_NAMES;
use crate::state::ids::{DamageId, PlayerId, Players, RobotId, Robots};
use crate::state::{Asked, CAP, UPGRADES, dice};
use crate::text::data::{status_name, step_name};
use crate::text::position::permanents::UNTIL;
use crate::text::view::{RobotView, View};
use cardwright_kernel::{Actor, Outcome, SeatSet, Viewer};
use cardwright_runtime::ids::Id;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// A game of Moon-Bots as a viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MoonBots<'a> {
    /// The number of players, 2 to 4.
    pub players: u8,
    /// Whose view this is: a player, a spectator (sees what everybody sees) or a referee (sees everything).
    #[cfg_attr(
        feature = "schema",
        schemars(with = "cardwright_runtime::shapes::Viewer")
    )]
    pub viewer: Viewer,
    /// The number of turns started.
    pub turn: u16,
    /// The round, from 1.
    pub round: u16,
    /// The number of consecutive rounds in which no energy was lost.
    pub quiet: u16,
    /// Whether energy was lost in this round.
    pub lost: bool,
    /// The number of card reactions in this turn; omitted if 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub reactions: u8,
    /// With two players: whether the last duel of the conquerors has begun.
    pub last_duel: bool,
    /// The current step of the turn, such as `buy`.
    pub step: &'static str,
    /// Who has to act, or how the game ended.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "cardwright_runtime::shapes::Actor")
    )]
    pub actor: Actor,
    /// The robot whose turn it is: `1` to `4`, or `1L` to `2R` with two players.
    pub active: String,
    /// The robots in turn order.
    pub robots: Vec<RobotData<'a>>,
    /// The card on each place of the market: its id, `weapon` for a face-down secret weapon, null for an empty place.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "BTreeMap<String, Option<String>>")
    )]
    pub market: Pairs<Option<&'a str>>,
    /// The number of cards in the draw pile.
    pub pile: u8,
    /// The known cards on top of the draw pile, topmost first; omitted if none is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub top: Vec<&'a str>,
    /// The ids of the secret weapons that everybody has seen in use.
    pub shown_weapons: Vec<&'a str>,
    /// The secret weapons that stay on the table, in the order they were played; omitted if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub permanents: Vec<PermanentView<'a>>,
    /// The faces of the unplaced dice, 1 to 6.
    pub dice: Vec<u8>,
    /// The slots and built-in abilities used this turn.
    pub used: Vec<&'a str>,
    /// The energy that the active robot has gained, as counted for its limit.
    pub gained: u8,
    /// The current attack; null if there is none.
    pub attack: Option<Aimed>,
    /// The damage about to hit robots, in order.
    pub pending: Vec<Pending<'a>>,
    /// What cards forbid until the end of the turn.
    pub forbidden: Forbidden,
    /// How many dice fewer the active robot rolls this turn; omitted if 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fewer_dice: u8,
    /// Whether turns pass to the right.
    pub backwards: bool,
    /// The last purchase of this turn; omitted if no card in the game asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purchase: Option<Bought<'a>>,
    /// Whether this turn is an additional turn.
    pub extra_turn: bool,
    /// The winning players, from 1; empty until the game is over.
    pub winners: Vec<u8>,
}

/// The last purchase of a turn.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Bought<'a> {
    /// The robot that got the card.
    pub robot: String,
    /// The id of the card, or `weapon` for a secret weapon.
    pub card: &'a str,
    /// The energy that it cost; 0 if it was taken.
    pub price: u8,
}

/// A robot as a viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Robot"))]
#[serde(deny_unknown_fields)]
pub struct RobotData<'a> {
    /// The robot's name: `1` to `4`, or `1L` to `2R` with two players.
    pub robot: String,
    /// `in-play`, `switched-off` (it waits for the other duel to end) or `out`.
    pub status: &'static str,
    /// The robot's energy, 0 to 18, or more with cards that raise the maximum.
    pub energy: u8,
    /// The id of the part in each slot; null for an empty slot.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "BTreeMap<String, Option<String>>")
    )]
    pub parts: Pairs<Option<&'a str>>,
    /// The ids of the robot's upgrades, in the order they were gained.
    pub upgrades: Vec<&'a str>,
    /// The number of dice that the robot rolls.
    pub dice: u8,
    /// The number of secret weapons in hand; everybody sees it.
    pub weapons: u8,
    /// The ids of those weapons that the viewer knows.
    pub known_weapons: Vec<&'a str>,
    /// The names of the robots that this robot may attack.
    pub targets: Vec<String>,
    /// The energy that the robot has gained, as counted for its limit.
    pub gained: u8,
    /// The maximum energy that the robot can have; omitted if it is 18.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<u8>,
    /// The counters on the robot's cards, by slot or `upgrade-1` and so on; omitted if there are none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counters: BTreeMap<String, u8>,
    /// The ids of the upgrades that have no effect until the end of the turn; omitted if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disabled: Vec<&'a str>,
    /// The slots whose part the robot cannot use in its next turn, or in this turn if it is its own; omitted if there are
    /// none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<&'a str>,
    /// The data stored on the robot's cards, by slot or `upgrade-1` and so on; omitted if there is none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub memory: BTreeMap<String, String>,
}

/// A secret weapon that stays on the table.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Staying"))]
#[serde(deny_unknown_fields)]
pub struct PermanentView<'a> {
    /// The robot that the weapon is in front of.
    pub robot: String,
    /// The weapon's id.
    pub weapon: &'a str,
    /// How long it stays: `leaves` (until an effect removes it), `turn` (until its owner's next turn) or `turn-end`.
    pub until: &'static str,
    /// The number of counters on the weapon.
    pub counters: u8,
    /// The data stored on the weapon: a number or a name like `robot 2`; omitted if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
}

/// The current attack.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Aimed {
    /// The attacking robot.
    pub attacker: String,
    /// The damage that the part shows, by type.
    pub points: BTreeMap<String, u8>,
}

/// Damage about to hit a robot.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pending<'a> {
    /// The robot about to be hit.
    pub robot: String,
    /// The type of damage, or `unstoppable`.
    pub damage: &'a str,
    /// The amount of damage.
    pub points: u8,
}

/// What cards forbid until the end of the turn.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Forbidden {
    /// The players who may not reroll dice, from 1.
    pub re_roll: Vec<u8>,
    /// The players who may not play weapons, from 1.
    pub weapons: Vec<u8>,
    /// Whether the active player may not buy.
    pub buying: bool,
    /// The robots that no attack may be aimed at.
    pub untargetable: Vec<String>,
    /// The robots that attacks must be aimed at.
    pub draws_attacks: Vec<String>,
    /// The faces of dice that cannot be used; omitted if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<u8>,
}

/// A map in the order of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Pairs<V>(pub Vec<(&'static str, V)>);

impl<V: Serialize> Serialize for Pairs<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.data().serialize(serializer)
    }
}

impl View {
    /// The view as data.
    pub fn data(&self) -> MoonBots<'_> {
        let names = self.names();
        let market = self.market.map(|card| self.market_card_id(card));
        let used = (0..16).filter(|place| self.turn.used & (1 << place) != 0);
        let purchase = self.purchase.robot().map(|robot| Bought {
            robot: names.robot(robot),
            card: names.purchased(self.purchase),
            price: self.purchase.price(),
        });
        MoonBots {
            players: names.players,
            viewer: self.viewer,
            turn: self.turns,
            round: self.rounds + 1,
            quiet: self.quiet,
            lost: self.lost,
            reactions: self.reactions,
            last_duel: self.last_duel,
            step: step_name(self.step),
            actor: self.actor(),
            active: names.robot(self.active),
            robots: self
                .at_table()
                .map(|(id, robot)| self.robot_data(id, robot))
                .collect(),
            market: Pairs(PLACE_NAMES.into_iter().zip(market).collect()),
            pile: self.pile,
            top: names.top(&self.top),
            shown_weapons: names.weapon_ids(self.shown),
            permanents: self.permanents().collect(),
            dice: dice::faces(self.turn.dice).collect(),
            used: used.map(|place| names.place(place)).collect(),
            gained: self.gained,
            attack: self.aimed(),
            pending: self.pending(),
            forbidden: self.forbidden(),
            fewer_dice: self.limits.fewer(),
            backwards: self.backwards,
            purchase,
            extra_turn: self.turn.flags.is_extra(),
            winners: self.winners.iter().map(PlayerId::number).collect(),
        }
    }

    fn robot_data(&self, id: RobotId, robot: &RobotView) -> RobotData<'_> {
        let names = self.names();
        let parts = robot.parts.map(|number| self.card(number));
        let upgrades = robot.upgrades.iter();
        let disabled = (0..UPGRADES).filter(|place| robot.disabled >> place & 1 != 0);
        let blocked = robot.blocked.iter();
        RobotData {
            robot: names.robot(id),
            status: status_name(robot.status),
            energy: robot.energy,
            parts: Pairs(SLOT_NAMES.iter().copied().zip(parts).collect()),
            upgrades: upgrades.filter_map(|number| self.card(*number)).collect(),
            dice: robot.dice,
            weapons: robot.weapons,
            known_weapons: names.weapon_ids(robot.known),
            targets: self.robot_names(robot.targets),
            gained: self.gains[usize::from(id)],
            cap: (robot.cap != CAP).then_some(robot.cap),
            counters: self.counted(robot),
            disabled: disabled
                .filter_map(|place| self.card(robot.upgrades[place]))
                .collect(),
            blocked: blocked.map(|slot| names.place(slot.n())).collect(),
            memory: self.remembered(robot),
        }
    }
}

impl View {
    fn robot_names(&self, set: Robots) -> Vec<String> {
        set.iter().map(|robot| self.names().robot(robot)).collect()
    }

    /// The player who has to act.
    pub fn actor(&self) -> Actor {
        match self.asked {
            Asked::Seat(player) => Actor::Seat(player.seat()),
            Asked::Chance => Actor::Chance,
            Asked::Nobody => Actor::Over(Outcome {
                winners: SeatSet(self.winners.bits()),
            }),
        }
    }

    /// What cards forbid until the end of the turn.
    pub fn forbidden(&self) -> Forbidden {
        let players = |set: Players| set.iter().map(PlayerId::number).collect();
        Forbidden {
            re_roll: players(self.turn.forbidden),
            weapons: players(self.turn.flags.silent()),
            buying: self.turn.flags.buying_forbidden(),
            untargetable: self.robot_names(self.untargetable),
            draws_attacks: self.robot_names(self.taunting),
            faces: self.limits.barred().collect(),
        }
    }

    /// The current attack, if any.
    pub fn aimed(&self) -> Option<Aimed> {
        let there = DamageId::all()
            .zip(self.attack.aimed)
            .filter(|(_, points)| *points > 0);
        let points: BTreeMap<_, _> = there
            .map(|(damage, points)| (self.names().damage(damage).to_string(), points))
            .collect();
        let attacker = self.names().robot(self.attack.attacker);
        (!points.is_empty()).then_some(Aimed { attacker, points })
    }
}

impl View {
    /// The secret weapons that stay on the table, in the order they were played.
    pub fn permanents(&self) -> impl Iterator<Item = PermanentView<'_>> {
        self.permanents.iter().filter_map(|permanent| {
            let number = usize::from(self.names().weapon_of[permanent.copy()?.index()]);
            let ((weapon, _), memo) = (
                &self.names().weapons[number],
                self.names().weapon_memos[number],
            );
            let until = UNTIL
                .iter()
                .find(|(_, until)| *until == permanent.until())?
                .0;
            let robot = self.names().robot(permanent.owner());
            let memory = self.names().memory(memo, permanent.counters());
            let counters = if memo == Memo::None {
                permanent.counters()
            } else {
                0
            };
            Some(PermanentView {
                robot,
                weapon,
                until,
                counters,
                memory,
            })
        })
    }
}

impl View {
    /// The damage about to hit robots, in order.
    pub fn pending(&self) -> Vec<Pending<'_>> {
        let mut list = Vec::new();
        for robot in RobotId::all() {
            let types = self.names().damage.iter().map(String::as_str);
            let by_type = types.zip(self.attack.pending[usize::from(robot)]);
            let all = by_type.chain([("unstoppable", self.attack.unstoppable[usize::from(robot)])]);
            for (damage, points) in all.filter(|(_, points)| *points > 0) {
                list.push(Pending {
                    robot: self.names().robot(robot),
                    damage,
                    points,
                });
            }
        }
        list
    }
}
