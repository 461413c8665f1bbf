//! Words that no official card uses; with them homebrew cards can affect hands, market, parts, dice, attacks and
//! turns.

use super::facts::CAP_FACT;
use super::functions::{
    self, ANSWER_WINDOW, ATTACKING, BEFORE_BUYING, DAMAGE_WINDOW, DAMAGING, DICE_WINDOWS, HookId,
    NO_ATTACK_YET, ROLLED_WINDOWS, STOPPING, WINNING, WITH_DICE,
};
use super::nouns::NOUNS;
use super::things::*;
use super::verbs::VERBS;
use crate::rules::{
    ANOTHER_TURN, ANSWERED, BLOCKED, BORROWED, CANNOT, CARD_ATTACK, CARD_ROLL, CARD_WINS,
    CONVERTED, DAMAGE, DESTROY, DIRECTION, DRAWN, EMPTY_PILE, FORBID, FROM_BOX, FROM_THE_HAND,
    GUARDED, HAND_DISCARD, HAND_MOVE, HANDED_OVER, IN_WRITING, LEAVING, MARKET, MEMORY_OF_CARD,
    MORE_DICE, MOVE_PIECE, NO_PLACE, PART_SCRIPTS, PRICE, RANKS, REACHED, REACTIONS, REDIRECTED,
    REFRESH, REROLL, REVEAL, ROLL, SILENT, SLOT, STAY, SURVIVES, TALLY, TARGETS, TOP, TURN_ENDS,
    UNSEEN, UPGRADES, WEAPONS_BACK,
};
use crate::sizes::{OPEN_COPIES, POOL, UPGRADES as UPGRADE_PLACES, WEAPON_COPIES};
use cardwright_effects::{BinOp, Note, Noun, Param, Ty, Verb, Word};
use cardwright_runtime::numbered;

const WEAPON: Ty = Ty::One(ThingId::Weapon.n());

const WEAPONS: Ty = Ty::Many(ThingId::Weapon.n());

const FROM_ROBOT: &[Param] = &[Param::new("robot", ROBOT), Param::new("from", ROBOT)];

const TWO_ROBOTS: &[Param] = &[Param::new("first", ROBOT), Param::new("second", ROBOT)];

const OF_FACE: &[Param] = &[Param::new("face", FACE)];

const OF_PLACE: &[Param] = &[Param::new("card", PLACE)];

const OF_SLOT: &[Param] = &[Param::new("slot", SLOT_TY)];

/// Makes a noun whose members only one player may know: the player of the robot in the parameter `who`.
const fn secret(noun: Noun, who: u8) -> Noun {
    Noun {
        secret: Some(who),
        ..noun
    }
}

/// The word for a slot.
pub(super) const fn slot(name: &'static str, value: i16) -> Word<'static> {
    Word {
        name,
        thing: ThingId::Slot.n(),
        value,
        doc: "A slot of a robot.",
    }
}

numbered! {
    /// Nouns for homebrew cards, numbered as in the lexicon.
    CustomNoun behind NOUNS, CUSTOM_NOUNS: Noun;
    Hand = secret(Noun::new("hand", OF_ROBOT, WEAPONS, "{0}'s secret weapons",
        "The secret weapons that the robot holds. Only its own player may choose from them.",
        "choose weapon in hand(foe) by foe { … }", HAND_DISCARD), 0);
    Known = secret(Noun::new("known", &[Param::new("robot", ROBOT), Param::new("to", ROBOT)], WEAPONS, "{0}'s secret weapons that {1} [has|have] seen",
        "The secret weapons in the first robot's hand that the player of the second has seen. Only that player may choose from them.",
        "look(me, foe); choose weapon in known(foe, me) { … }", REVEAL), 1);
    MarketCards = Noun::new("market", &[], PLACES, "the cards in the market",
        "Every place of the market that has a card.", "choose card in market() { … }", MARKET);
    PriceOf = Noun::new("price", OF_PLACE, NUMBER, "the price of {0}",
        "The energy that the card at a place costs the active robot. For an empty place, the price of its row.",
        "when price(card) > 1 { … }", PRICE)
        .between(0, 2 + FULL)
        .asking(functions::PRICING);
    IsWeapon = Noun::new("is_weapon", OF_PLACE, TRUTH, "{0} [is|are] a secret weapon",
        "Whether the card at a place is a face-down secret weapon.", "when is_weapon(card) { … }", UNSEEN);
    CardsLeft = Noun::new("cards_left", &[], NUMBER, "the number of cards in the pile",
        "How many cards are in the draw pile.", "when cards_left() == 0 { … }", EMPTY_PILE)
        .between(0, (OPEN_COPIES + WEAPON_COPIES) as i16);
    PartsOf = Noun::new("parts", OF_ROBOT, SLOTS_TY, "{0}'s parts",
        "The slots of the robot that have a part.", "choose slot in parts(foe) { … }", DESTROY);
    FreeSlots = Noun::new("free_slots", OF_ROBOT, SLOTS_TY, "{0}'s free slots",
        "The slots of the robot without a part.", "choose slot in free_slots(me) { … }", CANNOT);
    UsedParts = Noun::new("used_parts", &[], SLOTS_TY, "the parts used this turn",
        "The parts that the active robot has used this turn, also the one that is being used.",
        "choose slot in used_parts() { refresh_part(slot) }", REFRESH);
    UpgradesOf = Noun::new("upgrades", OF_ROBOT, CARDS, "{0}'s upgrades",
        "The robot's upgrades.", "choose card in upgrades(foe) { … }", DESTROY);
    UpgradeCount = Noun::new("upgrade_count", OF_ROBOT, NUMBER, "the number of {0}'s upgrades",
        "How many upgrades the robot has.", "when foe.upgrade_count > me.upgrade_count { … }", UPGRADES).of_one()
        .between(0, UPGRADE_PLACES as i16);
    AllFaces = Noun::new("faces", &[], FACES, "the faces of a die",
        "The faces 1 to 6.", "choose die in faces() { add_die(die) }", MORE_DICE);
    Showing = Noun::new("dice_showing", OF_FACE, NUMBER, "the number of unplaced dice that show {0}",
        "How many unplaced dice of the active robot show this face.", "when dice_showing(die) > 1 { … }", ROLL)
        .between(0, POOL as i16);
    DiceSum = Noun::new("dice_sum", &[], NUMBER, "the sum of the unplaced dice",
        "The sum of the active robot's unplaced dice.", "when dice_sum() > 10 { … }", ROLL)
        .between(0, 6 * POOL as i16);
    DiceCount = Noun::new("dice_count", &[], NUMBER, "the number of unplaced dice",
        "How many unplaced dice the active robot has.", "when dice_count() == 0 { … }", ROLL)
        .between(0, POOL as i16);
    Neighbours = Noun::new("neighbours", OF_ROBOT, ROBOTS, "{0}'s neighbours",
        "The nearest robots in play on either side. With two players, this may include the player's own other robot; `targets` never does.", "each foe in neighbours(me) { … }", RANKS);
    LeftOf = Noun::new("left_of", OF_ROBOT, ROBOT, "the robot to {0}'s left",
        "The nearest robot in play to the left, which is next in turn order. The robot itself if no other is in play.",
        "lose(left_of(me), 1)", RANKS);
    RightOf = Noun::new("right_of", OF_ROBOT, ROBOT, "the robot to {0}'s right",
        "The nearest robot in play to the right. The robot itself if no other is in play.",
        "lose(right_of(me), 1)", RANKS);
    ThisUpgrade = Noun::new("this", &[], CARD, "this upgrade",
        "The upgrade whose script runs.", "choose card in upgrades(me) { when card != this { … } }", LEAVING);
    ThisPart = Noun::new("this", &[], SLOT_TY, "this part",
        "The part whose script runs: its slot.", "jam_part(this)", LEAVING);
    ThisWeapon = Noun::new("this", &[], WEAPON, "this secret weapon",
        "The secret weapon whose script runs.", "choose weapon in played_weapons() where weapon != this { recover(me, weapon) }", LEAVING);
    OutOfReach = Noun::new("out_of_reach", OF_ROBOT, ROBOTS, "{0}'s opponents out of reach",
        "Every opponent in play that this robot may not attack now.",
        "choose foe in out_of_reach(me) { also_hit(foe) }", TARGETS)
        .asking(functions::AIMING);
    Boxed = Noun::new("boxed", &[Param::new("robot", ROBOT), Param::new("sort", SORT)], CARDS, "the {1}s in the box that {0} [has|have] a place for",
        "The parts or upgrades in the box that the robot could build. Only cards that were removed face up.",
        "choose card in boxed(me, part) { salvage(me, card) }", FROM_BOX);
    TopKnown = Noun::new("top_known", &[], NUMBER, "the number of known cards on top of the pile",
        "How many cards on top of the draw pile everybody knows because a card effect put them there.",
        "when top_known() > 0 { take_top(me) }", TOP).between(0, crate::sizes::TOP_CARDS as i16);
    WeaponPlayer = Noun::new("weapon_player", &[], ROBOT, "the robot whose secret weapon is being played",
        "The robot whose secret weapon is being played and can still be answered. If there is none, the active robot.",
        "fn can(me) { weapon_player() != me }", FROM_THE_HAND);
    PlayedWeapons = Noun::new("played_weapons", &[], WEAPONS, "the used secret weapons in the box",
        "The secret weapons in the box that everybody has seen, each once. A weapon that is being played is not in the box yet. A weapon that is shown when it is bought stays in the box.",
        "choose weapon in played_weapons() { recover(me, weapon) }", WEAPONS_BACK);
    Tally = Noun::new("tally", &[], NUMBER, "the tally",
        "A number that this effect keeps until it ends. It starts at 0.", "when n > tally() { set_tally(n); pick_only(robot) }", TALLY);
    Picked = Noun::new("picked", &[], ROBOTS, "the picked robots",
        "The robots that this effect has picked so far.", "each winner in picked() { lose(winner, tally()) }", TALLY);
    RowOf = Noun::new("row", OF_PLACE, NUMBER, "the row of {0}",
        "The row of a place of the market: 0 for the bottom row, 1 for the middle row, 2 for the top row.",
        "each card in market() { when row(card) == 2 { discard_market(card) } }", PRICE)
        .between(0, 2);
    Missed = Noun::new("missed", &[], TRUTH, "this attack [|]has taken no energy",
        "Whether the part or built-in ability that is being used has attacked without taking energy from any robot.",
        "fn on_use(me) { when missed() { lose(me, 1) } }", PART_SCRIPTS);
    Paid = Noun::new("paid", &[], NUMBER, "the energy paid in the last purchase",
        "The energy that the last market card of this turn cost; 0 if it was taken, or if there was none.",
        "fn on_purchase(me, robot) { when robot == me and paid() > 2 { gain(me, 1) } }", PRICE)
        .between(0, 20);
    Buyer = Noun::new("buyer", &[], ROBOTS, "the robot that bought last",
        "The robot in play that bought or took the last market card of this turn; empty if there was none.",
        "each foe in buyer() { lose(foe, 1) }", PRICE);
    BoughtPart = Noun::new("bought_part", &[], SLOTS_TY, "the slot of the part bought last",
        "The slot of the last market card of this turn, if it is a part that its robot still has; otherwise empty.",
        "each foe in buyer() { each slot in bought_part() { destroy_part(foe, slot) } }", PRICE);
    BoughtUpgrade = Noun::new("bought_upgrade", &[], CARDS, "the upgrade bought last",
        "The last market card of this turn, if it is an upgrade that its robot still has; otherwise empty.",
        "each foe in buyer() { each card in bought_upgrade() { steal_upgrade(me, foe, card) } }", PRICE);
    BoughtWeapon = Noun::new("bought_weapon", &[], TRUTH, "the card bought last [|]is a secret weapon",
        "Whether the last market card of this turn is a secret weapon.",
        "fn on_purchase(me, robot) { when robot != me and bought_weapon() { lose(robot, 1) } }", PRICE);
    IsPart = Noun::new("is_part", OF_PLACE, TRUTH, "{0} [is|are] a part",
        "Whether the card at a place is a part.", "choose card in market() where is_part(card) { discard_market(card) }", SLOT);
    IsUpgrade = Noun::new("is_upgrade", OF_PLACE, TRUTH, "{0} [is|are] an upgrade",
        "Whether the card at a place is an upgrade.", "fn discount(me, card) { value_if(is_upgrade(card), 1, 0) }", UPGRADES);
    PartAt = Noun::new("part_at", OF_PLACE, SLOTS_TY, "the slot of {0}",
        "The slot of the part at a place; empty if the card there is not a part.",
        "choose card in market() where part_at(card).has(head) { take(me, card) }", SLOT);
    SlotOf = Noun::new("slot_of", &[Param::new("card", CARD)], SLOTS_TY, "the slot of {0}",
        "The slot of a part in the draw pile or in the box; empty for an upgrade.",
        "choose card in pile(me, part) where slot_of(card).has(torso) { build(me, card) }", SLOT);
    HasPlace = Noun::new("has_place", &[Param::new("robot", ROBOT), Param::new("card", CARD)], TRUTH, "{0} [has|have] a place for {1}",
        "Whether the robot could have one more of this part or upgrade.",
        "choose card in upgrades(me) { choose foe in opponents(me) where has_place(foe, card) { steal_upgrade(foe, me, card) } }", NO_PLACE);
    IsReroll = Noun::new("is_reroll", &[], TRUTH, "this roll [|]is a reroll",
        "Whether the dice have just been rerolled, and not rolled for the first time this turn.",
        "fn on_rolled(me) { when is_reroll() { gain(me, 1) } }", REROLL);
    Dealt = Noun::new("dealt", &[], NUMBER, "the energy that this attack has taken",
        "The energy that the last attack of the part or built-in ability that is being used has taken from all robots together. 0 if it has not attacked.",
        "fn on_use(me) { when dealt() >= 3 { gain(me, 1) } }", PART_SCRIPTS)
        .between(0, u8::MAX as i16);
    TakenWith = Noun::new("taken_with", &[Param::new("damage", DAMAGE_TYPE)], TRUTH, "{0} damage [|]was part of it",
        "Whether the damage that this function reacts to included points of this type, which nothing stopped. If an attack does damage again before the cards have reacted, its points count too.",
        "fn on_damage_taken(me, foe) { when taken_with(fist) { lose(foe, 1) } }", REACTIONS);
}

numbered! {
    /// Verbs for homebrew cards, numbered as in the lexicon.
    CustomVerb behind VERBS, CUSTOM_VERBS: Verb;
    DiscardWeapon = Verb::new("discard", &[Param::new("robot", ROBOT), Param::new("weapon", WEAPON)], "{0} [discards|discard] {1}",
        "The robot discards a secret weapon from its hand. Everybody sees it.",
        "choose weapon in hand(foe) by foe { discard(foe, weapon) }", HAND_DISCARD);
    DiscardRandom = Verb::new("discard_random", OF_ROBOT, "{0} [discards|discard] a secret weapon at random",
        "The robot discards a random secret weapon from its hand. Everybody sees it.",
        "discard_random(foe)", HAND_DISCARD);
    Steal = Verb::new("steal", FROM_ROBOT, "{0} [takes|take] a secret weapon at random from {1}",
        "The first robot takes a random secret weapon from the second robot's hand. Only their two players see it.",
        "steal(me, foe)", HAND_MOVE);
    Give = Verb::new("give", &[Param::new("from", ROBOT), Param::new("to", ROBOT), Param::new("weapon", WEAPON)], "{0} [gives|give] {2} to {1}",
        "A secret weapon moves from the first robot's hand to the second's. Only their two players see it.",
        "choose weapon in hand(me) { give(me, foe, weapon) }", HAND_MOVE);
    SwapHands = Verb::new("swap_hands", TWO_ROBOTS, "{0} and {1} exchange their secret weapons",
        "Two robots swap their hands of secret weapons.", "swap_hands(me, foe)", HAND_MOVE)
        .moving_secrets();
    DrawWeapon = Verb::new("draw_weapon", OF_ROBOT, "{0} [draws|draw] a secret weapon from the pile",
        "The robot takes a secret weapon from the draw pile, face down, as if it had bought it.", "draw_weapon(me)", DRAWN);
    RevealHand = Verb::new("reveal", OF_ROBOT, "{0} [shows|show] everybody [0:its|your] secret weapons",
        "Everybody sees the secret weapons that the robot holds.", "reveal(foe)", REVEAL);
    DiscardMarket = Verb::new("discard_market", OF_PLACE, "{0} leaves the market",
        "A market card goes to the box.", "choose card in market() { discard_market(card) }", MARKET);
    SwapMarket = Verb::new("swap_market", &[Param::new("first", PLACE), Param::new("second", PLACE)], "{0} and {1} change places",
        "The cards on two places of the market swap places.", "swap_market(card, other)", MARKET);
    RefillMarket = Verb::new("refill_market", &[], "the empty places of the market are filled",
        "Empty places of the market are filled from the draw pile at once. The other cards stay where they are.",
        "discard_market(card); refill_market();", MARKET);
    DestroyPart = Verb::new("destroy_part", &[Param::new("robot", ROBOT), Param::new("slot", SLOT_TY)], "<{0}'s part at {1}> is destroyed",
        "A part of the robot goes to the box.", "choose slot in parts(foe) { destroy_part(foe, slot) }", DESTROY);
    StealPart = Verb::new("steal_part", &[Param::new("robot", ROBOT), Param::new("from", ROBOT), Param::new("slot", SLOT_TY)], "{0} [takes|take] <{1}'s part at {2}>",
        "The first robot takes a part from the second, if its own slot is free.", "steal_part(me, foe, left_arm)", MOVE_PIECE);
    SwapParts = Verb::new("swap_parts", &[Param::new("first", ROBOT), Param::new("second", ROBOT), Param::new("slot", SLOT_TY)], "{0} and {1} exchange <their parts at {2}>",
        "Two robots swap what they have in one slot.", "swap_parts(me, foe, torso)", MOVE_PIECE);
    RefreshPart = Verb::new("refresh_part", OF_SLOT, "<the active robot's part at {0}> may work once more this turn",
        "A used part of the active robot may be used once more this turn, with other dice.",
        "choose slot in used_parts() { refresh_part(slot) }", REFRESH)
        .in_hooks(WITH_DICE)
        .in_windows(DICE_WINDOWS);
    JamPart = Verb::new("jam_part", OF_SLOT, "<the active robot's part at {0}> works no more this turn",
        "A part of the active robot cannot be used again this turn.", "choose slot in parts(active()) { jam_part(slot) }", REFRESH);
    DestroyUpgrade = Verb::new("destroy_upgrade", &[Param::new("robot", ROBOT), Param::new("card", CARD)], "{0} [loses|lose] {1}",
        "An upgrade of the robot goes to the box and no longer has any effect.",
        "choose card in upgrades(foe) by foe { destroy_upgrade(foe, card) }", DESTROY);
    StealUpgrade = Verb::new("steal_upgrade", &[Param::new("robot", ROBOT), Param::new("from", ROBOT), Param::new("card", CARD)], "{0} [takes|take] {2} from {1}",
        "The first robot takes an upgrade from the second, if it has a place for it.",
        "choose card in upgrades(foe) { steal_upgrade(me, foe, card) }", MOVE_PIECE);
    AddDie = Verb::new("add_die", OF_FACE, "the active robot gets a die that shows {0}",
        "Adds a die that shows this face to the active robot's unplaced dice, for this turn.", "add_die(die)", MORE_DICE)
        .in_hooks(WITH_DICE)
        .in_windows(DICE_WINDOWS);
    RemoveDie = Verb::new("remove_die", OF_FACE, "a die that shows {0} is taken away",
        "Removes one unplaced die of the active robot that shows this face, for this turn.", "remove_die(die)", MORE_DICE);
    RollMore = Verb::new("roll_more", &[Param::new("dice", NUMBER)], "the active robot rolls {0} more [die|dice]",
        "The active robot rolls this many more dice at once, for this turn. `on_rolled` does not run.", "roll_more(2)", CARD_ROLL)
        .in_hooks(WITH_DICE)
        .in_windows(DICE_WINDOWS)
        .counting(0, POOL as i16, "a robot has at most 7 dice before it");
    RerollDie = Verb::new("reroll_die", OF_FACE, "a die that shows {0} is rolled again",
        "Rerolls one unplaced die of the active robot that shows this face. `on_rolled` does not run.",
        "choose die in dice() { reroll_die(die) }", CARD_ROLL)
        .in_hooks(WITH_DICE)
        .in_windows(ROLLED_WINDOWS);
    StrikeAt = Verb::new("strike_at", &[Param::new("robot", ROBOT)], "attack {0} with that damage",
        "Makes the attack built with `aim`. All its points are assigned to one robot, in reach or not.",
        "aim(fist, 2); strike_at(foe);", CARD_ATTACK)
        .in_hooks(ATTACKING)
        .in_windows(NO_ATTACK_YET);
    StrikeAll = Verb::new("strike_all", &[], "attack each opponent with that damage",
        "Makes the attack built with `aim`. Its points are assigned to each opponent.",
        "aim(missile, 1); strike_all();", CARD_ATTACK)
        .in_hooks(ATTACKING)
        .in_windows(NO_ATTACK_YET);
    Convert = Verb::new("convert", &[Param::new("robot", ROBOT), Param::new("from", DAMAGE_TYPE), Param::new("to", DAMAGE_TYPE)],
        "the {1} damage about to hit {0} becomes {2} damage",
        "Damage of one type that is about to hit the robot becomes damage of another type. The robot's protections are applied again.",
        "convert(me, missile, fist)", CONVERTED)
        .in_hooks(DAMAGING)
        .in_windows(DAMAGE_WINDOW);
    PreventOf = Verb::new("prevent_of", &[Param::new("robot", ROBOT), Param::new("damage", DAMAGE_TYPE), Param::new("points", NUMBER)],
        "{2} {1} [2:point|points] about to hit {0} [2:is|are] prevented",
        "Reduces the damage of one type that is about to hit the robot.", "prevent_of(me, missile, 2)", DAMAGE)
        .in_hooks(STOPPING)
        .in_windows(DAMAGE_WINDOW)
        .counting(2, i16::MAX, "");
    ExtraTurn = Verb::new("extra_turn", &[], "the active robot has another turn after this one, unless this is an extra turn",
        "The active robot takes an extra turn after this one. An extra turn cannot lead to another.",
        "extra_turn()", ANOTHER_TURN);
    EndTurn = Verb::new("end_turn", &[], "the active robot's turn continues with the refill",
        "Ends the active robot's actions. The turn continues with the window before the refill.",
        "end_turn()", TURN_ENDS);
    ForbidBuying = Verb::new("forbid_buying", &[], "the active player may not buy a card this turn",
        "The active player may not buy cards this turn.", "forbid_buying()", FORBID)
        .in_hooks(WITH_DICE)
        .in_windows(BEFORE_BUYING);
    ForbidWeapons = Verb::new("forbid_weapons", &[Param::new("player", PLAYER)], "{0} may not play secret weapons this turn",
        "The player may not play secret weapons this turn.", "forbid_weapons(foe.player)", FORBID);
    Transfer = Verb::new("transfer", &[Param::new("from", ROBOT), Param::new("to", ROBOT), Param::new("points", NUMBER)], "{0} [loses|lose] {2} energy and {1} [gains|gain] what was lost",
        "The first robot loses energy and the second gains as much, within its limits.",
        "transfer(foe, me, 2)", HANDED_OVER)
        .counting(2, FULL, HOLDS).raised_by(CAP_FACT.name);
    Silence = Verb::new("silence", &[Param::new("robot", ROBOT), Param::new("upgrade", CARD)], "{1} of {0} does nothing until the turn ends",
        "An upgrade of the robot has no effect until the end of the current turn. It keeps its place.",
        "choose card in upgrades(foe) { silence(foe, card) }", SILENT);
    SilenceAll = Verb::new("silence_all", OF_ROBOT, "{0}'s upgrades do nothing until the turn ends",
        "Like `silence`, for all upgrades that the robot has now.", "silence_all(foe)", SILENT);
    CancelWeapon = Verb::new("cancel_weapon", &[], "the weapon does nothing",
        "The secret weapon that is being played has no effect. It is spent, and no other card can answer it.",
        "fn on_play(me, robot) { when robot != me { cancel_weapon(); leave(); } }", ANSWERED)
        .in_hooks(&[HookId::OnPlay.n(), HookId::Play.n()])
        .in_windows(ANSWER_WINDOW);
    CopyWeapon = Verb::new("copy_weapon", OF_ROBOT, "the weapon does the same for {0} afterwards",
        "After the secret weapon that is being played has been resolved, it is resolved once more as if this robot had played it. It does not stay in front of this robot.",
        "fn on_play(me, robot) { when robot != me { copy_weapon(me); leave(); } }", ANSWERED)
        .in_hooks(&[HookId::OnPlay.n(), HookId::Play.n()])
        .in_windows(ANSWER_WINDOW);
    AlsoHit = Verb::new("also_hit", OF_ROBOT, "the attack hits {0} too",
        "The attack that is being declared also hits this robot, with the points printed on the part, unless it hits this robot already.",
        "choose foe in out_of_reach(me) { also_hit(foe) }", REACHED)
        .in_hooks(&[HookId::OnAttack.n(), HookId::OnFoeAttack.n()]);
    DrawAttacks = Verb::new("draw_attacks", OF_ROBOT, "attacks must be aimed at {0} until the turn ends",
        "Until the end of the current turn, a robot that may hit this robot must assign all points of its attack to this robot.",
        "fn on_any_turn_start(me, robot) { draw_attacks(me) }", GUARDED);
    Spare = Verb::new("spare", OF_ROBOT, "no attack may be aimed at {0} until the turn ends",
        "Until the end of the current turn, no attack may be aimed at this robot.", "spare(me)", GUARDED);
    PutOnTop = Verb::new("put_on_top", OF_PLACE, "{0} goes to the top of the pile",
        "A market card goes to the top of the draw pile and is drawn next. If more than two cards are put there, the lower ones are shuffled in.",
        "choose card in market() { put_on_top(card) }", TOP);
    TakeTop = Verb::new("take_top", OF_ROBOT, "{0} [takes|take] the top card of the pile",
        "The robot takes the top card of the draw pile without paying. It builds a part or upgrade, and keeps a secret weapon in hand. A part or upgrade that it has no place for goes to the box.",
        "take_top(me)", TOP);
    Salvage = Verb::new("salvage", &[Param::new("robot", ROBOT), Param::new("card", CARD)], "{0} [builds|build] {1} out of the box",
        "The robot takes a part or upgrade from the box and builds it.",
        "choose card in boxed(me, part) { salvage(me, card) }", FROM_BOX);
    InSecret = Verb::new("in_secret", &[], "what is chosen now stays secret until it is shown",
        "From here to the first `show`, only the player who chooses a number sees it. In between, a card may only ask for numbers between two fixed ones.",
        "in_secret(); choose a from 0 to 3 { choose b from 0 to 3 by foe { show(me, a); show(foe, b); … } }", IN_WRITING);
    Show = Verb::new("show", &[Param::new("robot", ROBOT), Param::new("number", NUMBER)], "{0} [shows|show] the number {1}",
        "Everybody sees the number that the robot's player has chosen.",
        "show(me, a); show(foe, b);", IN_WRITING);
    Recover = Verb::new("recover", &[Param::new("robot", ROBOT), Param::new("weapon", WEAPON)], "{0} [takes|take] {1} out of the box",
        "The robot takes a used secret weapon from the box into its hand. Everybody sees it.",
        "choose weapon in played_weapons() { recover(me, weapon) }", WEAPONS_BACK);
    DrawRemoved = Verb::new("draw_removed", OF_ROBOT, "{0} [draws|draw] a secret weapon that left the game unseen",
        "The robot takes a secret weapon, face down, from those that were removed face down, as if it had bought it.",
        "draw_removed(me)", WEAPONS_BACK);
    PutBack = Verb::new("put_back", &[Param::new("robot", ROBOT), Param::new("weapon", WEAPON)], "{0} [puts|put] {1} back into the pile",
        "A secret weapon from the robot's hand goes back into the draw pile without being shown. The pile is shuffled.",
        "draw_weapon(me); choose weapon in hand(me) { put_back(me, weapon) }", WEAPONS_BACK);
    UsePart = Verb::new("use_part", &[Param::new("robot", ROBOT), Param::new("slot", SLOT_TY)], "do what <{0}'s part at {1}> does",
        "The owner of this card gets the effect of one of the robot's parts, as if the part were its own, without dice. It does not count as using a part.",
        "choose slot in parts(foe) { use_part(foe, slot) }", BORROWED)
        .in_hooks(ATTACKING)
        .in_windows(NO_ATTACK_YET);
    BlockSlot = Verb::new("block_slot", &[Param::new("robot", ROBOT), Param::new("slot", SLOT_TY)], "{0} cannot use <{0}'s part at {1}> until the end of [0:its|your] next turn, or of this turn if it is [0:its|your] own",
        "The part in this slot of the robot cannot be used until the end of the robot's next turn; on the robot's own turn, until the end of this turn.",
        "choose slot in parts(foe) { block_slot(foe, slot) }", BLOCKED);
    Redirect = Verb::new("redirect", OF_ROBOT, "all damage of the attack hits {0} instead",
        "All points of the attack that is being declared are assigned to this robot instead, in reach or not.",
        "choose foe in opponents(me) { redirect(foe) }", REDIRECTED)
        .in_hooks(&[HookId::OnAttack.n(), HookId::OnFoeAttack.n()]);
    SetTally = Verb::new("set_tally", &[Param::new("number", NUMBER)], "the tally becomes {0}",
        "Sets the number that this effect keeps.", "set_tally(n)", TALLY)
        .noting(Note { place: 0, noun: CustomNoun::Tally.n(), how: BinOp::Add, anew: true });
    AddToTally = Verb::new("add_to_tally", &[Param::new("number", NUMBER)], "{0} is added to the tally",
        "Adds to the number that this effect keeps. A number below 0 subtracts.", "add_to_tally(1)", TALLY)
        .noting(Note { place: 0, noun: CustomNoun::Tally.n(), how: BinOp::Add, anew: false });
    Pick = Verb::new("pick_also", OF_ROBOT, "{0} [is|are] picked",
        "Picks one more robot.", "pick_also(robot)", TALLY)
        .noting(Note { place: 1, noun: CustomNoun::Picked.n(), how: BinOp::With, anew: false });
    PickOnly = Verb::new("pick_only", OF_ROBOT, "only {0} [is|are] picked",
        "Picks this robot only; robots picked before no longer count.", "pick_only(robot)", TALLY)
        .noting(Note { place: 1, noun: CustomNoun::Picked.n(), how: BinOp::With, anew: true });
    Survive = Verb::new("survive", &[Param::new("robot", ROBOT), Param::new("points", NUMBER)], "{0} [stays|stay] in play with {1} energy",
        "A robot that is about to be eliminated stays in play with this much energy, at least 1. It does not gain this energy.",
        "fn before_elimination(me) { survive(me, 1); leave(); }", SURVIVES)
        .in_hooks(&[HookId::OnFall.n(), HookId::OnVictim.n()]);
    ForbidFace = Verb::new("forbid_face", OF_FACE, "dice that show {0} cannot be used this turn",
        "Dice that show this face cannot be used this turn. They can be rerolled and turned.",
        "choose face in faces() { forbid_face(face) }", FORBID);
    RollFewer = Verb::new("roll_fewer", &[Param::new("dice", NUMBER)], "the active robot rolls {0} [die|dice] fewer this turn",
        "When the active robot rolls its dice this turn, it rolls this many fewer, up to 3. It has at least 1 die, which may be one that a card has added before.",
        "fn on_turn_start(me) { roll_fewer(1); add_die(6) }", MORE_DICE)
        .counting(0, 3, "a robot rolls at most 3 dice fewer");
    ReverseTurns = Verb::new("reverse_turns", &[], "turns pass in the other direction from now on",
        "From the end of this turn on, turns pass in the other direction.", "reverse_turns()", DIRECTION);
    StayBefore = Verb::new("stay_before", OF_ROBOT, "this card stays on the table in front of {0}",
        "Like `stay`, but the weapon stays in front of the robot. In its other functions, `me` is then that robot, and its player makes the choices.",
        "fn play(me) { choose foe in opponents(me) { stay_before(foe) } }", STAY)
        .in_hooks(functions::PLAYED);
    HandOn = Verb::new("hand_on", OF_ROBOT, "this card moves in front of {0}",
        "This staying weapon moves in front of another robot, with what is on it. From then on, `me` is that robot.",
        "fn on_turn_end(me) { hand_on(left_of(me)) }", STAY);
    RememberAlso = Verb::new("remember_also", OF_ROBOT, "this card also remembers {0}",
        "This part, upgrade or staying weapon remembers one more robot, beside those that it remembers already.",
        "fn on_damage_taken(me, foe) { remember_also(foe) }", MEMORY_OF_CARD);
    StrikeEach = Verb::new("strike_each", &[Param::new("robots", ROBOTS)], "attack each of {0} with that damage",
        "Makes the attack built with `aim`. Its points are assigned to each robot of the set, in reach or not.",
        "aim(fist, 1); strike_each(neighbours(me));", CARD_ATTACK)
        .in_hooks(ATTACKING)
        .in_windows(NO_ATTACK_YET);
    PutInMarket = Verb::new("put_in_market", &[Param::new("robot", ROBOT), Param::new("slot", SLOT_TY), Param::new("card", PLACE)],
        "<{0}'s part at {1}> goes to {2}",
        "A part of the robot goes to a place of the market. The card on this place goes to the box.",
        "choose slot in parts(foe) by foe { choose card in market() { put_in_market(foe, slot, card) } }", MARKET);
    Pay = Verb::new("pay", &[Param::new("robot", ROBOT), Param::new("points", NUMBER)], "{0} [pays|pay] {1} energy",
        "The robot pays this much energy as a price, which is not a loss. If it has less, it pays nothing.",
        "when me.energy >= 2 { pay(me, 2); draw_weapon(me); }", HANDED_OVER)
        .counting(1, FULL, HOLDS).raised_by(CAP_FACT.name);
    Win = Verb::new("win", OF_ROBOT, "{0} [wins|win] the game",
        "The robot's player wins at once, and the game ends. With two players, its other robot makes no difference.",
        "fn on_turn_start(me) { put_counters(1); when counters() >= 5 { win(me) } }", CARD_WINS)
        .in_hooks(WINNING);
    DiscardFaceDown = Verb::new("discard_face_down", &[Param::new("robot", ROBOT), Param::new("weapon", WEAPON)], "{0} [discards|discard] {1} face down",
        "The robot discards a secret weapon from its hand. Only its own player sees which one.",
        "choose weapon in hand(me) or none { discard_face_down(me, weapon); gain(me, 2) }", HAND_DISCARD);
}

/// Joins two tables.
const fn join<T: Copy, const N: usize>(first: &[T], second: &[T]) -> [T; N] {
    let mut all = [first[0]; N];
    let mut at = 0;
    while at < N {
        all[at] = if at < first.len() {
            first[at]
        } else {
            second[at - first.len()]
        };
        at += 1;
    }
    all
}

pub(super) const ALL_NOUNS: [Noun; NOUNS.len() + CUSTOM_NOUNS.len()] = join(NOUNS, CUSTOM_NOUNS);

pub(super) static ALL_VERBS: [Verb; VERBS.len() + CUSTOM_VERBS.len()] = join(VERBS, CUSTOM_VERBS);
