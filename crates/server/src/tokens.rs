//! Tokens of seats and ids of rooms, from the system's random numbers.

use crate::HttpError;
use crate::clients::SeatKey;
use std::fmt::Write;

/// The number of bytes in a token: 128 bits cannot be guessed.
const TOKEN: usize = 16;
/// The number of bytes in a room's id: it must not be guessable either, because everyone who has it may watch.
const ROOM: usize = 10;

/// Random bytes from the system as lower-case hexadecimal digits.
fn random<const N: usize>() -> Result<String, HttpError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| HttpError::internal(&error))?;
    Ok(hex(&bytes))
}

/// Bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Makes a new random token.
pub(crate) fn token() -> Result<String, HttpError> {
    random::<TOKEN>()
}

/// Makes the id of a new room.
pub(crate) fn room() -> Result<String, HttpError> {
    Ok(format!("r{}", random::<ROOM>()?))
}

/// Whether a text has the form of a room's id; nothing else is looked up.
pub(crate) fn is_room(id: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let digits = id.strip_prefix('r').unwrap_or_default();
    digits.len() == 2 * ROOM && digits.bytes().all(plain)
}

/// A secret seed, below 2^53 so that every language can read a save that contains it.
pub(crate) fn seed() -> Result<u64, HttpError> {
    let bits = getrandom::u64().map_err(|error| HttpError::internal(&error))?;
    Ok(bits >> 11)
}

/// The stored digest of a token: it does not allow anyone who reads the store to play.
pub(crate) fn digest(token: &str) -> SeatKey {
    blake3::hash(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every generated id is valid; an id that differs in one place is not.
    #[test]
    fn ids_of_rooms_have_one_form() {
        let id = room().unwrap();
        assert!(is_room(&id) && is_room(&room().unwrap()));
        for at in 0..id.len() {
            for other in ["", "\0", "g", "A", "é", "00"] {
                let changed = format!("{}{other}{}", &id[..at], &id[at + 1..]);
                assert!(!is_room(&changed), "{changed:?}");
            }
        }
        assert!(!is_room("") && !is_room("r") && !is_room(&id.repeat(1_000)));
    }

    /// Seeds are below 2^53 and use all of these bits; tokens and digests have their length and are never the same.
    #[test]
    fn seeds_and_tokens_are_random_and_as_large_as_they_should_be() {
        let seeds: Vec<u64> = (0..200).map(|_| seed().unwrap()).collect();
        assert!(seeds.iter().all(|seed| *seed < 1 << 53));
        let bits = seeds.iter().fold(0, |bits, seed| bits | seed);
        assert_eq!(bits, (1 << 53) - 1);
        let (one, other) = (token().unwrap(), token().unwrap());
        assert!(
            one != other && one.len() == 32 && one.bytes().all(|byte| byte.is_ascii_hexdigit())
        );
        assert_eq!(digest(&one), digest(&one));
        assert_ne!(digest(&one), digest(&other));
        assert_eq!(hex(&[0, 9, 0xab, 0xff]), "0009abff");
    }
}
