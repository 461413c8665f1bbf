//! The view: everything that a viewer may know of a state, and the table as text.

use crate::actions::Action;
use crate::book::card_defs::CardDef;
use crate::book::rulebook::Rulebook;
use crate::facts::fights::{Target, met_by};
use crate::facts::nouns::{def_of, named_of};
use crate::facts::{auras, engagement, names, sight, values};
use crate::legal::list;
use crate::state::{
    Asked, CardDefId, CardDefs, INSTANT, NEW, PERMANENT, PlayerId, Spot, State, Step, Top, Unit,
};
use crate::text::question;
use cardwright_kernel::{Actor, Rules, Seat, Viewer};
use serde::Serialize;
use std::fmt::Write;

/// A card on the table.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EmpireUnit"))]
#[serde(deny_unknown_fields)]
pub struct UnitView {
    /// The card's name in notation, such as `1:gearhound.2`.
    pub id: String,
    /// The card's id.
    pub card: String,
    /// The id of a Mega Robot's legs; null for any other card.
    pub legs: Option<String>,
    /// The current attack, without a die that has not been rolled yet.
    pub attack: u8,
    /// Whether 1d6 is added to the attack.
    pub attack_die: bool,
    /// The current defence, without a die that has not been rolled yet.
    pub defence: u8,
    /// Whether 1d6 is added to the defence.
    pub defence_die: bool,
    /// The number of counters on the card.
    pub counters: u8,
    /// Whether the card has survived instead of being destroyed; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub survived: bool,
    /// The damage marked on the card.
    pub damage: u8,
    /// The amount of damage that is prevented.
    pub prevented: u8,
    /// Whether the card is currently flying.
    pub flying: bool,
    /// The damage of its shots; 0 if it has no long range.
    pub long_range: u8,
    /// Whether the card is ready, that is, not recharging.
    pub ready: bool,
    /// Whether the card entered play this turn.
    pub new: bool,
    /// Whether the card is a fighter in the front line.
    pub front: bool,
    /// The name of the Moon that the card is on, or null.
    pub moon: Option<String>,
    /// The installed Components and paid upgrades.
    pub upgrades: Vec<String>,
    /// For an attacker, the player or Equipment it attacks; for a blocker, the attacker it blocks; otherwise null.
    pub fight: Option<String>,
    /// The name of the first card of its chain; null if it is in no chain.
    pub chain: Option<String>,
}

/// A player of Robot Empire, as the viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EmpirePlayer"))]
#[serde(deny_unknown_fields)]
pub struct PlayerView {
    /// The number of the player, from 1.
    pub player: u8,
    /// Whether the player is eliminated.
    pub out: bool,
    /// The id of the shown card whose effect lasts; omitted if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lasting: Option<String>,
    /// Whether it lasts until the player's next turn begins, not only until the turn ends; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lasting_on: bool,
    /// The number of coins on the Battery.
    pub battery: u8,
    /// The number of coins in the Vault.
    pub vault: u16,
    /// The number of cards in the player's own deck; null if there is a common deck.
    pub deck: Option<u32>,
    /// Whether the next card of that deck is a Moon; null if its back is not visible.
    pub next_is_moon: Option<bool>,
    /// The number of cards in hand; everybody sees it.
    pub hand_size: usize,
    /// The ids of the cards in hand; null if the viewer may not know them.
    pub hand: Option<Vec<String>>,
    /// The player's cards on the table.
    pub units: Vec<UnitView>,
}

/// A game of Robot Empire as a viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RobotEmpire"))]
#[serde(deny_unknown_fields)]
pub struct View {
    /// Who has to act, or how the game ended.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "cardwright_runtime::shapes::Actor")
    )]
    pub actor: Actor,
    /// The text of the current question, or how the game ended.
    pub question: String,
    /// The number of the turn, from 1; 0 before the first.
    pub turn: u16,
    /// The active player, from 1.
    pub active: u8,
    /// The number of completed rounds.
    pub rounds: u8,
    /// The number of consecutive rounds in which no Battery lost a coin.
    pub quiet: u8,
    /// Whether a Battery has lost a coin this round.
    pub fought: bool,
    /// The players whose next turn is skipped, from 1.
    pub skips: Vec<u8>,
    /// Whether the active player has another turn after this one.
    pub again: bool,
    /// Whether this turn is an extra turn of the player who had the one before.
    pub extra: bool,
    /// The players who do not collect in their next turn, from 1.
    pub without_collect: Vec<u8>,
    /// Whether the active player does not collect in this turn.
    pub no_collect: bool,
    /// The players who have passed in the current window, from 1.
    pub passed: Vec<u8>,
    /// The ids of the cards whose cost of 1d6 could not be paid this turn.
    pub tried: Vec<String>,
    /// The number of coins in the War Chest; null if the bank is unlimited.
    pub chest: Option<u16>,
    /// The number of cards in the Depot Deck; if players have their own decks, in all decks together.
    pub deck: u32,
    /// Whether the next card of the Depot Deck is a Moon; null if its back is not visible or players have own decks.
    pub next_is_moon: Option<bool>,
    /// The cards in all discard piles: each card's id and its number of copies.
    pub discard: Vec<(String, u8)>,
    /// The Moons on the table: each Moon's name in notation, such as `helix.2`, and its coins.
    pub moons: Vec<(String, u8)>,
    /// The effects waiting to be resolved, in words; the last one was announced last and resolves first.
    pub waiting: Vec<String>,
    /// The players by number.
    pub players: Vec<PlayerView>,
}

/// The view of a state for a viewer.
pub(crate) fn view_for(book: &Rulebook, s: &State, viewer: Viewer) -> View {
    let tried = |card: &CardDefId| s.tried & list::tried_bit(book, *card) != 0;
    View {
        actor: book.actor(s),
        question: question::question_text(book, s),
        turn: s.turn,
        active: s.active.number(),
        rounds: s.rounds,
        quiet: s.quiet,
        fought: s.fought,
        skips: s.more_turns.skips().iter().map(PlayerId::number).collect(),
        again: s.more_turns.again(),
        extra: s.more_turns.is_extra(),
        without_collect: (s.more_turns.without_collect().iter())
            .map(PlayerId::number)
            .collect(),
        no_collect: s.more_turns.no_collect(),
        passed: book
            .seats()
            .filter(|seat| s.window.has_passed(seat.seat()))
            .map(|seat| seat.number())
            .collect(),
        tried: book
            .all_defs()
            .iter()
            .filter(tried)
            .map(|card| book.def(card).id.clone())
            .collect(),
        chest: (!values::has_bank(book)).then_some(s.chest),
        deck: s.piles.deck_size(book.all_defs()),
        next_is_moon: if book.decks.len() > 1 {
            None
        } else {
            next_is_moon(s, PlayerId::First)
        },
        discard: counted_pile(book, s, book.all_defs()),
        moons: s
            .moon_ids()
            .zip(&s.moons)
            .map(|(at, moon)| (names::moon_text(book, s, at), moon.coins))
            .collect(),
        waiting: s
            .waiting
            .all()
            .iter()
            .filter(|one| !one.cancelled)
            .map(|one| {
                let named = names::at_phrase(book, s, named_of(book, one));
                format!(
                    "{}{named} of player {}",
                    book.def(def_of(one)).name,
                    one.owner + 1
                )
            })
            .collect(),
        players: book
            .seats()
            .map(|seat| player_view(book, s, seat, viewer))
            .collect(),
    }
}

/// Whether the next card of a deck is a Moon; `None` if its back is not visible.
fn next_is_moon(s: &State, seat: PlayerId) -> Option<bool> {
    match s.side(seat).top {
        Top::Unseen => None,
        top => Some(top == Top::Moon),
    }
}

/// The discard piles of these definitions as ids and numbers of copies. Copies from several decks are added up.
fn counted_pile(book: &Rulebook, s: &State, defs: CardDefs) -> Vec<(String, u8)> {
    let mut all: Vec<(String, u8)> = Vec::new();
    for (card, number) in s.piles.pile(defs) {
        let id = &book.def(card).id;
        match all.iter_mut().find(|(known, _)| known == id) {
            Some((_, count)) => *count += number,
            None => all.push((id.clone(), number)),
        }
    }
    all
}

/// The view at a table where some cards were never entered; those are `?` in hands.
pub(crate) fn table_view(
    book: &Rulebook,
    s: &State,
    eyes: Viewer,
    unseen: &[(Seat, &str)],
) -> View {
    let mut view = view_for(book, s, eyes);
    for (seat, drawn) in unseen {
        let id = drawn.split_whitespace().last().unwrap_or_default();
        // If the card has changed hands, another player has it now.
        let side = PlayerId::of_seat(*seat).map(|seat| s.side(seat));
        let kept = side.is_some_and(|side| side.hand.iter().any(|card| book.def(*card).id == id));
        let (own, others): (Vec<_>, Vec<_>) = view
            .players
            .iter_mut()
            .partition(|player| player.player == seat.0 + 1);
        let mut held = own
            .into_iter()
            .chain(others.into_iter().filter(|_| !kept))
            .filter_map(|player| player.hand.as_mut())
            .flatten();
        if let Some(card) = held.find(|card| *card == id) {
            *card = "?".into();
        }
    }
    // Hands are sorted by card, so the place of an unknown card would reveal what it is.
    for hand in view
        .players
        .iter_mut()
        .filter_map(|player| player.hand.as_mut())
    {
        hand.sort_by_key(|card| *card == "?");
    }
    view
}

/// Whether a table knows that the asked seat holds the card that an action names. It knows this if the seat holds
/// more copies than there are stand-ins for cards that were never entered, wherever those are by now.
pub(crate) fn is_known_at_table(
    book: &Rulebook,
    s: &State,
    action: Action,
    unseen: &[(Seat, &str)],
) -> bool {
    let (Action::Play(card)
    | Action::Install(card, _)
    | Action::Show(card, _)
    | Action::Discard(card)) = action
    else {
        return true;
    };
    let Asked::Seat(seat) = s.asked else {
        return true;
    };
    let held = s.side(seat).hand.iter().filter(|own| **own == card).count();
    let id = &book.def(card).id;
    let stands_in = |drawn: &&(Seat, &str)| drawn.1.split_whitespace().last() == Some(id);
    held > unseen.iter().filter(stands_in).count()
}

fn player_view(book: &Rulebook, s: &State, seat: PlayerId, viewer: Viewer) -> PlayerView {
    let side = s.side(seat);
    let hand = || {
        side.hand
            .iter()
            .map(|card| book.def(*card).id.clone())
            .collect()
    };
    PlayerView {
        player: seat.number(),
        out: side.out,
        lasting: s.lasting.of(seat).map(|card| book.def(card).id.clone()),
        lasting_on: s.lasting.stays_on(seat),
        battery: side.battery,
        vault: side.vault,
        deck: (book.decks.len() > 1).then(|| s.piles.deck_size(book.defs_of(seat))),
        next_is_moon: if book.decks.len() > 1 {
            next_is_moon(s, seat)
        } else {
            None
        },
        hand_size: side.hand.len(),
        hand: sight::sees_hand(book, s, seat, viewer).then(hand),
        units: side
            .present()
            .map(|(at, unit)| unit_view(book, s, Spot { seat, at }, unit))
            .collect(),
    }
}

/// The name of what a fighter attacks or blocks; `None` if the other side has left or the damage has been dealt.
fn fight_of(book: &Rulebook, s: &State, spot: Spot, unit: &Unit) -> Option<String> {
    if !unit.fights() || s.step == Step::Marks {
        return None;
    }
    if spot.seat != s.active {
        let (at, _) = engagement::members(s, s.active, met_by(unit)?).next()?;
        return Some(names::spot_text(book, s, Spot { seat: s.active, at }));
    }
    Some(match Target::of(unit.fight) {
        Some(Target::Equipment(at)) => names::spot_text(book, s, at),
        target => format!(
            "player {}",
            target.map_or(PlayerId::First, Target::seat).number()
        ),
    })
}

fn unit_view(book: &Rulebook, s: &State, spot: Spot, unit: &Unit) -> UnitView {
    UnitView {
        id: names::spot_text(book, s, spot),
        card: book.def(unit.card).id.clone(),
        legs: book.legs_of(unit).map(|legs| book.def(legs).id.clone()),
        attack: auras::attack_at(book, s, spot, unit),
        attack_die: values::rolls(book, unit),
        defence: auras::defence_at(book, s, spot, unit),
        defence_die: values::braces(book, unit),
        counters: unit.counters(),
        survived: unit.survived() != 0,
        damage: unit.damage,
        prevented: unit.prevention(),
        flying: auras::flies_at(book, s, spot, unit),
        long_range: auras::long_range_at(book, s, spot, unit),
        ready: unit.ready(),
        new: unit.is(NEW),
        front: values::in_front(book, unit),
        moon: unit.moon().map(|moon| names::moon_text(book, s, moon)),
        upgrades: upgrade_words(book, unit),
        fight: fight_of(book, s, spot, unit),
        chain: unit
            .led_by()
            .map(|at| names::spot_text(book, s, Spot { at, ..spot })),
    }
}

/// The installed Components and paid upgrades, as words of a position.
fn upgrade_words(book: &Rulebook, unit: &Unit) -> Vec<String> {
    let mut words: Vec<String> = values::parts_of(book, unit)
        .map(|part| book.def(part).id.clone())
        .collect();
    for (flag, word) in [(PERMANENT, "permanent"), (INSTANT, "instant")] {
        if unit.is(flag) {
            words.push(word.into());
        }
    }
    words
}

/// The players' standings in one line.
pub(crate) fn standing(view: &View) -> String {
    let players = view.players.iter().map(|player| match player.out {
        true => format!("player {} is out", player.player),
        false => format!(
            "player {}: Battery {}, Vault {}",
            player.player, player.battery, player.vault
        ),
    });
    players.collect::<Vec<_>>().join("; ")
}

/// The table as text, with the costs of the cards.
pub(crate) fn drawn(book: &Rulebook, view: &View) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "War Chest {} · Depot Deck {}{} · turn {} of player {}",
        view.chest
            .map_or("without end".into(), |coins| coins.to_string()),
        view.deck,
        next_card(view.next_is_moon),
        view.turn,
        view.active
    );
    if !view.moons.is_empty() {
        let moons: Vec<String> = view
            .moons
            .iter()
            .map(|(moon, coins)| format!("{moon} ({coins}{})", landing_of(book, moon)))
            .collect();
        let _ = writeln!(text, "Moons: {}", moons.join(", "));
    }
    if !view.waiting.is_empty() {
        let _ = writeln!(
            text,
            "Announced, the last first: {}",
            view.waiting
                .iter()
                .rev()
                .cloned()
                .collect::<Vec<_>>()
                .join(", ")
        );
    }
    for player in &view.players {
        let _ = write!(text, "\nPlayer {}", player.player);
        if player.out {
            text.push_str(" is out\n");
            continue;
        }
        let _ = writeln!(
            text,
            ": Battery {} · Vault {} · hand {}{}{}",
            player.battery,
            player.vault,
            player.hand_size,
            player
                .deck
                .map_or(String::new(), |deck| format!(" · deck {deck}")),
            next_card(player.next_is_moon)
        );
        if let Some(hand) = &player.hand {
            let hand: Vec<String> = hand.iter().map(|card| with_cost(book, card)).collect();
            let _ = writeln!(text, "  hand: {}", hand.join(", "));
        }
        if let Some(card) = &player.lasting {
            let until = match player.lasting_on {
                true => "their next turn begins",
                false => "the turn ends",
            };
            let _ = writeln!(text, "  until {until}: {card}");
        }
        for unit in &player.units {
            let _ = writeln!(text, "  {}", unit_line(unit, &costs_of(book, unit)));
        }
    }
    text
}

/// A card with its cost, such as `sniper (2)`.
fn with_cost(book: &Rulebook, card: &str) -> String {
    format!("{card} ({})", cost_words(book, card))
}

/// The cost of a card in words: coins, or `1d6`. It is the same in every deck.
fn cost_words(book: &Rulebook, card: &str) -> String {
    let def = book.defs.iter().find(|def| def.id == card);
    def.map_or_else(|| "?".into(), CardDef::price)
}

/// What a card on the table has cost, including its legs.
fn costs_of(book: &Rulebook, unit: &UnitView) -> String {
    let halves = std::iter::once(&unit.card).chain(&unit.legs);
    let costs: Vec<String> = halves.map(|card| cost_words(book, card)).collect();
    costs.join("+")
}

/// The cost of landing on a Moon, to be written after its coins.
fn landing_of(book: &Rulebook, moon: &str) -> String {
    let id = moon.split('.').next();
    let def = book.defs.iter().find(|def| Some(&*def.id) == id);
    match def.map_or(0, |def| def.landing) {
        0 => String::new(),
        landing => format!(", landing {landing}"),
    }
}

/// What is visible of the next card of a deck.
fn next_card(moon: Option<bool>) -> &'static str {
    match moon {
        None => "",
        Some(true) => " (next a Moon)",
        Some(false) => " (next no Moon)",
    }
}

fn unit_line(unit: &UnitView, cost: &str) -> String {
    let die = if unit.attack_die { "+1d6" } else { "" };
    let defence_die = if unit.defence_die { "+1d6" } else { "" };
    let mut line = format!(
        "{} ({cost}) {}{die}/{}{defence_die}",
        unit.id, unit.attack, unit.defence
    );
    let mut add = |so: bool, word: &str| {
        if so {
            let _ = write!(line, " {word}");
        }
    };
    add(unit.flying, "flying");
    add(unit.long_range > 0, &format!("range {}", unit.long_range));
    add(!unit.ready, "recharging");
    add(unit.new, "new");
    add(unit.damage > 0, &format!("damage {}", unit.damage));
    add(unit.prevented > 0, &format!("prevented {}", unit.prevented));
    add(unit.counters > 0, &format!("counters {}", unit.counters));
    add(unit.survived, "survived");
    for word in &unit.upgrades {
        add(true, word);
    }
    add(
        unit.legs.is_some(),
        &format!("on {}", unit.legs.as_deref().unwrap_or_default()),
    );
    add(
        unit.moon.is_some(),
        &format!("on the Moon {}", unit.moon.as_deref().unwrap_or_default()),
    );
    add(
        unit.chain.is_some(),
        &format!(
            "in the chain of {}",
            unit.chain.as_deref().unwrap_or_default()
        ),
    );
    add(
        unit.fight.is_some(),
        &format!("against {}", unit.fight.as_deref().unwrap_or_default()),
    );
    line
}
