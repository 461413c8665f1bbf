//! Who decides, who watches, and how a game ends.

use serde::de::{self, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A player's place at the table, counted from 0 in turn order. It is displayed and serialized counted from 1, as
/// players and other programs expect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(pub u8);

impl From<Seat> for u8 {
    /// The seat's number, counted from 1.
    fn from(seat: Seat) -> u8 {
        seat.0.saturating_add(1)
    }
}

impl TryFrom<u8> for Seat {
    type Error = &'static str;

    /// The seat with a number from 1 to 8.
    fn try_from(number: u8) -> Result<Self, Self::Error> {
        match number {
            1..=8 => Ok(Seat(number - 1)),
            _ => Err("seats are numbered from 1 to 8"),
        }
    }
}

impl Seat {
    /// The seat as an index into per-seat tables.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// A set of up to 8 seats; serialized as a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Seat>", into = "Vec<Seat>")]
pub struct SeatSet(pub u8);

impl From<Vec<Seat>> for SeatSet {
    fn from(seats: Vec<Seat>) -> Self {
        SeatSet(
            seats
                .into_iter()
                .fold(0, |set, seat| set | SeatSet::one(seat).0),
        )
    }
}

impl From<SeatSet> for Vec<Seat> {
    fn from(set: SeatSet) -> Self {
        set.iter().collect()
    }
}

impl SeatSet {
    /// A set with a single seat.
    pub fn one(seat: Seat) -> Self {
        SeatSet(1 << seat.0)
    }

    /// Whether the seat is in the set.
    #[inline]
    pub fn has(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// The number of seats in the set.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has no seats.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in turn order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..8).map(Seat).filter(move |seat| self.has(*seat))
    }
}

/// Who answers the current question. Serialized as an object whose `kind` is `seat`, `chance` or `over`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "WrittenActor", into = "WrittenActor")]
pub enum Actor {
    /// A player decides.
    Seat(Seat),
    /// Dice or a draw decides; see [`crate::Rules::chance_outcomes`].
    Chance,
    /// Nobody decides, because the game has ended.
    Over(Outcome),
}

/// The serialized form of an [`Actor`].
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum WrittenActor {
    Seat { seat: Seat },
    Chance,
    Over { winners: SeatSet },
}

impl From<Actor> for WrittenActor {
    fn from(actor: Actor) -> Self {
        match actor {
            Actor::Seat(seat) => WrittenActor::Seat { seat },
            Actor::Chance => WrittenActor::Chance,
            Actor::Over(Outcome { winners }) => WrittenActor::Over { winners },
        }
    }
}

impl From<WrittenActor> for Actor {
    fn from(written: WrittenActor) -> Self {
        match written {
            WrittenActor::Seat { seat } => Actor::Seat(seat),
            WrittenActor::Chance => Actor::Chance,
            WrittenActor::Over { winners } => Actor::Over(Outcome { winners }),
        }
    }
}

/// How a game ended. One winner has won; several winners share the win; without a winner the game is a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The seats that won or share the win.
    pub winners: SeatSet,
}

impl Outcome {
    /// The single winner, if there is exactly one.
    pub fn winner(self) -> Option<Seat> {
        if self.winners.len() == 1 {
            self.winners.iter().next()
        } else {
            None
        }
    }
}

/// The viewer for whom a view is made. Serialized as the seat's number, `spectator` or `host`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// A player, who sees public information and what the seat may know.
    Seat(Seat),
    /// A spectator, who sees only public information.
    Spectator,
    /// The referee, who sees everything, including hidden cards.
    Referee,
}

impl Serialize for Viewer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Viewer::Seat(seat) => seat.serialize(to),
            Viewer::Spectator => to.serialize_str("spectator"),
            Viewer::Referee => to.serialize_str("host"),
        }
    }
}

impl<'de> Deserialize<'de> for Viewer {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Viewer, D::Error> {
        from.deserialize_any(Written)
    }
}

/// Deserializes a [`Viewer`].
struct Written;

impl Visitor<'_> for Written {
    type Value = Viewer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seat's number from 1 to 8, `spectator` or `host`")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Viewer, E> {
        let seat = u8::try_from(number)
            .ok()
            .and_then(|number| Seat::try_from(number).ok());
        seat.map(Viewer::Seat)
            .ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<Viewer, E> {
        match word {
            "spectator" => Ok(Viewer::Spectator),
            "host" => Ok(Viewer::Referee),
            _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
        }
    }
}

impl Viewer {
    /// Parses a viewer: `spectator`, `host`, or a player's number from 1 to 8.
    pub fn named(word: &str) -> Option<Viewer> {
        match (word, word.parse::<u8>()) {
            ("spectator", _) => Some(Viewer::Spectator),
            ("host", _) => Some(Viewer::Referee),
            (_, Ok(number @ 1..=8)) => Some(Viewer::Seat(Seat(number - 1))),
            _ => None,
        }
    }
}

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Viewer::Seat(seat) => write!(f, "player {seat}"),
            Viewer::Spectator => f.write_str("a spectator"),
            Viewer::Referee => f.write_str("the host"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::DeserializeOwned;
    use std::fmt::Debug;

    fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, written: &str) {
        assert_eq!(serde_json::to_string(&value).unwrap(), written);
        assert_eq!(serde_json::from_str::<T>(written).unwrap(), value);
    }

    #[test]
    fn sets_hold_up_to_eight_seats() {
        let seats = |bits: u8| SeatSet(bits).iter().map(|seat| seat.0).collect::<Vec<_>>();
        for bits in 0..=u8::MAX {
            let expected: Vec<u8> = (0..8).filter(|seat| bits >> seat & 1 == 1).collect();
            assert_eq!(seats(bits), expected);
            assert_eq!(SeatSet(bits).len() as usize, expected.len());
            assert_eq!(SeatSet::from(Vec::from(SeatSet(bits))), SeatSet(bits));
            let alone = if expected.len() == 1 {
                Some(Seat(expected[0]))
            } else {
                None
            };
            assert_eq!(
                Outcome {
                    winners: SeatSet(bits)
                }
                .winner(),
                alone
            );
        }
    }

    #[test]
    fn viewers_are_named_from_one_to_eight() {
        for number in 0..=300u32 {
            let seat = (1..=8)
                .contains(&number)
                .then(|| Viewer::Seat(Seat(number as u8 - 1)));
            assert_eq!(Viewer::named(&number.to_string()), seat);
        }
        assert_eq!(Viewer::named("spectator"), Some(Viewer::Spectator));
        assert_eq!(Viewer::named("host"), Some(Viewer::Referee));
        for wrong in ["", "Host", "-1", "1 ", "referee", "one"] {
            assert_eq!(Viewer::named(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_written_counts_seats_from_one() {
        check(Seat(0), "1");
        check(SeatSet(0b101), "[1,3]");
        check(Actor::Seat(Seat(1)), r#"{"kind":"seat","seat":2}"#);
        check(Actor::Chance, r#"{"kind":"chance"}"#);
        check(
            Actor::Over(Outcome {
                winners: SeatSet(2),
            }),
            r#"{"kind":"over","winners":[2]}"#,
        );
        check(Viewer::Seat(Seat(3)), "4");
        check(Viewer::Spectator, "\"spectator\"");
        check(Viewer::Referee, "\"host\"");
        for wrong in ["0", "9", "-1", "256", "\"1\"", "null"] {
            assert!(serde_json::from_str::<Seat>(wrong).is_err(), "{wrong}");
        }
        for wrong in [
            "0", "9", "-1", "256", "1.5", "\"1\"", "\"Host\"", "null", "[1]", "{}", "true",
        ] {
            let error = serde_json::from_str::<Viewer>(wrong)
                .unwrap_err()
                .to_string();
            assert!(
                error.contains("expected a seat's number from 1 to 8, `spectator` or `host`"),
                "{error}"
            );
        }
    }
}
