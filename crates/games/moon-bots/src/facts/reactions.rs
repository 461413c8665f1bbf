//! Which cards react to what.

use crate::book::rulebook::Rulebook;
use crate::facts::players;
use crate::lexicon::{HookId, LEXICON};
use crate::state::ids::{CardId, DamageId, RobotId, Robots};
use crate::state::{FRONT, SLOTS, State, Trigger, UPGRADES};
use cardwright_effects::{Frame, Ty};
use cardwright_kernel::ProgramId;
use cardwright_runtime::ids::Id;

/// The robot in play whose attack takes the last energy of this robot, which is about to be eliminated.
pub(crate) fn felled_by(state: &State, robot: RobotId) -> Robots {
    match state.falling.attacker() {
        Some(attacker) if state.falling.struck().contains(robot) && attacker != robot => {
            state.in_play() & attacker.only()
        }
        _ => Robots::EMPTY,
    }
}

/// The robot that makes the current attack. In a reaction to damage, the robot that dealt it: the attack is over, but its
/// trigger waits until every card has reacted.
pub(crate) fn attacker(book: &Rulebook, state: &State, frame: &Frame) -> RobotId {
    let trigger = state.triggers.queue[0];
    match book.bound[frame.program].hook.and_then(HookId::of) {
        Some(HookId::OnHit | HookId::OnAnyHit) => trigger.who(),
        Some(HookId::OnDamaged | HookId::OnOtherDamaged) => trigger.other(),
        _ => state.attack.attacker,
    }
}

/// Whether the damage that a card reacts to included points of a type.
pub(crate) fn taken_with(book: &Rulebook, state: &State, frame: &Frame, damage: DamageId) -> bool {
    let trigger = state.triggers.queue[0];
    let hit = match book.bound[frame.program].hook.and_then(HookId::of) {
        Some(HookId::OnHit) => trigger.other().only(),
        Some(HookId::OnDamaged | HookId::OnOtherDamaged) => trigger.who().only(),
        Some(HookId::OnAnyHit) => Robots::full(),
        _ => Robots::EMPTY,
    };
    hit.iter().any(|robot| state.struck.with(robot, damage))
}

/// The effect of the card at a place in front of a robot in a hook, if any: the program, and the cause for its
/// frame (the slot, the upgrade's place, or the weapon's copy).
#[inline]
pub(crate) fn reaction(
    book: &Rulebook,
    state: &State,
    robot: RobotId,
    place: usize,
    hook: HookId,
) -> Option<(ProgramId, u8)> {
    let own = &state.robots[usize::from(robot)];
    let (hooks, cause) = if place < SLOTS {
        (hooks_of(book, own.parts[place]), place as u8)
    } else if place < SLOTS + UPGRADES {
        if own.disabled >> (place - SLOTS) & 1 != 0 {
            return None;
        }
        (
            hooks_of(book, own.upgrades[place - SLOTS]),
            (place - SLOTS) as u8,
        )
    } else {
        let permanent = state.permanents.get(place - SLOTS - UPGRADES)?;
        let copy = permanent.copy().filter(|_| permanent.owner() == robot)?;
        (
            &book.weapons[usize::from(book.weapon_of[copy.index()])].hooks[..],
            copy.n(),
        )
    };
    hooks
        .iter()
        .find(|(own, _)| *own == hook)
        .map(|(_, program)| (*program, cause))
}

/// The programs of a part or upgrade, given as stored on robots: 0 for none, otherwise the card's number plus 1.
#[inline]
fn hooks_of(book: &Rulebook, number: u8) -> &[(HookId, ProgramId)] {
    match CardId::on_robot(number) {
        Some(card) => &book.open[card.index()].hooks,
        None => &[],
    }
}

/// Whether cards of the robot, if it is in play, may react to the trigger.
pub(crate) fn hears(book: &Rulebook, robot: RobotId, trigger: Trigger) -> bool {
    let who = trigger.who();
    let Some(hook) = trigger.hook() else {
        return false;
    };
    match hook {
        HookId::OnFoeLost | HookId::OnFoeGained | HookId::OnFoePartUsed => {
            players::others_robots(book, robot).contains(who)
        }
        HookId::OnAnyTurnStart
        | HookId::OnAnyTurnEnd
        | HookId::OnAnyHit
        | HookId::OnAnyRolled
        | HookId::OnPurchase
        | HookId::OnWeaponPlayed => true,
        HookId::OnFallen | HookId::OnOtherDamaged => robot != who,
        HookId::OnTurnStart
        | HookId::OnTurnEnd
        | HookId::OnRolled
        | HookId::OnPartUsed
        | HookId::OnHit
        | HookId::OnDamaged
        | HookId::OnLost
        | HookId::OnGained
        | HookId::OnPieceLost
        | HookId::OnBuilt => robot == who,
        // The game calls these hooks itself; they are never triggers.
        HookId::Can
        | HookId::Play
        | HookId::OnBought
        | HookId::OnAttack
        | HookId::OnFoeAttack
        | HookId::OnStruck
        | HookId::OnUse
        | HookId::OnUseWith
        | HookId::OnFall
        | HookId::OnPlay
        | HookId::CanAttack
        | HookId::CanBeAttacked
        | HookId::OnVictim
        | HookId::OnFinal
        | HookId::Surcharge
        | HookId::ExtraCost
        | HookId::Discount => false,
    }
}

/// The reaction of the card at a place to a trigger.
pub(crate) fn answer_to(
    book: &Rulebook,
    state: &State,
    robot: RobotId,
    place: usize,
    trigger: Trigger,
) -> Option<(ProgramId, u8)> {
    let hook = trigger.hook()?;
    if hook == HookId::OnBuilt && place != usize::from(trigger.amount()) {
        return None;
    }
    reaction(book, state, robot, place, hook)
}

pub(crate) fn anybody_hears(book: &Rulebook, state: &State, trigger: Trigger) -> bool {
    let plays = state.in_play().iter();
    plays
        .filter(|robot| hears(book, *robot, trigger))
        .any(|robot| {
            (0..FRONT).any(|place| answer_to(book, state, robot, place, trigger).is_some())
        })
}

/// The parameters of a hook for the owner of a card that reacts.
pub(crate) fn params(trigger: Trigger, owner: RobotId) -> [i16; 3] {
    let (who, other, amount) = (trigger.who(), trigger.other(), i16::from(trigger.amount()));
    let params = trigger
        .hook()
        .map_or(&[][..], |hook| LEXICON.hooks[usize::from(hook.n())].params);
    match params {
        [_, second] if second.ty == Ty::Number => [owner.into(), amount, 0],
        [_, _] => [owner.into(), who.into(), 0],
        [_, _, _] => [
            owner.into(),
            if owner == who { other } else { who }.into(),
            amount,
        ],
        _ => [owner.into(), 0, 0],
    }
}
