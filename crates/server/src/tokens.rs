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
