//! Secrets of seats and names of rooms, from the system's randomness.

use crate::HttpError;
use crate::clients::SeatKey;
use std::fmt::Write;

/// Bytes of a token: nobody guesses 128 bits.
const TOKEN: usize = 16;
/// Bytes of a room's id: whoever has it may watch, so it is not to be guessed either.
const ROOM: usize = 10;

/// Bytes from the system as small letters and digits.
fn random<const N: usize>() -> Result<String, HttpError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| HttpError::internal(&error))?;
    Ok(hex(&bytes))
}

/// Bytes as small letters and digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A new token.
pub(crate) fn token() -> Result<String, HttpError> {
    random::<TOKEN>()
}

/// The id of a new room.
pub(crate) fn room() -> Result<String, HttpError> {
    Ok(format!("r{}", random::<ROOM>()?))
}

/// Whether this is written as the id of a room is: nothing else is looked for, or kept in memory meanwhile.
pub(crate) fn is_room(id: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let digits = id.strip_prefix('r').unwrap_or_default();
    digits.len() == 2 * ROOM && digits.bytes().all(plain)
}

/// A seed that nobody knows, below 2^53 so that every language can read a save of it.
pub(crate) fn seed() -> Result<u64, HttpError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| HttpError::internal(&error))?;
    Ok(u64::from_le_bytes(bytes) >> 11)
}

/// What is kept of a token: whoever reads the store cannot play with it.
pub(crate) fn digest(token: &str) -> SeatKey {
    blake3::hash(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every id that is made is one; what differs from it in one place is none.
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
}
