//! Actions as data for programs: ids of cards, names in notation. The schema is derived from the same types.

use crate::actions::Action;
use crate::book::rulebook::Rulebook;
use crate::facts::names;
use crate::state::{CardDefId, Named, Spot, State};
use crate::text::choices;
use serde::Serialize;

/// An action of Robot Empire. Cards on the table are named as in notation, such as `1:gearhound`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RobotEmpireAction<'a> {
    /// Choose the number of coins for the Battery.
    Battery {
        /// The number of coins.
        coins: u8,
    },
    /// Chance: selects the first Moon.
    Moon {
        /// The Moon's id.
        card: &'a str,
    },
    /// Chance: draws a card.
    Draw {
        /// The card's id.
        card: &'a str,
    },
    /// Chance: selects the first player.
    First {
        /// The player, from 1.
        player: u8,
    },
    /// Chance: rolls the die.
    Roll {
        /// The result, 1 to 6.
        number: u8,
    },
    /// Pass in this window.
    Pass,
    /// End this phase.
    Done,
    /// Let this fighter do nothing.
    Stay,
    /// Play a card.
    Play {
        /// The card's id.
        card: &'a str,
    },
    /// Install a Component.
    Install {
        /// The Component's id.
        card: &'a str,
        /// The card on the table that gets the Component.
        unit: String,
    },
    /// Play an Agent or Super Weapon.
    Show {
        /// The card's id.
        card: &'a str,
        /// The target; null if the card has none.
        names: Option<EmpireNames>,
    },
    /// Pay for a Permanent.
    Permanent {
        /// The card on the table that has the Permanent.
        unit: String,
    },
    /// Pay for an Instant.
    Instant {
        /// The card on the table that has the Instant.
        unit: String,
    },
    /// Tap a card.
    Tap {
        /// The Equipment.
        unit: String,
        /// The target; null if the Equipment has none.
        names: Option<EmpireNames>,
    },
    /// Assemble a Mega Robot.
    Assemble {
        /// The top half on the table.
        top: String,
        /// The legs on the table.
        legs: String,
    },
    /// Land on a Moon.
    Land {
        /// The card that lands.
        unit: String,
        /// The Moon's name in notation.
        moon: String,
    },
    /// Return from a Moon.
    Return {
        /// The card that returns.
        unit: String,
    },
    /// Fire at long range.
    Fire {
        /// The card that fires.
        unit: String,
        /// The target.
        names: Option<EmpireNames>,
    },
    /// Attack a player.
    Attack {
        /// The attacked player, from 1.
        player: u8,
    },
    /// Join a chain.
    Chain {
        /// The card whose chain the fighter joins.
        unit: String,
    },
    /// Block an attacker.
    Block {
        /// The attacker.
        unit: String,
    },
    /// Select the next blocker that takes damage.
    Next {
        /// The blocker.
        unit: String,
    },
    /// Discard a card.
    Discard {
        /// The card's id.
        card: &'a str,
    },
    /// Attack Equipment.
    AttackEquipment {
        /// The Equipment.
        unit: String,
    },
    /// Join two Monsters in the Play phase.
    Link {
        /// The Monster that joins.
        unit: String,
        /// The Monster that it joins.
        with: String,
    },
    /// Assign damage to a member of a chain.
    Mark {
        /// The member.
        unit: String,
    },
    /// Chance: decides whether the next card is a Moon.
    Back {
        /// Whether the next card is a Moon.
        moon: bool,
    },
    /// Answer a card's question.
    Choose {
        /// The choice, as written in notation.
        value: String,
    },
    /// Choose nothing, if the card's question is optional.
    ChooseNothing,
}

/// The target of an action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EmpireNames {
    /// A card on the table, as named in notation.
    Unit(String),
    /// A player, from 1.
    Player(u8),
    /// The Battery of a player, from 1.
    Battery(u8),
}

/// An action as data.
pub(crate) fn of<'a>(book: &'a Rulebook, s: &State, action: Action) -> RobotEmpireAction<'a> {
    use RobotEmpireAction as Data;
    let id = |card: CardDefId| book.def(card).id.as_str();
    let unit = |spot: Spot| names::spot_text(book, s, spot);
    let group = |spot: Spot| names::group_text(book, s, spot);
    let names = |named: Named| EmpireNames::of(book, s, named);
    match action {
        Action::Battery(coins) => Data::Battery { coins },
        Action::FirstMoon(moon) => Data::Moon { card: id(moon) },
        Action::Draw(card) => Data::Draw { card: id(card) },
        Action::First(seat) => Data::First {
            player: seat.number(),
        },
        Action::Roll(number) => Data::Roll { number },
        Action::Pass => Data::Pass,
        Action::Done => Data::Done,
        Action::Stay => Data::Stay,
        Action::Play(card) => Data::Play { card: id(card) },
        Action::Install(card, on) => Data::Install {
            card: id(card),
            unit: unit(on),
        },
        Action::Show(card, named) => Data::Show {
            card: id(card),
            names: names(named),
        },
        Action::Permanent(on) => Data::Permanent { unit: unit(on) },
        Action::Instant(on) => Data::Instant { unit: unit(on) },
        Action::Tap(on, named) => Data::Tap {
            unit: unit(on),
            names: names(named),
        },
        Action::Assemble(top, legs) => Data::Assemble {
            top: unit(top),
            legs: unit(legs),
        },
        Action::Land(robot, moon) => Data::Land {
            unit: unit(robot),
            moon: names::moon_text(book, s, moon),
        },
        Action::Return(robot) => Data::Return { unit: unit(robot) },
        Action::Fire(on, named) => Data::Fire {
            unit: unit(on),
            names: names(named),
        },
        Action::Attack(seat) => Data::Attack {
            player: seat.number(),
        },
        Action::Chain(with) => Data::Chain { unit: group(with) },
        Action::Block(attacker) => Data::Block {
            unit: group(attacker),
        },
        Action::Order(blocker) => Data::Next {
            unit: group(blocker),
        },
        Action::Discard(card) => Data::Discard { card: id(card) },
        Action::AttackAt(at) => Data::AttackEquipment { unit: unit(at) },
        Action::Link(one, with) => Data::Link {
            unit: unit(one),
            with: unit(with),
        },
        Action::Mark(on) => Data::Mark { unit: unit(on) },
        Action::Back(moon) => Data::Back { moon },
        Action::Choose(value) => Data::Choose {
            value: choices::write_choice(book, s, value),
        },
        Action::ChooseNone => Data::ChooseNothing,
    }
}

impl EmpireNames {
    fn of(book: &Rulebook, s: &State, named: Named) -> Option<Self> {
        match named {
            Named::Nothing | Named::Gone => None,
            Named::Unit(spot) => Some(EmpireNames::Unit(names::spot_text(book, s, spot))),
            Named::Player(seat) => Some(EmpireNames::Player(seat.number())),
            Named::Battery(seat) => Some(EmpireNames::Battery(seat.number())),
        }
    }
}
