//! Questions as sentences.

use crate::actions::Moment;
use crate::book::rulebook::Rulebook;
use crate::facts::nouns::{def_of, named_of};
use crate::facts::values::is_shot;
use crate::facts::{engagement, names};
use crate::legal::list;
use crate::state::{Asked, PendingChance, PlayerId, Spot, State, Step, Time};
use crate::text::choices;
use cardwright_kernel::Seat;

/// The text of the current question.
pub(crate) fn question_text(book: &Rulebook, s: &State) -> String {
    question_to(book, s, None)
}

/// The text of the current question as the player of the seat `you` reads it.
pub(crate) fn question_to(book: &Rulebook, s: &State, you: Option<Seat>) -> String {
    match s.asked {
        Asked::Nobody => ended(s),
        Asked::Chance => chance_question(book, s),
        Asked::Seat(seat) => seat_question(book, s, seat, you == Some(seat.seat())),
    }
}

fn ended(s: &State) -> String {
    let winners: Vec<String> = s
        .winners
        .iter()
        .map(|seat| seat.number().to_string())
        .collect();
    match &winners[..] {
        [one] => format!("the game is over: player {one} wins"),
        all => format!("the game is over: players {} share it", all.join(" and ")),
    }
}

fn chance_question(book: &Rulebook, s: &State) -> String {
    let turn = || format!("turn {}, player {}", s.turn, s.active.number());
    match s.pending_chance {
        PendingChance::Die => return format!("{}: a card rolls the die", turn()),
        PendingChance::Defence(at, _) => {
            let hurt = Spot::of(at);
            let rolls = hurt.and_then(|spot| engagement::next_to_brace(book, s, spot));
            let name = names::name_at(book, s, rolls.or(hurt));
            return format!("{}: the defence die of {name}", turn());
        }
        PendingChance::Top(seat, _) if book.decks.len() > 1 => {
            return format!(
                "is the next card of the deck of player {} a Moon?",
                seat.number()
            );
        }
        PendingChance::Top(..) => return "is the next card of the Depot Deck a Moon?".into(),
        PendingChance::Draw(seat, _) => {
            return format!("{}: which card does player {} draw?", turn(), seat.number());
        }
        PendingChance::Mill(seat) => {
            return format!(
                "{}: which card of the deck of player {} is discarded?",
                turn(),
                seat.number()
            );
        }
        PendingChance::Discard(seat) => {
            return format!(
                "{}: which card does player {} discard?",
                turn(),
                seat.number()
            );
        }
        PendingChance::Choice => {
            return format!(
                "{}: chance decides {} for {}",
                turn(),
                choices::asked_for(book, s),
                asker(book, s)
            );
        }
        PendingChance::None => {}
    }
    match s.step {
        Step::FirstMoon => "which Moon is first?".into(),
        Step::Deal(seat) => format!("which card is dealt to player {}?", seat.number()),
        Step::First => "who begins?".into(),
        Step::Cost(card) => format!(
            "{}: the die for the cost of {}",
            turn(),
            book.def(card).name
        ),
        Step::AttackDie => {
            format!(
                "{}: the attack die of {}",
                turn(),
                names::name_at(book, s, s.at_cursor(s.blocking))
            )
        }
        Step::DefenceDie => {
            format!(
                "{}: the defence die of {}",
                turn(),
                names::name_at(book, s, s.at_cursor(s.blocking))
            )
        }
        Step::Attack | Step::Block => {
            let seat = if s.step == Step::Attack {
                s.active
            } else {
                s.blocking
            };
            let at = engagement::undeclared_die(book, s, seat).or(s.cursor.place());
            format!(
                "{}: the attack die of {}",
                turn(),
                names::name_at(book, s, at.map(|at| Spot { seat, at }))
            )
        }
        _ => format!("{}: which card is drawn?", turn()),
    }
}

/// The name of the card that asks.
fn asker(book: &Rulebook, s: &State) -> String {
    let owned = s
        .effects
        .top()
        .and_then(|frame| book.bound.get(frame.program));
    owned.map_or("a card".into(), |owned| {
        book.bound.card(owned.card).name("en").to_string()
    })
}

fn seat_question(book: &Rulebook, s: &State, seat: PlayerId, is_you: bool) -> String {
    let start = match is_you && s.active == seat {
        true => String::new(),
        false => format!("turn {} of player {}, ", s.turn, s.active.number()),
    };
    let does = match is_you {
        true => "do you".into(),
        false => format!("does player {}", seat.number()),
    };
    // What belongs to the player is named `player 1's Gearhound`.
    let own = |name: String| match is_you {
        true => name.replace(&format!("player {}'s", seat.number()), "your"),
        false => name,
    };
    if s.effects.runs() {
        return format!(
            "{start}{}: {} {does} choose?",
            asker(book, s),
            choices::asked_for(book, s)
        );
    }
    match list::moment(s) {
        Some(Moment::Announced) => {
            let top = s.last_announced().map_or(String::new(), |top| {
                let shot = if is_shot(top) { "the shot of " } else { "" };
                format!(
                    "{shot}{}{}",
                    book.def(def_of(top)).name,
                    own(names::at_phrase(book, s, named_of(book, top)))
                )
            });
            return format!("{start}{top} is announced: {does} answer?");
        }
        Some(Moment::Window(window)) => {
            let when = match window {
                Time::TurnStart => "the turn begins",
                Time::BeforeMining => "before mining",
                Time::BeforeCombat => "before combat",
                Time::Attackers => "attackers are declared",
                Time::Blocks => "blocks are declared",
                Time::TurnEnd => "the turn ends",
            };
            return format!("{start}{when}: {does} do anything?");
        }
        None => {}
    }
    let fighter = || own(names::name_at(book, s, s.at_cursor(seat)));
    match s.step {
        Step::Battery(_) => format!("how many coins {does} put on the Battery?"),
        Step::Play => format!("{start}Play phase: what {does} do?"),
        Step::Mining => format!("{start}Moon Mining: what {does} do?"),
        Step::Fire => format!("{start}long range: what {does} do?"),
        Step::Attack => format!("{start}attack: what does {} do?", fighter()),
        Step::Block => format!("{start}blocks: what does {} do?", fighter()),
        Step::Order => format!("{start}damage of {}: which blocker next?", fighter()),
        Step::Marks => {
            let left = s
                .at_cursor(seat)
                .and_then(|first| s.unit(first))
                .map_or(0, |first| first.prevented);
            let next = if left == 1 {
                "the last".to_string()
            } else {
                format!("the next of {left}")
            };
            format!(
                "{start}marks of the chain of {}: where does {next} go?",
                fighter()
            )
        }
        Step::Discard => format!("{start}draw: {does} discard?"),
        _ => format!("{start}{does} act?"),
    }
}
