//! Why an action is not allowed now: the clause, the facts of the position, and what would make it legal. This module
//! is only used for actions that are not in the lists, so it explains and never decides.

pub(crate) mod grounds;
pub(crate) mod other_step;
pub(crate) mod unsettled;
pub(crate) mod weapons;

use crate::actions::Action;
use crate::book::cites;
use crate::book::names::PLACES;
use crate::book::rulebook::{CardKind, Rulebook, ones};
use crate::facts::windows::open_window;
use crate::facts::{choices, market, parts, places, players, prices};
use crate::lexicon::{CustomVerb, LEXICON, ThingId};
use crate::options::{PayToZero, RerollDice};
use crate::play::legal;
use crate::rules::{
    BLOCKED, CARD_CHANCE, CARD_ROLL, CONDITION, DIE_ONCE, DUEL_END, ENDLESS, FILL, FORBID,
    HAND_MOVE, LAST, MARKED_OUT, NO_PLACE, ONE_PURCHASE, ORDER, OUT, PART_ONCE, PAY, PRICE,
    REFRESH, REROLL, ROLL, SLOT, SPLIT, STALEMATE, SYMBOLS, TOGETHER, TOP, TURN, UNSEEN,
    UPGRADES as UPGRADES_CLAUSE,
};
use crate::state::ids::{CardId, PlaceId, PlayerId, RobotId, SlotId};
use crate::state::{
    Asked, MarketCard, PendingChance, REACTIONS, SLOTS, State, Step, UPGRADES, dice,
};
use crate::text::notation::{self, OTHER_POINTS, faces};
use crate::text::{describe, question};
use cardwright_effects::Op;
use cardwright_kernel::{Cite, Cites, NotationError, ProgramId, Refusal, RuleId};
use cardwright_runtime::ids::Id;

/// The maximum number of actions listed in a refusal of an invalid choice.
const ACTIONS_SHOWN: usize = 20;

pub(crate) fn why_not(book: &Rulebook, state: &State, action: Action) -> Refusal {
    let question = format!("the question is: {}", question::question_text(book, state));
    if state.asked == Asked::Nobody {
        return Refusal::new("the game is over", ended_under(book, state))
            .help("nothing more can happen");
    }
    let of_chance = is_of_chance(action);
    let fits = match (action, state.asked) {
        (_, Asked::Chance) if of_chance => {
            return not_chance(book, state, action).fact(question);
        }
        (Action::Pass | Action::Play { .. }, _) => open_window(state).is_some(),
        (Action::NoBuy | Action::Buy { .. }, _) => state.step == Step::Buy,
        (Action::Activate | Action::Skip, _) => state.step == Step::Activate,
        (Action::Keep | Action::Reroll { .. }, _) => state.step == Step::Reroll,
        (Action::Use { .. } | Action::Stop, _) => state.step == Step::Parts,
        (Action::Split { .. }, _) => state.step == Step::Split,
        (Action::Choose { .. } | Action::ChooseNone, _) => state.top().is_some(),
        _ => false,
    };
    let chooses = matches!(action, Action::Choose { .. } | Action::ChooseNone);
    if let Asked::Seat(player) = state.asked
        && is_of_a_turn(action)
        && let Some(refusal) = of_anothers_turn(book, state, player, action)
    {
        return refusal.fact(question);
    }
    let by_chance = state.asked == Asked::Chance && state.pending_chance != PendingChance::Choice;
    if !fits || by_chance || state.top().is_some() != chooses {
        return other_step::of_another_step(book, state, action).fact(question);
    }
    not_this(book, state, action).fact(question)
}

/// The clause that determines who is asked now.
pub(crate) fn asked_under(book: &Rulebook, state: &State) -> RuleId {
    match (state.asked, state.top()) {
        (Asked::Nobody, _) => ended_under(book, state),
        (Asked::Chance, _) if state.turn.to_roll > 0 => match state.step {
            Step::Roll => ROLL,
            Step::RollAgain => REROLL,
            _ => CARD_ROLL,
        },
        (Asked::Chance, _) if state.pending_reveal.is_some() => UNSEEN,
        (Asked::Chance, _) if state.pending_chance == PendingChance::Choice => CARD_CHANCE,
        (Asked::Chance, _) if state.picked_from().is_some() => HAND_MOVE,
        (Asked::Chance, _) if matches!(state.pending_chance, PendingChance::Top(_)) => TOP,
        (Asked::Chance, _) => market::filled_under(state),
        (Asked::Seat(_), Some(frame)) => clause_of_program(book, frame.program),
        (Asked::Seat(_), None) if open_window(state).is_some() => ORDER,
        (Asked::Seat(_), None) => TURN,
    }
}

/// The clause under which the game ended.
fn ended_under(book: &Rulebook, state: &State) -> RuleId {
    match state.in_play().len() {
        _ if state.reactions >= REACTIONS => ENDLESS,
        // The maximum number of rounds was reached: robots of both players are left.
        _ if book.duel() && players::players_in(book, state).len() > 1 => STALEMATE,
        _ if book.duel() => DUEL_END,
        0 => TOGETHER,
        1 => LAST,
        _ => STALEMATE,
    }
}

/// The clause of a program: its card's own clause, or that of its hook.
pub(crate) fn clause_of_program(book: &Rulebook, program: ProgramId) -> RuleId {
    let owned = &book.bound[program];
    let hook = owned
        .hook
        .map_or(SYMBOLS, |hook| LEXICON.hooks[usize::from(hook)].rule);
    owned.clause.unwrap_or(hook)
}

/// Why a player who is not asked may not do something now, if the reason is more than that others are asked
/// first.
///
/// # Errors
/// If the line cannot be read in any position.
pub(crate) fn why_not_unasked(
    book: &Rulebook,
    state: &State,
    player: PlayerId,
    text: &str,
) -> Result<Option<Refusal>, NotationError> {
    let asked = State {
        asked: Asked::Seat(player),
        ..state.clone()
    };
    let action = match notation::read(book, &asked, text) {
        Ok(action) => action,
        Err(error) if error.always => return Err(error),
        // The line names something that does not exist, but whose turn it is has priority.
        Err(_) => {
            let out = all_out(book, state, player);
            return Ok(out.or_else(|| {
                of_a_turn(text).and_then(|act| not_in_turn(book, state, player, act))
            }));
        }
    };
    let reason = all_out(book, state, player).or_else(|| match action {
        Action::Play { robot, weapon } => weapons::not_played_unasked(book, state, robot, weapon),
        Action::Pass => weapons::has_passed(book, state, player)
            .or_else(|| other_step::no_window(book, state, action)),
        Action::Choose { .. } | Action::ChooseNone if state.top().is_none() => {
            Some(other_step::of_another_step(book, state, action))
        }
        Action::Choose { .. } | Action::ChooseNone => None,
        _ if is_of_chance(action) => Some(other_step::said_for_chance(book, state, action)),
        _ => not_in_turn(book, state, player, action),
    });
    Ok(reason)
}

/// Refuses an action of a turn if it is not the player's turn, or the turn is in the middle of something else.
fn not_in_turn(
    book: &Rulebook,
    state: &State,
    player: PlayerId,
    action: Action,
) -> Option<Refusal> {
    let now = matches!(
        (action, state.step),
        (Action::NoBuy | Action::Buy { .. }, Step::Buy)
            | (Action::Activate | Action::Skip, Step::Activate)
            | (Action::Keep | Action::Reroll { .. }, Step::Reroll)
            | (Action::Use { .. } | Action::Stop, Step::Parts)
            | (Action::Split { .. }, Step::Split)
    );
    of_anothers_turn(book, state, player, action)
        .or_else(|| (!now).then(|| other_step::of_another_step(book, state, action)))
}

/// Refuses an action of a turn if it is not the player's turn.
fn of_anothers_turn(
    book: &Rulebook,
    state: &State,
    player: PlayerId,
    action: Action,
) -> Option<Refusal> {
    let robot = match (action, state.attacking) {
        (Action::Split { .. }, true) => state.attack.attacker,
        _ => state.active,
    };
    (book.owner(robot) != player).then(|| {
        let (robot, player) = (book.names.robot(robot), book.names.player(player));
        Refusal::new(
            format!("it is the turn of robot {robot}, not of {player}"),
            TURN,
        )
        .help(format!("wait for the turn of {player}"))
    })
}

/// Refuses because the player has no robot in play.
fn all_out(book: &Rulebook, state: &State, player: PlayerId) -> Option<Refusal> {
    let robots = book.robots_of(player);
    if robots.meets(state.in_play()) || state.asked == Asked::Nobody {
        return None;
    }
    let refusal = Refusal::new(
        format!("{} has no robot in play", book.names.player(player)),
        OUT,
    );
    let refusal = match book.duel() {
        true => refusal,
        false => Refusal {
            message: format!("{} is out", book.names.player(player)),
            ..refusal
        },
    };
    let facts = robots
        .iter()
        .map(|robot| weapons::stands(book, state, robot));
    let refusal = facts.fold(refusal, |refusal, fact| refusal.fact(fact));
    Some(
        refusal.help(
            "a player whose robots are out does nothing more; one that is switched off waits",
        ),
    )
}

fn not_chance(book: &Rulebook, state: &State, action: Action) -> Refusal {
    match action {
        Action::Roll { .. } => {
            Refusal::new("no die is rolled now", ROLL).help("say which card came")
        }
        Action::Get { weapon } => {
            let copies = book
                .weapons
                .get(usize::from(weapon))
                .map_or(0, |facts| facts.copies);
            let shown = format!("everybody has seen {}", describe::weapon_name(book, weapon));
            Refusal::new("this weapon cannot be the new one", UNSEEN)
                .fact_if(copies & state.shown != 0, shown)
                .help("name a secret weapon that nobody has seen yet")
        }
        Action::Pick { .. } => Refusal::new("no weapon is picked from a hand now", HAND_MOVE)
            .help("wait until a card picks a weapon from a hand; then name one of that hand"),
        Action::Draw { card }
            if book
                .open
                .get(usize::from(card))
                .is_some_and(|open| ones(open.copies) == 0) =>
        {
            let name = &book.names.open[usize::from(card)].1;
            Refusal::new(
                format!("{name} is marked: with three players it is not in the game"),
                MARKED_OUT,
            )
            .help("name a card that is still in the pile")
        }
        Action::Draw { card }
            if state.pending_reveal.is_none()
                && state.picked_from().is_none()
                && !state.rolls() =>
        {
            Refusal::new(
                format!(
                    "no {} is left in the pile",
                    book.names.open[usize::from(card)].1
                ),
                FILL,
            )
            .help("name a card that is still in the pile")
        }
        Action::DrawWeapon
            if state.pending_reveal.is_none()
                && state.picked_from().is_none()
                && !state.rolls() =>
        {
            Refusal::new("no secret weapon is left in the pile", FILL)
                .help("name a card that is still in the pile")
        }
        _ => Refusal::new("no card is drawn now", FILL)
            .help("say what the dice show or which weapon it was"),
    }
}

fn not_this(book: &Rulebook, state: &State, action: Action) -> Refusal {
    match action {
        Action::Play { robot, weapon } => weapons::not_played(book, state, robot, weapon),
        Action::Buy { place } => not_bought(book, state, place),
        Action::Reroll { dice: some } => not_rerolled(book, state, some),
        Action::Use { part, combo } => not_used(book, state, part, combo),
        Action::Split { left } if left.0.contains(&OTHER_POINTS) => {
            Refusal::new("the points do not add up", SPLIT)
                .fact(format!(
                    "the attack shows {}",
                    notation::points_text(book, state.attack.aimed)
                ))
                .help("divide exactly these points")
        }
        Action::Split { .. } => Refusal::new("the attack does not have so many points", SPLIT)
            .fact(format!(
                "the attack shows {}",
                notation::points_text(book, state.attack.aimed)
            ))
            .help("give the left neighbour this number at most"),
        Action::Choose { value } => not_chosen(book, state, Some(value)),
        _ => not_chosen(book, state, None),
    }
}

pub(crate) fn not_bought(book: &Rulebook, state: &State, place: PlaceId) -> Refusal {
    not_got(book, state, state.active, place)
}

/// Why a robot cannot get the card on a place, or pay for it.
fn not_got(book: &Rulebook, state: &State, robot: RobotId, place: PlaceId) -> Refusal {
    let card = state.market[place.index()].card();
    let name = PLACES[place.index()];
    let MarketCard::Open(card) = card else {
        if card == MarketCard::Nothing {
            return Refusal::new(format!("there is no card at {name}"), ONE_PURCHASE)
                .help("choose a place with a card");
        }
        return too_dear(book, state, robot, place);
    };
    if places::has_place(state, robot, book.market_keys[usize::from(card)]) {
        return too_dear(book, state, robot, place);
    }
    no_room(book, state, robot, card)
}

/// Refuses because a robot has no place for a part or upgrade.
fn no_room(book: &Rulebook, state: &State, robot: RobotId, card: CardId) -> Refusal {
    let (own, robot) = (&state.robots[robot.index()], book.names.robot(robot));
    let title = &book.names.open[usize::from(card)].1;
    match book.open[usize::from(card)].kind {
        CardKind::Part { slot } => {
            let holds = CardId::on_robot(own.parts[slot.index()])
                .map_or("?", |card| describe::open_name(book, card));
            Refusal::new(
                format!("the slot for {title} is filled"),
                Cites::from(SLOT).and(NO_PLACE),
            )
            .fact(format!(
                "the {} of robot {robot} holds {}",
                crate::lexicon::SLOTS[usize::from(slot)].replace('-', " "),
                holds
            ))
            .help("a part is never replaced; choose a card for an empty slot")
        }
        CardKind::Upgrade { most, .. } => {
            let count = own.upgrades.iter().filter(|own| **own != 0).count();
            let same = own
                .upgrades
                .iter()
                .filter(|own| **own == card.number())
                .count();
            let why = if count == UPGRADES {
                format!("it has {UPGRADES} upgrades, which is as many as a robot may have")
            } else if same >= usize::from(most) {
                format!("it has {same} {title}, and may have at most {most}")
            } else {
                // Q-MB-8: some tables allow one upgrade of the four kinds that change attacks.
                "it has an upgrade that changes attacks, and may have one such upgrade in all"
                    .into()
            };
            let cites = Cites::from(UPGRADES_CLAUSE).and(NO_PLACE);
            Refusal::new(format!("the robot has no place for {title}"), cites)
                .fact(format!("robot {robot}: {why}"))
                .help("upgrades are never replaced; choose another card")
        }
    }
}

fn too_dear(book: &Rulebook, state: &State, robot: RobotId, place: PlaceId) -> Refusal {
    let price = prices::price(book, state, robot, state.market[usize::from(place)], place);
    let (energy, robot) = (state.robots[robot.index()].energy, book.names.robot(robot));
    let last = price <= energy && book.options.pay_to_zero == PayToZero::No;
    Refusal::new("the robot cannot pay that", Cites::from(PAY).and(PRICE))
        .fact_if(last, "in this game nobody may pay with the last energy")
        .fact(format!(
            "the price is {price}; robot {robot} has {energy} energy"
        ))
        .help("choose a cheaper card, or `buy nothing`")
}

fn not_rerolled(book: &Rulebook, state: &State, some: u32) -> Refusal {
    let (market_card_name, most) = (state.turn.dice, state.on_turn().reroll);
    let at_most = if book.options.reroll_dice == RerollDice::Two {
        "exactly"
    } else {
        "at most"
    };
    Refusal::new(
        format!("the dice {} cannot be rerolled", faces(some)),
        REROLL,
    )
    .fact_if(
        !dice::holds(market_card_name, some),
        "not all of them are unplaced",
    )
    .fact(format!(
        "the dice show {}; {at_most} {most} may be rerolled",
        faces(market_card_name)
    ))
    .help("name one or more of the unplaced dice, or `keep`")
}

pub(crate) fn not_used(book: &Rulebook, state: &State, part: u8, combo: u8) -> Refusal {
    let name = book.names.place(part).to_string();
    let Some(ability) = book.ability_at(&state.on_turn().parts, part) else {
        return Refusal::new(
            format!("the robot has no part at {name}"),
            Cites::from(SLOT).and(CONDITION),
        )
        .help("use a part that it has, a built-in ability, or `stop`");
    };
    if state.turn.used & (1 << part) != 0 {
        let blocked = SlotId::of(part.into())
            .is_some_and(|slot| state.blocked.of(state.active).contains(slot));
        let refusal = if blocked {
            Refusal::new(format!("a card blocks the {name}"), BLOCKED)
        } else {
            worked_or_jammed(book, part, &name)
        };
        return refusal.help("use another part, or `stop`");
    }
    let Some(some) = ability.combos.get(usize::from(combo)).copied() else {
        let ways: Vec<_> = ability.combos.iter().map(|combo| faces(*combo)).collect();
        let title = book.card(ability.card).name("en");
        return Refusal::new(format!("{title} does not work with those dice"), CONDITION)
            .fact(format!("it works with: {}", ways.join(", ")))
            .help("place dice that meet its condition, or `stop`");
    };
    if dice::holds(state.turn.dice, some) && !dice::holds(parts::placeable(state), some) {
        let barred: Vec<_> = state.limits.barred().map(|face| face.to_string()).collect();
        return Refusal::new(
            format!(
                "dice that show {} cannot be used this turn",
                barred.join(" or ")
            ),
            FORBID,
        )
        .fact(format!("the unplaced dice show {}", faces(state.turn.dice)))
        .help("use other dice, or `stop`");
    }
    let none = state.turn.dice == 0;
    let lie = match none {
        true => "every die is placed, or none was rolled".into(),
        false => format!("the unplaced dice show {}", faces(state.turn.dice)),
    };
    // A die with that face may be placed on another part.
    let rule = match (none, state.turn.used) {
        (true, _) => Cites::from(DIE_ONCE),
        (false, 0) => Cites::from(CONDITION),
        _ => Cites::from(CONDITION).and(DIE_ONCE),
    };
    Refusal::new(format!("there are no unplaced dice {}", faces(some)), rule)
        .fact(lie)
        .help("use unplaced dice, or `stop`")
}

/// A state stores that a part cannot be used again this turn, but not why. If cards can jam parts, both reasons
/// are given.
fn worked_or_jammed(book: &Rulebook, part: u8, name: &str) -> Refusal {
    let jams = |op: &Op| matches!(op, Op::Do { verb, .. } if *verb == CustomVerb::JamPart.n());
    let can_jam = usize::from(part) < SLOTS
        && book
            .bound
            .iter()
            .any(|owned| owned.program.ops.iter().any(jams));
    if can_jam {
        let message = format!("{name} has already worked this turn, or a card has jammed it");
        return Refusal::new(message, Cites::from(PART_ONCE).and(REFRESH));
    }
    Refusal::new(format!("{name} has already worked this turn"), PART_ONCE)
}

fn not_chosen(book: &Rulebook, state: &State, given: Option<i32>) -> Refusal {
    let Some(frame) = state.top() else {
        return Refusal::new("there is nothing to choose", asked_under(book, state));
    };
    let mut list = Vec::new();
    legal::list(book, state, &mut list);
    let known: Vec<_> = list
        .iter()
        .take(ACTIONS_SHOWN)
        .map(|action| notation::write(book, state, *action))
        .collect();
    let more = match list.len() - known.len() {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let help = format!("one of: {}{more}", known.join(", "));
    let own = clause_of_program(book, frame.program);
    let asks = Cite::Op {
        program: frame.program,
        at: frame.pc,
    };
    let cites = |rule: Option<RuleId>| match rule.filter(|rule| *rule != own) {
        Some(rule) => cites::cites_of(book, Some(asks), &[rule, own]),
        None => cites::cites(book, Some(asks), own),
    };
    if let Some(message) = given.and_then(|value| choices::wrong_kind(book, state, value)) {
        return Refusal::new(message, cites(None)).help(help);
    }
    let (message, rule) = choices::not_offered(book, state, given)
        .unwrap_or_else(|| ("the points cannot be chosen like this".into(), None));
    let refusal = Refusal::new(message, cites(rule)).help(help.clone());
    let (Some(chosen), Some(thing)) = (
        given.and_then(|value| usize::try_from(value).ok()),
        choices::choice_of(book, state).and_then(ThingId::of),
    ) else {
        return refusal;
    };
    match (thing, RobotId::of(usize::from(frame.owner))) {
        (ThingId::Robot, _) => match RobotId::of(chosen) {
            Some(robot) => refusal.fact(weapons::stands(book, state, robot)),
            None => refusal,
        },
        (ThingId::Place, Some(robot)) => match PlaceId::of(chosen) {
            Some(place) => why_not_got(book, state, robot, place, rule).map_or(refusal, |why| {
                let cites = why.cites.clone().and(asks);
                Refusal { cites, ..why }.help(help)
            }),
            None => refusal,
        },
        _ => refusal,
    }
}

/// Why a robot cannot get the card on a place that a clause of its own card would let it choose, if that is the
/// reason.
fn why_not_got(
    book: &Rulebook,
    state: &State,
    robot: RobotId,
    place: PlaceId,
    rule: Option<RuleId>,
) -> Option<Refusal> {
    let paid = rule == Some(PAY);
    match paid || rule == Some(NO_PLACE) {
        true if !prices::free_cards(book, state, robot).contains(place) => {
            Some(not_got(book, state, robot, place))
        }
        true if paid => Some(too_dear(book, state, robot, place)),
        _ => None,
    }
}

/// An action of the kind that an unreadable line starts with, if it belongs to a turn.
fn of_a_turn(text: &str) -> Option<Action> {
    match text.split_whitespace().next()? {
        "buy" => Some(Action::NoBuy),
        "use" => Some(Action::Stop),
        "re-roll" => Some(Action::Keep),
        _ => None,
    }
}

/// Whether an action belongs to the active robot's turn.
fn is_of_a_turn(action: Action) -> bool {
    matches!(
        action,
        Action::NoBuy
            | Action::Buy { .. }
            | Action::Activate
            | Action::Skip
            | Action::Keep
            | Action::Reroll { .. }
            | Action::Use { .. }
            | Action::Stop
            | Action::Split { .. }
    )
}

/// Whether an action is the result of dice or a draw.
fn is_of_chance(action: Action) -> bool {
    matches!(
        action,
        Action::Roll { .. }
            | Action::Draw { .. }
            | Action::DrawWeapon
            | Action::Get { .. }
            | Action::Pick { .. }
    )
}
