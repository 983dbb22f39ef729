//! A whole experiment in one small file: the longest Collatz sequences below powers of ten, beside the published ones.
//!
//! `cargo run --release -p secateur-lab --example collatz -- DIRECTORY` runs it and writes every kind of file that the
//! laboratory knows. It is the model to copy for a new experiment; it needs no game and no search.

use secateur_lab::number::superscript;
use secateur_lab::statistics::Summary;
use secateur_lab::{
    About, Axis, Context, Ended, Experiment, Figure, Instance, Page, Plan, Record, RunError, Series, Settings, Silent,
    Table, numbers, reproduce, write_report,
};

/// The start below 10, 100, … that needs the most steps, sequence A284668 of the On-Line Encyclopedia of Integer
/// Sequences, and how many steps it needs.
const PUBLISHED: [(u64, u64); 6] = [(9, 19), (97, 118), (871, 178), (6_171, 261), (77_031, 350), (837_799, 524)];

struct Collatz;

impl Experiment for Collatz {
    fn about(&self) -> &About {
        &About {
            id: "collatz",
            title: "Longest Collatz sequences",
            paper: "On-Line Encyclopedia of Integer Sequences",
            place: "A284668",
            seconds: 2.0,
            quick_seconds: 1.0,
        }
    }

    fn instances(&self, settings: &Settings) -> Vec<Instance> {
        let powers: u32 = if settings.quick { 4 } else { 6 };
        let below = (1..=powers).map(|power| {
            // The time grows tenfold with each power, which the estimate of the time left should know.
            let instance = Instance::new(format!("below 10^{power}")).weighing(10_f64.powf(power.into()));
            instance.with("kind", "longest").with("power", power)
        });
        let samples = (1..=powers).flat_map(|power| (0..12).map(move |sample| (power, sample)));
        let samples = samples.map(|(power, sample)| {
            let instance = Instance::new(format!("sample {sample} below 10^{power}"));
            let seed = settings.seed * 1_000 + sample;
            instance.with("kind", "sample").with("power", power).seeded(seed)
        });
        below.chain(samples).collect()
    }

    fn run(&self, instance: &Instance, context: &Context) -> Result<Record, RunError> {
        let limit = 10_u64.pow(instance.count("power")? as u32);
        if instance.text("kind")? == "sample" {
            let start = 1 + splitmix(instance.seed) % (limit - 1);
            return Ok(Record::new().with("start", start).with("steps", steps(start)));
        }
        let (mut longest, mut least_start) = (0, 1);
        for start in 1..limit {
            if start % 100_000 == 0 {
                context.check()?;
            }
            if steps(start) > longest {
                (longest, least_start) = (steps(start), start);
            }
        }
        Ok(Record::new().with("start", least_start).with("steps", longest))
    }

    fn page(&self, records: &[Record]) -> Page {
        let mut table = Table::new("longest", "The longest sequence below each power of ten")
            .column("below")
            .compared("start")
            .compared("steps");
        let mut ours = Series::line("longest");
        let mut paper = Series::line("longest").paper();
        let mut sampled = Series::scatter("mean of 12 random starts, 95% interval");
        let (mut names, mut short, mut long) = (Vec::new(), Series::bars("mean"), Series::bars("longest"));
        for (place, (start, most)) in PUBLISHED.into_iter().enumerate() {
            let power = place as u32 + 1;
            let limit = 10_f64.powf(power.into());
            let of = |kind: &'static str| move |record: &Record| record.has("kind", kind) && record.has("power", power);
            let Some(found) = records.iter().find(|record| of("longest")(record)) else {
                break;
            };
            let name = format!("10{}", superscript(power as i32));
            table
                .row(&name)
                .beside(found.number("start"), Some(start as f64))
                .beside(found.number("steps"), Some(most as f64));
            let steps = found.number("steps").unwrap_or(f64::NAN);
            ours = ours.points([(limit, steps)]);
            paper = paper.points([(limit, most as f64)]);
            if let Some(summary) = Summary::of(&numbers(records, "steps", of("sample"))) {
                sampled = sampled.estimate(limit, summary.mean, summary.interval());
                short = short.estimate(place as f64, summary.mean, summary.interval());
            }
            long = long.points([(place as f64, steps)]);
            names.push(format!("below {name}"));
        }
        let published: Vec<_> =
            PUBLISHED.iter().take(names.len()).enumerate().map(|(i, p)| (i as f64, p.1 as f64)).collect();
        let by_limit = Figure::new("by-limit", "Steps grow with the logarithm of the limit")
            .axes(Axis::log("starts below"), Axis::linear("steps").including(0.0))
            .caption("A dot in a ring: ours is the published number.")
            .series(ours)
            .series(paper)
            .series(sampled);
        let bars = Figure::new("bars", "Mean and longest sequence")
            .axes(Axis::categories("", names), Axis::log("steps, logarithmic"))
            .series(short)
            .series(long)
            .series(Series::bars("longest").paper().points(published));
        Page::new()
            .prose("A Collatz sequence halves even numbers and takes odd ones to `3n + 1` until it meets 1.")
            .table(table)
            .figure(by_limit)
            .figure(bars)
    }
}

fn steps(start: u64) -> u64 {
    let (mut number, mut count) = (start, 0);
    while number != 1 {
        number = if number % 2 == 0 { number / 2 } else { 3 * number + 1 };
        count += 1;
    }
    count
}

/// A well mixed number for each seed.
fn splitmix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let directory = std::env::args().nth(1).ok_or("expected a directory to write into")?;
    let plan = Plan::new(&directory, Settings::new(env!("CARGO_PKG_VERSION")));
    let ended = reproduce(&Collatz, &plan, &Silent)?;
    if let Ended::Finished(results) = ended {
        write_report(directory.as_ref(), "Secateur: reproduced", &[*results])?;
    }
    Ok(())
}
