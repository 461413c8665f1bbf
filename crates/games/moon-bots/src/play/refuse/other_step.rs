//! Actions that belong to another step of the turn than the present one: too early, too late, or left out because
//! there was nothing to decide.

use crate::cards::lexicon::VerbId;
use crate::cards::rulebook::Rulebook;
use crate::play::actions::Action;
use crate::play::windows::window_of;
use crate::rules::{
    FORBID, GUARDED, ONE_PURCHASE, OPTIONAL, OUT, REROLL, SPLIT, TARGETS, TRICK, TURN,
    TURN_OF_THE_FALLEN, WINDOWS,
};
use crate::state::{Asked, State, Step};
use cardwright_effects::Op;
use cardwright_kernel::{Cites, Refusal};

impl Rulebook {
    /// Why an action is none at the present question: what decides it, first of all what would have kept it from
    /// being allowed at its own time.
    pub(super) fn of_another_step(&self, state: &State, action: Action) -> Refusal {
        let of_turn = !matches!(
            action,
            Action::Pass | Action::Play { .. } | Action::Choose { .. } | Action::ChooseNone
        );
        if of_turn
            && !super::is_of_chance(action)
            && !state.plays(state.active)
            && state.step < Step::Pass
        {
            let robot = self.names.robot(state.active);
            return Refusal::new(
                format!("robot {robot} is no longer in play"),
                Cites::from(TURN_OF_THE_FALLEN).and(OUT),
            )
            .fact(self.stands(state, state.active))
            .help("the rest of its turn is left out");
        }
        match action {
            Action::NoBuy | Action::Buy { .. } => self.no_purchase(state, action),
            Action::Activate | Action::Skip => self.no_activation(state),
            Action::Keep | Action::Reroll { .. } => self.no_reroll(state),
            Action::Use { .. } | Action::Stop => self.no_part(state, action),
            Action::Split { .. } => self.no_split(state),
            Action::Choose { .. } | Action::ChooseNone => {
                Refusal::new("no card asks anything now", self.asked_under(state))
                    .help("answer the question that is open")
            }
            Action::Play { robot, weapon } => self.not_played_elsewhere(state, robot, weapon),
            Action::Pass => self
                .no_window(state, action)
                .unwrap_or_else(|| self.card_first(state)),
            _ => self.said_for_chance(state, action),
        }
    }

    /// What dice show or a draw brings, where nothing of the kind is asked of whoever says it.
    pub(super) fn said_for_chance(&self, state: &State, action: Action) -> Refusal {
        let text = self.write(state, action);
        let asked = state.asked == Asked::Chance;
        let (message, help) = match asked {
            true => (
                format!("`{text}` is for dice or a draw to say"),
                format!("write `chance: {text}`"),
            ),
            false => (
                format!("nothing is rolled or drawn now, so `{text}` says nothing"),
                "leave it out".into(),
            ),
        };
        Refusal::new(message, self.asked_under(state)).help(help)
    }

    fn no_purchase(&self, state: &State, action: Action) -> Refusal {
        if state.turn.flags.buying_forbidden() {
            let message = format!(
                "a card forbids player {} to buy in this turn",
                self.owner(state.active).number()
            );
            return Refusal::new(message, FORBID).help("wait until the next turn");
        }
        if state.step < Step::Buy {
            return Refusal::new("it is too early to buy", TURN)
                .help("the purchase comes after the window at the beginning of the turn");
        }
        let help = "one card is bought at the beginning of one's own turn, before the dice roll";
        let over = "the purchase of this turn is over";
        match action {
            Action::Buy { place } if !self.affordable(state, state.active).contains(place) => {
                self.not_bought(state, place).fact(over)
            }
            _ => Refusal::new(over, ONE_PURCHASE).help(help),
        }
    }

    fn no_activation(&self, state: &State) -> Refusal {
        if state.step < Step::Activate {
            return Refusal::new("it is too early to activate the robot", TURN)
                .help("first it is settled whether a card is bought");
        }
        Refusal::new(
            "whether the robot is activated is settled for this turn",
            Cites::from(TURN).and(OPTIONAL),
        )
        .help("a robot is activated once a turn, after buying")
    }

    fn no_reroll(&self, state: &State) -> Refusal {
        let player = self.owner(state.active);
        let robot = self.names.robot(state.active);
        let most = state.on_turn().reroll;
        if most == 0 {
            return Refusal::new(
                format!("robot {robot} has no upgrade for rolling dice again"),
                REROLL,
            )
            .help(
                "an upgrade such as Re-roll is needed before the roll, or in the window after it",
            );
        }
        if state.turn.forbidden.contains(player) {
            let message = format!(
                "player {} may not roll dice again this turn: {}",
                player.number(),
                self.tricks()
            );
            return Refusal::new(message, Cites::from(TRICK).and(REROLL))
                .fact(format!(
                    "robot {robot} could roll up to {most} dice again otherwise"
                ))
                .help("wait until the next turn");
        }
        if state.step < Step::Reroll {
            return Refusal::new("it is too early to roll dice again", REROLL).help(
                "dice are rolled again right after the roll, once the window for secret weapons is over",
            );
        }
        Refusal::new("it is too late to roll dice again", REROLL)
            .help("dice are rolled again once a turn, right after the roll and before the first part is used")
    }

    /// The cards of the game that forbid to roll dice again, for the end of a sentence.
    fn tricks(&self) -> String {
        let forbids =
            |op: &Op| matches!(op, Op::Do { verb, .. } if *verb == VerbId::ForbidReroll.n());
        let mut names: Vec<&str> = Vec::new();
        for owned in self
            .bound
            .iter()
            .filter(|owned| owned.program.ops.iter().any(forbids))
        {
            let name = self.card(owned.card).name("en");
            if !names.contains(&name) {
                names.push(name);
            }
        }
        match names.is_empty() {
            true => "it was forbidden".into(),
            false => format!("{} was played", names.join(" or ")),
        }
    }

    fn no_part(&self, state: &State, action: Action) -> Refusal {
        if state.step < Step::Parts {
            return Refusal::new("it is too early to use a part", TURN)
                .fact(match state.step < Step::Roll {
                    true => "the dice have not been rolled".to_string(),
                    false => "the roll is not settled yet".to_string(),
                })
                .help("parts are used after the roll, with dice that are not placed yet");
        }
        if state.step < Step::BeforeRefill {
            return Refusal::new("the part in use is not done yet", Cites::from(TURN))
                .help("first the present question is settled, then the next part may be used");
        }
        let usable = |part: u8| self.usable(state) & (1 << part) != 0;
        match action {
            Action::Use { part, combo }
                if !usable(part) || !self.fitting(state, part).any(|fits| fits == combo) =>
            {
                self.not_used(state, part, combo)
                    .fact("the activation of this turn is over")
            }
            _ => Refusal::new("the activation of this turn is over", TURN).help(
                "parts are used after the roll, until the player stops or nothing more works",
            ),
        }
    }

    fn no_split(&self, state: &State) -> Refusal {
        if !state.attacking {
            return Refusal::new("no attack is to be shared out", SPLIT)
                .help("points are shared out when an attack can hit two robots");
        }
        let targets = self.targets(state, state.attack.attacker);
        let names: Vec<_> = targets
            .iter()
            .map(|robot| self.names.robot(robot))
            .collect();
        match names.as_slice() {
            [one] => {
                let cites = Cites::from(TARGETS).and(SPLIT);
                let cites = match self.is_held_back(state, state.attack.attacker) {
                    true => cites.and(GUARDED),
                    false => cites,
                };
                Refusal::new(format!("the attack can hit robot {one} alone"), cites)
                    .help("all its points go there, and nothing is to be shared out")
            }
            _ => Refusal::new("the attack has been shared out", SPLIT)
                .help("answer the question that is open"),
        }
    }

    /// No window for secret weapons is open, or it is in the middle of something else.
    pub(super) fn no_window(&self, state: &State, action: Action) -> Option<Refusal> {
        if state.top().is_some() {
            return Some(self.card_first(state));
        }
        let closed = window_of(state.step).is_none() || state.pending_reveal.is_some();
        closed.then(|| {
            let text = self.write(state, action);
            Refusal::new(
                format!("no window for secret weapons is open, so `{text}` is no answer"),
                WINDOWS,
            )
            .help("secret weapons are played, or not, in the windows of a turn")
        })
    }

    /// A card asks something first.
    pub(super) fn card_first(&self, state: &State) -> Refusal {
        Refusal::new(
            "a card asks something first",
            Cites::from(WINDOWS).and(self.asked_under(state)),
        )
        .fact(self.question_text(state))
        .help("secret weapons are not played in the middle of another card's effect")
    }
}
