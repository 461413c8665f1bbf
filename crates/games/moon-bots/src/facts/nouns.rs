//! The meaning of the nouns of cards: a state as card programs read it.

use crate::book::rulebook::{CardKind, Rulebook, ones};
use crate::facts::parts::{self, filled};
use crate::facts::targets::{self, neighbours};
use crate::facts::{market, memory, permanents, places, players, prices, reactions, ways, weapons};
use crate::lexicon::{CustomNoun, HookId, NounId, WAYS};
use crate::state::ids::{CardId, DamageId, Places, RobotId, Robots, Slots};
use crate::state::values::{damage, place, robot, sum};
use crate::state::{FRONT, MarketSlot, Robot, State, Status, Step, dice, gaps};
use cardwright_effects::machine::{self, Act, Host, Stop};
use cardwright_effects::{Arg, Frame};
use cardwright_runtime::ids::Id;

/// The value of a noun.
#[inline]
pub(crate) fn noun_value(
    book: &Rulebook,
    state: &State,
    frame: &Frame,
    noun: u8,
    args: [i16; 2],
) -> i16 {
    match (NounId::of(noun), CustomNoun::of(noun)) {
        (Some(noun), _) => own_noun(book, state, frame, noun, args).unwrap_or(0),
        (None, Some(noun)) => custom_noun(book, state, frame, noun, args).unwrap_or(0),
        // Cannot happen: programs are only made with this lexicon.
        (None, None) => 0,
    }
}

/// The same for a noun that official cards use; `None` if its robot or type of damage does not exist.
#[inline]
fn own_noun(
    book: &Rulebook,
    state: &State,
    frame: &Frame,
    noun: NounId,
    [a, b]: [i16; 2],
) -> Option<i16> {
    let own = || robot(a).map(|robot| &state.robots[robot.index()]);
    Some(match noun {
        NounId::Energy => own()?.energy.into(),
        NounId::Weapons => own()?.hand.count_ones() as i16,
        NounId::InPlayNow => i16::from(own()?.status == Status::InPlay),
        NounId::Pending => state.attack.pending[robot(a)?.index()]
            .iter()
            .map(|points| i16::from(*points))
            .sum(),
        NounId::PendingOf => state.attack.pending[robot(a)?.index()][damage(b)?.index()].into(),
        NounId::Opponents => players::opponents(book, state, robot(a)?).into(),
        NounId::RobotsInPlay => state.in_play().into(),
        NounId::Others => state.in_play().without(robot(a)?).into(),
        NounId::TargetsOf => targets(book, state, robot(a)?).into(),
        NounId::Attacked => (attacked(state) & state.in_play()).into(),
        NounId::AttackedWith => (hit_with(state, damage(a)?) & state.in_play()).into(),
        NounId::Aimed => state.attack.aimed[damage(a)?.index()].into(),
        NounId::Active => state.active.into(),
        NounId::Attacker => reactions::attacker(book, state, frame).into(),
        NounId::OpponentGained => state
            .gained
            .meets(players::others_robots(book, robot(a)?))
            .into(),
        NounId::FreeCards => prices::free_cards(book, state, robot(a)?).into(),
        NounId::Affordable => prices::affordable(book, state, robot(a)?).into(),
        NounId::DiceShown => faces_shown(state.turn.dice),
        NounId::Beside => faces_beside(a),
        NounId::PlayersIn => players::players_in(book, state).into(),
        NounId::Rivals => players::rivals(book, state, robot(a)?).into(),
        NounId::Rule => book.options.has_variant(a).into(),
        NounId::Bearing => bearing(book, own()?, b),
        NounId::Owner => book.owner(robot(a)?).into(),
        NounId::Turns => state.turns.min(i16::MAX as u16) as i16,
        NounId::Round => state.rounds.min(i16::MAX as u16 - 1) as i16 + 1,
        NounId::DiceOf => own()?.dice.into(),
        NounId::Gained => state.gains[robot(a)?.index()].into(),
        NounId::Permanents => permanents::permanents_of(state, robot(a)?).into(),
        NounId::Counters => permanents::counters_here(book, state, frame).into(),
        NounId::CountersOn => permanents::counters_on(book, state, robot(a)?) as i16,
        NounId::Memory => memory::memory_here(book, state, frame).map_or(0, i16::from),
        NounId::Remembers => memory::memory_here(book, state, frame).is_some().into(),
        NounId::Remembered => memory::remembered(book, state, frame).into(),
        NounId::RememberedSlot => memory::remembered_slot(book, state, frame).into(),
        NounId::FelledBy => reactions::felled_by(state, robot(a)?).into(),
        // A large set; see `large_set`.
        NounId::Pile => 0,
    })
}

/// The card whose program runs: the slot of a part, or the number of an upgrade or secret weapon.
fn this(book: &Rulebook, frame: &Frame) -> i16 {
    let card = book.bound[frame.program].card;
    let open = book.open.iter().position(|open| open.card == card);
    match open.map(|place| (place, book.open[place].kind)) {
        Some((_, CardKind::Part { slot })) => slot.into(),
        Some((place, CardKind::Upgrade { .. })) => place as i16,
        None => book
            .weapons
            .iter()
            .position(|weapon| weapon.card == card)
            .unwrap_or(0) as i16,
    }
}

/// The number of the robot's parts and upgrades that have a keyword.
fn bearing(book: &Rulebook, robot: &Robot, keyword: i16) -> i16 {
    let cards = robot
        .parts
        .iter()
        .chain(&robot.upgrades)
        .filter(|number| **number != 0);
    let bears =
        |number: &&u8| book.open[usize::from(**number) - 1].keywords & (1 << (keyword & 15)) != 0;
    cards.filter(bears).count() as i16
}

/// The members of a large set.
pub(crate) fn large_set(
    book: &Rulebook,
    state: &State,
    noun: u8,
    [a, b]: [i16; 2],
    each: &mut dyn FnMut(i16) -> bool,
) {
    if noun == WAYS {
        ways::list_ways(book, state, [a, b], each);
        return;
    }
    match (NounId::of(noun), CustomNoun::of(noun)) {
        (Some(NounId::Pile), _) => {
            let Some(robot) = robot(a) else { return };
            let _ = market::pile_cards(book, state, robot, b == 1).all(|card| each(card.into()));
        }
        (None, Some(noun)) => custom_set(book, state, noun, [a, b], each),
        // Every other noun of official cards is a single thing, a number or a small set.
        (
            Some(
                NounId::Energy
                | NounId::Weapons
                | NounId::InPlayNow
                | NounId::Pending
                | NounId::PendingOf
                | NounId::Opponents
                | NounId::RobotsInPlay
                | NounId::Others
                | NounId::TargetsOf
                | NounId::Attacked
                | NounId::AttackedWith
                | NounId::Aimed
                | NounId::Active
                | NounId::Attacker
                | NounId::OpponentGained
                | NounId::FreeCards
                | NounId::Affordable
                | NounId::DiceShown
                | NounId::Beside
                | NounId::PlayersIn
                | NounId::Rivals
                | NounId::Rule
                | NounId::Owner
                | NounId::Bearing
                | NounId::Turns
                | NounId::Round
                | NounId::DiceOf
                | NounId::Gained
                | NounId::Permanents
                | NounId::Counters
                | NounId::CountersOn
                | NounId::FelledBy
                | NounId::Memory
                | NounId::Remembers
                | NounId::Remembered
                | NounId::RememberedSlot,
            ),
            _,
        )
        | (None, None) => {}
    }
}

/// The robots that the current attack was aimed at; while it is being declared, those that it hits so far.
fn attacked(state: &State) -> Robots {
    match state.step {
        Step::Boost => {
            DamageId::all().fold(Robots::EMPTY, |all, damage| all | hit_with(state, damage))
        }
        _ => state.attack.attacked,
    }
}

/// The robots that a type of damage is about to hit.
fn hit_with(state: &State, damage: DamageId) -> Robots {
    Robots::of(|robot| state.attack.pending[robot.index()][damage.index()] > 0)
}

/// The faces that dice show, with one bit for each.
fn faces_shown(some: u32) -> i16 {
    (1..=6).fold(0, |mask, face| {
        mask | i16::from(dice::count(some, face) > 0) << face
    })
}

/// The faces one below and one above (MB-8.7).
fn faces_beside(face: i16) -> i16 {
    match face {
        1..=6 => ((1 << face) >> 1 | (1 << face) << 1) & 0b111_1110,
        _ => 0,
    }
}

/// A state that programs can only read.
pub(crate) struct ReadOnlyHost<'a> {
    pub(crate) book: &'a Rulebook,
    pub(crate) state: &'a State,
}

impl Host for ReadOnlyHost<'_> {
    #[inline]
    fn read(&self, frame: &Frame, noun: u8, args: [i16; 2]) -> i16 {
        noun_value(self.book, self.state, frame, noun, args)
    }

    fn act(&mut self, _frame: &Frame, _verb: u8, _args: [Arg; 3]) -> Act {
        Act::Done
    }

    fn list(&self, _frame: &Frame, noun: u8, args: [i16; 2], each: &mut dyn FnMut(i16) -> bool) {
        large_set(self.book, self.state, noun, args, each);
    }
}

/// The robots that a robot may attack (MB-6.1, MB-10.3, MB-11.2, Q-MB-4).
#[inline(always)]
pub(crate) fn targets(book: &Rulebook, state: &State, robot: RobotId) -> Robots {
    let may = targets::within_reach(book, state, robot);
    if book.guards {
        guarded(book, may, state, robot)
    } else {
        may
    }
}

/// Whether a robot may attack fewer robots because attacks must be aimed at some, or must not (MB-13.19).
pub(crate) fn is_held_back(book: &Rulebook, state: &State, robot: RobotId) -> bool {
    book.guards && targets(book, state, robot) != targets::within_reach(book, state, robot)
}

/// Removes the robots that no attack may be aimed at. If attacks must be aimed at some of the rest, only those remain
/// (MB-13.19).
#[cold]
fn guarded(book: &Rulebook, may: Robots, state: &State, robot: RobotId) -> Robots {
    let open = may - barred(book, state, robot);
    let taunting = open & state.guards.taunting();
    if taunting.is_empty() { open } else { taunting }
}

/// The robots that no attack of a robot may be aimed at (MB-13.19).
pub(crate) fn barred(book: &Rulebook, state: &State, attacker: RobotId) -> Robots {
    let all = state.guards.untargetable();
    if !book.treaties {
        return all;
    }
    let foes = state.in_play().without(attacker);
    all | Robots::of(|foe| foes.contains(foe) && !lets(book, state, attacker, foe))
}

/// Whether the cards of both robots let one attack the other.
#[cold]
fn lets(book: &Rulebook, state: &State, attacker: RobotId, foe: RobotId) -> bool {
    let sides = [
        (attacker, foe, HookId::CanAttack),
        (foe, attacker, HookId::CanBeAttacked),
    ];
    sides.into_iter().all(|(owner, other, hook)| {
        let args = [owner.into(), other.into()];
        (0..FRONT).all(|place| {
            let own = reactions::reaction(book, state, owner, place, hook);
            own.is_none_or(|(program, cause)| {
                let mut frame = Frame::new(program, owner.n(), cause, &args);
                let mut host = Aiming(ReadOnlyHost { book, state });
                match machine::run(&book.bound[program].program, &mut frame, &mut host) {
                    Stop::Ended(answer) => answer != 0,
                    _ => true,
                }
            })
        })
    })
}

/// The game as seen by a card that decides who may attack: everything except what depends on this decision.
struct Aiming<'a>(ReadOnlyHost<'a>);

impl Host for Aiming<'_> {
    fn read(&self, frame: &Frame, noun: u8, args: [i16; 2]) -> i16 {
        let circular = [
            NounId::TargetsOf.n(),
            NounId::Affordable.n(),
            CustomNoun::OutOfReach.n(),
            CustomNoun::PriceOf.n(),
        ];
        match circular.contains(&noun) {
            true => 0,
            false => self.0.read(frame, noun, args),
        }
    }

    fn act(&mut self, _frame: &Frame, _verb: u8, _args: [Arg; 3]) -> Act {
        Act::Done
    }

    fn list(&self, frame: &Frame, noun: u8, args: [i16; 2], each: &mut dyn FnMut(i16) -> bool) {
        self.0.list(frame, noun, args, each);
    }
}

/// The value of a noun for homebrew cards.
fn custom_noun(
    book: &Rulebook,
    state: &State,
    frame: &Frame,
    noun: CustomNoun,
    [a, b]: [i16; 2],
) -> Option<i16> {
    let own = || robot(a).map(|robot| &state.robots[robot.index()]);
    let slot = || place(a).map(|place| state.market[place.index()]);
    Some(match noun {
        CustomNoun::MarketCards => occupied(state).into(),
        CustomNoun::PriceOf => prices::price(book, state, state.active, slot()?, place(a)?).into(),
        CustomNoun::RowOf => i16::from(place(a)?.row()),
        CustomNoun::Missed => (state.turn.attack_took == 1).into(),
        CustomNoun::Dealt => state.turn.attack_took.saturating_sub(1).into(),
        CustomNoun::TakenWith => reactions::taken_with(book, state, frame, damage(a)?).into(),
        CustomNoun::IsReroll => {
            let at = match state.attacking {
                true => state.attack.back,
                false => state.step,
            };
            (at == Step::Rerolled).into()
        }
        CustomNoun::Paid => state.purchase.price().into(),
        CustomNoun::Buyer => {
            let buyer = state.purchase.robot();
            (buyer.map_or(Robots::EMPTY, Id::only) & state.in_play()).into()
        }
        CustomNoun::BoughtPart => parts::bought_part(state).into(),
        CustomNoun::BoughtWeapon => {
            let bought = state.purchase;
            i16::from(bought.robot().is_some() && bought.card().is_none())
        }
        CustomNoun::IsPart => (!part_at(book, slot()?).is_empty()).into(),
        CustomNoun::IsUpgrade => {
            let card = market::open_card(slot()?);
            card.is_some_and(|card| parts::slot_of(book, card).is_empty())
                .into()
        }
        CustomNoun::PartAt => part_at(book, slot()?).into(),
        CustomNoun::SlotOf => {
            let card = card(book, a)?;
            parts::slot_of(book, card).into()
        }
        CustomNoun::HasPlace => {
            let key = book.market_keys[card(book, b)?.index()];
            places::has_place(state, robot(a)?, key).into()
        }
        CustomNoun::IsWeapon => i16::from(slot()? == MarketSlot::FACE_DOWN),
        CustomNoun::CardsLeft => ones(state.pile) as i16 + i16::from(state.pile_weapons),
        CustomNoun::PartsOf => filled(own()?).into(),
        CustomNoun::FreeSlots => i16::from(!filled(own()?)),
        CustomNoun::UsedParts => parts::used_parts(state).into(),
        CustomNoun::UpgradeCount => own()?
            .upgrades
            .iter()
            .filter(|number| **number != 0)
            .count() as i16,
        CustomNoun::AllFaces => 0b111_1110,
        CustomNoun::Showing => dice::count(state.turn.dice, a.clamp(1, 6) as u8) as i16,
        CustomNoun::DiceSum => sum(state.turn.dice),
        CustomNoun::DiceCount => dice::faces(state.turn.dice).count() as i16,
        CustomNoun::Neighbours => beside(state, robot(a)?).into(),
        CustomNoun::LeftOf => left(state, robot(a)?).into(),
        CustomNoun::RightOf => right(state, robot(a)?).into(),
        CustomNoun::TopKnown => state
            .top
            .iter()
            .filter(|slot| **slot != MarketSlot::NOTHING)
            .count() as i16,
        CustomNoun::WeaponPlayer => weapons::announced(state)
            .map_or(state.active, RobotId::owner_of)
            .into(),
        CustomNoun::OutOfReach => {
            let reached = targets(book, state, robot(a)?);
            (players::opponents(book, state, robot(a)?) - reached).into()
        }
        CustomNoun::ThisUpgrade | CustomNoun::ThisPart | CustomNoun::ThisWeapon => {
            this(book, frame)
        }
        // Large sets; see `custom_set`.
        CustomNoun::Hand
        | CustomNoun::Known
        | CustomNoun::Boxed
        | CustomNoun::UpgradesOf
        | CustomNoun::BoughtUpgrade
        | CustomNoun::PlayedWeapons => 0,
        // The effect stores these itself.
        CustomNoun::Tally | CustomNoun::Picked => 0,
    })
}

/// The members of a large set for homebrew cards. Hands list every copy.
fn custom_set(
    book: &Rulebook,
    state: &State,
    noun: CustomNoun,
    [a, b]: [i16; 2],
    each: &mut dyn FnMut(i16) -> bool,
) {
    if noun == CustomNoun::PlayedWeapons {
        let _ = weapons::played_weapons(book, state).all(|weapon| each(weapon.into()));
        return;
    }
    if noun == CustomNoun::BoughtUpgrade {
        let _ = parts::bought_upgrade(state).is_none_or(|card| each(card.into()));
        return;
    }
    let Some(owner) = robot(a) else { return };
    let hand = match noun {
        CustomNoun::Hand => state.robots[owner.index()].hand,
        CustomNoun::Known => robot(b).map_or(0, |to| weapons::known(book, state, owner, to)),
        CustomNoun::Boxed => {
            let _ = market::boxed(book, state, owner, b == 1).all(|card| each(card.into()));
            return;
        }
        CustomNoun::UpgradesOf => {
            let _ = parts::upgrades_of(book, state, owner).all(|card| each(card.into()));
            return;
        }
        // Every other noun is a single thing, a number or a small set.
        CustomNoun::MarketCards
        | CustomNoun::PriceOf
        | CustomNoun::IsWeapon
        | CustomNoun::RowOf
        | CustomNoun::Missed
        | CustomNoun::Dealt
        | CustomNoun::TakenWith
        | CustomNoun::IsReroll
        | CustomNoun::Paid
        | CustomNoun::Buyer
        | CustomNoun::BoughtPart
        | CustomNoun::BoughtUpgrade
        | CustomNoun::BoughtWeapon
        | CustomNoun::IsPart
        | CustomNoun::IsUpgrade
        | CustomNoun::PartAt
        | CustomNoun::SlotOf
        | CustomNoun::HasPlace
        | CustomNoun::CardsLeft
        | CustomNoun::PartsOf
        | CustomNoun::FreeSlots
        | CustomNoun::UsedParts
        | CustomNoun::UpgradeCount
        | CustomNoun::AllFaces
        | CustomNoun::Showing
        | CustomNoun::DiceSum
        | CustomNoun::DiceCount
        | CustomNoun::Neighbours
        | CustomNoun::LeftOf
        | CustomNoun::RightOf
        | CustomNoun::ThisUpgrade
        | CustomNoun::ThisPart
        | CustomNoun::ThisWeapon
        | CustomNoun::OutOfReach
        | CustomNoun::WeaponPlayer
        | CustomNoun::PlayedWeapons
        | CustomNoun::Tally
        | CustomNoun::Picked
        | CustomNoun::TopKnown => return,
    };
    let _ = weapons::weapons_in(book, hand).all(|weapon| each(weapon.into()));
}

/// The part or upgrade with this value, if there is one.
fn card(book: &Rulebook, value: i16) -> Option<CardId> {
    CardId::from_value(value).filter(|card| card.index() < book.open.len())
}

/// The slot of the part on a place of the market; empty if the card is not a part.
fn part_at(book: &Rulebook, place: MarketSlot) -> Slots {
    market::open_card(place).map_or(Slots::EMPTY, |card| parts::slot_of(book, card))
}

/// The nearest robots in play on either side.
fn beside(state: &State, robot: RobotId) -> Robots {
    neighbours(state.in_play().without(robot), robot)
}

/// The nearest robot in play to the left, or the robot itself if there is no other.
fn left(state: &State, robot: RobotId) -> RobotId {
    state.in_play().after(robot).unwrap_or(robot)
}

/// The nearest robot in play to the right; if only one other robot is in play, the same as to the left.
fn right(state: &State, robot: RobotId) -> RobotId {
    state.in_play().before(robot).unwrap_or(robot)
}

/// The places of the market that are not empty.
fn occupied(state: &State) -> Places {
    !gaps(&state.market)
}
