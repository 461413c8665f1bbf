//! The part of a position in the middle of an effect or of the setup, in addition to `step`.
//!
//! It contains the seat that is asked during the setup, the effect of a card that waits, the pending chance event
//! (`chance = "die"`), and the triggers that cards still have to react to (`events = ["on_own_destroyed 1 told 3"]`,
//! `heard = 2`). An effect is `effect = "ghost-train on_out at 3 of 1 by 1:#4: 0 4"`: the current operation, the
//! owner, the card on the table that runs it, if any, and the registers. A card on the table may be named by its
//! place: `1:#4` is the fourth place of player 1, even if the card has left and its place is kept.

use crate::book::rulebook::Rulebook;
use crate::facts::reactions::PLACES;
use crate::facts::{names, sight, values};
use crate::lexicon::{HOOKS, KindId};
use crate::state::{
    Entered, GONE, HAND, MAX_POINTS, PendingChance, PlaceId, PlayerId, Shown, Spot, State, Step,
    Trigger,
};
use crate::text::position::{Reader, SETUP};
use cardwright_effects::{Frame, Op};
use cardwright_kernel::{ProgramId, Viewer};
use cardwright_runtime::ids::Id;
use cardwright_runtime::toml;
use serde_json::{Map, Value as Json, json};
use toml_span::value::Value;

/// Whether cards of a kind are played from the hand without entering play, so that no card on the table runs their
/// effects.
fn shown(kind: u8) -> bool {
    [KindId::Agent.n(), KindId::SuperWeapon.n()].contains(&kind)
}

impl Reader<'_> {
    /// Reads the seat that chooses its Battery or is dealt a hand, and the turn during the setup: none has begun.
    pub(super) fn set_up(&mut self, root: &Value<'_>, s: &mut State) {
        let find = |name: &str| {
            toml::in_order(root)
                .into_iter()
                .find(|(key, _)| key.name == name)
                .map(|(_, value)| value)
        };
        let of_set_up = SETUP
            .iter()
            .any(|(_, step)| std::mem::discriminant(step) == std::mem::discriminant(&s.step));
        match (find("turn"), of_set_up) {
            (Some(turn), true) if s.turn > 0 => {
                self.wrong(
                    turn,
                    "no turn has begun in this step",
                    "write `turn = 0`, or leave it out",
                );
            }
            (Some(turn), false) if s.turn == 0 => {
                self.wrong(
                    turn,
                    "a turn has begun in this step",
                    "write a number from 1 on",
                );
            }
            _ => {}
        }
        if of_set_up {
            s.turn = 0;
        }
        let seat = find("seat").map(|value| (self.seat(value), value));
        match (&mut s.step, seat) {
            (Step::Battery(asked) | Step::Deal(asked), seat) => {
                *asked = seat.map_or(PlayerId::First, |(seat, _)| seat)
            }
            (_, Some((_, value))) => {
                self.wrong(
                    value,
                    "no seat is named in this step",
                    "write it with `step = \"battery\"` or \"deal\"",
                );
            }
            _ => {}
        }
        let no_moon = !self
            .book
            .all_defs()
            .iter()
            .any(|card| self.book.is_moon(card) && s.piles.in_deck(card) > 0);
        if s.step == Step::FirstMoon && no_moon {
            self.wrong(
                root,
                "no Moon is in the deck, and the first is to be drawn",
                "leave `step` out",
            );
        }
    }

    /// Reads the card that the effect has shown: the player whose deck it is from, and its id.
    fn read_shown(&mut self, value: &Value<'_>, s: &mut State) {
        let words = value.as_str().unwrap_or("").split_once(' ');
        let named = words.and_then(|(seat, name)| {
            let seat = self
                .book
                .seats()
                .find(|one| one.number().to_string() == seat)?;
            self.book.sort_named(name, seat)
        });
        match named {
            Some(card) => s.shown = Shown::of(card),
            None => self.wrong(
                value,
                "no player's deck has this card",
                "a player and a card, such as \"1 gearhound\"",
            ),
        }
    }

    /// Reads the waiting effect and its data.
    pub(super) fn read_between(&mut self, root: &Value<'_>, s: &mut State) {
        for (key, value) in toml::in_order(root) {
            match &*key.name {
                "die" => s.die = self.number(value, 0, 6) as u8,
                "shown" => self.read_shown(value, s),
                "entered" => match place_of(value.as_str().unwrap_or(""), self.book.players) {
                    Some(spot) => s.entered = Entered::at(spot),
                    None => self.wrong(value, "no card has this place", "such as \"1:#4\""),
                },
                "heard" => s.triggers.heard = self.number(value, 0, PLACES.into()) as u8,
                "chance" => match self.chance_words(value.as_str().unwrap_or(""), s) {
                    Some(pending) => s.pending_chance = pending,
                    None => self.wrong(
                        value,
                        "chance has nothing of that kind to settle",
                        "such as \"die\" or \"draw 1 2\"",
                    ),
                },
                "effect" => match self.read_frame(value.as_str().unwrap_or("")) {
                    Some(frame) => {
                        s.effects.put(frame);
                    }
                    None => self.wrong(
                        value,
                        "the pack has no card effect there",
                        "copy it from a position that was written",
                    ),
                },
                "events" => {
                    for one in self.list(value) {
                        match self.event(one.as_str().unwrap_or("")) {
                            Some(event) if s.triggers.push(event) => {}
                            Some(_) => {
                                self.wrong(one, "more events than can wait", "leave some out")
                            }
                            None => self.wrong(
                                one,
                                "this is not an event",
                                "such as `on_own_destroyed 1 told 3`",
                            ),
                        }
                    }
                }
                _ => {}
            }
        }
        self.check_between(root, s);
    }

    /// Checks that a waiting effect is at its question, or that a chance event for it is pending.
    fn check_between(&mut self, root: &Value<'_>, s: &State) {
        let asks = s.effects.top().is_some_and(|frame| {
            let owned = self.book.bound.get(frame.program);
            let op = owned.and_then(|owned| owned.program.ops.get(usize::from(frame.pc)));
            matches!(op, Some(Op::Choose { .. }))
        });
        let fits = match s.pending_chance {
            PendingChance::None => asks || !s.effects.runs(),
            PendingChance::Choice => asks,
            PendingChance::Die | PendingChance::Draw(..) => s.effects.runs(),
            PendingChance::Mill(seat) => {
                s.effects.runs() && s.piles.in_deck_any(self.book.defs_of(seat))
            }
            PendingChance::Discard(seat) => s.effects.runs() && !s.side(seat).hand.is_empty(),
            PendingChance::Top(_, left) => left == 0 || s.effects.runs(),
            PendingChance::Defence(..) => true,
        };
        if !fits {
            self.wrong(
                root,
                "`effect` and `chance` do not belong together",
                "copy both from a position that was written",
            );
        }
        let left = s
            .sides
            .iter()
            .flat_map(|side| &side.units)
            .any(|unit| unit.is(GONE));
        if left && !s.busy() && s.step != Step::Marks {
            self.wrong(
                root,
                "a card has left, and no effect can name it now",
                "leave the card out",
            );
        }
    }

    fn chance_words(&self, text: &str, s: &State) -> Option<PendingChance> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let number =
            |word: &str, most: u8| word.parse::<u8>().ok().filter(|number| *number <= most);
        Some(match words[..] {
            ["die"] => PendingChance::Die,
            ["choice"] => PendingChance::Choice,
            ["mill", seat] => PendingChance::Mill(self.player_of(seat)?),
            ["discard", seat] => PendingChance::Discard(self.player_of(seat)?),
            ["draw", seat, cards] => {
                PendingChance::Draw(self.player_of(seat)?, number(cards, HAND as u8)?)
            }
            ["top", seat, cards] if values::sees_backs(self.book) => {
                let seat = self
                    .player_of(seat)
                    .filter(|seat| usize::from(*seat) < self.book.decks.len().max(1))?;
                PendingChance::Top(seat, number(cards, HAND as u8)?)
            }
            ["defence", spot, points] => {
                let spot = self
                    .spot_named(spot, s)
                    .filter(|spot| s.unit(*spot).is_some())?;
                PendingChance::Defence(spot.n(), number(points, MAX_POINTS)?)
            }
            _ => return None,
        })
    }

    /// Reads a frame: `ghost-train on_out at 3 of 1 by 1:#4: 0 4`.
    fn read_frame(&self, text: &str) -> Option<Frame> {
        let (head, regs) = text
            .split_once(": ")
            .unwrap_or((text.strip_suffix(':').unwrap_or(text), ""));
        let words: Vec<&str> = head.split_whitespace().collect();
        let [card, hook, "at", pc, "of", owner, by @ ..] = &words[..] else {
            return None;
        };
        let named = |(_, owned): &(ProgramId, &cardwright_runtime::bound::Owned)| {
            self.book.bound.card(owned.card).id == *card
                && owned
                    .hook
                    .and_then(|hook| HOOKS.get(usize::from(hook)))
                    .is_some_and(|known| known.name == *hook)
        };
        let (program, owned) = (0..)
            .map(ProgramId)
            .zip(self.book.bound.iter())
            .find(named)?;
        let owner = self.player_of(owner)?;
        let cause = match by {
            [] if shown(owned.kind) => self.any_def(card, owner)?.n(),
            ["by", place] if !shown(owned.kind) => place_of(place, self.book.players)?.n(),
            _ => return None,
        };
        let mut frame = Frame::new(program, owner.n(), cause, &[]);
        frame.pc = pc
            .parse()
            .ok()
            .filter(|pc| usize::from(*pc) <= owned.program.ops.len())?;
        let regs: Vec<i16> = regs
            .split_whitespace()
            .map(|reg| reg.parse().ok())
            .collect::<Option<_>>()?;
        frame.regs.get_mut(..regs.len())?.copy_from_slice(&regs);
        Some(frame)
    }

    /// Reads a trigger: `on_destroyed 1:#4 told 0`, `on_own_destroyed 1 told 3`.
    fn event(&self, text: &str) -> Option<Trigger> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [hook, who, "told", other] = words[..] else {
            return None;
        };
        let hook = HOOKS.iter().position(|known| known.name == hook)? as u8;
        let who = match self.player_of(who) {
            Some(seat) => Trigger::ALL + seat.n(),
            None => place_of(who, self.book.players)?.n(),
        };
        Some(Trigger {
            hook,
            who,
            other: other.parse().ok()?,
        })
    }
}

/// Reads a place on the table, even an empty one: `1:#4`.
pub(super) fn place_of(text: &str, players: u8) -> Option<Spot> {
    let (seat, at) = text.split_once(":#")?;
    let seat = PlayerId::read(seat, players)?;
    let at = PlaceId::numbered(at)?;
    Some(Spot { seat, at })
}

/// The text of a place.
fn place_text(spot: Spot) -> String {
    format!("{}:#{}", spot.seat.number(), spot.at.number())
}

/// A card on the table in notation. It is named by its place if there is no card, or if a card that has left
/// might have the same name.
pub(super) fn place_name(book: &Rulebook, s: &State, spot: Spot) -> String {
    let gaps = s.side(spot.seat).units.iter().any(|unit| unit.is(GONE));
    if gaps || s.unit(spot).is_none() {
        place_text(spot)
    } else {
        names::spot_text(book, s, spot)
    }
}

/// Writes the data in the middle of an effect or of the setup.
pub(super) fn between_facts(
    book: &Rulebook,
    s: &State,
    viewer: Viewer,
    facts: &mut Map<String, Json>,
) {
    let seat = match s.step {
        Step::Battery(seat) | Step::Deal(seat) => Some((seat.number()).to_string()),
        _ => None,
    };
    facts.insert("seat".into(), json!(seat));
    facts.insert("die".into(), json!(Some(s.die).filter(|die| *die > 0)));
    let shown = s.shown.card().and_then(|card| {
        let seat = book
            .seats()
            .find(|seat| book.defs_of(*seat).contains(card))?;
        Some(format!("{} {}", seat.number(), book.def(card).id))
    });
    facts.insert("shown".into(), json!(shown));
    let entered = s.entered.spot().map(|spot| place_name(book, s, spot));
    facts.insert("entered".into(), json!(entered));
    facts.insert(
        "effect".into(),
        json!(
            s.effects
                .all()
                .first()
                .and_then(|frame| frame_words(book, &sight::seen_frame(book, frame, viewer)))
        ),
    );
    let pending = match s.pending_chance {
        PendingChance::None => None,
        PendingChance::Die => Some("die".into()),
        PendingChance::Choice => Some("choice".into()),
        PendingChance::Discard(seat) => Some(format!("discard {}", seat.number())),
        PendingChance::Mill(seat) => Some(format!("mill {}", seat.number())),
        PendingChance::Draw(seat, cards) => Some(format!("draw {} {cards}", seat.number())),
        PendingChance::Top(seat, cards) => Some(format!("top {} {cards}", seat.number())),
        PendingChance::Defence(at, points) => {
            Spot::of(at).map(|spot| format!("defence {} {points}", place_text(spot)))
        }
    };
    facts.insert("chance".into(), json!(pending));
    let waiting = s.triggers.waiting();
    let events: Vec<String> = waiting.iter().filter_map(event_words).collect();
    facts.insert(
        "events".into(),
        json!(Some(events).filter(|events| !events.is_empty())),
    );
    facts.insert(
        "heard".into(),
        json!(Some(s.triggers.heard).filter(|heard| *heard > 0)),
    );
}

fn frame_words(book: &Rulebook, frame: &Frame) -> Option<String> {
    let owned = book.bound.get(frame.program)?;
    let hook = HOOKS.get(usize::from(owned.hook?))?.name;
    let by = if shown(owned.kind) {
        String::new()
    } else {
        format!(" by {}", place_text(Spot::of(frame.cause)?))
    };
    let used = frame
        .regs
        .iter()
        .rposition(|reg| *reg != 0)
        .map_or(0, |last| last + 1);
    let regs: String = frame.regs[..used]
        .iter()
        .map(|reg| format!(" {reg}"))
        .collect();
    let card = &book.bound.card(owned.card).id;
    Some(format!(
        "{card} {hook} at {} of {}{by}:{regs}",
        frame.pc,
        frame.owner + 1
    ))
}

fn event_words(event: &Trigger) -> Option<String> {
    let hook = HOOKS.get(usize::from(event.hook))?.name;
    let who = match event.who {
        seat @ Trigger::ALL.. => (seat - Trigger::ALL + 1).to_string(),
        place => place_text(Spot::of(place)?),
    };
    Some(format!("{hook} {who} told {}", event.other))
}
