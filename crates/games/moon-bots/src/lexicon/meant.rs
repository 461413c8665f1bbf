//! Words that designers of Moon-Bots cards write by mistake, and the correct words.

const STRUCK: &str = "write `fn before_damage(me) { … }` for when points are about to hit you, `fn on_damage_taken(me, foe, points) { … }` for when they have";

const DAMAGED: &str = "write `fn on_damage_taken(me, foe, points) { … }`";

const FALLS: &str = "write `fn before_elimination(me) { … }`; of another robot's fall tells `fn on_foe_eliminated(me, robot) { … }`";

const KILL: &str = "write `fn before_foe_elimination(me, foe) { … }` for a robot that your attack eliminates, `fn on_foe_eliminated(me, robot) { … }` for any other robot";

const TURN_BEGINS: &str = "write `fn on_turn_start(me) { … }`";

const TURN_ENDS: &str = "write `fn on_turn_end(me) { … }`";

const ROLLED: &str = "write `fn on_rolled(me) { … }`";

const REROLLED: &str = "write `fn on_rolled(me) { when is_reroll() { … } }`";

const WORKS: &str =
    "write `fn play(me) { … }` for a secret weapon, `fn on_use(me) { … }` for a part";

const BUILT: &str = "write `fn on_built(me) { … }`";

const CAN: &str = "write `fn can(me) { … }`";

const ALWAYS: &str = "what an upgrade always gives is in the card file, such as `extra_capacity = 2` or `dice = 1`; for attacks write `fn on_attack(me) { … }` or `fn before_damage(me) { … }`";

const PRICE: &str = "write `fn discount(me) { … }`, or `extra_cost = 1` in the card file";

const HURT: &str = "write `lose(foe, 2);` for a loss that nothing stops, `aim(fist, 2); strike_at(foe);` for an attack";

const ATTACK: &str =
    "write `aim(fist, 2); strike();`, or `aim(fist, 2); strike_at(foe);` for one robot";

const GAIN: &str = "write `gain(me, 2);`";

const LOSE: &str = "write `lose(foe, 2);`";

const TRANSFER: &str = "write `transfer(foe, me, 2);`";

const DESTROY: &str = "say what is destroyed: `choose slot in parts(foe) { destroy_part(foe, slot); }` or `choose card in upgrades(foe) { destroy_upgrade(foe, card); }`";

const ELIMINATE: &str = "a robot falls when it has no energy left: `lose(foe, foe.energy);`";

const CANCEL: &str = "write `cancel_weapon();` in `fn on_play(me, robot)`; an attack is stopped with `reduce(me, fist, 2);` in `fn before_damage(me)`, or `prevent(me, 2);` in the window `damage`";

const STOP: &str = "write `reduce(me, fist, 2);` in `fn before_damage(me)`, or `prevent(me, 2);` in the window `damage`";

const LEFT: &str = "write `left_of(me)`";

const RIGHT: &str = "write `right_of(me)`";

const NEIGHBOURS: &str = "write `neighbours(me)`";

const OPPONENTS: &str = "write `opponents(me)`";

const ROBOTS: &str = "write `robots()`";

const ACTIVE: &str = "write `active()`; whether it is your turn asks `me == active()`";

const DRAW: &str = "write `draw_weapon(me);`";

const STEAL: &str = "write `steal(me, foe);`";

const DISCARD: &str = "write `discard_random(foe);`, or `choose weapon in hand(foe) by foe { discard(foe, weapon); }`";

const REROLL: &str = "write `choose die in dice() { reroll_die(die); }`";

const SKIP: &str = "write `skip_turn();` in `fn on_turn_start(me)`, or in `fn play(me)` in the window `turn-start`";

const AGAIN: &str = "write `extra_turn();`";

const COUNTER: &str = "write `put_counters(1);`";

const UNCOUNTER: &str = "write `take_counters(1);`";

const SWAP: &str =
    "write `swap_hands(me, foe);`, `swap_parts(me, foe, torso);` or `swap_market(card, other);`";

const LOOK: &str = "write `look(me, foe);` for a robot's secret weapons; everybody sees the parts and upgrades in the market";

const PAY: &str = "write `pay(me, 1);`, or `lose(me, 1);` for a loss to which cards may react";

const KILLED: &str = "write `fn on_foe_eliminated(me, robot) { … }` for another robot, `fn before_elimination(me) { … }` for this one";

const DESTROYED: &str = "write `fn before_elimination(me) { … }` for the robot, `fn on_piece_lost(me) { … }` for its parts and upgrades";

const BOUGHT: &str = "write `fn on_built(me) { … }` for this card, `fn on_purchase(me, robot, row) { … }` for every card of the market";

const HIT: &str = "write `fn on_damage_taken(me, foe, points) { … }` for damage to you, `fn on_damage_dealt(me, foe, points) { … }` for the damage of your attacks";

const BUY: &str = "write `choose card in affordable(me) { buy(me, card); }`";

const ENERGY: &str = "write `energy`, such as `me.energy`";

const WEAPONS: &str =
    "write `weapons`, such as `me.weapons`: how many secret weapons the robot holds";

const IN_PLAY: &str = "write `in_play`, such as `foe.in_play`";

const CAP: &str =
    "a robot holds 18 energy, and what `extra_capacity = …` of its cards adds; write the number";

const UPGRADES: &str = "write `upgrade_count`, such as `me.upgrade_count`";

const PARTS: &str = "write `parts(me).count`";

const WIN: &str = "write `win(me);`";

const PILE_TOP: &str = "no card looks into the draw pile; `put_on_top(card);` puts a card of the market on top of it, and `take_top(me);` takes the top card";

const CARD_MEMORY: &str = "a card remembers a number, robots or a slot, but no card: write `remember(3);`, `remember_robot(foe);` or `remember_slot(slot);`";

const ROBOT_MEMORY: &str = "write `remember_robot(foe);` for a robot";

const SLOT_MEMORY: &str = "write `remember_slot(slot);` for a slot";

const ONCE: &str = "a card remembers that it has acted: write `when not(remembers()) { remember(1); … }`, and `fn on_turn_start(me) { forget(); }`";

const TYPE: &str = "write `when taken_with(fist) { … }` in `fn on_damage_taken(me, foe, points)`, `pending_of(me, fist)` before the damage";

const STOP_ALL: &str = "write `fn before_final_damage(me) { prevent(me, me.pending); }`, which comes after all other protections";

const SPARE: &str = "write `spare(me);` until the turn ends, or `fn can_be_attacked_by(me, foe) { false }` as long as the card is in play";

const TAUNT: &str = "write `draw_attacks(me);`";

const FACE_DOWN: &str =
    "write `choose weapon in hand(me) or none { discard_face_down(me, weapon); }`";

const BOXED: &str = "a card goes to the box with `leave();`, `destroy_upgrade(foe, card);`, `destroy_part(foe, slot);` or `discard_market(card);`";

const TO_HAND: &str = "only secret weapons are in hands: write `recover(me, weapon);` for a used one; an upgrade moves with `steal_upgrade(me, foe, card);`";

const MARKET_TOP: &str = "only a card of the market goes there: write `choose card in market() { put_on_top(card); }`; an upgrade goes to the box with `destroy_upgrade(foe, card);`";

const EXHAUST: &str = "write `jam_part(slot);` for a part of the active robot, `block_slot(foe, slot);` for another one";

const REFRESH: &str = "write `refresh_part(slot);`";

const SET_DIE: &str = "write `choose die in dice() { turn_die(die, 6); }`";

const ROLL: &str = "write `roll_more(1);`";

const DIE: &str =
    "write `add_die(6);` for a die with this face, `roll_more(1);` for one that is rolled";

const SEARCH: &str = "write `choose card in pile(me, upgrade) { build(me, card); }`";

const EACH_ROUND: &str =
    "write `fn on_any_turn_start(me, robot) { … }`; `round()` is the number of the round";

const NOT_DISCARDED: &str = "no function runs then; `fn on_weapon_played(me, robot) { … }` runs when a secret weapon has been played";

const NOT_DRAWN: &str = "no function runs then; `fn on_purchase(me, robot, row) { … }` runs when a robot has got a card of the market";

const GAINED: &str = "write `fn on_gained(me, points) { … }`";

const NO_COUNTERS: &str = "write `take_counters(counters());`";

const LIFESTEAL: &str = "write `fn on_damage_dealt(me, foe, points) { gain(me, points); }`";

const DOUBLE: &str = "write `fn on_attack(me) { each foe in attacked_with(fist) { add(foe, fist, pending_of(foe, fist)); } }`";

const RANDOM: &str = "write `random foe in opponents(me) { … }`";

const COPY: &str = "write `copy_weapon(me);` in `fn on_play(me, robot)`, or `use_part(foe, slot);` for the effect of a part";

const FREEZE: &str = "write `block_slot(foe, slot);` for a part, `silence(foe, card);` for an upgrade, `silence_all(foe);` for all of them";

const ACTIVE_AGAIN: &str =
    "it is always the active robot that has another turn: write `extra_turn();`";

const ACTIVE_SKIPS: &str = "it is always the turn that begins: write `fn on_any_turn_start(me, robot) { when remembered().has(robot) { skip_turn(); } }`";

const ACTIVE_ONLY: &str = "it is always about the turn of the active robot: leave out the robot";

const OWN_COUNTERS: &str = "only this card's counters can change: write `put_counters(1);`";

const TWICE: &str = "once for each card: write `repeat 2 { … }` around it";

const WHO: &str = "say which robot and how much: write `gain(me, 2);` or `lose(foe, 2);`";

/// Pairs of the mistaken word and the correct word. A word with an argument in brackets is a function of the game that gets
/// something of this kind; a word with a number, one that gets this many arguments.
pub(super) const MEANT: &[(&str, &str)] = &[
    ("on_attacked", STRUCK),
    ("on_being_attacked", STRUCK),
    ("on_defend", STRUCK),
    ("on_defence", STRUCK),
    ("on_defense", STRUCK),
    ("on_block", STRUCK),
    ("on_incoming", STRUCK),
    ("on_incoming_damage", STRUCK),
    ("on_hit_by", STRUCK),
    ("on_enemy_attack", STRUCK),
    ("on_opponent_attack", STRUCK),
    ("when_attacked", STRUCK),
    ("when_hit", STRUCK),
    ("attacked_by", STRUCK),
    ("on_damage", HIT),
    ("on_take_damage", DAMAGED),
    ("on_taken_damage", DAMAGED),
    ("on_hurt", DAMAGED),
    ("on_death", FALLS),
    ("on_die", FALLS),
    ("on_died", FALLS),
    ("on_destroyed", DESTROYED),
    ("on_destroy", DESTROYED),
    ("on_eliminated", FALLS),
    ("on_out", FALLS),
    ("on_kill", KILL),
    ("on_killed", KILLED),
    ("on_start", TURN_BEGINS),
    ("on_begin", TURN_BEGINS),
    ("on_turn", TURN_BEGINS),
    ("on_my_turn", TURN_BEGINS),
    ("on_turn_begin", TURN_BEGINS),
    ("on_start_turn", TURN_BEGINS),
    ("on_start_of_turn", TURN_BEGINS),
    ("on_upkeep", TURN_BEGINS),
    ("each_turn", TURN_BEGINS),
    ("every_turn", TURN_BEGINS),
    ("on_each_turn", TURN_BEGINS),
    ("turn_start", TURN_BEGINS),
    ("start_of_turn", TURN_BEGINS),
    ("on_end", TURN_ENDS),
    ("on_end_turn", TURN_ENDS),
    ("on_end_of_turn", TURN_ENDS),
    ("end_of_turn", TURN_ENDS),
    ("turn_end", TURN_ENDS),
    ("on_roll", ROLLED),
    ("on_reroll", REROLLED),
    ("on_dice", ROLLED),
    ("on_dice_rolled", ROLLED),
    ("on_activate", WORKS),
    ("on_activated", WORKS),
    ("on_activation", WORKS),
    ("activate", WORKS),
    ("on_used", WORKS),
    ("on_trigger", WORKS),
    ("on_cast", WORKS),
    ("on_played", WORKS),
    ("effect", WORKS),
    ("action", WORKS),
    ("main", WORKS),
    ("run", WORKS),
    ("execute", WORKS),
    ("on_buy", BOUGHT),
    ("on_get", BUILT),
    ("on_acquire", BUILT),
    ("on_equip", BUILT),
    ("on_install", BUILT),
    ("on_build", BUILT),
    ("can_play", CAN),
    ("can_use", CAN),
    ("is_playable", CAN),
    ("playable", CAN),
    ("condition", CAN),
    ("requires", CAN),
    ("allowed", CAN),
    ("always", ALWAYS),
    ("passive", ALWAYS),
    ("on_always", ALWAYS),
    ("cost", PRICE),
    ("price_of", "write `price(card)`"),
    ("damage", HURT),
    ("hurt", HURT),
    ("harm", HURT),
    ("deal", HURT),
    ("deal_damage", HURT),
    ("do_damage", HURT),
    ("damage_robot", HURT),
    ("hit", HURT),
    ("attack", ATTACK),
    ("shoot", ATTACK),
    ("fire", ATTACK),
    ("punch", ATTACK),
    ("heal", GAIN),
    ("restore", GAIN),
    ("recover", GAIN),
    ("repair", GAIN),
    ("add_energy", GAIN),
    ("gain_energy", GAIN),
    ("give_energy", GAIN),
    ("get_energy", GAIN),
    ("charge", GAIN),
    ("drain", LOSE),
    ("lose_energy", LOSE),
    ("remove_energy", LOSE),
    ("take_energy", LOSE),
    ("reduce_energy", LOSE),
    ("spend", PAY),
    ("steal_energy", TRANSFER),
    ("move_energy", TRANSFER),
    ("transfer_energy", TRANSFER),
    ("destroy", DESTROY),
    ("remove", DESTROY),
    ("destroy_card", DESTROY),
    ("kill", ELIMINATE),
    ("eliminate", ELIMINATE),
    ("cancel", CANCEL),
    ("negate", CANCEL),
    ("nullify", CANCEL),
    ("counter_weapon", CANCEL),
    ("counterspell", CANCEL),
    ("stop", CANCEL),
    ("block", STOP),
    ("shield", STOP),
    ("protect", STOP),
    ("defend", STOP),
    ("absorb", STOP),
    (
        "dodge",
        "write `prevent(me, me.pending);` in the window `damage`",
    ),
    ("left", LEFT),
    ("left_neighbour", LEFT),
    ("left_neighbor", LEFT),
    ("neighbour_left", LEFT),
    ("neighbor_left", LEFT),
    ("left_robot", LEFT),
    ("next_robot", LEFT),
    ("next_player", LEFT),
    ("right", RIGHT),
    ("right_neighbour", RIGHT),
    ("right_neighbor", RIGHT),
    ("neighbour_right", RIGHT),
    ("neighbor_right", RIGHT),
    ("right_robot", RIGHT),
    ("previous_robot", RIGHT),
    ("previous_player", RIGHT),
    ("neighbor", NEIGHBOURS),
    ("neighbors", NEIGHBOURS),
    ("neighbour", NEIGHBOURS),
    ("adjacent", NEIGHBOURS),
    ("enemy", OPPONENTS),
    ("enemies", OPPONENTS),
    ("rivals", OPPONENTS),
    ("foes", OPPONENTS),
    ("get_opponents", OPPONENTS),
    ("all_opponents", OPPONENTS),
    ("other_robots", OPPONENTS),
    ("other_players", OPPONENTS),
    ("everyone", ROBOTS),
    ("everybody", ROBOTS),
    ("all_robots", ROBOTS),
    ("all_players", ROBOTS),
    ("get_robots", ROBOTS),
    ("current", ACTIVE),
    ("current_robot", ACTIVE),
    ("current_player", ACTIVE),
    ("active_player", ACTIVE),
    ("active_robot", ACTIVE),
    ("is_active", ACTIVE),
    ("my_turn", ACTIVE),
    ("is_my_turn", ACTIVE),
    ("draw", DRAW),
    ("draw_card", DRAW),
    ("draw_cards", DRAW),
    ("get_weapon", DRAW),
    ("gain_weapon", DRAW),
    ("steal_weapon", STEAL),
    ("steal_card", STEAL),
    ("take_weapon", STEAL),
    ("discard_weapon", DISCARD),
    ("discard_card", DISCARD),
    ("reroll", REROLL),
    ("reroll_dice", REROLL),
    ("skip", SKIP),
    ("skip_next_turn", SKIP),
    ("lose_turn", SKIP),
    ("another_turn", AGAIN),
    ("take_extra_turn", AGAIN),
    ("play_again", AGAIN),
    ("add_counter", COUNTER),
    ("add_counters", COUNTER),
    ("put_counter", COUNTER),
    ("place_counter", COUNTER),
    ("remove_counter", UNCOUNTER),
    ("remove_counters", UNCOUNTER),
    ("swap", SWAP),
    ("exchange", SWAP),
    ("trade", SWAP),
    ("look_at", LOOK),
    ("peek", LOOK),
    ("spy", LOOK),
    ("see_hand", LOOK),
    ("buy_card", BUY),
    ("purchase", BUY),
    ("hp", ENERGY),
    ("health", ENERGY),
    ("life", ENERGY),
    ("lives", ENERGY),
    ("power", ENERGY),
    ("battery", ENERGY),
    ("mana", ENERGY),
    ("hand_size", WEAPONS),
    ("weapon_count", WEAPONS),
    ("secret_weapons", WEAPONS),
    ("cards", WEAPONS),
    ("alive", IN_PLAY),
    ("is_alive", IN_PLAY),
    ("dead", IN_PLAY),
    ("is_out", IN_PLAY),
    ("max_energy", CAP),
    ("upgrades_count", UPGRADES),
    ("num_upgrades", UPGRADES),
    ("part_count", PARTS),
    ("wins", WIN),
    ("win_game", WIN),
    ("win_the_game", WIN),
    ("victory", WIN),
    ("end_game", WIN),
    ("lose_game", ELIMINATE),
    ("lose_the_game", ELIMINATE),
    ("top", PILE_TOP),
    ("top_card", PILE_TOP),
    ("top_cards", PILE_TOP),
    ("look_at_top", PILE_TOP),
    ("look_top", PILE_TOP),
    ("peek_top", PILE_TOP),
    ("reveal_top", PILE_TOP),
    ("scry", PILE_TOP),
    ("surveil", PILE_TOP),
    ("put_on_bottom", PILE_TOP),
    ("reorder", PILE_TOP),
    ("remember_card", CARD_MEMORY),
    ("remember_upgrade", CARD_MEMORY),
    ("remembered_card", CARD_MEMORY),
    ("remember(a card)", CARD_MEMORY),
    ("remember_robot(a card)", CARD_MEMORY),
    ("remember_slot(a card)", CARD_MEMORY),
    ("remember(a place)", CARD_MEMORY),
    ("remember(a weapon)", CARD_MEMORY),
    ("remember(a robot)", ROBOT_MEMORY),
    ("remember_slot(a robot)", ROBOT_MEMORY),
    ("remember(a slot)", SLOT_MEMORY),
    ("remember_robot(a slot)", SLOT_MEMORY),
    (
        "remember_robot(a number)",
        "write `remember(3);` for a number",
    ),
    (
        "remember_slot(a number)",
        "write `remember(3);` for a number",
    ),
    ("put_on_top(a card)", MARKET_TOP),
    (
        "put_on_top(a weapon)",
        "write `put_back(me, weapon);`: the pile is shuffled",
    ),
    ("discard(a card)", BOXED),
    ("discard_market(a card)", BOXED),
    ("once", ONCE),
    ("once_per_turn", ONCE),
    ("once_a_turn", ONCE),
    ("once_each_turn", ONCE),
    ("one_time", ONCE),
    ("taken", TYPE),
    ("damage_type", TYPE),
    ("type_of_damage", TYPE),
    ("taken_by", TYPE),
    ("hit_by", TYPE),
    ("hit_with", TYPE),
    ("stop_attack", STOP_ALL),
    ("prevent_all", STOP_ALL),
    ("immune", STOP_ALL),
    ("invulnerable", STOP_ALL),
    ("divine_shield", STOP_ALL),
    ("hexproof", SPARE),
    ("shroud", SPARE),
    ("stealth", SPARE),
    ("untargetable", SPARE),
    ("hide", SPARE),
    ("taunt", TAUNT),
    ("provoke", TAUNT),
    ("discard_hidden", FACE_DOWN),
    ("discard_secretly", FACE_DOWN),
    ("exile", BOXED),
    ("trash", BOXED),
    ("scrap", BOXED),
    ("sacrifice", BOXED),
    ("bounce", TO_HAND),
    ("return_to_hand", TO_HAND),
    ("tap", EXHAUST),
    ("exhaust", EXHAUST),
    ("untap", REFRESH),
    ("ready", REFRESH),
    ("set_die", SET_DIE),
    ("change_die", SET_DIE),
    ("roll", ROLL),
    ("roll_dice", ROLL),
    ("roll_die", ROLL),
    ("add_dice", DIE),
    ("extra_die", DIE),
    ("search", SEARCH),
    ("tutor", SEARCH),
    ("search_pile", SEARCH),
    ("on_round", EACH_ROUND),
    ("on_round_start", EACH_ROUND),
    ("on_discard", NOT_DISCARDED),
    ("on_discarded", NOT_DISCARDED),
    ("on_draw", NOT_DRAWN),
    ("on_drawn", NOT_DRAWN),
    ("on_heal", GAINED),
    ("on_gain", GAINED),
    ("on_next_turn_start", TURN_BEGINS),
    ("on_next_turn", TURN_BEGINS),
    ("next_turn", TURN_BEGINS),
    ("clear_counters", NO_COUNTERS),
    ("reset_counters", NO_COUNTERS),
    ("remove_all_counters", NO_COUNTERS),
    ("lifesteal", LIFESTEAL),
    ("double", DOUBLE),
    ("double_damage", DOUBLE),
    ("random_robot", RANDOM),
    ("random_opponent", RANDOM),
    ("random_foe", RANDOM),
    ("copy", COPY),
    ("freeze", FREEZE),
    ("stun", FREEZE),
    ("disable", FREEZE),
    ("deathrattle", FALLS),
    ("on_deathrattle", FALLS),
    ("battlecry", BUILT),
    ("on_enter", BUILT),
    ("hearts", ENERGY),
    ("authority", ENERGY),
    ("win/0", WIN),
    ("extra_turn/1", ACTIVE_AGAIN),
    ("skip_turn/1", ACTIVE_SKIPS),
    ("end_turn/1", ACTIVE_ONLY),
    ("forbid_buying/1", ACTIVE_ONLY),
    (
        "stay/1",
        "write `stay_before(foe);` in front of another robot, `stay();` in front of yours",
    ),
    ("put_counters/2", OWN_COUNTERS),
    ("take_counters/2", OWN_COUNTERS),
    ("draw_weapon/2", TWICE),
    ("discard_random/2", TWICE),
    ("gain/1", WHO),
    ("lose/1", WHO),
    ("strike/1", "write `strike_at(foe);`"),
    ("parts_count", PARTS),
    (
        "energy =",
        "write `gain(me, 2);`, or `lose(me, 2);` for the opposite",
    ),
    (
        "gained =",
        "write `gain_beyond_limit(me, 2);`: it does not count towards the limit",
    ),
    (
        "weapons =",
        "write `draw_weapon(me);` to draw one, `discard_random(foe);` to take one away",
    ),
    (
        "pending =",
        "write `prevent(me, 2);` to stop points, `add(foe, fist, 1);` to add some to an attack",
    ),
    (
        "dice =",
        "write `roll_more(2);` or `roll_fewer(1);` for this turn; an upgrade with the fact `dice = 1` adds one for good",
    ),
    (
        "upgrade_count =",
        "write `destroy_upgrade(foe, card);`, `steal_upgrade(me, foe, card);` or `build(me, card);`",
    ),
    (
        "counters =",
        "write `put_counters(2);`, or `take_counters(2);` for the opposite",
    ),
    (
        "in_play =",
        "write `lose(foe, foe.energy);`: a robot without energy is eliminated",
    ),
];
