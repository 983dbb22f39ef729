//! What the Python package `secateur` is built on.
//!
//! The package's own face (results, drawings, the law suite, OpenSpiel) is written in Python, in `python/secateur`; this module
//! hands requests to the catalogue as JSON and takes reports back as JSON, so that the two agree with `secateur solve --json`.
//!
//! * [`watched`]: a search runs on a thread of its own while the caller's thread waits without Python's lock, hears Ctrl-C, tells a
//!   progress callback, and answers what a game written in Python is asked.
//! * [`asked`]: a game written in Python as a game of the catalogue.
//! * [`catalogue`], [`session`], [`matrix`], [`tools`]: what Python calls.

mod asked;
mod catalogue;
mod matrix;
mod session;
mod tools;
mod watched;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pyo3::create_exception!(
    secateur,
    SecateurError,
    PyValueError,
    "Something was asked that cannot be answered; the message is one line that says what was expected."
);

/// The error of a request that cannot be served.
fn refused(problem: impl std::fmt::Display) -> PyErr {
    SecateurError::new_err(problem.to_string())
}

/// The native part of the package `secateur`.
#[pymodule]
fn _secateur(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("SecateurError", module.py().get_type::<SecateurError>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<session::Session>()?;
    for function in [
        wrap_pyfunction!(catalogue::games, module)?,
        wrap_pyfunction!(catalogue::algorithms, module)?,
        wrap_pyfunction!(catalogue::solve, module)?,
        wrap_pyfunction!(catalogue::strategies, module)?,
        wrap_pyfunction!(catalogue::exploitability, module)?,
        wrap_pyfunction!(asked::solve_own, module)?,
        wrap_pyfunction!(asked::strategies_own, module)?,
        wrap_pyfunction!(asked::exploitability_own, module)?,
        wrap_pyfunction!(asked::laws_own, module)?,
        wrap_pyfunction!(matrix::solve_matrix, module)?,
        wrap_pyfunction!(matrix::solve_matrix_exactly, module)?,
        wrap_pyfunction!(matrix::solve_matrices, module)?,
        wrap_pyfunction!(tools::suit, module)?,
        wrap_pyfunction!(tools::faults, module)?,
    ] {
        module.add_function(function)?;
    }
    Ok(())
}
