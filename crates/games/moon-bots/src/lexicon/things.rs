//! The kinds of things that words can refer to, and the types of values.

use crate::sizes::{CAP, SLOTS, UPGRADES};
use cardwright_effects::{Param, Thing, Ty};
use cardwright_runtime::numbered;

pub(super) const NUMBER: Ty = Ty::Number;

pub(super) const TRUTH: Ty = Ty::Truth;

pub(super) const ROBOT: Ty = Ty::One(ThingId::Robot.n());

pub(super) const ROBOTS: Ty = Ty::Many(ThingId::Robot.n());

pub(super) const FACE: Ty = Ty::One(ThingId::Face.n());

pub(super) const FACES: Ty = Ty::Many(ThingId::Face.n());

pub(super) const PLACE: Ty = Ty::One(ThingId::Place.n());

pub(super) const PLACES: Ty = Ty::Many(ThingId::Place.n());

pub(super) const CARD: Ty = Ty::One(ThingId::Card.n());

pub(super) const CARDS: Ty = Ty::Many(ThingId::Card.n());

pub(super) const DAMAGE_TYPE: Ty = Ty::One(ThingId::Damage.n());

pub(super) const PLAYER: Ty = Ty::One(ThingId::Player.n());

pub(super) const PLAYERS: Ty = Ty::Many(ThingId::Player.n());

pub(super) const SORT: Ty = Ty::One(ThingId::Sort.n());

pub(super) const VARIANT: Ty = Ty::One(ThingId::Variant.n());

pub(super) const SLOT_TY: Ty = Ty::One(ThingId::Slot.n());

pub(super) const SLOTS_TY: Ty = Ty::Many(ThingId::Slot.n());

pub(super) const KEYWORD: Ty = Ty::One(ThingId::Keyword.n());

pub(super) const OF_ROBOT: &[Param] = &[Param::new("robot", ROBOT)];

/// The maximum energy of a robot if each of its cards raises the maximum.
pub(super) const ALL_CAPS: i16 = FULL * (1 + SLOTS + UPGRADES) as i16;

/// The maximum energy of a robot without cards that raise it.
pub(super) const FULL: i16 = CAP as i16;

pub(super) const HOLDS: &str = "a robot has at most 18 energy";

numbered! {
    /// Kinds of things, numbered as in the lexicon.
    ThingId, THINGS: Thing;
    Robot = Thing::new("robot", "A robot.", true);
    Face = Thing::new("face", "The face of a die.", true).numbered(1, 6);
    Place = Thing::new("place", "A place of the market with its card.", true);
    Card = Thing::new("card", "A part or upgrade, in the pile or on a robot.", false);
    Damage = Thing::new("damage", "A type of damage.", true);
    Player = Thing::new("player", "A player.", true);
    Sort = Thing::new("sort", "A sort of card.", true);
    Variant = Thing::new("variant", "A variant of a rule: one way to settle an open question.", true);
    Keyword = Thing::new("keyword", "A keyword of parts and upgrades.", false);
    Weapon = Thing::new("weapon", "A secret weapon in a hand.", false);
    Slot = Thing::new("slot", "A slot of a robot, or the part in it.", true);
}
