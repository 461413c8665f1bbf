//! The state of a game: plain data of fixed size.

mod hand;
mod ids;
mod known;
mod piles;
mod unit;
mod worlds;

use arrayvec::ArrayVec;
use cardwright_kernel::ProgramId;
use cardwright_runtime::announced::{Announced, Announcements};
use cardwright_runtime::effects::Effects;
use cardwright_runtime::ids::{Bits, Id, IdSet};
use cardwright_runtime::triggers::{self, Triggers};
use cardwright_runtime::windows::Window;
pub(crate) use hand::Hand;
use ids::MoonSet;
pub use ids::{CardDefId, MoonId, PlaceId, PlayerId};
pub(crate) use ids::{
    CardDefs, Cursor, MAX_DEFS, MAX_MOONS, MAX_UNITS, Places, Players, SEATS, seats,
};
pub(crate) use piles::{Counts, MAX_COPIES, Piles};
use serde::{Deserialize, Serialize};
pub use unit::Unit;
pub(crate) use unit::*;

/// Announcements that may wait (clause RE-6.5).
pub(crate) const MAX_WAITING: usize = 8;
/// Events that may wait for cards that react to them; what comes then lapses (clause RE-6.14).
pub(crate) const MAX_TRIGGERS: usize = 8;
/// Cards in a hand (clause RE-3.8).
pub(crate) const HAND: usize = 7;
/// Coins on a Battery at the start (clause RE-2.1).
pub(crate) const BATTERY: u8 = 20;
/// Coins in the game (clause RE-1.3).
pub(crate) const COINS: u16 = 80;
/// Coins in a Vault at most where the bank is unlimited: far more than anybody can spend.
pub(crate) const MAX_VAULT: u16 = 9_999;
/// The program of a shot: it has none.
pub(crate) const SHOT: ProgramId = ProgramId(u16::MAX);

/// A card on the table by seat and place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Spot {
    /// The seat that controls it, from 0.
    pub seat: PlayerId,
    /// Its place on that side.
    pub at: PlaceId,
}

impl Spot {
    /// Its number among all places of all sides.
    #[inline]
    pub(crate) fn n(self) -> u8 {
        self.seat.n() * MAX_UNITS as u8 + self.at.n()
    }

    /// The place of a number; none for a number behind the last.
    #[inline]
    pub(crate) fn of(number: u8) -> Option<Spot> {
        let seat = PlayerId::of(usize::from(number) / MAX_UNITS)?;
        Some(Spot {
            seat,
            at: PlaceId::of(usize::from(number) % MAX_UNITS)?,
        })
    }
}

/// What everybody knows of the next card of a deck (Q-RS-12).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) enum Top {
    /// Nothing.
    #[default]
    Unseen,
    /// It is a Moon.
    Moon,
    /// It is no Moon.
    Card,
}

/// What belongs to one player.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Side {
    pub(crate) units: ArrayVec<Unit, MAX_UNITS>,
    pub(crate) hand: Hand,
    /// Coins in the Vault.
    pub(crate) vault: u16,
    /// Coins on the Battery.
    pub(crate) battery: u8,
    /// Coins the Battery had at the start.
    pub(crate) start: u8,
    /// Damage to the Battery that is prevented.
    pub(crate) prevented: u8,
    /// Whether the player is out.
    pub(crate) out: bool,
    /// The next card of the deck that the player draws from; of a common deck the first player's holds it.
    pub(crate) top: Top,
}

impl Side {
    /// Puts a card into the hand.
    #[inline]
    pub(crate) fn hold(&mut self, card: CardDefId) {
        self.hand.hold(card);
    }

    /// Takes a card out of the hand; says whether it was there.
    pub(crate) fn let_go(&mut self, card: CardDefId) -> bool {
        let at = self.hand.iter().position(|held| *held == card);
        at.is_some_and(|at| self.hand.let_go_at(at))
    }

    /// The cards on the table, each half of a Mega Robot as one (clause RE-1.8).
    pub(crate) fn cards(&self) -> usize {
        self.present().map(|(_, unit)| unit.cards()).sum()
    }

    /// Whether so many more cards fit (clause RE-1.8) and there is a place for them.
    pub(crate) fn has_room(&self, more: usize) -> bool {
        // A place holds two cards at most: few places need no count.
        self.units.len() * 2 + more <= MAX_UNITS
            || !self.units.is_full() && self.cards() + more <= MAX_UNITS
    }

    /// The cards on the table with their places.
    pub(crate) fn present(&self) -> impl Iterator<Item = (PlaceId, &Unit)> + Clone {
        PlaceId::each_of(&self.units).filter(|(_, unit)| !unit.is(GONE))
    }

    /// The places that are taken, also by what has left and is kept.
    pub(crate) fn taken(&self) -> Places {
        Places::from_bits(u32::low(self.units.len()))
    }
}

/// A Moon on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Moon {
    pub(crate) card: CardDefId,
    pub(crate) coins: u8,
}

/// What an announcement, shot or tap names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Named {
    /// Nothing, or what was announced last.
    Nothing,
    /// A card on the table.
    Unit(Spot),
    /// A player, from 0.
    Player(PlayerId),
    /// A player's Battery, from 0.
    Battery(PlayerId),
    /// A card that was on the table and is no longer.
    Gone,
}

/// A moment in which Agents may be shown (clause RE-7.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Time {
    TurnStart,
    BeforeMining,
    BeforeCombat,
    Attackers,
    Blocks,
    TurnEnd,
}

/// Where in a game we are; what waits or runs comes first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Step {
    /// A seat chooses its Battery.
    Battery(PlayerId),
    FirstMoon,
    /// A seat is dealt its hand.
    Deal(PlayerId),
    First,
    Window(Time),
    Play,
    /// The die for the cost of a card.
    Cost(CardDefId),
    Mining,
    Fire,
    /// The active player's fighter at [`State::cursor`] may attack.
    Attack,
    /// The fighter at [`State::cursor`] of [`State::blocking`] may block.
    Block,
    /// The attack die of the fighter at [`State::cursor`] of [`State::blocking`].
    AttackDie,
    /// The damage of the attacker at [`State::cursor`] is divided.
    Order,
    /// The defence die of the card at [`State::cursor`] of [`State::blocking`].
    DefenceDie,
    /// The marks of the chain led at [`State::cursor`] of [`State::blocking`] are laid on its members (Q-RS-10).
    Marks,
    Draw,
    Discard,
    DrawAgain,
    Over,
    /// The combat is over, and what reacts to it comes before the active player collects.
    Collect,
}

/// Who answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Asked {
    Seat(PlayerId),
    Chance,
    Nobody,
}

/// What chance settles before anything else goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) enum PendingChance {
    /// Nothing.
    #[default]
    None,
    /// The die that a card rolls.
    Die,
    /// The defence die of the card at a place, to which so many points of damage are dealt.
    Defence(u8, u8),
    /// Cards that a player draws because a card says so: the seat, how many more.
    Draw(PlayerId, u8),
    /// Whether the next card of a seat's deck is a Moon (Q-RS-12); the cards that a card lets the seat draw then.
    Top(PlayerId, u8),
    /// An answer to the question of a card.
    Choice,
}

/// Something that cards react to: the hook, where the card stands or whose cards hear it, what else is told.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Trigger {
    pub(crate) hook: u8,
    /// The place of the card that it happens to, or [`Trigger::ALL`] and the seat whose cards hear it.
    pub(crate) who: u8,
    /// What the second parameter is told.
    pub(crate) other: u8,
}

impl Trigger {
    /// From here on all cards of a seat.
    pub(crate) const ALL: u8 = (SEATS * MAX_UNITS) as u8;

    /// Whose cards hear it.
    pub(crate) fn seat(self) -> PlayerId {
        match self.who.checked_sub(Trigger::ALL) {
            Some(seat) => PlayerId::of(seat.into()).unwrap_or_default(),
            None => Spot::of(self.who).map_or_else(PlayerId::default, |spot| spot.seat),
        }
    }

    /// Whether the card at a place hears it.
    pub(crate) fn is_for(self, spot: Spot) -> bool {
        if self.who >= Trigger::ALL {
            spot.seat == self.seat()
        } else {
            spot.n() == self.who
        }
    }
}

impl triggers::Trigger for Trigger {
    /// Each event is answered by itself.
    fn joined(self, _other: Self) -> Option<Self> {
        None
    }
}

/// One game in progress.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) sides: [Side; SEATS],
    pub(crate) moons: ArrayVec<Moon, MAX_MOONS>,
    pub(crate) piles: Piles,
    /// What is announced: the card's definition is its `cause`, what it names the first of `named`; a shot has the program
    /// [`SHOT`] and its value in the second.
    pub(crate) waiting: Announcements<MAX_WAITING>,
    pub(crate) effects: Effects<1>,
    pub(crate) triggers: Triggers<Trigger, MAX_TRIGGERS>,
    pub(crate) window: Window,
    pub(crate) step: Step,
    pub(crate) asked: Asked,
    pub(crate) pending_chance: PendingChance,
    /// Coins in the War Chest.
    pub(crate) chest: u16,
    /// Card definitions whose 1d6 cost could not be paid in this turn: a bit each, by place in the rulebook's list of those.
    pub(crate) tried: u16,
    /// Turns begun.
    pub(crate) turn: u16,
    pub(crate) active: PlayerId,
    pub(crate) cursor: Cursor,
    pub(crate) blocking: PlayerId,
    /// What the die showed last for the effect that runs.
    pub(crate) die: u8,
    /// Cards discarded in this turn's last phase.
    pub(crate) discarded: u8,
    /// Reactions of cards in this turn.
    pub(crate) reactions: u8,
    /// Whether a Battery has lost a coin in this round.
    pub(crate) fought: bool,
    /// Rounds that are over.
    pub(crate) rounds: u8,
    /// Rounds in a row in which no Battery lost a coin.
    pub(crate) quiet: u8,
    /// Who won or shares, once the game is over: a bit for each seat.
    pub(crate) winners: Players,
}

impl State {
    /// A card on the table.
    #[inline]
    pub(crate) fn unit(&self, spot: Spot) -> Option<&Unit> {
        self.unit_or_gone(spot).filter(|unit| !unit.is(GONE))
    }

    /// The same, also of a card that has left and whose place is kept.
    #[inline]
    pub(crate) fn unit_or_gone(&self, spot: Spot) -> Option<&Unit> {
        self.sides
            .get(usize::from(spot.seat))?
            .units
            .get(usize::from(spot.at))
    }

    /// The same, to change it.
    #[inline]
    pub(crate) fn unit_mut(&mut self, spot: Spot) -> Option<&mut Unit> {
        let unit = self
            .sides
            .get_mut(usize::from(spot.seat))?
            .units
            .get_mut(usize::from(spot.at))?;
        (!unit.is(GONE)).then_some(unit)
    }

    /// The place of a side that the cursor is at.
    #[inline]
    pub(crate) fn at_cursor(&self, seat: PlayerId) -> Option<Spot> {
        self.cursor.place().map(|at| Spot { seat, at })
    }

    /// The same, if a card stands there or its place is kept.
    #[inline]
    pub(crate) fn next_kept(&self, seat: PlayerId) -> Option<Spot> {
        self.at_cursor(seat)
            .filter(|spot| usize::from(spot.at) < self.side(seat).units.len())
    }

    /// What belongs to a seat.
    #[inline]
    pub(crate) fn side(&self, seat: PlayerId) -> &Side {
        &self.sides[usize::from(seat)]
    }

    /// The same, to change it.
    #[inline]
    pub(crate) fn side_mut(&mut self, seat: PlayerId) -> &mut Side {
        &mut self.sides[usize::from(seat)]
    }

    /// Whether nobody has rights on the Moon at a place.
    pub(crate) fn moon_is_free(&self, moon: MoonId) -> bool {
        self.free_moons().contains(moon)
    }

    /// The Moons on which nobody has rights, also those that a table might have beyond the last one.
    pub(crate) fn free_moons(&self) -> MoonSet {
        let units = self.sides.iter().flat_map(|side| side.present());
        let taken = units
            .filter_map(|(_, unit)| unit.moon())
            .fold(MoonSet::EMPTY, IdSet::with);
        !taken
    }

    /// The Moons on the table, in the order they came.
    pub(crate) fn moon_ids(&self) -> impl Iterator<Item = MoonId> + use<> {
        MoonId::all().take(self.moons.len())
    }

    /// A Moon on the table.
    #[inline]
    pub(crate) fn moon(&self, moon: MoonId) -> Option<&Moon> {
        self.moons.get(moon.index())
    }

    /// The same, to change it.
    #[inline]
    pub(crate) fn moon_mut(&mut self, moon: MoonId) -> Option<&mut Moon> {
        self.moons.get_mut(moon.index())
    }

    /// Whether an effect runs or waits for an answer, or cards have still to react: places on the table do not move.
    pub(crate) fn busy(&self) -> bool {
        self.effects.runs() || self.triggers.any() || self.pending_chance != PendingChance::None
    }

    /// Whether a combat is going on.
    pub(crate) fn in_combat(&self) -> bool {
        matches!(
            self.step,
            Step::Attack
                | Step::Block
                | Step::AttackDie
                | Step::Order
                | Step::DefenceDie
                | Step::Marks
                | Step::Window(Time::Attackers | Time::Blocks)
        )
    }

    /// What was announced last and waits.
    pub(crate) fn last_announced(&self) -> Option<&Announced> {
        self.waiting.last()
    }
}

const _: () = assert!(size_of::<State>() <= 1536, "the state stays within 1.5 kB");
