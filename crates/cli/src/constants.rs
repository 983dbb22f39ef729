//! `secateur bench --sweep`: Jamboree's constants, measured on this machine, to judge the defaults by.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use secateur_catalogue::{Request, Resources, Value, solve};
use secateur_search::{Limits, Stop};

use crate::numbers::{grouped, time};
use crate::watch::{INTERRUPTED, in_words, watched};

/// A question that takes seconds, and the constants that are tried on it.
struct Sweep {
    what: &'static str,
    parameters: &'static [&'static str],
    algorithm: &'static str,
    depth: Option<u32>,
    constants: &'static [(&'static str, &'static [&'static str])],
}

const SWEEPS: [Sweep; 2] = [
    Sweep {
        what: "plain alpha-beta to depth 14, by share of the moves in sequence and by cutoff",
        parameters: &[],
        algorithm: "jamboree:order=listed,table=off,plies=64",
        depth: Some(14),
        constants: &[("share", &["0", "0.25", "0.5", "1"]), ("cutoff", &["3", "6", "9"])],
    },
    Sweep {
        what: "solving 44444411 with a table, by share and by how far from the root moves are shared",
        parameters: &["position=44444411"],
        algorithm: "jamboree:order=expert,table=on,windows=null,meet=splits",
        depth: None,
        constants: &[("share", &["0", "0.5", "1"]), ("plies", &["4", "8", "16", "24"])],
    },
];

/// Times every pair of constants and names the best of each sweep.
pub(crate) fn run(threads: Option<usize>, out: &mut impl Write) -> Result<ExitCode> {
    watched(Limits::none(), |limits| time_all(threads, &limits, out))
}

fn time_all(threads: Option<usize>, limits: &Limits, out: &mut impl Write) -> Result<ExitCode> {
    for sweep in &SWEEPS {
        writeln!(out, "{}:", sweep.what)?;
        let [(first, firsts), (second, seconds)] = sweep.constants else { continue };
        let mut best = (f64::INFINITY, String::new());
        let mut value: Option<(Value, Value)> = None;
        for one in *firsts {
            for other in *seconds {
                let constants = format!("{first}={one},{second}={other}");
                let mut limits = limits.clone();
                limits.depth = sweep.depth;
                let mut request = Request::new("connect-four")
                    .algorithm(format!("{},{constants}", sweep.algorithm))
                    .limits(limits)
                    .resources(Resources { threads, ..Resources::default() });
                request.parameters = sweep.parameters.iter().map(|&word| word.to_owned()).collect();
                let answer = solve(&request)?.answer;
                if answer.stopped == Stop::Cancelled.name() {
                    writeln!(out, "  {} at {constants}; best so far: {}", in_words(Stop::Cancelled), best.1)?;
                    return Ok(ExitCode::from(INTERRUPTED));
                }
                let found = (answer.lower, answer.upper);
                ensure!(*value.get_or_insert_with(|| found.clone()) == found, "{constants}: another value");
                let took = answer.statistics.seconds;
                let nodes = grouped(answer.statistics.visits);
                writeln!(
                    out,
                    "  {constants:<24} {:>10} {nodes:>14} nodes",
                    time(std::time::Duration::from_secs_f64(took))
                )?;
                out.flush()?;
                if took < best.0 {
                    best = (took, constants);
                }
            }
        }
        writeln!(out, "  best: {}\n", best.1)?;
    }
    Ok(ExitCode::SUCCESS)
}
