//! What is asked, as a sentence.

use crate::robot_empire::cards::book::Rulebook;
use crate::robot_empire::play::actions::Moment;
use crate::robot_empire::state::{Asked, Spot, State, Step, Window};

impl Rulebook {
    /// The present question.
    pub(crate) fn asks(&self, s: &State) -> String {
        match s.asked {
            Asked::Nobody => self.ended(s),
            Asked::Chance => self.asks_chance(s),
            Asked::Seat(seat) => self.asks_seat(s, seat),
        }
    }

    fn ended(&self, s: &State) -> String {
        let winners: Vec<String> = self
            .seats()
            .filter(|seat| s.winners >> seat & 1 != 0)
            .map(|seat| (seat + 1).to_string())
            .collect();
        match &winners[..] {
            [one] => format!("the game is over: player {one} wins"),
            all => format!("the game is over: players {} share it", all.join(" and ")),
        }
    }

    fn asks_chance(&self, s: &State) -> String {
        let turn = || format!("turn {}, player {}", s.turn, s.active + 1);
        match s.step {
            _ if s.running => format!("{}: a card rolls the die", turn()),
            Step::FirstMoon => "which Moon lies first?".into(),
            Step::Deal(seat) => format!("which card is dealt to player {}?", seat + 1),
            Step::First => "who begins?".into(),
            Step::Cost(card) => format!("{}: the die for the cost of {}", turn(), self.sort(card).name),
            Step::AttackDie => {
                let spot = Spot { seat: s.blocking, at: s.cursor };
                format!("{}: the attack die of {}", turn(), self.spot_name_or(s, spot))
            }
            _ => format!("{}: which card is drawn?", turn()),
        }
    }

    fn asks_seat(&self, s: &State, seat: u8) -> String {
        let start = format!("turn {} of player {}, ", s.turn, s.active + 1);
        let who = format!("player {}", seat + 1);
        match self.moment(s) {
            Some(Moment::Announced) => {
                let top = s.waiting.last().map_or(String::new(), |top| {
                    let shot = if top.shot > 0 { "the shot of " } else { "" };
                    format!("{shot}{}{}", self.sort(top.card).name, self.at_phrase(s, top.named))
                });
                return format!("{start}{top} is announced: does {who} answer?");
            }
            Some(Moment::Window(window)) => {
                let when = match window {
                    Window::TurnStart => "the turn begins",
                    Window::BeforeMining => "before mining",
                    Window::BeforeCombat => "before combat",
                    Window::Attackers => "attackers are declared",
                    Window::Blocks => "blocks are declared",
                    Window::TurnEnd => "the turn ends",
                };
                return format!("{start}{when}: does {who} do anything?");
            }
            None => {}
        }
        let fighter = || self.spot_name_or(s, Spot { seat, at: s.cursor });
        match s.step {
            Step::Battery(_) => format!("how many coins does {who} put on the Battery?"),
            Step::Play => format!("{start}Play phase: what does {who} do?"),
            Step::Mining => format!("{start}Moon Mining: what does {who} do?"),
            Step::Fire => format!("{start}long range: what does {who} do?"),
            Step::Attack => format!("{start}attack: what does {} do?", fighter()),
            Step::Block => format!("{start}blocks: what does {} do?", fighter()),
            Step::Order => format!("{start}damage of {}: which blocker next?", fighter()),
            Step::Discard => format!("{start}draw: does {who} discard?"),
            _ => format!("{start}{who}"),
        }
    }
}
