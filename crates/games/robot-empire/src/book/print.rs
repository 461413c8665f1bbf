//! The printed data of card definitions that play reads all the time, in a few bytes, so that all of it stays in the
//! cache.

use crate::book::card_defs::{CardDef, NO_PROGRAM, Upgrade};
use crate::lexicon::{HookId, KindId, NamesId};
use crate::state::{INSTANT, PERMANENT, Unit};
use cardwright_kernel::ProgramId;

/// It is a Robot.
pub(crate) const ROBOT: u16 = 1;

/// It is a Monster.
pub(crate) const MONSTER: u16 = 2;

/// It is Equipment.
pub(crate) const EQUIPMENT: u16 = 4;

/// It is half of a Mega Robot.
pub(crate) const HALF: u16 = 8;

/// It is a Moon.
pub(crate) const MOON: u16 = 16;

/// It is an Agent.
pub(crate) const AGENT: u16 = 32;

/// It is a Super Weapon.
pub(crate) const SUPER_WEAPON: u16 = 64;

/// It is flying.
pub(crate) const FLYING: u16 = 128;

/// It may form chains.
pub(crate) const CHAINING: u16 = 256;

/// 1d6 is part of its attack.
pub(crate) const ATTACK_DIE: u16 = 512;

/// 1d6 is part of its defence.
pub(crate) const DEFENCE_DIE: u16 = 1024;

/// It may be blocked by one blocker only.
pub(crate) const SINGLE_BLOCKER: u16 = 2048;

/// It can be tapped in the windows for taps.
pub(crate) const TAP: u16 = 4096;

/// It is tapped in its player's Play phase only.
pub(crate) const TAP_IN_PLAY: u16 = 32768;

/// It costs 1d6.
pub(crate) const COST_DIE: u16 = 8192;

/// It is a Component.
pub(crate) const COMPONENT: u16 = 16384;

/// A fighter: a Robot or Monster. An assembled Mega Robot is also a fighter.
pub(crate) const FIGHTER: u16 = ROBOT | MONSTER;

/// Cards played in the Play phase.
pub(crate) const COMES_OUT: u16 = ROBOT | MONSTER | EQUIPMENT | HALF | COMPONENT;

/// It, or a card installed on it or assembled with it, may have a Permanent.
pub(crate) const HAS_PERMANENT: u16 = 1;

/// The same for an Instant.
pub(crate) const HAS_INSTANT: u16 = 2;

/// It may be tapped in the windows for taps.
pub(crate) const TAPS: u16 = 4;

/// It may be tapped in its player's Play phase.
pub(crate) const TAPS_IN_PLAY: u16 = 512;

/// It may fire.
pub(crate) const FIRES: u16 = 8;

/// It may fly, with an upgrade or without.
pub(crate) const FLIES: u16 = 16;

/// It may be half of a Mega Robot.
pub(crate) const HALVES: u16 = 32;

/// It may collect coins.
pub(crate) const COLLECTS: u16 = 64;

/// Its defence may be a die.
pub(crate) const BRACES: u16 = 128;

/// Its attack may be a die.
pub(crate) const ROLLS: u16 = 256;

/// The bit for the first copy of its card definition in a hand, in the byte for all cards.
const ANY_PLACE: u32 = 1;

/// The same in the byte for Agents.
const AGENT_PLACE: u32 = 1 << 8;

/// The same in the byte for Super Weapons.
const WEAPON_PLACE: u32 = 1 << 16;

/// The same in the byte for cards played in the Play phase.
const COMING_PLACE: u32 = 1 << 24;

/// The cost of an upgrade that a card definition does not have: more than any Vault holds.
pub(crate) const NEVER: u16 = u16::MAX;

/// The printed data of a card definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Print {
    /// Its properties, with one bit for each.
    pub(crate) is: u16,
    /// The cost of its Permanent in coins; more than any Vault holds if it has none.
    pub(crate) permanent: u16,
    /// The same for its Instant.
    pub(crate) instant: u16,
    /// The program of its condition on targets, or [`NO_PROGRAM`].
    pub(crate) can: ProgramId,
    /// The kind of target that it names.
    pub(crate) names: NamesId,
    /// Its role in a hand: one bit in each byte that applies, to be shifted to its place in the hand.
    pub(crate) in_hand: u32,
    /// Its cost if it is an Agent, or 0 if cards may change it; otherwise more than any card costs.
    pub(crate) agent_cost: u8,
    /// What it may be able to do on the table, with one bit for each ability.
    pub(crate) able: u16,
    /// The coins that must be in the Vault to play it: its cost, or one coin if the cost is a die; 0 if cards may
    /// change its cost.
    pub(crate) price: u8,
    /// Its cost; 0 if cards may change it.
    pub(crate) cost: u8,
    pub(crate) attack: u8,
    pub(crate) defence: u8,
    pub(crate) long_range: u8,
    pub(crate) collect: u8,
    pub(crate) landing: u8,
}

impl Print {
    /// The data of no card.
    pub(crate) const NONE: Print = Print {
        is: 0,
        permanent: NEVER,
        instant: NEVER,
        can: NO_PROGRAM,
        names: NamesId::Nothing,
        in_hand: ANY_PLACE,
        agent_cost: u8::MAX,
        able: 0,
        price: u8::MAX,
        cost: 0,
        attack: 0,
        defence: 0,
        long_range: 0,
        collect: 0,
        landing: 0,
    };

    /// The data of a card definition whose programs are known.
    pub(crate) fn of(def: &CardDef) -> Print {
        let kind = match def.kind {
            KindId::Robot => ROBOT,
            KindId::Monster => MONSTER,
            KindId::Equipment => EQUIPMENT,
            KindId::MegaTop | KindId::MegaLegs => HALF,
            KindId::Moon => MOON,
            KindId::Agent => AGENT,
            KindId::SuperWeapon => SUPER_WEAPON,
            KindId::Component => COMPONENT,
            KindId::Setup => 0,
        };
        let tap = def.program(HookId::Tap).is_some();
        let flags = [
            (def.flying, FLYING),
            (def.chaining, CHAINING),
            (def.attack_die, ATTACK_DIE),
            (def.defence_die, DEFENCE_DIE),
            (def.single_blocker, SINGLE_BLOCKER),
            (tap && !def.tap_in_play, TAP),
            (tap && def.tap_in_play, TAP_IN_PLAY),
            (def.cost_die > 0, COST_DIE),
        ];
        let able = [
            (def.permanent.there, HAS_PERMANENT),
            (def.instant.there, HAS_INSTANT),
            (tap && !def.tap_in_play, TAPS),
            (tap && def.tap_in_play, TAPS_IN_PLAY),
            (def.long_range > 0, FIRES),
            (
                def.flying || def.permanent.flying || def.instant.flying,
                FLIES,
            ),
            (kind == HALF, HALVES),
            (def.collect > 0, COLLECTS),
            (def.defence_die, BRACES),
            (def.attack_die, ROLLS),
        ];
        let in_hand = [
            (AGENT, AGENT_PLACE),
            (SUPER_WEAPON, WEAPON_PLACE),
            (COMES_OUT, COMING_PLACE),
        ];
        let (can, _) = def.names.hooks();
        let coins = |upgrade: Upgrade| {
            if upgrade.there {
                upgrade.cost.into()
            } else {
                NEVER
            }
        };
        Print {
            is: flags.iter().fold(
                kind,
                |all, (there, flag)| if *there { all | flag } else { all },
            ),
            permanent: coins(def.permanent),
            instant: coins(def.instant),
            can: def.program(can).unwrap_or(NO_PROGRAM),
            names: def.names,
            in_hand: in_hand.iter().fold(ANY_PLACE, |all, (flags, place)| {
                if kind & flags != 0 { all | place } else { all }
            }),
            agent_cost: if kind == AGENT { def.cost } else { u8::MAX },
            able: able.iter().fold(
                0,
                |all, (there, flag)| if *there { all | flag } else { all },
            ),
            price: if def.cost_die > 0 { 1 } else { def.cost },
            cost: def.cost,
            attack: def.attack,
            defence: def.defence,
            long_range: def.long_range,
            collect: def.collect,
            landing: def.landing,
        }
    }

    /// Other cards, or its own script, may make it cheaper: only its cost as calculated shows whether it can be paid.
    pub(crate) fn may_be_free(&mut self) {
        self.cost = 0;
        if !self.is(COST_DIE) {
            self.price = 0;
        }
        if self.is(AGENT) {
            self.agent_cost = 0;
        }
    }

    /// Whether it has any of these properties.
    #[inline]
    pub(crate) fn is(&self, flags: u16) -> bool {
        self.is & flags != 0
    }
}

impl Unit {
    /// Whether a card has only its printed values: no legs, no Components, no upgrades, no changes by cards.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.legs() == 0 && !self.has_parts() && !self.is(PERMANENT | INSTANT) && !self.is_changed()
    }
}
