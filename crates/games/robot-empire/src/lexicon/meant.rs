//! Words that designers of Robot Empire cards write by mistake, and the correct words.

const FALLS: &str = "write `fn on_destroyed(me) { … }`";

const OUT: &str = "write `fn on_out(me) { … }`; for an Agent or Super Weapon, `fn play(me) { … }`";

const ATTACKED: &str = "write `fn on_foe_attack(me, attacker) { … }`";

const HURT: &str = "write `fn on_damage_taken(me, points) { … }`";

const DEALT: &str = "write `fn on_damage_dealt(me, unit) { … }` for a fighter that this card damages in combat, `fn on_battery_damage_dealt(me, foe, points) { … }` for a Battery, `fn on_fought_destroyed(me, unit) { … }` for a fighter that falls in the same combat";

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

const COPIES: &str = "no word copies a card or what it does: a card stays what it is. `add_attack(unit, 2);` and `give_flying(unit);` change a card until the turn ends, `attack_bonus` and `flies` as long as this card is in play";

const TARGET_STAYS: &str = "no word changes the target of a card: `cancel();` cancels the Agent or Super Weapon announced before this one";

const NO_EXILE: &str = "no word removes a card from the game: `destroy(unit);` and `discard_from(me, card);` put it onto the discard pile";

const PEEK: &str = "no word looks at cards of a deck: `discard_top(me);` shows the top card and discards it, and `choose card in hand_seen_by(foe, me) { … }` looks at a hand";

const SEARCH: &str = "no word searches the deck: `repeat 5 { discard_top(me); when shown().is_robot { take_back(me, shown()); } }` takes cards from the top";

const READY: &str = "write `reactivate(unit);`";

const TAPS: &str = "write `recharge(unit);`";

const MILL: &str = "write `discard_top(foe);`";

const BOUNCE: &str = "write `return_to_hand(unit);`";

const CONTROL: &str =
    "write `borrow(named, me);` until the turn ends, `capture(named, me);` for good";

const STRONGER: &str = "write `add_attack(unit, 2);` until the turn ends, or `fn attack_bonus(me, unit) { … }` as long as this card is in play";

const TOUGHER: &str = "write `add_defence(unit, 2);` until the turn ends, or `fn defence_bonus(me, unit) { … }` as long as this card is in play";

const HASTE: &str = "write `rush(unit);`";

const SHIELD: &str = "write `prevent(unit, 2);`, or `fn survives(me) { not(this.survived) }` for a card that survives once";

const SUMMON: &str = "write `put_into_play(me, card);` with a card of `discards(me)`";

const IS_GONE: &str = "write `is_destroyed`, such as `unit.is_destroyed`";

const KIND: &str =
    "ask for each kind, such as `unit.is_robot`, `unit.is_monster` or `unit.is_equipment`";

const EVERYTHING: &str = "write `all_fighters()`, or `all_targets()` for Equipment too";

const ONCE_MORE: &str = "write `extra_turn();`";

const SCRAP: &str =
    "write `destroy(unit);` for a card in play, `discard_from(me, card);` for a card of the hand";

const NO_ACTIONS: &str = "cards are not limited by a number of actions: they cost coins. Write `bank(me, 2);` for coins, `draw(me, 1);` for cards";

const LOSSES: &str = "write `fn battery_loss(me, points) { … }`";

const NO_MEMORY: &str = "a card remembers a number of counters: `add_counters(this, 1);` and `this.counters`; an effect remembers the tally: `set_tally(3);` and `tally()`";

const COLLECTS: &str = "write `skip_collect(foe);`";

const RANGED: &str = "write `fn long_range_bonus(me, unit) { value_if(unit == this and monsters(me).count >= 3, 2, 0) }`";

const COMBAT_OVER: &str = "write `fn on_combat_end(me, player) { … }`";

const CHEAPER: &str = "write `fn discount(me) { 1 }`; an Agent that lasts until the turn ends may have it too, and `fn on_own_out(me, unit) { stop_staying(); }` ends it after one card";

const ENDS_NOW: &str = "write `stop_staying();`";

/// Pairs of the mistaken word and the correct word.
pub(super) const MEANT: &[(&str, &str)] = &[
    ("on_death", FALLS),
    ("has_long_range", RANGED),
    ("long_range_aura", RANGED),
    ("give_long_range", RANGED),
    ("add_long_range", RANGED),
    ("gain_long_range", RANGED),
    ("range_bonus", RANGED),
    ("shoots", RANGED),
    ("on_combat_over", COMBAT_OVER),
    ("on_end_combat", COMBAT_OVER),
    ("after_combat", COMBAT_OVER),
    ("on_after_combat", COMBAT_OVER),
    ("end_of_combat", COMBAT_OVER),
    ("at_combat_end", COMBAT_OVER),
    ("combat_over", COMBAT_OVER),
    ("on_battle_end", COMBAT_OVER),
    ("reduce_cost", CHEAPER),
    ("cost_less", CHEAPER),
    ("cheaper", CHEAPER),
    ("add_discount", CHEAPER),
    ("give_discount", CHEAPER),
    ("next_discount", CHEAPER),
    ("discount_next", CHEAPER),
    ("stop_lasting", ENDS_NOW),
    ("end_effect", ENDS_NOW),
    ("stay_no_longer", ENDS_NOW),
    ("leave_play", ENDS_NOW),
    ("announced_card", "write `announced()`"),
    ("last_announced", "write `announced()`"),
    ("waiting", "write `announced()`"),
    (
        "take_back(a card on the table)",
        "write `take_back(me, unit.card);`",
    ),
    (
        "put_into_play(a card on the table)",
        "write `put_into_play(me, unit.card);`",
    ),
    ("damage_battery", DAMAGE),
    ("damage_player", DAMAGE),
    ("hit_battery", DAMAGE),
    ("hurt_battery", DAMAGE),
    ("battery_damage", DAMAGE),
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
    ("copy", COPIES),
    ("copy_of", COPIES),
    ("become_copy", COPIES),
    ("become", COPIES),
    ("clone", COPIES),
    ("mimic", COPIES),
    ("transform", COPIES),
    ("polymorph", COPIES),
    ("imitate", COPIES),
    ("change_target", TARGET_STAYS),
    ("redirect", TARGET_STAYS),
    ("retarget", TARGET_STAYS),
    ("new_target", TARGET_STAYS),
    ("set_target", TARGET_STAYS),
    ("remove_from_game", NO_EXILE),
    ("exile", NO_EXILE),
    ("banish", NO_EXILE),
    ("peek", PEEK),
    ("look", PEEK),
    ("look_at", PEEK),
    ("scry", PEEK),
    ("reveal", PEEK),
    ("reveal_top", PEEK),
    ("look_top", PEEK),
    ("search", SEARCH),
    ("search_deck", SEARCH),
    ("tutor", SEARCH),
    ("fetch", SEARCH),
    ("find", SEARCH),
    ("untap", READY),
    ("unexhaust", READY),
    ("refresh", READY),
    ("exhaust", TAPS),
    ("freeze", TAPS),
    ("stun", TAPS),
    ("mill", MILL),
    ("mill_cards", MILL),
    ("discard_deck", MILL),
    ("bounce", BOUNCE),
    ("return_card", BOUNCE),
    ("to_hand", BOUNCE),
    ("control", CONTROL),
    ("take_control", CONTROL),
    ("gain_control", CONTROL),
    ("mind_control", CONTROL),
    ("buff", STRONGER),
    ("pump", STRONGER),
    ("boost", STRONGER),
    ("set_attack", STRONGER),
    ("gain_attack", STRONGER),
    ("increase_attack", STRONGER),
    ("set_defence", TOUGHER),
    ("set_defense", TOUGHER),
    ("gain_defence", TOUGHER),
    ("increase_defence", TOUGHER),
    ("haste", HASTE),
    ("charge", HASTE),
    ("shield", SHIELD),
    ("divine_shield", SHIELD),
    ("regenerate", SHIELD),
    ("protect", SHIELD),
    ("armour_up", SHIELD),
    ("summon", SUMMON),
    ("create", SUMMON),
    ("spawn", SUMMON),
    ("put_in_play", SUMMON),
    ("play_card", SUMMON),
    ("revive", SUMMON),
    ("resurrect", SUMMON),
    ("destroyed", IS_GONE),
    ("is_dead", IS_GONE),
    ("dead", IS_GONE),
    ("died", IS_GONE),
    ("gone", IS_GONE),
    ("is_gone", IS_GONE),
    ("kind", KIND),
    ("type", KIND),
    ("card_type", KIND),
    ("units", EVERYTHING),
    ("all_units", EVERYTHING),
    ("cards", EVERYTHING),
    ("creatures", EVERYTHING),
    ("minions", EVERYTHING),
    ("ships", EVERYTHING),
    ("everyone", EVERYTHING),
    ("all_cards", EVERYTHING),
    ("battlefield", EVERYTHING),
    ("any_target", EVERYTHING),
    ("take_turn", ONCE_MORE),
    ("another_turn", ONCE_MORE),
    ("end_turn_again", ONCE_MORE),
    ("scrap", SCRAP),
    ("trash", SCRAP),
    ("add_action", NO_ACTIONS),
    ("add_actions", NO_ACTIONS),
    ("add_buy", NO_ACTIONS),
    ("add_buys", NO_ACTIONS),
    ("mana", NO_ACTIONS),
    ("gain_mana", NO_ACTIONS),
    ("trade", NO_ACTIONS),
    ("gain_trade", NO_ACTIONS),
    ("actions", NO_ACTIONS),
    ("on_lose", LOSSES),
    ("before_loss", LOSSES),
    ("reduce_damage", LOSSES),
    ("replace_damage", LOSSES),
    ("damage_reduction", LOSSES),
    ("would_lose", LOSSES),
    ("remember", NO_MEMORY),
    ("store", NO_MEMORY),
    ("set_memory", NO_MEMORY),
    ("memory", NO_MEMORY),
    ("save", NO_MEMORY),
    ("skip_phase", COLLECTS),
    ("no_collect", COLLECTS),
    ("skip_collection", COLLECTS),
    ("authority", BATTERY),
    ("combat", ATTACK),
    (
        "+ unit",
        "to loop over both, write two loops: `each x in SET { … } each x in OTHER { … }`; for one choice from the cards of all players, write `choose unit in all_fighters() { … }` or `all_targets()`, and a condition after `where`",
    ),
    (
        "shuffle",
        "leave it out: a deck is shuffled where the rules say so",
    ),
    (
        "long_range =",
        "write the fact `long_range = 2` in the card file, or `fn long_range_bonus(me, unit) { value_if(unit == this and monsters(me).count >= 3, 2, 0) }` on a condition",
    ),
    (
        "chaining =",
        "write the fact `chaining = true` in the card file; no word changes it during play",
    ),
    (
        "cost =",
        "write `fn extra_cost(me) { … }` for this card, `fn discount(me) { … }` for the cards that its player buys",
    ),
    (
        "ready =",
        "write `reactivate(unit);`, or `recharge(unit);` for the opposite",
    ),
    (
        "flying =",
        "write `give_flying(unit);`, or `stop_flying(unit);` for the opposite",
    ),
    ("is_new =", "write `rush(unit);`: it is no longer new"),
    (
        "owner =",
        "write `capture(unit, me);` for good, `borrow(unit, me);` until the turn ends",
    ),
    (
        "taken =",
        "write `damage(unit, 2);` to add damage, `repair(unit, 2);` to take it off",
    ),
    (
        "hand_size =",
        "write `draw(me, 2);` to draw cards, `discard_random(foe);` to take one away",
    ),
    ("on_foe_shown", "write `fn on_shown(me, foe) { … }`"),
    (
        "vault =",
        "write `bank(me, 2);` to add coins, `pay(me, 2);` to pay them",
    ),
    (
        "battery =",
        "write `restore(me, 2);` to add coins to a Battery, `drain(foe, 2);` to take them off",
    ),
];
