//! Actions and events as sentences for people.

use crate::actions::{Action, Points};
use crate::book::names::PLACES;
use crate::book::rulebook::Rulebook;
use crate::events::{Event, Why};
use crate::facts::prices;
use crate::lexicon::SLOTS as SLOT_NAMES;
use crate::play::legal;
use crate::state::ids::{CardId, DamageId, PlaceId, PlayerId, RobotId, SlotId, WeaponId};
use crate::state::{MarketCard, State, TYPES};
use crate::text::notation::{self, faces};
use cardwright_effects::MAX_TIMES;
use cardwright_effects::machine::MAX_NUMBERS;
use cardwright_kernel::Cite;
use cardwright_runtime::bound::DefinitionId;
use cardwright_runtime::ids::Id;

pub(crate) fn action_text(book: &Rulebook, state: &State, action: Action) -> String {
    match action {
        Action::Pass => "play nothing".into(),
        Action::Play { weapon, .. } => format!("play {}", weapon_name(book, weapon)),
        Action::Buy { place } => {
            let card = state.market[usize::from(place)].card();
            let price = prices::price(book, state, state.active, card.into(), place);
            format!(
                "buy {} ({}) for {price} energy",
                market_card_name(book, card),
                PLACES[usize::from(place)]
            )
        }
        Action::Activate => "roll the dice".into(),
        Action::Skip => "do not roll the dice".into(),
        Action::Keep => "keep the dice".into(),
        Action::Reroll { dice } => format!("roll {} again", faces(dice)),
        Action::Use { part, combo } => {
            let Some(ability) = book.ability_at(&state.on_turn().parts, part) else {
                return "use nothing".into();
            };
            let card = book.card(ability.card);
            format!(
                "use {} with {}: {}",
                card.name("en"),
                faces(ability.combos.get(usize::from(combo)).copied().unwrap_or(0)),
                card.text
            )
        }
        Action::Stop => "use no more parts".into(),
        Action::Split { left } => shares(book, state, left),
        Action::DrawWeapon => "a secret weapon is drawn".into(),
        Action::Draw { card } => format!("{} is drawn", open_name(book, card)),
        Action::Get { weapon } | Action::Pick { weapon } => {
            format!("it is {}", weapon_name(book, weapon))
        }
        Action::Roll { face } => format!("the die shows {face}"),
        Action::NoBuy | Action::Choose { .. } | Action::ChooseNone => {
            notation::write(book, state, action)
        }
    }
}

/// A divided attack: `1 fist at robot 2 and 1 fist and 2 missiles at robot 4`.
fn shares(book: &Rulebook, state: &State, left: Points) -> String {
    let sides = legal::sides(book, state);
    let right = std::array::from_fn(|at| state.attack.aimed[at].saturating_sub(left.0[at]));
    let share = |(points, robot): ([u8; TYPES], RobotId)| {
        let there = DamageId::all()
            .zip(points)
            .filter(|(_, points)| *points > 0);
        let each: Vec<_> = there
            .map(|(damage, points)| format!("{points} {}", book.names.points(points, damage)))
            .collect();
        (!each.is_empty()).then(|| {
            format!(
                "{} at robot {}",
                each.join(" and "),
                book.names.robot(robot)
            )
        })
    };
    let shares = [(left.0, sides.0), (right, sides.1)];
    shares
        .into_iter()
        .filter_map(share)
        .collect::<Vec<_>>()
        .join(" and ")
}

pub(crate) fn open_name(book: &Rulebook, card: CardId) -> &str {
    book.names
        .open
        .get(usize::from(card))
        .map_or("?", |(_, name)| name)
}

pub(crate) fn weapon_name(book: &Rulebook, weapon: WeaponId) -> &str {
    book.names
        .weapons
        .get(usize::from(weapon))
        .map_or("?", |(_, name)| name)
}

fn market_card_name(book: &Rulebook, card: MarketCard) -> &str {
    match card {
        MarketCard::Nothing => "nothing",
        MarketCard::FaceDown => "a secret weapon",
        MarketCard::Open(card) => open_name(book, card),
    }
}

fn card_or_weapon(book: &Rulebook, card: Option<CardId>) -> &str {
    card.map_or("a secret weapon", |card| open_name(book, card))
}

/// The sentence of each event. The match has no wildcard, so an event without a sentence does not compile.
pub(crate) fn event_text(book: &Rulebook, event: &Event) -> String {
    let named = |robot: &RobotId| book.names.robot(*robot);
    let played = |card: &DefinitionId| book.card(*card).name("en");
    let open = |card: &CardId| open_name(book, *card);
    let robot = |robot: &RobotId| format!("Robot {}", book.names.robot(*robot));
    let player = |player: &PlayerId| capital(&book.names.player(*player));
    let at = |robot: &RobotId| format!("robot {}", book.names.robot(*robot));
    let place = |place: &PlaceId| PLACES.get(usize::from(*place)).copied().unwrap_or("?");
    let slot = |slot: &SlotId| SLOT_NAMES.get(usize::from(*slot)).copied().unwrap_or("?");
    let damage = |points: &u8, damage: &DamageId| book.names.points(*points, *damage);
    let list = |faces: &[u8]| {
        faces
            .iter()
            .map(u8::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    match event {
        Event::Dealt { place: to, card } => {
            format!(
                "{} is dealt to {}.",
                capital(card_or_weapon(book, *card)),
                place(to)
            )
        }
        Event::MarkedOut { cards } => format!("{cards} marked cards leave the game."),
        Event::WeaponsOut { weapons } => {
            format!("{weapons} secret weapons leave the game unseen.")
        }
        Event::TurnBegan { robot: r } => format!("{}'s turn.", robot(r)),
        Event::Bought {
            robot: r,
            place: from,
            card,
            price,
        } => {
            format!(
                "{} buys {} ({}) for {price} energy.",
                robot(r),
                card_or_weapon(book, *card),
                place(from)
            )
        }
        Event::Took {
            robot: r,
            place: from,
            card,
        } => {
            format!(
                "{} takes {} ({}) without paying.",
                robot(r),
                card_or_weapon(book, *card),
                place(from)
            )
        }
        Event::PaidWithItsLast { robot: r, card } => {
            format!(
                "{} paid with its last energy; {} goes to the box.",
                robot(r),
                card_or_weapon(book, *card)
            )
        }
        Event::Built { robot: r, card } => {
            format!(
                "{} builds {} from the pile.",
                robot(r),
                open_name(book, *card)
            )
        }
        Event::FoundNothing { robot: r, upgrades } => {
            let what = if *upgrades { "upgrade" } else { "robot part" };
            format!(
                "{} finds nothing: it has no place for any {what} in the pile.",
                robot(r)
            )
        }
        Event::Got { robot: r, weapon } => {
            format!("{} got {}.", robot(r), weapon_name(book, *weapon))
        }
        Event::Shown { robot: r, weapon } => {
            format!("{} must show {}.", robot(r), weapon_name(book, *weapon))
        }
        Event::Rolled { robot: r, faces } => {
            format!("{} has rolled {}.", robot(r), list(faces))
        }
        Event::TookUp { robot: r, faces } => {
            format!("{} rolls {} again.", robot(r), list(faces))
        }
        Event::Used {
            robot: r,
            card,
            faces,
        } => {
            format!(
                "{} uses {} with {}.",
                robot(r),
                book.card(*card).name("en"),
                list(faces)
            )
        }
        Event::Aimed {
            robot: r,
            at: to,
            damage: d,
            points,
        } => {
            format!(
                "{} attacks {}: {points} {}.",
                robot(r),
                at(to),
                damage(points, d)
            )
        }
        Event::Added {
            at: to,
            damage: d,
            points,
        } => {
            format!("{points} more {} at {}.", damage(points, d), at(to))
        }
        Event::AddedUnstoppable { at: to, points } => {
            let more = if *points == 1 { "point" } else { "points" };
            format!("{points} more {more} at {}, which nothing stops.", at(to))
        }
        Event::Reduced {
            at: to,
            damage: d,
            points,
        } => {
            format!("{points} {} at {} stopped.", damage(points, d), at(to))
        }
        Event::Deflected {
            from,
            to,
            damage: d,
            points,
        } => {
            format!(
                "{points} {} deflected from {} to {}.",
                damage(points, d),
                at(from),
                at(to)
            )
        }
        Event::Played { robot: r, weapon } => {
            format!("{} plays {}.", robot(r), weapon_name(book, *weapon))
        }
        Event::Damaged {
            robot: r,
            points,
            over,
            energy,
        } => {
            format!(
                "{} takes {points} damage and has {energy} energy{}.",
                robot(r),
                beyond(*over)
            )
        }
        Event::Lost {
            robot: r,
            points,
            over,
            energy,
        } => {
            format!(
                "{} loses {points} energy and has {energy}{}.",
                robot(r),
                beyond(*over)
            )
        }
        Event::Paid {
            robot: r,
            points,
            energy,
        } => {
            format!("{} pays {points} energy and has {energy}.", robot(r))
        }
        Event::Gained {
            robot: r,
            points,
            over: 0,
            energy,
        } => {
            format!("{} gains {points} energy and has {energy}.", robot(r))
        }
        Event::Gained {
            robot: r,
            points,
            over,
            energy,
        } => {
            format!(
                "{} gains {points} energy and has {energy}; {over} more is lost.",
                robot(r)
            )
        }
        Event::LookedAt { robot: r, at: to } => {
            format!("{} looks at the secret weapons of {}.", robot(r), at(to))
        }
        Event::Saw {
            robot: r,
            at: to,
            weapons,
        } => {
            let seen: Vec<_> = weapons
                .iter()
                .map(|weapon| weapon_name(book, *weapon))
                .collect();
            let seen = if seen.is_empty() {
                "nothing".into()
            } else {
                seen.join(", ")
            };
            format!("{} sees in the hand of {}: {seen}.", robot(r), at(to))
        }
        Event::Forbade { player: p } => {
            let lasts = book.options.trick_lasts.text();
            format!("{} may not reroll dice this {lasts}.", player(p))
        }
        Event::Turned { from, to } => format!("A die is turned from {from} to {to}."),
        Event::Skipped { robot: r } => format!("The turn of {} is skipped.", at(r)),
        Event::Fell { robot: r } => format!("{} is out.", robot(r)),
        Event::SwitchedOff { robot: r } => {
            format!("{} has won its duel and is switched off.", robot(r))
        }
        Event::SwitchedOn { robot: r } => format!("{} returns for the last duel.", robot(r)),
        Event::Discarded { place: from } => {
            format!("The secret weapon at {} is discarded.", place(from))
        }
        Event::Slid { from, to } => {
            format!("The card at {} slides to {}.", place(from), place(to))
        }
        Event::Ended { winners, why } => ending(book, winners, *why),
        Event::Reacted { robot: r, card: c } => format!("{} of {} reacts.", played(c), at(r)),
        Event::Lapsed { robot: r, card: c } => {
            format!(
                "{} of {} does nothing: too many effects are inside one another.",
                played(c),
                at(r)
            )
        }
        Event::NumbersCut { robot: r, card: c } => {
            format!(
                "{} of {} offers more than {MAX_NUMBERS} numbers; only the lowest {MAX_NUMBERS} can be chosen.",
                played(c),
                at(r)
            )
        }
        Event::TimesCut { robot: r, card: c } => {
            format!(
                "{} of {} repeats more than {MAX_TIMES} times; it stops after {MAX_TIMES} times.",
                played(c),
                at(r)
            )
        }
        Event::Stays { robot: r, card: c } => {
            format!("{} stays in front of {}.", played(c), at(r))
        }
        Event::Left { robot: r, card: c } => {
            format!("{} of {} goes to the box.", played(c), at(r))
        }
        Event::Counted {
            robot: r,
            card: c,
            counters,
        } => {
            format!("Counters on {} of {}: {counters}.", played(c), at(r))
        }
        Event::Spilled {
            robot: r,
            points,
            energy,
        } => {
            format!(
                "{} can now hold only {energy} energy; {points} more is lost.",
                capital(&at(r))
            )
        }
        Event::Decided { card: c, what } => format!("{}: chance decides {what}.", played(c)),
        Event::Endless { cards } => endless(book, cards),
        Event::Remembers {
            robot: r,
            card: c,
            remembered,
        } => {
            format!("{} of {} remembers {remembered}.", played(c), at(r))
        }
        Event::RemembersRobot {
            robot: r,
            card: c,
            remembered,
        } => {
            format!("{} of {} remembers {}.", played(c), at(r), at(remembered))
        }
        Event::RemembersSlot {
            robot: r,
            card: c,
            slot: at_slot,
        } => {
            format!(
                "{} of {} remembers the {}.",
                played(c),
                at(r),
                slot(at_slot)
            )
        }
        Event::Forgets { robot: r, card: c } => {
            format!("{} of {} remembers nothing any more.", played(c), at(r))
        }
        Event::Dropped { robot: r, weapon } => {
            format!(
                "Robot {} discards {}.",
                named(r),
                weapon_name(book, *weapon)
            )
        }
        Event::HandedOver { from, to } => {
            format!(
                "A secret weapon of robot {} goes to robot {}.",
                named(from),
                named(to)
            )
        }
        Event::HandedWeapon {
            player: p,
            from,
            to,
            weapon,
        } => {
            let (seer, name) = (player(p), weapon_name(book, *weapon));
            format!(
                "{seer} sees {name} go from robot {} to robot {}.",
                named(from),
                named(to)
            )
        }
        Event::HandsSwapped { first, second } => {
            format!(
                "Robots {} and {} exchange their secret weapons.",
                named(first),
                named(second)
            )
        }
        Event::DrewWeapon { robot: r } => format!("Robot {} draws a secret weapon.", named(r)),
        Event::Recovered { robot: r, weapon } => format!(
            "Robot {} takes {} out of the box.",
            named(r),
            weapon_name(book, *weapon)
        ),
        Event::DrewRemoved { robot: r } => format!(
            "Robot {} draws a secret weapon that left the game unseen.",
            named(r)
        ),
        Event::PutBack { robot: r } => {
            format!(
                "Robot {} puts a secret weapon back into the pile.",
                named(r)
            )
        }
        Event::PutBackWeapon { player: p, weapon } => format!(
            "{} sees {} go back into the pile.",
            player(p),
            weapon_name(book, *weapon)
        ),
        Event::DroppedFaceDown { robot: r } => {
            format!("Robot {} discards a secret weapon face down.", named(r))
        }
        Event::DroppedWeapon { player: p, weapon } => format!(
            "{} sees {} go to the box.",
            player(p),
            weapon_name(book, *weapon)
        ),
        Event::Revealed { robot: r, weapons } => {
            let names: Vec<_> = weapons
                .iter()
                .map(|weapon| weapon_name(book, *weapon))
                .collect();
            let names = if names.is_empty() {
                "nothing".into()
            } else {
                names.join(", ")
            };
            format!("Robot {} shows its secret weapons: {names}.", named(r))
        }
        Event::Cleared {
            place: at,
            card: Some(market_card_name),
        } => {
            format!(
                "{} at {} leaves the game.",
                open(market_card_name),
                place(at)
            )
        }
        Event::Cleared {
            place: at,
            card: None,
        } => {
            format!("The secret weapon at {} leaves the game.", place(at))
        }
        Event::PutInMarket {
            robot: r,
            place: at,
            card: own,
        } => {
            format!("{} of robot {} goes to {}.", open(own), named(r), place(at))
        }
        Event::PlacesSwapped { first, second } => {
            format!(
                "The cards at {} and {} change places.",
                place(first),
                place(second)
            )
        }
        Event::PutOnTop {
            place: at,
            card: market_card_name,
        } => {
            let name = market_card_name.as_ref().map_or("The secret weapon", open);
            format!("{name} at {} goes to the top of the pile.", place(at))
        }
        Event::TookTop {
            robot: r,
            card: market_card_name,
        } => {
            let name = market_card_name.as_ref().map_or("a secret weapon", open);
            format!("Robot {} takes {name} from the top of the pile.", named(r))
        }
        Event::TopBoxed {
            robot: r,
            card: market_card_name,
        } => {
            format!(
                "Robot {} has no place for {}: it goes to the box.",
                named(r),
                open(market_card_name)
            )
        }
        Event::Salvaged {
            robot: r,
            card: market_card_name,
        } => {
            format!(
                "Robot {} builds {} out of the box.",
                named(r),
                open(market_card_name)
            )
        }
        Event::Destroyed {
            robot: r,
            card: own,
        } => {
            format!("{} of robot {} is destroyed.", open(own), named(r))
        }
        Event::Moved {
            from,
            to,
            card: own,
        } => {
            format!(
                "{} goes from robot {} to robot {}.",
                open(own),
                named(from),
                named(to)
            )
        }
        Event::Refreshed { robot: r, slot: at } => {
            format!(
                "The {} of robot {} may work again this turn.",
                slot(at),
                named(r)
            )
        }
        Event::Jammed { robot: r, slot: at } => {
            format!(
                "The {} of robot {} works no more this turn.",
                slot(at),
                named(r)
            )
        }
        Event::Borrowed {
            robot: r,
            from,
            card: c,
        } => {
            format!(
                "Robot {} does what {} of robot {} does.",
                named(r),
                book.card(*c).name("en"),
                named(from)
            )
        }
        Event::Blocked {
            robot: r,
            slot: at,
            own_turn,
        } => {
            let turn = if *own_turn { "this" } else { "its next" };
            format!(
                "Robot {} cannot use the {} until {turn} turn has ended.",
                named(r),
                slot(at)
            )
        }
        Event::Silenced {
            robot: r,
            card: own,
        } => {
            format!(
                "{} of robot {} does nothing until the turn ends.",
                open(own),
                named(r)
            )
        }
        Event::Cancelled { robot: r, card: c } => {
            format!(
                "{} of robot {} does nothing.",
                book.card(*c).name("en"),
                named(r)
            )
        }
        Event::Copies { robot: r, card: c } => {
            format!(
                "{} will do the same for robot {}.",
                book.card(*c).name("en"),
                named(r)
            )
        }
        Event::InSecret => "The next numbers are chosen in secret.".into(),
        Event::Shows { robot: r, number } => {
            format!("Robot {} shows the number {number}.", named(r))
        }
        Event::DrawsAttacks { robot: r } => {
            format!(
                "Attacks must be aimed at robot {} until the turn ends.",
                named(r)
            )
        }
        Event::Survives { robot: r, energy } => {
            format!("Robot {} stays in play with {energy} energy.", named(r))
        }
        Event::Spared { robot: r } => {
            format!(
                "No attack may be aimed at robot {} until the turn ends.",
                named(r)
            )
        }
        Event::ForbadeFace { face } => {
            format!("Dice that show {face} cannot be used this turn.")
        }
        Event::FewerDice { robot: r, fewer } => {
            let dice = if *fewer == 1 { "die" } else { "dice" };
            format!("Robot {} rolls {fewer} {dice} fewer this turn.", named(r))
        }
        Event::TurnsReversed { backwards } => {
            let side = if *backwards { "right" } else { "left" };
            format!("From now on, turns pass to the {side}.")
        }
        Event::DieAdded { face } => format!("A die that shows {face} is added."),
        Event::DieRemoved { face } => format!("A die that shows {face} is taken away."),
        Event::DieTakenUp { face } => format!("A die that shows {face} is rolled again."),
        Event::Converted {
            at,
            from,
            to,
            points,
        } => {
            let kinds = [*from, *to].map(|damage| book.names.points(*points, damage));
            format!(
                "{points} {} at robot {} turned into {}.",
                kinds[0],
                named(at),
                kinds[1]
            )
        }
        Event::Again { robot: r } => {
            format!("Robot {} has another turn after this one.", named(r))
        }
        Event::TurnCutShort { robot: r } => {
            format!("Robot {} does nothing more in this turn.", named(r))
        }
        Event::ForbadeBuying { player: p } => {
            format!("{} may not buy this turn.", player(p))
        }
        Event::ForbadeWeapons { player: p } => {
            format!("{} may not play secret weapons this turn.", player(p))
        }
    }
}

fn endless(book: &Rulebook, cards: &[DefinitionId]) -> String {
    let ids: Vec<_> = cards
        .iter()
        .map(|card| book.card(*card).id.as_str())
        .collect();
    match ids.as_slice() {
        [] => "Endless loop: cards trigger each other.".into(),
        [one] => format!("Endless loop: {one} never ends."),
        [first @ .., last] => format!(
            "Endless loop: {} and {last} trigger each other.",
            first.join(", ")
        ),
    }
}

/// A citation as text: the number of the clause, or the card and the line of its file.
pub(crate) fn cited(book: &Rulebook, cite: Cite) -> String {
    match cite {
        Cite::Rule(rule) => rule.to_string(),
        Cite::Op { program, at } => {
            let Some(owned) = book.bound.get(program) else {
                return "?".into();
            };
            let place = owned
                .program
                .places
                .get(usize::from(at))
                .copied()
                .unwrap_or_default();
            if place.line == 0 {
                let card = book.card(owned.card);
                return format!("{}:{}", card.place.file, card.place.line);
            }
            book.bound.cards.show(place)
        }
    }
}

fn ending(book: &Rulebook, winners: &[PlayerId], why: Why) -> String {
    let who: Vec<_> = winners
        .iter()
        .map(|player| book.names.player(*player))
        .collect();
    let why = match why {
        Why::LastStanding => "all others are eliminated",
        Why::FellTogether => "the last robots were eliminated together",
        Why::Stalemate => "the game took too long",
        Why::Endless => "cards trigger each other without end",
        Why::Card => "a card says so",
    };
    match who.as_slice() {
        [one] => format!("{} wins: {why}.", capital(one)),
        several => format!("{} share the game: {why}.", capital(&several.join(" and "))),
    }
}

/// The damage for which a robot had no energy left, as the end of a sentence.
fn beyond(over: u8) -> String {
    if over == 0 {
        String::new()
    } else {
        format!("; {over} more than it had")
    }
}

/// A text with a capital letter at its beginning.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
