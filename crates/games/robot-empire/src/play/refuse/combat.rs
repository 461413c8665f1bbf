//! Why a shot, an attack, a block or a chain is not allowed.

use crate::cards::book::Rulebook;
use crate::options::{No, Yes};
use crate::play::combat::{BlockFlaw, ChainFlaw};
use crate::rules::*;
use crate::state::{NEW as IS_NEW, Named, PlayerId, RECHARGING as RECHARGES, Spot, State, Step};
use cardwright_kernel::Refusal;

impl Rulebook {
    pub(super) fn no_attack_at(&self, s: &State, seat: PlayerId, at: Spot) -> Refusal {
        if self.options.attack_equipment == No::No {
            return Refusal::new("fighters attack players, not Equipment", AT_EQUIPMENT)
                .help("write `attack` and a player; only long range hits Equipment");
        }
        if self.moment(s).is_some() || s.step != Step::Attack {
            return self.why_no_attack_now(s, seat);
        }
        let name = self.spot_name_or(s, at);
        Refusal::new(
            format!("{name} is not an opponent's Equipment that may be attacked"),
            AT_EQUIPMENT,
        )
        .help(self.question_text(s))
    }

    pub(super) fn no_fire(
        &self,
        s: &State,
        seat: PlayerId,
        spot: Spot,
        named: Named,
        now: bool,
    ) -> Option<Refusal> {
        let early = self
            .wrong_time(
                s,
                now,
                FIRE,
                "shots are fired in your own combat phase, before the attack",
            )
            .or_else(|| self.not_own(s, seat, spot, FIRE));
        if early.is_some() {
            return early;
        }
        let unit = s.unit(spot)?;
        let name = self.spot_name(s, spot);
        if unit.is_on_moon() {
            return Some(Refusal::new(format!("{name} is on a Moon"), ON_MOON));
        }
        if unit.is(RECHARGES) {
            return Some(Refusal::new(format!("{name} is recharging"), RECHARGING));
        }
        if !self.may_fire(unit) {
            return Some(Refusal::new(format!("{name} has no long range"), FIRE));
        }
        Some(match named {
            Named::Battery(_) | Named::Player(_) => {
                Refusal::new("long range does not hit Batteries", FIRE)
                    .help("name an opponent's fighter or Equipment")
            }
            Named::Unit(at) if s.unit(at).is_some_and(|unit| !self.is_target(unit)) => {
                Refusal::new(
                    format!("{} is not a target", self.spot_name(s, at)),
                    TARGETS,
                )
            }
            Named::Unit(at) => Refusal::new(
                format!(
                    "{} is not a target of an opponent",
                    self.spot_name_or(s, at)
                ),
                NAMED,
            ),
            Named::Nothing | Named::Gone => Refusal::new("a shot must name a target", FIRE),
        })
    }

    /// The name of the fighter that is asked in this step.
    pub(super) fn fighter(&self, s: &State, seat: PlayerId) -> String {
        self.name_at(s, s.at_cursor(seat))
    }

    pub(super) fn no_attack(&self, s: &State, seat: PlayerId, foe: PlayerId) -> Option<Refusal> {
        if self.moment(s).is_some() || s.step != Step::Attack {
            return Some(self.why_no_attack_now(s, seat));
        }
        let can = s
            .at_cursor(seat)
            .is_none_or(|spot| self.can_attack(s, spot, foe));
        Some(match foe == seat {
            true => Refusal::new("you cannot attack yourself", ATTACK),
            false if !s.side(foe).out && !can => {
                let message = format!("the condition of {} does not hold", self.fighter(s, seat));
                Refusal::new(message, MAY)
            }
            false => Refusal::new(
                format!("player {} is not an opponent in the game", foe.number()),
                ATTACK,
            )
            .help(self.question_text(s)),
        })
    }

    pub(super) fn why_no_attack_now(&self, s: &State, seat: PlayerId) -> Refusal {
        let idle = s
            .side(seat)
            .present()
            .filter(|(_, unit)| self.in_front(unit) && !self.may_attack(unit));
        let facts = idle.map(|(at, unit)| {
            let why = if unit.is(IS_NEW) { "new" } else { "recharging" };
            format!("{} is {why}", self.spot_name(s, Spot { seat, at }))
        });
        let first =
            Refusal::new("attackers are not declared now", ATTACK).help(self.question_text(s));
        facts.fold(first, Refusal::fact)
    }

    pub(super) fn no_block(&self, s: &State, seat: PlayerId, spot: Spot) -> Option<Refusal> {
        let blocks = self.moment(s).is_none() && s.step == Step::Block;
        let own = s
            .at_cursor(seat)
            .filter(|own| blocks && s.unit(*own).is_some());
        let Some(own) = own else {
            return Some(
                Refusal::new("blockers are not declared now", BLOCK).help(self.question_text(s)),
            );
        };
        let (name, attacker) = (self.fighter(s, seat), self.spot_name_or(s, spot));
        let flaw = match spot.seat == s.active {
            true => self.block_flaw(s, own, spot.at),
            false => Some(BlockFlaw::NoAttacker),
        };
        Some(match flaw {
            Some(BlockFlaw::Flies) => {
                Refusal::new(format!("{attacker} flies and {name} does not"), FLYING)
            }
            Some(BlockFlaw::OneOnly) => Refusal::new(
                format!("{attacker} may be blocked by one blocker only"),
                SEVERAL,
            )
            .help("join the other blocker as a chain"),
            Some(BlockFlaw::Condition) => Refusal::new(
                format!("a condition does not let {name} block {attacker}"),
                MAY,
            ),
            Some(BlockFlaw::AttacksAnother) => {
                Refusal::new(format!("{attacker} attacks another player"), BLOCK)
            }
            _ => Refusal::new(format!("{attacker} does not attack"), BLOCK)
                .help(self.question_text(s)),
        })
    }

    pub(super) fn no_chain(&self, s: &State, seat: PlayerId, spot: Spot) -> Option<Refusal> {
        if self.options.chaining == Yes::No {
            return Some(Refusal::new(
                "this game is played without chains",
                NO_CHAINS,
            ));
        }
        let step = self.moment(s).is_none() && matches!(s.step, Step::Attack | Step::Block);
        let early = self.wrong_time(
            s,
            step,
            CHAINS,
            "chains are formed when attackers or blockers are declared",
        );
        if early.is_some() {
            return early;
        }
        if self.chains_last() {
            return Some(Refusal::new(
                "chains are formed in the Play phase",
                LASTING_CHAINS,
            ));
        }
        let own = s.at_cursor(seat)?;
        let unit = s.unit(own)?;
        let name = self.fighter(s, seat);
        if !self.chains(unit) {
            return Some(Refusal::new(format!("{name} has no Chaining"), CHAINS));
        }
        let other = self.spot_name_or(s, spot);
        let flaw = if spot.seat == seat {
            self.chain_flaw(s, own, unit, spot.at)
        } else {
            Some(ChainFlaw::Nobody)
        };
        Some(match flaw? {
            ChainFlaw::Nobody => {
                Refusal::new(format!("{other} leads no fighters of this combat"), CHAINS)
                    .help(self.question_text(s))
            }
            ChainFlaw::Full => Refusal::new(format!("the chain of {other} has 3 Monsters"), CHAINS),
            ChainFlaw::NoChaining => Refusal::new(format!("{other} has no Chaining"), CHAINS),
            ChainFlaw::Flies => Refusal::new(
                format!("{name} does not fly, and the attacker does"),
                FLYING,
            ),
            ChainFlaw::Condition => {
                Refusal::new(format!("a condition of {name} does not hold"), MAY)
            }
        })
    }
}
