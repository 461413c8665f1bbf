//! The engine for Python, as the module `cardwright._native`.
//!
//! [`Service`] is the protocol of `cardwright serve --stdio`, lines in and lines out. Other functions are for work that
//! is too slow over lines: numbers for machine learning, and simulations on threads. Python programs use the typed
//! package around it (`crates/python/python/cardwright`, described in `docs/guide/python.md`).

mod answers;
mod batch;
mod error;
mod features;
mod measure;
mod service;
mod simulate;

use pyo3::prelude::pymodule;

/// The engine of Cardwright, as the package `cardwright` uses it.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::answers::Answers;
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::measure::{Arena, Balance, Learning};
    #[pymodule_export]
    use crate::service::Service;
    #[pymodule_export]
    use crate::simulate::{merge, simulate};

    /// The version of the engine.
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
