//! The reasons why an action is allowed.

use crate::cards::lexicon::WINDOWS_BY_NAME;
use crate::cards::rulebook::Rulebook;
use crate::play::actions::Action;
use crate::play::windows::open_window;
use crate::rules::{
    AGAIN, CONDITION, DICE, FITS, ONCE, ONE_PURCHASE, OPTIONAL, PRICE, REROLL, ROLL, SPLIT, UNSEEN,
    WINDOWS,
};
use crate::state::ids::{RobotId, WeaponId};
use crate::state::{MarketSlot, State};
use crate::text::notation::faces;
use cardwright_kernel::{Cite, Cites, Grounds};
use cardwright_runtime::ids::Id;

impl Rulebook {
    /// The clauses and facts that allow an action.
    pub(crate) fn grounds_of(&self, state: &State, action: Action) -> Grounds {
        let robot = self.names.robot(state.active);
        match action {
            Action::Play { robot, weapon } => self.grounds_to_play(state, robot, weapon),
            Action::Buy { place } => {
                let slot = state.market[place.index()];
                let price = self.price(state, state.active, slot, place);
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
                Grounds::new(Cites::from(ROLL).and(DICE))
                    .fact(format!("robot {robot} rolls {dice}"))
            }
            Action::Reroll { .. } => {
                let (lie, most) = (faces(state.turn.dice), state.on_turn().reroll);
                Grounds::new(REROLL).fact(format!(
                    "the dice show {lie}; at most {most} may be rerolled"
                ))
            }
            Action::Use { part, .. } => {
                let ability = self.ability_at(&state.on_turn().parts, part);
                let ways: Vec<_> = ability
                    .iter()
                    .flat_map(|ability| ability.combos.iter().map(|combo| faces(*combo)))
                    .collect();
                Grounds::new(CONDITION)
                    .fact(format!("it works with: {}", ways.join(", ")))
                    .fact(format!("the unplaced dice show {}", faces(state.turn.dice)))
            }
            Action::Split { .. } => {
                let shown = self.shows(state.attack.aimed);
                let (left, right) = self.sides(state);
                let sides = (self.names.robot(left), self.names.robot(right));
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
                    Grounds::new(self.cites(Some(asks), self.clause_of_program(frame.program)))
                        .fact(self.question_text(state))
                }
            },
            Action::Pass => Grounds::new(Cites::from(WINDOWS).and(AGAIN)),
            Action::NoBuy | Action::Skip | Action::Keep | Action::Stop => Grounds::new(OPTIONAL),
            _ => Grounds::new(self.asked_under(state)),
        }
    }

    fn grounds_to_play(&self, state: &State, robot: RobotId, weapon: WeaponId) -> Grounds {
        let Some((_, name)) = self.names.weapons.get(usize::from(weapon)) else {
            return Grounds::default();
        };
        let window = open_window(state).map_or("?", |window| WINDOWS_BY_NAME[window.index()]);
        let grounds = Grounds::new(Cites::from(ONCE).and(FITS))
            .fact(format!("robot {} holds {name}", self.names.robot(robot)))
            .fact(format!(
                "the window is `{window}`; its windows are: {}",
                self.window_names(weapon)
            ));
        self.condition_of(weapon)
            .into_iter()
            .fold(grounds, Grounds::fact)
    }
}
