//! Seeds that nobody chose.

use crate::stop::CommandError;

/// A seed from the random numbers of the system, any of the 2^64: nobody finds it by trying.
///
/// # Errors
/// When the system has none.
pub(crate) fn seed() -> Result<u64, CommandError> {
    getrandom::u64().map_err(|error| {
        let what = format!("the system gives no random numbers: {error}");
        CommandError::usage(what, "name a seed: `--seed 7`")
    })
}
