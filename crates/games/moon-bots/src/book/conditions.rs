//! Precomputed conditions of weapons.

use crate::book::rulebook::Rulebook;
use crate::lexicon::NounId;
use crate::state::ROBOTS;
use crate::state::ids::RobotId;
use cardwright_effects::{StaticVerdict, Values, outlook};
use cardwright_kernel::ProgramId;
use cardwright_runtime::ids::Id;
use std::cell::Cell;

/// The number of combinations of condition features.
const CONDITION_FEATURES: usize = 64;

/// The weapon copies whose conditions need not be run, by the robot that holds them and its condition features.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PrecomputedConditions {
    /// The copies that cannot be played.
    pub(crate) never: [[u64; CONDITION_FEATURES]; ROBOTS],
    /// The copies that can be played.
    pub(crate) always: [[u64; CONDITION_FEATURES]; ROBOTS],
    /// By robot: the copies that cannot be played unless damage is about to hit the robot or an opponent has gained
    /// energy.
    pub(crate) loud: [u64; ROBOTS],
}

impl Default for PrecomputedConditions {
    fn default() -> PrecomputedConditions {
        PrecomputedConditions {
            never: [[0; CONDITION_FEATURES]; ROBOTS],
            always: [[0; CONDITION_FEATURES]; ROBOTS],
            loud: [0; ROBOTS],
        }
    }
}

/// Condition features of a robot that holds weapons, one bit each. It is the active robot.
pub(crate) const ACTIVE: usize = 1;

/// Damage is about to hit it.
pub(crate) const HIT: usize = 2;

/// An opponent has gained energy since the last window.
pub(crate) const FOE_GAINED: usize = 4;

/// It is the attacker of the current attack.
pub(crate) const ATTACKER: usize = 8;

/// There are unplaced dice.
pub(crate) const DICE: usize = 16;

/// An opponent is in play.
pub(crate) const FOES: usize = 32;

/// What a feature says about the value of a noun.
struct ConditionFeature {
    /// The bit of the feature, or 0 if the value depends on none.
    bit: usize,
    /// The values if the feature is present.
    seen: Values,
    /// The values if it is not.
    otherwise: Values,
}

impl PrecomputedConditions {
    /// Precomputes the conditions of all weapons as far as features determine them.
    pub(crate) fn of(book: &Rulebook) -> PrecomputedConditions {
        let mut precomputed = PrecomputedConditions::default();
        for holder in RobotId::all() {
            let robot = holder.index();
            for weapon in &book.weapons {
                let outlooks = outlooks(book, weapon.can, holder);
                for (features, outlook) in outlooks.into_iter().enumerate() {
                    match outlook {
                        StaticVerdict::Never => precomputed.never[robot][features] |= weapon.copies,
                        StaticVerdict::Always => {
                            precomputed.always[robot][features] |= weapon.copies
                        }
                        StaticVerdict::Open => {}
                    }
                }
            }
            let quiet =
                (0..CONDITION_FEATURES).filter(|features| features & (HIT | FOE_GAINED) == 0);
            precomputed.loud[robot] = quiet.fold(u64::MAX, |loud, features| {
                loud & precomputed.never[robot][features]
            });
        }
        precomputed
    }
}

/// The possible results of a weapon's condition, by the features of the robot that holds it.
fn outlooks(
    book: &Rulebook,
    can: Option<ProgramId>,
    robot: RobotId,
) -> [StaticVerdict; CONDITION_FEATURES] {
    let Some(can) = can else {
        return [StaticVerdict::Always; CONDITION_FEATURES];
    };
    let program = &book.bound[can].program;
    // Only features that the condition may depend on matter. To find these, every path is followed.
    let asked = Cell::new(0);
    let note = |noun, args| {
        let ConditionFeature { bit, otherwise, .. } = condition_feature(book, noun, args, robot);
        asked.set(asked.get() | bit);
        if bit == 0 { otherwise } else { Values::ANY }
    };
    outlook(program, robot.n(), &note);
    let mut outlooks = [StaticVerdict::Open; CONDITION_FEATURES];
    for features in 0..CONDITION_FEATURES {
        outlooks[features] = match features & asked.get() {
            alike if alike != features => outlooks[alike],
            _ => outlook(program, robot.n(), &|noun, args| {
                let ConditionFeature {
                    bit,
                    seen,
                    otherwise,
                } = condition_feature(book, noun, args, robot);
                if features & bit != 0 { seen } else { otherwise }
            }),
        };
    }
    outlooks
}

/// The feature that determines the value of a noun for a robot that holds a weapon.
fn condition_feature(
    book: &Rulebook,
    noun: u8,
    [who, _]: [Values; 2],
    robot: RobotId,
) -> ConditionFeature {
    let (me, others) = (
        Values::one(robot.into()),
        Values::members(robot.others().bits()),
    );
    let (no, yes, own) = (Values::one(0), Values::one(1), who == me);
    let by = |bit, seen, otherwise| ConditionFeature {
        bit,
        seen,
        otherwise,
    };
    match NounId::of(noun) {
        Some(NounId::Active) => by(ACTIVE, me, others),
        Some(NounId::Attacker) => by(ATTACKER, me, others),
        Some(NounId::Pending) if own => by(HIT, Values::SOME, no),
        Some(NounId::OpponentGained) if own => by(FOE_GAINED, yes, no),
        Some(NounId::DiceShown) => by(DICE, Values::SOME, no),
        Some(NounId::Opponents) if own => by(FOES, Values::SOME, no),
        Some(NounId::Others) if own => by(FOES, Values::SOME, Values::ANY),
        // Only robots in play can play weapons.
        Some(NounId::InPlayNow) if own => by(0, yes, yes),
        Some(NounId::Rule) => match who.only() {
            Some(variant) => by(0, no, Values::one(book.options.has_variant(variant).into())),
            None => by(0, no, Values::ANY),
        },
        _ => by(0, no, Values::ANY),
    }
}
