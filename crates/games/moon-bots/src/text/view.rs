//! The view: everything that a viewer may know, built from the information open to it.

use crate::book::memo::Memo;
use crate::book::names::{Names, PLACES as PLACE_NAMES};
use crate::book::rulebook::Rulebook;
use crate::facts::{choices, nouns, prices, standing};
use crate::lexicon::SLOTS as SLOT_NAMES;
use crate::state::ids::{DamageId, PlaceId, PlayerId, Players, RobotId, Robots, Slots};
use crate::state::{
    Asked, Attack, CAP, DiceLimits, MarketCard, MarketSlot, PERMANENTS, PLACES, Permanent,
    Purchase, ROBOTS, Robot, SLOTS, State, Status, Step, TOP_CARDS, Turn, UPGRADES, dice,
};
use crate::text::data::{status_name, step_name};
use crate::text::position::permanents::UNTIL;
use cardwright_kernel::{Actor, Outcome, Seat, SeatSet, Viewer};
use cardwright_runtime::bit_select::ones;
use cardwright_runtime::counters::Counters;
use cardwright_runtime::ids::Id;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A robot as a viewer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RobotView {
    /// Whether the robot is in play.
    pub status: Status,
    /// The robot's energy.
    pub energy: u8,
    /// The parts by slot: 0 for none, otherwise the card's number plus 1.
    pub parts: [u8; SLOTS],
    /// The upgrades: 0 for none, otherwise the card's number plus 1.
    pub upgrades: [u8; UPGRADES],
    /// The number of dice that the robot rolls.
    pub dice: u8,
    /// The maximum energy that the robot can have.
    pub cap: u8,
    /// Counters or stored data on the parts and upgrades: four bits each, as in [`Robot::counters`]; see
    /// [`View::counted`] and [`View::remembered`].
    pub counters: [u8; SLOTS],
    /// Upgrades without effect until the end of the turn, with one bit for each place.
    pub disabled: u8,
    /// Slots whose part the robot cannot use in its next turn.
    pub blocked: Slots,
    /// The number of secret weapons in hand.
    pub weapons: u8,
    /// The secret weapons in hand that the viewer knows, with one bit for each copy.
    pub known: u64,
    /// The number of other weapons in hand that the viewer would know if they had been entered at the table; see
    /// `table_view`.
    pub unseen: u8,
    /// The robots that this robot may attack.
    pub targets: Robots,
}

/// A game as a viewer sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    names: Arc<Names>,
    /// Whose view this is.
    pub viewer: Viewer,
    /// The robots in turn order.
    pub robots: [RobotView; ROBOTS],
    /// The places of the market.
    pub market: [MarketCard; PLACES],
    /// The price of each place of the market for the active robot.
    pub prices: [u8; PLACES],
    /// The number of cards in the pile.
    pub pile: u8,
    /// The known cards on top of the pile, topmost first.
    pub top: [MarketSlot; TOP_CARDS],
    /// Secret weapons that everybody has seen in use.
    pub shown: u64,
    /// Secret weapons that stay on the table, in the order they were played.
    pub permanents: [Permanent; PERMANENTS],
    /// The current step of the turn.
    pub step: Step,
    /// Who has to act.
    pub asked: Asked,
    /// The robot whose turn it is.
    pub active: RobotId,
    /// Data that is valid during the current turn.
    pub turn: Turn,
    /// The energy that the active robot has gained, as counted for its limit.
    pub gained: u8,
    /// The energy that each robot has gained, as counted for its limit.
    pub gains: [u8; ROBOTS],
    /// Robots that no attack may be aimed at until the end of the turn.
    pub untargetable: Robots,
    /// Robots that attacks must be aimed at until the end of the turn.
    pub taunting: Robots,
    /// What cards have done to the dice of this turn.
    pub limits: DiceLimits,
    /// Whether turns pass to the right.
    pub backwards: bool,
    /// The last purchase of this turn, if it is noted.
    pub purchase: Purchase,
    /// The current attack.
    pub attack: Attack,
    /// The kind of thing that a card asks for, as an index in the lexicon; `None` if no card asks.
    pub choice: Option<u8>,
    /// The number of turns started.
    pub turns: u16,
    /// The number of completed rounds.
    pub rounds: u16,
    /// The number of card reactions in this turn.
    pub reactions: u8,
    /// The number of consecutive rounds in which no energy was lost.
    pub quiet: u16,
    /// Whether energy was lost in this round.
    pub lost: bool,
    /// With two players: whether the last duel of the conquerors has begun.
    pub last_duel: bool,
    /// The winners, once the game is over.
    pub winners: Players,
}

pub(crate) fn view_for(book: &Rulebook, state: &State, viewer: Viewer) -> View {
    View {
        names: book.names.clone(),
        viewer,
        robots: RobotId::by_each(|robot| robot_view(book, state, robot, viewer)),
        market: state.market.map(MarketSlot::card),
        prices: PlaceId::by_each(|place| {
            prices::price(
                book,
                state,
                state.active,
                state.market[place.index()],
                place,
            )
        }),
        pile: crate::book::rulebook::ones(state.pile) as u8 + state.pile_weapons,
        top: state.top,
        shown: state.shown,
        permanents: state.permanents,
        step: state.step,
        asked: state.asked,
        active: state.active,
        turn: state.turn,
        gained: state.gains[usize::from(state.active)],
        gains: state.gains,
        untargetable: state.guards.untargetable(),
        taunting: state.guards.taunting(),
        limits: state.limits,
        backwards: state.passing.backwards(),
        purchase: state.purchase,
        attack: state.attack,
        choice: choices::choice_of(book, state),
        turns: state.turns,
        rounds: state.rounds,
        reactions: state.reactions,
        quiet: state.quiet,
        lost: state.lost,
        last_duel: state.passing.last_duel(),
        winners: state.winners,
    }
}

/// The view at a table where some weapons were never entered. It contains what everybody sees and the hands that
/// `eyes` sees. For weapons that others entered only as unknown, it contains just their number.
pub(crate) fn table_view(
    book: &Rulebook,
    state: &State,
    eyes: Viewer,
    unseen: &[(Seat, &str)],
) -> View {
    let mut view = View {
        viewer: Viewer::Spectator,
        ..view_for(book, state, eyes)
    };
    for (seat, got) in unseen {
        let id = got.split_whitespace().last().unwrap_or_default();
        let stands_in = |copy: &u32| {
            let weapon = book.names.weapon_of.get(*copy as usize);
            let weapon = weapon.and_then(|weapon| book.names.weapons.get(usize::from(*weapon)));
            weapon.is_some_and(|(own, _)| own == id)
        };
        let copy_of = |robot: &RobotView| ones(robot.known).find(stands_in);
        // If the weapon has changed hands, another robot has it now.
        let kept = |robot: &RobotId| {
            let hand = state.robots[robot.index()].hand;
            book.owner(*robot).seat() == *seat && ones(hand).any(|copy| stands_in(&copy))
        };
        let gone = !RobotId::all().any(|robot| kept(&robot));
        let mut all = RobotId::all().filter(|robot| gone || kept(robot));
        let holder = all.find_map(|robot| Some((robot, copy_of(&view.robots[robot.index()])?)));
        if let Some((robot, copy)) = holder {
            view.robots[robot.index()].known &= !(1 << copy);
            view.robots[robot.index()].unseen += 1;
        }
    }
    view
}

fn robot_view(book: &Rulebook, state: &State, index: RobotId, viewer: Viewer) -> RobotView {
    let robot = &state.robots[index.index()];
    let known = match viewer {
        Viewer::Referee => robot.hand,
        Viewer::Spectator => 0,
        Viewer::Seat(seat) if book.owner(index).seat() == seat => robot.hand,
        Viewer::Seat(seat) => robot.hand & state.spied.get(seat.index()).copied().unwrap_or(0),
    };
    RobotView {
        status: robot.status,
        energy: robot.energy,
        parts: robot.parts,
        upgrades: robot.upgrades,
        dice: robot.dice,
        cap: standing::cap(book, robot),
        counters: robot.counters.0,
        disabled: robot.disabled,
        blocked: state.blocked.of(index),
        weapons: robot.hand.count_ones() as u8,
        known,
        unseen: 0,
        targets: nouns::targets(book, state, index),
    }
}

impl View {
    /// The names for the numbers in the view.
    pub fn names(&self) -> &Names {
        &self.names
    }

    fn card(&self, number: u8) -> Option<&str> {
        let place = usize::from(number).checked_sub(1)?;
        self.names.open.get(place).map(|(id, _)| id.as_str())
    }

    fn market_card_id(&self, card: MarketCard) -> Option<&str> {
        match card {
            MarketCard::Nothing => None,
            MarketCard::FaceDown => Some("weapon"),
            MarketCard::Open(card) => self.card(card.number()),
        }
    }

    /// The number of counters on a robot's cards, by slot or `upgrade-1` and so on; cards without counters are omitted.
    pub fn counted(&self, robot: &RobotView) -> BTreeMap<String, u8> {
        self.names.counted(&robot.robot_cards()).collect()
    }

    /// The data stored on a robot's cards, by slot or `upgrade-1` and so on: a number or a name like `robot 2`. Cards
    /// without data are omitted.
    pub fn remembered(&self, robot: &RobotView) -> BTreeMap<String, String> {
        self.names.remembered(&robot.robot_cards()).collect()
    }

    /// The robots at the table, with their numbers.
    pub fn at_table(&self) -> impl Iterator<Item = (RobotId, &RobotView)> {
        RobotId::all()
            .zip(&self.robots)
            .filter(|(_, robot)| robot.status != Status::Absent)
    }
}

/// A robot of a view together with the names it needs for JSON.
struct Named<'a>(&'a View, RobotId, &'a RobotView);

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Named(view, number, robot) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("robot", &view.names.robot(*number))?;
        map.serialize_entry("status", status_name(robot.status))?;
        map.serialize_entry("energy", &robot.energy)?;
        let parts = robot.parts.map(|number| view.card(number));
        let parts: Vec<_> = SLOT_NAMES.iter().zip(parts).collect();
        map.serialize_entry("parts", &Pairs(&parts))?;
        let upgrades: Vec<_> = robot
            .upgrades
            .iter()
            .filter_map(|number| view.card(*number))
            .collect();
        map.serialize_entry("upgrades", &upgrades)?;
        map.serialize_entry("dice", &robot.dice)?;
        map.serialize_entry("weapons", &robot.weapons)?;
        map.serialize_entry("known_weapons", &view.names.weapon_ids(robot.known))?;
        map.serialize_entry("targets", &view.robot_names(robot.targets))?;
        map.serialize_entry("gained", &view.gains[usize::from(*number)])?;
        if robot.cap != CAP {
            map.serialize_entry("cap", &robot.cap)?;
        }
        let counters = view.counted(robot);
        if !counters.is_empty() {
            map.serialize_entry("counters", &counters)?;
        }
        if robot.disabled != 0 {
            let disabled = (0..UPGRADES).filter(|place| robot.disabled >> place & 1 != 0);
            let cards: Vec<_> = disabled
                .filter_map(|place| view.card(robot.upgrades[place]))
                .collect();
            map.serialize_entry("disabled", &cards)?;
        }
        if !robot.blocked.is_empty() {
            let slots = robot.blocked.iter().map(|slot| view.names.place(slot.n()));
            map.serialize_entry("blocked", &slots.collect::<Vec<_>>())?;
        }
        let memory = view.remembered(robot);
        if !memory.is_empty() {
            map.serialize_entry("memory", &memory)?;
        }
        map.end()
    }
}

struct Pairs<'a, V>(&'a [(&'a &'a str, V)]);

impl<V: Serialize> Serialize for Pairs<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = &self.names;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("players", &names.players)?;
        map.serialize_entry("viewer", &self.viewer)?;
        map.serialize_entry("turn", &self.turns)?;
        map.serialize_entry("round", &(self.rounds + 1))?;
        map.serialize_entry("quiet", &self.quiet)?;
        map.serialize_entry("lost", &self.lost)?;
        if self.reactions != 0 {
            map.serialize_entry("reactions", &self.reactions)?;
        }
        map.serialize_entry("last_duel", &self.last_duel)?;
        map.serialize_entry("step", step_name(self.step))?;
        map.serialize_entry("actor", &self.actor())?;
        map.serialize_entry("active", &names.robot(self.active))?;
        let robots: Vec<_> = self
            .at_table()
            .map(|(number, robot)| Named(self, number, robot))
            .collect();
        map.serialize_entry("robots", &robots)?;
        let market: Vec<_> = PLACE_NAMES
            .iter()
            .zip(self.market.map(|card| self.market_card_id(card)))
            .collect();
        map.serialize_entry("market", &Pairs(&market))?;
        map.serialize_entry("pile", &self.pile)?;
        let top = names.top(&self.top);
        if !top.is_empty() {
            map.serialize_entry("top", &top)?;
        }
        map.serialize_entry("shown_weapons", &names.weapon_ids(self.shown))?;
        if !self.permanents[0].is_none() {
            map.serialize_entry("permanents", &self.permanents().collect::<Vec<_>>())?;
        }
        map.serialize_entry("dice", &dice::faces(self.turn.dice).collect::<Vec<_>>())?;
        let used: Vec<_> = (0..16)
            .filter(|place| self.turn.used & (1 << place) != 0)
            .collect();
        let used: Vec<_> = used.into_iter().map(|place| names.place(place)).collect();
        map.serialize_entry("used", &used)?;
        map.serialize_entry("gained", &self.gained)?;
        map.serialize_entry("attack", &self.aimed())?;
        map.serialize_entry("pending", &self.pending())?;
        map.serialize_entry("forbidden", &self.forbidden())?;
        if self.limits.fewer() != 0 {
            map.serialize_entry("fewer_dice", &self.limits.fewer())?;
        }
        map.serialize_entry("backwards", &self.backwards)?;
        if let Some(robot) = self.purchase.robot() {
            let bought = Bought {
                robot: names.robot(robot).to_owned(),
                card: names.purchased(self.purchase).to_owned(),
                price: self.purchase.price(),
            };
            map.serialize_entry("purchase", &bought)?;
        }
        map.serialize_entry("extra_turn", &self.turn.flags.is_extra())?;
        let winners: Vec<_> = self.winners.iter().map(PlayerId::number).collect();
        map.serialize_entry("winners", &winners)?;
        map.end()
    }
}

/// What cards forbid until the end of the turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Forbidden {
    /// Players who may not reroll dice, by number.
    pub re_roll: Vec<u8>,
    /// Players who may not play weapons, by number.
    pub weapons: Vec<u8>,
    /// Whether the active player may not buy.
    pub buying: bool,
    /// Robots that no attack may be aimed at.
    pub untargetable: Vec<String>,
    /// Robots that attacks must be aimed at, if any.
    pub draws_attacks: Vec<String>,
    /// Faces of dice that cannot be used, if any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<u8>,
}

/// The last purchase of this turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Bought {
    /// The robot that got the card.
    pub robot: String,
    /// The id of the card, or `weapon`.
    pub card: String,
    /// The energy that it cost; 0 if it was taken.
    pub price: u8,
}

/// The current attack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Aimed {
    /// The attacking robot.
    pub attacker: String,
    /// The damage that the part shows, by type.
    pub points: BTreeMap<String, u8>,
}

impl View {
    fn robot_names(&self, set: Robots) -> Vec<String> {
        set.iter().map(|robot| self.names.robot(robot)).collect()
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
            .map(|(damage, points)| (self.names.damage(damage).to_string(), points))
            .collect();
        let attacker = self.names.robot(self.attack.attacker);
        (!points.is_empty()).then_some(Aimed { attacker, points })
    }
}

/// A secret weapon that stays on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PermanentView {
    /// The robot that the weapon is in front of.
    pub robot: String,
    /// The weapon's id.
    pub weapon: String,
    /// How long the weapon stays: `leaves` (until an effect makes it leave), `turn` (until its owner's next turn) or
    /// `turn-end`.
    pub until: &'static str,
    /// The number of counters on the weapon.
    pub counters: u8,
    /// The data stored on the weapon, if any: a number or a name like `robot 2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
}

impl View {
    /// The secret weapons that stay on the table, in the order they were played.
    pub fn permanents(&self) -> impl Iterator<Item = PermanentView> + '_ {
        self.permanents.iter().filter_map(|permanent| {
            let number = usize::from(self.names.weapon_of[permanent.copy()?.index()]);
            let ((weapon, _), memo) =
                (&self.names.weapons[number], self.names.weapon_memos[number]);
            let until = UNTIL
                .iter()
                .find(|(_, until)| *until == permanent.until())?
                .0;
            let robot = self.names.robot(permanent.owner());
            let memory = self.names.memory(memo, permanent.counters());
            let counters = if memo == Memo::None {
                permanent.counters()
            } else {
                0
            };
            Some(PermanentView {
                robot,
                weapon: weapon.clone(),
                until,
                counters,
                memory,
            })
        })
    }
}

impl RobotView {
    /// The cards in front of the robot.
    fn robot_cards(&self) -> Robot {
        Robot {
            parts: self.parts,
            upgrades: self.upgrades,
            counters: Counters(self.counters),
            ..Robot::default()
        }
    }
}

/// Damage about to hit a robot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Pending {
    /// The robot about to be hit.
    pub robot: String,
    /// The type of damage, or `unstoppable`.
    pub damage: String,
    /// The amount of damage.
    pub points: u8,
}

impl View {
    /// The damage about to hit robots, in order.
    pub fn pending(&self) -> Vec<Pending> {
        let mut list = Vec::new();
        for robot in RobotId::all() {
            let types = self.names.damage.iter().map(String::as_str);
            let by_type = types.zip(self.attack.pending[usize::from(robot)]);
            let all = by_type.chain([("unstoppable", self.attack.unstoppable[usize::from(robot)])]);
            for (damage, points) in all.filter(|(_, points)| *points > 0) {
                list.push(Pending {
                    robot: self.names.robot(robot),
                    damage: damage.into(),
                    points,
                });
            }
        }
        list
    }
}
