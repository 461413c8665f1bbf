//! The printed cards again, as a person would copy them from the table. The pack is compared with them.

/// A condition on dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Works {
    /// One die with one of these faces.
    Any(&'static [i32]),
    Pair,
    Sum(i32),
    SumBelow(i32),
    SumAbove(i32),
}

/// A robot part, or a basic ability of every robot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) id: &'static str,
    /// The slot; empty for a basic ability.
    pub(super) slot: &'static str,
    pub(super) works: Works,
    pub(super) fist: i32,
    pub(super) missile: i32,
    pub(super) gain: i32,
    pub(super) loss: i32,
    /// Whether it leaves with three players.
    pub(super) marked: bool,
}

const fn part(
    id: &'static str,
    slot: &'static str,
    works: Works,
    [fist, missile, gain, loss]: [i32; 4],
    marked: bool,
) -> Part {
    Part {
        id,
        slot,
        works,
        fist,
        missile,
        gain,
        loss,
        marked,
    }
}

use Works::{Any, Pair, Sum, SumAbove, SumBelow};

pub(super) const BASE: [Part; 2] = [
    part("base-punch", "", Any(&[1]), [1, 0, 0, 0], false),
    part("base-rocket", "", Any(&[6]), [0, 1, 0, 0], false),
];

pub(super) const PARTS: [Part; 24] = [
    part("solar-visor", "head", Any(&[1, 2, 3]), [0, 0, 1, 0], false),
    part("sky-antenna", "head", Any(&[4, 5, 6]), [0, 0, 1, 0], false),
    part("twin-lenses", "head", Pair, [0, 0, 2, 0], false),
    part("cyclops-eye", "head", Any(&[4]), [0, 1, 1, 0], true),
    part(
        "chest-launcher",
        "torso",
        Any(&[1, 3, 5]),
        [0, 1, 0, 0],
        false,
    ),
    part("battering-chest", "torso", Sum(7), [3, 0, 0, 0], false),
    part("twin-silo", "torso", Pair, [0, 2, 1, 0], false),
    part("mega-silo", "torso", SumAbove(10), [0, 4, 0, 0], true),
    part("left-claw", "left-arm", Any(&[1, 2]), [1, 0, 0, 0], false),
    part("left-hammer", "left-arm", Any(&[5]), [2, 0, 0, 0], false),
    part(
        "left-overdrive-fist",
        "left-arm",
        Any(&[4, 5, 6]),
        [2, 0, 0, 1],
        false,
    ),
    part("left-wrecker", "left-arm", SumAbove(10), [4, 0, 0, 0], true),
    part(
        "right-claw",
        "right-arm",
        Any(&[2, 4, 6]),
        [1, 0, 1, 0],
        false,
    ),
    part(
        "right-launcher",
        "right-arm",
        Any(&[5, 6]),
        [0, 1, 0, 0],
        false,
    ),
    part("right-cannon", "right-arm", Any(&[3]), [0, 2, 0, 0], false),
    part(
        "right-siege-cannon",
        "right-arm",
        SumBelow(4),
        [0, 4, 1, 0],
        true,
    ),
    part(
        "left-rocket-boot",
        "left-leg",
        Any(&[2, 3, 4]),
        [0, 1, 0, 0],
        false,
    ),
    part("left-mortar", "left-leg", Any(&[6]), [0, 2, 0, 0], false),
    part("left-reactor-leg", "left-leg", Sum(7), [0, 2, 1, 0], false),
    part(
        "left-hot-booster",
        "left-leg",
        Any(&[1, 2, 3]),
        [0, 2, 0, 1],
        true,
    ),
    part(
        "right-kicker",
        "right-leg",
        Any(&[3, 4, 5]),
        [1, 0, 0, 0],
        false,
    ),
    part("right-spike", "right-leg", Any(&[1]), [2, 0, 0, 0], false),
    part("right-stomper", "right-leg", Pair, [3, 0, 0, 0], false),
    part(
        "right-crusher",
        "right-leg",
        SumBelow(4),
        [4, 0, 1, 0],
        true,
    ),
];

/// Four copies of each, one of them marked.
pub(super) const UPGRADES: [&str; 6] = [
    "plus-die",
    "re-roll",
    "strong-fist",
    "strong-missile",
    "fist-protection",
    "missile-protection",
];

/// One of each.
pub(super) const WEAPONS: [&str; 17] = [
    "energy-stock",
    "dodge",
    "deflection",
    "energy-pump",
    "stronger",
    "shock-absorber",
    "adjustment",
    "rest",
    "black-market",
    "supermarket",
    "computer-virus",
    "look-closer",
    "spy",
    "technological-advance",
    "trick",
    "bad-luck",
    "extra-upgrade",
];

/// A part by its id.
pub(super) fn find(id: &str) -> Option<&'static Part> {
    PARTS.iter().chain(&BASE).find(|part| part.id == id)
}
