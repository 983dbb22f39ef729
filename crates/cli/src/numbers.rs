//! Numbers as people read them.

use std::time::Duration;

/// A whole number in groups of three digits: `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How many a second, in words: `1.5 million`.
pub(crate) fn rate(count: u64, time: Duration) -> String {
    let a_second = count as f64 / time.as_secs_f64().max(1e-9);
    if a_second >= 1e6 { format!("{:.1} million", a_second / 1e6) } else { grouped(a_second as u64) }
}

/// A time with a unit that suits it.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds >= 60.0 {
        format!("{} min {:.0} s", time.as_secs() / 60, (seconds % 60.0).floor())
    } else if seconds >= 1.0 {
        format!("{seconds:.2} s")
    } else if seconds >= 0.001 {
        format!("{:.1} ms", seconds * 1e3)
    } else {
        format!("{:.0} µs", seconds * 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        let shown = [0, 12, 123, 1_234, 123_456, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "12", "123", "1,234", "123,456", "1,234,567"]);
        assert_eq!(grouped(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn times_have_a_suitable_unit() {
        assert_eq!(time(Duration::from_micros(12)), "12 µs");
        assert_eq!(time(Duration::from_micros(12_340)), "12.3 ms");
        assert_eq!(time(Duration::from_millis(2_346)), "2.35 s");
        assert_eq!(time(Duration::from_millis(125_900)), "2 min 5 s");
    }
}
