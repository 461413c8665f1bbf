//! Reads written positions (TOML). Anything not written is as at the start of a game.
//!
//! ```toml
//! active = "2"                       # the active robot; with two players "1L", "1R", "2L" or "2R"
//! step = "buy"                       # the current step; see STEPS
//! dice = [2, 5]                      # unplaced dice
//! used = ["left-arm", "base-punch"]  # parts used this turn
//! gained = 1                         # energy gained this turn
//! market = { bottom-left = "left-claw", top-right = "weapon" }   # places not written are empty
//! pile = { left-hammer = 1 }         # not written: every card that is nowhere else
//! pile_weapons = 3                   # not written: as many as the pile would hold
//! top = ["left-hammer", "weapon"]    # known cards on top of the pile, topmost first
//!
//! [[robot]]                          # one for each robot in turn order; what is not written is as at the start
//! energy = 12
//! parts = ["left-claw"]
//! upgrades = ["plus-die", "plus-die"]
//! weapons = ["dodge"]
//! status = "in-play"                 # or "out", "switched-off"
//! gained = 1                         # energy gained, as counted for its limit; for the active robot, see above
//! ```
//!
//! Only cards of packs need these: `counters = { left-arm = 2, upgrade-1 = 1 }` of a robot,
//! `memory = { torso = "3", upgrade-2 = "robot 4" }` of a robot whose cards store numbers or robots, `reactions` (their
//! number this turn), `blocked = ["torso"]` of a robot that cannot use a part, `barred = [3]` (faces that cannot be used
//! this turn) and `fewer_dice = 1`. Also `backwards = true` (turns pass to the right),
//! `purchase = { robot = "2", card = "left-claw", price = 1 }` (the last of this turn), and
//! `permanent = [{ robot = "1", weapon = "pack:shield", until = "turn", counters = 1 }]`.
//!
//! Also: `round`, `quiet`, `turn`, `lost`, `forbidden` (players), `shown` and `boxed` (weapons), `last_duel`.

pub(crate) mod as_facts;
pub(crate) mod equivalence;
pub(crate) mod open;
pub(crate) mod permanents;
pub(crate) mod write;

pub(crate) use cardwright_runtime::position::{TextErrors, get, items};

use crate::book::names::{PLACES, market_place};
use crate::book::rulebook::{CardKind, Rulebook, WEAPONS_OUT, ones};
use crate::engine::context::Engine;
use crate::facts::targets::{duel_is_open, pairs_of};
use crate::facts::{derived, invariants, standing};
use crate::lexicon::SLOTS as SLOT_NAMES;
use crate::options::Options;
use crate::play::setup;
use crate::rules;
use crate::state::ids::{CardId, PlayerId, RobotId, SlotId, Slots};
use crate::state::{
    DiceLimits, MarketCard, MarketSlot, POOL, Purchase, REACTIONS, Robot, SLOTS, State, Status,
    Step, TOP_CARDS, Turn, UPGRADES, dice,
};
use cardwright_kernel::{NoLog, Rules, TextError, meant, nearest};
use cardwright_runtime::ids::Id;
use cardwright_runtime::toml;
use std::ops::Range;
use toml_span::value::{Value, ValueInner};

/// A weapon that only its owner has seen.
pub(crate) const OPEN: &str = "?";

/// The names of the steps a position may be at.
const STEPS: [(&str, Step); 12] = [
    ("turn-start", Step::TurnStart),
    ("buy", Step::Buy),
    ("bought", Step::Bought),
    ("activate", Step::Activate),
    ("rolled", Step::Rolled),
    ("re-roll", Step::Reroll),
    ("re-rolled", Step::Rerolled),
    ("parts", Step::Parts),
    ("before-refill", Step::BeforeRefill),
    ("refill", Step::Refill),
    ("fill", Step::Fill),
    ("turn-end", Step::TurnEnd),
];

const KEYS: [&str; 25] = [
    "options",
    "active",
    "step",
    "dice",
    "used",
    "gained",
    "market",
    "pile",
    "pile_weapons",
    "top",
    "robot",
    "round",
    "quiet",
    "turn",
    "lost",
    "forbidden",
    "shown",
    "boxed",
    "last_duel",
    "permanents",
    "reactions",
    "barred",
    "fewer_dice",
    "backwards",
    "purchase",
];

const PURCHASE_KEYS: [&str; 3] = ["robot", "card", "price"];

const ROBOT_KEYS: [&str; 9] = [
    "energy", "parts", "upgrades", "weapons", "status", "gained", "counters", "memory", "blocked",
];

const STATUSES: [(&str, Status); 3] = [
    ("in-play", Status::InPlay),
    ("out", Status::Out),
    ("switched-off", Status::SwitchedOff),
];

/// The state of a written position, advanced to its first question.
pub(crate) fn position(book: &Rulebook, text: &str) -> Result<State, Vec<TextError>> {
    let root = toml::parse(text)?;
    let mut reader = Reader {
        book,
        flaws: TextErrors::default(),
        held: 0,
        boxed: 0,
        open: None,
    };
    let mut state = reader.state(&root);
    let mut flaws = reader.flaws.list;
    if flaws.is_empty() {
        let whole = 0..text.len();
        let flaw = |message| {
            TextError::new(
                whole.clone(),
                message,
                "docs/guide/rulings.md explains positions",
            )
        };
        flaws = invariants::flaws_of(
            book,
            &State {
                asked: crate::state::Asked::Chance,
                ..state.clone()
            },
        )
        .into_iter()
        .map(flaw)
        .collect();
    }
    if !flaws.is_empty() {
        flaws.sort_by_key(|flaw| flaw.span.start);
        return Err(flaws);
    }
    Engine::new(book, &mut state, &mut NoLog).advance();
    Ok(state)
}

/// Reads a position and collects all errors.
pub(crate) struct Reader<'a> {
    pub(crate) book: &'a Rulebook,
    flaws: TextErrors,
    /// The weapon copies in hands.
    held: u64,
    boxed: u64,
    /// Where hands contain open weapons (`?`), and whose they are; `None` if open weapons are not allowed.
    open: Option<Vec<(Range<usize>, RobotId)>>,
}

impl Reader<'_> {
    pub(crate) fn flaw(
        &mut self,
        span: impl Into<Range<usize>>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.flaws.add(span, message, help);
    }

    fn state(&mut self, root: &Value<'_>) -> State {
        self.keys(root, &KEYS);
        if let Some(options) = get(root, "options") {
            self.options(options);
        }
        let mut state = setup::opening(self.book);
        self.robots(root, &mut state);
        self.who_plays(root, &state);
        derived::refresh_derived(self.book, &mut state);
        self.weapons(root, &mut state);
        self.market(root, &mut state);
        self.pile(root, &mut state);
        derived::refresh_derived(self.book, &mut state);
        self.turn(root, &mut state);
        self.is_undecided(root, &state);
        state
    }

    /// Checks that the options in a position exist and match those of the rulebook.
    fn options(&mut self, value: &Value<'_>) {
        let texts = match toml::texts(value) {
            Ok(texts) => texts,
            Err(flaws) => return self.flaws.list.extend(flaws),
        };
        let theirs = match Options::parse(&texts.given) {
            Ok(theirs) => theirs.list(),
            Err(faults) => {
                let help = "docs/rules/moon-bots-questions.md has the options";
                return faults
                    .into_iter()
                    .for_each(|fault| self.flaw(value.span, fault, help));
            }
        };
        let ours = self.book.about().options;
        self.flaws.in_force(&texts, &theirs, &ours);
    }

    pub(crate) fn keys(&mut self, table: &Value<'_>, known: &[&str]) {
        for (key, _) in toml::in_order(table) {
            if !known.contains(&key.name.as_ref()) {
                self.flaw(
                    key.span,
                    format!("there is no `{}` in a position", key.name),
                    meant(&key.name, known),
                );
            }
        }
    }

    fn robots(&mut self, root: &Value<'_>, state: &mut State) {
        let Some(list) = get(root, "robot") else {
            return;
        };
        let Some(list) = list.as_array() else {
            return self.flaw(
                list.span,
                "`robot` is not a list of tables",
                "write [[robot]] before each robot",
            );
        };
        let robots = self.book.robots();
        for (index, value) in list.iter().enumerate() {
            match RobotId::of(index).filter(|robot| robots.contains(*robot)) {
                Some(robot) => {
                    self.open_in(value, robot);
                    state.robots[index] = self.robot(value, state.robots[index]);
                    self.flaws
                        .number_into(value, "gained", 255, |n| state.gains[index] = n as u8);
                    let blocked = self.blocked(value);
                    state.blocked.set(robot, blocked);
                }
                None => self.flaw(
                    value.span,
                    format!("robot {} is one too many", index + 1),
                    format!(
                        "with {} players there are {} robots",
                        self.book.players,
                        robots.len()
                    ),
                ),
            }
        }
    }

    /// Reads the slots whose part a robot cannot use in its next turn.
    fn blocked(&mut self, value: &Value<'_>) -> Slots {
        let mut slots = Slots::EMPTY;
        for (span, name) in self.flaws.ids(value, "blocked") {
            match SLOT_NAMES.iter().position(|slot| *slot == name) {
                Some(slot) => SlotId::of(slot)
                    .into_iter()
                    .for_each(|slot| slots.insert(slot)),
                None => self.flaw(
                    span,
                    format!("there is no slot `{name}`"),
                    format!("one of: {}", SLOT_NAMES.join(" ")),
                ),
            }
        }
        slots
    }

    /// Checks that somebody is in play, and that a robot is only switched off if it waits for the other duel
    /// (MB-11.4).
    fn who_plays(&mut self, root: &Value<'_>, state: &State) {
        let Some(list) = get(root, "robot").filter(|list| list.as_array().is_some()) else {
            return;
        };
        let is = |status: Status| state.robots.iter().any(|robot| robot.status == status);
        if !is(Status::InPlay) {
            self.flaw(
                list.span,
                "no robot is in play",
                format!("leave at least one robot in play ({})", rules::LAST),
            );
        }
        if is(Status::SwitchedOff) && !self.book.duel() {
            let help = format!(
                "robots wait only in a game of two players ({})",
                rules::CONQUEROR
            );
            self.flaw(list.span, "a robot is switched off", help);
        }
    }

    /// Checks that the game is not over, and that a conqueror waits as long as the other duel is undecided (MB-11.4).
    fn is_undecided(&mut self, root: &Value<'_>, state: &State) {
        let list = get(root, "robot").filter(|list| list.as_array().is_some());
        let (Some(list), play) = (list, state.in_play()) else {
            return;
        };
        if play.is_empty() || !self.flaws.list.is_empty() {
            return;
        }
        let goes_on = |robot: RobotId| !play.contains(robot.facing());
        let (over, clause) = match (self.book.duel(), state.passing.last_duel()) {
            (false, _) => (play.len() < 2, rules::LAST),
            (true, true) => (pairs_of(play).len() < 2, rules::DUEL_END),
            (true, false) => (!duel_is_open(play), rules::FINAL),
        };
        if over {
            let help = match self.book.duel() {
                false => format!("leave at least two robots in play ({clause})"),
                true => format!(
                    "leave both robots of a duel in play; in the last duel, write `last_duel = true` and a conqueror for each player ({clause})"
                ),
            };
            self.flaw(list.span, "the game is decided", help);
        } else if self.book.duel() && !state.passing.last_duel() && play.iter().any(goes_on) {
            let help = format!(
                "a robot whose opponent is out waits: `status = \"switched-off\"` ({})",
                rules::CONQUEROR
            );
            self.flaw(list.span, "a conqueror takes part in the other duel", help);
        }
    }

    fn robot(&mut self, value: &Value<'_>, start: Robot) -> Robot {
        self.keys(value, &ROBOT_KEYS);
        let mut robot = start;
        if let Some(status) = get(value, "status") {
            robot.status = self.flaws.word(status, &STATUSES).unwrap_or(Status::InPlay);
        }
        if robot.status == Status::Out {
            self.nothing_left(value);
            return Robot {
                status: Status::Out,
                ..Robot::default()
            };
        }
        for (span, id) in self.flaws.ids(value, "parts") {
            self.part(&mut robot, span, &id);
        }
        for (span, id) in self.flaws.ids(value, "upgrades") {
            self.upgrade(&mut robot, span, &id);
        }
        for (span, id) in self.flaws.ids(value, "weapons") {
            if self.open.is_some() && id == OPEN {
                continue;
            }
            let copy = self.weapon(span, &id, self.held);
            robot.hand |= copy;
            self.held |= copy;
        }
        if let Some(energy) = get(value, "energy") {
            let most = standing::cap(self.book, &robot);
            let help = format!(
                "write a number from 1 to {most} ({}); a robot without energy is `status = \"out\"`",
                rules::CAP
            );
            robot.energy = self.flaws.number(energy, 1, most.into(), &help) as u8;
        }
        self.counters(value, &mut robot);
        robot
    }

    /// Checks that an eliminated robot has neither energy nor cards (MB-10.2).
    fn nothing_left(&mut self, value: &Value<'_>) {
        let help = format!("a robot that is out has none ({})", rules::BOX);
        if let Some(energy) = get(value, "energy") {
            self.flaws.number(energy, 0, 0, &help);
        }
        for key in ["parts", "upgrades", "weapons"] {
            if let Some((span, id)) = self.flaws.ids(value, key).into_iter().next() {
                self.flaw(
                    span,
                    format!("a robot that is out has no `{id}`"),
                    help.clone(),
                );
            }
        }
        for key in ["counters", "memory"] {
            if let Some((key, _)) = self.flaws.entries(value, key, "counters = {}").first() {
                let message = format!("a robot that is out has no card at `{}`", key.name);
                self.flaw(key.span, message, help.clone());
            }
        }
    }

    fn part(&mut self, robot: &mut Robot, span: Range<usize>, id: &str) {
        let Some(card) = self.open(span.clone(), id) else {
            return;
        };
        match self.book.open[usize::from(card)].kind {
            CardKind::Part { slot } if robot.parts[usize::from(slot)] == 0 => {
                robot.parts[usize::from(slot)] = card.number();
                derived::count_in(self.book, robot, card);
            }
            CardKind::Part { slot } => {
                let slot = SLOT_NAMES[usize::from(slot)];
                self.flaw(
                    span,
                    format!("a second part for the {slot}"),
                    format!("one part a slot ({})", rules::SLOT),
                );
            }
            CardKind::Upgrade { .. } => self.flaw(
                span,
                format!("`{id}` is not a part"),
                "write it under `upgrades`",
            ),
        }
    }

    fn upgrade(&mut self, robot: &mut Robot, span: Range<usize>, id: &str) {
        let Some(card) = self.open(span.clone(), id) else {
            return;
        };
        let open = &self.book.open[usize::from(card)];
        let CardKind::Upgrade { most, .. } = open.kind else {
            return self.flaw(
                span,
                format!("`{id}` is not an upgrade"),
                "write it under `parts`",
            );
        };
        let count = robot.upgrades.iter().filter(|own| **own != 0).count();
        let same = robot
            .upgrades
            .iter()
            .filter(|own| **own == card.number())
            .count();
        if count == UPGRADES {
            return self.flaw(
                span,
                "one upgrade too many",
                format!("a robot has at most {UPGRADES} ({})", rules::UPGRADES),
            );
        }
        if same >= usize::from(most) {
            return self.flaw(
                span,
                format!("there is one `{id}` too many"),
                format!("a robot has at most {most} of it ({})", rules::UPGRADES),
            );
        }
        robot.upgrades[count] = card.number();
        derived::count_in(self.book, robot, card);
    }

    /// Removes weapons in hands, shown weapons and weapons in the box from the unseen ones.
    fn weapons(&mut self, root: &Value<'_>, state: &mut State) {
        let mut seen = self.held;
        for (span, id) in self.flaws.ids(root, "shown") {
            let copy = self.weapon(span, &id, seen);
            state.shown |= copy;
            seen |= copy;
        }
        seen |= self.permanents(root, state, seen);
        for (span, id) in self.flaws.ids(root, "boxed") {
            let copy = self.weapon(span, &id, seen);
            self.boxed |= copy;
            seen |= copy;
        }
        state.unseen &= !seen;
    }

    fn market(&mut self, root: &Value<'_>, state: &mut State) {
        for (key, value) in
            self.flaws
                .entries(root, "market", "market = { bottom-left = \"weapon\" }")
        {
            let Some(place) = market_place(&key.name) else {
                self.flaw(
                    key.span,
                    format!("the market has no place `{}`", key.name),
                    meant(&key.name, &PLACES),
                );
                continue;
            };
            let card = match value.as_str() {
                Some("weapon") => MarketCard::FaceDown,
                Some("empty") => MarketCard::Nothing,
                Some(id) => self
                    .open(value.span.into(), id)
                    .map_or(MarketCard::Nothing, MarketCard::Open),
                None => {
                    self.flaw(
                        value.span,
                        "this is not a card",
                        "write a card's id, \"weapon\" or \"empty\"",
                    );
                    MarketCard::Nothing
                }
            };
            state.market[usize::from(place)] = card.into();
        }
    }

    /// Reads the pile; if it is not written, it contains every copy that is nowhere else.
    fn pile(&mut self, root: &Value<'_>, state: &mut State) {
        for card in CardId::all().take(self.book.open.len()) {
            let built = state
                .robots
                .iter()
                .flat_map(|robot| robot.parts.iter().chain(&robot.upgrades))
                .filter(|own| **own == card.number())
                .count();
            let market_card_name = state
                .market
                .iter()
                .filter(|slot| slot.card() == MarketCard::Open(card))
                .count();
            let copies = self.book.open[card.index()].copies;
            let left = ones(copies).saturating_sub((built + market_card_name) as u32);
            keep(&mut state.pile, copies, left);
        }
        if get(root, "pile").is_some() {
            state.pile = [0; 2];
            for (key, value) in self.flaws.entries(root, "pile", "pile = { plus-die = 1 }") {
                let Some(card) = self.open(key.span.into(), &key.name) else {
                    continue;
                };
                let copies = self.book.open[usize::from(card)].copies;
                let count = self.flaws.number(
                    value,
                    0,
                    ones(copies).into(),
                    &format!("the deck has {} of it", ones(copies)),
                );
                keep(&mut state.pile, copies, count as u32);
            }
        }
        let face_down = state
            .market
            .iter()
            .filter(|slot| **slot == MarketSlot::FACE_DOWN)
            .count() as u32;
        let most = state.unseen.count_ones().saturating_sub(face_down);
        state.pile_weapons = most.saturating_sub(WEAPONS_OUT.into()) as u8;
        if let Some(value) = get(root, "pile_weapons") {
            state.pile_weapons = self.flaws.number(
                value,
                0,
                most.into(),
                &format!("the pile can have {most} weapons"),
            ) as u8;
        }
        self.top(root, state);
    }

    /// Reads the known cards on top of the pile, which must be in the pile.
    fn top(&mut self, root: &Value<'_>, state: &mut State) {
        for (place, (span, id)) in self.flaws.ids(root, "top").into_iter().enumerate() {
            if place >= TOP_CARDS {
                let help = format!("at most {TOP_CARDS} ({})", rules::TOP);
                return self.flaw(span, "one card too many is known on top of the pile", help);
            }
            let slot = match id.as_str() {
                "weapon" => Some(MarketSlot::FACE_DOWN),
                _ => self
                    .open(span.clone(), &id)
                    .map(|card| MarketCard::Open(card).into()),
            };
            let Some(slot) = slot else { return };
            let above = state.top[..place]
                .iter()
                .filter(|above| **above == slot)
                .count() as u32;
            let piled = match slot.card() {
                MarketCard::Open(card) => ones(self.book.open[usize::from(card)].left(state.pile)),
                _ => state.pile_weapons.into(),
            };
            if above >= piled {
                return self.flaw(
                    span,
                    "the pile does not hold this card",
                    "write it under `pile` too",
                );
            }
            state.top[place] = slot;
        }
    }

    fn turn(&mut self, root: &Value<'_>, state: &mut State) {
        state.step = Step::TurnStart;
        (state.turns, state.turn) = (1, Turn::default());
        if let Some(step) = get(root, "step") {
            state.step = self.flaws.word(step, &STEPS).unwrap_or(Step::TurnStart);
        }
        if let Some(active) = get(root, "active") {
            self.active(active, state);
        }
        self.flaws.number_into(root, "gained", 255, |n| {
            state.gains[usize::from(state.active)] = n as u8
        });
        self.flaws
            .number_into(root, "turn", 60_000, |n| state.turns = n.max(1) as u16);
        self.flaws
            .number_into(root, "round", 1_000, |n| state.rounds = n.max(1) as u16 - 1);
        self.flaws
            .number_into(root, "quiet", 1_000, |n| state.quiet = n as u16);
        self.flaws
            .number_into(root, "reactions", REACTIONS.into(), |n| {
                state.reactions = n as u8
            });
        self.flaws
            .truth_into(root, "lost", |truth| state.passing.set_lost(truth));
        self.flaws.truth_into(root, "last_duel", |truth| {
            state.passing.set_last_duel(truth)
        });
        self.purchase(root, state);
        self.dice(root, state);
        for value in self.flaws.items(root, "barred") {
            let face = self.flaws.number(value, 1, 6, "a die shows 1 to 6") as u8;
            state.limits.bar(face);
        }
        self.flaws
            .number_into(root, "fewer_dice", DiceLimits::FEWER.into(), |n| {
                state.limits.set_fewer(n as u8)
            });
        self.flaws.truth_into(root, "backwards", |truth| {
            state.passing.set_backwards(truth)
        });
        for value in self.flaws.items(root, "forbidden") {
            let number = self.flaws.number(
                value,
                1,
                self.book.players.into(),
                "write a player's number",
            );
            let player = usize::try_from(number - 1).ok().and_then(PlayerId::of);
            player
                .into_iter()
                .for_each(|player| state.turn.forbidden.insert(player));
        }
        for (span, name) in self.flaws.ids(root, "used") {
            match self.book.names.place_named(&name) {
                Some(place) if state.on_turn().parts.get(usize::from(place)) == Some(&0) => {
                    self.flaw(
                        span,
                        format!("the active robot has no part at `{name}`"),
                        "write it under `parts` too",
                    );
                }
                Some(place) => state.turn.used |= 1 << place,
                None => self.flaw(
                    span,
                    format!("there is no part `{name}`"),
                    format!("one of: {}", SLOT_NAMES.join(" ")),
                ),
            }
        }
        state.turn.used |= u16::from(state.blocked.of(state.active).bits());
    }

    /// Reads the last purchase of the turn.
    fn purchase(&mut self, root: &Value<'_>, state: &mut State) {
        let Some(value) = get(root, "purchase") else {
            return;
        };
        self.keys(value, &PURCHASE_KEYS);
        let name = get(value, "robot").and_then(Value::as_str);
        let Some(robot) = name.and_then(|name| self.book.names.robot_named(name)) else {
            let help = "write `{ robot = \"2\", card = \"left-claw\", price = 1 }`";
            return self.flaw(value.span, "the purchase names no robot", help);
        };
        let card = get(value, "card").and_then(|card| {
            let id = card.as_str().filter(|id| *id != "weapon")?;
            self.open(card.span.into(), id)
        });
        let mut price = 0;
        self.flaws
            .number_into(value, "price", 20, |number| price = number as u8);
        if self.book.purchases {
            state.purchase = Purchase::new(robot, card.map_or(0, CardId::number), price);
        }
    }

    /// Reads the unplaced dice. The counts of faces are small, so more dice than the robot rolls are not counted.
    fn dice(&mut self, root: &Value<'_>, state: &mut State) {
        let own = usize::from(state.on_turn().dice.min(POOL));
        for (nth, value) in self.flaws.items(root, "dice").iter().enumerate() {
            let face = self.flaws.number(value, 1, 6, "a die shows 1 to 6") as u8;
            if nth < own {
                state.turn.dice += dice::one(face);
            } else if nth == own {
                let span = get(root, "dice").map_or(0..0, |value| value.span.into());
                self.flaw(
                    span,
                    "more dice than the active robot rolls",
                    format!("it rolls {own} ({})", rules::DICE),
                );
            }
        }
    }

    fn active(&mut self, value: &Value<'_>, state: &mut State) {
        if let Some(robot) = self.robot_in_play(value, state) {
            state.active = robot;
        }
    }

    /// The robot in play with this name.
    pub(crate) fn robot_in_play(&mut self, value: &Value<'_>, state: &State) -> Option<RobotId> {
        let name = match value.as_ref() {
            ValueInner::String(name) => name.to_string(),
            ValueInner::Integer(number) => number.to_string(),
            _ => String::new(),
        };
        match self.book.names.robot_named(&name) {
            Some(robot) if state.plays(robot) => return Some(robot),
            Some(_) => self.flaw(
                value.span,
                format!("robot {name} is not in play"),
                "name a robot in play",
            ),
            None => {
                let robots: Vec<_> = self
                    .book
                    .robots()
                    .iter()
                    .map(|robot| self.book.names.robot(robot))
                    .collect();
                self.flaw(
                    value.span,
                    "there is no such robot",
                    format!("one of: {}", robots.join(" ")),
                );
            }
        }
        None
    }

    pub(crate) fn open(&mut self, span: Range<usize>, id: &str) -> Option<CardId> {
        let names = &self.book.names.open;
        let found = names.iter().position(|(own, _)| own == id).or_else(|| {
            let cards = &self.book.open;
            cards
                .iter()
                .position(|open| self.book.card(open.card).is_called(id))
        });
        if found.is_none() {
            let near = card_meant(id, self.book.names.open.iter().map(|(id, _)| id.as_str()));
            self.flaw(
                span,
                format!("there is no part or upgrade `{id}` in this game"),
                near,
            );
        }
        found.and_then(CardId::of)
    }

    /// A free copy of the weapon with this id.
    pub(crate) fn weapon(&mut self, span: Range<usize>, id: &str, taken: u64) -> u64 {
        if id == OPEN {
            let help = "only `cardwright referee` knows weapons that nobody has seen; write which one it is";
            self.flaw(span, "the position must say which weapon it is", help);
            return 0;
        }
        let names = &self.book.names.weapons;
        let found = names.iter().position(|(own, _)| own == id).or_else(|| {
            let weapons = &self.book.weapons;
            weapons
                .iter()
                .position(|weapon| self.book.card(weapon.card).is_called(id))
        });
        let Some(weapon) = found else {
            let near = card_meant(
                id,
                self.book.names.weapons.iter().map(|(id, _)| id.as_str()),
            );
            self.flaw(
                span,
                format!("there is no secret weapon `{id}` in this game"),
                near,
            );
            return 0;
        };
        let free = self.book.weapons[weapon].copies & !taken;
        if free == 0 {
            self.flaw(
                span,
                format!("there is one `{id}` too many"),
                "the deck has no more copies of it",
            );
        }
        free & free.wrapping_neg()
    }
}

/// Leaves `count` of the copies in the pile; the lowest leave first, as in play.
fn keep(pile: &mut [u64; 2], copies: [u64; 2], count: u32) {
    let mut left = copies;
    for _ in count..ones(copies) {
        match left[0] {
            0 => left[1] &= left[1].wrapping_sub(1),
            low => left[0] &= low - 1,
        }
    }
    for word in 0..2 {
        pile[word] = pile[word] & !copies[word] | left[word];
    }
}

/// The suggestion for an unknown card.
fn card_meant<'a>(word: &str, ids: impl Iterator<Item = &'a str>) -> String {
    match nearest(word, &ids.collect::<Vec<_>>()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`cardwright cards moon-bots` lists all".into(),
    }
}

const _: () = assert!(SLOTS == SLOT_NAMES.len());
