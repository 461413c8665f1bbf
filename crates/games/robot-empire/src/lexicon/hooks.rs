//! The functions of scripts that the game calls.

use crate::lexicon::things::{MOON, NUMBER, PLAYER, UNIT};
use crate::rules::{
    BACK, BATTERY_LOSS, BONUS, CARD_TEXT, COSTS, GIVEN, MAY, MOON_REACTS, NAMED, REACTS, RESISTS,
    SURVIVES, TAP as TAPPED, TOLL,
};
use cardwright_effects::{Hook, Param};
use cardwright_kernel::RuleId;
use cardwright_runtime::numbered;

const ME: &[Param] = &[Param::new("me", PLAYER)];

const ME_NAMED: &[Param] = &[Param::new("me", PLAYER), Param::new("named", UNIT)];

const ME_FOE: &[Param] = &[Param::new("me", PLAYER), Param::new("foe", PLAYER)];

const ME_FOE_COINS: &[Param] = &[
    Param::new("me", PLAYER),
    Param::new("foe", PLAYER),
    Param::new("coins", NUMBER),
];

const ME_MOON: &[Param] = &[Param::new("me", PLAYER), Param::new("moon", MOON)];

const ME_NUMBER: &[Param] = &[Param::new("me", PLAYER), Param::new("number", NUMBER)];

const ME_POINTS: &[Param] = &[Param::new("me", PLAYER), Param::new("points", NUMBER)];

const ME_COINS: &[Param] = &[Param::new("me", PLAYER), Param::new("coins", NUMBER)];

const ME_ATTACKER: &[Param] = &[Param::new("me", PLAYER), Param::new("attacker", UNIT)];

const ME_BLOCKER: &[Param] = &[Param::new("me", PLAYER), Param::new("blocker", UNIT)];

const ME_PLAYER: &[Param] = &[Param::new("me", PLAYER), Param::new("player", PLAYER)];

const ME_UNIT: &[Param] = &[Param::new("me", PLAYER), Param::new("unit", UNIT)];

const ME_UNIT_PLAYER: &[Param] = &[
    Param::new("me", PLAYER),
    Param::new("unit", UNIT),
    Param::new("player", PLAYER),
];

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
        always: None,
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
        always: None,
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
    Tap = hook("tap", ME_NAMED, "Tap:", "What the card does when it is tapped for what it named.", TAPPED);
    CanAttack = Hook {
        always: Some((false, "it cannot attack")),
        ..question("can_attack", ME_FOE, "It may attack a player only if",
        "Whether this fighter may attack the player `foe`.", MAY)
    };
    CanBlock = Hook {
        always: Some((false, "it cannot block")),
        ..question("can_block", ME_ATTACKER, "It may block only if",
        "Whether this fighter may block this attacker.", MAY)
    };
    CanBeBlocked = Hook {
        always: Some((false, "it cannot be blocked")),
        ..question("can_be_blocked_by", ME_BLOCKER, "It may be blocked only if",
        "Whether this fighter may be blocked by that one.", MAY)
    };
    OnOut = hook("on_out", ME, "When it enters play:", "This card has entered play.", REACTS);
    OnAttack = hook("on_attack", ME_FOE, "When it attacks:", "This card attacks the player `foe`.", REACTS);
    OnBlock = hook("on_block", ME_ATTACKER, "When it blocks:", "This card blocks the card `attacker`.", REACTS);
    OnBlocked = hook("on_blocked", ME_BLOCKER, "When it is blocked:", "The card `blocker` blocks this card.", REACTS);
    OnFired = hook("on_fired", ME, "When it fires:", "This card has fired. The shot has not been resolved yet.", REACTS);
    OnDamaged = hook("on_damage_taken", ME_POINTS, "When it takes damage:",
        "This card has taken damage and has not been destroyed.", REACTS);
    OnDestroyed = hook("on_destroyed", ME, "When it is destroyed:", "This card has been destroyed and is on the discard pile. `return_to_hand` takes it back, and `put_into_play` puts it into play again; other verbs do nothing with it.", REACTS);
    OnLanded = hook("on_landed", ME, "When it lands on a Moon:", "This card has landed on a Moon.", REACTS);
    OnHarvest = hook("on_harvest", ME_COINS, "When it returns from a Moon:",
        "This card has come back from a Moon with this many coins.", REACTS);
    OnCollect = hook("on_collect", ME, "When you collect:", "The owner has collected coins.", REACTS);
    OnTurnStart = hook("on_turn_start", ME, "When your turn begins:",
        "The owner's turn has begun. This happens before the window.", REACTS);
    OnTurnEnd = hook("on_turn_end", ME, "When your turn ends:",
        "The owner's turn ends. This happens before the window at the end of the turn.", REACTS);
    OnBatteryHit = hook("on_battery_hit", ME_POINTS, "When your Battery loses coins:",
        "The owner's Battery has lost this many coins, and the owner is still in the game.", REACTS);
    OnFoeAttack = hook("on_foe_attack", ME_ATTACKER, "When you are attacked:",
        "The card `attacker` attacks the owner.", REACTS);
    OnOwnDestroyed = hook("on_own_destroyed", ME_UNIT, "When another card of yours is destroyed:",
        "Another of the owner's cards has been destroyed and is on the discard pile, as in `on_destroyed`.", REACTS);
    OnFoeDestroyed = hook("on_foe_destroyed", ME_UNIT, "When an opponent's card is destroyed:",
        "A card of an opponent has been destroyed and is on the discard pile, as in `on_destroyed`.", REACTS);
    OnBatteryDamageDealt = hook("on_battery_damage_dealt", ME_FOE_COINS, "When it takes coins from a Battery in combat:",
        "This card attacked the player `foe` and was not blocked, or tramples. The Battery lost `coins` coins to this card or its chain, and `foe` is still in the game. If the Battery lost less than all attackers dealt, the coins are counted for the attackers in the order in which they were played.", REACTS);
    OnShown = hook("on_shown", ME_FOE, "When an opponent shows a card:",
        "An opponent has announced an Agent or Super Weapon. It has not been resolved yet.", REACTS);
    OnOwnAttack = hook("on_own_attack", ME_UNIT, "When another card of yours attacks:",
        "Another of the owner's cards attacks.", REACTS);
    ExtraCost = Hook {
        number: true,
        signed: true,
        ..question("extra_cost", ME, "It costs {0} more",
            "How many coins more this card costs the player `me`, calculated whenever its cost is needed. Less than 0 makes it cheaper. A cost never goes below 0.", COSTS)
    };
    Discount = Hook {
        number: true,
        ..question("discount", ME, "Cards cost you {0} less",
            "How many coins fewer cards cost the owner, calculated whenever a cost is needed. Less than 0 counts as 0. The fact `discount_on` names the kinds of cards that it applies to.", COSTS)
    };
    Surcharge = Hook {
        number: true,
        ..question("surcharge", ME_PLAYER, "Cards cost another player {0} more",
            "How many coins more cards cost another player, calculated whenever a cost is needed. Less than 0 counts as 0. The fact `discount_on` names the kinds of cards that it applies to.", COSTS)
    };
    OnAnyTurnStart = hook("on_any_turn_start", ME_PLAYER, "When a turn begins:",
        "A player's turn has begun; also the owner's. This happens before the window.", REACTS);
    OnOwnOut = hook("on_own_out", ME_UNIT, "When another card of yours enters play:",
        "Another of the owner's cards has entered play.", REACTS);
    OnFoeOut = hook("on_foe_out", ME_UNIT, "When an opponent's card enters play:",
        "A card of an opponent has entered play.", REACTS);
    OnOwnBlock = hook("on_own_block", ME_UNIT, "When another card of yours blocks:",
        "Another of the owner's cards blocks.", REACTS);
    OnUnblocked = hook("on_unblocked", ME_FOE, "When it is not blocked:",
        "This card attacks the player `foe`, and all blocks are declared without one of this card. This happens before the window.", REACTS);
    AttackBonus = Hook {
        number: true,
        signed: true,
        ..question("attack_bonus", ME_UNIT, "Each card in play has {0} more attack",
            "How much higher the attack of the card `unit` is as long as this card is in play. Called for every card in play, also for this one. Less than 0 makes it lower.", BONUS)
    };
    DefenceBonus = Hook {
        number: true,
        signed: true,
        ..question("defence_bonus", ME_UNIT, "Each card in play has {0} more defence",
            "How much higher the defence of the card `unit` is as long as this card is in play. Called for every card in play, also for this one. Less than 0 makes it lower.", BONUS)
    };
    MustAttack = Hook {
        always: Some((true, "it must attack if it can")),
        ..question("must_attack", ME, "It must attack if",
        "Whether this fighter must attack if it can.", MAY)
    };
    OnFoeUnblocked = hook("on_foe_unblocked", ME_ATTACKER, "When you do not block an attacker:",
        "The card `attacker` attacks the owner, and all blocks are declared without one of it. This happens before the window.", REACTS);
    OnOwnDamaged = hook("on_own_damaged", ME_UNIT, "When another card of yours takes damage:",
        "Another of the owner's cards has taken damage and has not been destroyed.", REACTS);
    CanBeNamed = Hook {
        always: Some((false, "no card can name it")),
        ..question("can_be_named", ME_PLAYER, "A player may name it only if",
            "Whether the player `player` may name this card with an Agent or Super Weapon.", MAY)
    };
    OnInstant = hook("on_instant", ME, "When its Instant is paid:", "The card's Instant has been paid.", REACTS);
    OnPermanent = hook("on_permanent", ME, "When its Permanent is paid:", "The card's Permanent has been paid.", REACTS);
    OnInstalled = hook("on_installed", ME, "When it gets a Component:", "A Component has been installed on this card; in the script of a Component, this Component.", REACTS);
    OnOwnShown = hook("on_own_shown", ME, "When you show a card:",
        "The owner has announced an Agent or Super Weapon. It has not been resolved yet.", REACTS);
    OnAttackDie = hook("on_attack_die", ME_NUMBER, "When its attack die is rolled:",
        "This card's attack die has been rolled in a combat and shows this number. Damage is dealt after this.", REACTS);
    CanLand = Hook {
        always: Some((false, "it cannot land on a Moon")),
        ..question("can_land", ME_MOON, "It may land on a Moon only if",
        "Whether this fighter may land on this Moon.", MAY)
    };
    CanBeRechargedBy = Hook {
        always: Some((false, "no card's effect makes it recharge")),
        ..question("can_be_recharged_by", ME_PLAYER, "A card of a player may make it recharge only if",
        "Whether a card of the player `player` may make this card recharge.", RESISTS)
    };
    CanBeDestroyedBy = Hook {
        always: Some((false, "no card's effect destroys it")),
        ..question("can_be_destroyed_by", ME_PLAYER, "A card of a player may destroy it only if",
        "Whether a card of the player `player` may destroy this card with `destroy`.", RESISTS)
    };
    CanBeDamagedBy = Hook {
        always: Some((false, "no card's effect damages it")),
        ..question("can_be_damaged_by", ME_PLAYER, "A card of a player may damage it only if",
        "Whether a card of the player `player` may damage this card with `damage`. Combat and shots always may.", RESISTS)
    };
    AttackToll = Hook {
        number: true,
        ..question("attack_toll", ME_ATTACKER, "To declare an attacker against you, its player pays {0}",
            "How many coins another player pays to declare the fighter `attacker` against the owner. Less than 0 counts as 0. A player who cannot pay cannot declare it.", TOLL)
    };
    OnFoughtDestroyed = hook("on_fought_destroyed", ME_UNIT, "When a fighter that it fought is destroyed in combat:",
        "The card `unit` that this card fought has been destroyed by combat damage. This card may have been destroyed too.", REACTS);
    OnDestroyedBy = hook("on_destroyed_by", ME_UNIT, "When it is destroyed in combat by a fighter that stays in play:",
        "This card has been destroyed by combat damage. The card `unit` fought it and is still in play.", REACTS);
    OnPlayPhase = hook("on_play_phase", ME, "When your Play phase begins:",
        "The owner's Play phase has begun: after the window at the start of the turn, before the owner does anything.", REACTS);
    Returns = Hook {
        always: Some((true, "it returns to your hand instead of being destroyed")),
        ..question("returns_to_hand", ME, "It returns to your hand instead of being destroyed if",
        "Whether this card returns to the hand instead of being destroyed, in combat or otherwise: the hand that `return_to_hand` names. Then it has not been destroyed. Its Components go to the discard pile.", BACK)
    };
    OnDamageDealt = hook("on_damage_dealt", ME_UNIT, "When it has damaged a fighter in combat:",
        "The card `unit` that this card fought has taken combat damage and is still in play; `unit.taken` is its damage this turn. This card may have been destroyed.", REACTS);
    OnRobotLanded = hook("on_robot_landed", ME, "When a player's robot lands here:",
        "A robot of the player `me` has landed on this Moon; `this` is the robot.", MOON_REACTS);
    OnRobotReturned = hook("on_robot_returned", ME, "When a player's robot returns from here:",
        "A robot of the player `me` has come back from this Moon with its coins; `this` is the robot.", MOON_REACTS);
    Survives = Hook {
        always: Some((true, "it survives instead of being destroyed")),
        ..question("survives", ME, "It survives instead of being destroyed if",
        "Whether this card stays in play instead of being destroyed, in combat or otherwise. Then it has not been destroyed, and its damage is removed. `this.survived` is true from then on. Cards that would be destroyed together all answer before `on_survived` runs for the first of them.", SURVIVES)
    };
    OnSurvived = hook("on_survived", ME, "When it has survived:",
        "This card has survived instead of being destroyed. If it has to be paid for, check here again: `when me.vault >= 2 { pay(me, 2); } otherwise { destroy(this); }`.", SURVIVES);
    Flies = Hook {
        always: Some((true, "every card in play flies")),
        ..question("flies", ME_UNIT, "A card in play flies if",
            "Whether the card `unit` flies as long as this card is in play. Called for every card in play, also for this one.", GIVEN)
    };
    BlocksFlyers = Hook {
        always: Some((true, "every card in play may block flyers")),
        ..question("blocks_flyers", ME_UNIT, "A card in play may block flyers if",
            "Whether the card `unit` may block flyers as long as this card is in play. Called for every card in play, also for this one.", GIVEN)
    };
    Tramples = Hook {
        always: Some((true, "every card in play tramples")),
        ..question("tramples", ME_UNIT, "A card in play tramples if",
            "Whether damage of the card `unit` beyond what destroys its blockers hits the Battery as long as this card is in play. Called for every card in play, also for this one.", GIVEN)
    };
    Protects = Hook {
        always: Some((true, "no player can name a card in play")),
        ..question("protects", ME_UNIT_PLAYER, "A player cannot name a card in play if",
        "Whether the player `player` cannot name the card `unit` with an Agent or Super Weapon as long as this card is in play. Called for every card in play, also for this one.", MAY)
    };
    CanBeAttackedBy = Hook {
        always: Some((false, "no fighter can attack you")),
        ..question("can_be_attacked_by", ME_ATTACKER, "A fighter may attack you only if",
        "Whether the fighter `attacker` may attack the owner, or Equipment of the owner, as long as this card is in play.", MAY)
    };
    OnAnyTurnEnd = hook("on_any_turn_end", ME_PLAYER, "When a turn ends:",
        "A player's turn ends; also the owner's. This happens together with `on_turn_end`.", REACTS);
    BatteryLoss = Hook {
        number: true,
        ..question("battery_loss", ME_POINTS, "When your Battery would lose coins, it loses as many as",
            "How many coins the owner's Battery loses instead of `points`, as long as this card is in play. It is called after prevention, in combat and outside of it. Less than 0 counts as 0. Several cards change the number one after another.", BATTERY_LOSS)
    };
    OnLossChanged = hook("on_battery_loss_changed", ME_COINS, "When it has changed what your Battery loses:",
        "`battery_loss` of this card has made the owner's Battery lose fewer or more coins, by this number, and the owner is still in the game.", BATTERY_LOSS);
    LongRangeBonus = Hook {
        number: true,
        signed: true,
        ..question("long_range_bonus", ME_UNIT, "A card in play has {0} more long range",
            "How much higher the long range of the card `unit` is as long as this card is in play. A card whose long range is more than 0 may fire. Called for every card in play, also for this one. Less than 0 makes it lower.", BONUS)
    };
    OnCombatEnd = hook("on_combat_end", ME_PLAYER, "When a combat is over:",
        "The combat in the turn of the player `player` is over, also in the owner's turn: its damage has been dealt, and the player has not collected yet. This does not happen in a turn without an attack.", REACTS);
}

/// The hooks of Agents and Super Weapons that react while they last; those behind them calculate what cards cost.
pub(super) const REACTING: &[u8] = SHOWN.split_at(SHOWN.len() - 2).0.split_at(7).1;

/// The hooks of Agents and Super Weapons that run whether or not they last.
pub(super) const SHOWN_AT_ONCE: &[u8] = SHOWN.split_at(7).0;

/// The hooks that Agents and Super Weapons may define; those from `on_collect` on run while the card lasts.
pub(super) const SHOWN: &[u8] = &[
    HookId::Can.n(),
    HookId::CanOn.n(),
    HookId::CanAgainst.n(),
    HookId::Play.n(),
    HookId::PlayOn.n(),
    HookId::PlayAgainst.n(),
    HookId::ExtraCost.n(),
    HookId::OnCollect.n(),
    HookId::OnTurnEnd.n(),
    HookId::OnAnyTurnEnd.n(),
    HookId::OnBatteryHit.n(),
    HookId::OnFoeAttack.n(),
    HookId::OnOwnAttack.n(),
    HookId::OnOwnBlock.n(),
    HookId::OnOwnDestroyed.n(),
    HookId::OnFoeDestroyed.n(),
    HookId::OnOwnDamaged.n(),
    HookId::OnFoeUnblocked.n(),
    HookId::OnOwnOut.n(),
    HookId::OnFoeOut.n(),
    HookId::OnCombatEnd.n(),
    HookId::Discount.n(),
    HookId::Surcharge.n(),
];

macro_rules! and_all {
    ($($own:ident)*) => {
        &[
            $(HookId::$own.n(),)*
            HookId::OnFired.n(),
            HookId::OnAttackDie.n(),
            HookId::OnDamaged.n(),
            HookId::OnDestroyed.n(),
            HookId::OnCollect.n(),
            HookId::OnTurnStart.n(),
            HookId::OnTurnEnd.n(),
            HookId::OnPlayPhase.n(),
            HookId::Returns.n(),
            HookId::Survives.n(),
            HookId::OnSurvived.n(),
            HookId::OnBatteryHit.n(),
            HookId::BatteryLoss.n(),
            HookId::OnLossChanged.n(),
            HookId::OnFoeAttack.n(),
            HookId::OnOwnDestroyed.n(),
            HookId::OnFoeDestroyed.n(),
            HookId::CanBeNamed.n(),
            HookId::Protects.n(),
            HookId::CanBeAttackedBy.n(),
            HookId::CanBeRechargedBy.n(),
            HookId::CanBeDestroyedBy.n(),
            HookId::CanBeDamagedBy.n(),
            HookId::AttackToll.n(),
            HookId::OnOwnDamaged.n(),
            HookId::OnFoeUnblocked.n(),
            HookId::OnInstant.n(),
            HookId::OnPermanent.n(),
            HookId::OnShown.n(),
            HookId::OnOwnShown.n(),
            HookId::OnOwnAttack.n(),
            HookId::ExtraCost.n(),
            HookId::Discount.n(),
            HookId::Surcharge.n(),
            HookId::AttackBonus.n(),
            HookId::DefenceBonus.n(),
            HookId::LongRangeBonus.n(),
            HookId::Flies.n(),
            HookId::BlocksFlyers.n(),
            HookId::Tramples.n(),
            HookId::OnAnyTurnStart.n(),
            HookId::OnAnyTurnEnd.n(),
            HookId::OnOwnOut.n(),
            HookId::OnFoeOut.n(),
            HookId::OnOwnBlock.n(),
            HookId::OnCombatEnd.n(),
        ]
    };
}

/// The hooks that fighters and halves of Mega Robots may define.
pub(super) const OF_FIGHTERS: &[u8] = and_all!(OnOut Can CanOn Tap OnInstalled CanAttack CanBlock CanBeBlocked CanLand MustAttack OnAttack OnUnblocked OnBatteryDamageDealt OnBlock OnBlocked OnDamageDealt OnFoughtDestroyed OnDestroyedBy OnLanded OnHarvest);

/// The hooks that Components may define: those of the robot, except that it enters play without them.
pub(super) const OF_COMPONENTS: &[u8] = and_all!(OnInstalled CanAttack CanBlock CanBeBlocked CanLand MustAttack OnAttack OnUnblocked OnBatteryDamageDealt OnBlock OnBlocked OnDamageDealt OnFoughtDestroyed OnDestroyedBy OnLanded OnHarvest);

/// The hooks that Equipment may define.
pub(super) const OF_EQUIPMENT: &[u8] = and_all!(OnOut Can CanOn Tap);

/// The hooks that Moons may define.
pub(super) const OF_MOONS: &[u8] = &[HookId::OnRobotLanded.n(), HookId::OnRobotReturned.n()];

const _: () = assert!(HOOKS.len() <= 128, "hooks are bits of a mask");
