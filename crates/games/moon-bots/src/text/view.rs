//! The view: everything that a viewer may know, built from the information open to it.

use crate::book::names::Names;
use crate::book::rulebook::Rulebook;
use crate::facts::{choices, nouns, prices, standing};
use crate::state::ids::{PlaceId, Players, RobotId, Robots, Slots};
use crate::state::{
    Asked, Attack, DiceLimits, MarketCard, MarketSlot, PERMANENTS, PLACES, Permanent, Purchase,
    ROBOTS, Robot, SLOTS, State, Status, Step, TOP_CARDS, Turn, UPGRADES,
};
use cardwright_kernel::{Seat, Viewer};
use cardwright_runtime::bit_select::ones;
use cardwright_runtime::counters::Counters;
use cardwright_runtime::ids::Id;
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
        lost: state.passing.lost(),
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

    pub(crate) fn card(&self, number: u8) -> Option<&str> {
        let place = usize::from(number).checked_sub(1)?;
        self.names.open.get(place).map(|(id, _)| id.as_str())
    }

    pub(crate) fn market_card_id(&self, card: MarketCard) -> Option<&str> {
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
