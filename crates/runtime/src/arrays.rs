//! Serializes arrays of any length; serde itself supports only some fixed lengths.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, SerializeSeq, Serializer};

/// Serializes an array as a list.
///
/// # Errors
///
/// The errors of the format.
pub(crate) fn serialize<T: Serialize, const N: usize, S: Serializer>(
    array: &[T; N],
    to: S,
) -> Result<S::Ok, S::Error> {
    let mut list = to.serialize_seq(Some(N))?;
    array
        .iter()
        .try_for_each(|one| list.serialize_element(one))?;
    list.end()
}

/// Deserializes an array from a list of the same length.
///
/// # Errors
///
/// If the list has a different length, and the errors of the format.
pub(crate) fn deserialize<'de, T: Deserialize<'de>, const N: usize, D: Deserializer<'de>>(
    from: D,
) -> Result<[T; N], D::Error> {
    let list: Vec<T> = Vec::deserialize(from)?;
    let length = list.len();
    list.try_into()
        .map_err(|_| D::Error::invalid_length(length, &"an array of another length"))
}
