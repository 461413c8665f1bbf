//! A small game with everything that a game may have: dice, cards that one player sees, windows, positions, numbers for
//! machine learning and bots. It can be broken on purpose, in one way at a time.
//!
//! Each of three seats draws a card from 1 to 3. Then there are two rounds: each seat raises by 1 or 2, shows its card,
//! or passes (in the first round only), and a coin adds 1 or 2 to the pot. The highest card with raises wins.

use crate::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

pub(crate) struct Toy {
    /// What is broken; empty for nothing.
    flaw: &'static str,
    /// The number of calls of what is broken, for results that change from call to call.
    calls: AtomicU32,
}

impl Toy {
    pub(crate) fn with(flaw: &'static str) -> Arc<Toy> {
        let calls = AtomicU32::new(0);
        Arc::new(Toy { flaw, calls })
    }

    pub(crate) fn sound() -> Arc<Toy> {
        Toy::with("")
    }

    fn is(&self, flaw: &str) -> bool {
        self.flaw == flaw
    }

    /// The number of the call, from 1, if this is broken.
    fn call(&self, flaw: &str) -> u32 {
        match self.is(flaw) {
            true => 1 + self.calls.fetch_add(1, Ordering::Relaxed),
            false => 0,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct State {
    /// The card of each seat, 0 before it is drawn.
    pub(crate) cards: [u8; 3],
    pub(crate) shown: [bool; 3],
    pub(crate) raises: [u8; 3],
    pub(crate) pot: u8,
    /// The number of actions so far.
    pub(crate) taken: u8,
    odd: Odd,
    leak: Leak,
}

/// A number that cannot be saved (1), loaded (2) or kept (3; 6 where a comparison does not see it, 9 where a fingerprint
/// does not).
#[derive(Clone, Eq, Debug)]
struct Odd(u8);

impl PartialEq for Odd {
    fn eq(&self, other: &Odd) -> bool {
        self.0 % 6 == other.0 % 6
    }
}

impl Hash for Odd {
    fn hash<H: Hasher>(&self, to: &mut H) {
        to.write_u8(self.0 % 9);
    }
}

impl Serialize for Odd {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            1 => Err(serde::ser::Error::custom("it is odd")),
            number => to.serialize_u8(number % 3),
        }
    }
}

impl<'de> Deserialize<'de> for Odd {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Odd, D::Error> {
        match u8::deserialize(from)? {
            2 => Err(de::Error::custom("it is odd")),
            number => Ok(Odd(number)),
        }
    }
}

/// A part of the state that comparisons miss.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Leak(u8);

impl PartialEq for Leak {
    fn eq(&self, _: &Leak) -> bool {
        true
    }
}

impl Eq for Leak {}

impl Hash for Leak {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Action {
    Draw(u8),
    Pass,
    Raise(u8),
    Show(u8),
    Flip(u8),
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Event {
    pub(crate) text: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct View {
    /// The card of each seat; `None` if the viewer may not know it.
    pub(crate) cards: [Option<u8>; 3],
    pub(crate) raises: [u8; 3],
    pub(crate) pot: u8,
    pub(crate) taken: u8,
}

pub(crate) const RULE: RuleId = RuleId("TOY-1");
pub(crate) const SECRECY: RuleId = RuleId("TOY-2");

/// The cards that a viewer may know. At the end everybody sees all of them.
fn known(state: &State, viewer: Viewer) -> [bool; 3] {
    std::array::from_fn(|seat| {
        let own = viewer == Viewer::Seat(Seat(seat as u8));
        let open = state.cards[seat] == 0 || state.shown[seat] || state.taken == 11;
        open || own || viewer == Viewer::Referee
    })
}

impl State {
    /// The seat that draws or is asked, and the round: 0 while cards are drawn.
    fn turn(&self) -> (Option<u8>, u8) {
        match self.taken {
            seat @ 0..3 => (Some(seat), 0),
            taken => match ((taken - 3) % 4, 1 + (taken - 3) / 4) {
                (_, 3) => (None, 3),
                (3, round) => (None, round),
                (seat, round) => (Some(seat), round),
            },
        }
    }

    fn sum(&self) -> u8 {
        self.cards.iter().sum()
    }
}

/// A position with these cards after a number of actions in which everybody passed.
pub(crate) fn position(cards: [u8; 3], taken: u8) -> String {
    let [one, two, three] = cards;
    format!(
        r#"{{"cards":[{one},{two},{three}],"shown":[false,false,false],"raises":[0,0,0],"pot":0,"taken":{taken},"odd":0,"leak":0}}"#
    )
}

impl Rules for Toy {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn about(&self) -> About {
        let option = OptionUse {
            name: "calls".into(),
            value: self.call("about changes").to_string(),
        };
        About {
            game: "toy".into(),
            players: 3,
            options: vec![option],
            packs: Arc::default(),
        }
    }

    fn start<L: Log<Event>>(&self, log: &mut L) -> State {
        let text = format!("start {}", self.call("starts differ") / 4);
        log.emit(|| (Event { text }, Cites::none()));
        let odd = match () {
            () if self.is("unsavable") => 1,
            () if self.is("unloadable") => 2,
            () if self.is("lossy") => 3,
            () if self.is("lossy for fingerprints") => 6,
            () if self.is("lossy for comparisons") => 9,
            () => 0,
        };
        State {
            cards: [0; 3],
            shown: [false; 3],
            raises: [0; 3],
            pot: 0,
            taken: 0,
            odd: Odd(odd),
            leak: Leak::default(),
        }
    }

    fn actor(&self, state: &State) -> Actor {
        match state.turn() {
            (_, 3) => {
                let score = |seat: usize| state.cards[seat] + state.raises[seat];
                let most = (0..3).map(score).max();
                let best = (0..3).filter(|seat| Some(score(*seat)) == most);
                let winners = best.map(|seat| Seat(seat as u8)).collect::<Vec<_>>().into();
                Actor::Over(Outcome { winners })
            }
            (Some(seat), 1..) if self.is("actor leaks") => {
                Actor::Seat(Seat((seat + state.sum()) % 3))
            }
            (Some(seat), 1..) => Actor::Seat(Seat(seat)),
            _ => Actor::Chance,
        }
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        let (Some(seat), round @ 1..) = state.turn() else {
            return;
        };
        if round == 1 {
            out.push(Action::Pass);
        }
        if (self.is("single") || self.is("single on purpose")) && round == 1 {
            return;
        }
        out.push(Action::Raise(1));
        if !self.is("list leaks") || state.sum().is_multiple_of(2) {
            out.push(Action::Raise(2));
        }
        let seat = usize::from(seat);
        if !state.shown[seat] {
            out.push(Action::Show(state.cards[seat]));
        }
        if self.is("twice") {
            out.push(Action::Raise(1));
        }
    }

    fn chance_outcomes(&self, state: &State, out: &mut Vec<(Action, u32)>) {
        match (self.actor(state), state.turn()) {
            _ if self.is("stuck") && state.taken == 0 => {}
            (Actor::Chance, (Some(_), _)) => {
                let card = |card| (Action::Draw(card), if card == 1 { 2 } else { 1 });
                out.extend((1..=3).map(card));
            }
            (Actor::Chance, _) => out.extend([1, 2].map(|side| (Action::Flip(side), 1))),
            _ => {}
        }
    }

    fn deal(&self, state: &State, rng: &mut Rng) -> Action {
        let number = below(rng, 4) as u8;
        let drawn = state.turn().1 == 0;
        match drawn {
            true if self.is("biased") => Action::Draw(1),
            true if self.is("another bias") => Action::Draw(1 + number.min(2)),
            true => Action::Draw([1, 1, 2, 3][usize::from(number)]),
            false if self.is("no odds") => Action::Flip(1 + number),
            false => Action::Flip(1 + number % 2),
        }
    }

    fn play_at_random(
        &self,
        state: &mut State,
        dealer: &mut Rng,
        luck: &mut Rng,
        legal: &mut Vec<Action>,
        most: u64,
    ) -> u64 {
        if self.is("fast state") {
            state.pot += 1;
        } else if self.is("fast dealer") {
            dealer.bits();
        } else if self.is("fast luck") {
            luck.bits();
        }
        for taken in 0..most {
            let Some(action) = game::random_action(self, state, dealer, luck, legal) else {
                if most == u64::MAX {
                    state.pot += self.call("drifts") as u8;
                }
                return taken;
            };
            self.apply_unchecked(state, action, &mut NoLog);
        }
        most + u64::from(self.is("fast number"))
    }

    fn count(&self, state: &State) -> Option<u64> {
        let all = play::perft::actions(self, state).len() as u64;
        Some(all + u64::from(self.is("count") && state.taken == 5))
    }

    fn refuse(&self, state: &State, action: Action) -> Option<Refusal> {
        let listed = play::perft::actions(self, state).contains(&action);
        let refused = match action {
            Action::Raise(2) if self.is("refuses") => true,
            Action::Pass if self.is("too lenient") => false,
            _ => !listed,
        };
        let cites = match self.is("no cites") {
            true => Cites::none(),
            false => RULE.into(),
        };
        refused.then(|| {
            Refusal::new("it is not the time for this", cites)
                .fact(format!("the pot is {}", state.pot))
                .fact(format!("card 1 is {}", state.cards[0]))
        })
    }

    fn apply<L: Log<Event>>(
        &self,
        state: &mut State,
        action: Action,
        log: &mut L,
    ) -> Result<(), Refusal> {
        match self.refuse(state, action) {
            Some(refusal) => {
                state.pot += u8::from(self.is("refusal changes"));
                Err(refusal)
            }
            None => {
                self.apply_unchecked(state, action, log);
                Ok(())
            }
        }
    }

    fn apply_unchecked<L: Log<Event>>(&self, state: &mut State, action: Action, log: &mut L) {
        if self.is("") {
            assert_eq!(self.refuse(state, action), None, "{action:?}");
        }
        let at = state.turn().0.unwrap_or(0);
        let (seat, text) = (usize::from(at), self.write_action(state, action));
        let cites = || Cites::from(RULE);
        match action {
            Action::Draw(card) => state.cards[seat] = card,
            Action::Pass => {}
            Action::Raise(by) => state.raises[seat] += by,
            Action::Show(_) => state.shown[seat] = true,
            Action::Flip(side) => state.pot += side,
        }
        state.taken += 1;
        state.pot += u8::from(self.is("log matters") && L::READ);
        if let Action::Draw(card) = action {
            let told = match self.is("draw told to all") {
                true => format!("player {} draws {card}", at + 1),
                false => format!("player {} draws", at + 1),
            };
            log.emit(|| (Event { text: told }, cites()));
            log.emit_private(Seat(at), || (Event { text }, cites()));
            if self.is("draw told to one") {
                let text = format!("psst: {card}");
                log.emit_private(Seat((at + 1) % 3), || (Event { text }, cites()));
            }
            return;
        }
        let mut text = format!("player {}: {text}", at + 1);
        if action == Action::Pass && (self.is("told later") || self.is("revealed later")) {
            text += &format!(" ({})", state.cards[0]);
        }
        for (late, number) in [("second play", 2), ("third play", 3), ("fourth play", 4)] {
            if L::READ && self.call(late) >= number {
                text += " again";
            }
        }
        if action == Action::Flip(1) && self.is("replay differs") {
            text += &self.call("replay differs").to_string();
        }
        log.emit(|| (Event { text }, cites()));
    }

    fn asks_single(&self, _: &State) -> bool {
        self.is("single on purpose")
    }

    fn turns(&self, state: &State) -> u32 {
        u32::from(state.taken.saturating_sub(3))
    }

    fn check_invariants(&self, state: &State) -> Vec<String> {
        let flaw = match state.taken {
            0 => "bounds at the start",
            11 => "bounds at the end",
            _ => "bounds",
        };
        match self.is(flaw) {
            true => vec!["the pot is too full".into(), "it spills".into()],
            false => Vec::new(),
        }
    }

    fn max_game_length(&self) -> u32 {
        match self.is("too long") {
            true => 10,
            false => 11,
        }
    }

    fn clauses(&self) -> &'static [Clause] {
        &[]
    }

    fn grounds(&self, state: &State, _: Action) -> Grounds {
        Grounds::new(RULE)
            .fact(format!("the pot is {}", state.pot))
            .fact(format!("card 1 is {}", state.cards[0]))
    }

    fn asked_by(&self, _: &State) -> RuleId {
        RULE
    }
}

impl Hidden for Toy {
    type View = View;

    fn seen_by(&self, state: &State, action: Action) -> Option<Seat> {
        let drawer = state.turn().0.map(Seat);
        drawer.filter(|_| matches!(action, Action::Draw(_)))
    }

    fn reveals(&self, _: &State, action: Action) -> bool {
        action == Action::Pass && self.is("revealed later")
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let leaks = match viewer {
            _ if state.taken < 9 => viewer == Viewer::Referee,
            Viewer::Seat(_) => self.is("view leaks to seats"),
            Viewer::Spectator => self.is("view leaks to spectators"),
            Viewer::Referee => true,
        };
        let leaks = leaks || self.is("view leaks, one world");
        let known = known(state, viewer);
        View {
            cards: std::array::from_fn(|seat| (known[seat] || leaks).then_some(state.cards[seat])),
            raises: state.raises,
            pot: state.pot,
            taken: state.taken,
        }
    }

    fn table_view(&self, state: &State, eyes: Viewer, unseen: &[(Seat, &str)]) -> View {
        let eyes = match unseen.is_empty() || self.is("table leaks") {
            true => eyes,
            false => Viewer::Spectator,
        };
        self.view(state, eyes)
    }

    fn concealed(&self, state: &State, seat: Seat, viewer: Viewer) -> usize {
        usize::from(!known(state, viewer)[seat.index()])
    }

    fn determinize(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut other = state.clone();
        if self.is("view leaks, one world") {
            return other;
        }
        for (card, known) in other.cards.iter_mut().zip(known(state, Viewer::Seat(seat))) {
            if !known {
                *card = 1 + below(rng, 3) as u8;
            }
        }
        match self.flaw {
            "world of another pot" => other.pot += 1,
            "world of another question" => other.taken = 11,
            "world of another list" => other.shown[seat.index()] = !state.shown[seat.index()],
            _ => {}
        }
        other
    }

    fn known_to(&self, state: &State, viewer: Viewer, permutation: u8) -> State {
        let mut other = state.clone();
        other.leak = Leak(state.sum());
        let spectates = viewer == Viewer::Spectator && self.is("known leaks to spectators");
        if spectates || self.is("known leaks") {
            return other;
        }
        for (card, known) in other.cards.iter_mut().zip(known(state, viewer)) {
            if !known {
                *card = 1 + permutation % 3;
            }
        }
        other
    }

    fn assume(
        &self,
        known_state: &State,
        who: Option<Seat>,
        text: &str,
        viewer: Viewer,
    ) -> Assumption<State> {
        let number = text
            .strip_prefix("show ")
            .and_then(|card| card.parse().ok());
        let (Some(who), Some(card)) = (who, number) else {
            return Assumption::Known;
        };
        if self.is("report leaks") && known_state.leak.0.is_multiple_of(2) {
            return Assumption::Not(Refusal::new("no such card", SECRECY));
        }
        if known(known_state, viewer)[who.index()] {
            return Assumption::Known;
        }
        if card > 3 {
            return Assumption::Not(Refusal::new("no such card", SECRECY));
        }
        let mut there = known_state.clone();
        there.cards[who.index()] = card;
        Assumption::If(there)
    }

    fn secrecy(&self) -> Option<RuleId> {
        Some(SECRECY)
    }

    fn hides_actions(&self, state: &State, viewer: Viewer) -> bool {
        if self.is("hides leak") && state.leak.0.is_multiple_of(2) {
            return false;
        }
        match self.actor(state) {
            Actor::Seat(seat) => !known(state, viewer)[seat.index()],
            _ => false,
        }
    }
}

impl Text for Toy {
    fn refuse_unasked(
        &self,
        state: &State,
        seat: Seat,
        text: &str,
    ) -> Result<Option<Refusal>, NotationError> {
        let action = self.read_action(state, text)?;
        let leaks = self.is("unasked leaks") && state.leak.0.is_multiple_of(2);
        let other = matches!(action, Action::Show(card) if card != state.cards[seat.index()]);
        Ok((leaks || other).then(|| Refusal::new("this card is not yours", SECRECY)))
    }

    fn question(&self, state: &State, _: Option<Seat>) -> String {
        match self.is("question leaks") {
            true => format!("what now, {}?", state.sum()),
            false => "what now?".into(),
        }
    }

    fn asking(&self, state: &State) -> Asking {
        let leaks = self.is("asking leaks");
        Asking {
            kind: "turn",
            about: leaks.then(|| state.sum().to_string()),
            card: None,
        }
    }

    fn write_action(&self, _: &State, action: Action) -> String {
        match action {
            Action::Draw(card) => format!("draw {card}"),
            Action::Pass => "pass".into(),
            Action::Raise(by) => format!("raise {by}"),
            Action::Show(card) => format!("show {card}"),
            Action::Flip(side) => format!("flip {side}"),
        }
    }

    fn shows(&self, action: &str) -> Option<String> {
        let card = action.strip_prefix("show ")?;
        Some(format!("draw {card}"))
    }

    fn read_action(&self, _: &State, text: &str) -> Result<Action, NotationError> {
        let wrong = || NotationError::new(0, "this is no action", "");
        let (word, number) = text.split_once(' ').unwrap_or((text, "0"));
        let number = number.parse().map_err(|_| wrong())?;
        Ok(match word {
            "raise" if number == 2 && self.is("unreadable") => return Err(wrong()),
            "raise" if number == 2 && self.is("read as another") => Action::Raise(1),
            "draw" => Action::Draw(number),
            "pass" => Action::Pass,
            "raise" => Action::Raise(number),
            "show" => Action::Show(number),
            "flip" => Action::Flip(number),
            _ => return Err(wrong().in_any_position()),
        })
    }

    fn describe_event(&self, event: &Event) -> String {
        event.text.clone()
    }

    fn action_data(
        &self,
        state: &State,
        action: Action,
    ) -> serde_json::Map<String, serde_json::Value> {
        let text = self.write_action(state, action);
        let kind: serde_json::Value = match (self.flaw, action) {
            ("no kind", Action::Raise(2)) => return serde_json::Map::new(),
            ("kind is a number", _) => 1.into(),
            _ => text.split(' ').next().into(),
        };
        serde_json::Map::from_iter([("kind".into(), kind)])
    }

    fn card_taken(&self, _: &State, action: Action) -> Option<&str> {
        match action {
            Action::Raise(1) => Some("one"),
            Action::Raise(2) => Some("two"),
            _ => None,
        }
    }

    fn action_space(&self) -> Vec<String> {
        let all = ["pass", "raise 1", "raise 2", "show 1", "show 2", "show 3"];
        let all = all.map(String::from).to_vec();
        match self.is("no number") {
            true => all[..5].to_vec(),
            false => all,
        }
    }

    fn first_step(&self, state: &State, action: Action) -> String {
        match (self.flaw, action) {
            ("another number" | "two steps", Action::Raise(_)) => "raise 1".into(),
            _ => self.write_action(state, action),
        }
    }

    fn is_flat(&self) -> bool {
        !self.is("two steps")
    }

    fn features(&self) -> Vec<String> {
        match self.is("no features") {
            true => Vec::new(),
            false => ["own card", "pot", "taken"].map(String::from).to_vec(),
        }
    }

    fn write_features(&self, view: &View, row: &mut [u8]) {
        let own = view.cards.iter().flatten().next();
        row.copy_from_slice(&[own.copied().unwrap_or(0), view.pot, view.taken]);
    }
}

impl Positions for Toy {
    fn read_position(&self, text: &str) -> Result<State, Vec<TextError>> {
        let wrong = |message: String| vec![TextError::new(0..0, message, "")];
        if self.is("position refused") {
            return Err(wrong("no".into()));
        }
        let state: State = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        match state.taken > 11 {
            true => Err(wrong("too many actions".into())),
            false => Ok(state),
        }
    }

    fn write_position(&self, state: &State) -> Option<String> {
        let mut state = state.clone();
        if self.is("position differs") {
            state.raises = [0; 3];
        }
        serde_json::to_string(&state).ok()
    }

    fn write_known_position(&self, state: &State, viewer: Viewer) -> Option<String> {
        let mut known = self.known_to(state, viewer, 0);
        known.leak = Leak::default();
        match self.is("known position leaks") {
            true => self.write_position(state),
            false => self.write_position(&known),
        }
    }

    fn facts(&self, state: &State, viewer: Viewer) -> serde_json::Value {
        let viewer = match self.is("facts leak") {
            true => Viewer::Referee,
            false => viewer,
        };
        serde_json::to_value(self.view(state, viewer)).unwrap()
    }
}

/// Takes the last action of the list.
struct Last;

impl Bot<Toy> for Last {
    fn choose(&mut self, _: &Observation<'_, Toy>, _: &[Action], _: &mut Rng) -> usize {
        usize::MAX
    }
}

/// Takes the first action of the list, and counts games for all but that.
struct First;

impl Bot<Toy> for First {
    fn choose(&mut self, _: &Observation<'_, Toy>, _: &[Action], _: &mut Rng) -> usize {
        0
    }

    fn advise(
        &mut self,
        _: &Observation<'_, Toy>,
        legal: &[Action],
        _: &mut Rng,
    ) -> (usize, Vec<Weighed>) {
        let weighed = |games| Weighed {
            games,
            ..Weighed::default()
        };
        (0, (0..legal.len() as u32).map(weighed).collect())
    }
}

impl Game for Toy {
    fn bot(&self, name: &str) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "first" => Some(Box::new(First)),
            "last" => Some(Box::new(Last)),
            _ => None,
        }
    }

    fn bots(&self) -> &'static [&'static str] {
        &["first", "last"]
    }

    fn levels(&self) -> &'static [(&'static str, &'static str)] {
        &[("easy", "last")]
    }
}
