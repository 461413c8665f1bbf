//! The functions of scripts that the game calls, and which kinds of cards may define them.

use super::things::{NUMBER, PLACE, ROBOT};
use crate::rules::{
    ANSWERED, BAD_LUCK, BOOST, COMPUTED_PRICE, FINAL_DAMAGE, FITS, GUARDED, LAST_WORDS, ONCE,
    OWN_PRICE, PART_SCRIPTS, PROTECTION, REACTIONS, SURCHARGE, WITNESSED,
};
use cardwright_effects::{Hook, Param};
use cardwright_kernel::RuleId;
use cardwright_runtime::numbered;

const ME: &[Param] = &[Param::new("me", ROBOT)];

const ME_POINTS: &[Param] = &[Param::new("me", ROBOT), Param::new("points", NUMBER)];

const ME_ROBOT: &[Param] = &[Param::new("me", ROBOT), Param::new("robot", ROBOT)];

const ME_ROBOT_ROW: &[Param] = &[
    Param::new("me", ROBOT),
    Param::new("robot", ROBOT),
    Param::new("row", NUMBER),
];

const ME_CARD: &[Param] = &[Param::new("me", ROBOT), Param::new("card", PLACE)];

const ME_ROBOT_CARD: &[Param] = &[
    Param::new("me", ROBOT),
    Param::new("robot", ROBOT),
    Param::new("card", PLACE),
];

const ME_DICE: &[Param] = &[
    Param::new("me", ROBOT),
    Param::new("total", NUMBER),
    Param::new("highest_die", NUMBER),
];

const ME_FOE: &[Param] = &[Param::new("me", ROBOT), Param::new("foe", ROBOT)];

const ME_ROBOT_POINTS: &[Param] = &[
    Param::new("me", ROBOT),
    Param::new("robot", ROBOT),
    Param::new("points", NUMBER),
];

const ME_FOE_POINTS: &[Param] = &[
    Param::new("me", ROBOT),
    Param::new("foe", ROBOT),
    Param::new("points", NUMBER),
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

const fn question(name: &'static str, say: &'static str, doc: &'static str, rule: RuleId) -> Hook {
    Hook {
        name,
        params: ME,
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
    Can = question("can", "Only if",
        "Whether the weapon may be played now, in a window that its `play_in` names. Without it: always.", FITS);
    Play = hook("play", ME, "", "What the weapon does when it is played.", ONCE);
    OnBought = hook("on_bought", ME, "As soon as it is bought:",
        "The weapon is shown at once when it is bought, and this happens.", BAD_LUCK);
    OnAttack = hook("on_attack", ME, "When you attack:",
        "The owner has declared an attack and assigned its points.", BOOST);
    OnStruck = hook("before_damage", ME, "When you are hit:",
        "Points of damage are about to hit the owner.", PROTECTION);
    OnUse = hook("on_use", ME, "When you use it:",
        "What the part does in addition to its effect symbols, or instead of them. The symbols are resolved first.", PART_SCRIPTS);
    OnTurnStart = hook("on_turn_start", ME, "When your turn begins:",
        "The owner's turn has begun. This happens before the window.", REACTIONS);
    OnTurnEnd = hook("on_turn_end", ME, "When your turn ends:",
        "The owner's turn ends and the market has been refilled. This happens before the window.", REACTIONS);
    OnAnyTurnStart = hook("on_any_turn_start", ME_ROBOT, "When a turn begins:",
        "A robot's turn has begun; also the owner's.", REACTIONS);
    OnRolled = hook("on_rolled", ME, "When you have rolled or rerolled:",
        "The owner's dice have been rolled or rerolled, but not by a card. This happens before the window.", REACTIONS);
    OnPartUsed = hook("on_part_used", ME, "When you have used a part:",
        "The owner has used a part or built-in ability, and its effect has ended.", REACTIONS);
    OnHit = hook("on_damage_dealt", ME_FOE_POINTS, "When your attack has done damage:",
        "The owner's attack has damaged the robot `foe`. Called once for each damaged robot.", REACTIONS);
    OnDamaged = hook("on_damage_taken", ME_FOE_POINTS, "When an attack has damaged you:",
        "The owner has lost energy to the attack of the robot `foe`.", REACTIONS);
    OnLost = hook("on_lost", ME_POINTS, "When you have lost energy:",
        "The owner has lost energy for any reason. Paying a price is not a loss.", REACTIONS);
    OnGained = hook("on_gained", ME_POINTS, "When you have gained energy:",
        "The owner has gained energy. Energy above its limits does not count.", REACTIONS);
    OnFoeLost = hook("on_foe_lost", ME_FOE_POINTS, "When an opponent has lost energy:",
        "The opponent `foe` has lost energy for any reason.", REACTIONS);
    OnFoeGained = hook("on_foe_gained", ME_FOE_POINTS, "When an opponent has gained energy:",
        "The opponent `foe` has gained energy.", REACTIONS);
    OnBuilt = hook("on_built", ME, "When you get it:",
        "This part or upgrade has just been bought, taken or built.", REACTIONS);
    OnPurchase = hook("on_purchase", ME_ROBOT_ROW, "When a robot has got a card of the market:",
        "A robot has bought or taken a market card and kept it; also the owner. `row` is the row that the card came from: 0 for the bottom row, 1 for the middle row, 2 for the top row.", REACTIONS);
    OnWeaponPlayed = hook("on_weapon_played", ME_ROBOT, "When a robot has played a secret weapon:",
        "A robot has played a secret weapon, and its effect has ended; also the owner.", REACTIONS);
    OnFallen = hook("on_foe_eliminated", ME_ROBOT, "When another robot is eliminated:",
        "Another robot has been eliminated, and its cards are in the box. In `before_foe_elimination`, the robot still has them.", REACTIONS);
    OnAnyRolled = hook("on_any_rolled", ME_ROBOT, "When a robot has rolled or rerolled:",
        "A robot's dice have been rolled or rerolled, but not by a card; also the owner's. This happens before the window.", REACTIONS);
    OnFall = hook("before_elimination", ME, "When you are about to be eliminated:",
        "The owner has lost its last energy. This happens before it is eliminated and its cards go to the box. It can no longer gain energy or attack.",
        LAST_WORDS);
    OnPlay = hook("on_play", ME_ROBOT, "When a robot plays a secret weapon, before the weapon does anything:",
        "A robot plays a secret weapon; also the owner. This happens before the weapon takes effect, and cannot attack.", ANSWERED);
    OnFoePartUsed = hook("on_foe_part_used", ME_FOE, "When an opponent has used a part:",
        "The opponent `foe` has used a part or built-in ability, and its effect has ended.", REACTIONS);
    OnOtherDamaged = hook("on_other_damaged", ME_ROBOT_POINTS, "When an attack has damaged another robot:",
        "Another robot has lost energy to an attack; also to the owner's attack.", REACTIONS);
    OnPieceLost = hook("on_piece_lost", ME, "When you have lost a part or upgrade:",
        "A card has destroyed, taken or exchanged another part or upgrade of the owner.", REACTIONS);
    Surcharge = Hook {
        number: true,
        params: ME_ROBOT_CARD,
        ..question("surcharge", "The cards that another robot buys cost it {0} energy more",
            "How much more the market card `card` costs another robot, calculated whenever a price is needed. Less than 0 counts as 0. The fact `discount_on` names the sorts of cards that it applies to.",
            SURCHARGE)
    };
    Discount = Hook {
        number: true,
        params: ME_CARD,
        ..question("discount", "The cards you buy cost {0} energy less",
            "How much less the market card `card` costs the owner, calculated whenever a price is needed. Less than 0 counts as 0. The fact `discount_on` names the sorts of cards that it applies to.",
            COMPUTED_PRICE)
    };
    OnAnyTurnEnd = hook("on_any_turn_end", ME_ROBOT, "When a turn ends:",
        "A robot's turn ends and the market has been refilled; also the owner's turn. This happens before the window.", REACTIONS);
    OnAnyHit = hook("on_any_damage_dealt", ME_ROBOT_POINTS, "When the attack of a robot has done damage:",
        "A robot's attack has done damage; also the owner's. `points` is the damage to all robots together.", REACTIONS);
    ExtraCost = Hook {
        number: true,
        signed: true,
        ..question("extra_cost", "This card costs {0} energy more",
            "What this market card costs the robot `me` in addition to its row and the fact `extra_cost`, calculated whenever a price is needed. Less than 0 makes it cheaper. A price never goes below 0.",
            OWN_PRICE)
    };
    OnUseWith = hook("on_use_with_dice", ME_DICE, "When you use it with dice:",
        "Like `on_use`, and after it, with the sum and the highest face of the dice that are used. Not when another card uses the part without dice.", PART_SCRIPTS);
    OnFoeAttack = hook("on_foe_attack", ME_FOE, "When an opponent attacks:",
        "The opponent `foe` has declared an attack and assigned its points, and its own cards have changed them. Not yet changed by protections.", WITNESSED);
    CanAttack = Hook {
        params: ME_FOE,
        always: Some((false, "you cannot attack")),
        ..question("can_attack", "You may attack a robot only if",
            "Whether the owner's attacks may be aimed at the robot `foe`, as long as this card is in play.", GUARDED)
    };
    CanBeAttacked = Hook {
        params: ME_FOE,
        always: Some((false, "no robot can attack you")),
        ..question("can_be_attacked_by", "A robot may attack you only if",
            "Whether attacks of the robot `foe` may be aimed at the owner, as long as this card is in play.", GUARDED)
    };
    OnVictim = hook("before_foe_elimination", ME_FOE, "When your attack is about to eliminate a robot:",
        "The owner's attack has taken the last energy of the robot `foe`, which still has all its cards. Its own effects before elimination come first.",
        LAST_WORDS);
    OnFinal = hook("before_final_damage", ME, "When you are about to take damage, after everything else that stops or moves damage:",
        "Points of damage are about to take the owner's energy. All other protections and secret weapons have acted, and no more points are deflected in this attack.", FINAL_DAMAGE);
}

/// The hooks that work out prices, and therefore cannot read prices or who may attack whom.
pub(super) const PRICING: &[u8] = &[
    HookId::Discount.n(),
    HookId::Surcharge.n(),
    HookId::ExtraCost.n(),
    HookId::CanAttack.n(),
    HookId::CanBeAttacked.n(),
];

/// The hooks that decide who may attack whom, and therefore cannot read it.
pub(super) const AIMING: &[u8] = &[HookId::CanAttack.n(), HookId::CanBeAttacked.n()];

macro_rules! and_reactions {
    ($($own:ident)*) => {
        &[
            $(HookId::$own.n(),)*
            HookId::OnTurnStart.n(),
            HookId::OnTurnEnd.n(),
            HookId::OnAnyTurnStart.n(),
            HookId::OnRolled.n(),
            HookId::OnPartUsed.n(),
            HookId::OnHit.n(),
            HookId::OnDamaged.n(),
            HookId::OnLost.n(),
            HookId::OnGained.n(),
            HookId::OnFoeLost.n(),
            HookId::OnFoeGained.n(),
            HookId::OnPurchase.n(),
            HookId::OnWeaponPlayed.n(),
            HookId::OnFallen.n(),
            HookId::OnAnyRolled.n(),
            HookId::OnFoePartUsed.n(),
            HookId::OnOtherDamaged.n(),
            HookId::OnPieceLost.n(),
            HookId::OnAnyTurnEnd.n(),
            HookId::OnAnyHit.n(),
        ]
    };
}

/// The hooks that parts may define.
pub(super) const OF_PARTS: &[u8] = and_reactions!(OnAttack OnFoeAttack OnStruck OnFinal OnUse OnUseWith OnBuilt OnFall OnVictim OnPlay CanAttack CanBeAttacked Discount Surcharge ExtraCost);

/// The hooks that upgrades may define.
pub(super) const OF_UPGRADES: &[u8] = and_reactions!(OnAttack OnFoeAttack OnStruck OnFinal OnBuilt OnFall OnVictim OnPlay CanAttack CanBeAttacked Discount Surcharge ExtraCost);

/// The hooks that weapons may define; those from `on_attack` on work while the weapon stays.
pub(super) const OF_WEAPONS: &[u8] = and_reactions!(Can Play OnBought OnAttack OnFoeAttack OnStruck OnFinal OnFall OnVictim OnPlay CanAttack CanBeAttacked Discount Surcharge);

/// The hooks in which a weapon may start to stay on the table.
pub(super) const PLAYED: &[u8] = &[HookId::Play.n(), HookId::OnBought.n()];

/// The hooks of a weapon that run whether or not it stays.
pub(super) const UNSTAYING: &[u8] = &[HookId::Can.n(), HookId::Play.n(), HookId::OnBought.n()];

/// The hooks that run only while their owner is in play.
pub(super) const OF_THE_LIVING: &[u8] = &[
    HookId::OnTurnStart.n(),
    HookId::OnTurnEnd.n(),
    HookId::OnRolled.n(),
    HookId::OnDamaged.n(),
    HookId::OnLost.n(),
    HookId::OnGained.n(),
];

/// The hooks in which an attack may be made (MB-13.12): all except those of attacks, final effects and responses to
/// weapons.
pub(super) const OUTSIDE_ATTACKS: &[u8] = and_reactions!(Play OnBought OnUse OnUseWith OnBuilt);

/// The hooks that built-in abilities may define.
pub(super) const OF_BASE: &[u8] = &[HookId::OnUse.n(), HookId::OnUseWith.n()];

const _: () = assert!(
    HOOKS.len() <= 64 && HookId::OnUseWith.n() >= 32,
    "hooks are bits of a mask; those of triggers and of `listened` are five bits, so they come first"
);

/// The hooks in which damage may be about to be dealt.
pub(super) const DAMAGING: &[u8] = &[
    HookId::Play.n(),
    HookId::OnAttack.n(),
    HookId::OnFoeAttack.n(),
    HookId::OnStruck.n(),
    HookId::OnPlay.n(),
];

/// The hooks in which damage that is about to be dealt may still be stopped.
pub(super) const STOPPING: &[u8] = &[
    HookId::Play.n(),
    HookId::OnAttack.n(),
    HookId::OnFoeAttack.n(),
    HookId::OnStruck.n(),
    HookId::OnPlay.n(),
    HookId::OnFinal.n(),
];

/// The hooks in which a player may win the game: all that act, except those of a robot without energy.
pub(super) const WINNING: &[u8] = and_reactions!(Play OnBought OnAttack OnFoeAttack OnStruck OnFinal OnUse OnUseWith OnBuilt OnVictim OnPlay);

/// The hooks after which dice and parts can still be used: all that act, except those at the end of a turn.
pub(super) const WITH_DICE: &[u8] = &before_the_end();

const ACTING: &[u8] = and_reactions!(Play OnBought OnAttack OnFoeAttack OnStruck OnFinal OnUse OnUseWith OnBuilt OnFall OnVictim OnPlay);

const fn before_the_end() -> [u8; ACTING.len() - 2] {
    let mut kept = [0; ACTING.len() - 2];
    let (mut from, mut to) = (0, 0);
    while from < ACTING.len() {
        let hook = ACTING[from];
        if hook != HookId::OnTurnEnd.n() && hook != HookId::OnAnyTurnEnd.n() {
            kept[to] = hook;
            to += 1;
        }
        from += 1;
    }
    kept
}

/// The windows after which dice and parts can still be used.
pub(super) const DICE_WINDOWS: &[&str] = &[
    "turn-start",
    "bought",
    "rolled",
    "re-rolled",
    "damage",
    "energy",
    "weapon-played",
];

/// The windows in which there may be dice, and after which they can still be used.
pub(super) const ROLLED_WINDOWS: &[&str] =
    &["rolled", "re-rolled", "damage", "energy", "weapon-played"];

/// The windows after which the active player may still buy. An attack or a weapon may come before the purchase.
pub(super) const BEFORE_BUYING: &[&str] = &["turn-start", "damage", "weapon-played"];

/// The only window in which damage is about to be dealt.
pub(super) const DAMAGE_WINDOW: &[&str] = &["damage"];

/// The only window in which a secret weapon is being played.
pub(super) const ANSWER_WINDOW: &[&str] = &["weapon-played"];

/// The windows without an attack in progress, in which a card may make one.
pub(super) const NO_ATTACK_YET: &[&str] = &[
    "turn-start",
    "bought",
    "rolled",
    "re-rolled",
    "energy",
    "before-refill",
    "turn-end",
];

/// The hooks in which an attack may start.
pub(super) const ATTACKING: &[u8] = OUTSIDE_ATTACKS;
