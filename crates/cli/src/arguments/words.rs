//! Words of the command line that are more than text: times, sizes, numbers.

use std::time::Duration;

use secateur_lab::machine::Machine;
use secateur_value::{Real, Window};

/// Reads two numbers such as `-10,10`.
pub(super) fn range(text: &str) -> Result<(f64, f64), String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let ends = text.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
    ends.filter(|(low, high)| low <= high)
        .ok_or_else(|| "expected the least and the greatest payoff, such as -10,10".to_owned())
}

/// Reads a window such as `-1,1`.
pub(super) fn window(text: &str) -> Result<Window<Real>, String> {
    let wrong = || "expected two numbers, the lower one first, such as -1,1".to_owned();
    let (low, high) = text.split_once(',').ok_or_else(wrong)?;
    let (low, high) = (real(low.trim()).map_err(|_| wrong())?, real(high.trim()).map_err(|_| wrong())?);
    if low < high { Ok(Window::new(low, high)) } else { Err(wrong()) }
}

/// Reads a share such as `3/8`.
pub(super) fn share(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('/').and_then(|(one, of)| Some((one.trim().parse().ok()?, of.trim().parse().ok()?)));
    let share = numbers.filter(|&(one, of)| (1..=of).contains(&one) && of <= 1_000_000);
    share.ok_or_else(|| "expected a share such as 3/8: the third of eight".to_owned())
}

/// Reads a number.
pub(super) fn real(text: &str) -> Result<Real, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite()).and_then(|number| Real::new(number).ok());
    number.ok_or_else(|| "expected a number, such as 0.5".to_owned())
}

/// Reads a width that is not negative.
pub(super) fn width(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a number from 0 on, such as 0.01".to_owned())
}

/// Reads how much memory may be used, which is no more than this machine has.
pub(crate) fn megabytes(text: &str) -> Result<usize, String> {
    let number = text.parse::<usize>().map_err(|_| "expected a whole number of MB, such as 256".to_owned())?;
    let most = Machine::this().memory_bytes.map_or(usize::MAX, |bytes| (bytes >> 20) as usize);
    if number > most { Err(format!("expected at most the {most} MB of this machine")) } else { Ok(number) }
}

/// Reads two numbers such as `5,13`.
pub(super) fn places(text: &str) -> Result<(u32, u32), String> {
    let numbers =
        text.split_once(',').and_then(|(west, east)| Some((west.trim().parse().ok()?, east.trim().parse().ok()?)));
    numbers.ok_or_else(|| "expected West's and East's number of unknown cards, such as 5,13".to_owned())
}

/// Reads a time such as `500ms`, `5s`, `1.5m` or `2h`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time such as 500ms, 5s, 2m or 1h".to_owned();
    let unit_at = text.find(|letter: char| letter.is_ascii_alphabetic()).ok_or_else(wrong)?;
    let (number, unit) = text.split_at(unit_at);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let number: f64 = number.trim().parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("0ms"), Ok(Duration::ZERO));
        assert_eq!(duration("1.5 m"), Ok(Duration::from_secs(90)));
        for wrong in ["", "5", "s", "-1s", "5 parsecs", "-2 m", "1e400s", "1e300h", "nans", "5s5s"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
