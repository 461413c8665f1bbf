//! Reads and writes positions (TOML). The runtime reads values and reports errors (`cardwright_runtime::position`).

mod mid_effect;
mod players;
mod stack;
pub(crate) mod units;
pub(crate) mod write;

use crate::book::rulebook::Rulebook;
use crate::engine::context::Engine;
use crate::facts::{invariants, names, values};
use crate::legal::list;
use crate::lexicon::KindId;
use crate::options::Options;
use crate::play::setup;
use crate::rules::POSITION;
use crate::state::{
    Asked, COINS, CardDefId, Counts, Cursor, MAX_MOONS, Moon, PlaceId, PlayerId, Players, Spot,
    State, Step, Time, Top,
};
use cardwright_kernel::{NoLog, SeatSet, Secret, TextError, meant};
use cardwright_runtime::ids::Id;
use cardwright_runtime::position::TextErrors;
use cardwright_runtime::toml;
use std::ops::Range;
use toml_span::value::{Key, Value};

const KEYS: &[&str] = &[
    "options",
    "active",
    "step",
    "turn",
    "rounds",
    "quiet",
    "fought",
    "skips",
    "again",
    "extra",
    "without_collect",
    "no_collect",
    "passed",
    "seat",
    "die",
    "shown",
    "entered",
    "effect",
    "chance",
    "events",
    "heard",
    "chest",
    "moons",
    "discard",
    "tried",
    "discarded",
    "reactions",
    "next",
    "fighter",
    "card",
    "waiting",
    "player",
    "deck",
];

const PLAYER_KEYS: &[&str] = &[
    "battery",
    "start",
    "vault",
    "prevented",
    "out",
    "lasting",
    "lasting_on",
    "hand",
    "units",
    "discard",
    "next",
    "deck",
];

/// The steps at which a position can be.
const STEPS: &[(&str, Step)] = &[
    ("turn-start", Step::Window(Time::TurnStart)),
    ("play", Step::Play),
    ("cost", Step::Cost(CardDefId::FIRST)),
    ("before-mining", Step::Window(Time::BeforeMining)),
    ("mining", Step::Mining),
    ("before-combat", Step::Window(Time::BeforeCombat)),
    ("fire", Step::Fire),
    ("attack", Step::Attack),
    ("attackers", Step::Window(Time::Attackers)),
    ("block", Step::Block),
    ("blocks", Step::Window(Time::Blocks)),
    ("attack-die", Step::AttackDie),
    ("order", Step::Order),
    ("defence-die", Step::DefenceDie),
    ("collect", Step::Collect),
    ("draw", Step::Draw),
    ("discard", Step::Discard),
    ("draw-again", Step::DrawAgain),
    ("marks", Step::Marks),
    ("turn-end", Step::Window(Time::TurnEnd)),
];

/// The steps of the setup.
const SETUP: &[(&str, Step)] = &[
    ("battery", Step::Battery(PlayerId::First)),
    ("first-moon", Step::FirstMoon),
    ("deal", Step::Deal(PlayerId::First)),
    ("first", Step::First),
];

/// The words for what is known of the next card of a deck.
const TOPS: &[(&str, Top)] = &[
    ("unseen", Top::Unseen),
    ("moon", Top::Moon),
    ("card", Top::Card),
];

/// An open card in a hand.
const OPEN: &str = "?";

/// The name of a step.
fn step_name(step: Step) -> Option<&'static str> {
    let step = match step {
        Step::Cost(_) => Step::Cost(CardDefId::FIRST),
        Step::Battery(_) => Step::Battery(PlayerId::First),
        Step::Deal(_) => Step::Deal(PlayerId::First),
        step => step,
    };
    SETUP
        .iter()
        .chain(STEPS)
        .find(|(_, known)| *known == step)
        .map(|(name, _)| *name)
}

/// A step by its name.
fn step_named(name: &str) -> Option<&'static (&'static str, Step)> {
    STEPS.iter().chain(SETUP).find(|(known, _)| *known == name)
}

/// The state that a written position describes, brought to its first question.
///
/// # Errors
/// Every reason why the text is no possible position.
pub(crate) fn position(book: &Rulebook, text: &str) -> Result<State, Vec<TextError>> {
    let mut state = as_stated(book, text)?;
    Engine::new(book, &mut state, &mut NoLog).advance();
    Ok(state)
}

/// The state that a written position describes, with `seat` asked in its step; `None` if the step never asks this seat,
/// or the game asks it there and skips nothing.
pub(crate) fn as_written(book: &Rulebook, text: &str, seat: PlayerId) -> Option<State> {
    let mut s = as_stated(book, text).ok()?;
    let asks = match s.step {
        Step::Play | Step::Mining | Step::Fire | Step::Attack | Step::Order | Step::Discard => {
            seat == s.active
        }
        Step::Block => seat != s.active,
        Step::Window(_) => true,
        _ => false,
    };
    if !asks || s.busy() || !s.waiting.is_empty() || s.side(seat).out {
        return None;
    }
    let mut after = s.clone();
    Engine::new(book, &mut after, &mut NoLog).advance();
    let window = matches!(s.step, Step::Window(_));
    if after.step == s.step && (window || after.asked == Asked::Seat(seat)) {
        return None;
    }
    if s.step == Step::Block && s.blocking != seat {
        (s.blocking, s.cursor) = (seat, Cursor::START);
    }
    s.asked = Asked::Seat(seat);
    Some(s)
}

/// The state that a written position describes.
///
/// # Errors
/// Every reason why the text is no possible position.
fn as_stated(book: &Rulebook, text: &str) -> Result<State, Vec<TextError>> {
    let root = toml::parse(text)?;
    let mut reader = Reader {
        book,
        flaws: TextErrors::default(),
        open: None,
    };
    let state = reader.state(&root);
    if !reader.flaws.list.is_empty() {
        return Err(reader.flaws.list);
    }
    let flaws = invariants::flaws_of(book, &state);
    if !flaws.is_empty() {
        let whole = 0..text.len();
        let help = format!("write a possible position ({POSITION})");
        return Err(flaws
            .into_iter()
            .map(|flaw| TextError::new(whole.clone(), flaw, help.clone()))
            .collect());
    }
    Ok(state)
}

/// Where hands contain an open card, each with the cards that it could be: those that the text does not use
/// elsewhere.
pub(crate) fn open_hands(book: &Rulebook, text: &str) -> Vec<(Range<usize>, Vec<Secret>)> {
    let Ok(root) = toml::parse(text) else {
        return Vec::new();
    };
    let mut reader = Reader {
        book,
        flaws: TextErrors::default(),
        open: Some(Vec::new()),
    };
    let state = reader.state(&root);
    let could_be = |seat: PlayerId| {
        let held = book
            .defs_of(seat)
            .iter()
            .filter(|card| !book.is_moon(*card));
        let secret = held.map(|card| Secret {
            action: format!("draw {}", book.def(card).id),
            seat: seat.seat(),
            copies: state.piles.in_deck(card).into(),
        });
        secret.filter(|secret| secret.copies > 0).collect()
    };
    let open = reader.open.unwrap_or_default().into_iter();
    open.map(|(span, seat)| (span, could_be(seat))).collect()
}

struct Reader<'a> {
    book: &'a Rulebook,
    flaws: TextErrors,
    /// Where hands contain an open card, with their seats; `None` if open cards are not allowed.
    open: Option<Vec<(Range<usize>, PlayerId)>>,
}

impl Reader<'_> {
    fn wrong(&mut self, value: &Value<'_>, message: impl Into<String>, help: impl Into<String>) {
        self.flaws
            .wrong(value, format!("{} ({POSITION})", message.into()), help);
    }

    fn unknown(&mut self, key: &Key<'_>, known: &[&str]) {
        self.flaws.add(
            key.span,
            format!("unknown key `{}` here", key.name),
            meant(&key.name, known),
        );
    }

    fn state(&mut self, root: &Value<'_>) -> State {
        let mut s = setup::opening(self.book);
        (s.step, s.turn, s.piles) = (Step::Play, 1, Default::default());
        let entries = toml::in_order(root);
        let find = |name: &str| {
            entries
                .iter()
                .find(|(key, _)| key.name == name)
                .map(|(_, value)| *value)
        };
        if let Some(value) = find("options") {
            self.options(value);
        }
        // The active player and the Moons are read before the robots, because announcements refer to all of these.
        if let Some(value) = find("active") {
            s.active = self.seat(value);
        }
        if let Some(value) = find("moons") {
            self.moons(value, &mut s);
        }
        // Which cards may fight depends on the step; its errors are reported later.
        if let Some((_, step)) = find("step").and_then(|value| step_named(value.as_str()?)) {
            s.step = *step;
        }
        if let Some(value) = find("player") {
            self.players(value, &mut s);
        }
        for (key, value) in &entries {
            match &*key.name {
                "options" | "active" | "moons" | "player" | "chest" | "deck" | "fighter"
                | "card" => {}
                // Read after all cards.
                "seat" | "die" | "shown" | "entered" | "effect" | "chance" | "events" | "heard" => {
                }
                "step" => s.step = self.step(value),
                "turn" => s.turn = self.number(value, 0, 60_000) as u16,
                "rounds" => s.rounds = self.number(value, 0, 119) as u8,
                "quiet" => s.quiet = self.number(value, 0, 29) as u8,
                "fought" => s.fought = self.flaws.truth(value),
                "skips" => {
                    for one in self.list(value) {
                        let seat = self.seat(one);
                        s.more_turns.set_skip(seat, true);
                    }
                }
                "again" => s.more_turns.set_again(self.flaws.truth(value)),
                "extra" => s.more_turns.set_extra(self.flaws.truth(value)),
                "without_collect" => {
                    for one in self.list(value) {
                        let seat = self.seat(one);
                        s.more_turns.set_without_collect(seat, true);
                    }
                }
                "no_collect" => s.more_turns.set_no_collect(self.flaws.truth(value)),
                "reactions" => s.reactions = self.number(value, 0, 100) as u8,
                "passed" => {
                    let seats = self.list(value).into_iter().map(|one| self.seat(one));
                    s.window.passed = SeatSet(seats.collect::<Players>().bits());
                }
                "discard" if self.book.decks.len() > 1 => {
                    self.wrong(
                        value,
                        "each player has a discard pile",
                        "write it for each player",
                    );
                }
                "discard" => self.discard(value, PlayerId::First, &mut s),
                "next" => s.sides[0].top = self.next(value),
                "tried" => {
                    for one in self.list(value) {
                        s.tried |= self
                            .card(one, s.active)
                            .map_or(0, |card| list::tried_bit(self.book, card));
                    }
                }
                "discarded" => s.discarded = self.number(value, 0, 7) as u8,
                "waiting" => self.read_waiting(value, &mut s),
                _ => self.unknown(key, KEYS),
            }
        }
        self.place(root, &mut s);
        if find("step").is_none()
            && s.sides
                .iter()
                .any(|side| side.units.iter().any(|unit| unit.fight != 0))
        {
            self.wrong(
                root,
                "fighters fight, and no step of a combat is written",
                "write `step`, such as \"block\"",
            );
        }
        self.rest(root, &mut s, find("chest"));
        self.set_up(root, &mut s);
        self.read_between(root, &mut s);
        s
    }

    /// Checks that the options in a position exist and match those of the rulebook.
    fn options(&mut self, value: &Value<'_>) {
        let texts = match toml::texts(value) {
            Ok(texts) => texts,
            Err(flaws) => return self.flaws.list.extend(flaws),
        };
        match Options::read(&texts.given) {
            Ok(theirs) => {
                let ours = self.book.options.list();
                self.flaws.in_force(&texts, &theirs.list(), &ours);
            }
            Err(faults) => {
                let help = "docs/rules/robot-empire-questions.md has the options";
                for fault in faults {
                    self.wrong(value, fault, help);
                }
            }
        }
    }

    /// Reads the fighter that is asked, and the card whose cost is rolled.
    fn place(&mut self, root: &Value<'_>, s: &mut State) {
        for (key, value) in toml::in_order(root) {
            match (&*key.name, s.step) {
                ("card", Step::Cost(_)) => {
                    if let Some(card) = self.card(value, s.active) {
                        s.step = Step::Cost(card);
                    }
                }
                ("card", _) => self.wrong(
                    value,
                    "no card is announced in this step",
                    "write `step = \"cost\"`",
                ),
                (
                    "fighter",
                    Step::Attack
                    | Step::Block
                    | Step::AttackDie
                    | Step::DefenceDie
                    | Step::Order
                    | Step::Marks,
                ) => {
                    // Includes the place behind the last card.
                    let after =
                        mid_effect::place_of(value.as_str().unwrap_or(""), self.book.players)
                            .filter(|spot| usize::from(spot.at) == s.side(spot.seat).units.len());
                    let Some(spot) = after.or_else(|| self.spot(value, s)) else {
                        continue;
                    };
                    let active = matches!(s.step, Step::Attack | Step::Order);
                    if active && spot.seat != s.active
                        || s.step == Step::Block && spot.seat == s.active
                    {
                        self.wrong(
                            value,
                            "this player's fighters are not asked in this step",
                            "name another",
                        );
                        continue;
                    }
                    s.cursor = Cursor::at(spot.at);
                    s.blocking = if active { PlayerId::First } else { spot.seat };
                }
                ("fighter", _) => {
                    self.wrong(value, "no fighter is asked in this step", "leave it out")
                }
                _ => {}
            }
        }
        let named = toml::in_order(root)
            .into_iter()
            .any(|(key, _)| key.name == "fighter");
        if !named {
            match s.step {
                Step::Block => s.blocking = s.active.left(self.book.players),
                Step::AttackDie => s.blocking = s.active,
                _ => {}
            }
        }
        let card = toml::in_order(root)
            .into_iter()
            .any(|(key, _)| key.name == "card");
        if matches!(s.step, Step::Cost(card) if self.book.def(card).cost_die == 0)
            || s.step == Step::Cost(CardDefId::FIRST) && !card
        {
            self.wrong(
                root,
                "a card with a cost of 1d6 is announced in this step",
                "write `card`",
            );
        }
    }

    /// Computes the War Chest and the Depot Deck from the rest.
    fn rest(&mut self, root: &Value<'_>, s: &mut State, chest: Option<&Value<'_>>) {
        s.chest = 0;
        if !values::has_bank(self.book) {
            self.chest(root, s, chest);
        }
        let mut seen = Counts::default();
        let mut add =
            |card: CardDefId| seen.0[card.index()] = seen.0[card.index()].saturating_add(1);
        for side in &s.sides {
            side.hand.iter().for_each(|card| add(*card));
            for (_, unit) in side.present() {
                add(unit.card);
                self.book
                    .legs_of(unit)
                    .into_iter()
                    .chain(values::parts_of(self.book, unit))
                    .for_each(&mut add);
            }
        }
        s.moons.iter().for_each(|moon| add(moon.card));
        for card in self.book.all_defs().iter() {
            (0..s.piles.discarded(card)).for_each(|_| add(card));
        }
        for card in self.book.all_defs().iter() {
            let (there, all) = (seen.0[card.index()], self.book.def(card).copies);
            if there > all {
                let name = self.book.def(card).id.clone();
                self.wrong(
                    root,
                    format!("there are {there} copies of `{name}`"),
                    format!("the deck has {all} copies"),
                );
            }
            s.piles.stock(card, all.saturating_sub(there));
        }
        self.check_deck(root, s.piles.deck_size(self.book.all_defs()));
        // If an effect still runs after the active player was eliminated, the turn continues until it ends.
        let runs = ["effect", "events"]
            .iter()
            .any(|key| root.pointer(&format!("/{key}")).is_some());
        if s.side(s.active).out && !runs || values::living(self.book, s).count() < 2 {
            self.wrong(
                root,
                "the active player and one other at least are not out",
                "let them play",
            );
        }
    }

    fn chest(&mut self, root: &Value<'_>, s: &mut State, given: Option<&Value<'_>>) {
        let (elsewhere, all) = (values::coins_out(self.book, s), u32::from(COINS));
        let given = given.map(|value| (self.number(value, 0, COINS.into()) as u32, value));
        match given {
            Some((given, value)) if given + elsewhere != all => {
                let message = format!(
                    "there are {elsewhere} coins elsewhere, so the War Chest does not hold {given}"
                );
                let help =
                    format!("there are {COINS} coins in all; leave `chest` out, and it follows");
                self.wrong(value, message, help);
            }
            _ if elsewhere > all => {
                let message = format!("there are {elsewhere} coins");
                self.wrong(root, message, format!("there are {COINS} in all"));
            }
            _ => s.chest = (all - elsewhere) as u16,
        }
    }

    /// Checks the size of the Depot Deck, which follows from the rest, if it is written.
    fn check_deck(&mut self, root: &Value<'_>, size: u32) {
        let deck = toml::in_order(root)
            .into_iter()
            .find(|(key, _)| key.name == "deck");
        if let Some((_, value)) = deck.filter(|(_, value)| value.as_integer() != Some(size.into()))
        {
            // Open cards are still counted in the deck.
            if self.open.is_none() {
                let message = format!("the Depot Deck has {size} cards: all that are nowhere else");
                self.wrong(value, message, "leave `deck` out, and it follows");
            }
        }
    }

    fn number(&mut self, value: &Value<'_>, least: i64, most: i64) -> i64 {
        self.flaws.number(
            value,
            least,
            most,
            &format!("from {least} to {most} ({POSITION})"),
        )
    }

    fn seat(&mut self, value: &Value<'_>) -> PlayerId {
        let number = value.as_integer().or_else(|| value.as_str()?.parse().ok());
        let number = number.and_then(|number| u8::try_from(number).ok());
        match number.and_then(|number| PlayerId::numbered(number, self.book.players)) {
            Some(seat) => seat,
            None => {
                let help = format!("from 1 to {}", self.book.players);
                self.wrong(value, "this is not a player of the game", help);
                PlayerId::First
            }
        }
    }

    fn list<'v, 'de>(&mut self, value: &'v Value<'de>) -> Vec<&'v Value<'de>> {
        match value.as_array() {
            Some(items) => items.iter().collect(),
            None => {
                self.wrong(value, "this is not a list", "write it in square brackets");
                Vec::new()
            }
        }
    }

    fn step(&mut self, value: &Value<'_>) -> Step {
        let name = value.as_str().unwrap_or("");
        let found = step_named(name);
        if found.is_none() {
            let names: Vec<&str> = STEPS.iter().chain(SETUP).map(|(name, _)| *name).collect();
            self.wrong(value, "this is not a step", meant(name, &names));
        }
        found.map_or(Step::Play, |(_, step)| *step)
    }

    fn next(&mut self, value: &Value<'_>) -> Top {
        let top = self.flaws.word(value, TOPS).unwrap_or_default();
        if top != Top::Unseen && !values::sees_backs(self.book) {
            self.wrong(
                value,
                "the back of the next card is not seen",
                "leave it out",
            );
        }
        top
    }

    /// Reads a card of a seat's deck.
    fn card(&mut self, value: &Value<'_>, seat: PlayerId) -> Option<CardDefId> {
        let name = value.as_str().unwrap_or("");
        self.card_named(value, name, seat)
    }

    fn card_named(&mut self, value: &Value<'_>, name: &str, seat: PlayerId) -> Option<CardDefId> {
        let card = self.book.sort_named(name, seat);
        if card.is_none() {
            let defs = self.book.defs_of(seat);
            let ids: Vec<&str> = defs
                .iter()
                .map(|def| self.book.def(def).id.as_str())
                .collect();
            let near = cardwright_kernel::nearest(name, &ids);
            // On the discard pile, `sniper 2` is two cards.
            let counted = name
                .rsplit_once(' ')
                .filter(|(id, count)| ids.contains(id) && count.parse::<u8>().is_ok());
            let help = match (counted, near) {
                (Some((id, _)), _) => format!("write `{id}` once for each of these cards"),
                (None, Some(id)) => format!("did you mean `{id}`?"),
                (None, None) => "write a card's id".to_owned(),
            };
            self.wrong(
                value,
                format!("there is no card `{name}` in the deck"),
                help,
            );
        }
        card
    }

    /// Reads `"sniper"` or `"sniper 2"`, followed by `of 2` if players bring decks.
    fn named_number(
        &mut self,
        value: &Value<'_>,
        seat: PlayerId,
    ) -> Option<(CardDefId, Option<u8>)> {
        let text = value.as_str().unwrap_or("");
        let words: Vec<&str> = text.split_whitespace().collect();
        let (words, seat) = match words[..] {
            [.., "of", of] => {
                let Some(of) = PlayerId::read(of, self.book.players) else {
                    self.wrong(
                        value,
                        format!("`{text}` names no player"),
                        "such as `helix 6 of 2`",
                    );
                    return None;
                };
                (&words[..words.len() - 2], of)
            }
            _ => (&words[..], seat),
        };
        let (name, number) = match words {
            [name] => (*name, None),
            [name, number] => match number
                .parse::<u8>()
                .ok()
                .filter(|number| *number <= COINS as u8)
            {
                Some(number) => (*name, Some(number)),
                None => {
                    let message = format!("`{text}` does not end with a possible number");
                    self.wrong(value, message, "such as `helix 6`");
                    return None;
                }
            },
            _ => ("", None),
        };
        self.card_named(value, name, seat)
            .map(|card| (card, number))
    }

    fn moons(&mut self, value: &Value<'_>, s: &mut State) {
        for one in self.list(value) {
            let Some((card, coins)) = self.named_number(one, PlayerId::First) else {
                continue;
            };
            if !self.book.is_moon(card) {
                self.wrong(
                    one,
                    "this is not a Moon",
                    "name a Moon and its coins, such as `helix 6`",
                );
                continue;
            }
            let coins = coins.unwrap_or(self.book.def(card).value);
            if s.moons.try_push(Moon { card, coins }).is_err() {
                self.wrong(
                    one,
                    format!("more than {MAX_MOONS} Moons"),
                    "leave some out",
                );
            }
        }
    }

    /// Reads a card on the table, such as `1:gearhound.2`.
    fn spot(&mut self, value: &Value<'_>, s: &State) -> Option<Spot> {
        let found = self.spot_named(value.as_str().unwrap_or(""), s);
        if found.is_none() {
            self.wrong(
                value,
                "this card is not on the table",
                "such as `1:gearhound`",
            );
        }
        found
    }

    fn spot_named(&self, text: &str, s: &State) -> Option<Spot> {
        if let Some(spot) = mid_effect::place_of(text, self.book.players) {
            return s.unit_or_gone(spot).map(|_| spot);
        }
        let text = text.strip_suffix(".1").unwrap_or(text);
        let spots = self.book.seats().flat_map(|seat| {
            let units = s.side(seat).units.len();
            PlaceId::ALL
                .iter()
                .take(units)
                .map(move |at| Spot { seat, at: *at })
        });
        { spots }.find(|spot| names::spot_text(self.book, s, *spot) == text)
    }

    /// Whether cards of a card definition enter play.
    fn comes_out(&self, def: CardDefId) -> bool {
        self.book.def(def).kind.comes_out()
    }

    /// The card definition with this id in any deck; the seat's own deck is searched first.
    fn any_def(&self, id: &str, seat: PlayerId) -> Option<CardDefId> {
        let others = self.book.seats().filter(|other| *other != seat);
        std::iter::once(seat)
            .chain(others)
            .find_map(|seat| self.book.sort_named(id, seat))
    }

    fn is_kind(&self, def: CardDefId, kind: KindId) -> bool {
        self.book.def(def).kind == kind
    }
}
