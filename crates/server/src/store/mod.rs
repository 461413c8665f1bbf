//! Stores for rooms: their interface, and its implementations.

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
