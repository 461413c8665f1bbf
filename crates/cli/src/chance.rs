//! Random seeds.

use crate::stop::CommandError;

/// A random seed from the operating system, any of 2^64, so that nobody can guess it.
///
/// # Errors
/// When the system has no random numbers.
pub(crate) fn seed() -> Result<u64, CommandError> {
    getrandom::u64().map_err(|error| {
        let what = format!("the system has no random numbers: {error}");
        CommandError::usage(what, "choose a seed: `--seed 7`")
    })
}
