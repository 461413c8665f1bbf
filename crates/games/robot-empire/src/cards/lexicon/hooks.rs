//! The functions of scripts that the game calls.

use super::{NUMBER, PLAYER, UNIT};
use crate::rules::{CARD_TEXT, MAY, NAMED, REACTS, TAP as TAPPED};
use cardwright_effects::{Hook, Param};
use cardwright_kernel::RuleId;
use cardwright_runtime::numbered;

const ME: &[Param] = &[Param::new("me", PLAYER)];
const ME_NAMED: &[Param] = &[Param::new("me", PLAYER), Param::new("named", UNIT)];
const ME_FOE: &[Param] = &[Param::new("me", PLAYER), Param::new("foe", PLAYER)];
const ME_POINTS: &[Param] = &[Param::new("me", PLAYER), Param::new("points", NUMBER)];
const ME_COINS: &[Param] = &[Param::new("me", PLAYER), Param::new("coins", NUMBER)];
const ME_ATTACKER: &[Param] = &[Param::new("me", PLAYER), Param::new("attacker", UNIT)];
const ME_BLOCKER: &[Param] = &[Param::new("me", PLAYER), Param::new("blocker", UNIT)];
const ME_UNIT: &[Param] = &[Param::new("me", PLAYER), Param::new("unit", UNIT)];

const fn hook(
    name: &'static str,
    params: &'static [Param],
    say: &'static str,
    doc: &'static str,
    rule: RuleId,
) -> Hook {
    Hook {
        name,
        params,
        answers: false,
        number: false,
        signed: false,
        doc,
        say,
        rule,
    }
}

const fn question(
    name: &'static str,
    params: &'static [Param],
    say: &'static str,
    doc: &'static str,
    rule: RuleId,
) -> Hook {
    Hook {
        name,
        params,
        answers: true,
        number: false,
        signed: false,
        doc,
        say,
        rule,
    }
}

numbered! {
    /// Hooks, numbered as in the lexicon.
    HookId, HOOKS: Hook;
    Can = question("can", ME, "Only if", "Whether the card may be shown now, where it names nothing.", NAMED);
    CanOn = question("can_on", ME_NAMED, "Only if", "Whether it may name this card on the table.", NAMED);
    CanAgainst = question("can_against", ME_FOE, "Only if", "Whether it may name this opponent.", NAMED);
    Play = hook("play", ME, "", "What it does, where it names nothing.", CARD_TEXT);
    PlayOn = hook("play_on", ME_NAMED, "", "What it does to the card on the table that it named.", CARD_TEXT);
    PlayAgainst = hook("play_against", ME_FOE, "", "What it does to the opponent that it named.", CARD_TEXT);
    Tap = hook("tap", ME_NAMED, "Tap:", "What the Equipment does when it is tapped for what it named.", TAPPED);
    CanAttack = question("can_attack", ME_FOE, "It may attack a player only if",
        "Whether this fighter may attack the player `foe`.", MAY);
    CanBlock = question("can_block", ME_ATTACKER, "It may block only if",
        "Whether this fighter may block this attacker.", MAY);
    CanBeBlocked = question("can_be_blocked_by", ME_BLOCKER, "It may be blocked only if",
        "Whether this fighter may be blocked by that one.", MAY);
    OnOut = hook("on_out", ME, "When it enters play:", "This card has entered play.", REACTS);
    OnAttack = hook("on_attack", ME_FOE, "When it attacks:", "This card attacks the player `foe`.", REACTS);
    OnBlock = hook("on_block", ME_ATTACKER, "When it blocks:", "This card blocks the card `attacker`.", REACTS);
    OnBlocked = hook("on_blocked", ME_BLOCKER, "When it is blocked:", "The card `blocker` blocks this card.", REACTS);
    OnFired = hook("on_fired", ME, "When it fires:", "This card has fired. The shot has not been resolved yet.", REACTS);
    OnDamaged = hook("on_damage_taken", ME_POINTS, "When it takes damage:",
        "This card has taken damage and has not been destroyed.", REACTS);
    OnDestroyed = hook("on_destroyed", ME, "When it is destroyed:", "This card has been destroyed.", REACTS);
    OnLanded = hook("on_landed", ME, "When it lands on a Moon:", "This card has landed on a Moon.", REACTS);
    OnHarvest = hook("on_harvest", ME_COINS, "When it returns from a Moon:",
        "This card has come back from a Moon with this many coins.", REACTS);
    OnCollect = hook("on_collect", ME, "When you collect:", "The owner has collected coins.", REACTS);
    OnTurnStart = hook("on_turn_start", ME, "When your turn begins:",
        "The owner's turn has begun. This happens before the window.", REACTS);
    OnTurnEnd = hook("on_turn_end", ME, "When your turn ends:",
        "The owner's turn ends. This happens after the window, before damage markers are removed.", REACTS);
    OnBatteryHit = hook("on_battery_hit", ME_POINTS, "When your Battery loses coins:",
        "The owner's Battery has lost this many coins, and the owner is still in the game.", REACTS);
    OnFoeAttack = hook("on_foe_attack", ME_ATTACKER, "When you are attacked:",
        "The card `attacker` attacks the owner.", REACTS);
    OnOwnDestroyed = hook("on_own_destroyed", ME_UNIT, "When another card of yours is destroyed:",
        "Another of the owner's cards has been destroyed.", REACTS);
    OnFoeDestroyed = hook("on_foe_destroyed", ME_UNIT, "When an opponent's card is destroyed:",
        "A card of an opponent has been destroyed.", REACTS);
    OnBatteryDamageDealt = hook("on_battery_damage_dealt", ME_FOE, "When it has hit a Battery in combat:",
        "This card attacked the player `foe` and was not blocked. The Battery lost coins in that combat, and `foe` is still in the game.", REACTS);
    OnShown = hook("on_shown", ME_FOE, "When an opponent shows a card:",
        "An opponent has announced an Agent or Super Weapon. It has not been resolved yet.", REACTS);
    OnOwnAttack = hook("on_own_attack", ME_UNIT, "When another card of yours attacks:",
        "Another of the owner's cards attacks.", REACTS);
}

/// The hooks that Agents and Super Weapons may define.
pub(super) const SHOWN: &[u8] = &[
    HookId::Can.n(),
    HookId::CanOn.n(),
    HookId::CanAgainst.n(),
    HookId::Play.n(),
    HookId::PlayOn.n(),
    HookId::PlayAgainst.n(),
];

macro_rules! and_all {
    ($($own:ident)*) => {
        &[
            $(HookId::$own.n(),)*
            HookId::OnOut.n(),
            HookId::OnFired.n(),
            HookId::OnDamaged.n(),
            HookId::OnDestroyed.n(),
            HookId::OnCollect.n(),
            HookId::OnTurnStart.n(),
            HookId::OnTurnEnd.n(),
            HookId::OnBatteryHit.n(),
            HookId::OnFoeAttack.n(),
            HookId::OnOwnDestroyed.n(),
            HookId::OnFoeDestroyed.n(),
            HookId::OnShown.n(),
            HookId::OnOwnAttack.n(),
        ]
    };
}

/// The hooks that fighters and halves of Mega Robots may define.
pub(super) const OF_FIGHTERS: &[u8] = and_all!(CanAttack CanBlock CanBeBlocked OnAttack OnBatteryDamageDealt OnBlock OnBlocked OnLanded OnHarvest);
/// The hooks that Equipment may define.
pub(super) const OF_EQUIPMENT: &[u8] = and_all!(Can CanOn Tap);

const _: () = assert!(HOOKS.len() <= 32, "hooks are bits of a mask");
