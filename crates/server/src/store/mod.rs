//! Where rooms are kept: what a store promises, whatever keeps it.

mod kept;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;
mod writer;

pub use kept::{Kept, Stale, Store, StoreError, Write};
#[cfg(feature = "postgres")]
pub use postgres::Postgres;
pub use sqlite::Sqlite;
pub(crate) use writer::{Writer, now};
