//! Where rooms are kept: what a store promises, whatever keeps it.

mod kept;
mod sqlite;
mod writer;

pub use kept::{Kept, Store, StoreError, Write};
pub use sqlite::Sqlite;
pub(crate) use writer::Writer;
