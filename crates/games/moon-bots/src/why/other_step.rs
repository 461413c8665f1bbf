//! Refusals of actions that belong to another step of the turn: too early, too late, or skipped because there was
//! nothing to decide.

use crate::actions::Action;
use crate::book::rulebook::Rulebook;
use crate::facts::windows::open_window;
use crate::facts::{nouns, parts, prices};
use crate::lexicon::VerbId;
use crate::rules::{
    CONQUEROR, FORBID, GUARDED, ONE_PURCHASE, OPTIONAL, OUT, REROLL, SPLIT, TARGETS, TRICK, TURN,
    TURN_OF_THE_FALLEN, WINDOWS,
};
use crate::state::{Asked, State, Step};
use crate::text::{notation, question};
use crate::why;
use crate::why::weapons;
use cardwright_effects::Op;
use cardwright_kernel::{Cites, Refusal};

/// Why an action does not answer the current question. The first reason given is what would have prevented it at
/// its own time.
pub(super) fn of_another_step(book: &Rulebook, state: &State, action: Action) -> Refusal {
    let of_turn = !matches!(
        action,
        Action::Pass | Action::Play { .. } | Action::Choose { .. } | Action::ChooseNone
    );
    if of_turn
        && !super::is_of_chance(action)
        && !state.plays(state.active)
        && state.step < Step::Pass
    {
        let robot = book.names.robot(state.active);
        let (message, cites) = match weapons::is_off(state, state.active) {
            true => (
                format!("robot {robot} is switched off"),
                Cites::from(CONQUEROR),
            ),
            false => (
                format!("robot {robot} is no longer in play"),
                Cites::from(TURN_OF_THE_FALLEN).and(OUT),
            ),
        };
        return Refusal::new(message, cites)
            .fact(weapons::stands(book, state, state.active))
            .help("the rest of its turn is skipped");
    }
    match action {
        Action::NoBuy | Action::Buy { .. } => no_purchase(book, state, action),
        Action::Activate | Action::Skip => no_activation(state),
        Action::Keep | Action::Reroll { .. } => no_reroll(book, state),
        Action::Use { .. } | Action::Stop => no_part(book, state, action),
        Action::Split { .. } => no_split(book, state),
        Action::Choose { .. } | Action::ChooseNone => Refusal::new(
            "no card asks you to choose now",
            why::asked_under(book, state),
        )
        .help("answer the present question"),
        Action::Play { robot, weapon } => weapons::not_played_elsewhere(book, state, robot, weapon),
        Action::Pass => no_window(book, state, action).unwrap_or_else(|| card_first(book, state)),
        _ => said_for_chance(book, state, action),
    }
}

/// Refuses a result of dice or a draw if nobody who could enter it is asked for one.
pub(super) fn said_for_chance(book: &Rulebook, state: &State, action: Action) -> Refusal {
    let text = notation::write(book, state, action);
    let asked = state.asked == Asked::Chance;
    let (message, help) = match asked {
        true => (
            format!("`{text}` is the result of a roll or a draw"),
            format!("write `chance: {text}`"),
        ),
        false => (
            format!("nothing is rolled or drawn now, so there is no place for `{text}`"),
            "leave it out".into(),
        ),
    };
    Refusal::new(message, why::asked_under(book, state)).help(help)
}

fn no_purchase(book: &Rulebook, state: &State, action: Action) -> Refusal {
    if state.turn.flags.buying_forbidden() {
        let message = format!(
            "a card forbids {} to buy in this turn",
            book.names.player(book.owner(state.active))
        );
        return Refusal::new(message, FORBID).help("wait until the next turn");
    }
    if state.step < Step::Buy {
        return Refusal::new("it is too early to buy", TURN)
            .help("the purchase comes after the window at the beginning of the turn");
    }
    let help = "you may buy one card at the beginning of your turn, before the roll";
    let over = "the purchase of this turn is over";
    match action {
        Action::Buy { place } if !prices::affordable(book, state, state.active).contains(place) => {
            why::not_bought(book, state, place).fact(over)
        }
        _ if prices::affordable(book, state, state.active).is_empty() => {
            Refusal::new(over, ONE_PURCHASE)
                .fact("no card of the market can be bought now")
                .help("leave this line out: if no card can be bought, nobody is asked")
        }
        _ => Refusal::new(over, ONE_PURCHASE).help(help),
    }
}

fn no_activation(state: &State) -> Refusal {
    if state.step < Step::Activate {
        let help = match state.asked {
            Asked::Chance => "first comes the result of the roll or draw",
            _ if state.top().is_some() => "first answer the question of the card",
            _ if state.step == Step::Bought => "first pass, or play a secret weapon",
            _ => "first decide whether to buy a card",
        };
        return Refusal::new("it is too early to activate the robot", TURN).help(help);
    }
    Refusal::new(
        "it is already decided whether the robot is activated this turn",
        Cites::from(TURN).and(OPTIONAL),
    )
    .help("you may activate a robot once a turn, after buying")
}

fn no_reroll(book: &Rulebook, state: &State) -> Refusal {
    let player = book.owner(state.active);
    let robot = book.names.robot(state.active);
    let most = state.on_turn().reroll;
    if most == 0 {
        return Refusal::new(
            format!("robot {robot} has no upgrade for rerolling dice"),
            REROLL,
        )
        .help("an upgrade such as Re-roll is needed before the roll, or in the window after it");
    }
    if state.turn.forbidden.contains(player) {
        let message = format!(
            "{} may not reroll dice this turn: {}",
            book.names.player(player),
            tricks(book)
        );
        return Refusal::new(message, Cites::from(TRICK).and(REROLL))
            .fact(format!(
                "robot {robot} could otherwise reroll up to {most} dice"
            ))
            .help("wait until the next turn");
    }
    if state.step < Step::Reroll {
        return Refusal::new("it is too early to reroll dice", REROLL).help(
            "dice are rerolled right after the roll, when the window for secret weapons is over",
        );
    }
    Refusal::new("it is too late to reroll dice", REROLL).help(
        "dice are rerolled once a turn, right after the roll and before the first part is used",
    )
}

/// The cards of the game that forbid rerolls, as the end of a sentence.
fn tricks(book: &Rulebook) -> String {
    let forbids = |op: &Op| matches!(op, Op::Do { verb, .. } if *verb == VerbId::ForbidReroll.n());
    let mut names: Vec<&str> = Vec::new();
    for owned in book
        .bound
        .iter()
        .filter(|owned| owned.program.ops.iter().any(forbids))
    {
        let name = book.card(owned.card).name("en");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match names.is_empty() {
        true => "it was forbidden".into(),
        false => format!("{} was played", names.join(" or ")),
    }
}

fn no_part(book: &Rulebook, state: &State, action: Action) -> Refusal {
    if state.step < Step::Parts {
        return Refusal::new("it is too early to use a part", TURN)
            .fact(match state.step < Step::Roll {
                true => "the dice have not been rolled".to_string(),
                false => "the roll is not final yet".to_string(),
            })
            .help("parts are used after the roll, with dice that are not placed yet");
    }
    if state.step < Step::BeforeRefill {
        return Refusal::new(
            "the effect of the last part has not ended yet",
            Cites::from(TURN),
        )
        .help("answer the present question, then use the next part");
    }
    let usable = |part: u8| parts::usable(book, state) & (1 << part) != 0;
    match action {
        Action::Use { part, combo }
            if !usable(part) || !parts::fitting(book, state, part).any(|fits| fits == combo) =>
        {
            why::not_used(book, state, part, combo).fact("the activation of this turn is over")
        }
        _ => Refusal::new("the activation of this turn is over", TURN)
            .help("parts are used after the roll, until the player stops or nothing more works"),
    }
}

fn no_split(book: &Rulebook, state: &State) -> Refusal {
    if !state.attacking {
        return Refusal::new("there is no attack to divide", SPLIT)
            .help("points are divided when an attack can hit two robots");
    }
    let targets = nouns::targets(book, state, state.attack.attacker);
    let names: Vec<_> = targets
        .iter()
        .map(|robot| book.names.robot(robot))
        .collect();
    match names.as_slice() {
        [one] => {
            let cites = Cites::from(TARGETS).and(SPLIT);
            let cites = match nouns::is_held_back(book, state, state.attack.attacker) {
                true => cites.and(GUARDED),
                false => cites,
            };
            Refusal::new(format!("the attack can hit robot {one} alone"), cites)
                .help("all its points hit that robot, so there is nothing to divide")
        }
        _ => {
            Refusal::new("the attack is already divided", SPLIT).help("answer the present question")
        }
    }
}

/// Refuses because no window for secret weapons is open, or something else is in progress.
pub(super) fn no_window(book: &Rulebook, state: &State, action: Action) -> Option<Refusal> {
    if state.top().is_some() {
        return Some(card_first(book, state));
    }
    let closed = open_window(state).is_none() || state.pending_reveal.is_some();
    closed.then(|| {
        let text = notation::write(book, state, action);
        Refusal::new(
            format!("no window for secret weapons is open, so you cannot answer `{text}`"),
            WINDOWS,
        )
        .help("wait for the next window to play or pass")
    })
}

/// Refuses because a card's question comes first.
pub(super) fn card_first(book: &Rulebook, state: &State) -> Refusal {
    Refusal::new(
        "a card asks something first",
        Cites::from(WINDOWS).and(why::asked_under(book, state)),
    )
    .fact(question::question_text(book, state))
    .help("you cannot play secret weapons in the middle of another card's effect")
}
