//! Why an answer is not allowed now: the clause, the facts of the position, and what would make it legal. Called only
//! for answers that the lists do not hold, so it explains and never decides.

use super::actions::Action;
use super::book::{Rulebook, Sort};
use super::lexicon::{LEXICON, WINDOWS_BY_NAME, house_verbs};
use super::names::PLACES;
use super::notation::{OTHER_POINTS, faces};
use super::rules::{
    CONDITION, DIE_ONCE, FILL, FITS, FORBID, HAND_MOVE, IN_PLAY, LAST, NO_PLACE, ONCE, ONE_PURCHASE, ORDER,
    PART_ONCE, PAY, PRICE, REFRESH, REROLL, ROLL, SINGLE, SLOT, SPLIT, SYMBOLS, TURN, UNSEEN, WINDOWS,
};
use super::state::{Asked, Lies, NO_BUYING, SLOTS, State, Step, UPGRADES, dice};
use super::windows::window_of;
use cardwright_effects::Op;
use cardwright_kernel::{Cite, Cites, Refusal, RuleId};

/// Answers named to somebody whose choice is none of them.
const ANSWERS_SHOWN: usize = 20;

impl Rulebook {
    pub(super) fn why_not(&self, state: &State, action: Action) -> Refusal {
        let asked = self.asks(state);
        if state.asked == Asked::Nobody {
            return Refusal::new("the game is over", LAST).help("nothing can be done any more");
        }
        let fits = match (action, state.asked) {
            (
                Action::Roll { .. }
                | Action::Draw { .. }
                | Action::DrawWeapon
                | Action::Get { .. }
                | Action::Pick { .. },
                Asked::Chance,
            ) => {
                return self.not_chance(state, action).fact(format!("the question is: {asked}"));
            }
            (Action::Pass | Action::Play { .. }, _) => window_of(state.step).is_some(),
            (Action::NoBuy | Action::Buy { .. }, _) => state.step == Step::Buy,
            (Action::Activate | Action::Skip, _) => state.step == Step::Activate,
            (Action::Keep | Action::Reroll { .. }, _) => state.step == Step::Reroll,
            (Action::Use { .. } | Action::Stop, _) => state.step == Step::Parts,
            (Action::Split { .. }, _) => state.step == Step::Split,
            (Action::Choose { .. } | Action::ChooseNone, _) => state.top().is_some(),
            _ => false,
        };
        let chooses = matches!(action, Action::Choose { .. } | Action::ChooseNone);
        if !fits || state.asked == Asked::Chance || state.top().is_some() != chooses {
            return self.another_question(state, action, &asked);
        }
        self.not_this(state, action).fact(format!("the question is: {asked}"))
    }

    /// The clause that says who is asked now.
    pub(super) fn asked_under(&self, state: &State) -> RuleId {
        match (state.asked, state.top()) {
            (Asked::Nobody, _) => LAST,
            (Asked::Chance, _) if state.turn.to_roll > 0 => ROLL,
            (Asked::Chance, _) if state.looks > 0 => UNSEEN,
            (Asked::Chance, _) if state.picked_from().is_some() => HAND_MOVE,
            (Asked::Chance, _) => FILL,
            (Asked::Seat(_), Some(frame)) => self.clause_of_program(frame.program),
            (Asked::Seat(_), None) if window_of(state.step).is_some() => ORDER,
            (Asked::Seat(_), None) => TURN,
        }
    }

    /// The clause that a program stands on: its card's own, or that of the hook it is for.
    fn clause_of_program(&self, program: u16) -> RuleId {
        let owned = &self.programs[usize::from(program)];
        let hook = owned.hook.map_or(SYMBOLS, |hook| LEXICON.hooks[usize::from(hook)].rule);
        owned.clause.unwrap_or(hook)
    }

    /// The answer belongs to another question.
    fn another_question(&self, state: &State, action: Action, asked: &str) -> Refusal {
        if let Action::Play { robot, .. } = action
            && self.may_not_play(state, self.owner(robot))
        {
            return self.forbidden_to_play(self.owner(robot)).fact(format!("the question is: {asked}"));
        }
        let barred = state.turn.barred & NO_BUYING != 0;
        let rule = match action {
            Action::Pass | Action::Play { .. } => WINDOWS,
            Action::NoBuy | Action::Buy { .. } if barred => FORBID,
            Action::NoBuy | Action::Buy { .. } => ONE_PURCHASE,
            Action::Keep | Action::Reroll { .. } => REROLL,
            Action::Split { .. } => SPLIT,
            Action::Choose { .. } | Action::ChooseNone => SINGLE,
            _ => TURN,
        };
        let text = self.write(state, action);
        let refusal = Refusal::new(format!("`{text}` is no answer to the present question"), rule);
        let when = match action {
            Action::NoBuy | Action::Buy { .. } if barred => "a card forbids to buy in this turn",
            Action::NoBuy | Action::Buy { .. } => {
                "one card is bought at the beginning of one's own turn, before the dice roll"
            }
            Action::Activate | Action::Skip => "the robot is activated after buying, once a turn",
            Action::Keep | Action::Reroll { .. } => {
                "dice are rolled again right after the roll, with an upgrade for it"
            }
            Action::Use { .. } | Action::Stop => {
                "parts are used after the roll, with dice that are not placed yet"
            }
            Action::Pass | Action::Play { .. } => {
                "secret weapons are played in windows, not in the middle of something else"
            }
            _ => "answer the question that is open",
        };
        refusal.fact(format!("the question is: {asked}")).help(when)
    }

    fn not_chance(&self, state: &State, action: Action) -> Refusal {
        match action {
            Action::Roll { .. } => Refusal::new("no die is rolled now", ROLL).help("say which card came"),
            Action::Get { .. } => Refusal::new("that weapon cannot be the one that was got", UNSEEN)
                .help("name a secret weapon that nobody has seen yet"),
            Action::Pick { .. } => Refusal::new("that weapon is not picked now", HAND_MOVE)
                .help("a weapon is picked out of a hand when a card says so; name one that lies in it"),
            Action::Draw { card } if state.looks == 0 && state.picked_from().is_none() && !state.rolls() => {
                Refusal::new(format!("no {} is left in the pile", self.names.open[usize::from(card)].1), FILL)
                    .help("name a card that is still in the pile")
            }
            _ => Refusal::new("no card is drawn now", FILL)
                .help("say what the dice show or which weapon it was"),
        }
    }

    fn not_this(&self, state: &State, action: Action) -> Refusal {
        match action {
            Action::Play { robot, weapon } => self.not_played(state, robot, weapon),
            Action::Buy { place } => self.not_bought(state, place),
            Action::Reroll { dice: some } => self.not_rerolled(state, some),
            Action::Use { part, combo } => self.not_used(state, part, combo),
            Action::Split { left } if left.0.contains(&OTHER_POINTS) => {
                Refusal::new("the points do not add up", SPLIT)
                    .fact(format!("the attack shows {}", self.shows(state.attack.aimed)))
                    .help("share out exactly these points")
            }
            Action::Split { .. } => Refusal::new("the attack does not have so many points", SPLIT)
                .fact(format!("the attack shows {}", self.shows(state.attack.aimed)))
                .help("give the left neighbour at most all of them"),
            Action::Choose { value } => self.not_chosen(state, Some(value)),
            _ => self.not_chosen(state, None),
        }
    }

    /// Why a player who is not asked may not play a weapon now, where the reason is not only that others are asked
    /// first.
    pub(super) fn why_not_unasked(&self, state: &State, player: u8, text: &str) -> Option<Refusal> {
        let asked = State { asked: Asked::Seat(player), ..state.clone() };
        let Action::Play { robot, weapon } = self.read(&asked, text).ok()? else { return None };
        let facts = self.weapons.get(usize::from(weapon))?;
        let held = state.robots[usize::from(robot) % 4].hand & facts.copies;
        if held != 0 && self.may_not_play(state, player) {
            return Some(self.forbidden_to_play(player));
        }
        let window = window_of(state.step).filter(|_| state.top().is_none());
        if window.is_none() && held != 0 && state.plays(robot) {
            let name = &self.names.weapons[usize::from(weapon)].1;
            let refusal =
                Refusal::new(format!("no window for {name} is open now"), Cites::from(WINDOWS).and(FITS));
            return Some(self.windows_of(weapon, refusal).help("wait for a window that it fits"));
        }
        let may = window.is_some_and(|window| self.playable(state, player, window) & held != 0);
        (!may).then(|| self.not_played(&asked, robot, weapon))
    }

    /// Whether a card forbids the player to play weapons (MB-13.16).
    fn may_not_play(&self, state: &State, player: u8) -> bool {
        state.turn.barred >> (player % 4) & 1 != 0
    }

    fn forbidden_to_play(&self, player: u8) -> Refusal {
        let message = format!("a card forbids player {} to play secret weapons in this turn", player + 1);
        Refusal::new(message, FORBID).help("wait until the next turn")
    }

    /// Adds the weapon's windows to the facts.
    fn windows_of(&self, weapon: u8, refusal: Refusal) -> Refusal {
        let windows = self.weapons[usize::from(weapon)].windows;
        let named = (0..WINDOWS_BY_NAME.len() - 1).filter(|window| windows & (1 << window) != 0);
        let names: Vec<_> = named.map(|window| WINDOWS_BY_NAME[window]).collect();
        let names = if names.is_empty() { "none".into() } else { names.join(", ") };
        refusal.fact(format!("its windows are: {names}"))
    }

    fn not_played(&self, state: &State, robot: u8, weapon: u8) -> Refusal {
        let (Some(facts), Some(name)) =
            (self.weapons.get(usize::from(weapon)), self.names.weapons.get(usize::from(weapon)))
        else {
            return Refusal::new("there is no such weapon", ONCE);
        };
        let holder = self.names.robot(robot);
        let own = state.robots[usize::from(robot) % 4];
        if state.asked != Asked::Seat(self.owner(robot)) {
            return Refusal::new(format!("the player of robot {holder} is not asked now"), ORDER)
                .help("players are asked one after the other; after each weapon everybody is asked again");
        }
        if own.hand & facts.copies == 0 {
            return Refusal::new(format!("robot {holder} does not hold {}", name.1), ONCE)
                .fact(format!("robot {holder} holds: {}", self.names.weapon_ids(own.hand).join(" ")))
                .help("play a weapon that it holds, or `pass`");
        }
        if !state.plays(robot) {
            return Refusal::new(format!("robot {holder} is not in play"), IN_PLAY)
                .help("play a weapon of a robot in play, or `pass`");
        }
        let window = window_of(state.step).map_or("?", |window| WINDOWS_BY_NAME[window]);
        if window_of(state.step).is_none_or(|window| facts.windows & (1 << window) == 0) {
            let refusal = Refusal::new(format!("{} cannot be played in the window `{window}`", name.1), FITS);
            return self.windows_of(weapon, refusal).help("wait for a window that it fits");
        }
        let cites = match facts.can {
            Some(program) => self.cites(Some(Cite::Op { program, at: 0 }), FITS),
            None => FITS.into(),
        };
        let condition = facts.can.and_then(|program| {
            let card = self.card(facts.card);
            let hook = self.programs[usize::from(program)].hook?;
            card.handler(hook).map(|handler| handler.text.clone())
        });
        Refusal::new(format!("the condition of {} does not hold now", name.1), cites)
            .fact(condition.unwrap_or_else(|| "it has no condition of its own".into()))
            .help("wait until its condition holds, or `pass`")
    }

    fn not_bought(&self, state: &State, place: u8) -> Refusal {
        let lies = state.market[usize::from(place) % 6].lies();
        let name = PLACES[usize::from(place) % 6];
        let own = state.on_turn();
        let Lies::Open(card) = lies else {
            if lies == Lies::Nothing {
                return Refusal::new(format!("nothing lies at {name}"), PRICE)
                    .help("choose a place with a card");
            }
            return self.too_dear(state, place);
        };
        let facts = &self.open[usize::from(card)];
        if self.has_place(state, state.active, self.goods[usize::from(card)]) {
            return self.too_dear(state, place);
        }
        let title = &self.names.open[usize::from(card)].1;
        match facts.sort {
            Sort::Part { slot } => {
                Refusal::new(format!("the slot for {title} is filled"), Cites::from(SLOT).and(NO_PLACE))
                    .fact(format!(
                        "the {} is {}",
                        super::lexicon::SLOTS[usize::from(slot)],
                        self.names.open[usize::from(own.parts[usize::from(slot)].max(1)) - 1].1
                    ))
                    .help("a part is never replaced; choose a card for an empty slot")
            }
            Sort::Upgrade { most, .. } => {
                let count = own.upgrades.iter().filter(|own| **own != 0).count();
                let same = own.upgrades.iter().filter(|own| **own == card + 1).count();
                Refusal::new(
                    format!("the robot has no place for {title}"),
                    Cites::from(super::rules::UPGRADES).and(NO_PLACE),
                )
                .fact(format!(
                    "it has {count} of {UPGRADES} upgrades, {same} of them {title} (at most {most})"
                ))
                .help("choose another card")
            }
        }
    }

    fn too_dear(&self, state: &State, place: u8) -> Refusal {
        let price = self.price(state.on_turn(), state.market[usize::from(place) % 6], place);
        let energy = state.on_turn().energy;
        Refusal::new("the robot cannot pay that", Cites::from(PAY).and(PRICE))
            .fact(format!("the price is {price}; the robot has {energy} energy"))
            .help("choose a cheaper card, or `buy nothing`")
    }

    fn not_rerolled(&self, state: &State, some: u32) -> Refusal {
        let most = state.on_turn().reroll;
        let refusal = Refusal::new(format!("the dice {} cannot be rolled again", faces(some)), REROLL);
        refusal
            .fact(format!("the dice show {}; at most {most} may be rolled again", faces(state.turn.dice)))
            .help("name one or more of the dice that lie there, or `keep`")
    }

    fn not_used(&self, state: &State, part: u8, combo: u8) -> Refusal {
        let name = self.names.place(part).to_string();
        let Some(ability) = self.ability_at(&state.on_turn().parts, part) else {
            return Refusal::new(format!("the robot has no part at {name}"), CONDITION)
                .help("use a part that it has, or `stop`");
        };
        if state.turn.used & (1 << part) != 0 {
            return self.worked_or_jammed(part, &name).help("use another part, or `stop`");
        }
        let Some(some) = ability.combos.get(usize::from(combo)).copied() else {
            let ways: Vec<_> = ability.combos.iter().map(|combo| faces(*combo)).collect();
            let title = self.card(ability.card).name("en");
            return Refusal::new(format!("{title} does not work with those dice"), CONDITION)
                .fact(format!("it works with: {}", ways.join(", ")))
                .help("place dice that meet its condition, or `stop`");
        };
        let rule = if dice::faces(state.turn.dice).next().is_none() { DIE_ONCE } else { CONDITION };
        Refusal::new(format!("there are no unplaced dice {}", faces(some)), rule)
            .fact(format!("the unplaced dice show {}", faces(state.turn.dice)))
            .help("place dice that lie there, or `stop`")
    }

    /// A state keeps that a part works no more in this turn, not why: where cards jam parts, both reasons are named.
    fn worked_or_jammed(&self, part: u8, name: &str) -> Refusal {
        let jams = |op: &Op| matches!(op, Op::Do { verb: house_verbs::JAM_PART, .. });
        let can_jam =
            usize::from(part) < SLOTS && self.programs.iter().any(|owned| owned.program.ops.iter().any(jams));
        if can_jam {
            let message = format!("{name} has already worked this turn, or a card has jammed it");
            return Refusal::new(message, Cites::from(PART_ONCE).and(REFRESH));
        }
        Refusal::new(format!("{name} has already worked this turn"), PART_ONCE)
    }

    fn not_chosen(&self, state: &State, given: Option<i32>) -> Refusal {
        let Some(frame) = state.top() else { return Refusal::new("nothing is to be chosen", SINGLE) };
        let mut list = Vec::new();
        self.list(state, &mut list);
        let known: Vec<_> =
            list.iter().take(ANSWERS_SHOWN).map(|action| self.write(state, *action)).collect();
        let more = match list.len() - known.len() {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let rule = self.clause_of_program(frame.program);
        let asks = Cite::Op { program: frame.program, at: frame.pc };
        let wrong = given.and_then(|value| self.wrong_kind(state, value));
        let message = wrong.unwrap_or_else(|| "this is not among the choices".into());
        Refusal::new(message, self.cites(Some(asks), rule))
            .help(format!("one of: {}{more}", known.join(", ")))
    }
}
