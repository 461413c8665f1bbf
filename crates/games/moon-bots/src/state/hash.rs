//! Hashes of states. They are written by hand, because the derived code is as long as the rest of a play-out. Here,
//! runs of small numbers are hashed at once, and unused entries of arrays are skipped.

use super::{
    Asked, Attack, BlockedSlots, DiceLimits, MarketSlot, PendingChance, Purchase, Robot, State,
    Struck, Turn,
};
use cardwright_runtime::effects::Effects;
use cardwright_runtime::ids::Id;
use cardwright_runtime::triggers::Triggers;
use cardwright_runtime::windows::Window;
use std::hash::{Hash, Hasher};

impl Hash for State {
    fn hash<H: Hasher>(&self, to: &mut H) {
        // Every field is named, so that a new one cannot be forgotten.
        #[rustfmt::skip]
        let State {
            robots, effects: Effects { frames, depth, floor }, unseen, shown, spied, pile, pile_weapons, top, market, attack, turn, gains, turns, rounds, quiet,
            step, asked, active, permanents, triggers: Triggers { queue, queued, heard }, struck, reactions, attacking, pending_reveal,
            window: Window { passed }, gained, pending_chance, passing, winners, falling, answering, copying,
            guards, blocked, limits, purchase, derived: _,
        } = self;
        let (asked, pending_chance) = (asked_bytes(*asked), chance_bytes(*pending_chance));
        #[rustfmt::skip]
        to.write(&[
            *pile_weapons, u8::from(passing.lost()), *step as u8, asked[0], asked[1], active.n(), *queued, *heard, *reactions,
            *depth, *floor, u8::from(*attacking), pending_reveal.map_or(0, |robot| robot.n() + 1), u8::from(passing.stolen()), passed.0, gained.bits(), pending_chance[0], pending_chance[1], pending_chance[2],
            u8::from(passing.again()), u8::from(passing.skips()), u8::from(passing.last_duel()), winners.bits()
        ]);
        [*turns, *rounds, *quiet]
            .iter()
            .for_each(|number| to.write_u16(*number));
        to.write(&market.map(|slot| slot.0));
        to.write(gains);
        words(&[*unseen, *shown, pile[0], pile[1]], to);
        words(spied, to);
        each(robots, to);
        each(&frames[..frames.len().min(usize::from(*depth))], to);
        each(&queue[..queue.len().min(usize::from(*queued))], to);
        each(permanents, to);
        turn.hash(to);
        attack.hash(to);
        // Data that only cards of packs can create is skipped while it is empty. So a match with the official cards
        // keeps the fingerprint it had before those words existed.
        let [first, second] = top.map(|slot| MarketSlot::NOTHING.0 - slot.0);
        let [a, b, c, d] = robots.map(|robot| robot.disabled);
        let more = [
            a,
            b,
            c,
            d,
            first,
            second,
            falling.at,
            falling.said.bits(),
            falling.by,
            *answering,
            copying.bits(),
            guards.bits(),
        ];
        if more != [0; 12] {
            to.write(&more);
        }
        if *blocked != BlockedSlots::default() {
            to.write(&blocked.bytes());
        }
        if *limits != DiceLimits::default() || passing.backwards() {
            to.write(&[limits.byte(), u8::from(passing.backwards())]);
        }
        if *struck != Struck::default() {
            // The first two bytes tell it from the fields before and after it, which may be left out.
            let [low, high] = struck.bytes();
            to.write(&[u8::MAX, u8::MAX, low, high]);
        }
        if *purchase != Purchase::default() {
            to.write(&purchase.bytes());
        }
    }
}

impl Hash for Robot {
    fn hash<H: Hasher>(&self, to: &mut H) {
        let Robot {
            hand,
            parts,
            upgrades,
            energy,
            status,
            dice,
            reroll,
            done,
            counters,
            disabled: _,
        } = self;
        to.write_u64(*hand);
        to.write(parts);
        to.write(upgrades);
        to.write(&counters.0);
        to.write(&[*energy, *status as u8, *dice, *reroll, *done]);
    }
}

impl Hash for Turn {
    fn hash<H: Hasher>(&self, to: &mut H) {
        let Turn {
            dice,
            used,
            to_roll,
            forbidden,
            changed,
            attack_took,
            added,
            flags,
        } = self;
        to.write_u32(*dice);
        to.write_u16(*used);
        to.write(&[
            *to_roll,
            forbidden.bits(),
            u8::from(*changed),
            *attack_took,
            *added,
            flags.bits(),
        ]);
    }
}

impl Hash for Attack {
    fn hash<H: Hasher>(&self, to: &mut H) {
        let Attack {
            attacker,
            aimed,
            pending,
            fresh,
            unstoppable,
            attacked,
            done,
            cursor,
            back,
        } = self;
        to.write(&[attacker.n(), attacked.bits(), *cursor, *back as u8]);
        to.write_u32(done.bits());
        to.write(aimed);
        to.write(unstoppable);
        to.write(pending.as_flattened());
        to.write(fresh.as_flattened());
    }
}

/// Hashes entries one after the other. Not inlined, because the code would be repeated for each entry of an array.
#[inline(never)]
fn each<T: Hash, H: Hasher>(list: &[T], to: &mut H) {
    list.iter().for_each(|one| one.hash(to));
}

#[inline(never)]
fn words<H: Hasher>(list: &[u64], to: &mut H) {
    list.iter().for_each(|word| to.write_u64(*word));
}

fn asked_bytes(asked: Asked) -> [u8; 2] {
    match asked {
        Asked::Nobody => [0, 0],
        Asked::Seat(seat) => [1, seat.n()],
        Asked::Chance => [2, 0],
    }
}

fn chance_bytes(pending_chance: PendingChance) -> [u8; 3] {
    match pending_chance {
        PendingChance::Nothing => [0, 0, 0],
        PendingChance::Roll => [1, 0, 0],
        PendingChance::Fill => [2, 0, 0],
        PendingChance::Discard(robot) => [3, robot.n(), 0],
        PendingChance::Steal(robot, to) => [4, robot.n(), to.n()],
        PendingChance::Choice => [5, 0, 0],
        PendingChance::Top(robot) => [6, robot.n(), 0],
        PendingChance::Answers => [7, 0, 0],
        PendingChance::Borrow(part) => [8, part.byte(), 0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::HookId;
    use crate::state::ids::{CopyId, PlayerId, RobotId, SlotId};
    use crate::state::{self, PartOf, Permanent, Trigger, Until};
    use cardwright_effects::Frame;
    use cardwright_kernel::fingerprint;
    use std::collections::HashSet;

    #[test]
    fn every_field_counts() {
        let plain = || {
            let mut plain = State::bare();
            (plain.effects.depth, plain.triggers.queued) = (1, 1);
            plain
        };
        let changes: &[fn(&mut State)] = &[
            |s| s.robots[3].hand = 1,
            |s| s.robots[0].parts[5] = 1,
            |s| s.robots[1].upgrades[0] = 1,
            |s| s.robots[2].counters.set(0, 1),
            |s| s.robots[2].energy = 1,
            |s| s.robots[2].status = state::Status::Out,
            |s| s.robots[2].dice = 1,
            |s| s.robots[2].reroll = 1,
            |s| s.robots[2].done = 1,
            |s| s.robots[2].disabled = 1,
            |s| {
                s.effects.frames[0] = Frame {
                    pc: 1,
                    ..Frame::default()
                }
            },
            |s| s.unseen = 1,
            |s| s.shown = 1,
            |s| s.spied[3] = 1,
            |s| s.pile[0] = 1,
            |s| s.pile[1] = 1,
            |s| s.pile_weapons = 1,
            |s| s.top[1] = state::MarketSlot::FACE_DOWN,
            |s| s.market[5] = state::MarketSlot::FACE_DOWN,
            |s| s.attack.attacker = RobotId::Second,
            |s| s.attack.aimed[3] = 1,
            |s| s.attack.pending[3][0] = 1,
            |s| s.attack.fresh[0][3] = 1,
            |s| s.attack.unstoppable[2] = 1,
            |s| s.attack.attacked = RobotId::First.only(),
            |s| s.attack.done = state::UpgradesDone::from_bits(1 << 23),
            |s| s.attack.cursor = 1,
            |s| s.attack.back = state::Step::Parts,
            |s| s.turn.dice = 1,
            |s| s.turn.used = 1,
            |s| s.turn.to_roll = 1,
            |s| s.turn.forbidden = PlayerId::First.only(),
            |s| s.turn.changed = true,
            |s| s.turn.attack_took = 1,
            |s| s.turn.added = 1,
            |s| s.turn.flags.silence(PlayerId::First),
            |s| s.turn.flags.forbid_buying(),
            |s| s.turn.flags.set_extra(),
            |s| s.turn.flags.enter_damage_window(true),
            |s| s.gains[1] = 1,
            |s| s.turns = 1,
            |s| s.rounds = 1,
            |s| s.quiet = 1,
            |s| s.passing.set_lost(true),
            |s| s.step = state::Step::Buy,
            |s| s.asked = Asked::Chance,
            |s| s.asked = Asked::Seat(PlayerId::First),
            |s| s.asked = Asked::Seat(PlayerId::Third),
            |s| s.active = RobotId::Second,
            |s| {
                s.permanents[5] =
                    Permanent::new(CopyId::of(0).unwrap(), RobotId::First, Until::Leaves)
            },
            |s| {
                s.triggers.queue[0] = Trigger::new(HookId::Play, RobotId::Third, RobotId::Fourth, 4)
            },
            |s| s.triggers.queued = 2,
            |s| s.triggers.heard = 1,
            |s| s.struck.add(RobotId::Fourth, 8),
            |s| s.reactions = 1,
            |s| s.effects.depth = 2,
            |s| s.effects.floor = 1,
            |s| s.attacking = true,
            |s| s.pending_reveal = Some(RobotId::First),
            |s| s.passing.set_stolen(true),
            |s| s.window.pass(cardwright_kernel::Seat(0)),
            |s| s.gained = RobotId::First.only(),
            |s| s.pending_chance = PendingChance::Roll,
            |s| s.pending_chance = PendingChance::Fill,
            |s| s.pending_chance = PendingChance::Discard(RobotId::Second),
            |s| s.pending_chance = PendingChance::Steal(RobotId::Second, RobotId::Third),
            |s| s.pending_chance = PendingChance::Choice,
            |s| s.pending_chance = PendingChance::Top(RobotId::Second),
            |s| s.pending_chance = PendingChance::Answers,
            |s| {
                s.pending_chance =
                    PendingChance::Borrow(PartOf::new(RobotId::Second, SlotId::Torso))
            },
            |s| s.passing.set_again(),
            |s| s.passing.set_skips(true),
            |s| s.passing.set_last_duel(true),
            |s| s.winners = PlayerId::First.only(),
            |s| s.falling.at = 1,
            |s| s.falling.said = RobotId::First.only(),
            |s| s.falling.by = 1,
            |s| s.answering = 1,
            |s| s.copying = RobotId::First.only(),
            |s| s.guards.spare(RobotId::First),
            |s| s.guards.taunt(RobotId::First),
            |s| s.blocked.set(RobotId::Fourth, SlotId::RightLeg.only()),
            |s| s.limits.bar(6),
            |s| s.limits.set_fewer(1),
            |s| s.limits.set_fewer(2),
            |s| s.passing.set_backwards(true),
            |s| s.purchase = Purchase::new(RobotId::First, 0, 0),
            |s| s.purchase = Purchase::new(RobotId::Fourth, 0, 3),
            |s| s.purchase = Purchase::new(RobotId::First, 1, 0),
        ];
        let mut seen = HashSet::from([fingerprint(&plain())]);
        for (number, change) in changes.iter().enumerate() {
            let mut state = plain();
            change(&mut state);
            assert_ne!(state, plain(), "change {number}");
            assert!(seen.insert(fingerprint(&state)), "change {number}");
        }
    }
}
