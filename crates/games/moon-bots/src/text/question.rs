//! Questions as sentences for people.

use crate::book::rulebook::Rulebook;
use crate::facts::{choices, weapons};
use crate::options::BetweenParts;
use crate::state::ids::RobotId;
use crate::state::values::chooser;
use crate::state::{PendingChance, State, Step};
use crate::text::describe::capital;
use crate::text::notation::faces;
use cardwright_kernel::Seat;

/// The text of the question of a card that chance decides.
fn chance_question(book: &Rulebook, state: &State, you: Option<Seat>) -> Option<String> {
    Some(match state.pending_chance {
        PendingChance::Nothing | PendingChance::Borrow(..) => return None,
        PendingChance::Answers => {
            let frame = weapons::announced(state)?;
            let card = book.card(book.bound[frame.program].card).name("en");
            let plays = does(book, RobotId::owner_of(frame), you, "plays", "play");
            format!("{plays} {card}. Play a secret weapon in response?")
        }
        PendingChance::Roll => "What does the die show?".into(),
        PendingChance::Fill | PendingChance::Top(_) => "Which card is drawn?".into(),
        PendingChance::Discard(robot) => {
            format!(
                "Which secret weapon does robot {} discard?",
                book.names.robot(robot)
            )
        }
        PendingChance::Steal(robot, _) => {
            format!(
                "Which secret weapon does robot {} lose?",
                book.names.robot(robot)
            )
        }
        PendingChance::Choice => {
            let owned = state.top().map(|frame| &book.bound[frame.program]);
            let card = owned.map_or("A card", |owned| book.card(owned.card).name("en"));
            format!("{card}: what does chance decide?")
        }
    })
}

/// Whether a robot is "you" for the player of a seat. A player of two robots is told which one is meant.
fn is_you(book: &Rulebook, robot: RobotId, you: Option<Seat>) -> bool {
    !book.duel() && you == Some(book.owner(robot).seat())
}

/// The beginning of a sentence: `Robot 1 has`, or `You have`.
fn does(book: &Rulebook, robot: RobotId, you: Option<Seat>, it: &str, own: &str) -> String {
    match is_you(book, robot, you) {
        true => format!("You {own}"),
        false => format!("Robot {} {it}", book.names.robot(robot)),
    }
}

/// A question of a robot: `Robot 1: buy a card?`, or `Buy a card?`.
fn asks(book: &Rulebook, robot: RobotId, you: Option<Seat>, question: &str) -> String {
    if !is_you(book, robot, you) {
        return format!("Robot {}: {question}", book.names.robot(robot));
    }
    capital(question)
}

/// The text of the current question.
pub(crate) fn question_text(book: &Rulebook, state: &State) -> String {
    question_to(book, state, None)
}

/// The text of the current question as the player of the seat `you` reads it.
pub(crate) fn question_to(book: &Rulebook, state: &State, you: Option<Seat>) -> String {
    let (robot, attacker) = (state.active, state.attack.attacker);
    let does = |robot, it, own| does(book, robot, you, it, own);
    let asks = |robot, question| asks(book, robot, you, question);
    let turn = || match is_you(book, robot, you) {
        true => "Your turn".to_string(),
        false => format!("The turn of robot {}", book.names.robot(robot)),
    };
    if let Some(robot) = state.pending_reveal {
        return format!(
            "Which secret weapon did robot {} get?",
            book.names.robot(robot)
        );
    }
    if let Some(question) = chance_question(book, state, you) {
        return question;
    }
    if let Some(frame) = state.top() {
        let owned = &book.bound[frame.program];
        let chooser = chooser(&owned.program, frame);
        let card = book.card(owned.card).name("en");
        let asked = choices::asked_for(book, state);
        return match is_you(book, chooser, you) {
            true => format!("{card}: {asked} do you choose?"),
            false => format!(
                "{card}: {asked} does robot {} choose?",
                book.names.robot(chooser)
            ),
        };
    }
    match state.step {
        Step::LayOut | Step::Fill => "Which card is drawn?".into(),
        Step::TurnStart => format!("{} begins. Play a secret weapon?", turn()),
        Step::Buy => asks(robot, "buy a card?"),
        Step::Bought => format!(
            "{} bought. Play a secret weapon?",
            does(robot, "has", "have")
        ),
        Step::Activate => asks(robot, "roll the dice?"),
        Step::Roll | Step::RollAgain => format!(
            "Robot {} rolls: what does the die show?",
            book.names.robot(robot)
        ),
        Step::Rolled => {
            format!(
                "{} rolled {}. Play a secret weapon?",
                does(robot, "has", "have"),
                faces(state.turn.dice)
            )
        }
        Step::Reroll => format!(
            "{} rolled {}: reroll dice?",
            does(robot, "has", "have"),
            faces(state.turn.dice)
        ),
        Step::Rerolled => {
            format!(
                "{} {}. Play a secret weapon?",
                does(robot, "now has", "now have"),
                faces(state.turn.dice)
            )
        }
        Step::Parts => format!(
            "{} {}: use a part?",
            does(robot, "has", "have"),
            faces(state.turn.dice)
        ),
        Step::Split => asks(attacker, "how do you divide the attack?"),
        Step::Damage => {
            format!(
                "{}. Play a secret weapon?",
                does(attacker, "attacks", "attack")
            )
        }
        Step::Energy if book.options.between_parts == BetweenParts::Always => {
            "A part has been used. Play a secret weapon?".into()
        }
        Step::Energy => "Energy has changed. Play a secret weapon?".into(),
        Step::BeforeRefill => "Before the market is refilled: play a secret weapon?".into(),
        Step::TurnEnd => format!("{} ends. Play a secret weapon?", turn()),
        Step::PartUsed | Step::Boost | Step::Protect | Step::Commit | Step::Refill | Step::Pass => {
            "…".into()
        }
        Step::Over => "The game is over.".into(),
    }
}
