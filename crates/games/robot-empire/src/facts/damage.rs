//! How the damage of a combat is divided.

use crate::book::rulebook::Rulebook;
use crate::facts::fights::{Target, group_of};
use crate::facts::{auras, engagement, values};
use crate::options::SeveralBlockers;
use crate::state::{
    BLOCKED, LAST, MAX_UNITS, NAMED, PlaceId, Places, PlayerId, SEATS, Spot, State, Unit,
};

/// The highest result of a die. A defence die that has not been rolled counts as this much when damage is divided.
const DIE: u8 = 6;

/// Damage about to be dealt: to groups, by the place of their first card, to Equipment and to Batteries.
pub(crate) struct Shares {
    pub(crate) due: [[u8; MAX_UNITS]; SEATS],
    /// The places where damage is about to be dealt.
    pub(crate) hit: [Places; SEATS],
    pub(crate) batteries: [u8; SEATS],
}

impl Shares {
    #[inline]
    fn give(&mut self, spot: Spot, points: u8) {
        let seat = usize::from(spot.seat);
        let due = &mut self.due[seat][usize::from(spot.at) % MAX_UNITS];
        *due = due.saturating_add(points);
        if *due > 0 {
            self.hit[seat].insert(spot.at);
        }
    }
}

/// The attacking groups with their attack.
pub(crate) struct Attackers {
    pub(crate) groups: Places,
    /// The groups that have been blocked.
    pub(crate) blocked: Places,
    pub(crate) attack: [u8; MAX_UNITS],
    /// What the first card of each group fights.
    pub(crate) fight: [u8; MAX_UNITS],
}

pub(crate) fn unnamed<'s>(
    book: &'s Rulebook,
    s: &'s State,
    attacker: PlaceId,
) -> impl Iterator<Item = Spot> + use<'s> {
    engagement::blockers(book, s, attacker)
        .filter(move |spot| !s.unit_or_gone(*spot).is_some_and(|unit| unit.is(NAMED)))
}

/// The damage that is enough to destroy a group (clause RE-9.10).
fn lethal(book: &Rulebook, s: &State, spot: Spot) -> u8 {
    let (mut defence, mut marks, mut prevented) = (0u8, 0u8, 0u8);
    for (at, unit) in engagement::members(s, spot.seat, spot.at) {
        let die = if values::braces(book, unit) && unit.braced() == 0 {
            DIE
        } else {
            0
        };
        defence = defence
            .saturating_add(auras::defence_at(book, s, Spot { at, ..spot }, unit))
            .saturating_add(die);
        marks = marks.saturating_add(unit.damage);
        prevented = prevented.saturating_add(unit.prevented);
    }
    // A card with more damage than its defence is destroyed by the next point of damage.
    defence
        .saturating_sub(marks)
        .max(1)
        .saturating_add(prevented)
}

/// Calls `each` with the damage of every blocker that has been named; returns the damage that is left.
pub(crate) fn given(
    book: &Rulebook,
    s: &State,
    attacker: PlaceId,
    each: &mut dyn FnMut(Spot, u8),
) -> u8 {
    let mut left = engagement::group_attack(book, s, s.active, attacker);
    let flags = |spot: Spot| s.unit_or_gone(spot).map_or(0, |unit| unit.flags);
    let one_chosen = book.options.several_blockers == SeveralBlockers::OneChosen;
    let all = one_chosen && !tramples(book, s, attacker);
    // The blocker named last gets what the others leave; the others get as much as destroys them.
    for last in [false, true] {
        for spot in engagement::blockers(book, s, attacker).filter(|spot| flags(*spot) & NAMED != 0)
        {
            if (flags(spot) & LAST != 0) != last {
                continue;
            }
            let points = if all {
                left
            } else {
                left.min(lethal(book, s, spot))
            };
            left -= points;
            each(spot, points);
        }
    }
    left
}

/// All damage of the combat in its current state.
pub(crate) fn shares(book: &Rulebook, s: &State) -> Shares {
    let mut shares = Shares {
        due: [[0; MAX_UNITS]; SEATS],
        hit: [Places::EMPTY; SEATS],
        batteries: [0; SEATS],
    };
    let attackers = attackers(book, s);
    for group in (attackers.groups & !attackers.blocked).iter() {
        let points = attackers.attack[usize::from(group)];
        match Target::of(attackers.fight[usize::from(group)]) {
            Some(Target::Player(foe)) if !s.side(foe).out => {
                let hit = &mut shares.batteries[usize::from(foe)];
                *hit = hit.saturating_add(points);
            }
            Some(Target::Equipment(spot)) if s.unit(spot).is_some() => shares.give(spot, points),
            _ => {}
        }
    }
    for group in attackers.blocked.iter() {
        share_blocked(book, s, group, &mut shares);
    }
    if book.tramples {
        for (group, foe) in at_batteries(s, &attackers, attackers.blocked) {
            let hit = &mut shares.batteries[usize::from(foe)];
            *hit = hit.saturating_add(excess(book, s, group));
        }
    }
    shares
}

/// These attacking groups that attack the Battery of a player who is still in the game.
fn at_batteries<'a>(
    s: &'a State,
    attackers: &'a Attackers,
    groups: Places,
) -> impl Iterator<Item = (PlaceId, PlayerId)> + 'a {
    groups.iter().filter_map(
        |group| match Target::of(attackers.fight[usize::from(group)])? {
            Target::Player(foe) if !s.side(foe).out => Some((group, foe)),
            _ => None,
        },
    )
}

/// The damage that each attacking group deals to a Battery, with the player.
pub(crate) fn to_batteries(book: &Rulebook, s: &State) -> Vec<(PlaceId, PlayerId, u8)> {
    let attackers = attackers(book, s);
    let points = |group: PlaceId| match attackers.blocked.contains(group) {
        true => excess(book, s, group),
        false => attackers.attack[usize::from(group)],
    };
    at_batteries(s, &attackers, attackers.groups)
        .map(|(group, foe)| (group, foe, points(group)))
        .collect()
}

/// Whether a member of an attacking group tramples.
fn tramples(book: &Rulebook, s: &State, group: PlaceId) -> bool {
    book.tramples
        && engagement::members(s, s.active, group).any(|(at, unit)| {
            let spot = Spot { seat: s.active, at };
            auras::tramples_at(book, s, spot, unit)
        })
}

/// The damage of a blocked group beyond what destroys its blockers, if it tramples (clause RE-6.30).
fn excess(book: &Rulebook, s: &State, group: PlaceId) -> u8 {
    if !tramples(book, s, group) || engagement::blockers(book, s, group).next().is_none() {
        return 0;
    }
    let left = given(book, s, group, &mut |_, _| {});
    unnamed(book, s, group).fold(left, |left, spot| {
        left.saturating_sub(lethal(book, s, spot))
    })
}

/// The attacking groups, collected in one walk over the active side.
pub(crate) fn attackers(book: &Rulebook, s: &State) -> Attackers {
    let none = [0; MAX_UNITS];
    let mut all = Attackers {
        groups: Places::EMPTY,
        blocked: Places::EMPTY,
        attack: none,
        fight: none,
    };
    for (at, unit) in s.side(s.active).present().filter(|(_, unit)| unit.fights()) {
        let group = group_of(at, unit);
        let place = usize::from(group) % MAX_UNITS;
        if !all.groups.contains(group) {
            all.fight[place] = unit.fight;
        }
        all.groups.insert(group);
        if unit.is(BLOCKED) {
            all.blocked.insert(group);
        }
        let spot = Spot { seat: s.active, at };
        all.attack[place] = all.attack[place].saturating_add(auras::attack_at(book, s, spot, unit));
    }
    all
}

/// Adds the damage between an attacking group and its blockers.
fn share_blocked(book: &Rulebook, s: &State, group: PlaceId, shares: &mut Shares) {
    let taken = engagement::blockers(book, s, group).fold(0u8, |sum, spot| {
        sum.saturating_add(engagement::group_attack(book, s, spot.seat, spot.at))
    });
    shares.give(
        Spot {
            seat: s.active,
            at: group,
        },
        taken,
    );
    let left = given(book, s, group, &mut |spot, points| {
        shares.give(spot, points)
    });
    let mut open = unnamed(book, s, group);
    if let (Some(only), None) = (open.next(), open.next())
        && (book.options.several_blockers == SeveralBlockers::InOrder
            || engagement::blockers(book, s, group).count() == 1)
    {
        shares.give(only, left - excess(book, s, group));
    }
}

/// Whether a card takes damage that prevention does not stop.
pub(crate) fn is_hit(s: &State, shares: &Shares, spot: Spot, unit: &Unit) -> bool {
    let group = if unit.fights() {
        group_of(spot.at, unit)
    } else {
        spot.at
    };
    let due = shares.due[usize::from(spot.seat)][usize::from(group) % MAX_UNITS];
    let members = engagement::members(s, spot.seat, group).filter(|_| unit.fights());
    let prevented = members.fold(0u8, |sum, (_, one)| sum.saturating_add(one.prevented));
    due > if unit.fights() {
        prevented
    } else {
        unit.prevented
    }
}
