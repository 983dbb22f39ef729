//! GLPK through its C interface, with one problem object per size that is reused for every matrix.
//!
//! Two ways to write the game as a program and two pricing rules are tried; the report uses the best of them.

use std::ffi::{c_double, c_int, c_void};

/// `glp_smcp` of GLPK 5.0: control parameters of the simplex method.
#[repr(C)]
#[derive(Clone)]
struct Parameters {
    msg_lev: c_int,
    meth: c_int,
    pricing: c_int,
    r_test: c_int,
    tol_bnd: c_double,
    tol_dj: c_double,
    tol_piv: c_double,
    obj_ll: c_double,
    obj_ul: c_double,
    it_lim: c_int,
    tm_lim: c_int,
    out_frq: c_int,
    out_dly: c_int,
    presolve: c_int,
    excl: c_int,
    shift: c_int,
    aorn: c_int,
    reserved: [c_double; 33],
}

const MAXIMISE: c_int = 2;
const FREE: c_int = 1;
const LOWER: c_int = 2;
const UPPER: c_int = 3;
const FIXED: c_int = 5;
const OPTIMAL: c_int = 5;
const SILENT: c_int = 0;
const DANTZIG: c_int = 0x11;
const STEEPEST_EDGE: c_int = 0x22;

#[link(name = "glpk")]
unsafe extern "C" {
    fn glp_create_prob() -> *mut c_void;
    fn glp_delete_prob(problem: *mut c_void);
    fn glp_set_obj_dir(problem: *mut c_void, direction: c_int);
    fn glp_add_rows(problem: *mut c_void, count: c_int) -> c_int;
    fn glp_add_cols(problem: *mut c_void, count: c_int) -> c_int;
    fn glp_set_row_bnds(
        problem: *mut c_void,
        row: c_int,
        kind: c_int,
        lower: c_double,
        upper: c_double,
    );
    fn glp_set_col_bnds(
        problem: *mut c_void,
        column: c_int,
        kind: c_int,
        lower: c_double,
        upper: c_double,
    );
    fn glp_set_obj_coef(problem: *mut c_void, column: c_int, coefficient: c_double);
    fn glp_set_mat_row(
        problem: *mut c_void,
        row: c_int,
        len: c_int,
        index: *const c_int,
        value: *const c_double,
    );
    fn glp_std_basis(problem: *mut c_void);
    fn glp_init_smcp(parameters: *mut Parameters);
    fn glp_simplex(problem: *mut c_void, parameters: *const Parameters) -> c_int;
    fn glp_get_status(problem: *mut c_void) -> c_int;
    fn glp_get_obj_val(problem: *mut c_void) -> c_double;
    fn glp_get_col_prim(problem: *mut c_void, column: c_int) -> c_double;
    fn glp_get_row_dual(problem: *mut c_void, row: c_int) -> c_double;
}

/// How the game is written as a program.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `max Σw`, `Aw ≤ 1` for a shifted matrix A.
    Shifted,
    /// `max v`, `xᵀP ≥ v`, `Σx = 1`.
    Value,
}

/// A problem object for square games of one size.
pub struct Glpk {
    problem: *mut c_void,
    parameters: Parameters,
    form: Form,
    size: usize,
    index: Vec<c_int>,
    value: Vec<c_double>,
    row_strategy: Vec<f64>,
    column_strategy: Vec<f64>,
}

impl Glpk {
    /// All combinations of form and pricing.
    pub fn variants(size: usize) -> Vec<Self> {
        [
            (Form::Shifted, DANTZIG),
            (Form::Shifted, STEEPEST_EDGE),
            (Form::Value, DANTZIG),
            (Form::Value, STEEPEST_EDGE),
        ]
        .into_iter()
        .map(|(form, pricing)| Self::new(size, form, pricing))
        .collect()
    }

    fn new(size: usize, form: Form, pricing: c_int) -> Self {
        let n = size as c_int;
        let extra = c_int::from(form == Form::Value);
        // SAFETY: rows and columns are numbered from 1 and all of them exist; GLPK initialises the parameters.
        unsafe {
            let problem = glp_create_prob();
            glp_set_obj_dir(problem, MAXIMISE);
            glp_add_rows(problem, n + extra);
            glp_add_cols(problem, n + extra);
            for k in 1..=n {
                glp_set_col_bnds(problem, k, LOWER, 0.0, 0.0);
                match form {
                    Form::Shifted => {
                        glp_set_row_bnds(problem, k, UPPER, 0.0, 1.0);
                        glp_set_obj_coef(problem, k, 1.0);
                    }
                    Form::Value => glp_set_row_bnds(problem, k, LOWER, 0.0, 0.0),
                }
            }
            if form == Form::Value {
                glp_set_row_bnds(problem, n + 1, FIXED, 1.0, 1.0);
                glp_set_col_bnds(problem, n + 1, FREE, 0.0, 0.0);
                glp_set_obj_coef(problem, n + 1, 1.0);
                let index: Vec<c_int> = (0..=n).collect();
                glp_set_mat_row(
                    problem,
                    n + 1,
                    n,
                    index.as_ptr(),
                    vec![1.0; size + 1].as_ptr(),
                );
            }
            let mut parameters = std::mem::zeroed::<Parameters>();
            glp_init_smcp(&mut parameters);
            parameters.msg_lev = SILENT;
            parameters.pricing = pricing;
            parameters.it_lim = 1_000;
            Self {
                problem,
                parameters,
                form,
                size,
                index: (0..=n + 1).collect(),
                value: vec![0.0; size + 2],
                row_strategy: vec![0.0; size],
                column_strategy: vec![0.0; size],
            }
        }
    }

    /// The value, or `None` if GLPK did not end within a thousand pivots; both strategies are read out as a search would.
    pub fn solve(&mut self, payoffs: &[f64]) -> Option<f64> {
        let n = self.size;
        let shift = 1.0 - payoffs.iter().copied().fold(f64::INFINITY, f64::min);
        // SAFETY: every vector is as long as GLPK is told, counted from 1.
        unsafe {
            for k in 0..n {
                match self.form {
                    Form::Shifted => {
                        for j in 0..n {
                            self.value[j + 1] = payoffs[k * n + j] + shift;
                        }
                        glp_set_mat_row(
                            self.problem,
                            k as c_int + 1,
                            n as c_int,
                            self.index.as_ptr(),
                            self.value.as_ptr(),
                        );
                    }
                    Form::Value => {
                        for i in 0..n {
                            self.value[i + 1] = payoffs[i * n + k];
                        }
                        self.value[n + 1] = -1.0;
                        let length = n as c_int + 1;
                        glp_set_mat_row(
                            self.problem,
                            k as c_int + 1,
                            length,
                            self.index.as_ptr(),
                            self.value.as_ptr(),
                        );
                    }
                }
            }
            glp_std_basis(self.problem);
            if glp_simplex(self.problem, &self.parameters) != 0
                || glp_get_status(self.problem) != OPTIMAL
            {
                return None;
            }
            for k in 0..n {
                self.column_strategy[k] = glp_get_col_prim(self.problem, k as c_int + 1);
                self.row_strategy[k] = glp_get_row_dual(self.problem, k as c_int + 1);
            }
            let objective = glp_get_obj_val(self.problem);
            Some(match self.form {
                Form::Shifted => 1.0 / objective - shift,
                Form::Value => objective,
            })
        }
    }
}

impl Drop for Glpk {
    fn drop(&mut self) {
        // SAFETY: the object was created by GLPK and is deleted once.
        unsafe { glp_delete_prob(self.problem) }
    }
}
