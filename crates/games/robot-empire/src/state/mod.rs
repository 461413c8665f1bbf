//! The state of a game: plain data of a fixed size.

mod hand;
mod ids;
mod piles;
pub(crate) mod select;
mod unit;

pub use crate::state::ids::{CardDefId, MoonId, PlaceId, PlayerId};
pub use crate::state::unit::Unit;

pub(crate) use crate::state::hand::Hand;
pub(crate) use crate::state::ids::{
    CardDefs, Cursor, MAX_DEFS, MAX_MOONS, MAX_UNITS, Places, Players, SEATS, seats,
};
pub(crate) use crate::state::piles::{Counts, MAX_COPIES, Piles};
pub(crate) use crate::state::unit::*;

use crate::state::ids::MoonSet;
use arrayvec::ArrayVec;
use cardwright_kernel::ProgramId;
use cardwright_runtime::announced::{Announced, Announcements};
use cardwright_runtime::effects::Effects;
use cardwright_runtime::ids::{Bits, Id, IdSet};
use cardwright_runtime::triggers::{self, Triggers};
use cardwright_runtime::windows::Window;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// The maximum number of waiting announcements (clause RE-6.5).
pub(crate) const MAX_WAITING: usize = 8;

/// The maximum number of waiting triggers; further ones lapse (clause RE-6.14).
pub(crate) const MAX_TRIGGERS: usize = 8;

/// The maximum number of cards in a hand (clause RE-3.8).
pub(crate) const HAND: usize = 7;

/// The default number of coins on a Battery at the start (clause RE-2.1).
pub(crate) const BATTERY: u8 = 20;

/// The number of coins in the game (clause RE-1.3).
pub(crate) const COINS: u16 = 80;

/// The maximum number of coins in a Vault with an unlimited bank: far more than anybody can spend.
pub(crate) const MAX_VAULT: u16 = 9_999;

/// The program of a shot: a shot has none, so this is a placeholder.
pub(crate) const SHOT: ProgramId = ProgramId(u16::MAX);

/// The seat and place of a card on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Spot {
    /// The seat that controls the card, from 0.
    pub seat: PlayerId,
    /// The place on that side.
    pub at: PlaceId,
}

impl Spot {
    /// The number of the spot among all places of all sides.
    #[inline]
    pub(crate) fn n(self) -> u8 {
        self.seat.n() * MAX_UNITS as u8 + self.at.n()
    }

    /// The spot with this number; `None` for a number behind the last.
    #[inline]
    pub(crate) fn of(number: u8) -> Option<Spot> {
        let seat = PlayerId::of(usize::from(number) / MAX_UNITS)?;
        Some(Spot {
            seat,
            at: PlaceId::of(usize::from(number) % MAX_UNITS)?,
        })
    }
}

/// What everybody knows about the next card of a deck (Q-RS-12).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) enum Top {
    /// Nothing is known.
    #[default]
    Unseen,
    /// It is a Moon.
    Moon,
    /// It is not a Moon.
    Card,
}

/// Everything that belongs to one player.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Side {
    pub(crate) units: ArrayVec<Unit, MAX_UNITS>,
    pub(crate) hand: Hand,
    /// The number of coins in the Vault.
    pub(crate) vault: u16,
    /// The number of coins on the Battery.
    pub(crate) battery: u8,
    /// The number of coins that the Battery had at the start.
    pub(crate) start: u8,
    /// The amount of damage to the Battery that is prevented.
    pub(crate) prevented: u8,
    /// Whether the player is eliminated.
    pub(crate) out: bool,
    /// What is known of the next card of the player's deck; for a common deck it is stored with the first player.
    pub(crate) top: Top,
}

impl Side {
    /// Puts a card into the hand.
    #[inline]
    pub(crate) fn hold(&mut self, card: CardDefId) {
        self.hand.hold(card);
    }

    /// Removes a card from the hand; returns whether it was there.
    pub(crate) fn let_go(&mut self, card: CardDefId) -> bool {
        let at = self.hand.iter().position(|held| *held == card);
        at.is_some_and(|at| self.hand.let_go_at(at))
    }

    /// The number of cards on the table; the halves of a Mega Robot count separately (clause RE-1.8).
    pub(crate) fn cards(&self) -> usize {
        self.present().map(|(_, unit)| unit.cards()).sum()
    }

    /// Whether this many more cards fit (clause RE-1.8) and there is a place for them.
    pub(crate) fn has_room(&self, more: usize) -> bool {
        // A place holds at most two cards, so if few places are used, no count is needed.
        self.units.len() * 2 + more <= MAX_UNITS
            || !self.units.is_full() && self.cards() + more <= MAX_UNITS
    }

    /// The cards on the table with their places.
    pub(crate) fn present(&self) -> impl Iterator<Item = (PlaceId, &Unit)> + Clone {
        PlaceId::each_of(&self.units).filter(|(_, unit)| !unit.is(GONE))
    }

    /// The places in use, including those kept for cards that have left.
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

/// The target of an announcement, shot or tap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Named {
    /// No target, or the card announced last.
    Nothing,
    /// A card on the table.
    Unit(Spot),
    /// A player, counted from 0.
    Player(PlayerId),
    /// The Battery of a player, counted from 0.
    Battery(PlayerId),
    /// A card that has left the table.
    Gone,
}

/// A moment at which Agents may be played (clause RE-7.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Time {
    TurnStart,
    BeforeMining,
    BeforeCombat,
    Attackers,
    Blocks,
    TurnEnd,
}

/// The current step of a game; effects and triggers in progress come first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Step {
    /// A player chooses the coins for the Battery.
    Battery(PlayerId),
    FirstMoon,
    /// A player is dealt a hand.
    Deal(PlayerId),
    First,
    Window(Time),
    Play,
    /// The die for the cost of a card is rolled.
    Cost(CardDefId),
    Mining,
    Fire,
    /// The active player's fighter at [`State::cursor`] may attack.
    Attack,
    /// The fighter at [`State::cursor`] of [`State::blocking`] may block.
    Block,
    /// The attack die of the fighter at [`State::cursor`] of [`State::blocking`] is rolled.
    AttackDie,
    /// The damage of the attacker at [`State::cursor`] is divided.
    Order,
    /// The defence die of the card at [`State::cursor`] of [`State::blocking`] is rolled.
    DefenceDie,
    /// The marks of the chain led at [`State::cursor`] of [`State::blocking`] are assigned to its members (Q-RS-10).
    Marks,
    Draw,
    Discard,
    DrawAgain,
    Over,
    /// The combat is over; cards may react to it before the active player collects coins.
    Collect,
}

/// Who has to act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Asked {
    Seat(PlayerId),
    Chance,
    Nobody,
}

/// A chance event that is needed before anything else continues.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) enum PendingChance {
    /// No chance event is needed.
    #[default]
    None,
    /// The die of a card is rolled.
    Die,
    /// The defence die of the card at a place is rolled, before it takes this much damage.
    Defence(u8, u8),
    /// A player draws cards because of a card: the seat and the number of cards left to draw.
    Draw(PlayerId, u8),
    /// It is decided whether the next card of a seat's deck is a Moon (Q-RS-12). The number is how many cards the
    /// seat draws after that because of a card.
    Top(PlayerId, u8),
    /// Chance answers the question of a card.
    Choice,
    /// A player discards a card at random.
    Discard(PlayerId),
    /// The next card of a seat's deck goes to the discard pile.
    Mill(PlayerId),
}

/// An event that cards react to: the hook, the affected card or the player whose cards react, and the second
/// parameter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Trigger {
    pub(crate) hook: u8,
    /// The place of the affected card, or [`Trigger::ALL`] plus the seat whose cards react.
    pub(crate) who: u8,
    /// The value of the hook's second parameter; for a hook with points after a player, [both](Trigger::hit).
    pub(crate) other: u8,
}

impl Trigger {
    /// The bits of a player below points.
    const SEAT_BITS: u8 = 2;

    /// A player and points, which count up to 63, in one second parameter.
    pub(crate) fn hit(seat: PlayerId, points: u8) -> u8 {
        seat.n() | points.min(u8::MAX >> Trigger::SEAT_BITS) << Trigger::SEAT_BITS
    }

    /// The player and the points in a second parameter.
    pub(crate) fn of_hit(other: u8) -> [u8; 2] {
        [
            other & ((1 << Trigger::SEAT_BITS) - 1),
            other >> Trigger::SEAT_BITS,
        ]
    }

    /// Values from here on stand for all cards of a seat.
    pub(crate) const ALL: u8 = (SEATS * MAX_UNITS) as u8;

    /// The player whose cards react.
    pub(crate) fn seat(self) -> PlayerId {
        match self.who.checked_sub(Trigger::ALL) {
            Some(seat) => PlayerId::of(seat.into()).unwrap_or_default(),
            None => Spot::of(self.who).map_or_else(PlayerId::default, |spot| spot.seat),
        }
    }

    /// Whether all cards of a seat react.
    pub(crate) fn is_for_all(self) -> bool {
        self.who >= Trigger::ALL
    }

    /// Whether the card at a place reacts.
    pub(crate) fn is_for(self, spot: Spot) -> bool {
        if self.who >= Trigger::ALL {
            spot.seat == self.seat()
        } else {
            spot.n() == self.who
        }
    }
}

impl triggers::Trigger for Trigger {
    /// Triggers are never merged.
    fn joined(self, _other: Self) -> Option<Self> {
        None
    }
}

/// Turns that cards have added or skipped (clause RE-6.22), in bits: one for each player whose next turn is skipped,
/// then whether the active player has another turn, then whether this turn is such a turn. Then Collect phases that
/// cards have cancelled (clause RE-6.38): one bit for each player who does not collect in the next turn, then whether
/// nobody collects in this one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct MoreTurns(u16);

/// Without such turns, a state keeps the fingerprint it had before they existed.
impl Hash for MoreTurns {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        match u8::try_from(self.0) {
            Ok(0) => {}
            Ok(low) => low.hash(hasher),
            Err(_) => self.0.hash(hasher),
        }
    }
}

impl MoreTurns {
    const AGAIN: u16 = 1 << SEATS;
    const EXTRA: u16 = 1 << (SEATS + 1);
    /// The first bit of the players who do not collect in their next turn.
    const WITHOUT: usize = SEATS + 2;
    const NO_COLLECT: u16 = 1 << (MoreTurns::WITHOUT + SEATS);

    fn set(&mut self, bit: u16, on: bool) {
        self.0 = if on { self.0 | bit } else { self.0 & !bit };
    }

    /// The players whose next turn is skipped.
    pub(crate) fn skips(self) -> Players {
        Players::from_bits(self.0 as u8)
    }

    /// Sets whether a player's next turn is skipped.
    pub(crate) fn set_skip(&mut self, seat: PlayerId, skips: bool) {
        self.set(seat.only().bits().into(), skips);
    }

    /// The players who do not collect in their next turn.
    pub(crate) fn without_collect(self) -> Players {
        Players::from_bits((self.0 >> MoreTurns::WITHOUT) as u8)
    }

    /// Sets whether a player does not collect in the next turn.
    pub(crate) fn set_without_collect(&mut self, seat: PlayerId, without: bool) {
        self.set(u16::from(seat.only().bits()) << MoreTurns::WITHOUT, without);
    }

    /// Whether the active player does not collect in this turn.
    pub(crate) fn no_collect(self) -> bool {
        self.0 & Self::NO_COLLECT != 0
    }

    /// Sets whether the active player does not collect in this turn.
    pub(crate) fn set_no_collect(&mut self, without: bool) {
        self.set(Self::NO_COLLECT, without);
    }

    /// The turn of a player begins.
    #[inline]
    pub(crate) fn begin_turn(&mut self, seat: PlayerId) {
        if self.0 >> MoreTurns::WITHOUT != 0 {
            self.set_no_collect(self.without_collect().contains(seat));
            self.set_without_collect(seat, false);
        }
    }

    /// Whether the active player has another turn after this one.
    pub(crate) fn again(self) -> bool {
        self.0 & Self::AGAIN != 0
    }

    /// Sets whether the active player has another turn after this one.
    pub(crate) fn set_again(&mut self, again: bool) {
        self.set(Self::AGAIN, again);
    }

    /// Whether this turn is an extra turn.
    pub(crate) fn is_extra(self) -> bool {
        self.0 & Self::EXTRA != 0
    }

    /// Sets whether this turn is an extra turn.
    pub(crate) fn set_extra(&mut self, extra: bool) {
        self.set(Self::EXTRA, extra);
    }
}

/// What the running effect did last to a card: a number plus 1, or 0 for nothing. `FIELD` tells fields of this type apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Noted<const FIELD: u8>(u8);

/// Without such a card, a state keeps the fingerprint it had before effects noted one. The first two bytes tell it from
/// the fields before it, which may be left out too.
impl<const FIELD: u8> Hash for Noted<FIELD> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        if self.0 != 0 {
            hasher.write(&[u8::MAX, u8::MAX, FIELD, self.0]);
        }
    }
}

/// The card that the running effect has shown or discarded last, from a hand or a deck.
pub(crate) type Shown = Noted<1>;

impl Shown {
    /// A shown card.
    pub(crate) fn of(card: CardDefId) -> Shown {
        Noted(card.n() + 1)
    }

    /// The card, if one has been shown.
    pub(crate) fn card(self) -> Option<CardDefId> {
        CardDefId::of(usize::from(self.0.checked_sub(1)?))
    }
}

/// The card that the running effect has put into play last.
pub(crate) type Entered = Noted<2>;

impl Entered {
    /// A card at a spot.
    pub(crate) fn at(spot: Spot) -> Entered {
        Noted(spot.n() + 1)
    }

    /// The spot of the card, if there is one.
    pub(crate) fn spot(self) -> Option<Spot> {
        Spot::of(self.0.checked_sub(1)?)
    }
}

/// For each seat, the shown card whose effect lasts: its number plus 1, or 0 (clause RE-6.29). Of some seats, it lasts
/// until their next turn begins, otherwise until the turn ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Lasting {
    cards: [u8; SEATS],
    on: Players,
}

/// Without such cards, a state keeps the fingerprint it had before they existed.
impl Hash for Lasting {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if self.cards != [0; SEATS] {
            self.cards.hash(state);
        }
        if !self.on.is_empty() {
            self.on.hash(state);
        }
    }
}

impl Lasting {
    /// The card of a seat, if it has one.
    pub(crate) fn of(self, seat: PlayerId) -> Option<CardDefId> {
        CardDefId::of(usize::from(self.cards[seat.index()].checked_sub(1)?))
    }

    /// Whether the card of a seat lasts until the seat's next turn begins.
    pub(crate) fn stays_on(self, seat: PlayerId) -> bool {
        self.on.contains(seat)
    }

    /// A card of a seat lasts, instead of the one before, until the turn ends.
    pub(crate) fn set(&mut self, seat: PlayerId, card: CardDefId) {
        self.cards[seat.index()] = card.n() + 1;
        self.on = self.on.without(seat);
    }

    /// The card of a seat lasts until the seat's next turn begins.
    pub(crate) fn stay_on(&mut self, seat: PlayerId) {
        if self.of(seat).is_some() {
            self.on.insert(seat);
        }
    }

    /// The card of a seat no longer lasts.
    pub(crate) fn stop(&mut self, seat: PlayerId) {
        self.cards[seat.index()] = 0;
        self.on = self.on.without(seat);
    }

    /// A turn ends.
    #[inline]
    pub(crate) fn end_turn(&mut self) {
        if self.on.is_empty() {
            self.cards = [0; SEATS];
            return;
        }
        for (place, card) in self.cards.iter_mut().enumerate() {
            if !PlayerId::of(place).is_some_and(|seat| self.on.contains(seat)) {
                *card = 0;
            }
        }
    }

    /// The turn of a seat begins.
    #[inline]
    pub(crate) fn begin_turn(&mut self, seat: PlayerId) {
        if self.on.contains(seat) {
            self.stop(seat);
        }
    }
}

/// The state of a game in progress.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) sides: [Side; SEATS],
    pub(crate) moons: ArrayVec<Moon, MAX_MOONS>,
    pub(crate) piles: Piles,
    /// The waiting announcements. `cause` is the card's definition, and the first of `named` is the target. A shot
    /// has the program [`SHOT`] and its damage in the second of `named`.
    pub(crate) waiting: Announcements<MAX_WAITING>,
    pub(crate) effects: Effects<1>,
    pub(crate) triggers: Triggers<Trigger, MAX_TRIGGERS>,
    pub(crate) window: Window,
    pub(crate) step: Step,
    pub(crate) asked: Asked,
    pub(crate) pending_chance: PendingChance,
    /// The number of coins in the War Chest.
    pub(crate) chest: u16,
    /// The card definitions whose cost of 1d6 could not be paid this turn, with one bit for each place in the
    /// rulebook's list of these.
    pub(crate) tried: u16,
    /// The number of turns started.
    pub(crate) turn: u16,
    pub(crate) active: PlayerId,
    pub(crate) cursor: Cursor,
    pub(crate) blocking: PlayerId,
    /// The last result of the die for the current effect.
    pub(crate) die: u8,
    /// The number of cards discarded in the last phase of this turn.
    pub(crate) discarded: u8,
    /// The number of card reactions in this turn.
    pub(crate) reactions: u8,
    /// Whether a Battery has lost a coin this round.
    pub(crate) fought: bool,
    /// The number of completed rounds.
    pub(crate) rounds: u8,
    /// The number of consecutive rounds in which no Battery lost a coin.
    pub(crate) quiet: u8,
    /// The players who win or share the win, once the game is over.
    pub(crate) winners: Players,
    /// Turns that cards have added or skipped.
    #[serde(default)]
    pub(crate) more_turns: MoreTurns,
    /// The card that the running effect has shown last.
    #[serde(default)]
    pub(crate) shown: Shown,
    /// The card that the running effect has put into play last.
    #[serde(default)]
    pub(crate) entered: Entered,
    /// The shown cards whose effect lasts.
    #[serde(default)]
    pub(crate) lasting: Lasting,
}

impl State {
    /// The card on the table at a spot.
    #[inline]
    pub(crate) fn unit(&self, spot: Spot) -> Option<&Unit> {
        self.unit_or_gone(spot).filter(|unit| !unit.is(GONE))
    }

    /// The same, including a card that has left but whose place is kept.
    #[inline]
    pub(crate) fn unit_or_gone(&self, spot: Spot) -> Option<&Unit> {
        self.sides
            .get(usize::from(spot.seat))?
            .units
            .get(usize::from(spot.at))
    }

    /// The same, mutable.
    #[inline]
    pub(crate) fn unit_mut(&mut self, spot: Spot) -> Option<&mut Unit> {
        let unit = self
            .sides
            .get_mut(usize::from(spot.seat))?
            .units
            .get_mut(usize::from(spot.at))?;
        (!unit.is(GONE)).then_some(unit)
    }

    /// The spot on a side at the cursor.
    #[inline]
    pub(crate) fn at_cursor(&self, seat: PlayerId) -> Option<Spot> {
        self.cursor.place().map(|at| Spot { seat, at })
    }

    /// The same, if there is a card or its place is kept.
    #[inline]
    pub(crate) fn next_kept(&self, seat: PlayerId) -> Option<Spot> {
        self.at_cursor(seat)
            .filter(|spot| usize::from(spot.at) < self.side(seat).units.len())
    }

    /// Everything that belongs to a player.
    #[inline]
    pub(crate) fn side(&self, seat: PlayerId) -> &Side {
        &self.sides[usize::from(seat)]
    }

    /// The same, mutable.
    #[inline]
    pub(crate) fn side_mut(&mut self, seat: PlayerId) -> &mut Side {
        &mut self.sides[usize::from(seat)]
    }

    /// Whether nobody has rights on a Moon.
    pub(crate) fn moon_is_free(&self, moon: MoonId) -> bool {
        self.free_moons().contains(moon)
    }

    /// The Moons on which nobody has rights. The set may include numbers beyond the last Moon.
    pub(crate) fn free_moons(&self) -> MoonSet {
        let units = self.sides.iter().flat_map(|side| side.present());
        let taken = units
            .filter_map(|(_, unit)| unit.moon())
            .fold(MoonSet::EMPTY, IdSet::with);
        !taken
    }

    /// The Moons on the table, in the order they were drawn.
    pub(crate) fn moon_ids(&self) -> impl Iterator<Item = MoonId> + use<> {
        MoonId::all().take(self.moons.len())
    }

    /// The Moon with this id.
    #[inline]
    pub(crate) fn moon(&self, moon: MoonId) -> Option<&Moon> {
        self.moons.get(moon.index())
    }

    /// The same, mutable.
    #[inline]
    pub(crate) fn moon_mut(&mut self, moon: MoonId) -> Option<&mut Moon> {
        self.moons.get_mut(moon.index())
    }

    /// Whether an effect is running or waiting, or cards still have to react. Meanwhile, places on the table do not
    /// move.
    pub(crate) fn busy(&self) -> bool {
        self.effects.runs() || self.triggers.any() || self.pending_chance != PendingChance::None
    }

    /// Whether a combat is in progress.
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

    /// The announcement that was made last and is still waiting.
    pub(crate) fn last_announced(&self) -> Option<&Announced> {
        self.waiting.last()
    }
}

const _: () = assert!(size_of::<State>() <= 1696, "the state stays within 1.7 kB");

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Fields that are left out of a fingerprint if they are empty are not taken for each other.
    #[test]
    fn what_effects_note_has_a_fingerprint_of_its_own() {
        let numbers = || [0, 1, 2, 5, 128, 254, u8::MAX];
        let mut seen = HashSet::new();
        for turns in 0..1 << 9 {
            for shown in numbers() {
                for entered in numbers() {
                    let fields = (MoreTurns(turns), Noted::<1>(shown), Noted::<2>(entered));
                    assert!(
                        seen.insert(cardwright_kernel::fingerprint(&fields)),
                        "{fields:?}"
                    );
                }
            }
        }
    }
}
