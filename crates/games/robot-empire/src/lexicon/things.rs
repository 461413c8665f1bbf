//! The kinds of things that scripts name, and types of words.

use cardwright_effects::{Param, Thing, Ty};
use cardwright_runtime::numbered;

numbered! {
    /// Kinds of things, numbered as in the lexicon.
    ThingId, THINGS: Thing;
    Player = Thing::new("player", "A player.", true);
    Unit = Thing::new("unit", "A card on the table, or the Battery that a tap targets.", false);
    Moon = Thing::new("moon", "A Moon on the table.", false);
    Component = Thing::new("component", "A kind of Component.", true);
    Discarded = Thing::new("discarded", "A card on a discard pile.", false);
    Held = Thing::new("held", "A card in a hand.", false);
}

pub(crate) const NUMBER: Ty = Ty::Number;

pub(crate) const TRUTH: Ty = Ty::Truth;

pub(crate) const PLAYER: Ty = Ty::One(ThingId::Player.n());

pub(crate) const PLAYERS_SET: Ty = Ty::Many(ThingId::Player.n());

pub(crate) const UNIT: Ty = Ty::One(ThingId::Unit.n());

pub(crate) const UNITS: Ty = Ty::Many(ThingId::Unit.n());

pub(crate) const MOON: Ty = Ty::One(ThingId::Moon.n());

pub(crate) const MOONS: Ty = Ty::Many(ThingId::Moon.n());

pub(crate) const DISCARDED: Ty = Ty::One(ThingId::Discarded.n());

pub(crate) const DISCARDS: Ty = Ty::Many(ThingId::Discarded.n());

pub(crate) const HELD: Ty = Ty::One(ThingId::Held.n());

pub(crate) const HELD_CARDS: Ty = Ty::Many(ThingId::Held.n());

pub(crate) const COMPONENT: Ty = Ty::One(ThingId::Component.n());

pub(crate) const OF_PLAYER: &[Param] = &[Param::new("player", PLAYER)];

pub(crate) const OF_UNIT: &[Param] = &[Param::new("unit", UNIT)];

pub(crate) const OF_DISCARDED: &[Param] = &[Param::new("card", DISCARDED)];

pub(crate) const OF_MOON: &[Param] = &[Param::new("moon", MOON)];
