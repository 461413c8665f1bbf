//! Why a shot, an attack, a block or a chain is not allowed.

use super::conditions;
use crate::book::rulebook::Rulebook;
use crate::facts::engagement::{self, BlockFlaw, ChainFlaw};
use crate::facts::{names, reactions, values};
use crate::legal::list;
use crate::lexicon::HookId;
use crate::options::{No, Yes};
use crate::rules::{
    AT_EQUIPMENT, ATTACK, BLOCK, CHAINS, FIRE, FLYING, HALF, LASTING_CHAINS, MAY, NAMED, NEW,
    NO_CHAINS, ON_MOON, RECHARGING, SEVERAL, TARGETS, TOLL,
};
use crate::state::{
    NEW as IS_NEW, Named, PlayerId, RECHARGING as RECHARGES, Spot, State, Step, Unit,
};
use crate::text::question;
use crate::why;
use cardwright_kernel::{Cite, Cites, Refusal, RuleId};

pub(crate) fn no_attack_at(book: &Rulebook, s: &State, seat: PlayerId, at: Spot) -> Refusal {
    if book.options.attack_equipment == No::No {
        return Refusal::new("fighters attack players, not Equipment", AT_EQUIPMENT)
            .help("write `attack` and a player; only long range hits Equipment");
    }
    if list::moment(s).is_some() || s.step != Step::Attack {
        return why_no_attack_now(book, s, seat);
    }
    let name = names::spot_name_or(book, s, at);
    Refusal::new(
        format!("{name} is not an opponent's Equipment that may be attacked"),
        AT_EQUIPMENT,
    )
    .help(question::question_text(book, s))
}

pub(crate) fn no_fire(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    spot: Spot,
    named: Named,
    now: bool,
) -> Option<Refusal> {
    let early = why::wrong_time(
        book,
        s,
        now,
        FIRE,
        "shots are fired in your own combat phase, before the attack",
    )
    .or_else(|| why::not_own(book, s, seat, spot, FIRE));
    if early.is_some() {
        return early;
    }
    let unit = s.unit(spot)?;
    let name = names::spot_name(book, s, spot);
    if unit.is_on_moon() {
        return Some(Refusal::new(format!("{name} is on a Moon"), ON_MOON));
    }
    if unit.is(RECHARGES) {
        return Some(Refusal::new(format!("{name} is recharging"), RECHARGING));
    }
    if !list::may_fire(book, s, spot, unit) {
        return Some(Refusal::new(format!("{name} has no long range"), FIRE));
    }
    if let Some(refusal) = no_target(book, s, named) {
        return Some(refusal);
    }
    Some(match named {
        Named::Battery(_) | Named::Player(_) => {
            Refusal::new("long range does not hit Batteries", FIRE)
                .help("name an opponent's fighter or Equipment")
        }
        Named::Unit(at) => Refusal::new(
            format!(
                "{} is not a target of an opponent",
                names::spot_name_or(book, s, at)
            ),
            NAMED,
        ),
        Named::Nothing | Named::Gone => Refusal::new("a shot must name a target", FIRE),
    })
}

/// Why a card on the table is no target of anything.
pub(super) fn no_target(book: &Rulebook, s: &State, named: Named) -> Option<Refusal> {
    let Named::Unit(at) = named else { return None };
    let unit = s.unit(at).filter(|unit| !values::is_target(book, unit))?;
    let name = names::spot_name(book, s, at);
    let message = format!("{name} is not a target");
    Some(if unit.is_on_moon() {
        Refusal::new(message, TARGETS).fact(format!("{name} is on a Moon"))
    } else if values::is_half(book, unit) {
        Refusal::new(message, Cites::from(HALF).and(TARGETS))
            .fact(format!("{name} is a half that waits for the other"))
    } else {
        Refusal::new(message, TARGETS)
    })
}

/// The name of the fighter that is asked in this step.
pub(crate) fn fighter(book: &Rulebook, s: &State, seat: PlayerId) -> String {
    names::name_at(book, s, s.at_cursor(seat))
}

pub(crate) fn no_attack(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    foe: PlayerId,
) -> Option<Refusal> {
    if list::moment(s).is_some() || s.step != Step::Attack {
        return Some(why_no_attack_now(book, s, seat));
    }
    let ready = |spot: &Spot| {
        s.unit(*spot)
            .is_some_and(|unit| engagement::may_attack(book, unit))
    };
    if s.at_cursor(seat).filter(ready).is_none() {
        return Some(nobody_attacks(book, s, seat));
    }
    let can = s
        .at_cursor(seat)
        .is_none_or(|spot| engagement::can_attack(book, s, spot, foe));
    Some(match foe == seat {
        true => Refusal::new("you cannot attack yourself", ATTACK),
        false if !s.side(foe).out && !can => {
            let vault = s.side(seat).vault;
            let toll = s
                .at_cursor(seat)
                .map_or(0, |spot| engagement::toll(book, s, spot, foe));
            if toll > vault {
                let message = format!(
                    "{} cannot attack player {}: that costs {toll} {}",
                    fighter(book, s, seat),
                    foe.number(),
                    if toll == 1 { "coin" } else { "coins" }
                );
                return Some(Refusal::new(message, TOLL).fact(format!("the Vault has {vault}")));
            }
            let own = s.at_cursor(seat).into_iter();
            let fighters = own
                .clone()
                .flat_map(|own| engagement::declared(book, s, own));
            let own_conditions = fighters.map(|one| (one, HookId::CanAttack, foe.into()));
            let allowed = own_conditions
                .clone()
                .all(|(one, hook, foe)| reactions::asks_unit(book, s, one, hook, foe));
            if allowed {
                let message = format!(
                    "{} may not attack player {}",
                    fighter(book, s, seat),
                    foe.number()
                );
                let defenders = own.flat_map(|own| engagement::defenders(book, s, own, foe));
                return Some(conditions::of_units(book, s, message, defenders));
            }
            let message = format!("the condition of {} does not hold", fighter(book, s, seat));
            conditions::of_units(book, s, message, own_conditions)
        }
        false => Refusal::new(
            format!("player {} is not an opponent in the game", foe.number()),
            ATTACK,
        )
        .help(question::question_text(book, s)),
    })
}

fn why_no_attack_now(book: &Rulebook, s: &State, seat: PlayerId) -> Refusal {
    let first = Refusal::new("attackers are not declared now", ATTACK)
        .help(question::question_text(book, s));
    idle(book, s, seat)
        .map(|(fact, _)| fact)
        .fold(first, Refusal::fact)
}

/// The fighters of a player that may not attack in this turn, each with the clause.
fn idle(book: &Rulebook, s: &State, seat: PlayerId) -> impl Iterator<Item = (String, RuleId)> {
    let units = s.side(seat).present();
    let idle = units
        .filter(|(_, unit)| values::in_front(book, unit) && !engagement::may_attack(book, unit));
    idle.map(move |(at, unit)| {
        let name = names::spot_name(book, s, Spot { seat, at });
        match unit.is(IS_NEW) {
            true => (format!("{name} is new"), NEW),
            false => (format!("{name} is recharging"), RECHARGING),
        }
    })
}

/// Refuses an attack because no fighter of the player may attack any more.
fn nobody_attacks(book: &Rulebook, s: &State, seat: PlayerId) -> Refusal {
    let message = format!("no fighter of player {} may attack", seat.number());
    let (mut cites, mut facts) = (Cites::from(ATTACK), Vec::new());
    for (fact, rule) in idle(book, s, seat) {
        facts.push(fact);
        if !cites.iter().any(|cite| cite == Cite::from(rule)) {
            cites = cites.and(rule);
        }
    }
    facts
        .into_iter()
        .fold(Refusal::new(message, cites), Refusal::fact)
}

/// The facts about the fighters of a decision that names none: which one decides, and which may not.
pub(crate) fn who_decides(book: &Rulebook, s: &State, seat: PlayerId) -> Vec<String> {
    let decides = format!("{} decides now", fighter(book, s, seat));
    let idle = idle(book, s, seat).map(|(fact, _)| fact);
    let idle = idle.filter(|_| s.step == Step::Attack);
    std::iter::once(decides).chain(idle).collect()
}

/// Whether a fighter may be asked to block now.
fn can_block(book: &Rulebook, s: &State, spot: Spot) -> bool {
    let ready = |unit: &Unit| engagement::may_block(book, unit) && !unit.fights();
    s.unit(spot).is_some_and(ready)
}

pub(crate) fn no_block(book: &Rulebook, s: &State, seat: PlayerId, spot: Spot) -> Option<Refusal> {
    let blocks = list::moment(s).is_none() && s.step == Step::Block;
    if !blocks {
        let message = match seat == s.active {
            true => "in your own turn your fighters attack and do not block",
            false => "blockers are not declared now",
        };
        return Some(Refusal::new(message, BLOCK).help(question::question_text(book, s)));
    }
    let asked = s.at_cursor(seat).filter(|own| can_block(book, s, *own));
    // If nobody could block, the first fighter that is not in the combat yet shows why.
    let mut rest = s
        .side(seat)
        .present()
        .filter(|(_, unit)| values::in_front(book, unit) && !unit.fights());
    let Some(own) = asked.or_else(|| rest.next().map(|(at, _)| Spot { seat, at })) else {
        let message = format!("player {} has no fighter that may block", seat.number());
        return Some(Refusal::new(message, BLOCK));
    };
    let (name, attacker) = (
        names::spot_name(book, s, own),
        names::spot_name_or(book, s, spot),
    );
    if s.unit(own).is_some_and(|unit| unit.is(RECHARGES)) {
        return Some(Refusal::new(format!("{name} is recharging"), RECHARGING));
    }
    let flaw = match spot.seat == s.active {
        true => engagement::block_flaw(book, s, own, spot.at),
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
        .help(
            match s.unit(own).is_some_and(|unit| values::chains(book, unit)) {
                true => "join the other blocker as a chain",
                false => "block another attacker, or stay",
            },
        ),
        Some(BlockFlaw::Condition) => {
            let message = format!("a condition does not let {name} block {attacker}");
            let conditions = engagement::to_meet(book, s, own, spot.at);
            conditions::of_units(book, s, message, conditions)
        }
        Some(BlockFlaw::AttacksAnother) => {
            Refusal::new(format!("{attacker} attacks another player"), BLOCK)
        }
        _ => Refusal::new(format!("{attacker} does not attack"), BLOCK)
            .help(question::question_text(book, s)),
    })
}

pub(crate) fn no_chain(book: &Rulebook, s: &State, seat: PlayerId, spot: Spot) -> Option<Refusal> {
    if book.options.chaining == Yes::No {
        return Some(Refusal::new(
            "this game is played without chains",
            NO_CHAINS,
        ));
    }
    let step = list::moment(s).is_none() && matches!(s.step, Step::Attack | Step::Block);
    let early = why::wrong_time(
        book,
        s,
        step,
        CHAINS,
        "chains are formed when attackers or blockers are declared",
    );
    if early.is_some() {
        return early;
    }
    if engagement::chains_last(book) {
        return Some(Refusal::new(
            "chains are formed in the Play phase",
            LASTING_CHAINS,
        ));
    }
    let own = s.at_cursor(seat)?;
    let unit = s.unit(own)?;
    let name = fighter(book, s, seat);
    if !values::chains(book, unit) {
        return Some(Refusal::new(format!("{name} has no Chaining"), CHAINS));
    }
    let other = names::spot_name_or(book, s, spot);
    let flaw = if spot.seat == seat {
        engagement::chain_flaw(book, s, own, unit, spot.at)
    } else {
        Some(ChainFlaw::Nobody)
    };
    Some(match flaw? {
        ChainFlaw::Nobody => {
            Refusal::new(format!("{other} leads no fighters of this combat"), CHAINS)
                .help(question::question_text(book, s))
        }
        ChainFlaw::Full => Refusal::new(format!("the chain of {other} has 3 Monsters"), CHAINS),
        ChainFlaw::NoChaining => Refusal::new(format!("{other} has no Chaining"), CHAINS),
        ChainFlaw::Flies => Refusal::new(
            format!("{name} does not fly, and the attacker does"),
            FLYING,
        ),
        ChainFlaw::Condition => Refusal::new(format!("a condition of {name} does not hold"), MAY),
    })
}
