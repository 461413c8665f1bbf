//! How errors of others are written as data.

/// An error that knows only how it reads, as its text.
pub(crate) fn shown<T: std::fmt::Display, S: serde::Serializer>(
    error: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(error)
}
