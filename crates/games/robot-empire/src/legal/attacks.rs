//! Attacks and blocks.

use crate::actions::{Action, Each, More};
use crate::book::rulebook::Rulebook;
use crate::facts::fights::leaders;
use crate::facts::{engagement, reactions, values};
use crate::lexicon::HookId;
use crate::options::No;
use crate::state::{Spot, State};

pub(crate) fn list_attacks(book: &Rulebook, s: &State, each: &mut impl Each) -> More {
    if !book.listens(HookId::MustAttack) || !must_attack(book, s) {
        each(Action::Stay)?;
    }
    assaults(book, s, each)
}

/// Whether the fighter whose turn it is to attack must do so, and can (clause RE-6.16).
#[cold]
pub(crate) fn must_attack(book: &Rulebook, s: &State) -> bool {
    let must = |spot: Spot| {
        s.unit(spot)
            .is_some_and(|unit| reactions::has_hook(book, unit, HookId::MustAttack))
            && reactions::asks_unit(book, s, spot, HookId::MustAttack, 0)
    };
    s.at_cursor(s.active).is_some_and(must)
        && assaults(book, s, &mut |_| More::Break(())).is_break()
}

/// The attack that the next fighter must make, if it is the only action.
#[cold]
pub(crate) fn only_attack(book: &Rulebook, s: &State) -> Option<Action> {
    let mut only = None;
    let _ = list_attacks(book, s, &mut |action| {
        only = Some(action);
        More::Break(())
    });
    only.filter(|action| *action != Action::Stay)
}

/// The attacks of the next fighter.
fn assaults(book: &Rulebook, s: &State, each: &mut impl Each) -> More {
    let unit = |spot: Spot| {
        Some((
            spot,
            s.unit(spot)
                .filter(|unit| engagement::may_attack(book, unit))?,
        ))
    };
    let Some((spot, unit)) = s.at_cursor(s.active).and_then(unit) else {
        return More::Continue(());
    };
    for foe in values::opponents(book, s, s.active)
        .filter(|foe| engagement::can_attack(book, s, spot, *foe))
    {
        each(Action::Attack(foe))?;
        if book.options.attack_equipment == No::Yes {
            for (at, _) in s
                .side(foe)
                .present()
                .filter(|(_, unit)| values::is_equipment(book, unit))
            {
                each(Action::AttackAt(Spot { seat: foe, at }))?;
            }
        }
    }
    engagement::chains_to(book, s, spot, unit, each)
}

pub(crate) fn list_blocks(book: &Rulebook, s: &State, each: &mut impl Each) -> More {
    each(Action::Stay)?;
    let unit = |spot: Spot| {
        Some((
            spot,
            s.unit(spot)
                .filter(|unit| engagement::may_block(book, unit))?,
        ))
    };
    let Some((spot, unit)) = s.at_cursor(s.blocking).and_then(unit) else {
        return More::Continue(());
    };
    let chained = leaders(s, s.active, |unit| unit.chain() != 0);
    for at in engagement::groups(s, s.active) {
        let attacker = Spot { seat: s.active, at };
        let flaw = match s.unit(attacker).filter(|_| !chained.contains(at)) {
            Some(alone) => {
                engagement::flaw_against(book, s, spot, at, std::iter::once((at, alone)))
            }
            None => engagement::block_flaw(book, s, spot, at),
        };
        if flaw.is_none() {
            each(Action::Block(attacker))?;
        }
    }
    engagement::chains_to(book, s, spot, unit, each)
}
