//! Where an axis begins and ends, and which of its values are named.

use crate::number::{Format, significant, superscript};

/// A numeric axis: its ends, its named values and its fine lines.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ticks {
    pub(crate) log: bool,
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) named: Vec<(f64, String)>,
    pub(crate) fine: Vec<f64>,
}

impl Ticks {
    /// The share of the axis that lies below a value: 0 at the low end, 1 at the high end.
    pub(crate) fn share(&self, value: f64) -> f64 {
        let place = |v: f64| if self.log { v.log10() } else { v };
        ((place(value) - place(self.low)) / (place(self.high) - place(self.low))).clamp(-1.0, 2.0)
    }

    /// An axis with equal steps over some values, which begins and ends on a step. It begins at zero if the values
    /// are at all near it, so that heights can be compared.
    pub(crate) fn linear(low: f64, high: f64) -> Self {
        let (mut low, mut high) = widened(low, high);
        if low > 0.0 && low < 0.5 * high {
            low = 0.0;
        } else if high < 0.0 && high > 0.5 * low {
            high = 0.0;
        }
        let step = step((high - low) / 5.0);
        let first = (low / step + 1e-9).floor() * step;
        let count = (((high - first) / step - 1e-9).ceil()).clamp(1.0, 40.0) as usize;
        let last = first + count as f64 * step;
        let values = (0..=count).map(|number| first + number as f64 * step);
        let size = first.abs().max(last.abs());
        let named = values.map(|value| (value, linear_name(value, step, size))).collect();
        Self { log: false, low: first, high: last, named, fine: Vec::new() }
    }

    /// An axis with equal factors over some positive values.
    pub(crate) fn log(low: f64, high: f64) -> Self {
        let (low, high) = if low < high { (low, high) } else { (low / 2.0, high * 2.0) };
        let decades = high.log10() - low.log10();
        let mantissas: &[f64] = if decades > 2.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let candidates = multiples(low, high, mantissas);
        // The axis ends on the nearest candidates outside the values.
        let begin = last_at_most(&candidates, low).unwrap_or(low);
        let end = first_at_least(&candidates, high).unwrap_or(high);
        let inside: Vec<f64> = candidates.into_iter().filter(|&v| v >= begin * 0.999 && v <= end * 1.001).collect();
        let stride = inside.len().div_ceil(9).max(1);
        let plain = end < 999_999.0 && begin > 0.000_9;
        let named = inside.iter().step_by(stride).map(|&v| (v, log_name(v, plain))).collect();
        let fine = if decades <= 4.0 {
            let all = multiples(low, high, &[2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
            all.into_iter().filter(|&v| v > begin && v < end).collect()
        } else {
            Vec::new()
        };
        Self { log: true, low: begin, high: end, named, fine }
    }

    /// The same axis with the given values named instead, and ending close to them: right for few, round values such
    /// as depths and numbers of threads.
    pub(crate) fn at_values(&self, values: &[f64]) -> Self {
        let named = values.iter().map(|&value| (value, Format::Tidy.write(value).replace('-', "−"))).collect();
        let (low, high) = match values {
            [] => (self.low, self.high),
            [only] => widened(*only, *only),
            [first, .., last] => (*first, *last),
        };
        let low = if self.log && low <= 0.0 { self.low } else { low };
        Self { log: self.log, low, high, named, fine: Vec::new() }
    }

    /// The same axis with some of its length added at both ends.
    pub(crate) fn padded(mut self, share: f64) -> Self {
        if self.log {
            let factor = (self.high / self.low).powf(share);
            (self.low, self.high) = (self.low / factor, self.high * factor);
        } else {
            let extra = (self.high - self.low) * share;
            (self.low, self.high) = (self.low - extra, self.high + extra);
        }
        self
    }
}

/// A span that is not empty.
fn widened(low: f64, high: f64) -> (f64, f64) {
    let least = (low.abs().max(high.abs()) * 1e-9).max(1e-290);
    if high - low > least {
        return (low, high);
    }
    let extra = if low.abs() < 1e-200 { 1.0 } else { low.abs() * 0.1 };
    (low - extra, high + extra)
}

/// The smallest of 1, 2, 2.5, 5 and 10 times a power of ten that is not below a length.
fn step(length: f64) -> f64 {
    let power = 10_f64.powf(length.log10().floor());
    let mantissas = [1.0, 2.0, 2.5, 5.0, 10.0];
    let fitting = mantissas.into_iter().map(|m| m * power).find(|step| *step >= length * (1.0 - 1e-9));
    fitting.unwrap_or(10.0 * power)
}

fn linear_name(value: f64, step: f64, size: f64) -> String {
    if value.abs() < step * 1e-6 {
        return "0".to_owned();
    }
    if !(1e-4..1e10).contains(&size) {
        return significant(value, 3).replace('-', "−");
    }
    let (unit, name) = if size >= 1e6 { (1e6, "M") } else { (1.0, "") };
    let step = step / unit;
    // As many decimals as the step has.
    let decimals = (0..6).find(|&d| {
        let scaled = step * 10_f64.powi(d);
        (scaled - scaled.round()).abs() < 1e-6
    });
    let decimals = decimals.unwrap_or(6) as usize;
    let number = Format::Decimals(decimals).write(value / unit);
    // A true minus sign is as wide as a digit, a hyphen is easily overlooked.
    format!("{}{name}", number.replace('-', "−"))
}

fn log_name(value: f64, plain: bool) -> String {
    if plain {
        return Format::Tidy.write((value * 1e6).round() / 1e6);
    }
    let exponent = (value.log10() + 1e-9).floor() as i32;
    let mantissa = (value / 10_f64.powi(exponent)).round();
    let power = format!("10{}", superscript(exponent));
    if mantissa == 1.0 { power } else { format!("{mantissa}×{power}") }
}

/// Mantissas times powers of ten, from a decade below the low value to a decade above the high one.
fn multiples(low: f64, high: f64, mantissas: &[f64]) -> Vec<f64> {
    let first = (low.log10().floor() as i32).max(-305);
    let last = (high.log10().ceil() as i32).min(305);
    let powers = (first..=last).map(|exponent| 10_f64.powi(exponent));
    powers.flat_map(|power| mantissas.iter().map(move |mantissa| mantissa * power)).collect()
}

fn last_at_most(sorted: &[f64], value: f64) -> Option<f64> {
    sorted.iter().copied().rfind(|&candidate| candidate <= value * (1.0 + 1e-9))
}

fn first_at_least(sorted: &[f64], value: f64) -> Option<f64> {
    sorted.iter().copied().find(|&candidate| candidate >= value * (1.0 - 1e-9))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn names(ticks: &Ticks) -> Vec<&str> {
        ticks.named.iter().map(|(_, name)| name.as_str()).collect()
    }

    #[test]
    fn linear_axes_have_round_names() {
        assert_eq!(names(&Ticks::linear(0.1, 1.7)), ["0", "0.5", "1.0", "1.5", "2.0"]);
        assert_eq!(names(&Ticks::linear(95.0, 101.0)), ["94", "96", "98", "100", "102"]);
        assert_eq!(names(&Ticks::linear(0.0, 4.1e6)), ["0", "1M", "2M", "3M", "4M", "5M"]);
    }

    #[test]
    fn log_axes_name_decades_or_ones_twos_and_fives() {
        assert_eq!(names(&Ticks::log(109.0, 58_173.0)), ["100", "1,000", "10,000", "100,000"]);
        assert_eq!(names(&Ticks::log(71.0, 2_578_710.0))[..2], ["10¹", "10²"]);
        assert_eq!(names(&Ticks::log(1.2, 18.0)), ["1", "2", "5", "10", "20"]);
    }

    #[test]
    fn few_values_are_named_themselves() {
        let ticks = Ticks::log(1.0, 8.0).at_values(&[1.0, 2.0, 4.0, 8.0]).padded(0.05);
        assert_eq!(names(&ticks), ["1", "2", "4", "8"]);
        assert!(ticks.low < 1.0 && ticks.high > 8.0);
        assert!((ticks.share(2.0) + ticks.share(4.0) - 1.0).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn every_value_is_on_its_axis(a in -1e300..1e300_f64, b in -1e300..1e300_f64, e in 0_i32..300) {
            let scale = 10_f64.powi(-e);
            let (low, high) = (a.min(b) * scale, a.max(b) * scale);
            let ticks = Ticks::linear(low, high);
            for value in [low, high] {
                let share = ticks.share(value);
                prop_assert!((-1e-6..=1.000_001).contains(&share), "{share} in {ticks:?}");
            }
            prop_assert!(ticks.named.len() >= 2 && ticks.named.len() <= 41);
        }

        #[test]
        fn every_positive_value_is_on_its_log_axis(a in -299.0..299.0_f64, b in -299.0..299.0_f64) {
            let (low, high) = (10_f64.powf(a.min(b)), 10_f64.powf(a.max(b)));
            let ticks = Ticks::log(low, high);
            for value in [low, high] {
                let share = ticks.share(value);
                prop_assert!((-1e-6..=1.000_001).contains(&share), "{share} in {ticks:?}");
            }
            prop_assert!(!ticks.named.is_empty() && ticks.named.len() <= 10);
        }
    }
}
