//! `secateur bench --threads`: what several threads gain on this machine, and where the rest of their time goes.
//!
//! Of the time that all threads together have, a part is the search that one thread would have done; the rest is lost to waiting
//! (the thread did not run), to nodes that one thread would not have looked at, and to nodes that take longer than on one thread:
//! memory, caches and cores that are shared. The last also slows down threads that have nothing to do with each other, so such
//! threads are measured, too: no search can gain more than they do.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, ensure};
use secateur_catalogue::{Answer, Report, Request, Resources, Value, solve};
use secateur_search::Limits;

use crate::numbers::grouped;

/// A question that takes a second or more on one thread.
struct Row {
    what: &'static str,
    game: &'static str,
    parameters: &'static [&'static str],
    /// Where more than one thread is asked, and where one is.
    algorithms: [&'static str; 2],
    depth: Option<u32>,
    memory: Option<usize>,
}

const ROWS: [Row; 6] = [
    Row {
        what: "Connect Four 4444441 to the end, threads that meet in the table",
        game: "connect-four",
        parameters: &["position=4444441"],
        algorithms: ["jamboree:windows=null", "mtdf"],
        depth: None,
        memory: Some(1024),
    },
    Row {
        what: "the same, threads that share moves (meet=splits)",
        game: "connect-four",
        parameters: &["position=4444441"],
        algorithms: ["jamboree:windows=null,meet=splits", "mtdf"],
        depth: None,
        memory: Some(1024),
    },
    Row {
        what: "Connect Four to depth 16 without a table, shared moves",
        game: "connect-four",
        parameters: &[],
        algorithms: ["jamboree:order=listed,table=off,plies=64", "alpha-beta:order=listed,table=off"],
        depth: Some(16),
        memory: None,
    },
    Row {
        what: "parallel minimax, Connect Four to depth 9",
        game: "connect-four",
        parameters: &[],
        algorithms: ["parallel-minimax", "minimax"],
        depth: Some(9),
        memory: None,
    },
    Row {
        what: "Goofspiel with 9 cards, joint",
        game: "goofspiel",
        parameters: &["cards=9"],
        algorithms: ["joint"; 2],
        depth: None,
        memory: None,
    },
    Row {
        what: "a random graph of families, duo",
        game: "random-dag",
        parameters: &["depth=17", "branching=9", "variables=14", "lattice=family"],
        algorithms: ["duo"; 2],
        depth: None,
        memory: None,
    },
];

/// One run: wall-clock seconds, seconds of processor time, nodes.
struct Run {
    seconds: f64,
    processor: Option<f64>,
    nodes: u64,
}

/// Prints the table for 1, 2, 4 … threads, and bars for where the time goes.
pub(crate) fn run(most: usize, out: &mut impl Write) -> Result<ExitCode> {
    let counts: Vec<usize> = std::iter::successors(Some(2), |&count| Some(count * 2))
        .take_while(|&count| count < most)
        .chain((most > 1).then_some(most))
        .collect();
    writeln!(
        out,
        "Bars show the time of all threads: # the one thread's search, + more nodes, ~ slower nodes, . waiting\n"
    )?;
    for row in &ROWS {
        writeln!(out, "{}:", row.what)?;
        let (one, value) = row.ask(1)?;
        writeln!(out, "  {:>3} thread  {:8.2} s {:>14} nodes", 1, one.seconds, grouped(one.nodes))?;
        out.flush()?;
        for &threads in &counts {
            let (several, found) = row.ask(threads)?;
            ensure!(agree(&value.answer, &found.answer), "{} found another value on {threads} threads", row.what);
            writeln!(
                out,
                "  {threads:>3} threads {:8.2} s {:>14} nodes  {:6.2} times as fast  {}",
                several.seconds,
                grouped(several.nodes),
                one.seconds / several.seconds,
                bar(&one, &several, threads)
            )?;
            out.flush()?;
        }
    }
    writeln!(
        out,
        "the ceiling: threads that each do the same search for themselves (minimax, Connect Four to depth 9)"
    )?;
    let row = &ROWS[3];
    let alone = independent(row, 1)?;
    for &threads in &counts {
        writeln!(
            out,
            "  {threads:>3} threads do {:6.2} times as much",
            threads as f64 * alone / independent(row, threads)?
        )?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Row {
    fn request(&self, threads: usize) -> Request {
        let mut limits = Limits::none();
        limits.depth = self.depth;
        let mut request = Request::new(self.game)
            .algorithm(self.algorithms[usize::from(threads == 1)])
            .limits(limits)
            .resources(Resources { threads: Some(threads), memory: self.memory, ..Resources::default() });
        request.parameters = self.parameters.iter().map(|&word| word.to_owned()).collect();
        request
    }

    fn ask(&self, threads: usize) -> Result<(Run, Report)> {
        let before = processor_time();
        let solution = solve(&self.request(threads))?;
        let processor = before.zip(processor_time()).map(|(before, after)| after - before);
        let statistics = &solution.answer.statistics;
        let run = Run { seconds: statistics.seconds.max(1e-6), processor, nodes: statistics.visits.max(1) };
        Ok((run, solution))
    }
}

/// Whether two answers are the same. Bounds of reals are rounded outwards, and how far depends on the way there: they have to
/// overlap.
fn agree(one: &Answer, other: &Answer) -> bool {
    match (&one.lower, &one.upper, &other.lower, &other.upper) {
        (Value::Real(a), Value::Real(b), Value::Real(c), Value::Real(d)) => a <= d && c <= b,
        (a, b, c, d) => (a, b) == (c, d),
    }
}

/// How long threads take that each do the same search, on one thread each.
fn independent(row: &Row, threads: usize) -> Result<f64> {
    let started = Instant::now();
    std::thread::scope(|scope| {
        let searches: Vec<_> = (0..threads).map(|_| scope.spawn(|| solve(&row.request(1)).map(|_| ()))).collect();
        searches
            .into_iter()
            .try_for_each(|search| search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })?;
    Ok(started.elapsed().as_secs_f64())
}

/// Forty signs for the time of all threads.
fn bar(one: &Run, several: &Run, threads: usize) -> String {
    const SIGNS: f64 = 40.0;
    let all = threads as f64 * several.seconds;
    let ran = several.processor.map_or(all, |processor| processor.min(all));
    let useful = one.seconds.min(ran);
    // What the nodes would have taken at the speed of one thread.
    let at_speed = (one.seconds * several.nodes as f64 / one.nodes as f64).clamp(useful, ran);
    let ends = [useful, at_speed, ran, all].map(|end| (SIGNS * end / all).round() as usize);
    let mut drawn = String::new();
    for (sign, end) in ["#", "+", "~", "."].into_iter().zip(ends) {
        drawn += &sign.repeat(end.saturating_sub(drawn.len()));
    }
    drawn
}

/// The seconds that all threads of this program have run, where the system tells.
fn processor_time() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Fields 14 and 15 of the line, counted in hundredths of a second; the name before them may have spaces in it.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_shows_where_the_time_of_all_threads_goes() {
        let run = |seconds, processor, nodes| Run { seconds, processor, nodes };
        let one = run(4.0, Some(4.0), 100);
        // Four threads for two seconds, of which six ran: four useful, half as many nodes more at the usual speed.
        let several = run(2.0, Some(7.0), 150);
        assert_eq!(
            bar(&one, &several, 4),
            format!("{}{}{}{}", "#".repeat(20), "+".repeat(10), "~".repeat(5), ".".repeat(5))
        );
        // Fewer nodes than on one thread, and a system that tells nothing.
        assert_eq!(bar(&one, &run(1.0, None, 50), 4), "#".repeat(40));
    }

    #[test]
    fn every_row_names_a_search_of_the_catalogue() {
        for row in &ROWS {
            for threads in [1, 2] {
                let mut request = row.request(threads);
                request.limits = Limits::none().nodes(1000);
                solve(&request).unwrap_or_else(|problem| panic!("{}: {problem}", row.what));
            }
        }
    }
}
