//! Words that designers of Robot Empire cards write by mistake, and the correct words.

const FALLS: &str = "write `fn on_destroyed(me) { … }`";

const OUT: &str = "write `fn on_out(me) { … }`; for an Agent or Super Weapon, `fn play(me) { … }`";

const ATTACKED: &str = "write `fn on_foe_attack(me, attacker) { … }`";

const HURT: &str = "write `fn on_damage_taken(me, points) { … }`";

const DEALT: &str = "write `fn on_damage_dealt(me, unit) { … }` for a fighter that this card damages in combat, `fn on_battery_damage_dealt(me, foe, points) { … }` for a Battery, `fn on_fought_destroyed(me, unit) { … }` for a fighter that falls";

const HIT: &str = "write `fn on_damage_taken(me, points) { … }` for damage that this card takes, `fn on_battery_damage_dealt(me, foe, points) { … }` for a Battery that it hits";

const BEFORE: &str = "no function runs before damage; `fn on_damage_taken(me, points) { … }` runs after it, and `prevent(named, 2);` stops the next damage";

const SURVIVES: &str = "write `fn survives(me) { not(this.survived) }`, and `fn on_survived(me) { … }` for what it then does";

const BEGINS: &str = "write `fn on_turn_start(me) { … }`";

const ENDS: &str = "write `fn on_turn_end(me) { … }`";

const SHOWN: &str =
    "write `fn play(me) { … }`; where the card names something, `play_on` or `play_against`";

const TAPPED: &str = "write `fn tap(me, named) { … }`";

const CAN: &str =
    "write `fn can(me) { … }`; where the card names something, `can_on` or `can_against`";

const DAMAGE: &str = "write `damage(named, 2);` for a card, `drain(foe, 2);` for a Battery";

const REPAIR: &str = "write `repair(named, 2);` for a card, `restore(me, 2);` for a Battery";

const DESTROY: &str = "write `destroy(named);`";

const COINS: &str = "write `bank(me, 2);`";

const PAY: &str = "write `pay(foe, 2);`, or `take_coins(foe, me, 2);` to take them";

const BATTERY: &str = "write `battery`, such as `me.battery`";

const VAULT: &str = "write `vault`, such as `me.vault`";

const ATTACK: &str = "write `attack`, such as `unit.attack`";

const DEFENCE: &str = "write `defence`, such as `unit.defence`";

const DRAW: &str = "write `draw(me, 1);`";

const CANCEL: &str = "write `cancel();`";

const STEAL: &str = "write `take_coins(foe, me, 2);`";

const COUNTER: &str =
    "write `cancel();` to cancel a card, `add_counters(this, 1);` to put a counter on this one";

/// Pairs of the mistaken word and the correct word.
pub(super) const MEANT: &[(&str, &str)] = &[
    ("on_death", FALLS),
    ("on_die", FALLS),
    ("on_died", FALLS),
    ("on_destroy", FALLS),
    ("on_killed", FALLS),
    ("on_play", OUT),
    ("on_enter", OUT),
    ("on_built", OUT),
    ("on_summon", OUT),
    ("on_attacked", ATTACKED),
    ("on_defend", ATTACKED),
    ("on_damage", HIT),
    ("on_hurt", HURT),
    ("on_deal_damage", DEALT),
    ("before_damage", BEFORE),
    ("on_hit", HIT),
    ("on_struck", HURT),
    ("before_destroyed", SURVIVES),
    ("would_be_destroyed", SURVIVES),
    ("instead_of_destroyed", SURVIVES),
    ("survive", SURVIVES),
    ("on_start", BEGINS),
    ("on_turn", BEGINS),
    ("on_turn_begin", BEGINS),
    ("on_end", ENDS),
    ("on_end_turn", ENDS),
    ("on_use", SHOWN),
    ("effect", SHOWN),
    ("main", SHOWN),
    ("action", SHOWN),
    ("on_tap", TAPPED),
    ("on_tapped", TAPPED),
    ("activate", TAPPED),
    ("on_activate", TAPPED),
    ("can_play", CAN),
    ("condition", CAN),
    ("stay", "write `stay_until_turn_end();`"),
    (
        "discard",
        "write `choose card in hand(foe) by foe { discard_from(foe, card); }`",
    ),
    ("hurt", DAMAGE),
    ("deal", DAMAGE),
    ("deal_damage", DAMAGE),
    ("hit", DAMAGE),
    ("lose", DAMAGE),
    ("heal", REPAIR),
    ("gain_energy", REPAIR),
    ("kill", DESTROY),
    ("remove", DESTROY),
    ("gain", COINS),
    ("gain_coins", COINS),
    ("add_coins", COINS),
    ("lose_coins", PAY),
    ("steal", STEAL),
    ("steal_coins", STEAL),
    ("energy", BATTERY),
    ("health", BATTERY),
    ("hp", BATTERY),
    ("life", BATTERY),
    ("power", ATTACK),
    ("strength", ATTACK),
    ("armour", DEFENCE),
    ("armor", DEFENCE),
    ("toughness", DEFENCE),
    ("defense", DEFENCE),
    ("damage_taken", "write `taken`, such as `unit.taken`"),
    ("coins", VAULT),
    ("money", VAULT),
    ("draw_card", DRAW),
    ("draw_cards", DRAW),
    ("counter", COUNTER),
    ("negate", CANCEL),
    ("sacrifice", DESTROY),
    (
        "shuffle",
        "leave it out: a deck is shuffled where the rules say so",
    ),
    (
        "vault =",
        "write `bank(me, 2);` to add coins, `pay(me, 2);` to pay them",
    ),
    (
        "battery =",
        "write `restore(me, 2);` to add coins to a Battery, `drain(foe, 2);` to take them off",
    ),
];
