//! The reasons why an action is allowed.

use crate::actions::Action;
use crate::book::cites;
use crate::book::rulebook::Rulebook;
use crate::facts::prices;
use crate::facts::windows::open_window;
use crate::lexicon::WINDOWS_BY_NAME;
use crate::play::legal;
use crate::rules::{
    AGAIN, CONDITION, DICE, FITS, ONCE, ONE_PURCHASE, OPTIONAL, PRICE, REROLL, ROLL, SPLIT, UNSEEN,
    WINDOWS,
};
use crate::state::ids::{RobotId, WeaponId};
use crate::state::{MarketSlot, State};
use crate::text::notation::{self, faces};
use crate::text::question;
use crate::why;
use crate::why::weapons;
use cardwright_kernel::{Cite, Cites, Grounds};
use cardwright_runtime::ids::Id;

/// The clauses and facts that allow an action.
pub(crate) fn grounds_of(book: &Rulebook, state: &State, action: Action) -> Grounds {
    let robot = book.names.robot(state.active);
    match action {
        Action::Play { robot, weapon } => grounds_to_play(book, state, robot, weapon),
        Action::Buy { place } => {
            let slot = state.market[place.index()];
            let price = prices::price(book, state, state.active, slot, place);
            let rule = if slot == MarketSlot::FACE_DOWN {
                UNSEEN
            } else {
                PRICE
            };
            Grounds::new(Cites::from(ONE_PURCHASE).and(rule)).fact(format!(
                "the price is {price}; robot {robot} has {} energy",
                state.on_turn().energy
            ))
        }
        Action::Activate => {
            let dice = state.on_turn().dice;
            let dice = if dice == 1 {
                "1 die".into()
            } else {
                format!("{dice} dice")
            };
            Grounds::new(Cites::from(ROLL).and(DICE)).fact(format!("robot {robot} rolls {dice}"))
        }
        Action::Reroll { .. } => {
            let (lie, most) = (faces(state.turn.dice), state.on_turn().reroll);
            Grounds::new(REROLL).fact(format!(
                "the dice show {lie}; at most {most} may be rerolled"
            ))
        }
        Action::Use { part, .. } => {
            let ability = book.ability_at(&state.on_turn().parts, part);
            let ways: Vec<_> = ability
                .iter()
                .flat_map(|ability| ability.combos.iter().map(|combo| faces(*combo)))
                .collect();
            Grounds::new(CONDITION)
                .fact(format!("it works with: {}", ways.join(", ")))
                .fact(format!("the unplaced dice show {}", faces(state.turn.dice)))
        }
        Action::Split { .. } => {
            let shown = notation::points_text(book, state.attack.aimed);
            let (left, right) = legal::sides(book, state);
            let sides = (book.names.robot(left), book.names.robot(right));
            Grounds::new(SPLIT)
                .fact(format!("the attack shows {shown}"))
                .fact(format!(
                    "left is robot {}, right is robot {}",
                    sides.0, sides.1
                ))
        }
        Action::Choose { .. } | Action::ChooseNone => match state.top() {
            None => Grounds::default(),
            Some(frame) => {
                let asks = Cite::Op {
                    program: frame.program,
                    at: frame.pc,
                };
                Grounds::new(cites::cites(
                    book,
                    Some(asks),
                    why::clause_of_program(book, frame.program),
                ))
                .fact(question::question_text(book, state))
            }
        },
        Action::Pass => Grounds::new(Cites::from(WINDOWS).and(AGAIN)),
        Action::NoBuy | Action::Skip | Action::Keep | Action::Stop => Grounds::new(OPTIONAL),
        _ => Grounds::new(why::asked_under(book, state)),
    }
}

fn grounds_to_play(book: &Rulebook, state: &State, robot: RobotId, weapon: WeaponId) -> Grounds {
    let Some((_, name)) = book.names.weapons.get(usize::from(weapon)) else {
        return Grounds::default();
    };
    let window = open_window(state).map_or("?", |window| WINDOWS_BY_NAME[window.index()]);
    let grounds = Grounds::new(Cites::from(ONCE).and(FITS))
        .fact(format!("robot {} holds {name}", book.names.robot(robot)))
        .fact(format!(
            "the window is `{window}`; its windows are: {}",
            weapons::window_names(book, weapon)
        ));
    weapons::condition_of(book, weapon)
        .into_iter()
        .fold(grounds, Grounds::fact)
}
