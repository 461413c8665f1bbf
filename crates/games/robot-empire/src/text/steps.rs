//! Questions as data for programs, and the first steps of actions.

use crate::actions::{Action, Moment};
use crate::book::rulebook::Rulebook;
use crate::facts::names;
use crate::facts::nouns::def_of;
use crate::legal::list;
use crate::lexicon::KindId;
use crate::options::Battery;
use crate::state::{Asked, PendingChance, State, Step, Time};
use crate::text::{choices, notation};
use cardwright_kernel::Asking;

/// First steps that are one word: either whole actions, or actions that continue with a card on the table.
const WORDS: [&str; 15] = [
    "pass",
    "done",
    "stay",
    "permanent",
    "instant",
    "tap",
    "assemble",
    "land",
    "return",
    "fire",
    "chain",
    "block",
    "next",
    "mark",
    "choose",
];

/// The kind of the current question.
pub(crate) fn asking_of(book: &Rulebook, s: &State) -> Asking {
    let kind = match (s.asked, list::moment(s)) {
        (Asked::Nobody, _) => "over",
        (_, Some(Moment::Announced)) => "announced",
        (_, Some(Moment::Window(window))) => match window {
            Time::TurnStart => "turn-start",
            Time::BeforeMining => "before-mining",
            Time::BeforeCombat => "before-combat",
            Time::Attackers => "attackers",
            Time::Blocks => "blocks",
            Time::TurnEnd => "turn-end",
        },
        (_, None) => match s.step {
            _ if matches!(
                s.pending_chance,
                PendingChance::Die | PendingChance::Defence(..)
            ) =>
            {
                "die"
            }
            _ if matches!(s.pending_chance, PendingChance::Top(..)) => "back",
            _ if matches!(
                s.pending_chance,
                PendingChance::Draw(..) | PendingChance::Mill(_)
            ) =>
            {
                "draw"
            }
            _ if matches!(s.pending_chance, PendingChance::Discard(_)) => "discard",
            _ if s.effects.runs() => "choose",
            Step::Attack | Step::Block if s.asked == Asked::Chance => "die",
            Step::DefenceDie => "die",
            Step::Marks => "mark",
            Step::Battery(_) => "battery",
            Step::FirstMoon => "first-moon",
            Step::Deal(_) | Step::Collect | Step::Draw | Step::DrawAgain => "draw",
            Step::First => "first",
            Step::Play | Step::Window(_) => "play",
            Step::Cost(_) | Step::AttackDie => "die",
            Step::Mining => "mining",
            Step::Fire => "fire",
            Step::Attack => "attack",
            Step::Block => "block",
            Step::Order => "order",
            Step::Discard => "discard",
            Step::Over => "over",
        },
    };
    let fighter = matches!(
        s.step,
        Step::Attack | Step::Block | Step::Order | Step::AttackDie | Step::DefenceDie | Step::Marks
    );
    let seat = match s.step {
        Step::Block | Step::AttackDie | Step::DefenceDie | Step::Marks => s.blocking,
        _ => s.active,
    };
    let about = match list::moment(s) {
        _ if s.effects.runs() => choices::choice_about(book, s),
        None if fighter && s.pending_chance == PendingChance::None => s
            .at_cursor(seat)
            .map(|spot| names::spot_text(book, s, spot)),
        _ => None,
    };
    let card = match (s.step, s.last_announced()) {
        _ if s.effects.runs() => {
            let owned = s
                .effects
                .top()
                .and_then(|frame| book.bound.get(frame.program));
            owned.map(|owned| book.bound.card(owned.card).id.clone())
        }
        (_, Some(top)) => Some(book.def(def_of(top)).id.clone()),
        (Step::Cost(card), None) => Some(book.def(card).id.clone()),
        _ => None,
    };
    Asking { kind, about, card }
}

/// The first steps of actions: the word, and the card, number or player that follows it. Cards on the table and
/// targets come in later steps.
pub(crate) fn steps(book: &Rulebook) -> Vec<String> {
    let mut steps: Vec<String> = WORDS.iter().map(|word| word.to_string()).collect();
    if book.options.battery == Battery::Choose {
        steps.extend((15..=20).map(|coins| format!("battery {coins}")));
    }
    steps.extend(book.seats().map(|seat| format!("attack {}", seat.number())));
    if book.options.attack_equipment == crate::options::No::Yes {
        steps.push("attack".into());
    }
    for def in book.defs.iter().filter(|def| def.kind != KindId::Moon) {
        let word = match def.kind {
            KindId::Component => "install",
            KindId::Agent | KindId::SuperWeapon => "show",
            _ => "play",
        };
        let first = format!("{word} {}", def.id);
        // The decks of several players contain the same cards.
        if !steps.contains(&first) {
            steps.extend([first, format!("discard {}", def.id)]);
        }
    }
    steps
}

/// The first step of an action.
pub(crate) fn step_of(book: &Rulebook, s: &State, action: Action) -> String {
    match action {
        Action::Install(card, _) => format!("install {}", book.def(card).id),
        Action::Show(card, _) => format!("show {}", book.def(card).id),
        Action::AttackAt(_) => "attack".into(),
        _ => {
            let text = notation::write(book, s, action);
            let word = text.split(' ').next().unwrap_or_default();
            if WORDS.contains(&word) {
                word.to_string()
            } else {
                text
            }
        }
    }
}
