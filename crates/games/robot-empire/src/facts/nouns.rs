//! The meaning of the nouns of cards: a state as card programs read it, and the values of scripts.

use crate::book::rulebook::Rulebook;
use crate::facts::auras;
use crate::facts::fights::{Target, blocks, group_of};
use crate::facts::values::{self, is_shot};
use crate::lexicon::{KindId, NamesId, NounId};
use crate::state::{
    CardDefId, MAX_UNITS, Moon, MoonId, Named, PlayerId, Players, SEATS, Spot, State, Step, Time,
    Unit,
};
use cardwright_effects::machine::{self, Act, Host, Stop};
use cardwright_effects::{Arg, Frame};
use cardwright_kernel::ProgramId;
use cardwright_runtime::announced::Announced;
use cardwright_runtime::ids::Id;

/// Values from here on stand for Batteries, lower ones for cards on the table.
pub(crate) const BATTERIES_FROM: i16 = (SEATS * MAX_UNITS) as i16;

/// The value of a target that has left.
pub(crate) const NOBODY: i16 = -1;

/// The cause of a frame whose card is not on the table.
pub(crate) const NO_CARD: u8 = BATTERIES_FROM as u8;

/// A target as a script value.
pub(crate) fn named_value(named: Named) -> i16 {
    match named {
        Named::Nothing => 0,
        Named::Gone => NOBODY,
        Named::Player(seat) => seat.into(),
        Named::Unit(spot) => spot.n().into(),
        Named::Battery(seat) => BATTERIES_FROM + i16::from(seat),
    }
}

/// Whether a card definition's target is a card on the table or a Battery.
pub(crate) fn names_unit(book: &Rulebook, card: CardDefId) -> bool {
    !matches!(
        book.def(card).names,
        NamesId::Nothing | NamesId::Opponent | NamesId::Announced
    )
}

/// The player who made the announcement.
pub(crate) fn owner_of(waiting: &Announced) -> Option<PlayerId> {
    PlayerId::of(waiting.owner.into())
}

/// The definition of the announced card.
pub(crate) fn def_of(waiting: &Announced) -> CardDefId {
    CardDefId::from_byte(waiting.cause)
}

/// The target of an announcement.
pub(crate) fn named_of(book: &Rulebook, waiting: &Announced) -> Named {
    let value = waiting.named[0];
    match book.def(def_of(waiting)).names {
        _ if is_shot(waiting) => unit_or_battery(value),
        NamesId::Nothing | NamesId::Announced => Named::Nothing,
        NamesId::Opponent => seat_of(value).map_or(Named::Gone, Named::Player),
        _ => unit_or_battery(value),
    }
}

fn unit_or_battery(value: i16) -> Named {
    match value {
        ..0 => Named::Gone,
        BATTERIES_FROM.. => seat_of(value - BATTERIES_FROM).map_or(Named::Gone, Named::Battery),
        _ => spot_of(value).map_or(Named::Gone, Named::Unit),
    }
}

/// The player with a script value; `None` if there is none.
#[inline]
pub(crate) fn seat_of(value: i16) -> Option<PlayerId> {
    PlayerId::from_value(value)
}

/// The spot with a script value; `None` for a Battery or a card that has left.
#[inline]
pub(crate) fn spot_of(value: i16) -> Option<Spot> {
    u8::try_from(value).ok().and_then(Spot::of)
}

/// The spot where the card with a script value is now: another player may have taken it during the effect.
#[inline]
pub(crate) fn spot_now(s: &State, value: i16) -> Option<Spot> {
    let taken_to = |spot: &Spot| Spot::of(s.unit_or_gone(*spot)?.taken_to()?);
    std::iter::successors(spot_of(value), taken_to).last()
}

/// A read-only host: it reads the table and changes nothing.
pub(crate) struct Eyes<'a> {
    pub(crate) book: &'a Rulebook,
    pub(crate) s: &'a State,
}

impl Host for Eyes<'_> {
    fn read(&self, frame: &Frame, noun: u8, args: [i16; 2]) -> i16 {
        noun_value(self.book, self.s, frame.cause, noun, args)
    }

    fn act(&mut self, _frame: &Frame, _verb: u8, _args: [Arg; 3]) -> Act {
        Act::Done
    }

    fn list(&self, _frame: &Frame, noun: u8, args: [i16; 2], each: &mut dyn FnMut(i16) -> bool) {
        list_noun(self.book, self.s, noun, args, each);
    }
}

/// Whether a condition of a card holds for something.
pub(crate) fn holds(
    book: &Rulebook,
    s: &State,
    program: ProgramId,
    owner: PlayerId,
    cause: u8,
    other: i16,
) -> bool {
    if let Some(Some(feature)) = book.condition_features.get(program.index()) {
        return feature.holds(value_of(book, s, cause, feature.noun, [other, 0]));
    }
    let Some(owned) = book.bound.get(program) else {
        return false;
    };
    let mut frame = Frame::new(program, owner.n(), cause, &[owner.into(), other]);
    let mut eyes = Eyes { book, s };
    matches!(machine::run(&owned.program, &mut frame, &mut eyes), Stop::Ended(answer) if answer != 0)
}

/// Whether a card's condition allows a target; `by` is the card on the table that has the condition.
pub(crate) fn asks_card(
    book: &Rulebook,
    s: &State,
    program: ProgramId,
    owner: PlayerId,
    named: Named,
    by: Option<Spot>,
) -> bool {
    holds(
        book,
        s,
        program,
        owner,
        by.map_or(NO_CARD, Spot::n),
        named_value(named),
    )
}

/// The value of a noun; for a large set, the number of its members.
pub(crate) fn noun_value(book: &Rulebook, s: &State, cause: u8, noun: u8, args: [i16; 2]) -> i16 {
    NounId::of(noun).map_or(0, |noun| value_of(book, s, cause, noun, args))
}

/// The same for a known noun.
fn value_of(book: &Rulebook, s: &State, cause: u8, noun: NounId, args: [i16; 2]) -> i16 {
    let player = seat_of(args[0]);
    let side = player.map(|player| s.side(player));
    let number = |number: u16| i16::try_from(number).unwrap_or(i16::MAX);
    let set = |seats: &mut dyn Iterator<Item = PlayerId>| i16::from(seats.collect::<Players>());
    match noun {
        NounId::Opponents => {
            player.map_or(0, |player| set(&mut values::opponents(book, s, player)))
        }
        NounId::PlayersIn => set(&mut values::living(book, s)),
        NounId::Active => s.active.into(),
        NounId::AtTurnStart => (s.step == Step::Window(Time::TurnStart)).into(),
        NounId::InPlayPhase => (s.step == Step::Play).into(),
        NounId::BeforeAttackers => {
            matches!(s.step, Step::Window(Time::BeforeCombat) | Step::Fire).into()
        }
        NounId::AfterAttackers => (s.step == Step::Window(Time::Attackers)).into(),
        NounId::AfterBlocks => (s.step == Step::Window(Time::Blocks)).into(),
        NounId::AtTurnEnd => (s.step == Step::Window(Time::TurnEnd)).into(),
        NounId::NextPlayer | NounId::PreviousPlayer => {
            let back = noun == NounId::PreviousPlayer;
            player.map_or(NOBODY, |player| beside(book, s, player, back).into())
        }
        NounId::Announcer => s
            .waiting
            .last()
            .and_then(owner_of)
            .unwrap_or(s.active)
            .into(),
        NounId::ChestCoins => number(values::chest(book, s)),
        NounId::Die => s.die.into(),
        NounId::TurnNumber => number(s.turn),
        NounId::Battery => side.map_or(0, |side| side.battery.into()),
        NounId::StartCoins => side.map_or(0, |side| side.start.into()),
        NounId::Vault => side.map_or(0, |side| number(side.vault)),
        NounId::HandSize => side.map_or(0, |side| side.hand.len() as i16),
        NounId::DiscardSize => player.map_or(0, |player| {
            let cards = discards(book, s, player).map(|(_, number)| i16::from(number));
            cards.sum()
        }),
        NounId::This => cause.into(),
        NounId::ShownCard => s.shown.card().map_or(NOBODY, |card| card.n().into()),
        NounId::Entered => s.entered.spot().map_or(NOBODY, |spot| spot.n().into()),
        NounId::AnnouncedCard => {
            let announced = s.last_announced().filter(|announced| !is_shot(announced));
            announced.map_or(NOBODY, |announced| def_of(announced).n().into())
        }
        // The effect stores these itself.
        NounId::Tally | NounId::Picked => 0,
        NounId::Targets
        | NounId::AllTargets
        | NounId::AllFighters
        | NounId::HandOf
        | NounId::HandSeenBy
        | NounId::Discards
        | NounId::Fighters
        | NounId::Robots
        | NounId::Monsters
        | NounId::EquipmentOf
        | NounId::ReadyFighters
        | NounId::ReadyEquipment
        | NounId::RechargingCards
        | NounId::DamagedCards
        | NounId::Attackers
        | NounId::Blockers
        | NounId::MoonsThere => {
            let mut members = 0;
            list_of(book, s, noun, args[0], &mut |_| {
                members += 1;
                true
            });
            members
        }
        NounId::MoonCoins => moon_at(s, args[0]).map_or(0, |(_, moon)| moon.coins.into()),
        NounId::IsFree => moon_at(s, args[0])
            .is_some_and(|(at, _)| s.moon_is_free(at))
            .into(),
        NounId::DiscardCost
        | NounId::DiscardIsRobot
        | NounId::DiscardIsMonster
        | NounId::DiscardIsEquipment
        | NounId::DiscardIsComponent
        | NounId::DiscardIsAgent
        | NounId::DiscardAttack
        | NounId::DiscardDefence
        | NounId::DiscardIsHalf
        | NounId::DiscardIsSuperWeapon
        | NounId::DiscardCostIsDie => discard_fact(book, noun, args[0]),
        NounId::Owner
        | NounId::AttackOf
        | NounId::DefenceOf
        | NounId::DamageOf
        | NounId::LongRangeOf
        | NounId::CostOf
        | NounId::CountersOf
        | NounId::Ready
        | NounId::Flies
        | NounId::IsNew
        | NounId::Chains
        | NounId::IsRobot
        | NounId::IsMega
        | NounId::IsMonster
        | NounId::IsEquipment
        | NounId::IsAttacking
        | NounId::IsBlocking
        | NounId::Survived
        | NounId::PrintedAttack
        | NounId::PrintedDefence
        | NounId::CardOf
        | NounId::CostIsDie
        | NounId::IsDestroyed
        | NounId::Installed => {
            // For a card that has just left, the values of the noun still apply. A card that never existed
            // belongs to nobody.
            let there = spot_now(s, args[0]);
            let there = there.and_then(|spot| Some((spot, s.unit_or_gone(spot)?)));
            let thing = matches!(noun, NounId::Owner | NounId::CardOf);
            let none = if thing { NOBODY } else { 0 };
            there.map_or(none, |there| noun_of(book, s, there, noun, args[1]))
        }
    }
}

/// The next player clockwise, or counterclockwise, who is not eliminated.
fn beside(book: &Rulebook, s: &State, player: PlayerId, back: bool) -> PlayerId {
    let clockwise = std::iter::successors(Some(player), |seat| Some(seat.left(book.players)));
    let mut others = clockwise
        .take(book.players.into())
        .skip(1)
        .filter(|seat| !s.side(*seat).out);
    let found = if back { others.last() } else { others.next() };
    found.unwrap_or(player)
}

fn moon_at(s: &State, value: i16) -> Option<(MoonId, &Moon)> {
    let moon = MoonId::from_value(value)?;
    Some((moon, s.moon(moon)?))
}

/// The cards on the discard pile of a player without Moons, with their numbers.
fn discards(book: &Rulebook, s: &State, player: PlayerId) -> impl Iterator<Item = (CardDefId, u8)> {
    let pile = s.piles.pile(book.defs_of(player));
    pile.filter(|(card, _)| !book.is_moon(*card))
}

/// The value of a noun about a card on a discard pile.
fn discard_fact(book: &Rulebook, noun: NounId, card: i16) -> i16 {
    let card = u8::try_from(card)
        .ok()
        .and_then(|card| CardDefId::of(card.into()));
    let Some(card) = card.filter(|card| card.index() < book.defs.len()) else {
        return 0;
    };
    let kind = match noun {
        NounId::DiscardIsRobot => KindId::Robot,
        NounId::DiscardIsMonster => KindId::Monster,
        NounId::DiscardIsEquipment => KindId::Equipment,
        NounId::DiscardIsComponent => KindId::Component,
        NounId::DiscardIsAgent => KindId::Agent,
        NounId::DiscardIsSuperWeapon => KindId::SuperWeapon,
        NounId::DiscardIsHalf => return book.def(card).kind.is_half().into(),
        NounId::DiscardCostIsDie => return (book.def(card).cost_die > 0).into(),
        NounId::DiscardAttack => return book.def(card).attack.into(),
        NounId::DiscardDefence => return book.def(card).defence.into(),
        _ => return printed_cost(book, card).into(),
    };
    (book.def(card).kind == kind).into()
}

/// The printed cost of a card; 1d6 counts as 0.
fn printed_cost(book: &Rulebook, card: CardDefId) -> u8 {
    let def = book.def(card);
    if def.cost_die > 0 { 0 } else { def.cost }
}

/// The value of a noun about a card on the table.
fn noun_of(
    book: &Rulebook,
    s: &State,
    (spot, unit): (Spot, &Unit),
    noun: NounId,
    other: i16,
) -> i16 {
    use crate::state::{GONE, NEW, RECHARGING, UNHARMED};
    let printed = |card: CardDefId| printed_cost(book, card);
    let attacks = spot.seat == s.active;
    match noun {
        NounId::Owner => spot.seat.into(),
        NounId::AttackOf => auras::attack_at(book, s, spot, unit).into(),
        NounId::DefenceOf => auras::defence_at(book, s, spot, unit).into(),
        NounId::DamageOf => unit.damage.into(),
        NounId::LongRangeOf => auras::long_range_at(book, s, spot, unit).into(),
        NounId::CostOf => (printed(unit.card) + book.legs_of(unit).map_or(0, printed)).into(),
        NounId::CardOf => unit.card.n().into(),
        NounId::CostIsDie => {
            let die = |card: CardDefId| book.def(card).cost_die > 0;
            (die(unit.card) || book.legs_of(unit).is_some_and(die)).into()
        }
        NounId::CountersOf => unit.counters().into(),
        NounId::Ready => (!unit.is(RECHARGING)).into(),
        NounId::Flies => auras::flies_at(book, s, spot, unit).into(),
        NounId::IsNew => unit.is(NEW).into(),
        NounId::Chains => values::chains(book, unit).into(),
        NounId::IsRobot => values::is_robot(book, unit).into(),
        NounId::IsMega => (unit.legs() != 0).into(),
        NounId::IsMonster => (book.def(unit.card).kind == KindId::Monster).into(),
        NounId::IsEquipment => (book.def(unit.card).kind == KindId::Equipment).into(),
        NounId::IsAttacking => (unit.fights_or_fought() && attacks).into(),
        NounId::IsBlocking => (unit.fights_or_fought() && !attacks).into(),
        NounId::PrintedAttack => values::printed_attack(book, unit).into(),
        NounId::PrintedDefence => values::printed_defence(book, unit).into(),
        NounId::Survived => (unit.survived() != 0).into(),
        NounId::IsDestroyed => (unit.is(GONE) && !unit.is(UNHARMED)).into(),
        NounId::Installed => {
            let port = u8::try_from(other).ok();
            port.is_some_and(|port| values::has_kind(book, unit, port))
                .into()
        }
        // The others are not about a card on the table.
        NounId::Opponents
        | NounId::PlayersIn
        | NounId::Active
        | NounId::AtTurnStart
        | NounId::InPlayPhase
        | NounId::BeforeAttackers
        | NounId::AfterAttackers
        | NounId::AfterBlocks
        | NounId::AtTurnEnd
        | NounId::NextPlayer
        | NounId::PreviousPlayer
        | NounId::Tally
        | NounId::Picked
        | NounId::Announcer
        | NounId::ChestCoins
        | NounId::Die
        | NounId::TurnNumber
        | NounId::Battery
        | NounId::StartCoins
        | NounId::Vault
        | NounId::HandSize
        | NounId::DiscardSize
        | NounId::Targets
        | NounId::HandOf
        | NounId::HandSeenBy
        | NounId::Discards
        | NounId::Fighters
        | NounId::Robots
        | NounId::Monsters
        | NounId::EquipmentOf
        | NounId::ReadyFighters
        | NounId::ReadyEquipment
        | NounId::RechargingCards
        | NounId::DamagedCards
        | NounId::Attackers
        | NounId::Blockers
        | NounId::This
        | NounId::ShownCard
        | NounId::Entered
        | NounId::AnnouncedCard
        | NounId::AllTargets
        | NounId::AllFighters
        | NounId::MoonsThere
        | NounId::MoonCoins
        | NounId::DiscardCost
        | NounId::DiscardIsRobot
        | NounId::DiscardIsMonster
        | NounId::DiscardIsEquipment
        | NounId::DiscardIsComponent
        | NounId::DiscardIsAgent
        | NounId::DiscardAttack
        | NounId::DiscardDefence
        | NounId::DiscardIsHalf
        | NounId::DiscardIsSuperWeapon
        | NounId::DiscardCostIsDie
        | NounId::IsFree => 0,
    }
}

pub(crate) fn list_noun(
    book: &Rulebook,
    s: &State,
    noun: u8,
    args: [i16; 2],
    each: &mut dyn FnMut(i16) -> bool,
) {
    if let Some(noun) = NounId::of(noun) {
        list_of(book, s, noun, args[0], each);
    }
}

/// Lists the members of a large set, in the order of the table.
fn list_of(book: &Rulebook, s: &State, noun: NounId, of: i16, each: &mut dyn FnMut(i16) -> bool) {
    let mut on_side = |seat: PlayerId, fits: &dyn Fn(&Unit) -> bool| {
        let there = s.side(seat).present().filter(|(_, unit)| fits(unit));
        let mut values = there.map(|(at, _)| Spot { seat, at }.n().into());
        values.all(&mut *each)
    };
    let player = seat_of(of);
    // A number that belongs to nobody has no cards.
    let mut units = |seat: Option<PlayerId>, fits: &dyn Fn(&Unit) -> bool| {
        seat.is_none_or(|seat| on_side(seat, fits))
    };
    match noun {
        NounId::Targets => _ = units(player, &|unit| values::is_target(book, unit)),
        NounId::Fighters => _ = units(player, &|unit| values::in_front(book, unit)),
        NounId::AllTargets => {
            let mut seats = book.seats();
            _ = seats.all(|seat| units(Some(seat), &|unit| values::is_target(book, unit)));
        }
        NounId::AllFighters => {
            let mut seats = book.seats();
            _ = seats.all(|seat| units(Some(seat), &|unit| values::in_front(book, unit)));
        }
        NounId::Robots => {
            _ = units(player, &|unit| {
                values::in_front(book, unit) && values::is_robot(book, unit)
            })
        }
        NounId::Monsters => _ = units(player, &|unit| book.def(unit.card).kind == KindId::Monster),
        NounId::EquipmentOf => _ = units(player, &|unit| values::is_equipment(book, unit)),
        NounId::ReadyFighters => {
            _ = units(player, &|unit| values::in_front(book, unit) && unit.ready())
        }
        NounId::ReadyEquipment => {
            _ = units(player, &|unit| {
                values::is_equipment(book, unit) && unit.ready()
            })
        }
        NounId::RechargingCards => {
            _ = units(player, &|unit| {
                values::is_target(book, unit) && !unit.ready()
            })
        }
        NounId::DamagedCards => {
            _ = units(player, &|unit| {
                values::is_target(book, unit) && unit.damage > 0
            })
        }
        NounId::Attackers => {
            let at_player = |unit: &Unit| {
                player.is_some() && Target::of(unit.fight).map(Target::seat) == player
            };
            _ = units(Some(s.active), &|unit| unit.fights() && at_player(unit));
        }
        NounId::Blockers => {
            let there = spot_now(s, of).and_then(|spot| Some((spot, s.unit(spot)?)));
            let Some((spot, unit)) = there.filter(|(spot, _)| spot.seat == s.active) else {
                return;
            };
            let met = blocks(group_of(spot.at, unit));
            let mut seats = book.seats().filter(|seat| *seat != s.active);
            _ = seats.all(|seat| units(Some(seat), &|unit| unit.fights() && unit.fight == met));
        }
        NounId::MoonsThere => _ = s.moon_ids().map(i16::from).all(each),
        NounId::HandOf | NounId::HandSeenBy => {
            // Lists every copy, so that only the size of the hand decides whether a question is asked.
            let Some(player) = player else { return };
            _ = s.side(player).hand.iter().all(|card| each(card.n().into()));
        }
        NounId::Discards => {
            let Some(player) = player else { return };
            _ = discards(book, s, player).all(|(card, _)| each(card.n().into()));
        }
        // The others are not large sets.
        NounId::Opponents
        | NounId::PlayersIn
        | NounId::Active
        | NounId::AtTurnStart
        | NounId::InPlayPhase
        | NounId::BeforeAttackers
        | NounId::AfterAttackers
        | NounId::AfterBlocks
        | NounId::AtTurnEnd
        | NounId::NextPlayer
        | NounId::PreviousPlayer
        | NounId::Tally
        | NounId::Picked
        | NounId::Announcer
        | NounId::ChestCoins
        | NounId::Die
        | NounId::TurnNumber
        | NounId::Battery
        | NounId::StartCoins
        | NounId::Vault
        | NounId::HandSize
        | NounId::DiscardSize
        | NounId::This
        | NounId::ShownCard
        | NounId::Entered
        | NounId::AnnouncedCard
        | NounId::MoonCoins
        | NounId::IsFree
        | NounId::DiscardCost
        | NounId::DiscardIsRobot
        | NounId::DiscardIsMonster
        | NounId::DiscardIsEquipment
        | NounId::DiscardIsComponent
        | NounId::DiscardIsAgent
        | NounId::DiscardAttack
        | NounId::DiscardDefence
        | NounId::DiscardIsHalf
        | NounId::DiscardIsSuperWeapon
        | NounId::DiscardCostIsDie
        | NounId::Owner
        | NounId::AttackOf
        | NounId::DefenceOf
        | NounId::DamageOf
        | NounId::LongRangeOf
        | NounId::CostOf
        | NounId::CountersOf
        | NounId::Ready
        | NounId::Flies
        | NounId::IsNew
        | NounId::Chains
        | NounId::IsRobot
        | NounId::IsMega
        | NounId::IsMonster
        | NounId::IsEquipment
        | NounId::IsAttacking
        | NounId::IsBlocking
        | NounId::Survived
        | NounId::PrintedAttack
        | NounId::PrintedDefence
        | NounId::CardOf
        | NounId::CostIsDie
        | NounId::IsDestroyed
        | NounId::Installed => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_names_nobody_is_nobody() {
        let [first, last] = [PlayerId::First, PlayerId::Third].map(Some);
        assert_eq!(
            [-1, 0, 2, 3, i16::MAX, i16::MIN].map(seat_of),
            [None, first, last, None, None, None]
        );
        let of = |owner: u8| {
            owner_of(&Announced {
                owner,
                ..Announced::default()
            })
        };
        assert_eq!([0, 2, 3, u8::MAX].map(of), [first, last, None, None]);
    }

    #[test]
    fn a_battery_of_nobody_is_gone() {
        let named = [NOBODY, BATTERIES_FROM + 2, BATTERIES_FROM + 3, i16::MAX].map(unit_or_battery);
        assert_eq!(
            named,
            [
                Named::Gone,
                Named::Battery(PlayerId::Third),
                Named::Gone,
                Named::Gone
            ]
        );
    }
}
