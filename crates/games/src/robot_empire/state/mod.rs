//! The state of a game: plain data of fixed size.

mod known;
mod worlds;

use arrayvec::ArrayVec;
use cardwright_effects::Frame;
use serde::{Deserialize, Serialize};

/// Seats at most (clause RE-1.1).
pub(crate) const SEATS: usize = 3;
/// Cards on one side at most (clause RE-1.8).
pub(crate) const MAX_UNITS: usize = 32;
/// Sorts of cards in a deck at most: official and custom ones together.
pub(crate) const MAX_SORTS: usize = 64;
/// Moons in a deck at most.
pub(crate) const MAX_MOONS: usize = 16;
/// Announcements that may wait (clause RE-6.5).
pub(crate) const MAX_WAITING: usize = 8;
/// Cards in a hand (clause RE-3.8).
pub(crate) const HAND: usize = 7;
/// Coins in the game (clause RE-1.3).
pub(crate) const COINS: u16 = 80;
/// No card.
pub(crate) const NONE: u8 = u8::MAX;

/// Came out in this turn of its owner, or was captured.
pub(crate) const NEW: u16 = 1;
/// Turned sideways.
pub(crate) const RECHARGING: u16 = 2;
/// Its Permanent is paid.
pub(crate) const PERMANENT: u16 = 4;
/// Its Instant is paid in this turn.
pub(crate) const INSTANT: u16 = 8;
/// Landed on its Moon in this turn of its owner.
pub(crate) const LANDED: u16 = 16;
/// Somebody has blocked it in this combat.
pub(crate) const BLOCKED: u16 = 32;
/// Was given its share when damage was divided.
pub(crate) const NAMED: u16 = 64;
/// Has left the table; its place is kept until nothing points at it.
pub(crate) const GONE: u16 = 128;
/// The flags of a combat.
pub(crate) const OF_COMBAT: u16 = BLOCKED | NAMED;

/// A card on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// Its sort: a place in the rulebook's list.
    pub(crate) card: u8,
    /// The legs of an assembled Mega Robot, or [`NONE`].
    pub(crate) legs: u8,
    /// Flags.
    pub(crate) flags: u16,
    /// Installed Components: a bit for each sort of Component.
    pub(crate) parts: u8,
    /// Marks of damage.
    pub(crate) damage: u8,
    /// Points of damage that are prevented.
    pub(crate) prevented: u8,
    /// The Moon it is on: its place plus 1, or 0.
    pub(crate) moon: u8,
    /// As attacker the attacked seat plus 1, as blocker the place of the blocked attacker plus 1, else 0.
    pub(crate) fight: u8,
    /// The place of the first of its chain plus 1, or 0.
    pub(crate) chain: u8,
    /// What the attack die showed, or 0.
    pub(crate) rolled: u8,
    /// Damage that is about to be dealt to it, or to the chain it leads.
    pub(crate) due: u8,
}

impl Unit {
    /// A card that comes out.
    pub(crate) fn of(card: u8) -> Unit {
        Unit {
            card,
            legs: NONE,
            flags: NEW,
            parts: 0,
            damage: 0,
            prevented: 0,
            moon: 0,
            fight: 0,
            chain: 0,
            rolled: 0,
            due: 0,
        }
    }

    /// Whether a flag is set.
    #[inline]
    pub(crate) fn is(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    /// Neither gone nor recharging.
    #[inline]
    pub(crate) fn ready(&self) -> bool {
        self.flags & (GONE | RECHARGING) == 0
    }

    /// Forgets the combat.
    pub(crate) fn leave_combat(&mut self) {
        self.flags &= !OF_COMBAT;
        (self.fight, self.chain, self.rolled, self.due) = (0, 0, 0, 0);
    }
}

/// A card on the table by seat and place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Spot {
    /// The seat that controls it, from 0.
    pub seat: u8,
    /// Its place on that side, from 0.
    pub at: u8,
}

/// How many there are of each sort of card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Counts([[u8; MAX_SORTS / 2]; 2]);

impl Counts {
    /// How many of a sort.
    #[inline]
    pub(crate) fn of(&self, sort: u8) -> u8 {
        self.0[usize::from(sort) / 32 % 2][usize::from(sort) % 32]
    }

    /// Adds some of a sort.
    pub(crate) fn add(&mut self, sort: u8, number: u8) {
        self.0[usize::from(sort) / 32 % 2][usize::from(sort) % 32] += number;
    }

    /// Takes one of a sort away, if there is one; says whether.
    pub(crate) fn take(&mut self, sort: u8) -> bool {
        let count = &mut self.0[usize::from(sort) / 32 % 2][usize::from(sort) % 32];
        let there = *count > 0;
        *count -= u8::from(there);
        there
    }

    /// How many in all.
    pub(crate) fn total(&self) -> u32 {
        self.0.iter().flatten().map(|count| u32::from(*count)).sum()
    }

    /// Every sort there is, with its number.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        self.0
            .iter()
            .flatten()
            .zip(0u8..)
            .filter(|(count, _)| **count > 0)
            .map(|(count, sort)| (sort, *count))
    }
}

/// A hand: sorts of cards in rising order.
pub(crate) type Hand = ArrayVec<u8, HAND>;

/// What belongs to one player.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Side {
    pub(crate) units: ArrayVec<Unit, MAX_UNITS>,
    pub(crate) hand: Hand,
    /// Coins on the Battery.
    pub(crate) battery: u8,
    /// Coins the Battery had at the start.
    pub(crate) start: u8,
    /// Coins in the Vault.
    pub(crate) vault: u8,
    /// Damage to the Battery that is prevented.
    pub(crate) prevented: u8,
    /// Whether the player is out.
    pub(crate) out: bool,
}

impl Side {
    /// Puts a card into the hand.
    pub(crate) fn hold(&mut self, card: u8) {
        let at = self.hand.iter().position(|held| *held > card).unwrap_or(self.hand.len());
        let _ = self.hand.try_insert(at, card);
    }

    /// Takes a card out of the hand; says whether it was there.
    pub(crate) fn let_go(&mut self, card: u8) -> bool {
        let at = self.hand.iter().position(|held| *held == card);
        at.is_some_and(|at| self.hand.pop_at(at).is_some())
    }

    /// The cards on the table with their places.
    pub(crate) fn present(&self) -> impl Iterator<Item = (u8, &Unit)> {
        (0..).zip(&self.units).filter(|(_, unit)| !unit.is(GONE))
    }
}

/// A Moon on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Moon {
    pub(crate) card: u8,
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
    Player(u8),
    /// A player's Battery, from 0.
    Battery(u8),
}

/// Something that was announced and waits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Waiting {
    /// The sort of the card; of a shot, of the shooter.
    pub(crate) card: u8,
    pub(crate) owner: u8,
    pub(crate) named: Named,
    /// The value of a shot; 0 for a card.
    pub(crate) shot: u8,
}

/// A moment in which Agents may be shown (clause RE-7.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Window {
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
    Battery(u8),
    FirstMoon,
    /// A seat is dealt its hand.
    Deal(u8),
    First,
    Window(Window),
    Play,
    /// The die for the cost of a card.
    Cost(u8),
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
    Draw,
    Discard,
    DrawAgain,
    Over,
}

/// Who answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Asked {
    Seat(u8),
    Chance,
    Nobody,
}

/// One game in progress.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) sides: [Side; SEATS],
    pub(crate) moons: ArrayVec<Moon, MAX_MOONS>,
    pub(crate) deck: Counts,
    pub(crate) discard: Counts,
    pub(crate) waiting: ArrayVec<Waiting, MAX_WAITING>,
    pub(crate) frame: Frame,
    /// Whether the frame's program is on its way.
    pub(crate) running: bool,
    pub(crate) step: Step,
    pub(crate) asked: Asked,
    /// Coins in the War Chest.
    pub(crate) chest: u8,
    pub(crate) active: u8,
    /// Who has passed in the present window: a bit for each seat.
    pub(crate) passed: u8,
    pub(crate) cursor: u8,
    pub(crate) blocking: u8,
    /// What the die showed last for the effect that runs.
    pub(crate) die: u8,
    /// Cards discarded in this turn's last phase.
    pub(crate) discarded: u8,
    /// Sorts whose 1d6 cost could not be paid in this turn: a bit each.
    pub(crate) tried: u64,
    /// Whether a Battery has lost a coin in this round.
    pub(crate) fought: bool,
    /// Rounds that are over.
    pub(crate) rounds: u8,
    /// Rounds in a row in which no Battery lost a coin.
    pub(crate) quiet: u8,
    /// Turns begun.
    pub(crate) turn: u16,
    /// Who won or shares, once the game is over: a bit for each seat.
    pub(crate) winners: u8,
}

impl State {
    /// A card on the table.
    #[inline]
    pub(crate) fn unit(&self, spot: Spot) -> Option<&Unit> {
        let unit = self.sides.get(usize::from(spot.seat))?.units.get(usize::from(spot.at))?;
        (!unit.is(GONE)).then_some(unit)
    }

    /// The same, to change it.
    #[inline]
    pub(crate) fn unit_mut(&mut self, spot: Spot) -> Option<&mut Unit> {
        let unit = self.sides.get_mut(usize::from(spot.seat))?.units.get_mut(usize::from(spot.at))?;
        (!unit.is(GONE)).then_some(unit)
    }

    /// What belongs to a seat.
    #[inline]
    pub(crate) fn side(&self, seat: u8) -> &Side {
        &self.sides[usize::from(seat) % SEATS]
    }

    /// The same, to change it.
    #[inline]
    pub(crate) fn side_mut(&mut self, seat: u8) -> &mut Side {
        &mut self.sides[usize::from(seat) % SEATS]
    }

    /// Whether nobody has rights on the Moon at a place.
    pub(crate) fn moon_is_free(&self, moon: u8) -> bool {
        self.sides.iter().all(|side| side.present().all(|(_, unit)| unit.moon != moon + 1))
    }

    /// Whether places on the table may not move because something points at them.
    pub(crate) fn holds_places(&self) -> bool {
        self.running || !self.waiting.is_empty() || self.in_combat()
    }

    /// Whether a combat is going on.
    pub(crate) fn in_combat(&self) -> bool {
        matches!(
            self.step,
            Step::Attack
                | Step::Block
                | Step::AttackDie
                | Step::Order
                | Step::Window(Window::Attackers | Window::Blocks)
        )
    }
}

const _: () = assert!(size_of::<State>() <= 1536, "the state stays within 1.5 kB");
